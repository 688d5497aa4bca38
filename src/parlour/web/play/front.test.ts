import { expect, test } from "vitest";
import { front } from "./front.js";

test("a watcher sees the common view", () => expect(front([], [], null)).toEqual({ seat: null, curtain: null }));
test("a single seat never meets a curtain", () => {
  expect(front([1], [1], null)).toEqual({ seat: 1, curtain: null });
  expect(front([1], [], null)).toEqual({ seat: 1, curtain: null });
});
test("the first question at a shared device is behind the curtain", () =>
  expect(front([0, 1], [0, 1], null)).toEqual({ seat: null, curtain: 0 }));
test("whoever lifted the curtain stays in front while asked", () =>
  expect(front([0, 1], [0, 1], 1)).toEqual({ seat: 1, curtain: null }));
test("then it is the next seat's, around the table", () => {
  expect(front([0, 1, 2], [0, 2], 1)).toEqual({ seat: null, curtain: 2 });
  expect(front([0, 1, 2], [0], 1)).toEqual({ seat: null, curtain: 0 });
});
test("while nobody here is asked, nobody's own view is shown", () =>
  expect(front([0, 1], [], 0)).toEqual({ seat: null, curtain: null }));
test("without secrets whoever is asked is in front, and stays until another one is", () => {
  expect(front([0, 1], [0], null, false)).toEqual({ seat: 0, curtain: null });
  expect(front([0, 1], [1], 0, false)).toEqual({ seat: 1, curtain: null });
  expect(front([0, 1], [], 1, false)).toEqual({ seat: 1, curtain: null });
  expect(front([0, 1], [], null, false)).toEqual({ seat: null, curtain: null });
});
test("questions to seats of other devices draw no curtain", () =>
  expect(front([0, 2], [1], 0)).toEqual({ seat: null, curtain: null }));
