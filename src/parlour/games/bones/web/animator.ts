/** Animates new log lines on the old view: rolling dice, changing totals, the lifted cup, a step through the city. */
import { Stage } from "@parlour/kit/stage";
import type { Line } from "@parlour/kit/types";
import type { Verdict } from "./fight.js";

const ROLL = 360;
const STEP = 280;
const TICK = 220;
const LIFT = 400;

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

export class Animator extends Stage<Shown> {
  constructor(show: () => void) {
    super(STILL, show);
  }

  /** Animates the lines of the current game up to its verdict; later lines appear with the next view. */
  act(lines: Line[], dice: number[], quiet: boolean): Promise<void> {
    return this.play(this.frames(lines, dice), quiet);
  }

  private *frames(lines: Line[], dice: number[]): Generator<number> {
    for (const line of lines) {
      const verdict = verdictOf(line);
      if (verdict !== null) {
        this.set({ verdict });
        yield LIFT;
        return;
      }
      yield* this.one(line, dice);
    }
  }

  private *one({ kind, arguments: args }: Line, dice: number[]): Generator<number> {
    const lying = this.shown.dice ?? dice;
    if (kind === "arrived") {
      this.set({ at: args.place ?? null });
      yield STEP;
    } else if (kind === "rolled") {
      yield* this.roll(lying, args.die ?? 1);
    } else if (kind === "rerolled") {
      yield* this.roll(lying.slice(0, -1), args["die 2"] ?? 1);
    } else if (kind === "added" || kind === "subtracted") {
      this.set({ change: kind === "added" ? "+1" : "−1" });
      yield TICK;
      this.set({ change: "" });
    }
  }

  private roll(lying: number[], value: number): Generator<number> {
    const draw = (faces: number[], rolling: boolean) =>
      this.set({ dice: [...lying, ...faces], rolling: rolling ? lying.length : -1 });
    return this.tumble([value], ROLL, draw, 1);
  }
}
