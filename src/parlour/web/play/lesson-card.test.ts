import { afterEach, beforeEach, expect, test } from "vitest";
import type { Lesson } from "../kit/types.js";
import "./lesson-card.js";
import type { LessonCard } from "./lesson-card.js";

const lesson: Lesson = {
  title: "First steps",
  say: "Look at\nthe bag.\n\nIt is full.",
  look: ["field:bag"],
  allow: [],
  next: true,
  step: 2,
  steps: 5,
};
let card: LessonCard;
let fired: string[];
const button = (name: string) => card.shadowRoot!.querySelector<HTMLButtonElement>(`button.${name}`);
const show = async (changes: Partial<Lesson>) => {
  card.lesson = { ...lesson, ...changes };
  await card.updateComplete;
};

beforeEach(async () => {
  fired = [];
  card = document.createElement("lesson-card") as LessonCard;
  for (const name of ["next", "leave"]) card.addEventListener(name, () => fired.push(name));
  document.body.append(card);
  await show({});
});
afterEach(() => card.remove());

test("it says where the lesson stands, in paragraphs that a screen reader hears", () => {
  const text = card.shadowRoot!.querySelector("[aria-live=polite]")!;
  expect([...text.querySelectorAll("p")].map((one) => one.textContent)).toEqual(["Look at the bag.", "It is full."]);
  expect(card.shadowRoot!.textContent).toContain("step 2 of 5");
  expect(card.shadowRoot!.querySelector("section")!.getAttribute("aria-label")).toBe("Lesson");
});

test("next goes on, but not while something is on its way", async () => {
  button("next")!.click();
  card.busy = true;
  await card.updateComplete;
  expect(button("next")!.getAttribute("aria-disabled")).toBe("true");
  button("next")!.click();
  expect(fired).toEqual(["next"]);
});

test("where an answer is awaited there is nothing to press but skip", async () => {
  await show({ next: false, allow: ["bid 4"] });
  expect(button("next")).toBeNull();
  expect(button("skip")).not.toBeNull();
});

test("skip asks first, and forgets it when the lesson goes on", async () => {
  button("skip")!.click();
  await card.updateComplete;
  expect(fired).toEqual([]);
  await show({ step: 3 });
  expect(button("leave")).toBeNull();
  button("skip")!.click();
  await card.updateComplete;
  button("leave")!.click();
  expect(fired).toEqual(["leave"]);
});

test("after the last step one plays on, or goes", async () => {
  await show({ step: 5 });
  expect(button("next")!.textContent).toContain("Play on");
  expect(card.shadowRoot!.querySelector("a")!.getAttribute("href")).toBe("/");
  expect(button("skip")).toBeNull();
});

test("the focus stays with the coach when the pressed button goes", async () => {
  button("next")!.focus();
  await show({ next: false, step: 3 });
  expect(card.shadowRoot!.activeElement?.className).toBe("text");
});

test("without a lesson there is no card", async () => {
  card.lesson = null;
  await card.updateComplete;
  expect(card.shadowRoot!.querySelector("section")).toBeNull();
});
