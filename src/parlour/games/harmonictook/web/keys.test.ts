import { afterEach, expect, test } from "vitest";
import { ask, choice } from "./fixtures.js";
import { meant, nextBox } from "@parlour/kit/keys";
import { answerFor, keyOf } from "./keys.js";

afterEach(() => document.body.replaceChildren());

test("keys answer what is asked", () => {
  const dice = ask(1, "?", choice("roll 1", "One"), choice("roll 2", "Two"));
  const seats = ask(2, "?", choice("seat 1", "Ann"), choice("seat 3", "Cleo", "No."));
  expect(["1", "2", "3"].map((key) => answerFor(key, dice))).toEqual(["roll 1", "roll 2", null]);
  // What is closed has no key.
  expect(["1", "2", "3"].map((key) => answerFor(key, seats))).toEqual(["seat 1", null, null]);
  expect(answerFor("N", ask(3, "?", choice("pass", "Nothing")))).toBe("pass");
  expect(answerFor("n", ask(3, "?", choice("decline", "No")))).toBe("decline");
  expect(answerFor("1", null)).toBeNull();
});

test("a button shows its key", () => {
  expect(["roll 2", "keep", "raise", "decline", "buy mine"].map(keyOf)).toEqual(["2", "K", "+", "N", ""]);
});

function pressed(key: string, target: HTMLElement = document.body, more: KeyboardEventInit = {}): boolean {
  let found = false;
  const hear = (event: KeyboardEvent) => {
    found = meant(event);
  };
  addEventListener("keydown", hear);
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more }));
  removeEventListener("keydown", hear);
  return found;
}

test("keys are for the table unless somebody types, reads a card or holds another key", () => {
  expect(pressed("n")).toBe(true);
  document.body.innerHTML = "<input><select><option>a</option></select><div role=log><p>x</p></div>";
  expect(
    ["input", "select", "p"].map((selector) => pressed("n", document.querySelector<HTMLElement>(selector)!)),
  ).toEqual([false, false, false]);
  expect(pressed("n", document.body, { ctrlKey: true })).toBe(false);
  expect(pressed("n", document.body, { repeat: true })).toBe(false);
});

test("arrows go to the nearest card in their direction", () => {
  const place = (column: number, row: number) => ({ left: column * 100, top: row * 80, width: 90, height: 70 });
  const places = [place(0, 0), place(1, 0), place(2, 0), place(0, 1), place(1, 1)];
  expect(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"].map((key) => nextBox(places, 0, key, 3))).toEqual([
    1, 3, -1, -1,
  ]);
  expect(nextBox(places, 2, "ArrowDown", 3)).toBe(4);
  expect(nextBox(places, 4, "ArrowUp", 3)).toBe(1);
});
