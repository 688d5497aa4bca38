/** The tournaments of this server: the running ones first, then newest first. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../kit/icons.js";
import { sentenceOf, server, type TournamentRow } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import { when } from "../kit/relative-time.js";
import { Polling } from "../lobby/polling.js";
import { arena, stateTag } from "./arena-styles.js";
import { paper } from "./article-styles.js";
import { count, formatWord } from "./tournament-text.js";

const EVERY = 5000;

@customElement("tournaments-page")
export class TournamentsPage extends LitElement {
  @state() tournaments: TournamentRow[] | null = null;
  @state() trouble = "";
  @state() game = ""; // only tournaments of this game

  static override styles = [
    shared,
    paper,
    arena,
    css`
      .page {
        display: grid;
        gap: var(--space-5);
      }
      .lead p {
        max-width: 66ch;
        margin-top: var(--space-2);
        color: var(--soft);
      }
      .list {
        display: grid;
        gap: var(--space-3);
      }
      .one {
        position: relative;
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: var(--space-1) var(--space-4);
        align-items: baseline;
        transition: border-color var(--quick);
      }
      .one:hover,
      .one:focus-within {
        border-color: var(--edge);
      }
      .one h2 {
        font-size: var(--size-l);
      }
      .one h2 a {
        color: inherit;
        text-decoration: none;
      }
      .one h2 a::after {
        content: "";
        position: absolute;
        inset: 0;
        border-radius: var(--radius);
      }
      .one h2 a:hover {
        text-decoration: underline;
      }
      .one .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-4);
        color: var(--soft);
        font-size: var(--size-s);
      }
      .one .leader {
        overflow-wrap: anywhere;
      }
      .tag-at {
        justify-self: end;
      }
      .time {
        text-align: right;
      }
      .empty pre {
        max-width: 100%;
        text-align: left;
      }
    `,
  ];

  constructor() {
    super();
    new Polling(this, () => this.look(), EVERY);
  }

  private async look(): Promise<void> {
    try {
      this.tournaments = await server.tournaments();
      this.trouble = "";
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
  }

  protected override render(): TemplateResult {
    const all = this.tournaments ?? [];
    const games = [...new Map(all.map((row) => [row.game, row.title]))];
    const rows = all
      .filter((row) => !this.game || row.game === this.game)
      .sort((a, b) => Number(b.state === "running") - Number(a.state === "running"));
    return html`<div class="page">
      <div class="lead">
        <h1>Tournaments</h1>
        <p>
          Running and finished tournaments between bots, with standings, rating curves and a replay of every match. The
          <a href="/ratings">ratings</a> show how strong each bot is over all of them.
        </p>
      </div>
      ${this.trouble ? html`<p class="notice bad" role="alert">${this.trouble}</p>` : nothing}
      ${
        games.length > 1
          ? html`<label class="soft small line"
              >Game
              <select
                @change=${(event: Event) => {
                  this.game = (event.target as HTMLSelectElement).value;
                }}
              >
                <option value="">all</option>
                ${games.map(([id, title]) => html`<option value=${id}>${title}</option>`)}
              </select></label
            >`
          : nothing
      }
      ${this.tournaments?.length === 0 ? this.empty() : nothing}
      ${
        rows.length
          ? html`<ul class="list">
              ${repeat(
                rows,
                (row) => row.id,
                (row) =>
                  html`<li class="card one">
                    <h2><a href="/tournaments/${row.id}">${formatWord(row.format)}: ${row.title}</a></h2>
                    <span class="tag-at">${stateTag(row.state)}</span>
                    <div class="facts">
                      ${
                        row.leader
                          ? html`<span class="leader"
                              >${row.state === "over" ? "Won by" : "Led by"} <strong>${row.leader}</strong></span
                            >`
                          : nothing
                      }
                      <span>${count(row.entrants, "entrant")}</span><span>${count(row.games, "match", "matches")}</span>
                    </div>
                    <span class="time soft small">${when(row.created)}</span>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
    </div>`;
  }

  private empty(): TemplateResult {
    return html`<div class="card empty centred">
      ${icon("battle")}
      <h2>No tournament yet</h2>
      <p class="soft">A tournament that uses this server's database appears here while it runs:</p>
      <pre>parlour tournament GAME --entrants easy,medium,hard</pre>
    </div>`;
  }
}
