/** The result: winners, ranks and points, the review, and what to do next. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { hueOf, seatToken } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import type { Result, Seat } from "../kit/types.js";
import { list, nameOf, ordinal } from "./words.js";

/** "Ann wins.", "You win!", "Ann and Bob share the win.", "Nobody wins." */
export function outcome(result: Result, seats: Seat[], held: number[]): string {
  const { winners, rows } = result;
  const mine = held.length === 1 ? held[0]! : null;
  if (winners.length === 0)
    return rows.length === 1 ? (mine === rows[0]!.seat ? "You lost." : "The match is lost.") : "Nobody wins.";
  if (winners.length === 1 && winners[0] === mine) return "You win!";
  const names = list(winners.map((seat) => nameOf(seats[seat]!)));
  return winners.length === 1 ? `${names} wins.` : `${names} share the win.`;
}

@customElement("result-card")
export class ResultCard extends LitElement {
  @property({ attribute: false }) result!: Result;
  @property({ attribute: false }) review: string[] = [];
  @property({ attribute: false }) compared: string[] = []; // with earlier results
  @property({ attribute: false }) seats: Seat[] = [];
  @property({ attribute: false }) held: number[] = [];
  @property({ attribute: false }) colours: readonly number[] = []; // dealt by the game, by seat
  @property() rematch = ""; // the table of a rematch that a player asked for
  @property() problem = "";
  @property({ type: Boolean, reflect: true }) docked = false; // below the board, so that its ending stays visible

  static override styles = [
    shared,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 9;
        display: grid;
        grid-template-rows: minmax(0, 1fr);
        place-items: center;
        padding: var(--space-4);
        background: color-mix(in srgb, var(--ground) 60%, transparent);
      }
      :host([docked]) {
        position: static;
        z-index: auto;
        padding: 0;
        background: none;
      }
      .card {
        width: min(560px, 100%);
        max-height: min(100%, calc(100dvh - 16px));
        padding: var(--space-6);
        overflow-wrap: anywhere;
        gap: var(--space-4);
        border-top: 4px solid var(--gold);
        animation: rise var(--calm) ease-out;
      }
      :host([docked]) .card {
        width: 100%;
        max-height: min(42dvh, 420px);
        padding: var(--space-3) var(--space-4);
        gap: var(--space-2);
        align-items: center;
        border-width: 4px 0 0;
        border-radius: 0;
      }
      :host([docked]) .told {
        width: min(900px, 100%);
        gap: var(--space-2);
        text-align: center;
      }
      :host([docked]) summary {
        margin-inline: auto;
      }
      .told {
        flex: 0 1 auto;
        min-height: 0;
        overflow: auto;
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-4);
      }
      h2 {
        flex: none;
      }
      h2:focus {
        outline: none;
      }
      td,
      th {
        vertical-align: middle;
      }
      tbody th {
        color: var(--ink);
        font-size: var(--size);
        overflow-wrap: anywhere;
      }
      tr.won th,
      tr.won td {
        font-weight: 700;
        background: color-mix(in srgb, var(--gold) 12%, transparent);
      }
      .review {
        display: grid;
        gap: var(--space-1);
        font-size: var(--size-s);
      }
      .review details {
        color: var(--soft);
      }
      .review details p {
        padding-block: 2px;
      }
      summary {
        width: fit-content;
        padding-block: var(--space-1);
        cursor: pointer;
      }
      .row {
        flex: none;
      }
      .row > * {
        flex: 1 1 auto;
      }
      @keyframes rise {
        from {
          opacity: 0;
          translate: 0 8px;
        }
      }
      @media (max-width: 699px) {
        :host {
          padding: var(--space-2);
        }
        .card {
          padding: var(--space-4);
          gap: var(--space-3);
        }
      }
      @media (max-height: 560px) {
        :host(:not([docked])) {
          position: fixed;
          z-index: 20;
          padding: var(--space-2);
        }
        .card {
          padding: var(--space-3) var(--space-4);
          gap: var(--space-2);
        }
        :host([docked]) .card {
          max-height: 50dvh;
        }
        h2 {
          font-size: var(--size-l);
        }
      }
    `,
  ];

  protected override willUpdate(): void {
    this.docked = this.result.rows.length === 1;
  }

  protected override render(): TemplateResult {
    return html`<div class="card vertical" role="dialog" aria-labelledby="title">
      <h2 id="title" tabindex="-1">${outcome(this.result, this.seats, this.held)}</h2>
      <div
        class="told"
        tabindex=${this.docked && !this.review.length ? nothing : 0}
        role="group"
        aria-label="How it ended"
      >
        ${
          this.compared.length
            ? html`<p class="figures">${this.compared.join(" ")}</p>`
            : this.docked
              ? this.points(this.result.rows[0]!.points)
              : this.ranks()
        }
        ${this.review.length ? this.lookBack(this.review.slice(0, -1), this.review.at(-1)!) : nothing}
      </div>
      ${this.problem ? html`<p role="alert">${icon("warning")} ${this.problem}</p>` : nothing}
      ${this.rematch && !this.alone ? html`<p class="notice" role="status">A player wants a rematch.</p>` : nothing}
      <div class="row">
        ${
          this.rematch
            ? html`<a class="button primary" href="/t/${this.rematch}" @click=${this.held.length ? this.again : nothing}
                >${icon("again")}
                ${this.alone ? "Play again" : this.held.length ? "Join the rematch" : "Watch the rematch"}</a
              >`
            : this.held.length
              ? html`<button class="primary" @click=${this.again}>
                  ${icon("again")} ${this.alone ? "Play again" : "Rematch"}
                </button>`
              : nothing
        }
        <a class="button" href="/r/${this.result.record}">${icon("play")} Watch the replay</a>
        <button @click=${() => this.dispatchEvent(new CustomEvent("shut"))}>${icon("eye")} Look at the board</button>
        <a class="button quiet" href="/">${icon("door")} Back to the parlour</a>
      </div>
    </div>`;
  }

  /** Whether this is a solitaire, which has nobody to ask for a rematch. */
  private get alone(): boolean {
    return this.docked && this.held.length > 0;
  }

  private points(points: number): TemplateResult | typeof nothing {
    return points > 0 ? html`<p class="figures">${points} ${points === 1 ? "point" : "points"}</p>` : nothing;
  }

  private ranks(): TemplateResult {
    const { winners } = this.result;
    const rows = [...this.result.rows].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
    return html`<table>
      <thead>
        <tr>
          <th scope="col">Place</th>
          <th scope="col">Seat</th>
          <th scope="col" class="number">Points</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr class=${winners.includes(row.seat) ? "won" : ""}>
              <td>
                ${ordinal(row.rank)}${winners.includes(row.seat) ? html` <span class="unseen">winner</span>` : nothing}
              </td>
              <th scope="row">
                ${seatToken(hueOf(this.colours, row.seat))}
                ${this.seats[row.seat] ? nameOf(this.seats[row.seat]!) : `Seat ${row.seat + 1}`}
              </th>
              <td class="number">${row.points}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
  }

  /** The last line sums up; the others can be unfolded. */
  private lookBack(games: string[], sum: string): TemplateResult {
    return html`<div class="review">
      <p>${sum}</p>
      ${
        games.length
          ? html`<details>
              <summary>Luck and skill, game by game</summary>
              ${games.map((line) => html`<p>${line}</p>`)}
            </details>`
          : nothing
      }
    </div>`;
  }

  protected override firstUpdated(): void {
    this.renderRoot.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }

  private again = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    this.dispatchEvent(new CustomEvent("again"));
  };
}
