/** All that the parts of the board are drawn from, and what they may do. */
import { isOpen } from "@parlour/kit/question";
import type { Hint, Question } from "@parlour/kit/types";
import { BUILDING, DEMOLITION, GIFT, cardOf, landmarkOf, stackAction, type Catalogue, type Sight } from "./sight.js";
import type { Shown } from "./animator.js";
import type { Tale } from "./tale.js";

export interface Scene {
  sight: Sight;
  book: Catalogue;
  names: string[];
  mine: number;
  viewer: number | null;
  fixed: boolean;
  question: Question | null;
  busy: boolean;
  hints: Hint[];
  tales: Tale[];
  shown: Shown;
  spot: string;
  picked: string;
  stops: Record<string, string>;
  open: ReadonlySet<string>;
  press(spot: string): void;
  point(spot: string): void;
  answer(action: string): void;
  toggle(part: string): void;
}

/** A place on the board that can be pointed at: a pile in the market, a stack in a city, a landmark. */
export type Spot =
  | { where: "market"; card: number }
  | { where: "city"; seat: number; card: number; closed: boolean }
  | { where: "landmark"; seat: number; landmark: number };

export const marketSpot = (card: number): string => `m.${card}`;
export const citySpot = (seat: number, card: number, closed: boolean): string => `c.${seat}.${card}.${Number(closed)}`;
export const landmarkSpot = (seat: number, landmark: number): string => `l.${seat}.${landmark}`;

export function spotOf(key: string): Spot | null {
  const [where, ...parts] = key.split(".");
  const [one = 0, two = 0, three = 0] = parts.map(Number);
  if (where === "m") return { where: "market", card: one };
  if (where === "c") return { where: "city", seat: one, card: two, closed: three === 1 };
  return where === "l" ? { where: "landmark", seat: one, landmark: two } : null;
}

/** The answer a spot stands for now, open or not; "" where the question is about something else. */
export function actionAt(sight: Sight, book: Catalogue, question: Question | null, mine: number, spot: Spot): string {
  if (question === null) return "";
  if (spot.where === "market") return sight.phase === BUILDING ? `buy ${cardOf(book, spot.card).id}` : "";
  if (spot.where === "city") return stackAction(sight, book, question, spot.seat, mine, { ...spot, count: 1 }) ?? "";
  const { id } = landmarkOf(book, spot.landmark);
  if (spot.seat !== mine) return "";
  return sight.phase === BUILDING ? `build ${id}` : sight.phase === DEMOLITION ? `demolish ${id}` : "";
}

/** What costs coins, a card or a landmark is asked twice. */
export const asksTwice = (action: string, phase: number): boolean =>
  /^(buy|build|demolish) /.test(action) || (phase === GIFT && action.startsWith("give "));

/** Whether a spot can be chosen now, or only looked at. */
export function opened({ sight, book, question, mine, busy }: Scene, key: string): boolean {
  const spot = spotOf(key);
  if (spot === null || busy) return false;
  return isOpen(question, actionAt(sight, book, question, mine, spot));
}

export const bestOf = (hints: Hint[]): Hint | undefined =>
  hints.reduce(
    (best: Hint | undefined, one) => (one.chance !== null && one.chance > (best?.chance ?? -1) ? one : best),
    hints.every((one) => one.chance === null) ? hints[0] : undefined,
  );

type Named = Pick<Scene, "names" | "viewer">;
const called = ({ names, viewer }: Named, seat: number, you: string): string =>
  seat === viewer ? you : (names[seat] ?? `Seat ${seat + 1}`);
/** Who a seat is at the head of a sentence, and within one. */
export const nameAt = (scene: Named, seat: number): string => called(scene, seat, "You");
export const nameWithin = (scene: Named, seat: number): string => called(scene, seat, "you");

/** Where Tab comes to in a group of spots: where it left it, if that is still there. */
export function stopIn({ stops }: Scene, group: string, spots: string[]): string {
  const left = stops[group];
  return left !== undefined && spots.includes(left) ? left : (spots[0] ?? "");
}
