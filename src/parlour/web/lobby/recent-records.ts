/** The matches finished on this server, newest first. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { server, type RecordRow } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import { when } from "../kit/relative-time.js";
import { lists } from "./list-styles.js";
import { botLabel } from "./setup.js";

const SHOWN = 6;
const points = (count: number) => `${count} ${count === 1 ? "point" : "points"}`;

@customElement("recent-records")
export class RecentRecords extends LitElement {
  @state() records: RecordRow[] | null = null;
  @state() all = false;

  static override styles = [
    shared,
    lists,
    css`
      .players {
        overflow-wrap: anywhere;
      }
      .players .won {
        color: var(--ink);
        font-weight: 600;
      }
      button {
        margin-top: var(--space-2);
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void server.records().then(
      (records) => {
        this.records = records;
      },
      () => {},
    );
  }

  override render() {
    const rows = this.all ? this.records : this.records?.slice(0, SHOWN);
    return html`<section aria-labelledby="head">
      <h2 id="head">Finished matches</h2>
      ${
        rows === undefined || rows === null
          ? nothing
          : rows.length === 0
            ? html`<p class="soft">
                None yet. A finished match can be watched again here, move by move, and its dice checked.
              </p>`
            : html`<ul>
                  ${rows.map(
                    (row) =>
                      html`<li>
                        <div class="head">
                          <a href="/r/${row.id}"
                            >${row.title}<span class="unseen">, replay of the match ${when(row.date)}</span></a
                          >
                          <span class="soft small">${when(row.date)}</span>
                        </div>
                        <div class="soft small players figures">
                          ${[...row.players]
                            .sort((a, b) => a.rank - b.rank)
                            .map(
                              (player, at) =>
                                html`${at ? "; " : ""}<span class=${player.rank === 1 ? "won" : ""}
                                    >${player.name || botLabel(player.player)}, ${points(player.points)}</span
                                  >`,
                            )}
                        </div>
                      </li>`,
                  )}
                </ul>
                ${
                  this.records!.length > SHOWN && !this.all
                    ? html`<button
                        class="quiet"
                        @click=${() => {
                          this.all = true;
                        }}
                      >
                        ${icon("plus")} Show all ${this.records!.length}
                      </button>`
                    : nothing
                }`
      }
    </section>`;
  }
}
