/** The seats of this device at one table: a connection each, and one update queue for the seat in front. */
import type { Held } from "../kit/server.js";
import type { Board, ChatLine, Line, Update } from "../kit/types.js";
import type { Coming, SocketMaker } from "./connection.js";
import { front, type Front } from "./front.js";
import { Sitting } from "./sitting.js";
import { Stage, fresh } from "./stage.js";

export interface Onlooker {
  changed(): void;
  came?(sitting: Sitting, update: Update, coming: Coming): void;
  said?(line: ChatLine, coming: Coming): void;
}

export class Party {
  held: Held[] = [];
  front: Front = { seat: null, curtain: null };
  last: number | null = null; // who lifted the curtain last, or was asked last in a game without secrets
  readonly stage: Stage;
  private sittings = new Map<number | null, Sitting>();

  constructor(
    private readonly url: string,
    private readonly onlooker: Onlooker,
    private readonly Socket?: SocketMaker,
    private readonly secrets = true,
  ) {
    this.stage = new Stage(
      () => onlooker.changed(),
      () => this.settle() && onlooker.changed(),
    );
  }

  /**
   * Takes over the seats of this device. One seat or none needs one connection; a shared device also has a watcher's,
   * for the public view.
   */
  sit(held: Held[]): void {
    this.held = [...held].sort((a, b) => a.seat - b.seat);
    const seats = this.held.map((one) => one.seat);
    const wanted: (number | null)[] = seats.length === 1 ? seats : [null, ...seats];
    for (const [seat, sitting] of this.sittings) {
      if (wanted.includes(seat)) continue;
      this.sittings.delete(seat);
      sitting.close();
    }
    for (const seat of wanted) {
      if (this.sittings.has(seat)) continue;
      const token = this.held.find((one) => one.seat === seat)?.token ?? null;
      const sitting = new Sitting(
        this.url,
        seat,
        token,
        {
          changed: () => this.onlooker.changed(),
          came: (who, update, coming) => this.came(who, update, coming),
          said: (who, line, coming) => who === this.watching && this.onlooker.said?.(line, coming),
        },
        this.Socket,
      );
      this.sittings.set(seat, sitting);
      sitting.open();
    }
    this.settle();
    this.onlooker.changed();
  }

  /** Closes the sockets; the seats stay ours. */
  leave(): void {
    for (const sitting of this.sittings.values()) sitting.close();
    this.sittings.clear();
  }

  nudge(): void {
    for (const sitting of this.sittings.values()) sitting.connection.nudge();
  }

  cut(): void {
    for (const sitting of this.sittings.values()) sitting.connection.cut();
  }

  get seats(): number[] {
    return this.held.map((one) => one.seat);
  }

  get shared(): boolean {
    return this.held.length > 1;
  }

  /** The viewer whose view the screen shows. */
  get watching(): Sitting | undefined {
    return this.sittings.get(this.front.seat);
  }

  /** The viewer who chats, votes and undoes for this device while nobody is in front. */
  get voice(): Sitting | undefined {
    return this.sittings.get(this.front.seat ?? this.last ?? this.seats[0] ?? null);
  }

  /** The viewer who undoes: the speaker, or in a game without secrets any seat here that can. */
  get undoer(): Sitting | undefined {
    const able = (sitting?: Sitting) => sitting?.update?.undo != null && !sitting.barred;
    if (this.secrets || able(this.voice)) return this.voice;
    return this.seats.map((seat) => this.sittings.get(seat)).find(able) ?? this.voice;
  }

  at(seat: number): Sitting | undefined {
    return this.sittings.get(seat);
  }

  lift(): void {
    if (this.front.curtain === null) return;
    this.last = this.front.curtain;
    this.settle();
    this.onlooker.changed();
  }

  /** Puts another board on the page and shows the current update on it. */
  place(board: Board): void {
    this.stage.board = board;
    board.log = this.watching?.lines ?? [];
    this.stage.show(this.watching?.update ?? null);
  }

  private came(sitting: Sitting, update: Update, coming: Coming): void {
    const inFront = sitting === this.watching;
    if (inFront && coming === "opening" && this.stage.board) this.stage.board.log = sitting.lines;
    if (inFront && !this.secrets) this.stage.push(update, coming); // the next seat in front has seen it too
    const moved = this.settle(sitting, update, coming);
    if (inFront && !moved && this.secrets) {
      if (this.front.curtain === null) this.stage.push(update, coming);
      else this.stage.show(update);
    }
    this.onlooker.came?.(sitting, update, coming);
  }

  /** Decides whose seat is in front. If it changes, the queue is cleared for the new one. */
  private settle(sitting?: Sitting, update?: Update, coming?: Coming): boolean {
    const asked = this.seats.filter((seat) => this.sittings.get(seat)?.update?.question);
    const next = front(this.seats, asked, this.last, this.secrets);
    const early = this.secrets // the seat in front still has moves to show
      ? next.curtain !== null && this.front.seat === null && this.front.curtain === null && this.stage.busy
      : this.shared && this.watching !== undefined && (this.stage.busy || this.stage.story.length > 0);
    const moved = !early && (next.seat !== this.front.seat || next.curtain !== this.front.curtain);
    const inFront = sitting === this.watching && this.front.curtain === null;
    if (sitting && update && this.secrets && this.shared && sitting.seat !== null && (!inFront || moved))
      sitting.untold.push(...stories(update, coming));
    if (!moved) return false;
    this.front = next;
    if (!this.secrets) this.last = next.seat;
    const now = this.watching;
    this.stage.show(now?.update ?? null, next.seat === null ? [] : now?.untold);
    if (now && next.seat !== null) now.untold = [];
    return true;
  }
}

/** The pausing lines that a player must still read because another seat was in front. */
function stories(update: Update, coming: Coming | undefined): Line[] {
  if (coming === "resumed" || (coming === "opening" && !fresh(update))) return [];
  return update.lines.filter((line) => line.pause);
}
