import { afterEach, beforeEach, expect, test, vi } from "vitest";
// With the extension: a built board.js may lie beside it.
import "./board.ts";
import type { HunterBoard } from "./board.js";
import type { Question } from "@parlour/kit/types";
import { CHAIN, RIFLE, WHIP, ask, choice, company, game, line, sending, town, type Person } from "./fixtures.js";
import { AFTER, BEFORE, HUNTING, MEETING, OVER, OVERFLOW, STATION, STORE, type HunterView } from "./view.js";

vi.setConfig({ testTimeout: 60_000 }); // happy-dom is slow on a busy machine

let board: HunterBoard;
let answers: string[];
let undone: number;
const all = (selector: string) => [...board.shadowRoot!.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => all(selector)[0];
const text = (selector: string) => one(selector)?.textContent?.replace(/\s+/g, " ").trim();
const tile = (place: number) => one(`[data-place="${place}"]`)!;
const button = (action: string) => one(`[data-action="${action}"]`);
const hiddenText = (element: Element) => element.querySelector(".unseen")!.textContent;
const press = async (key: string, from: EventTarget = document.body) => {
  from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));
  await board.updateComplete;
};
async function show(
  sight: HunterView,
  question: Question | null,
  captions: Record<string, string> = {},
): Promise<void> {
  Object.assign(board, { view: sight, question, captions });
  await board.updateComplete;
}
async function click(element: HTMLElement | undefined): Promise<void> {
  element!.click();
  await board.updateComplete;
}
const heard = (event: Event) => answers.push((event as CustomEvent<{ action: string }>).detail.action);
const undo = () => {
  undone += 1;
};

beforeEach(() => {
  [answers, undone] = [[], 0];
  board = document.createElement("board-hunter") as HunterBoard;
  board.game = game;
  board.company = company("Ann", "Bo", "Cleo");
  board.quiet = true;
  document.body.addEventListener("answer", heard);
  document.body.addEventListener("undo", undo);
  document.body.append(board);
});
afterEach(() => {
  document.body.removeEventListener("answer", heard);
  document.body.removeEventListener("undo", undo);
  board.remove();
});

const three = (change: Partial<HunterView> = {}, mine: Person = {}) => town([mine, { score: 12 }, {}], change);

test("it draws every choice itself", () => {
  expect((board.constructor as unknown as { offers: boolean }).offers).toBe(true);
});

test("before the match there is nothing to see", async () => {
  await board.updateComplete;
  expect(board.shadowRoot!.textContent!.trim()).toBe("");
});

test("seven places with what they pay, and the dummies on three of them", async () => {
  await show(three(), sending(three()), { "place-0": "$ 7/5/4", "hunter-1": "A dummy stands there." });
  expect(all(".tile")).toHaveLength(7);
  expect(hiddenText(tile(0))).toBe("1. Work Site, $ 7/5/4. Send your hunter here.");
  expect(all(".tile .dummy")).toHaveLength(3);
  expect(tile(1).getAttribute("aria-disabled")).toBe("true");
  expect(tile(1).title).toBe("A dummy stands there.");
  expect(all(".tile.can")).toHaveLength(4);
});

test("two clicks and a word: the tokens are sent", async () => {
  await show(three(), sending(three()));
  expect(one("[data-send]")!.getAttribute("aria-disabled")).toBe("true");
  await click(tile(6));
  await click(tile(0));
  expect(text(".pick.placed")).toContain("Forest");
  expect(board.shadowRoot!.activeElement).toBe(one("[data-send]"));
  await click(one("[data-send]"));
  expect(answers).toEqual(["hunter forest, apprentice work-site"]);
  await click(one("[data-send]"));
  expect(answers).toHaveLength(1);
});

test("by keyboard alone: numbers, letters, Enter", async () => {
  await show(three(), sending(three()));
  await press("3");
  await press("7");
  await press("h");
  await press("1");
  await press("Enter");
  expect(answers).toEqual(["hunter work-site, apprentice forest"]);
});

test("a key that somebody types elsewhere sends nothing", async () => {
  await show(three(), sending(three()));
  const field = document.createElement("input");
  document.body.append(field);
  await press("1", field);
  field.remove();
  expect(all(".pick.placed")).toHaveLength(0);
});

test("who is ready may take it back until the last one is, and others are seen by their lights alone", async () => {
  await show(three({ mine: [6, 0], ready: [true, false, true] }), null);
  expect(all(".tile .sealed").map((own) => own.closest<HTMLElement>("[data-place]")!.dataset.place)).toEqual([
    "0",
    "6",
  ]);
  expect(all(".lights .light").map((light) => light.classList.contains("ready"))).toEqual([true, false, true]);
  await click(one("[data-take-back]"));
  expect(undone).toBe(1);
  await press("z");
  expect(undone).toBe(2);
});

test("after a take-back the tokens lie where they were", async () => {
  await show(three(), sending(three()));
  await click(tile(6));
  await click(tile(0));
  await click(one("[data-send]"));
  await show(three({ mine: [6, 0], ready: [true, false, false] }), null);
  await show(three(), sending(three(), 2));
  await click(one("[data-send]"));
  expect(answers).toEqual(["hunter forest, apprentice work-site", "hunter forest, apprentice work-site"]);
});

test("on a shared device the next player finds nothing of what was being laid out", async () => {
  await show(three(), sending(three()));
  await click(tile(6));
  await click(tile(0));
  board.company = { ...company("Ann", "Bo", "Cleo"), viewer: 1 };
  await show(three({ viewer: 1 }), sending(three(), 1));
  expect(all(".pick.placed, .tile .own")).toHaveLength(0);
});

test("who only looks on is offered nothing", async () => {
  board.company = { ...company("Ann", "Bo", "Cleo"), viewer: null };
  await show(three({ viewer: -1, phase: STORE }), null);
  expect(all(".act")).toHaveLength(0);
});

test("the reveal is acted out on the old view, and the new one says the same", async () => {
  await show(three({ mine: [6, 0] }), null);
  board.events = [line("sent", 0, 6, 0), line("sent", 1, 0, 6)];
  await board.settled;
  board.requestUpdate();
  await board.updateComplete;
  expect(all('[data-place="6"] .token.placed')).toHaveLength(2);
});

test("a board action is one click; what is closed says why", async () => {
  const question = sending(three(), 1, choice("drink"), choice("heal", "Your HP is full."));
  await show(three({}, { things: { beer: 2, "blood-bag": 1 } }), question);
  await click(button("heal"));
  expect(answers).toEqual([]);
  expect(button("heal")!.getAttribute("aria-description")).toContain("Your HP is full.");
  expect(text(".why")).toBe("Your HP is full.");
  await click(button("drink"));
  expect(answers).toEqual(["drink"]);
  await show(three(), sending(three(), 2));
  expect(button("drink")!.title).toContain("You have no Beer.");
  await show(three({}, { things: { "blood-bag": 2 } }), sending(three(), 3));
  expect(button("raise hp")!.title).toBe("That takes 3 Blood Bags at once; you have 2.");
});

const shopping = (number = 1) =>
  ask(
    number,
    choice("finish"),
    choice("buy beer"),
    choice("buy grenade"),
    choice("buy dynamite", "That costs $6; you have $4."),
  );

test("what others do meanwhile stops nobody from laying out and sending", async () => {
  await show(three(), sending(three()));
  board.events = [line("drank", 1, 6, 6, 0)];
  await click(tile(6));
  await click(tile(0));
  await click(one("[data-send]"));
  expect(answers).toEqual(["hunter forest, apprentice work-site"]);
});

test("the store sells; what would overfill is asked twice", async () => {
  await show(three({ phase: STORE }, { things: { beer: 5 } }), shopping());
  await click(button("buy beer"));
  expect(answers).toEqual(["buy beer"]);
  await show(three({ phase: STORE }, { things: { beer: 5 } }), shopping(2));
  await click(button("buy grenade"));
  expect(answers).toHaveLength(1);
  expect(text(".doubt")).toContain("7 of 6: too full");
  await press("Escape");
  expect(one(".doubt")).toBeUndefined();
  await click(button("buy grenade"));
  await click(one(".doubt .sure"));
  expect(answers).toEqual(["buy beer", "buy grenade"]);
});

test("a Rifle's Bullets come first, and a discount strikes the old price out", async () => {
  const sight = three({ phase: STORE }, { weapon: RIFLE });
  sight.prices[0] = [1, 1, 1, 3, 5, 1, 1, 0];
  await show(sight, ask(1, choice("finish"), choice("buy bullet")));
  expect(all(".ware .words b").map((name) => name.textContent)).toEqual([
    "Bullet",
    "Beer",
    "Blood Bag",
    "Grenade",
    "Bomb",
    "Dynamite",
    "Fake Blood",
  ]);
  expect(text(".ware s")).toBe("$2");
  expect(one(".ware s")!.hidden).toBe(false);
});

test("the Station shows what it pays, and what one has", async () => {
  await show(
    three({ phase: STATION, tokens: [0, 0, 2, 0, 0, 0, 0] }, { hunter: 2 }),
    ask(1, ...["money", "beer", "blood-bags", "exp"].map((id) => choice(`take ${id}`))),
  );
  expect(all(".take b").map((amount) => amount.textContent)).toEqual(["+6", "+6", "+4", "+4"]);
  await press("4");
  expect(answers).toEqual(["take exp"]);
});

test("too much to carry: now, maximum, excess, and a way out for each thing", async () => {
  await show(
    three({ phase: OVERFLOW }, { things: { beer: 3, dynamite: 1 } }),
    ask(1, choice("drink", "Your EP is full."), choice("put beer"), choice("discard beer"), choice("discard dynamite")),
  );
  expect(all(".loads b").map((number) => number.textContent)).toEqual(["7", "6", "1"]);
  await click(all('[data-action="discard dynamite"]')[0]);
  expect(answers).toEqual(["discard dynamite"]);
});

test("three levels with their price, the pets included, and the chances that are known", async () => {
  const sight = three({ phase: HUNTING, fighter: 0, party: [1, 0, 0] }, { weapon: WHIP, pets: [2, 0, 0] });
  let asked = 0;
  board.addEventListener("advise", () => {
    asked += 1;
  });
  await show(
    sight,
    ask(
      1,
      choice("hunt level 1"),
      choice("hunt level 2"),
      choice("hunt level 3", "You need 6 EP."),
      choice("bring pet 1"),
    ),
  );
  expect(asked).toBe(1);
  board.hints = [{ action: "hunt level 1", label: "Hunt level 1", chance: 0.64, text: "64% to win. Attack." }];
  await board.updateComplete;
  expect(all(".level .act").map(hiddenText)).toEqual([
    "Hunt level 1 for 4 EP",
    "Hunt level 2 for 5 EP",
    "Hunt level 3 for 6 EP",
  ]);
  expect(text(".odds")).toBe("64% to win. Attack.");
  expect(text(".party li b")).toBe("1 of 2");
  await press("2");
  expect(answers).toEqual(["hunt level 2"]);
});

test("the damage of the pets and the averages of the levels are those of this match", async () => {
  board.game = {
    ...game,
    facts: {
      ...game.facts,
      monster: game.facts!.monster!.map((one, number) => (number < 12 ? { ...(one as object), hp: 9 } : one)),
    },
  } as typeof game;
  const sight = three(
    { phase: HUNTING, fighter: 0, party: [1, 0, 0], party_damage: 2, pet_damage: [[2, 6, 10], [], []] },
    { weapon: CHAIN, pets: [1, 0, 0] },
  );
  await show(sight, ask(1, choice("hunt level 1"), choice("bring pet 1")));
  expect(text(".party h3")).toContain("+2 damage with every attack");
  expect(all(".averages").map((one) => one.querySelector("b")!.textContent)).toEqual(["9", "6", "11"]);
});

const battle = (phase: number, change: Partial<HunterView> = {}) =>
  three(
    {
      phase,
      fighter: 0,
      monster: 12,
      monster_level: 2,
      monster_hp: 5,
      monster_max: 7,
      monster_att: 2,
      battle_round: 2,
      tame_cost: 2,
      ...change,
    },
    { things: { grenade: 2, "blood-bag": 1 } },
  );

test("a fight: both cards, the items of the window, a blow", async () => {
  await show(
    battle(BEFORE),
    ask(
      1,
      choice("attack"),
      choice("tame", "It has too many HP."),
      choice("use grenade"),
      choice("heal", "Your HP is full."),
    ),
  );
  expect(text(".turn")).toBe("Battle round 2: your attack");
  expect(text(".beast .health")).toContain("5 / 7");
  expect(all(".throwables .act").map((item) => item.dataset.action)).toEqual(["use grenade", "heal"]);
  await click(button("use grenade"));
  await show(battle(BEFORE), ask(2, choice("attack"), choice("tame")));
  await press("a");
  expect(answers).toEqual(["use grenade", "attack"]);
});

test("the dice of the last blow still lie there, and the fight is told", async () => {
  await show(battle(BEFORE), ask(1, choice("attack")));
  board.events = [line("fought", 0, 12, 6, 1), line("rolled", 0, 2, 3 + 6 * 5, 2, 1), line("struck", 0, 2, 0, 3, 0)];
  await board.settled;
  await show(battle(AFTER, { monster_hp: 3 }), ask(2, choice("go on"), choice("use grenade")));
  expect(one(".dice-table")!.getAttribute("aria-label")).toBe("Attack dice: 4, 6");
  expect(all(".said li")[0]!.textContent).toContain("struck");
  await press("g");
  expect(answers).toEqual(["go on"]);
});

test("a monster that is met may be changed for another", async () => {
  await show(battle(MEETING), ask(1, choice("accept"), choice("change")));
  await press("c");
  expect(answers).toEqual(["change"]);
});

test("who looks on sees another's fight, and no buttons", async () => {
  await show(three({ phase: BEFORE, fighter: 1, monster: 3, monster_hp: 2, monster_max: 3, monster_att: 2 }), null);
  expect(text(".turn")).toContain("Bo's attack");
  expect(all(".fight .act, .dock .act")).toHaveLength(0);
});

test("the others in two lines, and more of them on demand", async () => {
  await show(three(), null);
  expect(all(".rival")).toHaveLength(2);
  expect(one(".rival .more")).toBeUndefined();
  await click(one(".rival .headline"));
  expect(one(".rival .headline")!.getAttribute("aria-expanded")).toBe("true");
  expect(text(".rival .more .ladder")).toContain("Popularity");
});

test("what the last round brought", async () => {
  board.log = [
    line("round", 1),
    line("sent", 0, 0, 6),
    line("income", 0, 0, 0, 6, 1, 0),
    line("fame", 0, 1, 1),
    line("scores", 1, 1, 0, 0),
    line("round", 2),
  ];
  await show(three({ round: 2 }), sending(three()));
  await click(one(".lastly"));
  expect(text(".summary tbody tr")).toMatch(/You Work Site ?Forest \+6/);
  await press("Escape");
  expect(one(".summary")).toBeUndefined();
});

test("a new round may be told before the last view is drawn, and nothing of the old one is lost", async () => {
  await show(three(), null);
  board.events = [line("round", 1), line("sent", 0, 0, 6), line("income", 0, 0, 0, 6, 1, 0)];
  await board.settled;
  board.view = three({ phase: STORE }) as unknown as HunterBoard["view"];
  board.events = [line("scores", 1, 0, 0, 0), line("round", 2)];
  await board.settled;
  await show(three({ round: 2 }), sending(three()));
  expect(text(".lastly")).toContain("Round 1");
});

test("the end: rank, sources, statistics and the curves", async () => {
  board.log = [line("scores", 1, 20, 5, 0), line("scores", 2, 52, 52, 0)];
  const sight = town([{ score: 52, fame: 2 }, { score: 52, fame: 4 }, { score: 3 }], {
    phase: OVER,
    over: true,
    round: 2,
    sources: [
      [40, 2, 6, 4, 0, 0],
      [52, 0, 0, 0, 0, 0],
      [3, 0, 0, 0, 0, 0],
    ],
  });
  await show(sight, null);
  expect(text("#finale")).toBe("Bo wins");
  expect(all(".sheets table")[0]!.querySelectorAll("tbody tr")[1]!.textContent!.replace(/\s+/g, "")).toContain(
    "2You524026400",
  );
  expect(one(".chart")!.getAttribute("aria-label")).toContain("You: 0, 20, 52");
  expect(one(".dock")).toBeUndefined();
});

test("a lesson lights up what it speaks of", async () => {
  board.lesson = { title: "", say: "", look: ["place:forest", "board:dice"], allow: [], next: true, step: 1, steps: 2 };
  await show(three(), sending(three()));
  expect(all(".looked").map((part) => part.dataset.look)).toEqual(["place:forest", "board:dice"]);
});

test("the coach's advice glows", async () => {
  board.hints = [
    { action: "hunter forest, apprentice dojo", label: "Forest and Dojo", chance: 0.6, text: "The best chance." },
  ];
  await show(three(), sending(three()));
  expect(all(".tile .coach").map((one) => one.closest<HTMLElement>("[data-place]")!.dataset.place)).toEqual(["4", "6"]);
  expect(text(".dock .coach")).toContain("The best chance.");
});
