/** The page /contest/SESSION/sit: a person's seat in a contest. Orders cannot be taken back. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Json } from "../kit/gamelog.js";
import { icon } from "../kit/icons.js";
import { go } from "../kit/route.js";
import { Refused, sentenceOf, server, type Contest, type Session } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Board, Game, Line, Seat, Update } from "../kit/types.js";
import { Polling } from "../lobby/polling.js";
import { makeBoard, offersChoices } from "../play/load-board.js";
import "../play/log-panel.js";
import { paceChoice, stepNow } from "../play/pace.js";
import "../play/question-bar.js";
import type { Chosen } from "../play/question-bar.js";
import "../play/seat-strip.js";
import { play } from "../play/sounds.js";
import { UpdateQueue } from "../play/update-queue.js";
import "../play/story-card.js";
import { layout } from "../play/table-page.styles.js";
import { NEARLY_GONE, timeLeft, waitingFor } from "../play/words.js";
import { outcomes } from "./gamelog.js";
import { ReconnectingSocket, type SocketPhase } from "./reconnecting-socket.js";
import {
  botChoice,
  closeSession,
  connectHelp,
  contestant,
  heldKey,
  heldSeat,
  fileLinks,
  copySeatColours,
} from "./session-parts.js";
import { waitingRoom } from "./sit-page.styles.js";

type ServerMessage =
  | { type: "seated"; token: string; seat: number; session: string; state: string }
  | (Update & { names: string[] })
  | { type: "receipt"; question: number | null }
  | { type: "refused"; code: string; sentence: string }
  | { type: "pong" }
  | { type: "end"; winners: Json; losers: Json; gamelog: string | null; record: string | null };
const EVERY = 2_000;
const LOG_LENGTH = 100;
const STAYS = "Orders cannot be taken back in a contest.";

@customElement("sit-page")
export class SitPage extends LitElement {
  static override styles = [shared, layout, waitingRoom];

  @property() session = "";
  @state() private contest: Contest | null = null;
  @state() private row: Session | null = null;
  @state() private game: Game | null = null;
  @state() private phase: SocketPhase = "connecting";
  @state() private seat: number | null = null;
  @state() private trouble = "";
  @state() private naming = false; // the player must enter a name first
  @state() private refusal = "";
  @state() private sending: Chosen | null = null;
  @state() private logOpen = false;
  @state() private confirming = false; // asking whether to give up
  @state() private ended: { gamelog: string | null; record: string | null; won: boolean; reason: string } | null = null;
  private socket: ReconnectingSocket<ServerMessage> | null = null;
  private board: Board | null = null;
  private latest: (Update & { names: string[] }) | null = null; // the latest, which the board may not show yet
  private came = 0; // when it arrived: clocks count down from here
  private lines: Line[] = [];
  private coloured = false; // the page has the board's colours
  private opening = true; // the next update is the whole match so far
  private tick: ReturnType<typeof setInterval> | undefined;
  private unwatch = () => {};
  private readonly updates = new UpdateQueue(() => this.requestUpdate());
  private readonly still = matchMedia("(prefers-reduced-motion: reduce)");

  private polling = new Polling(
    this,
    async () => {
      if (!this.latest && this.session && !this.trouble) await this.look();
    },
    EVERY,
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.unwatch = store.watch((key) => {
      if (key === "pace") this.calm();
    });
    window.addEventListener("online", this.nudge);
    document.addEventListener("visibilitychange", this.nudge);
    this.tick = setInterval(() => {
      if (this.latest?.clocks?.some((clock) => clock.runs)) this.requestUpdate();
    }, 1_000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch();
    window.removeEventListener("online", this.nudge);
    document.removeEventListener("visibilitychange", this.nudge);
    clearInterval(this.tick);
    this.socket?.close();
  }

  private nudge = (): void => {
    if (!document.hidden) this.socket?.nudge();
  };

  private calm(): void {
    const pace = stepNow();
    const quiet = this.still.matches || pace === 0;
    Object.assign(this.updates, { pace, quiet });
    if (this.board) Object.assign(this.board, { pace, quiet });
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("session") && this.session) void this.begin();
  }

  protected override updated(): void {
    if (this.latest && this.board?.isConnected && !this.coloured) {
      this.coloured = true;
      copySeatColours(this, this.board, this.latest.names.length);
    }
  }

  private async begin(): Promise<void> {
    try {
      this.contest = await server.contest();
      this.game = await server.game(this.contest.game);
      this.board = await makeBoard(this.game);
      this.calm();
      this.updates.board = this.board;
      await this.look();
    } catch (problem) {
      this.trouble = sentenceOf(problem);
      return;
    }
    if (this.trouble) return;
    if (heldSeat.find(this.session)) this.sit("");
    else this.naming = true;
  }

  private async look(): Promise<void> {
    try {
      this.row = await server.session(this.session);
    } catch (problem) {
      if (problem instanceof Refused && problem.code === "missing") this.trouble = problem.sentence;
    }
  }

  /** Connects to the seat that this browser holds, or takes a free one under a name. */
  private sit(name: string): void {
    this.naming = false;
    this.socket?.close();
    this.socket = new ReconnectingSocket<ServerMessage>(
      () => {
        this.opening = true;
        const token = heldSeat.find(this.session);
        return server.sitAddress(this.session, token ? { token } : { name });
      },
      { receive: (message) => this.receive(message), phase: (phase) => this.entered(phase) },
    );
    this.socket.open();
  }

  private entered(phase: SocketPhase): void {
    this.phase = phase;
    this.sending = null;
    if (phase === "closed" && !this.ended && !this.trouble) void this.sentAway();
  }

  private async sentAway(): Promise<void> {
    if (!this.latest) await this.look();
    this.trouble ||= "This seat is played in another window now.";
  }

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case "seated":
        heldSeat.keep(this.session, message.token);
        this.seat = message.seat;
        return void this.polling.now();
      case "update":
        return this.take(message);
      case "receipt":
        this.sending = null;
        return;
      case "refused":
        return this.refused(message.code, message.sentence);
      case "end":
        return this.end(message);
      case "pong":
        return;
    }
  }

  private refused(code: string, sentence: string): void {
    this.sending = null;
    if (this.seat !== null) {
      this.refusal = sentence;
    } else if (code === "token") {
      // of an older session of this name
      heldSeat.forget(this.session);
      this.socket?.close();
      this.naming = true;
    } else {
      this.trouble = sentence;
    }
  }

  private take(update: Update & { names: string[] }): void {
    const opening = this.opening;
    this.opening = false;
    this.lines = [...(opening ? [] : this.lines), ...update.lines.filter((line) => line.text)].slice(-LOG_LENGTH);
    if (update.question && !this.latest?.question && !opening) play("turn");
    this.latest = update;
    this.came = performance.now();
    this.sending = null;
    this.refusal = "";
    if (this.board && this.seat !== null)
      this.board.company = { names: update.names, players: this.players(), options: {}, viewer: this.seat };
    this.updates.push(update, opening ? "opening" : "live");
  }

  private players(): string[] {
    return (this.row?.players ?? []).map((player) =>
      player.kind === "human" ? "human" : player.kind === "bot" ? "bot" : "client",
    );
  }

  private end({ winners, losers, gamelog, record }: Extract<ServerMessage, { type: "end" }>): void {
    const won = outcomes(winners).some((one) => one.index === this.seat);
    const own = [...outcomes(winners), ...outcomes(losers)].find((one) => one.index === this.seat);
    this.ended = { gamelog, record, won, reason: own?.reason ?? "" };
    heldSeat.forget(this.session);
    play("end");
    this.socket?.close();
  }

  private answer(action: string): void {
    const question = this.updates.shown?.question;
    if (!question || this.sending || this.updates.story.length || question.number !== this.latest?.question?.number)
      return;
    this.refusal = "";
    if (this.socket?.send({ type: "answer", id: `${question.number}`, question: question.number, action }))
      this.sending = { question: question.number, action };
  }

  private undo = (): void => {
    const question = this.latest?.undo ?? null;
    if (question !== null) this.socket?.send({ type: "undo", id: `u${question}`, question });
    else if (this.latest?.question) this.refusal = STAYS;
  };

  private giveUp = (): void => {
    this.confirming = false;
    this.socket?.send({ type: "forfeit" });
  };

  private async shut(): Promise<void> {
    try {
      await closeSession(this.session);
      go("/contest");
    } catch (problem) {
      this.refusal = sentenceOf(problem);
    }
  }

  protected override render(): TemplateResult {
    if (this.trouble)
      return html`<div class="alone">
        <div class="card">
          <h1>There is no seat for you here</h1>
          <p class="soft">${this.trouble}</p>
          <div class="row"><a class="button primary" href="/contest">To the contest</a></div>
        </div>
      </div>`;
    if (!this.game || !this.contest || !this.board)
      return html`<div class="alone" role="status"><p class="soft">Loading the match …</p></div>`;
    if (!this.latest) return html`<div class="alone">${this.naming ? this.asking() : this.waiting(this.contest)}</div>`;
    return this.match(this.game, this.latest);
  }

  private asking(): TemplateResult {
    const take = (event: SubmitEvent): void => {
      event.preventDefault();
      const name = String(new FormData(event.target as HTMLFormElement).get("name") ?? "").trim();
      if (name) store.name = name;
      this.sit(name || "Player");
    };
    return html`<div class="card">
      <h1>${this.session}</h1>
      <p class="soft">Sit down and play with the mouse or the keyboard, like any client.</p>
      <form class="sit" @submit=${take}>
        <label
          >Your name<input
            name="name"
            autocomplete="nickname"
            maxlength="40"
            .defaultValue=${store.name}
            placeholder="Player"
        /></label>
        <button class="primary">${icon("person")} Sit down</button>
      </form>
      <p><a href="/contest">All matches</a></p>
    </div>`;
  }

  private waiting(contest: Contest): TemplateResult {
    const free = (this.row?.players ?? []).filter((player) => player.kind === null);
    const add = async (event: SubmitEvent): Promise<void> => {
      event.preventDefault();
      try {
        this.row = await server.addBot(
          this.session,
          free[0]!.index,
          String(new FormData(event.target as HTMLFormElement).get("bot")),
        );
      } catch (problem) {
        this.refusal = sentenceOf(problem);
      }
    };
    return html`<div class="card room">
      <h1>${this.session}</h1>
      <p class="soft" role="status">
        ${
          this.phase === "lost"
            ? "The connection is lost. Reconnecting…"
            : "The match begins when both players are here."
        }
      </p>
      <ul aria-label="Players">
        ${(this.row?.players ?? []).map((player) => contestant(player))}
      </ul>
      ${
        free.length
          ? html`<div class="how">${connectHelp(contest, this.session)}</div>
              <form class="row" @submit=${add}>
                ${botChoice(contest, "bot")}<button>${icon("bot")} Let a bot play</button>
              </form>`
          : nothing
      }
      ${this.refusal ? html`<p class="notice bad" role="alert">${this.refusal}</p>` : nothing}
      <p class="row">
        <a href="/contest">All matches</a>${this.rules(contest.game)}${
          heldKey.find(this.session)
            ? html`<button class="quiet close" @click=${this.shut}>${icon("close")} Close this session</button>`
            : nothing
        }
      </p>
    </div>`;
  }

  private rules(game: string, look = ""): TemplateResult {
    return html`<a class=${look} href="/rules/${game}" target="_blank" title="The rules, in a window of their own"
      >${icon("book")} <span class="word">Rules</span></a
    >`;
  }

  private match(game: Game, update: Update & { names: string[] }): TemplateResult {
    const { updates } = this;
    const seats: Seat[] = update.names.map((name, seat) => ({
      seat,
      name,
      player: this.players()[seat] ?? "client",
      here: true,
      left: false,
    }));
    const lines = this.lines.filter((line) => line.number <= updates.reached);
    return html`<div class="page ${this.phase === "live" ? "" : "cut"}">
      <header class="top">
        <div class="title line">
          <a class="button quiet back" href="/contest" aria-label="All matches" title="All matches">${icon("door")}</a>
          <h1>${game.title} <small>${this.session}</small></h1>
        </div>
        <seat-strip
          .seats=${seats}
          .lights=${(updates.shown ?? update).lights}
          .clocks=${update.clocks}
          .since=${this.came}
          .held=${this.seat === null ? [] : [this.seat]}
          .viewer=${this.seat}
          .phase=${update.state}
        ></seat-strip>
        <div class="tools line" role="group" aria-label="Table tools">
          <button
            class="quiet narrow"
            aria-expanded=${this.logOpen}
            @click=${() => {
              this.logOpen = !this.logOpen;
            }}
          >
            ${icon("log")}<span class="word">Log</span>
          </button>
          <label class="pace wide" for="pace"><span class="word">Pace</span></label
          >${paceChoice("pace")}${this.rules(game.id, "button quiet")}
          ${
            this.ended
              ? nothing
              : html`<button
                  class="quiet give-up"
                  aria-expanded=${this.confirming}
                  @click=${() => {
                    this.confirming = !this.confirming;
                  }}
                >
                  ${icon("close")}<span class="word">Give up</span>
                </button>`
          }
        </div>
      </header>
      <div class="notes">
        ${
          this.phase === "lost"
            ? html`<div class="note bad" role="status">
                ${icon("warning")} The connection is lost, and your clock runs on. Reconnecting…
                <button @click=${() => this.socket?.nudge()}>Try now</button>
              </div>`
            : nothing
        }
        ${
          this.confirming && !this.ended
            ? html`<div class="note" role="alert">
                Give up? You lose this match. <button class="surely" @click=${this.giveUp}>Give up</button>
                <button
                  @click=${() => {
                    this.confirming = false;
                  }}
                >
                  Play on
                </button>
              </div>`
            : nothing
        }
      </div>
      <div class="middle">
        <log-panel
          .lines=${lines}
          .categories=${game.categories}
          ?open=${this.logOpen}
          @clear=${() => {
            this.lines = [];
            this.requestUpdate();
          }}
          @shut=${() => {
            this.logOpen = false;
          }}
        ></log-panel>
        <div class="table">
          <div
            class="board"
            role="region"
            aria-label="Board"
            @answer=${(event: CustomEvent<{ action: string }>) => this.answer(event.detail.action)}
            @undo=${this.undo}
            @pointerdown=${() => updates.moving && updates.next()}
          >
            <div class="felt" tabindex="-1">${this.board}</div>
            ${
              updates.story.length
                ? html`<story-card
                    .paragraphs=${updates.story}
                    @next=${() => updates.next()}
                    @skip-all=${() => updates.skipAll()}
                  ></story-card>`
                : nothing
            }
          </div>
          ${this.ended ? this.afterwards() : this.bar(update, seats)}
        </div>
        ${
          this.logOpen
            ? html`<div
                class="veil"
                @click=${() => {
                  this.logOpen = false;
                }}
              ></div>`
            : nothing
        }
      </div>
    </div>`;
  }

  private afterwards(): TemplateResult {
    const { won, reason, gamelog, record } = this.ended!;
    return html`<div class="over row" role="status">
      <strong>${won ? "You win!" : "You lose."}</strong
      >${reason ? html`<span>${reason}</span>` : nothing}${fileLinks(gamelog, record)}<a
        class="button quiet"
        href="/contest"
        >All matches</a
      >
    </div>`;
  }

  private bar(update: Update, seats: Seat[]): TemplateResult {
    const { updates, seat } = this;
    const shown = updates.shown?.question ?? null;
    const stale = shown?.number !== update.question?.number;
    const clock = seat === null ? undefined : update.clocks?.[seat];
    const left = clock?.runs ? timeLeft(clock, this.came, performance.now()) : null;
    const idle = this.sending
      ? "Your order is on its way."
      : waitingFor(
          seats,
          (updates.shown ?? update).lights.filter((one) => one !== seat),
        );
    return html`<question-bar
      .behind=${updates.behind}
      @skip=${() => updates.skip()}
      .question=${stale ? null : shown}
      .idle=${idle}
      .undo=${update.undo}
      .sending=${this.sending}
      ?cut=${this.phase !== "live"}
      .refusal=${this.refusal}
      ?watching=${update.undo === null}
      ?offers=${this.board !== null && offersChoices(this.board)}
      ?timed=${clock !== undefined}
      .left=${left !== null && left < NEARLY_GONE ? left : null}
      @choose=${(event: CustomEvent<Chosen>) => this.answer(event.detail.action)}
      @undo=${this.undo}
    ></question-bar>`;
  }
}
