/** The WebSocket of one viewer at one table. It reconnects, and neither loses nor repeats a message. */
import type { ChatLine, Message, Update } from "../kit/types.js";

export type Phase = "connecting" | "live" | "lost" | "back" | "closed";

/** How an update came: as the whole match so far, after a reconnect, or live. */
export type Arrival = "opening" | "resumed" | "live";

export type ClientRequest =
  | { type: "answer"; question: number; action: string }
  | { type: "undo"; question: number }
  | { type: "hint"; question: number }
  | { type: "pages" }
  | { type: "chat"; text: string }
  | { type: "leave" }
  | { type: "return" }
  | { type: "vote"; seat: number; yes: boolean }
  | { type: "lesson"; step: number; leave: boolean };
export type Reply = Extract<Message, { id?: string | null }>;

/** A request refused by the server or lost with the connection. Nothing has changed. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly rule = "",
  ) {
    super(sentence);
  }
}

export interface ConnectionListener {
  receive(message: Message, arrival: Arrival): void;
  phase(phase: Phase, why: Refusal | null): void;
}
export interface Viewer {
  url: string;
  seat: number | null;
  token: string | null;
}
export type SocketMaker = new (url: string) => WebSocket;

const PING = 20_000;
const PATIENCE = 10_000; // milliseconds to wait for a sign of life after a ping
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;
const RESTART_WAIT = 150; // milliseconds, if the server announced a restart
const LONGEST_RESTART_WAIT = 2_000;
const SHOW_BACK = 2_500;
const RESTARTING = 1012;
const FINAL = new Set(["missing", "token", "closed", "origin", "abandoned"]);

interface Pending {
  message: ClientRequest & { id: string };
  resolve: (reply: Reply) => void;
  reject: (refusal: Refusal) => void;
}

/** The delay before try number `tries`; half of it is random, so that browsers do not all reconnect at once. */
export function pause(tries: number, restarting: boolean, chance: number): number {
  const [first, longest] = restarting ? [RESTART_WAIT, LONGEST_RESTART_WAIT] : [FIRST_WAIT, LONGEST_WAIT];
  const whole = Math.min(longest, first * 2 ** Math.min(tries, 10));
  return whole / 2 + (whole / 2) * chance;
}

export class Connection {
  since = 0; // the last log line received
  heard = 0; // the last chat line received
  phaseNow: Phase = "connecting";
  restarting = false;
  private socket: WebSocket | null = null;
  private pending = new Map<string, Pending>();
  private tries = 0;
  private count = 0;
  private arrival: Arrival = "opening";
  private welcomed = false;
  private everWelcomed = false;
  private mending = false; // a gap was found, and everything is requested again
  private retry: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private settling: ReturnType<typeof setTimeout> | undefined;
  private readonly prefix = Math.floor(Math.random() * 36 ** 4).toString(36);

  constructor(
    private readonly viewer: Viewer,
    private readonly listener: ConnectionListener,
    private readonly Socket: SocketMaker = WebSocket,
  ) {}

  open(): void {
    if (this.socket || this.phaseNow === "closed") return;
    clearTimeout(this.retry);
    const socket = new this.Socket(this.viewer.url);
    this.socket = socket;
    this.welcomed = false;
    socket.onopen = () => this.hello();
    socket.onmessage = (event: MessageEvent) => {
      if (socket === this.socket) this.take(JSON.parse(String(event.data)) as Message);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  /** Closes for good. */
  close(): void {
    this.end(new Refusal("closed", "This page was left."));
  }

  /** Reconnects at once, because the network or the page is back. */
  nudge(): void {
    if (this.socket === null && this.phaseNow === "lost") this.open();
  }

  /** Drops the connection, because the network is gone, whatever the socket believes. */
  cut(): void {
    if (this.socket && this.phaseNow !== "closed") this.drop();
  }

  /** Sends a request and waits for its reply. After a lost connection it is repeated, except for chat. */
  ask(message: ClientRequest): Promise<Reply> {
    if (this.phaseNow === "closed") return Promise.reject(new Refusal("closed", "This table is closed."));
    if (message.type === "chat" && !this.welcomed)
      return Promise.reject(new Refusal("lost", "The connection is lost. Your message was not sent."));
    return new Promise((resolve, reject) => {
      this.count += 1;
      const id = `${this.prefix}${this.count}`;
      const one = { message: { ...message, id }, resolve, reject };
      this.pending.set(id, one);
      if (this.welcomed) this.send(one);
    });
  }

  private hello(): void {
    const { seat, token } = this.viewer;
    const hello = { type: "hello", seat, since: this.since, heard: this.heard, ...(token === null ? {} : { token }) };
    this.socket?.send(JSON.stringify(hello));
  }

  private send(one: Pending): void {
    this.socket?.send(JSON.stringify(one.message));
  }

  private take(message: Message): void {
    clearTimeout(this.silence);
    switch (message.type) {
      case "welcome":
        return this.welcome(message);
      case "update":
        return this.update(message);
      case "chat":
        return this.chat(message);
      case "pong":
        return;
      case "receipt":
      case "hints":
      case "pages":
        return this.settle(message.id, (one) => one.resolve(message));
      case "refused":
        return this.refused(message);
      case "closed":
        this.listener.receive(message, this.arrival);
        return this.end(new Refusal(message.code, message.sentence));
      default:
        return this.listener.receive(message, this.arrival);
    }
  }

  private welcome(message: Extract<Message, { type: "welcome" }>): void {
    this.welcomed = true;
    this.tries = 0;
    this.restarting = false;
    this.arrival = this.everWelcomed ? "resumed" : "opening";
    this.everWelcomed = true;
    if (this.phaseNow === "lost") {
      this.enter("back");
      this.settling = setTimeout(() => this.phaseNow === "back" && this.enter("live"), SHOW_BACK);
    } else {
      this.enter("live");
    }
    this.listener.receive(message, this.arrival);
    for (const one of this.pending.values()) this.send(one);
    this.beat = setInterval(() => this.ping(), PING);
  }

  private ping(): void {
    this.socket?.send(JSON.stringify({ type: "ping" }));
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), PATIENCE);
  }

  private update(message: Update): void {
    const first = message.lines[0]?.number ?? Infinity;
    if (this.arrival !== "live" && first <= this.since) {
      // the server counts from the beginning: this is the whole log
      this.since = 0;
      this.arrival = "opening";
    }
    const lines = message.lines.filter((line) => line.number > this.since);
    const torn = lines.some((line, index) => line.number !== this.since + 1 + index);
    if (torn && !this.mending) {
      this.mending = true;
      return this.drop();
    }
    this.mending = false;
    this.since = lines.at(-1)?.number ?? this.since;
    const arrival = this.arrival;
    this.arrival = "live";
    this.listener.receive({ ...message, lines }, arrival);
  }

  private chat(message: ChatLine): void {
    if (message.number > this.heard) {
      this.heard = message.number;
      this.listener.receive(message, this.arrival);
    }
    this.settle(message.id, (one) => one.resolve(message));
  }

  private refused(message: Extract<Message, { type: "refused" }>): void {
    const refusal = new Refusal(message.code, message.sentence, message.rule);
    if (!this.welcomed) {
      if (FINAL.has(message.code)) this.end(refusal);
      return;
    }
    this.settle(message.id, (one) => one.reject(refusal));
  }

  private settle(id: string | null | undefined, how: (one: Pending) => void): void {
    const one = id === null || id === undefined ? undefined : this.pending.get(id);
    if (!one) return;
    this.pending.delete(one.message.id);
    how(one);
  }

  /** Drops a dead or broken connection, and reconnects from the last line received. */
  private drop(): void {
    const socket = this.socket;
    this.lose(0);
    socket?.close();
  }

  private lose(code: number): void {
    this.clearTimers();
    this.socket = null;
    this.welcomed = false;
    if (this.phaseNow === "closed") return;
    if (code === RESTARTING) this.restarting = true;
    for (const [id, one] of this.pending) {
      if (one.message.type !== "chat") continue;
      this.pending.delete(id);
      one.reject(new Refusal("lost", "The connection was lost: your message may not have arrived."));
    }
    this.enter("lost");
    this.retry = setTimeout(() => this.open(), pause(this.tries, this.restarting, Math.random()));
    this.tries += 1;
  }

  private end(refusal: Refusal): void {
    const socket = this.socket;
    this.clearTimers();
    this.socket = null;
    this.enter("closed", refusal);
    for (const one of this.pending.values()) one.reject(refusal);
    this.pending.clear();
    socket?.close();
  }

  private clearTimers(): void {
    clearTimeout(this.retry);
    clearInterval(this.beat);
    clearTimeout(this.silence);
    clearTimeout(this.settling);
  }

  private enter(phase: Phase, why: Refusal | null = null): void {
    if (phase === this.phaseNow && phase !== "live") return;
    this.phaseNow = phase;
    this.listener.phase(phase, why);
  }
}
