import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  ATTACKED,
  BUILT,
  DESTROYED,
  DIED,
  DROPPED,
  GAME_OVER,
  HARVESTED,
  MOVED,
  PICKED_UP,
  RECRUITED,
  TURN,
  TURN_ENDS,
  WINNER,
} from "./gamelog-events.js";
import type { Position } from "@parlour/kit/gamelog";
import { empty, merge } from "../../../web/contest/merge.js";
import { RECORDED, recorded } from "./recorded.js";
import type { Game } from "@parlour/kit/types";
import { Timeline } from "../../../web/contest/timeline.js";
import { withMatchFigures } from "./gamelog-view.js";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // for a busy machine

interface Sight {
  width: number;
  height: number;
  turn: number;
  turns: number;
  player: number;
  phase: number;
  given: number;
  land: string;
  winner: number;
  ended: number;
  decided: number;
  spawners: number[][];
  goods: number[][];
  lodges: number[][];
  beavers: number[][];
  lodge_count: number[];
  beaver_count: number[];
  stored_branches: number[];
  price: number[];
  history: number[][];
}
const seen = (timeline: Timeline, at: number) => timeline.view(at) as unknown as Sight;
const PRICES = [1, 2, 3, 5, 7, 12, 18, 30, 47, 77, 123, 199];
const CARRY = [3, 15, 2, 6, 1, 15, 2];
const HEALTH = [3, 3, 10, 4, 3, 3, 3];
const MOVES = [3, 3, 2, 2, 3, 3, 5];

describe.each(RECORDED)("the recorded match %s", (name) => {
  let match: Timeline;
  beforeAll(() => {
    match = recorded(name);
  });

  it("tells the figures of its jobs, whatever is printed here", () => {
    const printed = {
      facts: { job: CARRY.map((_, number) => ({ id: `job ${number}`, carry: 99, distraction: 99 })), other: [{}] },
    } as unknown as Game;
    const { facts } = withMatchFigures(printed, match.position(0));
    expect(facts!.job!.map(({ id, carry, health, moves }) => [id, carry, health, moves])).toEqual(
      CARRY.map((carry, number) => [`job ${number}`, carry, HEALTH[number], MOVES[number]]),
    );
    expect(facts!.job!.map((job) => job.distraction)).toEqual([0, 0, 0, 0, 3, 1, 0]);
    expect([facts!.other, withMatchFigures(printed, empty()).facts!.job]).toEqual([[{}], printed.facts!.job]);
  });

  it("is consistent at every moment", () => {
    const step = match.last > 5_000 ? 7 : 1; // a long match is tried at every seventh moment
    for (let at = 0; at <= match.last; at += step) {
      const view = seen(match, at);
      const where = `entry ${at}`;
      const places = view.beavers.map((row) => row[3]!);
      expect(new Set(places).size, where).toBe(places.length);
      expect(
        places.every((tile) => tile >= 0 && tile < 640),
        where,
      ).toBe(true);
      expect(
        [0, 1].map((seat) => view.beavers.filter((row) => row[1] === seat).length),
        where,
      ).toEqual(view.beaver_count);
      expect(
        [0, 1].map((seat) => view.lodges.filter((row) => row[1] === seat).length),
        where,
      ).toEqual(view.lodge_count);
      expect(view.price, where).toEqual(view.lodge_count.map((own) => PRICES[own]));
      for (const [, , job, , health, moves, actions, branches, food] of view.beavers as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ][]) {
        expect(
          branches + food <= CARRY[job]! &&
            health <= HEALTH[job]! &&
            moves <= MOVES[job]! &&
            actions <= 1 &&
            Math.min(branches, food, moves, actions) >= 0,
          where,
        ).toBe(true);
      }
      const goods = new Map(view.goods.map(([tile, branches]) => [tile, branches!]));
      expect(
        view.lodges.every(([tile]) => goods.get(tile!)! > 0),
        where,
      ).toBe(true);
      expect(
        view.spawners.every(([, , health]) => health! >= 0 && health! <= 5),
        where,
      ).toBe(true);
      expect(new Set(view.spawners.map(([tile]) => tile)).size, where).toBe(view.spawners.length);
    }
  });

  it("gives the same position whichever way one comes to it", () => {
    const straight = new Map<number, Position>();
    let position = empty();
    const wanted = [0, 1, 63, 64, 65, 500, 1_000, match.last];
    match.entries.forEach((entry, at) => {
      position = merge(position, entry.game, match.head.marks, true);
      if (wanted.includes(at)) straight.set(at, { root: position.root, objects: new Map(position.objects) });
    });
    for (const at of [...wanted].reverse().concat(64, 1_000, 63)) expect(match.position(at)).toEqual(straight.get(at));
  });

  it("has events that say what changed", () => {
    const harvested = [0, 0];
    const steps = new Map<number, number>();
    for (const [number, , , tile] of seen(match, 0).beavers) steps.set(number!, tile!);
    for (const { kind, numbers } of match.eventsOf(0, match.last)) {
      expect(
        numbers.every((one) => Number.isInteger(one) && one >= 0),
        `${kind}: ${numbers}`,
      ).toBe(true);
      const [, beaver, here, there] = numbers as [number, number, number, number];
      if (kind === MOVED) {
        expect(steps.get(beaver)).toBe(here);
        expect([1, 32]).toContain(Math.abs(here - there));
        steps.set(beaver, there);
      }
      if (kind === RECRUITED) steps.set(beaver, here);
      if (kind === DIED) {
        expect(steps.get(beaver)).toBe(here);
        steps.delete(beaver);
      }
      if (kind === HARVESTED) harvested[there]! += numbers[4]!;
    }
    expect([...steps].sort()).toEqual(
      seen(match, match.last)
        .beavers.map((row) => [row[0], row[3]])
        .sort(),
    );
    expect(harvested[0]).toBeGreaterThan(0);
  });

  it("counts turns, rounds and the orders of a turn", () => {
    expect(match.turns.map((one) => one.turn)).toEqual(match.turns.map((_, index) => index));
    expect(match.turns.every((one) => one.seat === one.turn % 2)).toBe(true);
    const told = match.eventsOf(0, match.last).map((one) => one.kind);
    expect([TURN_ENDS, TURN].map((kind) => told.filter((one) => one === kind).length)).toEqual([
      match.turns.length,
      match.turns.length - 1,
    ]);
    expect(match.history.length).toBe(match.turns.length / 2);
    const last = seen(match, match.last);
    expect(match.history.at(-1)).toEqual([...last.lodge_count, ...last.beaver_count, ...last.stored_branches]);
    expect(seen(match, match.turns[4]!.first).history.length).toBe(2);
    expect(seen(match, match.turns[4]!.first - 1).history.length).toBe(1);
    expect(seen(match, match.turns[4]!.first).given).toBe(0);
    expect(match.turnAt(match.turns[9]!.first - 1)).toBe(8);
    expect(match.endOf(match.turns.length - 1)).toBe(match.last);
  });

  it("tells every entry in a sentence", () => {
    for (let at = 0; at <= match.last; at += 5) expect(match.sentence(at)).toMatch(/^(P[01] \S|The match)/);
  });
});

describe("what is known of the recorded matches", () => {
  it("the builder of 2017 has ten lodges", () => {
    const match = recorded("contest2017-builder-raider");
    const end = seen(match, match.last);
    expect(match.result).toMatchObject({ seat: 1, reason: "Reached 10/10 lodges!" });
    expect(end).toMatchObject({ phase: 5, winner: 1, ended: 2, decided: 1, turn: 125 });
    expect(end.lodge_count[1]).toBeGreaterThanOrEqual(10);
    expect(
      match
        .eventsOf(0, match.last)
        .slice(-2)
        .map((one) => one.kind),
    ).toEqual([GAME_OVER, WINNER]);
    expect(match.sentence(1)).toBe("P0 has the Basic at 27,0 build lodge number 1 for 1 branch");
    expect(match.sentence(5)).toBe("P0 moves the Basic at 27,0 east to 28,0 for 2 moves");
  });

  it("the raider of today tears lodges down", () => {
    const match = recorded("current-builder-raider");
    const kinds = new Set(match.eventsOf(0, match.last).map((one) => one.kind));
    for (const kind of [MOVED, HARVESTED, ATTACKED, DIED, BUILT, DROPPED, PICKED_UP, DESTROYED, RECRUITED])
      expect(kinds.has(kind), `kind ${kind}`).toBe(true);
    expect(match.sentence(2)).toMatch(/^P0 has the Basic at \d+,\d+ build lodge number 1 for 1 branch$/);
  });

  it("random players are refused most of the time, and told why", () => {
    const match = recorded("current-random-random");
    const refused = match.entries.map((_, at) => at).filter((at) => match.refused(at));
    expect(refused.length).toBeGreaterThan(6_000);
    expect(match.sentence(refused[0]!)).toMatch(
      /^P1 orders the Basic at \d+,\d+ to attack the Basic at \d+,\d+\. Refused: Beaver #684 is not adjacent/,
    );
    expect(seen(match, match.last)).toMatchObject({ ended: 3, decided: 2, winner: 1, turn: 499 });
    expect(match.clocks(match.last)[1]).toBeCloseTo(308.36, 1);
  });

  it("can be looked at while it is still coming in", () => {
    const whole = recorded("current-builder-raider");
    const coming = new Timeline(whole.head, whole.reader);
    for (const entry of whole.entries.slice(0, 300)) coming.push(entry);
    expect(coming.view(299)).toEqual({ ...whole.view(299) });
    for (const entry of whole.entries.slice(300)) coming.push(entry);
    expect(coming.view(100)).toEqual(whole.view(100));
    expect(coming.view(coming.last)).toEqual(whole.view(whole.last));
  });
});
