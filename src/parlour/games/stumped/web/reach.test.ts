import { expect, test } from "vitest";
import { MEADOW, at, mapped, valley } from "./fixtures.js";
import { costOf, directionTo, groundWords, isFree, pathTo, reachOf, traced, wayTowards } from "./reach.js";
import { beaverOf } from "./view.js";

const costs = (rows: string[], beaver: number[], change = {}) => {
  const ground = mapped(
    valley(rows, { ...change, beavers: [beaver, ...((change as { beavers?: number[][] }).beavers ?? [])] }),
  );
  return { ground, reach: reachOf(ground, ground.beavers.get(beaver[0]!)!) };
};

test("a step costs two on land, so three moves go one tile", () => {
  const { reach } = costs(MEADOW, at(21));
  expect([...reach].map(([tile, { cost }]) => [tile, cost]).sort()).toEqual([
    [15, 2],
    [20, 2],
    [22, 2],
  ]);
});

test("with the current one, against it three", () => {
  const down = costs(MEADOW, at(8)).reach;
  expect(down.get(9)!.cost).toBe(1);
  expect(down.get(10)!.cost).toBe(2);
  expect(down.get(3)!.cost).toBe(3); // downstream to 9, then ashore
  expect(down.get(7)!.cost).toBe(2);
  const up = costs(MEADOW, at(9)).reach;
  expect(up.get(8)!.cost).toBe(3);
  const mouth = costs(MEADOW, at(10)).reach; // 9 flows into it
  expect(mouth.get(9)!.cost).toBe(3);
  expect(costs(MEADOW, at(10, { moves: 2, job: 3 })).reach.has(9)).toBe(false); // a Fighter never goes upstream
});

test("the cheapest way is taken, also where it is longer", () => {
  const { reach } = costs(["eees", "n..s", "n..s", "...."], at(0, { moves: 5, job: 6 }));
  expect(reach.get(3)!.cost).toBe(3);
  expect(reach.get(7)!.cost).toBe(4);
  expect(pathTo(reach, 7)).toEqual([1, 2, 3, 7]);
  expect(pathTo(reach, 15)).toEqual([]);
});

test("spawners and beavers block; lodges only where the server's rules hold", () => {
  const change = {
    spawners: [[20, 0, 3, 0]] as [number, number, number, number][],
    lodges: [[22, 1]] as [number, number][],
  };
  const open = costs(MEADOW, at(21), change);
  expect([...open.reach.keys()].sort()).toEqual([15, 22]);
  expect(isFree(open.ground, 20)).toBe(false);
  const shut = costs(MEADOW, at(21), { ...change, profile: "server" });
  expect([...shut.reach.keys()]).toEqual([15]);
  const crowd = costs(MEADOW, at(21), { beavers: [at(15, { owner: 1 }), at(20)] });
  expect([...crowd.reach.keys()]).toEqual([22]);
});

test("a path drawn by hand grows by steps that can be paid, and shrinks when one goes back", () => {
  const { ground } = costs(MEADOW, at(18, { moves: 5, job: 6 }));
  const beaver = beaverOf(at(18, { moves: 5, job: 6 }));
  const one = traced(ground, beaver, [], 19);
  const two = traced(ground, beaver, one, 20);
  expect(two).toEqual([19, 20]);
  expect(traced(ground, beaver, two, 21)).toEqual(two); // six moves would be needed
  expect(traced(ground, beaver, two, 9)).toEqual(two); // not beside it
  expect(traced(ground, beaver, two, 19)).toEqual([19]);
  expect(traced(ground, beaver, two, 18)).toEqual([]);
  expect(costOf(ground, 18, two)).toBe(4);
  expect(directionTo(ground, 18, 5)).toBe(-1);
});

test("towards a far tile one goes as far as this turn allows", () => {
  const { ground } = costs(["......", "......"], at(0, { moves: 5, job: 6 }), { spawners: [[5, 0, 3, 0]] });
  const swift = ground.beavers.get(0)!;
  expect(wayTowards(ground, swift, 4)).toEqual([1, 2]);
  expect(wayTowards(ground, swift, 5)).toEqual([1, 2]); // a tree: to the tile before it
  expect(wayTowards(ground, { ...swift, moves: 1 }, 4)).toEqual([]);
  const walled = costs(["...", "..."], at(0), {
    spawners: [
      [1, 0, 3, 0],
      [4, 0, 3, 0],
    ],
  });
  expect(wayTowards(walled.ground, walled.ground.beavers.get(0)!, 2)).toBeNull();
});

test("the ground has a name", () => {
  const ground = mapped(valley(["n~", ".w"]));
  expect([0, 1, 2, 3].map((tile) => groundWords(ground, tile))).toEqual([
    "river, flowing north",
    "pond",
    "land",
    "river, flowing west",
  ]);
});
