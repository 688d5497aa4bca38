/**
 * The tokens, 64 by 64: coat and hat in the current text colour, with a pale rim so that they stand out on every tile.
 */
import { svg, type SVGTemplateResult } from "lit";

const INK = "#2b2420";
const RIM = "#fff6dc";
const SKIN = "#f0cfae";
const GOLD = "#e3b04b";
const LIGHT = "#ffd873";

/** One outline twice: wide and pale below, then the painted figure. */
const figure = (outline: string, paint: SVGTemplateResult): SVGTemplateResult => svg`
  <g stroke-linecap="round" stroke-linejoin="round">
    <path d=${outline} fill=${RIM} stroke=${RIM} stroke-width="8" />
    <g fill="none" stroke=${INK} stroke-width="2.5">${paint}</g>
  </g>`;

/** A wide hat, a long coat with its collar up, a strap across. */
export const HUNTER = figure(
  "M8 23c9-3 12-5 14-12 2-7 7-7 10-5 3-2 8-2 10 5 2 7 5 9 14 12l-14 5c12 4 15 16 16 32H6c1-16 4-28 16-32z",
  svg`<path d="M21 33C10 37 7 46 6 60h52c-1-14-4-23-15-27l-11 8z" fill="currentColor" />
    <path d="M25 60l3-14 4-5 4 5 3 14z" fill=${RIM} /><path d="M32 42v18" />
    <path d="M22 24h20v5c0 8-4 13-10 13s-10-5-10-13z" fill=${SKIN} />
    <path d="M20 30l-3 9 11 6 4-5 4 5 11-6-3-9-5 9-7 3-7-3z" fill="currentColor" />
    <path d="M27.5 32h.01M36.5 32h.01" stroke-width="4" />
    <path d="M8 23c9-3 12-5 14-12 2-7 7-7 10-5 3-2 8-2 10 5 2 7 5 9 14 12-10 7-38 7-48 0z" fill="currentColor" />
    <path d="M21 17c7 4 15 4 22 0" stroke=${RIM} stroke-width="3" />`,
);

/** Younger and smaller: a cap, a scarf, and a lantern held out. */
export const APPRENTICE = figure(
  "M24 14c-9 0-13 6-12 14l-4 3 5 4c1 3 3 6 5 7-5 3-8 10-8 19h31V49l6-4 11 4V27l-5-8h-6l-4 8v12l-8 3" +
    "c3-3 5-7 5-12 0-10-5-16-16-16z",
  svg`<path d="M16 42c-5 4-7 10-7 19h32c0-9-2-15-7-19z" fill="currentColor" />
    <path d="M34 48l15-7" stroke-width="9" /><path d="M34 48l15-7" stroke="currentColor" stroke-width="4" />
    <path d="M46 23c0-5 8-5 8 0" />
    <path d="M43 29h14v14H43z" fill=${LIGHT} />
    <path d="M50 32c3 4 3 7 0 8-3-1-3-4 0-8z" fill="#e8714f" stroke-width="1.5" />
    <path d="M40 29l4-6h12l4 6z" fill=${GOLD} /><path d="M41 43h18v4H41z" fill=${GOLD} />
    <path d="M25 19c8 0 12 5 12 12s-5 12-12 12-12-5-12-12 4-12 12-12z" fill=${SKIN} />
    <path d="M20 33.5h.01M30 33.5h.01" stroke-width="4" /><path d="M22 38.5q3 2 6 0" stroke-width="2" />
    <path d="M12 29C9 17 17 12 25 12s15 6 13 16c-7-3-15-3-20-1-3 1-6 4-10 4 0-1 2-2 4-2z" fill="currentColor" />
    <path d="M25 12h.01" stroke-width="5" />
    <path d="M14 42c6 5 16 5 22 0l2 5c-8 5-18 5-26 0z" fill=${GOLD} /><path d="M19 49l-3 9 7 1 2-9z" fill=${GOLD} />`,
);

/** A straw dummy on a pole. */
export const DUMMY = figure(
  "M32 6c9 0 13 6 13 13 0 3-1 6-3 8h14l4 4-4 7H43l3 14-11-2v12h-6V50l-11 2 3-14H8l-4-7 4-4h14" +
    "c-2-2-3-5-3-8 0-7 4-13 13-13z",
  svg`<path d="M30 48h4v13h-4z" fill="#7c746c" />
    <path d="M22 28H9l-4 3 4 2-3 3 16 1zM42 28h13l4 3-4 2 3 3-16 1z" fill="#c4bcb0" />
    <path d="M22 28h20l3 22-5-2-3 4-5-3-5 3-3-4-5 2z" fill="#aaa298" />
    <path d="M21 38h22" stroke="#6b635c" stroke-width="4" />
    <path d="M28 43l-1 5M36 43l1 5" stroke="#7c746c" stroke-width="2" />
    <path d="M32 6c9 0 13 6 13 13 0 6-5 10-13 10s-13-4-13-10c0-7 4-13 13-13z" fill="#d6cfc4" />
    <path d="M25 15l5 5M30 15l-5 5M34 15l5 5M39 15l-5 5M27 25h10M30 23.5v3M34 23.5v3" stroke-width="2" />
    <path d="M29 6l-3-4M32 6V2M35 6l3-4" stroke="#8f877c" />`,
);
