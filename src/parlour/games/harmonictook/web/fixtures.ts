/** Moments of a match made by hand from the real cards, for the tests. */
import type { Choice, Company, Game, Line, Question } from "@parlour/kit/types";
import base from "../data/base.json";
import harbor from "../data/harbor.json";
import row from "../data/millionaires_row.json";
import type { Card, Catalogue, Colour, Landmark, Sight } from "./sight.js";

const SETS = [base, harbor, row];
const labels: Record<string, string> = Object.fromEntries(
  SETS.flatMap((set) => Object.entries(set.categories as Record<string, { label: string }>)).map(([id, { label }]) => [
    id,
    label,
  ]),
);

export const CARDS: Card[] = SETS.flatMap((set) =>
  set.cards.map((card) => ({
    id: card.id,
    name: card.name,
    colour: card.colour as Colour,
    category: card.category,
    category_label: labels[card.category] ?? "",
    cost: card.cost,
    hits_on: card.hits_on,
    text: card.text,
    max: card.max_per_player,
  })),
);
export const LANDMARKS: Landmark[] = SETS.flatMap((set) =>
  (
    set.landmarks as {
      id: string;
      name: string;
      cost: number;
      text: string;
      counts_for_win: boolean;
      start_built: boolean;
    }[]
  ).map((one) => ({
    id: one.id,
    name: one.name,
    cost: one.cost,
    text: one.text,
    wins: one.counts_for_win,
    start_built: one.start_built,
  })),
);
export const book: Catalogue = { card: CARDS, landmark: LANDMARKS, art: {} };
export const game = {
  id: "harmonictook",
  title: "Harmonictook",
  facts: { card: CARDS, landmark: LANDMARKS },
  art: {},
} as unknown as Game;
export const numberOf = (id: string): number => CARDS.findIndex((card) => card.id === id);
export const landmarkNumber = (id: string): number => LANDMARKS.findIndex((landmark) => landmark.id === id);
export const BASE = base.cards.length;

const counts = (cards: Record<string, number>): number[] => CARDS.map((card) => cards[card.id] ?? 0);
const START = { wheat_field: 1, bakery: 1 };

export interface City {
  cards?: Record<string, number>;
  closed?: Record<string, number>;
  landmarks?: string[];
  coins?: number;
  stored?: number;
  score?: number;
}

/** A town with these cities; the cards of the base set unless said otherwise. */
export function town(cities: City[], change: Partial<Sight> = {}, sets = 1): Sight {
  const types = SETS.slice(0, sets).reduce((all, set) => all + set.cards.length, 0);
  const cards = CARDS.map((_, card) => card).slice(0, types);
  const landmarks = LANDMARKS.map((_, landmark) => landmark).slice(0, sets > 1 ? 7 : 4);
  return {
    phase: 0,
    active: 0,
    turn: 1,
    coins: cities.map((city) => city.coins ?? 3),
    stored: cities.map((city) => city.stored ?? 0),
    built: cities.map((city) =>
      LANDMARKS.map((landmark) =>
        Number((sets > 1 && landmark.start_built) || (city.landmarks ?? []).includes(landmark.id)),
      ),
    ),
    owned: cities.map((city) => counts(city.cards ?? START)),
    closed: cities.map((city) => counts(city.closed ?? {})),
    market: CARDS.map((card, number) => (number >= types ? 0 : card.colour === "purple" ? cities.length : 6)),
    deck: CARDS.map(() => 0),
    cards,
    landmarks,
    goal: sets > 1 ? 6 : 4,
    dice: [],
    total: 0,
    extra: false,
    firing: -1,
    partner: -1,
    taking: -1,
    taking_closed: false,
    pending: 0,
    offering: -1,
    scores: cities.map((city) => city.score ?? 7),
    winner: -1,
    over: false,
    ...change,
  };
}

export const company = (...names: string[]): Company => ({
  names,
  players: names.map(() => "human"),
  options: {},
  viewer: 0,
});

export const choice = (action: string, label: string, sentence?: string): Choice => ({
  action,
  label,
  reason: sentence === undefined ? null : { rule: "6.1", sentence },
});
export const ask = (number: number, text: string, ...choices: Choice[]): Question => ({
  number,
  text,
  hint: true,
  lapse: null,
  choices,
});

/** A build question with every card on offer and every landmark; what is too dear is closed. */
export function building(sight: Sight, number = 1, seat = 0): Question {
  const coins = sight.coins[seat]!;
  const dear = (cost: number) => (cost > coins ? `That costs ${cost}; you have ${coins}.` : undefined);
  return ask(
    number,
    "Build something?",
    choice("pass", "Build nothing"),
    ...sight.cards
      .filter((card) => sight.market[card]! > 0)
      .map((card) =>
        choice(
          `buy ${CARDS[card]!.id}`,
          `Buy ${CARDS[card]!.name} for ${CARDS[card]!.cost}`,
          CARDS[card]!.max === 1 && sight.owned[seat]![card] ? "You own one already." : dear(CARDS[card]!.cost),
        ),
      ),
    ...sight.landmarks.map((landmark) =>
      choice(
        `build ${LANDMARKS[landmark]!.id}`,
        `Build ${LANDMARKS[landmark]!.name} for ${LANDMARKS[landmark]!.cost}`,
        sight.built[seat]![landmark] ? "It stands already." : dear(LANDMARKS[landmark]!.cost),
      ),
    ),
  );
}

let count = 0;
/** A line of the log: what happened, its arguments in their order. */
export const line = (kind: string, ...told: number[]): Line => ({
  number: (count += 1),
  category: "income",
  text: kind,
  pause: false,
  kind,
  arguments: Object.fromEntries(told.map((value, index) => [`argument ${index}`, value])),
});
