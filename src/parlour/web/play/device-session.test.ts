import { beforeEach, expect, test, vi } from "vitest";
import type { SocketMaker } from "./connection.js";
import { DeviceSession } from "./device-session.js";
import { ScriptedSocket, line, update, welcome } from "./scripted-socket.js";

let device: DeviceSession;
const question = (number: number) => ({ number, text: `question ${number}`, hint: false, lapse: null, choices: [] });
const held = (...seats: number[]) => seats.map((seat) => ({ seat, token: `token${seat}` }));
/** The socket of a viewer, by its hello. */
const of = (seat: number | null) => ScriptedSocket.all.findLast((socket) => socket.sent[0]?.seat === seat)!;
function sit(...seats: number[]): void {
  device.sit(held(...seats));
  for (const socket of ScriptedSocket.all) {
    if (socket.sent.length) continue;
    socket.connect();
    socket.say(welcome(socket.sent[0]!.seat as number | null));
  }
}
const shown = () => device.updates.shown?.view?.of;
const ask = (seat: number, number: number, lines = [] as ReturnType<typeof line>[]) =>
  of(seat).say(update({ view: { of: seat }, question: question(number), lines }));
const rest = (seat: number | null) => of(seat).say(update({ view: { of: seat } }));
const soon = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  ScriptedSocket.all = [];
  device = new DeviceSession("ws://x", { changed: () => undefined }, ScriptedSocket as unknown as SocketMaker);
});

test("nobody here sits: one connection, watching", () => {
  sit();
  expect(ScriptedSocket.all.map((socket) => socket.sent[0]!.seat)).toEqual([null]);
  rest(null);
  expect(shown()).toBe(null);
});

test("one seat: one connection with its token, no curtain, the own view even while nothing is asked", async () => {
  sit(1);
  expect(ScriptedSocket.all.map((socket) => socket.sent[0])).toMatchObject([{ seat: 1, token: "token1" }]);
  rest(1);
  await soon();
  expect([shown(), device.active.curtain]).toEqual([1, null]);
});

test("sitting down closes the watcher's connection", () => {
  sit();
  const watcher = of(null);
  sit(0);
  expect(watcher.closed).toBe(true);
  expect(of(0).sent[0]).toMatchObject({ seat: 0 });
});

test("a shared device never shows one seat's view to another", async () => {
  sit(0, 1);
  rest(null);
  ask(0, 1);
  ask(1, 1);
  await soon();
  expect([device.active.curtain, shown()]).toEqual([0, null]);
  device.lift();
  await soon();
  expect([device.active.curtain, shown()]).toEqual([null, 0]);
  rest(0);
  await soon();
  expect([device.active.curtain, shown()]).toEqual([1, null]);
  expect(JSON.stringify(device.updates.shown)).not.toContain('"of":0');
  device.lift();
  await soon();
  expect(shown()).toBe(1);
  rest(1);
  await soon();
  expect([device.active.curtain, shown()]).toEqual([null, null]);
});

test("without secrets no curtain falls: the move is shown, the next is in front, the last may take back", async () => {
  device = new DeviceSession("ws://x", { changed: () => undefined }, ScriptedSocket as unknown as SocketMaker, false);
  sit(0, 1);
  rest(null);
  ask(0, 1);
  await soon();
  expect([device.active, shown()]).toEqual([{ seat: 0, curtain: null }, 0]);
  const told = [line(1, "Ann rolls a six.", true)];
  of(1).say(update({ view: { of: 1 }, question: question(2), lines: told }));
  of(0).say(update({ view: { of: 0 }, lines: told, undo: 1 }));
  await soon();
  expect([device.active.seat, device.updates.story]).toEqual([0, ["Ann rolls a six."]]);
  device.updates.next();
  await soon();
  expect([device.active, shown(), device.updates.story]).toEqual([{ seat: 1, curtain: null }, 1, []]);
  expect([device.voice?.seat, device.undoer?.seat]).toEqual([1, 0]);
  rest(1);
  await soon();
  expect([device.active, shown()]).toEqual([{ seat: 1, curtain: null }, 1]);
});

test("what is told while the curtain hangs is read after it, once by whoever comes first", async () => {
  sit(0, 1);
  const story = [line(1, "It was night.", true)];
  of(null).say(update({ view: { of: null }, lines: story }));
  await soon();
  device.updates.skipAll();
  await soon();
  ask(0, 1, story);
  ask(1, 1, [line(1, "It was night.", true), line(2, "Bob alone sees this.", true)]);
  device.lift();
  await soon();
  expect(device.updates.story).toEqual([]);
  rest(0);
  device.lift();
  await soon();
  expect(device.updates.story).toEqual(["Bob alone sees this."]);
  expect(shown()).toBe(1);
});

test("a story that came behind the curtain was read by nobody", async () => {
  sit(0, 1);
  rest(null);
  ask(0, 1);
  expect(device.active.curtain).toBe(0);
  of(null).say(update({ view: { of: null }, lines: [line(1, "Thunder.", true)] }));
  ask(0, 1, [line(1, "Thunder.", true)]);
  await soon();
  expect(device.updates.story).toEqual([]);
  device.lift();
  await soon();
  expect(device.updates.story).toEqual(["Thunder."]);
});

test("moves of bots that all may see are shown before the curtain falls", async () => {
  device.updates.pace = 3_600_000;
  sit(0, 1);
  rest(null);
  await soon();
  for (const number of [1, 2, 3]) of(null).say(update({ view: { of: null, at: number }, lines: [line(number)] }));
  ask(0, 1);
  await soon();
  expect([device.active.curtain, device.updates.busy]).toEqual([null, true]);
  device.updates.skip();
  await vi.waitFor(() => expect(device.active.curtain).toBe(0));
  expect(device.updates.shown?.view).toEqual({ of: null, at: 3 });
});
