import { describe, expect, it } from "vitest";
import { tournament } from "./fixtures.js";
import { fieldText } from "./tournament-page.js";
import {
  alone,
  joinNames,
  luck,
  placeOf,
  rivals,
  rankColour,
  signed,
  span,
  countNames,
  verdict,
} from "./tournament-text.js";

describe("words", () => {
  it("lists names, and no more than one can read", () => {
    expect([
      joinNames(["a"]),
      joinNames(["a", "b"]),
      joinNames(["a", "b", "c", "d"]),
      joinNames(["a", "b", "c", "d", "e"]),
    ]).toEqual(["a", "a and b", "a, b, c and d", "a, b, c and 2 more"]);
  });
  it("tells changes with a sign", () =>
    expect([signed(14.06), signed(-5.33), signed(0.01), signed(-0.01)]).toEqual(["+14.1", "−5.3", "±0.0", "±0.0"]));
  it("counts opponents that were met again", () => expect(countNames(["b", "c", "b"])).toBe("b (2), c"));
});

describe("the colours of ranks", () => {
  it.each([
    [1, 4, "cyan"],
    [2, 4, "green"],
    [3, 4, "yellow"],
  ])("rank %i of %i is %s", (rank, of, colour) =>
    expect(rankColour(rank, of)).toMatch(new RegExp(`0%, var\\(--rank-${colour}\\)\\)$`)),
  );
  it("ends in red, however many there are", () => {
    for (const of of [2, 4, 12, 48]) expect(rankColour(of, of)).toContain("var(--rank-red) 100%");
  });
  it("has one for a lonely entrant", () => expect(rankColour(1, 1)).toContain("var(--rank-cyan)"));
});

describe("luck", () => {
  /** Simulates many tournaments among equals: the formula must not promise less. */
  it("is what equals are apart by chance, 95 times in 100", () => {
    const { rounds } = tournament({ entrants: 12 });
    const sizes = rounds!.map((round) => round.size);
    const apart: number[] = [];
    let at = 1;
    const roll = () => (at = (at * 48271) % 2147483647) / 2147483647;
    for (let times = 0; times < 4000; times += 1) {
      const gains = [0, 1].map(() =>
        sizes.reduce((sum, size) => sum + (32 / (size - 1)) * (Math.floor(roll() * size) - (size - 1) / 2), 0),
      );
      apart.push(Math.abs(gains[0]! - gains[1]!));
    }
    const margin = luck(rounds!, 12);
    const within = apart.filter((one) => one <= margin).length / apart.length;
    expect(margin).toBeGreaterThan(75);
    expect(within).toBeGreaterThan(0.93);
    expect(within).toBeLessThan(0.98);
  });
  it("takes those who play alone for one table", () => {
    const { rounds } = tournament({ entrants: 8, sizes: [1] });
    expect(luck(rounds!, 8)).toBeCloseTo(1.96 * Math.sqrt((2 * 32 * 32 * 9) / (12 * 7)));
  });
  it("is none before anything was played", () => expect([luck([], 12), luck([], 0)]).toEqual([0, 0]));
});

describe("places", () => {
  it("are shared by equals", () => {
    const table = {
      table: ["a", "b", "c"],
      seats: ["a", "b", "c"],
      finish_scores: {},
      standings: { a: 5, b: 5, c: 1 },
      elo_deltas: {},
      match: "",
      seed: 0,
      digest: "",
      faults: {},
    };
    expect(["a", "b", "c"].map((label) => placeOf(table, label))).toEqual([1, 1, 3]);
  });
  it("are as open as the intervals leave them", () => {
    const all = [
      { low: 90, high: 110 },
      { low: 70, high: 95 },
      { low: 60, high: 80 },
      { low: 10, high: 20 },
    ];
    expect(all.map((one) => span(one, all))).toEqual([
      [1, 2],
      [1, 3],
      [2, 3],
      [4, 4],
    ]);
  });
});

describe("the verdict", () => {
  it("speaks of luck in a Swiss, and not of bots that fill the tables", () => {
    const whole = tournament({ format: "swiss", entrants: 12 });
    const standings = whole.standings.map((row, at) => ({
      ...row,
      padding: at !== 5 && at !== 7,
      low: row.elo - 56,
      high: row.elo + 56,
    }));
    const found = verdict({ ...whole, standings })!;
    expect(found.leader).toBe(standings[5]!.entrant);
    expect(found.sure).toMatch(/luck alone can put \d+ points between equals/);
    expect(rivals({ ...whole, standings })).toHaveLength(2);
    expect(
      fieldText([
        { label: "a", bot: "a" },
        { label: "b", bot: "random", padding: true },
      ]),
    ).toBe("1 entrant and 1 bot to fill the tables");
  });
  const rated = (...rows: [string, number, number, number][]) => {
    const whole = tournament({ format: "ladder", entrants: 3, sets: 1, state: "running" });
    return {
      ...whole,
      standings: rows.map(([entrant, elo, low, high], at) => ({
        ...whole.standings[0]!,
        entrant,
        rank: at + 1,
        elo,
        low,
        high,
      })),
    };
  };
  it("says nothing before the first match", () => expect(verdict(tournament({ sizes: [] }))).toBeNull());
  it("calls a lead clear only if no interval reaches it", () => {
    expect(verdict(rated(["a", 1600, 1580, 1620], ["b", 1500, 1480, 1579]))).toMatchObject({
      clear: true,
      headline: "a leads by 100.0 points of Elo",
    });
    const near = verdict(rated(["a", 1600, 1560, 1640], ["b", 1560, 1520, 1600], ["c", 1400, 1380, 1420]))!;
    expect([near.clear, near.sure]).toEqual([
      false,
      "Its strength lies between 1560 and 1640 (95 times in 100). a and b are too close to call.",
    ]);
  });
  it("of a Swiss knows how much is luck", () => {
    const swiss = tournament({ entrants: 12 });
    const said = verdict(swiss)!;
    expect(said.headline).toBe(
      `${swiss.standings[0]!.entrant} won by ${(swiss.standings[0]!.elo - swiss.standings[1]!.elo).toFixed(
        1,
      )} points of Elo`,
    );
    expect(said.sure).toMatch(/^In 4 matches luck alone can put 80 points between equals\./);
    expect(said.clear).toBe(swiss.standings.slice(1).every((row) => swiss.standings[0]!.elo - row.elo >= said.margin));
  });
  it("of a solitaire speaks of scores", () => {
    const solo = tournament({ entrants: 8, sizes: [1, 1], game: "bones" });
    expect(alone(solo)).toBe(true);
    expect(verdict(solo)!.sure).toContain(`Mean score ${solo.standings[0]!.mean_score!.toFixed(1)}`);
  });
  it("calls equals level", () =>
    expect(verdict(rated(["a", 1500, 1400, 1600], ["b", 1500, 1400, 1600]))!.headline).toBe("a and b are level"));
});
