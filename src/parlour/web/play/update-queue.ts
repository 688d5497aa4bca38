/**
 * Shows updates on the board one after the other: the events, then the story, then the new view and question.
 *
 * Between two moves of others it pauses, so that the player can follow; the player may skip to the newest.
 */
import type { Board, Line, Update } from "../kit/types.js";
import type { Arrival } from "./connection.js";

const LONGEST_MOVE = 3_000;
const FEW = 10; // with fewer lines than this the match has just begun
const BEHIND = 20; // with this many updates waiting there is no time for animations or pauses

interface QueuedUpdate {
  update: Update;
  arrival: Arrival;
  known?: boolean;
}
type LitBoard = Board & { updateComplete?: Promise<unknown> };

/** Splits the lines after each one that pauses. */
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

/**
 * Whether an opening update should be told as a story: the match has just begun, or its first question is still open.
 */
export function fresh(update: Update): boolean {
  return update.lines.length < FEW || update.question?.number === 1;
}

/** Whether an update comes from a visible answer of another player, so that the viewer needs time to follow it. */
export function othersMove(before: Update | null, update: Update): boolean {
  const mine = before?.question != null && before.question.number !== update.question?.number;
  return update.lines.length > 0 && !mine;
}

export class UpdateQueue {
  board: Board | null = null;
  shown: Update | null = null; // the update on the board
  story: string[] = []; // the paragraphs of the card over the board; empty: no card
  reached = Infinity; // the last log line shown on the board: the log stops there
  moving = false; // an animation or a pause, which can be skipped
  quiet = false;
  pace = 0; // milliseconds between two moves of others
  read = new Set<string>(); // the stories this device has read, so that a shared one does not show them twice
  private queue: QueuedUpdate[] = [];
  private running = false;
  private playing = false; // an update is being shown
  private skipping = false;
  private hurrying = false; // skipping to the newest
  private resting = false;
  private since = -Infinity; // when the last move was shown
  private turning = 0; // increases when the queue is cleared: outdated runs stop
  private advance: (() => void) | null = null;

  constructor(
    private readonly changed: () => void,
    private readonly idle: () => void = () => undefined,
  ) {}

  /** Whether moves are still being shown. */
  get busy(): boolean {
    return this.playing || this.queue.length > 0;
  }

  /** How many updates wait behind the one being shown. */
  get behind(): number {
    return this.queue.length;
  }

  /** Adds an update. */
  push(update: Update, arrival: Arrival): void {
    this.queue.push({ update, arrival });
    if (!this.running) void this.run();
    else if (this.queue.length > BEHIND) this.skip();
    else if (this.resting && this.timed()) this.advance?.();
  }

  /** Shows `update` at once, for another viewer or another board, and then the stories nobody here has read. */
  show(update: Update | null, stories: Line[] = []): void {
    this.turning += 1;
    this.queue = [];
    this.running = false;
    this.playing = false;
    this.resting = false;
    this.since = -Infinity;
    this.story = [];
    this.moving = false;
    this.advance?.();
    this.advance = null;
    this.skipping = false;
    this.hurrying = false;
    this.reached = Infinity;
    this.set(update);
    const unread = stories.filter((line) => line.text && !this.read.has(line.text));
    if (!update || !unread.length) return;
    this.queue.push({ update: { ...update, lines: unread }, arrival: "live", known: true });
    void this.run();
  }

  /** Ends an animation, or goes to the next paragraph. */
  next(): void {
    this.advance?.();
  }

  /** Skips the rest of this update. */
  skipAll(): void {
    this.skipping = true;
    this.advance?.();
  }

  /** Skips to the newest update; only stories are still shown. */
  skip(): void {
    this.hurrying = this.running;
    if (!this.story.length) this.advance?.();
  }

  private async run(): Promise<void> {
    const turn = this.turning;
    this.running = true;
    while (this.queue.length && turn === this.turning) {
      const { update, arrival, known } = this.queue[0]!;
      const left =
        arrival === "live" && othersMove(this.shown, update) ? this.since + this.pace - performance.now() : 0;
      if (left > 0 && !this.hurrying && !document.hidden && !this.timed()) {
        this.reached = Math.min(this.reached, update.lines[0]!.number - 1);
        this.resting = true;
        await this.within(left, new Promise(() => undefined), turn);
        if (turn !== this.turning) return;
        this.resting = false;
      }
      this.queue.shift();
      this.skipping = false;
      if (arrival === "live") {
        if (!known && update.lines.length) this.reached = update.lines[0]!.number - 1;
        this.playing = true;
        await this.play(update, turn);
        if (turn !== this.turning) return;
        this.playing = false;
        this.story = [];
        this.set(update);
        if (update.lines.length) this.since = performance.now();
      } else {
        this.set(update);
        if (arrival === "opening" && fresh(update))
          await this.showStories(
            update.lines.filter((line) => line.pause),
            turn,
          );
        if (turn !== this.turning) return;
        this.story = [];
        this.changed();
      }
    }
    if (turn !== this.turning) return;
    this.running = false;
    this.hurrying = false;
    this.reached = Infinity;
    if (this.board) this.board.quiet = this.quiet;
    this.changed();
    this.idle();
  }

  /** Whether a clock is running for a waiting question, so that there is no time for pauses. */
  private timed(): boolean {
    return this.queue.some(({ update }) => update.clocks !== null && update.question !== null);
  }

  /** Waits for `done`, but at most `longest` milliseconds, and not after a skip. */
  private async within(longest: number, done: Promise<unknown>, turn: number): Promise<void> {
    this.moving = true;
    const stop = this.step();
    this.changed();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((resolve) => (timer = setTimeout(resolve, longest)));
    await Promise.race([done, late, stop]);
    clearTimeout(timer);
    if (turn === this.turning) {
      this.advance = null;
      this.moving = false;
    }
  }

  private async play(update: Update, turn: number): Promise<void> {
    for (const chunk of chunks(update.lines)) {
      if (this.skipping || turn !== this.turning) return;
      const last = chunk.at(-1)!;
      if (chunk.length > 1 || !last.pause) this.story = [];
      this.reached = Math.max(this.reached, last.number);
      this.changed();
      await this.animate(chunk, turn);
      if (last.pause && !this.skipping && turn === this.turning) await this.showStory(last, turn);
    }
  }

  private async showStories(lines: Line[], turn: number): Promise<void> {
    for (const line of lines) if (!this.skipping && turn === this.turning) await this.showStory(line, turn);
  }

  private async animate(lines: Line[], turn: number): Promise<void> {
    const board = this.board as LitBoard | null;
    if (!board) return;
    const still = this.quiet || this.hurrying || document.hidden;
    board.quiet = still;
    board.events = lines;
    const acted = async () => {
      await board.updateComplete;
      await board.settled;
    };
    if (still) await board.updateComplete;
    else
      await this.within(
        LONGEST_MOVE,
        acted().catch(() => undefined),
        turn,
      );
  }

  private async showStory(line: Line, turn: number): Promise<void> {
    if (!line.text) return;
    this.read.add(line.text);
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
      this.board.quiet = this.quiet || this.hurrying;
      this.board.pace = this.pace;
      this.board.view = update?.view ?? null;
      this.board.captions = update?.captions ?? {};
      this.board.lesson = update?.lesson ?? null;
      this.board.question = update?.question ?? null;
    }
    this.changed();
  }
}
