/** The view as the board reads it: its fields, rows with names, and the contents of each tile. */
import type { Game, Line, View } from "@parlour/kit/types";

/** The view as sent by the server: view.py says what each number is. */
export interface StumpedView {
  width: number;
  height: number;
  turn: number;
  turns: number;
  player: number;
  phase: number;
  unit: number;
  order: number;
  given: number;
  land: string;
  spawners: [number, number, number, number][];
  goods: [number, number, number][];
  lodges: [number, number][];
  beavers: number[][];
  open: number[][];
  lodge_count: number[];
  price: number[];
  beaver_count: number[];
  stored_branches: number[];
  stored_food: number[];
  free_beavers: number;
  lodges_to_win: number;
  most_health: number;
  profile: string;
  ended: number;
  decided: number;
  winner: number;
  history: number[][];
}
export interface Beaver {
  number: number;
  owner: number;
  job: number;
  tile: number;
  health: number;
  moves: number;
  actions: number;
  branches: number;
  food: number;
  distracted: number;
  recruited: boolean;
}
export interface Spawner {
  tile: number;
  food: boolean;
  health: number;
  resting: boolean;
}
export interface Goods {
  branches: number;
  food: number;
}
export interface Figures {
  cost: number;
  damage: number;
  health: number;
  moves: number;
  actions: number;
  chopping: number;
  munching: number;
  distraction: number;
  carry: number;
}
export interface Named {
  title: string;
  does: string;
}
export type Job = Named & Figures;

export const MAPPING = 0;
export const CHOOSING = 1;
export const ORDERING = 2;
export const MEASURING = 3;
export const TOSSING = 4;
export const OVER = 5;
export const BRANCHES = 0;
export const FOOD = 1;
export const DIRECTIONS = ["north", "east", "south", "west"] as const;
const RIVERS = "nesw";

/** By number, as in rules/book.py. */
export const JOBS: readonly Named[] = [
  { title: "Basic", does: "a bit of all" },
  { title: "Builder", does: "harvests branches" },
  { title: "Bulky", does: "hard to kill" },
  { title: "Fighter", does: "attacks hard" },
  { title: "Hot Lady", does: "turns heads" },
  { title: "Hungry", does: "harvests food" },
  { title: "Swift", does: "goes far" },
];

/** The jobs with their figures in this match, from the game's facts. */
export const jobsFromFacts = (game: Game): Job[] =>
  JOBS.map((named, number) => ({ ...named, ...(game.facts?.job?.[number] as unknown as Figures) }));

export const viewOf = (view: View | null): StumpedView | null => {
  const sight = view as unknown as StumpedView | null;
  return sight !== null && sight.phase !== MAPPING && sight.land.length > 0 ? sight : null;
};

export function beaverOf(row: readonly number[]): Beaver {
  const [
    number = 0,
    owner = 0,
    kind = 0,
    tile = 0,
    health = 0,
    moves = 0,
    actions = 0,
    branches = 0,
    food = 0,
    distracted = 0,
    recruited = 0,
  ] = row;
  return {
    number,
    owner,
    job: kind,
    tile,
    health,
    moves,
    actions,
    branches,
    food,
    distracted,
    recruited: recruited > 0,
  };
}

/** Everything on the map, by tile; beavers also by number. Animations change it, so each has its own copy. */
export interface Valley {
  width: number;
  height: number;
  land: string;
  profile: string;
  jobs: readonly Job[];
  spawners: Map<number, Spawner>;
  goods: Map<number, Goods>;
  lodges: Map<number, number>;
  beavers: Map<number, Beaver>;
  at: Map<number, Beaver>;
}

export function valleyOf(sight: StumpedView, jobs: readonly Job[]): Valley {
  const beavers = sight.beavers.map(beaverOf);
  return {
    width: sight.width,
    height: sight.height,
    land: sight.land,
    profile: sight.profile,
    jobs,
    spawners: new Map(
      sight.spawners.map(([tile, food, health, resting]) => [
        tile,
        { tile, food: food > 0, health, resting: resting > 0 },
      ]),
    ),
    goods: new Map(sight.goods.map(([tile, branches, food]) => [tile, { branches, food }])),
    lodges: new Map(sight.lodges),
    beavers: new Map(beavers.map((one) => [one.number, one])),
    at: new Map(beavers.map((one) => [one.tile, one])),
  };
}

type Size = { width: number; height: number };

export const isWater = (land: string, tile: number): boolean => land[tile] !== ".";
/** The direction a river tile flows in; -1 if it does not. */
export const flowOf = (land: string, tile: number): number => RIVERS.indexOf(land[tile] ?? ".");
export const place = ({ width }: Size, tile: number): string => `${tile % width},${Math.floor(tile / width)}`;

/** The neighbour in a direction; -1 beyond the edge. */
export function beside({ width, height }: Size, tile: number, direction: number): number {
  const x = tile % width;
  const y = Math.floor(tile / width);
  if (direction === 0) return y > 0 ? tile - width : -1;
  if (direction === 1) return x < width - 1 ? tile + 1 : -1;
  if (direction === 2) return y < height - 1 ? tile + width : -1;
  return x > 0 ? tile - 1 : -1;
}

export const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

/** The goods on a tile in words: "3 branches and 2 food"; empty for nothing. */
export const goodsWords = ({ branches, food }: Goods): string =>
  [branches > 0 ? many(branches, "branch", "branches") : "", food > 0 ? `${food} food` : ""]
    .filter(Boolean)
    .join(" and ");

export const turnsLeft = (sight: StumpedView): number => Math.max(0, sight.turns - sight.turn);

/** An event: the kind of a log line, and its numbers in the order of events.py. */
export interface GameEvent {
  kind: string;
  args: number[];
}
export const eventOf = (line: Line): GameEvent => ({
  kind: line.kind ?? "",
  args: Object.values(line.arguments ?? {}),
});
