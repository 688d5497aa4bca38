import { html } from "lit";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { BoardElement } from "./board-element.js";
import type { Line, Question } from "./types.js";

class Plank extends BoardElement<{ heap: number }> {
  readonly diary: string[] = [];
  gone = false;
  protected override stage = { clear: () => this.diary.push("cleared") };

  protected override arrive(before: { heap: number } | null, now: { heap: number } | null): void {
    this.diary.push(`${before?.heap ?? "-"} to ${now?.heap ?? "-"}`);
  }

  protected override act(lines: Line[]): Promise<string> | undefined {
    return lines.length ? Promise.resolve("acted") : undefined;
  }

  protected override recall(lines: Line[]): void {
    this.diary.push(`${lines.length} lines before`);
  }

  protected override press({ key }: KeyboardEvent): boolean {
    if (key === "t") this.send("take");
    if (key === "o") this.toggle("log");
    return "to".includes(key);
  }

  protected override get refuges(): string[] {
    return [".nowhere", "button"];
  }

  protected override render() {
    return html`${this.gone ? "" : html`<input />`}<button>Take</button>
      <p data-look="heap">${this.sight?.heap}</p>`;
  }
}
customElements.define("board-plank", Plank);

const question = (number: number): Question => ({ number, text: "", hint: false, lapse: null, choices: [] });
const line = { number: 1, text: "", kind: "taken", arguments: {} } as unknown as Line;
let board: Plank;
let heard: string[];
const press = (key: string) => {
  const event = new KeyboardEvent("keydown", { key, cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

beforeEach(async () => {
  vi.useFakeTimers();
  heard = [];
  board = document.createElement("board-plank") as Plank;
  for (const name of ["answer", "undo"])
    board.addEventListener(name, (event) =>
      heard.push(`${name} ${(event as CustomEvent<{ action: string } | null>).detail?.action}`),
    );
  document.body.append(board);
  board.question = question(1);
  await board.updateComplete;
});
afterEach(() => {
  board.remove();
  vi.useRealTimers();
});

test("a question is answered once, until nothing has happened for a while", async () => {
  expect([press("t"), press("t"), press("z")]).toEqual([true, true, false]);
  expect([heard, board.busy]).toEqual([["answer take"], true]);
  await vi.advanceTimersByTimeAsync(1500);
  expect(board.busy).toBe(false);
  press("t");
  expect(heard).toHaveLength(2);
});

test("while its consequences are shown an answered question stays closed; the next one is open", async () => {
  press("t");
  board.events = [line];
  await vi.advanceTimersByTimeAsync(2000);
  expect(board.busy).toBe(true);
  board.question = question(2);
  await board.updateComplete;
  expect(board.busy).toBe(false);
});

test("moves of others do not close a question", () => {
  board.events = [line];
  expect(board.busy).toBe(false);
});

test("views, events and the log are handed on at once", async () => {
  board.log = [line, line];
  board.view = { heap: 3 };
  board.view = { heap: 2 };
  expect(board.diary).toEqual(["2 lines before", "- to 3", "3 to 2"]);
  expect(board.settled).toBeUndefined();
  board.events = [line];
  expect(await board.settled).toBe("acted");
  board.remove();
  expect(board.diary.at(-1)).toBe("cleared");
  expect([press("t"), heard]).toEqual([false, []]);
});

test("the focus moves on when its element disappears", async () => {
  board.shadowRoot!.querySelector("input")!.focus();
  board.gone = true;
  board.requestUpdate();
  await board.updateComplete;
  expect(board.shadowRoot!.activeElement?.localName).toBe("button");
});

test("a lesson's part is marked, and parts unfold", async () => {
  board.lesson = { title: "", say: "", look: ["heap"], allow: [], next: false, step: 0, steps: 1 };
  press("o");
  await board.updateComplete;
  expect([board.shadowRoot!.querySelector(".looked")?.localName, [...board.open]]).toEqual(["p", ["log"]]);
  board.lesson = null;
  press("o");
  await board.updateComplete;
  expect([board.shadowRoot!.querySelector(".looked"), board.open.size]).toEqual([null, 0]);
});
