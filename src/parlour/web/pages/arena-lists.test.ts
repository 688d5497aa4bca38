import { afterEach, describe, expect, it, vi } from "vitest";
import type { Rating, TournamentRow } from "../kit/server.js";
import { ranked } from "./ratings-page.js";
import "./tournaments-page.js";

/** A page with these answers of the server. */
async function open(name: string, said: Record<string, unknown>): Promise<ShadowRoot> {
  vi.stubGlobal("fetch", async (address: string) => new Response(JSON.stringify(said[address] ?? [])));
  const page = document.createElement(name) as HTMLElement & { updateComplete: Promise<unknown> };
  document.body.append(page);
  await vi.waitFor(() => expect(page.shadowRoot!.querySelector(".card")).not.toBeNull());
  return page.shadowRoot!;
}
const texts = (root: ShadowRoot, selector: string) =>
  [...root.querySelectorAll(selector)].map((element) => element.textContent!.replace(/\s+/g, " ").trim());
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

describe("tournaments", () => {
  const row = (
    id: string,
    state: TournamentRow["state"],
    leader: string | null = "ev:3",
    game = "magpie",
  ): TournamentRow => ({
    id,
    game,
    title: game === "magpie" ? "Magpie" : "Bones",
    format: "swiss",
    state,
    created: "2026-01-01T00:00:00Z",
    entrants: 12,
    games: 19,
    leader,
  });

  it("are listed with those that are played first", async () => {
    const root = await open("tournaments-page", {
      "/api/tournaments": [row("a", "over"), row("b", "running", null), row("c", "stopped")],
    });
    expect([...root.querySelectorAll("li a")].map((link) => link.getAttribute("href"))).toEqual([
      "/tournaments/b",
      "/tournaments/a",
      "/tournaments/c",
    ]);
    expect(texts(root, ".facts")).toEqual([
      "12 entrants19 matches",
      "Won by ev:3 12 entrants19 matches",
      "Led by ev:3 12 entrants19 matches",
    ]);
  });

  it("of one game alone, if one wants", async () => {
    const root = await open("tournaments-page", {
      "/api/tournaments": [row("a", "over"), row("b", "over", "x", "bones")],
    });
    const select = root.querySelector("select")!;
    select.value = "bones";
    select.dispatchEvent(new Event("change"));
    await vi.waitFor(() => expect(root.querySelectorAll("li.card")).toHaveLength(1));
    expect(texts(root, "li h2")).toEqual(["Swiss tournament: Bones"]);
  });

  it("are still to come: how to start one", async () => {
    expect(texts(await open("tournaments-page", {}), "pre")[0]).toMatch(/^parlour tournament \w+ --entrants /);
  });
});

describe("ratings", () => {
  const row = (player: string, elo: number | null, rate = 0.5): Rating => ({
    game: "magpie",
    player,
    matches: 10,
    wins: 10 * rate,
    rate,
    low: 0.2,
    high: 0.8,
    elo,
    low_elo: elo && elo - 30,
    high_elo: elo && elo + 30,
    mu: elo && 25,
    sigma: elo && 2,
  });
  it("put the strongest first, and who cannot be compared last", () => {
    expect(ranked([row("a", null, 1), row("b", 1450), row("c", 1550)]).map((one) => one.player)).toEqual([
      "c",
      "b",
      "a",
    ]);
  });
  it("show Elo, what it is worth, OpenSkill and the rate of wins", async () => {
    const root = await open("ratings-page", {
      "/api/ratings": [row("b", 1450), row("people", 1490), row("c", 1600), row("new", null, 1)],
      "/api/games": [{ id: "magpie", title: "Magpie" }],
    });
    expect(texts(root, "section h2")).toEqual(["Magpie"]);
    expect(texts(root, "tbody th")).toEqual(["c", "People", "b", "new"]);
    expect(texts(root, "tbody td:first-child")).toEqual(["1", "2 2 to 3", "3 2 to 3", "–"]);
    const cells = [...root.querySelectorAll("tbody tr")].map((line) =>
      [...line.querySelectorAll("td")].map((cell) => cell.textContent!.replace(/\s+/g, " ").trim()),
    );
    expect(cells[0]).toEqual(["1", "1600", "from 1570 to 1630", "25.0 ± 3.9", "10", "5", "50.0 %"]);
    expect(cells[3]).toEqual(["–", "–", "", "–", "10", "10", "100.0 %"]);
  });
  it("are fetched again while somebody looks", async () => {
    const said = { "/api/ratings": [row("b", 1450)], "/api/games": [{ id: "magpie", title: "Magpie" }] };
    const root = await open("ratings-page", said);
    said["/api/ratings"] = [row("b", 1450), row("c", 1600)];
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(texts(root, "tbody th")).toEqual(["c", "b"]));
  });
  it("begin with nothing", async () =>
    expect(texts(await open("ratings-page", {}), "h2")).toEqual(["Nothing to rate yet"]));
});
