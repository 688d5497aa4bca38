/** Animates new log lines on the old view: rolling dice, changing totals, the lifted cup, a step through the city. */
import type { Line } from "@parlour/kit/types";
import type { Verdict } from "./fight.js";

const ROLL = 360;
const STEP = 280;
const TICK = 220;
const LIFT = 400;
const FLICKER = 60;

export interface Shown {
  at: number | null;
  dice: number[] | null;
  rolling: number;
  change: string;
  verdict: Verdict | null;
}
export const STILL: Shown = { at: null, dice: null, rolling: -1, change: "", verdict: null };

/** How a game or round ended, if this line says so; reason 0 is a win. */
export function verdictOf({ kind, arguments: args }: Line): Verdict | null {
  const total = args.total ?? 0;
  const foe = args.foe_total ?? 0;
  switch (kind) {
    case "game won":
    case "round won":
      return { won: true, reason: 0, total, foe };
    case "game lost":
    case "round lost":
      return { won: false, reason: args.reason ?? 1, total, foe };
    case "practice ended":
      return { won: args.won === 1, reason: args.reason ?? 0, total, foe };
    default:
      return null;
  }
}

/** Plays one animation; `show` draws each of its frames. A click skips to the end. */
export class Animator {
  shown: Shown = STILL;
  private skipped = false;
  private wake: (() => void) | null = null;

  constructor(private readonly show: () => void) {}

  get moving(): boolean {
    return this.wake !== null;
  }

  clear(): void {
    this.skip();
    this.shown = STILL;
  }

  skip(): void {
    this.skipped = true;
    this.wake?.();
  }

  /** Animates the lines of the current game up to its verdict; later lines appear with the next view. */
  async act(lines: Line[], dice: number[], quiet: boolean): Promise<void> {
    this.skipped = quiet;
    for (const line of lines) {
      const verdict = verdictOf(line);
      if (verdict !== null) {
        this.set({ verdict });
        await this.wait(LIFT);
        break;
      }
      await this.one(line, dice);
    }
  }

  private async one({ kind, arguments: args }: Line, dice: number[]): Promise<void> {
    const lying = this.shown.dice ?? dice;
    if (kind === "arrived") {
      this.set({ at: args.place ?? null });
      await this.wait(STEP);
    } else if (kind === "rolled") {
      await this.roll(lying, args.die ?? 1);
    } else if (kind === "rerolled") {
      await this.roll(lying.slice(0, -1), args["die 2"] ?? 1);
    } else if (kind === "added" || kind === "subtracted") {
      this.set({ change: kind === "added" ? "+1" : "−1" });
      await this.wait(TICK);
      this.set({ change: "" });
    }
  }

  private async roll(lying: number[], value: number): Promise<void> {
    const end = performance.now() + ROLL - FLICKER / 2;
    for (let shake = 0; performance.now() < end && !this.skipped; shake += 1) {
      this.set({ dice: [...lying, ((value + 1 + shake * 4) % 6) + 1], rolling: lying.length });
      await this.wait(FLICKER);
    }
    this.set({ dice: [...lying, value], rolling: -1 });
  }

  private set(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    this.show();
  }

  private wait(time: number): Promise<void> {
    if (this.skipped) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.wake = done;
    });
  }
}
