/**
 * A finished match: the board at any step, the log up to it, and the proof of its dice. It needs no server:
 *
 * the page around it listens to `see` (detail: { viewer }) and `play-on` (detail: { at }).
 */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { coloursOf } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import type { Board, Film, Seat } from "../kit/types.js";
import { makeBoard } from "../play/load-board.js";
import { NORMAL } from "../play/pace.js";
import "../play/seat-strip.js";
import { list, ordinal } from "../play/words.js";
import { drawsOf, verify, type Verdict } from "./dice-check.js";
import "./film-log.js";
import { Playback, caption, openingOf, placeOf, trackOf, linesUpTo } from "./playback.js";
import { playButton, playerStyles, pressKey, speedChoice, wheel } from "./player.js";

const LONGEST_MOVE = 2_500;
const ENDED = "The match is over here.";
const UNANIMATED_SPEED = 4; // from this speed on nothing is animated

@customElement("film-view")
export class FilmView extends LitElement {
  @property({ attribute: false }) film!: Film;
  @property({ attribute: false }) viewers: (number | null)[] = []; // whose views can be chosen
  @property({ attribute: false }) record: { address: string; name: string } | null = null; // to download
  @property({ type: Boolean }) leads = false; // whether a new match can be started from here
  @property({ attribute: false }) trouble = ""; // why that failed
  // answers and outcomes since the beginning; 0: the first question
  @property({ type: Number }) start = 0;
  @state() private verdict: Verdict | null = null;
  @state() private checking = false;
  @state() private logOpen = false;
  private playback!: Playback;
  private board: Board | null = null;
  private turn = 0;

  static override styles = [
    shared,
    playerStyles,
    css`
      :host {
        grid-template: "top top" auto "log middle" minmax(0, 1fr) "bar bar" auto / auto minmax(0, 1fr);
      }
      .top seat-strip {
        flex: 1 1 240px;
      }
      .acts label {
        font-size: var(--size-s);
        display: flex;
        align-items: center;
        gap: var(--space-2);
      }
      film-log {
        grid-area: log;
        width: 300px;
        min-height: 0;
        border-inline-end: 1px solid var(--line);
      }
      .middle {
        padding: var(--space-4);
        gap: var(--space-4);
      }
      .notice {
        display: flex;
        align-items: start;
        gap: var(--space-3);
        max-width: 760px;
        width: 100%;
        margin: 0 auto;
      }
      .notice p {
        flex: 1;
        overflow-wrap: anywhere;
      }
      .notice.good {
        border-color: var(--green);
      }
      .notice .icon {
        margin-top: 2px;
      }
      .notice button {
        min-height: 28px;
        width: 28px;
      }
      .end {
        max-width: 760px;
        width: 100%;
        margin: 0 auto;
        display: grid;
        gap: var(--space-3);
      }
      .end ul {
        list-style: disc;
        padding-inline-start: var(--space-5);
        font-size: var(--size-s);
      }
      .bar {
        grid-template-columns: auto minmax(0, 1fr) auto;
      }
      .now span {
        flex: none;
      }
      .log-button {
        display: none;
      }
      @media (max-width: 1399px) {
        :host {
          grid-template: "top" auto "log" auto "middle" minmax(0, 1fr) "bar" auto / minmax(0, 1fr);
        }
        film-log {
          display: none;
          width: auto;
          max-height: 34dvh;
          border-inline-end: 0;
          border-bottom: 1px solid var(--line);
        }
        film-log.open {
          display: block;
        }
        .log-button {
          display: inline-flex;
        }
      }
      @media (max-width: 699px) {
        .top {
          padding: var(--space-2) var(--space-3);
        }
        .top seat-strip {
          order: 3;
          flex-basis: 100%;
        }
        .middle {
          padding: var(--space-3);
          overflow: visible;
        }
        .bar {
          grid-template-columns: auto minmax(0, 1fr);
          padding-inline: var(--space-3);
        }
        .bar input[type="range"] {
          grid-column: 1 / -1;
          grid-row: 2;
          min-height: 40px;
        }
        .bar .primary {
          justify-self: end;
          padding-inline: var(--space-3);
          white-space: nowrap;
        }
        .bar .primary .icon {
          display: none;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.key);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.key);
    this.playback?.halt();
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("film")) return;
    const before = changes.get("film") as Film | undefined;
    const at = before ? this.playback.at : this.start ? placeOf(this.film, this.start) : openingOf(this.film);
    const [playing, speed] = before ? [this.playback.playing, this.playback.speed] : [false, 1];
    this.playback?.halt();
    this.playback = new Playback(
      trackOf(this.film.frames),
      (frame, moved) => this.show(frame, moved),
      () => this.requestUpdate(),
    );
    this.playback.speed = speed;
    void this.seat(before, at, playing);
  }

  /** Creates the board once; another viewer's film uses the same board. */
  private async seat(before: Film | undefined, at: number, playing: boolean): Promise<void> {
    const playback = this.playback;
    if (!this.board || before?.game.id !== this.film.game.id) {
      const board = await makeBoard(this.film.game);
      if (playback !== this.playback) return;
      this.board = board;
    }
    const { names, players, options, viewer } = this.film;
    this.board.company = { names, players, options, viewer };
    await playback.seek(at, playing);
    this.requestUpdate();
  }

  /** Sets the events on the old view, then the new view, as at a table. */
  private async show(at: number, moved: boolean): Promise<void> {
    const turn = (this.turn += 1);
    const frame = this.film.frames[at]!;
    const board = this.board as (Board & { updateComplete?: Promise<unknown> }) | null;
    if (!board) return;
    const still =
      !moved || this.playback.speed >= UNANIMATED_SPEED || matchMedia("(prefers-reduced-motion: reduce)").matches;
    board.quiet = still;
    board.pace = Math.round(NORMAL / this.playback.speed);
    board.question = null;
    board.events = still ? [] : frame.lines;
    if (!still && frame.lines.length) {
      await board.updateComplete;
      await Promise.race([
        Promise.resolve(board.settled).catch(() => undefined),
        new Promise((resolve) => setTimeout(resolve, LONGEST_MOVE)),
      ]);
      if (turn !== this.turn) return;
    }
    board.view = frame.view;
    board.captions = frame.captions;
    await board.updateComplete;
  }

  private key = (event: KeyboardEvent): void =>
    pressKey(event, {
      ArrowLeft: () => this.playback.step(-1),
      ArrowRight: () => this.playback.step(1),
      Home: () => this.playback.seek(0),
      End: () => this.playback.seek(this.playback.last),
      " ": () => this.playback.toggle(),
    });

  private check = async (): Promise<void> => {
    this.checking = true;
    try {
      this.verdict = await verify(this.film.dealer, drawsOf(this.film));
    } finally {
      this.checking = false;
    }
  };

  protected override render(): TemplateResult {
    const { film, playback } = this;
    const at = playback.at;
    const frame = film.frames[at]!;
    const over = at === playback.last;
    const ended = over && film.result !== null;
    const seats: Seat[] = film.names.map((name, seat) => ({
      seat,
      name,
      player: film.players[seat]!,
      here: true,
      left: false,
    }));
    return html` <div class="top row">
        <h1>${film.game.title}</h1>
        <seat-strip
          .seats=${seats}
          .lights=${frame.lights}
          .colours=${coloursOf(frame.view)}
          .held=${film.viewer === null ? [] : [film.viewer]}
          .phase=${ended ? "over" : "playing"}
        ></seat-strip>
        <div class="acts row">
          <button
            class="quiet log-button"
            aria-expanded=${this.logOpen}
            @click=${() => {
              this.logOpen = !this.logOpen;
            }}
          >
            ${icon("log")}<span class="word">Log</span>
          </button>
          ${this.viewers.length > 1 ? this.eyes() : nothing}
          <button @click=${this.check} ?disabled=${this.checking}>
            ${icon("shield-check")}<span class="word">Verify dice</span>
          </button>
          ${
            this.record
              ? html`<a class="button" href=${this.record.address} download=${this.record.name}
                  >${icon("download")}<span class="word">Download record</span></a
                >`
              : nothing
          }
        </div>
      </div>
      <film-log
        .categories=${film.game.categories}
        class=${this.logOpen ? "open" : ""}
        .lines=${linesUpTo(film, at)}
        .at=${at}
        @seek=${(event: CustomEvent<{ at: number }>) => playback.seek(event.detail.at)}
      ></film-log>
      <div class="middle vertical" role="region" aria-label="Board" tabindex="0">
        ${this.verdict ? this.proof(this.verdict) : nothing}
        ${
          this.trouble
            ? html`<div class="notice bad" role="alert">
                ${icon("warning")}
                <p>${this.trouble}</p>
              </div>`
            : nothing
        }
        ${over ? this.ending() : nothing}
        <div class="stage">${this.board}</div>
      </div>
      <div class="bar" role="group" aria-label="Steps of the match">
        <div class="now">
          <span class="soft figures">${frame.at} of ${film.frames[playback.last]!.at}</span
          ><b class="clipped" aria-live=${playback.playing ? "off" : "polite"}>${caption(film, at)}</b>
          ${this.leads && ended ? html`<span class="soft" id="ended">${ENDED}</span>` : nothing}
        </div>
        <div class="wheels line">
          ${wheel("step-back", "One step back", "arrow left", at === 0, () => playback.step(-1))}
          ${playButton(playback, () => playback.toggle())}
          ${wheel("step-forward", "One step on", "arrow right", over, () => playback.step(1))} ${speedChoice(playback)}
        </div>
        <input
          type="range"
          min="0"
          max=${playback.last}
          step="1"
          .value=${String(at)}
          aria-label="Step"
          aria-valuetext="${frame.at} of ${film.frames[playback.last]!.at}: ${caption(film, at)}"
          @input=${(event: Event) => playback.seek(Number((event.target as HTMLInputElement).value), playback.playing)}
        />
        ${
          this.leads
            ? html`<button
                class="primary"
                ?disabled=${ended}
                title=${ended ? ENDED : nothing}
                aria-describedby=${ended ? "ended" : nothing}
                @click=${this.playOn}
              >
                ${icon("play")} Play from here
              </button>`
            : nothing
        }
      </div>`;
  }

  private eyes(): TemplateResult {
    const { film } = this;
    return html`<label
      >${icon("eye")}<span>Seen by</span
      ><select
        aria-label="Seen by"
        @change=${(event: Event) => {
          const value = (event.target as HTMLSelectElement).value;
          this.dispatchEvent(new CustomEvent("see", { detail: { viewer: value === "" ? null : Number(value) } }));
        }}
      >
        ${this.viewers.map(
          (viewer) =>
            html`<option value=${viewer ?? ""} ?selected=${viewer === film.viewer}>
              ${viewer === null ? "a watcher" : film.names[viewer]}
            </option>`,
        )}
      </select></label
    >`;
  }

  private proof(verdict: Verdict): TemplateResult {
    return html`<div
      class="notice verdict ${verdict.holds === null ? "" : verdict.holds ? "good" : "bad"}"
      role="status"
    >
      ${icon(verdict.holds === null ? "dice" : verdict.holds ? "check" : "warning")}
      <p>
        ${verdict.sentence}
        ${
          verdict.wrong
            ? html` <a
                href="#step"
                @click=${(event: Event) => {
                  event.preventDefault();
                  void this.playback.seek(placeOf(this.film, verdict.wrong!.at));
                }}
                >Go to step ${verdict.wrong.at}</a
              >`
            : nothing
        }
      </p>
      <button
        class="quiet round"
        aria-label="Close"
        @click=${() => {
          this.verdict = null;
        }}
      >
        ${icon("close")}
      </button>
    </div>`;
  }

  private ending(): TemplateResult {
    const { result, names, review } = this.film;
    if (!result)
      return html`<div class="end"><p class="notice">The record ends here; the match was not over.</p></div>`;
    const won = result.winners.map((seat) => names[seat]!);
    return html`<section class="end card" aria-label="The end">
      <h2>${won.length ? `${list(won)} ${won.length > 1 ? "win" : "wins"}` : "Nobody wins"}</h2>
      ${
        names.length > 1
          ? html`<table>
              <thead>
                <tr>
                  <th>Rank</th>
                  <th>Seat</th>
                  <th class="number">Points</th>
                </tr>
              </thead>
              <tbody>
                ${[...result.rows]
                  .sort((a, b) => a.rank - b.rank)
                  .map(
                    (row) =>
                      html`<tr>
                        <td>${ordinal(row.rank)}</td>
                        <td>${names[row.seat]}</td>
                        <td class="number">${row.points}</td>
                      </tr>`,
                  )}
              </tbody>
            </table>`
          : nothing
      }
      ${
        review.length
          ? html`<details>
              <summary>Looking back: ${review.at(-1)}</summary>
              <ul>
                ${review.slice(0, -1).map((line) => html`<li>${line}</li>`)}
              </ul>
            </details>`
          : nothing
      }
    </section>`;
  }

  private playOn = (): void => {
    this.playback.halt();
    this.dispatchEvent(new CustomEvent("play-on", { detail: { at: this.film.frames[this.playback.at]!.at } }));
  };
}
