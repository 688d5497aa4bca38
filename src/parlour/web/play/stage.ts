/** Brings updates onto the board one after the other: what happened, then the story, then the new view and question. */
import type { Board, Line, Update } from "../kit/types.js";
import type { Coming } from "./connection.js";

const LONGEST_MOVE = 3_000;
const FEW = 10; // fewer lines than this: the match has just begun
const CROWDED = 6; // so many updates waiting: no time for animation

interface Scene { update: Update; coming: Coming; known?: boolean }
type Lively = Board & { updateComplete?: Promise<unknown> };

/** The lines up to and with each one that pauses. */
export function chunks(lines: Line[]): Line[][] {
  const all: Line[][] = [];
  let now: Line[] = [];
  for (const line of lines) {
    now.push(line);
    if (line.pause) {
      all.push(now);
      now = [];
    }
  }
  return now.length ? [...all, now] : all;
}

/** An opening worth telling: the match has just begun, or its first question is still open. */
export function fresh(update: Update): boolean {
  return update.lines.length < FEW || update.question?.number === 1;
}

export class Stage {
  board: Board | null = null;
  shown: Update | null = null; // what stands on the board
  story: string[] = []; // the paragraphs of the card over the board; empty: no card
  reached = Infinity; // the log line the board has come to: the log does not run ahead of it
  moving = false; // an animation runs, and can be skipped
  quiet = false;
  told = new Set<string>(); // what this device has read, so that a shared one does not read it twice
  private queue: Scene[] = [];
  private running = false;
  private skipping = false;
  private turning = 0; // goes up when the stage is cleared: what ran before ends without a trace
  private advance: (() => void) | null = null;

  constructor(private readonly changed: () => void) {}

  /** An update to bring on, after those that wait. */
  push(update: Update, coming: Coming): void {
    this.queue.push({ update, coming });
    if (!this.running) void this.run();
  }

  /** Another viewer, or another board: shows `update` at once, and then what of its story nobody here has read. */
  show(update: Update | null, untold: Line[] = []): void {
    this.turning += 1;
    this.queue = [];
    this.running = false;
    this.story = [];
    this.moving = false;
    this.advance?.();
    this.advance = null;
    this.skipping = false;
    this.reached = Infinity;
    this.set(update);
    const unread = untold.filter((line) => line.text && !this.told.has(line.text));
    if (!update || !unread.length) return;
    this.queue.push({ update: { ...update, lines: unread }, coming: "live", known: true });
    void this.run();
  }

  /** One step on: ends an animation, or turns to the next paragraph. */
  next(): void {
    this.advance?.();
  }

  /** Enough of this update: straight to the new view. */
  skipAll(): void {
    this.skipping = true;
    this.advance?.();
  }

  private async run(): Promise<void> {
    const turn = this.turning;
    this.running = true;
    while (this.queue.length && turn === this.turning) {
      const { update, coming, known } = this.queue.shift()!;
      this.skipping = false;
      if (coming === "live") {
        if (!known && update.lines.length) this.reached = update.lines[0]!.number - 1;
        await this.play(update, turn);
        if (turn !== this.turning) return;
        this.story = [];
        this.set(update);
      } else {
        this.set(update);
        if (coming === "opening" && fresh(update)) await this.tellAll(update.lines.filter((line) => line.pause), turn);
        if (turn !== this.turning) return;
        this.story = [];
        this.changed();
      }
    }
    if (turn !== this.turning) return;
    this.running = false;
    this.reached = Infinity;
    this.changed();
  }

  private async play(update: Update, turn: number): Promise<void> {
    for (const chunk of chunks(update.lines)) {
      if (this.skipping || turn !== this.turning) return;
      const last = chunk.at(-1)!;
      if (chunk.length > 1 || !last.pause) this.story = [];
      this.reached = Math.max(this.reached, last.number);
      this.changed();
      await this.animate(chunk, turn);
      if (last.pause && !this.skipping && turn === this.turning) await this.tell(last, turn);
    }
  }

  private async tellAll(lines: Line[], turn: number): Promise<void> {
    for (const line of lines) if (!this.skipping && turn === this.turning) await this.tell(line, turn);
  }

  private async animate(lines: Line[], turn: number): Promise<void> {
    const board = this.board as Lively | null;
    if (!board) return;
    board.events = lines;
    if (this.quiet || this.queue.length >= CROWDED || document.hidden) return;
    this.moving = true;
    const stop = this.step();
    await board.updateComplete;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, LONGEST_MOVE)));
    await Promise.race([Promise.resolve(board.settled).catch(() => undefined), late, stop]);
    clearTimeout(timer);
    if (turn === this.turning) {
      this.advance = null;
      this.moving = false;
    }
  }

  private async tell(line: Line, turn: number): Promise<void> {
    if (!line.text) return;
    this.told.add(line.text);
    this.story = [...this.story, line.text];
    const read = this.step();
    this.changed();
    await read;
    if (turn === this.turning) this.advance = null;
  }

  private step(): Promise<void> {
    return new Promise((resolve) => (this.advance = resolve));
  }

  private set(update: Update | null): void {
    this.shown = update;
    if (this.board) {
      this.board.quiet = this.quiet;
      this.board.view = update?.view ?? null;
      this.board.captions = update?.captions ?? {};
      this.board.question = update?.question ?? null;
    }
    this.changed();
  }
}
