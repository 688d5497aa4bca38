/** The question bar, always visible: the question, the choices, and what happens if the time runs out. */
import { LitElement, css, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { styleMap } from "lit/directives/style-map.js";
import { icon } from "../kit/icons.js";
import { shared } from "../kit/styles.js";
import type { Choice, Hint, Question } from "../kit/types.js";
import { deepFocus } from "./focus.js";
import { percent } from "./words.js";

export interface Chosen {
  question: number;
  action: string;
}

/** The width of a column of choices on a small screen, by the longest label. */
function columnFor(question: Question): string {
  const longest = Math.max(...question.choices.map((choice) => choice.label.length));
  return longest > 22 ? "100%" : longest > 11 ? "9.5em" : "7em";
}

/** The key of each choice: its own number if every action is a word and a number, otherwise its position. */
export function keysOf(choices: Choice[]): string[] {
  const numbers = choices.map((choice) => /^\S+ (\d+)$/.exec(choice.action)?.[1]);
  const counted = numbers.every((number) => number !== undefined) && new Set(numbers).size === numbers.length;
  return choices
    .map((_, index) => (counted ? numbers[index]! : String(index + 1)))
    .map((key) => (key.length === 1 ? key : ""));
}

@customElement("question-bar")
export class QuestionBar extends LitElement {
  @property({ attribute: false }) question: Question | null = null;
  @property() idle = ""; // the text while nothing is asked
  @property({ attribute: false }) hints: Hint[] = [];
  @property({ type: Boolean }) thinking = false; // the coach is thinking
  @property({ type: Number }) behind = 0; // moves that are still to be shown
  @property({ attribute: false }) undo: number | null = null;
  @property() barred = ""; // why the last answer cannot be taken back
  @property({ attribute: false }) sending: Chosen | null = null;
  @property({ type: Boolean, reflect: true }) cut = false; // no connection: a choice waits
  @property({ type: Boolean }) offers = false; // the board draws the choices itself
  @property({ type: Boolean, reflect: true }) led = false; // the coach of a lesson is above it
  @property({ type: Boolean }) timed = false;
  @property({ attribute: false }) left: number | null = null; // seconds, if nearly gone
  @property() refusal = "";
  @property({ type: Boolean }) watching = false;
  @state() private why = ""; // the reason of the disabled choice under the pointer

  static override styles = [
    shared,
    css`
      :host {
        min-width: 0;
        background: var(--panel);
        border-top: 1px solid var(--line);
        box-shadow: 0 -6px 20px light-dark(#2b242014, #0005);
      }
      .bar {
        max-width: 1080px;
        margin: 0 auto;
        padding: var(--space-3) var(--space-4);
        display: grid;
        gap: var(--space-2);
      }
      .asks {
        gap: var(--space-2) var(--space-4);
      }
      .text {
        flex: 1 1 16em;
        min-width: 0;
        font: 700 var(--size-l) / 1.3 var(--serif);
        overflow-wrap: anywhere;
      }
      .text:focus {
        outline: none;
      }
      :host([led]) .bar {
        padding-block: var(--space-1);
      }
      :host([led]) .text {
        font-size: 1.0625rem;
      }
      .idle {
        font-weight: 400;
        color: var(--soft);
        font-family: var(--sans);
        font-size: var(--size);
      }
      .tools {
        display: flex;
        gap: var(--space-2);
      }
      .tools button:is(:disabled, [aria-disabled="true"]) {
        border-color: transparent;
        opacity: 0.75;
      }
      .choices {
        display: flex;
        flex-wrap: wrap;
        align-items: start;
        gap: var(--space-2);
        max-height: min(32vh, 320px);
        overflow-y: auto;
        padding: 4px;
        margin: -4px;
        overscroll-behavior: contain;
      }
      .choice {
        display: grid;
        gap: 2px;
        justify-items: start;
      }
      .choice button {
        width: 100%;
        min-width: 64px;
        text-align: start;
        justify-content: start;
        overflow-wrap: anywhere;
      }
      .choice button:not([aria-disabled="true"]) {
        border-color: var(--act);
        box-shadow: 0 0 0 3px var(--glow);
      }
      :host([cut]) .choice button:not(.sent, [aria-disabled="true"]) {
        border-color: var(--edge);
        box-shadow: none;
      }
      .choice button.sent {
        background: var(--act);
        color: var(--on-act);
        border-style: solid;
      }
      kbd {
        flex: none;
        min-width: 1.4em;
        padding: 0 4px;
        border: 1px solid var(--line);
        border-radius: 4px;
        color: var(--soft);
        background: var(--sunk);
        font: 500 12px/1.5 var(--sans);
        text-align: center;
      }
      .hint {
        width: 100%;
        max-width: 24em;
        font-size: var(--size-s);
        color: var(--soft);
        font-variant-numeric: tabular-nums;
      }
      .track {
        display: block;
        height: 6px;
        border-radius: 3px;
        background: var(--sunk);
        border: 1px solid var(--line);
        overflow: hidden;
      }
      .fill {
        display: block;
        height: 100%;
        background: var(--info);
        border-radius: 3px;
      }
      .best button:not([aria-disabled="true"]) {
        border-color: var(--gold);
        box-shadow: 0 0 0 3px color-mix(in srgb, var(--gold) 35%, transparent);
      }
      .best .fill {
        background: var(--gold);
      }
      .best .said {
        color: var(--ink);
        font-weight: 600;
      }
      .advice {
        margin: 0;
      }
      .why,
      .lapse {
        font-size: var(--size-s);
        color: var(--soft);
        min-height: 1.5em;
      }
      .why strong {
        color: var(--ink);
      }
      .foot {
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--space-4);
      }
      .low,
      [role="alert"] {
        color: var(--red);
        font-weight: 600;
      }
      .sent-note {
        color: var(--soft);
        font-size: var(--size-s);
      }
      @media (max-width: 699px) {
        .bar {
          padding: var(--space-2) var(--space-3) max(var(--space-2), env(safe-area-inset-bottom));
        }
        .asks {
          flex-wrap: nowrap;
          align-items: start;
        }
        .text {
          font-size: 1.125rem;
        }
        .tools {
          gap: 0;
        }
        .tools button {
          padding-inline: 10px;
        }
        .tools button span {
          position: absolute;
          width: 1px;
          height: 1px;
          overflow: hidden;
          clip-path: inset(50%);
        }
        .choices {
          display: grid;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, var(--column)), 1fr));
          max-height: 30vh;
        }
        .choice button {
          padding-inline: var(--space-2);
        }
        kbd {
          display: none;
        }
      }
      @media (max-width: 699px) {
        .led {
          display: none;
        }
      }
      @media (pointer: coarse) {
        kbd {
          display: none;
        }
      }
      @media (max-height: 560px) {
        .choices {
          max-height: 26vh;
        }
        .text {
          font-size: var(--size);
        }
      }
    `,
  ];

  protected override willUpdate(changes: PropertyValues<this>): void {
    if (changes.has("question") && changes.get("question")?.number !== this.question?.number) this.why = "";
  }

  protected override update(changes: PropertyValues<this>): void {
    const focused = deepFocus();
    const inside = focused !== null && (this.shadowRoot?.contains(focused) ?? false);
    super.update(changes);
    if (inside && !focused!.isConnected) this.focus(); // the pressed button is gone: keep the focus here
  }

  /** Presses the button of a number key; returns whether there is one. */
  press(key: string): boolean {
    const choices = this.offers ? [] : (this.question?.choices ?? []);
    const choice = choices[keysOf(choices).indexOf(key)];
    if (!choice) return false;
    this.choose(choice);
    return true;
  }

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>(".text")?.focus();
  }

  protected override render(): TemplateResult {
    const question = this.question;
    return html`<section class="bar" aria-label="Question">
      <div class="asks row">
        <p class="text ${question ? "" : "idle"}" tabindex="-1" aria-live="polite">${question?.text ?? this.idle}</p>
        ${
          this.sending
            ? html`<span class="sent-note" role="status"
                >${this.cut ? "Not sent yet: waiting for the connection" : "Sent…"}</span
              >`
            : nothing
        }
        ${this.behind ? html`<div class="tools">${this.skipButton()}</div>` : nothing}
        ${
          this.watching
            ? nothing
            : html`<div class="tools">${question?.hint ? this.hintButton(question) : nothing}${this.undoButton()}</div>`
        }
      </div>
      ${this.advice()} ${this.refusal ? html`<p role="alert">${icon("warning")} ${this.refusal}</p>` : nothing}
      ${
        question && !this.offers
          ? html`<div
              class="choices"
              role="group"
              aria-label="Your choices"
              style=${styleMap({ "--column": columnFor(question) })}
            >
              ${this.choices(question.choices)}
            </div>`
          : nothing
      }
      ${question ? this.foot(question) : nothing}
    </section>`;
  }

  /** The coach's advice in a sentence, if the choices are on the board. */
  private advice(): TemplateResult | typeof nothing {
    const best = this.question && this.offers ? this.best() : undefined;
    return best && best.chance === null
      ? html`<p class="advice soft small" role="status">${icon("hint")} ${best.label}: ${best.text}</p>`
      : nothing;
  }

  private foot(question: Question): TemplateResult | typeof nothing {
    const closed = !this.offers && question.choices.some((choice) => choice.reason);
    if (!closed && !this.timed) return nothing;
    return html`<div class="foot">
      ${
        this.left !== null
          ? html`<p class="lapse low" role="status">${icon("clock")} Your time is nearly gone.</p>`
          : nothing
      }
      ${this.timed && question.lapse ? html`<p class="lapse">If your time runs out: ${question.lapse}.</p>` : nothing}
      ${closed ? html`<p class="why" role="status">${this.why}</p>` : nothing}
    </div>`;
  }

  private choices(choices: Choice[]): TemplateResult[] {
    const keys = keysOf(choices);
    return choices.map((choice, index) => this.choice(choice, index, keys[index]!));
  }

  private choice(choice: Choice, index: number, key: string): TemplateResult {
    const closed = choice.reason !== null;
    const chosen = this.sending?.action === choice.action;
    const hint = this.hints.find((one) => one.action === choice.action);
    const explain = () => (this.why = choice.reason ? `${choice.label}: ${choice.reason.sentence}` : "");
    return html`<div
      class="choice ${hint && hint === this.best() ? "best" : ""} ${choice.reason?.rule === "lesson" ? "led" : ""}"
      @pointerenter=${explain}
      @focusin=${explain}
    >
      <button
        class=${chosen ? "sent" : ""}
        aria-disabled=${closed || this.sending ? "true" : nothing}
        aria-describedby=${closed ? `why-${index}` : hint ? `hint-${index}` : nothing}
        @click=${() => this.choose(choice)}
      >
        ${key ? html`<kbd aria-hidden="true">${key}</kbd>` : nothing}${choice.label}
      </button>
      ${closed ? html`<span class="unseen" id="why-${index}">Not possible: ${choice.reason!.sentence}</span>` : nothing}
      ${hint ? this.hint(hint, index) : nothing}
    </div>`;
  }

  private hint(hint: Hint, index: number): TemplateResult {
    const text = [hint.chance === null ? "" : percent(hint.chance), hint.text].filter(Boolean).join(": ");
    return html`<div class="hint" id="hint-${index}">
      ${
        hint.chance === null
          ? nothing
          : html`<span class="track" aria-hidden="true"
              ><span class="fill" style=${styleMap({ width: `${Math.round(hint.chance * 100)}%` })}></span
            ></span>`
      }
      <span class="said">${text}</span>
    </div>`;
  }

  private best(): Hint | undefined {
    const first = this.hints.every((one) => one.chance === null) ? this.hints[0] : undefined;
    return this.hints.reduce(
      (best, one) => (one.chance !== null && one.chance > (best?.chance ?? -1) ? one : best),
      first,
    );
  }

  private choose(choice: Choice): void {
    if (!this.question || this.sending) return;
    if (choice.reason) {
      this.why = `${choice.label}: ${choice.reason.sentence}`;
      return;
    }
    this.dispatchEvent(
      new CustomEvent<Chosen>("choose", { detail: { question: this.question.number, action: choice.action } }),
    );
  }

  private hintButton(question: Question): TemplateResult {
    const ask = () => this.dispatchEvent(new CustomEvent("hint", { detail: question.number }));
    return html`<button
      class="quiet"
      @click=${ask}
      aria-disabled=${this.thinking ? "true" : nothing}
      title="What would a good player do?"
    >
      ${icon("hint")}<span>${this.thinking ? "Thinking…" : "Hint"}</span>
    </button>`;
  }

  private skipButton(): TemplateResult {
    const moves = this.behind === 1 ? "move" : "moves";
    const title = `${this.behind} more ${moves} to show: go straight to the newest (Escape)`;
    return html`<button class="quiet skip" title=${title} @click=${() => this.dispatchEvent(new CustomEvent("skip"))}>
      ${icon("step-forward")}<span>Skip</span>
    </button>`;
  }

  private undoButton(): TemplateResult {
    const nothingToUndo = this.undo === null;
    const why = nothingToUndo ? "There is nothing you can take back" : this.barred || "Take your last answer back";
    const take = () =>
      this.undo !== null && !this.barred && this.dispatchEvent(new CustomEvent("undo", { detail: this.undo }));
    return html`<button
      class="quiet undo"
      @click=${take}
      ?disabled=${nothingToUndo}
      aria-disabled=${!nothingToUndo && this.barred ? "true" : nothing}
      title=${why}
    >
      ${icon("undo")}<span>Undo</span>
    </button>`;
  }
}
