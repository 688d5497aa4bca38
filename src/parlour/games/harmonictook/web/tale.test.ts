import { expect, test } from "vitest";
import type { Line } from "@parlour/kit/types";
import { book, landmarkNumber, line, numberOf as n } from "./fixtures.js";
import { BANK, balance, entryOf, happening, spoken, tell, throwOf, verbFor, type Tale } from "./tale.js";

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
  expect(entry("demolish", 0, landmarkNumber("train_station"), 8)).toEqual([0, BANK, 8, "pulls down Train Station"]);
  expect(entry("give", 0, 1, n("bakery"), 0, 4)).toEqual([0, BANK, 4, "gives away Bakery"]);
  expect(entry("invest", 0, n("tech_startup"), 3)).toEqual([0, BANK, -1, "invests in Tech Startup, which holds 3"]);
  expect(entry("build", 0, landmarkNumber("harbor"), 2, 1)).toEqual([0, BANK, -2, "builds Harbor"]);
  expect(entry("swap_declined", 0, 5)).toEqual([0, BANK, 5, "swaps nothing"]);
  expect(entry("payout_skip", 0, n("mackerel_boat"), 2, 1)).toEqual([
    0,
    BANK,
    0,
    "Mackerel Boat ×2: its condition does not hold",
  ]);
  expect(entry("swap", 0, 1, n("bakery"), n("mine"), 0, 0)).toEqual([0, BANK, 0, "gives Bakery and takes Mine"]);
  expect(entryOf(happening(line("card_activates", 0, 1, 1)), book)).toBeNull();
});

test("what a seat does is worded for a name and for you, every kind of event", () => {
  const both = (kind: string, ...numbers: number[]) => {
    const { why, own, act } = entryOf(happening(line(kind, ...numbers)), book)!;
    return act ? [`Bo ${why}`, `You ${own}`] : [why, own];
  };
  const station = landmarkNumber("train_station");
  expect(both("demolish", 0, station, 8)).toEqual(["Bo pulls down Train Station", "You pull down Train Station"]);
  expect(both("give", 0, 1, n("bakery"), 0, 4)).toEqual(["Bo gives away Bakery", "You give away Bakery"]);
  expect(both("swap_declined", 0, 0)).toEqual(["Bo swaps nothing", "You swap nothing"]);
  expect(both("swap_declined", 0, 5)).toEqual(["Bo swaps nothing", "You swap nothing"]);
  expect(both("invest", 0, n("tech_startup"), 3)).toEqual([
    "Bo invests in Tech Startup, which holds 3",
    "You invest in Tech Startup, which holds 3",
  ]);
  expect(both("buy", 0, n("mine"), 6, 5)).toEqual(["Bo buys Mine", "You buy Mine"]);
  expect(both("build", 0, station, 4, 1)).toEqual(["Bo builds Train Station", "You build Train Station"]);
  expect(both("pass", 0, 3)).toEqual(["Bo builds nothing", "You build nothing"]);
  expect(both("swap", 0, 1, n("bakery"), n("mine"), 0, 0)).toEqual([
    "Bo gives Bakery and takes Mine",
    "You give Bakery and take Mine",
  ]);
  expect(both("exhibit", 0, n("ranch"))).toEqual(["Bo exhibits Ranch", "You exhibit Ranch"]);
  expect(both("win", 0, 40)).toEqual(["Bo has built every landmark and wins", "You have built every landmark and win"]);
  const labels: [string, number[], string][] = [
    ["payout", [0, n("bakery"), 2, 2], "Bakery ×2"],
    ["payout_skip", [0, n("cheese_factory"), 1, 2], "Cheese Factory: nothing to count"],
    ["collect", [0, 1, n("cafe"), 1, 1], "Cafe"],
    ["steal", [0, 1, n("stadium"), 2, 2], "Stadium"],
    ["payment", [0, n("loan_office"), 2], "Loan Office"],
    ["bonus", [0, n("loan_office"), 5], "Loan Office"],
    ["shared", [0, 4, 7], "equal shares"],
    ["airport", [0, 10], "Airport: nothing built"],
    ["city_hall", [0, 1], "City Hall: no coins"],
    ["extra_roll", [0, 3, 4, n("tuna_boat")], "Tuna Boat: 3 and 4 make 7"],
    ["extra_roll", [0, 3, 0, n("tuna_boat")], "Tuna Boat: 3"],
    ["close", [0, n("bakery"), 1], "Bakery closes for renovation"],
    ["close", [0, n("bakery"), 2], "Bakery ×2 close for renovation"],
    ["reopen", [0, n("bakery"), 1], "Bakery opens again"],
    ["reopen", [0, n("bakery"), 2], "Bakery ×2 open again"],
    ["returned", [0, n("exhibit_hall")], "Exhibit Hall goes back to the market"],
    ["market_refill", [n("mine"), 10, 20], "new in the market: Mine (9)"],
    ["removed", [n("stadium"), 1], "leaves the market: Stadium"],
  ];
  for (const [kind, numbers, words] of labels) expect(both(kind, ...numbers)).toEqual([words, words]);
  expect(["have", "buy", "pass", "go"].map((verb) => verbFor(false, verb))).toEqual(["has", "buys", "passes", "goes"]);
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
  expect(spoken(tale, ["Ann", "Bo"], 0)).toBe("Bo rolled 3 + 4 = 7. You gain 1 coin. Bo gains 5 coins. Bo buys Mine.");
  expect(spoken(told([turn(0, 1), line("roll", 0, 6, 0, 6)]).at(-1), ["Ann", "Bo"], null)).toBe(
    "Ann rolled 6. Nobody is paid.",
  );
  expect(spoken(told([turn(0, 1)]).at(-1), ["Ann"], 0)).toBe("");
  const mine = told([
    turn(0, 1),
    line("roll", 0, 5, 0, 5),
    line("payment", 0, n("loan_office"), 2),
    line("build", 0, landmarkNumber("radio_tower"), 22, 4),
  ]).at(-1);
  expect(spoken(mine, ["Ann", "Bo"], 0)).toBe("You rolled 5. You lose 2 coins. You build Radio Tower.");
  expect(spoken(mine, ["Ann", "Bo"], 1)).toBe("Ann rolled 5. Ann loses 2 coins. Ann builds Radio Tower.");
});
