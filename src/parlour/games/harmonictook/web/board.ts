/** The board of harmonictook: a toy town, its market and its cities, dice, and where every coin goes. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { BoardElement } from "@parlour/kit/board-element";
import type { Line, Question } from "@parlour/kit/types";
import { Animator } from "./animator.js";
import { ask } from "./ask.js";
import { city } from "./city.js";
import { dice } from "./dice.js";
import { finale } from "./finale.js";
import { fly, land } from "./flight.js";
import { Hand, type Desk } from "./hand.js";
import { ledger } from "./ledger.js";
import { columnsFor, keepTaste, market, piles, tasteKept, type Taste } from "./market.js";
import type { Scene } from "./scene.js";
import { BUILDING, catalogueOf, paid, type Catalogue, type Sight } from "./sight.js";
import { beside, slip } from "./slip.js";
import { styles } from "./styles.js";
import { meanwhile, spoken, tell, type Tale } from "./tale.js";

const WIDE = 940;
const HIGH = 600; // pixels: less room than this, and the parts stand under each other

export class HarmonictookBoard extends BoardElement<Sight> implements Desk {
  static offers = true;
  static override styles = styles;
  static override properties = { taste: { state: true }, columns: { state: true }, wide: { state: true } };

  declare taste: Taste;
  declare columns: number;
  declare wide: boolean; // room enough to see everything at once

  private tales: Tale[] = [];
  private history: Line[] = []; // what was told before this board came to the table
  private overtaken: Question | null = null; // what happens now has overtaken it
  private leafed = false; // somebody leafs through a replay: the next view follows from nothing
  private advised = -1;
  private stops: Record<string, string> = {}; // where Tab comes to in a group
  private hand = new Hand(this);
  protected override sized = ".shelf";
  protected override stage = new Animator({
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
    this.taste = tasteKept();
    this.columns = 5;
    this.wide = false;
  }

  protected override recall(lines: Line[]): void {
    this.history = lines;
  }

  /** Somebody who leafs through a replay has no story. */
  protected override act(lines: Line[]): Promise<void> | undefined {
    const { sight, book, pace, still } = this;
    if (lines.length === 0) {
      this.leafed = this.quiet;
      if (this.quiet) this.tales = [];
    }
    if (lines.length === 0 || sight === null) return undefined;
    this.overtaken = this.question;
    return this.stage.act(lines, { sight, book, pace, still });
  }

  /** What is asked now. What happens overtakes a question before the next one comes. */
  get asked(): Question | null {
    return this.question === this.overtaken ? null : this.question;
  }

  get book(): Catalogue {
    return catalogueOf(this.game);
  }

  get root(): ParentNode {
    return this.renderRoot;
  }

  changed(): void {
    this.requestUpdate();
  }

  private get air(): HTMLElement | null {
    return this.find(".air");
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("question") || changed.has("view")) this.hand.drop();
  }

  /** A new view: what was acted out is over. A turn that nobody told begins another page. */
  protected override arrive(before: Sight | null, now: Sight | null): void {
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
    if (this.hand.grab) this.find(".slip [data-confirm], .slip .shut")?.focus();
    this.hand.grab = false;
    super.updated(changed);
    if (this.wide) beside(this.renderRoot, this.hand.spot, this.hand.picked);
    if (changed.has("question") || changed.has("taste")) this.consider();
  }

  protected override get refuges(): string[] {
    return [
      `[data-spot="${this.hand.back}"]`,
      ".ask button:not([aria-disabled])",
      ".shelf [tabindex='0']",
      "[data-spot][tabindex='0']",
    ];
  }

  /** The wish that waits for its question, and the coach who is asked once a question. */
  private consider(): void {
    const { asked } = this;
    if (asked === null || this.hand.grant()) return;
    if (!this.taste.worth || !asked.hint || asked.number === this.advised || this.sight?.phase !== BUILDING) return;
    this.advised = asked.number;
    this.fire("advise");
  }

  /** As many columns as make the labels largest. */
  protected override fit(): void {
    const shelf = this.find(".shelf");
    const { sight } = this;
    this.wide = this.clientWidth >= WIDE && innerHeight >= HIGH;
    if (shelf === null || sight === null || shelf.clientWidth === 0) return;
    this.columns = columnsFor(
      piles(sight, this.book, { ...this.taste, affordable: false }, this.fixed, 0).length,
      shelf.clientWidth,
      shelf.clientHeight,
    );
  }

  protected override press(event: KeyboardEvent): boolean {
    return this.hand.press(event);
  }

  private change = (taste: Taste): void => {
    this.taste = taste;
    keepTaste(taste);
  };

  private get fixed(): boolean {
    const { market: kind, harbor, millionaires_row: row } = this.company.options;
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
    if (sight === null) return nothing;
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
      busy: this.busy,
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
