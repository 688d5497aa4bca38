/** Keys: letters and numbers that answer, arrows that walk through a group of cards. */
import type { Question } from "@parlour/kit/types";
import { isOpen } from "./sight.js";

const KEYS: Record<string, string[]> = {
  "1": ["roll 1", "seat 1"], "2": ["roll 2", "seat 2"], "3": ["seat 3"], "4": ["seat 4"], "5": ["seat 5"],
  k: ["keep"], r: ["reroll"], s: ["stay"], "+": ["raise"], n: ["pass", "decline"], h: ["hold"], i: ["invest"],
};
const TYPING = "input, textarea, select, [contenteditable]";
const ELSEWHERE = "dialog, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=log], [role=slider]";

/** The key of an answer, to be shown on its button. */
export const keyOf = (action: string): string => Object.keys(KEYS).find((key) => KEYS[key]!.includes(action))?.toUpperCase() ?? "";

/** Open answers only: a key for a closed one does nothing. */
export function answerFor(key: string, question: Question | null): string | null {
  const actions = KEYS[key.length === 1 ? key.toLowerCase() : key] ?? [];
  return actions.find((action) => isOpen(question, action)) ?? null;
}

/** Whether a key press is meant for the table: not while somebody types, reads a card, or holds another key down with it. */
export function meant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  return !path.some((node) => node.matches(TYPING) || node.matches(ELSEWHERE));
}

interface Place { left: number; top: number; width: number; height: number }

/** The nearest of some places from one of them, in the direction of an arrow; -1 where there is none. */
export function nextPlace(places: Place[], at: number, key: string): number {
  const middle = ({ left, top, width, height }: Place) => ({ x: left + width / 2, y: top + height / 2 });
  const from = middle(places[at]!);
  const away = (place: Place): number => {
    const { x, y } = middle(place);
    const [along, aside] = key === "ArrowRight" ? [x - from.x, y - from.y] : key === "ArrowLeft" ? [from.x - x, y - from.y] : key === "ArrowDown" ? [y - from.y, x - from.x] : [from.y - y, x - from.x];
    return along > 1 ? along + 3 * Math.abs(aside) : Infinity;
  };
  const ways = places.map((place, index) => (index === at ? Infinity : away(place)));
  const best = Math.min(...ways);
  return best === Infinity ? -1 : ways.indexOf(best);
}

/** Arrows, Home and End move the focus inside the group it is in; true if that is what the key did. */
export function rove(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0];
  if (!(at instanceof HTMLElement)) return false;
  const group = at.closest<HTMLElement>("[data-group]");
  if (group === null) return false;
  const stops = [...group.querySelectorAll<HTMLElement>("[data-spot]")];
  const index = stops.indexOf(at);
  if (index < 0) return false;
  const next = event.key === "Home" ? 0 : event.key === "End" ? stops.length - 1
    : event.key.startsWith("Arrow") ? nextPlace(stops.map((stop) => stop.getBoundingClientRect()), index, event.key) : -1;
  if (next < 0) return event.key.startsWith("Arrow");
  stops[next]!.focus();
  return true;
}
