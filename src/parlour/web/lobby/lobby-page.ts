/** The lobby: the games, one click from a match, and the tables, saves and records of this server. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { bestResults, firstTry, utcDay } from "../kit/results.js";
import { sentenceOf, server } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import "./learn-buttons.js";
import "./open-tables.js";
import "./own-statistics.js";
import "./recent-records.js";
import "./saved-games.js";
import { seatsText, solitaire, describeForm, type Form } from "./setup.js";
import type { SetupDialog } from "./setup-dialog.js";
import { ready, start } from "./start.js";
import table from "./table.svg";
import "./your-tables.js";

@customElement("lobby-page")
export class LobbyPage extends LitElement {
  @state() games: Game[] | null = null;
  @state() trouble = "";
  @state() busy = "";
  @state() cardTrouble: { game: string; sentence: string } | null = null;

  static override styles = [
    shared,
    css`
      .page {
        max-width: 1280px;
        margin: 0 auto;
        padding: var(--space-8) var(--space-4) var(--space-12);
      }
      .welcome {
        display: grid;
        gap: var(--space-2);
        margin-bottom: var(--space-6);
      }
      .welcome p {
        max-width: 60ch;
        color: var(--soft);
      }
      .games {
        display: grid;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 440px), 1fr));
        gap: var(--space-6);
      }
      .game {
        height: 100%;
        padding: 0;
        overflow: hidden;
      }
      .cover {
        position: relative;
        height: clamp(150px, 22vw, 250px);
        border-bottom: 3px solid #a67c2e;
        box-shadow: 0 1px 0 #5d451c;
      }
      .cover img {
        display: block;
        width: 100%;
        height: 100%;
        object-fit: cover;
      }
      .cover::after {
        content: "";
        position: absolute;
        inset: 0;
        background: light-dark(transparent, #17130f47);
      }
      .text {
        flex: 1;
        gap: var(--space-3);
        padding: var(--space-4) var(--space-5) var(--space-5);
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        justify-content: space-between;
        gap: var(--space-1) var(--space-3);
      }
      .blurb {
        flex: 1;
        max-width: 68ch;
      }
      .start {
        display: grid;
        grid-template-columns: auto 1fr;
        align-items: center;
        gap: var(--space-2) var(--space-3);
      }
      .start .primary {
        min-height: 48px;
        padding-inline: var(--space-6);
        font-size: 1.125rem;
      }
      .links {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-2);
        margin-left: auto;
      }
      .links a {
        display: inline-flex;
        align-items: center;
        gap: var(--space-1);
        padding: var(--space-2);
        white-space: nowrap;
      }
      .house {
        display: grid;
        grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
        gap: var(--space-8);
        margin-top: var(--space-12);
        align-items: start;
      }
      .house > div {
        display: grid;
        gap: var(--space-8);
      }
      your-tables {
        margin-bottom: var(--space-6);
      }
      .waiting {
        height: 420px;
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
        opacity: 0.6;
      }
      @media (max-width: 860px) {
        .house {
          grid-template-columns: minmax(0, 1fr);
        }
      }
      @media (max-width: 520px) {
        .page {
          padding: var(--space-5) var(--space-3) var(--space-8);
        }
        h1 {
          font-size: var(--size-xl);
        }
        .start {
          grid-template-columns: 1fr;
        }
        .start .primary {
          width: 100%;
        }
        .text {
          padding: var(--space-4);
        }
        .more button {
          flex: 1;
          padding-inline: var(--space-2);
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    void this.fetchGames();
  }

  private async fetchGames(): Promise<void> {
    this.trouble = "";
    try {
      this.games = await server.games();
    } catch (trouble) {
      this.trouble = sentenceOf(trouble);
    }
  }

  private async playNow(game: Game, form: Form, daily = false): Promise<void> {
    if (this.busy) return;
    this.busy = game.id;
    this.cardTrouble = null;
    try {
      await start(game, form, daily);
    } catch (trouble) {
      this.cardTrouble = { game: game.id, sentence: sentenceOf(trouble) };
    }
    this.busy = "";
  }

  private async setUp(game: Game, mode: Form["mode"]): Promise<void> {
    this.cardTrouble = null;
    try {
      await import("./setup-dialog.js");
      this.renderRoot.querySelector<SetupDialog>("setup-dialog")!.open(game, mode);
    } catch {
      this.cardTrouble = {
        game: game.id,
        sentence: "This could not be loaded. The server may be restarting; try again in a moment.",
      };
    }
  }

  override render() {
    return html`<div class="page">
      <your-tables></your-tables>
      <div class="welcome">
        <h1>Pull up a chair</h1>
        <p>
          Play with friends on one device or on many, against bots, or alone. No account, no waiting: pick a game and
          the table is yours.
        </p>
      </div>
      ${
        this.trouble
          ? html`<div class="notice bad row" role="alert">
              ${this.trouble} <button @click=${this.fetchGames}>${icon("again")} Try again</button>
            </div>`
          : nothing
      }
      ${this.games?.length === 0 ? html`<p class="notice">No game is installed on this server.</p>` : nothing}
      <ul class="games" aria-label="Games">
        ${
          this.games
            ? this.games.map((game) => html`<li>${this.card(game)}</li>`)
            : this.trouble
              ? nothing
              : [0, 1].map(() => html`<li class="waiting" aria-hidden="true"></li>`)
        }
      </ul>
      <div class="house">
        <div><open-tables .games=${this.games ?? []}></open-tables></div>
        <div><saved-games></saved-games><own-statistics></own-statistics><recent-records></recent-records></div>
      </div>
      <setup-dialog></setup-dialog>
    </div>`;
  }

  /** This browser's best result of each level, and how today's match of the day went. */
  private results(game: Game) {
    const rows = bestResults(game.id).map((one) => `Your best, ${one.level}: ${one.text}.`);
    const today = game.daily && firstTry(game.id, utcDay());
    if (today) rows.push(`${game.daily}: ${today.text}.`);
    return rows.length ? html`<p class="soft small results">${rows.join(" ")}</p>` : nothing;
  }

  private card(game: Game) {
    const form = ready(game);
    const alone = solitaire(game);
    return html`<article class="card game vertical" aria-labelledby="title-${game.id}" data-game=${game.id}>
      <div class="cover"><img src=${game.cover ?? table} alt="" /></div>
      <div class="text vertical">
        <div class="head">
          <h2 id="title-${game.id}">${game.title}</h2>
          <span class="soft small">${icon("person")} ${alone ? "1 player" : `${seatsText(game)} players`}</span>
        </div>
        <p class="blurb">${game.blurb}</p>
        <div class="start">
          <button
            class="primary"
            ?disabled=${this.busy !== ""}
            aria-describedby="starts-${game.id}"
            @click=${() => this.playNow(game, form)}
          >
            ${icon("play")} ${this.busy === game.id ? "Setting the table" : "Play now"}<span class="unseen"
              >${game.title}</span
            >
          </button>
          <span class="soft small" id="starts-${game.id}">${describeForm(game, form)}</span>
        </div>
        ${this.results(game)}
        ${
          this.cardTrouble?.game === game.id
            ? html`<p class="notice bad" role="alert">${this.cardTrouble.sentence}</p>`
            : nothing
        }
        <div class="more row">
          ${
            alone
              ? nothing
              : html`<button @click=${() => this.setUp(game, "quick")}>
                  Quick Play<span class="unseen">${game.title}</span>
                </button>`
          }
          <button @click=${() => this.setUp(game, "solo")}>Solo Play<span class="unseen">${game.title}</span></button>
          ${
            game.daily
              ? html`<button
                  ?disabled=${this.busy !== ""}
                  title="Today everybody has the same dice"
                  @click=${() => this.playNow(game, form, true)}
                >
                  ${game.daily}<span class="unseen">: ${game.title}</span>
                </button>`
              : nothing
          }
          <learn-buttons .game=${game}></learn-buttons>
          <span class="links">
            ${
              game.contest
                ? html`<a href="/contest">${icon("bot")} Contest<span class="unseen"> of ${game.title}</span></a
                    ><a href="/viewer">${icon("eye")} Gamelogs<span class="unseen"> of ${game.title}</span></a>`
                : nothing
            }
            <a href="/rules/${game.id}">${icon("book")} Rules<span class="unseen"> of ${game.title}</span></a></span
          >
        </div>
      </div>
    </article>`;
  }
}
