/** The page /contest/SESSION: a contest match, live, with playback of everything so far. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import type { GamelogReader, Json, Table } from "../kit/gamelog.js";
import { icon } from "../kit/icons.js";
import { Refused, sentenceOf, server, type Contest, type Session } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import { Polling } from "../lobby/polling.js";
import { GamelogError, isEntry, outcomes, readHead } from "./gamelog.js";
import { loadReader } from "./load-reader.js";
import { ReconnectingSocket, type SocketPhase } from "./reconnecting-socket.js";
import "./match-view.js";
import type { MatchView } from "./match-view.js";
import { botChoice, connectHelp, contestant, fileLinks, sitPath } from "./session-parts.js";
import { Timeline } from "./timeline.js";

type ServerMessage =
  | ({ type: "head" } & Table)
  | { type: "entry"; entry: Json }
  | { type: "end"; winners: Json; losers: Json; gamelog: string | null; record: string | null; failure?: string | null }
  | { type: "refused"; code: string; sentence: string };
const EVERY = 2_000;
const GATHER = 60; // milliseconds in which entries are collected before drawing

@customElement("watch-page")
export class WatchPage extends LitElement {
  @property() session = "";
  @state() private contest: Contest | null = null;
  @state() private row: Session | null = null;
  @state() private timeline: Timeline | null = null;
  @state() private game: Game | null = null;
  @state() private trouble = "";
  @state() private phase: SocketPhase = "connecting";
  @state() private ended: { gamelog: string | null; record: string | null; failure: string } | null = null;
  @state() private busy = false;
  @query("match-view") private view?: MatchView;
  private socket: ReconnectingSocket<ServerMessage> | null = null;
  private reader: GamelogReader | null = null;
  private coming: Timeline | null = null; // until the first entry
  private early = false; // opened while the match was running: show the newest moment, however fast it went
  private heard = 0; // entries since the socket was opened
  private gathering: ReturnType<typeof setTimeout> | undefined;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
        min-height: 0;
      }
      .note {
        justify-content: center;
        gap: var(--space-2) var(--space-4);
        padding: var(--space-2) var(--space-4);
        border-bottom: 1px solid var(--line);
        background: var(--sunk);
        box-shadow: inset 4px 0 0 var(--red);
      }
      .wait {
        place-self: center;
        display: grid;
        gap: var(--space-4);
        width: min(640px, calc(100% - 2 * var(--space-4)));
        margin: var(--space-8) 0;
        padding: var(--space-8) var(--space-6);
        overflow-wrap: anywhere;
      }
      .wait ul {
        display: grid;
        gap: var(--space-2);
      }
      pre {
        margin: 0;
        padding: var(--space-3);
        border-radius: 6px;
        background: var(--sunk);
        overflow-x: auto;
        font: var(--size-s) / 1.5 var(--mono);
      }
      @media (min-width: 700px) {
        :host(.full) {
          contain: size;
        }
      }
    `,
  ];

  private polling = new Polling(
    this,
    async () => {
      if (!this.timeline && this.session) await this.look();
    },
    EVERY,
  );

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("online", this.nudge);
    document.addEventListener("visibilitychange", this.nudge);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("online", this.nudge);
    document.removeEventListener("visibilitychange", this.nudge);
    clearTimeout(this.gathering);
    this.socket?.close();
  }

  private nudge = (): void => {
    if (!document.hidden) this.socket?.nudge();
  };

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("session") || !this.session) return;
    this.socket?.close();
    [this.timeline, this.coming, this.ended, this.row, this.trouble] = [null, null, null, null, ""];
    document.title = `${this.session} · Parlour`;
    this.socket = new ReconnectingSocket<ServerMessage>(
      () => {
        this.heard = 0;
        return server.watchAddress(this.session);
      },
      {
        receive: (message) => this.receive(message),
        phase: (phase) => {
          this.phase = phase;
        },
      },
    );
    void this.begin();
  }

  private async begin(): Promise<void> {
    try {
      this.contest = await server.contest();
      this.game = await server.game(this.contest.game);
      this.reader = await loadReader(this.game);
      await this.polling.now();
      this.early = this.row?.state !== "over";
      this.socket?.open();
    } catch (problem) {
      this.trouble = sentenceOf(problem);
    }
  }

  private async look(): Promise<void> {
    try {
      this.row = await server.session(this.session);
    } catch (problem) {
      if (problem instanceof Refused && problem.code === "missing") this.trouble = problem.sentence;
    }
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "head":
        return this.head(message);
      case "entry":
        return this.entry(message.entry);
      case "refused":
        this.trouble = message.sentence;
        return this.socket?.close();
      case "end":
        return this.end(message);
    }
  }

  private head(message: Table): void {
    this.heard = 0;
    this.coming ??= new Timeline(readHead(message), this.reader!);
  }

  /** After a reconnect the server sends all entries again: those already here are skipped. */
  private entry(entry: Json): void {
    const timeline = this.coming;
    this.heard += 1;
    if (!timeline || !isEntry(entry) || this.heard <= timeline.entries.length) return;
    try {
      timeline.push(entry);
    } catch (problem) {
      if (!(problem instanceof GamelogError)) throw problem;
      this.trouble = problem.message;
      return this.socket?.close();
    }
    this.gathering ??= setTimeout(() => this.gathered(), GATHER);
  }

  private gathered(): void {
    this.gathering = undefined;
    this.timeline = this.coming;
    this.view?.grew();
  }

  private end(message: Extract<ServerMessage, { type: "end" }>): void {
    this.ended = { gamelog: message.gamelog, record: message.record, failure: message.failure ?? "" };
    if (this.coming) {
      this.coming.head.winners = outcomes(message.winners);
      this.coming.head.losers = outcomes(message.losers);
    }
    clearTimeout(this.gathering);
    if (this.coming?.entries.length) this.gathered();
    this.socket?.close();
  }

  protected override render(): TemplateResult {
    const shown = this.timeline !== null && this.game !== null;
    this.classList.toggle("full", shown);
    return html`<div>${this.notes()}</div>
      ${
        shown
          ? html`<match-view
              .timeline=${this.timeline!}
              .game=${this.game!}
              ?live=${this.ended === null}
              .start=${this.early ? Infinity : 0}
              .links=${this.links()}
            ></match-view>`
          : this.waiting()
      }`;
  }

  private notes(): TemplateResult | typeof nothing {
    if (this.phase === "lost" && !this.ended)
      return html`<div class="note row" role="status">
        ${icon("warning")} The connection is lost. Reconnecting…
        <button @click=${() => this.socket?.nudge()}>Try now</button>
      </div>`;
    if (this.timeline && this.trouble)
      return html`<div class="note row" role="alert">${icon("warning")} ${this.trouble}</div>`;
    return this.ended?.failure
      ? html`<div class="note row" role="status">${icon("warning")} ${this.ended.failure}</div>`
      : nothing;
  }

  private links(): TemplateResult {
    return html`<a class="button quiet" href="/contest">${icon("door")}<span class="word">All matches</span></a
      >${this.ended ? fileLinks(this.ended.gamelog, this.ended.record, true) : nothing}`;
  }

  private waiting(): TemplateResult {
    const { row, contest } = this;
    if (this.trouble)
      return html`<section class="card wait">
        <h1>There is nothing to watch</h1>
        <p>${this.trouble}</p>
        <p><a class="button primary" href="/contest">To the contest</a></p>
      </section>`;
    if (!row || !contest || row.state !== "open")
      return html`<p class="wait soft" role="status">
        ${this.ended ? "This match left nothing to show." : "Loading the match …"}
      </p>`;
    const free = row.players.filter((player) => player.kind === null);
    return html`<section class="card wait" aria-labelledby="head">
      <h1 id="head">${row.session}</h1>
      <p role="status">The match begins when both players are here.</p>
      <ul aria-label="Players">
        ${row.players.map((player) => contestant(player))}
      </ul>
      ${
        free.length
          ? html`<div>${connectHelp(contest, row.session)}</div>
              <form class="row" @submit=${(event: SubmitEvent) => this.addBot(event, free[0]!.index)}>
                ${botChoice(contest, "bot")}<button ?disabled=${this.busy}>${icon("bot")} Let a bot play</button>
                <a class="button" href=${sitPath(row.session)}>${icon("person")} Play yourself</a>
              </form>`
          : nothing
      }
      <p><a href="/contest">All matches</a></p>
    </section>`;
  }

  private async addBot(event: SubmitEvent, index: number): Promise<void> {
    event.preventDefault();
    this.busy = true;
    try {
      this.row = await server.addBot(
        this.session,
        index,
        String(new FormData(event.target as HTMLFormElement).get("bot")),
      );
    } catch (problem) {
      this.trouble = sentenceOf(problem);
    }
    this.busy = false;
  }
}
