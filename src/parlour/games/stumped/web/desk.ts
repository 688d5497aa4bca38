/** What the parts of the board are given: the position, who looks at it, what is chosen, and what can be done. */
import type { Hint } from "@parlour/kit/types";
import type { Order } from "./orders.js";
import type { Sight, Valley } from "./sight.js";

export interface Desk {
  sight: Sight;
  valley: Valley;
  names: string[];
  viewer: number | null;
  captions: Record<string, string>;
  hints: Hint[];
  mine: boolean; // the viewer is asked, and no answer is on its way
  selected: number; // the tile of the chosen unit; -1: none
  among: Order[] | null; // orders at one tile to choose from
  amounts: ReadonlyMap<string, number>; // wished for, by kind of order
  recap: string; // what the other side did in its turn
  spot: number; // the tile that is looked at
  why: string; // why what was clicked is closed
  held: boolean; // a lesson wants to be read first: the turn cannot be ended
  listed: boolean; // the list is open
  act(order: Order): void;
  measure(kind: string, amount: number): void;
  select(tile: number): void;
  drop(): void; // nothing is chosen any more
  next(by: number): void;
  end(): void;
  zoom(by: number): void; // 0: the whole map
  list(open: boolean): void;
}

export const nameOf = ({ names, viewer }: Desk, seat: number): string =>
  seat === viewer ? "You" : (names[seat] ?? `Player ${seat + 1}`);
export const whose = ({ names, viewer }: Desk, seat: number): string =>
  seat === viewer ? "your" : `${names[seat] ?? `Player ${seat + 1}`}'s`;
