/**
 * What has just happened, acted out on the old view: dice that roll, cards that flash, coins that fly, purses that
 * fill.
 */
import { Stage, lengths, type Timing } from "@parlour/kit/stage";
import type { Line } from "@parlour/kit/types";
import { citySpot, landmarkSpot, marketSpot } from "./scene.js";
import type { Catalogue, Sight } from "./sight.js";
import { BANK, entryOf, happening, type Entry, type Happening } from "./tale.js";

export interface Shown {
  active: number | null;
  dice: number[] | null;
  total: number;
  rolling: boolean;
  coins: number[] | null;
  flash: string;
}
export const STILL: Shown = { active: null, dice: null, total: 0, rolling: false, coins: null, flash: "" };

/** What the stage needs of the board: to be drawn, to have a line written down, to let something fly. */
export interface Boards {
  show(): void;
  told(line: Line): void;
  fly(from: string, to: string, coins: number, time: number): void;
  land(): void;
}
export interface Plot {
  sight: Sight;
  book: Catalogue;
  pace: number;
  still: boolean;
}

const STEPS: Record<string, number> = {
  roll: 0.6,
  reroll: 0.6,
  add_to_roll: 0.5,
  extra_roll: 0.6,
  doubles_bonus: 0.5,
  payout: 0.55,
  collect: 0.55,
  steal: 0.55,
  payment: 0.55,
  bonus: 0.55,
  shared: 0.4,
  city_hall: 0.5,
  airport: 0.6,
  buy: 0.9,
  build: 1.1,
  swap: 1,
  give: 0.9,
  demolish: 1,
  close: 0.8,
  exhibit: 0.6,
  invest: 0.4,
  pass: 0.4,
  win: 0.6,
  payout_skip: 0.3,
  swap_declined: 0.4,
};
const TIMING: Timing = { steps: STEPS, rolls: new Set(["roll", "reroll"]), longest: 2400 };

/** How long each happening is shown. */
export const times = (scenes: Happening[], pace: number): number[] =>
  lengths(
    scenes.map(({ kind }) => kind),
    TIMING,
    pace,
  );

/** The spot that lights up. */
function flashOf({ kind, told: [a = 0, b = 0, c = 0] }: Happening, entry: Entry | null): string {
  if (kind === "buy") return marketSpot(b);
  if (kind === "build" || kind === "demolish") return landmarkSpot(a, b);
  if (kind === "swap") return citySpot(b, entry!.card, false);
  if (kind === "give") return citySpot(a, c, false);
  return entry !== null && entry.card >= 0 && entry.seat >= 0 && entry.sort === "pay"
    ? citySpot(entry.seat, entry.card, false)
    : "";
}

export class Animator extends Stage<Shown, Line> {
  constructor(private readonly boards: Boards) {
    super(STILL, boards.show);
  }

  override skip(): void {
    this.boards.land();
    super.skip();
  }

  act(lines: Line[], plot: Plot): Promise<void> {
    return this.play(this.frames(lines, plot), plot.still);
  }

  protected override apply(line: Line): void {
    this.boards.told(line);
  }

  private *frames(lines: Line[], { sight, book, pace }: Plot): Generator<number> {
    const scenes = lines.map(happening);
    const long = times(scenes, pace);
    this.rest = [...lines];
    for (const [index, now] of scenes.entries()) {
      const entry = entryOf(now, book);
      const rolls = TIMING.rolls.has(now.kind);
      if (rolls) yield* this.roll(now, long[index]!);
      this.applyNext();
      if (now.kind === "turn_start") this.set({ active: now.told[0] ?? null, dice: [], total: 0 });
      if (now.kind === "add_to_roll") this.set({ dice: this.shown.dice ?? sight.dice, total: now.told[2] ?? 0 });
      if (rolls) continue;
      if (entry !== null) this.pay(now, entry, long[index]!);
      yield long[index]!;
      this.set({ flash: "", coins: entry === null ? this.shown.coins : paid(this.shown.coins ?? sight.coins, entry) });
    }
  }

  private pay(now: Happening, entry: Entry, time: number): void {
    this.set({ flash: flashOf(now, entry) });
    if (this.skipped) return;
    const purse = `[data-purse="${entry.seat}"]`;
    const other = `[data-purse="${entry.from}"]`;
    if (now.kind === "buy" || now.kind === "give" || now.kind === "swap") {
      const to = now.kind === "buy" ? entry.seat : now.kind === "give" ? now.told[1]! : entry.seat;
      this.boards.fly(`[data-spot="${this.shown.flash}"]`, `[data-purse="${to}"]`, 0, time);
    }
    if (entry.coins > 0) this.boards.fly(other, purse, entry.coins, time);
    if (entry.coins < 0) this.boards.fly(purse, `[data-purse="${BANK}"]`, -entry.coins, time);
  }

  private roll({ told: [, one = 0, two = 0, total = 0] }: Happening, time: number): Generator<number> {
    const draw = (dice: number[], rolling: boolean) => this.set({ dice, rolling, total: rolling ? 0 : total });
    return this.tumble(two > 0 ? [one, two] : [one], time, draw);
  }
}

/** The purses after an entry. */
export function paid(coins: number[], entry: Entry): number[] {
  return coins.map(
    (count, seat) => count + (seat === entry.seat ? entry.coins : 0) - (seat === entry.from ? entry.coins : 0),
  );
}
