import { expect, test } from "vitest";
import { recap, turnOf } from "./recap.js";
import type { GameEvent } from "./view.js";

const one = (kind: string, ...args: number[]): GameEvent => ({ kind, args });
const said = (...kinds: GameEvent[]) =>
  recap(turnOf([], [one("turn", 1, 3), ...kinds, one("turn_ends", 1, 3, kinds.length)], 0), "Bo", 0);

test("the turn of the other is told in one sentence", () => {
  expect(
    said(
      one("built", 1, 5, 20, 2, 2),
      one("attacked", 1, 5, 2, 9, 3, 0),
      one("died", 0, 2, 9, 0, 0),
      one("harvested", 1, 6, 8, 0, 12, 3),
      one("picked_up", 1, 6, 8, 0, 1),
      one("harvested", 1, 7, 4, 1, 2, 3),
    ),
  ).toBe("Bo built 1 lodge, killed 1 of your beavers, took 13 branches and took 2 food.");
  expect(said(one("destroyed", 0, 9, 1, 1), one("recruited", 1, 8, 4, 0, 0), one("recruited", 1, 9, 5, 0, 0))).toBe(
    "Bo pulled down 1 of your lodges and recruited 2 beavers.",
  );
  expect([said(one("moved", 1, 5, 3, 4, 2)), said()]).toEqual(["Bo only moved about.", "Bo did nothing."]);
});

test("it stays until the other moves again, and says nothing in between", () => {
  const theirs = turnOf(
    [],
    [one("turn", 1, 3), one("built", 1, 5, 20, 2, 2), one("turn_ends", 1, 3, 1), one("turn", 0, 4)],
    0,
  );
  const mine = turnOf(theirs, [one("built", 0, 1, 2, 1, 1), one("turn_ends", 0, 4, 1)], 0);
  expect(recap(mine, "Bo", 0)).toBe("Bo built 1 lodge.");
  expect(recap(turnOf(mine, [one("turn", 1, 5)], 0), "Bo", 0)).toBe("");
});
