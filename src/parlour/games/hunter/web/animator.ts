/** Animates new log lines on the old view: revealed tokens, rolling dice, blows, gains. */
import { Stage, lengths as stepLengths, type Timing } from "@parlour/kit/stage";
import type { Line } from "@parlour/kit/types";
import { advance, faces, eventOf, type GameEvent } from "./game-event.js";
import type { Book, HunterView } from "./view.js";

/** The current frame: dice on the table, a word over the fight, who was hit and how hard, what flashes, and gains. */
export interface Shown {
  sight: HunterView | null;
  dice: { attack: boolean; faces: number[]; rolling: boolean } | null;
  banner: string;
  blow: "" | "monster" | "hunter";
  wound: number;
  flash: string;
  got: { seat: number; words: string } | null;
}
export const STILL: Shown = { sight: null, dice: null, banner: "", blow: "", wound: 0, flash: "", got: null };
export interface Boards {
  show(): void;
  apply(now: GameEvent): void;
}
export interface Plot {
  sight: HunterView;
  book: Book;
  pace: number;
  still: boolean;
}

const STEPS: Record<string, number> = {
  sent: 0.4,
  popularity: 0.2,
  rewarded: 0.35,
  fame: 0.35,
  income: 0.45,
  helped: 0.4,
  toll: 0.2,
  station: 0.35,
  drank: 0.25,
  healed: 0.25,
  put: 0.25,
  raised: 0.5,
  milestone: 0.7,
  attack_trained: 0.3,
  defense_trained: 0.3,
  bought: 0.3,
  discarded: 0.3,
  hunted: 0.4,
  met: 0.8,
  fought: 0.6,
  cannot_fight: 0.9,
  rolled: 0.5,
  multiplied: 0.4,
  struck: 0.6,
  felled: 0.9,
  used: 0.7,
  bleeding: 0.5,
  readied: 0.4,
  struck_again: 0.6,
  defended: 0.4,
  hit: 0.7,
  retaliated: 0.6,
  tamed: 1,
  won: 1.3,
  lost: 1.3,
  worn_out: 1,
  power: 0.9,
  power_gain: 0.3,
  stolen: 0.6,
  hurt: 0.5,
  drained: 0.4,
  regrown: 0.5,
  round: 0.8,
  recovered: 0.3,
  passed_goal: 0.9,
  winner: 0.8,
};
const BANNERS = new Set([
  "felled",
  "tamed",
  "won",
  "lost",
  "worn_out",
  "power",
  "cannot_fight",
  "passed_goal",
  "winner",
  "round",
  "milestone",
  "stolen",
  "multiplied",
]);
const ON_MONSTER = new Set(["struck", "used", "struck_again", "retaliated", "felled"]);
const TIMING: Timing = { steps: STEPS, rolls: new Set(["rolled", "defended"]), longest: 2600 };
const RESOURCES = ["$", "Beer", "Blood", "EXP", "points", "HP", "EP"];

export const lengths = (scenes: GameEvent[], pace: number): number[] =>
  stepLengths(
    scenes.map(({ kind }) => kind),
    TIMING,
    pace,
  );

const POINTS = 4;
const gain = (amount: number, resource: number): string =>
  `+${amount} ${amount === 1 && resource === POINTS ? "point" : (RESOURCES[resource] ?? "")}`;

/** A gain in a few signs: "+6 $". */
export function gainText({
  kind,
  args: [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0],
}: GameEvent): { seat: number; words: string } | null {
  const list = (amounts: number[]) =>
    amounts.flatMap((amount, index) => (amount > 0 ? [gain(amount, index)] : [])).join("  ");
  const words =
    kind === "rewarded"
      ? list([b, c, d, e, f])
      : kind === "won"
        ? list([c, d, e, 0, f])
        : kind === "fame"
          ? gain(c, POINTS)
          : kind === "income" || kind === "helped" || kind === "power_gain"
            ? gain(d, c)
            : kind === "milestone"
              ? gain(d, POINTS)
              : kind === "hurt"
                ? `−${d} ${RESOURCES[c] ?? ""}`
                : "";
  return words ? { seat: a, words } : null;
}

/** The damage of a blow. */
export function woundOf({ kind, args: [, b = 0, c = 0] }: GameEvent): number {
  return kind === "struck"
    ? b + c
    : kind === "used" || kind === "hit"
      ? c
      : kind === "struck_again" || kind === "retaliated"
        ? b
        : 0;
}

/** The element that lights up. */
function flashOf({ kind, args: [a = 0, b = 0] }: GameEvent): string {
  if (kind === "income" || kind === "helped") return `place-${b}`;
  if (kind === "popularity" || kind === "rewarded" || kind === "fame") return `popularity-${a}`;
  return kind === "track" || kind === "power" ? `power-${a}` : "";
}

export class Animator extends Stage<Shown, GameEvent> {
  constructor(private readonly boards: Boards) {
    super(STILL, boards.show);
  }

  act(lines: Line[], plot: Plot): Promise<void> {
    return this.play(this.frames(lines.map(eventOf), plot), plot.still);
  }

  protected override apply(now: GameEvent): void {
    this.boards.apply(now);
  }

  private *frames(scenes: GameEvent[], { sight, book, pace }: Plot): Generator<number> {
    const long = lengths(scenes, pace);
    this.rest = [...scenes];
    let view = sight;
    for (const [index, now] of scenes.entries()) {
      const rolls = TIMING.rolls.has(now.kind);
      if (rolls) yield* this.roll(now, long[index]!);
      this.applyNext();
      view = advance(view, now, book);
      const blow = ON_MONSTER.has(now.kind) ? "monster" : now.kind === "hit" && (now.args[2] ?? 0) > 0 ? "hunter" : "";
      this.set({
        sight: view,
        blow,
        wound: woundOf(now),
        flash: flashOf(now),
        got: gainText(now),
        banner: BANNERS.has(now.kind)
          ? now.text
          : this.shown.banner && STEPS[now.kind] === undefined
            ? this.shown.banner
            : "",
      });
      if (!rolls) yield long[index]!;
    }
  }

  private roll({ kind, args: [, dice = 0, outcome = 0] }: GameEvent, time: number): Generator<number> {
    const draw = (faces: number[], rolling: boolean) =>
      this.set({ dice: { attack: kind === "rolled", faces, rolling }, ...(rolling ? { blow: "" } : {}) });
    return this.tumble(faces(dice, outcome), time, draw);
  }
}
