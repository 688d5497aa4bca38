import { expect, test } from "vitest";
import source from "../rules/book.py?raw";
import { MEADOW, at, changed, mapped, valley } from "./fixtures.js";
import {
  answerFor,
  label,
  most,
  notation,
  orderOf,
  ordersOf,
  stepCost,
  targetOf,
  unitsOf,
  warning,
  yieldOf,
} from "./orders.js";
import { JOBS, beaverOf, type StumpedView } from "./view.js";

const texts = (sight: StumpedView, tile: number, amount = 0) =>
  ordersOf(sight, tile).map((order) => answerFor(sight, mapped(sight), tile, order, amount));

test("every number is an order in the table's own words", () => {
  const said = Array.from({ length: 40 }, (_, index) => notation(orderOf(index + 1)));
  expect(said.slice(0, 13)).toEqual([
    "move north",
    "move east",
    "move south",
    "move west",
    "harvest north",
    "harvest east",
    "harvest south",
    "harvest west",
    "attack north",
    "attack east",
    "attack south",
    "attack west",
    "build",
  ]);
  expect(said.slice(13, 23)).toEqual(
    ["branches", "food"].flatMap((goods) =>
      ["here", "north", "east", "south", "west"].map((where) => `drop ${goods} ${where}`),
    ),
  );
  expect(said.slice(23, 33)).toEqual(said.slice(13, 23).map((text) => text.replace("drop", "pickup")));
  expect(said.slice(33)).toEqual(
    ["Basic", "Builder", "Bulky", "Fighter", "Hot Lady", "Hungry", "Swift"].map((job) => `recruit ${job}`),
  );
  expect(new Set(said).size).toBe(40);
});

test("an answer is the whole order, with the amount where one is asked", () => {
  const sight = valley(MEADOW, {
    beavers: [at(8, { branches: 3, food: 1, job: 1 })],
    open: [
      [8, 2, 5, 13, 14, 18, 19],
      [20, 38],
    ],
    lodges: [[20, 0]],
  });
  expect(texts(sight, 8)).toEqual([
    "2,1 move east",
    "2,1 harvest north",
    "2,1 build",
    "2,1 drop branches here 3",
    "2,1 drop branches west 3",
    "2,1 drop food here",
  ]);
  expect(texts(sight, 8, 2).slice(3)).toEqual([
    "2,1 drop branches here 2",
    "2,1 drop branches west 2",
    "2,1 drop food here",
  ]);
  expect(texts(sight, 8, 99)[3]).toBe("2,1 drop branches here 3");
  expect(texts(sight, 20)).toEqual(["2,3 recruit Hot Lady"]);
  expect(texts(sight, 9)).toEqual([]);
  expect(unitsOf(sight)).toEqual([8, 20]);
});

test("what the table has heard already is not said again", () => {
  const half = valley(MEADOW, {
    beavers: [at(8, { branches: 3 })],
    open: [
      [8, 2, 14],
      [20, 34],
    ],
    phase: 2,
    unit: 8,
  });
  expect(texts(half, 8)).toEqual(["move east", "drop branches here 3"]);
  expect(texts(half, 20)).toEqual([]);
  expect(unitsOf(half)).toEqual([8]);
  const nearly = { ...half, phase: 3, order: 14 };
  expect(texts(nearly, 8, 2)).toEqual(["2"]);
});

test("a pickup has an amount only where the server's rules hold, and no more than fits", () => {
  const change: Partial<StumpedView> = { beavers: [at(8, { branches: 1 })], goods: [[9, 10, 0]] };
  const east = orderOf(26);
  expect(notation(east)).toBe("pickup branches east");
  expect(most(mapped(valley(MEADOW, change)), 8, east)).toBe(0);
  expect(most(mapped(valley(MEADOW, { ...change, profile: "server" })), 8, east)).toBe(2);
  const sight = valley(MEADOW, { ...change, profile: "server", open: [[8, 26]] });
  expect(texts(sight, 8)).toEqual(["2,1 pickup branches east 2"]);
});

test("orders go to the tile they name", () => {
  const ground = mapped(valley(MEADOW));
  expect([1, 2, 3, 4, 13].map((number) => targetOf(ground, 8, orderOf(number)))).toEqual([2, 9, 14, 7, 8]);
});

test("what a harvest brings: the test vectors of the rulebook", () => {
  const gain = (job: number, branches: number, food: boolean, health: number) =>
    yieldOf(mapped(valley(MEADOW)), beaverOf(at(0, { job, branches })), { food, health });
  expect([
    gain(1, 0, false, 5),
    gain(0, 1, false, 1),
    gain(6, 0, true, 3),
    gain(5, 0, true, 2),
    gain(0, 3, false, 5),
  ]).toEqual([15, 2, 2, 12, 0]);
});

test("orders in words say what they cost and bring", () => {
  const sight = valley(MEADOW, {
    beavers: [at(8, { branches: 2, job: 1 }), at(14, { owner: 1, job: 3 }), at(7)],
    spawners: [
      [2, 0, 2, 0],
      [9, 1, 3, 0],
    ],
    lodges: [[7, 0]],
    goods: [[7, 4, 1]],
    price: [2, 1],
  });
  const ground = mapped(sight);
  const say = (number: number) => label(sight, ground, 8, orderOf(number));
  expect(say(5)).toBe("Harvest the tree to the north (+12 branches)");
  expect(say(6)).toBe("Harvest cattails to the east (+6 food)");
  expect(say(11)).toBe("Attack the Fighter to the south (−1 health)");
  expect(say(12)).toBe("Attack your own Basic to the west (−1 health)");
  expect(say(13)).toBe("Build a lodge (2 branches)");
  expect(say(18)).toBe("Drop branches to the west in your lodge (2)");
  expect(label(sight, ground, 8, orderOf(18), 1)).toBe("Drop branches to the west in your lodge (1 of 2)");
  expect(say(33)).toBe("Pick up food to the west in your lodge (1 food)");
  expect(say(2)).toBe("Go east (1 move)");
});

test("whoever pulls a lodge down is told so before", () => {
  const ground = mapped(
    valley(MEADOW, {
      beavers: [at(8)],
      lodges: [
        [8, 1],
        [9, 0],
      ],
      goods: [
        [8, 2, 0],
        [9, 9, 0],
      ],
    }),
  );
  expect(warning(ground, 8, orderOf(24), 0)).toBe("pulls the rival's lodge down");
  expect(warning(ground, 8, orderOf(24), 1)).toBe("");
  expect(warning(ground, 8, orderOf(26), 0)).toBe(""); // three of nine
  expect(warning(ground, 8, orderOf(14), 0)).toBe("");
});

test("steps cost what the current makes of them", () => {
  const { land } = valley(MEADOW);
  expect([
    stepCost(land, 8, 9, 1),
    stepCost(land, 9, 8, 3),
    stepCost(land, 7, 8, 1),
    stepCost(land, 9, 10, 1),
    stepCost(land, 10, 9, 3),
    stepCost(land, 2, 8, 2),
  ]).toEqual([1, 3, 2, 1, 3, 2]);
});

test("the jobs are those of the rules, with the figures that the game tells", () => {
  expect(JSON.parse(`[${/TITLES.*?\((.*?)\)/.exec(source)![1]}]`)).toEqual(JOBS.map(({ title }) => title));
  const sight = valley(MEADOW, {
    beavers: [at(8, { job: 3 }), at(14, { owner: 1 })],
    spawners: [[2, 0, 4, 0]],
    goods: [[8, 6, 0]],
    lodges: [[8, 1]],
  });
  const ground = mapped(sight, changed(3, { damage: 2, carry: 5, chopping: 2 }));
  const say = (number: number) => label(sight, ground, 8, orderOf(number));
  expect([say(5), say(11)]).toEqual([
    "Harvest the tree to the north (+5 branches)",
    "Attack the Basic to the south (−2 health)",
  ]);
  expect([warning(mapped(sight), 8, orderOf(24), 0), warning(ground, 8, orderOf(24), 0)]).toEqual([
    "pulls the rival's lodge down",
    "",
  ]);
});
