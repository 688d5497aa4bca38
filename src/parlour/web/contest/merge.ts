/**
 * Merges the deltas of a contest server. Changed parts are copied and the rest is shared, so older positions stay
 * valid.
 */
import { idOf, isTable, type Json, type Position, type Table } from "../kit/gamelog.js";

export interface Marks {
  DELTA_REMOVED: string;
  DELTA_LIST_LENGTH: string;
}
export const MARKS: Marks = { DELTA_REMOVED: "&RM", DELTA_LIST_LENGTH: "&LEN" };

export const empty = (): Position => ({ root: {}, objects: new Map() });

/** The position after a delta. `before` is not changed, unless `own` says that its object table is not shared. */
export function merge(before: Position, delta: Table, marks: Marks = MARKS, own = false): Position {
  const { gameObjects, ...values } = delta;
  const objects = own ? before.objects : new Map(before.objects);
  if (isTable(gameObjects)) {
    for (const [id, change] of Object.entries(gameObjects)) {
      if (change === marks.DELTA_REMOVED) objects.delete(id);
      else if (isTable(change)) objects.set(id, mergeTable(objects.get(id), change, marks));
    }
  }
  return { root: mergeTable(before.root, values, marks), objects };
}

function mergeTable(before: Table | undefined, change: Table, marks: Marks): Table {
  const after: Table = { ...before };
  for (const key of Object.keys(change)) {
    const value = change[key]!;
    if (value === marks.DELTA_REMOVED) delete after[key];
    else after[key] = mergeValue(after[key], value, marks);
  }
  return after;
}

function mergeValue(before: Json | undefined, change: Json, marks: Marks): Json {
  if (!isTable(change) || idOf(change) !== undefined) return change;
  if (marks.DELTA_LIST_LENGTH in change) return mergeList(before, change, marks);
  return mergeTable(isTable(before) && idOf(before) === undefined ? before : undefined, change, marks);
}

const LONGEST = 1_000_000; // most entries of a list: a broken file must not exhaust the memory

function mergeList(before: Json | undefined, change: Table, marks: Marks): Json[] {
  const length = Math.min(LONGEST, Math.max(0, Math.trunc(Number(change[marks.DELTA_LIST_LENGTH])) || 0));
  const after = Array.isArray(before) ? before.slice(0, length) : [];
  while (after.length < length) after.push(null);
  for (const key of Object.keys(change)) {
    const at = Number(key);
    const value = change[key]!;
    if (key !== marks.DELTA_LIST_LENGTH && at >= 0 && at < length)
      after[at] = value === marks.DELTA_REMOVED ? null : mergeValue(after[at], value, marks);
  }
  return after;
}
