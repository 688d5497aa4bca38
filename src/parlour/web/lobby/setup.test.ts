import { describe, expect, it } from "vitest";
import type { Game } from "../kit/types.js";
import {
  choiceRefusal,
  fileName,
  fileValue,
  firstForm,
  shortenName,
  botGroups,
  withBot,
  noClock,
  oneClick,
  optionLabel,
  optionTrouble,
  peopleOf,
  lastForm,
  seatsOf,
  seatsText,
  setupOf,
  describeForm,
  setupProblem,
  type Form,
} from "./setup.js";

const game = (part: Partial<Game> = {}): Game => ({
  id: "magpie",
  title: "Magpie",
  version: 1,
  blurb: "",
  seats: [2, 3, 4, 5],
  longest_name: 12,
  options: [{ name: "stones", type: "int", default: 15, range: [1, 30], help: "" }],
  bots: ["easy", "random", "thrifty"],
  levels: { hard: "thrifty", easy: "greedy", medium: "mcts:500" },
  best: "thrifty",
  board: null,
  view: [],
  things: {},
  events: [],
  ...part,
});
const alone = () =>
  game({
    id: "bones",
    title: "Baldur's Bones",
    seats: [1],
    levels: {},
    bots: ["random", "optimal"],
    best: "optimal",
    options: [],
  });
const solo = (kinds: string, of = game()): Form => {
  const form = firstForm(of, "solo");
  [...kinds].forEach((letter, at) => {
    form.slots[at]!.kind = letter === "p" ? "player" : letter === "b" ? "bot" : "closed";
  });
  return form;
};

describe("a choice that does not go with the number of seats", () => {
  const sentence = "The classic rules are for 2 players, not 3.";
  const rules = game({
    options: [
      {
        name: "rules",
        type: "choice",
        default: "default",
        choices: ["default", "classic"],
        help: "",
        refusals: { classic: { 3: sentence } },
      },
    ],
  });
  it("is refused with the sentence of the server", () => {
    const form = solo("pbbcc", rules);
    expect(choiceRefusal(rules.options[0]!, "classic", form)).toBe(sentence);
    expect(choiceRefusal(rules.options[0]!, "default", form)).toBeNull();
    expect(choiceRefusal(rules.options[0]!, "classic", solo("pbccc", rules))).toBeNull();
  });
  it("keeps the table from starting", () => {
    expect(setupProblem(rules, { ...solo("pbbcc", rules), options: { rules: "classic" } })).toBe(sentence);
    expect(setupProblem(rules, { ...solo("pbccc", rules), options: { rules: "classic" } })).toBeNull();
  });
});

describe("a value for each seat", () => {
  const armed = game({
    options: [
      { name: "weapons", type: "text", default: "", range: [0, 60], help: "", per_seat: ["Bat", "Axe", "Bow"] },
    ],
  });
  it("belongs to the slot; closed slots have no seat, and chance is a question mark", () => {
    const form = { ...solo("pcb", armed), picks: { weapons: ["", "Bat", "Axe", "", ""] } };
    expect(setupOf(armed, form).options).toEqual({ weapons: "?,Axe" });
    expect(setupOf(armed, { ...form, picks: { weapons: ["", "Bat", ""] } }).options).toEqual({ weapons: "" });
    expect(setupOf(armed, solo("pb", armed)).options).toEqual({ weapons: "" });
  });
  it("is kept for the next match if the game still knows it", () => {
    const form = { ...solo("pb", armed), picks: { weapons: ["Bow", "Club"] } };
    expect(lastForm(armed, form)!.picks).toEqual({ weapons: ["Bow", ""] });
  });
});

describe("the game in words", () => {
  it.each([
    [[1], "1"],
    [[2], "2"],
    [[2, 3], "2 or 3"],
    [[2, 4], "2 or 4"],
    [[5, 3, 4, 2], "2 to 5"],
    [[2, 3, 5], "2, 3 or 5"],
  ])("%o seats: %s", (seats, text) => {
    expect(seatsText(game({ seats }))).toBe(text);
  });
  it("offers levels in their order, then the game's own bots, then the others, and last whoever only passes", () => {
    const groups = (bots: string[], part: Partial<Game> = {}) =>
      botGroups(game({ bots, others: ["random", "mcts"], ...part })).map(({ label, bots }) => [label, ...bots]);
    expect(groups(["easy", "pass", "thrifty", "random", "mcts"])).toEqual([
      ["Level", "easy", "medium", "hard"],
      ["Bot", "thrifty"],
      ["Others", "random", "mcts", "pass"],
    ]);
    expect(groups(["optimal"], { levels: {} })).toEqual([["Bot", "optimal"]]);
  });
});

describe("Solo Play", () => {
  it("begins with a player and four closed slots", () =>
    expect(firstForm(game(), "solo").slots.map((slot) => slot.kind)).toEqual([
      "player",
      "closed",
      "closed",
      "closed",
      "closed",
    ]));
  it("has no slots beyond the game's most, and never more than five", () => {
    expect(firstForm(game({ seats: [2, 3] }), "solo").slots.length).toBe(3);
    expect(firstForm(game({ seats: [2, 8] }), "solo").slots.length).toBe(5);
    expect(firstForm(alone(), "solo").slots.length).toBe(1);
  });
  it("is not ready below the fewest, and says so", () => {
    expect(setupProblem(game(), solo("pcccc"))).toBe("Magpie needs at least 2 players: open 1 more slot.");
    expect(setupProblem(game({ seats: [3, 4] }), solo("pccc", game({ seats: [3, 4] })))).toBe(
      "Magpie needs at least 3 players: open 2 more slots.",
    );
    expect(setupProblem(game(), solo("pbccc"))).toBeNull();
    expect(setupProblem(alone(), firstForm(alone(), "solo"))).toBeNull();
  });
  it("adds an easy bot while seats are missing", () => {
    const added = withBot(game(), solo("pcccc"))!;
    expect([added.slots.map((slot) => slot.kind), added.slots[1]!.bot]).toEqual([
      ["player", "bot", "closed", "closed", "closed"],
      "easy",
    ]);
    expect([
      withBot(game(), added),
      withBot(game(), firstForm(game(), "quick")),
      withBot(alone(), firstForm(alone(), "solo")),
    ]).toEqual([null, null, null]);
    const three = game({ seats: [3, 4], levels: {} });
    expect(seatsOf(withBot(three, solo("pbcc", three))!)).toEqual(["open", "thrifty", "thrifty"]);
  });
  it("refuses a number between", () => {
    const pairs = game({ seats: [2, 4] });
    expect(setupProblem(pairs, solo("pbbc", pairs))).toBe("Magpie is for 2 or 4 players, not for 3.");
  });
  it("closes up the gaps: seats are numbered without closed slots", () => {
    const form = solo("cbcpp");
    form.slots[1]!.bot = "thrifty";
    form.names = ["", "", "", "Dee", ""];
    expect(seatsOf(form)).toEqual(["thrifty", "open", "open"]);
    expect(peopleOf(form)).toEqual([
      { seat: 1, name: "Dee" },
      { seat: 2, name: "Player 3" },
    ]);
  });
});

describe("Quick Play", () => {
  it("on this device takes every seat", () => {
    const form: Form = { ...firstForm(game(), "quick", "Ann"), seats: 3 };
    expect(seatsOf(form)).toEqual(["open", "open", "open"]);
    expect(peopleOf(form)).toEqual([
      { seat: 0, name: "Ann" },
      { seat: 1, name: "Player 2" },
      { seat: 2, name: "Player 3" },
    ]);
  });
  it("each on their own takes the first alone", () => {
    const form: Form = { ...firstForm(game(), "quick"), seats: 4, where: "apart" };
    expect([seatsOf(form).length, peopleOf(form)]).toEqual([4, [{ seat: 0, name: "Player 1" }]]);
  });
});

describe("why not", () => {
  it("names may not repeat, whatever their case", () => {
    const form: Form = { ...firstForm(game(), "quick"), names: ["Ann", " ann "] };
    expect(setupProblem(game(), form)).toContain('Two seats are called "ann"');
  });
  it("an unnamed seat does not clash with who called themselves like it", () => {
    expect(setupProblem(game(), { ...firstForm(game(), "quick"), names: ["Player 2"] })).toContain("Two seats");
  });
  it("names may not be longer than the game allows, counted as letters", () => {
    expect(setupProblem(game(), { ...firstForm(game(), "quick"), names: ["Maximiliane A"] })).toContain(
      "at most 12 letters",
    );
    expect(setupProblem(game(), { ...firstForm(game(), "quick"), names: ["\u{1D49C}".repeat(12)] })).toBeNull();
  });
  it.each([NaN, 0, 31, 1.5])("stones cannot be %s", (stones) => {
    expect(setupProblem(game(), { ...firstForm(game(), "quick"), options: { stones } })).toBe(
      "Stones must be a whole number from 1 to 30.",
    );
  });
  it("choices and texts keep to their kind", () => {
    const odd = game({
      options: [
        { name: "deck_size", type: "choice", default: "small", choices: ["small", "large"], help: "" },
        { name: "boss", type: "text", default: "Volo", range: [1, 5], help: "" },
      ],
    });
    const form = firstForm(odd, "quick");
    expect(setupProblem(odd, form)).toBeNull();
    expect(setupProblem(odd, { ...form, options: { ...form.options, deck_size: "huge" } })).toBe(
      "Deck size must be one of: small, large.",
    );
    expect(setupProblem(odd, { ...form, options: { ...form.options, boss: "  " } })).toBe(
      "Boss must have 1 to 5 letters.",
    );
  });
});

describe("what is sent", () => {
  it("is the body of the protocol", () => {
    const form: Form = { ...solo("pbccc"), clock: "10+10", listed: false };
    expect(setupOf(game(), form)).toEqual({
      game: "magpie",
      seats: ["open", "easy"],
      options: { stones: 15 },
      listed: false,
      clock: { bank: 600, increment: 10 },
    });
  });
  it("has no clock where one device holds several seats, whatever was chosen, and says why", () => {
    const clocked = (form: Form): Form => ({ ...form, clock: "5+5" });
    const here = clocked(firstForm(game(), "quick"));
    const apart: Form = { ...here, where: "apart" };
    expect(
      [here, apart, clocked(solo("ppbcc")), clocked(solo("pbbcc"))].map((form) => setupOf(game(), form).clock !== null),
    ).toEqual([false, true, false, true]);
    expect([noClock(here), noClock(apart)]).toEqual(["No clock: several players share this device.", null]);
  });
  it("has no clock unless one was chosen", () => expect(setupOf(game(), solo("pbccc")).clock).toBeNull());
});

describe("the name of an option", () => {
  it("is made of its words, unless it has a label", () => {
    const option = game().options[0]!;
    expect(optionLabel({ ...option, name: "starting_coins" })).toBe("Starting coins");
    expect(optionLabel({ ...option, label: "Business Center swaps purple cards" })).toBe(
      "Business Center swaps purple cards",
    );
  });
});

describe("one click", () => {
  it("starts a solitaire alone", () =>
    expect([seatsOf(oneClick(alone())), describeForm(alone(), oneClick(alone()))]).toEqual([["open"], "You, alone"]));
  it("fills up to the fewest with easy bots", () => {
    expect(seatsOf(oneClick(game()))).toEqual(["open", "easy"]);
    expect(seatsOf(oneClick(game({ seats: [3, 4] })))).toEqual(["open", "easy", "easy"]);
    expect(describeForm(game(), oneClick(game()))).toBe("You against the easy bot");
  });
  it("knows a game without levels", () =>
    expect(seatsOf(oneClick(game({ levels: {}, best: "thrifty" })))).toEqual(["open", "thrifty"]));
  it("takes as much of a known name as the game does", () => {
    expect([
      oneClick(game(), "x".repeat(40)).names,
      shortenName(game({ longest_name: 2 }), "\u{1d538}".repeat(3)),
    ]).toEqual([["x".repeat(12)], "\u{1d538}".repeat(2)]);
    expect(setupProblem(alone(), oneClick(alone(), "x".repeat(40)))).toBeNull();
  });
  it("is always ready", () => {
    for (const any of [game(), alone(), game({ seats: [2] }), game({ seats: [4] })])
      expect(setupProblem(any, oneClick(any))).toBeNull();
  });
});

describe("what was played last", () => {
  it("comes back as it was", () => {
    const form: Form = { ...solo("pbbcc"), clock: "30", options: { stones: 7 }, names: ["Ann"], listed: false };
    expect(lastForm(game(), JSON.parse(JSON.stringify(form)))).toEqual(form);
  });
  it.each([
    null,
    "x",
    7,
    {},
    { mode: "solo", slots: [{ kind: "dragon" }, {}, {}, {}, {}] },
    { mode: "quick", seats: 9 },
    { mode: "quick", seats: 2, options: { stones: 99 } },
  ])("is dropped where it does not fit: %o", (kept) => {
    expect(lastForm(game(), kept)).toBeNull();
  });
  it("is dropped when its bot is gone", () => {
    const form = solo("pbccc");
    form.slots[1]!.bot = "gone";
    expect(lastForm(game(), form)).toBeNull();
  });
  it("is told in a few words", () => {
    expect(describeForm(game(), solo("pbbcc"))).toBe("You against 2 bots: easy, easy");
    expect(describeForm(game(), solo("ppccc"))).toBe("2 players on this device");
    expect(describeForm(game(), solo("bbccc"))).toBe("Watch 2 bots: easy, easy");
    expect(describeForm(game(), { ...firstForm(game(), "quick"), seats: 3, where: "apart" })).toBe(
      "A table for 3, seats open to friends",
    );
  });
});

describe("a file among the options", () => {
  const cards = { name: "cards", type: "file" as const, default: "", range: [0, 40] as [number, number], help: "" };
  const boxed = game({ options: [cards] });
  const file = (name: string, ...bytes: number[]) => ({
    name,
    size: bytes.length,
    arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer),
  });
  it("is read whole, with its name, and a mark of its encoding is left out", async () => {
    expect(await fileValue(cards, file("pack.json", 0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toBe("pack.json\n{}");
    expect(fileName("pack.json\n{}")).toBe("pack.json");
    expect(fileName("")).toBe("");
  });
  it("is refused in a sentence when it is too large or no text", async () => {
    await expect(fileValue(cards, { ...file("big.json"), size: 161 })).rejects.toBe(
      "Cards takes a file of at most 40 characters.",
    );
    await expect(fileValue(cards, file("odd.json", 0xff))).rejects.toBe("odd.json could not be read as text in UTF-8.");
    expect(optionTrouble(cards, `pack.json\n${"x".repeat(31)}`)).toBe("Cards takes a file of at most 40 characters.");
    expect(optionTrouble({ ...cards, range: [1, 40] }, "")).toBe("Cards needs a file.");
    expect(optionTrouble(cards, "")).toBeNull();
  });
  it("goes along whole, is remembered, and is named before one click starts it", () => {
    const form: Form = { ...oneClick(boxed), options: { cards: "pack.json\n{}" } };
    expect(setupOf(boxed, form).options).toEqual({ cards: "pack.json\n{}" });
    expect(lastForm(boxed, form)?.options).toEqual({ cards: "pack.json\n{}" });
    expect(describeForm(boxed, form)).toBe("You against the easy bot, with pack.json");
    expect(describeForm(boxed, oneClick(boxed))).toBe("You against the easy bot");
  });
});
