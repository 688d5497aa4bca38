import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Tournament } from "../kit/types.js";
import { cellText, shareOf } from "./cross-table.js";
import { tournament } from "./fixtures.js";
import { joined, numberOf } from "./match-list.js";
import { leaning, testWords } from "./test-list.js";
import { gathered, type TournamentPage } from "./tournament-page.js";

vi.setConfig({ testTimeout: 60_000 }); // the page is large and happy-dom is slow

let said: Tournament | null;
let asked: { address: string; tag: string | undefined }[];
let away: boolean;
let page: TournamentPage;

/** A server with one tournament that answers "unchanged" if it was already sent. */
beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  away = false;
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    if (away) throw new TypeError("Failed to fetch");
    const tag = (init.headers as Record<string, string>)["if-none-match"];
    asked.push({ address, tag });
    if (address.startsWith("/api/games/")) return new Response(JSON.stringify({ title: "Harmonic Took" }));
    if (address.includes("/matches?before=")) {
      const before = Number(address.split("=")[1]);
      return new Response(
        JSON.stringify(
          [1, 2].map((back) => ({
            id: `k3x-${before - back}`,
            number: before - back,
            names: ["ev:5", "greedy"],
            points: [3, 9],
            standings: [3, 9],
            faults: [0, 1],
          })),
        ),
      );
    }
    if (!said) return new Response('{"code": "missing", "sentence": "There is no such tournament."}', { status: 404 });
    const now = `"${said.totals.games}${said.state}"`;
    return tag === now
      ? new Response(null, { status: 304 })
      : new Response(JSON.stringify(said), { headers: { etag: now } });
  });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function open(what: Tournament | null): Promise<void> {
  said = what;
  page = Object.assign(document.createElement("tournament-page"), { tournament: "k3x" }) as TournamentPage;
  document.body.append(page);
  await settled();
}
async function settled(): Promise<void> {
  await vi.advanceTimersByTimeAsync(20);
  await page.updateComplete;
  await vi.advanceTimersByTimeAsync(20);
}
const looks = () => asked.filter(({ address }) => address === "/api/tournaments/k3x");
const inside = (name: string): ShadowRoot => page.shadowRoot!.querySelector(name)!.shadowRoot!;
const all = (root: ShadowRoot, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
const text = (element: Element | null | undefined) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
const names = () => all(inside("standings-table"), "button.name").map(text);

describe("a tournament that is over", () => {
  it("says who won, shows all entrants in order, and links every match", async () => {
    const whole = tournament();
    await open(whole);
    expect(text(page.shadowRoot!.querySelector("h1"))).toBe("Swiss tournament: Harmonic Took");
    expect(document.title).toBe("Swiss tournament of Harmonic Took · Parlour");
    expect(text(page.shadowRoot!.querySelector(".verdict h2"))).toMatch(
      new RegExp(`^${whole.standings[0]!.entrant} won by `),
    );
    expect(names()).toEqual(whole.standings.map((row) => row.entrant));
    for (const details of all(inside("match-list"), "details:not([open])") as HTMLDetailsElement[]) {
      details.open = true;
      details.dispatchEvent(new Event("toggle"));
      await settled();
    }
    const links = all(inside("match-list"), ".match > a").map((link) => link.getAttribute("href"));
    expect(links.sort()).toEqual(
      whole.rounds!.flatMap((round) => round.tables.map((table) => `/r/${table.match}`)).sort(),
    );
  });

  it("is not asked for again", async () => {
    await open(tournament());
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks()).toHaveLength(1);
  });

  it("opens a row to opponents and matches", async () => {
    const whole = tournament();
    await open(whole);
    all(inside("standings-table"), "button.more")[0]!.click();
    await settled();
    const row = whole.standings[0]!;
    const met = whole.rounds!.flatMap((round) => round.tables).filter((table) => table.seats.includes(row.entrant));
    expect(
      all(inside("standings-table"), ".inside a")
        .map((link) => link.getAttribute("href"))
        .reverse(),
    ).toEqual(met.map((table) => `/r/${table.match}`));
    for (const other of row.opponents)
      expect(text(inside("standings-table").querySelector(".inside"))).toContain(other);
  });

  it("tells complaints once each, with their matches, and marks the faults", async () => {
    const whole = tournament({ faulty: "Clever#3fa2c1", days: 2 });
    await open(whole);
    const lines = all(page.shadowRoot!, ".complaints li").map(text);
    expect(lines).toHaveLength(new Set(whole.complaints.map((one) => one.what)).size);
    expect(lines.join()).toContain("Clever#3fa2c1");
    expect(text(inside("standings-table").querySelector(".faults"))).toBe(
      `${whole.standings.find((row) => row.faults)!.faults} faults`,
    );
  });

  it("tells what was not counted", async () => {
    await open({ ...tournament(), doubts: [{ id: "k3x-7", what: "Its record ends otherwise." }] });
    expect(text(page.shadowRoot!.querySelector('[aria-labelledby="doubts"] li'))).toBe(
      "match 7Its record ends otherwise.",
    );
  });
});

describe("a tournament that is played", () => {
  it("waits for its first round with the field", async () => {
    await open(tournament({ sizes: [], state: "running", entrants: 24 }));
    expect(page.shadowRoot!.querySelector("standings-table")).toBeNull();
    expect(all(page.shadowRoot!, ".field li")).toHaveLength(24);
    said = tournament({ state: "running", entrants: 24 });
    await vi.advanceTimersByTimeAsync(2100);
    await settled();
    expect(names()).toHaveLength(24);
  });

  it("is asked for again with its tag, and stands still while nothing is new", async () => {
    await open(tournament({ state: "running" }));
    const row = inside("standings-table").querySelector("tr[data-row]");
    await vi.advanceTimersByTimeAsync(6500);
    expect(looks().length).toBeGreaterThanOrEqual(4);
    expect(
      looks()
        .slice(1)
        .every(({ tag }) => tag === '"19running"'),
    ).toBe(true);
    expect(inside("standings-table").querySelector("tr[data-row]")).toBe(row);
    said = { ...said!, state: "over" };
    await vi.advanceTimersByTimeAsync(2100);
    const before = looks().length;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(looks()).toHaveLength(before);
    expect(text(page.shadowRoot!.querySelector(".state"))).toBe("Over");
  });

  it("keeps the focus, the open rows and the lines that were raised when ranks change", async () => {
    await open(tournament({ state: "running" }));
    const table = inside("standings-table");
    const last = all(table, "button.name").at(-1)!;
    const label = text(last);
    last.click();
    all(table, "button.more").at(-1)!.click();
    await settled();
    last.focus();
    const turned = [...said!.standings].reverse().map((row, at) => ({ ...row, rank: at + 1 }));
    said = { ...said!, standings: turned, totals: { ...said!.totals, games: 20 } };
    await vi.advanceTimersByTimeAsync(2100);
    await settled();
    expect(names()[0]).toBe(label);
    expect(text(table.activeElement)).toBe(label);
    expect(table.querySelector("tbody tr + tr")!.classList.contains("inside")).toBe(true);
    expect(inside("rating-curves").querySelector(`button[data-label="${label}"]`)!.getAttribute("aria-pressed")).toBe(
      "true",
    );
  });

  it("says when the server is away, keeps what it has, and goes on when it is back", async () => {
    await open(tournament({ state: "running" }));
    away = true;
    await vi.advanceTimersByTimeAsync(2100);
    await settled();
    expect(text(page.shadowRoot!.querySelector("[role=alert]"))).toContain("does not answer");
    expect(names()).toHaveLength(12);
    away = false;
    await vi.advanceTimersByTimeAsync(2100);
    await settled();
    expect(page.shadowRoot!.querySelector("[role=alert]")).toBeNull();
  });
});

it("says that there is no such tournament, and asks no more", async () => {
  await open(null);
  expect(text(page.shadowRoot!.querySelector("h1"))).toBe("No such tournament");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks()).toHaveLength(1);
});

describe("a ladder", () => {
  it("shows its newest matches, and older ones when asked", async () => {
    await open(tournament({ format: "ladder", entrants: 5, sets: 100, state: "running" }));
    const matches = inside("match-list");
    const links = () => all(matches, ".match > a").map((link) => link.getAttribute("href"));
    expect([links()[0], links().length]).toEqual(["/r/k3x-200", 50]);
    all(matches, "button.older")[0]!.click();
    await settled();
    expect(asked.at(-1)!.address).toBe("/api/tournaments/k3x/matches?before=151");
    expect(links().slice(-2)).toEqual(["/r/k3x-150", "/r/k3x-149"]);
    expect(text(all(matches, ".match").at(-1)!.querySelector("li"))).toBe("1greedy 11 fault 9");

    said = tournament({ format: "ladder", entrants: 5, sets: 140, state: "running" });
    await vi.advanceTimersByTimeAsync(2100);
    await settled();
    expect([links()[0], links().length]).toEqual(["/r/k3x-200", 52]);
    all(matches, "button.older")[0]!.click();
    await settled();
    expect([links()[0], links().length]).toEqual(["/r/k3x-280", 50]);
  });

  it("has intervals, OpenSkill and tests", async () => {
    await open(tournament({ format: "ladder", sets: 200, state: "running" }));
    expect(all(inside("standings-table"), "thead th").map(text)).toContain("OpenSkill");
    expect(all(inside("standings-table"), ".bar .span")).toHaveLength(12);
    expect(all(inside("test-list"), "li")).toHaveLength(11);
  });

  it("joins what it has seen to what is new, unless something between was missed", () => {
    const at = (number: number) =>
      ({ match: `k-3-${number}` }) as Tournament["recent"] extends (infer T)[] | undefined ? T : never;
    const numbers = (tables: { match: string }[]) => tables.map((table) => numberOf(table.match));
    expect(numbers(joined([at(4), at(5)], [at(3), at(2)])!)).toEqual([5, 4, 3, 2]);
    expect(joined([at(9), at(8)], [at(3), at(2)])).toBeNull();
    expect(numbers(joined([], [at(3)])!)).toEqual([3]);
  });

  it("says what a test says", () => {
    const test = { a: "x", b: "y", sets: 9, score: 0.6, llr: -1.5, lower: -3, upper: 3, verdict: null };
    expect([testWords(test), leaning(test), leaning({ ...test, llr: 9 })]).toEqual(["Still open", -0.5, 1]);
    expect([
      testWords({ ...test, verdict: "stronger" }),
      testWords({ ...test, verdict: "weaker" }),
      testWords({ ...test, verdict: "undecided" }),
    ]).toEqual(["x is stronger", "y is stronger", "No difference found"]);
  });
});

describe("everybody against everybody", () => {
  it("shows one side's wins as the other's losses", async () => {
    const whole = tournament();
    await open(whole);
    const order = whole.standings.map((row) => row.entrant);
    const rows = all(inside("cross-table"), "tbody tr").map((row) => [...row.querySelectorAll("td")].map(text));
    order.forEach((one, i) =>
      order.forEach((other, j) => {
        const score = whole.cross[one]?.[other];
        expect(rows[i]![j]).toBe(score ? cellText(score, false) : "");
        if (score)
          expect(whole.cross[other]![one]).toEqual({ wins: score.losses, ties: score.ties, losses: score.wins });
      }),
    );
  });

  it("leads from a cell to the matches of the two", async () => {
    const whole = tournament();
    await open(whole);
    const cell = inside("cross-table").querySelector<HTMLElement>("td.met")!;
    const mine = whole.standings[0]!.entrant;
    const other =
      whole.standings[[...cell.parentElement!.querySelectorAll("td")].indexOf(cell as HTMLTableCellElement)]!.entrant;
    page.shadowRoot!.querySelector<HTMLElement>("#matches")!.scrollIntoView = () => {};
    cell.click();
    await settled();
    const shown = all(inside("match-list"), ".match > a").map((link) => link.getAttribute("href")!);
    expect(shown.sort()).toEqual(
      whole
        .rounds!.flatMap((round) => round.tables)
        .filter((table) => table.seats.includes(mine) && table.seats.includes(other))
        .map((table) => `/r/${table.match}`)
        .sort(),
    );
    expect(shown.length).toBeGreaterThan(0);
  });

  it("is walked with the arrow keys from one cell that Tab reaches, past those who never met", async () => {
    const whole = tournament();
    await open(whole);
    const table = inside("cross-table");
    const cells = all(table, "td.met") as HTMLElement[];
    const press = (key: string) =>
      table.activeElement!.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
    const stops = () => cells.filter((cell) => cell.tabIndex === 0);
    expect(stops()).toEqual([cells[0]]);
    cells[0]!.focus();
    press("ArrowRight");
    const second = cells.filter((cell) => cell.closest("tr") === cells[0]!.closest("tr"))[1]!;
    expect([table.activeElement, ...stops()]).toEqual([second, second]);
    press("ArrowLeft");
    press("ArrowUp");
    expect(table.activeElement).toBe(cells[0]);
    press("ArrowDown");
    const below = table.activeElement as HTMLElement;
    const names = whole.standings.map((row) => row.entrant);
    const place = (cell: Element) =>
      [
        [...cell.closest("tbody")!.children].indexOf(cell.closest("tr")!),
        [...cell.closest("tr")!.children].indexOf(cell) - 1,
      ] as const;
    expect([place(below)[1], place(below)[0] > place(cells[0]!)[0]]).toEqual([place(cells[0]!)[1], true]);
    let met: unknown;
    page.addEventListener("meet", (event) => {
      met = (event as CustomEvent).detail;
    });
    page.shadowRoot!.querySelector<HTMLElement>("#matches")!.scrollIntoView = () => {};
    press("Enter");
    expect(met).toEqual({ a: names[place(below)[0]], b: names[place(below)[1]] });
  });

  it("counts meetings where they are few, and gives shares where they are many", () => {
    expect([
      cellText({ wins: 2, ties: 0, losses: 1 }, false),
      cellText({ wins: 2, ties: 1, losses: 0 }, false),
      cellText({ wins: 30, ties: 4, losses: 16 }, true),
    ]).toEqual(["2–1", "2–1–0", "64"]);
    expect(shareOf({ wins: 1, ties: 2, losses: 1 })).toBe(0.5);
  });
});

describe("the curves", () => {
  it("of a large field bring twelve forward, and whoever is chosen", async () => {
    await open(tournament({ entrants: 24, days: 2 }));
    const curves = inside("rating-curves");
    const last = said!.standings.at(-1)!.entrant;
    expect([all(curves, "polyline.strong").length, all(curves, "polyline.faint").length]).toEqual([12, 12]);
    all(inside("standings-table"), "button.name").at(-1)!.click();
    await settled();
    expect(all(curves, ".names button").map((button) => button.dataset.label)).toContain(last);
    expect([all(curves, "polyline.strong").length, all(curves, "polyline.up").length]).toEqual([12, 1]);
  });

  it("are walked with the arrow keys, told in words, and written as a table", async () => {
    await open(tournament());
    const curves = inside("rating-curves");
    const plot = curves.querySelector<HTMLElement>(".plot")!;
    expect(plot.getAttribute("aria-valuetext")).toMatch(
      new RegExp(`^Round 4: ${said!.standings[0]!.entrant} 15\\d\\d, `),
    );
    plot.dispatchEvent(new KeyboardEvent("keydown", { key: "Home" }));
    await settled();
    expect(plot.getAttribute("aria-valuetext")).toMatch(/^At the start: /);
    expect(text(curves.querySelector(".told strong"))).toBe("At the start");
    plot.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
    await settled();
    expect(plot.getAttribute("aria-valuenow")).toBe("1");
    const rows = all(curves, "tbody tr");
    expect([rows.length, text(rows[0]!.querySelector("td:last-child"))]).toEqual([
      12,
      said!.standings[0]!.elo.toFixed(1),
    ]);
  });

  it("raise a line by its name", async () => {
    await open(tournament());
    all(inside("rating-curves"), ".names button")[2]!.click();
    await settled();
    expect(all(inside("standings-table"), "tr.raised")).toHaveLength(1);
    all(inside("rating-curves"), ".names button")[2]!.click();
    await settled();
    expect(all(inside("standings-table"), "tr.raised")).toHaveLength(0);
  });
});

it("a solitaire is a list of scores", async () => {
  await open(tournament({ entrants: 8, sizes: [1, 1], game: "bones" }));
  expect(all(inside("standings-table"), "thead th").map(text)).toContain("Mean score");
  expect(all(inside("match-list"), "details[open] .score a")).toHaveLength(8);
});

it("gathers complaints that are alike", () => {
  const one = { entrant: "a", match: "k-1", what: "It crashed." };
  expect(gathered([one, { ...one, match: "k-2" }, { ...one, entrant: "b" }])).toEqual([
    { entrant: "a", what: "It crashed.", matches: ["k-1", "k-2"] },
    { entrant: "b", what: "It crashed.", matches: ["k-1"] },
  ]);
});
