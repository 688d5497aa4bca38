import { afterEach, expect, test } from "vitest";
import { BASE, book, numberOf, town } from "./fixtures.js";
import { columnsFor, keepTaste, piles, tasteKept } from "./market.js";
import { cardOf } from "./sight.js";

afterEach(() => localStorage.clear());
const taste = { order: "number", affordable: false, worth: false } as const;

test("a fixed market keeps the place of what is sold out, another does not", () => {
  const sight = town([{}, {}]);
  sight.market[numberOf("bakery")] = 0;
  expect(piles(sight, book, taste, true, 3)).toHaveLength(BASE);
  expect(piles(sight, book, taste, false, 3)).toHaveLength(BASE - 1);
});

test("only what one can pay for", () => {
  const sight = town([{ coins: 2 }, {}]);
  expect(piles(sight, book, { ...taste, affordable: true }, true, 2).map((card) => cardOf(book, card).cost)).toEqual([
    1, 1, 1, 2, 2, 2,
  ]);
});

test("what this device likes is kept, and nonsense is forgotten", () => {
  expect(tasteKept()).toEqual(taste);
  keepTaste({ order: "cost", affordable: true, worth: true });
  expect(tasteKept()).toEqual({ order: "cost", affordable: true, worth: true });
  localStorage.setItem("parlour.harmonictook", '{"order":"taste","affordable":3}');
  expect(tasteKept()).toEqual(taste);
  localStorage.setItem("parlour.harmonictook", "{");
  expect(tasteKept()).toEqual(taste);
});

test("columns that make the labels largest", () => {
  expect(columnsFor(15, 960, 460)).toBe(5);
  expect(columnsFor(10, 960, 340)).toBe(5);
  expect(columnsFor(39, 960, 360)).toBeGreaterThan(8);
  expect(columnsFor(0, 960, 360)).toBe(1);
});
