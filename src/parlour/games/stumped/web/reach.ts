/** The tiles a beaver can reach in this turn, their costs, and the paths. */
import { beside, isWater, type Beaver, type Valley } from "./view.js";
import { stepCost } from "./orders.js";

export interface Way {
  cost: number;
  from: number;
  direction: number;
}
/** By tile: the cost to get there, and the previous step. */
export type Reach = ReadonlyMap<number, Way>;

/** Whether a beaver may step on a tile: beavers and spawners block, and lodges if the profile closes them. */
export const isFree = (valley: Valley, tile: number): boolean =>
  tile >= 0 &&
  !valley.at.has(tile) &&
  !valley.spawners.has(tile) &&
  !(valley.profile === "server" && valley.lodges.has(tile));

/** All tiles within a beaver's moves. */
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

/** The tiles of the path, ending with the goal; empty if it cannot be reached. */
export function pathTo(reach: Reach, goal: number): number[] {
  const path: number[] = [];
  for (let at = goal, way = reach.get(at); way; at = way.from, way = reach.get(at)) path.unshift(at);
  return path;
}

/**
 * The steps of this turn towards a far tile, or towards its nearest neighbour if it is occupied; null if no path
 * exists.
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

/** The direction of a neighbour; -1 if the tile is not a neighbour. */
export function directionTo(valley: Valley, here: number, there: number): number {
  for (let direction = 0; direction < 4; direction += 1)
    if (beside(valley, here, direction) === there) return direction;
  return -1;
}

/** Extends a path drawn with the finger: a step that can be paid is added, a step back shortens it. */
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

/** The cost of a path from a tile. */
export function costOf(valley: Valley, from: number, path: readonly number[]): number {
  let here = from;
  let cost = 0;
  for (const there of path) {
    cost += stepCost(valley.land, here, there, directionTo(valley, here, there));
    here = there;
  }
  return cost;
}

/** The name of a tile's ground. */
export function groundWords(valley: Valley, tile: number): string {
  const letter = valley.land[tile] ?? ".";
  const flow = { n: "north", e: "east", s: "south", w: "west" }[letter];
  return flow ? `river, flowing ${flow}` : isWater(valley.land, tile) ? "pond" : "land";
}
