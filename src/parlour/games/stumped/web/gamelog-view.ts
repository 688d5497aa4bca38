/** Converts a position of a contest into the view that the board draws. */
import type { Game, View } from "@parlour/kit/types";
import {
  count,
  follow,
  idOf,
  ids,
  isOver,
  isTable,
  seatOf,
  word,
  type Json,
  type Position,
  type Table,
} from "@parlour/kit/gamelog";

export const TITLES = ["Basic", "Builder", "Bulky", "Fighter", "Hot Lady", "Hungry", "Swift"]; // jobs, by number
const FIGURES = {
  cost: "cost",
  damage: "damage",
  health: "health",
  moves: "moves",
  actions: "actions",
  chopping: "chopping",
  munching: "munching",
  distraction: "distractionPower",
  carry: "carryLimit",
};
export const SEATS = [0, 1];
export const [BRANCHES, FOOD] = [0, 1];
const FLOWS: Record<string, string> = { North: "n", East: "e", South: "s", West: "w" };
const USUAL_HEALTH = 5; // the highest health of spawners if no setting says so
const [CHOOSING, OVER] = [1, 5]; // phases
export const [EXTINCTION, LODGES, TURN_LIMIT, FORFEIT] = [1, 2, 3, 4]; // endings
const [BY_ITSELF, BY_LODGES, BY_BRANCHES, BY_FOOD, BY_COIN] = [0, 1, 2, 3, 4]; // tie-breakers

/** The fixed facts of a match: the land and the players. */
export interface Ground {
  width: number;
  height: number;
  land: string;
  tiles: string[];
  index: Map<string, number>;
  players: string[];
  most: number;
  profile: string;
}

/** The numbers of beavers by id, in order of appearance. */
export type Numbers = Map<string, number>;

/** The totals that decide a match, by seat. */
export interface Tally {
  lodges: number[];
  beavers: number[];
  branches: number[];
  food: number[];
}
export interface Ending {
  ended: number;
  decided: number;
  winner: number;
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The land of a first position; null if it is not a position of Stumped. */
export function groundOf({ root, objects }: Position, settings: Table): Ground | null {
  const width = count(root.mapWidth);
  const height = count(root.mapHeight);
  const players = ids(root.players);
  const listed = ids(root.tiles);
  if (
    width < 1 ||
    height < 1 ||
    listed.length !== width * height ||
    players.length !== SEATS.length ||
    players.some((id) => !objects.has(id))
  )
    return null;
  const tiles: string[] = [];
  const land: string[] = [];
  const index = new Map<string, number>();
  for (const id of listed) {
    const tile = objects.get(id);
    const place = count(tile?.x) + count(tile?.y) * width;
    if (!tile || place < 0 || place >= listed.length || tiles[place] !== undefined) return null;
    tiles[place] = id;
    index.set(id, place);
    land[place] = tile.type === "water" ? (FLOWS[word(tile.flowDirection)] ?? "~") : ".";
  }
  return {
    width,
    height,
    land: land.join(""),
    tiles,
    index,
    players,
    most: count(settings.maxSpawnerHealth) || USUAL_HEALTH,
    profile: word(settings.profile) === "document" ? "document" : "server",
  };
}

/** The game with the figures that jobs have in this match: the host may have changed them. */
export function withMatchFigures(game: Game, { objects }: Position): Game {
  const jobs = new Map(
    [...objects.values()].filter((thing) => thing.gameObjectName === "Job").map((job) => [word(job.title), job]),
  );
  const job = (game.facts?.job ?? []).map((printed, number) => {
    const job = jobs.get(TITLES[number]!);
    return job
      ? { ...printed, ...Object.fromEntries(Object.entries(FIGURES).map(([name, key]) => [name, count(job[key])])) }
      : printed;
  });
  return { ...game, facts: { ...game.facts, job } };
}

export const tileOf = (ground: Ground, tile: Json | undefined): number => ground.index.get(idOf(tile) ?? "") ?? -1;
export const jobOf = (position: Position, beaver: Table | undefined): number =>
  TITLES.indexOf(word(follow(position, beaver?.job)?.title));
export const goodsOf = (resource: Json | undefined): number => (/^f/i.test(word(resource)) ? FOOD : BRANCHES);

/** Whether a beaver is alive and on the map. */
export const lives = (beaver: Table | undefined): beaver is Table =>
  isTable(beaver) && count(beaver.health) > 0 && idOf(beaver.tile) !== undefined;

export function tallyOf(position: Position, ground: Ground, numbers: Numbers): Tally {
  const lodges = ground.players.map((id) => ids(position.objects.get(id)?.lodges));
  const stored = (goods: string) =>
    lodges.map((tiles) => sum(tiles.map((id) => count(position.objects.get(id)?.[goods]))));
  const beavers = SEATS.map(() => 0);
  for (const id of numbers.keys()) {
    const beaver = position.objects.get(id);
    const seat = lives(beaver) ? seatOf(ground.players, beaver.owner) : -1;
    if (seat >= 0) beavers[seat]! += 1;
  }
  return { lodges: lodges.map((tiles) => tiles.length), beavers, branches: stored("branches"), food: stored("food") };
}

/**
 * The winner, the ending and the tie-breaker. The protocol gives only the winner and two sentences, so the rest is
 * derived from the position.
 */
export function endingOf(position: Position, ground: Ground, tally: Tally): Ending | null {
  if (!isOver(position, ground.players)) return null;
  const winner = ground.players.findIndex((id) => position.objects.get(id)?.won === true);
  const { lodges, beavers, branches, food } = tally;
  const root = position.root;
  const gone = SEATS.filter((seat) => beavers[seat] === 0 && lodges[seat] === 0);
  const full = lodges.some((own) => own >= count(root.lodgesToWin));
  const late = count(root.currentTurn) >= count(root.maxTurns) - 1;
  const ended = gone.length ? EXTINCTION : full ? LODGES : late ? TURN_LIMIT : FORFEIT;
  const differs = (by: number[]) => by[0] !== by[1];
  const tied = differs(lodges) ? BY_LODGES : differs(branches) ? BY_BRANCHES : differs(food) ? BY_FOOD : BY_COIN;
  return { ended, decided: ended === FORFEIT || gone.length === 1 ? BY_ITSELF : tied, winner };
}

/** The view of a position, as in games/stumped/view.py; `open` is empty, since nobody is asked here. */
export function viewOf(position: Position, ground: Ground, numbers: Numbers, given: number, history: number[][]): View {
  const { root, objects } = position;
  const tally = tallyOf(position, ground, numbers);
  const ending = endingOf(position, ground, tally);
  const player = (key: string) => ground.players.map((id) => count(objects.get(id)?.[key]));
  const goods: number[][] = [];
  ground.tiles.forEach((id, tile) => {
    const { branches, food } = objects.get(id)!;
    if (branches || food) goods.push([tile, count(branches), count(food)]);
  });
  return {
    width: ground.width,
    height: ground.height,
    turn: count(root.currentTurn),
    turns: count(root.maxTurns),
    player: Math.max(0, seatOf(ground.players, root.currentPlayer)),
    phase: ending ? OVER : CHOOSING,
    unit: -1,
    order: 0,
    given,
    land: ground.land,
    spawners: spawnersOf(position, ground),
    goods,
    lodges: ground.players.flatMap((id, seat) =>
      ids(objects.get(id)?.lodges).map((tile) => [ground.index.get(tile) ?? -1, seat]),
    ),
    beavers: beaversOf(position, ground, numbers),
    open: [],
    lodge_count: tally.lodges,
    price: player("branchesToBuildLodge"),
    beaver_count: tally.beavers,
    stored_branches: tally.branches,
    stored_food: tally.food,
    free_beavers: count(root.freeBeaversCount),
    lodges_to_win: count(root.lodgesToWin),
    most_health: ground.most,
    profile: ground.profile,
    ended: ending?.ended ?? 0,
    decided: ending?.decided ?? 0,
    winner: ending?.winner ?? -1,
    history,
  };
}

/** Trees and cattails; those that their tile does not refer to are not on the board. */
function spawnersOf(position: Position, ground: Ground): number[][] {
  return ids(position.root.spawner).flatMap((id) => {
    const spawner = position.objects.get(id);
    const tile = follow(position, spawner?.tile);
    if (!spawner || idOf(tile?.spawner) !== id) return [];
    return [
      [
        tileOf(ground, spawner.tile),
        goodsOf(spawner.type),
        count(spawner.health),
        spawner.hasBeenHarvested === true ? 1 : 0,
      ],
    ];
  });
}

function beaversOf(position: Position, ground: Ground, numbers: Numbers): number[][] {
  const rows: number[][] = [];
  for (const [id, name] of numbers) {
    const beaver = position.objects.get(id);
    if (!lives(beaver)) continue;
    const { health, moves, actions, branches, food, turnsDistracted } = beaver;
    rows.push([
      name,
      seatOf(ground.players, beaver.owner),
      Math.max(0, jobOf(position, beaver)),
      tileOf(ground, beaver.tile),
      ...[health, moves, actions, branches, food, turnsDistracted].map(count),
      beaver.recruited === true ? 1 : 0,
    ]);
  }
  return rows;
}
