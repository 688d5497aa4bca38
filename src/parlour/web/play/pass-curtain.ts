/** The curtain between two players of one device, with no private view behind it. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { styleMap } from "lit/directives/style-map.js";
import { icon } from "../kit/icons.js";
import { seatColour, seatToken } from "../kit/seats.js";
import { shared } from "../kit/styles.js";

@customElement("pass-curtain")
export class PassCurtain extends LitElement {
  @property({ type: Number }) hue = 0; // the colour of the next player
  @property() name = "";
  @property() undoer = ""; // who may still take the last answer back

  static override styles = [
    shared,
    css`
      :host {
        position: fixed;
        inset: 0;
        z-index: 60;
        display: grid;
        place-items: safe center;
        overflow-y: auto;
        padding: var(--space-6);
        background: repeating-linear-gradient(
          90deg,
          var(--sunk) 0 28px,
          color-mix(in srgb, var(--seat) 10%, var(--sunk)) 28px 56px
        );
      }
      .card {
        width: min(520px, 100%);
        grid-template-columns: minmax(0, 1fr);
        overflow-wrap: anywhere;
        gap: var(--space-5);
        padding: var(--space-8) var(--space-6);
        border-top: 6px solid var(--seat);
      }
      .token {
        font-size: 56px;
        line-height: 1;
      }
      h1 {
        font-size: var(--size-xl);
        overflow-wrap: anywhere;
      }
      .primary {
        font-size: var(--size-l);
        padding: var(--space-3) var(--space-6);
        max-width: 100%;
        overflow-wrap: anywhere;
      }
    `,
  ];

  protected override willUpdate(): void {
    this.style.setProperty("--seat", seatColour(this.hue));
  }

  protected override render(): TemplateResult {
    return html`<div
      class="card centred"
      role="dialog"
      aria-modal="true"
      aria-labelledby="title"
      style=${styleMap({ "--seat": seatColour(this.hue) })}
    >
      <span class="token">${seatToken(this.hue)}</span>
      <h1 id="title">Pass the device to ${this.name}</h1>
      <p class="soft">Everyone else, please look away: the next screen is for ${this.name}.</p>
      <button class="primary" @click=${() => this.dispatchEvent(new CustomEvent("lift"))}>I am ${this.name}</button>
      ${
        this.undoer
          ? html`<button class="quiet" @click=${() => this.dispatchEvent(new CustomEvent("undo"))}>
              ${icon("undo")} ${this.undoer}: take your answer back
            </button>`
          : nothing
      }
    </div>`;
  }

  protected override updated(changes: PropertyValues<this>): void {
    if (changes.has("name")) this.renderRoot.querySelector<HTMLElement>(".primary")?.focus();
  }
}
