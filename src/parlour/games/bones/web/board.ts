/** The board of Baldur's Bones: a walk through a city at night, dice games by candlelight, and an ending. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Company, Game, Hint, Line, Question, View } from "@parlour/kit/types";
import { advice } from "./chance.js";
import { sheet, strip } from "./character.js";
import { ending } from "./ending.js";
import { fight, type Bout } from "./fight.js";
import { answerFor, meant } from "./keys.js";
import { legend, map } from "./map.js";
import { compass, encounter, page, type Visit } from "./place.js";
import { WALKING, viewOf, type BonesView } from "./view.js";
import { Animator } from "./animator.js";
import { styles } from "./styles.js";

const PATIENCE = 1500; // milliseconds to wait for the next question after an answer
const KEYS_KEPT = "parlour.bones.keys";
type Leaf = "place" | "character" | "legend";

export class BonesBoard extends LitElement {
  static offers = true;
  static override styles = styles;
  static override properties = {
    company: { attribute: false },
    view: { attribute: false },
    captions: { attribute: false },
    question: { attribute: false },
    hints: { attribute: false },
    quiet: { type: Boolean, reflect: true },
    why: { state: true },
    leaf: { state: true },
    keys: { state: true },
  };

  declare game: Game;
  declare company: Company;
  declare view: View | null;
  declare captions: Record<string, string>;
  declare question: Question | null;
  declare hints: Hint[];
  declare quiet: boolean;
  declare leaf: Leaf;
  declare why: string; // why the way just tried is closed
  declare keys: boolean;
  settled?: Promise<unknown>;

  private stage = new Animator(() => this.requestUpdate());
  private asked: Question | null = null; // the last question, shown while the next one is on its way
  private answered = -1;
  private deal = 0; // counts opening throws
  private fresh = false; // the visible dice have not been animated yet
  private focused = false;

  constructor() {
    super();
    this.view = null;
    this.captions = {};
    this.question = null;
    this.hints = [];
    this.quiet = false;
    this.leaf = "place";
    this.why = "";
    this.keys = localStorage.getItem(KEYS_KEPT) !== "off";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.press);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.press);
    this.stage.clear();
  }

  get events(): Line[] {
    return [];
  }

  /** Animates the lines on the old view; `settled` resolves when that is done. */
  set events(lines: Line[]) {
    const sight = viewOf(this.view);
    if (sight === null || lines.length === 0) return;
    this.stage.skip();
    this.settled = this.stage.act(lines, sight.dice, this.still);
  }

  private get still(): boolean {
    return this.quiet || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.focused = this.shadowRoot?.activeElement != null;
    if (changed.has("view")) this.turn(viewOf((changed.get("view") as View | null) ?? null), viewOf(this.view));
    if (changed.has("question")) this.answered = -1;
    if (changed.has("question") || changed.has("view")) this.why = "";
    if (this.question !== null) this.asked = this.question;
    else if (changed.has("view") || this.company?.viewer == null) this.asked = null;
  }

  /** Takes over a new view: ends the animation, and lets dice fall that were not rolled on screen. */
  private turn(before: BonesView | null, now: BonesView | null): void {
    const lying = this.stage.shown.dice ?? before?.dice ?? [];
    const verdict = this.stage.shown.verdict !== null;
    this.stage.clear();
    const opened = now !== null && now.bout !== WALKING && now.dice.length === 3;
    this.fresh =
      opened &&
      !this.still &&
      before !== null &&
      (verdict || before.bout !== now.bout || lying.join() !== now.dice.join());
    if (this.fresh) this.deal += 1;
    if (now !== null && now.bout !== WALKING) this.leaf = "place";
  }

  /** Keeps the keyboard focus inside the board when the focused element disappears. */
  protected override updated(): void {
    if (this.focused && this.shadowRoot?.activeElement == null) {
      this.shadowRoot?.querySelector<HTMLElement>("button:not([tabindex], [aria-disabled=true])")?.focus();
    }
  }

  private press = (event: KeyboardEvent): void => {
    if (!this.keys || !meant(event)) return;
    const action = answerFor(event.key, this.question);
    if (action === null) return;
    event.preventDefault();
    this.answer(action);
  };

  private answer = (action: string): void => {
    const number = this.question?.number;
    if (number === undefined || number === this.answered) return;
    this.answered = number;
    setTimeout(() => {
      if (this.answered === number) this.answered = -1;
    }, PATIENCE);
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action } }));
  };

  private blocked = (why: string): void => {
    this.why = why;
  };

  private toggleKeys = (): void => {
    this.keys = !this.keys;
    localStorage.setItem(KEYS_KEPT, this.keys ? "on" : "off");
  };

  protected override render(): TemplateResult | typeof nothing {
    const sight = viewOf(this.view);
    if (sight === null) return nothing;
    return html`<div class="board" @click=${() => this.stage.skip()}>
      ${
        sight.ending
          ? ending(sight, this.captions)
          : sight.bout === WALKING
            ? this.walking(sight)
            : fight(this.bout(sight))
      }
      <p class="unseen" role="status">
        ${sight.bout === WALKING || sight.ending ? "" : `Total ${sight.total}, last roll ${sight.last}.`}
      </p>
    </div>`;
  }

  private bout(sight: BonesView): Bout {
    const { shown } = this.stage;
    return {
      sight,
      captions: this.captions,
      question: this.asked,
      hints: this.hints,
      keys: this.keys,
      busy: this.question === null,
      answer: this.answer,
      dice: shown.dice ?? sight.dice,
      rolling: shown.rolling,
      change: shown.change,
      verdict: shown.verdict,
      fresh: this.fresh,
      deal: this.deal,
    };
  }

  private walking(sight: BonesView): TemplateResult {
    const visit: Visit = {
      sight,
      captions: this.captions,
      question: this.asked,
      hints: this.hints,
      keys: this.keys,
      at: this.stage.shown.at ?? sight.place,
      answer: this.answer,
      blocked: this.blocked,
    };
    return html`<section class="walk" aria-label="The city">
      <div class="atlas">${map(visit)}</div>
      <div class="under">${legend()}</div>
      <div class="book">
        <div class="leaves" role="group" aria-label="Pages">
          ${this.turner("place", "Here")}${this.turner("character", "Character")}${this.turner("legend", "Symbols")}
        </div>
        <div class="leaf" data-leaf=${this.leaf}>
          ${
            this.leaf === "character"
              ? sheet(sight, this.captions)
              : this.leaf === "legend"
                ? this.symbols()
                : page(visit)
          }
        </div>
      </div>
      <div class="dock">
        ${advice(this.hints)} ${strip(sight, this.captions)}
        <div class="moves">${compass(visit)}${encounter(visit)}</div>
        <p class="closed-way" role="status">${this.why}</p>
      </div>
    </section>`;
  }

  private turner(leaf: Leaf, name: string): TemplateResult {
    return html`<button
      type="button"
      class="turner"
      aria-pressed=${this.leaf === leaf}
      @click=${() => {
        this.leaf = leaf;
      }}
    >
      ${name}
    </button>`;
  }

  private symbols(): TemplateResult {
    return html`<article class="page" tabindex="0">
      <h2>Symbols and keys</h2>
      ${legend()}
      <p class="small">
        Arrow keys walk, <kbd>F</kbd> or <kbd>Enter</kbd> plays. In a game: <kbd>R</kbd> Roll, <kbd>H</kbd> Hold,
        <kbd>A</kbd> Add, <kbd>S</kbd> Subtract, <kbd>E</kbd> Re-Roll.
      </p>
      <button type="button" class="turner" aria-pressed=${this.keys} @click=${this.toggleKeys}>
        ${this.keys ? "Keys are on" : "Keys are off"}
      </button>
    </article>`;
  }
}

if (!customElements.get("board-bones")) customElements.define("board-bones", BonesBoard);

declare global {
  interface HTMLElementTagNameMap {
    "board-bones": BonesBoard;
  }
}
