import { expect, test } from "vitest";
import { MEADOW, at, line, mapped, valley } from "./fixtures.js";
import { MapAnimation, advance, drifted, joined, motionAt, scheduled } from "./map-animation.js";
import { eventOf, type StumpedView } from "./view.js";

const acts = (...lines: [string, ...number[]][]) => lines.map(([kind, ...args]) => eventOf(line(kind, ...args)));
const ground = (change: Partial<StumpedView> = {}) =>
  mapped(
    valley(MEADOW, {
      beavers: [at(8, { number: 1, branches: 2 }), at(14, { number: 2, owner: 1, branches: 1, food: 2 })],
      spawners: [[7, 0, 3, 0]],
      ...change,
    }),
  );
const after = (change: Partial<StumpedView>, ...lines: [string, ...number[]][]) => {
  const map = ground(change);
  for (const act of joined(acts(...lines))) advance(map, act);
  return map;
};

test("the steps of one beaver are one walk, and what nobody sees is left out", () => {
  const found = joined(
    acts(
      ["turn", 0, 4],
      ["moved", 0, 1, 8, 9, 1],
      ["moved", 0, 1, 9, 10, 1],
      ["moved", 0, 2, 14, 15, 2],
      ["moved", 0, 1, 10, 11, 2],
      ["turn_ends", 0, 4, 4],
    ),
  );
  expect(found.map(({ kind, path, args }) => [kind, args[1], path])).toEqual([
    ["moved", 1, [8, 9, 10]],
    ["moved", 2, [14, 15]],
    ["moved", 1, [10, 11]],
  ]);
});

test("beavers go at once, each one thing after the other, and nothing begins before what came before", () => {
  const found = scheduled(
    acts(
      ["moved", 0, 1, 8, 9, 1],
      ["moved", 0, 2, 14, 15, 2],
      ["harvested", 0, 1, 7, 0, 2, 2],
      ["attacked", 1, 2, 1, 9, 1, 0],
    ),
    700,
  );
  const [walk, other, harvest, attack] = found;
  expect(other!.start).toBeLessThan(walk!.start + walk!.length);
  expect(harvest!.start).toBeGreaterThanOrEqual(walk!.start + walk!.length);
  expect(attack!.start).toBeGreaterThanOrEqual(harvest!.start + harvest!.length);
  expect(found.every(({ start }, index) => index === 0 || start > found[index - 1]!.start)).toBe(true);
});

test("a whole turn of a hundred and fifty events is over in two and a half seconds", () => {
  const many = Array.from({ length: 150 }, (_, index): [string, ...number[]] =>
    index % 3 ? ["moved", 0, index % 20, index, index + 1, 2] : ["harvested", 0, index % 20, 7, 0, 1, 1],
  );
  const end = (pace: number) => Math.max(...scheduled(acts(...many), pace).map(({ start, length }) => start + length));
  expect(end(700)).toBeLessThanOrEqual(2400.001);
  expect(end(1400)).toBeLessThanOrEqual(2600.001);
  expect(end(250)).toBeLessThan(900);
  expect(scheduled(acts(["moved", 0, 1, 8, 9, 1]), 700)[0]!.length).toBeLessThan(250);
});

test("the valley after each act is what the rules say", () => {
  const moved = after({}, ["moved", 0, 1, 8, 9, 1]);
  expect([moved.at.get(9)?.number, moved.at.has(8)]).toEqual([1, false]);
  const harvested = after({}, ["harvested", 0, 1, 7, 0, 1, 2]);
  expect([
    harvested.beavers.get(1)!.branches,
    harvested.spawners.get(7)!.health,
    harvested.beavers.get(1)!.actions,
  ]).toEqual([3, 2, 0]);
  const struck = after({}, ["attacked", 0, 1, 2, 14, 1, 3]);
  expect([struck.beavers.get(2)!.health, struck.beavers.get(2)!.distracted]).toEqual([2, 3]);
  const died = after({}, ["attacked", 0, 1, 2, 14, 3, 0], ["died", 1, 2, 14, 1, 2]);
  expect([died.beavers.has(2), died.at.has(14), died.goods.get(14)]).toEqual([false, false, { branches: 1, food: 2 }]);
  const built = after({ goods: [[8, 1, 0]] }, ["built", 0, 1, 8, 2, 1]);
  expect([built.lodges.get(8), built.goods.get(8)!.branches, built.beavers.get(1)!.branches]).toEqual([0, 2, 1]);
  const recruited = after({ lodges: [[3, 1]], goods: [[3, 5, 9]] }, ["recruited", 1, 7, 3, 5, 8]);
  expect([recruited.at.get(3)!.job, recruited.goods.get(3)!.food, recruited.at.get(3)!.recruited]).toEqual([
    5,
    1,
    false,
  ]);
  const raided = after(
    { lodges: [[14, 0]], goods: [[14, 1, 0]] },
    ["picked_up", 1, 2, 14, 0, 1],
    ["destroyed", 0, 14, 0, 1],
  );
  expect([raided.lodges.size, raided.goods.get(14)!.branches, raided.beavers.get(2)!.branches]).toEqual([0, 0, 2]);
});

test("food in open water is gone, in the server's rules it stays", () => {
  expect(after({}, ["dropped", 1, 2, 8, 1, 2], ["lost_food", 8, 2]).goods.get(8)?.food ?? 0).toBe(0);
  expect(after({}, ["dropped", 1, 2, 20, 1, 2]).goods.get(20)!.food).toBe(2);
  expect(after({ profile: "server" }, ["dropped", 1, 2, 8, 1, 2]).goods.get(8)!.food).toBe(2);
});

test("rivers carry branches on between turns, but not into lodges, nor out of them", () => {
  const before = ground({
    goods: [
      [8, 4, 0],
      [9, 2, 0],
      [20, 7, 0],
    ],
  });
  expect([
    ...drifted(
      before,
      ground({
        goods: [
          [9, 4, 0],
          [10, 2, 0],
          [20, 7, 0],
        ],
      }),
    ),
  ]).toEqual([
    [9, 8],
    [10, 9],
  ]);
  expect(
    drifted(
      before,
      ground({
        goods: [
          [9, 4, 0],
          [10, 3, 0],
        ],
        lodges: [[10, 0]],
      }),
    ).has(10),
  ).toBe(false);
  expect(
    drifted(
      ground({ goods: [[8, 4, 0]], lodges: [[8, 0]] }),
      ground({
        goods: [
          [8, 4, 0],
          [9, 4, 0],
        ],
      }),
    ).size,
  ).toBe(0);
});

test("who walks is between two tiles", () => {
  const plan = scheduled(acts(["moved", 0, 1, 8, 9, 1], ["moved", 0, 1, 9, 10, 1]), 700);
  const walk = plan[0]!;
  const { from, to, part } = motionAt(plan, ground(), walk.start + walk.length * 0.75).walks.get(1)!;
  expect([from, to, Math.round(part * 100)]).toEqual([9, 10, 50]);
  expect(motionAt(plan, ground(), walk.start + walk.length).walks.size).toBe(0);
});

test("a scene ends by itself, or when somebody has seen enough: the valley is the same", async () => {
  const plan = () =>
    scheduled(acts(["built", 0, 1, 8, 1, 1], ["recruited", 1, 9, 3, 0, 0], ["moved", 1, 2, 14, 15, 2]), 700);
  const shown = new MapAnimation(ground(), plan(), 1000);
  const skipped = new MapAnimation(ground(), plan(), 1000);
  expect(shown.at(1001).rising.has(8)).toBe(true);
  expect(shown.valley.lodges.get(8)).toBe(0); // it grows from the beginning
  expect(shown.over).toBe(false);
  shown.at(1000 + shown.end);
  skipped.skip();
  await Promise.all([shown.done, skipped.done]);
  expect(shown.valley).toEqual(skipped.valley);
  expect(shown.valley.at.get(15)!.number).toBe(2);
  await new MapAnimation(ground(), [], 0).done;
});
