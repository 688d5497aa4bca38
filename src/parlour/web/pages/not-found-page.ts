/** The page for unknown addresses. */
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";
import { shared } from "../kit/styles.js";

@customElement("not-found-page")
export class NotFoundPage extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: grid;
        place-items: center;
        padding: var(--space-8) var(--space-4);
      }
      div {
        gap: var(--space-4);
        max-width: 520px;
      }
      svg {
        width: min(360px, 80vw);
        height: auto;
      }
      h1 {
        text-wrap: balance;
      }
    `,
  ];

  override render() {
    return html`<div class="centred">
      <svg
        viewBox="0 0 360 220"
        fill="none"
        stroke="var(--edge)"
        stroke-width="3"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
      >
        <path d="M180 8v26" />
        <path d="M146 66c4-20 16-31 34-31s30 11 34 31z" fill="var(--gold)" stroke="var(--gold)" />
        <path d="M150 72h60l64 74H86z" fill="var(--gold)" stroke="none" opacity=".14" />
        <path d="M60 148c70-6 170-7 240 0l-6 14c-70-5-160-5-228 0z" fill="var(--panel)" />
        <path d="M96 164l-10 50M264 164l10 50M150 162l-3 40M210 162l3 40" />
        <path d="M22 214v-58c0-8 30-8 30 0v58M22 184h30M308 214v-58c0-8 30-8 30 0v58M308 184h30" />
        <rect x="160" y="120" width="26" height="26" rx="6" fill="var(--panel)" transform="rotate(-9 173 133)" />
        <path d="M172.5 127c6-3 9 4 2 6.5v2M175.5 140.5h.01" stroke="var(--act)" stroke-width="2.5" />
        <path d="M214 142l10-13 10 13z" fill="var(--panel)" />
      </svg>
      <h1>Page not found</h1>
      <p class="soft">There is no page at this address. The link may be mistyped, or the page no longer exists.</p>
      <a class="button primary" href="/">Back to the parlour</a>
    </div>`;
  }
}
