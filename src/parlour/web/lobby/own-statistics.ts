/** What this browser's people have won in the matches that they finished here: by game and opponent. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { server, type GameStatistics } from "../kit/server.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import { lists } from "./list-styles.js";
import { botLabel } from "./setup.js";

const percent = (share: number) => `${Math.round(100 * share)} %`;
const count = (many: number) => `${many} ${many === 1 ? "match" : "matches"}`;
const wins = (many: number) => (Number.isInteger(many) ? `${many}` : many.toFixed(1));

@customElement("own-statistics")
export class OwnStatistics extends LitElement {
  @state() games: GameStatistics[] = [];

  static override styles = [
    shared,
    lists,
    css`
      p {
        overflow-wrap: anywhere;
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    const matches = store.finished;
    if (!matches.length) return;
    void server.statistics(matches).then(
      ({ games }) => {
        this.games = games;
      },
      () => {},
    );
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.games.length) return nothing;
    return html`<section aria-labelledby="head">
      <h2 id="head">Your matches</h2>
      <ul>
        ${this.games.map((one) => this.row(one))}
      </ul>
    </section>`;
  }

  private row(one: GameStatistics): TemplateResult {
    const { unit, mean } = one.length.turns;
    const kinds = [...new Set(one.favourites.map(({ kind }) => kind))];
    const against = one.bots.map(
      ({ bot, wins: won, matches }) =>
        `${bot === "people" ? "other people" : botLabel(bot)} ${wins(won)} of ${matches}`,
    );
    return html`<li>
      <div class="head">
        <strong>${one.title}</strong>
        <span class="figures">won ${wins(one.wins)} of ${count(one.matches)}, ${percent(one.win_rate)}</span>
      </div>
      ${against.length ? html`<p class="soft small">Won against ${against.join(", ")}.</p>` : nothing}
      ${mean === null ? nothing : html`<p class="soft small">${mean.toFixed(1)} ${unit} on average.</p>`}
      ${kinds.map(
        (kind) =>
          html`<p class="soft small">
            Favourite ${kind}:
            ${one.favourites
              .filter((each) => each.kind === kind)
              .map(({ name, times }) => `${name} (${times})`)
              .join(", ")}.
          </p>`,
      )}
    </li>`;
  }
}
