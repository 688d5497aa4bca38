import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Line } from "@parlour/kit/types";
import { book, landmarkNumber, line, numberOf as n, town } from "./fixtures.js";
import { Animator, paid, times, type Shown } from "./animator.js";
import { entryOf, happening } from "./tale.js";

let moments: Shown[];
let told: (string | null)[];
let flights: string[];
let stage: Animator;
const sight = town([{ coins: 3 }, { coins: 5 }]);
beforeEach(() => {
  vi.useFakeTimers();
  [moments, told, flights] = [[], [], []];
  stage = new Animator({
    show: () => moments.push(stage.shown),
    told: (one) => told.push(one.kind),
    fly: (from, to, coins) => flights.push(`${from} ${to} ${coins}`),
    land: () => undefined,
  });
});
afterEach(() => vi.useRealTimers());

const act = (lines: Line[], still = false, pace = 700) => stage.act(lines, { sight, book, pace, still });
const lines = () => [
  line("turn_start", 1, 2, 0),
  line("roll", 1, 3, 0, 3),
  line("collect", 0, 1, n("cafe"), 1, 1),
  line("payout", 1, n("bakery"), 1, 1),
  line("buy", 1, n("ranch"), 1, 5),
];

test("dice tumble and lie, coins fly, purses fill", async () => {
  const acting = act(lines());
  await vi.runAllTimersAsync();
  await acting;
  expect(moments.some(({ rolling }) => rolling)).toBe(true);
  expect(stage.shown).toMatchObject({ active: 1, dice: [3], total: 3, rolling: false, coins: [4, 4] });
  expect(told).toEqual(["turn_start", "roll", "collect", "payout", "buy"]);
  expect(flights).toEqual([
    '[data-purse="1"] [data-purse="0"] 1',
    '[data-purse="-1"] [data-purse="1"] 1',
    `[data-spot="m.${n("ranch")}"] [data-purse="1"] 0`,
    '[data-purse="1"] [data-purse="-1"] 1',
  ]);
  expect(moments.map(({ flash }) => flash)).toContain(`c.0.${n("cafe")}.0`);
});

test("nothing of a roll is told before the dice lie", async () => {
  void act(lines());
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toEqual(["turn_start"]);
  stage.clear();
});

test("a click skips to the end", async () => {
  const acting = act(lines());
  await vi.advanceTimersByTimeAsync(50);
  stage.skip();
  await acting;
  expect(told).toHaveLength(5);
  expect(stage.shown.coins).toEqual([4, 4]);
});

test("where nothing moves nothing flies or waits, and all is told", async () => {
  await act(lines(), true);
  expect(told).toHaveLength(5);
  expect(flights).toEqual([]);
});

test("a new view ends the scene; what was left is told once", async () => {
  const acting = act(lines());
  await vi.advanceTimersByTimeAsync(50);
  stage.clear();
  await acting;
  expect(told).toHaveLength(5);
  expect(stage.shown.coins).toBeNull();
});

test("nobody waits longer than the shell does, and pace counts", () => {
  const many = Array.from({ length: 30 }, () => happening(line("payout", 0, 0, 1, 1)));
  expect(times(many, 700).reduce((all, one) => all + one, 0)).toBeCloseTo(2400);
  const [slow, fast] = [700, 200].map((pace) => times([happening(line("buy", 0, 0, 1, 1))], pace)[0]!);
  expect(slow).toBeGreaterThan(fast!);
  expect(times([happening(line("card_activates", 0, 0, 1))], 700)).toEqual([0]);
});

test("a landmark lights up where it stands", async () => {
  const acting = act([line("build", 1, landmarkNumber("harbor"), 2, 1)]);
  expect(stage.shown.flash).toBe("l.1.5");
  await vi.runAllTimersAsync();
  await acting;
});

test("purses after an entry", () => {
  expect(paid([3, 5], entryOf(happening(line("steal", 0, 1, n("tv_station"), 5, 5)), book)!)).toEqual([8, 0]);
  expect(paid([3, 5], entryOf(happening(line("payment", 1, n("loan_office"), 2)), book)!)).toEqual([3, 3]);
});
