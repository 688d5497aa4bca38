/** Finds the game of a gamelog, and loads the module that reads its gamelogs. */
import type { GamelogReader } from "../kit/gamelog.js";
import type { Game } from "../kit/types.js";
import { GamelogError, type Head } from "./gamelog.js";

/** The game of a gamelog. Some old gamelogs do not name it. */
export function gameOf({ gameName }: Head, games: Game[]): Game {
  const readable = games.filter((game) => game.gamelog_reader);
  const wanted = gameName.toLowerCase();
  const found = gameName ? readable.find(({ id, title }) => [id, title.toLowerCase()].includes(wanted)) : readable[0];
  if (found) return found;
  const titles = readable.map((game) => game.title).join(", ");
  throw new GamelogError(
    `This is a gamelog of ${gameName || "an unnamed game"}; ` +
      (titles ? `only those of ${titles} can be shown here.` : "no game here can show gamelogs."),
  );
}

export async function loadReader(game: Game): Promise<GamelogReader> {
  if (!game.gamelog_reader) throw new GamelogError(`${game.title} cannot show gamelogs: it has no web/gamelog.js.`);
  const { reader } = (await import(/* @vite-ignore */ game.gamelog_reader)) as { reader: GamelogReader };
  return reader;
}
