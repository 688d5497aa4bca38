import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Board, Line } from "../kit/types.js";
import { line, update } from "./scripted-socket.js";
import { UpdateQueue, chunks, othersMove } from "./update-queue.js";

/** A board that records what it is given, and settles on command. */
class Notebook {
  notes: string[] = [];
  settle: (() => void) | null = null;
  settled: Promise<void> | undefined;
  captions = {};
  quiet = false;
  set events(lines: Line[]) {
    this.notes.push(`events ${lines.map((one) => one.number).join(" ")}`);
    this.settled = new Promise((resolve) => (this.settle = resolve));
  }
  set view(view: Record<string, unknown> | null) {
    this.notes.push(`view ${String(view?.prize)}`);
  }
  set question(question: { text: string } | null) {
    if (question) this.notes.push(`asks ${question.text}`);
  }
}

let board: Notebook;
let updates: UpdateQueue;
const rest = () => vi.advanceTimersByTimeAsync(0);
const asked = (text: string) => ({ number: 1, text, hint: false, lapse: null, choices: [] });

beforeEach(() => {
  vi.useFakeTimers();
  board = new Notebook();
  updates = new UpdateQueue(() => undefined);
  updates.board = board as unknown as Board;
});
afterEach(() => vi.useRealTimers());

test("lines are cut after each one that pauses", () => {
  const cut = chunks([line(1), line(2, "", true), line(3, "", true), line(4)]);
  expect(cut.map((chunk) => chunk.map((one) => one.number))).toEqual([[1, 2], [3], [4]]);
  expect(chunks([])).toEqual([]);
});

test("first what happened, then the story, then view and question", async () => {
  updates.push(
    update({
      lines: [line(1), line(2, "A door opens.", true), line(3)],
      view: { prize: 5 },
      question: asked("Go in?"),
    }),
    "live",
  );
  await rest();
  expect(board.notes).toEqual(["events 1 2"]);
  board.settle!();
  await rest();
  expect(updates.story).toEqual(["A door opens."]);
  expect(board.notes).toEqual(["events 1 2"]);
  updates.next();
  await rest();
  expect(updates.story).toEqual([]);
  board.settle!();
  await rest();
  expect(board.notes).toEqual(["events 1 2", "events 3", "view 5", "asks Go in?"]);
});

test("the log does not run ahead of the board", async () => {
  updates.push(update({ lines: [line(5), line(6, "A door opens.", true), line(7)] }), "live");
  updates.push(update({ lines: [line(8)] }), "live");
  const reached = [updates.reached];
  for (let step = 0; step < 4; step += 1) {
    updates.next();
    await rest();
    reached.push(updates.reached);
  }
  expect(reached).toEqual([6, 6, 7, 8, Infinity]);
});

test("pauses without anything between them add up on one card", async () => {
  updates.quiet = true;
  updates.push(update({ lines: [line(1, "Once", true), line(2, "twice", true)] }), "live");
  await rest();
  expect(updates.story).toEqual(["Once"]);
  updates.next();
  await rest();
  expect(updates.story).toEqual(["Once", "twice"]);
  updates.next();
  await rest();
  expect(updates.story).toEqual([]);
});

test("an animation is waited for three seconds at most", async () => {
  updates.push(update({ lines: [line(1)], view: { prize: 2 } }), "live");
  await vi.advanceTimersByTimeAsync(2_900);
  expect(board.notes).toEqual(["events 1"]);
  await vi.advanceTimersByTimeAsync(200);
  expect(board.notes).toEqual(["events 1", "view 2"]);
});

test("a click ends an animation, and the next update follows", async () => {
  updates.push(update({ lines: [line(1)], view: { prize: 2 } }), "live");
  updates.push(update({ lines: [line(2)], view: { prize: 3 } }), "live");
  await rest();
  updates.next();
  await rest();
  expect(board.notes).toEqual(["events 1", "view 2", "events 2"]);
});

test("skip all goes straight to the new view", async () => {
  updates.quiet = true;
  updates.push(update({ lines: [line(1, "Once", true), line(2, "twice", true), line(3)], view: { prize: 4 } }), "live");
  await rest();
  updates.skipAll();
  await rest();
  expect(board.notes).toEqual(["events 1", "view 4"]);
  expect(updates.story).toEqual([]);
});

test("a board that fails to settle stops nobody", async () => {
  updates.push(update({ lines: [line(1)], view: { prize: 2 } }), "live");
  board.settled = Promise.reject(new Error("no"));
  await rest();
  expect(board.notes).toEqual(["events 1", "view 2"]);
});

test("an opened match is not played back; a fresh one tells how it begins", async () => {
  const many = Array.from({ length: 12 }, (_, index) => line(index + 1, "old", true));
  updates.push(update({ lines: many, view: { prize: 1 } }), "opening");
  await rest();
  expect([board.notes, updates.story]).toEqual([["view 1"], []]);
  updates.push(update({ lines: [line(13, "again", true)], view: { prize: 2 } }), "resumed");
  await rest();
  expect([board.notes.at(-1), updates.story]).toEqual(["view 2", []]);
  updates.push(update({ lines: [line(1, "Prologue", true)], view: { prize: 3 } }), "opening");
  await rest();
  expect([board.notes.at(-1), updates.story]).toEqual(["view 3", ["Prologue"]]);
  updates.show(null);
  updates.push(update({ lines: many, question: asked("Begin?") }), "opening");
  await rest();
  expect(updates.story).toEqual(["old"]);
});

test("another viewer clears the stage, and reads only what nobody here has read", async () => {
  updates.quiet = true;
  updates.push(update({ lines: [line(1, "Known", true)], view: { prize: 1 } }), "live");
  await rest();
  updates.show(update({ view: { prize: 9 } }), [line(1, "Known", true), line(2, "New", true)]);
  await rest();
  expect(board.notes).toEqual(["events 1", "view 9", "events 2"]);
  expect(updates.story).toEqual(["New"]);
  updates.next();
  await rest();
  expect(board.notes.filter((note) => note === "view 1")).toEqual([]);
  expect(updates.shown?.view).toEqual({ prize: 9 });
});

/** Several moves of others at once, one line each; the last one asks. */
function rush(count: number, changes: object = {}): void {
  for (let at = 1; at <= count; at += 1)
    updates.push(
      update({ lines: [line(at)], view: { prize: at }, question: at === count ? asked("Yours?") : null, ...changes }),
      "live",
    );
}
const views = () => board.notes.filter((note) => note.startsWith("view")).map((note) => Number(note.slice(5)));
const soon = (time: number) => vi.advanceTimersByTimeAsync(time);

test("it is somebody else's move, unless one's own question was closed by it or nothing was told", () => {
  const told = { lines: [line(1)] };
  const before = update({ question: asked("Mine?") });
  expect(othersMove(null, update(told))).toBe(true);
  expect(othersMove(update(), update({ ...told, question: asked("Mine?") }))).toBe(true);
  expect(othersMove(before, update({ ...told, question: asked("Still?") }))).toBe(true);
  expect(othersMove(before, update(told))).toBe(false);
  expect(othersMove(before, update({ ...told, question: { ...asked("Next?"), number: 2 } }))).toBe(false);
  expect(othersMove(null, update())).toBe(false);
});

test("moves of others are shown one by one, with a rest between them; a question comes with its view", async () => {
  Object.assign(updates, { pace: 700, quiet: true });
  rush(3);
  await soon(0);
  expect([views(), updates.reached, updates.behind, updates.moving]).toEqual([[1], 1, 2, true]);
  await soon(690);
  expect(views()).toEqual([1]);
  await soon(20);
  expect([views(), updates.reached]).toEqual([[1, 2], 2]);
  await soon(700);
  expect([views(), board.notes.at(-1), updates.busy, updates.reached]).toEqual([
    [1, 2, 3],
    "asks Yours?",
    false,
    Infinity,
  ]);
});

test("a move that comes late enough, an own move and a sealed answer wait for nothing", async () => {
  Object.assign(updates, { pace: 700, quiet: true });
  rush(1);
  await soon(800);
  updates.push(update({ lines: [line(2)], view: { prize: 2 }, question: asked("Mine?") }), "live");
  await soon(0);
  expect(views()).toEqual([1, 2]);
  updates.push(update({ lines: [line(3)], view: { prize: 3 } }), "live");
  await soon(0);
  updates.push(update({ view: { prize: 4 } }), "live");
  await soon(0);
  expect(views()).toEqual([1, 2, 3, 4]);
});

test("a step ends a rest, and skip goes straight to the newest without motion", async () => {
  updates.pace = 700;
  rush(5);
  await soon(0);
  board.settle!();
  await soon(0);
  expect(views()).toEqual([1]);
  updates.next();
  await soon(0);
  expect(board.notes.at(-1)).toBe("events 2");
  updates.skip();
  await soon(0);
  expect([views(), board.notes.filter((note) => note.startsWith("events")).length, updates.behind]).toEqual([
    [1, 2, 3, 4, 5],
    5,
    0,
  ]);
  expect(board.quiet).toBe(false);
  updates.push(update({ lines: [line(6)], view: { prize: 6 } }), "live");
  await soon(0);
  expect(views()).toEqual([1, 2, 3, 4, 5]);
});

test("what must be read is read even by who skips", async () => {
  Object.assign(updates, { pace: 700, quiet: true });
  rush(2);
  updates.push(update({ lines: [line(3, "Thunder.", true)], view: { prize: 3 } }), "live");
  updates.push(update({ lines: [line(4)], view: { prize: 4 } }), "live");
  await soon(0);
  updates.skip();
  await soon(0);
  expect([views(), updates.story]).toEqual([[1, 2], ["Thunder."]]);
  updates.next();
  await soon(0);
  expect(views()).toEqual([1, 2, 3, 4]);
});

test("who is more than twenty moves behind catches up, and a clock that runs lets nobody rest", async () => {
  Object.assign(updates, { pace: 700, quiet: true });
  rush(21);
  await soon(0);
  expect(views().length).toBe(1);
  updates.push(update({ lines: [line(22)], view: { prize: 22 } }), "live");
  await soon(0);
  expect([views().length, views().at(-1), updates.behind]).toEqual([22, 22, 0]);
  updates.show(null);
  board.notes = [];
  rush(4);
  await soon(0);
  expect(views()).toEqual([1]);
  updates.push(
    update({
      lines: [line(5)],
      view: { prize: 5 },
      question: { ...asked("Now?"), number: 2 },
      clocks: [{ left: 60, runs: true }],
    }),
    "live",
  );
  await soon(0);
  expect(views()).toEqual([1, 2, 3, 4, 5]);
});

test("the board knows the pace", async () => {
  updates.pace = 250;
  updates.show(update());
  expect((board as unknown as Board).pace).toBe(250);
});
