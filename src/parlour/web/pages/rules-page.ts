/** The rulebook of one game, for players. */
import { LitElement, css, html, nothing } from "lit";
import { icon } from "../kit/icons.js";
import { sentenceOf, server } from "../kit/server.js";
import { shared } from "../kit/styles.js";
import { paper } from "./paper.js";
import { blocksOf, proseOf, type Block } from "./prose.js";

export class RulesPage extends LitElement {
  static override properties = { game: {}, heading: { state: true }, blocks: { state: true }, trouble: { state: true } };
  static override styles = [shared, paper, css`
    .sheet h1 { margin-bottom: var(--space-4); text-align: center; }
    .rule { width: 96px; margin: 0 auto var(--space-6); border: 0; border-top: 3px double var(--gold); }
    .back { display: inline-flex; gap: var(--space-1); margin-bottom: var(--space-4); }
  `];

  game = "";
  heading = "";
  blocks: Block[] | null = null;
  trouble = "";

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("game") && this.game) void this.fetchRules(this.game);
  }

  private async fetchRules(id: string): Promise<void> {
    this.trouble = "";
    try {
      const [game, text] = await Promise.all([server.game(id), server.rules(id)]);
      if (id !== this.game) return;
      this.heading = game.title;
      const blocks = blocksOf(text), first = blocks[0];
      const repeats = first && (first.kind === "heading" || first.kind === "paragraph") && first.text.replace(/[.:]$/, "") === game.title;
      if (repeats) blocks.shift();
      this.blocks = blocks[0]?.kind === "turn" ? blocks.slice(1) : blocks;
      document.title = `Rules of ${game.title} · Parlour`;
    } catch (trouble) {
      if (id === this.game) this.trouble = sentenceOf(trouble);
    }
  }

  override render() {
    return html`<div class="page">
      ${this.trouble ? html`<div class="sheet card"><h1>No rulebook</h1><p>${this.trouble}</p><p><a href="/">Back to the games</a></p></div>` : nothing}
      ${this.blocks && !this.trouble ? html`<article class="sheet card">
        <a class="back small" href="/">${icon("step-back")} All games</a>
        <h1>${this.heading}</h1><hr class="rule" />
        <div class="text">${proseOf(this.blocks)}</div></article>` : nothing}
    </div>`;
  }
}

customElements.define("rules-page", RulesPage);
