import { afterEach, expect, test } from "vitest";
import { answerFor, meant } from "./keys.js";
import { actionQuestion, walk } from "./fixtures.js";

afterEach(() => document.body.replaceChildren());

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
function inside(markup: string, selector: string): HTMLElement {
  document.body.innerHTML = markup;
  return document.querySelector<HTMLElement>(selector)!;
}

test("arrows walk, F and Enter fight, letters play", () => {
  expect(["ArrowUp", "ArrowRight", "f", "F", "Enter"].map((key) => answerFor(key, walk()))).toEqual([
    "go north",
    "go east",
    "fight",
    "fight",
    "fight",
  ]);
  expect(["r", "H", "a", "s"].map((key) => answerFor(key, actionQuestion()))).toEqual([
    "roll",
    "hold",
    "add",
    "subtract",
  ]);
});

test("what is closed, not offered or not asked has no key", () => {
  expect(answerFor("ArrowDown", walk())).toBeNull();
  expect(answerFor("e", actionQuestion())).toBeNull();
  expect(answerFor("r", walk())).toBeNull();
  expect(answerFor("ArrowUp", actionQuestion())).toBeNull();
  expect(answerFor("r", null)).toBeNull();
  expect(answerFor("x", actionQuestion())).toBeNull();
});

test("keys are for the table unless somebody types or reads a card", () => {
  expect(pressed("r")).toBe(true);
  expect(pressed("r", inside("<input>", "input"))).toBe(false);
  expect(pressed("r", inside("<textarea></textarea>", "textarea"))).toBe(false);
  expect(pressed("Enter", inside("<dialog open><p>Read this.</p></dialog>", "p"))).toBe(false);
  expect(pressed("ArrowUp", inside("<div role=log><p>Lines</p></div>", "p"))).toBe(false);
});

test("Enter on a button presses that button; other keys go on", () => {
  expect(pressed("Enter", inside("<button>Hint</button>", "button"))).toBe(false);
  expect(pressed("ArrowUp", inside("<button>Hint</button>", "button"))).toBe(true);
});

test("a key held down, or with another one, is not an answer", () => {
  expect(pressed("r", document.body, { ctrlKey: true })).toBe(false);
  expect(pressed("a", document.body, { metaKey: true })).toBe(false);
  expect(pressed("r", document.body, { repeat: true })).toBe(false);
});
