import { expect, test } from "vitest";
import { bounded, fitting, meantTile, panned, showing, tileAt, whole, zoomed, type Room } from "./camera.js";

const room: Room = { width: 676, height: 536, columns: 32, rows: 20 }; // 20 pixels a tile

test("the whole map lies in the middle", () => {
  expect(whole(room)).toEqual({ scale: 20, left: 18, top: 68 });
  expect(fitting({ ...room, width: 40 })).toBe(4);
});

test("a point has its tile, and none beside the map", () => {
  const camera = whole(room);
  expect([tileAt(camera, room, 18, 68), tileAt(camera, room, 37.9, 88), tileAt(camera, room, 657, 467)]).toEqual([
    0, 32, 639,
  ]);
  expect([
    tileAt(camera, room, 17, 100),
    tileAt(camera, room, 100, 67),
    tileAt(camera, room, 659, 100),
    tileAt(camera, room, 100, 469),
  ]).toEqual([-1, -1, -1, -1]);
});

test("who zooms stays at the point, and the map never leaves the screen", () => {
  const camera = whole(room);
  const close = zoomed(camera, room, 2, 338, 268);
  expect(close.scale).toBe(40);
  expect(tileAt(close, room, 338, 268)).toBe(tileAt(camera, room, 338, 268));
  expect(zoomed(camera, room, 0.1).scale).toBe(20);
  expect(zoomed(camera, room, 100).scale).toBe(96);
  expect(panned(close, room, 5000, 5000)).toEqual({ scale: 40, left: 18, top: 18 });
  expect(panned(close, room, -5000, -5000)).toEqual({ scale: 40, left: 676 - 18 - 1280, top: 536 - 18 - 800 });
  expect(bounded({ scale: 1, left: 0, top: 0 }, room)).toEqual(whole(room));
});

test("a tile is brought into sight", () => {
  const close = zoomed(whole(room), room, 2, 0, 0);
  const shown = showing(close, room, 639);
  expect(tileAt(shown, room, 676 - 18 - 20, 536 - 18 - 20)).toBe(639);
  expect(showing(close, room, 33)).toEqual(close); // it is there already
  expect(showing(whole(room), room, 320, 36).scale).toBe(36);
});

test("a finger means the nearest tile that can be meant", () => {
  const camera = whole(room);
  expect(meantTile(camera, room, 28, 78, [0, 1], 22)).toBe(0);
  expect(meantTile(camera, room, 28, 78, [33], 22)).toBe(33);
  expect(meantTile(camera, room, 28, 78, [5], 22)).toBe(0); // too far
  expect(meantTile(camera, room, 10, 78, [0], 22)).toBe(0); // beside the map, but near
  expect(meantTile(camera, room, 28, 78, [], 22)).toBe(0);
});
