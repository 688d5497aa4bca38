/** The statistics of a tournament in words and marks: who leads, by how much, and how certain that is. */
import type { Standing, Tournament, TournamentRound, TournamentTable } from "../kit/types.js";

export const SWISS = "swiss"; // the format whose rounds change ratings
const K = 32; // the most that a match changes a rating, as in the arena
const SURE = 1.96; // standard deviations of a 95% interval
const NAMED = 3; // most entrants named in a sentence

export const FORMATS: Record<string, string> = {
  swiss: "Swiss tournament",
  "round-robin": "Round-robin",
  ladder: "Ladder",
};
export const formatWord = (format: string): string =>
  FORMATS[format] ?? format.charAt(0).toUpperCase() + format.slice(1);
export const count = (many: number, one: string, more = `${one}s`): string =>
  `${many.toLocaleString("en")} ${many === 1 ? one : more}`;
export const signed = (change: number): string =>
  Math.abs(change) < 0.05 ? "±0.0" : `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(1)}`;
const whole = (value: number) => value.toFixed(0);

/** "a", "a and b", "a, b, c and 4 more". */
export function joinNames(names: readonly string[]): string {
  const more = names.length > NAMED + 1 ? names.length - NAMED : 0;
  const shown = more ? [...names.slice(0, NAMED), `${more} more`] : names;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}

export const wins = (many: number): string => (Number.isInteger(many) ? `${many}` : many.toFixed(1));

/** Each name once, in order, with its count: "a (2), b". */
export function countNames(names: readonly string[]): string {
  const often = new Map<string, number>();
  for (const name of names) often.set(name, (often.get(name) ?? 0) + 1);
  return [...often].map(([name, times]) => (times > 1 ? `${name} (${times})` : name)).join(", ");
}

/** The colour of a rank: cyan, green, yellow, red. */
export function rankColour(rank: number, of: number): string {
  const stops = ["cyan", "green", "yellow", "red"];
  const at = of < 2 ? 0 : Math.min(1, Math.max(0, (rank - 1) / (of - 1))) * (stops.length - 1);
  const low = Math.min(Math.floor(at), stops.length - 2);
  const share = Math.round(100 * (at - low));
  return `color-mix(in oklab, var(--rank-${stops[low + 1]}) ${share}%, var(--rank-${stops[low]}))`;
}

export const tablesOf = (tournament: Tournament): TournamentTable[] =>
  tournament.recent ?? (tournament.rounds ?? []).flatMap((round) => round.tables);
export const alone = (tournament: Tournament): boolean =>
  tablesOf(tournament).length > 0 && tablesOf(tournament).every((table) => table.seats.length === 1);

// The variance that one table adds to the rating of an equal among equals.
const ratingVariance = (size: number): number => (size < 2 ? 0 : (K * K * (size + 1)) / (12 * (size - 1)));

/**
 * The points that luck alone may put between two equals, 95 times in 100. Entrants who play alone on the same dice
 * count as one table.
 */
export function luck(rounds: readonly TournamentRound[], entrants: number): number {
  const all = rounds.reduce(
    (sum, round) =>
      sum +
      (round.size === 1
        ? round.tables.length * ratingVariance(round.tables.length)
        : round.tables.reduce((part, { seats }) => part + seats.length * ratingVariance(seats.length), 0)),
    0,
  );
  return entrants ? SURE * Math.sqrt((2 * all) / entrants) : 0;
}

/** The place at a table: one more than the number of better ones; equals share it. */
export function placeOf(table: TournamentTable, label: string): number {
  const mine = table.standings[label];
  return mine === undefined
    ? table.table.indexOf(label) + 1
    : table.table.filter((other) => table.standings[other]! > mine).length + 1;
}

export interface Interval {
  low: number;
  high: number;
}
/**
 * The possible ranks according to the intervals: below all that are certainly better, above all that are certainly
 * worse.
 */
export function span(mine: Interval, all: readonly Interval[]): [number, number] {
  const better = all.filter((one) => one.low > mine.high).length;
  const worse = all.filter((one) => one.high < mine.low).length;
  return [better + 1, all.length - worse];
}

export interface Verdict {
  leader: string;
  headline: string;
  sure: string;
  clear: boolean;
  margin: number;
} // points below the leader that may be luck; 0 if there are intervals

const leads = (tournament: Tournament): string => (tournament.state === "over" ? "won" : "leads");

function close(leader: string, others: string[]): string {
  return others.length ? `${joinNames([leader, ...others])} are too close to call.` : "Nobody else comes near.";
}

/** The standings without the bots that only fill the tables. */
export const rivals = (tournament: Tournament): Standing[] => tournament.standings.filter((row) => !row.padding);

/** Who leads and how certain that is, in two sentences; null before the first match. */
export function verdict(tournament: Tournament): Verdict | null {
  const [first, second] = rivals(tournament);
  if (!first || !tournament.totals.games) return null;
  const leader = first.entrant;
  const rest = tournament.standings.slice(1).filter((row) => !row.padding);
  const lead = second ? first.elo - second.elo : 0;
  const headline = !second
    ? `${leader} ${leads(tournament)}`
    : lead < 0.05
      ? `${leader} and ${second.entrant} are level`
      : `${leader} ${leads(tournament)} by ${lead.toFixed(1)} points of Elo`;
  const scores =
    second && alone(tournament) && first.mean_score !== null && second.mean_score !== null
      ? `Mean score ${first.mean_score.toFixed(1)}, the next has ${second.mean_score.toFixed(1)}. `
      : "";
  if (first.low !== null && first.high !== null && tournament.format !== SWISS) {
    const near = rest.filter((row) => row.high !== null && row.high >= first.low!).map((row) => row.entrant);
    return {
      leader,
      headline,
      margin: 0,
      clear: !near.length,
      sure:
        `${scores}Its strength lies between ${whole(first.low)} and ${whole(first.high)} (95 times in 100). ` +
        close(leader, near),
    };
  }
  const margin = luck(tournament.rounds ?? [], tournament.standings.length);
  const near = rest.filter((row) => first.elo - row.elo < margin).map((row) => row.entrant);
  return {
    leader,
    headline,
    margin,
    clear: !near.length,
    sure:
      `${scores}In ${count(first.games, "match", "matches")} luck alone can put ` +
      `${whole(margin)} points between equals. ${close(leader, near)}`,
  };
}

export const roundName = ({ day, round }: { day: number; round: number }, days: number): string =>
  days > 1 ? `Day ${day}, round ${round}` : `Round ${round}`;
const SIZES = ["", "alone at the table", "pairs", "triples", "quads"];
export const sizeWord = (round: TournamentRound): string => SIZES[round.size] ?? `tables of ${round.size}`;

/** The progress: "after day 1, round 3", or the number of matches of a ladder. */
export function progress(tournament: Tournament): string {
  const rounds = tournament.rounds ?? [];
  const last = rounds.at(-1);
  return last ? `after ${roundName(last, last.day).toLowerCase()}` : "";
}
