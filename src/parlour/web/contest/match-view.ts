/**
 * A match of contest clients: the board at any moment, the turn in words, the charts, and playback. It may grow while
 * it is shown.
 */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import type { Board, Game } from "../kit/types.js";
import { makeBoard } from "../play/load-board.js";
import { NORMAL } from "../play/pace.js";
import { clockFace } from "../play/words.js";
import { Playback, type PlaybackTrack } from "../replay/playback.js";
import { playButton, playerStyles, pressKey, speedChoice, wheel } from "../replay/player.js";
import { layout } from "./match-view.styles.js";
import "./order-list.js";
import { copySeatColours } from "./session-parts.js";
import { linesOf, sentence, type EntryText } from "./entry-text.js";
import type { Timeline } from "./timeline.js";

const LONGEST_MOVE = 3_000;
const AN_ORDER = 420;
const A_TURN = 1_400;
const GLANCE = 60; // milliseconds at speed 1
const UNANIMATED_SPEED = 8; // from this speed on nothing is animated
const FAR = 400; // entries at once; nobody could follow more
const BEHIND = 1; // turns that a live match may be ahead of the board before the board jumps

export type Unit = "order" | "turn";

@customElement("match-view")
export class MatchView extends LitElement {
  @property({ attribute: false }) timeline!: Timeline;
  @property({ attribute: false }) game!: Game;
  @property({ attribute: false }) links: TemplateResult | typeof nothing = nothing; // links to the files of this match
  @property({ type: Boolean }) live = false; // the match is still running
  @property({ type: Number }) start = 0;
  @state() private unit: Unit = "order";
  @state() private following = false;
  @state() private sideOpen = false;
  private playback!: Playback;
  private board: Board | null = null;
  private chart: HTMLElement | null = null;
  private shown = -1; // the entry on the board
  private acted = -1; // the entry being animated
  private turn = 0; // increases with every `show`: outdated calls stop
  private chasing = false;
  private hurry = () => {}; // ends the wait for an animation
  private cachedRows: { turn: number; upTo: number; rows: { at: number; text: EntryText }[] } | null = null;

  static override styles = [shared, playerStyles, layout];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.key);
    this.playback?.halt();
    this.following = false;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("timeline")) return;
    this.playback?.halt();
    this.shown = this.acted = -1;
    this.cachedRows = null;
    this.playback = new Playback(
      this.track(),
      (at, moved) => this.show(at, moved),
      () => this.requestUpdate(),
    );
    this.playback.at = Math.min(this.start, this.timeline.last);
    this.following = this.live;
    void this.seat();
  }

  /** Playback skips entries that change nothing: refused orders, notes, ends of turns. */
  private track(): PlaybackTrack {
    const { timeline } = this;
    return {
      glance: GLANCE,
      get last() {
        return timeline.last;
      },
      duration: (at) => (this.unit === "turn" ? A_TURN : timeline.refused(at) ? GLANCE : AN_ORDER),
      next: (at) => {
        if (this.unit === "turn") return timeline.turns[timeline.turnAt(at) + 1]?.first ?? timeline.last;
        let next = at + 1;
        while (next < timeline.last && timeline.refused(next)) next += 1;
        return next;
      },
    };
  }

  private async seat(): Promise<void> {
    const playback = this.playback;
    if (!this.board) {
      const board = await makeBoard(this.timeline.reader.gameOf(this.game, this.timeline.position(0)));
      if (playback !== this.playback) return;
      board.setAttribute("curves", "off"); // the page shows them
      this.board = board;
    }
    const { names, clientTypes } = this.timeline;
    this.board.company = { names, players: clientTypes, options: {}, viewer: null };
    // The position may have changed before the board was loaded.
    await playback.seek(this.following ? playback.last : playback.at);
    this.requestUpdate();
    await this.updateComplete;
    if (this.board.isConnected) copySeatColours(this, this.board, names.length);
  }

  /** More entries have arrived. */
  grew(): void {
    this.cachedRows = null;
    this.requestUpdate();
    if (!this.following || !this.board) return;
    if (this.acted >= 0 && this.isFar(this.timeline.last)) this.cut();
    void this.chase();
  }

  /** Ends the animation, which is out of date. */
  private cut(): void {
    Object.assign(this.board!, { quiet: true, events: [] });
    this.hurry();
  }

  private isFar(at: number): boolean {
    return this.timeline.turnAt(at) - this.timeline.turnAt(Math.max(0, this.shown)) > BEHIND;
  }

  /** The entry that the whole page describes: the one on the board, or the order that is being animated. */
  private get moment(): number {
    const { shown, acted, timeline } = this;
    if (shown < 0) return this.playback.at;
    return acted === shown + 1 && timeline.turnAt(acted) === timeline.turnAt(shown) ? acted : shown;
  }

  /** Follows a live match; jumps if it is too far behind. */
  private async chase(): Promise<void> {
    if (this.chasing) return;
    this.chasing = true;
    while (this.following && this.isConnected && this.shown < this.timeline.last) {
      await this.playback.seek(this.timeline.last);
      await new Promise((resolve) => setTimeout(resolve, GLANCE));
    }
    this.chasing = false;
  }

  private follow = (): void => {
    this.following = !this.following;
    if (this.following) void this.chase();
  };

  /** Goes to an entry at the user's request: stops following a live match, unless the entry is the newest. */
  private async go(at: number, playing = false): Promise<void> {
    this.following = this.live && at >= this.timeline.last;
    await this.playback.seek(at, playing);
  }

  /** Sets the events on the old view, then the new view, as at a table. */
  private async show(at: number, moved: boolean): Promise<void> {
    const turn = (this.turn += 1);
    const board = this.board as (Board & { updateComplete?: Promise<unknown> }) | null;
    const from = this.shown;
    if (!board) return;
    const near = (moved || (this.following && !this.isFar(at))) && at > from && from >= 0 && at - from <= FAR;
    const still =
      !near ||
      this.playback.speed >= UNANIMATED_SPEED ||
      document.hidden ||
      matchMedia("(prefers-reduced-motion: reduce)").matches;
    const lines = still ? [] : linesOf(this.game, this.timeline.eventsOf(from, at));
    board.quiet = still;
    board.pace = Math.round((this.following ? NORMAL / 2 : NORMAL) / this.playback.speed);
    board.question = null;
    board.events = lines;
    this.acted = lines.length ? at : -1;
    if (lines.length) {
      this.requestUpdate();
      await board.updateComplete;
      await Promise.race([
        Promise.resolve(board.settled).catch(() => undefined),
        new Promise<void>((resolve) => {
          this.hurry = resolve;
          setTimeout(resolve, LONGEST_MOVE);
        }),
      ]);
      if (turn !== this.turn) return;
    }
    this.shown = at;
    this.acted = -1;
    this.requestUpdate();
    board.view = this.timeline.view(at);
    board.captions = {};
    await board.updateComplete;
  }

  private key = (event: KeyboardEvent): void => {
    const { playback, timeline } = this;
    const step = event.shiftKey ? (by: number) => this.byTurn(by) : (by: number) => this.go(playback.at + by);
    const acts = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      PageUp: () => this.byTurn(-1),
      PageDown: () => this.byTurn(1),
      Home: () => this.go(0),
      End: () => this.go(timeline.last),
      " ": () => this.toggle(),
    };
    pressKey(event, acts, true);
  };

  private toggle = (): Promise<void> => {
    this.following = false;
    return this.playback.toggle();
  };

  /** Goes to the beginning of this turn, then of the one before. */
  private byTurn(by: number): Promise<void> {
    const { timeline, playback } = this;
    const turn = timeline.turnAt(playback.at);
    const inside = by < 0 && playback.at > timeline.turns[turn]!.first;
    const to = timeline.turns[turn + (inside ? 0 : by)];
    return this.go(to ? to.first : by < 0 ? 0 : timeline.last);
  }

  /** The texts of all entries of a turn, cached. */
  private rows(turn: number): { at: number; text: EntryText }[] {
    const { timeline } = this;
    const upTo = timeline.endOf(turn);
    if (this.cachedRows?.turn === turn && this.cachedRows.upTo === upTo) return this.cachedRows.rows;
    const rows = [];
    for (let at = timeline.turns[turn]!.first; at <= upTo; at += 1) rows.push({ at, text: timeline.describeEntry(at) });
    this.cachedRows = { turn, upTo, rows };
    return rows;
  }

  protected override render(): TemplateResult {
    const { timeline } = this;
    const at = this.moment;
    const turn = timeline.turnAt(at);
    const rows = this.rows(turn);
    const over = at === timeline.last && timeline.over;
    const text = rows[at - timeline.turns[turn]!.first]!.text;
    const { names } = timeline;
    return html` <div class="top row">
        <h1>
          ${this.game.title}${
            timeline.head.gameSession ? html` <span class="soft">${timeline.head.gameSession}</span>` : nothing
          }
        </h1>
        ${this.players(at, turn, over)}
        <div class="acts row">
          <button
            class="quiet side-button"
            aria-expanded=${this.sideOpen}
            @click=${() => {
              this.sideOpen = !this.sideOpen;
            }}
          >
            ${icon("log")}<span class="word">Orders and curves</span>
          </button>
          ${
            this.live
              ? html`<button class="live" aria-pressed=${this.following} @click=${this.follow}>
                  <i></i>${this.following ? "Live" : "Follow live"}
                </button>`
              : nothing
          }
          ${this.links}
        </div>
      </div>
      <div class="side ${this.sideOpen ? "open" : ""}">
        ${this.drawnChart(at)}
        <h2>Turn ${timeline.turns[turn]!.turn}</h2>
        <order-list
          .rows=${rows}
          .names=${names}
          .at=${at}
          @seek=${(event: CustomEvent<{ at: number }>) => this.go(event.detail.at)}
        ></order-list>
      </div>
      <div class="middle vertical" role="region" aria-label="Board" tabindex="0">
        ${over ? this.ending() : nothing}
        <div class="stage">${this.board}</div>
      </div>
      ${this.bar(at, turn, sentence(text, names), text.refused !== "")}`;
  }

  /** The history, drawn by an element that the game's board brings. */
  private drawnChart(at: number): HTMLElement | typeof nothing {
    const { timeline, board } = this;
    const { chart } = timeline.reader;
    if (!chart || !board) return nothing;
    if (!this.chart) {
      this.chart = Object.assign(document.createElement(chart), { className: "chart", pickable: true });
      this.chart.addEventListener("pick", (event) =>
        this.go(this.timeline.rounds[(event as CustomEvent<{ round: number }>).detail.round] ?? 0),
      );
    }
    return Object.assign(this.chart, { history: timeline.history, names: timeline.names, at: this.round(at) });
  }

  /** The row of the history for an entry; before the first row, the first. */
  private round(at: number): number {
    return Math.max(0, this.timeline.rounds.filter((entry) => entry <= at).length - 1);
  }

  private players(at: number, turn: number, over: boolean): TemplateResult {
    const { timeline } = this;
    const clocks = timeline.clocks(at);
    const seat = timeline.turns[turn]!.seat;
    return html`<ul class="players" aria-label="Players">
      ${timeline.names.map(
        (name, index) =>
          html`<li class="line ${!over && index === seat ? "moves" : ""}">
            ${seatToken(index)}<b class="clipped" title=${timeline.clientTypes[index] ?? ""}>${name}</b
            >${!over && index === seat ? html`<span class="unseen">to move</span>` : nothing}
            <span class="soft small figures" title="Time left"
              >${icon("clock", "Time left")} ${clockFace(clocks[index] ?? 0)}</span
            >
          </li>`,
      )}
    </ul>`;
  }

  private ending(): TemplateResult {
    const { result, names } = this.timeline;
    return html`<section class="end row" aria-label="The end">
      <h2>${result ? `${names[result.seat]} wins` : "The match is over"}</h2>
      ${result?.reason ? html`<p>${result.reason}</p>` : nothing}
    </section>`;
  }

  private bar(at: number, turn: number, now: string, refused: boolean): TemplateResult {
    const { timeline, playback } = this;
    const { first } = timeline.turns[turn]!;
    const end = timeline.endOf(turn);
    const lastTurn = timeline.turns.length - 1;
    return html`<div class="bar" role="group" aria-label="Way through the match">
      <div class="now">
        <span class="soft figures">${at} of ${timeline.last}</span
        ><b class=${refused ? "no" : ""} title=${now} aria-live=${playback.playing || this.following ? "off" : "polite"}
          >${now}</b
        >
      </div>
      <div class="wheels row">
        ${wheel("turn-back", "One turn back", "Shift and arrow left", at === 0, () => this.byTurn(-1))}
        ${wheel("step-back", "One order back", "arrow left", at === 0, () => this.go(playback.at - 1))}
        ${playButton(playback, this.toggle)}
        ${wheel("step-forward", "One order on", "arrow right", at === timeline.last, () => this.go(playback.at + 1))}
        ${wheel("turn-forward", "One turn on", "Shift and arrow right", at === timeline.last, () => this.byTurn(1))}
        <select
          aria-label="Play by"
          @change=${(event: Event) => {
            this.unit = (event.target as HTMLSelectElement).value as Unit;
          }}
        >
          <option value="order" ?selected=${this.unit === "order"}>by order</option>
          <option value="turn" ?selected=${this.unit === "turn"}>by turn</option>
        </select>
        ${speedChoice(playback)}
      </div>
      <label class="slide"
        ><span class="figures">Turn ${timeline.turns[turn]!.turn}</span
        ><input
          type="range"
          min="0"
          max=${lastTurn}
          step="1"
          .value=${String(turn)}
          aria-label="Turn"
          aria-valuetext="Turn ${timeline.turns[turn]!.turn} of ${timeline.turns[lastTurn]!.turn}"
          @input=${(event: Event) =>
            this.go(timeline.turns[Number((event.target as HTMLInputElement).value)]?.first ?? 0, playback.playing)}
      /></label>
      <label class="slide"
        ><span class="figures">Order ${at - first} of ${end - first}</span
        ><input
          type="range"
          min="0"
          max=${end - first}
          step="1"
          .value=${String(at - first)}
          aria-label="Order in this turn"
          aria-valuetext="${at - first} of ${end - first}: ${now}"
          ?disabled=${end === first}
          @input=${(event: Event) => this.go(first + Number((event.target as HTMLInputElement).value))}
      /></label>
    </div>`;
  }
}
