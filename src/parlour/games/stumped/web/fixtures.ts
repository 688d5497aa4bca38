/** Maps made by hand, for the tests. */
import type { Company, Game, Line, Question } from "@parlour/kit/types";
import jobs from "../data/jobs.csv?raw";
import { jobsFromFacts, valleyOf, type Figures, type StumpedView, type Valley } from "./view.js";

export interface Person {
  number?: number;
  owner?: number;
  job?: number;
  health?: number;
  moves?: number;
  actions?: number;
  branches?: number;
  food?: number;
  distracted?: number;
  recruited?: number;
}

/** A beaver at a tile: by default a fresh Basic of seat 0. */
export function at(tile: number, person: Person = {}): number[] {
  const {
    number = tile,
    owner = 0,
    job = 0,
    health = 3,
    moves = 3,
    actions = 1,
    branches = 0,
    food = 0,
    distracted = 0,
    recruited = 1,
  } = person;
  return [number, owner, job, tile, health, moves, actions, branches, food, distracted, recruited];
}

/** A position with this ground, one string per row; the rest is as at the start of a match, without beavers. */
export function valley(rows: string[], change: Partial<StumpedView> = {}): StumpedView {
  const beavers = change.beavers ?? [];
  const lodges = change.lodges ?? [];
  const of = (seat: number, list: number[][], column: number) => list.filter((row) => row[column] === seat).length;
  return {
    width: rows[0]!.length,
    height: rows.length,
    turn: 4,
    turns: 500,
    player: 0,
    phase: 1,
    unit: -1,
    order: 0,
    given: 0,
    land: rows.join(""),
    spawners: [],
    goods: [],
    lodges,
    beavers,
    open: [],
    lodge_count: [of(0, lodges, 1), of(1, lodges, 1)],
    price: [1, 1],
    beaver_count: [of(0, beavers, 1), of(1, beavers, 1)],
    stored_branches: [0, 0],
    stored_food: [0, 0],
    free_beavers: 10,
    lodges_to_win: 10,
    most_health: 5,
    profile: "document",
    ended: 0,
    decided: 0,
    winner: -1,
    history: [],
    ...change,
  };
}

export const MEADOW = ["......", "..ee..", "......", "......"]; // two tiles of river that flow east: 8 and 9

const [head, ...rows] = jobs
  .trim()
  .split(/\r?\n/)
  .map((row) => row.split(","));
const facts = {
  job: rows.map((row) =>
    Object.fromEntries(row.slice(1).map((figure, column) => [head![column + 1]!, Number(figure)])),
  ),
};
export const game = { id: "stumped", title: "Stumped", things: {}, events: [], facts } as unknown as Game;
/** The game with changed figures of a job. */
export const changed = (number: number, figures: Partial<Figures>): Game => ({
  ...game,
  facts: { job: facts.job.map((job, at) => (at === number ? { ...job, ...figures } : job)) },
});
/** The valley of a view, with the jobs of a game. */
export const mapped = (sight: StumpedView, from = game): Valley => valleyOf(sight, jobsFromFacts(from));

export const company = (viewer: number | null = 0): Company => ({
  names: ["Ann", "Bo"],
  players: ["human", "human"],
  options: {},
  viewer,
});
export const ask = (number: number, ...closed: string[]): Question => ({
  number,
  text: "Which beaver?",
  hint: false,
  lapse: "end",
  choices: closed.map((action) => ({ action, label: action, reason: { rule: "lesson", sentence: "Not now." } })),
});
export const line = (kind: string, ...args: number[]): Line => ({
  number: 1,
  category: "goods",
  text: "",
  pause: false,
  kind,
  arguments: Object.fromEntries(args.map((value, index) => [`a${index}`, value])),
});
