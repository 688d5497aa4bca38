/** What is marked on the map for whoever plays: where one can go, what one can do there, and where one is. */
import { harms, most, ordersOf, targetOf, type Order } from "./orders.js";
import { reachOf, type Reach } from "./reach.js";
import type { Job, Sight, Valley } from "./sight.js";

export type Sign = "chop" | "gather" | "bite" | "store" | "take" | "build" | "recruit";
export interface Marks {
  ready: ReadonlySet<number>; // units that can still act
  selected: number;
  cursor: number;
  hover: number; // tiles; -1: none
  reach: Reach;
  path: readonly number[];
  targets: ReadonlyMap<number, Sign>;
  advised: ReadonlySet<number>; // where the coach would do something
  looked: ReadonlySet<number>; // what a lesson speaks of
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
 * The sign over a tile: what a click there would do first. Loose ground takes goods too, but that is said in the card
 * alone.
 */
export function signOf(valley: Valley, tile: number, order: Order): Sign | null {
  const target = targetOf(valley, tile, order);
  if (order.deed === "harvest") return valley.spawners.get(target)?.food ? "gather" : "chop";
  if (order.deed === "attack") return valley.at.get(target)?.owner === valley.at.get(tile)?.owner ? null : "bite";
  if (order.deed === "drop") return target !== tile && valley.lodges.has(target) ? "store" : null;
  return order.deed === "pickup" && target !== tile ? "take" : null;
}

export function targetsOf(sight: Sight, valley: Valley, tile: number): Map<number, Sign> {
  const found = new Map<number, Sign>();
  for (const order of ordersOf(sight, tile)) {
    const sign = signOf(valley, tile, order);
    const target = targetOf(valley, tile, order);
    if (sign && !found.has(target)) found.set(target, sign);
  }
  return found;
}

/** Where the chosen beaver can go; nowhere for a lodge, or while an amount is asked. */
export function reachFor(sight: Sight, valley: Valley, tile: number): Reach {
  const beaver = valley.at.get(tile);
  return beaver && ordersOf(sight, tile).some(({ deed }) => deed === "move") ? reachOf(valley, beaver) : new Map();
}

/** What a click on a tile means for the chosen unit: an order, a walk, a choice between several, or nothing. */
export type Meaning = { walk: true } | { order: Order } | { several: Order[] } | null;

export function meaningOf(sight: Sight, valley: Valley, unit: number, tile: number, reach: Reach): Meaning {
  const here = ordersOf(sight, unit).filter((order) => targetOf(valley, unit, order) === tile);
  const first =
    here.find(({ deed }) => deed === "harvest") ?? here.find((order) => signOf(valley, unit, order) === "bite");
  if (first) return { order: first };
  const loads = here.filter(({ deed }) => deed === "drop" || deed === "pickup");
  if (valley.lodges.has(tile) && tile !== unit && loads.length)
    return loads.length === 1 && !reach.has(tile) && !harms(valley, unit, loads[0]!)
      ? { order: loads[0]! }
      : { several: here };
  if (reach.has(tile)) return { walk: true };
  return tile !== unit && loads.length ? (loads.length === 1 ? { order: loads[0]! } : { several: loads }) : null;
}

/** The amounts a stepper offers; a single one needs none. */
export const range = (valley: Valley, tile: number, order: Order): number => most(valley, tile, order);

/** Free, or what it costs in food on that lodge. */
export const priceOf = (sight: Sight, seat: number, { cost }: Job): number =>
  (sight.beaver_count[seat] ?? 0) < sight.free_beavers ? 0 : cost;

/** The tiles that the coach speaks of: its answers begin with them. */
export function advisedTiles(sight: Sight, hints: readonly { action: string }[]): number[] {
  return hints.flatMap(({ action }) => {
    const found = /^(\d+),(\d+)(?: |$)/.exec(action);
    return found ? [Number(found[1]) + Number(found[2]) * sight.width] : [];
  });
}

/** What a lesson names on the map: trees or cattails. */
export function lookedTiles(valley: Valley, look: readonly string[]): number[] {
  return [...valley.spawners.values()]
    .filter(({ food }) => look.includes(food ? "spawner:cattails" : "spawner:tree"))
    .map(({ tile }) => tile);
}
