/** Simulated tournaments as the server sends them, for tests: hidden strengths, seeded dice, and results. */
import type { Score, Standing, StrengthTest, Tournament, TournamentRound, TournamentTable } from "../kit/types.js";

const LABELS = [
  "ev:5",
  "ev:3",
  "thoughtful",
  "profile:weights.ev=2;late.landmark=3.5",
  "Clever#3fa2c1",
  "coverage",
  "ev:1",
  "mcts:500",
  "greedy",
  "aggressive (2)",
  "cautious",
  "random",
];

/** A seeded stream of pseudo-random numbers. */
export function dice(seed: number): () => number {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Wish {
  entrants?: number;
  sizes?: number[];
  days?: number;
  format?: string;
  state?: Tournament["state"];
  faulty?: string;
  id?: string;
  game?: string;
  sets?: number;
}

export const labelsOf = (many: number): string[] =>
  Array.from({ length: many }, (_, at) => (at < LABELS.length ? LABELS[at]! : `RandomBot ${at - LABELS.length + 1}`));

/** A whole tournament; for a ladder, with this many sets. */
export function tournament({
  entrants = 12,
  sizes = [2, 2, 3, 4],
  days = 1,
  format = "swiss",
  state = "over",
  faulty = "",
  id = "k3x",
  game = "harmonictook",
  sets = 400,
}: Wish = {}): Tournament {
  const roll = dice(entrants * 7 + sizes.length);
  const labels = labelsOf(entrants);
  const might = new Map(labels.map((label, at) => [label, 1.6 - (3.2 * at) / entrants]));
  const elo = new Map(labels.map((label) => [label, 1500]));
  const rows = new Map<string, Standing>(
    labels.map((entrant) => [
      entrant,
      {
        rank: 0,
        entrant,
        elo: 1500,
        delta: 0,
        opponents: [],
        low: null,
        high: null,
        mu: null,
        sigma: null,
        games: 0,
        wins: 0,
        mean_score: null,
        faults: 0,
      },
    ]),
  );
  const cross: Tournament["cross"] = {};
  const complaints: Tournament["complaints"] = [];
  const rounds: TournamentRound[] = [];
  const history: Tournament["history"] = [];
  let number = 0;
  const against = (a: string, b: string): Score => ((cross[a] ??= {})[b] ??= { wins: 0, ties: 0, losses: 0 });
  const rate = (scores: [string, number][]): Record<string, number> =>
    Object.fromEntries(
      scores.map(([label, score]) => [
        label,
        scores.reduce((sum, [other, theirs]) => {
          if (other === label) return sum;
          const result = score > theirs ? 1 : score < theirs ? 0 : 0.5;
          const met = against(label, other);
          met[result === 1 ? "wins" : result ? "ties" : "losses"] += 1;
          return (
            sum + (32 / (scores.length - 1)) * (result - 1 / (1 + 10 ** ((elo.get(other)! - elo.get(label)!) / 400)))
          );
        }, 0),
      ]),
    );
  const play = (seats: string[]): TournamentTable => {
    number += 1;
    const scores = Object.fromEntries(
      seats.map((label) => [label, Math.round(90 + 25 * might.get(label)! + 60 * roll())]),
    );
    const faults: Record<string, number> = {};
    for (const label of seats) {
      const row = rows.get(label)!;
      row.games += 1;
      row.mean_score = ((row.mean_score ?? 0) * (row.games - 1) + scores[label]!) / row.games;
      row.opponents.push(...seats.filter((other) => other !== label));
      if (label === faulty && roll() < 0.6) {
        faults[label] = 2;
        row.faults += 2;
        complaints.push({
          entrant: label,
          match: `${id}-${number}`,
          what:
            roll() < 0.5
              ? "It crashed: ZeroDivisionError: division by zero."
              : "It answered “buy 99”, which is not legal.",
        });
      }
    }
    const table = [...seats].sort((a, b) => scores[b]! - scores[a]!);
    if (seats.length > 1) rows.get(table[0]!)!.wins += 1;
    return {
      table,
      seats,
      finish_scores: scores,
      standings: scores,
      elo_deltas: {},
      match: `${id}-${number}`,
      seed: 1000 + number,
      digest: `d${number}`,
      faults,
    };
  };
  const settle = (changes: Record<string, number>) => {
    for (const [label, change] of Object.entries(changes)) {
      elo.set(label, elo.get(label)! + change);
      rows.get(label)!.delta = change;
    }
  };
  const note = (day: number, round: number) => history.push({ day, round, elo: Object.fromEntries(elo) });
  const ladder = format !== "swiss";
  for (let day = 1; day <= (ladder ? 0 : days); day += 1)
    sizes.forEach((size, at) => {
      const order =
        at === 0
          ? labels
              .map((label) => [roll(), label] as const)
              .sort((a, b) => a[0] - b[0])
              .map(([, label]) => label)
          : [...labels].sort((a, b) => elo.get(b)! - elo.get(a)!);
      const tables = Array.from({ length: Math.floor(entrants / size) }, (_, place) =>
        play(order.slice(place * size, (place + 1) * size)),
      );
      if (size === 1) {
        const changes = rate(tables.map((table) => [table.seats[0]!, table.finish_scores[table.seats[0]!]!]));
        for (const table of tables) table.elo_deltas = { [table.seats[0]!]: changes[table.seats[0]!]! };
        settle(changes);
      } else
        for (const table of tables)
          settle((table.elo_deltas = rate(table.seats.map((label) => [label, table.finish_scores[label]!]))));
      rounds.push({ day, round: at + 1, size, tables });
      note(day, at + 1);
    });
  const recent: TournamentTable[] = [];
  for (let set = 1; set <= (ladder ? sets : 0); set += 1) {
    const first = Math.floor(roll() * (entrants - 1));
    const pair = [labels[first]!, labels[first + 1 + Math.floor(roll() * Math.min(3, entrants - first - 1))]!];
    for (const seats of [pair, [...pair].reverse()]) {
      const table = play(seats);
      settle((table.elo_deltas = rate(seats.map((label) => [label, table.finish_scores[label]!]))));
      recent.unshift(table);
    }
    if (set % 5 === 0) note(1, set);
  }
  const standings = [...rows.values()]
    .map((row) => ({ ...row, elo: elo.get(row.entrant)! }))
    .sort((a, b) => b.elo - a.elo)
    .map((row, at) => ({ ...row, rank: at + 1 }));
  if (ladder)
    for (const row of standings) {
      const wide = 400 / Math.sqrt(row.games + 4);
      Object.assign(row, {
        low: row.elo - wide,
        high: row.elo + wide,
        mu: 25 + (row.elo - 1500) / 40,
        sigma: wide / 40,
      });
    }
  const tests: StrengthTest[] = standings.slice(1).map((row, at) => {
    const lead = standings[at]!.elo - row.elo;
    return {
      a: standings[at]!.entrant,
      b: row.entrant,
      sets: 20 + 3 * at,
      score: 0.5 + lead / 400,
      llr: Math.min(2.94, lead / 12 - 1),
      lower: -2.94,
      upper: 2.94,
      verdict: lead > 47 ? "stronger" : null,
    };
  });
  const played = number > 0;
  return {
    id,
    game,
    version: 3,
    format,
    seed: 1,
    options: { expansion: "base", card_overrides: "" },
    state,
    created: new Date(Date.now() - 240_000).toISOString(),
    entrants: labels.map((label) => ({
      label,
      bot: label.startsWith("Random") ? "random" : label.startsWith("Clever") ? "py:bots/clever.py:Clever" : label,
    })),
    ...(ladder ? { recent: recent.slice(0, 50), tests } : { rounds }),
    standings: played ? standings : [],
    history,
    cross,
    complaints,
    totals: { games: number, answers: number * 90, seconds: number * 0.05 },
  };
}
