import { expect, test } from "vitest";
import { ask, choice } from "./fixtures.js";
import { nextBox } from "@parlour/kit/keys";
import { answerFor, keyOf, placeFor } from "./keys.js";

test("a key answers only what is open", () => {
  const question = ask(1, choice("attack"), choice("tame", "Too strong."), choice("take exp"));
  expect(answerFor("a", question)).toBe("attack");
  expect(answerFor("A", question)).toBe("attack");
  expect(answerFor("t", question)).toBeNull();
  expect(answerFor("4", question)).toBe("take exp");
  expect(answerFor("a", null)).toBeNull();
});

test("the key of an answer stands on its button", () => {
  expect(keyOf("change", ask(1, choice("accept"), choice("change")))).toBe("c");
  expect(keyOf("discard beer", ask(1, choice("discard beer")))).toBe("");
});

test("numbers are places", () => {
  expect(["1", "7", "8", "0", "x"].map(placeFor)).toEqual([0, 6, -1, -1, -1]);
});

test("arrows go to the nearest place in their direction", () => {
  const box = (left: number, top: number) => ({ left, top, width: 10, height: 10 });
  const places = [box(0, 0), box(20, 0), box(40, 0), box(0, 40), box(20, 40)];
  expect(nextBox(places, 0, "ArrowRight")).toBe(1);
  expect(nextBox(places, 1, "ArrowDown")).toBe(4);
  expect(nextBox(places, 0, "ArrowLeft")).toBe(-1);
});
