/** The category of a log line: its icon and heading, and its colour. */
import { html, type TemplateResult } from "lit";
import { styleMap } from "lit/directives/style-map.js";
import { icon } from "../kit/icons.js";
import type { Category, Game, Line } from "../kit/types.js";

const TABLE: Category = { name: "system", heading: "Table", colour: "grey", icon: "system" };

/** The game's own for its events, the table's for notices. */
const categoryOf = (line: Line, categories: Game["categories"]): Category =>
  (line.kind === null ? undefined : categories?.find(({ name }) => name === line.category)) ?? TABLE;

export function categoryTag(line: Line, categories: Game["categories"]): TemplateResult {
  const { icon: picture, heading } = categoryOf(line, categories);
  return html`${icon(picture)} ${heading}`;
}

/** The colour of a line's heading, and of its border, which may be lighter. */
export const categoryColour = (line: Line, categories: Game["categories"]) => {
  const colour = `--${categoryOf(line, categories).colour}`;
  return styleMap({ "--category": `var(${colour})`, "--category-edge": `var(${colour}-edge, var(${colour}))` });
};
