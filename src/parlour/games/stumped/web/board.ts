/** The board of Stumped: a river valley from above, playable with the pointer or the keys. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { BoardElement } from "@parlour/kit/board-element";
import { meant } from "@parlour/kit/keys";
import type { Lesson, Line, Question } from "@parlour/kit/types";
import { meantTile, panned, showing, tileAt, whole, zoomed } from "./camera.js";
import { amountOf, card, hint, numbered } from "./card.js";
import { nameOf, type BoardContext } from "./board-context.js";
import { dock } from "./dock.js";
import { PointerInput } from "./pointer-input.js";
import { announce } from "./inspector.js";
import { arrowOf, commandFor } from "./keys.js";
import { advisedTiles, lookedTiles, targetsOf, type Marks } from "./marks.js";
import { MapAnimation, drifted, scheduled } from "./map-animation.js";
import { closed, ordersOf, unitsOf, type Order } from "./orders.js";
import { DAY, DUSK, type Palette } from "./palette.js";
import { curves, list, standing } from "./panel.js";
import { MapCanvas } from "./map-canvas.js";
import { Selection } from "./selection.js";
import { drawPortraits } from "./portrait.js";
import { pathTo } from "./reach.js";
import { recap, turnOf } from "./recap.js";
import {
  beside,
  eventOf,
  jobsFromFacts,
  many,
  valleyOf,
  viewOf,
  type GameEvent,
  type StumpedView,
  type Valley,
} from "./view.js";
import { styles } from "./styles.js";

const WIDE = 820;
const NARROW = 680;
const FLAT = 420;
const SHORT = 660; // pixels: sizes at which the layout changes
const FINGER = 22; // pixels around a finger
const SMALL = 22;
const TOUCHABLE = 36; // pixels a tile: below the first, a tap zooms in to the second

export class StumpedBoard extends BoardElement<StumpedView> {
  static offers = true;
  static override styles = styles;
  static override properties = {
    cursor: { state: true },
    hover: { state: true },
    wide: { state: true },
    size: { state: true },
    listed: { state: true },
    announcement: { state: true },
  };

  declare cursor: number; // the tile of the keyboard cursor; -1: the keyboard is not used
  declare hover: number; // the tile under the pointer
  declare wide: boolean; // wide enough for the side panel beside the map
  declare size: string; // the height class of the layout
  declare listed: boolean;
  declare announcement: string; // for screen readers
  protected override sized = ".map";
  readonly picture = new MapCanvas();
  readonly play: Selection;

  private valley: Valley | null = null;
  private palette: Palette = DAY;
  private turn: GameEvent[] = []; // the rival's last turn
  private themes: MutationObserver | null = null;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private hands = new PointerInput(
    {
      tap: (x, y, finger) => this.tap(this.under(x, y, finger), finger),
      hover: (x, y) => {
        this.hover = this.tileAt(x, y);
      },
      leave: () => {
        this.hover = -1;
      },
      grip: (x, y, finger) => this.play.grip(this.under(x, y, finger)),
      trace: (x, y) => this.play.trace(this.tileAt(x, y)),
      drop: () => this.play.follow(this.play.path),
      pan: (x, y) => this.picture.look(panned(this.picture.camera, this.picture.room, x, y)),
      zoom: (factor, x, y) => this.picture.look(zoomed(this.picture.camera, this.picture.room, factor, x, y)),
    },
    () => this.map?.getBoundingClientRect() ?? new DOMRect(),
  );

  constructor() {
    super();
    const board = this; // oxlint-disable-line typescript/no-this-alias -- getters of another object read it
    this.play = new Selection({
      get sight() {
        return board.sight;
      },
      get valley() {
        return board.valley;
      },
      get question() {
        return board.question;
      },
      get mine() {
        return board.asked;
      },
      get led() {
        return board.lesson != null;
      },
      answer: (action) => {
        if (this.asked) this.send(action);
      },
      changed: () => this.requestUpdate(),
    });
    this.cursor = -1;
    this.hover = -1;
    this.wide = false;
    this.size = "";
    this.listed = false;
    this.announcement = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    for (const media of [this.dark, this.calm]) media.addEventListener("change", this.relight);
    this.themes = new MutationObserver(this.relight);
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.picture.wake();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const media of [this.dark, this.calm]) media.removeEventListener("change", this.relight);
    this.themes?.disconnect();
    this.picture.scene?.skip();
    this.picture.sleep();
  }

  override get sight(): StumpedView | null {
    return viewOf(this.view);
  }

  protected override arrive(before: StumpedView | null, now: StumpedView | null): void {
    const old = this.valley;
    this.valley = now && valleyOf(now, jobsFromFacts(this.game));
    if (old && before && now?.turn === before.turn + 1 && !this.still) this.picture.carry(drifted(old, this.valley!));
    this.picture.scene?.skip();
    this.picture.scene = null;
    if (now && (now.turn !== before?.turn || now.land !== before.land)) this.play.drop();
  }

  protected override act(lines: Line[]): Promise<void> | undefined {
    this.picture.scene?.skip();
    const { sight } = this;
    const { viewer } = this.company;
    if (viewer !== null) this.turn = turnOf(this.turn, lines.map(eventOf), viewer);
    if (lines.length === 0 || sight === null || this.still) return undefined;
    const scene = new MapAnimation(
      valleyOf(sight, jobsFromFacts(this.game)),
      scheduled(lines.map(eventOf), this.pace),
      performance.now(),
    );
    this.picture.scene = scene;
    setTimeout(() => scene.skip(), scene.end + 200); // a hidden page draws no frames
    this.picture.touch();
    return scene.done;
  }

  private get map(): HTMLElement | null {
    return this.find(".map");
  }

  private get asked(): boolean {
    return this.question !== null && !this.busy && this.sight?.ended === 0;
  }

  private get context(): BoardContext | null {
    const { valley, play } = this;
    const { sight, selected, among, amounts, why } = play;
    if (sight === null || valley === null) return null;
    const { names, viewer } = this.company;
    const other = names[1 - (viewer ?? 0)] ?? "The other side";
    const spot = this.hover >= 0 ? this.hover : this.cursor >= 0 ? this.cursor : selected;
    return {
      sight,
      valley,
      names,
      viewer,
      captions: this.captions,
      hints: this.asked ? this.hints : [],
      mine: this.asked,
      selected,
      among,
      amounts,
      why,
      held: closed(this.question, "end") !== "",
      recap: viewer === null ? "" : recap(this.turn, other, viewer),
      spot,
      listed: this.listed,
      act: this.give,
      measure: (kind, amount) => play.measure(kind, amount),
      select: this.select,
      drop: () => play.drop(),
      next: this.next,
      end: () => play.end(),
      zoom: this.zoom,
      list: (open) => {
        this.listed = open;
      },
    };
  }

  private give = (order: Order): void => {
    const { context } = this;
    if (context) this.play.act(order, amountOf(context, order));
  };

  private select = (tile: number): void => {
    this.play.select(tile);
    this.updateAnnouncement();
  };

  private next = (by: number): void => {
    const tile = this.play.next(by);
    if (tile < 0) return;
    if (this.cursor >= 0) this.cursor = tile;
    this.bring(tile);
    this.updateAnnouncement();
  };

  private takeBack = (): void => {
    this.play.takenBack();
    this.fire("undo");
  };

  private bring(tile: number): void {
    const { camera, room } = this.picture;
    const least = matchMedia("(pointer: coarse)").matches && camera.scale < SMALL ? TOUCHABLE : 0;
    this.picture.look(showing(camera, room, tile, least));
  }

  private zoom = (by: number): void => {
    const { camera, room } = this.picture;
    this.picture.look(by === 0 ? whole(room) : zoomed(camera, room, by));
  };

  private tileAt(x: number, y: number): number {
    return tileAt(this.picture.camera, this.picture.room, x, y);
  }

  /** The tile that was meant: a fingertip is wider than a tile. */
  private under(x: number, y: number, finger: boolean): number {
    const { camera, room, marks } = this.picture;
    const { units } = this.play;
    if (!finger) return this.tileAt(x, y);
    return this.play.selected < 0
      ? meantTile(camera, room, x, y, units, FINGER)
      : meantTile(camera, room, x, y, [...units, ...marks.reach.keys(), ...marks.targets.keys()], FINGER / 2);
  }

  private tap(tile: number, finger = false): void {
    if (tile >= 0 && (finger || this.cursor >= 0)) this.cursor = tile;
    this.play.tap(tile);
    if (finger && tile >= 0 && this.play.selected === tile && this.picture.camera.scale < SMALL) this.bring(tile);
    this.updateAnnouncement();
    if (this.play.why) this.announcement = this.play.why;
  }

  protected override press(event: KeyboardEvent): boolean {
    return meant(event) && this.commanded(event);
  }

  /** Handles a key that works wherever the focus is; returns whether it did something. */
  private commanded(event: KeyboardEvent): boolean {
    const from = event.composedPath()[0];
    const { context } = this;
    const command = commandFor(event);
    if (context === null) return false;
    if (/^[1-9]$/.test(event.key) && context.mine) {
      const order = numbered(context)[Number(event.key) - 1];
      if (order) this.give(order);
      return order !== undefined;
    }
    if (command === "zoom-in" || command === "zoom-out" || command === "whole")
      this.zoom(command === "whole" ? 0 : command === "zoom-in" ? 1.4 : 1 / 1.4);
    else if (command === "drop" && this.play.busy) this.play.drop();
    else if (!context.mine) return false;
    else if (command === "next" || command === "before") this.next(command === "next" ? 1 : -1);
    else if (command === "end") this.play.end();
    else if (command === "undo") this.takeBack();
    else if (arrowOf(event) >= 0 || event.key === "Enter")
      return !(from instanceof Element && from.closest("button, a, summary, [role]:not(.map)")) && this.steered(event);
    else return false;
    return true;
  }

  /**
   * Keys on the map: arrows move the cursor, with Shift the beaver; Enter selects and acts; Tab goes from unit to unit,
   * then leaves the map.
   */
  private steer = (event: KeyboardEvent): void => {
    if (!event.ctrlKey && !event.altKey && !event.metaKey && this.steered(event)) event.preventDefault();
  };

  private steered(event: KeyboardEvent): boolean {
    const { valley } = this;
    const { sight, units, selected } = this.play;
    const arrow = arrowOf(event);
    if (sight === null || valley === null) return false;
    if (event.key === "Tab" && units.length) {
      const by = event.shiftKey ? -1 : 1;
      const at = units.indexOf(selected);
      const to = at < 0 ? (by > 0 ? 0 : -1) : at + by;
      if (to < 0 || to >= units.length) return false;
      this.cursor = units[to]!;
      this.next(by);
      return true;
    }
    if (arrow >= 0 && event.shiftKey) {
      const order =
        selected < 0
          ? undefined
          : ordersOf(sight, selected).find((one) => one.kind === "move" && one.direction === arrow);
      if (order) this.give(order);
      return true;
    }
    if (arrow >= 0) {
      const start =
        selected >= 0
          ? selected
          : (units[0] ?? Math.floor(valley.height / 2) * valley.width + Math.floor(valley.width / 2));
      const to = this.cursor < 0 ? start : beside(valley, this.cursor, arrow);
      if (to >= 0) this.cursor = to;
      this.bring(this.cursor);
      this.updateAnnouncement();
      return true;
    }
    if ((event.key !== "Enter" && event.key !== " ") || this.cursor < 0) return false;
    this.tap(this.cursor);
    return true;
  }

  /** Announces the selection or the cursor's tile to screen readers. */
  private updateAnnouncement(): void {
    const { context } = this;
    if (context)
      this.announcement =
        announce(context, this.cursor, this.play.meaning(this.cursor), this.play.reach) || this.announcement;
  }

  private relight = (): void => {
    this.requestUpdate();
  };

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    if (changed.has("view") || changed.has("question")) this.play.settle();
    if (changed.has("lesson") && (changed.get("lesson") as Lesson | null | undefined)?.step !== this.lesson?.step)
      this.play.why = "";
    if (!changed.has("question")) return;
    const was = changed.get("question") as Question | null | undefined;
    if (this.question === null) this.play.takenBack();
    else if (was?.number !== this.question.number) queueMicrotask(() => this.play.asked());
  }

  protected override updated(changed: PropertyValues): void {
    const { sight, valley } = this;
    const sheets = [...this.renderRoot.querySelectorAll<HTMLCanvasElement>(".sheet")];
    if (sight === null || valley === null || sheets.length === 0) return;
    this.palette = lightOf(this) ? DUSK : DAY;
    this.picture.mount(sheets);
    this.picture.still = this.still;
    this.picture.most = sight.most_health;
    super.updated(changed);
    if (this.picture.scene === null || changed.has("view")) this.picture.marks = this.marks(this.play.sight!, valley);
    this.picture.show(valley, this.palette);
    drawPortraits(this.renderRoot, this.palette);
  }

  private marks(sight: StumpedView, valley: Valley): Marks {
    const { selected, reach, among, path } = this.play;
    const { hover, cursor, asked } = this;
    const way = path.length
      ? path
      : reach.has(hover)
        ? pathTo(reach, hover)
        : reach.has(cursor)
          ? pathTo(reach, cursor)
          : [];
    return {
      ready: new Set(this.question && !sight.ended ? unitsOf(sight) : []),
      selected,
      cursor,
      hover,
      reach,
      path: way,
      targets: asked && selected >= 0 && among === null ? targetsOf(sight, valley, selected) : new Map(),
      advised: new Set(asked ? advisedTiles(sight, this.hints) : []),
      looked: new Set(lookedTiles(valley, this.lesson?.look ?? [])),
    };
  }

  protected override fit(): void {
    const { clientWidth: width, clientHeight: height } = this;
    this.size = height < FLAT ? "short flat" : height < SHORT ? "short" : "";
    this.wide = width >= (height < FLAT ? NARROW : WIDE);
    if (this.map) this.picture.resize(this.map.clientWidth, this.map.clientHeight, devicePixelRatio || 1);
  }

  protected override render(): TemplateResult | typeof nothing {
    const { context } = this;
    if (context === null) return nothing;
    const { sight, valley } = context;
    const points =
      this.play.units.includes(this.hover) ||
      this.picture.marks.reach.has(this.hover) ||
      this.picture.marks.targets.has(this.hover);
    const about =
      `The valley, ${valley.width} by ${valley.height} tiles. ` +
      `${nameOf(context, 0)}: ${many(sight.lodge_count[0]!, "lodge")}, ` +
      `${nameOf(context, 1)}: ${many(sight.lodge_count[1]!, "lodge")}. ` +
      "Arrows look around, Enter chooses, Tab goes to the next unit.";
    return html`<div class="board ${this.wide ? "wide" : "narrow"} ${this.size}" data-phase=${sight.phase}>
      <div
        class="map ${points ? "points" : ""}"
        tabindex="0"
        role="application"
        aria-label=${about}
        data-look="board:map"
        @keydown=${this.steer}
        @pointerdown=${this.hands.down}
        @pointermove=${this.hands.move}
        @pointerup=${this.hands.up}
        @pointercancel=${this.hands.cancel}
        @pointerleave=${this.hands.out}
        @wheel=${{ handleEvent: this.hands.wheel, passive: false }}
        @blur=${() => {
          this.cursor = -1;
        }}
      >
        <canvas class="sheet"></canvas><canvas class="sheet"></canvas><canvas class="sheet"></canvas>
      </div>
      ${dock(context)}
      <div class="side vertical">
        <div data-look="board:figures">${standing(context)}</div>
        ${card(context)}${curves(context)}${list(context)}
      </div>
      <p class="unseen" role="status">${this.announcement || (context.mine ? hint(context) : "")}</p>
    </div>`;
  }
}

/** Whether the page is dark: light text on a dark ground. */
function lightOf(element: Element): boolean {
  const found = /(\d+)[, ]+(\d+)[, ]+(\d+)/.exec(getComputedStyle(element).color);
  return found !== null && Number(found[1]) + Number(found[2]) + Number(found[3]) > 384;
}

if (!customElements.get("board-stumped")) customElements.define("board-stumped", StumpedBoard);

declare global {
  interface HTMLElementTagNameMap {
    "board-stumped": StumpedBoard;
  }
}
