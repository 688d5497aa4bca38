import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { store } from "../kit/store.js";
import type { Game } from "../kit/types.js";
import "./learn-buttons.js";
import type { LearnButtons } from "./learn-buttons.js";

const game = {
  id: "magpie",
  title: "Magpie",
  longest_name: 5,
  lessons: [
    { id: "first", title: "First trinkets", about: "How to bid." },
    { id: "ties", title: "All about ties", about: "And how to avoid them." },
  ],
} as unknown as Game;
let buttons: LearnButtons;
let asked: [string, unknown][];
let answer: () => Response;
const words = () =>
  [...buttons.shadowRoot!.querySelectorAll("button")].map((one) => one.textContent!.replace(/\s+/g, " ").trim());
const press = async (at: number) => {
  buttons.shadowRoot!.querySelectorAll("button")[at]!.click();
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  await buttons.updateComplete;
};

beforeEach(async () => {
  localStorage.clear();
  history.replaceState(null, "", "/");
  asked = [];
  answer = () =>
    new Response(
      JSON.stringify({ table: { id: "L1", game: "magpie", title: "Magpie" }, seats: [{ seat: 0, token: "secret" }] }),
      { status: 201 },
    );
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    asked.push([address, JSON.parse(String(init.body))]);
    return answer();
  });
  buttons = document.createElement("learn-buttons") as LearnButtons;
  buttons.game = game;
  document.body.append(buttons);
  await buttons.updateComplete;
});
afterEach(() => {
  buttons.remove();
  vi.unstubAllGlobals();
});

test("a button for every lesson, none for a game without", async () => {
  expect(words()).toEqual(["Learn to play Magpie", "All about ties Magpie"]);
  buttons.game = { ...game, lessons: [] };
  await buttons.updateComplete;
  expect(words()).toEqual([]);
});

test("a press begins the lesson, under a name that fits, and goes there", async () => {
  store.name = "Magdalena";
  await press(1);
  expect(asked).toEqual([["/api/games/magpie/lessons/ties/tables", { name: "Magda" }]]);
  expect([location.pathname, store.tables[0]!.id, store.tables[0]!.seats]).toEqual(["/t/L1", "L1", [0]]);
  expect(JSON.stringify({ ...localStorage })).not.toContain("secret");
});

test("who has no name leaves it to the lesson", async () => {
  await press(0);
  expect(asked).toEqual([["/api/games/magpie/lessons/first/tables", {}]]);
});

test("a refusal is told in its sentence", async () => {
  answer = () =>
    new Response('{"code": "limit", "sentence": "Too many of your tables are unfinished."}', { status: 429 });
  await press(0);
  expect(buttons.shadowRoot!.querySelector("[role=alert]")!.textContent).toBe(
    "Too many of your tables are unfinished.",
  );
  expect(location.pathname).toBe("/");
});
