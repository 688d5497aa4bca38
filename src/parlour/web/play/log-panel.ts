/** The log, newest line at the bottom, by category. A fixed panel on wide screens, else a drawer. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { icon } from "../kit/icons.js";
import { store } from "../kit/store.js";
import { shared } from "../kit/styles.js";
import type { Game, Line } from "../kit/types.js";
import { categoryColour, categoryTag } from "./log-category.js";

const AT_THE_END = 24; // pixels from the bottom that still count as reading the newest line

@customElement("log-panel")
export class LogPanel extends LitElement {
  @property({ attribute: false }) lines: Line[] = [];
  @property({ attribute: false }) categories: Game["categories"];
  @property({ type: Boolean, reflect: true }) open = false; // open as a drawer; wide screens always show it
  @state() private unread = 0;
  @query(".scroll") private bed!: HTMLElement;
  private readonly wide = matchMedia("(min-width: 1400px)");
  private readonly turn = (): void => this.requestUpdate();
  private following = true;
  private last = 0;

  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr);
        width: 300px;
        min-height: 0;
        background: var(--panel);
        border-inline-end: 1px solid var(--line);
      }
      header {
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
        border-bottom: 1px solid var(--line);
      }
      header button {
        font-size: var(--size-s);
        padding-inline: var(--space-2);
        min-height: 32px;
      }
      header button:disabled {
        border-color: transparent;
      }
      .body {
        position: relative;
        min-height: 0;
      }
      .scroll {
        height: 100%;
        overflow-y: auto;
        overscroll-behavior: contain;
        padding: var(--space-3) var(--space-3) var(--space-4);
      }
      ol {
        display: grid;
        gap: var(--space-2);
      }
      li {
        padding: var(--space-1) 0 var(--space-1) var(--space-2);
        border-inline-start: 4px solid var(--category-edge);
        font-size: var(--size-s);
        line-height: 1.45;
        overflow-wrap: anywhere;
        animation: appear var(--calm) ease-out;
      }
      @keyframes appear {
        from {
          opacity: 0;
        }
      }
      @media (prefers-reduced-motion: reduce) {
        li {
          animation: none;
        }
      }
      .why {
        color: var(--soft);
      }
      li .kind {
        color: var(--category);
        font-weight: 600;
        white-space: nowrap;
      }
      .newer {
        position: absolute;
        bottom: var(--space-3);
        left: 50%;
        translate: -50%;
        font-size: var(--size-s);
        min-height: 32px;
        box-shadow: var(--shadow);
        white-space: nowrap;
      }
      .shut {
        display: none;
      }
      @media (max-width: 1399px) {
        :host {
          position: fixed;
          z-index: 30;
          inset-block: 0;
          inset-inline-start: 0;
          width: min(300px, 88vw);
          box-shadow: var(--shadow);
        }
        :host(:not([open])) {
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
          border: 0;
          box-shadow: none;
        }
        :host(:not([open])) header,
        :host(:not([open])) .newer {
          display: none;
        }
        :host(:not([open])) .scroll {
          overflow: hidden;
        }
        .shut {
          display: inline-flex;
        }
      }
    `,
  ];

  override connectedCallback(): void {
    super.connectedCallback();
    this.wide.addEventListener("change", this.turn);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.wide.removeEventListener("change", this.turn);
  }

  protected override render(): TemplateResult {
    return html` <header class="line">
        <h2>Log</h2>
        ${
          this.lines.some((line) => line.reason)
            ? html`<button
                class="quiet"
                data-reasons
                aria-pressed=${store.reasons}
                title="Why bots do what they do"
                @click=${this.switchReasons}
              >
                Reasons ${store.reasons ? "on" : "off"}
              </button>`
            : nothing
        }
        <button
          class="quiet"
          @click=${() => this.dispatchEvent(new CustomEvent("clear"))}
          ?disabled=${this.lines.length === 0}
        >
          Clear
        </button>
        <button
          class="quiet shut"
          aria-label="Close the log"
          @click=${() => this.dispatchEvent(new CustomEvent("shut"))}
        >
          ${icon("close")}
        </button>
      </header>
      <div class="body">
        <div
          class="scroll"
          role="log"
          aria-label="What has happened"
          tabindex=${this.open || this.wide.matches ? 0 : -1}
          @scroll=${this.scrolled}
        >
          ${this.lines.length === 0 ? html`<p class="soft small">Nothing yet.</p>` : nothing}
          <ol>
            ${repeat(
              this.lines,
              (line) => line.number,
              (line) =>
                html`<li style=${categoryColour(line, this.categories)}>
                  <span class="kind">${categoryTag(line, this.categories)}</span> ${line.text}${
                    line.reason && store.reasons ? html` <span class="why">(${line.reason})</span>` : nothing
                  }
                </li>`,
            )}
          </ol>
        </div>
        ${this.unread ? html`<button class="newer" @click=${this.follow}>${this.unread} newer below</button>` : nothing}
      </div>`;
  }

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (!changes.has("lines")) return;
    const newest = this.lines.at(-1)?.number ?? this.last;
    if (!this.following && newest > this.last) this.unread += Math.min(newest - this.last, this.lines.length);
    this.last = newest;
    if (this.lines.length === 0) this.unread = 0;
  }

  protected override updated(changes: PropertyValues<this>): void {
    if (changes.has("open") && this.open) this.renderRoot.querySelector<HTMLElement>(".shut")?.focus();
    if (this.following) this.bed.scrollTop = this.bed.scrollHeight;
  }

  private switchReasons = (): void => {
    store.reasons = !store.reasons;
    this.requestUpdate();
  };

  private follow = (): void => {
    this.following = true;
    this.unread = 0;
    this.bed.scrollTop = this.bed.scrollHeight;
  };

  private scrolled = (): void => {
    const { scrollTop, clientHeight, scrollHeight } = this.bed;
    this.following = scrollHeight - scrollTop - clientHeight < AT_THE_END;
    if (this.following) this.unread = 0;
  };
}
