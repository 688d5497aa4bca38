/** The keys and their answers. */
import { meant as meantForTable } from "@parlour/kit/keys";
import type { Question } from "@parlour/kit/types";
import { WAYS } from "./view.js";

export const KEYS: Record<string, string> = {
  ...Object.fromEntries(WAYS.map((way) => [way.key, way.action])),
  f: "fight",
  Enter: "fight",
  r: "roll",
  h: "hold",
  a: "add",
  s: "subtract",
  e: "re-roll",
};
const PRESSING = "button, a, summary, [role=button], [role=tab], [role=menuitem]";

/** The answer of a key; null if it is not open now. */
export function answerFor(key: string, question: Question | null): string | null {
  const action = KEYS[key.length === 1 ? key.toLowerCase() : key];
  const choice = question?.choices.find((one) => one.action === action);
  return choice && choice.reason === null ? choice.action : null;
}

/** As on every board; in addition, Enter on a focused button presses that button. */
export function meant(event: KeyboardEvent): boolean {
  const pressed = event.composedPath().some((node) => node instanceof Element && node.matches(PRESSING));
  return meantForTable(event) && !(event.key === "Enter" && pressed);
}
