/** The chat of the table: messages, set phrases, and an input. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { styleMap } from "lit/directives/style-map.js";
import { icon } from "../kit/icons.js";
import { hueOf, seatColour, seatToken } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import type { ChatLine } from "../kit/types.js";

export const PHRASES = [
  "Hello!",
  "Good luck!",
  "Well played!",
  "Thinking...",
  "One moment, please.",
  "Thanks for the game!",
];
const LONGEST = 300;

@customElement("chat-box")
export class ChatBox extends LitElement {
  @property({ attribute: false }) talk: ChatLine[] = [];
  @property({ attribute: false }) colours: readonly number[] = []; // dealt by the game, by seat
  @property({ type: Boolean, reflect: true }) open = false;
  @property({ type: Boolean }) watching = false;
  @property() refusal = "";
  /** Sends a message; resolves to true if the server accepted it. */
  @property({ attribute: false }) say: (text: string) => Promise<boolean> = () => Promise.resolve(false);
  @state() private text = "";
  @query(".said") private bed?: HTMLElement;

  static override styles = [
    shared,
    css`
      :host {
        display: none;
      }
      :host([open]) {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
        width: 300px;
        min-height: 0;
        background: var(--panel);
        border-inline-start: 1px solid var(--line);
      }
      header {
        display: flex;
        align-items: center;
        padding: var(--space-2) var(--space-2) var(--space-2) var(--space-4);
        border-bottom: 1px solid var(--line);
      }
      header button {
        min-height: 32px;
        padding-inline: var(--space-2);
      }
      .said {
        overflow-y: auto;
        padding: var(--space-3) var(--space-4);
        overscroll-behavior: contain;
      }
      ol {
        display: grid;
        gap: var(--space-3);
      }
      li {
        border-inline-start: 4px solid var(--seat);
        padding-inline-start: var(--space-2);
        overflow-wrap: anywhere;
      }
      li .who {
        display: flex;
        align-items: center;
        gap: var(--space-1);
        font-size: var(--size-s);
        font-weight: 600;
      }
      time {
        margin-inline-start: auto;
        color: var(--soft);
        font-weight: 400;
        font-variant-numeric: tabular-nums;
      }
      .speak {
        border-top: 1px solid var(--line);
        padding: var(--space-3) var(--space-4) max(var(--space-3), env(safe-area-inset-bottom));
        display: grid;
        gap: var(--space-2);
      }
      .phrases {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
      }
      .phrases button {
        font-size: var(--size-s);
        font-weight: 500;
        min-height: 32px;
        padding: 0 var(--space-2);
        border-radius: 999px;
      }
      form {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: var(--space-2);
      }
      [role="alert"] {
        color: var(--red);
        font-size: var(--size-s);
      }
      @media (max-width: 1399px) {
        :host([open]) {
          position: fixed;
          z-index: 30;
          inset-block: 0;
          inset-inline-end: 0;
          width: min(340px, 94vw);
          box-shadow: var(--shadow);
        }
      }
    `,
  ];

  protected override render(): TemplateResult {
    return html` <header>
        <h2>Chat</h2>
        <button class="quiet" aria-label="Close the chat" @click=${() => this.dispatchEvent(new CustomEvent("shut"))}>
          ${icon("close")}
        </button>
      </header>
      <div class="said" role="log" aria-label="Chat" tabindex="0">
        ${this.talk.length === 0 ? html`<p class="soft small">Nobody has said anything yet.</p>` : nothing}
        <ol>
          ${repeat(
            this.talk,
            (line) => line.number,
            (line) => this.line(line),
          )}
        </ol>
      </div>
      ${
        this.watching
          ? html`<div class="speak"><p class="soft small">Those who watch only listen.</p></div>`
          : this.form()
      }`;
  }

  private line(line: ChatLine): TemplateResult {
    const when = new Date(line.time);
    const clock = Number.isNaN(when.getTime())
      ? ""
      : when.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
    const hue = hueOf(this.colours, line.seat);
    return html`<li style=${styleMap({ "--seat": seatColour(hue) })}>
      <span class="who"
        >${seatToken(hue)} ${line.name}${clock ? html`<time datetime=${line.time}>${clock}</time>` : nothing}</span
      >${line.text}
    </li>`;
  }

  private form(): TemplateResult {
    return html`<div class="speak">
      ${this.refusal ? html`<p role="alert">${this.refusal}</p>` : nothing}
      <div class="phrases" role="group" aria-label="Set phrases">
        ${PHRASES.map((phrase) => html`<button @click=${() => this.say(phrase)}>${phrase}</button>`)}
      </div>
      <form @submit=${this.send}>
        <input
          aria-label="Say something"
          placeholder="Say something"
          maxlength=${LONGEST}
          .value=${this.text}
          @input=${(event: InputEvent) => (this.text = (event.target as HTMLInputElement).value)}
        />
        <button class="primary" ?disabled=${this.text.trim() === ""}>Say</button>
      </form>
    </div>`;
  }

  private send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const text = this.text.trim();
    if (text && (await this.say(text)) && this.text.trim() === text) this.text = "";
  };

  protected override updated(changes: PropertyValues<this>): void {
    if (this.bed && (changes.has("talk") || changes.has("open"))) this.bed.scrollTop = this.bed.scrollHeight;
    if (changes.has("open") && this.open) this.renderRoot.querySelector<HTMLElement>("input")?.focus();
  }
}
