import { afterEach, beforeEach, expect, test, vi } from "vitest";
// With the extension: a built board.js may lie beside it.
import "./board.ts";
import type { BonesBoard } from "./board.js";
import type { Hint, Question } from "@parlour/kit/types";
import { captions, actionQuestion, line, playing, sight, walk } from "./fixtures.js";
import type { BonesView } from "./view.js";

vi.setConfig({ testTimeout: 60_000 }); // happy-dom is slow on a busy machine

let board: BonesBoard;
let answers: string[];
const all = (selector: string) => [...board.shadowRoot!.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => all(selector)[0];
const text = (selector: string) => one(selector)?.textContent?.replace(/\s+/g, " ").trim();
const press = (key: string) =>
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true }));

async function show(
  now: BonesView,
  question: Question | null,
  more: Record<string, string> = {},
  hints: Hint[] = [],
): Promise<void> {
  Object.assign(board, { view: now, captions: { ...captions, ...more }, question, hints });
  await board.updateComplete;
}

beforeEach(() => {
  localStorage.clear();
  answers = [];
  board = document.createElement("board-bones") as BonesBoard;
  board.company = { names: ["Ann"], players: ["human"], options: {}, viewer: 0 };
  board.quiet = true;
  document.body.addEventListener("answer", hear);
  document.body.append(board);
});
afterEach(() => {
  document.body.removeEventListener("answer", hear);
  board.remove();
});
function hear(event: Event): void {
  answers.push((event as CustomEvent<{ action: string }>).detail.action);
}

test("it draws every choice itself", () => {
  expect((board.constructor as unknown as { offers: boolean }).offers).toBe(true);
});

test("before the match there is nothing to see", async () => {
  await board.updateComplete;
  expect(board.shadowRoot!.textContent!.trim()).toBe("");
});

test("49 places, two of them next door; the ways and the closed ones with their reasons", async () => {
  await show(sight(), walk(1, "Nobody plays bones here."));
  expect(all(".cell")).toHaveLength(49);
  expect(all(".cell.next").map((cell) => cell.getAttribute("aria-label"))).toEqual([
    "A6: not visited; walk north",
    "B7: not visited; walk east",
  ]);
  expect(
    all(".way").map((way) => [
      way.querySelector(".unseen")!.textContent,
      way.getAttribute("aria-disabled"),
      way.getAttribute("aria-description"),
    ]),
  ).toEqual([
    ["Go north, where you have not been", "false", null],
    ["Go west", "true", "Reeds."],
    ["Go east, where you have not been", "false", null],
    ["Go south", "true", "Water."],
  ]);
  expect(text(".nobody")).toBe("Nobody plays bones here.");
  expect([text("h2"), text(".telling")]).toEqual(["A Jetty", "Planks."]);
});

test("every symbol is explained", async () => {
  await show(sight(), walk());
  expect(all(".under .legend li").map((item) => item.textContent!.replace(/\s+/g, " ").trim())).toHaveLength(7);
});

test("mouse and keys answer alike, once a question, and closed ways stay closed", async () => {
  await show(sight(), walk(1));
  one(".way[data-way=South]")!.click();
  expect(answers).toEqual([]);
  one(".cell.next")!.click();
  press("ArrowRight");
  expect(answers).toEqual(["go north"]);
  await show(sight(), walk(2));
  press("f");
  expect(answers).toEqual(["go north", "fight"]);
});

test("a closed way says why where it is tried, until the next question", async () => {
  await show(sight(), walk(1));
  expect(text(".closed-way")).toBe("");
  one(".way[data-way=South]")!.click();
  await board.updateComplete;
  expect(text(".closed-way[role=status]")).toBe("Water.");
  await show(sight({ place: 7 }), walk(2));
  expect(text(".closed-way")).toBe("");
  all(".cell")[14]!.click(); // south of A2, on the map
  await board.updateComplete;
  expect([text(".closed-way"), answers]).toEqual(["Water.", []]);
});

test("on the way only the coach's choice is marked, and the question bar says why", async () => {
  const free = { chance: null, text: "walking is free" };
  const hints = [
    { action: "go north", label: "Go north", chance: null, text: "this way lies the next game worth playing" },
    { action: "go east", label: "Go east", ...free },
  ];
  await show(sight(), walk(), {}, hints);
  expect(all(".chance").map((mark) => mark.textContent)).toEqual(["The coach's choice"]);
  expect(one(".way[data-way=North]")!.title).toBe("this way lies the next game worth playing");
  expect(one(".advice")).toBeUndefined();
});

test("what the chances in a game are of", async () => {
  const hints = [{ action: "roll", label: "Roll", chance: 0.5, text: "so it is" }];
  await show(playing([2, 4, 5]), actionQuestion(), {}, hints);
  expect(text(".deed[data-action=roll] .chance")).toBe("The coach's choice: 50.0 % wins this game");
  await show(playing([2, 4, 5], { bout: 4 }), actionQuestion(2), {}, hints);
  expect(text(".deed[data-action=roll] .chance")).toBe("The coach's choice: 50.0 % wins this round");
});

test("an equal chance says how it is worse instead of the same number again", async () => {
  await show(playing([2, 4, 5]), actionQuestion(), {}, [
    { action: "roll", label: "Roll", chance: 1, text: "wins this game for sure" },
    { action: "add", label: "Add", chance: 1, text: "as good here, but the trick costs 0.8 % of the campaign" },
    { action: "subtract", label: "Subtract", chance: 1, text: "as good here" },
    { action: "hold", label: "Hold", chance: 0, text: "loses this game for sure" },
  ]);
  expect(text(".deed[data-action=roll] .chance")).toBe("The coach's choice: 100 % wins this game");
  expect(text(".deed[data-action=add] .chance")).toBe("The coach: costs 0.8 % of the campaign");
  expect(text(".deed[data-action=subtract] .chance")).toBe("The coach: as good here");
  expect(all(".rail")).toHaveLength(2);
});

test("holding over 21 looks like what it is", async () => {
  await show(playing([6, 6, 6, 3]), actionQuestion(1));
  expect(all(".losing")).toHaveLength(0);
  await show(playing([6, 6, 6, 4]), actionQuestion(2));
  expect(all(".losing").map((action) => action.dataset.action)).toEqual(["hold"]);
});

test("keys can be switched off, and stay off", async () => {
  await show(sight(), walk(1));
  board.leaf = "legend";
  await board.updateComplete;
  one(".page .turner")!.click();
  press("ArrowRight");
  expect(answers).toEqual([]);
  expect((document.createElement("board-bones") as BonesBoard).keys).toBe(false);
});

test("a game: dice, total, choices with uses left and why not", async () => {
  await show(playing([2, 4, 5]), actionQuestion(), { scene: "Bones with Pell", opponent: "Pell", note: "The Anchor" });
  expect(all(".die svg").map((die) => die.getAttribute("aria-label"))).toEqual(["2", "4", "5, the last roll"]);
  expect(text(".total b")).toBe("11");
  expect(all(".deed > .unseen").map((label) => label.textContent)).toEqual(
    actionQuestion().choices.map(({ label }) => label),
  );
  expect(text(".deed[data-action=add] .uses")).toBe("1 left");
  expect(text(".deed[data-action=re-roll] .detail")).toBe("You have no Re-Roll left.");
  one(".deed[data-action=re-roll]")!.click();
  one(".deed[data-action=hold]")!.click();
  expect(answers).toEqual(["hold"]);
  expect(all("[role=alert]")).toHaveLength(0);
});

test("over 21 the warning is an alert", async () => {
  await show(playing([6, 6, 6, 5]), actionQuestion(), { warning: "OVER 21: holding loses." });
  expect(text("[role=alert]")).toBe("OVER 21: holding loses.");
  expect(one(".fight")!.dataset.mood).toBe("over");
  expect(all(".track .over.full")).toHaveLength(2);
});

test("lesson and practice say that they are without stakes", async () => {
  await show(playing([1, 2, 3], { bout: 1 }), actionQuestion(), { note: "The lesson, without stakes" });
  expect(text(".free")).toBe("The lesson, without stakes");
  await show(playing([1, 2, 3]), actionQuestion(), { note: "The Anchor" });
  expect(one(".free")).toBeUndefined();
});

test("a match shows rounds, who leads and how he plays", async () => {
  await show(playing([1, 2, 3], { bout: 4, rounds_lost: 1 }), actionQuestion(), {
    opponent: "Volo",
    match: "He plays higher when behind.",
  });
  expect(one(".rounds")!.getAttribute("aria-label")).toBe("Rounds: you 0, Volo 1. Volo leads.");
  expect(text(".lead")).toBe("Volo leads. He plays higher when behind.");
});

test("hints are bars with percentages, the best one said in words", async () => {
  const hints = [
    { action: "roll", label: "Roll one more die", chance: 0.75, text: "wins 75 %" },
    { action: "hold", label: "Hold at 11", chance: 0, text: "loses" },
  ];
  await show(playing([2, 4, 5]), actionQuestion(), {}, hints);
  expect(text(".deed[data-action=roll] .chance")).toBe(
    "The coach's choice: 75.0\u202f% wins this game".replace(/\s+/g, " "),
  );
  expect(one(".deed[data-action=roll]")!.title).toBe("wins 75 %");
  expect(one(".deed[data-action=roll] .fill")!.style.width).toBe("75%");
  expect(text(".advice")).toContain("Roll one more die: wins 75 %.");
  expect(one(".deed[data-action=add] .chance")).toBeUndefined();
});

test("the verdict stands until the next view", async () => {
  await show(playing([6, 6, 6]), actionQuestion());
  board.events = [line("held", { total: 18 }), line("game won", { place: 1, total: 18, foe_total: 16 })];
  await board.settled;
  await board.updateComplete;
  expect(text(".stamp")).toBe("Won 18 against 16: higher");
  expect(text(".cup b")).toBe("16");
  await show(sight(), walk());
  expect(one(".stamp")).toBeUndefined();
});

test("while the next question is on its way the last one stays, and takes no answer", async () => {
  await show(playing([2, 4, 5]), actionQuestion(1));
  board.question = null;
  await board.updateComplete;
  expect(all(".deed")).toHaveLength(5);
  one(".deed[data-action=roll]")!.click();
  press("r");
  expect(answers).toEqual([]);
});

test("whoever watches is offered nothing", async () => {
  board.company = { ...board.company, viewer: null };
  await show(playing([2, 4, 5]), null);
  expect(all(".deed")).toHaveLength(0);
  await show(sight(), null);
  expect(all(".way, .next, .fight")).toHaveLength(0);
  expect(all(".tile")).toHaveLength(9);
});

test("three endings, each with its own picture and the counts", async () => {
  const pictures = new Set<string>();
  for (const ending of [1, 2, 3]) {
    await show(sight({ ending, wins: 8, losses: 2, matches: 1, credibility: -1 }), null, {
      ending: "The End",
      ending_text: "So it went.",
    });
    expect(text("h2")).toBe("The End");
    expect(all(".counts dd").map((count) => count.textContent)).toEqual(["8", "2", "1", "0", "2"]);
    pictures.add(one(".picture")!.innerHTML.replace(/<!--.*?-->/g, ""));
  }
  expect(pictures.size).toBe(3);
});

test("the character page shows who you are", async () => {
  await show(sight({ credibility: 4, renown: 1 }), walk(), { credibility_means: "defeats you can still afford" });
  one(".turner:nth-child(2)")!.click();
  await board.updateComplete;
  expect(text(".character h2")).toBe("Ann");
  expect(all(".character tr").map((row) => row.children[1]!.textContent)).toEqual(["4", "1", "1", "1", "1", "0"]);
  expect(all(".candle")).toHaveLength(4);
});

test("nobody is left without focus when the scene changes", async () => {
  await show(sight({ open: true }), walk(1));
  one("button.fight")!.focus();
  await show(playing([2, 4, 5]), actionQuestion(2));
  expect((board.shadowRoot!.activeElement as HTMLElement).dataset.action).toBe("roll");
});
