/** A card over the board, to be read before play goes on. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { shared } from "../kit/styles.js";

@customElement("story-card")
export class StoryCard extends LitElement {
  @property({ attribute: false }) paragraphs: string[] = [];
  @property({ type: Boolean }) only = false; // nothing follows that could be skipped

  static override styles = [
    shared,
    css`
      :host {
        position: absolute;
        inset: 0;
        z-index: 10;
        display: grid;
        place-items: safe center;
        padding: var(--space-4);
        overflow-y: auto;
        background: color-mix(in srgb, var(--ground) 55%, transparent);
        cursor: pointer;
      }
      .card {
        width: min(620px, 100%);
        padding: var(--space-6) var(--space-8);
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        overflow-wrap: anywhere;
        gap: var(--space-4);
        cursor: auto;
        border-top: 4px solid var(--gold);
        animation: rise var(--calm) ease-out;
      }
      .text {
        display: grid;
        gap: var(--space-3);
        max-height: 52vh;
        overflow-y: auto;
      }
      p {
        font: 700 var(--size-l) / 1.5 var(--serif);
        white-space: pre-line;
      }
      p.read {
        color: var(--soft);
      }
      .row {
        justify-content: end;
      }
      @keyframes rise {
        from {
          opacity: 0;
          translate: 0 8px;
        }
      }
      @media (max-width: 699px) {
        .card {
          padding: var(--space-4);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    const last = this.paragraphs.length - 1;
    return html`<div
      class="card"
      role="dialog"
      aria-label="The story goes on"
      aria-describedby="text"
      @click=${(event: Event) => event.stopPropagation()}
    >
      <div class="text" id="text" aria-live="polite">
        ${this.paragraphs.map((text, index) => html`<p class=${index < last ? "read" : ""}>${text}</p>`)}
      </div>
      <div class="row">
        ${this.only ? nothing : html`<button class="quiet" @click=${() => this.fire("skip-all")}>Skip all</button>`}
        <button class="primary" @click=${() => this.fire("next")}>Continue</button>
      </div>
    </div>`;
  }

  protected override firstUpdated(): void {
    this.addEventListener("click", () => this.fire("next"));
    this.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.fire("skip-all");
      event.stopPropagation();
    });
  }

  protected override updated(changes: PropertyValues<this>): void {
    if (!changes.has("paragraphs")) return;
    this.renderRoot.querySelector<HTMLElement>(".primary")?.focus({ preventScroll: true });
    const text = this.renderRoot.querySelector(".text");
    if (text) text.scrollTop = text.scrollHeight;
  }

  private fire(name: "next" | "skip-all"): void {
    this.dispatchEvent(new CustomEvent(name));
  }
}
