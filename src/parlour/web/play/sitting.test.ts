import { beforeEach, expect, test } from "vitest";
import type { Update } from "../kit/types.js";
import type { Coming, SocketMaker } from "./connection.js";
import { ScriptedSocket, line, update, welcome } from "./scripted-socket.js";
import { LOG_LENGTH, Sitting } from "./sitting.js";

let came: [Update, Coming][];
let sitting: Sitting;
const socket = () => ScriptedSocket.last;
const question = (number: number) => ({ number, text: "?", hint: true, lapse: null, choices: [] });
const idOf = (type: string) => socket().said(type).at(-1)!.id as string;

beforeEach(() => {
  came = [];
  ScriptedSocket.all = [];
  sitting = new Sitting(
    "ws://x",
    0,
    "secret",
    { changed: () => undefined, came: (_, one, coming) => void came.push([one, coming]) },
    ScriptedSocket as unknown as SocketMaker,
  );
  sitting.open();
  socket().connect();
  socket().say(welcome());
});

test("keeps the last hundred lines that say something", () => {
  const many = Array.from({ length: LOG_LENGTH + 20 }, (_, index) =>
    line(index + 1, index % 2 ? "" : `line ${index + 1}`),
  );
  socket().say(update({ lines: many }));
  expect(sitting.lines).toHaveLength(60);
  socket().say(update({ lines: Array.from({ length: 80 }, (_, index) => line(121 + index)) }));
  expect(sitting.lines).toHaveLength(LOG_LENGTH);
  expect(sitting.lines.at(-1)!.number).toBe(200);
});

test("an answer is on its way until its receipt, and is not sent twice by two clicks", async () => {
  socket().say(update({ question: question(1) }));
  const done = sitting.answer(1, "bid 2");
  void sitting.answer(1, "bid 3");
  expect(sitting.sending).toEqual({ question: 1, action: "bid 2" });
  expect(socket().said("answer")).toHaveLength(1);
  socket().say({ type: "receipt", id: idOf("answer"), question: 1, again: false });
  await done;
  expect(sitting.sending).toBeNull();
  void sitting.answer(1, "bid 3");
  expect(socket().said("answer")).toHaveLength(1);
});

test("a refused answer says why, keeps the question, and may be given anew", async () => {
  socket().say(update({ question: question(1) }));
  const done = sitting.answer(1, "bid 99");
  socket().say({ type: "refused", id: idOf("answer"), code: "illegal", rule: "2", sentence: "Too much." });
  await done;
  expect(sitting.refusal).toBe("Too much.");
  expect(sitting.update!.question!.number).toBe(1);
  void sitting.answer(1, "bid 2");
  expect(sitting.refusal).toBe("");
  expect(socket().said("answer")).toHaveLength(2);
});

test("an undo refused stays refused until another answer may be taken back", async () => {
  socket().say(update({ undo: 4 }));
  const done = sitting.undo(4);
  socket().say({
    type: "refused",
    id: idOf("undo"),
    code: "undo",
    rule: "kernel",
    sentence: "You have seen something new since.",
  });
  await done;
  expect([sitting.barred?.sentence, sitting.refusal]).toEqual([
    "You have seen something new since.",
    "You have seen something new since.",
  ]);
  socket().say(update({ undo: 4 }));
  expect(sitting.barred).not.toBeNull();
  socket().say(update({ undo: 5 }));
  expect(sitting.barred).toBeNull();
});

test("a coach who has nothing to say is not silent", async () => {
  socket().say(update({ question: question(1) }));
  const done = sitting.hint(1);
  socket().say({ type: "hints", id: idOf("hint"), question: 1, hints: [] });
  await done;
  expect(sitting.refusal).toMatch(/^The coach has no advice/);
});

test("hints go with their question", async () => {
  socket().say(update({ question: question(1) }));
  const done = sitting.hint(1);
  socket().say({
    type: "hints",
    id: idOf("hint"),
    question: 1,
    hints: [{ action: "bid 2", label: "Bid 2", chance: 0.5, text: "half" }],
  });
  await done;
  expect(sitting.hints).toHaveLength(1);
  socket().say(update({ question: question(1) }));
  expect(sitting.hints).toHaveLength(1);
  const late = sitting.hint(1);
  socket().say(update({ question: question(2) }));
  expect(sitting.hints).toEqual([]);
  socket().say({
    type: "hints",
    id: idOf("hint"),
    question: 1,
    hints: [{ action: "bid 2", label: "Bid 2", chance: 0.5, text: "too late" }],
  });
  await late;
  expect(sitting.hints).toEqual([]);
});

test("the coach is asked once while it thinks", async () => {
  socket().say(update({ question: question(1) }));
  const done = sitting.hint(1);
  void sitting.hint(1);
  expect([socket().said("hint").length, sitting.hinting]).toEqual([1, 1]);
  socket().say({ type: "hints", id: idOf("hint"), question: 1, hints: [] });
  await done;
  expect(sitting.hinting).toBeNull();
  void sitting.hint(1);
  expect(socket().said("hint").length).toBe(2);
});

test("presence, votes, rematch and talk are kept", () => {
  socket().say({
    type: "presence",
    seats: [{ seat: 0, name: "Ann", player: "human", here: false, left: true }],
    watchers: 3,
    votes: [{ seat: 0, yes: [1], needed: 2 }],
  });
  socket().say({ type: "chat", number: 1, seat: 1, name: "Bob", text: "Hello!", time: "" });
  socket().say({ type: "rematch", table: "t2" });
  expect([
    sitting.seats[0]!.left,
    sitting.watchers,
    sitting.votes[0]!.needed,
    sitting.talk.length,
    sitting.rematch,
  ]).toEqual([true, 3, 2, 1, "t2"]);
});

test("words that were refused are not lost to the speaker", async () => {
  const said = sitting.say("x".repeat(301));
  socket().say({ type: "refused", id: idOf("chat"), code: "oversized", rule: "", sentence: "At most 300 characters." });
  expect(await said).toBe(false);
  expect([sitting.unheard, sitting.refusal]).toEqual(["At most 300 characters.", ""]);
});

test("tells how an update came", () => {
  socket().say(update());
  socket().say(update());
  expect(came.map(([, coming]) => coming)).toEqual(["opening", "live"]);
});
