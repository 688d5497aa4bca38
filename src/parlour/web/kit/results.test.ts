import { beforeEach, expect, test } from "vitest";
import { bestResults, compareResult, firstTry, keepResult } from "./results.js";
import { store } from "./store.js";
import type { Result } from "./types.js";

const NOW = new Date("2026-11-18T23:30:00Z");
const ended = (record: string, value: number, level = "usual", daily: string | null = null): Result => ({
  winners: [],
  rows: [],
  record,
  score: { level, value, text: `${value} games won` },
  daily,
});

beforeEach(() => localStorage.clear());

test("the best of each level is kept, the older of equals", () => {
  for (const one of [ended("a", 3), ended("b", 5), ended("c", 5), ended("d", 1, "one-up")])
    keepResult("bones", one, NOW);
  expect(bestResults("bones").map((one) => [one.level, one.record, one.date])).toEqual([
    ["usual", "b", "2026-11-18"],
    ["one-up", "d", "2026-11-18"],
  ]);
  expect(bestResults("magpie")).toEqual([]);
});

test("a match without a score is not kept, and nothing won is no best result", () => {
  keepResult("bones", ended("z", 0), NOW);
  expect(compareResult("bones", ended("z", 0))).toEqual(["Level usual: 0 games won."]);
  keepResult("bones", { winners: [], rows: [], record: "a" }, NOW);
  expect(bestResults("bones")).toEqual([]);
});

test("the first try of a day counts, and old days are forgotten", () => {
  keepResult("bones", ended("a", 3, "usual", "2026-11-18"), NOW);
  keepResult("bones", ended("b", 9, "usual", "2026-11-18"), NOW);
  expect(firstTry("bones", "2026-11-18")!.record).toBe("a");
  for (let day = 10; day < 40; day += 1) keepResult("bones", ended(`${day}`, 1, "usual", `2026-12-${day}`), NOW);
  expect(firstTry("bones", "2026-11-18")).toBeUndefined();
});

test("a finished match is compared, also when its page is opened again", () => {
  for (const one of [ended("a", 3, "usual", "2026-11-18"), ended("b", 9, "usual", "2026-11-18")]) {
    keepResult("bones", one, NOW);
    keepResult("bones", one, NOW);
  }
  expect(compareResult("bones", ended("b", 9, "usual", "2026-11-18"))).toEqual([
    "Level usual: 9 games won.",
    "A new best result.",
    "Your first try today: 3 games won.",
  ]);
  expect(compareResult("bones", ended("a", 3))).toEqual([
    "Level usual: 3 games won.",
    "Your best at this level: 9 games won.",
  ]);
});

test("damaged storage is no obstacle", () => {
  store.keep("results.bones", "nonsense");
  keepResult("bones", ended("a", 3), NOW);
  expect(bestResults("bones")).toHaveLength(1);
});
