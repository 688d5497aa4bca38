import { beforeEach, expect, test } from "vitest";
import type { Update } from "../kit/types.js";
import type { Arrival, SocketMaker } from "./connection.js";
import { ScriptedSocket, line, update, welcome } from "./scripted-socket.js";
import { LOG_LENGTH, ViewerSession } from "./viewer-session.js";

let received: [Update, Arrival][];
let session: ViewerSession;
const socket = () => ScriptedSocket.last;
const question = (number: number) => ({ number, text: "?", hint: true, lapse: null, choices: [] });
const idOf = (type: string) => socket().sentOf(type).at(-1)!.id as string;

beforeEach(() => {
  received = [];
  ScriptedSocket.all = [];
  session = new ViewerSession(
    "ws://x",
    0,
    "secret",
    { changed: () => undefined, onUpdate: (_, one, arrival) => void received.push([one, arrival]) },
    ScriptedSocket as unknown as SocketMaker,
  );
  session.open();
  socket().connect();
  socket().say(welcome());
});

test("keeps the last hundred lines that say something", () => {
  const many = Array.from({ length: LOG_LENGTH + 20 }, (_, index) =>
    line(index + 1, index % 2 ? "" : `line ${index + 1}`),
  );
  socket().say(update({ lines: many }));
  expect(session.lines).toHaveLength(60);
  socket().say(update({ lines: Array.from({ length: 80 }, (_, index) => line(121 + index)) }));
  expect(session.lines).toHaveLength(LOG_LENGTH);
  expect(session.lines.at(-1)!.number).toBe(200);
});

test("an answer is on its way until its receipt, and is not sent twice by two clicks", async () => {
  socket().say(update({ question: question(1) }));
  const done = session.answer(1, "bid 2");
  void session.answer(1, "bid 3");
  expect(session.sending).toEqual({ question: 1, action: "bid 2" });
  expect(socket().sentOf("answer")).toHaveLength(1);
  socket().say({ type: "receipt", id: idOf("answer"), question: 1, again: false });
  await done;
  expect(session.sending).toBeNull();
  void session.answer(1, "bid 3");
  expect(socket().sentOf("answer")).toHaveLength(1);
});

test("a refused answer says why, keeps the question, and may be given anew", async () => {
  socket().say(update({ question: question(1) }));
  const done = session.answer(1, "bid 99");
  socket().say({ type: "refused", id: idOf("answer"), code: "illegal", rule: "2", sentence: "Too much." });
  await done;
  expect(session.refusal).toBe("Too much.");
  expect(session.update!.question!.number).toBe(1);
  void session.answer(1, "bid 2");
  expect(session.refusal).toBe("");
  expect(socket().sentOf("answer")).toHaveLength(2);
});

test("an undo refused stays refused until another answer may be taken back", async () => {
  socket().say(update({ undo: 4 }));
  const done = session.undo(4);
  socket().say({
    type: "refused",
    id: idOf("undo"),
    code: "undo",
    rule: "kernel",
    sentence: "You have seen something new since.",
  });
  await done;
  expect([session.barred?.sentence, session.refusal]).toEqual([
    "You have seen something new since.",
    "You have seen something new since.",
  ]);
  socket().say(update({ undo: 4 }));
  expect(session.barred).not.toBeNull();
  socket().say(update({ undo: 5 }));
  expect(session.barred).toBeNull();
});

test("a coach who has nothing to say is not silent", async () => {
  socket().say(update({ question: question(1) }));
  const done = session.hint(1);
  socket().say({ type: "hints", id: idOf("hint"), question: 1, hints: [] });
  await done;
  expect(session.refusal).toMatch(/^The coach has no advice/);
});

test("hints go with their question", async () => {
  socket().say(update({ question: question(1) }));
  const done = session.hint(1);
  socket().say({
    type: "hints",
    id: idOf("hint"),
    question: 1,
    hints: [{ action: "bid 2", label: "Bid 2", chance: 0.5, text: "half" }],
  });
  await done;
  expect(session.hints).toHaveLength(1);
  socket().say(update({ question: question(1) }));
  expect(session.hints).toHaveLength(1);
  const late = session.hint(1);
  socket().say(update({ question: question(2) }));
  expect(session.hints).toEqual([]);
  socket().say({
    type: "hints",
    id: idOf("hint"),
    question: 1,
    hints: [{ action: "bid 2", label: "Bid 2", chance: 0.5, text: "too late" }],
  });
  await late;
  expect(session.hints).toEqual([]);
});

test("the coach is asked once while it thinks", async () => {
  socket().say(update({ question: question(1) }));
  const done = session.hint(1);
  void session.hint(1);
  expect([socket().sentOf("hint").length, session.hinting]).toEqual([1, 1]);
  socket().say({ type: "hints", id: idOf("hint"), question: 1, hints: [] });
  await done;
  expect(session.hinting).toBeNull();
  void session.hint(1);
  expect(socket().sentOf("hint").length).toBe(2);
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
    session.seats[0]!.left,
    session.watchers,
    session.votes[0]!.needed,
    session.talk.length,
    session.rematch,
  ]).toEqual([true, 3, 2, 1, "t2"]);
});

test("words that were refused are not lost to the speaker", async () => {
  const sent = session.chat("x".repeat(301));
  socket().say({ type: "refused", id: idOf("chat"), code: "oversized", rule: "", sentence: "At most 300 characters." });
  expect(await sent).toBe(false);
  expect([session.chatRefusal, session.refusal]).toEqual(["At most 300 characters.", ""]);
});

test("tells how an update came", () => {
  socket().say(update());
  socket().say(update());
  expect(received.map(([, arrival]) => arrival)).toEqual(["opening", "live"]);
});
