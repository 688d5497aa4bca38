/** The messages of the server (docs/protocol.md), and the properties of a board (docs/boards.md). */
import type { IconName } from "./icons.js";

export interface Option {
  name: string;
  type: "bool" | "int" | "choice" | "text" | "file";
  default: boolean | number | string;
  choices?: string[];
  range?: [number, number];
  label?: string; // where the name alone does not say what it means
  help: string;
  front?: boolean; // on the first page of the set-up
  meanings?: string[]; // one sentence for each choice
  refusals?: Record<string, Record<string, string>>; // why a choice does not go with a number of seats
  per_seat?: string[]; // a text with one of these for each seat, with commas; "?" leaves it to chance
}
export interface ViewField {
  name: string;
  type: "int" | "bool" | "text" | "list" | "other";
  of: string | null;
  by: string | null;
}
export interface EventKind {
  name: string;
  category: string;
  arguments: string[];
  pause: boolean;
}
/** A category of log lines; the colour is that of the token with its name. */
export interface Category {
  name: string;
  heading: string;
  colour: string;
  icon: IconName;
}

export interface Game {
  id: string;
  title: string;
  version: number;
  blurb: string;
  seats: number[];
  longest_name: number;
  options: Option[];
  seat_order?: boolean; // players who share a device are asked in seat order
  secrets?: boolean; // false: all seats see the same, so a shared device needs no curtain
  bots: string[];
  others?: string[];
  levels: Record<string, string>;
  best: string;
  board: string | null;
  view: ViewField[];
  things: Record<string, string[]>;
  events: EventKind[];
  facts?: Record<string, Record<string, unknown>[]>; // what is printed on things, by kind and number
  categories?: Category[]; // of its log
  art?: Record<string, string>; // the address of each picture, by name
  cover?: string; // the address of its picture for the home page
  gamelog_reader?: string; // the address of the module that reads its gamelogs
  again?: Record<string, boolean | number | string>; // values of options from the second match on
  daily?: string; // the title of its match of the day
  contest?: boolean; // programs can play it in a contest, which writes gamelogs
  lessons?: { id: string; title: string; about: string }[];
}

export interface Seat {
  seat: number;
  name: string;
  player: string;
  here: boolean;
  left: boolean;
}
export type TableState = "waiting" | "playing" | "over" | "closed";
export interface Table {
  id: string;
  game: string;
  title: string;
  state: TableState;
  listed: boolean;
  options: Record<string, boolean | number | string>;
  clock: { bank: number; increment: number } | null;
  commitment: string;
  seats: Seat[];
  watchers: number;
  created: string;
  closes: string | null;
  rematch: string | null;
  origin: { record: string; at: number } | null;
  notices?: string[]; // of a table just set up
}

export interface Line {
  number: number;
  category: string;
  text: string;
  pause: boolean;
  kind: string | null;
  arguments: Record<string, number>;
  reason?: string; // why a bot did this
}
export interface Reason {
  rule: string;
  sentence: string;
}
export interface Choice {
  action: string;
  label: string;
  reason: Reason | null;
}
export interface Question {
  number: number;
  text: string;
  hint: boolean;
  lapse: string | null;
  choices: Choice[];
}
export interface Result {
  winners: number[];
  rows: { seat: number; points: number; rank: number }[];
  record: string;
  score?: { level: string; value: number; text: string }; // of a solitaire, to compare with others of its level
  daily?: string | null; // the day of a match of the day
}
export interface Clock {
  left: number;
  runs: boolean;
}
export type View = Record<string, unknown>;

export interface Update {
  type: "update";
  state: TableState;
  lines: Line[];
  view: View | null;
  captions: Record<string, string>;
  question: Question | null;
  lights: number[];
  clocks: Clock[] | null;
  undo: number | null;
  result: Result | null;
  review: string[];
  lesson?: Lesson | null; // the viewer's step of the lesson
}
/** A step of a lesson: its text, what it points at, and which choices it allows. */
export interface Lesson {
  title: string;
  say: string;
  look: string[];
  allow: string[];
  next: boolean;
  step: number;
  steps: number;
}
export interface Hint {
  action: string;
  label: string;
  chance: number | null;
  text: string;
}
export interface Vote {
  seat: number;
  yes: number[];
  needed: number;
}
export interface ChatLine {
  type: "chat";
  id?: string;
  number: number;
  seat: number;
  name: string;
  text: string;
  time: string;
}
export type Message =
  | { type: "welcome"; table: Table; viewer: number | null }
  | Update
  | ChatLine
  | { type: "presence"; seats: Seat[]; watchers: number; votes: Vote[] }
  | { type: "receipt"; id: string | null; question: number | null; again: boolean }
  | { type: "refused"; id: string | null; code: string; rule: string; sentence: string }
  | { type: "hints"; id: string | null; question: number; hints: Hint[] }
  | { type: "pages"; id: string | null; pages: Record<string, string> }
  | { type: "rematch"; table: string }
  | { type: "closed"; code: string; sentence: string }
  | { type: "pong" };

export interface Frame {
  at: number;
  who: number | null;
  text: string;
  draw?: { fan: number; odds: number[]; outcome: number };
  lines: Line[];
  view: View;
  captions: Record<string, string>;
  lights: number[];
}
export interface Film {
  id: string;
  game: Game;
  names: string[];
  players: string[];
  options: Record<string, boolean | number | string>;
  viewer: number | null;
  version: number;
  digest: string;
  dealer: { kind: string; commitment: string; nonces: string[]; seed: string; given: number };
  frames: Frame[];
  result: Result | null;
  review: string[];
}

/** One match of a tournament: labels in order of finish, and by seat. */
export interface TournamentTable {
  table: string[];
  seats: string[];
  finish_scores: Record<string, number>;
  standings: Record<string, number>;
  elo_deltas: Record<string, number>; // equal results share the place
  match: string;
  seed: number | string;
  digest: string;
  faults: Record<string, number>;
}
export interface TournamentRound {
  day: number;
  round: number;
  size: number;
  tables: TournamentTable[];
}
export interface Standing {
  rank: number;
  entrant: string;
  elo: number;
  delta: number;
  opponents: string[];
  low: number | null;
  high: number | null;
  mu: number | null;
  sigma: number | null;
  games: number;
  wins: number;
  mean_score: number | null;
  faults: number;
  padding?: boolean; // a bot that only fills the tables
}
export interface Score {
  wins: number;
  ties: number;
  losses: number;
}
/** The test "is a stronger than b": decided as soon as `llr` leaves its bounds. */
export interface StrengthTest {
  a: string;
  b: string;
  sets: number;
  score: number;
  llr: number;
  lower: number;
  upper: number;
  verdict: "stronger" | "weaker" | "undecided" | null;
  text?: string;
}
export interface Complaint {
  entrant: string;
  match: string;
  what: string;
}
export type TournamentState = "running" | "over" | "stopped";
export interface Tournament {
  id: string;
  game: string;
  version: number;
  format: string;
  seed: number | string;
  options: Record<string, boolean | number | string>;
  state: TournamentState;
  created: string;
  entrants: { label: string; bot: string; padding?: boolean }[];
  rounds?: TournamentRound[];
  recent?: TournamentTable[]; // a ladder has only its newest tables
  standings: Standing[];
  history: { day: number; round: number; elo: Record<string, number> }[];
  cross: Record<string, Record<string, Score>>;
  tests?: StrengthTest[];
  complaints: Complaint[];
  doubts?: { id: string; what: string }[];
  totals: { games: number; answers: number; seconds: number };
}

/** The players of the match, for a board. */
export interface Company {
  names: string[];
  players: string[];
  options: Record<string, boolean | number | string>;
  viewer: number | null;
}

/**
 * A board: a custom element `board-GAME`, see docs/boards.md. The page sets the properties; the board fires `answer`
 * (detail: { action }), `advise` or `undo`, bubbling and composed. The page sets `events`, waits for `settled` if it is
 * set, then sets the new `view`.
 */
export interface Board extends HTMLElement {
  game: Game;
  company: Company;
  view: View | null;
  captions: Record<string, string>;
  question: Question | null; // null: this viewer is not asked now
  hints: Hint[]; // the coach's hints, if they were asked for
  lesson?: Lesson | null; // set by the page: highlight what `look` names
  events: Line[]; // what has just happened, to animate
  log?: Line[]; // the lines from before this board was created
  settled?: Promise<unknown>; // set by the board: resolves when `events` have been animated
  quiet?: boolean; // set by the page: no animation (reduced motion, scrubbing)
  pace?: number; // set by the page: milliseconds of one visible step
}
/**
 * A board class may declare `static offers = true`: it draws every choice itself, and the question bar shows only the
 * text.
 */
