/** Orders of a gamelog in words. */
import {
  ATTACKED,
  BUILT,
  DESTROYED,
  DIED,
  DROPPED,
  HARVESTED,
  LOST_FOOD,
  MOVED,
  PICKED_UP,
  RECRUITED,
  eventsOf,
  type EntryContext,
} from "./gamelog-events.js";
import {
  count,
  idOf,
  orderOf,
  word,
  type GameEvent,
  type Json,
  type Order,
  type OrderText,
  type Position,
} from "@parlour/kit/gamelog";
import { FOOD, TITLES, goodsOf, tileOf, type Ground } from "./gamelog-view.js";

const WAYS = ["north", "east", "south", "west"];
const ORDERS: Record<string, string> = {
  move: "to move",
  harvest: "to harvest",
  attack: "to attack",
  buildLodge: "to build a lodge",
  drop: "to drop",
  pickup: "to pick up",
  recruit: "to recruit",
};
const goods = (kind: number, amount: number): string =>
  kind === FOOD ? `${amount} food` : amount === 1 ? "1 branch" : `${amount} branches`;
const spot = (ground: Ground, tile: number): string =>
  tile < 0 ? "nowhere" : `${tile % ground.width},${Math.floor(tile / ground.width)}`;

/** A reference in words at this moment: "the Builder at 12,7", "the tree at 3,4", "12,7". */
function describeReference(position: Position, ground: Ground, reference: Json | undefined): string {
  const id = idOf(reference) ?? word(reference);
  const thing = position.objects.get(id);
  if (!thing) return id ? `#${id}, which does not exist` : "nothing";
  const at = spot(ground, tileOf(ground, thing.tile));
  switch (thing.gameObjectName) {
    case "Beaver":
      return count(thing.health) > 0
        ? `the ${job(position, thing.job)} at ${at}`
        : `a dead ${job(position, thing.job)}`;
    case "Spawner":
      return `the ${goodsOf(thing.type) === FOOD ? "cattails" : "tree"} at ${at}`;
    case "Tile":
      return spot(ground, tileOf(ground, { id }));
    case "Job":
      return word(thing.title);
    case "Player":
      return word(thing.name);
    default:
      return `#${id}`;
  }
}

const job = (position: Position, reference: Json | undefined): string =>
  word(position.objects.get(idOf(reference) ?? "")?.title) || "beaver";

/** Describes an order: what it did, or why it was refused. */
export function describeOrder(scene: EntryContext, run: Order): OrderText {
  const { before, ground } = scene;
  if (run.name === "log")
    return {
      text: `notes on ${describeReference(before, ground, { id: run.caller })}: ${word(run.args.message)}`,
      refused: run.refused,
    };
  const events = eventsOf(scene);
  if (!run.refused && events.length)
    return {
      text: events
        .map((one) => eventText(scene, one))
        .filter(Boolean)
        .join("; "),
      refused: "",
    };
  const unit = describeReference(before, ground, { id: run.caller });
  return {
    text: `orders ${run.name === "recruit" ? `a ${unit}` : unit} ${orderText(scene, run)}`,
    refused: run.refused || "it had no effect",
  };
}

/** An order in words, with its arguments as sent. */
function orderText({ before, ground }: EntryContext, { name, args }: Order): string {
  const plain = (value: Json | undefined) =>
    typeof value === "string" || typeof value === "number" ? String(value) : "";
  const what = describeReference(before, ground, args.tile ?? args.spawner ?? args.beaver);
  const amount = count(args.amount);
  const load = amount > 0 ? goods(goodsOf(args.resource), amount) : plain(args.resource) || "nothing";
  if (name === "move") return `to move to ${what}`;
  if (name === "drop" || name === "pickup") return `${ORDERS[name]} ${load} at ${what}`;
  if (name === "recruit") return `to be recruited at ${what}`;
  return `${ORDERS[name] ?? name}${name === "buildLodge" ? "" : ` ${what}`}`;
}

function eventText(
  scene: EntryContext,
  { kind, numbers: [, , third = -1, fourth = 0, fifth = 0, sixth = 0], numbers }: GameEvent,
): string {
  const { before, ground, entry } = scene;
  const unit = describeReference(before, ground, { id: orderOf(entry, ground.players)!.caller });
  switch (kind) {
    case MOVED:
      return `moves ${unit} ${WAYS[direction(ground, third, fourth)] ?? "away"} to ${spot(ground, fourth)} for ${
        fifth === 1 ? "1 move" : `${fifth} moves`
      }`;
    case HARVESTED:
      return (
        `has ${unit} harvest ${goods(fourth, fifth)} from the ${fourth === FOOD ? "cattails" : "tree"} ` +
        `at ${spot(ground, third)}, health ${sixth} now`
      );
    case ATTACKED:
      return (
        `has ${unit} attack ${describeReference(before, ground, orderOf(entry, ground.players)!.args.beaver)}: ` +
        `${fifth} damage${sixth ? `, distracted for ${sixth} ${sixth === 1 ? "turn" : "turns"}` : ""}`
      );
    case DIED:
      return "it dies";
    case BUILT:
      return `has ${unit} build lodge number ${fifth} for ${goods(0, fourth)}`;
    case DROPPED:
      return `has ${unit} drop ${goods(fourth, fifth)} at ${spot(ground, third)}`;
    case PICKED_UP:
      return `has ${unit} pick up ${goods(fourth, fifth)} at ${spot(ground, third)}`;
    case DESTROYED:
      return "the lodge falls";
    case RECRUITED:
      return `recruits a ${TITLES[fourth] ?? "beaver"} at ${spot(ground, third)} for ${
        fifth ? `${fifth} food` : "free"
      }`;
    case LOST_FOOD:
      return `the water takes ${numbers[1] ?? 0} food`;
    default:
      return "";
  }
}

function direction({ width }: Ground, from: number, to: number): number {
  return [-width, 1, width, -1].indexOf(to - from);
}
