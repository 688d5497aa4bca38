import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepResult } from "../kit/results.js";
import { store } from "../kit/store.js";
import type { Game } from "../kit/types.js";
import { firstForm, oneClick } from "./setup.js";
import { join, ready, start } from "./start.js";

const magpie: Game = {
  id: "magpie",
  title: "Magpie",
  version: 1,
  blurb: "",
  seats: [2, 3],
  longest_name: 24,
  options: [],
  bots: ["random"],
  levels: { easy: "random" },
  best: "random",
  board: null,
  view: [],
  things: {},
  events: [],
};
const table = { id: "T1", game: "magpie", title: "Magpie" };

/** A server that sets up T1 and seats everybody except those it is told to refuse. */
function fakeServer(refuse: string[] = []): { address: string; body: Record<string, unknown> }[] {
  const asked: { address: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    asked.push({ address, body });
    if (refuse.includes(body.name))
      return new Response('{"code": "taken", "sentence": "That name is taken."}', { status: 409 });
    return new Response(
      JSON.stringify(address === "/api/tables" ? table : { seat: body.seat, token: "secret", table }),
      { status: 201 },
    );
  });
  return asked;
}

beforeEach(() => {
  localStorage.clear();
  history.replaceState(null, "", "/");
});
afterEach(() => vi.unstubAllGlobals());

const bones: Game = {
  ...magpie,
  id: "bones",
  seats: [1],
  options: [{ name: "tutorial", type: "bool", default: true, help: "" }],
  again: { tutorial: false },
  daily: "The city of the day",
};

describe("a solitaire", () => {
  it("has its lesson until the first result", () => {
    expect(ready(bones).options.tutorial).toBe(true);
    keepResult("bones", { winners: [], rows: [], record: "a", score: { level: "usual", value: 1, text: "" } });
    expect(ready(bones).options.tutorial).toBe(false);
  });

  it("asks for the match of the day, and does not remember it as the last form", async () => {
    const asked = fakeServer();
    await start(bones, { ...ready(bones), names: ["Ann"] }, true);
    expect(asked[0]!.body.daily).toBe(true);
    expect(store.kept("setup.bones", null)).toBeNull();
    await start(bones, ready(bones));
    expect(asked[2]!.body).not.toHaveProperty("daily");
  });
});

describe("start", () => {
  it("sets the table, takes this device's seats in order, remembers, and goes there", async () => {
    const asked = fakeServer();
    await start(magpie, { ...firstForm(magpie, "quick", "Ann"), seats: 3 });
    expect(asked.map((call) => [call.address, call.body.seat, call.body.name])).toEqual([
      ["/api/tables", undefined, undefined],
      ["/api/tables/T1/seats", 0, "Ann"],
      ["/api/tables/T1/seats", 1, "Player 2"],
      ["/api/tables/T1/seats", 2, "Player 3"],
    ]);
    expect(new Set(asked.slice(1).map((call) => call.body.nonce)).size).toBe(3);
    expect([location.pathname, store.name, store.tables[0]!.seats]).toEqual(["/t/T1", "Ann", [0, 1, 2]]);
    expect(ready(magpie).seats).toBe(3);
    expect(JSON.stringify({ ...localStorage })).not.toContain("secret");
  });
  it("keeps what the game has to say of the table until it is read there", async () => {
    vi.stubGlobal(
      "fetch",
      async (address: string) =>
        new Response(
          JSON.stringify(
            address === "/api/tables" ? { ...table, notices: ["Mind the gap."] } : { seat: 0, token: "secret", table },
          ),
          { status: 201 },
        ),
    );
    await start(magpie, oneClick(magpie));
    expect([store.noticed("T1"), store.noticed("T2")]).toEqual([["Mind the gap."], []]);
  });
  it("stays where it is when a seat is refused", async () => {
    fakeServer(["Player 1"]);
    await expect(start(magpie, oneClick(magpie))).rejects.toMatchObject({ code: "taken" });
    expect([location.pathname, store.tables]).toEqual(["/", []]);
  });
});

describe("ready", () => {
  it("keeps a solitaire out of the list, even one that was listed before", async () => {
    const alone = { ...magpie, seats: [1] };
    const asked = fakeServer();
    await start(alone, firstForm(alone, "solo", "Ann"));
    await start(alone, ready(alone));
    expect(asked.filter((call) => call.address === "/api/tables").map((call) => call.body.listed)).toEqual([
      true,
      false,
    ]);
    expect(ready(magpie).listed).toBe(true);
  });
});

describe("join", () => {
  it("takes the seat under a name", async () => {
    const asked = fakeServer();
    await join({ ...table, seats: [] } as never, 1, " Bob ");
    expect([asked[0]!.body.seat, asked[0]!.body.name, location.pathname, store.name]).toEqual([
      1,
      "Bob",
      "/t/T1",
      "Bob",
    ]);
  });
});
