/** What the board keeps from the log: the current fight, the gains of a round by seat, and the scores by round. */
import { faces, type GameEvent } from "./game-event.js";
import type { HunterView } from "./view.js";

export interface Row {
  hunter: number;
  apprentice: number;
  alone: boolean;
  money: number;
  beer: number;
  bags: number;
  exp: number;
  points: number;
  monster: number;
  won: boolean;
}
export interface Fight {
  seat: number;
  monster: number;
  attack: number[];
  damage: number;
  defense: number[];
  blocks: number;
  lines: string[];
}
export interface MatchHistory {
  round: number;
  now: Row[];
  last: { round: number; rows: Row[] } | null;
  fight: Fight | null;
  scores: Map<number, number[]>;
}

const BLANK: Row = {
  hunter: -1,
  apprentice: -1,
  alone: false,
  money: 0,
  beer: 0,
  bags: 0,
  exp: 0,
  points: 0,
  monster: -1,
  won: false,
};
const LONGEST = 40; // lines of a fight to keep
const FIGHTS = new Set([
  "fought",
  "loaded",
  "empty",
  "rolled",
  "multiplied",
  "struck",
  "felled",
  "ones",
  "used",
  "bleeding",
  "readied",
  "struck_again",
  "defended",
  "hit",
  "retaliated",
  "tamed",
  "won",
  "fake_paid",
  "power",
  "lost",
  "worn_out",
  "stolen",
  "boosted",
  "drained",
  "regrown",
  "drank",
  "healed",
  "traded",
]);
const RESOURCES = ["money", "beer", "bags", "exp", "points"] as const;

export const emptyHistory = (): MatchHistory => ({ round: 0, now: [], last: null, fight: null, scores: new Map() });

const changed = (rows: Row[], seat: number, change: (row: Row) => Partial<Row>): Row[] => {
  const all = [...rows];
  while (all.length <= seat) all.push(BLANK);
  all[seat] = { ...all[seat]!, ...change(all[seat]!) };
  return all;
};
const earned = (rows: Row[], seat: number, more: number[]): Row[] =>
  changed(rows, seat, (row) =>
    Object.fromEntries(RESOURCES.map((name, index) => [name, row[name] + (more[index] ?? 0)])),
  );
const one = (resource: number, amount: number): number[] =>
  RESOURCES.map((_, index) => (index === resource ? amount : 0));

/** The rows after one event has been added to its seat. */
function rowsAfter(rows: Row[], { kind, args }: GameEvent): Row[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args;
  switch (kind) {
    case "sent":
      return changed(rows, a, () => ({ hunter: b, apprentice: c }));
    case "popularity":
      return changed(rows, a, () => ({ alone: d === 1 }));
    case "rewarded":
      return earned(rows, a, [b, c, d, e, f]);
    case "fame":
      return earned(rows, a, one(4, c));
    case "income":
    case "helped":
    case "power_gain":
      return earned(rows, a, one(c, d));
    case "milestone":
      return earned(rows, a, one(4, d));
    case "ones":
    case "fake_paid":
      return earned(rows, a, one(4, b));
    case "hit":
      return earned(rows, a, one(3, e));
    case "fought":
      return changed(rows, a, () => ({ monster: b }));
    case "won":
      return earned(
        changed(rows, a, () => ({ won: true })),
        a,
        [c, d, e, 0, f],
      );
    case "hurt":
      return earned(rows, a, one(c, -d));
    default:
      return rows;
  }
}

/** The fight after one event; a new fight begins with its monster. */
function fightAfter(fight: Fight | null, { kind, args, text }: GameEvent): Fight | null {
  const [a = 0, b = 0, c = 0, d = 0] = args;
  if (kind === "round" || kind === "hunted" || kind === "met") return null;
  const now =
    kind === "fought" ? { seat: a, monster: b, attack: [], damage: 0, defense: [], blocks: 0, lines: [] } : fight;
  if (now === null || !FIGHTS.has(kind) || now.seat !== a) return now;
  const lines = text ? [...now.lines, text].slice(-LONGEST) : now.lines;
  if (kind === "rolled") return { ...now, lines, attack: faces(b, c), damage: d, defense: [] };
  if (kind === "defended") return { ...now, lines, defense: faces(b, c), blocks: d };
  return { ...now, lines };
}

/** The history with one more line. */
export function addEvent(before: MatchHistory, now: GameEvent): MatchHistory {
  const fight = fightAfter(before.fight, now);
  if (now.kind === "round")
    return {
      ...before,
      fight,
      round: now.args[0] ?? 0,
      now: [],
      last: before.now.length ? { round: before.round, rows: before.now } : before.last,
    };
  if (now.kind === "scores")
    return { ...before, fight, scores: new Map(before.scores).set(now.args[0] ?? 0, now.args.slice(1)) };
  return { ...before, fight, now: rowsAfter(before.now, now) };
}

/** The history as the view corrects it: in a replay the view may belong to another moment. */
export function correctHistory(before: MatchHistory, sight: HunterView): MatchHistory {
  const scores = new Map(
    [...before.scores].filter(([round]) => round < sight.round || (sight.over && round === sight.round)),
  );
  if (sight.over) scores.set(sight.round, sight.score);
  else if (sight.phase === 1 && !scores.has(sight.round - 1)) scores.set(sight.round - 1, sight.score);
  const fight = sight.monster >= 0 && before.fight?.seat === sight.fighter ? before.fight : null;
  const last = before.last !== null && before.last.round < sight.round ? before.last : null;
  return { ...before, round: sight.round, now: before.round === sight.round ? before.now : [], last, fight, scores };
}
