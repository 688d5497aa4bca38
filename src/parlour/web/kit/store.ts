/** What this browser stores. Where storage is blocked or full, values are kept until the page closes. */

export type Theme = "light" | "dark" | "system";
export interface MyTable {
  id: string;
  game: string;
  title: string;
  seats: number[];
  when: string;
}

/** A match that was played to its end here, and the seats of this browser. */
export interface FinishedMatch {
  record: string;
  seats: number[];
}

const PREFIX = "parlour.";
const MOST_TABLES = 30;
const MOST_FINISHED = 100;
const memory = new Map<string, string>();
const notices = new Map<string, string[]>(); // by table
const listeners = new Set<(key: string) => void>();

function read(key: string): string | null {
  if (memory.has(key)) return memory.get(key)!;
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(PREFIX + key, text);
    memory.delete(key);
  } catch {
    memory.set(key, text);
  }
}

function kept<T>(key: string, fallback: T): T {
  try {
    const text = read(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

function keep(key: string, value: unknown): void {
  write(key, JSON.stringify(value));
  for (const listener of listeners) listener(key);
}

const isTable = (row: unknown): row is MyTable =>
  typeof row === "object" &&
  row !== null &&
  typeof (row as MyTable).id === "string" &&
  Array.isArray((row as MyTable).seats);

export const store = {
  /** A small value of your own, under a key that nothing else uses. */
  kept,
  keep,

  get name(): string {
    const name = kept<unknown>("name", "");
    return typeof name === "string" ? name : "";
  },
  set name(name: string) {
    keep("name", name.trim());
  },

  get theme(): Theme {
    const theme = kept<unknown>("theme", "system");
    return theme === "light" || theme === "dark" ? theme : "system";
  },
  set theme(theme: Theme) {
    keep("theme", theme);
  },

  get sound(): boolean {
    return kept<unknown>("sound", true) !== false;
  },
  set sound(on: boolean) {
    keep("sound", on);
  },

  /** Whether the log tells why bots do what they do. */
  get reasons(): boolean {
    return kept<unknown>("reasons", true) !== false;
  },
  set reasons(on: boolean) {
    keep("reasons", on);
  },

  /** The name of the speed at which moves of others are shown: see play/pace.ts. */
  get pace(): string {
    const pace = kept<unknown>("pace", "");
    return typeof pace === "string" ? pace : "";
  },
  set pace(name: string) {
    keep("pace", name);
  },

  /** The tables at which this browser took a seat, newest first. */
  get tables(): MyTable[] {
    const rows = kept<unknown>("tables", []);
    return Array.isArray(rows) ? rows.filter(isTable) : [];
  },

  /** Remembers a seat at a table: the table moves to the front, and its seats are added. */
  satDown(table: { id: string; game: string; title: string }, seats: number[], when = new Date()): void {
    const before = store.tables.find((row) => row.id === table.id);
    const held = [...new Set([...(before?.seats ?? []), ...seats])].sort((a, b) => a - b);
    const row: MyTable = { id: table.id, game: table.game, title: table.title, seats: held, when: when.toISOString() };
    keep("tables", [row, ...store.tables.filter((other) => other.id !== table.id)].slice(0, MOST_TABLES));
  },

  /** The matches that were played to their end on this device, newest first. */
  get finished(): FinishedMatch[] {
    const rows = kept<unknown>("finished", []);
    return Array.isArray(rows)
      ? rows.filter((row) => typeof row?.record === "string" && Array.isArray(row?.seats))
      : [];
  },

  /** Remembers that a seat of this device played a match to its end. */
  finish(record: string, seat: number): void {
    const before = store.finished.find((row) => row.record === record)?.seats ?? [];
    if (before.includes(seat)) return;
    const row = { record, seats: [...before, seat].sort((a, b) => a - b) };
    keep("finished", [row, ...store.finished.filter((other) => other.record !== record)].slice(0, MOST_FINISHED));
  },

  /** The notices about a table that was set up here, until they are dismissed or the page closes. */
  noticed(id: string): string[] {
    return notices.get(id) ?? [];
  },
  notice(id: string, sentences: string[]): void {
    notices.set(id, sentences);
    for (const listener of listeners) listener("notices");
  },

  forgetTable(id: string): void {
    keep(
      "tables",
      store.tables.filter((row) => row.id !== id),
    );
  },

  /** Calls `listener` with every key that changes, also in another tab; returns a function that stops it. */
  watch(listener: (key: string) => void): () => void {
    const elsewhere = (event: StorageEvent) => {
      if (event.key?.startsWith(PREFIX)) listener(event.key.slice(PREFIX.length));
    };
    listeners.add(listener);
    window.addEventListener("storage", elsewhere);
    return () => {
      listeners.delete(listener);
      window.removeEventListener("storage", elsewhere);
    };
  },
};
