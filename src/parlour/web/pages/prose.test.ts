import { render } from "lit";
import { describe, expect, it } from "vitest";
import { blocksOf, proseOf } from "./prose.js";

describe("blocksOf", () => {
  it("reads numbered rules with lines that run on", () => {
    expect(blocksOf("Magpie, for 2 to 5 birds.\n\n1. A trinket is drawn\n   and shown.\n2. All bid.\n")).toEqual([
      { kind: "paragraph", text: "Magpie, for 2 to 5 birds." },
      { kind: "numbered", items: [{ number: 1, text: "A trinket is drawn and shown." }, { number: 2, text: "All bid." }] },
    ]);
  });
  it("takes a line over an indented text for its heading, and pages for turns", () => {
    expect(blocksOf("Page 1 of 3\n\nThe aim\n  Win eight games,\n  then beat Volo.\n")).toEqual([
      { kind: "turn", text: "Page 1 of 3" }, { kind: "heading", level: 2, text: "The aim" }, { kind: "paragraph", text: "Win eight games, then beat Volo." },
    ]);
  });
  it("reads headings, lists, tables and examples", () => {
    expect(blocksOf("## Codes\n\n- one\n  more\n- two\n\n| a | b |\n|---|---|\n| `x` | y |\n\n```json\n{\"a\": 1}\n\n  # no heading\n```\nend")).toEqual([
      { kind: "heading", level: 2, text: "Codes" }, { kind: "list", items: ["one more", "two"] },
      { kind: "table", head: ["a", "b"], rows: [["`x`", "y"]] },
      { kind: "code", text: '{"a": 1}\n\n  # no heading' }, { kind: "paragraph", text: "end" },
    ]);
  });
  it("ends on an example that is never closed", () => expect(blocksOf("```\nx")).toEqual([{ kind: "code", text: "x" }]));
});

describe("proseOf", () => {
  it("keeps markup of others as text", () => {
    const room = document.createElement("div");
    render(proseOf(blocksOf("A <img src=x onerror=alert(1)> and `<b>` and **bold**.")), room);
    expect(room.querySelector("img")).toBeNull();
    expect(room.querySelector("code")!.textContent).toBe("<b>");
    expect(room.querySelector("strong")!.textContent).toBe("bold");
    expect(room.textContent).toContain("<img src=x onerror=alert(1)>");
  });
});
