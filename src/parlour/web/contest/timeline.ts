/** A whole match of contest clients, entry by entry, with random access, also while it is still growing. */
import {
  count,
  ids,
  isOver,
  orderOf,
  seatOf,
  succeeded,
  word,
  type Entry,
  type GameEvent,
  type GamelogReader,
  type MatchReader,
  type Position,
  type Scene,
} from "../kit/gamelog.js";
import type { View } from "../kit/types.js";
import { GamelogError, type Gamelog, type Head } from "./gamelog.js";
import { empty, merge } from "./merge.js";
import { outcome, sentence, describeEntry, type EntryText } from "./entry-text.js";

const EVERY = 64; // entries between two saved positions

export interface Turn {
  turn: number;
  seat: number;
  first: number;
} // its first entry

export class Timeline {
  readonly entries: Entry[] = [];
  readonly turns: Turn[] = [];
  readonly history: number[][] = []; // one row of figures per round
  readonly rounds: number[] = []; // by row of the history: its entry
  players: string[] = []; // ids, by seat
  over = false;
  private match!: MatchReader;
  private readonly starts: number[] = []; // by turn: its first entry
  private readonly given: number[] = []; // by entry: orders carried out in this turn
  private readonly kept: Position[] = []; // the position after every EVERY entries
  private tip: Position = empty(); // after the last entry; its object table is not shared
  private held: { at: number; position: Position } | null = null; // the position read last

  constructor(
    readonly head: Head,
    readonly reader: GamelogReader,
  ) {}

  static of({ head, entries }: Gamelog, reader: GamelogReader): Timeline {
    if (entries[0]?.type !== "start")
      throw new GamelogError("This gamelog has no beginning: its first entry is not the start of the match.");
    const timeline = new Timeline(head, reader);
    for (const entry of entries) timeline.push(entry);
    return timeline;
  }

  get last(): number {
    return this.entries.length - 1;
  }

  /** Adds an entry; the first one must hold the whole game. */
  push(entry: Entry): void {
    const at = this.entries.length;
    const turn = count(this.tip.root.currentTurn);
    const mover = this.mover;
    this.tip = merge(this.tip, entry.game, this.head.marks, true);
    if (at === 0) this.match = this.open();
    this.entries.push(entry);
    this.match.add(this.tip, entry.game);
    const fresh = at === 0 || count(this.tip.root.currentTurn) !== turn;
    const ended = !this.over && this.ends();
    this.given.push((fresh ? 0 : this.given[at - 1]!) + (succeeded(entry) ? 1 : 0));
    if (fresh) {
      this.turns.push({ turn: count(this.tip.root.currentTurn), seat: this.mover, first: at });
      this.starts.push(at);
    }
    if (at > 0 && mover === this.players.length - 1 && (fresh || ended)) this.count(at);
    if (at % EVERY === 0) this.kept.push({ root: this.tip.root, objects: new Map(this.tip.objects) });
  }

  private get mover(): number {
    return Math.max(0, seatOf(this.players, this.tip.root.currentPlayer));
  }

  private open(): MatchReader {
    const match = this.reader.open(this.tip, this.head.settings);
    if (!match)
      throw new GamelogError("This gamelog does not begin with a whole position of its game, so it cannot be drawn.");
    this.players = ids(this.tip.root.players);
    return match;
  }

  /** Whether the match is over after this complete turn. */
  private ends(): boolean {
    this.over = isOver(this.tip, this.players);
    return this.over && !this.match.brokenOff(this.tip);
  }

  private count(at: number): void {
    this.history.push(this.match.row(this.tip));
    this.rounds.push(at);
  }

  /** The position after an entry. */
  position(at: number): Position {
    if (this.held?.at === at) return this.held.position;
    const mark = Math.floor(at / EVERY);
    const near =
      this.held && this.held.at < at && this.held.at >= mark * EVERY
        ? this.held
        : { at: mark * EVERY, position: this.kept[mark]! };
    let position: Position = { root: near.position.root, objects: new Map(near.position.objects) };
    for (let next = near.at + 1; next <= at; next += 1)
      position = merge(position, this.entries[next]!.game, this.head.marks, true);
    this.held = { at, position };
    return position;
  }

  private scene(at: number): Scene {
    return {
      entry: this.entries[at]!,
      before: at === 0 ? empty() : this.position(at - 1),
      after: this.position(at),
      players: this.players,
      given: this.given[at]!,
    };
  }

  view(at: number): View {
    return this.match.view(this.position(at), this.given[at]!, this.history.slice(0, upTo(this.rounds, at)));
  }

  /** The events after one entry, up to another. */
  eventsOf(after: number, to: number): GameEvent[] {
    const events: GameEvent[] = [];
    for (let at = after + 1; at <= to; at += 1) events.push(...this.match.events(this.scene(at)));
    return events;
  }

  describeEntry(at: number): EntryText {
    return describeEntry(this.scene(at), this.match);
  }

  sentence(at: number): string {
    return sentence(this.describeEntry(at), this.names);
  }

  get names(): string[] {
    return this.players.map((id, seat) => word(this.tip.objects.get(id)?.name) || `Player ${seat + 1}`);
  }

  get clientTypes(): string[] {
    return this.players.map((id) => word(this.tip.objects.get(id)?.clientType));
  }

  /** Seconds left on the clocks after an entry. */
  clocks(at: number): number[] {
    const position = this.position(at);
    return this.players.map((id) => count(position.objects.get(id)?.timeRemaining) / 1e9);
  }

  /** The winner and the reason, or null while the match is running. */
  get result(): { seat: number; reason: string } | null {
    const result = outcome(this.tip, this.players);
    if (result) return result;
    const won = this.head.winners[0];
    return won ? { seat: won.index, reason: won.reason } : null;
  }

  /** The index in `turns` of an entry's turn. */
  turnAt(at: number): number {
    return upTo(this.starts, at) - 1;
  }

  /** The last entry of a turn. */
  endOf(turn: number): number {
    return (this.turns[turn + 1]?.first ?? this.entries.length) - 1;
  }

  /** Whether an entry is an order that was refused. */
  refused(at: number): boolean {
    return Boolean(orderOf(this.entries[at]!, this.players)?.refused);
  }
}

/** How many of the ascending numbers are at most `most`. */
function upTo(numbers: number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! <= most) low = middle + 1;
    else high = middle;
  }
  return low;
}
