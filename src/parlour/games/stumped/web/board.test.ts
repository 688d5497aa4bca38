import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
// With the extension: a built board.js may lie beside it.
import "./board.ts";
import type { StumpedBoard } from "./board.js";
import { MEADOW, ask, at, changed, company, game, line, valley } from "./fixtures.js";
import type { StumpedView } from "./view.js";

vi.setConfig({ testTimeout: 60_000 }); // happy-dom is slow on a busy machine

let board: StumpedBoard;
let answers: string[];
let undone: number;
const all = (selector: string) => [...board.shadowRoot!.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => all(selector)[0];
const text = (selector: string) => one(selector)?.textContent?.replace(/\s+/g, " ").trim();
const button = (action: string) => one(`[data-action="${action}"]`);
const map = () => one(".map")!;
const heard = (event: Event) => answers.push((event as CustomEvent<{ action: string }>).detail.action);
const undo = () => {
  undone += 1;
};

async function show(sight: StumpedView | null, number: number | null = 1): Promise<void> {
  Object.assign(board, { view: sight, question: number === null ? null : ask(number) });
  await settle();
}
async function settle(): Promise<void> {
  await board.updateComplete;
  await board.updateComplete;
}
async function press(
  key: string,
  more: KeyboardEventInit = {},
  from: EventTarget = document.body,
): Promise<KeyboardEvent> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, composed: true, cancelable: true, ...more });
  from.dispatchEvent(event);
  await settle();
  return event;
}
const middle = (tile: number) => ({
  clientX: 18 + ((tile % 6) + 0.5) * 40,
  clientY: 18 + (Math.floor(tile / 6) + 0.5) * 40,
});
async function pointer(kind: string, tile: number, touch = false): Promise<void> {
  map().dispatchEvent(
    new PointerEvent(kind, {
      ...middle(tile),
      pointerId: 1,
      pointerType: touch ? "touch" : "mouse",
      bubbles: true,
      composed: true,
      button: 0,
    }),
  );
  await settle();
}
async function click(tile: number, touch = false): Promise<void> {
  await pointer("pointerdown", tile, touch);
  await pointer("pointerup", tile, touch);
}
async function choose(element: HTMLElement | undefined): Promise<void> {
  element!.click();
  await settle();
}

/** Two beavers that can act, a tree, a lodge that can recruit, and a rival next to them. */
const busy = (change: Partial<StumpedView> = {}): StumpedView =>
  valley(MEADOW, {
    beavers: [at(7, { number: 1, branches: 2, job: 1 }), at(20, { number: 2 }), at(13, { number: 3, owner: 1 })],
    spawners: [[6, 0, 2, 0]],
    lodges: [[23, 0]],
    goods: [[23, 1, 0]],
    open: [
      [7, 1, 2, 8, 11, 13, 14, 15],
      [20, 1, 2, 4],
      [23, 34, 35, 36, 37, 38, 39, 40],
    ],
    price: [2, 1],
    ...change,
  });

beforeEach(() => {
  [answers, undone] = [[], 0];
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(276); // a map of six by four: 40 pixels a tile
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(196);
  board = document.createElement("board-stumped") as StumpedBoard;
  Object.assign(board, { game, company: company(), quiet: true });
  document.body.addEventListener("answer", heard);
  document.body.addEventListener("undo", undo);
  document.body.append(board);
});
afterEach(() => {
  document.body.removeEventListener("answer", heard);
  document.body.removeEventListener("undo", undo);
  board.remove();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("it draws every choice itself, and nothing before there is a map", async () => {
  expect((board.constructor as unknown as { offers: boolean }).offers).toBe(true);
  await show(null, null);
  expect(board.shadowRoot!.textContent!.trim()).toBe("");
  await show(valley(MEADOW, { phase: 0, land: "" }), null);
  expect(board.shadowRoot!.textContent!.trim()).toBe("");
});

describe("by mouse", () => {
  test("click a beaver, then where it should go: one order a step", async () => {
    await show(busy());
    expect(text(".hint")).toContain("Click a beaver, then where it should go");
    await click(20);
    expect(text(".card h2")).toBe("Basic at 2,3");
    expect([...board.picture.marks.reach].map(([tile, { cost }]) => `${tile}:${cost}`).sort()).toEqual([
      "14:2",
      "19:2",
      "21:2",
    ]);
    await click(21);
    expect(answers).toEqual(["2,3 move east"]);
  });

  test("a longer way is given step by step, each when the last one is done", async () => {
    const swift = (tile: number, moves: number, ...orders: number[]) =>
      valley(MEADOW, { beavers: [at(tile, { number: 4, job: 6, moves })], open: [[tile, ...orders]] });
    await show(swift(18, 5, 1, 2));
    await click(18);
    await click(20);
    expect(answers).toEqual(["0,3 move east"]);
    await show(swift(19, 3, 1, 2, 4), 2);
    expect(answers).toEqual(["0,3 move east", "1,3 move east"]);
    await show(swift(20, 1), 3);
    expect(answers).toHaveLength(2);
  });

  test("a way ends where the beaver is not where it should be", async () => {
    const swift = (tile: number) =>
      valley(MEADOW, { beavers: [at(tile, { number: 4, job: 6, moves: 5 })], open: [[tile, 1, 2]] });
    await show(swift(18));
    await click(18);
    await click(20);
    await show(swift(18), 2); // taken back
    await show(swift(18), 3);
    expect(answers).toEqual(["0,3 move east"]);
  });

  test("trees are harvested, rivals attacked, by a click on them", async () => {
    await show(busy());
    await click(7);
    expect([...board.picture.marks.targets]).toEqual([
      [6, "chop"],
      [13, "bite"],
    ]);
    await click(6);
    expect(answers).toEqual(["1,1 harvest west"]);
    await show(busy(), 2);
    await click(13); // it is still the one that was chosen
    expect(answers.at(-1)).toBe("1,1 attack south");
  });

  test("a path is drawn from a beaver", async () => {
    const swift = valley(MEADOW, { beavers: [at(18, { number: 4, job: 6, moves: 5 })], open: [[18, 1, 2]] });
    await show(swift);
    await pointer("pointerdown", 18);
    for (const tile of [12, 13]) await pointer("pointermove", tile);
    expect(board.picture.marks.path).toEqual([12, 13]);
    await pointer("pointerup", 13);
    expect(answers).toEqual(["0,3 move north"]);
  });

  test("what lies elsewhere is only looked at, and a second click lets go", async () => {
    await show(busy());
    await click(13);
    expect([text(".card h2"), answers]).toEqual([undefined, []]);
    await pointer("pointermove", 6);
    expect(text(".spot")).toContain("A tree, health 2 of 5");
    await click(20);
    await click(20);
    expect(board.picture.marks.selected).toBe(-1);
  });

  test("a tile too far for this turn is gone towards, at the second click", async () => {
    await show(busy());
    await click(20);
    await click(18);
    expect([board.picture.marks.selected, board.picture.marks.path, answers]).toEqual([20, [19], []]);
    expect(text(".hint")).toBe("Too far for this turn. Click again to go as far as 1,3.");
    await click(18);
    expect(answers).toEqual(["2,3 move west"]);
  });

  test("a lodge next door may be entered or filled: the board asks which", async () => {
    await show(
      valley(MEADOW, {
        beavers: [at(22, { number: 1, branches: 2 })],
        lodges: [[23, 0]],
        goods: [[23, 1, 0]],
        open: [[22, 2, 4, 16]],
      }),
    );
    await click(22);
    await click(23);
    expect(answers).toEqual([]);
    expect(text(".card")).toContain("Several things can be done there");
    await choose(button("4,3 drop branches east 2"));
    expect(answers).toEqual(["4,3 drop branches east 2"]);
  });

  test("a closed unit cannot be chosen", async () => {
    Object.assign(board, { view: busy(), question: ask(1, "2,3") });
    await settle();
    expect([...board.picture.marks.ready]).toEqual([7, 23]);
    await click(20);
    expect(one(".card h2")).toBeUndefined();
  });
});

describe("the card", () => {
  test("says every order in words; friends are attacked last", async () => {
    await show(
      busy({
        beavers: [at(7, { number: 1, branches: 2, job: 1 }), at(13, { number: 3 })],
        open: [[7, 1, 8, 11, 13, 14]],
      }),
    );
    await click(7);
    expect(all(".order span").map((span) => span.textContent!.trim())).toEqual([
      "Build a lodge (2 branches)",
      "Harvest the tree to the west (+12 branches)",
      "Attack your own Basic to the south (−1 health)",
    ]);
  });

  test("what harms oneself comes last, without a key", async () => {
    await show(
      busy({
        beavers: [at(7, { number: 1, job: 1 }), at(13, { number: 3 })],
        lodges: [[7, 0]],
        goods: [[7, 2, 0]],
        open: [[7, 1, 8, 11, 24]],
      }),
    );
    await click(7);
    expect(all(".late .order span").map((span) => span.textContent!.trim())).toEqual([
      "Attack your own Basic to the south (−1 health)",
      "Pick up branches here in your lodge (2 branches) pulls your own lodge down",
    ]);
    expect([all(".order kbd").length, all(".late kbd").length]).toEqual([1, 0]);
    await press("2");
    expect(answers).toEqual([]);
    await press("1");
    expect(answers).toEqual(["1,1 harvest west"]);
  });

  test("the amount is all, or as many as one likes", async () => {
    await show(busy());
    await click(7);
    const amount = () => one(".stepper input") as HTMLInputElement;
    expect([amount().value, amount().max]).toEqual(["2", "2"]);
    await choose(one(".stepper button"));
    expect([amount().value, button("1,1 drop branches north 1")!.title]).toEqual([
      "1",
      "Drop branches to the north (1 of 2)",
    ]);
    for (const [typed, meant] of [
      ["2", "2"],
      ["99", "2"],
      ["-4", "1"],
    ]) {
      amount().value = typed!;
      amount().dispatchEvent(new Event("change"));
      await settle();
      expect(amount().value).toBe(meant);
    }
    await choose(button("1,1 drop branches north 1"));
    expect(answers).toEqual(["1,1 drop branches north 1"]);
  });

  test("recruits show the figures that hold in this match", async () => {
    const texts = (selector: string) => all(selector).map((part) => part.textContent!.trim());
    board.game = changed(3, { cost: 1, damage: 0, actions: 2 });
    await show(busy({ free_beavers: 0, open: [[23, 37]], goods: [[23, 1, 1]] }));
    await click(23);
    expect(texts(".recruit .price")).toEqual(["3 food", "6 food", "12 food", "1 food", "15 food", "8 food", "6 food"]);
    expect(texts('[data-look="job:fighter"] .figures i')).toEqual(["♥4", "➤2", "✱2", "♣1", "⚘1", "▣6"]);
    expect(texts(".legend span")).toContain("✱ actions");
  });

  test("a lodge recruits: seven jobs, free or for food", async () => {
    await show(busy());
    await click(23);
    expect(all(".recruit .price").map((price) => price.textContent!.trim())).toEqual(Array(7).fill("free"));
    await choose(button("5,3 recruit Hot Lady"));
    expect(answers).toEqual(["5,3 recruit Hot Lady"]);
    await show(busy({ beaver_count: [10, 1], goods: [[23, 1, 6]], open: [[23, 34, 35, 40]] }), 2);
    const closed = one('[data-look="job:bulky"] .recruit')!;
    expect([closed.getAttribute("aria-disabled"), closed.title]).toEqual([
      "true",
      "This takes 12 food; the lodge has 6.",
    ]);
    await choose(closed);
    expect(answers).toHaveLength(1);
  });

  test("an answer is given once", async () => {
    await show(busy());
    await click(7);
    await choose(button("1,1 build"));
    await choose(button("1,1 build"));
    await choose(button("end"));
    expect(answers).toEqual(["1,1 build"]);
  });

  test("half an order that the table has heard already is finished", async () => {
    await show(busy({ phase: 2, unit: 7 }));
    expect(text(".card h2")).toBe("Builder at 1,1");
    await choose(button("build"));
    expect(answers).toEqual(["build"]);
  });
});

describe("in a lesson", () => {
  const led = async (sight: StumpedView, number: number, ...shut: string[]): Promise<void> => {
    Object.assign(board, {
      view: sight,
      lesson: { title: "", say: "", look: ["spawner:tree"], allow: [], next: false, step: number, steps: 9 },
      question: ask(number, ...shut),
    });
    await settle();
  };

  test("a unit and its order are two answers, for a page may speak of each", async () => {
    await led(busy(), 1, "2,3", "5,3", "end");
    expect([[...board.picture.marks.ready], [...board.picture.marks.looked]]).toEqual([[7], [6]]);
    await click(20);
    expect([text(".hint"), answers]).toEqual(["Not now.", []]);
    await choose(button("end"));
    expect(answers).toEqual([]);
    await click(7);
    expect(answers).toEqual(["1,1"]);
    await led(busy({ phase: 2, unit: 7 }), 2, "build", "move north", "harvest west");
    expect(all(".order span").map((span) => span.textContent!.trim())).toEqual([
      "Attack the Basic to the south (−1 health)",
    ]);
    expect([...board.picture.marks.reach.keys()]).toEqual([8]);
    await click(8);
    expect(answers).toEqual(["1,1", "move east"]);
    await led(busy(), 3, "2,3", "5,3", "end");
    expect([board.picture.marks.selected, [...board.picture.marks.ready]]).toEqual([-1, [7]]);
    await click(7);
    expect(answers).toEqual(["1,1", "move east", "1,1"]);
  });

  test("a unit whose answer was lost on the way can be chosen again", async () => {
    vi.useFakeTimers();
    await led(busy(), 1, "2,3", "5,3", "end");
    await click(7);
    await vi.advanceTimersByTimeAsync(2000);
    await click(7);
    expect(answers).toEqual(["1,1", "1,1"]);
  });
});

describe("at a page that is only read", () => {
  const page = (step: number) => ({ title: "", say: "", look: [], allow: [], next: true, step, steps: 9 });

  test("nothing presses one to end the turn, and a refusal goes with the page", async () => {
    Object.assign(board, { view: busy(), lesson: page(1), question: ask(1, "1,1", "2,3", "5,3", "end") });
    await settle();
    expect([text(".hint"), all(".glow").length]).toEqual(["Read what the lesson says, then go on.", 0]);
    await choose(button("end"));
    expect([text(".hint"), answers]).toEqual(["Not now.", []]);
    board.lesson = page(2);
    await settle();
    expect(text(".hint")).toBe("Read what the lesson says, then go on.");
  });
});

describe("by keyboard", () => {
  test("N and Tab go from unit to unit, and Tab goes on after the last", async () => {
    await show(busy());
    await press("n");
    expect(board.picture.marks.selected).toBe(7);
    await press("N", { shiftKey: true });
    expect(board.picture.marks.selected).toBe(23);
    const leaves = await press("Tab", {}, map());
    expect([leaves.defaultPrevented, board.picture.marks.selected]).toEqual([false, 23]);
    expect((await press("Tab", { shiftKey: true }, map())).defaultPrevented).toBe(true);
    expect(board.picture.marks.selected).toBe(20);
  });

  test("arrows look around, Enter chooses and acts, and all of it is announced", async () => {
    await show(busy());
    await press("ArrowRight");
    expect(board.cursor).toBe(7);
    await press("Enter");
    expect(text("[role=status]")).toContain("your Builder chosen, health 3 of 3");
    await press("ArrowLeft");
    expect(text("[role=status]")).toContain(
      "A tree, health 2 of 5. Enter: Harvest the tree to the west (+12 branches).",
    );
    await press("Enter");
    expect(answers).toEqual(["1,1 harvest west"]);
  });

  test("Shift and an arrow is a step, a number is an order of the card", async () => {
    await show(busy());
    await press("n");
    await press("ArrowUp", { shiftKey: true });
    expect(answers).toEqual(["1,1 move north"]);
    await show(busy(), 2);
    await press("1");
    expect(answers.at(-1)).toBe("1,1 build");
  });

  test("E ends, U takes back, Escape lets go", async () => {
    await show(busy());
    await press("n");
    await press("Escape");
    expect(board.picture.marks.selected).toBe(-1);
    await press("u");
    await press("e");
    expect([undone, answers]).toEqual([1, ["end"]]);
  });

  test("keys are left alone where somebody types, and arrows where nothing is asked", async () => {
    await show(busy());
    const input = document.createElement("input");
    document.body.append(input);
    await press("e", {}, input);
    input.remove();
    expect(answers).toEqual([]);
    await show(busy(), null);
    expect((await press("ArrowRight")).defaultPrevented).toBe(false);
    expect((await press("ArrowRight", {}, map())).defaultPrevented).toBe(true);
  });

  test("the list has every order as a button", async () => {
    await show(busy());
    one(".list")!.setAttribute("open", "");
    one(".list")!.dispatchEvent(new Event("toggle"));
    await settle();
    expect(all("[data-listed]")).toHaveLength(7 + 3 + 7);
    await choose(one('[data-listed="2,3 move west"]'));
    expect(answers).toEqual(["2,3 move west"]);
  });
});

test("the figures of both, and who is to move", async () => {
  await show(busy({ lodge_count: [3, 2], stored_branches: [9, 7] }));
  expect(text(".standing .turn")).toBe("Turn 4 of 500 (496 left)");
  expect(
    all(".standing tbody tr")
      .slice(0, 5)
      .map((row) => row.textContent!.replace(/\s+/g, "")),
  ).toEqual(["Lodges3of102of10", "Nextlodge2branches1branch", "Branchesinlodges97", "Foodinlodges00", "Beavers21"]);
  expect(
    all(".jobs tbody tr").map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent).join("")),
  ).toEqual(["1100000", "1000000"]);
  expect(text(".standing .moves")).toContain("You");
});

test("the figures say why a player with lodges enough has not won yet", async () => {
  await show(busy());
  expect(all(".undecided")).toHaveLength(0);
  const undecided = "Ann has 10 lodges, enough to win, but Ben still has a turn.";
  Object.assign(board, { captions: { undecided } });
  await show(busy({ lodge_count: [10, 8] }), 2);
  expect(text(".standing .undecided")).toBe(undecided);
});

test("the button says how many could still act", async () => {
  await show(busy());
  expect(text('[data-action="end"]')).toContain("3 could act");
  await show(busy({ open: [] }), 2);
  expect(text('[data-action="end"]')).not.toContain("could");
  expect(text(".hint")).toContain("end your turn");
});

test("who watches is asked nothing, and can look at everything", async () => {
  Object.assign(board, { company: company(null), captions: { status: "Ann moves." } });
  await show(busy(), null);
  expect(all(".turnings, .order")).toHaveLength(0);
  expect(text(".hint")).toBe("Ann moves.");
  expect(board.picture.marks.ready.size).toBe(0);
  await click(7);
  expect(board.picture.marks.selected).toBe(-1);
});

test("what happens is acted out on the old view, and a new view ends it", async () => {
  board.quiet = false;
  await show(busy(), null);
  board.events = [line("moved", 0, 2, 20, 21, 2)];
  expect(board.picture.moves).toBe(true);
  await show(busy({ beavers: [at(21, { number: 2 })] }), null);
  await board.settled;
  expect(board.picture.moves).toBe(false);
  board.quiet = true;
  board.events = [line("moved", 0, 2, 20, 21, 2)];
  expect(board.picture.moves).toBe(false);
});

test("what the other did in its turn is announced when one is asked again", async () => {
  await show(busy({ player: 1 }), null);
  board.events = [line("turn", 1, 3), line("built", 1, 3, 13, 2, 1), line("turn_ends", 1, 3, 1), line("turn", 0, 4)];
  await settle();
  expect(one(".recap")).toBeUndefined();
  await show(busy(), 2);
  expect(text(".recap")).toBe("Bo built 1 lodge.");
});

test("what the coach says is marked and can be chosen", async () => {
  await show(busy());
  board.hints = [
    { action: "2,3", label: "Basic at 2,3", chance: null, text: "move east" },
    { action: "end", label: "End", chance: null, text: "and that is all" },
  ];
  await settle();
  expect([...board.picture.marks.advised]).toEqual([20]);
  expect(all(".advice li").map((item) => item.textContent!.replace(/\s+/g, " ").trim())).toEqual([
    "2,3 move east",
    "End: and that is all",
  ]);
  await choose(one(".advice button"));
  expect(board.picture.marks.selected).toBe(20);
});

test("a finger that points beside a beaver means it, and paths are not lost", async () => {
  await show(busy());
  map().dispatchEvent(
    new PointerEvent("pointerdown", {
      clientX: middle(20).clientX + 30,
      clientY: middle(20).clientY,
      pointerId: 1,
      pointerType: "touch",
      bubbles: true,
    }),
  );
  map().dispatchEvent(
    new PointerEvent("pointerup", {
      clientX: middle(20).clientX + 30,
      clientY: middle(20).clientY,
      pointerId: 1,
      pointerType: "touch",
      bubbles: true,
    }),
  );
  await settle();
  expect(text(".card h2")).toBe("Basic at 2,3");
});
