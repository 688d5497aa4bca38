/** How bots, and people together, have fared on this server, with the interval the numbers allow. */
import { LitElement, css, html, nothing } from "lit";
import { icon } from "../kit/icons.js";
import { sentenceOf, server, type Rating } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import { paper } from "./paper.js";

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

export class RatingsPage extends LitElement {
  static override properties = { ratings: { state: true }, games: { state: true }, trouble: { state: true } };
  static override styles = [shared, paper, css`
    .page > p { max-width: 62ch; margin: var(--space-2) 0 var(--space-6); color: var(--soft); }
    section { margin-top: var(--space-6); }
    section h2 { margin-bottom: var(--space-2); }
    .card { padding: var(--space-1) var(--space-2); }
    tbody tr:last-child :is(td, th) { border-bottom: 0; }
    tbody th { color: var(--ink); font-size: var(--size); }
    .bar { position: relative; display: block; min-width: 120px; height: 14px; border-radius: 7px; background: var(--sunk); box-shadow: inset 0 0 0 1px var(--line); }
    .bar i { position: absolute; top: 4px; height: 6px; min-width: 3px; border-radius: 3px; background: var(--info); opacity: 0.55; }
    .bar b { position: absolute; top: 1px; width: 4px; height: 12px; margin-left: -2px; border-radius: 2px; background: var(--act); }
    .empty { display: grid; justify-items: center; gap: var(--space-2); padding: var(--space-12) var(--space-4); text-align: center; }
    .empty .icon { width: 40px; height: 40px; color: var(--gold); }
    @media (max-width: 520px) { .spread { display: none; } th, td { padding: var(--space-2); } }
  `];

  ratings: Rating[] | null = null;
  games: Game[] = [];
  trouble = "";

  override connectedCallback(): void {
    super.connectedCallback();
    void this.fetchRatings();
  }

  private async fetchRatings(): Promise<void> {
    try {
      [this.ratings, this.games] = await Promise.all([server.ratings(), server.games()]);
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
  }

  override render() {
    const ids = [...new Set(this.ratings?.map((row) => row.game))];
    return html`<div class="page">
      <h1>Ratings</h1>
      <p>Every match finished on this server counts. A shared first place is shared; the interval holds the true rate 95 times in 100, so overlapping ones say: too close to call.</p>
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      ${this.ratings?.length === 0 ? html`<div class="card empty">${icon("dice")}<h2>Nothing to rate yet</h2><p class="soft">Finish a match and its players will stand here.</p><p><a href="/">To the games</a></p></div>` : nothing}
      ${ids.map((id) => this.ladder(this.games.find((game) => game.id === id)?.title ?? id, this.ratings!.filter((row) => row.game === id)))}
    </div>`;
  }

  private ladder(title: string, rows: Rating[]) {
    return html`<section><h2>${title}</h2><div class="card wide" tabindex="0" role="region" aria-label="Ratings of ${title}"><table>
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Matches</th><th scope="col" class="number">Wins</th><th scope="col" class="number">Rate</th><th scope="col" class="number">95 % interval</th><th class="spread" aria-hidden="true"></th></tr></thead>
      <tbody>${[...rows].sort((a, b) => b.rate - a.rate || b.matches - a.matches).map((row) => html`<tr>
        <th scope="row">${row.player === "human" ? html`${icon("person")} People` : html`${icon("bot")} ${row.player}`}</th>
        <td class="number">${row.matches}</td><td class="number">${Number.isInteger(row.wins) ? row.wins : row.wins.toFixed(1)}</td>
        <td class="number"><strong>${percent(row.rate)}</strong></td><td class="number">${percent(row.low)} to ${percent(row.high)}</td>
        <td class="spread" aria-hidden="true"><span class="bar"><i style="left:${100 * row.low}%;width:${100 * (row.high - row.low)}%"></i><b style="left:${100 * row.rate}%"></b></span></td></tr>`)}</tbody>
    </table></div></section>`;
  }
}

customElements.define("ratings-page", RatingsPage);
