/** The log of a replay up to the current step. A click on a line goes to its step. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { shared } from "../kit/styles.js";
import type { Game } from "../kit/types.js";
import { categoryColour, categoryTag } from "../play/log-category.js";
import type { FrameLine } from "./playback.js";

@customElement("film-log")
export class FilmLog extends LitElement {
  @property({ attribute: false }) lines: FrameLine[] = [];
  @property({ type: Number }) at = 0;
  @property({ attribute: false }) categories: Game["categories"];

  static override styles = [
    shared,
    css`
      :host {
        overflow-y: auto;
        overscroll-behavior: contain;
        scrollbar-width: thin;
        background: var(--panel);
      }
      ol {
        padding: var(--space-2);
        display: grid;
        gap: 2px;
      }
      button {
        display: block;
        width: 100%;
        min-height: 0;
        padding: var(--space-1) var(--space-2);
        border: 0;
        border-inline-start: 4px solid var(--category-edge);
        border-radius: 0 6px 6px 0;
        background: none;
        box-shadow: none;
        font-weight: 400;
        font-size: var(--size-s);
        line-height: 1.45;
        text-align: start;
        overflow-wrap: anywhere;
      }
      .text {
        white-space: pre-line;
      }
      .now button {
        background: var(--sunk);
      }
      .kind {
        color: var(--category);
        font-weight: 600;
        margin-inline-end: var(--space-1);
        white-space: nowrap;
      }
      .empty {
        padding: var(--space-4);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`${this.lines.length === 0 ? html`<p class="empty soft small">Nothing yet.</p>` : nothing}
      <ol aria-label="What has happened so far">
        ${repeat(
          this.lines,
          ({ line }) => line.number,
          ({ line, at }) =>
            html` <li class=${at === this.at ? "now" : ""} style=${categoryColour(line, this.categories)}>
              <button title="Go there" @click=${() => this.lead(at)}>
                <span class="kind">${categoryTag(line, this.categories)}</span>
                <span class="text">${line.text}</span>
              </button>
            </li>`,
        )}
      </ol>`;
  }

  protected override updated(): void {
    this.scrollTop = this.scrollHeight;
  }

  private lead(at: number): void {
    this.dispatchEvent(new CustomEvent("seek", { detail: { at } }));
  }
}
