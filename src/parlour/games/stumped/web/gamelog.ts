/** Reads the gamelogs of Stumped for the contest pages. */
import { ids, type GamelogReader, type Position, type Scene } from "@parlour/kit/gamelog";
import { eventsOf, type EntryContext } from "./gamelog-events.js";
import { describeOrder } from "./gamelog-text.js";
import { FORFEIT, endingOf, groundOf, tallyOf, viewOf, withMatchFigures, type Numbers } from "./gamelog-view.js";

export const reader: GamelogReader = {
  chart: "history-chart",
  gameOf: withMatchFigures,
  open(first, settings) {
    const ground = groundOf(first, settings);
    if (!ground) return null;
    const numbers: Numbers = new Map();
    const context = (scene: Scene): EntryContext => ({ ...scene, ground, numbers });
    const tally = (at: Position) => tallyOf(at, ground, numbers);
    return {
      /** Numbers new beavers: those of the first list in its order, then as they appear. */
      add(after, { gameObjects }) {
        const listed = numbers.size === 0 ? ids(after.root.beavers) : [];
        for (const id of [...listed, ...Object.keys(gameObjects ?? {})]) {
          if (!numbers.has(id) && after.objects.get(id)?.gameObjectName === "Beaver") numbers.set(id, numbers.size);
        }
      },
      view: (at, given, history) => viewOf(at, ground, numbers, given, history),
      row(at) {
        const { lodges, beavers, branches } = tally(at);
        return [...lodges, ...beavers, ...branches];
      },
      brokenOff: (at) => endingOf(at, ground, tally(at))?.ended === FORFEIT,
      events: (scene) => eventsOf(context(scene)),
      describeOrder: (scene, order) => describeOrder(context(scene), order),
    };
  },
};
