/** Pages to look up during a match: plain texts, one tab each. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { shared } from "../kit/styles.js";

@customElement("look-up")
export class LookUp extends LitElement {
  @property({ attribute: false }) pages: Record<string, string> = {};
  @state() private chosen = "";
  @query("dialog") private dialog!: HTMLDialogElement;

  static override styles = [
    shared,
    css`
      dialog {
        width: min(920px, calc(100vw - 24px));
        max-width: none;
        max-height: calc(100dvh - 24px);
        padding: var(--space-4);
      }
      header {
        margin-bottom: var(--space-2);
      }
      [role="tablist"] {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
        border-bottom: 1px solid var(--line);
      }
      [role="tab"] {
        border: 0;
        border-bottom: 3px solid transparent;
        border-radius: var(--radius) var(--radius) 0 0;
        background: transparent;
      }
      [role="tab"][aria-selected="true"] {
        border-bottom-color: var(--act);
      }
      pre {
        margin: var(--space-3) 0 0;
        max-height: 66vh;
        overflow: auto;
        font: var(--size-s) / 1.45 var(--mono);
        white-space: pre;
        padding: var(--space-3);
        background: var(--sunk);
        border-radius: var(--radius);
      }
    `,
  ];

  async show(pages: Record<string, string>): Promise<void> {
    this.pages = pages;
    if (!(this.chosen in pages)) this.chosen = Object.keys(pages)[0] ?? "";
    await this.updateComplete;
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Clears it, so that the next player at a shared device sees nothing. */
  close(): void {
    if (this.dialog?.open) this.dialog.close();
    this.pages = {};
  }

  protected override render(): TemplateResult {
    const names = Object.keys(this.pages);
    return html`<dialog aria-labelledby="title">
      <header class="line">
        <h2 id="title">Look up</h2>
        <button class="quiet" aria-label="Close" @click=${() => this.dialog.close()}>${icon("close")}</button>
      </header>
      ${names.length === 0 ? html`<p class="soft">This game has nothing to look up.</p>` : nothing}
      ${
        names.length > 1
          ? html`<div role="tablist" aria-label="Pages" @keydown=${this.turn}>
              ${names.map(
                (name) =>
                  html`<button
                    role="tab"
                    id="tab-${name}"
                    aria-controls="page"
                    aria-selected=${name === this.chosen}
                    tabindex=${name === this.chosen ? 0 : -1}
                    @click=${() => (this.chosen = name)}
                  >
                    ${name}
                  </button>`,
              )}
            </div>`
          : nothing
      }
      ${
        names.length
          ? html`<pre id="page" role=${names.length > 1 ? "tabpanel" : "region"} aria-label=${this.chosen} tabindex="0">
${this.pages[this.chosen]}</pre>`
          : nothing
      }
    </dialog>`;
  }

  private turn = async (event: KeyboardEvent): Promise<void> => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const names = Object.keys(this.pages);
    this.chosen = names[(names.indexOf(this.chosen) + step + names.length) % names.length]!;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  };
}
