/**
 * The base class of boards: the properties of docs/boards.md, answers, animations, keys, focus and size. A board adds
 * what its game looks like.
 */
import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import type { Board, Company, Game, Hint, Lesson, Line, Question, View } from "./types.js";

const PACE = 700; // milliseconds of one step, unless the page sets `pace`
const PATIENCE = 1500; // milliseconds to wait for the reaction to an answer; then it may be given again

export abstract class BoardElement<Sight = View> extends LitElement implements Board {
  static override properties: PropertyDeclarations = {
    game: { attribute: false },
    company: { attribute: false },
    view: { attribute: false, noAccessor: true },
    captions: { attribute: false },
    question: { attribute: false },
    hints: { attribute: false },
    lesson: { attribute: false },
    quiet: { type: Boolean, reflect: true },
    open: { state: true },
  };

  declare game: Game;
  declare company: Company;
  declare captions: Record<string, string>;
  declare question: Question | null;
  declare hints: Hint[];
  declare lesson: Lesson | null;
  declare quiet: boolean;
  declare open: ReadonlySet<string>; // parts that are unfolded
  pace = PACE;
  settled?: Promise<unknown>;
  /** The animations of this board, if it has any. */
  protected stage: { clear(): void } | null = null;
  /** The selector of a part whose size matters to `fit`, beside the board's own. */
  protected sized = "";
  #seen: View | null = null;
  #lines: Line[] = [];
  #answered = -1; // the number of the last question answered
  #past: Question | null = null; // the answered question, while its consequences are shown
  #held = false; // the focus was inside the board before this update
  #watched = new WeakSet<Element>();
  readonly #sizes = new ResizeObserver(() => this.fit());

  constructor() {
    super();
    this.company = { names: [], players: [], options: {}, viewer: null };
    this.captions = {};
    this.question = null;
    this.hints = [];
    this.lesson = null;
    this.quiet = false;
    this.open = new Set();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.#keyed);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.#keyed);
    this.#sizes.disconnect();
    this.#watched = new WeakSet();
    this.stage?.clear();
  }

  get view(): View | null {
    return this.#seen;
  }

  set view(view: View | null) {
    const before = this.sight;
    this.#seen = view;
    this.arrive(before, this.sight);
    this.requestUpdate("view", before);
  }

  /** The view, in the game's type. */
  get sight(): Sight | null {
    return this.#seen as Sight | null;
  }

  get events(): Line[] {
    return this.#lines;
  }

  set events(lines: Line[]) {
    this.#lines = lines;
    if (lines.length > 0 && this.#waiting) this.#past = this.question;
    this.settled = this.act(lines) ?? this.settled;
  }

  get log(): Line[] {
    return [];
  }

  set log(lines: Line[]) {
    this.recall(lines);
  }

  /** Takes over a new view, at once, because the next events may arrive before it is drawn. */
  protected arrive(_before: Sight | null, _now: Sight | null): void {}

  /** Animates new lines on the old view; the promise resolves when that is done. */
  protected act(_lines: Line[]): Promise<unknown> | undefined {
    return undefined;
  }

  /** Takes over the lines from before this board was created. */
  protected recall(_lines: Line[]): void {}

  /** Handles a key press; returns whether it did something. */
  protected press(_event: KeyboardEvent): boolean {
    return false;
  }

  /** Adapts the board to its size; called after every update too. */
  protected fit(): void {}

  /** Selectors of the elements that take the focus when the focused one has disappeared, the best first. */
  protected get refuges(): string[] {
    return [];
  }

  /** Whether nothing should move. */
  protected get still(): boolean {
    return this.quiet || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** The viewer's seat; a watcher looks from the first one. */
  get mine(): number {
    return this.company.viewer ?? 0;
  }

  get #waiting(): boolean {
    return this.question !== null && this.question.number === this.#answered;
  }

  /** Whether the viewer's answer is on its way, or its consequences are being shown. Moves of others do not block. */
  get busy(): boolean {
    return this.#waiting || (this.question !== null && this.question === this.#past);
  }

  get focused(): Element | null {
    return this.shadowRoot?.activeElement ?? null;
  }

  /** Answers the question, once. */
  send(action: string): void {
    const { question } = this;
    if (question === null || this.busy) return;
    this.#answered = question.number;
    setTimeout(() => {
      if (this.#answered === question.number) {
        this.#answered = -1;
        this.requestUpdate();
      }
    }, PATIENCE);
    this.requestUpdate();
    this.fire("answer", { action });
  }

  protected fire(name: "answer" | "advise" | "undo", detail?: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, composed: true, detail }));
  }

  protected toggle = (part: string): void => {
    const open = new Set(this.open);
    if (!open.delete(part)) open.add(part);
    this.open = open;
  };

  protected find<T extends HTMLElement>(selector: string): T | null {
    return this.renderRoot?.querySelector<T>(selector) ?? null;
  }

  #keyed = (event: KeyboardEvent): void => {
    if (this.press(event)) event.preventDefault();
  };

  protected override willUpdate(changed: PropertyValues): void {
    this.#held = this.refuges.length > 0 && this.focused !== null;
    if (!changed.has("question")) return;
    this.#answered = -1;
    this.#past = null;
  }

  protected override updated(_changed: PropertyValues): void {
    for (const element of [this, this.sized ? this.find(this.sized) : null]) {
      if (element && !this.#watched.has(element)) {
        this.#watched.add(element);
        this.#sizes.observe(element);
      }
    }
    this.fit();
    const named = new Set(this.lesson?.look ?? []);
    for (const part of this.renderRoot.querySelectorAll<HTMLElement>("[data-look]"))
      part.classList.toggle("looked", named.has(part.dataset.look ?? ""));
    if (this.#held && this.focused === null) this.refuges.flatMap((selector) => this.find(selector) ?? [])[0]?.focus();
  }
}
