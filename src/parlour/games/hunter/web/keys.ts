/** Keys: letters and digits answer, arrows move from place to place. */
import type { Question } from "@parlour/kit/types";
import { isOpen } from "./view.js";

const KEYS: Record<string, string[]> = {
  d: ["drink"],
  b: ["heal"],
  a: ["attack", "accept"],
  t: ["tame"],
  r: ["arm"],
  g: ["go on"],
  s: ["strike again"],
  f: ["finish"],
  c: ["change"],
  "1": ["take money", "hunt level 1", "buy beer", "recover hp"],
  "2": ["take beer", "hunt level 2", "buy blood-bag", "recover ep"],
  "3": ["take blood-bags", "hunt level 3", "buy grenade"],
  "4": ["take exp", "buy bomb"],
  "5": ["buy dynamite"],
  "6": ["buy fake-blood"],
  "7": ["buy bullet", "buy battery"],
};
/** The key of an answer, to show on its button. */
export const keyOf = (action: string, question: Question | null): string =>
  Object.keys(KEYS).find((key) => answerFor(key, question) === action) ?? "";

/** The answer of a key; null if it is not open now. */
export function answerFor(key: string, question: Question | null): string | null {
  return (KEYS[key.length === 1 ? key.toLowerCase() : key] ?? []).find((action) => isOpen(question, action)) ?? null;
}

export const placeFor = (key: string): number => (/^[1-7]$/.test(key) ? Number(key) - 1 : -1);
