/** A button that copies a link; if the browser forbids that, it shows the link. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { icon } from "../kit/icons.js";
import { shared } from "../kit/styles.js";

@customElement("copy-button")
export class CopyButton extends LitElement {
  @property() label = "";
  @property({ attribute: false }) link = "";
  @state() private done = false;
  @state() private byHand = false;

  static override styles = [
    shared,
    css`
      :host {
        display: inline-grid;
        gap: var(--space-1);
        max-width: 100%;
      }
      input {
        width: 100%;
        font-size: var(--size-s);
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html`<button @click=${this.copy}>
        ${icon(this.done ? "check" : "link")} <span aria-live="polite">${this.done ? "Copied" : this.label}</span>
      </button>
      ${
        this.byHand
          ? html`<input
              readonly
              aria-label=${this.label}
              .value=${this.link}
              @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
            />`
          : nothing
      }`;
  }

  private copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(this.link);
      this.done = true;
      setTimeout(() => (this.done = false), 2_000);
    } catch {
      this.byHand = true;
      await this.updateComplete;
      this.renderRoot.querySelector("input")?.focus();
    }
  };
}
