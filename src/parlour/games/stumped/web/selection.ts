/** The player's selection: the chosen unit, what a click on a tile means for it, and the path it walks. */
import type { Question } from "@parlour/kit/types";
import { meaningOf, reachFor, type Meaning } from "./marks.js";
import { answerFor, closed, offered, ordersOf, targetOf, unitsOf, type Order } from "./orders.js";
import { directionTo, pathTo, traced, wayTowards, type Reach } from "./reach.js";
import { CHOOSING, MEASURING, ORDERING, place, type StumpedView, type Valley } from "./view.js";

/** What the selection needs to know about the match. */
export interface Table {
  sight: StumpedView | null;
  valley: Valley | null;
  question: Question | null;
  mine: boolean; // the viewer is asked, and no answer is on its way
  led: boolean; // in a lesson, where every stage is answered separately because each may have its own text
  answer(action: string): void;
  changed(): void;
}

export class Selection {
  among: Order[] | null = null; // several orders at one tile to choose from
  amounts: ReadonlyMap<string, number> = new Map(); // chosen amounts, by kind of order
  path: number[] = []; // the path being drawn
  why = ""; // why what was clicked is not allowed
  private chosen: { beaver: number } | { lodge: number } | null = null;
  private walk: { number: number; path: number[] } | null = null; // steps that are still to be sent as orders
  private gripped = -1; // the beaver a path is drawn from
  private goal = -1; // a tile out of reach that was clicked once

  constructor(private readonly table: Table) {}

  /** The view without the orders that are not allowed. */
  get sight(): StumpedView | null {
    const { sight, question } = this.table;
    return sight && offered(sight, question);
  }

  get busy(): boolean {
    return this.chosen !== null || this.among !== null;
  }

  /** The tile of the selected unit; -1: none, or it is gone. */
  get selected(): number {
    const { valley } = this.table;
    if (this.chosen === null || valley === null) return -1;
    return "beaver" in this.chosen ? (valley.beavers.get(this.chosen.beaver)?.tile ?? -1) : this.chosen.lodge;
  }

  /** The units that can act. */
  get units(): number[] {
    const { sight } = this;
    return sight && this.table.mine ? unitsOf(sight) : [];
  }

  /** Where the selected beaver can go; in a lesson one step at a time. */
  get reach(): Reach {
    const { sight, selected } = this;
    const { valley, mine, led } = this.table;
    if (!mine || !sight || !valley || selected < 0 || this.among !== null) return new Map();
    const reach = reachFor(sight, valley, selected);
    if (!led) return reach;
    const steps = ordersOf(sight, selected)
      .filter(({ kind }) => kind === "move")
      .map((order) => targetOf(valley, selected, order));
    return new Map(steps.flatMap((tile) => (reach.has(tile) ? [[tile, reach.get(tile)!] as const] : [])));
  }

  /** The effect of a click on a tile for the selected unit. */
  meaning(tile: number): Meaning {
    const { sight, selected } = this;
    const { valley, mine } = this.table;
    return sight && valley && mine && selected >= 0 ? meaningOf(sight, valley, selected, tile, this.reach) : null;
  }

  select(tile: number): void {
    const { valley, sight, led, mine } = this.table;
    const beaver = valley?.at.get(tile);
    if (led && mine && sight?.phase === CHOOSING) this.table.answer(place(sight, tile));
    this.drop();
    this.chosen = beaver ? { beaver: beaver.number } : { lodge: tile };
    this.amounts = new Map();
  }

  /** Clears the selection. */
  drop(): void {
    this.chosen = null;
    this.among = null;
    this.path = [];
    this.goal = -1;
    this.why = "";
    this.walk = null;
    this.table.changed();
  }

  /** The next unit that can act, or the one before. */
  next(by: number): number {
    const { units } = this;
    const at = units.indexOf(this.selected);
    if (units.length === 0) return -1;
    const tile = units[(at < 0 ? (by > 0 ? 0 : units.length - 1) : at + by + units.length) % units.length]!;
    this.select(tile);
    return tile;
  }

  measure(kind: string, amount: number): void {
    this.amounts = new Map([...this.amounts, [kind, amount]]);
    this.table.changed();
  }

  act(order: Order, amount = 0): void {
    const { sight, selected } = this;
    const { valley } = this.table;
    if (!sight || !valley || selected < 0) return;
    this.among = null;
    this.walk = null;
    this.path = [];
    this.goal = -1;
    this.why = "";
    this.table.answer(answerFor(sight, valley, selected, order, amount));
  }

  end(): void {
    this.why = closed(this.table.question, "end");
    if (!this.why) this.drop();
    if (!this.why) this.table.answer("end");
    this.table.changed();
  }

  takenBack(): void {
    this.walk = null;
  }

  /** Handles a click, a tap or Enter on a tile: does the first possible thing. */
  tap(tile: number): void {
    const { sight, valley, question, led } = this.table;
    const { selected } = this;
    this.why = "";
    if (tile < 0 || !sight || !valley || (tile === selected && !led)) return this.drop();
    if (this.units.includes(tile) && (tile !== selected || sight.phase === CHOOSING)) return this.select(tile);
    const meaning = this.meaning(tile);
    if (meaning === null && led) this.why = closed(question, place(sight, tile));
    else if (meaning === null) this.far(tile);
    else if ("order" in meaning) this.act(meaning.order);
    else if ("walk" in meaning) this.follow(pathTo(this.reach, tile));
    else this.among = meaning.several;
    this.table.changed();
  }

  /** A tile out of reach: the first click says how far the unit gets, the second sends it there. */
  private far(tile: number): void {
    const { valley } = this.table;
    const beaver = valley?.at.get(this.selected);
    if (!valley || !beaver || this.units.length === 0) return this.drop();
    if (tile === this.goal && this.path.length) return this.follow(this.path);
    const way = wayTowards(valley, beaver, tile);
    this.among = null;
    this.goal = tile;
    this.path = way ?? [];
    if (way === null) this.why = "No way leads there.";
    else
      this.why = way.length
        ? `Too far for this turn. Click again to go as far as ${place(valley, way.at(-1)!)}.`
        : "Too far: there are not enough moves left for one step.";
  }

  /** Whether a path may begin here: at a beaver that can walk. */
  grip(tile: number): boolean {
    const { valley, led } = this.table;
    const { sight } = this;
    const beaver = valley?.at.get(tile);
    this.gripped =
      beaver && sight && !led && this.units.includes(tile) && ordersOf(sight, tile).some(({ kind }) => kind === "move")
        ? beaver.number
        : -1;
    if (this.gripped >= 0) this.path = [];
    return this.gripped >= 0;
  }

  trace(tile: number): void {
    const { valley } = this.table;
    const beaver = valley?.beavers.get(this.gripped);
    if (!valley || !beaver) return;
    if (this.selected !== beaver.tile) this.select(beaver.tile);
    if (tile >= 0) this.path = traced(valley, beaver, this.path, tile);
    this.table.changed();
  }

  /** Sends every step of a path as its own order, each after the last one was done. */
  follow(path: number[]): void {
    this.path = [];
    this.goal = -1;
    this.why = "";
    const beaver = this.table.valley?.at.get(this.selected);
    if (!beaver || path.length === 0) return this.table.changed();
    this.walk = { number: beaver.number, path };
    this.stride();
  }

  private stride(): void {
    const { walk, sight } = this;
    const { valley, mine } = this.table;
    const beaver = walk && valley?.beavers.get(walk.number);
    if (!walk || !beaver || !sight || !valley || !mine) return;
    const direction = directionTo(valley, beaver.tile, walk.path[0]!);
    const order = ordersOf(sight, beaver.tile).find((one) => one.kind === "move" && one.direction === direction);
    if (order) this.table.answer(answerFor(sight, valley, beaver.tile, order));
    else this.walk = null;
  }

  /** Sends the next step, unless the beaver is not where it should be. */
  asked(): void {
    const { walk } = this;
    const beaver = walk && this.table.valley?.beavers.get(walk.number);
    if (!walk) return;
    const rest = walk.path.slice(1);
    this.walk = beaver?.tile === walk.path[0] && rest.length ? { ...walk, path: rest } : null;
    if (this.walk) this.stride();
  }

  /**
   * Adjusts the selection to a new position: selects the unit that the table waits for, and drops one that cannot act
   * any more. In a lesson every order begins with a new selection.
   */
  settle(): void {
    const { sight, valley, question, led } = this.table;
    if (!sight || !valley || !question) return;
    if (sight.phase === ORDERING || sight.phase === MEASURING) {
      const beaver = valley.at.get(sight.unit);
      this.chosen = beaver ? { beaver: beaver.number } : { lodge: sight.unit };
    } else if (this.chosen && (led || this.selected < 0 || ordersOf(sight, this.selected).length === 0)) this.drop();
  }
}
