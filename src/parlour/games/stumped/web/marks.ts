/** The marks on the map: where the selected unit can go, what it can do, and where it is. */
import { harms, most, ordersOf, targetOf, type Order } from "./orders.js";
import { reachOf, type Reach } from "./reach.js";
import type { Job, StumpedView, Valley } from "./view.js";

export type Sign = "chop" | "gather" | "bite" | "store" | "take" | "build" | "recruit";
export interface Marks {
  ready: ReadonlySet<number>; // units that can still act
  selected: number;
  cursor: number;
  hover: number; // tiles; -1: none
  reach: Reach;
  path: readonly number[];
  targets: ReadonlyMap<number, Sign>;
  advised: ReadonlySet<number>; // tiles where the coach would act
  looked: ReadonlySet<number>; // tiles that a lesson points at
}
export const BARE: Marks = {
  ready: new Set(),
  selected: -1,
  cursor: -1,
  hover: -1,
  reach: new Map(),
  path: [],
  targets: new Map(),
  advised: new Set(),
  looked: new Set(),
};

/**
 * The sign over a tile: the first order of a click there. Dropping on plain land has no sign; it is only on the card.
 */
export function signOf(valley: Valley, tile: number, order: Order): Sign | null {
  const target = targetOf(valley, tile, order);
  if (order.kind === "harvest") return valley.spawners.get(target)?.food ? "gather" : "chop";
  if (order.kind === "attack") return valley.at.get(target)?.owner === valley.at.get(tile)?.owner ? null : "bite";
  if (order.kind === "drop") return target !== tile && valley.lodges.has(target) ? "store" : null;
  return order.kind === "pickup" && target !== tile ? "take" : null;
}

export function targetsOf(sight: StumpedView, valley: Valley, tile: number): Map<number, Sign> {
  const found = new Map<number, Sign>();
  for (const order of ordersOf(sight, tile)) {
    const sign = signOf(valley, tile, order);
    const target = targetOf(valley, tile, order);
    if (sign && !found.has(target)) found.set(target, sign);
  }
  return found;
}

/** Where the selected beaver can go; empty for a lodge, or while an amount is asked. */
export function reachFor(sight: StumpedView, valley: Valley, tile: number): Reach {
  const beaver = valley.at.get(tile);
  return beaver && ordersOf(sight, tile).some(({ kind }) => kind === "move") ? reachOf(valley, beaver) : new Map();
}

/** The effect of a click on a tile for the selected unit: an order, a walk, a choice between several, or none. */
export type Meaning = { walk: true } | { order: Order } | { several: Order[] } | null;

export function meaningOf(sight: StumpedView, valley: Valley, unit: number, tile: number, reach: Reach): Meaning {
  const here = ordersOf(sight, unit).filter((order) => targetOf(valley, unit, order) === tile);
  const first =
    here.find(({ kind }) => kind === "harvest") ?? here.find((order) => signOf(valley, unit, order) === "bite");
  if (first) return { order: first };
  const loads = here.filter(({ kind }) => kind === "drop" || kind === "pickup");
  if (valley.lodges.has(tile) && tile !== unit && loads.length)
    return loads.length === 1 && !reach.has(tile) && !harms(valley, unit, loads[0]!)
      ? { order: loads[0]! }
      : { several: here };
  if (reach.has(tile)) return { walk: true };
  return tile !== unit && loads.length ? (loads.length === 1 ? { order: loads[0]! } : { several: loads }) : null;
}

/** The largest amount of a stepper; 1 or less needs none. */
export const range = (valley: Valley, tile: number, order: Order): number => most(valley, tile, order);

/** The price in food; 0 if the recruit is free. */
export const priceOf = (sight: StumpedView, seat: number, { cost }: Job): number =>
  (sight.beaver_count[seat] ?? 0) < sight.free_beavers ? 0 : cost;

/** The tiles of the coach's hints: its answers begin with them. */
export function advisedTiles(sight: StumpedView, hints: readonly { action: string }[]): number[] {
  return hints.flatMap(({ action }) => {
    const found = /^(\d+),(\d+)(?: |$)/.exec(action);
    return found ? [Number(found[1]) + Number(found[2]) * sight.width] : [];
  });
}

/** The tiles of what a lesson names: trees or cattails. */
export function lookedTiles(valley: Valley, look: readonly string[]): number[] {
  return [...valley.spawners.values()]
    .filter(({ food }) => look.includes(food ? "spawner:cattails" : "spawner:tree"))
    .map(({ tile }) => tile);
}
