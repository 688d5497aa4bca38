/** Reads a gamelog of either generation, zipped or plain, and explains what is wrong with any other file. */
import { isTable, word as text, type Entry, type Json, type Table } from "../kit/gamelog.js";
import { Refused } from "../kit/server.js";
import { MARKS, type Marks } from "./merge.js";

export interface Outcome {
  index: number;
  name: string;
  reason: string;
  timedOut: boolean;
  disconnected: boolean;
}

/** The head of a gamelog and the result; `winners` and `losers` are empty while the match is running. */
export interface Head {
  gameName: string;
  gameSession: string;
  marks: Marks;
  settings: Table;
  epoch: number | null;
  winners: Outcome[];
  losers: Outcome[];
}
export interface Gamelog {
  head: Head;
  entries: Entry[];
}

/** Says why a file cannot be shown. */
export class GamelogError extends Refused {
  constructor(sentence: string) {
    super("gamelog", sentence, 0);
  }
}

const RECORD = /^\s*\{\s*"parlour"/; // how a Parlour record begins
export const isRecord = (text: string): boolean => RECORD.test(text);

/** The text of a file; a file that does not begin with a brace is unzipped. */
export async function readText(file: Blob): Promise<string> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (start[0] !== 0x1f || start[1] !== 0x8b) return file.text();
  try {
    return await new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).text();
  } catch {
    throw new GamelogError("This zipped file is damaged: it cannot be unpacked completely.");
  }
}

/** Parses a gamelog. */
export function readGamelog(text: string): Gamelog {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    throw new GamelogError(
      text.trimStart().startsWith("{")
        ? "This file begins like a gamelog, but its JSON breaks off or is damaged."
        : "This is not a gamelog: a gamelog is JSON, zipped or plain.",
    );
  }
  if (!isTable(whole) || !Array.isArray(whole.deltas))
    throw new GamelogError("This is JSON, but not a gamelog: it has no list of deltas.");
  const head = readHead(whole);
  const entries = (whole.deltas as unknown[]).filter(isEntry);
  if (entries.length !== whole.deltas.length)
    throw new GamelogError("This gamelog is damaged: one of its deltas has no type or no game.");
  return { head, entries };
}

export const isEntry = (entry: unknown): entry is Entry =>
  isTable(entry) && typeof entry.type === "string" && isTable(entry.game);

/** Parses the head, and fills in what an older generation or a live match leaves out. */
export function readHead(value: Table): Head {
  const constants = isTable(value.constants) ? value.constants : {};
  const marks: Marks = { ...MARKS };
  for (const key of ["DELTA_REMOVED", "DELTA_LIST_LENGTH"] as const)
    if (typeof constants[key] === "string") marks[key] = constants[key];
  return {
    gameName: text(value.gameName),
    gameSession: text(value.gameSession),
    marks,
    settings: isTable(value.settings) ? value.settings : {},
    epoch: typeof value.epoch === "number" ? value.epoch : null,
    winners: outcomes(value.winners),
    losers: outcomes(value.losers),
  };
}

export const outcomes = (value: Json | undefined): Outcome[] =>
  (Array.isArray(value) ? value : []).filter(isTable).map((one) => ({
    index: Number(one.index) || 0,
    name: text(one.name),
    reason: text(one.reason),
    timedOut: one.timedOut === true,
    disconnected: one.disconnected === true,
  }));
