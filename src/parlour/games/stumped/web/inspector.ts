/** A tile in words: ground, plants and goods, lodge, and the beaver with its figures. */
import { whose, type BoardContext } from "./board-context.js";
import type { Meaning } from "./marks.js";
import { label, ordersOf } from "./orders.js";
import { groundWords, type Reach } from "./reach.js";
import { JOBS, goodsWords, many, place, type Beaver, type Valley } from "./view.js";

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A beaver's name: "your Builder". */
export const called = (context: BoardContext, beaver: Beaver): string =>
  `${whose(context, beaver.owner)} ${JOBS[beaver.job]!.title}`;

/** The figures a beaver has left, and its load. */
export function figures({ jobs }: Valley, beaver: Beaver): string {
  const job = jobs[beaver.job]!;
  const load = goodsWords(beaver);
  return [
    `health ${beaver.health} of ${job.health}`,
    `${many(beaver.moves, "move")} and ${many(beaver.actions, "action")} left`,
    load ? `carries ${load} (room for ${job.carry})` : `carries nothing (room for ${job.carry})`,
    beaver.distracted > 0 ? `distracted for ${many(beaver.distracted, "turn")}` : "",
    beaver.recruited ? "" : "new: acts from the next turn on",
  ]
    .filter(Boolean)
    .join(", ");
}

/** Everything about a tile, the most important first. */
export function inspect(context: BoardContext, tile: number): string[] {
  const { valley, sight } = context;
  const beaver = valley.at.get(tile);
  const spawner = valley.spawners.get(tile);
  const owner = valley.lodges.get(tile);
  const goods = valley.goods.get(tile);
  const lying = goods ? goodsWords(goods) : "";
  return [
    `${place(valley, tile)}: ${groundWords(valley, tile)}`,
    beaver ? `${capital(called(context, beaver))}: ${figures(valley, beaver)}` : "",
    spawner
      ? `${spawner.food ? "Cattails" : "A tree"}, health ${spawner.health} of ${sight.most_health}${
          spawner.resting ? ", harvested: it does not grow this turn" : ""
        }`
      : "",
    owner !== undefined
      ? `${capital(whose(context, owner))} lodge${lying ? ` with ${lying}` : ""}`
      : lying
        ? `${capital(lying)} lying there`
        : "",
  ].filter(Boolean);
}

/** For screen readers: the selected unit, or the cursor's tile and what Enter does there. */
export function announce(context: BoardContext, cursor: number, meaning: Meaning, reach: Reach): string {
  const { sight, valley, selected } = context;
  const beaver = valley.at.get(selected);
  if (cursor >= 0 && cursor !== selected) {
    const does =
      meaning === null
        ? ""
        : "walk" in meaning
          ? `Enter: go there for ${many(reach.get(cursor)?.cost ?? 0, "move")}.`
          : "order" in meaning
            ? `Enter: ${label(sight, valley, selected, meaning.order)}.`
            : "Enter: choose what to do.";
    return `${inspect(context, cursor).join(". ")}. ${does}`;
  }
  if (selected < 0) return "";
  const orders = ordersOf(sight, selected).length;
  return beaver
    ? `${called(context, beaver)} chosen, ${figures(valley, beaver)}. ${many(orders, "order")}.`
    : `Lodge at ${place(valley, selected)} chosen. ${many(orders, "kind")} of beaver can be recruited.`;
}
