import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { line } from "./fixtures.js";
import { Animator, verdictOf, type Shown } from "./animator.js";

let moments: Shown[];
let stage: Animator;
beforeEach(() => {
  vi.useFakeTimers();
  moments = [];
  stage = new Animator(() => moments.push(stage.shown));
});
afterEach(() => vi.useRealTimers());

async function done(acting: Promise<void>): Promise<boolean> {
  let over = false;
  void acting.then(() => {
    over = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return over;
}

test("a roll tumbles beside the dice that lie, and ends on its face", async () => {
  const acting = stage.act([line("rolled", { die: 4, total: 15 })], [2, 4, 5], false);
  expect(await done(acting)).toBe(false);
  await vi.runAllTimersAsync();
  await acting;
  expect(moments.length).toBeGreaterThan(3);
  expect(moments[0]).toMatchObject({ rolling: 3 });
  expect(moments.every(({ dice }) => dice!.slice(0, 3).join() === "2,4,5" && dice![3]! >= 1 && dice![3]! <= 6)).toBe(
    true,
  );
  expect(stage.shown).toMatchObject({ dice: [2, 4, 5, 4], rolling: -1 });
});

test("a re-roll takes the last die back", async () => {
  await stage.act([line("rerolled", { die: 5, "die 2": 1, total: 7, uses: 0 })], [2, 4, 5], true);
  expect(stage.shown.dice).toEqual([2, 4, 1]);
});

test("a click skips to the end", async () => {
  const acting = stage.act(
    [line("rolled", { die: 6, total: 31 }), line("game lost", { reason: 4, total: 31, foe_total: 0 })],
    [6, 6, 6],
    false,
  );
  stage.skip();
  expect(await done(acting)).toBe(true);
  expect(stage.shown).toMatchObject({ dice: [6, 6, 6, 6], verdict: { won: false, reason: 4, total: 31, foe: 0 } });
});

test("where nothing should move, nothing waits", async () => {
  expect(
    await done(
      stage.act([line("arrived", { place: 35, status: 1 }), line("added", { total: 12, uses: 0 })], [1, 2, 3], true),
    ),
  ).toBe(true);
});

test("the step goes where the player arrived", async () => {
  const acting = stage.act([line("arrived", { place: 35, status: 1 })], [], false);
  expect(stage.shown.at).toBe(35);
  await vi.runAllTimersAsync();
  await acting;
});

test("nothing of the next round is shown before its verdict was read", async () => {
  const lines = [
    line("held", { total: 20 }),
    line("round won", { total: 20, foe_total: 19, rounds_won: 1, rounds_lost: 0 }),
    line("rolled", { die: 2, total: 9 }),
  ];
  await stage.act(lines, [6, 6, 6, 2], true);
  expect(stage.shown).toMatchObject({ dice: null, verdict: { won: true, total: 20, foe: 19 } });
  stage.clear();
  expect(stage.shown.verdict).toBeNull();
});

test("verdicts are read from the lines that tell them", () => {
  expect(verdictOf(line("game won", { place: 3, total: 19, foe_total: 16 }))).toEqual({
    won: true,
    reason: 0,
    total: 19,
    foe: 16,
  });
  expect(verdictOf(line("round lost", { reason: 2, total: 19, foe_total: 19, rounds_won: 0, rounds_lost: 1 }))).toEqual(
    { won: false, reason: 2, total: 19, foe: 19 },
  );
  expect(verdictOf(line("practice ended", { bout: 1, won: 0, reason: 3, total: 24, foe_total: 0 }))).toMatchObject({
    won: false,
    reason: 3,
  });
  expect(verdictOf(line("held", { total: 4 }))).toBeNull();
});
