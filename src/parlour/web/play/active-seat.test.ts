import { expect, test } from "vitest";
import { chooseActiveSeat } from "./active-seat.js";

test("a watcher sees the common view", () =>
  expect(chooseActiveSeat([], [], null)).toEqual({ seat: null, curtain: null }));
test("a single seat never meets a curtain", () => {
  expect(chooseActiveSeat([1], [1], null)).toEqual({ seat: 1, curtain: null });
  expect(chooseActiveSeat([1], [], null)).toEqual({ seat: 1, curtain: null });
});
test("the first question at a shared device is behind the curtain", () =>
  expect(chooseActiveSeat([0, 1], [0, 1], null)).toEqual({ seat: null, curtain: 0 }));
test("whoever lifted the curtain stays in front while asked", () =>
  expect(chooseActiveSeat([0, 1], [0, 1], 1)).toEqual({ seat: 1, curtain: null }));
test("then it is the next seat's, around the table", () => {
  expect(chooseActiveSeat([0, 1, 2], [0, 2], 1)).toEqual({ seat: null, curtain: 2 });
  expect(chooseActiveSeat([0, 1, 2], [0], 1)).toEqual({ seat: null, curtain: 0 });
});
test("in a game with a turn order, seats that are asked at once are asked in seat order", () => {
  const ordered = (asked: number[], last: number | null) => chooseActiveSeat([0, 1, 2], asked, last, true, true);
  expect(ordered([0, 1, 2], 2)).toEqual({ seat: null, curtain: 0 }); // the last to choose does not shop first
  expect(ordered([0, 1, 2], 0)).toEqual({ seat: 0, curtain: null });
  expect(ordered([1, 2], 0)).toEqual({ seat: null, curtain: 1 });
  expect(ordered([], 0)).toEqual({ seat: null, curtain: null });
});
test("while nobody here is asked, nobody's own view is shown", () =>
  expect(chooseActiveSeat([0, 1], [], 0)).toEqual({ seat: null, curtain: null }));
test("without secrets whoever is asked is in front, and stays until another one is", () => {
  expect(chooseActiveSeat([0, 1], [0], null, false)).toEqual({ seat: 0, curtain: null });
  expect(chooseActiveSeat([0, 1], [1], 0, false)).toEqual({ seat: 1, curtain: null });
  expect(chooseActiveSeat([0, 1], [], 1, false)).toEqual({ seat: 1, curtain: null });
  expect(chooseActiveSeat([0, 1], [], null, false)).toEqual({ seat: null, curtain: null });
});
test("questions to seats of other devices draw no curtain", () =>
  expect(chooseActiveSeat([0, 2], [1], 0)).toEqual({ seat: null, curtain: null }));
