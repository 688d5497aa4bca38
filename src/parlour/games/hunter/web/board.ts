/** The board of Hunter & Apprentice: a city at dusk, two tokens to place, a store, and fights in the Forest. */
import { isOpen } from "@parlour/kit/question";
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { BoardElement } from "@parlour/kit/board-element";
import type { Line } from "@parlour/kit/types";
import { city, selecting } from "./city.js";
import { correctHistory, addEvent, emptyHistory, type MatchHistory } from "./match-history.js";
import { dock } from "./dock.js";
import { Drag } from "./drag.js";
import { eventOf } from "./game-event.js";
import { home } from "./home.js";
import { boardOptions } from "./board-options.js";
import { meant, rove } from "@parlour/kit/keys";
import { answerFor, placeFor } from "./keys.js";
import { rival } from "./others.js";
import { panel } from "./panel.js";
import type { Scene } from "./scene.js";
import { BLANK, complete, kept, pairOf, placed, type Draft, type Token } from "./selection.js";
import { SELECTION, bookOf, type Book, type HunterView } from "./view.js";
import { Animator } from "./animator.js";
import { styles } from "./styles.js";

const WIDE = 900;
const HIGH = 560; // pixels: on smaller boards the parts are stacked
const UNFOLDED = 285;
const HOME = 200; // pixels: the height of a rival's board, and of the viewer's own
const READING = 4000; // milliseconds to read a sentence

export class HunterBoard extends BoardElement<HunterView> {
  static offers = true;
  static override styles = styles;
  static override properties = {
    draft: { state: true },
    sure: { state: true },
    why: { state: true },
    wide: { state: true },
    roomy: { state: true },
  };

  declare draft: Draft; // the tokens as the player is placing them
  declare sure: string; // the answer that waits for confirmation
  declare why: string; // why the thing just pressed is not allowed
  declare wide: boolean; // wide enough to show everything at once
  declare roomy: boolean; // tall enough to unfold the rivals

  private book: Book = bookOf(undefined);
  private history: MatchHistory = emptyHistory();
  private silence: ReturnType<typeof setTimeout> | undefined;
  private phase = -1; // phase of the last question
  private laid = false; // both tokens have been placed
  private turned = false; // the kind of question has changed: on a phone, scroll to it
  private drag = new Drag({
    root: () => this.renderRoot as ShadowRoot,
    air: () => this.find(".air"),
    may: () => this.scene !== null && selecting(this.scene),
    drop: (token, place) => this.lay(token, place),
  });
  private clicks = {
    handleEvent: (event: Event) => {
      this.drag.click(event);
      this.stage.skip();
    },
    capture: true,
  };
  protected override stage = new Animator({
    show: () => this.requestUpdate(),
    apply: (now) => {
      this.history = addEvent(this.history, now);
    },
  });

  constructor() {
    super();
    this.draft = BLANK;
    this.sure = "";
    this.why = "";
    this.wide = false;
    this.roomy = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.drag.end();
    clearTimeout(this.silence);
  }

  /** A new round, or another player at a shared device, starts with an empty draft. */
  protected override arrive(before: HunterView | null, now: HunterView | null): void {
    this.stage.clear();
    if (now === null) return;
    this.history = correctHistory(this.history, now);
    if (before !== null && (now.round !== before.round || now.viewer !== before.viewer)) this.draft = BLANK;
  }

  protected override act(lines: Line[]): Promise<void> | undefined {
    const { sight, book, pace, still } = this;
    return lines.length === 0 || sight === null ? undefined : this.stage.act(lines, { sight, book, pace, still });
  }

  protected override recall(lines: Line[]): void {
    this.history = lines.map(eventOf).reduce(addEvent, emptyHistory());
  }

  private get scene(): Scene | null {
    const sight = this.stage.shown.sight ?? this.sight;
    if (sight === null) return null;
    const { names, viewer, options } = this.company;
    return {
      sight,
      book: this.book,
      options: boardOptions(options),
      names,
      viewer,
      mine: this.mine,
      question: this.question,
      busy: this.busy,
      hints: this.hints,
      captions: this.captions,
      shown: this.stage.shown,
      history: this.history,
      draft: this.draft,
      open: this.open,
      sure: this.sure,
      roomy: this.wide && this.roomy,
      answer: this.answer,
      toggle: this.toggle,
      pick: this.pick,
      put: this.put,
      send: this.sendBoth,
      takeBack: this.takeBack,
      doubt: this.doubt,
      explain: this.explain,
    };
  }

  private answer = (action: string): void => {
    if (this.busy || !isOpen(this.question, action)) return;
    this.sure = "";
    this.send(action);
  };

  /** Shows why something is not allowed, since touch screens have no tooltips. */
  private explain = (why: string): void => {
    this.why = why;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      this.why = "";
    }, READING);
  };

  private doubt = (action: string): void => {
    this.sure = action;
  };

  private pick = (token: Token): void => {
    this.draft = { ...this.draft, hand: token };
  };

  private put = (place: number): void => {
    this.lay(this.draft.hand, place);
  };

  /** Places a token; after the second one the focus moves to the button that sends both. */
  private lay(token: Token, place: number): void {
    const before = this.draft;
    this.draft = placed(before, token, place, this.question);
    this.laid = this.draft !== before && complete(this.draft, this.question);
  }

  private sendBoth = (): void => {
    if (complete(this.draft, this.question)) this.answer(pairOf(this.draft.hunter, this.draft.apprentice));
  };

  private takeBack = (): void => this.fire("undo");

  protected override press(event: KeyboardEvent): boolean {
    const from = event.composedPath()[0];
    const inside = from instanceof Element && this.renderRoot.contains(from);
    const { scene } = this;
    if (scene === null) return false;
    if (event.key === "Escape" && !event.defaultPrevented && (this.sure || this.open.has("summary"))) {
      if (!this.sure) this.toggle("summary");
      this.sure = "";
      return true;
    }
    if (!meant(event)) return false;
    if (inside && rove(event)) return true;
    const key = event.key.toLowerCase();
    if (key === "z" && scene.sight.mine !== null) {
      this.takeBack();
      return true;
    }
    if (selecting(scene)) {
      const place = placeFor(key);
      if (place >= 0) this.put(place);
      else if (key === "h" || key === "a") this.pick(key === "h" ? "hunter" : "apprentice");
      else if (key === "enter" && !(from instanceof Element && from.matches("button, a, summary"))) this.sendBoth();
      else return this.byKey(key);
      return true;
    }
    return this.byKey(key);
  }

  private byKey(key: string): boolean {
    const action = answerFor(key, this.question);
    if (action === null || this.busy) return false;
    const button = this.find(`[data-action="${action}"]`);
    if (button) button.click();
    else this.answer(action);
    return true;
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("game")) this.book = bookOf(this.game);
    if (changed.has("question")) {
      this.sure = "";
      this.why = "";
      const phase = this.sight?.phase ?? -1;
      this.turned = this.question !== null && phase !== this.phase;
      if (this.question !== null) this.phase = phase;
      if (this.question !== null && phase === SELECTION) this.draft = kept(this.draft, this.question);
    }
  }

  protected override updated(changed: PropertyValues): void {
    if (this.laid) this.find("[data-send]")?.focus({ preventScroll: true });
    this.laid = false;
    const doubtful = this.find(".doubt .sure");
    if (doubtful && this.focused?.closest(".doubt") == null) doubtful.focus();
    super.updated(changed);
    if (this.turned && !this.wide) this.find(".panel, .city")?.scrollIntoView({ block: "start" });
    this.turned = false;
    if (changed.has("question")) this.askForOdds();
    if (changed.has("lesson")) this.find(".looked")?.scrollIntoView({ block: "center" });
  }

  protected override get refuges(): string[] {
    return [".dock .strong:not([aria-disabled]), .panel .act:not([aria-disabled]), .tile.can, .dock .act"];
  }

  /** Asks the coach for the chances before a hunt, without a click of the player. */
  private askForOdds(): void {
    if (this.question?.hint && this.question.choices.some((one) => one.action === "hunt level 1")) this.fire("advise");
  }

  protected override fit(): void {
    this.wide = this.clientWidth >= WIDE && innerHeight >= HIGH;
    this.roomy = (this.company.names.length - 1) * UNFOLDED <= this.clientHeight - HOME;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { scene } = this;
    if (scene === null) return nothing;
    const { sight, names, mine } = scene;
    const first = this.company.options.finish === "first";
    const others = names.map((_, index) => (mine + index) % names.length).slice(1);
    const over = panel(scene, first);
    return html`<div
      class="board ${this.wide ? "wide" : "narrow"} ${over === nothing ? "" : "staged"}"
      data-seats=${names.length}
      data-phase=${sight.phase}
      @click=${this.clicks}
      @pointerdown=${this.drag.down}
    >
      ${city(scene)}${over}${sight.over ? nothing : dock(scene)}
      <div class="others">${others.map((seat) => rival(scene, seat))}</div>
      ${home(scene)} ${this.why ? html`<p class="why" role="status">${this.why}</p>` : nothing}
      <p class="unseen" role="status">${this.captions.title ?? ""}</p>
      <div class="air" aria-hidden="true"></div>
    </div>`;
  }
}

if (!customElements.get("board-hunter")) customElements.define("board-hunter", HunterBoard);

declare global {
  interface HTMLElementTagNameMap {
    "board-hunter": HunterBoard;
  }
}
