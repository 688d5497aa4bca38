/** Reads a view by its schema, for boards that know nothing about the game. */
import type { Company, Game, View, ViewField } from "../kit/types.js";

export interface Fact {
  path: string;
  label: string;
  text: string;
  number: boolean;
  title?: string | undefined;
}
export interface ItemList {
  path: string;
  label: string;
  items: Fact[];
}
export interface Column {
  path: string;
  label: string;
  number: boolean;
  cells: Fact[];
} // by seat
export type Branch = { label: string; text: string } | { label: string; twigs: Branch[] };
export interface Description {
  facts: Fact[];
  columns: Column[];
  lists: ItemList[];
  rest: Branch[];
}

/** `cards_left` becomes "Cards left". */
export function humanise(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const bare = (name: string): string => name.replace(/^(an?|the) /i, "");

/** The text printed on a thing, if there is one. */
export function printed(game: Game, kind: string, number: number): string | undefined {
  const text = game.facts?.[kind]?.[number]?.text;
  return typeof text === "string" ? text : undefined;
}

/** One value in words: things by name, -1 as none, yes and no for booleans. */
export function say(value: unknown, of: string | null, game: Game): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") {
    const things = of === null ? undefined : game.things[of];
    if (things && value === -1) return "none";
    return things?.[value] ?? String(value);
  }
  if (typeof value === "string") return value === "" ? "none" : value;
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return value.length ? value.map((one) => say(one, of, game)).join(", ") : "none";
  return Object.entries(value)
    .map(([name, one]) => `${humanise(name)}: ${say(one, null, game)}`)
    .join(", ");
}

const isNumber = (value: unknown, of: string | null): boolean => typeof value === "number" && of === null;

function branch(label: string, value: unknown, of: string | null, game: Game): Branch {
  if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null)) {
    return { label, twigs: value.map((one, index) => branch(String(index + 1), one, of, game)) };
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return { label, twigs: Object.entries(value).map(([name, one]) => branch(humanise(name), one, null, game)) };
  }
  return { label, text: say(value, of, game) };
}

function fieldOf(game: Game, name: string, value: unknown): ViewField {
  const known = game.view.find((field) => field.name === name);
  if (known) return known;
  const type = Array.isArray(value)
    ? "list"
    : typeof value === "boolean"
      ? "bool"
      : typeof value === "number"
        ? "int"
        : typeof value === "string"
          ? "text"
          : "other";
  return { name, type, of: null, by: null };
}

/** All fields of a view, grouped by how they are best shown. */
export function describe(game: Game, company: Company, view: View): Description {
  const description: Description = { facts: [], columns: [], lists: [], rest: [] };
  const title = (kind: string | null, value: unknown) =>
    kind === null || typeof value !== "number" ? undefined : printed(game, kind, value);
  for (const [name, value] of Object.entries(view)) {
    const { by, of } = fieldOf(game, name, value);
    const label = humanise(name);
    const flat = Array.isArray(value) && !value.some((one) => typeof one === "object" && one !== null);
    if (Array.isArray(value) && by === "seat" && value.length === company.names.length) {
      const cells = value.map((one, seat) => ({
        path: `${name}.${seat}`,
        label,
        text: say(one, of, game),
        number: isNumber(one, of),
        title: title(of, one),
      }));
      description.columns.push({ path: name, label, number: cells.every((cell) => cell.number), cells });
    } else if (flat && by !== null && game.things[by]) {
      const names = game.things[by];
      const items = value.map((one, index) => ({
        path: `${name}.${index}`,
        label: bare(names[index] ?? String(index)),
        text: say(one, of, game),
        number: isNumber(one, of),
        title: printed(game, by, index),
      }));
      description.lists.push({ path: name, label, items });
    } else if (flat) {
      const items = value.map((one, index) => ({
        path: `${name}.${index}`,
        label: "",
        text: say(one, of, game),
        number: isNumber(one, of),
        title: title(of, one),
      }));
      description.lists.push({ path: name, label, items });
    } else if (typeof value === "object" && value !== null) {
      description.rest.push(branch(label, value, of, game));
    } else {
      description.facts.push({
        path: name,
        label,
        text: say(value, of, game),
        number: isNumber(value, of),
        title: title(of, value),
      });
    }
  }
  return description;
}

/** Every value with its path, to see what an update changed. */
export function values(description: Description): Map<string, string> {
  const all = [
    ...description.facts,
    ...description.columns.flatMap((column) => column.cells),
    ...description.lists.flatMap((list) => list.items),
  ];
  return new Map(all.map((fact) => [fact.path, fact.text]));
}
