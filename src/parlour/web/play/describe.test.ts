import { expect, test } from "vitest";
import type { Company } from "../kit/types.js";
import { describe, humanise, say, values } from "./describe.js";
import { magpie } from "./scripted-socket.js";

const company: Company = { names: ["Ann", "Bob"], players: ["human", "human"], options: {}, viewer: 0 };

test("names of fields are made readable", () => {
  expect(humanise("rounds_won")).toBe("Rounds won");
  expect(humanise("lastRoll")).toBe("Last roll");
});

test("values are said in the game's words", () => {
  expect(say(2, "trinket", magpie)).toBe("the pearl");
  expect(say(-1, "trinket", magpie)).toBe("none");
  expect(say(-1, null, magpie)).toBe("-1");
  expect(say(99, "trinket", magpie)).toBe("99");
  expect(say(false, null, magpie)).toBe("no");
  expect(say([0, 1], "trinket", magpie)).toBe("a button, a thimble");
  expect(say([], null, magpie)).toBe("none");
});

test("a view is sorted into facts, a table by seat, lists and the rest; nothing is lost", () => {
  const description = describe(magpie, company, {
    prize: -1,
    bag: [2, 0, 1],
    purse: [15, 9],
    best: [2, -1],
    over: true,
    dice: [6, 6],
    deep: { pile: [{ at: 1 }] },
  });
  expect(description.facts.map(({ label, text }) => [label, text])).toEqual([
    ["Prize", "none"],
    ["Over", "yes"],
  ]);
  expect(
    description.columns.map((column) => [column.label, column.number, column.cells.map((cell) => cell.text)]),
  ).toEqual([
    ["Purse", true, ["15", "9"]],
    ["Best", false, ["the pearl", "none"]],
  ]);
  expect(description.lists.map((list) => list.items.map(({ label, text }) => `${label} ${text}`.trim()))).toEqual([
    ["button 2", "thimble 0", "pearl 1"],
    ["6", "6"],
  ]);
  expect(description.rest).toEqual([
    { label: "Deep", twigs: [{ label: "Pile", twigs: [{ label: "1", twigs: [{ label: "At", text: "1" }] }] }] },
  ]);
});

test("a field the schema does not name is shown all the same", () => {
  const description = describe(magpie, company, { secret: "owl", list: [1] });
  expect(description.facts[0]).toMatchObject({ label: "Secret", text: "owl" });
  expect(description.lists[0]).toMatchObject({ label: "List" });
});

test("every value has a path, to see what changed", () => {
  const description = describe(magpie, company, { prize: 1, purse: [1, 2], bag: [0, 0, 0] });
  expect(Object.fromEntries(values(description))).toEqual({
    prize: "a thimble",
    "purse.0": "1",
    "purse.1": "2",
    "bag.0": "0",
    "bag.1": "0",
    "bag.2": "0",
  });
});

test("what is printed on a thing is its title, where there is one", () => {
  const facts = { trinket: [{ text: "It shines." }, {}, { text: "Priceless." }] };
  const description = describe({ ...magpie, facts }, company, { prize: 2, bag: [2, 0, 1], best: [0, -1] });
  expect(description.facts[0]!.title).toBe("Priceless.");
  expect(description.lists[0]!.items.map((item) => item.title)).toEqual(["It shines.", undefined, "Priceless."]);
  expect(description.columns[0]!.cells.map((cell) => cell.title)).toEqual(["It shines.", undefined]);
  expect(describe(magpie, company, { prize: 2 }).facts[0]!.title).toBeUndefined();
});
