import { describe, expect, it } from "vitest";
import { apart, columnsOf, dayBreaks, stylesOf, markedColumns, strongOf, ticksOf, STRONG } from "./curves.js";
import { labelsOf, tournament } from "./fixtures.js";

const order = labelsOf(48);

describe("columns", () => {
  it("begin with what everybody had", () => {
    const { history } = tournament();
    const columns = columnsOf(history, 1500);
    expect(columns).toHaveLength(history.length + 1);
    expect(new Set(Object.values(columns[0]!.elo))).toEqual(new Set([1500]));
  });
  it("of a long ladder are thinned out, and end where it ends", () => {
    const history = Array.from({ length: 5000 }, (_, at) => ({ day: 1, round: at + 1, elo: { a: at } }));
    const columns = columnsOf(history, null);
    expect(columns.length).toBeLessThanOrEqual(200);
    expect([columns[0], columns.at(-1)]).toEqual([history[0], history.at(-1)]);
    expect(markedColumns(columns).length).toBeLessThan(12);
  });
  it("none without a history", () => expect(columnsOf([], 1500)).toEqual([]));
  it("break where another day begins", () =>
    expect(dayBreaks(columnsOf(tournament({ days: 2 }).history, 1500))).toEqual([{ at: 4.5, day: 2 }]));
});

describe("lines that stand out", () => {
  it("are the best, as many as one can follow", () => expect(strongOf(order, [])).toEqual(order.slice(0, STRONG)));
  it("are those that were raised too, in the order of rank", () => {
    const strong = strongOf(order, [order[40]!, order[1]!]);
    expect(strong).toEqual([...order.slice(0, STRONG - 1), order[40]]);
  });
  it("are all of a small field, whoever is raised", () =>
    expect(strongOf(order.slice(0, 5), [order[2]!, "nobody"])).toEqual(order.slice(0, 5)));
  it("keep their look while ranks change, and no two share one", () => {
    const first = stylesOf(strongOf(order, []), new Map());
    const moved = strongOf([...order].reverse(), [order[3]!]);
    const second = stylesOf(moved, first);
    expect(second.get(order[3]!)).toBe(first.get(order[3]!));
    expect(new Set(second.values()).size).toBe(moved.length);
  });
});

describe("ticks", () => {
  it("are round", () => expect(ticksOf(1447, 1567)).toEqual([1450, 1475, 1500, 1525, 1550]));
  it("are never without end", () => expect(ticksOf(1500, 1500).length).toBeLessThan(12));
});

describe("names beside the plot", () => {
  it("keep their distance, their order, and stay on it", () => {
    const wanted = [0.5, 0.5, 0.51, 0.99, 1, 0.02];
    const placed = apart(wanted, 0.07);
    const sorted = [...placed].sort((a, b) => a - b);
    sorted.slice(1).forEach((place, at) => expect(place - sorted[at]!).toBeGreaterThan(0.0699));
    expect(sorted[0]).toBeGreaterThanOrEqual(0);
    expect(sorted.at(-1)).toBeLessThanOrEqual(1);
    expect(placed.indexOf(sorted[0]!)).toBe(5);
  });
});
