/** The geometry of rating curves: columns, ticks, highlighted lines, and the positions of their names. No elements. */
import { roundName } from "./tournament-text.js";

export interface Column {
  day: number;
  round: number;
  elo: Record<string, number>;
}

const MOST = 160; // most columns that a screen can tell apart
export const STRONG = 12; // most highlighted lines
const STYLES = 14; // seven colours and shapes, each solid and dashed

/**
 * The history to draw: the starting values if given, then every round, or as many as can be told apart; always with the
 * last.
 */
export function columnsOf(history: readonly Column[], begin: number | null): Column[] {
  const first = history[0];
  const all =
    first && begin !== null
      ? [
          { day: first.day, round: 0, elo: Object.fromEntries(Object.keys(first.elo).map((label) => [label, begin])) },
          ...history,
        ]
      : [...history];
  if (all.length <= MOST) return all;
  return Array.from({ length: MOST }, (_, at) => all[Math.round((at * (all.length - 1)) / (MOST - 1))]!);
}

/** The highlighted lines: the selected ones, then the best, up to the limit, in the order of rank. */
export function strongOf(order: readonly string[], raised: readonly string[]): string[] {
  const known = raised.filter((label) => order.includes(label));
  const chosen = new Set([...known, ...order].slice(0, Math.max(STRONG, known.length)));
  while (chosen.size < Math.min(STRONG, order.length)) chosen.add(order.find((label) => !chosen.has(label))!);
  return order.filter((label) => chosen.has(label));
}

/** A style for each highlighted line: a line keeps its style, a new one takes a free style. */
export function stylesOf(strong: readonly string[], before: ReadonlyMap<string, number>): Map<string, number> {
  const looks = new Map(strong.filter((label) => before.has(label)).map((label) => [label, before.get(label)!]));
  const taken = new Set(looks.values());
  for (const label of strong) {
    if (looks.has(label)) continue;
    let look = 0;
    while (taken.has(look) && look < STYLES - 1) look += 1;
    taken.add(look);
    looks.set(label, look);
  }
  return new Map(strong.map((label) => [label, looks.get(label)!]));
}

/** Round numbers from low to high, about this many. */
export function ticksOf(low: number, high: number, about = 5): number[] {
  const rough = Math.max(high - low, 1e-9) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough)!;
  const ticks: number[] = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high + step / 1e6; tick += step)
    ticks.push(Math.round(tick / step) * step);
  return ticks;
}

/** Positions on a line of length one, moved apart so that each has `room`; the order stays. */
export function apart(wanted: readonly number[], room: number): number[] {
  const order = wanted.map((_, at) => at).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const placed = [...wanted];
  let last = -Infinity;
  for (const at of order) last = placed[at] = Math.max(placed[at]!, last + room);
  let next = 1 + room;
  for (const at of [...order].reverse()) next = placed[at] = Math.min(placed[at]!, next - room);
  return placed.map((place) => Math.max(0, place));
}

/** The labelled columns: all if there are few, else some at even distances. */
export function markedColumns(columns: readonly Column[], room = 9): { at: number; text: string }[] {
  const last = columns.length - 1;
  const step = Math.max(1, Math.ceil(columns.length / room));
  return columns.flatMap((column, at) =>
    at !== last && (at % step || last - at < step * 0.7)
      ? []
      : [{ at, text: column.round === 0 ? "start" : `${column.round}` }],
  );
}

/** The columns at which another day begins. */
export const dayBreaks = (columns: readonly Column[]): { at: number; day: number }[] =>
  columns.flatMap(({ day }, at) => (at > 0 && day !== columns[at - 1]!.day ? [{ at: at - 0.5, day }] : []));

export const columnName = (column: Column, days: number): string =>
  column.round === 0 ? "At the start" : roundName(column, days);
