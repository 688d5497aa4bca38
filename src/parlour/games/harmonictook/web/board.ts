/** The board of harmonictook: a toy town, its market and its cities, dice, and where every coin goes. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Company, Game, Hint, Line, Question, View } from "@parlour/kit/types";
import { ask } from "./ask.js";
import { city } from "./city.js";
import { dice } from "./dice.js";
import { finale } from "./finale.js";
import { fly, land } from "./flight.js";
import { answerFor, meant, rove } from "./keys.js";
import { ledger } from "./ledger.js";
import { columnsFor, keepTaste, market, piles, tasteKept, type Taste } from "./market.js";
import { actionAt, asksTwice, spotOf, type Scene } from "./scene.js";
import { BUILDING, PARTNER, catalogueOf, isOpen, sightOf, takeWish, type Catalogue, type Sight } from "./sight.js";
import { slip } from "./slip.js";
import { Stage } from "./stage.js";
import { styles } from "./styles.js";
import { meanwhile, spoken, tell, type Tale } from "./tale.js";

const PATIENCE = 1500; // for the next question after an answer
const WIDE = 940, HIGH = 600; // pixels: less room than this, and the parts stand under each other
const PACE = 700; // milliseconds of a readable step, unless the shell says otherwise

export class HarmonictookBoard extends LitElement {
  static offers = true;
  static override styles = styles;
  static override properties = {
    game: { attribute: false }, company: { attribute: false }, view: { attribute: false }, question: { attribute: false }, hints: { attribute: false },
    quiet: { type: Boolean, reflect: true }, taste: { state: true }, pointed: { state: true }, pinned: { state: true }, picked: { state: true }, open: { state: true }, columns: { state: true }, wide: { state: true },
  };

  declare game: Game;
  declare company: Company;
  declare view: View | null;
  declare question: Question | null;
  declare hints: Hint[];
  declare quiet: boolean;
  declare taste: Taste;
  declare pointed: string; // the spot under the pointer or the focus
  declare pinned: string; // the spot whose slip stays
  declare picked: string; // the answer that waits to be confirmed
  declare open: ReadonlySet<string>; // parts that were unfolded, or one's own city folded
  declare columns: number;
  declare wide: boolean; // room enough to see everything at once
  captions: Record<string, string> = {};
  pace?: number;
  settled?: Promise<unknown>;

  private tales: Tale[] = [];
  private answered = -1;
  private past: Question | null = null; // what happens now has overtaken it
  private leafed = false; // somebody leafs through a replay: the next view follows from nothing
  private advised = -1;
  private wish = ""; // the card to be taken, once its owner is the partner
  private stops: Record<string, string> = {}; // where Tab comes to in a group
  private focused = false;
  private resting = false; // the pointer has not moved since the last answer
  private grab = false; // the slip takes the focus when it comes
  private sizes: ResizeObserver | null = null;
  private book: Catalogue = catalogueOf(undefined);
  private stage = new Stage({
    show: () => this.requestUpdate(),
    told: (line) => { this.tales = tell(this.tales, line, this.book, this.mine, sightOf(this.view)?.turn); },
    fly: (from, to, coins, time) => { const air = this.air; if (air) fly(this.renderRoot, air, from, to, coins, time, this.book.art.coin); },
    land: () => land(this.air),
  });

  constructor() {
    super();
    this.view = null;
    this.question = null;
    this.hints = [];
    this.quiet = false;
    this.taste = tasteKept();
    this.pointed = "";
    this.pinned = "";
    this.picked = "";
    this.open = new Set();
    this.columns = 5;
    this.wide = false;
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
    this.stage.clear();
  }

  get events(): Line[] {
    return [];
  }

  /** Acts them out on the view that is still there; `settled` says when that is done. Somebody who leafs through a replay has no story. */
  set events(lines: Line[]) {
    const sight = sightOf(this.view);
    if (lines.length === 0) {
      this.leafed = this.quiet;
      if (this.quiet) this.tales = [];
      return;
    }
    if (sight === null) return;
    this.past = this.question;
    this.settled = this.stage.act(lines, { sight, book: this.book, pace: this.pace ?? PACE, still: this.still });
  }

  private get still(): boolean {
    return this.quiet || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /** What is asked now. What happens overtakes a question before the next one comes. */
  private get asked(): Question | null {
    return this.question === this.past ? null : this.question;
  }

  private get mine(): number {
    return this.company?.viewer ?? 0;
  }

  private get air(): HTMLElement | null {
    return this.renderRoot?.querySelector<HTMLElement>(".air") ?? null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.focused = this.shadowRoot?.activeElement != null;
    if (changed.has("game")) this.book = catalogueOf(this.game);
    if (changed.has("view")) this.arrive(sightOf((changed.get("view") as View | null | undefined) ?? null), sightOf(this.view));
    if (changed.has("question")) this.answered = -1;
    if (changed.has("question") || changed.has("view")) this.unpick();
  }

  /** A new view: what was acted out is over. A turn that nobody told begins another page. */
  private arrive(before: Sight | null, now: Sight | null): void {
    this.stage.clear();
    const known = now !== null && before !== null && (this.tales.at(-1)?.turn ?? before.turn) === now.turn;
    if (!known) this.tales = before !== null && now !== null && !this.leafed && now.turn > before.turn ? [meanwhile(before, now)] : [];
    this.leafed = false;
  }

  protected override updated(changed: PropertyValues): void {
    this.measure();
    this.place();
    if (changed.has("question") || changed.has("taste")) this.consider();
    if (this.grab) {
      this.grab = false;
      this.renderRoot.querySelector<HTMLElement>(".slip [data-confirm], .slip .shut")?.focus();
    } else if (this.focused && this.shadowRoot?.activeElement == null) {
      this.renderRoot.querySelector<HTMLElement>(".ask button:not([aria-disabled]), [data-spot][tabindex='0']")?.focus();
    }
  }

  /** The wish that waits for its question, and the coach who is asked once a question. */
  private consider(): void {
    const { asked: question, wish } = this;
    if (question === null) return;
    this.wish = "";
    if (wish && isOpen(question, wish)) this.answer(wish);
    else if (this.taste.worth && question.hint && question.number !== this.advised && sightOf(this.view)?.phase === BUILDING) {
      this.advised = question.number;
      this.dispatchEvent(new CustomEvent("advise", { bubbles: true, composed: true }));
    }
  }

  /** As many columns as make the labels largest. */
  private measure(): void {
    if (typeof ResizeObserver === "undefined") return;
    this.sizes ??= new ResizeObserver(() => this.fit());
    this.sizes.observe(this);
    const shelf = this.renderRoot.querySelector<HTMLElement>(".shelf");
    if (shelf !== null) this.sizes.observe(shelf);
    this.fit();
  }

  private fit(): void {
    const shelf = this.renderRoot.querySelector<HTMLElement>(".shelf"), sight = sightOf(this.view);
    this.wide = this.clientWidth >= WIDE && innerHeight >= HIGH;
    if (shelf === null || sight === null || shelf.clientWidth === 0) return;
    this.columns = columnsFor(piles(sight, this.book, { ...this.taste, affordable: false }, this.fixed, 0).length, shelf.clientWidth, shelf.clientHeight);
  }

  /** The slip stands beside what it is about, inside the board. */
  private place(): void {
    const paper = this.renderRoot.querySelector<HTMLElement>(".slip"), spot = this.pinned || this.pointed;
    const about = this.renderRoot.querySelector(spot ? `[data-spot="${spot}"]` : `[data-action="${this.picked}"]`), board = this.renderRoot.querySelector(".board");
    if (paper === null || board === null || !this.wide) return;
    const box = board.getBoundingClientRect(), from = (about ?? board).getBoundingClientRect();
    const right = from.right - box.left + 8, wide = paper.offsetWidth || 260, high = paper.offsetHeight || 120;
    const left = right + wide <= box.width ? right : Math.max(0, from.left - box.left - wide - 8);
    const top = Math.min(Math.max(0, from.top - box.top), Math.max(0, box.height - high));
    paper.style.setProperty("--left", `${left}px`);
    paper.style.setProperty("--top", `${top}px`);
  }

  private press = (event: KeyboardEvent): void => {
    this.resting = false;
    if (event.key === "Escape" && (this.pinned || this.picked || this.pointed) && !event.defaultPrevented) {
      event.preventDefault();
      this.cancel();
      return;
    }
    if (!meant(event)) return;
    const from = event.composedPath()[0];
    if (from instanceof Element && this.renderRoot.contains(from) && rove(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && this.picked && !(from instanceof Element && from.matches("button, a, summary"))) {
      event.preventDefault();
      this.confirm();
      return;
    }
    const action = answerFor(event.key, this.asked);
    if (action === null) return;
    event.preventDefault();
    this.answer(action);
  };

  private answer = (action: string): void => {
    const number = this.asked?.number, phase = sightOf(this.view)?.phase ?? 0;
    if (number === undefined || number === this.answered) return;
    if (this.picked !== action && asksTwice(action, phase)) {
      this.picked = action;
      this.grab = true;
      return;
    }
    this.answered = number;
    setTimeout(() => { if (this.answered === number) this.release(); }, PATIENCE);
    this.unpick();
    this.pointed = "";
    this.resting = true;
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action } }));
  };

  /** No word of an answer for so long: it may be given again. */
  private release(): void {
    this.answered = -1;
    this.requestUpdate();
  }

  /** A spot was pressed: chosen if the question is about it, else looked at. */
  private choose = (key: string): void => {
    const sight = sightOf(this.view), spot = spotOf(key);
    if (sight === null || spot === null) return;
    const action = actionAt(sight, this.book, this.asked, this.mine, spot);
    if (!isOpen(this.asked, action) || this.asked?.number === this.answered) {
      const again = this.pinned === key;
      this.unpick();
      this.pinned = again ? "" : key;
      return;
    }
    this.pinned = asksTwice(action, sight.phase) ? key : "";
    if (sight.phase === PARTNER && spot.where === "city") this.wish = takeWish(this.book, { ...spot, count: 1 });
    this.answer(action);
  };

  private confirm = (): void => {
    if (this.picked) this.answer(this.picked);
  };

  private cancel = (): void => {
    const back = this.pinned ? this.renderRoot.querySelector<HTMLElement>(`[data-spot="${this.pinned}"]`) : this.renderRoot.querySelector<HTMLElement>(`[data-action="${this.picked}"]`);
    const inside = this.shadowRoot?.activeElement?.closest(".slip") != null;
    this.unpick();
    this.pointed = "";
    if (inside) back?.focus();
  };

  private unpick(): void {
    this.picked = "";
    this.pinned = "";
  }

  private point = (spot: string): void => {
    if (spot === "" || !this.resting) this.pointed = spot;
  };

  /** A pointer that rests where a slip was has not pointed at what lay below it. */
  private moved = (event: PointerEvent): void => {
    if (event.movementX !== 0 || event.movementY !== 0) this.resting = false;
  };

  private toggle = (part: string): void => {
    const open = new Set(this.open);
    if (!open.delete(part)) open.add(part);
    this.open = open;
  };

  private change = (taste: Taste): void => {
    this.taste = taste;
    keepTaste(taste);
  };

  private get fixed(): boolean {
    const { market: kind, harbor, millionaires_row: row } = this.company?.options ?? {};
    return kind === "fixed" || ((kind === undefined || kind === "auto") && !harbor && !row);
  }

  /** Where Tab comes back to in a group is where it left it. */
  private remember = (event: Event): void => {
    const at = event.composedPath()[0];
    const spot = at instanceof HTMLElement ? at.dataset.spot : undefined, group = at instanceof HTMLElement ? at.closest<HTMLElement>("[data-group]")?.dataset.group : undefined;
    if (spot && group && this.stops[group] !== spot) {
      this.stops = { ...this.stops, [group]: spot };
      this.requestUpdate();
    }
  };

  protected override render(): TemplateResult | typeof nothing {
    const sight = sightOf(this.view);
    if (sight === null || !this.company) return nothing;
    const { names, viewer } = this.company, { mine } = this;
    const pinned = this.pinned !== "" || this.picked !== "";
    const scene: Scene = {
      sight, book: this.book, names, mine, viewer, fixed: this.fixed, question: this.asked, busy: this.asked?.number === this.answered,
      hints: this.hints, tales: this.tales, shown: this.stage.shown, spot: this.pinned || (this.picked ? "" : this.pointed), picked: this.picked, stops: this.stops,
      open: this.open, press: this.choose, point: this.point, answer: this.answer, toggle: this.toggle,
    };
    const others = names.map((_, index) => (mine + index) % names.length).slice(1);
    return html`<div class="board ${this.wide ? "wide" : "narrow"}" data-seats=${names.length} data-sites=${sight.landmarks.length > 4 ? "many" : "few"} @click=${() => this.stage.skip()} @focusin=${this.remember} @pointermove=${this.moved}>
      <div class="others">${others.map((seat) => city(scene, seat))}</div>
      ${sight.over ? finale(scene) : market(scene, this.taste, this.change, this.columns)}
      ${city(scene, mine)}
      <div class="side">
        ${ledger(scene)}
        <div class="dock">
          ${dice(scene)}
          ${slip(scene, pinned, this.confirm, this.cancel)}
          ${ask(scene)}
        </div>
      </div>
      <p class="unseen" role="status">${this.stage.moving ? "" : spoken(this.tales.at(-1), names, viewer)}</p>
      <div class="air" aria-hidden="true"></div>
    </div>`;
  }
}

if (!customElements.get("board-harmonictook")) customElements.define("board-harmonictook", HarmonictookBoard);

declare global {
  interface HTMLElementTagNameMap { "board-harmonictook": HarmonictookBoard }
}
