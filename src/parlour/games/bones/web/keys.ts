/** Which key means which answer. */
import type { Question } from "@parlour/kit/types";
import { WAYS } from "./sight.js";

export const KEYS: Record<string, string> = {
  ...Object.fromEntries(WAYS.map((way) => [way.key, way.action])),
  f: "fight", Enter: "fight", r: "roll", h: "hold", a: "add", s: "subtract", e: "re-roll",
};
const TYPING = "input, textarea, select, [contenteditable]";
const PRESSING = "button, a, summary, [role=button], [role=tab], [role=menuitem]";
const ELSEWHERE = "dialog, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=log], [role=slider]";

/** Open answers only: a key for a closed one does nothing. */
export function answerFor(key: string, question: Question | null): string | null {
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key];
  const choice = question?.choices.find((one) => one.action === action);
  return choice && choice.reason === null ? choice.action : null;
}

/** Whether a key press is meant for the table: not while somebody types, reads a card, or holds another key down with it. */
export function meant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  if (path.some((node) => node.matches(TYPING) || node.matches(ELSEWHERE))) return false;
  return !(event.key === "Enter" && path.some((node) => node.matches(PRESSING)));
}
