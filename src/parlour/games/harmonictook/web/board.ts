/** The board of harmonictook: a toy town, its market and its cities, dice, and where every coin goes. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { Company, Game, Hint, Line, Question, View } from "@parlour/kit/types";
import { ask } from "./ask.js";
import { city } from "./city.js";
import { dice } from "./dice.js";
import { finale } from "./finale.js";
import { fly, land } from "./flight.js";
import { Hand, type Desk } from "./hand.js";
import { ledger } from "./ledger.js";
import { columnsFor, keepTaste, market, piles, tasteKept, type Taste } from "./market.js";
import type { Scene } from "./scene.js";
import { BUILDING, catalogueOf, paid, sightOf, type Catalogue, type Sight } from "./sight.js";
import { beside, slip } from "./slip.js";
import { Stage } from "./stage.js";
import { styles } from "./styles.js";
import { meanwhile, spoken, tell, type Tale } from "./tale.js";

const WIDE = 940;
const HIGH = 600; // pixels: less room than this, and the parts stand under each other
const PACE = 700; // milliseconds of a readable step, unless the shell says otherwise

export class HarmonictookBoard extends LitElement implements Desk {
  static offers = true;
  static override styles = styles;
  static override properties = {
    game: { attribute: false },
    company: { attribute: false },
    view: { attribute: false },
    question: { attribute: false },
    hints: { attribute: false },
    quiet: { type: Boolean, reflect: true },
    taste: { state: true },
    open: { state: true },
    columns: { state: true },
    wide: { state: true },
  };

  declare game: Game;
  declare company: Company;
  declare view: View | null;
  declare question: Question | null;
  declare hints: Hint[];
  declare quiet: boolean;
  declare taste: Taste;
  declare open: ReadonlySet<string>; // parts that were unfolded, or one's own city folded
  declare columns: number;
  declare wide: boolean; // room enough to see everything at once
  captions: Record<string, string> = {};
  pace?: number;
  settled?: Promise<unknown>;

  private tales: Tale[] = [];
  private history: Line[] = []; // what was told before this board came to the table
  private past: Question | null = null; // what happens now has overtaken it
  private leafed = false; // somebody leafs through a replay: the next view follows from nothing
  private advised = -1;
  private stops: Record<string, string> = {}; // where Tab comes to in a group
  private held = false; // the focus was inside before this update
  private sizes: ResizeObserver | null = null;
  book: Catalogue = catalogueOf(undefined);
  private hand = new Hand(this);
  private stage = new Stage({
    show: () => this.requestUpdate(),
    told: (line) => {
      this.tales = tell(this.tales, line, this.book, this.mine, this.sight?.turn);
    },
    fly: (from, to, coins, time) => {
      const air = this.air;
      if (air) fly(this.renderRoot, air, from, to, coins, time, this.book.art.coin);
    },
    land: () => land(this.air),
  });

  constructor() {
    super();
    this.view = null;
    this.question = null;
    this.hints = [];
    this.quiet = false;
    this.taste = tasteKept();
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

  get log(): Line[] {
    return this.history;
  }

  set log(lines: Line[]) {
    this.history = lines;
  }

  /**
   * Acts them out on the view that is still there; `settled` says when that is done. Somebody who leafs through a
   * replay has no story.
   */
  set events(lines: Line[]) {
    const { sight } = this;
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
  get asked(): Question | null {
    return this.question === this.past ? null : this.question;
  }

  get sight(): Sight | null {
    return sightOf(this.view);
  }

  get root(): ParentNode {
    return this.renderRoot;
  }

  focused(): Element | null {
    return this.shadowRoot?.activeElement ?? null;
  }

  changed(): void {
    this.requestUpdate();
  }

  send(action: string): void {
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action } }));
  }

  get mine(): number {
    return this.company?.viewer ?? 0;
  }

  private get air(): HTMLElement | null {
    return this.renderRoot?.querySelector<HTMLElement>(".air") ?? null;
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.held = this.focused() !== null;
    if (changed.has("game")) this.book = catalogueOf(this.game);
    if (changed.has("view")) this.arrive(sightOf((changed.get("view") as View | null | undefined) ?? null), this.sight);
    if (changed.has("question") || changed.has("view")) this.hand.drop(changed.has("question"));
  }

  /** A new view: what was acted out is over. A turn that nobody told begins another page. */
  private arrive(before: Sight | null, now: Sight | null): void {
    this.stage.clear();
    const known = now !== null && before !== null && (this.tales.at(-1)?.turn ?? before.turn) === now.turn;
    if (!known)
      this.tales =
        this.recalled(now) ??
        (before !== null && now !== null && !this.leafed && now.turn > before.turn ? [meanwhile(before, now)] : []);
    this.leafed = false;
  }

  /** The turns as the log has them, if it has come to this one. */
  private recalled(now: Sight | null): Tale[] | null {
    const tales = this.history.reduce<Tale[]>((told, line) => tell(told, line, this.book, this.mine), []);
    this.history = [];
    return now !== null && tales.at(-1)?.turn === now.turn ? tales : null;
  }

  protected override updated(changed: PropertyValues): void {
    this.measure();
    if (this.wide) beside(this.renderRoot, this.hand.spot, this.hand.picked);
    if (changed.has("question") || changed.has("taste")) this.consider();
    if (this.hand.grab) {
      this.hand.grab = false;
      this.renderRoot.querySelector<HTMLElement>(".slip [data-confirm], .slip .shut")?.focus();
    } else if (this.held && this.focused() === null) {
      const find = (selector: string) => this.renderRoot.querySelector<HTMLElement>(selector);
      (
        find(`[data-spot="${this.hand.back}"]`) ??
        find(".ask button:not([aria-disabled])") ??
        find(".shelf [tabindex='0']") ??
        find("[data-spot][tabindex='0']")
      )?.focus();
    }
  }

  /** The wish that waits for its question, and the coach who is asked once a question. */
  private consider(): void {
    const { asked } = this;
    if (asked === null || this.hand.grant()) return;
    if (!this.taste.worth || !asked.hint || asked.number === this.advised || this.sight?.phase !== BUILDING) return;
    this.advised = asked.number;
    this.dispatchEvent(new CustomEvent("advise", { bubbles: true, composed: true }));
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
    const shelf = this.renderRoot.querySelector<HTMLElement>(".shelf");
    const { sight } = this;
    this.wide = this.clientWidth >= WIDE && innerHeight >= HIGH;
    if (shelf === null || sight === null || shelf.clientWidth === 0) return;
    this.columns = columnsFor(
      piles(sight, this.book, { ...this.taste, affordable: false }, this.fixed, 0).length,
      shelf.clientWidth,
      shelf.clientHeight,
    );
  }

  private press = (event: KeyboardEvent): void => {
    if (this.hand.press(event)) event.preventDefault();
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
    const spot = at instanceof HTMLElement ? at.dataset.spot : undefined;
    const group = at instanceof HTMLElement ? at.closest<HTMLElement>("[data-group]")?.dataset.group : undefined;
    if (spot && group && this.stops[group] !== spot) {
      this.stops = { ...this.stops, [group]: spot };
      this.requestUpdate();
    }
  };

  protected override render(): TemplateResult | typeof nothing {
    const { sight } = this;
    if (sight === null || !this.company) return nothing;
    const { names, viewer } = this.company;
    const { mine, hand } = this;
    const scene: Scene = {
      sight,
      book: this.book,
      names,
      mine,
      viewer,
      fixed: this.fixed,
      question: this.asked,
      busy: hand.busy,
      hints: this.hints,
      tales: this.tales,
      shown: this.stage.shown,
      spot: hand.spot,
      picked: hand.picked,
      stops: this.stops,
      open: this.open,
      press: hand.choose,
      point: hand.point,
      answer: hand.answer,
      toggle: this.toggle,
    };
    const said = spoken(
      [...this.tales].reverse().find((tale) => tale.dice.length > 0),
      names,
      viewer,
      paid(sight),
    );
    const others = names.map((_, index) => (mine + index) % names.length).slice(1);
    return html`<div
      class="board ${this.wide ? "wide" : "narrow"}"
      data-seats=${names.length}
      data-sites=${sight.landmarks.length > 4 ? "many" : "few"}
      @click=${() => this.stage.skip()}
      @focusin=${this.remember}
      @pointermove=${hand.moved}
    >
      <div class="others">${others.map((seat) => city(scene, seat))}</div>
      ${sight.over ? finale(scene) : market(scene, this.taste, this.change, this.columns)} ${city(scene, mine)}
      <div class="side">
        ${ledger(scene)}
        <div class="dock">
          ${dice(scene)}
          <p class="news" aria-hidden="true">${said}</p>
          ${slip(scene, hand.pinned !== "" || hand.picked !== "", hand.confirm, hand.cancel)} ${ask(scene)}
        </div>
      </div>
      <p class="unseen" role="status">${this.stage.moving ? "" : said}</p>
      <div class="air" aria-hidden="true"></div>
    </div>`;
  }
}

if (!customElements.get("board-harmonictook")) customElements.define("board-harmonictook", HarmonictookBoard);

declare global {
  interface HTMLElementTagNameMap {
    "board-harmonictook": HarmonictookBoard;
  }
}
