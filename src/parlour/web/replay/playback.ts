/**
 * Playback: the current stop, and moving forwards, backwards or automatically. It knows stops and time, not what they
 * show.
 */
import type { Film, Frame, Line } from "../kit/types.js";

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
const SHORTEST = 700;
const LONGEST = 3_000;
const OPENING = 1_500;
const GLANCE = 300;
const A_LETTER = 22; // milliseconds

const LONG = 1_500;
const MOST_LINES = 120; // in longer matches only the last lines are shown

/** A line of the log, and the index of its frame. */
export interface FrameLine {
  line: Line;
  at: number;
}

/** How long a frame is shown at speed 1: long enough to read it, within limits. */
export function frameDuration(frame: Frame): number {
  const letters = frame.lines.reduce((sum, line) => sum + line.text.length, 0);
  return Math.min(frame.who === null ? OPENING : LONGEST, SHORTEST + A_LETTER * letters);
}

/**
 * The log up to a frame, each line with the index of its frame; empty lines are left out, and in a long match only the
 * last lines are kept.
 */
export function linesUpTo(film: Film, at: number): FrameLine[] {
  const most = film.frames.at(-1)!.at > LONG ? MOST_LINES : Infinity;
  const found: FrameLine[] = [];
  for (let place = at; place >= 0 && found.length < most; place -= 1) {
    for (const line of film.frames[place]!.lines.slice().reverse()) if (line.text) found.push({ line, at: place });
  }
  return found.reverse();
}

/**
 * The index of the frame after this many answers and outcomes, or the nearest earlier one: in a long match a frame
 * holds many.
 */
export function placeOf(film: Film, answers: number): number {
  let place = 0;
  while (place < film.frames.length - 1 && film.frames[place + 1]!.at <= answers) place += 1;
  return place;
}

/** The frame at which a film opens: the first with a question, because before that a game may have nothing to show. */
export const openingOf = ({ frames }: Film): number =>
  Math.max(
    0,
    frames.findIndex(({ lights }) => lights.length > 0),
  );

/** A frame in a few words. */
export function caption(film: Film, at: number): string {
  const frame = film.frames[at];
  if (!frame || frame.who === null) return "The match begins";
  return frame.who < 0 ? `Dealt: ${frame.text}` : `${film.names[frame.who]}: ${frame.text}`;
}

/** What is played back: the stops, how long each is shown at speed 1, and which one follows. It may grow. */
export interface PlaybackTrack {
  readonly last: number;
  readonly glance: number; // the least milliseconds of a stop, however long showing it took
  duration(at: number): number;
  next?(at: number): number; // the following stop, if it is not at + 1
}

export const trackOf = (frames: readonly Frame[]): PlaybackTrack => ({
  last: frames.length - 1,
  glance: GLANCE,
  duration: (at) => frameDuration(frames[at]!),
});

export type Show = (at: number, moved: boolean) => Promise<unknown> | void;
export interface PlaybackClock {
  after(ms: number, then: () => void): () => void;
  now(): number;
}

const wall: PlaybackClock = {
  now: () => performance.now(),
  after(ms, then) {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
};

export class Playback {
  at = 0;
  playing = false;
  speed = 1;
  private turn = 0; // increases with every command: outdated runs stop
  private stop = () => {};

  /** `show` puts a stop on the board; `moved` says that it follows the previous one and may be animated. */
  constructor(
    private readonly track: PlaybackTrack,
    private readonly show: Show,
    private readonly changed: () => void,
    private readonly clock: PlaybackClock = wall,
  ) {}

  get last(): number {
    return this.track.last;
  }

  /** The stop after this one. */
  get next(): number {
    return Math.min(this.last, this.track.next?.(this.at) ?? this.at + 1);
  }

  /** Goes to a stop, and stops playing unless `playing` is set. */
  async seek(to: number, playing = false): Promise<void> {
    const at = Math.max(0, Math.min(this.last, Math.round(to) || 0));
    const moved = at > this.at && (at === this.at + 1 || at === this.next);
    await this.go(at, moved && !playing, playing);
  }

  step(by: number): Promise<void> {
    return this.seek(this.at + by);
  }

  /** Plays or pauses; at the end it starts again. */
  async toggle(): Promise<void> {
    if (this.playing) this.halt();
    else await this.go(this.at >= this.last ? 0 : this.at, false, this.last > 0);
  }

  halt(): void {
    this.turn += 1;
    this.stop();
    this.playing = false;
    this.changed();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.wait();
    this.changed();
  }

  private async go(at: number, moved: boolean, playing: boolean): Promise<void> {
    const turn = (this.turn += 1);
    this.stop();
    this.at = at;
    this.playing = playing && at < this.last;
    this.changed();
    const began = this.clock.now();
    await this.show(at, moved);
    if (turn === this.turn && this.playing) this.wait(this.clock.now() - began);
  }

  /** Waits for the next stop; `spent` milliseconds of the time are already over. */
  private wait(spent = 0): void {
    this.stop();
    const left = Math.max(this.track.glance, this.track.duration(this.at) - spent);
    this.stop = this.clock.after(left / this.speed, () => void this.go(this.next, true, true));
  }
}
