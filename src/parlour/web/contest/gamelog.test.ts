import { describe, expect, it } from "vitest";
import { GamelogError, isRecord, readGamelog, readText } from "./gamelog.js";
import { reader } from "../../games/stumped/web/gamelog.js";
import { zipped } from "../../games/stumped/web/recorded.js";
import type { Table } from "../kit/gamelog.js";
import type { Game } from "../kit/types.js";
import { gameOf, loadReader } from "./load-reader.js";
import { empty, merge } from "./merge.js";
import { Timeline } from "./timeline.js";

const after = (...deltas: Table[]) => deltas.reduce((position, delta) => merge(position, delta), empty());

describe("deltas", () => {
  it("overwrites plain values, and takes nothing for a value", () => {
    expect(after({ turn: 1, text: "a", none: 3 }, { turn: 2, none: null }).root).toEqual({
      turn: 2,
      text: "a",
      none: null,
    });
  });

  it("deletes what is removed, and forgives what was never there", () => {
    expect(after({ a: 1, b: { c: 1, d: 2 } }, { a: "&RM", b: { c: "&RM" }, "12": "&RM" }).root).toEqual({
      b: { d: 2 },
    });
  });

  it("makes lists of objects with a length, and changes entries of them", () => {
    expect(after({ list: { "0": "x", "1": "y", "&LEN": 2 } }).root.list).toEqual(["x", "y"]);
    expect(after({ list: { "&LEN": 0 } }).root.list).toEqual([]);
    expect(
      after({ list: { "0": "x", "1": "y", "&LEN": 2 } }, { list: { "1": "z", "2": "w", "&LEN": 3 } }).root.list,
    ).toEqual(["x", "z", "w"]);
  });

  it("shortens a list before it takes the keys", () => {
    expect(
      after({ list: { "0": "a", "1": "b", "2": "c", "&LEN": 3 } }, { list: { "1": "c", "2": "&RM", "&LEN": 2 } }).root
        .list,
    ).toEqual(["a", "c"]);
  });

  it("merges tables into tables, and replaces references", () => {
    expect(after({ t: { a: 1, deep: { x: 1 } } }, { t: { deep: { y: 2 } } }).root.t).toEqual({
      a: 1,
      deep: { x: 1, y: 2 },
    });
    expect(after({ who: { id: "1" } }, { who: { id: "2" } }).root.who).toEqual({ id: "2" });
    expect(after({ who: { id: "1" } }, { who: { name: "n" } }).root.who).toEqual({ name: "n" });
  });

  it("keeps objects in one table, where an id is a value like any other", () => {
    const { objects } = after(
      { gameObjects: { "7": { id: "7", beaver: null } } },
      { gameObjects: { "7": { beaver: { id: "9" } }, "9": { id: "9", tile: { id: "7" } } } },
    );
    expect(objects.get("7")).toEqual({ id: "7", beaver: { id: "9" } });
    expect(objects.get("9")).toEqual({ id: "9", tile: { id: "7" } });
  });

  it("uses the marks the server announced", () => {
    const marks = { DELTA_REMOVED: "gone", DELTA_LIST_LENGTH: "n" };
    expect(merge(merge(empty(), { list: { "0": "&RM", n: 1 }, a: 1 }, marks), { a: "gone" }, marks).root).toEqual({
      list: ["&RM"],
    });
  });

  it("leaves the position before as it was", () => {
    const first = after({ list: { "0": "a", "&LEN": 1 }, gameObjects: { "7": { id: "7", food: 1 } } });
    const copy = structuredClone(first);
    merge(first, { list: { "0": "b", "&LEN": 1 }, gameObjects: { "7": { food: 2 }, "8": { id: "8" } } });
    expect(first).toEqual(copy);
  });
});

const games = [
  { id: "draughts", title: "Draughts" },
  { id: "stumped", title: "Stumped", gamelog_reader: "/boards/stumped/gamelog.js" },
] as Game[];

describe("files", () => {
  const blob = (bytes: BlobPart) => new Blob([bytes]);

  it("are unzipped where they are zipped", async () => {
    const bytes = zipped("contest2017-builder-raider");
    const text = await readText(blob(new Uint8Array(bytes)));
    expect(text.startsWith("{")).toBe(true);
    expect(await readText(blob(text))).toBe(text);
    expect(readGamelog(text).head).toMatchObject({
      gameName: "Stumped",
      gameSession: "t1",
      winners: [{ index: 1, name: "P1", reason: "Reached 10/10 lodges!" }],
    });
  });

  it("that are damaged are told so", async () => {
    const half = zipped("contest2017-builder-raider").subarray(0, 20_000);
    await expect(readText(blob(new Uint8Array(half)))).rejects.toThrow("This zipped file is damaged");
  });

  it.each([
    ["hello", "This is not a gamelog: a gamelog is JSON"],
    ['{"deltas": [', "breaks off or is damaged"],
    ["[1, 2]", "This is JSON, but not a gamelog"],
    ['{"gameName": "Stumped"}', "it has no list of deltas"],
    ['{"gameName": "Stumped", "deltas": [{"type": "start"}]}', "one of its deltas has no type or no game"],
    ['{"gameName": "Chess", "deltas": [{"type": "start", "game": {}}]}', "This is a gamelog of Chess"],
    ['{"gameName": "Stumped", "deltas": []}', "has no beginning"],
    [
      '{"gameName": "Stumped", "deltas": [{"type": "start", "game": {"mapWidth": 2}}]}',
      "does not begin with a whole position",
    ],
  ])("that are no gamelogs are told why: %s", (text, why) => {
    const read = () => {
      const log = readGamelog(text);
      gameOf(log.head, games);
      Timeline.of(log, reader);
    };
    expect(read).toThrow(why);
    expect(read).toThrow(GamelogError);
  });

  it("belong to the game that they name, by title or id, or to the only one", () => {
    const of = (gameName: string, known = games) => gameOf({ ...readGamelog('{"deltas": []}').head, gameName }, known);
    expect([of("STUMPED").id, of("").id]).toEqual(["stumped", "stumped"]);
    expect(() => of("Draughts")).toThrow("This is a gamelog of Draughts; only those of Stumped can be shown here.");
    expect(() => of("", [])).toThrow("This is a gamelog of an unnamed game; no game here can show gamelogs.");
  });

  it("of a game without a reader are told so", async () => {
    await expect(loadReader(games[0]!)).rejects.toThrow("Draughts cannot show gamelogs: it has no web/gamelog.js.");
  });

  it("that are records of ours are known by their first line", () => {
    expect(isRecord('{"parlour":1,"game":"stumped"}\n')).toBe(true);
    expect(isRecord('{"gameName":"Stumped"}')).toBe(false);
  });
});
