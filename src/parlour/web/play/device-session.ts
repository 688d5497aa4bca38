/** The seats of this device at one table: a connection each, and one update queue for the seat in front. */
import type { Held } from "../kit/server.js";
import type { Board, ChatLine, Line, Update } from "../kit/types.js";
import type { Arrival, SocketMaker } from "./connection.js";
import { chooseActiveSeat, type ActiveSeat } from "./active-seat.js";
import { ViewerSession } from "./viewer-session.js";
import { UpdateQueue, fresh } from "./update-queue.js";

export interface DeviceListener {
  changed(): void;
  onUpdate?(session: ViewerSession, update: Update, arrival: Arrival): void;
  onChat?(line: ChatLine, arrival: Arrival): void;
}

export class DeviceSession {
  held: Held[] = [];
  active: ActiveSeat = { seat: null, curtain: null };
  last: number | null = null; // who lifted the curtain last, or was asked last in a game without secrets
  readonly updates: UpdateQueue;
  private sessions = new Map<number | null, ViewerSession>();

  constructor(
    private readonly url: string,
    private readonly listener: DeviceListener,
    private readonly Socket?: SocketMaker,
    private readonly secrets = true,
    private readonly ordered = false,
  ) {
    this.updates = new UpdateQueue(
      () => listener.changed(),
      () => this.settle() && listener.changed(),
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
    for (const [seat, session] of this.sessions) {
      if (wanted.includes(seat)) continue;
      this.sessions.delete(seat);
      session.close();
    }
    for (const seat of wanted) {
      if (this.sessions.has(seat)) continue;
      const token = this.held.find((one) => one.seat === seat)?.token ?? null;
      const session = new ViewerSession(
        this.url,
        seat,
        token,
        {
          changed: () => this.listener.changed(),
          onUpdate: (who, update, arrival) => this.onUpdate(who, update, arrival),
          onChat: (who, line, arrival) => who === this.watching && this.listener.onChat?.(line, arrival),
        },
        this.Socket,
      );
      this.sessions.set(seat, session);
      session.open();
    }
    this.settle();
    this.listener.changed();
  }

  /** Closes the sockets; the seats stay ours. */
  leave(): void {
    for (const session of this.sessions.values()) session.close();
    this.sessions.clear();
  }

  nudge(): void {
    for (const session of this.sessions.values()) session.connection.nudge();
  }

  cut(): void {
    for (const session of this.sessions.values()) session.connection.cut();
  }

  get seats(): number[] {
    return this.held.map((one) => one.seat);
  }

  get shared(): boolean {
    return this.held.length > 1;
  }

  /** The viewer whose view the screen shows. */
  get watching(): ViewerSession | undefined {
    return this.sessions.get(this.active.seat);
  }

  /** The viewer who chats, votes and undoes for this device while nobody is in front. */
  get voice(): ViewerSession | undefined {
    return this.sessions.get(this.active.seat ?? this.last ?? this.seats[0] ?? null);
  }

  /** The viewer who undoes: the speaker, or in a game without secrets any seat here that can. */
  get undoer(): ViewerSession | undefined {
    const able = (session?: ViewerSession) => session?.update?.undo != null && !session.barred;
    if (this.secrets || able(this.voice)) return this.voice;
    return this.seats.map((seat) => this.sessions.get(seat)).find(able) ?? this.voice;
  }

  at(seat: number): ViewerSession | undefined {
    return this.sessions.get(seat);
  }

  lift(): void {
    if (this.active.curtain === null) return;
    this.last = this.active.curtain;
    this.settle();
    this.listener.changed();
  }

  /** Puts another board on the page and shows the current update on it. */
  place(board: Board): void {
    this.updates.board = board;
    board.log = this.watching?.lines ?? [];
    this.updates.show(this.watching?.update ?? null);
  }

  private onUpdate(session: ViewerSession, update: Update, arrival: Arrival): void {
    const inFront = session === this.watching;
    if (inFront && arrival === "opening" && this.updates.board) this.updates.board.log = session.lines;
    if (inFront && !this.secrets) this.updates.push(update, arrival); // the next seat in front has seen it too
    const moved = this.settle(session, update, arrival);
    if (inFront && !moved && this.secrets) {
      if (this.active.curtain === null) this.updates.push(update, arrival);
      else this.updates.show(update);
    }
    this.listener.onUpdate?.(session, update, arrival);
  }

  /** Decides whose seat is in front. If it changes, the queue is cleared for the new one. */
  private settle(session?: ViewerSession, update?: Update, arrival?: Arrival): boolean {
    const asked = this.seats.filter((seat) => this.sessions.get(seat)?.update?.question);
    const next = chooseActiveSeat(this.seats, asked, this.last, this.secrets, this.ordered);
    const early = this.secrets // the seat in front still has moves to show
      ? next.curtain !== null && this.active.seat === null && this.active.curtain === null && this.updates.busy
      : this.shared && this.watching !== undefined && (this.updates.busy || this.updates.story.length > 0);
    const moved = !early && (next.seat !== this.active.seat || next.curtain !== this.active.curtain);
    const inFront = session === this.watching && this.active.curtain === null;
    if (session && update && this.secrets && this.shared && session.seat !== null && (!inFront || moved))
      session.unread.push(...stories(update, arrival));
    if (!moved) return false;
    this.active = next;
    if (!this.secrets) this.last = next.seat;
    const now = this.watching;
    this.updates.show(now?.update ?? null, next.seat === null ? [] : now?.unread);
    if (now && next.seat !== null) now.unread = [];
    return true;
  }
}

/** The pausing lines that a player must still read because another seat was in front. */
function stories(update: Update, arrival: Arrival | undefined): Line[] {
  if (arrival === "resumed" || (arrival === "opening" && !fresh(update))) return [];
  return update.lines.filter((line) => line.pause);
}
