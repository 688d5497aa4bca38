/** Loads the board of a game: its own element, or the default board. */
import type { Board, Game } from "../kit/types.js";
import "./default-board.js";

/** Creates a board for `game` and sets its `game`. If the game's own board does not load, the default board says so. */
export async function makeBoard(game: Game): Promise<Board> {
  const name = `board-${game.id}`;
  let broken = false;
  if (game.board !== null) {
    try {
      if (!customElements.get(name)) await import(/* @vite-ignore */ game.board);
      broken = !customElements.get(name);
    } catch (problem) {
      console.warn(`The board of ${game.title} did not load.`, problem);
      broken = true;
    }
  }
  const own = game.board !== null && !broken;
  const board = document.createElement(own ? name : "default-board") as Board;
  board.game = game;
  if (broken) board.toggleAttribute("fallback", true);
  return board;
}

/** Whether a board draws every choice itself, so that the question bar need not. */
export function offersChoices(board: Board): boolean {
  return (board.constructor as unknown as { offers?: boolean }).offers === true;
}
