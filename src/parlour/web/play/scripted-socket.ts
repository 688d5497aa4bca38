/** For tests: a scripted WebSocket, and small parts of server messages. */
import type { Game, Line, Message, Table, Update } from "../kit/types.js";

export class ScriptedSocket {
  static all: ScriptedSocket[] = [];
  static get last(): ScriptedSocket {
    return ScriptedSocket.all.at(-1)!;
  }
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  constructor(readonly url: string) {
    ScriptedSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  connect(): void {
    this.onopen?.();
  }
  say(message: Message): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breakOff(code = 1006): void {
    this.onclose?.({ code });
  }
  sentOf(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

export const line = (number: number, text = `line ${number}`, pause = false): Line => ({
  number,
  category: "round",
  text,
  pause,
  kind: null,
  arguments: {},
});

export function table(changes: Partial<Table> = {}): Table {
  return {
    id: "t1",
    game: "magpie",
    title: "Magpie",
    state: "playing",
    listed: true,
    options: {},
    clock: null,
    commitment: "c0ffee",
    watchers: 0,
    seats: ["Ann", "Bob"].map((name, seat) => ({ seat, name, player: "human", here: true, left: false })),
    created: "2026-11-15T12:00:00Z",
    closes: null,
    rematch: null,
    origin: null,
    ...changes,
  };
}

export function update(changes: Partial<Update> = {}): Update {
  return {
    type: "update",
    state: "playing",
    lines: [],
    view: { prize: 1 },
    captions: {},
    question: null,
    lights: [],
    clocks: null,
    undo: null,
    result: null,
    review: [],
    ...changes,
  };
}

export const welcome = (viewer: number | null = 0): Message => ({ type: "welcome", table: table(), viewer });

export const magpie: Game = {
  id: "magpie",
  title: "Magpie",
  version: 1,
  blurb: "",
  seats: [2, 3],
  longest_name: 24,
  options: [],
  bots: ["random"],
  levels: {},
  best: "random",
  board: null,
  events: [],
  things: { trinket: ["a button", "a thimble", "the pearl"] },
  view: [
    { name: "prize", type: "int", of: "trinket", by: null },
    { name: "bag", type: "list", of: null, by: "trinket" },
    { name: "purse", type: "list", of: null, by: "seat" },
    { name: "best", type: "list", of: "trinket", by: "seat" },
    { name: "over", type: "bool", of: null, by: null },
    { name: "dice", type: "list", of: null, by: null },
  ],
};
