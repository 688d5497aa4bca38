import { afterEach, beforeEach, expect, test } from "vitest";
import type { Question } from "../kit/types.js";
import { keysOf, type Chosen, type QuestionBar } from "./question-bar.js";

const question: Question = {
  number: 7,
  text: "How much?",
  hint: true,
  lapse: "Bid nothing",
  choices: [
    { action: "bid 0", label: "Bid nothing", reason: null },
    { action: "bid 16", label: "Bid 16", reason: { rule: "2", sentence: "Your purse is too small." } },
  ],
};
let bar: QuestionBar;
let chosen: Chosen[];
const shadow = () => bar.shadowRoot!;
const buttons = () => [...shadow().querySelectorAll<HTMLButtonElement>(".choice button")];

beforeEach(async () => {
  chosen = [];
  bar = document.createElement("question-bar") as QuestionBar;
  bar.question = question;
  bar.addEventListener("choose", (event) => void chosen.push((event as CustomEvent<Chosen>).detail));
  document.body.append(bar);
  await bar.updateComplete;
});
afterEach(() => bar.remove());

test("an open choice answers the question it belongs to", () => {
  buttons()[0]!.click();
  expect(chosen).toEqual([{ question: 7, action: "bid 0" }]);
});

test("a closed choice can be reached, says why, and answers nothing", async () => {
  const closed = buttons()[1]!;
  expect(closed.disabled).toBe(false);
  expect(closed.getAttribute("aria-disabled")).toBe("true");
  expect(shadow().getElementById(closed.getAttribute("aria-describedby")!)!.textContent).toContain(
    "Your purse is too small.",
  );
  closed.click();
  await bar.updateComplete;
  expect(chosen).toEqual([]);
  expect(shadow().querySelector(".why")!.textContent).toContain("Your purse is too small.");
});

test("a number key chooses the action of that number, and the keycap says so", () => {
  expect(bar.press("0")).toBe(true);
  expect(bar.press("1")).toBe(false);
  expect(chosen).toEqual([{ question: 7, action: "bid 0" }]);
  expect(buttons().map((button) => button.querySelector("kbd")?.textContent)).toEqual(["0", undefined]);
});

test("where actions have no numbers of their own, keys go by place", async () => {
  const choices = ["roll", "hold", "add 2", "buy 1", "sell 1", "f", "g", "h", "i", "j"].map((action) => ({
    action,
    label: action,
    reason: null,
  }));
  expect(keysOf(choices)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", ""]);
  expect(keysOf(choices.slice(3, 5))).toEqual(["1", "2"]);
  bar.question = { ...question, choices };
  await bar.updateComplete;
  bar.press("2");
  expect([bar.press("0"), chosen]).toEqual([false, [{ question: 7, action: "hold" }]]);
});

test("what is sent is shown as sent, and nothing more can be", async () => {
  bar.sending = { question: 7, action: "bid 0" };
  await bar.updateComplete;
  expect(shadow().textContent).toContain("Sent…");
  buttons()[0]!.click();
  expect(bar.press("0")).toBe(true);
  expect(chosen).toEqual([]);
});

test("a refusal is an alert, and the choices stay", async () => {
  bar.refusal = "Not now.";
  await bar.updateComplete;
  expect(shadow().querySelector("[role=alert]")!.textContent).toContain("Not now.");
  expect(buttons()).toHaveLength(2);
});

test("a board that offers the choices leaves text, hint and undo to the bar", async () => {
  bar.offers = true;
  await bar.updateComplete;
  expect(buttons()).toEqual([]);
  expect(bar.press("1")).toBe(false);
  expect(shadow().querySelector(".text")!.textContent).toBe("How much?");
  expect(shadow().querySelectorAll(".tools button")).toHaveLength(2);
});

test("hints stand beside their choices, as bars and in words; the best is marked", async () => {
  bar.hints = [
    { action: "bid 0", label: "", chance: 0.43, text: "safe" },
    { action: "bid 16", label: "", chance: null, text: "no" },
  ];
  await bar.updateComplete;
  const [first, second] = [...shadow().querySelectorAll(".choice")];
  expect(first!.querySelector(".hint")!.textContent!.trim()).toBe("43 %: safe");
  expect(first!.querySelector<HTMLElement>(".fill")!.style.width).toBe("43%");
  expect(first!.classList.contains("best")).toBe(true);
  expect(second!.querySelector(".fill")).toBeNull();
});

test("when the pressed button goes, the focus stays at the question", async () => {
  buttons()[1]!.focus();
  bar.question = { ...question, number: 8, choices: question.choices.slice(0, 1) };
  await bar.updateComplete;
  expect(shadow().activeElement).toBe(shadow().querySelector(".text"));
});

test("undo is open only when there is something to take back", async () => {
  const undo = () => shadow().querySelector<HTMLButtonElement>(".undo")!;
  expect(undo().disabled).toBe(true);
  bar.undo = 6;
  const taken: number[] = [];
  bar.addEventListener("undo", (event) => void taken.push((event as CustomEvent<number>).detail));
  await bar.updateComplete;
  undo().click();
  expect(taken).toEqual([6]);
  bar.barred = "The dealer has dealt since.";
  await bar.updateComplete;
  undo().click();
  expect([taken, undo().getAttribute("aria-disabled"), undo().title]).toEqual([
    [6],
    "true",
    "The dealer has dealt since.",
  ]);
});

test("what happens if nothing is done is said where there is a clock", async () => {
  expect(shadow().textContent).not.toContain("runs out");
  bar.timed = true;
  await bar.updateComplete;
  expect(shadow().textContent).toContain("If your time runs out: Bid nothing.");
});

test("while nothing is asked it says who is awaited", async () => {
  bar.question = null;
  bar.idle = "Waiting for Bob.";
  await bar.updateComplete;
  expect(shadow().querySelector(".text")!.textContent).toBe("Waiting for Bob.");
});

test("where the choices stand on the board, the coach speaks a sentence in the bar", async () => {
  bar.hints = [
    { action: "bid 0", label: "Bid nothing", chance: null, text: "keeps the purse" },
    { action: "bid 16", label: "Bid 16", chance: null, text: "too much" },
  ];
  await bar.updateComplete;
  expect(shadow().querySelector(".advice")).toBeNull();
  bar.offers = true;
  await bar.updateComplete;
  expect(shadow().querySelector(".advice")!.textContent!.trim()).toBe("Bid nothing: keeps the purse");
});
