/** Keys: letters and numbers that answer, arrows that walk from place to place. */
import type { Question } from "@parlour/kit/types";
import { isOpen } from "./sight.js";

const KEYS: Record<string, string[]> = {
  d: ["drink"], b: ["heal"], a: ["attack", "accept"], t: ["tame"], r: ["arm"], g: ["go on"], s: ["strike again"], f: ["finish"], c: ["change"],
  "1": ["take money", "hunt level 1", "buy beer", "recover hp"], "2": ["take beer", "hunt level 2", "buy blood-bag", "recover ep"],
  "3": ["take blood-bags", "hunt level 3", "buy grenade"], "4": ["take exp", "buy bomb"], "5": ["buy dynamite"], "6": ["buy fake-blood"], "7": ["buy bullet", "buy battery"],
};
const TYPING = "input, textarea, select, [contenteditable]";
const ELSEWHERE = "dialog, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=log], [role=slider]";

/** The key of an answer, to be shown on its button. */
export const keyOf = (action: string, question: Question | null): string => Object.keys(KEYS).find((key) => answerFor(key, question) === action) ?? "";

/** Open answers only: a key for a closed one does nothing. */
export function answerFor(key: string, question: Question | null): string | null {
  return (KEYS[key.length === 1 ? key.toLowerCase() : key] ?? []).find((action) => isOpen(question, action)) ?? null;
}

export const placeFor = (key: string): number => (/^[1-7]$/.test(key) ? Number(key) - 1 : -1);

/** Whether a key press is meant for the table: not while somebody types, reads a card, or holds another key down with it. */
export function meant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return false;
  const path = event.composedPath().filter((node): node is Element => node instanceof Element);
  return !path.some((node) => node.matches(TYPING) || node.matches(ELSEWHERE));
}

interface Box { left: number; top: number; width: number; height: number }

/** The nearest of some boxes from one of them, in the direction of an arrow; -1 where there is none. */
export function nextBox(boxes: Box[], at: number, key: string): number {
  const middle = ({ left, top, width, height }: Box) => ({ x: left + width / 2, y: top + height / 2 });
  const from = middle(boxes[at]!);
  const away = (box: Box): number => {
    const { x, y } = middle(box);
    const [along, aside] = key === "ArrowRight" ? [x - from.x, y - from.y] : key === "ArrowLeft" ? [from.x - x, y - from.y] : key === "ArrowDown" ? [y - from.y, x - from.x] : [from.y - y, x - from.x];
    return along > 1 ? along + 2 * Math.abs(aside) : Infinity;
  };
  const ways = boxes.map((box, index) => (index === at ? Infinity : away(box)));
  const best = Math.min(...ways);
  return best === Infinity ? -1 : ways.indexOf(best);
}

/** Arrows, Home and End move the focus inside the group it is in; true if that is what the key did. */
export function rove(event: KeyboardEvent): boolean {
  const at = event.composedPath()[0];
  if (!(at instanceof HTMLElement)) return false;
  const group = at.closest<HTMLElement>("[data-group]");
  if (group === null || !/^(Arrow|Home$|End$)/.test(event.key)) return false;
  const stops = [...group.querySelectorAll<HTMLElement>("[data-stop]")];
  const index = stops.indexOf(at);
  if (index < 0) return false;
  const next = event.key === "Home" ? 0 : event.key === "End" ? stops.length - 1 : nextBox(stops.map((stop) => stop.getBoundingClientRect()), index, event.key);
  stops[next]?.focus();
  return true;
}
