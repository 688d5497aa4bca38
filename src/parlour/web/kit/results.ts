/** The best results of this browser by game and level, and its first tries at matches of the day. */
import { store } from "./store.js";
import type { Result } from "./types.js";

export interface Kept {
  level: string;
  value: number;
  text: string;
  record: string;
  date: string; // UTC
}
interface Results {
  best: Record<string, Kept>; // by level
  daily: Record<string, Kept>; // by day; later tries know the dice
}

const DAYS_KEPT = 30;
const memory = (game: string) => `results.${game}`;
export const utcDay = (now = new Date()): string => now.toISOString().slice(0, 10);

function read(game: string): Results {
  const kept = store.kept<Partial<Results> | null>(memory(game), null);
  return { best: kept?.best ?? {}, daily: kept?.daily ?? {} };
}

/** Keeps a finished match if it is the best of its level or the first try of its day; once is enough. */
export function keepResult(game: string, result: Result, now = new Date()): void {
  if (!result.score) return;
  const { best, daily } = read(game);
  const one: Kept = { ...result.score, record: result.record, date: utcDay(now) };
  if (one.value > (best[one.level]?.value ?? 0)) best[one.level] = one;
  if (result.daily && !daily[result.daily]) daily[result.daily] = one;
  const days = Object.keys(daily).sort().slice(-DAYS_KEPT);
  store.keep(memory(game), { best, daily: Object.fromEntries(days.map((day) => [day, daily[day]])) });
}

export const bestResults = (game: string): Kept[] => Object.values(read(game).best);
export const firstTry = (game: string, day: string): Kept | undefined => read(game).daily[day];

/** How a finished match compares with the best of its level and with the first try of its day, in sentences. */
export function compareResult(game: string, result: Result): string[] {
  if (!result.score) return [];
  const { text, level } = result.score;
  const best = read(game).best[level];
  const first = result.daily ? firstTry(game, result.daily) : undefined;
  const told = !best
    ? []
    : [best.record === result.record ? "A new best result." : `Your best at this level: ${best.text}.`];
  const day = !first
    ? []
    : [first.record === result.record ? "The first try of the day counts." : `Your first try today: ${first.text}.`];
  return [`Level ${level}: ${text}.`, ...told, ...day];
}
