/** Tokens, icons, dice and pictures. */
import { html, nothing, svg, type TemplateResult } from "lit";
import { SHAPES, seatColour } from "@parlour/kit/seats";
export { die } from "@parlour/kit/dice";
import { mark as drawn, type HunterIcon } from "./icons.js";
import type { Token } from "./selection.js";
import { hue, type Book, type HunterView } from "./view.js";
import { APPRENTICE, DUMMY, HUNTER } from "./tokens.js";

export const colourOf = (sight: HunterView, seat: number): string => seatColour(hue(sight, seat));

const FIGURES = { hunter: HUNTER, apprentice: APPRENTICE };

/** A token on a plate in the shape of its seat, so that colour is never the only difference. */
export function token(sight: HunterView, seat: number, kind: Token, label = "", style = ""): TemplateResult {
  return html`<svg
    class="token ${kind} ${style}"
    viewBox="0 0 64 64"
    style="color:${colourOf(sight, seat)}"
    role=${label ? "img" : nothing}
    aria-label=${label || nothing}
    aria-hidden=${label ? nothing : "true"}
  >
    ${label ? svg`<title>${label}</title>` : nothing}
    <path class="plate" transform="scale(2.666)" d=${SHAPES[hue(sight, seat) % SHAPES.length]!.path} />
    <g transform="translate(9 4) scale(0.72)">${FIGURES[kind]}</g>
  </svg>`;
}

export const dummy = (): TemplateResult =>
  html`<svg class="token dummy" viewBox="0 0 64 64" aria-hidden="true">${DUMMY}</svg>`;

/** The mark of a seat: its shape in its colour. */
export const mark = (sight: HunterView, seat: number): TemplateResult =>
  html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${SHAPES[hue(sight, seat) % SHAPES.length]!.path} style="fill:${colourOf(sight, seat)}" />
  </svg>`;

const NAMES: Partial<Record<string, HunterIcon>> = { attack: "attack-die", defense: "defense-die" };
export const icon = (name: string): TemplateResult => drawn(NAMES[name] ?? (name as HunterIcon));

/** A picture from the game's folder; if there is none, the first letter. */
export function picture(book: Book, id: string, style = ""): TemplateResult {
  const address = book.art[id];
  return address
    ? html`<img class="art ${style}" src=${address} alt="" draggable="false" />`
    : html`<span class="art missing ${style}" aria-hidden="true"
        >${id
          .replace(/^[a-z]+-/, "")
          .charAt(0)
          .toUpperCase()}</span
      >`;
}

/** A row of points, some of them filled. */
export const pips = (full: number, all: number, style = ""): TemplateResult =>
  html`<span class="pips ${style}" aria-hidden="true"
    >${Array.from({ length: all }, (_, index) => html`<i class=${index < full ? "full" : ""}></i>`)}</span
  >`;

/** A bar with a number: n of m. */
export const bar = (value: number, most: number, style = ""): TemplateResult =>
  html`<span class="bar ${style}" aria-hidden="true"
    ><i style="width:${most > 0 ? Math.min(100, (100 * value) / most) : 0}%"></i
  ></span>`;
