/** A Vite plugin that removes indentation and comments from Lit templates, which minifiers leave alone. */
import { parseAst, type Plugin } from "vite";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const MARKUP = new Set(["html", "svg"]);
const QUOTED = /("[^"]*"|'[^']*')/;

/**
 * Leaves one line break where there was white space with line breaks: elements stay apart, and `<pre>` is unchanged. At
 * the end of a button it would be one more item of a flex box, with a gap before it.
 */
function shortenMarkup(text: string): string {
  return text.replace(/\s*\n\s*/g, "\n").replace(/\n(>|<\/button>)/g, "$1");
}

function shortenStyles(text: string): string {
  const parts = text.replace(/\/\*[^]*?\*\//g, "").split(QUOTED);
  const plain = (part: string) =>
    part
      .replace(/\s+/g, " ")
      .replace(/ ?([{};,]) ?/g, "$1")
      .replace(/;}/g, "}");
  return parts.map((part, index) => (index % 2 === 0 ? plain(part) : part)).join("");
}

/** Calls `visit` with every tagged template below a node of the syntax tree. */
function eachTemplate(node: unknown, visit: (tag: string, texts: Node[]) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) eachTemplate(one, visit);
  } else if (node !== null && typeof node === "object") {
    const { type, tag, quasi } = node as Record<string, Node & { name?: string; quasis?: Node[] }>;
    if ((type as unknown) === "TaggedTemplateExpression" && tag?.name) visit(tag.name, quasi?.quasis ?? []);
    for (const child of Object.values(node)) eachTemplate(child, visit);
  }
}

export function shortTemplates(): Plugin {
  return {
    name: "parlour-short-templates",
    apply: "build",
    enforce: "post",
    transform(code, id) {
      if (id.includes("node_modules") || !/\b(html|svg|css)`/.test(code)) return null;
      const edits: { start: number; end: number; text: string }[] = [];
      eachTemplate(parseAst(code).body, (tag, texts) => {
        const shorten = MARKUP.has(tag) ? shortenMarkup : tag === "css" ? shortenStyles : null;
        for (const { value, start, end } of shorten ? texts : []) {
          const { raw } = value as { raw: string };
          const from = code.indexOf(raw, start);
          if (from >= 0 && from + raw.length <= end)
            edits.push({ start: from, end: from + raw.length, text: shorten!(raw) });
        }
      });
      let short = code;
      for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
        short = short.slice(0, start) + text + short.slice(end);
      }
      return { code: short, map: null };
    },
  };
}
