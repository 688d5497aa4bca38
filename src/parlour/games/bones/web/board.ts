/** The board of Baldur's Bones: a walk through a city at night, dice games by candlelight, and an ending. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { BoardElement } from "@parlour/kit/board-element";
import type { Line, Question } from "@parlour/kit/types";
import { advice } from "./chance.js";
import { sheet, strip } from "./character.js";
import { ending } from "./ending.js";
import { fight, type Bout } from "./fight.js";
import { answerFor, meant } from "./keys.js";
import { legend, map } from "./map.js";
import { compass, encounter, page, type Visit } from "./place.js";
import { WALKING, type BonesView } from "./view.js";
import { Animator } from "./animator.js";
import { styles } from "./styles.js";

const KEYS_KEPT = "parlour.bones.keys";
type Leaf = "place" | "character" | "legend";

export class BonesBoard extends BoardElement<BonesView> {
  static offers = true;
  static override styles = styles;
  static override properties = { why: { state: true }, leaf: { state: true }, keys: { state: true } };

  declare leaf: Leaf;
  declare why: string; // why the way just tried is closed
  declare keys: boolean;

  protected override stage = new Animator(() => this.requestUpdate());
  private asked: Question | null = null; // the last question, shown while the next one is on its way
  private deal = 0; // counts opening throws
  private fresh = false; // the visible dice have not been animated yet

  constructor() {
    super();
    this.leaf = "place";
    this.why = "";
    this.keys = localStorage.getItem(KEYS_KEPT) !== "off";
  }

  protected override act(lines: Line[]): Promise<void> | undefined {
    const { sight } = this;
    return sight === null || lines.length === 0 ? undefined : this.stage.act(lines, sight.dice, this.still);
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("question") || changed.has("view")) this.why = "";
    if (this.question !== null) this.asked = this.question;
    else if (changed.has("view") || this.company.viewer === null) this.asked = null;
  }

  /** Takes over a new view: ends the animation, and lets dice fall that were not rolled on screen. */
  protected override arrive(before: BonesView | null, now: BonesView | null): void {
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

  protected override get refuges(): string[] {
    return ["button:not([tabindex], [aria-disabled=true])"];
  }

  protected override press(event: KeyboardEvent): boolean {
    const action = this.keys && meant(event) ? answerFor(event.key, this.question) : null;
    if (action !== null) this.send(action);
    return action !== null;
  }

  private answer = (action: string): void => this.send(action);

  private blocked = (why: string): void => {
    this.why = why;
  };

  private toggleKeys = (): void => {
    this.keys = !this.keys;
    localStorage.setItem(KEYS_KEPT, this.keys ? "on" : "off");
  };

  protected override render(): TemplateResult | typeof nothing {
    const { sight } = this;
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
      <div class="book vertical">
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
