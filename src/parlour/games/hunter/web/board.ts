/** The board of Hunter & Apprentice: a city at dusk, two tokens to place, a store, and fights in the Forest. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Company, Game, Hint, Lesson, Line, Question, View } from "@parlour/kit/types";
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
import { SELECTION, bookOf, isOpen, viewOf, type Book } from "./view.js";
import { Animator } from "./animator.js";
import { styles } from "./styles.js";

const WIDE = 900;
const HIGH = 560; // pixels: on smaller boards the parts are stacked
const UNFOLDED = 285;
const HOME = 200; // pixels: the height of a rival's board, and of the viewer's own
const PACE = 700; // milliseconds of one step, unless the page sets `pace`
const READING = 4000; // milliseconds to read a sentence
const PATIENCE = 1500; // milliseconds to wait for the reaction to an answer; then it may be given again

export class HunterBoard extends LitElement {
  static offers = true;
  static override styles = styles;
  static override properties = {
    game: { attribute: false },
    company: { attribute: false },
    view: { attribute: false, noAccessor: true },
    captions: { attribute: false },
    question: { attribute: false },
    hints: { attribute: false },
    lesson: { attribute: false },
    quiet: { type: Boolean, reflect: true },
    draft: { state: true },
    open: { state: true },
    sure: { state: true },
    why: { state: true },
    wide: { state: true },
    roomy: { state: true },
  };

  declare game: Game;
  declare company: Company;
  declare captions: Record<string, string>;
  declare question: Question | null;
  declare hints: Hint[];
  declare lesson: Lesson | null;
  declare quiet: boolean;
  declare draft: Draft; // the tokens as the player is placing them
  declare open: ReadonlySet<string>; // parts that are unfolded
  declare sure: string; // the answer that waits for confirmation
  declare why: string; // why the thing just pressed is not allowed
  declare wide: boolean; // wide enough to show everything at once
  declare roomy: boolean; // tall enough to unfold the rivals
  pace?: number;
  settled?: Promise<unknown>;

  private seen: View | null = null;
  private book: Book = bookOf(undefined);
  private history: MatchHistory = emptyHistory();
  private past: Question | null = null; // the answered question, while its consequences are shown
  private silence: ReturnType<typeof setTimeout> | undefined;
  private answered = -1;
  private phase = -1; // phase of the last question
  private held = false; // the focus was inside the board before this update
  private laid = false; // both tokens have been placed
  private turned = false; // the kind of question has changed: on a phone, scroll to it
  private sizes: ResizeObserver | null = null;
  private drag = new Drag({
    root: () => this.renderRoot as ShadowRoot,
    air: () => this.renderRoot.querySelector<HTMLElement>(".air"),
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
  private stage = new Animator({
    show: () => this.requestUpdate(),
    apply: (now) => {
      this.history = addEvent(this.history, now);
    },
  });

  constructor() {
    super();
    this.captions = {};
    this.question = null;
    this.hints = [];
    this.lesson = null;
    this.quiet = false;
    this.draft = BLANK;
    this.open = new Set();
    this.sure = "";
    this.why = "";
    this.wide = false;
    this.roomy = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.press);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.press);
    this.sizes?.disconnect();
    this.sizes = null;
    this.drag.end();
    clearTimeout(this.silence);
    this.stage.clear();
  }

  get view(): View | null {
    return this.seen;
  }

  /**
   * Applied at once, because the next events may arrive before it is drawn. A new round, or another player at a shared
   * device, starts with an empty draft.
   */
  set view(view: View | null) {
    const before = viewOf(this.seen);
    const now = viewOf(view);
    this.seen = view;
    this.stage.clear();
    if (now !== null) this.history = correctHistory(this.history, now);
    if (now !== null && before !== null && (now.round !== before.round || now.viewer !== before.viewer))
      this.draft = BLANK;
    this.requestUpdate("view", before);
  }

  get events(): Line[] {
    return [];
  }

  /** Animates the lines on the old view; `settled` resolves when that is done. */
  set events(lines: Line[]) {
    const sight = viewOf(this.view);
    if (lines.length === 0 || sight === null) return;
    if (this.question?.number === this.answered) this.past = this.question;
    this.settled = this.stage.act(lines, { sight, book: this.book, pace: this.pace ?? PACE, still: this.still });
  }

  get log(): Line[] {
    return [];
  }

  /** The log lines from before this board was created. */
  set log(lines: Line[]) {
    this.history = lines.map(eventOf).reduce(addEvent, emptyHistory());
  }

  private get still(): boolean {
    return this.quiet || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  private get mine(): number {
    return this.company?.viewer ?? 0;
  }

  /** Whether the viewer's answer is on its way, or its consequences are being shown. Moves of others do not block. */
  private get busy(): boolean {
    return this.question !== null && (this.question === this.past || this.question.number === this.answered);
  }

  private get scene(): Scene | null {
    const sight = this.stage.shown.sight ?? viewOf(this.view);
    if (sight === null || !this.company) return null;
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
      hints: this.hints ?? [],
      captions: this.captions ?? {},
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
      send: this.send,
      takeBack: this.takeBack,
      doubt: this.doubt,
      explain: this.explain,
    };
  }

  private answer = (action: string): void => {
    const { question } = this;
    if (question === null || this.busy || !isOpen(question, action)) return;
    this.answered = question.number;
    this.sure = "";
    setTimeout(() => {
      if (this.answered === question.number) {
        this.answered = -1;
        this.requestUpdate();
      }
    }, PATIENCE);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action } }));
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

  private send = (): void => {
    if (complete(this.draft, this.question)) this.answer(pairOf(this.draft.hunter, this.draft.apprentice));
  };

  private takeBack = (): void => {
    this.dispatchEvent(new CustomEvent("undo", { bubbles: true, composed: true }));
  };

  private toggle = (part: string): void => {
    const open = new Set(this.open);
    if (!open.delete(part)) open.add(part);
    this.open = open;
  };

  private press = (event: KeyboardEvent): void => {
    if (this.pressed(event)) event.preventDefault();
  };

  /** Handles a key press; returns whether it did something. */
  private pressed(event: KeyboardEvent): boolean {
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
      else if (key === "enter" && !(from instanceof Element && from.matches("button, a, summary"))) this.send();
      else return this.byKey(key);
      return true;
    }
    return this.byKey(key);
  }

  private byKey(key: string): boolean {
    const action = answerFor(key, this.question);
    if (action === null || this.busy) return false;
    const button = this.renderRoot.querySelector<HTMLElement>(`[data-action="${action}"]`);
    if (button) button.click();
    else this.answer(action);
    return true;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.held = this.shadowRoot?.activeElement != null;
    if (changed.has("game")) this.book = bookOf(this.game);
    if (changed.has("question")) {
      this.answered = -1;
      this.past = null;
      this.sure = "";
      this.why = "";
      const phase = viewOf(this.view)?.phase ?? -1;
      this.turned = this.question !== null && phase !== this.phase;
      if (this.question !== null) this.phase = phase;
      if (this.question !== null && phase === SELECTION) this.draft = kept(this.draft, this.question);
    }
  }

  protected override updated(changed: PropertyValues): void {
    this.measure();
    if (this.turned && !this.wide) this.renderRoot.querySelector(".panel, .city")?.scrollIntoView({ block: "start" });
    this.turned = false;
    if (changed.has("question")) this.askForOdds();
    const named = new Set(this.lesson?.look ?? []);
    for (const part of this.renderRoot.querySelectorAll<HTMLElement>("[data-look]"))
      part.classList.toggle("looked", named.has(part.dataset.look ?? ""));
    if (changed.has("lesson")) this.renderRoot.querySelector(".looked")?.scrollIntoView({ block: "center" });
    if (this.laid) this.renderRoot.querySelector<HTMLElement>("[data-send]")?.focus({ preventScroll: true });
    this.laid = false;
    const doubtful = this.renderRoot.querySelector<HTMLElement>(".doubt .sure");
    if (doubtful && this.shadowRoot?.activeElement?.closest(".doubt") == null) doubtful.focus();
    else if (this.held && this.shadowRoot?.activeElement == null)
      this.renderRoot
        .querySelector<HTMLElement>(
          ".dock .strong:not([aria-disabled]), .panel .act:not([aria-disabled]), .tile.can, .dock .act",
        )
        ?.focus();
  }

  /** Asks the coach for the chances before a hunt, without a click of the player. */
  private askForOdds(): void {
    if (this.question?.hint && this.question.choices.some((one) => one.action === "hunt level 1"))
      this.dispatchEvent(new CustomEvent("advise", { bubbles: true, composed: true }));
  }

  private measure(): void {
    if (typeof ResizeObserver === "undefined") return;
    if (this.sizes === null) {
      this.sizes = new ResizeObserver(() => this.fit());
      this.sizes.observe(this);
    }
    this.fit();
  }

  private fit(): void {
    this.wide = this.clientWidth >= WIDE && innerHeight >= HIGH;
    this.roomy = ((this.company?.names.length ?? 9) - 1) * UNFOLDED <= this.clientHeight - HOME;
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
      <p class="unseen" role="status">${this.captions?.title ?? ""}</p>
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
