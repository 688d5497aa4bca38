import { expect, test } from "vitest";
import { curves, ticks } from "./chart.js";
import { correctHistory, addEvent, emptyHistory, type MatchHistory } from "./match-history.js";
import { line, town } from "./fixtures.js";
import { eventOf } from "./game-event.js";

const write = (...lines: [string, ...number[]][]): MatchHistory =>
  lines.reduce((now, [kind, ...rest]) => addEvent(now, eventOf(line(kind, ...rest))), emptyHistory());

test("a round's harvest by seat, complete when the next one begins", () => {
  const book = write(
    ["round", 1],
    ["sent", 0, 0, 6],
    ["sent", 1, 6, 6],
    ["popularity", 0, 0, 1, 1],
    ["rewarded", 0, 0, 1, 0, 0, 0],
    ["fame", 0, 1, 1],
    ["income", 0, 0, 0, 6, 1, 0],
    ["fought", 1, 3, 2, 1],
    ["hit", 1, 2, 2, 2, 2],
    ["won", 1, 3, 0, 1, 1, 3],
    ["fake_paid", 1, 1],
    ["scores", 1, 1, 4],
    ["round", 2],
  );
  expect(book.last!.round).toBe(1);
  expect(book.last!.rows[0]).toMatchObject({ hunter: 0, apprentice: 6, alone: true, money: 6, beer: 1, points: 1 });
  expect(book.last!.rows[1]).toMatchObject({ monster: 3, won: true, beer: 1, bags: 1, exp: 2, points: 4 });
  expect(book.now).toEqual([]);
});

test("the fight that goes on: its dice and its story, and none of another's", () => {
  const book = write(
    ["fought", 0, 3, 4, 0],
    ["rolled", 0, 2, 3 + 6 * 5, 2, 1],
    ["struck", 0, 2, 0, 2, 0],
    ["bought", 1, 2, 2, 0],
    ["defended", 0, 1, 4, 1],
  );
  expect(book.fight).toMatchObject({ seat: 0, monster: 3, attack: [4, 6], damage: 2, defense: [5], blocks: 1 });
  expect(book.fight!.lines).toHaveLength(4);
  expect(write(["fought", 0, 3, 4, 0], ["hunted", 1, 1, 2, 0]).fight).toBeNull();
});

test("scores by round become curves that begin with nothing", () => {
  const { scores } = write(["scores", 1, 3, 0, 0, 0, 0], ["scores", 2, 7, 5, 0, 0, 0]);
  expect(curves(scores, 2)).toEqual([
    {
      seat: 0,
      points: [
        { round: 0, score: 0 },
        { round: 1, score: 3 },
        { round: 2, score: 7 },
      ],
    },
    {
      seat: 1,
      points: [
        { round: 0, score: 0 },
        { round: 1, score: 0 },
        { round: 2, score: 5 },
      ],
    },
  ]);
  expect(curves(new Map(), 2)[1]!.points).toEqual([{ round: 0, score: 0 }]);
});

test("a view corrects what was remembered: the last scores at the end, nothing from the future of a replay", () => {
  const book = write(["scores", 1, 3, 0], ["scores", 2, 7, 5], ["scores", 3, 60, 5]);
  expect([...correctHistory(book, town([{ score: 7 }, { score: 5 }], { round: 3 })).scores.keys()]).toEqual([1, 2]);
  expect(correctHistory(write(), town([{ score: 7 }, { score: 5 }], { round: 3 })).scores.get(2)).toEqual([7, 5]);
  expect(
    correctHistory(write(), town([{ score: 51 }, { score: 5 }], { round: 9, phase: 10, over: true })).scores.get(9),
  ).toEqual([51, 5]);
});

test("even steps on an axis", () => {
  expect(ticks(4)).toEqual([0, 1, 2, 3, 4]);
  expect(ticks(53)).toEqual([0, 10, 20, 30, 40, 50]);
});
