/** Keys: letters and numbers that answer, arrows that walk through a group of cards. */
import { answerOf, type Keys } from "@parlour/kit/question";
import type { Question } from "@parlour/kit/types";

const KEYS: Keys = {
  "1": ["roll 1", "seat 1"],
  "2": ["roll 2", "seat 2"],
  "3": ["seat 3"],
  "4": ["seat 4"],
  "5": ["seat 5"],
  k: ["keep"],
  r: ["reroll"],
  s: ["stay"],
  "+": ["raise"],
  n: ["pass", "decline"],
  h: ["hold"],
  i: ["invest"],
};

/** The key of an answer, to be shown on its button. */
export const keyOf = (action: string): string =>
  Object.keys(KEYS)
    .find((key) => KEYS[key]!.includes(action))
    ?.toUpperCase() ?? "";

export const answerFor = (key: string, question: Question | null): string | null => answerOf(KEYS, key, question);
