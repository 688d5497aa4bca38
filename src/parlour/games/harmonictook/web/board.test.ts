import { afterEach, beforeEach, expect, test, vi } from "vitest";
// By its own name, for a board.js built some time ago may lie beside it.
import "./board.ts";
import { printed } from "./ask.js";
import type { HarmonictookBoard } from "./board.js";
import type { Hint, Question } from "@parlour/kit/types";
import { ask, building, choice, company, game, landmarkNumber, line, numberOf as n, town } from "./fixtures.js";
import {
  BUILDING,
  CLOSING,
  DEMOLITION,
  DICE,
  GIFT,
  GIVING,
  INVESTING,
  PARTNER,
  TAKING,
  TARGET,
  type Sight,
} from "./sight.js";

vi.setConfig({ testTimeout: 60_000 }); // a made-up browser is slow on a busy machine

let board: HarmonictookBoard;
let answers: string[];
let advice: number;
const all = (selector: string) => [...board.shadowRoot!.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => all(selector)[0];
const text = (selector: string) => one(selector)?.textContent?.replace(/\s+/g, " ").trim();
const spot = (key: string) => one(`[data-spot="${key}"]`)!;
const pile = (id: string) => spot(`m.${n(id)}`);
const said = (element: Element) => element.querySelector(".unseen")!.textContent;
const press = (key: string, from: EventTarget = document.body) =>
  from.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));

async function show(sight: Sight, question: Question | null, hints: Hint[] = []): Promise<void> {
  Object.assign(board, { view: sight, question, hints });
  await board.updateComplete;
}
async function click(element: HTMLElement | undefined): Promise<void> {
  element!.click();
  await board.updateComplete;
}
const heard = (event: Event) => answers.push((event as CustomEvent<{ action: string }>).detail.action);
const asked = () => {
  advice += 1;
};

beforeEach(() => {
  localStorage.clear();
  [answers, advice] = [[], 0];
  board = document.createElement("board-harmonictook") as HarmonictookBoard;
  board.game = game;
  board.company = company("Ann", "Bo", "Cleo");
  board.quiet = true;
  document.body.addEventListener("answer", heard);
  document.body.addEventListener("advise", asked);
  document.body.append(board);
});
afterEach(() => {
  document.body.removeEventListener("answer", heard);
  document.body.removeEventListener("advise", asked);
  board.remove();
});

const three = (change: Partial<Sight> = {}) =>
  town([{ coins: 6 }, { coins: 4, cards: { mine: 1, ranch: 2 } }, { coins: 0 }], {
    phase: BUILDING,
    dice: [2],
    total: 2,
    ...change,
  });

test("it draws every choice itself", () => {
  expect((board.constructor as unknown as { offers: boolean }).offers).toBe(true);
});

test("before the match there is nothing to see", async () => {
  await board.updateComplete;
  expect(board.shadowRoot!.textContent!.trim()).toBe("");
});

test("the market, the cities, and who has what", async () => {
  await show(three(), null);
  expect(all(".label")).toHaveLength(15);
  expect(said(pile("bakery"))).toBe(
    "Bakery, green, own roll, fires on 2–3, costs 1 coin, 6 left, you own 1. Own roll of 2 or 3: bank pays 1.",
  );
  expect(all(".others .who").map((name) => name.textContent)).toEqual(["Bo", "Cleo"]);
  expect(all(".city .purse b").map((purse) => purse.textContent)).toEqual(["4", "0", "6"]);
  expect(all(".others .city")[0]!.querySelectorAll(".tile")).toHaveLength(2);
  expect(said(spot(`c.1.${n("ranch")}.0`))).toBe("2 Ranch, blue, any roll, fires on 2");
  expect(all(".home .site").map((site) => site.classList.contains("built"))).toEqual([false, false, false, false]);
  expect(all(".label.can, .site.can, .tile.can")).toHaveLength(0);
});

test("a card is bought with two clicks, never with one", async () => {
  await show(three(), building(three()));
  await click(pile("mine"));
  expect(answers).toEqual([]);
  expect(text(".slip .really")).toBe("Buy Mine for 6?");
  expect((board.shadowRoot!.activeElement as HTMLElement).textContent!.trim()).toBe("Buy");
  await click(one("[data-confirm]"));
  expect(answers).toEqual(["buy mine"]);
});

test("Escape and Cancel take the card back, and the focus with it", async () => {
  await show(three(), building(three()));
  await click(pile("mine"));
  press("Escape");
  await board.updateComplete;
  expect(one(".slip.sure")).toBeUndefined();
  expect(board.shadowRoot!.activeElement).toBe(pile("mine"));
  await click(pile("ranch"));
  await click(one("[data-cancel]"));
  press("Enter");
  expect(answers).toEqual([]);
});

test("Enter confirms", async () => {
  await show(three(), building(three()));
  await click(pile("ranch"));
  press("Enter");
  expect(answers).toEqual(["buy ranch"]);
});

test("what is closed says why, and is not bought", async () => {
  await show(three(), building(three()));
  expect(pile("business_center").getAttribute("aria-disabled")).toBe("true");
  expect(pile("business_center").getAttribute("aria-description")).toBe("That costs 8; you have 6.");
  await click(pile("business_center"));
  expect(text(".slip .why")).toBe("Not now: That costs 8; you have 6. 2 more needed.");
  expect(one("[data-confirm]")).toBeUndefined();
  expect(answers).toEqual([]);
});

test("a landmark is built from one's own skyline", async () => {
  const sight = three({
    built: [
      [1, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ],
    coins: [12, 0, 0],
  });
  await show(sight, building(sight));
  expect(spot("l.0.0").getAttribute("aria-description")).toBe("It stands already.");
  await click(spot("l.1.1")); // somebody else's: to be read, not to be built
  expect([text(".slip .name"), one("[data-confirm]")]).toEqual(["Shopping Mall", undefined]);
  await click(spot("l.0.1"));
  expect(text(".slip .really")).toBe("Build Shopping Mall for 10?");
  await click(one("[data-confirm]"));
  expect(answers).toEqual(["build shopping_mall"]);
});

test("passing takes one click or one key, once a question", async () => {
  await show(three(), building(three(), 1));
  await click(one("[data-action=pass]"));
  press("n");
  expect(answers).toEqual(["pass"]);
  await show(three(), building(three(), 2));
  press("n");
  expect(answers).toEqual(["pass", "pass"]);
});

test("dice by button and by key, and what each total would fire", async () => {
  const dice = ask(1, "How many?", choice("roll 1", "Roll one die"), choice("roll 2", "Roll two dice"));
  await show(three({ phase: DICE, dice: [], total: 0 }), dice);
  expect(all(".answer").map((button) => button.dataset.action)).toEqual(["roll 1", "roll 2"]);
  expect(one(".outlook")!.getAttribute("aria-label")).toBe(
    "Cards that fire on a total. 1: 1 for you; 2: 1 for you; 3: 1 for you",
  );
  expect(one(".dice")!.getAttribute("aria-label")).toBe("The dice have not been rolled");
  press("2");
  expect(answers).toEqual(["roll 2"]);
});

test("a raised total and a double are said", async () => {
  await show(three({ dice: [5, 5], total: 12, extra: true }), null);
  expect(one(".dice")!.getAttribute("aria-label")).toBe("Dice: 5 + 5 + 2 = 12");
  expect(text(".total")).toBe("1210 + 2 = 12");
  expect(text(".double")).toBe("Double: another turn");
});

test("a target is a button, a board or a number", async () => {
  const question = (number: number) =>
    ask(
      number,
      "Who pays?",
      choice("seat 2", "Bo (has 4 coins, pays 4)"),
      choice("seat 3", "Cleo (has 0 coins, pays 0)"),
    );
  await show(three({ phase: TARGET, firing: n("tv_station") }), question(1));
  expect(text(".lead")).toBe("TV Station: who pays?");
  expect(
    all(".chip").map((chip) => [chip.querySelector("b")!.textContent, chip.querySelector(".soft")!.textContent]),
  ).toEqual([
    ["Bo", "has 4 coins, pays 4"],
    ["Cleo", "has 0 coins, pays 0"],
  ]);
  await click(all(".city .pick")[1]);
  await show(three({ phase: TARGET }), question(2));
  press("2");
  expect(answers).toEqual(["seat 3", "seat 2"]);
});

test("a swap: one click on the other's card names the partner and the card", async () => {
  await show(
    three({ phase: PARTNER, firing: n("business_center") }),
    ask(1, "With whom?", choice("decline", "No swap"), choice("seat 2", "Bo"), choice("seat 3", "Cleo")),
  );
  await click(spot(`c.1.${n("mine")}.0`));
  expect(answers).toEqual(["seat 2"]);
  await show(
    three({ phase: TAKING, partner: 1 }),
    ask(2, "Which?", choice("decline", "No swap"), choice("take ranch", "Ranch"), choice("take mine", "Mine")),
  );
  expect(answers).toEqual(["seat 2", "take mine"]);
  await show(
    three({ phase: GIVING, partner: 1, taking: n("mine") }),
    ask(
      3,
      "Give?",
      choice("decline", "No swap"),
      choice("give bakery", "Bakery"),
      choice("give wheat_field", "Wheat Field"),
    ),
  );
  expect(text(".lead")).toBe("You take Mine. Give which of yours?");
  await click(spot(`c.0.${n("wheat_field")}.0`));
  expect(answers.at(-1)).toBe("give wheat_field");
});

test("a wish that cannot be granted is forgotten", async () => {
  await show(three({ phase: PARTNER }), ask(1, "With whom?", choice("decline", "No swap"), choice("seat 2", "Bo")));
  await click(spot(`c.1.${n("mine")}.0`));
  await show(
    three({ phase: TAKING, partner: 1 }),
    ask(2, "Which?", choice("decline", "No swap"), choice("take ranch", "Ranch")),
  );
  await show(
    three({ phase: TAKING, partner: 1 }),
    ask(3, "Which?", choice("decline", "No swap"), choice("take mine", "Mine")),
  );
  expect(answers).toEqual(["seat 2"]);
});

test("open and closed copies are told apart", async () => {
  const sight = town([{}, { cards: { ranch: 3 }, closed: { ranch: 1 } }], { phase: TAKING, partner: 1 });
  board.company = company("Ann", "Bo");
  await show(
    sight,
    ask(
      1,
      "Which?",
      choice("decline", "No"),
      choice("take ranch", "Ranch"),
      choice("take ranch closed", "Ranch, closed"),
    ),
  );
  expect(said(spot(`c.1.${n("ranch")}.1`))).toContain("closed for renovation");
  await click(spot(`c.1.${n("ranch")}.1`));
  expect(answers).toEqual(["take ranch closed"]);
});

test("what must be given or pulled down is asked twice", async () => {
  await show(
    three({ phase: GIFT, firing: n("moving_company"), pending: 1 }),
    ask(1, "Give?", choice("give bakery", "Bakery"), choice("give wheat_field", "Wheat Field")),
  );
  await click(one('.chip[data-action="give bakery"]'));
  expect([answers, text(".slip .really")]).toEqual([[], "Give Bakery away?"]);
  await click(one("[data-confirm]"));
  const sight = town(
    [{ landmarks: ["train_station", "harbor"] }, {}, {}],
    { phase: DEMOLITION, firing: n("demolition_company") },
    3,
  );
  await show(
    sight,
    ask(2, "Which?", choice("demolish train_station", "Train Station"), choice("demolish harbor", "Harbor")),
  );
  await click(spot(`l.0.${landmarkNumber("harbor")}`));
  expect(text(".slip .really")).toBe("Pull down Harbor? It cost 2.");
  await click(one("[data-confirm]"));
  expect(answers).toEqual(["give bakery", "demolish harbor"]);
});

test("the small print of an answer stands below it", () => {
  expect([printed("Close Ranches (Bo pays 2, 1 of yours)"), printed("Swap nothing")]).toEqual([
    ["Ranches", "Bo pays 2, 1 of yours"],
    ["Swap nothing", ""],
  ]);
});

test("any copy in any city names a type to close", async () => {
  await show(
    three({ phase: CLOSING, firing: n("renovation_company") }),
    ask(1, "Close?", choice("decline", "Close nothing"), choice("close ranch", "Close Ranches (Bo pays 2)")),
  );
  expect(all(".tile.can")).toHaveLength(1);
  await click(spot(`c.1.${n("ranch")}.0`));
  expect(answers).toEqual(["close ranch"]);
});

test("coins on the Tech Startup", async () => {
  await show(
    town([{ cards: { tech_startup: 1 }, stored: 4 }, {}, {}], { phase: INVESTING }, 3),
    ask(1, "Invest?", choice("hold", "Keep your coin"), choice("invest", "Put 1 coin on it")),
  );
  expect(said(spot(`c.0.${n("tech_startup")}.0`))).toContain("4 coins on it");
  press("i");
  expect(answers).toEqual(["invest"]);
});

test("who was paid what and why, this turn and since one's own last", async () => {
  await show(three({ turn: 4, active: 2 }), null);
  board.events = [
    line("turn_start", 1, 5, 0),
    line("roll", 1, 3, 0, 3),
    line("collect", 0, 1, n("cafe"), 1, 2),
    line("buy", 1, n("forest"), 3, 5),
    line("turn_start", 0, 6, 0),
    line("roll", 0, 2, 0, 2),
    line("payout", 0, n("bakery"), 1, 1),
  ];
  await board.settled;
  await show(three({ turn: 6, active: 0 }), null);
  expect(all(".tale header").map((header) => header.textContent!.replace(/\s+/g, " ").trim())).toEqual([
    "You rolled 2",
    "Bo rolled 3",
  ]);
  expect(all(".tale")[1]!.querySelectorAll("li")[0]!.textContent!.replace(/\s+/g, " ").trim()).toBe(
    "You Cafe from Bo (2 due)+1",
  );
  expect(text(".tale.latest .pay")).toBe("You Bakery from bank+1");
  expect(text(".home .change")).toBe("+1");
  expect(text("[role=status]")).toBe("You rolled 2. You gain 1 coin.");
});

test("the ledger reads as sentences, for you and for a name", async () => {
  await show(three({ turn: 4, active: 2 }), null);
  const played = (seat: number, turn: number) => [
    line("turn_start", seat, turn, 0),
    line("roll", seat, 6, 0, 6),
    line("swap_declined", seat, 0),
    line("build", seat, landmarkNumber("radio_tower"), 22, 4),
    line("win", seat, turn),
  ];
  board.events = [...played(1, 5), ...played(0, 6)];
  await board.settled;
  await show(three({ turn: 6, active: 0 }), null);
  const rows = all(".tale").map((tale) =>
    [...tale.querySelectorAll("li")].map((row) => row.textContent!.replace(/\s+/g, " ").trim()),
  );
  expect(rows).toEqual([
    ["You swap nothing", "You build Radio Tower−22", "You have built every landmark and win"],
    ["Bo swaps nothing", "Bo builds Radio Tower−22", "Bo has built every landmark and wins"],
  ]);
});

test("who comes in the middle of a turn sees it from the throw on", async () => {
  await show(three({ turn: 4, phase: DICE }), null);
  board.events = [line("roll", 0, 2, 0, 2), line("payout", 0, n("bakery"), 1, 1)];
  await show(three({ turn: 4 }), null);
  expect(all(".tale li")).toHaveLength(1);
});

test("what nobody saw happen is told by the purses", async () => {
  await show(three({ turn: 4 }), null);
  await show(three({ turn: 6, active: 2, coins: [6, 9, 0], dice: [4, 5], total: 9 }), null);
  expect(text(".tale header")).toBe("Cleo rolled 4 + 5 = 9");
  expect(all(".tale li").map((row) => row.textContent!.replace(/\s+/g, " ").trim())).toEqual(["Bo in the meantime+5"]);
});

test("whoever leafs through a replay finds no story of what was between", async () => {
  await show(three({ turn: 4 }), null);
  board.events = [];
  await show(three({ turn: 9, coins: [60, 4, 0] }), null);
  expect(all(".tale")).toHaveLength(0);
});

test("one stop for Tab in the market, also after what it stood on is gone", async () => {
  const stops = () => all(".shelf [tabindex='0']").map((stop) => stop.dataset.spot);
  const sight = three();
  board.company = { ...company("Ann", "Bo", "Cleo"), options: { market: "variable" } };
  await show(sight, null);
  expect(stops()).toEqual([`m.${n("wheat_field")}`]);
  pile("mine").focus();
  await board.updateComplete;
  expect(stops()).toEqual([`m.${n("mine")}`]);
  await show({ ...sight, market: sight.market.map((left, card) => (card === n("mine") ? 0 : left)) }, null);
  expect(stops()).toEqual([`m.${n("wheat_field")}`]);
});

test("sorting and filters are kept on this device", async () => {
  await show(three({ coins: [1, 0, 0] }), null);
  await click(all(".switch")[0]);
  expect(all(".label")).toHaveLength(3);
  const again = document.createElement("board-harmonictook") as HarmonictookBoard;
  expect(again.taste).toEqual({ order: "number", affordable: true, worth: false });
});

test("worth asks the coach once a build question, and shows what he says", async () => {
  await show(three(), building(three(), 1));
  expect(advice).toBe(0);
  await click(all(".switch")[1]);
  board.requestUpdate();
  await board.updateComplete;
  expect(advice).toBe(1);
  const hints = [
    {
      action: "buy mine",
      label: "Mine",
      chance: 0.4,
      text: "+0.56 coins a round, pays for itself in 11 rounds; rounds to victory 48 -> 29",
    },
    { action: "buy ranch", label: "Ranch", chance: 0.3, text: "+0.2 a round" },
  ];
  await show(three(), board.question, hints);
  expect(pile("mine").querySelector(".worth.best")!.textContent).toMatch(/: \+0.56 a round$/);
  expect(pile("ranch").querySelector(".worth")!.classList.contains("best")).toBe(false);
  await show(three(), building(three(), 2));
  expect(advice).toBe(2);
  await show(three({ phase: DICE }), ask(3, "?", choice("roll 1", "1"), choice("roll 2", "2")));
  expect(advice).toBe(2);
});

test("an answer on its way stands alone, and what happens ends the question", async () => {
  await show(three(), building(three(), 1));
  await click(one("[data-action=pass]"));
  expect(one("[data-action=pass]")!.getAttribute("aria-disabled")).toBe("true");
  await click(pile("mine"));
  expect([answers, one("[data-confirm]")]).toEqual([["pass"], undefined]);
  board.events = [line("pass", 0, 3)];
  await board.settled;
  await board.updateComplete;
  expect(one(".ask")).toBeUndefined();
  expect(all(".can")).toHaveLength(0);
  press("n");
  await show(three(), building(three(), 2));
  expect(all(".label.can").length).toBeGreaterThan(5);
  expect(answers).toEqual(["pass"]);
});

test("whoever watches sees all and is offered nothing", async () => {
  board.company = { ...company("Ann", "Bo", "Cleo"), viewer: null };
  await show(three(), null);
  expect(all(".answer, .switch, .can")).toHaveLength(0);
  expect(text(".home .who")).toBe("Ann");
  expect(text(".turn .who")).toBe("Ann");
});

test("the end: the winner, the skyline and everybody's points", async () => {
  await show(
    three({
      over: true,
      winner: 1,
      scores: [40, 301, 12],
      built: [
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [0, 0, 0, 0],
      ],
    }),
    null,
  );
  expect(text(".finale h2")).toBe("Bo wins");
  expect(all(".panorama .site.built")).toHaveLength(4);
  expect(all(".finale tbody th").map((name) => name.textContent!.trim())).toEqual(["Bo", "You", "Cleo"]);
  expect(all(".finale tbody td:last-child").map((cell) => cell.textContent)).toEqual(["301", "40", "12"]);
  expect(one(".market")).toBeUndefined();
});

test("cards that fire on the total are marked", async () => {
  await show(three(), null);
  expect(all(".label.fires .title").map((title) => title.textContent)).toEqual(["Ranch", "Bakery"]);
});

test("whoever comes in the middle of a turn reads what was rolled and paid in it", async () => {
  board.log = [line("turn_start", 0, 1, 0), line("roll", 0, 2, 0, 2), line("payout", 0, n("bakery"), 1, 1)];
  await show(three({ turn: 1 }), null);
  expect(text(".tale")).toContain("rolled 2");
  expect(text(".tale .pay")).toContain("Bakery");
});

test("nobody is said to go without coins while a card still asks", async () => {
  board.log = [line("turn_start", 0, 1, 0), line("roll", 0, 2, 0, 2)];
  await show(three({ turn: 1, phase: TARGET }), null);
  expect(text(".tale")).not.toContain("Nobody is paid");
  await show(three({ turn: 1 }), null);
  expect(text(".tale")).toContain("Nobody is paid");
});
