/** Keys: letters and numbers that answer, arrows that walk through a group of cards. */
import type { Question } from "@parlour/kit/types";
import { isOpen } from "./sight.js";

const KEYS: Record<string, string[]> = {
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

/** Open answers only: a key for a closed one does nothing. */
export function answerFor(key: string, question: Question | null): string | null {
  const actions = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? [];
  return actions.find((action) => isOpen(question, action)) ?? null;
}
