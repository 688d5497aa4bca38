import { afterEach, beforeEach, expect, test } from "vitest";
import "./default-board.js";
import type { DefaultBoard } from "./default-board.js";
import { makeBoard, offersChoices } from "./load-board.js";
import { magpie } from "./scripted-socket.js";

let board: DefaultBoard;
const shadow = () => board.shadowRoot!;
const flashes = () => [...shadow().querySelectorAll(".flash")].map((span) => span.textContent);

beforeEach(async () => {
  board = (await makeBoard(magpie)) as DefaultBoard;
  board.company = { names: ["Ann", "Bob"], players: ["human", "easy"], options: {}, viewer: 1 };
  board.view = { prize: 2, purse: [15, 9], bag: [1, 0, 2] };
  document.body.append(board);
  await board.updateComplete;
});
afterEach(() => board.remove());

test("a game without a board gets the default one", () => {
  expect(board.localName).toBe("default-board");
  expect(offersChoices(board)).toBe(false);
});

test("seats stand under each other in a real table", () => {
  const rows = [...shadow().querySelectorAll("tbody tr")].map((row) => row.textContent!.replace(/\s+/g, " ").trim());
  expect(rows).toEqual(["Ann 15", "Bob (you) 9"]);
  expect(shadow().querySelectorAll("th[scope=row]")).toHaveLength(2);
});

test("only what an update changed flashes, and nothing where all is quiet", async () => {
  expect(flashes()).toEqual([]);
  board.view = { prize: 2, purse: [12, 9], bag: [1, 0, 2] };
  await board.updateComplete;
  expect(flashes()).toEqual(["12"]);
  board.quiet = true;
  board.view = { prize: 2, purse: [11, 9], bag: [1, 0, 2] };
  await board.updateComplete;
  expect(flashes()).toEqual([]);
});

test("before the match there is nothing to show, and it says so", async () => {
  board.view = null;
  await board.updateComplete;
  expect(shadow().textContent).toContain("has not begun");
});

test("a board that does not load is replaced, and says so", async () => {
  const other = (await makeBoard({ ...magpie, id: "nowhere", board: "/boards/nowhere.js" })) as DefaultBoard;
  expect(other.localName).toBe("default-board");
  other.view = { prize: 0 };
  document.body.append(other);
  await other.updateComplete;
  expect(other.shadowRoot!.textContent).toContain("did not load");
  other.remove();
});

test("a game's own board is made, and may offer the choices itself", async () => {
  class Own extends HTMLElement {
    static offers = true;
  }
  customElements.define("board-owned", Own);
  const own = await makeBoard({ ...magpie, id: "owned", board: "/boards/owned.js" });
  expect(own).toBeInstanceOf(Own);
  expect(own.game.id).toBe("owned");
  expect(offersChoices(own)).toBe(true);
});

test("what a lesson speaks of is lit: a fact, a column, a list", async () => {
  const lit = () => [...shadow().querySelectorAll(".lit")].map((one) => one.textContent!.replace(/\s+/g, " ").trim());
  expect(lit()).toEqual([]);
  board.lesson = { title: "", say: "", look: ["field:prize", "log"], allow: [], next: true, step: 1, steps: 2 };
  await board.updateComplete;
  expect(lit()).toEqual(["the pearl"]);
  board.lesson = { ...board.lesson, look: ["field:purse"] };
  await board.updateComplete;
  expect(lit()).toEqual(["Purse", "15", "9"]);
  board.lesson = { ...board.lesson, look: ["field:bag"] };
  await board.updateComplete;
  expect(lit()[0]).toMatch(/^Bag button/);
});
