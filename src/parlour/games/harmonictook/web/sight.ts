/**
 * What the board reads: the fields of TownView, the facts of cards and landmarks, and what can be counted from them.
 */
import { isOpen } from "@parlour/kit/question";
import type { Game, Question } from "@parlour/kit/types";

export interface Sight {
  phase: number;
  active: number;
  turn: number;
  coins: number[];
  stored: number[];
  built: number[][];
  owned: number[][];
  closed: number[][];
  market: number[];
  deck: number[];
  cards: number[];
  landmarks: number[];
  goal: number;
  dice: number[];
  total: number;
  extra: boolean;
  firing: number;
  partner: number;
  taking: number;
  taking_closed: boolean;
  pending: number;
  offering: number;
  scores: number[];
  winner: number;
  over: boolean;
}
export type Colour = "red" | "blue" | "green" | "purple";
export interface Card {
  id: string;
  name: string;
  colour: Colour;
  category: string;
  category_label: string;
  cost: number;
  hits_on: number[];
  text: string;
  max: number | null;
}
export interface Landmark {
  id: string;
  name: string;
  cost: number;
  text: string;
  wins: boolean;
  start_built: boolean;
}
export interface Catalogue {
  card: Card[];
  landmark: Landmark[];
  art: Record<string, string>;
}

export const DICE = 1;
export const TOWER = 2;
export const HARBOR = 3;
export const TARGET = 4;
export const PARTNER = 5;
export const TAKING = 6;
export const GIVING = 7;
export const GIFT = 8;
export const RECEIVER = 9;
export const DEMOLITION = 10;
export const CLOSING = 11;
export const EXHIBITION = 12;
export const BUILDING = 13;
export const INVESTING = 14;

/** The facts of the cards, as the game tells them. */
export function catalogueOf(game: Game | undefined): Catalogue {
  const told = game as unknown as
    | { facts?: { card?: Card[]; landmark?: Landmark[] }; art?: Record<string, string> }
    | undefined;
  return { card: told?.facts?.card ?? [], landmark: told?.facts?.landmark ?? [], art: told?.art ?? {} };
}

/** A card nobody has described is still a card. */
export const cardOf = (book: Catalogue, card: number): Card =>
  book.card[card] ?? {
    id: `card_${card}`,
    name: `Card ${card + 1}`,
    colour: "blue",
    category: "",
    category_label: "",
    cost: 0,
    hits_on: [],
    text: "",
    max: null,
  };
export const landmarkOf = (book: Catalogue, landmark: number): Landmark =>
  book.landmark[landmark] ?? {
    id: `landmark_${landmark}`,
    name: `Landmark ${landmark + 1}`,
    cost: 0,
    text: "",
    wins: true,
    start_built: false,
  };

/** Each colour has a word, and says on whose roll its cards fire: nobody needs to see it. */
export const COLOURS: Record<Colour, { when: string; long: string }> = {
  blue: { when: "any roll", long: "on anybody's roll, from the bank" },
  green: { when: "own roll", long: "on the owner's roll" },
  red: { when: "others' rolls", long: "on the others' rolls, from the roller" },
  purple: { when: "own roll", long: "on the owner's roll, one of a kind" },
};

/** The totals that fire a card: "2–3". */
export function hitsOf(card: Card): string {
  const { hits_on: hits } = card;
  if (hits.length < 2) return `${hits[0] ?? "–"}`;
  const joined = hits.every((hit, index) => hit === hits[0]! + index);
  return joined ? `${hits[0]}–${hits.at(-1)}` : hits.join(", ");
}

export interface Stack {
  card: number;
  count: number;
  closed: boolean;
}
const low = (card: Card): number => (card.hits_on[0] ?? 99) * 100 + (card.hits_on.at(-1) ?? 99);

/** A city's establishments by number; those under renovation stand apart. */
export function stacksOf(sight: Sight, book: Catalogue, seat: number): Stack[] {
  const found: Stack[] = [];
  for (const card of sight.cards) {
    const all = sight.owned[seat]?.[card] ?? 0;
    const shut = sight.closed[seat]?.[card] ?? 0;
    if (all > shut) found.push({ card, count: all - shut, closed: false });
    if (shut > 0) found.push({ card, count: shut, closed: true });
  }
  return found.sort(
    (a, b) =>
      low(cardOf(book, a.card)) - low(cardOf(book, b.card)) || a.card - b.card || Number(a.closed) - Number(b.closed),
  );
}

export type Order = "number" | "cost" | "colour";
const SPECTRUM: Colour[] = ["blue", "green", "red", "purple"];

export function sorted(cards: number[], book: Catalogue, order: Order): number[] {
  const key = (card: Card): number =>
    order === "cost" ? card.cost * 10000 : order === "colour" ? SPECTRUM.indexOf(card.colour) * 10000 : 0;
  return [...cards].sort((a, b) => {
    const one = cardOf(book, a);
    const other = cardOf(book, b);
    return key(one) - key(other) || low(one) - low(other) || a - b;
  });
}

/** Whether coins are put on a card. */
export const invests = (card: Card): boolean => /\bcoins? on this card\b/.test(card.text);

/** Landmarks that count, built by a seat. */
export const builtBy = (sight: Sight, book: Catalogue, seat: number): number =>
  sight.landmarks.filter((landmark) => sight.built[seat]?.[landmark] && landmarkOf(book, landmark).wins).length;

export const seatAction = (seat: number): string => `seat ${seat + 1}`;

/** What a stack in a city answers, if the question is about it. */
export function stackAction(
  sight: Sight,
  book: Catalogue,
  question: Question | null,
  seat: number,
  mine: number,
  stack: Stack,
): string | null {
  if (question === null) return null;
  const { id } = cardOf(book, stack.card);
  const named = stack.closed ? `${id} closed` : id;
  const own = seat === mine;
  const wish =
    [PARTNER, TARGET, RECEIVER].includes(sight.phase) && !own
      ? seatAction(seat)
      : sight.phase === TAKING && seat === sight.partner
        ? `take ${named}`
        : (sight.phase === GIVING || sight.phase === GIFT) && own
          ? `give ${named}`
          : sight.phase === CLOSING && !stack.closed
            ? `close ${id}`
            : sight.phase === EXHIBITION && own
              ? `exhibit ${id}`
              : "";
  return isOpen(question, wish) ? wish : null;
}

/** What follows by itself once the partner of a swap is known. */
export const takeWish = (book: Catalogue, stack: Stack): string =>
  `take ${cardOf(book, stack.card).id}${stack.closed ? " closed" : ""}`;

export function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
export const coinWord = (count: number): string => `${count} ${count === 1 ? "coin" : "coins"}`;
export const signed = (count: number): string => (count < 0 ? `−${-count}` : `+${count}`);

/** Whether the income of this roll is settled: no tower, harbor or card is asking. */
export const paid = (sight: Sight): boolean => sight.phase === 0 || sight.phase >= BUILDING;
