/** Animates new events: which beaver acts when, and how the valley looks at any moment. */
import { FOOD, beside, flowOf, isWater, type Beaver, type Goods, type GameEvent, type Valley } from "./view.js";

/** One animated act: an event, or the steps of one beaver joined into a walk. */
export interface Act {
  kind: string;
  args: number[];
  path: number[];
  start: number;
  length: number;
}

const USUAL = 700; // milliseconds: the pace for which the durations below are given
const LONGEST = 2400; // of the whole animation, at that pace
const PATIENCE = 2600; // at any pace: the page waits a little longer
const STAGGER = 45; // between the beginnings of two acts
const STEP = 150; // a step of a walk
const LENGTHS: Record<string, number> = {
  harvested: 380,
  attacked: 340,
  died: 420,
  built: 480,
  dropped: 300,
  picked_up: 300,
  destroyed: 450,
  recruited: 380,
  lost_food: 300,
};
const EARLY = new Set(["built", "recruited"]); // these are on the map from the beginning, and grow

const beaverIn = ({ kind, args }: GameEvent): number[] => {
  if (kind === "attacked") return [args[1]!, args[2]!];
  return kind === "destroyed" || kind === "lost_food" || args.length < 2 ? [] : [args[1]!];
};

/** The events that can be animated, with each walk joined into one act. */
export function joined(events: readonly GameEvent[]): Act[] {
  const acts: Act[] = [];
  for (const { kind, args } of events) {
    const last = acts.at(-1);
    if (kind === "moved" && last?.kind === "moved" && last.args[1] === args[1] && last.path.at(-1) === args[2])
      last.path.push(args[3]!);
    else if (kind === "moved") acts.push({ kind, args, path: [args[2]!, args[3]!], start: 0, length: 0 });
    else if (kind in LENGTHS) acts.push({ kind, args, path: [], start: 0, length: 0 });
  }
  return acts;
}

/**
 * The start of each act: one beaver acts in sequence, several beavers move at once, and no act begins before an earlier
 * one.
 */
export function scheduled(events: readonly GameEvent[], pace: number): Act[] {
  const acts = joined(events);
  const free = new Map<number, number>();
  let begun = 0;
  let end = 0;
  for (const [index, act] of acts.entries()) {
    const about = beaverIn(act);
    act.length = act.kind === "moved" ? STEP * (act.path.length - 1) : LENGTHS[act.kind]!;
    act.start = Math.max(index === 0 ? 0 : begun + STAGGER, ...about.map((number) => free.get(number) ?? 0));
    begun = act.start;
    for (const number of about) free.set(number, act.start + act.length);
    end = Math.max(end, act.start + act.length);
  }
  const speed = pace / USUAL;
  const limit = Math.min(PATIENCE, LONGEST * speed);
  const by = end * speed > limit ? limit / end : speed;
  return acts.map((act) => ({ ...act, start: act.start * by, length: act.length * by }));
}

const lying = (valley: Valley, tile: number): Goods => {
  const found = valley.goods.get(tile) ?? { branches: 0, food: 0 };
  valley.goods.set(tile, found);
  return found;
};
const add = (goods: Goods | undefined, kind: number, amount: number): void => {
  if (goods)
    goods[kind === FOOD ? "food" : "branches"] = Math.max(0, goods[kind === FOOD ? "food" : "branches"] + amount);
};
const place = (valley: Valley, beaver: Beaver, tile: number): void => {
  if (valley.at.get(beaver.tile) === beaver) valley.at.delete(beaver.tile);
  beaver.tile = tile;
  valley.at.set(tile, beaver);
};

/** Applies an act to the valley, in place. */
export function advance(valley: Valley, { kind, args, path }: Act): void {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
  const beaver = valley.beavers.get(b);
  if (beaver && kind !== "moved" && kind !== "died" && kind !== "recruited")
    beaver.actions = Math.max(0, beaver.actions - 1);
  if (kind === "moved" && beaver) place(valley, beaver, path.at(-1)!);
  else if (kind === "harvested") {
    add(beaver, d, e);
    const spawner = valley.spawners.get(c);
    if (spawner) Object.assign(spawner, { health: f, resting: true });
  } else if (kind === "attacked") {
    const victim = valley.beavers.get(c);
    if (victim) Object.assign(victim, { health: Math.max(0, victim.health - e), distracted: victim.distracted || f });
  } else if (kind === "died") {
    if (beaver && valley.at.get(c) === beaver) valley.at.delete(c);
    valley.beavers.delete(b);
    add(lying(valley, c), 0, d);
    lay(valley, c, e);
  } else if (kind === "built") {
    const goods = lying(valley, c);
    if (beaver) beaver.branches -= Math.max(0, d - goods.branches);
    goods.branches = d;
    valley.lodges.set(c, a);
  } else if (kind === "dropped") {
    add(beaver, d, -e);
    if (d === FOOD) lay(valley, c, e);
    else add(lying(valley, c), d, e);
  } else if (kind === "picked_up") {
    add(beaver, d, e);
    add(lying(valley, c), d, -e);
  } else if (kind === "destroyed") valley.lodges.delete(b);
  else if (kind === "lost_food") lying(valley, a).food = 0;
  else if (kind === "recruited") {
    const job = valley.jobs[d]!;
    add(lying(valley, c), FOOD, -e);
    const fresh = {
      number: b,
      owner: a,
      job: d,
      tile: c,
      health: job.health,
      moves: job.moves,
      actions: job.actions,
      branches: 0,
      food: 0,
      distracted: 0,
      recruited: false,
    };
    valley.beavers.set(b, fresh);
    valley.at.set(c, fresh);
  }
}

/** Food dropped on open water vanishes at once. */
function lay(valley: Valley, tile: number, food: number): void {
  if (valley.profile === "server" || valley.lodges.has(tile) || !isWater(valley.land, tile))
    add(lying(valley, tile), FOOD, food);
}

/** What moves at a moment. Positions are tiles or between two tiles; parts run from 0 to 1. */
export interface Motion {
  walks: Map<number, { from: number; to: number; part: number }>; // by beaver
  shaken: Map<number, number>;
  struck: Map<number, number>;
  rising: Map<number, number>;
  falling: Map<number, number>; // by tile
  fading: Map<number, number>;
  coming: Map<number, number>; // by beaver
  drifts: Map<number, { from: number; part: number }>; // by tile: goods that drift down the river
  flights: { food: boolean; from: number; to: number; part: number; amount: number }[];
  words: { tile: number; text: string; part: number; bad: boolean }[];
}
const stillness = (): Motion => ({
  drifts: new Map(),
  walks: new Map(),
  shaken: new Map(),
  struck: new Map(),
  rising: new Map(),
  falling: new Map(),
  fading: new Map(),
  coming: new Map(),
  flights: [],
  words: [],
});
export const STILL = stillness();

/** The acts under way at a moment, as motion. */
export function motionAt(acts: readonly Act[], valley: Valley, time: number): Motion {
  const now = stillness();
  for (const { kind, args, path, start, length } of acts) {
    if (time < start || time >= start + length) continue;
    const part = (time - start) / length;
    const [, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
    const home = valley.beavers.get(b)?.tile ?? c;
    if (kind === "moved") {
      const steps = path.length - 1;
      const at = Math.min(steps - 1, Math.floor(part * steps));
      now.walks.set(b, { from: path[at]!, to: path[at + 1]!, part: part * steps - at });
    } else if (kind === "harvested") {
      now.shaken.set(c, 1 - part);
      now.flights.push({ food: d === FOOD, from: c, to: home, part, amount: e });
      now.words.push({ tile: home, text: `+${e}`, part, bad: false });
    } else if (kind === "attacked") {
      now.struck.set(d, part);
      now.walks.set(b, { from: home, to: d, part: Math.sin(part * Math.PI) * 0.35 });
      now.words.push({ tile: d, text: f > 0 ? `−${e} ★` : `−${e}`, part, bad: true });
    } else if (kind === "died") now.fading.set(b, 1 - part);
    else if (kind === "built") now.rising.set(c, part);
    else if (kind === "destroyed") now.falling.set(b, part);
    else if (kind === "recruited") now.coming.set(b, part);
    else if (kind === "dropped") now.flights.push({ food: d === FOOD, from: home, to: c, part, amount: e });
    else if (kind === "picked_up") now.flights.push({ food: d === FOOD, from: c, to: home, part, amount: e });
  }
  return now;
}

/** Goods that the rivers carried between two turns: current tile to previous tile. */
export function drifted(before: Valley, now: Valley): Map<number, number> {
  const found = new Map<number, number>();
  for (const [tile, { branches }] of before.goods) {
    const flow = flowOf(before.land, tile);
    const there = flow < 0 || before.lodges.has(tile) ? -1 : beside(before, tile, flow);
    if (there >= 0 && branches > 0 && !now.lodges.has(there) && (now.goods.get(there)?.branches ?? 0) >= branches)
      found.set(there, tile);
  }
  return found;
}

/** One animation, on its own copy of the valley. */
export class MapAnimation {
  readonly done: Promise<void>;
  private finish!: () => void;
  private reached = 0;
  private rest: Act[];
  private early: Act[];
  readonly end: number;

  constructor(
    readonly valley: Valley,
    private readonly acts: Act[],
    private readonly begun: number,
  ) {
    this.rest = acts
      .filter(({ kind }) => !EARLY.has(kind))
      .sort((one, other) => one.start + one.length - other.start - other.length);
    this.early = acts.filter(({ kind }) => EARLY.has(kind));
    this.end = acts.reduce((end, { start, length }) => Math.max(end, start + length), 0);
    this.done = new Promise((resolve) => {
      this.finish = resolve;
    });
    if (acts.length === 0) this.finish();
  }

  get over(): boolean {
    return this.reached > 0;
  }

  /** Brings the valley to a moment, and returns what moves. */
  at(now: number): Motion {
    const time = now - this.begun;
    while (this.early[0] && time >= this.early[0].start) advance(this.valley, this.early.shift()!);
    while (this.rest[0] && time >= this.rest[0].start + this.rest[0].length) advance(this.valley, this.rest.shift()!);
    if (time >= this.end) this.skip();
    return this.over ? STILL : motionAt(this.acts, this.valley, time);
  }

  /** Skips to the end. */
  skip(): void {
    if (this.over) return;
    this.reached = 1;
    for (const act of [...this.early.splice(0), ...this.rest.splice(0)].sort((one, other) => one.start - other.start))
      advance(this.valley, act);
    this.finish();
  }
}
