import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Stage, lengths } from "./stage.js";

interface Frame {
  at: number;
  faces: number[];
}

class Walk extends Stage<Frame, number> {
  readonly applied: number[] = [];

  constructor(show: () => void = () => undefined) {
    super({ at: 0, faces: [] }, show);
  }

  protected override apply(step: number): void {
    this.applied.push(step);
  }

  walk(steps: number[], quiet = false): Promise<void> {
    return this.play(this.frames(steps), quiet);
  }

  roll(faces: number[]): Promise<void> {
    return this.play(
      this.tumble(faces, 1000, (shown) => this.set({ faces: shown })),
      false,
    );
  }

  private *frames(steps: number[]): Generator<number> {
    this.rest = [...steps];
    for (const at of steps) {
      this.applyNext();
      this.set({ at });
      yield 100;
    }
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("frames stay as long as they say", async () => {
  const shown: number[] = [];
  const stage = new Walk(() => shown.push(stage.shown.at));
  const walking = stage.walk([1, 2, 3]);
  expect([stage.shown.at, stage.moving]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(150);
  expect([stage.shown.at, stage.applied]).toEqual([2, [1, 2]]);
  await vi.runAllTimersAsync();
  await walking;
  expect([stage.moving, shown]).toEqual([false, [1, 2, 3, 3]]);
});

test("skipping goes to the end, and shows it", async () => {
  const shown: number[] = [];
  const stage = new Walk(() => shown.push(stage.shown.at));
  const walking = stage.walk([1, 2, 3]);
  stage.skip();
  await walking;
  expect([stage.shown.at, stage.applied, shown]).toEqual([3, [1, 2, 3], [1, 3]]);
});

test("clearing ends it without its other frames, but applies every step once", async () => {
  const stage = new Walk();
  const walking = stage.walk([1, 2, 3]);
  stage.clear();
  await walking;
  expect([stage.shown.at, stage.applied]).toEqual([0, [1, 2, 3]]);
  void stage.walk([4, 5]);
  const second = stage.walk([6]);
  await vi.runAllTimersAsync();
  await second;
  expect([stage.shown.at, stage.applied.slice(3)]).toEqual([6, [4, 5, 6]]);
});

test("where nothing should move, only the last frame is shown, at once", () => {
  let draws = 0;
  const stage = new Walk(() => {
    draws += 1;
  });
  void stage.walk([1, 2, 3], true);
  expect([stage.shown.at, stage.applied, draws, stage.moving]).toEqual([3, [1, 2, 3], 1, false]);
});

test("dice tumble over real faces, then lie", async () => {
  const seen: number[][] = [];
  const stage = new Walk(() => seen.push(stage.shown.faces));
  const rolling = stage.roll([2, 6]);
  await vi.runAllTimersAsync();
  await rolling;
  expect(stage.shown.faces).toEqual([2, 6]);
  expect(seen.length).toBeGreaterThan(4);
  expect(seen.flat().every((face) => face >= 1 && face <= 6)).toBe(true);
});

test("steps take their share of the pace, and never longer than the page waits", () => {
  const timing = { steps: { go: 0.5, roll: 1 }, rolls: new Set(["roll"]), longest: 2000 };
  expect(lengths(["go", "roll", "nothing"], timing, 700)).toEqual([350, 1050, 0]);
  expect(lengths(Array<string>(20).fill("go"), timing, 700)).toEqual(Array<number>(20).fill(100));
});
