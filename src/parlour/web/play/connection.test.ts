import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Message, Update } from "../kit/types.js";
import { Connection, pause, type Arrival, type Phase, type Refusal, type SocketMaker } from "./connection.js";
import { ScriptedSocket, line, update, welcome } from "./scripted-socket.js";

let heard: { message: Message; arrival: Arrival }[];
let phases: Phase[];
let why: Refusal | null;
const Maker = ScriptedSocket as unknown as SocketMaker;

function connect(token: string | null = "secret"): Connection {
  const listener = {
    receive: (message: Message, arrival: Arrival) => void heard.push({ message, arrival }),
    phase: (phase: Phase, reason: Refusal | null) => {
      phases.push(phase);
      why = reason;
    },
  };
  const connection = new Connection({ url: "ws://x/api/tables/t1/socket", seat: 0, token }, listener, Maker);
  connection.open();
  return connection;
}
function sitDown(): Connection {
  const connection = connect();
  ScriptedSocket.last.connect();
  ScriptedSocket.last.say(welcome());
  return connection;
}
const updates = () => heard.flatMap(({ message }) => (message.type === "update" ? [message as Update] : []));
const numbers = () => updates().flatMap((one) => one.lines.map((each) => each.number));
const socket = () => ScriptedSocket.last;
async function comeBack(): Promise<void> {
  await vi.advanceTimersByTimeAsync(20_000);
  socket().connect();
}

beforeEach(() => {
  vi.useFakeTimers();
  ScriptedSocket.all = [];
  heard = [];
  phases = [];
  why = null;
});
afterEach(() => vi.useRealTimers());

test("says who is looking, and what it has", () => {
  sitDown();
  expect(socket().sent).toEqual([{ type: "hello", seat: 0, token: "secret", since: 0, heard: 0 }]);
  expect(phases).toEqual(["live"]);
});

test("leaves out a token it has not, so that the cookie speaks", () => {
  connect(null);
  socket().connect();
  expect(socket().sent[0]).not.toHaveProperty("token");
});

test("comes back with the last line and the last word it has", async () => {
  sitDown();
  socket().say(update({ lines: [line(1), line(2)] }));
  socket().say({ type: "chat", number: 3, seat: 1, name: "Bob", text: "Hello!", time: "" });
  socket().breakOff();
  expect(phases).toEqual(["live", "lost"]);
  await comeBack();
  expect(socket().sent[0]).toMatchObject({ type: "hello", since: 2, heard: 3 });
  socket().say(welcome());
  socket().say(update({ lines: [line(3)] }));
  expect(numbers()).toEqual([1, 2, 3]);
  expect(heard.filter(({ message }) => message.type === "update").map(({ arrival }) => arrival)).toEqual([
    "opening",
    "resumed",
  ]);
});

test("is back for a moment, then live", async () => {
  sitDown();
  socket().breakOff();
  await comeBack();
  socket().say(welcome());
  expect(phases.at(-1)).toBe("back");
  await vi.advanceTimersByTimeAsync(3_000);
  expect(phases).toEqual(["live", "lost", "back", "live"]);
});

test("hears no line twice", () => {
  sitDown();
  socket().say(update({ lines: [line(1), line(2)] }));
  socket().say(update({ lines: [line(1), line(2), line(3)] }));
  expect(numbers()).toEqual([1, 2, 3]);
});

test("a gap in the lines is asked for again and shown only when it is whole", async () => {
  sitDown();
  socket().say(update({ lines: [line(1)] }));
  socket().say(update({ lines: [line(4)] }));
  expect(numbers()).toEqual([1]);
  expect(ScriptedSocket.all[0]!.closed).toBe(true);
  await comeBack();
  expect(socket().sent[0]).toMatchObject({ since: 1 });
  socket().say(welcome());
  socket().say(update({ lines: [line(2), line(3), line(4)] }));
  expect(numbers()).toEqual([1, 2, 3, 4]);
});

test("a server that counts anew is believed: its lines are the whole log", async () => {
  sitDown();
  socket().say(update({ lines: [line(1), line(2), line(3)] }));
  socket().breakOff();
  await comeBack();
  socket().say(welcome());
  socket().say(update({ lines: [line(1), line(2)] }));
  expect(heard.at(-1)!.arrival).toBe("opening");
  socket().say(update({ lines: [line(3, "another third")] }));
  expect(updates().map((one) => one.lines.map((each) => each.number))).toEqual([[1, 2, 3], [1, 2], [3]]);
});

test("a gap that stays is lived with", async () => {
  sitDown();
  socket().say(update({ lines: [line(5)] }));
  await comeBack();
  socket().say(welcome());
  socket().say(update({ lines: [line(5)] }));
  expect(numbers()).toEqual([5]);
});

test("nothing is heard from a socket that was given up", async () => {
  sitDown();
  const old = socket();
  old.breakOff();
  await comeBack();
  old.say(update({ lines: [line(1)] }));
  expect(numbers()).toEqual([]);
});

test("an answer without a receipt is said again, word for word", async () => {
  const connection = sitDown();
  const reply = connection.ask({ type: "answer", question: 7, action: "bid 4" });
  const [first] = socket().sentOf("answer");
  socket().breakOff();
  await comeBack();
  expect(socket().sentOf("answer")).toEqual([]);
  socket().say(welcome());
  expect(socket().sentOf("answer")).toEqual([first]);
  socket().say({ type: "receipt", id: first!.id as string, question: 7, again: true });
  await expect(reply).resolves.toMatchObject({ again: true });
  socket().breakOff();
  await comeBack();
  socket().say(welcome());
  expect(socket().sentOf("answer")).toEqual([]);
});

test("an answer given while the connection is lost goes out when it is back", async () => {
  const connection = sitDown();
  socket().breakOff();
  void connection.ask({ type: "answer", question: 1, action: "bid 0" });
  await comeBack();
  socket().say(welcome());
  expect(socket().sentOf("answer")).toMatchObject([{ question: 1, action: "bid 0" }]);
});

test("chat is not said twice", async () => {
  const connection = sitDown();
  const words = connection.ask({ type: "chat", text: "Hello!" });
  const refused = expect(words).rejects.toMatchObject({ code: "lost" });
  socket().breakOff();
  await refused;
  await comeBack();
  socket().say(welcome());
  expect(socket().sentOf("chat")).toEqual([]);
});

test("a chat line comes once, also when it is one's own", async () => {
  const connection = sitDown();
  const words = connection.ask({ type: "chat", text: "Hello!" });
  const id = socket().sentOf("chat")[0]!.id as string;
  socket().say({ type: "chat", id, number: 1, seat: 0, name: "Ann", text: "Hello!", time: "" });
  socket().say({ type: "chat", number: 1, seat: 0, name: "Ann", text: "Hello!", time: "" });
  await expect(words).resolves.toMatchObject({ number: 1 });
  expect(heard.filter(({ message }) => message.type === "chat")).toHaveLength(1);
});

test("a refusal reaches whoever asked", async () => {
  const connection = sitDown();
  const reply = connection.ask({ type: "answer", question: 1, action: "bid 99" });
  const id = socket().sentOf("answer")[0]!.id as string;
  socket().say({ type: "refused", id, code: "illegal", rule: "2", sentence: "Too much." });
  await expect(reply).rejects.toMatchObject({ code: "illegal", rule: "2", sentence: "Too much." });
});

test("waits longer each time, within bounds, and not long for a server that said it would be back", () => {
  const waits = [0, 1, 2, 3].map((tries) => pause(tries, false, 1));
  expect(waits).toEqual([500, 1000, 2000, 4000]);
  expect(pause(50, false, 1)).toBe(15_000);
  expect(pause(0, false, 0)).toBe(250);
  expect(pause(0, true, 1)).toBeLessThan(200);
  expect(pause(50, true, 1)).toBe(2_000);
});

test("after 1012 it is back within the blink of an eye, and says so", async () => {
  const connection = sitDown();
  socket().breakOff(1012);
  expect(connection.restarting).toBe(true);
  await vi.advanceTimersByTimeAsync(150);
  expect(ScriptedSocket.all).toHaveLength(2);
  socket().connect();
  socket().say(welcome());
  expect(connection.restarting).toBe(false);
});

test("goes on trying, and at once when nudged", async () => {
  const connection = sitDown();
  for (let tries = 0; tries < 6; tries += 1) {
    socket().breakOff();
    await vi.advanceTimersByTimeAsync(16_000);
  }
  expect(ScriptedSocket.all).toHaveLength(7);
  socket().breakOff();
  connection.nudge();
  expect(ScriptedSocket.all).toHaveLength(8);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(ScriptedSocket.all).toHaveLength(8);
});

test("pings, and takes silence for a broken line", async () => {
  sitDown();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(socket().sentOf("ping")).toHaveLength(1);
  socket().say({ type: "pong" });
  await vi.advanceTimersByTimeAsync(19_000);
  expect(phases).toEqual(["live"]);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(phases).toEqual(["live", "lost"]);
  expect(ScriptedSocket.all[0]!.closed).toBe(true);
});

test("a closed table is not knocked at again", async () => {
  const connection = sitDown();
  const reply = expect(connection.ask({ type: "pages" })).rejects.toMatchObject({ code: "abandoned" });
  socket().say({ type: "closed", code: "abandoned", sentence: "Nobody was there." });
  socket().breakOff(1000);
  await reply;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ScriptedSocket.all).toHaveLength(1);
  expect(phases).toEqual(["live", "closed"]);
  expect(why?.sentence).toBe("Nobody was there.");
  await expect(connection.ask({ type: "pages" })).rejects.toMatchObject({ code: "closed" });
});

test("a token that holds no seat ends it before it begins; a full house only delays it", async () => {
  connect();
  socket().connect();
  socket().say({ type: "refused", id: null, code: "rate", rule: "", sentence: "Wait." });
  socket().breakOff(1008);
  expect(phases).toEqual(["lost"]);
  await comeBack();
  socket().say({ type: "refused", id: null, code: "token", rule: "", sentence: "Not yours." });
  expect(phases).toEqual(["lost", "closed"]);
});

test("closing leaves nothing behind", async () => {
  const connection = sitDown();
  connection.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(socket().closed).toBe(true);
  expect(socket().sentOf("ping")).toEqual([]);
  expect(ScriptedSocket.all).toHaveLength(1);
});
