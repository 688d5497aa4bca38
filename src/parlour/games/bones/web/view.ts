/** The view as the board reads it: the fields of BonesView, and values derived from them. */

export interface BonesView {
  place: number;
  arrival: number;
  symbols: string;
  open: boolean;
  done: boolean;
  credibility: number;
  reputation: number;
  renown: number;
  add: number;
  subtract: number;
  reroll: number;
  bout: number;
  dice: number[];
  total: number;
  last: number;
  rounds_won: number;
  rounds_lost: number;
  matches: number;
  wins: number;
  losses: number;
  ending: number;
}
export type Captions = Record<string, string>;

export const WALKING = 0;
export const LESSON = 1;
export const PRACTICE = 2;
export const MATCH = 4;
export const SIDE = 7;
export const BACK_ROOM = 6;
export const GOOD = 21; // the highest total that can win
export const END = 31; // the total that ends a game at once

export const staked = (sight: BonesView): boolean => sight.bout !== LESSON && sight.bout !== PRACTICE;

/** The column letter and row number, as on the map's labels. */
export const label = (place: number): string => "ABCDEFG".charAt(place % SIDE) + (Math.floor(place / SIDE) + 1);

export const SYMBOLS: [string, string][] = [
  ["@", "you"],
  ["0", "the landing"],
  ["X", "the back room"],
  ["?", "not visited"],
  ["#", "nothing left to do"],
  ["!", "a game not won"],
  ["/", "outside the city"],
];
export const meaning = (symbol: string): string => SYMBOLS.find(([one]) => one === symbol)?.[1] ?? "";

/** The symbol at a row and column: the player's before any other, / outside the city. */
export function symbolAt(sight: BonesView, row: number, column: number): string {
  if (row < 0 || column < 0 || row >= SIDE || column >= SIDE) return "/";
  const place = row * SIDE + column;
  return place === sight.place ? "@" : sight.symbols.charAt(place);
}

export interface Way {
  action: string;
  name: string;
  row: number;
  column: number;
  key: string;
  arrow: string;
}
export const WAYS: Way[] = [
  { action: "go north", name: "North", row: -1, column: 0, key: "ArrowUp", arrow: "M12 18V6M6.5 11.5 12 6l5.5 5.5" },
  { action: "go east", name: "East", row: 0, column: 1, key: "ArrowRight", arrow: "M6 12h12M12.5 6.5 18 12l-5.5 5.5" },
  { action: "go south", name: "South", row: 1, column: 0, key: "ArrowDown", arrow: "M12 6v12M6.5 12.5 12 18l5.5-5.5" },
  { action: "go west", name: "West", row: 0, column: -1, key: "ArrowLeft", arrow: "M18 12H6M11.5 6.5 6 12l5.5 5.5" },
];

/** The way from the player's place to a neighbouring place, if there is one. */
export function wayTo(sight: BonesView, place: number): Way | undefined {
  const rows = Math.floor(place / SIDE) - Math.floor(sight.place / SIDE);
  const columns = (place % SIDE) - (sight.place % SIDE);
  return WAYS.find((way) => way.row === rows && way.column === columns);
}

/** A place in words, as far as the map shows it. */
export function placeName(sight: BonesView, captions: Captions, place: number): string {
  const named = captions[`at ${label(place)}`];
  const symbol = sight.symbols.charAt(place);
  const what = place === sight.place ? "you are here" : meaning(symbol);
  return named ? `${label(place)} ${named}: ${what}` : `${label(place)}: ${what}`;
}

/** How good a total is: good, over (holding loses, a trick may save it) or ended. */
export const standing = (total: number): "good" | "over" | "ended" =>
  total >= END ? "ended" : total > GOOD ? "over" : "good";

export function distance(total: number): string {
  if (total === GOOD) return "exactly 21";
  return total < GOOD ? `${GOOD - total} below 21` : `${total - GOOD} over 21`;
}

/** What a chance is the chance of. */
export const aim = (sight: BonesView): string => (sight.bout === MATCH ? "wins this round" : "wins this game");

/** A percentage with one decimal; only a certainty is shown as 0% or 100%. */
export function percent(chance: number): string {
  const text = (chance * 100).toFixed(1);
  if (chance > 0 && text === "0.0") return "under 0.1\u202f%";
  if (chance < 1 && text === "100.0") return "over 99.9\u202f%";
  return `${chance === 0 || chance === 1 ? chance * 100 : text}\u202f%`;
}
