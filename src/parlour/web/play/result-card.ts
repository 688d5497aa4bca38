/** How it ended: winners, ranks and points, what the review says, and where to go from here. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import type { Result, Seat } from "../kit/types.js";
import { list, nameOf, ordinal } from "./words.js";

/** "Ann wins.", "You win!", "Ann and Bob share the win.", "Nobody wins." */
export function outcome(result: Result, seats: Seat[], held: number[]): string {
  const { winners, rows } = result;
  const mine = held.length === 1 ? held[0]! : null;
  if (winners.length === 0) return rows.length === 1 ? (mine === rows[0]!.seat ? "You lost." : "The match is lost.") : "Nobody wins.";
  if (winners.length === 1 && winners[0] === mine) return "You win!";
  const names = list(winners.map((seat) => nameOf(seats[seat]!)));
  return winners.length === 1 ? `${names} wins.` : `${names} share the win.`;
}

@customElement("result-card")
export class ResultCard extends LitElement {
  @property({ attribute: false }) result!: Result;
  @property({ attribute: false }) review: string[] = [];
  @property({ attribute: false }) seats: Seat[] = [];
  @property({ attribute: false }) held: number[] = [];
  @property() rematch = ""; // the table of a rematch somebody asked for
  @property() problem = "";

  static override styles = [shared, css`
    :host { position: absolute; inset: 0; z-index: 9; display: grid; place-items: safe center; padding: var(--space-4); overflow-y: auto; background: color-mix(in srgb, var(--ground) 60%, transparent); }
    .card { width: min(560px, 100%); padding: var(--space-6); display: grid; grid-template-columns: minmax(0, 1fr); overflow-wrap: anywhere; gap: var(--space-4); border-top: 4px solid var(--gold); animation: rise var(--calm) ease-out; }
    h2:focus { outline: none; }
    .scroll { overflow-x: auto; }
    td, th { vertical-align: middle; }
    tbody th { color: var(--ink); font-size: var(--size); overflow-wrap: anywhere; }
    tr.won th, tr.won td { font-weight: 700; background: color-mix(in srgb, var(--gold) 12%, transparent); }
    .review { display: grid; gap: var(--space-1); color: var(--soft); font-size: var(--size-s); }
    .row > * { flex: 1 1 auto; }
    @keyframes rise { from { opacity: 0; translate: 0 8px; } }
    @media (max-width: 699px) { :host { padding: var(--space-2); } .card { padding: var(--space-4); } }
  `];

  protected override render(): TemplateResult {
    const { winners, record } = this.result;
    const rows = [...this.result.rows].sort((a, b) => a.rank - b.rank || a.seat - b.seat);
    return html`<div class="card" role="dialog" aria-labelledby="title">
      <h2 id="title" tabindex="-1">${outcome(this.result, this.seats, this.held)}</h2>
      <div class="scroll"><table>
        <thead><tr><th scope="col">Place</th><th scope="col">Seat</th><th scope="col" class="number">Points</th></tr></thead>
        <tbody>${rows.map((row) => html`<tr class=${winners.includes(row.seat) ? "won" : ""}>
          <td>${ordinal(row.rank)}${winners.includes(row.seat) ? html` <span class="unseen">winner</span>` : nothing}</td>
          <th scope="row">${seatToken(row.seat)} ${this.seats[row.seat] ? nameOf(this.seats[row.seat]!) : `Seat ${row.seat + 1}`}</th>
          <td class="number">${row.points}</td></tr>`)}</tbody>
      </table></div>
      ${this.review.length ? html`<div class="review">${this.review.map((line) => html`<p>${line}</p>`)}</div>` : nothing}
      ${this.problem ? html`<p role="alert">${icon("warning")} ${this.problem}</p>` : nothing}
      ${this.rematch ? html`<p class="notice" role="status">Somebody wants a rematch.</p>` : nothing}
      <div class="row">
        ${this.rematch
          ? html`<a class="button primary" href="/t/${this.rematch}" @click=${this.held.length ? this.again : nothing}>${icon("again")} ${this.held.length ? "Join the rematch" : "Watch the rematch"}</a>`
          : this.held.length ? html`<button class="primary" @click=${this.again}>${icon("again")} Rematch</button>` : nothing}
        <a class="button" href="/r/${record}">${icon("play")} Watch the replay</a>
        <button @click=${() => this.dispatchEvent(new CustomEvent("shut"))}>${icon("eye")} Look at the board</button>
        <a class="button quiet" href="/">${icon("door")} Back to the parlour</a>
      </div>
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
