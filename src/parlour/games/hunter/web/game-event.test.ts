import { expect, test } from "vitest";
import { book, line, town } from "./fixtures.js";
import { advance, faces, eventOf } from "./game-event.js";
import type { HunterView } from "./view.js";

const after = (sight: HunterView, kind: string, ...args: number[]) =>
  advance(sight, eventOf(line(kind, ...args)), book);

test("the faces of a roll", () => {
  expect(faces(3, 3 + 6 * 1 + 36 * 5)).toEqual([4, 2, 6]);
  expect(faces(2, 0)).toEqual([1, 1]);
  expect(faces(0, 0)).toEqual([]);
});

test("the reveal puts tokens on their places", () => {
  const sight = after(town([{}, {}], { mine: [6, 0], ready: [true, true] }), "sent", 1, 4, 6);
  expect([sight.hunter, sight.apprentice, sight.mine, sight.ready]).toEqual([[-1, 4], [-1, 6], null, [false, false]]);
});

test("income fills purses to 15, and bags with things of their size", () => {
  expect(after(town([{ money: 12 }]), "income", 0, 0, 0, 8, 1, 5).money).toEqual([15]);
  const sight = after(town([{ things: { grenade: 1 } }]), "income", 0, 1, 1, 4, 2, 0);
  expect([sight.items[0]![0], sight.used]).toEqual([4, [6]]);
  expect(after(town([{ score: 3 }]), "income", 0, 5, 4, 4, 1, 0).score).toEqual([7]);
});

test("popularity: rewards and points", () => {
  let sight = after(town([{}, {}]), "popularity", 1, 1, 2, 1);
  sight = after(sight, "rewarded", 1, 2, 1, 0, 0, 0);
  sight = after(sight, "fame", 1, 2, 2);
  expect([sight.reward, sight.fame, sight.money, sight.items[1]![0], sight.score]).toEqual([
    [0, 2],
    [0, 2],
    [4, 6],
    1,
    [0, 2],
  ]);
});

test("board actions move things from the bag to the bars", () => {
  const sight = town([{ ep: 3, hp: 2, things: { beer: 4, "blood-bag": 2 } }]);
  expect(after(sight, "drank", 0, 4, 6, 0)).toMatchObject({ ep: [4], used: [5] });
  expect(after(sight, "healed", 0, 3, 4)).toMatchObject({ hp: [3], used: [5] });
  const full = after(after(sight, "put", 0, 0, 4, 4), "raised", 0, 0, 7);
  expect(full).toMatchObject({ ep_max: [7], ep: [4], ep_put: [0], used: [2] });
  expect(after(sight, "traded", 0).items[0]!.slice(0, 2)).toEqual([3, 3]);
});

test("a fight from the choice to the loot", () => {
  let sight = after(town([{}, {}]), "hunted", 1, 2, 3, 0);
  expect(sight).toMatchObject({ fighter: 1, monster_level: 2, ep: [6, 3] });
  sight = after(sight, "met", 1, 12, 7, 2);
  sight = after(sight, "fought", 1, 12, 6, 1);
  expect(sight).toMatchObject({ monster: 12, monster_hp: 6, monster_max: 7, monster_att: 2 });
  sight = after(sight, "struck", 1, 4, 0, 2, 0);
  sight = after(sight, "hit", 1, 2, 2, 2, 2);
  expect(sight).toMatchObject({ monster_hp: 2, hp: [4, 2], exp: [3, 5] });
  sight = after(sight, "won", 1, 12, 3, 1, 0, 7);
  sight = after(sight, "track", 1, 1, 3);
  sight = after(sight, "power", 1, 0, 2);
  expect(sight).toMatchObject({ money: [4, 7], score: [0, 7], track: [1, 3], power: [1, 2] });
});

test("who is beaten has one HP left, and what nobody draws changes nothing", () => {
  expect(after(town([{ hp: 0 }]), "lost", 0, 5).hp).toEqual([1]);
  const sight = town([{}]);
  expect(after(sight, "finished", 0)).toBe(sight);
});
