import { render } from "lit";
import { describe, expect, it } from "vitest";
import { blocksOf, renderBlocks } from "./markdown.js";

const TOWN = `LANDMARKS are yours alone and may be built in any order. What they do
begins at once.

                     cost
TS Train Station         4  roll one die or two
SM Shopping Mall        10  shop and restaurant cards earn 1 more

CARDS fire on these numbers and cost so many coins.

red: when somebody else rolls their number; the roller pays
     3  Cafe                 2  roller pays 1
  9-10  Family Restaurant    3  roller pays 2

WHAT OTHER CARDS COUNT:
  grain: Wheat Field and Apple Orchard
  livestock: Ranch
`;

describe("blocksOf", () => {
  it("reads numbered rules with lines that run on", () => {
    expect(blocksOf("Magpie, for 2 to 5 birds.\n\n1. A trinket is drawn\n   and shown.\n2. All bid.\n")).toEqual([
      { kind: "paragraph", text: "Magpie, for 2 to 5 birds." },
      {
        kind: "numbered",
        items: [
          { number: 1, text: "A trinket is drawn and shown." },
          { number: 2, text: "All bid." },
        ],
      },
    ]);
  });
  it("takes a line over an indented text for its heading, and pages for turns", () => {
    expect(blocksOf("Page 1 of 3\n\nThe aim\n  Win eight games,\n  then beat Volo.\n")).toEqual([
      { kind: "turn", text: "Page 1 of 3" },
      { kind: "heading", level: 2, text: "The aim" },
      { kind: "paragraph", text: "Win eight games, then beat Volo." },
    ]);
  });
  it("reads headings, lists, tables and examples", () => {
    expect(
      blocksOf(
        "## Codes\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| `x` | y |\n\n" +
          '```json\n{"a": 1}\n\n  # no heading\n```\nend',
      ),
    ).toEqual([
      { kind: "heading", level: 2, text: "Codes" },
      { kind: "list", items: ["one more", "two"] },
      { kind: "table", head: ["a", "b"], rows: [["`x`", "y"]] },
      { kind: "code", text: '{"a": 1}\n\n  # no heading' },
      { kind: "paragraph", text: "end" },
    ]);
  });
  it("keeps columns made of blanks, and sets what stands around them as before", () => {
    expect(blocksOf(TOWN)).toEqual([
      {
        kind: "paragraph",
        text: "LANDMARKS are yours alone and may be built in any order. What they do begins at once.",
      },
      {
        kind: "code",
        text:
          "                     cost\nTS Train Station         4  roll one die or two\n" +
          "SM Shopping Mall        10  shop and restaurant cards earn 1 more",
      },
      { kind: "paragraph", text: "CARDS fire on these numbers and cost so many coins." },
      { kind: "heading", level: 2, text: "red: when somebody else rolls their number; the roller pays" },
      {
        kind: "code",
        text: "   3  Cafe                 2  roller pays 1\n9-10  Family Restaurant    3  roller pays 2",
      },
      { kind: "paragraph", text: "WHAT OTHER CARDS COUNT: grain: Wheat Field and Apple Orchard livestock: Ranch" },
    ]);
  });
  it("tells columns from lists with wide gaps, from one such line, and from the line before them", () => {
    expect(blocksOf("-  one\n-  two\n\nA wide  gap\nin prose.")).toEqual([
      { kind: "list", items: ["one", "two"] },
      { kind: "paragraph", text: "A wide  gap in prose." },
    ]);
    expect(blocksOf("Prices:\n  a  1\n  b  2")).toEqual([
      { kind: "paragraph", text: "Prices:" },
      { kind: "code", text: "a  1\nb  2" },
    ]);
  });
  it("ends on an example that is never closed", () =>
    expect(blocksOf("```\nx")).toEqual([{ kind: "code", text: "x" }]));
});

describe("renderBlocks", () => {
  it("keeps markup of others as text", () => {
    const room = document.createElement("div");
    render(renderBlocks(blocksOf("A <img src=x onerror=alert(1)> and `<b>` and **bold**.")), room);
    expect(room.querySelector("img")).toBeNull();
    expect(room.querySelector("code")!.textContent).toBe("<b>");
    expect(room.querySelector("strong")!.textContent).toBe("bold");
    expect(room.textContent).toContain("<img src=x onerror=alert(1)>");
  });
});
