import { beforeEach, expect, test } from "vitest";
import { PointerInput } from "./pointer-input.js";

let args: unknown[][];
let grips: boolean;
let hands: PointerInput;
const event = (id: number, x: number, y: number, pointerType = "mouse", button = 0) =>
  ({
    pointerId: id,
    clientX: 100 + x,
    clientY: 50 + y,
    pointerType,
    button,
    currentTarget: {},
  }) as unknown as PointerEvent;

beforeEach(() => {
  [args, grips] = [[], false];
  const tell =
    (name: string) =>
    (...said: unknown[]) => {
      args.push([name, ...said.map((one) => (typeof one === "number" ? Math.round(one * 100) / 100 : one))]);
    };
  hands = new PointerInput(
    {
      tap: tell("tap"),
      hover: tell("hover"),
      leave: tell("leave"),
      grip: () => grips,
      trace: tell("trace"),
      drop: tell("drop"),
      pan: tell("pan"),
      zoom: tell("zoom"),
    },
    () => ({ left: 100, top: 50 }) as DOMRect,
  );
});

test("a mouse that moves only points, and a click is where it was let go", () => {
  hands.move(event(1, 5, 6));
  hands.down(event(1, 10, 10));
  hands.move(event(1, 13, 12)); // it trembles
  hands.up(event(1, 13, 12));
  expect(args).toEqual([
    ["hover", 5, 6],
    ["tap", 13, 12, false],
  ]);
});

test("who pulls beside a beaver moves the map, and taps nothing", () => {
  hands.down(event(1, 10, 10, "touch"));
  hands.move(event(1, 40, 10, "touch"));
  hands.move(event(1, 45, 20, "touch"));
  hands.up(event(1, 45, 20, "touch"));
  expect(args).toEqual([
    ["pan", 30, 0],
    ["pan", 5, 10],
  ]);
});

test("who pulls at a beaver draws a path; without pulling it is a tap", () => {
  grips = true;
  hands.down(event(1, 10, 10));
  hands.move(event(1, 12, 10));
  hands.move(event(1, 50, 10));
  hands.move(event(1, 12, 10)); // back again
  hands.up(event(1, 12, 10));
  expect(args).toEqual([["trace", 50, 10], ["trace", 12, 10], ["drop"]]);
  args = [];
  hands.down(event(1, 10, 10));
  hands.up(event(1, 10, 10));
  expect(args).toEqual([["tap", 10, 10, false]]);
});

test("two fingers zoom where they are, and nothing is tapped afterwards", () => {
  hands.down(event(1, 0, 0, "touch"));
  hands.down(event(2, 100, 0, "touch"));
  hands.move(event(2, 200, 0, "touch"));
  hands.up(event(2, 200, 0, "touch"));
  hands.up(event(1, 0, 0, "touch"));
  expect(args).toEqual([
    ["zoom", 2, 100, 0],
    ["pan", 50, 0],
  ]);
});

test("the wheel zooms, other buttons do nothing, and what is broken off is forgotten", () => {
  let stopped = false;
  hands.wheel({
    ...event(1, 7, 8),
    deltaY: -100,
    preventDefault: () => {
      stopped = true;
    },
  } as unknown as WheelEvent);
  expect([args, stopped]).toEqual([[["zoom", 1.17, 7, 8]], true]);
  args = [];
  hands.down(event(1, 0, 0, "mouse", 2));
  hands.up(event(1, 0, 0, "mouse", 2));
  hands.down(event(1, 0, 0));
  hands.cancel(event(1, 0, 0));
  hands.up(event(1, 0, 0));
  hands.out();
  expect(args).toEqual([["leave"]]);
});
