/** The choices of a question, and the keys that answer it. */
import type { Choice, Question } from "./types.js";

export const choiceOf = (question: Question | null, action: string): Choice | undefined =>
  question?.choices.find((choice) => choice.action === action);

/** Whether an action may be chosen now. */
export const isOpen = (question: Question | null, action: string): boolean =>
  choiceOf(question, action)?.reason === null;

/** Which actions a key stands for: the first that is open is the answer. */
export type Keys = Record<string, string[]>;

/** The answer of a key; null if none of its actions is open now. */
export const answerOf = (keys: Keys, key: string, question: Question | null): string | null =>
  (keys[key.length === 1 ? key.toLowerCase() : key] ?? []).find((action) => isOpen(question, action)) ?? null;
