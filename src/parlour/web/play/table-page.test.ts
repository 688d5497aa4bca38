import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { store } from "../kit/store.js";
import type { Board, Question } from "../kit/types.js";
import { ScriptedSocket, line, magpie, table, update, welcome } from "./scripted-socket.js";
import type { LessonCard } from "./lesson-card.js";
import type { DeviceSession } from "./device-session.js";
import "./table-page.js";
import type { TablePage } from "./table-page.js";

type Answers = Record<string, (body: unknown) => [number, unknown]>;
let page: TablePage;
let calls: [string, unknown][];
let answers: Answers;
const question: Question = {
  number: 4,
  text: "How much?",
  hint: false,
  lapse: null,
  choices: [
    { action: "bid 0", label: "Bid nothing", reason: null },
    { action: "bid 1", label: "Bid 1", reason: null },
  ],
};
const settle = async () => {
  for (let turn = 0; turn < 6; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  await page.updateComplete;
};
const shadow = () => page.shadowRoot!;
const inside = (host: string, what: string) =>
  shadow().querySelector(host)?.shadowRoot?.querySelector<HTMLElement>(what) ?? null;
const of = (seat: number | null) => ScriptedSocket.all.findLast((socket) => socket.sent[0]?.seat === seat)!;
const board = () => shadow().querySelector<Board>("default-board")!;
const key = (name: string) => window.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));

/** Opens the table page; every socket gets a welcome. */
async function come(hash = "", search = ""): Promise<void> {
  history.replaceState(null, "", `/t/t1${search}${hash}`);
  page = document.createElement("table-page") as TablePage;
  page.table = "t1";
  document.body.append(page);
  await settle();
  meet();
  await settle();
}
function meet(): void {
  for (const socket of ScriptedSocket.all) {
    if (socket.sent.length || socket.closed) continue;
    socket.connect();
    socket.say(welcome(socket.sent[0]!.seat as number | null));
  }
}

beforeEach(() => {
  ScriptedSocket.all = [];
  calls = [];
  answers = {
    "GET /api/tables/t1": () => [200, table()],
    "GET /api/tables/t1/mine": () => [200, [{ seat: 0, token: "secret" }]],
    "GET /api/tables/t1/game": () => [200, magpie],
  };
  vi.stubGlobal("WebSocket", ScriptedSocket);
  vi.stubGlobal("fetch", (address: string, wish: { method: string; body?: string }) => {
    const body: unknown = wish.body === undefined ? undefined : JSON.parse(wish.body);
    calls.push([`${wish.method} ${address}`, body]);
    const [status, said] = answers[`${wish.method} ${address}`]?.(body) ?? [
      404,
      { code: "missing", sentence: "Nothing there." },
    ];
    return Promise.resolve(new Response(JSON.stringify(said), { status }));
  });
});
afterEach(() => {
  page.remove();
  vi.unstubAllGlobals();
});

test("an unknown table is told kindly", async () => {
  delete answers["GET /api/tables/t1"];
  await come();
  expect(shadow().querySelector("h1")!.textContent).toBe("There is no such table");
  expect(ScriptedSocket.all).toEqual([]);
});

test("a link that has expired says so, and offers no second try", async () => {
  answers["GET /api/tables/t1"] = () => [
    410,
    { code: "closed", sentence: "This table is closed: nobody was here for too long." },
  ];
  await come();
  expect(shadow().querySelector("h1")!.textContent).toBe("This table is closed");
  expect(shadow().textContent).toContain("nobody was here for too long");
  expect(shadow().querySelector("button")).toBeNull();
});

test("a server that does not answer can be asked again", async () => {
  answers["GET /api/tables/t1"] = () => [503, {}];
  await come();
  answers["GET /api/tables/t1"] = () => [200, table()];
  shadow().querySelector<HTMLElement>("button")!.click();
  await settle();
  expect(ScriptedSocket.all).toHaveLength(1);
});

test("a seat's link is claimed, and leaves the address bar", async () => {
  answers["POST /api/tables/t1/claim"] = () => [200, table()];
  await come("#1.toKen_1");
  expect(calls).toContainEqual(["POST /api/tables/t1/claim", { seat: 1, token: "toKen_1" }]);
  expect(location.hash).toBe("");
  expect(location.pathname).toBe("/t/t1");
});

test("a link that holds no more is said, and one watches", async () => {
  answers["POST /api/tables/t1/claim"] = () => [403, { code: "token", sentence: "No." }];
  answers["GET /api/tables/t1/mine"] = () => [200, []];
  await come("#1.old");
  of(null).say(update());
  await settle();
  expect(shadow().querySelector(".notes")!.textContent).toContain("no longer valid");
  expect(shadow().querySelector(".title")!.textContent).toContain("watching");
});

test("the watch link watches, whatever the cookie holds", async () => {
  await come("", "?watch");
  expect(calls.map(([what]) => what)).not.toContain("GET /api/tables/t1/mine");
  expect(of(null).sent[0]).toMatchObject({ type: "hello", seat: null });
});

test("the board is given the view, who sits where, and the question; a number key answers", async () => {
  await come();
  of(0).say(update({ view: { prize: 2 }, question }));
  await settle();
  expect(board().view).toEqual({ prize: 2 });
  expect(board().company).toMatchObject({ names: ["Ann", "Bob"], viewer: 0 });
  expect(board().question!.number).toBe(4);
  expect(document.title).toContain("Your turn");
  key("0");
  expect(of(0).sentOf("answer")).toMatchObject([{ question: 4, action: "bid 0" }]);
});

test("a board answers by its event", async () => {
  await come();
  of(0).say(update({ question }));
  await settle();
  board().dispatchEvent(new CustomEvent("answer", { bubbles: true, composed: true, detail: { action: "bid 0" } }));
  expect(of(0).sentOf("answer")).toMatchObject([{ question: 4, action: "bid 0" }]);
});

test("a story stands before the question: keys read it on, and choose nothing", async () => {
  await come();
  of(0).say(update({ lines: [line(1, "It was night.", true)], question }));
  await settle();
  expect(inside("story-card", ".text")!.textContent).toContain("It was night.");
  key("1");
  expect(of(0).sentOf("answer")).toEqual([]);
  key("Enter");
  await settle();
  expect(shadow().querySelector("story-card")).toBeNull();
  key("1");
  expect(of(0).sentOf("answer")).toHaveLength(1);
});

test("a shared device: the page is hidden behind the curtain until the right one lifts it", async () => {
  answers["GET /api/tables/t1/mine"] = () => [
    200,
    [
      { seat: 0, token: "a" },
      { seat: 1, token: "b" },
    ],
  ];
  await come();
  of(null).say(update({ view: { mine: "common" } }));
  of(0).say(update({ view: { mine: "ann's" }, question }));
  of(1).say(update({ view: { mine: "bob's" }, question }));
  await settle();
  const visible = () =>
    shadow().querySelector<HTMLElement>(".page")!.hidden ? "nothing" : (board().view as { mine: string }).mine;
  expect([inside("pass-curtain", "h1")!.textContent, visible()]).toEqual(["Pass the device to Ann", "nothing"]);
  expect(JSON.stringify(board().view)).not.toContain("ann's");
  key("1");
  expect(of(0).sentOf("answer")).toEqual([]);
  inside("pass-curtain", ".primary")!.click();
  await settle();
  expect([visible(), board().company.viewer]).toEqual(["ann's", 0]);
  key("1");
  of(0).say(update({ view: { mine: "ann's" } }));
  await settle();
  expect([inside("pass-curtain", "h1")!.textContent, visible()]).toEqual(["Pass the device to Bob", "nothing"]);
  expect((board().view as { mine: string }).mine).toBe("common");
});

test("a shared device where nothing is secret: no curtain, each sees the question in turn", async () => {
  answers["GET /api/tables/t1/mine"] = () => [
    200,
    [
      { seat: 0, token: "a" },
      { seat: 1, token: "b" },
    ],
  ];
  answers["GET /api/tables/t1/game"] = () => [200, { ...magpie, secrets: false }];
  await come();
  of(null).say(update({ view: { mine: "common" } }));
  of(0).say(update({ view: { mine: "ann's" }, question }));
  of(1).say(update({ view: { mine: "bob's" } }));
  await settle();
  expect([shadow().querySelector("pass-curtain"), board().company.viewer]).toEqual([null, 0]);
  of(0).say(update({ view: { mine: "ann's" } }));
  of(1).say(update({ view: { mine: "bob's" }, question }));
  await settle();
  expect([shadow().querySelector("pass-curtain"), board().company.viewer]).toEqual([null, 1]);
  key("1");
  expect(of(1).sentOf("answer")).toHaveLength(1);
});

test("a lost connection is said, and the board stays", async () => {
  await come();
  of(0).say(update({ view: { prize: 2 } }));
  await settle();
  of(0).breakOff();
  await settle();
  expect(shadow().querySelector(".notes")!.textContent).toContain("The connection is lost");
  expect(board().view).toEqual({ prize: 2 });
});

test("a network that goes is noticed at once; an answer waits for the connection", async () => {
  await come();
  of(0).say(update({ question }));
  await settle();
  window.dispatchEvent(new Event("offline"));
  await settle();
  expect(shadow().querySelector(".notes")!.textContent).toContain("The connection is lost");
  expect(shadow().querySelector("question-bar")!.hasAttribute("cut")).toBe(true);
  key("1");
  await settle();
  expect(inside("question-bar", ".sent-note")!.textContent).toBe("Not sent yet: waiting for the connection");
  window.dispatchEvent(new Event("online"));
  meet();
  await settle();
  expect(of(0).sentOf("answer")).toMatchObject([{ question: 4, action: "bid 1" }]);
  expect(inside("question-bar", ".sent-note")!.textContent).toBe("Sent…");
});

test("a page that goes closes its sockets, and gives up no seat", async () => {
  await come();
  of(0).say(update({ question }));
  await settle();
  page.remove();
  expect(ScriptedSocket.all.every((socket) => socket.closed)).toBe(true);
  expect(ScriptedSocket.all.flatMap((socket) => socket.sentOf("leave"))).toEqual([]);
});

test("a server that starts again says so", async () => {
  await come();
  of(0).say(update());
  of(0).breakOff(1012);
  await settle();
  expect(shadow().querySelector(".notes")!.textContent).toContain("restarting");
});

test("replaced by a bot: one may return", async () => {
  await come();
  of(0).say(update());
  of(0).say({
    type: "presence",
    seats: table().seats.map((seat) => ({ ...seat, player: seat.seat === 0 ? "easy" : "human" })),
    watchers: 0,
    votes: [],
  });
  await settle();
  expect(shadow().querySelector(".notes")!.textContent).toContain("A bot plays for you");
  shadow().querySelector<HTMLElement>(".notes button")!.click();
  expect(of(0).sentOf("return")).toHaveLength(1);
});

test("the end shows who won, and a rematch goes to the new table", async () => {
  answers["POST /api/tables/t1/rematch"] = () => [201, { table: "t2", seats: [{ seat: 0, token: "x" }] }];
  await come();
  of(0).say(
    update({
      state: "over",
      result: {
        winners: [1],
        rows: [
          { seat: 0, points: 3, rank: 2 },
          { seat: 1, points: 9, rank: 1 },
        ],
        record: "r1",
      },
      review: ["Luck: even."],
    }),
  );
  await settle();
  expect(inside("result-card", "h2")!.textContent).toBe("Bob wins.");
  const rows = [...shadow().querySelector("result-card")!.shadowRoot!.querySelectorAll("tbody tr")].map((row) =>
    row.textContent!.replace(/\s+/g, " ").trim(),
  );
  expect(rows).toEqual(["1st winner Bob 9", "2nd Ann 3"]);
  inside("result-card", "button.primary")!.click();
  await settle();
  expect(location.pathname).toBe("/t/t2");
});

test("a long review is summed up; its games are folded away", async () => {
  await come();
  of(0).say(
    update({
      state: "over",
      result: {
        winners: [1],
        rows: [
          { seat: 0, points: 3, rank: 2 },
          { seat: 1, points: 9, rank: 1 },
        ],
        record: "r1",
      },
      review: ["Game 1: luck.", "Game 2: skill.", "All in all: luck."],
    }),
  );
  await settle();
  expect(inside("result-card", ".review > p")!.textContent).toBe("All in all: luck.");
  const games = inside("result-card", "details") as HTMLDetailsElement;
  expect(games.open).toBe(false);
  expect([...games.querySelectorAll("p")].map((one) => one.textContent)).toEqual(["Game 1: luck.", "Game 2: skill."]);
  expect(inside("result-card", ".told button, .told a")).toBeNull();
});

test("a solitaire ends below the board, without ranks, and is played again", async () => {
  const one = table({ seats: table().seats.slice(0, 1) });
  answers["GET /api/tables/t1"] = () => [200, one];
  answers["POST /api/tables/t1/rematch"] = () => [201, { table: "t2", seats: [{ seat: 0, token: "x" }] }];
  await come();
  of(0).say({ type: "presence", seats: one.seats, watchers: 0, votes: [] });
  const lost = (points: number) =>
    of(0).say(
      update({
        state: "over",
        result: { winners: [], rows: [{ seat: 0, points, rank: 1 }], record: "r1" },
        review: ["Luck: even."],
      }),
    );
  lost(0);
  await settle();
  const words = () => inside("result-card", ".card")!.textContent!.replace(/\s+/g, " ").trim();
  expect(words()).toMatch(/^You lost\. Luck: even\. Play again/);
  expect(inside("result-card", "table, details")).toBeNull();
  expect(shadow().querySelector(".board")!.classList.contains("docked")).toBe(true);
  expect(shadow().querySelector<HTMLElement>(".over")!.hidden).toBe(true);
  lost(12);
  await settle();
  expect(words()).toContain("12 points");
  inside("result-card", "button.primary")!.click();
  await settle();
  expect(location.pathname).toBe("/t/t2");
});

test("a table that closes says why", async () => {
  await come();
  of(0).say(update());
  of(0).say({ type: "closed", code: "abandoned", sentence: "Nobody was here for an hour." });
  await settle();
  expect(shadow().textContent).toContain("Nobody was here for an hour.");
});

test("sitting down in the waiting room opens the seat's own connection", async () => {
  answers["GET /api/tables/t1/mine"] = () => [200, []];
  answers["POST /api/tables/t1/seats"] = () => [201, { seat: 1, token: "fresh", table: table() }];
  const open = table({
    state: "waiting",
    seats: table().seats.map((seat) => ({
      ...seat,
      player: seat.seat === 1 ? "open" : "human",
      name: seat.seat === 1 ? "" : "Ann",
    })),
  });
  answers["GET /api/tables/t1"] = () => [200, open];
  await come();
  of(null).say({ type: "presence", seats: open.seats, watchers: 1, votes: [] });
  of(null).say(update({ state: "waiting", view: null }));
  await settle();
  const name = inside("waiting-room", "#name") as HTMLInputElement;
  name.value = "Bob";
  name.dispatchEvent(new Event("input"));
  inside("waiting-room", "li button")!.click();
  await settle();
  meet();
  const [, wish] = calls.find(([what]) => what === "POST /api/tables/t1/seats")!;
  expect(wish).toMatchObject({ seat: 1, name: "Bob" });
  expect((wish as { nonce: string }).nonce).toMatch(/^[0-9a-f]{8,64}$/);
  expect(of(1).sent[0]).toMatchObject({ seat: 1, token: "fresh" });
});

test("unread talk is counted until the chat is opened", async () => {
  await come();
  of(0).say(update());
  of(0).say({ type: "chat", number: 1, seat: 1, name: "Bob", text: "Hello!", time: "" });
  await settle();
  expect(shadow().querySelector(".badge")!.textContent).toContain("1");
  shadow().querySelector<HTMLElement>("[aria-expanded]:not(.narrow)")!.click();
  await settle();
  expect(shadow().querySelector(".badge")).toBeNull();
});

test("a board may ask the coach, once a question and only where a hint may be had", async () => {
  await come();
  const ask = () => board().dispatchEvent(new CustomEvent("advise", { bubbles: true, composed: true }));
  of(0).say(update({ question }));
  await settle();
  ask();
  expect(of(0).sentOf("hint")).toEqual([]);
  of(0).say(update({ question: { ...question, number: 5, hint: true } }));
  await settle();
  ask();
  ask();
  await settle();
  expect(
    of(0)
      .sentOf("hint")
      .map((message) => message.question),
  ).toEqual([5]);
  expect(inside("question-bar", ".tools button")!.textContent).toContain("Thinking");
  const hints = [{ action: "bid 1", label: "Bid 1", chance: null, text: "worth 4" }];
  of(0).say({ type: "hints", id: of(0).sentOf("hint")[0]!.id as string, question: 5, hints });
  await settle();
  expect(board().hints).toEqual(hints);
  expect(inside("question-bar", ".tools button")!.textContent).toContain("Hint");
  expect(inside("question-bar", ".hint")!.textContent!.trim()).toBe("worth 4");
  ask();
  await settle();
  expect(of(0).sentOf("hint").length).toBe(1);
});

test("a board may take the last answer back, where there is one", async () => {
  await come();
  const undo = () => board().dispatchEvent(new CustomEvent("undo", { bubbles: true, composed: true }));
  of(0).say(update({ question, undo: null }));
  await settle();
  undo();
  expect(of(0).sentOf("undo")).toEqual([]);
  of(0).say(update({ undo: 3 }));
  await settle();
  undo();
  expect(
    of(0)
      .sentOf("undo")
      .map((message) => message.question),
  ).toEqual([3]);
});

test("what the game has to say of the options is told until it is waved away", async () => {
  store.notice("t1", ["The husk is worth nothing.", "So is the shell."]);
  await come();
  expect(shadow().querySelector(".note.told")!.textContent).toContain("The husk is worth nothing. So is the shell.");
  shadow().querySelector<HTMLButtonElement>(".note.told button")!.click();
  await settle();
  expect(shadow().querySelector(".note.told")).toBeNull();
});

test("the pace of the others is chosen, kept and told to the board; skip shows the newest", async () => {
  store.pace = "";
  await come();
  of(0).say(update());
  await settle();
  const choice = shadow().querySelector<HTMLSelectElement>("#pace")!;
  expect([shadow().querySelector("label[for=pace]")!.textContent, choice.value, board().pace, board().quiet]).toEqual([
    "Pace",
    "normal",
    700,
    false,
  ]);
  choice.value = "slow";
  choice.dispatchEvent(new Event("change"));
  expect([store.pace, board().pace]).toEqual(["slow", 1400]);
  (page as unknown as { device: DeviceSession }).device.updates.pace = 3_600_000; // slower than any machine
  for (const number of [1, 2, 3]) of(0).say(update({ lines: [line(number)], view: { prize: number } }));
  await settle();
  expect(board().view).toEqual({ prize: 1 });
  const log = () => [...inside("log-panel", "ol")!.querySelectorAll("li")].length;
  expect(log()).toBe(1);
  inside("question-bar", ".skip")!.click();
  await settle();
  expect([board().view, log(), inside("question-bar", ".skip")]).toEqual([{ prize: 3 }, 3, null]);
  for (const number of [4, 5, 6]) of(0).say(update({ lines: [line(number)], view: { prize: number } }));
  await settle();
  key("Escape");
  await settle();
  expect(board().view).toEqual({ prize: 6 });
  choice.value = "once";
  choice.dispatchEvent(new Event("change"));
  expect([board().pace, board().quiet]).toEqual([0, true]);
  for (const number of [7, 8]) of(0).say(update({ lines: [line(number)], view: { prize: number } }));
  await settle();
  expect(board().view).toEqual({ prize: 8 });
  store.pace = "";
});

test("who plays alone has no others to hurry", async () => {
  store.pace = "once";
  answers["GET /api/tables/t1"] = () => [200, table({ seats: table().seats.slice(0, 1) })];
  await come();
  of(0).say({ type: "welcome", table: table({ seats: table().seats.slice(0, 1) }), viewer: 0 });
  of(0).say(update());
  await settle();
  expect([shadow().querySelector("#pace"), board().pace, board().quiet]).toEqual([null, 700, false]);
  store.pace = "";
});

const lesson = {
  title: "First steps",
  say: "Look at the bag.",
  look: ["log", "field:bag"],
  allow: [],
  next: true,
  step: 1,
  steps: 3,
};
const coach = () => shadow().querySelector<LessonCard>("lesson-card")!;
const turned = () =>
  of(0)
    .sentOf("lesson")
    .map(({ step, leave }) => [step, leave]);

test("a lesson: the coach speaks, the board is told, and what it speaks of is lit", async () => {
  await come();
  of(0).say(update({ question, lesson }));
  await settle();
  expect(coach().lesson!.say).toBe("Look at the bag.");
  expect(board().lesson).toEqual(lesson);
  expect(shadow().querySelector<HTMLElement>(".page")!.dataset.look).toBe("log field:bag");
  expect(inside("question-bar", ".choices")).toBeNull(); // it must be read first
  of(0).say(update({ question, lesson: { ...lesson, next: false, step: 2, allow: ["bid 1"] } }));
  await settle();
  expect(inside("question-bar", ".choices")).not.toBeNull();
  of(0).say(update({ question }));
  await settle();
  expect(coach()).toBeNull();
  expect(board().lesson).toBeNull();
});

test("a page is turned by its button or by Enter, once", async () => {
  await come();
  of(0).say(update({ lesson }));
  await settle();
  coach().shadowRoot!.querySelector<HTMLElement>(".next")!.click();
  key("Enter");
  await settle();
  expect(turned()).toEqual([[1, false]]);
  of(0).say({ type: "receipt", id: of(0).sentOf("lesson")[0]!.id as string, question: 0, again: false });
  of(0).say(update({ lesson: { ...lesson, step: 2 } }));
  await settle();
  key("Enter");
  await settle();
  expect(turned()).toEqual([
    [1, false],
    [2, false],
  ]);
});

test("a lesson is left where it stands, also in the middle of a question", async () => {
  await come();
  of(0).say(update({ question, lesson: { ...lesson, next: false, step: 2 } }));
  await settle();
  key("Enter"); // does nothing: an answer is awaited
  coach().dispatchEvent(new CustomEvent("leave"));
  await settle();
  expect(turned()).toEqual([[2, true]]);
});

test("what the lesson refused is said at the question", async () => {
  await come();
  of(0).say(update({ question, lesson: { ...lesson, next: false, step: 2, look: ["question"] } }));
  await settle();
  key("0");
  await settle();
  of(0).say({
    type: "refused",
    id: of(0).sentOf("answer")[0]!.id as string,
    code: "illegal",
    rule: "lesson",
    sentence: "Bid something.",
  });
  await settle();
  expect(inside("question-bar", "[role=alert]")!.textContent).toContain("Bid something.");
});
