import { expect, test } from "vitest";
import { ask, book, choice, numberOf, town } from "./fixtures.js";
import { firing } from "./firing.js";
import { actionAt, asksTwice, bestOf, spotOf } from "./scene.js";
import {
  CLOSING,
  EXHIBITION,
  GIFT,
  GIVING,
  PARTNER,
  TAKING,
  TARGET,
  builtBy,
  cardOf,
  catalogueOf,
  hitsOf,
  invests,
  landmarkOf,
  sorted,
  stackAction,
  stacksOf,
} from "./sight.js";

const card = (id: string) => book.card[numberOf(id)]!;

test("totals as they are printed", () => {
  expect(["ranch", "bakery", "tuna_boat"].map((id) => hitsOf(card(id)))).toEqual(["2", "2–3", "12–14"]);
  expect(hitsOf({ ...card("ranch"), hits_on: [2, 4, 9] })).toBe("2, 4, 9");
  expect(hitsOf({ ...card("ranch"), hits_on: [] })).toBe("–");
});

test("a city stands by number, and what is closed stands apart", () => {
  const sight = town([{ cards: { mine: 2, bakery: 3, wheat_field: 1, cafe: 1 }, closed: { bakery: 2 } }]);
  expect(
    stacksOf(sight, book, 0).map(({ card: number, count, closed }) => [cardOf(book, number).id, count, closed]),
  ).toEqual([
    ["wheat_field", 1, false],
    ["bakery", 1, false],
    ["bakery", 2, true],
    ["cafe", 1, false],
    ["mine", 2, false],
  ]);
});

test("the market by number, cost and colour", () => {
  const cards = ["mine", "cafe", "bakery", "farmers_market", "stadium"].map(numberOf);
  const ids = (order: "number" | "cost" | "colour") =>
    sorted(cards, book, order).map((number) => cardOf(book, number).id);
  expect(ids("number")).toEqual(["bakery", "cafe", "stadium", "mine", "farmers_market"]);
  expect(ids("cost")).toEqual(["bakery", "cafe", "farmers_market", "stadium", "mine"]);
  expect(ids("colour")).toEqual(["mine", "bakery", "farmers_market", "cafe", "stadium"]);
});

test("only landmarks that count are counted", () => {
  expect(builtBy(town([{ landmarks: ["harbor"] }], {}, 2), book, 0)).toBe(1); // City Hall stands too
});

test("cards nobody described still have a face", () => {
  const empty = catalogueOf(undefined);
  expect([cardOf(empty, 3).name, hitsOf(cardOf(empty, 3)), landmarkOf(empty, 1).name]).toEqual([
    "Card 4",
    "–",
    "Landmark 2",
  ]);
});

test("coins lie on the Tech Startup alone", () => {
  expect(book.card.filter(invests).map(({ id }) => id)).toEqual(["tech_startup"]);
});

test("what a stack answers depends on the question", () => {
  const bakery = { card: numberOf("bakery"), count: 1, closed: false };
  const at = (phase: number, seat: number, action: string, more = {}) =>
    stackAction(
      town([{}, {}, {}], { phase, partner: 1, ...more }),
      book,
      ask(1, "?", choice(action, action)),
      seat,
      0,
      bakery,
    );
  expect(at(PARTNER, 1, "seat 2")).toBe("seat 2");
  expect(at(TARGET, 2, "seat 3")).toBe("seat 3");
  expect(at(PARTNER, 0, "seat 1")).toBeNull();
  expect(at(TAKING, 1, "take bakery")).toBe("take bakery");
  expect(at(TAKING, 2, "take bakery")).toBeNull();
  expect(at(GIVING, 0, "give bakery")).toBe("give bakery");
  expect(at(GIFT, 1, "give bakery")).toBeNull();
  expect(at(CLOSING, 2, "close bakery")).toBe("close bakery");
  expect(at(EXHIBITION, 0, "exhibit bakery")).toBe("exhibit bakery");
  expect(
    stackAction(
      town([{}, {}], { phase: TAKING, partner: 1 }),
      book,
      ask(1, "?", choice("take bakery closed", "x")),
      1,
      0,
      { ...bakery, closed: true },
    ),
  ).toBe("take bakery closed");
  expect(
    stackAction(town([{}], { phase: GIVING }), book, ask(1, "?", choice("give bakery", "x", "No.")), 0, 0, bakery),
  ).toBeNull();
});

test("spots are read back as they were written", () => {
  expect([spotOf("m.3"), spotOf("c.1.4.1"), spotOf("l.2.5"), spotOf("")]).toEqual([
    { where: "market", card: 3 },
    { where: "city", seat: 1, card: 4, closed: true },
    { where: "landmark", seat: 2, landmark: 5 },
    null,
  ]);
  const sight = town([{}], { phase: 13 });
  const question = ask(1, "?", choice("build harbor", "x"));
  expect(actionAt(sight, book, question, 0, { where: "landmark", seat: 0, landmark: 5 })).toBe("build harbor");
  expect(actionAt(sight, book, question, 0, { where: "landmark", seat: 1, landmark: 5 })).toBe("");
});

test("what costs something is asked twice", () => {
  expect(
    ["buy mine", "build harbor", "demolish harbor", "pass", "seat 2", "give mine"].map((action) =>
      asksTwice(action, GIVING),
    ),
  ).toEqual([true, true, true, false, false, false]);
  expect(asksTwice("give mine", GIFT)).toBe(true);
});

test("the best hint has the best chance, or comes first where there are none", () => {
  const hint = (action: string, chance: number | null) => ({ action, label: action, chance, text: "" });
  expect(bestOf([hint("a", 0.2), hint("b", 0.6), hint("c", null)])?.action).toBe("b");
  expect(bestOf([hint("a", null), hint("b", null)])?.action).toBe("a");
  expect(bestOf([])).toBeUndefined();
});

test("which cards a total fires, for and against", () => {
  const sight = town([{ cards: { bakery: 2, ranch: 1, cafe: 1 }, closed: { ranch: 1 } }, { cards: { cafe: 2 } }]);
  expect([2, 3, 4].map((total) => firing(sight, book, 0, total))).toEqual([
    { mine: 2, theirs: 0 },
    { mine: 2, theirs: 2 },
    { mine: 0, theirs: 0 },
  ]);
});
