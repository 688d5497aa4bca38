/** The HTTP calls of docs/protocol.md, typed. A refusal is thrown with the server's sentence. */
import type { FinishedMatch } from "./store.js";
import type { Film, Game, Table, Tournament, TournamentState } from "./types.js";

export interface Setup {
  game: string;
  seats: string[];
  options?: Record<string, boolean | number | string>;
  listed?: boolean;
  clock?: { bank: number; increment: number } | null;
  daily?: boolean;
}
export interface Held {
  seat: number;
  token: string;
}
export interface Save {
  name: string;
  game: string;
  title: string;
  players: string[];
  date: string;
}
export interface RecordRow {
  id: string;
  game: string;
  title: string;
  date: string;
  players: { name: string; player: string; points: number; rank: number }[];
}
export interface Rating {
  game: string;
  player: string;
  matches: number;
  wins: number;
  rate: number;
  low: number;
  high: number;
  elo: number | null;
  low_elo: number | null;
  high_elo: number | null;
  mu: number | null;
  sigma: number | null; // null: nobody to compare with yet
}

export interface WinCount {
  matches: number;
  wins: number;
  win_rate: number;
  low: number;
  high: number;
}
/** The finished matches of people in one game. */
export interface GameStatistics extends WinCount {
  game: string;
  title: string;
  length: { turns: { unit: string; mean: number | null; median: number | null } };
  bots: (WinCount & { bot: string })[];
  favourites: { kind: string; name: string; times: number }[];
}
export interface Statistics {
  players: string[];
  matches: number;
  games: GameStatistics[];
  skipped: number;
}

export interface TournamentRow {
  id: string;
  game: string;
  title: string;
  format: string;
  state: TournamentState;
  created: string;
  entrants: number;
  games: number;
  leader: string | null;
}
/** One stored match of a tournament; the lists are by seat. */
export interface TournamentMatch {
  id: string;
  number: number;
  names: string[];
  points: number[];
  standings: number[];
  faults: number[];
}

/** A contest: its game, its settings, and where clients connect. */
export interface ContestSetting {
  key: string;
  kind: "number" | "text" | "texts";
  default: number | string | string[];
  least: number | null;
  help: string;
}
export interface Contest {
  game: string;
  title: string;
  gameName: string;
  settings: ContestSetting[];
  bots: string[];
  best: string;
  port?: number;
}
export interface Contestant {
  name: string | null;
  index: number;
  kind: "client" | "human" | "bot" | null;
  here: boolean;
}
export interface Session {
  session: string;
  state: "open" | "running" | "over";
  players: Contestant[];
  turn: number;
  turns: number;
  gamelog: string | null;
  record: string | null;
  winner: number | null;
  reason: string | null;
}
export interface Opened extends Session {
  seats: { index: number; token: string }[];
  key: string;
} // the key closes the session
export interface SessionRequest {
  session?: string;
  settings?: Record<string, number | string>;
  seats: (string | null)[];
}

export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly status: number,
  ) {
    super(sentence);
    this.name = "Refused";
  }
}

const UNCHANGED = 304;
export const AWAY = "The server does not answer. It may be restarting; try again in a moment.";

async function call(method: string, address: string, body?: unknown, tag = ""): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(tag ? { "if-none-match": tag } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused("away", AWAY, 0);
  }
  if (answer.ok || (tag && answer.status === UNCHANGED)) return answer;
  let code = "unknown";
  let sentence = answer.status >= 500 ? AWAY : `The server refused this (${answer.status}).`;
  try {
    const problem = await answer.json();
    if (typeof problem?.code === "string") code = problem.code;
    if (typeof problem?.sentence === "string") sentence = problem.sentence;
  } catch {
    /* not JSON: a proxy's page */
  }
  throw new Refused(code, sentence, answer.status);
}

async function request<T>(method: string, address: string, body?: unknown): Promise<T> {
  return read<T>(await call(method, address, body));
}

async function read<T>(answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch {
    throw new Refused("unknown", "The server's answer could not be read.", answer.status);
  }
}

/** Fetches what changed since the answer with this tag; null if nothing did. */
async function requestIfChanged<T>(address: string, tag: string): Promise<{ body: T; tag: string } | null> {
  const answer = await call("GET", address, undefined, tag);
  return answer.status === UNCHANGED ? null : { body: await read<T>(answer), tag: answer.headers.get("etag") ?? "" };
}

const part = encodeURIComponent;
const of = (game?: string) => (game ? `?game=${part(game)}` : "");
const socketHost = () => `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}`;
const at = (table: string) => `/api/tables/${part(table)}`;

export const server = {
  games: () => request<Game[]>("GET", "/api/games"),
  game: (id: string) => request<Game>("GET", `/api/games/${part(id)}`),
  rules: async (id: string) => (await request<{ text: string }>("GET", `/api/games/${part(id)}/rules`)).text,

  tables: (game?: string) => request<Table[]>("GET", `/api/tables${of(game)}`),
  setUp: (setup: Setup) => request<Table>("POST", "/api/tables", setup),
  table: (id: string) => request<Table>("GET", at(id)),
  gameAt: (id: string) => request<Game>("GET", `${at(id)}/game`),
  sit: (id: string, wish: { seat?: number; name: string; nonce?: string }) =>
    request<Held & { table: Table }>("POST", `${at(id)}/seats`, { nonce: nonce(), ...wish }),
  placeBot: (id: string, seat: number, bot: string) => request<Table>("POST", `${at(id)}/seats/${seat}/bot`, { bot }),
  claim: (id: string, seat: number, token: string) => request<Table>("POST", `${at(id)}/claim`, { seat, token }),
  mine: (id: string) => request<Held[]>("GET", `${at(id)}/mine`),
  rematch: (id: string) => request<{ table: string; seats: Held[] }>("POST", `${at(id)}/rematch`, {}),
  save: (id: string, name: string, overwrite = false) => request<Save>("POST", `${at(id)}/saves`, { name, overwrite }),

  learn: (game: string, lesson: string, name: string) =>
    request<{ table: Table; seats: Held[] }>(
      "POST",
      `/api/games/${part(game)}/lessons/${part(lesson)}/tables`,
      name ? { name } : {},
    ),

  saves: (game?: string) => request<Save[]>("GET", `/api/saves${of(game)}`),
  load: (name: string) => request<{ table: Table; seats: Held[] }>("POST", `/api/saves/${part(name)}/tables`, {}),
  forget: async (name: string) => void (await call("DELETE", `/api/saves/${part(name)}`)),

  records: (game?: string) => request<RecordRow[]>("GET", `/api/records${of(game)}`),
  recordAddress: (id: string) => `/api/records/${part(id)}`,
  record: async (id: string) => (await call("GET", `/api/records/${part(id)}`)).text(),
  film: (id: string, viewer?: number | null) =>
    request<Film>("GET", `/api/records/${part(id)}/film${viewer == null ? "" : `?viewer=${viewer}`}`),
  playOn: (id: string, at: number) => request<Table>("POST", `/api/records/${part(id)}/tables`, { at }),

  /** The film of a record given as text. */
  filmOf: (record: string) => request<Film>("POST", "/api/films", { record }),

  contest: () => request<Contest>("GET", "/api/contest"),
  sessions: () => request<Session[]>("GET", "/api/contest/sessions"),
  session: (name: string) => request<Session>("GET", `/api/contest/sessions/${part(name)}`),
  openSession: (wish: SessionRequest) => request<Opened>("POST", "/api/contest/sessions", wish),
  closeSession: async (name: string, key: string) =>
    void (await call("DELETE", `/api/contest/sessions/${part(name)}?key=${part(key)}`)),
  addBot: (name: string, index: number, bot: string) =>
    request<Session>("POST", `/api/contest/sessions/${part(name)}/bot`, { index, bot }),
  gamelogs: () => request<string[]>("GET", "/gamelogs"),
  watchAddress: (name: string) => `${socketHost()}/api/contest/watch/${part(name)}`,
  sitAddress: (name: string, asked: Record<string, string>) =>
    `${socketHost()}/api/contest/sit/${part(name)}?${new URLSearchParams(asked)}`,

  statistics: (matches: FinishedMatch[]) => request<Statistics>("POST", "/api/statistics", { matches }),
  ratings: (game?: string) => request<Rating[]>("GET", `/api/ratings${of(game)}`),
  tournaments: (game?: string) => request<TournamentRow[]>("GET", `/api/tournaments${of(game)}`),
  tournament: (id: string, tag = "") => requestIfChanged<Tournament>(`/api/tournaments/${part(id)}`, tag),
  matchesBefore: (id: string, before: number) =>
    request<TournamentMatch[]>("GET", `/api/tournaments/${part(id)}/matches?before=${before}`),
  openapi: () => request<Record<string, unknown>>("GET", "/docs/openapi.json"),

  /** The address of a table's socket, for `new WebSocket`. */
  socketAddress: (id: string) => `${socketHost()}${at(id)}/socket`,
};

/** A player's share in the dice: sixteen random bytes as hexadecimal digits. */
export function nonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The sentence to show for anything that was thrown. */
export function sentenceOf(trouble: unknown): string {
  return trouble instanceof Refused ? trouble.sentence : "Something went wrong on this page. Load it again.";
}
