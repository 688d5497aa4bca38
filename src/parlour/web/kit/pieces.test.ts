import { render } from "lit";
import { describe, expect, it } from "vitest";
import { ICONS, icon } from "./icons.js";
import { SHAPES, coloursOf, hueOf, seatShape, seatToken } from "./seats.js";
import { when } from "./relative-time.js";

function drawn(piece: ReturnType<typeof icon>): SVGElement {
  const room = document.createElement("div");
  render(piece, room);
  return room.querySelector("svg")!;
}

describe("icons", () => {
  it.each(ICONS)("%s draws a path within its frame", (name) => {
    const path = drawn(icon(name)).querySelector("path")!.getAttribute("d")!;
    expect(path).toMatch(/^M[\d\s.a-zA-Z-]+$/);
  });
  it("is decoration without a label and a picture with one", () => {
    expect(drawn(icon("dice")).getAttribute("aria-hidden")).toBe("true");
    expect(drawn(icon("dice", "Dice")).getAttribute("aria-label")).toBe("Dice");
    expect(drawn(icon("dice", "Dice")).getAttribute("role")).toBe("img");
  });
});

describe("seats", () => {
  it("have seven shapes, all different", () => expect(new Set(SHAPES.map((shape) => shape.path)).size).toBe(7));
  it("have a token each", () => expect(drawn(seatToken(2, "Cy")).getAttribute("aria-label")).toBe("Cy"));
  it("have the colours that a game has dealt, and their own numbers until then", () => {
    const colours = coloursOf({ colours: [4, -1, 0] });
    expect([0, 1, 2, 3].map((seat) => hueOf(colours, seat))).toEqual([4, 1, 0, 3]);
  });
  it.each([null, undefined, {}, { colours: "red" }, { colours: [7] }, { colours: [0.5] }])(
    "keep their numbers where nothing of the kind is dealt: %j",
    (view) => {
      expect([0, 1, 6].map((seat) => hueOf(coloursOf(view), seat))).toEqual([0, 1, 6]);
    },
  );
  it("begin again after the seventh", () => expect(seatShape(7)).toBe("circle"));
});

describe("when", () => {
  const now = new Date(2026, 10, 15, 18, 0);
  it.each([
    [new Date(2026, 10, 15, 18, 0, 20), "just now"],
    [new Date(2026, 10, 15, 17, 48), "12 min ago"],
  ])("%s", (then, words) => expect(when(then.toISOString(), now)).toBe(words));
  it("names the day, and the year only when it was another", () => {
    expect(when(new Date(2026, 10, 15, 9, 5).toISOString(), now)).toMatch(/^today /);
    expect(when(new Date(2026, 9, 3, 9, 5).toISOString(), now)).not.toContain("2026");
    expect(when(new Date(2024, 9, 3, 9, 5).toISOString(), now)).toContain("2024");
  });
  it("says nothing of what is no date", () => expect(when("soon", now)).toBe(""));
});
