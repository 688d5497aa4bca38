/** Where a beaver can go in this turn, at what cost, and by which way. */
import { beside, isWater, type Beaver, type Valley } from "./sight.js";
import { stepCost } from "./orders.js";

export interface Way {
  cost: number;
  from: number;
  direction: number;
}
/** By tile: what it costs to be there, and the step before. */
export type Reach = ReadonlyMap<number, Way>;

/** Whether a beaver may step there: beavers and spawners block, lodges where the profile shuts them. */
export const isFree = (valley: Valley, tile: number): boolean =>
  tile >= 0 &&
  !valley.at.has(tile) &&
  !valley.spawners.has(tile) &&
  !(valley.profile === "server" && valley.lodges.has(tile));

/** All tiles within a beaver's moves. A dear step may be the last: what counts is that it can be paid. */
export function reachOf(valley: Valley, beaver: Beaver): Reach {
  const found = new Map<number, Way>([[beaver.tile, { cost: 0, from: -1, direction: -1 }]]);
  const front = [beaver.tile];
  while (front.length) {
    front.sort((one, other) => found.get(one)!.cost - found.get(other)!.cost);
    const here = front.shift()!;
    const spent = found.get(here)!.cost;
    for (let direction = 0; direction < 4; direction += 1) {
      const there = beside(valley, here, direction);
      if (!isFree(valley, there)) continue;
      const cost = spent + stepCost(valley.land, here, there, direction);
      if (cost > beaver.moves || cost >= (found.get(there)?.cost ?? Infinity)) continue;
      found.set(there, { cost, from: here, direction });
      if (!front.includes(there)) front.push(there);
    }
  }
  found.delete(beaver.tile);
  return found;
}

/** The tiles to step on, the last one the goal; empty if it cannot be reached. */
export function pathTo(reach: Reach, goal: number): number[] {
  const path: number[] = [];
  for (let at = goal, way = reach.get(at); way; at = way.from, way = reach.get(at)) path.unshift(at);
  return path;
}

/**
 * The steps of this turn on the way to a far tile, or to the nearest tile beside it where it is taken; null: no way
 * leads there.
 */
export function wayTowards(valley: Valley, beaver: Beaver, goal: number): number[] | null {
  const all = reachOf(valley, { ...beaver, moves: Infinity });
  const around = [0, 1, 2, 3].map((direction) => beside(valley, goal, direction));
  const near = isFree(valley, goal)
    ? [goal]
    : around.filter((tile) => all.has(tile)).sort((one, other) => all.get(one)!.cost - all.get(other)!.cost);
  const path = near.length ? pathTo(all, near[0]!) : [];
  return path.length ? path.filter((tile) => all.get(tile)!.cost <= beaver.moves) : null;
}

/** The direction of a neighbour; -1: it is none. */
export function directionTo(valley: Valley, here: number, there: number): number {
  for (let direction = 0; direction < 4; direction += 1)
    if (beside(valley, here, direction) === there) return direction;
  return -1;
}

/** A path drawn with the finger: the next tile is taken if it is a step that can be paid, a step back shortens it. */
export function traced(valley: Valley, beaver: Beaver, path: readonly number[], tile: number): number[] {
  if (tile === beaver.tile) return [];
  const back = path.indexOf(tile);
  if (back >= 0) return path.slice(0, back + 1);
  const here = path.at(-1) ?? beaver.tile;
  const direction = directionTo(valley, here, tile);
  if (direction < 0 || !isFree(valley, tile) || costOf(valley, beaver.tile, [...path, tile]) > beaver.moves)
    return [...path];
  return [...path, tile];
}

/** What a path costs from a tile on. */
export function costOf(valley: Valley, from: number, path: readonly number[]): number {
  let here = from;
  let cost = 0;
  for (const there of path) {
    cost += stepCost(valley.land, here, there, directionTo(valley, here, there));
    here = there;
  }
  return cost;
}

/** What the ground of a tile is called. */
export function groundWords(valley: Valley, tile: number): string {
  const letter = valley.land[tile] ?? ".";
  const flow = { n: "north", e: "east", s: "south", w: "west" }[letter];
  return flow ? `river, flowing ${flow}` : isWater(valley.land, tile) ? "pond" : "land";
}
