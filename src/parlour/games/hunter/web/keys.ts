/** Keys: letters and digits answer, arrows move from place to place. */
import { answerOf, type Keys } from "@parlour/kit/question";
import type { Question } from "@parlour/kit/types";

const KEYS: Keys = {
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

export const answerFor = (key: string, question: Question | null): string | null => answerOf(KEYS, key, question);

export const placeFor = (key: string): number => (/^[1-7]$/.test(key) ? Number(key) - 1 : -1);
