import { afterEach, describe, expect, it, vi } from "vitest";
import { store } from "../kit/store.js";
import type { Game } from "../kit/types.js";
import "./open-tables.js";
import "./own-statistics.js";
import "./recent-records.js";
import "./setup-dialog.js";
import type { SetupDialog } from "./setup-dialog.js";
import { setupOf } from "./setup.js";

const magpie: Game = {
  id: "magpie",
  title: "Magpie",
  version: 1,
  blurb: "",
  seats: [2, 3],
  longest_name: 12,
  options: [],
  bots: ["random"],
  levels: { easy: "random" },
  best: "random",
  board: null,
  view: [],
  things: {},
  events: [],
};

/** An element of the lobby with this answer of the server. */
async function shown(name: string, said: unknown, parts: object = {}): Promise<ShadowRoot> {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify(said)));
  const element = Object.assign(document.createElement(name), parts);
  document.body.append(element);
  await vi.waitFor(() => expect(element.shadowRoot!.querySelector("li")).not.toBeNull());
  return element.shadowRoot!;
}

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  localStorage.clear();
});

describe("the first page's lists", () => {
  it("tell names and points apart", async () => {
    const players = [
      { name: "Player 1", player: "human", points: 1, rank: 1 },
      { name: "", player: "easy", points: 0, rank: 2 },
    ];
    const root = await shown("recent-records", [
      { id: "R", game: "magpie", title: "Magpie", date: "2026-01-01T00:00:00Z", players },
    ]);
    expect(root.querySelector(".players")!.textContent!.trim()).toBe("Player 1, 1 point; Easy, 0 points");
  });

  it("tell what was won here, against whom, and the favourite cards", async () => {
    store.finish("R", 1);
    store.finish("R", 0);
    store.finish("R", 0);
    expect(store.finished).toEqual([{ record: "R", seats: [0, 1] }]);
    const won = { matches: 2, wins: 1.5, win_rate: 0.75, low: 0.2, high: 0.98 };
    const root = await shown("own-statistics", {
      players: ["Ann"],
      matches: 2,
      skipped: 0,
      games: [
        {
          game: "harmonictook",
          title: "harmonictook",
          ...won,
          length: { turns: { unit: "turns", mean: 41.5, median: 40 } },
          bots: [{ bot: "people", ...won }],
          favourites: [{ kind: "card", name: "Bakery", times: 3 }],
        },
      ],
    });
    const text = root.textContent!.replace(/\s+/g, " ");
    expect(text).toContain("harmonictook won 1.5 of 2 matches, 75 %");
    expect(text).toContain("Won against other people 1.5 of 2.");
    expect(text).toContain("41.5 turns on average.");
    expect(text).toContain("Favourite card: Bakery (3).");
  });

  it("take no longer name than the game does", async () => {
    store.name = "A very long name indeed";
    const seats = [{ seat: 0, name: "", player: "open", here: false, left: false }];
    const root = await shown(
      "open-tables",
      [
        {
          id: "T",
          game: "magpie",
          title: "Magpie",
          state: "waiting",
          seats,
          watchers: 0,
          created: "2026-01-01T00:00:00Z",
          clock: null,
        },
      ],
      { games: [magpie] },
    );
    root.querySelector<HTMLButtonElement>(".row button")!.click();
    await vi.waitFor(() => expect(root.querySelector("form input")).not.toBeNull());
    const field = root.querySelector<HTMLInputElement>("form input")!;
    expect([field.getAttribute("maxlength"), field.value]).toEqual(["12", "A very long "]);
  });
});

describe("the clock of a setup", () => {
  it("is closed with its reason while one device holds several seats", async () => {
    const dialog = document.createElement("setup-dialog") as SetupDialog;
    document.body.append(dialog);
    await dialog.open(magpie, "quick");
    const clock = () => dialog.shadowRoot!.querySelector<HTMLSelectElement>(".house select")!;
    const why = () => dialog.shadowRoot!.querySelector("#unclocked")?.textContent;
    expect([clock().disabled, clock().value, why()]).toEqual([
      true,
      "none",
      "No clock: several players share this device.",
    ]);
    dialog.form = { ...dialog.form!, where: "apart" };
    await dialog.updateComplete;
    expect([clock().disabled, why()]).toEqual([false, undefined]);
  });
});

describe("a choice on the first page that does not go with the number of seats", () => {
  it("is closed, and its reason is shown", async () => {
    const sentence = "The classic rules are for 2 players, not 3.";
    const dialog = document.createElement("setup-dialog") as SetupDialog;
    document.body.append(dialog);
    const rules = { name: "rules", type: "choice" as const, default: "default", choices: ["default", "classic"] };
    const option = { ...rules, help: "", front: true, refusals: { classic: { 3: sentence } } };
    await dialog.open({ ...magpie, options: [option] }, "quick");
    const field = () => dialog.shadowRoot!.querySelector(".front")!;
    const classic = () => field().querySelector<HTMLInputElement>("[value=classic]")!;
    expect([classic().disabled, field().textContent!.includes(sentence)]).toEqual([false, false]);
    dialog.form = { ...dialog.form!, seats: 3 };
    await dialog.updateComplete;
    expect([classic().disabled, field().textContent!.includes(sentence)]).toEqual([true, true]);
  });
});

describe("Solo Play below the fewest seats", () => {
  it("says why it is not ready, and adds a bot at a click", async () => {
    const dialog = document.createElement("setup-dialog") as SetupDialog;
    document.body.append(dialog);
    await dialog.open(magpie, "solo");
    const root = dialog.shadowRoot!;
    const add = () => root.querySelector<HTMLButtonElement>(".add");
    const ready = () => root.querySelector<HTMLButtonElement>(".bottom .primary")!;
    expect([ready().disabled, root.querySelector("#why")!.textContent!.trim()]).toEqual([
      true,
      "Magpie needs at least 2 players: open 1 more slot.",
    ]);
    add()!.click();
    await vi.waitFor(() => expect(root.activeElement).toBe(ready()));
    expect([ready().disabled, add(), root.querySelectorAll(".slot.bot").length]).toEqual([false, null, 1]);
  });
});

describe("options on the first page of a setup", () => {
  const armed: Game = {
    ...magpie,
    options: [
      {
        name: "finish",
        type: "choice",
        default: "round",
        choices: ["round", "first"],
        help: "How it ends.",
        front: true,
        meanings: ["Ends with the round.", "Ends at once."],
      },
      { name: "weapons", type: "text", default: "", range: [0, 60], help: "By seat.", per_seat: ["Bat", "Axe"] },
      { name: "stones", type: "int", default: 15, range: [1, 30], help: "Stones." },
    ],
  };
  it("stand side by side and say what they mean; a value for each seat is by chance unless chosen", async () => {
    const dialog = document.createElement("setup-dialog") as SetupDialog;
    document.body.append(dialog);
    await dialog.open(armed, "quick");
    const root = dialog.shadowRoot!;
    const front = () => root.querySelector('[data-option="finish"]')!;
    expect([...front().querySelectorAll("label")].map((one) => one.textContent!.trim())).toEqual(["Round", "First"]);
    expect(front().querySelector(".help")!.textContent).toBe("Ends with the round.");
    front().querySelectorAll("input")[1]!.dispatchEvent(new Event("change"));
    await dialog.updateComplete;
    expect(front().querySelector(".help")!.textContent).toBe("Ends at once.");
    expect([...root.querySelectorAll("details input")].map((one) => one.id)).toEqual(["option-stones"]);
    const picks = () => [...root.querySelectorAll<HTMLSelectElement>(".pick")];
    expect(picks().map((one) => one.selectedOptions[0]!.textContent!.trim())).toEqual(["Random", "Random"]);
    picks()[1]!.value = "Axe";
    picks()[1]!.dispatchEvent(new Event("change"));
    await dialog.updateComplete;
    expect(setupOf(armed, dialog.form!).options).toEqual({ finish: "first", weapons: "?,Axe", stones: 15 });
    expect(picks()[0]!.querySelector<HTMLOptionElement>('[value="Axe"]')!.disabled).toBe(true);
  });
});

describe("a file in a setup", () => {
  const boxed: Game = {
    ...magpie,
    options: [{ name: "cards", type: "file", default: "", range: [0, 65536], help: "Your own cards." }],
  };
  it("is chosen, named, sent whole, refused by the server's sentence, and taken away again", async () => {
    const sent: unknown[] = [];
    vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
      sent.push(JSON.parse(String(init.body)).options);
      return Promise.resolve(
        new Response('{"code": "setup", "sentence": "mine.json: it holds no cards."}', { status: 400 }),
      );
    });
    const dialog = document.createElement("setup-dialog") as SetupDialog;
    document.body.append(dialog);
    await dialog.open(boxed, "quick");
    const root = dialog.shadowRoot!;
    const input = root.querySelector<HTMLInputElement>('input[type="file"]')!;
    const named = () => root.querySelector("output")!.textContent;
    expect([input.accept, named(), root.querySelector(".file button")]).toEqual([".json", "none", null]);
    Object.defineProperty(input, "files", { configurable: true, value: [new File(["{}"], "mine.json")] });
    input.dispatchEvent(new Event("change"));
    await vi.waitFor(() => expect(named()).toBe("mine.json"));
    root.querySelector("form")!.dispatchEvent(new Event("submit", { cancelable: true }));
    await vi.waitFor(() => expect(root.querySelector("#why")!.textContent).toContain("mine.json: it holds no cards."));
    expect(sent).toEqual([{ cards: "mine.json\n{}" }]);
    root.querySelector<HTMLButtonElement>('[aria-label="Remove mine.json"]')!.click();
    await dialog.updateComplete;
    expect([named(), dialog.form!.options.cards]).toEqual(["none", ""]);
  });
});
