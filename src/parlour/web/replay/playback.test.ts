import { beforeEach, describe, expect, it } from "vitest";
import type { Film, Frame } from "../kit/types.js";
import {
  Playback,
  caption,
  openingOf,
  placeOf,
  frameDuration,
  trackOf,
  linesUpTo,
  type PlaybackClock,
} from "./playback.js";

const line = (number: number, text: string) => ({
  number,
  category: "round",
  text,
  pause: false,
  kind: null,
  arguments: {},
});
const frames: Frame[] = [
  { at: 0, who: null, text: "", lines: [], view: {}, captions: {}, lights: [0] },
  {
    at: 1,
    who: -1,
    text: "a pearl",
    lines: [line(1, "Out of the bag comes a pearl."), line(2, "")],
    view: {},
    captions: {},
    lights: [0],
  },
  { at: 2, who: 0, text: "bid 4", lines: [line(3, "Ann buys it.")], view: {}, captions: {}, lights: [] },
];
const film = { names: ["Ann"], frames } as unknown as Film;

class Hand implements PlaybackClock {
  waiting: { ms: number; run: () => void }[] = [];
  time = 0;
  now(): number {
    return this.time;
  }
  after(ms: number, run: () => void): () => void {
    const one = { ms, run };
    this.waiting.push(one);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== one);
    };
  }
  async ring(): Promise<void> {
    this.waiting.shift()!.run();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

let hand: Hand;
let shown: [number, boolean][];
let playback: Playback;
beforeEach(() => {
  hand = new Hand();
  shown = [];
  playback = new Playback(
    trackOf(frames),
    (at, moved) => void shown.push([at, moved]),
    () => {},
    hand,
  );
});

describe("a playback", () => {
  it("steps forwards and back, and stays within its ends", async () => {
    for (const by of [1, 1, 1, -1]) await playback.step(by);
    expect(shown).toEqual([
      [1, true],
      [2, true],
      [2, false],
      [1, false],
    ]);
    await playback.seek(-7);
    expect(playback.at).toBe(0);
    await playback.seek(99);
    expect(playback.at).toBe(2);
    await playback.seek(Number.NaN);
    expect(playback.at).toBe(0);
  });

  it("plays to the end, and begins again after it", async () => {
    await playback.toggle();
    expect(playback.playing).toBe(true);
    await hand.ring();
    await hand.ring();
    expect([playback.at, playback.playing, hand.waiting.length]).toEqual([2, false, 0]);
    expect(shown).toEqual([
      [0, false],
      [1, true],
      [2, true],
    ]);
    await playback.toggle();
    expect([playback.at, playback.playing]).toEqual([0, true]);
  });

  it("pauses, and a step ends playing", async () => {
    await playback.toggle();
    await playback.toggle();
    expect([playback.playing, hand.waiting.length]).toEqual([false, 0]);
    await playback.toggle();
    await playback.step(1);
    expect([playback.at, playback.playing, hand.waiting.length]).toEqual([1, false, 0]);
  });

  it("goes on playing from where it is dragged to, if told to", async () => {
    await playback.toggle();
    await playback.seek(1, true);
    expect([playback.playing, hand.waiting.length]).toEqual([true, 1]);
    await playback.seek(2, true);
    expect(playback.playing).toBe(false);
  });

  it("waits less when it is faster", async () => {
    await playback.toggle();
    const before = hand.waiting[0]!.ms;
    playback.setSpeed(4);
    expect(hand.waiting.map((one) => one.ms)).toEqual([before / 4]);
  });

  it("counts the showing of a frame as part of its time", async () => {
    const long = frames.map((frame) => ({ ...frame, lines: [line(1, "x".repeat(9_999))] }));
    playback = new Playback(
      trackOf(long),
      (at) => {
        hand.time += at === 1 ? 1_000 : 0;
      },
      () => {},
      hand,
    );
    await playback.toggle();
    expect(hand.waiting[0]!.ms).toBeLessThan(2_000);
    await hand.ring();
    expect(hand.waiting.map((one) => one.ms)).toEqual([2_000]);
  });

  it("waits for what is being shown, and forgets it when somebody seeks meanwhile", async () => {
    let settle = () => {};
    playback = new Playback(
      trackOf(frames),
      (at) =>
        at === 1
          ? new Promise<void>((resolve) => {
              settle = resolve;
            })
          : undefined,
      () => {},
      hand,
    );
    await playback.toggle();
    await hand.ring();
    expect([playback.at, hand.waiting.length]).toEqual([1, 0]);
    await playback.seek(0);
    settle();
    await Promise.resolve();
    expect([playback.at, playback.playing, hand.waiting.length]).toEqual([0, false, 0]);
  });

  it("passes over stops where its track says so, and grows with it", async () => {
    const track = { last: 9, glance: 0, duration: () => 10, next: (at: number) => at + 4 };
    playback = new Playback(
      track,
      (at, moved) => void shown.push([at, moved]),
      () => {},
      hand,
    );
    await playback.toggle();
    await hand.ring();
    await hand.ring();
    expect(shown).toEqual([
      [0, false],
      [4, true],
      [8, true],
    ]);
    track.last = 20;
    await hand.ring();
    await playback.seek(16);
    await playback.seek(19);
    expect(shown.slice(3)).toEqual([
      [12, true],
      [16, true],
      [19, false],
    ]);
  });

  it("of one frame does not play", async () => {
    playback = new Playback(
      trackOf(frames.slice(0, 1)),
      () => {},
      () => {},
      hand,
    );
    await playback.toggle();
    expect([playback.at, playback.playing]).toEqual([0, false]);
  });
});

describe("a film", () => {
  it("tells what was said up to a frame, without what says nothing", () => {
    expect(linesUpTo(film, 0)).toEqual([]);
    expect(linesUpTo(film, 2).map((one) => [one.line.number, one.at])).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });

  it("tells the last lines of a long match alone", () => {
    const many = Array.from({ length: 500 }, (_, at) => ({
      ...frames[2]!,
      at: at * 9,
      lines: [line(at, `line ${at}`)],
    }));
    const rows = linesUpTo({ ...film, frames: many }, 400);
    expect([rows.length, rows[0]!.line.number, rows.at(-1)!.line.number]).toEqual([120, 281, 400]);
    expect(linesUpTo({ ...film, frames: many.slice(0, 150) }, 149).length).toBe(150);
  });

  it("finds the frame of an answer, also where a frame holds many", () => {
    const long = { frames: [{ at: 0 }, { at: 1 }, { at: 40 }, { at: 90 }] } as unknown as Film;
    expect([0, 1, 39, 40, 89, 90, 999].map((answers) => placeOf(long, answers))).toEqual([0, 1, 1, 2, 2, 3, 3]);
  });

  it("opens where somebody is first asked", () => {
    const opening = (...lit: number[][]) => openingOf({ frames: lit.map((lights) => ({ lights })) } as unknown as Film);
    expect([opening([0], [1]), opening([], [], [0, 1], [1]), opening([], [])]).toEqual([0, 2, 0]);
  });

  it("names its frames", () => {
    expect([0, 1, 2].map((at) => caption(film, at))).toEqual(["The match begins", "Dealt: a pearl", "Ann: bid 4"]);
  });

  it("stands longer where there is more to read, within bounds", () => {
    expect(frameDuration(frames[1]!)).toBeGreaterThan(frameDuration(frames[2]!));
    const endless = { lines: [line(1, "x".repeat(9_999))] };
    expect([frameDuration({ ...frames[1]!, ...endless }), frameDuration({ ...frames[0]!, ...endless })]).toEqual([
      3_000, 1_500,
    ]);
  });
});
