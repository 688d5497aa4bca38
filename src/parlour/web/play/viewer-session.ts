/** One viewer at one table: the messages received, and the requests that can be sent. */
import type { ChatLine, Hint, Line, Message, Seat, Table, Update, Vote } from "../kit/types.js";
import { Connection, Refusal, type Arrival, type Phase, type SocketMaker } from "./connection.js";

export const LOG_LENGTH = 100;
const CHAT_LENGTH = 200;

export interface ViewerListener {
  changed(): void;
  onUpdate(session: ViewerSession, update: Update, arrival: Arrival): void;
  onChat?(session: ViewerSession, line: ChatLine, arrival: Arrival): void;
}

export class ViewerSession {
  readonly connection: Connection;
  table: Table | null = null;
  update: Update | null = null; // the latest, which the board may not show yet
  updated = 0; // when it arrived: clocks count down from here
  seats: Seat[] = [];
  watchers = 0;
  votes: Vote[] = [];
  lines: Line[] = [];
  talk: ChatLine[] = [];
  unread: Line[] = []; // pausing lines that arrived while another seat was in front
  hints: Hint[] = [];
  hintsFor: number | null = null; // the question of the hints
  hinting: number | null = null; // the question the coach is thinking about
  sending: { question: number; action: string } | null = null;
  answered: number | null = null; // the last question whose answer was confirmed
  barred: { question: number; sentence: string } | null = null; // what cannot be taken back, and why
  stepping: number | null = null; // the lesson step whose confirmation is on its way
  refusal = ""; // of an answer or another request
  chatRefusal = ""; // why a chat message was refused
  rematch: string | null = null;
  phase: Phase = "connecting";
  why: Refusal | null = null;

  constructor(
    url: string,
    readonly seat: number | null,
    readonly token: string | null,
    private readonly listener: ViewerListener,
    Socket?: SocketMaker,
  ) {
    this.connection = new Connection(
      { url, seat, token },
      {
        receive: (message, arrival) => this.receive(message, arrival),
        phase: (phase, why) => {
          this.phase = phase;
          this.why = why;
          listener.changed();
        },
      },
      Socket,
    );
  }

  /** Whether a request would be sent at once. */
  get live(): boolean {
    return this.phase === "live" || this.phase === "back";
  }

  open(): void {
    this.connection.open();
  }

  close(): void {
    this.connection.close();
  }

  async answer(question: number, action: string): Promise<void> {
    if (this.sending?.question === question || this.answered === question) return;
    this.sending = { question, action };
    await this.attempt(this.connection.ask({ type: "answer", question, action }), () => (this.answered = question));
    this.sending = null;
    this.listener.changed();
  }

  /** Goes to the next step of the lesson, or leaves it. */
  async nextStep(step: number, leave = false): Promise<void> {
    if (this.stepping !== null) return;
    this.stepping = step;
    await this.attempt(this.connection.ask({ type: "lesson", step, leave }));
    this.stepping = null;
    this.listener.changed();
  }

  async undo(question: number): Promise<void> {
    const asked = this.connection.ask({ type: "undo", question });
    asked.catch((no: unknown) => {
      if (no instanceof Refusal && no.code === "undo") this.barred = { question, sentence: no.sentence };
    });
    await this.attempt(asked);
  }

  async hint(question: number): Promise<void> {
    if (this.hinting === question) return;
    this.hinting = question;
    const reply = await this.attempt(this.connection.ask({ type: "hint", question }));
    if (this.hinting === question) this.hinting = null;
    this.listener.changed();
    if (reply?.type !== "hints" || reply.question !== this.update?.question?.number) return;
    this.hints = reply.hints;
    this.hintsFor = reply.question;
    if (reply.hints.length === 0) this.refusal = "The coach has no advice this time. Ask again in a moment.";
    this.listener.changed();
  }

  async pages(): Promise<Record<string, string>> {
    const reply = await this.attempt(this.connection.ask({ type: "pages" }));
    return reply?.type === "pages" ? reply.pages : {};
  }

  /** Sends a chat message; resolves to true if it was accepted, else `chatRefusal` says why not. */
  async chat(text: string): Promise<boolean> {
    this.chatRefusal = "";
    try {
      await this.connection.ask({ type: "chat", text });
      return true;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.chatRefusal = problem.sentence;
      return false;
    } finally {
      this.listener.changed();
    }
  }

  async leave(): Promise<void> {
    await this.attempt(this.connection.ask({ type: "leave" }));
  }

  async return(): Promise<void> {
    await this.attempt(this.connection.ask({ type: "return" }));
  }

  async vote(seat: number, yes: boolean): Promise<void> {
    await this.attempt(this.connection.ask({ type: "vote", seat, yes }));
  }

  clearLog(): void {
    this.lines = [];
    this.listener.changed();
  }

  private async attempt<T>(asked: Promise<T>, then?: () => void): Promise<T | undefined> {
    this.refusal = "";
    this.listener.changed();
    try {
      const reply = await asked;
      then?.();
      return reply;
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      this.refusal = problem.sentence;
      return undefined;
    } finally {
      this.listener.changed();
    }
  }

  private receive(message: Message, arrival: Arrival): void {
    switch (message.type) {
      case "welcome":
        this.table = message.table;
        this.seats = message.table.seats;
        this.watchers = message.table.watchers;
        this.rematch = message.table.rematch;
        break;
      case "update":
        this.applyUpdate(message, arrival);
        break;
      case "presence":
        this.seats = message.seats;
        this.watchers = message.watchers;
        this.votes = message.votes;
        break;
      case "chat":
        this.talk = [...this.talk, message].slice(-CHAT_LENGTH);
        this.listener.onChat?.(this, message, arrival);
        break;
      case "rematch":
        this.rematch = message.table;
        break;
    }
    this.listener.changed();
  }

  private applyUpdate(update: Update, arrival: Arrival): void {
    this.update = update;
    this.updated = performance.now();
    if (this.table) this.table = { ...this.table, state: update.state };
    this.lines = [...(arrival === "opening" ? [] : this.lines), ...update.lines.filter((line) => line.text)].slice(
      -LOG_LENGTH,
    );
    if (this.barred?.question !== update.undo) this.barred = null;
    if (this.hintsFor !== update.question?.number) {
      this.hints = [];
      this.hintsFor = null;
    }
    if (update.question && update.question.number !== this.sending?.question) this.refusal = "";
    this.listener.onUpdate(this, update, arrival);
  }
}
