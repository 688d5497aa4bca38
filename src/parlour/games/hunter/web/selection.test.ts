import { expect, test } from "vitest";
import { choice, sending, town } from "./fixtures.js";
import { BLANK, closedFor, complete, displaces, kept, mayGo, pairOf, placed, type Draft } from "./selection.js";

const WORK = 0;
const BAR = 1;
const STATION = 2;
const DOJO = 4;
const FOREST = 6;
const two = () => town([{}, {}]);
const at = (hunter: number, apprentice: number): Draft => ({ hunter, apprentice, hand: "hunter" });

test("a pair in the notation of the game", () => {
  expect(pairOf(FOREST, BAR)).toBe("hunter forest, apprentice bar");
});

test("first the hunter, then the apprentice, then both are ready", () => {
  const question = sending(two());
  const one = placed(BLANK, "hunter", WORK, question);
  expect([one.hunter, one.apprentice, one.hand]).toEqual([WORK, -1, "apprentice"]);
  expect(complete(one, question)).toBe(false);
  const both = placed(one, "apprentice", DOJO, question);
  expect([both.hunter, both.apprentice]).toEqual([WORK, DOJO]);
  expect(complete(both, question)).toBe(true);
});

test("nobody goes to a dummy", () => {
  const question = sending(two());
  expect(mayGo(question, "hunter", BAR)).toBe(false);
  expect(placed(BLANK, "hunter", BAR, question)).toBe(BLANK);
});

test("two who want one place change places, but both may be in the Forest", () => {
  const question = sending(two());
  expect(placed(at(WORK, DOJO), "hunter", DOJO, question)).toMatchObject({ hunter: DOJO, apprentice: WORK });
  expect(displaces(at(WORK, DOJO), "hunter", DOJO)).toBe("Your apprentice is there: the two change places.");
  expect(placed(at(WORK, FOREST), "hunter", FOREST, question)).toMatchObject({ hunter: FOREST, apprentice: FOREST });
  expect(displaces(at(WORK, FOREST), "hunter", FOREST)).toBe("");
});

test("where a change of places is not possible, the other comes back into the hand", () => {
  const question = sending(two());
  expect(placed({ ...BLANK, apprentice: STATION }, "hunter", STATION, question)).toMatchObject({
    hunter: STATION,
    apprentice: -1,
    hand: "apprentice",
  });
});

test("an apprentice that may not be without its hunter comes back when the hunter leaves", () => {
  const question = sending(two());
  const strict = {
    ...question,
    choices: question.choices.filter(({ action }) => !/apprentice forest/.test(action) || /hunter forest/.test(action)),
  };
  expect(placed(at(FOREST, FOREST), "hunter", WORK, strict)).toMatchObject({
    hunter: WORK,
    apprentice: -1,
    hand: "apprentice",
  });
});

test("a closed place says why, in the words of the game", () => {
  const question = sending(town([{ ep: 1 }, {}]));
  expect(closedFor(question, { "hunter-6": "A hunter needs 2 EP there." }, "hunter", FOREST)).toBe(
    "A hunter needs 2 EP there.",
  );
  expect(closedFor(question, {}, "apprentice", FOREST)).toBe("");
  expect(closedFor(question, {}, "hunter", BAR)).toBe("Not possible now.");
  const lesson = {
    ...question,
    choices: [choice(pairOf(WORK, DOJO)), choice(pairOf(DOJO, WORK), "Try the other way round.")],
  };
  expect(closedFor(lesson, {}, "hunter", DOJO)).toBe("Try the other way round.");
});

test("a new question keeps what still holds", () => {
  const fresh = sending(town([{ ep: 6 }, {}]));
  const tired = sending(town([{ ep: 1 }, {}]), 2, choice("drink"));
  expect(kept(at(FOREST, WORK), fresh)).toMatchObject({ hunter: FOREST, apprentice: WORK });
  expect(kept(at(FOREST, WORK), tired)).toMatchObject({ hunter: -1, apprentice: WORK, hand: "hunter" });
  expect(kept(at(WORK, -1), fresh).hand).toBe("apprentice");
});
