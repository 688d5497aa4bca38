/** The strength of bots, and of people as a group, on this server, with confidence intervals. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { sentenceOf, server, type Rating } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import { Polling } from "../lobby/polling.js";
import { arena, rankMark, scaleOf, strength } from "./arena-styles.js";
import { paper } from "./article-styles.js";
import { rankColour, span, wins } from "./tournament-text.js";

const MIDDLE = 1500;
const LEAST = 80; // the mean of every field, and the smallest span of a scale in points
const EVERY = 10_000; // milliseconds between two requests
const PEOPLE = new Set(["human", "people"]);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const reach = (row: Rating) => ({ low: row.low_elo ?? row.elo ?? MIDDLE, high: row.high_elo ?? row.elo ?? MIDDLE });

/** The strongest first; entries without an Elo come last, by their rate of wins. */
export const ranked = (rows: readonly Rating[]): Rating[] =>
  [...rows].sort((a, b) => (b.elo ?? -Infinity) - (a.elo ?? -Infinity) || b.rate - a.rate || b.matches - a.matches);

@customElement("ratings-page")
export class RatingsPage extends LitElement {
  @state() ratings: Rating[] | null = null;
  @state() games: Game[] = [];
  @state() trouble = "";

  static override styles = [
    shared,
    paper,
    arena,
    css`
      .page {
        max-width: 1080px;
      }
      .page > p {
        max-width: 74ch;
        margin: var(--space-2) 0 0;
        color: var(--soft);
      }
      section {
        margin-top: var(--space-8);
        scroll-margin-top: var(--space-4);
      }
      section h2 {
        margin-bottom: var(--space-2);
      }
      .card {
        padding: var(--space-1) var(--space-2);
      }
      th,
      td {
        vertical-align: middle;
      }
      thead th {
        white-space: nowrap;
      }
      tbody tr:last-child :is(td, th) {
        border-bottom: 0;
      }
      tbody th {
        min-width: 120px;
        color: var(--ink);
        font-size: var(--size);
        overflow-wrap: anywhere;
      }
      .value {
        font-weight: 700;
      }
      td:first-child,
      .skill {
        white-space: nowrap;
      }
      .bar {
        width: 22%;
      }
      .bars {
        display: flex;
        justify-content: space-between;
        font-weight: 400;
      }
      nav {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-2);
        margin-top: var(--space-5);
      }
      @media (max-width: 720px) {
        th,
        td {
          padding: var(--space-2) var(--space-1);
        }
        thead th {
          white-space: normal;
        }
      }
    `,
  ];

  constructor() {
    super();
    new Polling(this, () => this.look(), EVERY);
  }

  private async look(): Promise<void> {
    try {
      [this.ratings, this.games] = await Promise.all([
        server.ratings(),
        this.games.length ? this.games : server.games(),
      ]);
      this.trouble = "";
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
  }

  private jump(id: string): void {
    const target = this.renderRoot.querySelector<HTMLElement>(`[data-game="${CSS.escape(id)}"] h2`)!;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  }

  protected override render(): TemplateResult {
    const ids = [...new Set(this.ratings?.map((row) => row.game))];
    const titleOf = (id: string) => this.games.find((game) => game.id === id)?.title ?? id;
    return html`<div class="page">
      <h1>Ratings</h1>
      <p>
        Every match that was finished on this server or in a <a href="/tournaments">tournament</a> counts. A player with
        100 Elo points more than another wins 64 of 100 matches against it, with 200 points more 76. The bar is the 95 %
        interval: where two bars overlap, the order is not decided.
      </p>
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      ${
        this.ratings?.length === 0
          ? html`<section class="card empty centred">
              ${icon("dice")}
              <h2>Nothing to rate yet</h2>
              <p class="soft">Finish a match and its players appear here.</p>
              <p><a href="/">To the games</a></p>
            </section>`
          : nothing
      }
      ${
        ids.length > 1
          ? html`<nav aria-label="Games">
              ${ids.map((id) => html`<button @click=${() => this.jump(id)}>${titleOf(id)}</button>`)}
            </nav>`
          : nothing
      }
      ${ids.map((id) => this.ladder(id, titleOf(id), ranked(this.ratings!.filter((row) => row.game === id))))}
    </div>`;
  }

  private ladder(id: string, title: string, rows: Rating[]): TemplateResult {
    const rated = rows.filter((row) => row.elo !== null);
    const scale = scaleOf(
      rated.flatMap((row) => [row.elo, row.low_elo, row.high_elo]),
      MIDDLE,
      LEAST,
    );
    return html`<section data-game=${id}>
      <h2 tabindex="-1">${title}</h2>
      <div class="card wide" tabindex="0" role="region" aria-label="Ratings of ${title}">
        <table>
          <thead>
            <tr>
              <th scope="col">Rank</th>
              <th scope="col">Player</th>
              <th scope="col" class="number">Elo</th>
              <th scope="col" class="bar broad">
                <span class="bars"
                  ><span>${scale.from.toFixed(0)}</span><span>95 % interval</span
                  ><span>${scale.to.toFixed(0)}</span></span
                >
              </th>
              <th scope="col" class="number broad">
                <abbr title="Another measure of skill: 25 is an average player, with its 95 % interval">OpenSkill</abbr>
              </th>
              <th scope="col" class="number broad">Matches</th>
              <th scope="col" class="number broad">Wins</th>
              <th scope="col" class="number">Win rate</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map((row, at) => this.row(row, at + 1, rows.length, rated, scale))}
          </tbody>
        </table>
      </div>
    </section>`;
  }

  private row(
    row: Rating,
    rank: number,
    of: number,
    rated: Rating[],
    scale: ReturnType<typeof scaleOf>,
  ): TemplateResult {
    const mark = rankColour(rank, of);
    return html`<tr>
      <td>
        ${
          row.elo === null
            ? html`<span class="soft">–</span>`
            : rankMark(rank, mark, span(reach(row), rated.map(reach)))
        }
      </td>
      <th scope="row">
        <div class="who line">
          ${PEOPLE.has(row.player) ? html`${icon("person")} People` : html`${icon("bot")} <span>${row.player}</span>`}
        </div>
        ${
          row.elo === null
            ? nothing
            : html`<div class="narrow">${strength(row.elo, row.low_elo, row.high_elo, scale, mark)}</div>`
        }
      </th>
      <td class="number value">${row.elo?.toFixed(0) ?? "–"}</td>
      <td class="bar broad">
        ${
          row.elo === null
            ? nothing
            : html`${strength(row.elo, row.low_elo, row.high_elo, scale, mark)}${
                row.low_elo === null || row.high_elo === null
                  ? nothing
                  : html`<span class="unseen">from ${row.low_elo.toFixed(0)} to ${row.high_elo.toFixed(0)}</span>`
              }`
        }
      </td>
      <td class="number broad skill">
        ${row.mu === null || row.sigma === null ? "–" : `${row.mu.toFixed(1)} ± ${(1.96 * row.sigma).toFixed(1)}`}
      </td>
      <td class="number broad">${row.matches}</td>
      <td class="number broad">${wins(row.wins)}</td>
      <td class="number">
        <span title="${percent(row.low)} to ${percent(row.high)}, 95 times in 100">${percent(row.rate)}</span>
      </td>
    </tr>`;
  }
}
