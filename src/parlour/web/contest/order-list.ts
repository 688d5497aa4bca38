/** The entries of one turn in words; a click goes to the entry. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { seatToken } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import type { EntryText } from "./entry-text.js";

@customElement("order-list")
export class OrderList extends LitElement {
  @property({ attribute: false }) rows: { at: number; text: EntryText }[] = [];
  @property({ attribute: false }) names: string[] = [];
  @property({ type: Number }) at = 0;

  static override styles = [
    shared,
    css`
      :host {
        min-height: 0;
        overflow-y: auto;
        overscroll-behavior: contain;
        scrollbar-width: thin;
      }
      ol {
        padding: var(--space-2);
        display: grid;
        gap: 2px;
      }
      button {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr);
        align-items: start;
        gap: var(--space-2);
        width: 100%;
        min-height: 0;
        padding: var(--space-1) var(--space-2);
        border: 0;
        border-inline-start: 4px solid transparent;
        border-radius: 0 6px 6px 0;
        background: none;
        font-weight: 400;
        font-size: var(--size-s);
        line-height: 1.4;
        text-align: start;
        overflow-wrap: anywhere;
      }
      .now button {
        border-color: var(--act);
        background: var(--sunk);
      }
      .later button {
        color: var(--soft);
      }
      .no {
        color: var(--red);
      }
      .no .icon {
        width: 1em;
        height: 1em;
        vertical-align: -0.15em;
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<ol aria-label="Orders of this turn">
      ${this.rows.map(
        ({ at, text: { seat, text, refused } }) =>
          html` <li class=${at === this.at ? "now" : at > this.at ? "later" : ""}>
            <button aria-current=${at === this.at ? "step" : nothing} @click=${() => this.lead(at)}>
              ${seat === null ? html`<span></span>` : seatToken(seat, this.names[seat])}<span
                >${text}${
                  refused ? html` <span class="no">${icon("close", "Refused:")} ${refused}</span>` : nothing
                }</span
              >
            </button>
          </li>`,
      )}
    </ol>`;
  }

  protected override updated(changes: PropertyValues<this>): void {
    if (!changes.has("at") && !changes.has("rows")) return;
    const now = this.renderRoot.querySelector<HTMLElement>(".now");
    if (now) this.scrollTop = now.offsetTop - this.offsetTop - this.clientHeight / 2;
  }

  private lead(at: number): void {
    this.dispatchEvent(new CustomEvent("seek", { detail: { at } }));
  }
}
