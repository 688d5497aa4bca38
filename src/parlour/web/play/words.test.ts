import { expect, test } from "vitest";
import { outcome } from "./result-card.js";
import { table } from "./scripted-socket.js";
import { seatLink } from "./table-page.js";
import { clockFace, list, ordinal, percent, timeLeft, waitingFor } from "./words.js";

const { seats } = table();
const bot = { seat: 1, name: "Owl", player: "easy", here: true, left: false };

test("names are listed", () =>
  expect([list([]), list(["A"]), list(["A", "B"]), list(["A", "B", "C"])]).toEqual(["", "A", "A and B", "A, B and C"]));

test("clocks are read at a glance", () =>
  expect([3725, 600, 65.9, 9.87, 0, -3].map(clockFace)).toEqual([
    "1:02:05",
    "10:00",
    "1:05",
    "0:09.8",
    "0:00.0",
    "0:00.0",
  ]));

test("only a running clock runs down, and not below nothing", () => {
  expect(timeLeft({ left: 60, runs: true }, 1_000, 11_000)).toBe(50);
  expect(timeLeft({ left: 60, runs: false }, 1_000, 11_000)).toBe(60);
  expect(timeLeft({ left: 5, runs: true }, 1_000, 11_000)).toBe(0);
});

test("who is awaited", () => {
  expect(waitingFor(seats, [0, 1])).toBe("Waiting for Ann and Bob.");
  expect(waitingFor([seats[0]!, bot], [1])).toBe("Owl is thinking.");
  expect(waitingFor([seats[0]!, bot], [0, 1])).toBe("Waiting for Ann and Owl.");
  expect(waitingFor(seats, [])).toBe("One moment.");
});

test("nothing rounds to certainty", () =>
  expect([0, 0.004, 0.43, 0.996, 1].map(percent)).toEqual(["0 %", "under 1 %", "43 %", "over 99 %", "100 %"]));

test("places", () =>
  expect([1, 2, 3, 4, 11, 12, 21, 112].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "12th",
    "21st",
    "112th",
  ]));

test("how it ended", () => {
  const rows = [
    { seat: 0, points: 3, rank: 1 },
    { seat: 1, points: 1, rank: 2 },
  ];
  expect(outcome({ winners: [0], rows, record: "" }, seats, [0])).toBe("You win!");
  expect(outcome({ winners: [0], rows, record: "" }, seats, [0, 1])).toBe("Ann wins.");
  expect(outcome({ winners: [0, 1], rows, record: "" }, seats, [0])).toBe("Ann and Bob share the win.");
  expect(outcome({ winners: [], rows, record: "" }, seats, [])).toBe("Nobody wins.");
  expect(outcome({ winners: [], rows: rows.slice(0, 1), record: "" }, seats, [0])).toBe("You lost.");
});

test("a seat's link is read, and nothing else is", () => {
  expect(seatLink("#0.AbC_d-9")).toEqual({ seat: 0, token: "AbC_d-9" });
  for (const other of ["", "#", "#main", "#0.", "#a.b", "#0.x y", "#-1.x"]) expect(seatLink(other)).toBeNull();
});
