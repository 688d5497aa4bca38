/** The rules of one game; without a game, or with an unknown one, a list of all rulebooks. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { Refused, sentenceOf, server } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import "../lobby/learn-buttons.js";
import type { Game } from "../kit/types.js";
import { paper } from "./article-styles.js";
import { blocksOf, renderBlocks, type Block } from "./markdown.js";

@customElement("rules-page")
export class RulesPage extends LitElement {
  @property() game = "";
  @state() heading = "";
  @state() blocks: Block[] | null = null;
  @state() found: Game | null = null;
  @state() games: Game[] | null = null; // to choose from if no rulebook can be shown
  @state() trouble = "";

  static override styles = [
    shared,
    paper,
    css`
      .sheet h1 {
        margin-bottom: var(--space-4);
        text-align: center;
      }
      .rule {
        width: 96px;
        margin: 0 auto var(--space-6);
        border: 0;
        border-top: 3px double var(--gold);
      }
      .shelf li a {
        display: block;
        font: 700 var(--size-l) / 1.3 var(--serif);
      }
      .sheet p {
        overflow-wrap: anywhere;
      }
      .learn {
        justify-content: center;
        margin-bottom: var(--space-6);
      }
      .back {
        display: inline-flex;
        gap: var(--space-1);
        margin-bottom: var(--space-4);
      }
    `,
  ];

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("game")) void (this.game ? this.fetchRules(this.game) : this.fetchGames(""));
  }

  private async fetchRules(id: string): Promise<void> {
    this.trouble = "";
    this.games = null;
    try {
      const [game, text] = await Promise.all([server.game(id), server.rules(id)]);
      if (id !== this.game) return;
      this.heading = game.title;
      this.found = game;
      const blocks = blocksOf(text);
      const first = blocks[0];
      const repeats =
        first &&
        (first.kind === "heading" || first.kind === "paragraph") &&
        first.text.replace(/[.:]$/, "") === game.title;
      if (repeats) blocks.shift();
      this.blocks = blocks[0]?.kind === "turn" ? blocks.slice(1) : blocks;
      document.title = `Rules of ${game.title} · Parlour`;
    } catch (trouble) {
      if (id !== this.game) return;
      if (trouble instanceof Refused && trouble.code === "missing") await this.fetchGames(id);
      else this.trouble = sentenceOf(trouble);
    }
  }

  private async fetchGames(id: string): Promise<void> {
    this.trouble = "";
    this.blocks = null;
    try {
      const games = await server.games();
      if (id === this.game) this.games = games;
    } catch (trouble) {
      if (id === this.game) this.trouble = sentenceOf(trouble);
    }
  }

  override render() {
    return html`<div class="page">
      ${
        this.trouble
          ? html`<div class="sheet card">
              <h1>No rulebook</h1>
              <p>${this.trouble}</p>
              <p><a href="/">Back to the games</a></p>
            </div>`
          : nothing
      }
      ${this.games && !this.trouble ? this.gameList(this.games) : nothing}
      ${
        this.blocks && !this.trouble
          ? html`<article class="sheet card">
              <a class="back small" href="/">${icon("step-back")} All games</a>
              <h1>${this.heading}</h1>
              <hr class="rule" />
              ${
                this.found?.lessons?.length
                  ? html`<div class="row learn"><learn-buttons .game=${this.found}></learn-buttons></div>`
                  : nothing
              }
              <div class="text">${renderBlocks(this.blocks)}</div>
            </article>`
          : nothing
      }
    </div>`;
  }

  private gameList(games: Game[]) {
    return html`<div class="sheet card">
      <h1>${this.game ? "No rulebook" : "Rules"}</h1>
      <hr class="rule" />
      <div class="text">
        ${this.game ? html`<p>No game here is called “${this.game}”. These are the games on this server:</p>` : nothing}
        <ul class="shelf">
          ${games.map(
            (game) =>
              html`<li><a href="/rules/${game.id}">${game.title}</a><span class="soft">${game.blurb}</span></li>`,
          )}
        </ul>
        <p><a href="/">Back to the games</a></p>
      </div>
    </div>`;
  }
}
