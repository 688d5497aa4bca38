import { expect, test } from "vitest";
import type { Line } from "@parlour/kit/types";
import { book, landmarkNumber, line, numberOf as n } from "./fixtures.js";
import { BANK, balance, entryOf, happening, spoken, tell, throwOf, type Tale } from "./tale.js";

const told = (lines: Line[], mine = 0): Tale[] =>
  lines.reduce((tales, one) => tell(tales, one, book, mine), [] as Tale[]);
const turn = (seat: number, number: number, extra = 0) => line("turn_start", seat, number, extra);

test("a turn: rolled, paid, built", () => {
  const [tale] = told([
    turn(0, 1),
    line("roll", 0, 2, 0, 2),
    line("payout", 0, n("bakery"), 2, 2),
    line("collect", 1, 0, n("cafe"), 1, 3),
    line("buy", 0, n("ranch"), 1, 5),
  ]);
  expect(tale).toMatchObject({ seat: 0, turn: 1, dice: [2], total: 2, plus: 0, again: 0, double: false });
  expect(tale!.entries.map(({ seat, from, coins, owed, why, sort }) => [seat, from, coins, owed, why, sort])).toEqual([
    [0, BANK, 2, 2, "Bakery ×2", "pay"],
    [1, 0, 1, 3, "Cafe", "pay"],
    [0, BANK, -1, -1, "buys Ranch", "build"],
  ]);
  expect([balance(tale, 0), balance(tale, 1)]).toEqual([1, 1]); // what was built is no loss
});

test("red cards that fire one by one are told together", () => {
  const [tale] = told([
    turn(0, 1),
    line("roll", 0, 3, 0, 3),
    line("collect", 1, 0, n("cafe"), 1, 1),
    line("collect", 1, 0, n("cafe"), 0, 1),
    line("collect", 2, 0, n("cafe"), 0, 1),
  ]);
  expect(tale!.entries.map(({ seat, coins, owed }) => [seat, coins, owed])).toEqual([
    [1, 1, 2],
    [2, 0, 1],
  ]);
});

test("a re-roll replaces the throw, the harbor adds to it, a double is marked", () => {
  const [tale] = told([
    turn(0, 1),
    line("roll", 0, 1, 2, 3),
    line("reroll", 0, 5, 5, 10),
    line("add_to_roll", 0, 2, 12),
    line("doubles_bonus", 0),
  ]);
  expect(tale).toMatchObject({ dice: [5, 5], total: 12, plus: 2, again: 1, double: true });
  expect(throwOf(tale!.dice, tale!.plus, tale!.total)).toBe("5 + 5 + 2 = 12");
  expect([throwOf([4], 0, 4), throwOf([], 0, 0)]).toEqual(["4", ""]);
});

test("one's own turn is forgotten when the next begins, those of the others since then are not", () => {
  const seats = (tales: Tale[]) => tales.map((tale) => `${tale.seat}.${tale.turn}`);
  const round = [turn(0, 1), turn(1, 2), turn(2, 3)];
  expect(seats(told(round))).toEqual(["0.1", "1.2", "2.3"]);
  expect(seats(told([...round, turn(0, 4)]))).toEqual(["1.2", "2.3", "0.4"]);
  expect(seats(told([...round, turn(0, 4), turn(0, 5, 1), turn(1, 6)]))).toEqual(["1.2", "2.3", "0.4", "0.5", "1.6"]);
  expect(told(Array.from({ length: 40 }, (_, index) => turn(1, index)))).toHaveLength(12);
});

test("what somebody who comes late sees begins with a throw", () => {
  expect(told([line("payout", 0, n("bakery"), 1, 1)])).toEqual([]);
  expect(told([line("roll", 1, 3, 4, 7)])).toMatchObject([{ seat: 1, dice: [3, 4], total: 7 }]);
});

test("every coin that moves has an entry, and a reason", () => {
  const entry = (kind: string, ...numbers: number[]) => {
    const found = entryOf(happening(line(kind, ...numbers)), book)!;
    return [found.seat, found.from, found.coins, found.why];
  };
  expect(entry("steal", 0, 2, n("stadium"), 2, 2)).toEqual([0, 2, 2, "Stadium"]);
  expect(entry("payment", 1, n("loan_office"), 2)).toEqual([1, BANK, -2, "Loan Office"]);
  expect(entry("bonus", 1, n("loan_office"), 5)).toEqual([1, BANK, 5, "Loan Office"]);
  expect(entry("shared", 2, -4, 3)).toEqual([2, BANK, -4, "equal shares"]);
  expect(entry("airport", 0, 10)).toEqual([0, BANK, 10, "Airport: nothing built"]);
  expect(entry("city_hall", 0, 1)).toEqual([0, BANK, 1, "City Hall: no coins"]);
  expect(entry("demolish", 0, landmarkNumber("train_station"), 8)).toEqual([0, BANK, 8, "Train Station pulled down"]);
  expect(entry("give", 0, 1, n("bakery"), 0, 4)).toEqual([0, BANK, 4, "gives away Bakery"]);
  expect(entry("invest", 0, n("tech_startup"), 3)).toEqual([0, BANK, -1, "on Tech Startup, which holds 3"]);
  expect(entry("build", 0, landmarkNumber("harbor"), 2, 1)).toEqual([0, BANK, -2, "builds Harbor"]);
  expect(entry("swap_declined", 0, 5)).toEqual([0, BANK, 5, "no swap"]);
  expect(entry("payout_skip", 0, n("mackerel_boat"), 2, 1)).toEqual([
    0,
    BANK,
    0,
    "Mackerel Boat ×2: its condition does not hold",
  ]);
  expect(entry("swap", 0, 1, n("bakery"), n("mine"), 0, 0)).toEqual([0, BANK, 0, "gives Bakery, takes Mine"]);
  expect(entryOf(happening(line("card_activates", 0, 1, 1)), book)).toBeNull();
});

test("kinds may be written with spaces", () => {
  expect(happening(line("turn start", 1, 2, 0))).toEqual({ kind: "turn_start", told: [1, 2, 0] });
});

test("the turn, spoken", () => {
  const tale = told([
    turn(1, 1),
    line("roll", 1, 3, 4, 7),
    line("payout", 1, n("cheese_factory"), 6, 1),
    line("collect", 0, 1, n("cafe"), 1, 1),
    line("buy", 1, n("mine"), 6, 5),
  ]).at(-1);
  expect(spoken(tale, ["Ann", "Bo"], 0)).toBe("Bo rolled 3 + 4 = 7. You plus 1. Bo plus 5. Bo: buys Mine.");
  expect(spoken(told([turn(0, 1), line("roll", 0, 6, 0, 6)]).at(-1), ["Ann", "Bo"], null)).toBe(
    "Ann rolled 6. Nobody is paid.",
  );
  expect(spoken(told([turn(0, 1)]).at(-1), ["Ann"], 0)).toBe("");
});
