/**
 * What has just happened, acted out on the old view: dice that roll, cards that flash, coins that fly, purses that
 * fill.
 */
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

const LONGEST = 2400; // milliseconds: the shell waits a little longer
const TUMBLE = 360;
const FLICKER = 60;
const STEPS: Record<string, number> = {
  // in readable steps
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
const rolls = (kind: string): boolean => kind === "roll" || kind === "reroll";

/** How long each happening is shown, together never longer than anybody waits. */
export function times(scenes: Happening[], pace: number): number[] {
  const wanted = scenes.map(
    ({ kind }) => (STEPS[kind] ?? 0) * pace + (rolls(kind) ? Math.min(TUMBLE, Math.max(150, pace / 2)) : 0),
  );
  const all = wanted.reduce((sum, one) => sum + one, 0);
  return all > LONGEST ? wanted.map((one) => (one * LONGEST) / all) : wanted;
}

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

/** One scene of motion. A click skips to its end. */
export class Stage {
  shown: Shown = STILL;
  private skipped = false;
  private wake: (() => void) | null = null;
  private scene = 0;
  private rest: Line[] = []; // what has not been told yet

  constructor(private readonly boards: Boards) {}

  get moving(): boolean {
    return this.wake !== null;
  }

  /** The scene is over: what was not acted out is still told. */
  clear(): void {
    this.skip();
    this.scene += 1;
    for (const line of this.rest.splice(0)) this.boards.told(line);
    this.shown = STILL;
  }

  skip(): void {
    this.skipped = true;
    this.boards.land();
    this.wake?.();
  }

  async act(lines: Line[], { sight, book, pace, still }: Plot): Promise<void> {
    this.clear();
    const turn = this.scene;
    const scenes = lines.map(happening);
    const long = times(scenes, pace);
    this.skipped = still;
    this.rest = [...lines];
    for (const [index, now] of scenes.entries()) {
      const entry = entryOf(now, book);
      if (rolls(now.kind)) await this.roll(now, long[index]!);
      if (turn !== this.scene) return;
      this.boards.told(this.rest.shift()!);
      if (now.kind === "turn_start") this.set({ active: now.told[0] ?? null, dice: [], total: 0 });
      if (now.kind === "add_to_roll") this.set({ dice: this.shown.dice ?? sight.dice, total: now.told[2] ?? 0 });
      if (rolls(now.kind)) continue;
      if (entry !== null) this.pay(now, entry, long[index]!);
      await this.wait(long[index]!);
      if (turn !== this.scene) return;
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

  /** The dice tumble, then lie; what is left of the time is for reading them. */
  private async roll({ told: [, one = 0, two = 0, total = 0] }: Happening, time: number): Promise<void> {
    const lying = two > 0 ? [one, two] : [one];
    const turn = this.scene;
    const begun = performance.now();
    const end = begun + Math.min(TUMBLE, time * 0.6);
    for (let shake = 1; performance.now() < end && !this.skipped; shake += 1) {
      this.set({ dice: lying.map((value, index) => ((value + shake * (4 + index)) % 6) + 1), rolling: true, total: 0 });
      await this.wait(FLICKER);
      if (turn !== this.scene) return;
    }
    this.set({ dice: lying, rolling: false, total });
    await this.wait(time - (performance.now() - begun));
  }

  private set(change: Partial<Shown>): void {
    this.shown = { ...this.shown, ...change };
    this.boards.show();
  }

  private wait(time: number): Promise<void> {
    if (this.skipped || time <= 0) return Promise.resolve();
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

/** The purses after an entry. */
export function paid(coins: number[], entry: Entry): number[] {
  return coins.map(
    (count, seat) => count + (seat === entry.seat ? entry.coins : 0) - (seat === entry.from ? entry.coins : 0),
  );
}
