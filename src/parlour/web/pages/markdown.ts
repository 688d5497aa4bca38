/**
 * Formats plain text and simple Markdown: headings, numbered rules, lists, tables, examples. Columns made of blanks are
 * kept.
 */
import { html, type TemplateResult } from "lit";

export type Block =
  | { kind: "heading"; level: number; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; items: string[] }
  | { kind: "numbered"; items: { number: number; text: string }[] }
  | { kind: "table"; head: string[]; rows: string[][] }
  | { kind: "code"; text: string }
  | { kind: "turn"; text: string };

const NUMBERED = /^(\d+)\.\s+(.*)$/;
const BULLET = /^[-*]\s+(.*)$/;
const HEADING = /^(#{1,4})\s+(.*)$/;
const TURN = /^Page \d+ of \d+$/;

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** Whether a line is a heading: it stands alone and the next line is indented. */
const heads = (lines: string[], at: number) =>
  /^\S/.test(lines[at]!) && /^\s+\S/.test(lines[at + 1] ?? "") && (at === 0 || lines[at - 1]!.trim() === "");

/**
 * Whether a line has a gap of two or more blanks after its first word, not counting the gap after a bullet or a number.
 */
const columned = (line: string) => / {2,}\S/.test(line.trim().replace(/^([-*]|\d+\.) +/, ""));

/** The end of a block of columns that begins here: the next empty line, or `at` if there is no such block. */
function columnsEnd(lines: string[], at: number): number {
  if (!columned(lines[at]!) && !/^\s+\S/.test(lines[at]!)) return at;
  let end = at;
  while (end < lines.length && lines[end]!.trim() !== "") end += 1;
  return lines.slice(at, end).filter(columned).length > 1 ? end : at;
}

/** The lines without their common indentation. */
function flush(lines: string[]): string {
  const margin = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin).trimEnd()).join("\n");
}

export function blocksOf(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let at = 0;
  const following = (): string => {
    // the lines of an item: indented, until the next item or an empty line
    const words: string[] = [];
    while (at < lines.length && /^\s+\S/.test(lines[at]!)) words.push(lines[at++]!.trim());
    return words.length ? ` ${words.join(" ")}` : "";
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const trimmed = line.trim();
    if (trimmed === "") {
      at += 1;
      continue;
    }
    if (trimmed.startsWith("```")) {
      const from = ++at;
      while (at < lines.length && !lines[at]!.trim().startsWith("```")) at += 1;
      blocks.push({ kind: "code", text: lines.slice(from, at++).join("\n") });
      continue;
    }
    if (trimmed.startsWith("|")) {
      const rows: string[][] = [];
      while (at < lines.length && lines[at]!.trim().startsWith("|")) rows.push(cells(lines[at++]!));
      blocks.push({
        kind: "table",
        head: rows[0]!,
        rows: rows.slice(1).filter((row) => !row.every((cell) => /^:?-+:?$/.test(cell))),
      });
      continue;
    }
    const end = columnsEnd(lines, at);
    if (end > at) {
      blocks.push({ kind: "code", text: flush(lines.slice(at, end)) });
      at = end;
      continue;
    }
    const heading = HEADING.exec(line);
    if (heading) {
      blocks.push({ kind: "heading", level: heading[1]!.length, text: heading[2]! });
      at += 1;
      continue;
    }
    if (TURN.test(trimmed)) {
      blocks.push({ kind: "turn", text: trimmed });
      at += 1;
      continue;
    }
    const numbered = NUMBERED.exec(trimmed);
    const bullet = BULLET.exec(trimmed);
    const last = blocks.at(-1);
    if (numbered) {
      at += 1;
      const item = { number: Number(numbered[1]), text: numbered[2]! + following() };
      if (last?.kind === "numbered") last.items.push(item);
      else blocks.push({ kind: "numbered", items: [item] });
    } else if (bullet) {
      at += 1;
      const item = bullet[1]! + following();
      if (last?.kind === "list") last.items.push(item);
      else blocks.push({ kind: "list", items: [item] });
    } else if (heads(lines, at) && !/[.:;,]$/.test(trimmed)) {
      blocks.push({ kind: "heading", level: 2, text: trimmed });
      at += 1;
    } else {
      const words: string[] = [];
      while (
        at < lines.length &&
        lines[at]!.trim() !== "" &&
        !/^(#|```|\|)/.test(lines[at]!.trim()) &&
        !NUMBERED.test(lines[at]!.trim()) &&
        !BULLET.test(lines[at]!.trim()) &&
        columnsEnd(lines, at) === at
      )
        words.push(lines[at++]!.trim());
      blocks.push({ kind: "paragraph", text: words.join(" ") });
    }
  }
  return blocks;
}

/** `code` and **bold** within a line; everything else is text. */
export function inline(text: string): (string | TemplateResult)[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*)/)
    .map((piece) =>
      piece.startsWith("`") && piece.length > 2
        ? html`<code>${piece.slice(1, -1)}</code>`
        : piece.startsWith("**") && piece.length > 4
          ? html`<strong>${piece.slice(2, -2)}</strong>`
          : piece,
    );
}

export const anchor = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

export function renderBlocks(blocks: Block[]): TemplateResult[] {
  return blocks.map((block, at) => {
    switch (block.kind) {
      case "heading":
        return block.level <= 2
          ? html`<h2 id=${anchor(block.text)}>${inline(block.text)}</h2>`
          : html`<h3 id=${anchor(block.text)}>${inline(block.text)}</h3>`;
      case "paragraph":
        return html`<p>${inline(block.text)}</p>`;
      case "list":
        return html`<ul>
          ${block.items.map((item) => html`<li>${inline(item)}</li>`)}
        </ul>`;
      case "numbered":
        return html`<ol>
          ${block.items.map((item) => html`<li value=${item.number}>${inline(item.text)}</li>`)}
        </ol>`;
      case "table":
        return html`<div
          class="wide"
          tabindex="0"
          role="region"
          aria-label="Table ${blocks.slice(0, at + 1).filter((other) => other.kind === "table").length}"
        >
          <table>
            ${
              block.head.some(Boolean)
                ? html`<thead>
                    <tr>
                      ${block.head.map((cell) => html`<th scope="col">${inline(cell)}</th>`)}
                    </tr>
                  </thead>`
                : ""
            }
            <tbody>
              ${block.rows.map(
                (row) =>
                  html`<tr>
                    ${row.map((cell) => html`<td>${inline(cell)}</td>`)}
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`;
      case "code":
        return html`<pre tabindex="0">${block.text}</pre>`;
      case "turn":
        return html`<p class="turn">${block.text}</p>`;
    }
  });
}
