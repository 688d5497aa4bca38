/** A WebSocket of the contest that reconnects after a failure, but not after the server closed it. */
import { pause, type SocketMaker } from "../play/connection.js";

export type SocketPhase = "connecting" | "live" | "lost" | "closed";
const DONE = 1000;
const UNWELCOME = 1008;
const RESTARTING = 1012;

export interface SocketListener<T> {
  receive(message: T): void;
  phase(phase: SocketPhase): void;
}

export class ReconnectingSocket<T> {
  phaseNow: SocketPhase = "connecting";
  private socket: WebSocket | null = null;
  private tries = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly address: () => string,
    private readonly listener: SocketListener<T>,
    private readonly Socket: SocketMaker = WebSocket,
  ) {}

  open(): void {
    if (this.socket || this.phaseNow === "closed") return;
    clearTimeout(this.retry);
    const socket = new this.Socket(this.address());
    this.socket = socket;
    socket.onmessage = (event: MessageEvent) => {
      if (socket !== this.socket) return;
      this.tries = 0;
      this.enter("live");
      this.listener.receive(JSON.parse(String(event.data)) as T);
    };
    socket.onclose = (event: CloseEvent) => {
      if (socket === this.socket) this.lose(event.code);
    };
  }

  /** Returns whether the message was sent; messages are not queued while offline. */
  send(message: unknown): boolean {
    if (!this.socket || this.phaseNow !== "live") return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnects at once, because the network or the page is back. */
  nudge(): void {
    if (this.socket === null && this.phaseNow === "lost") this.open();
  }

  close(): void {
    const socket = this.socket;
    clearTimeout(this.retry);
    this.socket = null;
    this.phaseNow = "closed";
    socket?.close();
  }

  private lose(code: number): void {
    this.socket = null;
    if (code === DONE || code === UNWELCOME) return this.enter("closed");
    this.enter("lost");
    this.retry = setTimeout(() => this.open(), pause(this.tries, code === RESTARTING, Math.random()));
    this.tries += 1;
  }

  private enter(phase: SocketPhase): void {
    if (phase === this.phaseNow) return;
    this.phaseNow = phase;
    this.listener.phase(phase);
  }
}
