import { expect, test } from "vitest";
import { captions, sight } from "./fixtures.js";
import { distance, label, percent, placeName, standing, symbolAt, wayTo } from "./view.js";

test("places are labelled by column letter and row number", () => {
  expect([0, 6, 42, 48].map(label)).toEqual(["A1", "G1", "A7", "G7"]);
});

test("the player covers what is underneath, and / lies beyond the city", () => {
  const landing = sight();
  expect(symbolAt(landing, 6, 0)).toBe("@");
  expect(symbolAt(sight({ place: 35 }), 6, 0)).toBe("0");
  expect([symbolAt(landing, 7, 0), symbolAt(landing, 6, -1), symbolAt(landing, 0, 7)]).toEqual(["/", "/", "/"]);
});

test("only the four places next door can be walked to", () => {
  const middle = sight({ place: 24 });
  expect([17, 25, 31, 23].map((place) => wayTo(middle, place)?.action)).toEqual([
    "go north",
    "go east",
    "go south",
    "go west",
  ]);
  expect([16, 18, 24, 10].map((place) => wayTo(middle, place))).toEqual([undefined, undefined, undefined, undefined]);
  expect(wayTo(sight({ place: 13 }), 14)).toBeUndefined(); // the end of a row is not next to the start of the next
});

test("a place is named only as far as the captions go", () => {
  expect(placeName(sight(), captions, 42)).toBe("A7 A Jetty: you are here");
  expect(placeName(sight(), captions, 35)).toBe("A6: not visited");
  expect(placeName(sight(), captions, 6)).toBe("G1: the back room");
});

test("21 is good, 22 is over, 31 is the end", () => {
  expect([3, 21, 22, 30, 31, 36].map(standing)).toEqual(["good", "good", "over", "over", "ended", "ended"]);
  expect([11, 21, 23].map(distance)).toEqual(["10 below 21", "exactly 21", "2 over 21"]);
});

test("chances have one decimal, and the uncertain is never called certain", () => {
  expect([0, 0.0001, 0.5, 0.8333, 0.9994, 0.99984, 1].map(percent)).toEqual(
    ["0", "under 0.1", "50.0", "83.3", "99.9", "over 99.9", "100"].map((text) => `${text}\u202f%`),
  );
});
