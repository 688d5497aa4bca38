/** The keys and their answers. */
import { meant as meantForTable } from "@parlour/kit/keys";
import { answerOf, type Keys } from "@parlour/kit/question";
import type { Question } from "@parlour/kit/types";
import { WAYS } from "./view.js";

const KEYS: Keys = {
  ...Object.fromEntries(WAYS.map((way) => [way.key, [way.action]])),
  f: ["fight"],
  Enter: ["fight"],
  r: ["roll"],
  h: ["hold"],
  a: ["add"],
  s: ["subtract"],
  e: ["re-roll"],
};
const PRESSING = "button, a, summary, [role=button], [role=tab], [role=menuitem]";

export const answerFor = (key: string, question: Question | null): string | null => answerOf(KEYS, key, question);

/** As on every board; in addition, Enter on a focused button presses that button. */
export function meant(event: KeyboardEvent): boolean {
  const pressed = event.composedPath().some((node) => node instanceof Element && node.matches(PRESSING));
  return meantForTable(event) && !(event.key === "Enter" && pressed);
}
