/** The context of the board's parts: the position, the viewer, the selection, and the operations they may call. */
import type { Hint } from "@parlour/kit/types";
import type { Order } from "./orders.js";
import type { StumpedView, Valley } from "./view.js";

export interface BoardContext {
  sight: StumpedView;
  valley: Valley;
  names: string[];
  viewer: number | null;
  captions: Record<string, string>;
  hints: Hint[];
  mine: boolean; // the viewer is asked, and no answer is on its way
  selected: number; // the tile of the selected unit; -1: none
  among: Order[] | null; // several orders at one tile to choose from
  amounts: ReadonlyMap<string, number>; // chosen amounts, by kind of order
  recap: string; // the rival's last turn in words
  spot: number; // the inspected tile
  why: string; // why what was clicked is not allowed
  held: boolean; // a lesson must be read first: the turn cannot be ended
  listed: boolean; // the list is open
  act(order: Order): void;
  measure(kind: string, amount: number): void;
  select(tile: number): void;
  drop(): void; // clears the selection
  next(by: number): void;
  end(): void;
  zoom(by: number): void; // 0: the whole map
  list(open: boolean): void;
}

export const nameOf = ({ names, viewer }: BoardContext, seat: number): string =>
  seat === viewer ? "You" : (names[seat] ?? `Player ${seat + 1}`);
export const whose = ({ names, viewer }: BoardContext, seat: number): string =>
  seat === viewer ? "your" : `${names[seat] ?? `Player ${seat + 1}`}'s`;
