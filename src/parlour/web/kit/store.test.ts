import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { store } from "./store.js";

const table = (id: string) => ({ id, game: "magpie", title: "Magpie" });

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

describe("store", () => {
  it("begins with nothing said", () => {
    expect([store.name, store.theme, store.sound, store.tables]).toEqual(["", "system", true, []]);
  });

  it("keeps a name, a theme and the sound", () => {
    store.name = "  Ann ";
    store.theme = "dark";
    store.sound = false;
    expect([store.name, store.theme, store.sound]).toEqual(["Ann", "dark", false]);
    expect(localStorage.getItem("parlour.name")).toBe('"Ann"');
  });

  it("lists tables newest first and joins the seats of one table", () => {
    store.satDown(table("a"), [0]);
    store.satDown(table("b"), [1]);
    store.satDown(table("a"), [2, 0]);
    expect(store.tables.map((row) => [row.id, row.seats])).toEqual([
      ["a", [0, 2]],
      ["b", [1]],
    ]);
    store.forgetTable("a");
    expect(store.tables.map((row) => row.id)).toEqual(["b"]);
  });

  it("does not grow without end", () => {
    for (let at = 0; at < 50; at += 1) store.satDown(table(`t${at}`), [0]);
    expect(store.tables.length).toBe(30);
    expect(store.tables[0]!.id).toBe("t49");
  });

  it.each(["not json", "7", '{"a":1}', "[1,null,{}]"])("shrugs at a spoiled memory: %s", (text) => {
    for (const key of ["name", "theme", "sound", "tables"]) localStorage.setItem(`parlour.${key}`, text);
    expect([store.name, store.theme, store.tables]).toEqual(["", "system", []]);
    expect(store.sound).toBe(true);
  });

  it("remembers until the page closes where storage is blocked", () => {
    const blocked = () => {
      throw new DOMException("denied", "SecurityError");
    };
    vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
    store.name = "Bob";
    store.satDown(table("z"), [0]);
    expect([store.name, store.tables.map((row) => row.id)]).toEqual(["Bob", ["z"]]);
    vi.restoreAllMocks();
    store.name = "Cy"; // storage works again: its value counts
    expect(localStorage.getItem("parlour.name")).toBe('"Cy"');
    store.forgetTable("z");
  });

  it("tells who watches, until they stop", () => {
    const heard: string[] = [];
    const stop = store.watch((key) => heard.push(key));
    store.sound = false;
    window.dispatchEvent(new StorageEvent("storage", { key: "parlour.theme" }));
    window.dispatchEvent(new StorageEvent("storage", { key: "somebody.else" }));
    stop();
    store.sound = true;
    expect(heard).toEqual(["sound", "theme"]);
  });
});
