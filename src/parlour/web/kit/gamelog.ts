/**
 * Positions and entries of gamelogs, and what a game tells the contest pages about its own: the module
 * `web/gamelog.ts` of its folder exports a `GamelogReader` as `reader`.
 */
import type { Game, View } from "./types.js";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Table = { [key: string]: Json };

/**
 * A whole game at one moment: its own values, and its objects by id. A reference stays `{ id }` and is resolved in the
 * same position.
 */
export interface Position {
  root: Table;
  objects: Map<string, Table>;
}

export interface Entry {
  type: string;
  data?: Table;
  game: Table;
}

/** An entry between two positions; `players` are the ids of the players by seat, `given` counts this turn's orders. */
export interface Scene {
  entry: Entry;
  before: Position;
  after: Position;
  players: string[];
  given: number;
}

/** The order of an entry: its player, its text, and why it was refused ("" if it was not). */
export interface Order {
  seat: number;
  caller: string;
  name: string;
  args: Table;
  refused: string;
}
export interface OrderText {
  text: string;
  refused: string;
}

/** An event of the game's journal: its number in the game's list, and its arguments. */
export interface GameEvent {
  kind: number;
  numbers: number[];
}

/** What a game makes of one match. */
export interface MatchReader {
  /** Notes a new entry: the position after it, and what it changed. */
  add(after: Position, delta: Table): void;
  /** The view that the board draws. */
  view(at: Position, given: number, history: number[][]): View;
  /** A row of the history: the figures that the chart shows. */
  row(at: Position): number[];
  /** Whether a finished match was broken off in the middle of a turn. */
  brokenOff(at: Position): boolean;
  events(scene: Scene): GameEvent[];
  describeOrder(scene: Scene, order: Order): OrderText;
}

export interface GamelogReader {
  chart?: string; // the name of the element that draws the history (properties history, names, at; event pick)
  /** Reads the first position of a match; null if it is not a whole position of this game. */
  open(first: Position, settings: Table): MatchReader | null;
  /** The game with the figures of this match: the host may have changed them. */
  gameOf(game: Game, first: Position): Game;
}

export const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The id in a reference; undefined if the value is not a reference. */
export function idOf(value: Json | undefined): string | undefined {
  return isTable(value) && typeof value.id === "string" && Object.keys(value).length === 1 ? value.id : undefined;
}

export const count = (value: Json | undefined): number =>
  typeof value === "number" && Number.isFinite(value) ? value : 0;
export const word = (value: Json | undefined): string => (typeof value === "string" ? value : "");
export const follow = (position: Position, reference: Json | undefined): Table | undefined =>
  position.objects.get(idOf(reference) ?? "");
export const ids = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => idOf(one) ?? []);
export const seatOf = (players: string[], player: Json | undefined): number => players.indexOf(idOf(player) ?? "");

/** Whether a player has won or lost. */
export const isOver = ({ objects }: Position, players: string[]): boolean =>
  players.some((id) => objects.get(id)?.won === true || objects.get(id)?.lost === true);

/** The order of an entry; null if the entry is not an order. */
export function orderOf(entry: Entry, players: string[]): Order | null {
  const run = entry.data?.run;
  if (entry.type !== "ran" || !isTable(run)) return null;
  const { invalid, player } = entry.data!;
  return {
    seat: seatOf(players, player),
    caller: idOf(run.caller) ?? word(run.caller),
    name: word(run.functionName),
    args: isTable(run.args) ? run.args : {},
    refused: isTable(invalid) ? word(invalid.message) || "refused" : word(invalid),
  };
}

/** Whether an entry is an order that changed something: not refused, and not just a note of the client. */
export function succeeded({ type, data }: Entry): boolean {
  const { run, invalid, returned } = data ?? {};
  return (
    type === "ran" &&
    isTable(run) &&
    run.functionName !== "log" &&
    invalid === undefined &&
    returned !== undefined &&
    returned !== false &&
    returned !== null
  );
}
