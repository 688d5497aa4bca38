/** The board of Stumped: a river valley from above, with everything one can do in it under the pointer or the keys. */
import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { meant } from "@parlour/kit/keys";
import type { Company, Game, Hint, Lesson, Line, Question, View } from "@parlour/kit/types";
import { meantTile, panned, showing, tileAt, whole, zoomed } from "./camera.js";
import { amountOf, card, hint, numbered } from "./card.js";
import { nameOf, type Desk } from "./desk.js";
import { dock } from "./dock.js";
import { Hands } from "./hands.js";
import { called, figures, inspect } from "./inspector.js";
import { arrowOf, commandFor } from "./keys.js";
import { BARE, advisedTiles, lookedTiles, meaningOf, reachFor, targetsOf, type Marks } from "./marks.js";
import { Scene, scheduled } from "./motion.js";
import { answerFor, closed, label, offered, ordersOf, targetOf, unitsOf, type Order } from "./orders.js";
import { DAY, DUSK, type Palette } from "./palette.js";
import { curves, list, standing } from "./panel.js";
import { Picture } from "./picture.js";
import { drawPortraits } from "./portrait.js";
import { directionTo, pathTo, traced, type Reach } from "./reach.js";
import { CHOOSING, MEASURING, ORDERING, beside, happening, place, sightOf, valleyOf, type Sight, type Valley } from "./sight.js";
import { styles } from "./styles.js";

const WIDE = 820, HIGH = 460; // pixels: less room than this, and the parts stand under each other
const SHORT = 660; // pixels: less height than this, and the figures are fewer
const PACE = 700; // milliseconds of a readable step, unless the shell says otherwise
const PATIENCE = 1500; // milliseconds for word of an answer; then it may be given again
const FINGER = 22; // pixels around a finger
const SMALL = 22, TOUCHABLE = 36; // pixels a tile: too small for a finger, and what is shown then

export class StumpedBoard extends LitElement {
  static offers = true;
  static override styles = styles;
  static override properties = {
    game: { attribute: false }, company: { attribute: false }, view: { attribute: false, noAccessor: true }, captions: { attribute: false }, question: { attribute: false }, hints: { attribute: false }, lesson: { attribute: false },
    quiet: { type: Boolean, reflect: true }, chosen: { state: true }, cursor: { state: true }, hover: { state: true }, among: { state: true }, amounts: { state: true }, path: { state: true }, wide: { state: true }, short: { state: true }, listed: { state: true }, said: { state: true }, why: { state: true },
  };

  declare game: Game;
  declare company: Company;
  declare captions: Record<string, string>;
  declare question: Question | null;
  declare hints: Hint[];
  declare lesson: Lesson | null;
  declare quiet: boolean;
  declare chosen: { beaver: number } | { lodge: number } | null;
  declare cursor: number; // the tile the keyboard is at; -1: it is not used
  declare hover: number; // the tile under the pointer
  declare among: Order[] | null;
  declare amounts: ReadonlyMap<string, number>;
  declare path: number[]; // being drawn
  declare wide: boolean;
  declare short: boolean;
  declare listed: boolean;
  declare said: string; // for those who listen
  declare why: string; // why what was clicked is closed
  pace?: number;
  settled?: Promise<unknown>;
  readonly picture = new Picture();

  private seen: Sight | null = null;
  private valley: Valley | null = null;
  private palette: Palette = DAY;
  private answered = -1;
  private walk: { number: number; path: number[] } | null = null; // steps that are still to be given as orders
  private sizes: ResizeObserver | null = null;
  private themes: MutationObserver | null = null;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private hands = new Hands({
    tap: (x, y, finger) => this.tap(this.under(x, y, finger), finger), hover: (x, y) => { this.hover = tileAt(this.picture.camera, this.picture.room, x, y); }, leave: () => { this.hover = -1; },
    grip: (x, y, finger) => this.grip(this.under(x, y, finger)), trace: (x, y) => this.trace(tileAt(this.picture.camera, this.picture.room, x, y)), drop: () => this.follow(this.path),
    pan: (x, y) => this.picture.look(panned(this.picture.camera, this.picture.room, x, y)), zoom: (factor, x, y) => this.picture.look(zoomed(this.picture.camera, this.picture.room, factor, x, y)),
  }, () => this.map?.getBoundingClientRect() ?? new DOMRect());

  constructor() {
    super();
    this.captions = {};
    this.question = null;
    this.hints = [];
    this.lesson = null;
    this.quiet = false;
    this.chosen = null;
    this.cursor = -1;
    this.hover = -1;
    this.among = null;
    this.amounts = new Map();
    this.path = [];
    this.wide = false;
    this.short = false;
    this.listed = false;
    this.said = "";
    this.why = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("keydown", this.press);
    for (const media of [this.dark, this.calm]) media.addEventListener("change", this.relight);
    this.themes = new MutationObserver(this.relight);
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.picture.wake();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("keydown", this.press);
    for (const media of [this.dark, this.calm]) media.removeEventListener("change", this.relight);
    this.themes?.disconnect();
    this.sizes?.disconnect();
    this.sizes = null;
    this.picture.scene?.skip();
    this.picture.sleep();
  }

  get view(): View | null {
    return this.seen as unknown as View | null;
  }

  set view(view: View | null) {
    const before = this.seen;
    this.seen = sightOf(view);
    this.valley = this.seen && valleyOf(this.seen);
    this.picture.scene?.skip();
    this.picture.scene = null;
    if (this.seen && (this.seen.turn !== before?.turn || this.seen.land !== before.land)) this.drop();
    this.requestUpdate("view", before);
  }

  get events(): Line[] {
    return [];
  }

  /** Acts them out on the view that is still there; `settled` says when that is done. */
  set events(lines: Line[]) {
    this.picture.scene?.skip();
    if (lines.length === 0 || this.seen === null || this.still) return;
    const scene = new Scene(valleyOf(this.seen), scheduled(lines.map(happening), this.pace ?? PACE), performance.now());
    this.settled = scene.done;
    this.picture.scene = scene;
    setTimeout(() => scene.skip(), scene.end + 200); // a page that is hidden draws no pictures
    this.picture.touch();
  }

  private get still(): boolean {
    return this.quiet || this.calm.matches;
  }

  private get map(): HTMLElement | null {
    return this.renderRoot?.querySelector<HTMLElement>(".map") ?? null;
  }

  private get mine(): boolean {
    return this.question !== null && this.question.number !== this.answered && this.seen !== null && this.seen.ended === 0;
  }

  private get led(): boolean {
    return this.lesson != null;
  }

  /** The tile of the chosen unit; -1: none, or it is gone. */
  private get selected(): number {
    if (this.chosen === null || this.valley === null) return -1;
    return "beaver" in this.chosen ? (this.valley.beavers.get(this.chosen.beaver)?.tile ?? -1) : this.chosen.lodge;
  }

  private get reach(): Reach {
    const { sight, valley, selected } = this;
    if (!this.mine || !sight || !valley || selected < 0 || this.among !== null) return new Map();
    const reach = reachFor(sight, valley, selected);
    if (!this.led) return reach;
    return new Map(ordersOf(sight, selected).filter(({ deed }) => deed === "move").map((order) => [targetOf(valley, selected, order), reach.get(targetOf(valley, selected, order))!]));
  }

  private get units(): number[] {
    return this.sight === null || !this.mine ? [] : unitsOf(this.sight);
  }

  /** The position, with what is closed left out of the orders. */
  private get sight(): Sight | null {
    return this.seen && offered(this.seen, this.question);
  }

  private get desk(): Desk | null {
    const { sight, valley } = this;
    if (sight === null || valley === null || !this.company) return null;
    const { names, viewer } = this.company, { selected } = this;
    return {
      sight, valley, names, viewer, captions: this.captions ?? {}, hints: this.mine ? (this.hints ?? []) : [], mine: this.mine, selected, among: this.among, amounts: this.amounts, spot: this.hover >= 0 ? this.hover : this.cursor >= 0 ? this.cursor : selected,
      wide: this.wide, listed: this.listed, act: this.act, measure: this.measure, select: this.select, drop: this.drop, next: this.next, end: this.end, takeBack: this.takeBack, zoom: this.zoom,
      why: this.why, list: (open) => { this.listed = open; },
    };
  }

  private answer(action: string): void {
    const { question } = this;
    if (question === null || !this.mine) return;
    this.answered = question.number;
    setTimeout(() => { if (this.answered === question.number) { this.answered = -1; this.walk = null; this.requestUpdate(); } }, PATIENCE);
    this.requestUpdate();
    this.dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action } }));
  }

  private act = (order: Order): void => {
    const { desk, selected } = this;
    if (desk === null || selected < 0) return;
    this.among = null;
    this.answer(answerFor(desk.sight, desk.valley, selected, order, amountOf(desk, order)));
  };

  private measure = (kind: string, amount: number): void => {
    this.amounts = new Map([...this.amounts, [kind, amount]]);
  };

  /** Chooses a unit. In a lesson that is an answer of its own, for the next page may speak of it. */
  private select = (tile: number): void => {
    if (this.led && this.seen?.phase === CHOOSING && this.mine) this.answer(place(this.seen, tile));
    const beaver = this.valley?.at.get(tile);
    this.chosen = beaver ? { beaver: beaver.number } : { lodge: tile };
    this.among = null;
    this.amounts = new Map();
    this.path = [];
    this.walk = null;
    this.tell();
  };

  private drop = (): void => {
    this.chosen = null;
    this.among = null;
    this.path = [];
    this.walk = null;
  };

  private end = (): void => {
    this.why = closed(this.question, "end");
    if (this.why) return;
    this.drop();
    this.answer("end");
  };

  private takeBack = (): void => {
    this.walk = null;
    this.dispatchEvent(new CustomEvent("undo", { bubbles: true, composed: true }));
  };

  /** The next unit that can act, or the one before; false at the end of the row where that is asked for. */
  private next = (by: number): void => {
    const { units } = this, at = units.indexOf(this.selected);
    if (units.length === 0) return;
    const tile = units[(at < 0 ? (by > 0 ? 0 : units.length - 1) : at + by + units.length) % units.length]!;
    this.select(tile);
    this.cursor = this.cursor >= 0 ? tile : -1;
    this.bring(tile);
  };

  private bring(tile: number): void {
    const { camera, room } = this.picture, least = matchMedia("(pointer: coarse)").matches && camera.scale < SMALL ? TOUCHABLE : 0;
    this.picture.look(showing(camera, room, tile, least));
  }

  private zoom = (by: number): void => {
    const { camera, room } = this.picture;
    this.picture.look(by === 0 ? whole(room) : zoomed(camera, room, by));
  };

  /** The tile that was meant: a finger is wider than a tile. */
  private under(x: number, y: number, finger: boolean): number {
    const { camera, room } = this.picture;
    if (!finger || this.seen === null || this.valley === null) return tileAt(camera, room, x, y);
    if (this.selected < 0) return meantTile(camera, room, x, y, this.units, FINGER);
    return meantTile(camera, room, x, y, [...this.units, ...this.reach.keys(), ...targetsOf(this.sight!, this.valley, this.selected).keys()], FINGER / 2);
  }

  /** A tile is clicked, tapped or entered: the first thing that can be meant by it. */
  private tap(tile: number, finger = false): void {
    const { sight: seen, valley, selected } = this;
    this.why = "";
    if (tile < 0 || seen === null || valley === null) return this.drop();
    if (finger || this.cursor >= 0) this.cursor = tile;
    if (tile === selected && !this.led) return this.drop();
    if (this.units.includes(tile)) {
      this.select(tile);
      if (finger && this.picture.camera.scale < SMALL) this.bring(tile);
      return;
    }
    const meaning = selected >= 0 && this.mine ? meaningOf(seen, valley, selected, tile, this.reach) : null;
    if (meaning === null) {
      this.why = closed(this.question, place(seen, tile));
      if (!this.led) this.drop();
    }
    else if ("order" in meaning) this.act(meaning.order);
    else if ("walk" in meaning) this.follow(pathTo(this.reach, tile));
    else this.among = meaning.several;
  }

  /** A path begins at a beaver that can walk. */
  private grip(tile: number): boolean {
    const beaver = this.valley?.at.get(tile);
    return beaver !== undefined && !this.led && this.units.includes(tile) && this.seen !== null && ordersOf(this.seen, tile).some(({ deed }) => deed === "move") && (this.gripped = beaver.number) >= 0;
  }
  private gripped = -1;

  private trace(tile: number): void {
    const beaver = this.valley?.beavers.get(this.gripped);
    if (!beaver || !this.valley) return;
    if (this.selected !== beaver.tile) this.select(beaver.tile);
    if (tile >= 0) this.path = traced(this.valley, beaver, this.path, tile);
  }

  /** Every step of a way is an order of its own; the next is given when the last one is done. */
  private follow(path: number[]): void {
    this.path = [];
    const beaver = this.valley?.at.get(this.selected);
    if (!beaver || path.length === 0) return;
    this.walk = { number: beaver.number, path };
    this.stride();
  }

  private stride(): void {
    const { walk, sight: seen, valley } = this, beaver = walk && valley?.beavers.get(walk.number);
    if (!walk || !beaver || !seen || !valley || !this.mine) return;
    const direction = directionTo(valley, beaver.tile, walk.path[0]!), order = ordersOf(seen, beaver.tile).find((one) => one.deed === "move" && one.direction === direction);
    if (order) this.answer(answerFor(seen, valley, beaver.tile, order));
    else this.walk = null;
  }

  /** The last step is done: on to the next, unless the beaver is somewhere else. */
  private strode(): void {
    const { walk } = this, beaver = walk && this.valley?.beavers.get(walk.number);
    if (!walk) return;
    const arrived = beaver?.tile === walk.path[0], rest = walk.path.slice(1);
    this.walk = arrived && rest.length ? { ...walk, path: rest } : null;
    if (this.walk) this.stride();
  }

  private press = (event: KeyboardEvent): void => {
    if (meant(event) && this.commanded(event)) event.preventDefault();
  };

  /** A key that is meant for the board wherever the focus is; true if it has done something. */
  private commanded(event: KeyboardEvent): boolean {
    const from = event.composedPath()[0], { desk } = this, command = commandFor(event);
    if (desk === null) return false;
    if (/^[1-9]$/.test(event.key) && desk.mine) {
      const order = numbered(desk)[Number(event.key) - 1];
      if (order) this.act(order);
      return order !== undefined;
    }
    if (command === "zoom-in" || command === "zoom-out" || command === "whole") this.zoom(command === "whole" ? 0 : command === "zoom-in" ? 1.4 : 1 / 1.4);
    else if (command === "drop" && (this.chosen || this.among)) this.drop();
    else if (!desk.mine) return false;
    else if (command === "next" || command === "before") this.next(command === "next" ? 1 : -1);
    else if (command === "end") this.end();
    else if (command === "undo") this.takeBack();
    else if (arrowOf(event) >= 0 || event.key === "Enter") return !(from instanceof Element && from.closest("button, a, summary, [role]:not(.map)")) && this.steered(event);
    else return false;
    return true;
  }

  /** Keys on the map itself: arrows move the cursor, with Shift the beaver; Enter chooses and acts; Tab goes from unit to unit, and on. */
  private steer = (event: KeyboardEvent): void => {
    if (!event.ctrlKey && !event.altKey && !event.metaKey && this.steered(event)) event.preventDefault();
  };

  private steered(event: KeyboardEvent): boolean {
    const { sight: seen, valley, units, selected } = this, arrow = arrowOf(event);
    if (seen === null || valley === null) return false;
    if (event.key === "Tab" && units.length) {
      const by = event.shiftKey ? -1 : 1, at = units.indexOf(selected), to = at < 0 ? (by > 0 ? 0 : -1) : at + by;
      if (to < 0 || to >= units.length) return false;
      this.cursor = units[to]!;
      this.next(by);
      return true;
    }
    if (arrow >= 0 && event.shiftKey) {
      const order = selected < 0 ? undefined : ordersOf(seen, selected).find((one) => one.deed === "move" && one.direction === arrow);
      if (order) this.act(order);
      return true;
    }
    if (arrow >= 0) {
      const start = selected >= 0 ? selected : (units[0] ?? Math.floor(valley.height / 2) * valley.width + Math.floor(valley.width / 2));
      const to = this.cursor < 0 ? start : beside(valley, this.cursor, arrow);
      if (to >= 0) this.cursor = to;
      this.bring(this.cursor);
      this.tell();
      return true;
    }
    if (event.key !== "Enter" && event.key !== " ") return false;
    if (this.cursor < 0) return false;
    this.tap(this.cursor);
    this.tell();
    return true;
  }

  /** What is chosen or under the cursor, for those who listen. */
  private tell(): void {
    const { desk, sight: seen, valley } = this;
    if (desk === null || seen === null || valley === null) return;
    const { selected } = desk, beaver = valley.at.get(selected);
    if (this.cursor >= 0 && this.cursor !== selected) {
      const meaning = selected >= 0 ? meaningOf(seen, valley, selected, this.cursor, this.reach) : null;
      const does = meaning === null ? "" : "walk" in meaning ? `Enter: go there for ${this.reach.get(this.cursor)!.cost}.` : "order" in meaning ? `Enter: ${label(seen, valley, selected, meaning.order)}.` : "Enter: choose what to do.";
      this.said = `${inspect(desk, this.cursor).join(". ")}. ${does}`;
    } else if (selected >= 0) {
      const orders = ordersOf(seen, selected).length;
      this.said = beaver ? `${called(desk, beaver)} chosen, ${figures(beaver)}. ${orders} orders.` : `Lodge at ${place(valley, selected)} chosen. ${orders} beavers can be recruited.`;
    }
  }

  private relight = (): void => {
    this.requestUpdate();
  };

  protected override willUpdate(changed: PropertyValues): void {
    if (changed.has("question")) {
      this.answered = -1;
      const was = changed.get("question") as Question | null | undefined;
      if (this.question === null) this.walk = null;
      else if (was?.number !== this.question.number) queueMicrotask(() => this.strode());
    }
    const { selected, seen } = this;
    if (changed.has("view") && seen && (seen.phase === ORDERING || seen.phase === MEASURING) && this.question) this.chosen = this.valley?.at.get(seen.unit) ? { beaver: this.valley.at.get(seen.unit)!.number } : { lodge: seen.unit };
    else if (this.chosen && this.question && seen && (changed.has("view") || changed.has("question")) && (selected < 0 || ordersOf(seen, selected).length === 0)) this.drop();
  }

  protected override updated(changed: PropertyValues): void {
    const { seen, valley } = this, sheets = [...this.renderRoot.querySelectorAll<HTMLCanvasElement>(".sheet")];
    if (seen === null || valley === null || sheets.length === 0) return;
    this.palette = lightOf(this) ? DUSK : DAY;
    this.picture.mount(sheets);
    this.picture.still = this.still;
    this.picture.most = seen.most_health;
    this.measureRoom();
    if (this.picture.scene === null || changed.has("view")) this.picture.marks = this.marks(this.sight!, valley);
    this.picture.show(valley, this.palette);
    drawPortraits(this.renderRoot, this.palette);
    const named = new Set(this.lesson?.look ?? []);
    for (const part of this.renderRoot.querySelectorAll<HTMLElement>("[data-look]")) part.classList.toggle("looked", named.has(part.dataset.look ?? ""));
  }

  private marks(seen: Sight, valley: Valley): Marks {
    const { selected, reach, hover } = this, mine = this.mine;
    const path = this.path.length ? this.path : reach.has(hover) ? pathTo(reach, hover) : reach.has(this.cursor) ? pathTo(reach, this.cursor) : [];
    return { ...BARE, ready: new Set(this.units), selected, cursor: this.cursor, hover, reach, path, targets: mine && selected >= 0 && this.among === null ? targetsOf(seen, valley, selected) : new Map(), advised: new Set(mine ? advisedTiles(seen, this.hints ?? []) : []), looked: new Set(lookedTiles(valley, this.lesson?.look ?? [])) };
  }

  private measureRoom(): void {
    if (typeof ResizeObserver !== "undefined" && this.sizes === null) {
      this.sizes = new ResizeObserver(() => this.fit());
      this.sizes.observe(this);
      if (this.map) this.sizes.observe(this.map);
    }
    this.fit();
  }

  private fit(): void {
    this.short = this.clientHeight < SHORT;
    this.wide = this.clientWidth >= WIDE && this.clientHeight >= HIGH && innerHeight >= HIGH;
    if (this.map) this.picture.resize(this.map.clientWidth, this.map.clientHeight, devicePixelRatio || 1);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { desk } = this;
    if (desk === null) return nothing;
    const { sight, valley } = desk, points = this.units.includes(this.hover) || this.picture.marks.reach.has(this.hover) || this.picture.marks.targets.has(this.hover);
    const about = `The valley, ${valley.width} by ${valley.height} tiles. ${nameOf(desk, 0)}: ${sight.lodge_count[0]} lodges, ${nameOf(desk, 1)}: ${sight.lodge_count[1]}. Arrows look around, Enter chooses, Tab goes to the next unit.`;
    return html`<div class="board ${this.wide ? "wide" : "narrow"} ${this.short ? "short" : ""}" data-phase=${sight.phase}>
      <div class="map ${points ? "points" : ""}" tabindex="0" role="application" aria-label=${about} data-look="board:map" @keydown=${this.steer} @pointerdown=${this.hands.down} @pointermove=${this.hands.move}
        @pointerup=${this.hands.up} @pointercancel=${this.hands.cancel} @pointerleave=${this.hands.out} @wheel=${{ handleEvent: this.hands.wheel, passive: false }} @blur=${() => { this.cursor = -1; }}>
        <canvas class="sheet"></canvas><canvas class="sheet"></canvas><canvas class="sheet"></canvas></div>
      ${dock(desk)}
      <div class="side"><div data-look="board:figures">${standing(desk)}</div>${card(desk)}${curves(desk)}${list(desk)}</div>
      <p class="unseen" role="status">${this.said || (desk.mine ? hint(desk) : "")}</p>
    </div>`;
  }
}

/** Whether it is evening here: light ink on a dark page. */
function lightOf(element: Element): boolean {
  const found = /(\d+)[, ]+(\d+)[, ]+(\d+)/.exec(getComputedStyle(element).color);
  return found !== null && Number(found[1]) + Number(found[2]) + Number(found[3]) > 384;
}

if (!customElements.get("board-stumped")) customElements.define("board-stumped", StumpedBoard);

declare global {
  interface HTMLElementTagNameMap { "board-stumped": StumpedBoard }
}
