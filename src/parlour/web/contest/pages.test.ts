import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Contest, Session } from "../kit/server.js";
import { store } from "../kit/store.js";
import type { Game, Update } from "../kit/types.js";
import { ScriptedSocket } from "../play/scripted-socket.js";
import "./contest-page.js";
import { humanise, requestOf } from "./open-session.js";
import { recorded, zipped } from "../../games/stumped/web/recorded.js";
import { heldKey, heldSeat } from "./session-parts.js";
import "./sit-page.js";
import "./viewer-page.js";
import "./watch-page.js";

const stumped: Game = {
  id: "stumped",
  title: "Stumped",
  version: 1,
  blurb: "",
  seats: [2],
  longest_name: 24,
  options: [],
  bots: ["chief"],
  levels: {},
  best: "chief",
  board: null,
  gamelog_reader: "/src/parlour/games/stumped/web/gamelog.ts",
  contest: true,
  events: [],
  things: {},
  view: [],
};
const contest: Contest = {
  game: "stumped",
  title: "Stumped",
  gameName: "Stumped",
  bots: ["chief", "random"],
  best: "chief",
  port: 3456,
  settings: [
    { key: "maxTurns", kind: "number", default: 500, least: 1, help: "" },
    { key: "randomSeed", kind: "text", default: "", least: null, help: "" },
    { key: "playerStartingTime", kind: "number", default: 60e9, least: 1, help: "" },
    { key: "playerNames", kind: "texts", default: [], least: null, help: "" },
  ],
};
const session = (name: string, changes: Partial<Session> = {}): Session => ({
  session: name,
  state: "open",
  turn: 0,
  turns: 500,
  gamelog: null,
  record: null,
  winner: null,
  reason: null,
  players: [
    { name: "Oak", index: 0, kind: "client", here: true },
    { name: null, index: 1, kind: null, here: false },
  ],
  ...changes,
});

vi.setConfig({ testTimeout: 60_000 }); // only a limit for busy machines: no test waits that long
const until = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 });

let answers: Record<string, unknown>;
let posted: { address: string; body: unknown }[];
const blank = () => new Response("{}", { status: 404 });

beforeEach(() => {
  answers = {
    "/api/contest": contest,
    "/api/contest/sessions": [],
    "/gamelogs": ["Stumped-c-1", "Stumped-old-1"],
    "/api/games": [stumped],
    "/api/games/stumped": stumped,
  };
  posted = [];
  ScriptedSocket.all = [];
  vi.stubGlobal("WebSocket", ScriptedSocket);
  vi.stubGlobal("fetch", async (address: string, init?: RequestInit) => {
    if (init?.method === "POST") posted.push({ address, body: JSON.parse(String(init.body)) });
    const found = answers[address];
    return found === undefined
      ? blank()
      : found instanceof Response
        ? found.clone()
        : new Response(JSON.stringify(found));
  });
});
afterEach(() => {
  document.body.innerHTML = "";
  vi.unstubAllGlobals();
  localStorage.clear();
});

function place<T extends HTMLElement>(name: string, properties: object = {}): T {
  const page = Object.assign(document.createElement(name), properties) as T;
  document.body.append(page);
  return page;
}
const text = (page: Element): string => (page.shadowRoot!.textContent ?? "").replace(/\s+/g, " ");
const find = <T extends Element>(page: Element, path: string): T | null =>
  path
    .split(" >> ")
    .reduce<Element | null>((at, part) => (at?.shadowRoot ?? at)?.querySelector(part) ?? null, page) as T | null;

describe("the contest page", () => {
  it("says how to start one where there is none, and asks only for the games", async () => {
    answers = { "/api/games": [{ ...stumped, id: "draughts", contest: undefined }, stumped] };
    const asked = vi.spyOn(globalThis, "fetch");
    const page = place("contest-page");
    await until(() => expect(text(page)).toContain("parlour contest stumped"));
    expect(text(page)).not.toContain("draughts");
    expect(asked.mock.calls.map(([address]) => address)).toEqual(["/api/games"]);
  });

  it("is friendly when nothing is going on, and tells how to connect", async () => {
    const page = place("contest-page", { mode: "contest" });
    await until(() => expect(text(page)).toContain("No match yet."));
    expect(text(page)).toContain("python3 main.py Stumped -s localhost -p 3456");
  });

  it("lists what runs, waits and is over", async () => {
    answers["/api/contest/sessions"] = [
      session("a", {
        state: "running",
        turn: 12,
        players: [
          { name: "Oak", index: 0, kind: "client", here: true },
          { name: "Ann", index: 1, kind: "human", here: false },
        ],
      }),
      session("b"),
      session("c", { state: "over", winner: 0, reason: "Ten lodges", gamelog: "Stumped-c-1", record: "c-1" }),
    ];
    const page = place("contest-page", { mode: "contest" });
    await until(() => expect(text(page)).toContain("Running 1"));
    expect(text(page)).toContain("turn 12 of 500");
    expect(text(page)).toContain("waits for one player");
    expect(text(page)).toContain("Ten lodges");
    expect(find(page, ".older")!.textContent!.trim()).toBe("Stumped-old-1"); // of a match without a session
    expect(find<HTMLAnchorElement>(page, "[data-session=c] a")!.getAttribute("href")).toBe("/viewer?log=Stumped-c-1");
    expect(find<HTMLAnchorElement>(page, "[data-session=c] a[download='c-1.parlour']")!.getAttribute("href")).toBe(
      "/records/c-1",
    );
  });

  it("lets a bot play for a missing client", async () => {
    answers["/api/contest/sessions"] = [session("b")];
    answers["/api/contest/sessions/b/bot"] = session("b");
    const page = place("contest-page", { mode: "contest" });
    await until(() => expect(find(page, "[data-session=b] form")).not.toBeNull());
    find<HTMLFormElement>(page, "[data-session=b] form")!.dispatchEvent(
      new SubmitEvent("submit", { cancelable: true }),
    );
    await until(() =>
      expect(posted).toEqual([{ address: "/api/contest/sessions/b/bot", body: { index: 1, bot: "chief" } }]),
    );
  });

  it("opens a session, and leads who plays to the seat", async () => {
    history.replaceState(null, "", "/contest");
    answers["/api/contest/sessions"] = [];
    const page = place("contest-page", { mode: "contest" });
    await until(() => expect(find(page, "open-session >> form")).not.toBeNull());
    find<HTMLSelectElement>(page, "open-session >> [name=seat-0]")!.value = "you";
    answers["/api/contest/sessions"] = { ...session("7"), seats: [{ index: 0, token: "secret" }], key: "mine" };
    find<HTMLFormElement>(page, "open-session >> form")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    await until(() => expect(location.pathname).toBe("/contest/7/sit"));
    expect(posted[0]!.body).toMatchObject({
      seats: ["human:Player", "bot:chief"],
      settings: { playerStartingTime: 3_600e9 },
    });
    expect(heldSeat.find("7")).toBe("secret");
  });

  it("closes a session that was opened here", async () => {
    answers["/api/contest/sessions"] = [session("a"), session("b")];
    heldKey.keep("b", "k e");
    const page = place("contest-page", { mode: "contest" });
    await until(() => expect(find(page, "[data-session=b] .close")).not.toBeNull());
    expect(find(page, "[data-session=a] .close")).toBeNull();
    find<HTMLButtonElement>(page, "[data-session=b] .close")!.click(); // the server refuses
    await until(() => expect(find(page, "[data-session=b] [role=alert]")?.textContent).toContain("refused"));
    answers["/api/contest/sessions/b?key=k%20e"] = {};
    find<HTMLButtonElement>(page, "[data-session=b] .close")!.click();
    await until(() => expect(heldKey.find("b")).toBeNull());
  });
});

describe("a wish", () => {
  const form = (said: Record<string, string>) => {
    const data = new FormData();
    for (const [key, value] of Object.entries(said)) data.set(key, value);
    return data;
  };
  it("says only what is not the usual, in the contest's own measures", () => {
    expect(
      requestOf(
        form({ "seat-0": "", "seat-1": "bot:random", maxTurns: "500", playerStartingTime: "2.5", session: " x " }),
        contest.settings,
        "Ann",
      ),
    ).toEqual({ seats: [null, "bot:random"], session: "x", settings: { playerStartingTime: 2.5e9 } });
    expect(
      requestOf(
        form({ "seat-0": "you", "seat-1": "", playerStartingTime: "60", randomSeed: "abc" }),
        contest.settings,
        "Ann",
      ),
    ).toEqual({ seats: ["human:Ann", null], settings: { randomSeed: "abc" } });
  });
  it("is spelled in words", () => expect(humanise("maxBranchSpawners")).toBe("Max branch spawners"));
});

describe("the watch page", () => {
  const match = () => recorded("current-builder-raider");
  const head = {
    type: "head",
    gameName: "Stumped",
    gameSession: "b",
    constants: { DELTA_REMOVED: "&RM", DELTA_LIST_LENGTH: "&LEN" },
    settings: {},
  };
  const say = (message: unknown) => ScriptedSocket.last.onmessage!({ data: JSON.stringify(message) });

  async function watching(state: Session["state"] = "running"): Promise<HTMLElement> {
    const sockets = ScriptedSocket.all.length;
    answers["/api/contest/sessions/b"] = session("b", { state });
    const page = place<HTMLElement>("watch-page", { session: "b" });
    await until(() => expect(ScriptedSocket.all.length).toBe(sockets + 1));
    return page;
  }

  it("waits for the players, and lets a bot play", async () => {
    answers["/api/contest/sessions/b"] = session("b");
    const page = place("watch-page", { session: "b" });
    await until(() => expect(text(page)).toContain("The match begins when both players are here."));
    expect(text(page)).toContain("-r b");
    await until(() => expect(ScriptedSocket.last?.url).toMatch(/\/api\/contest\/watch\/b$/));
  });

  it("follows the match, comes back after a break, and ends", async () => {
    const { entries } = match();
    const page = await watching();
    say(head);
    for (const entry of entries.slice(0, 100)) say({ type: "entry", entry });
    await until(() => expect(find(page, "match-view >> .now")?.textContent).toContain("99 of 99"));
    expect(find(page, "match-view >> .live")!.textContent).toContain("Live");

    ScriptedSocket.last.breakOff();
    await until(() => expect(text(page)).toContain("The connection is lost"));
    window.dispatchEvent(new Event("online"));
    expect(ScriptedSocket.all.length).toBe(2);
    say(head);
    for (const entry of entries) say({ type: "entry", entry });
    await until(() =>
      expect(find(page, "match-view >> .now")?.textContent).toContain(`${entries.length - 1} of ${entries.length - 1}`),
    );
    say({ type: "end", winners: [{ index: 1, name: "P1", reason: "x" }], losers: [], gamelog: "G", record: "R" });
    await until(() => expect(find(page, "match-view >> .end")?.textContent).toContain("P1 wins"));
    expect(find(page, "match-view >> .live")).toBeNull();
    expect(find<HTMLAnchorElement>(page, "match-view >> a[download='R.parlour']")).not.toBeNull();
  });

  it("shows a match that ended before it was drawn at its end, and one of yesterday from its beginning", async () => {
    const { entries } = match();
    const last = entries.length - 1;
    for (const [state, at] of [
      ["running", last],
      ["over", 0],
    ] as const) {
      const page = await watching(state);
      say(head);
      for (const entry of entries) say({ type: "entry", entry });
      say({ type: "end", winners: [{ index: 1, name: "P1", reason: "x" }], losers: [], gamelog: "G", record: "R" });
      await until(() => expect(find(page, "match-view >> .now")?.textContent).toContain(`${at} of ${last}`));
      expect(find(page, "match-view >> .end") !== null).toBe(at === last);
      page.remove();
    }
  });

  it("lets one look back while the match goes on, and catch up", async () => {
    const { entries } = match();
    const page = await watching();
    say(head);
    for (const entry of entries.slice(0, 50)) say({ type: "entry", entry });
    const now = () => find(page, "match-view >> .now")?.textContent ?? "";
    await until(() => expect(now()).toContain("49 of 49"));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
    await until(() => expect(now()).toContain("0 of 49"));
    for (const entry of entries.slice(50, 80)) say({ type: "entry", entry });
    await until(() => expect(now()).toContain("0 of 79"));
    const live = find<HTMLButtonElement>(page, "match-view >> .live")!;
    expect(live.textContent).toContain("Follow live");
    live.click();
    await until(() => expect(now()).toContain("79 of 79"));
  });

  it("tells of one moment everywhere, and leaves out what a slow board would still act out", async () => {
    const { entries } = match();
    const page = await watching();
    const send = (from: number, to: number) => {
      for (const entry of entries.slice(from, to)) say({ type: "entry", entry });
    };
    say(head);
    send(0, 50);
    const now = () => find(page, "match-view >> .now")?.textContent ?? "";
    await until(() => expect(now()).toContain("49 of 49"));
    const board = find<HTMLElement & { view: { turn: number }; settled: Promise<void>; events: unknown[] }>(
      page,
      "match-view >> default-board",
    )!;
    const was = board.view.turn;
    board.settled = new Promise(() => {}); // as slow as can be
    send(50, 53);
    await until(() => expect(now()).toContain("49 of 52"));
    await until(() => expect(board.events.length).toBeGreaterThan(0));
    expect([board.view.turn, find(page, "match-view >> .slide")!.textContent]).toEqual([was, `Turn ${was}`]);
    send(53, 400);
    await vi.waitFor(() => expect(now()).toContain("399 of 399"), { timeout: 2_500 });
    expect(find(page, "match-view >> .slide")!.textContent).toBe(`Turn ${board.view.turn}`);
  });

  it("says why there is nothing to watch", async () => {
    const page = await watching();
    say({ type: "refused", id: null, code: "missing", sentence: "There is no session of that name." });
    await until(() => expect(text(page)).toContain("There is no session of that name."));
  });
});

describe("the viewer page", () => {
  beforeEach(() => history.replaceState(null, "", "/viewer"));
  const drop = (page: HTMLElement, file: File) => (page as unknown as { open(file: File): void }).open(file);
  const log = (name: string) => new File([new Uint8Array(zipped(name))], `${name}.json.gz`);
  const now = (page: HTMLElement) => find(page, "match-view >> .now")?.textContent ?? "";
  const press = (key: string, how: KeyboardEventInit = {}) =>
    window.dispatchEvent(new KeyboardEvent("keydown", { key, ...how }));

  it("shows a gamelog, entry by entry and turn by turn", async () => {
    const page = place<HTMLElement>("viewer-page");
    await until(() => expect(text(page)).toContain("Drop a gamelog"));
    drop(page, log("current-builder-raider"));
    await until(() => expect(now(page)).toContain("0 of 1661"));
    await until(() => expect(find(page, "match-view >> default-board")).not.toBeNull());
    expect(find(page, "match-view >> default-board")!.getAttribute("curves")).toBe("off");
    press("ArrowRight");
    await until(() => expect(now(page)).toContain("1 of 1661"));
    press("ArrowRight", { shiftKey: true });
    await until(() => expect(now(page)).toContain("P1 begins turn 1"));
    press("PageDown");
    await until(() => expect(now(page)).toContain("P0 begins turn 2"));
    press("ArrowLeft");
    press("ArrowLeft", { shiftKey: true });
    await until(() => expect(now(page)).toContain("P1 begins turn 1"));
    press("End");
    await until(() => expect(find(page, "match-view >> .end")?.textContent).toContain("Reached 10/10 lodges!"));
    find(page, "match-view >> history-chart")!.dispatchEvent(new CustomEvent("pick", { detail: { round: 10 } }));
    await until(() => expect(now(page)).toContain("P0 begins turn 22"));
    const list = find(page, "match-view >> order-list")!;
    await until(() => expect(list.shadowRoot!.querySelectorAll("li").length).toBeGreaterThan(2));
    list.shadowRoot!.querySelectorAll<HTMLButtonElement>("button")[1]!.click();
    await until(() => expect(list.shadowRoot!.querySelectorAll("li")[1]!.className).toBe("now"));
  });

  it("plays over refused orders", async () => {
    const page = place<HTMLElement>("viewer-page");
    drop(page, log("current-random-random"));
    await until(() => expect(now(page)).toContain("0 of 13029"));
    await until(() => expect(find(page, "match-view >> default-board")).not.toBeNull());
    vi.useFakeTimers();
    press(" ");
    for (let second = 0; second < 6; second += 1) await vi.advanceTimersByTimeAsync(1_000);
    press(" ");
    vi.useRealTimers();
    const seen = Number(/(\d+) of/.exec(now(page))![1]);
    expect(seen).toBeGreaterThan(8);
    expect(find(page, "match-view >> .now b")!.className).toBe("");
  });

  it("says in a sentence what is no gamelog, and keeps the match that is shown", async () => {
    const page = place<HTMLElement>("viewer-page");
    drop(page, new File(["hello"], "a.txt"));
    await until(() => expect(text(page)).toContain("This is not a gamelog"));
    drop(page, log("contest2017-builder-raider"));
    await until(() => expect(now(page)).toContain("0 of 1462"));
    drop(page, new File(["[]"], "b.json"));
    await until(() => expect(find(page, "[role=alert]")!.textContent).toContain("it has no list of deltas"));
    expect(now(page)).toContain("0 of 1462");
  });

  it("opens a gamelog of the contest by its name", async () => {
    answers["/gamelog/friday%201"] = new Response(new Uint8Array(zipped("contest2017-builder-raider")));
    history.replaceState(null, "", "/viewer?log=friday%201");
    const page = place<HTMLElement>("viewer-page");
    await until(() => expect(now(page)).toContain("0 of 1462"));
    history.replaceState(null, "", "/viewer?log=nothing");
    window.dispatchEvent(new Event("parlour-go"));
    await until(() =>
      expect(find(page, "[role=alert]")!.textContent).toContain("There is no gamelog of that name here."),
    );
  });

  it("sends a record to be filmed", async () => {
    answers["/api/films"] = {
      id: "",
      game: stumped,
      names: ["Ann", "Bob"],
      players: ["human", "human"],
      options: {},
      viewer: null,
      version: 1,
      digest: "",
      dealer: { kind: "fast", commitment: "", nonces: [], seed: "", given: 0 },
      frames: [
        { at: 0, who: null, text: "", lines: [], view: {}, captions: {}, lights: [] },
        { at: 41, who: 0, text: "41 answers", lines: [], view: {}, captions: {}, lights: [] },
      ],
      result: null,
      review: [],
    };
    const page = place<HTMLElement>("viewer-page");
    const record = '{"parlour":1,"game":"stumped"}\n';
    drop(page, new File([record], "a.parlour"));
    await until(() => expect(find(page, "film-view >> .now")?.textContent).toContain("0 of 41"));
    expect(posted).toEqual([{ address: "/api/films", body: { record } }]);
  });
});

describe("a seat at a contest", () => {
  const say = (message: unknown) => ScriptedSocket.last.onmessage!({ data: JSON.stringify(message) });
  const update = (changes: Partial<Update> = {}) => ({
    type: "update",
    state: "playing",
    lines: [],
    view: { turn: 0 },
    captions: {},
    question: null,
    lights: [1],
    clocks: null,
    undo: null,
    result: null,
    review: [],
    names: ["Ann", "chief"],
    ...changes,
  });
  const question = (number: number) => ({
    number,
    text: "Which beaver?",
    hint: false,
    lapse: null,
    choices: [{ action: "end", label: "End the turn", reason: null }],
  });

  async function seated(): Promise<HTMLElement> {
    answers["/api/contest/sessions/b"] = session("b", {
      players: [
        { name: "Ann", index: 0, kind: "human", here: true },
        { name: "chief", index: 1, kind: "bot", here: true },
      ],
    });
    const page = place<HTMLElement>("sit-page", { session: "b" });
    await until(() => expect(find(page, "form.sit")).not.toBeNull());
    find<HTMLInputElement>(page, "form.sit input")!.value = "Ann";
    find<HTMLFormElement>(page, "form.sit")!.dispatchEvent(new SubmitEvent("submit", { cancelable: true }));
    expect(ScriptedSocket.last.url).toMatch(/\/api\/contest\/sit\/b\?name=Ann$/);
    say({ type: "seated", token: "t0", seat: 0, session: "b", state: "open" });
    return page;
  }

  it("is taken under a name, asks, answers and ends", async () => {
    const page = await seated();
    expect(store.name).toBe("Ann");
    await until(() => expect(text(page)).toContain("The match begins when both players are here."));
    say(update({ question: question(1), lights: [0] }));
    await until(() => expect(find(page, "question-bar >> .text")?.textContent).toBe("Which beaver?"));
    expect(find(page, "question-bar >> .undo")).toBeNull();
    find(page, ".felt > *")!.dispatchEvent(new CustomEvent("undo", { bubbles: true })); // by a key
    await until(() =>
      expect(find(page, "question-bar >> [role=alert]")?.textContent).toContain("cannot be taken back"),
    );
    expect(ScriptedSocket.last.sentOf("undo")).toEqual([]);
    find<HTMLButtonElement>(page, "question-bar >> .choice button")!.click();
    expect(ScriptedSocket.last.sentOf("answer")).toEqual([{ type: "answer", id: "1", question: 1, action: "end" }]);
    say({ type: "refused", id: "1", code: "illegal", sentence: "That beaver sleeps." });
    await until(() => expect(find(page, "question-bar >> [role=alert]")?.textContent).toContain("That beaver sleeps."));
    say(update());
    await until(() => expect(find(page, "question-bar >> .text")?.textContent).toContain("chief is thinking."));
    say({ type: "end", winners: [{ index: 0, reason: "Ten lodges" }], losers: [], gamelog: "G", record: null });
    await until(() => expect(find(page, ".over")?.textContent).toContain("You win!"));
    expect(find(page, ".over")!.textContent).toContain("Ten lodges");
    expect(heldSeat.find("b")).toBeNull();
  });

  it("is given up after a second thought", async () => {
    const page = await seated();
    say(update());
    await until(() => expect(find(page, ".give-up")).not.toBeNull());
    expect(find(page, ".tools a[href='/rules/stumped']")).not.toBeNull();
    find<HTMLButtonElement>(page, ".give-up")!.click();
    await until(() => expect(find(page, ".surely")).not.toBeNull());
    expect(ScriptedSocket.last.sentOf("forfeit")).toEqual([]);
    find<HTMLButtonElement>(page, ".surely")!.click();
    expect(ScriptedSocket.last.sentOf("forfeit")).toEqual([{ type: "forfeit" }]);
    say({
      type: "end",
      winners: [{ index: 1, reason: "The opponent gave up" }],
      losers: [{ index: 0, reason: "Gave up" }],
      gamelog: null,
      record: null,
    });
    await until(() => expect(find(page, ".over")?.textContent).toContain("You lose."));
    expect(find(page, ".give-up")).toBeNull();
  });

  it("comes back to the seat it holds", async () => {
    const page = await seated();
    say(update({ question: question(1) }));
    ScriptedSocket.last.breakOff();
    await until(() => expect(text(page)).toContain("The connection is lost"));
    window.dispatchEvent(new Event("online"));
    expect(ScriptedSocket.last.url).toMatch(/\?token=t0$/);
    say({ type: "seated", token: "t0", seat: 0, session: "b", state: "running" });
    say(update({ question: question(4) }));
    await until(() => expect(find(page, "question-bar >> .text")?.textContent).toBe("Which beaver?"));
  });

  it("knows when it is played elsewhere, and when a token is of yesterday", async () => {
    const page = await seated();
    ScriptedSocket.last.breakOff(1000);
    await until(() => expect(text(page)).toContain("played in another window"));
    page.remove();
    heldSeat.keep("b", "old");
    const again = place("sit-page", { session: "b" });
    await until(() => expect(ScriptedSocket.last.url).toMatch(/\?token=old$/));
    say({ type: "refused", id: null, code: "token", sentence: "This token holds no seat here." });
    await until(() => expect(find(again, "form.sit")).not.toBeNull());
    expect(heldSeat.find("b")).toBeNull();
  });
});
