/** Orders: the meaning of each number, the target, and the texts for the protocol and for people. */
import type { Question } from "@parlour/kit/types";
import {
  BRANCHES,
  CHOOSING,
  DIRECTIONS,
  FOOD,
  JOBS,
  MEASURING,
  ORDERING,
  beside,
  flowOf,
  goodsWords,
  many,
  place,
  type Beaver,
  type StumpedView,
  type Valley,
} from "./view.js";

export type OrderKind = "move" | "harvest" | "attack" | "build" | "drop" | "pickup" | "recruit";
/** One order. `direction` -1 is the unit's own tile; `goods` is for drops and pickups; `job` is for recruits. */
export interface Order {
  number: number;
  kind: OrderKind;
  direction: number;
  goods: number;
  job: number;
}

const MOVE = 1;
const HARVEST = 5;
const ATTACK = 9;
const BUILD = 13;
const DROP = 14;
const PICKUP = 24;
const RECRUIT = 34;
const PLACES = 5; // actions.py
const GOODS = ["branches", "food"];

export function orderOf(number: number): Order {
  const plain = { number, direction: -1, goods: BRANCHES, job: 0 };
  if (number >= RECRUIT) return { ...plain, kind: "recruit", job: number - RECRUIT };
  if (number >= DROP) {
    const [kind, base] = number >= PICKUP ? ["pickup" as const, PICKUP] : ["drop" as const, DROP];
    return { ...plain, kind, goods: Math.floor((number - base) / PLACES), direction: ((number - base) % PLACES) - 1 };
  }
  if (number === BUILD) return { ...plain, kind: "build" };
  const [kind, base] =
    number >= ATTACK
      ? ["attack" as const, ATTACK]
      : number >= HARVEST
        ? ["harvest" as const, HARVEST]
        : ["move" as const, MOVE];
  return { ...plain, kind, direction: number - base };
}

/** The tile of an order's target. */
export const targetOf = (size: { width: number; height: number }, tile: number, { direction }: Order): number =>
  direction < 0 ? tile : beside(size, tile, direction);

/** The notation of an order, without its unit and its amount: `drop branches west`. */
export function notation({ kind, direction, goods, job }: Order): string {
  if (kind === "build") return "build";
  if (kind === "recruit") return `recruit ${JOBS[job]!.title}`;
  const where = direction < 0 ? "here" : DIRECTIONS[direction]!;
  return kind === "drop" || kind === "pickup" ? `${kind} ${GOODS[goods]} ${where}` : `${kind} ${where}`;
}

/** The largest amount to drop or pick up; 0 if the order has no amount. */
export function most(valley: Valley, tile: number, order: Order): number {
  const beaver = valley.at.get(tile);
  if (!beaver) return 0;
  const held = order.goods === FOOD ? beaver.food : beaver.branches;
  if (order.kind === "drop") return held;
  if (order.kind !== "pickup" || valley.profile !== "server") return 0;
  const lying = valley.goods.get(targetOf(valley, tile, order));
  return Math.min(
    (order.goods === FOOD ? lying?.food : lying?.branches) ?? 0,
    valley.jobs[beaver.job]!.carry - beaver.branches - beaver.food,
  );
}

/** The whole answer: unit, order and amount, without the parts already answered. */
export function answerFor(sight: StumpedView, valley: Valley, tile: number, order: Order, amount = 0): string {
  const top = most(valley, tile, order);
  const measure = top > 1 ? ` ${Math.min(amount > 0 ? amount : top, top)}` : "";
  if (sight.phase === MEASURING) return measure.trim() || "1";
  return sight.phase === ORDERING ? notation(order) + measure : `${place(sight, tile)} ${notation(order)}${measure}`;
}

/** The orders of a unit from the view; once a unit is chosen, only its orders. */
export function ordersOf(sight: StumpedView, tile: number): Order[] {
  if ((sight.phase === ORDERING || sight.phase === MEASURING) && sight.unit !== tile) return [];
  const row = sight.open.find(([unit]) => unit === tile) ?? [];
  const orders = row.slice(1).map(orderOf);
  return sight.phase === MEASURING ? orders.filter(({ number }) => number === sight.order) : orders;
}

/** The units that can still act. */
export const unitsOf = (sight: StumpedView): number[] =>
  sight.phase === ORDERING || sight.phase === MEASURING ? [sight.unit] : sight.open.map(([tile]) => tile!);

/** Why an answer is not allowed now; "" if it is. */
export const closed = (question: Question | null, action: string): string =>
  question?.choices.find((one) => one.action === action)?.reason?.sentence ?? "";

/** The view with only the allowed units and orders: a lesson may allow just one. */
export function offered(sight: StumpedView, question: Question | null): StumpedView {
  if (!question?.choices.some(({ reason }) => reason !== null)) return sight;
  const open = sight.open.filter(([tile]) => sight.phase !== CHOOSING || !closed(question, place(sight, tile!)));
  const left = ([tile, ...numbers]: number[]): number[] => [
    tile!,
    ...(sight.phase === ORDERING && tile === sight.unit
      ? numbers.filter((number) => !closed(question, notation(orderOf(number))))
      : numbers),
  ];
  return { ...sight, open: open.map(left) };
}

/** The cost of one step: with the current 1, against it 3, else 2. */
export function stepCost(land: string, here: number, there: number, direction: number): number {
  if (flowOf(land, here) === direction) return 1;
  return flowOf(land, there) === (direction + 2) % 4 ? 3 : 2;
}

/** The yield of a harvest: twice the health times the skill, as far as it fits. */
export function yieldOf({ jobs }: Valley, beaver: Beaver, spawner: { food: boolean; health: number }): number {
  const { carry, chopping, munching } = jobs[beaver.job]!;
  return Math.max(
    0,
    Math.min(carry - beaver.branches - beaver.food, 2 * spawner.health * (spawner.food ? munching : chopping)),
  );
}

const WHERE = ["to the north", "to the east", "to the south", "to the west"];
const where = (direction: number): string => (direction < 0 ? "here" : WHERE[direction]!);

/**
 * The order in words for a player, with its effect; drops and pickups with their amount, which is everything by
 * default.
 */
export function label(sight: StumpedView, valley: Valley, tile: number, order: Order, amount = 0): string {
  const beaver = valley.at.get(tile);
  const target = targetOf(valley, tile, order);
  const { kind, direction, goods } = order;
  if (kind === "recruit") return JOBS[order.job]!.title;
  if (!beaver) return notation(order);
  if (kind === "move")
    return `Go ${DIRECTIONS[direction]} (${many(stepCost(valley.land, tile, target, direction), "move")})`;
  if (kind === "build") return `Build a lodge (${many(sight.price[sight.player] ?? 0, "branch", "branches")})`;
  if (kind === "harvest") {
    const spawner = valley.spawners.get(target);
    const gain = spawner ? yieldOf(valley, beaver, spawner) : 0;
    return spawner?.food
      ? `Harvest cattails ${where(direction)} (+${gain} food)`
      : `Harvest the tree ${where(direction)} (+${gain} ${gain === 1 ? "branch" : "branches"})`;
  }
  if (kind === "attack") {
    const victim = valley.at.get(target);
    const whom = victim
      ? `${victim.owner === beaver.owner ? "your own" : "the"} ${JOBS[victim.job]!.title}`
      : "the beaver";
    return `Attack ${whom} ${where(direction)} (−${valley.jobs[beaver.job]!.damage} health)`;
  }
  const top = most(valley, tile, order);
  const lodge = valley.lodges.get(target);
  const inside = lodge === undefined ? "" : lodge === beaver.owner ? " in your lodge" : " in the rival's lodge";
  const part = amount > 0 && amount < top ? `${amount} of ` : "";
  if (kind === "drop") return `Drop ${GOODS[goods]} ${where(direction)}${inside} (${part}${top})`;
  const lying = valley.goods.get(target) ?? { branches: 0, food: 0 };
  const there = goodsWords(goods === FOOD ? { branches: 0, food: lying.food } : { branches: lying.branches, food: 0 });
  return `Pick up ${GOODS[goods]} ${where(direction)}${inside} (${part}${there})`;
}

/** Whether an order harms the player who gives it: it attacks their own beaver, or may pull down their own lodge. */
export function harms(valley: Valley, tile: number, order: Order): boolean {
  const owner = valley.at.get(tile)?.owner;
  const target = targetOf(valley, tile, order);
  if (order.kind === "attack") return valley.at.get(target)?.owner === owner;
  return valley.lodges.get(target) === owner && warning(valley, tile, order, most(valley, tile, order)) !== "";
}

/** A warning if picking up here pulls down a lodge. */
export function warning(valley: Valley, tile: number, order: Order, amount: number): string {
  if (order.kind !== "pickup" || order.goods !== BRANCHES) return "";
  const beaver = valley.at.get(tile);
  const target = targetOf(valley, tile, order);
  const owner = valley.lodges.get(target);
  const lying = valley.goods.get(target)?.branches ?? 0;
  const taken = amount || Math.min(lying, valley.jobs[beaver?.job ?? 0]!.carry);
  return owner !== undefined && taken >= lying
    ? `pulls ${owner === beaver?.owner ? "your own" : "the rival's"} lodge down`
    : "";
}
