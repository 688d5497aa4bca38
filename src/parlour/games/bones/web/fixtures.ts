/** Positions of a match, for the tests. */
import type { Choice, Line, Question } from "@parlour/kit/types";
import type { BonesView } from "./view.js";

export const sight = (change: Partial<BonesView> = {}): BonesView => ({
  place: 42,
  arrival: 3,
  symbols: `??????X${"?".repeat(35)}0??????`,
  open: false,
  done: false,
  credibility: 3,
  reputation: 1,
  renown: 0,
  add: 1,
  subtract: 1,
  reroll: 0,
  bout: 0,
  dice: [],
  total: 0,
  last: 0,
  rounds_won: 0,
  rounds_lost: 0,
  matches: 0,
  wins: 0,
  losses: 0,
  ending: 0,
  ...change,
});
export const playing = (dice: number[], change: Partial<BonesView> = {}): BonesView =>
  sight({ bout: 3, dice, total: dice.reduce((sum, die) => sum + die, 0), last: dice.at(-1) ?? 0, ...change });

const choice = (action: string, label: string, sentence?: string): Choice => ({
  action,
  label,
  reason: sentence === undefined ? null : { rule: "1", sentence },
});
export const ask = (number: number, ...choices: Choice[]): Question => ({
  number,
  text: "What now?",
  hint: true,
  lapse: null,
  choices,
});
export const walk = (number = 1, fight?: string): Question =>
  ask(
    number,
    choice("go north", "Go north, where you have not been"),
    choice("go east", "Go east, where you have not been"),
    choice("go south", "Go south", "Water."),
    choice("go west", "Go west", "Reeds."),
    choice("fight", "Play a game of bones", fight),
  );
export const actionQuestion = (number = 1): Question =>
  ask(
    number,
    choice("roll", "Roll one more die"),
    choice("hold", "Hold at 11"),
    choice("add", "Add: 11 becomes 12 (1 left)"),
    choice("subtract", "Subtract: 11 becomes 10 (1 left)"),
    choice("re-roll", "Re-Roll the 5 (0 left)", "You have no Re-Roll left."),
  );
export const line = (kind: string, args: Record<string, number> = {}): Line => ({
  number: 1,
  category: "dice",
  text: kind,
  pause: false,
  kind,
  arguments: args,
});
export const captions = {
  hero: "Ann",
  rank: "Dockside Unknown",
  boss: "Volo",
  renown: "0 of 3",
  place: "A Jetty",
  label: "A7",
  district: "The Water",
  description: "Planks.",
  "at A7": "A Jetty",
};
