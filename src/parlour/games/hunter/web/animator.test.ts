import { expect, test, vi } from "vitest";
import { book, line, town } from "./fixtures.js";
import { eventOf, type GameEvent } from "./game-event.js";
import { Animator, gainText, lengths, woundOf } from "./animator.js";

const now = (kind: string, ...args: number[]): GameEvent => eventOf(line(kind, ...args));

test("together no longer than the shell waits, and nothing without a pace", () => {
  const round = Array.from({ length: 30 }, (_, index) => now("income", index, 0, 0, 6, 1, 0));
  expect(lengths(round, 700).reduce((all, one) => all + one, 0)).toBeCloseTo(2600);
  expect(lengths([now("finished", 0)], 700)).toEqual([0]);
});

test("what somebody gets, in a few signs", () => {
  expect(gainText(now("won", 1, 3, 2, 1, 0, 4))).toEqual({ seat: 1, words: "+2 $  +1 Beer  +4 points" });
  expect(gainText(now("income", 0, 4, 3, 5, 1, 0))).toEqual({ seat: 0, words: "+5 EXP" });
  expect(gainText(now("finished", 0))).toBeNull();
});

test("how hard a blow was: dice and pets together", () => {
  expect(
    [
      now("struck", 0, 4, 3, 1, 0),
      now("used", 0, 4, 3, 0),
      now("hit", 0, 4, 2, 1, 2),
      now("retaliated", 0, 2, 1),
      now("won", 0, 3, 2, 1),
    ].map(woundOf),
  ).toEqual([7, 3, 2, 2, 0]);
});

test("where nothing moves, all is told at once and the view runs ahead", async () => {
  const heard: string[] = [];
  const stage = new Animator({ show: () => undefined, apply: ({ kind }) => heard.push(kind) });
  await stage.act([line("sent", 0, 4, 6), line("income", 0, 4, 3, 4, 1, 0)], {
    sight: town([{}, {}]),
    book,
    pace: 700,
    still: true,
  });
  expect(heard).toEqual(["sent", "income"]);
  expect(stage.shown.sight).toMatchObject({ hunter: [4, -1], exp: [7, 3] });
});

test("dice tumble, lie, and a click ends it; what was not shown is told", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const seen: boolean[] = [];
  const heard: string[] = [];
  const stage = new Animator({
    show: () => seen.push(stage.shown.dice?.rolling ?? false),
    apply: ({ kind }) => heard.push(kind),
  });
  const done = stage.act([line("rolled", 0, 2, 7, 1, 1), line("won", 0, 3, 0, 0, 0, 4)], {
    sight: town([{}]),
    book,
    pace: 700,
    still: false,
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(seen).toContain(true);
  expect(heard).toEqual([]);
  await vi.advanceTimersByTimeAsync(900);
  expect(stage.shown.dice).toEqual({ attack: true, faces: [2, 2], rolling: false });
  stage.skip();
  await done;
  expect(heard).toEqual(["rolled", "won"]);
  expect(stage.shown.sight!.score).toEqual([4]);
  vi.useRealTimers();
});
