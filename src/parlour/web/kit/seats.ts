/**
 * The colour and token shape of a seat, by its number or by the colour it was dealt: colour is never the only
 * difference.
 */
import { html, nothing, svg, type TemplateResult } from "lit";

export const SHAPES = [
  { name: "circle", path: "M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z" },
  { name: "square", path: "M5.5 4.5h13a1 1 0 0 1 1 1v13a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-13a1 1 0 0 1 1-1z" },
  { name: "triangle", path: "M11.1 4.1a1 1 0 0 1 1.8 0l8 14.9a1 1 0 0 1-.9 1.5H4a1 1 0 0 1-.9-1.5z" },
  {
    name: "diamond",
    path: "M11.3 2.8a1 1 0 0 1 1.4 0l8.5 8.5a1 1 0 0 1 0 1.4l-8.5 8.5a1 1 0 0 1-1.4 0l-8.5-8.5a1 1 0 0 1 0-1.4z",
  },
  { name: "star", path: "M12 2.5l2.9 6.1 6.6.8-4.9 4.6 1.3 6.6-5.9-3.3-5.9 3.3L7.4 14 2.5 9.4l6.6-.8z" },
  {
    name: "hexagon",
    path:
      "M7.4 4h9.2a1 1 0 0 1 .9.5l4 7a1 1 0 0 1 0 1l-4 7a1 1 0 0 1-.9.5H7.4a1 1 0 0 1-.9-.5l-4-7a1 1 0 0 1 0-1l4-7" +
      "a1 1 0 0 1 .9-.5z",
  },
  { name: "drop", path: "M12 2.3c3.9 4.8 6.6 8.2 6.6 11.9a6.6 6.6 0 0 1-13.2 0c0-3.7 2.7-7.1 6.6-11.9z" },
] as const;

const NONE: readonly number[] = [];

/** The palette numbers of the seats if the game deals colours: the view's field `colours`, -1 if not dealt yet. */
export function coloursOf(view: unknown): readonly number[] {
  const dealt = (view as { colours?: unknown } | null | undefined)?.colours;
  return Array.isArray(dealt) && dealt.every((hue) => Number.isInteger(hue) && hue < SHAPES.length)
    ? (dealt as number[])
    : NONE;
}

/** The palette number of a seat: the one it was dealt, else its own number. */
export function hueOf(colours: readonly number[], seat: number): number {
  const dealt = colours[seat] ?? -1;
  return dealt >= 0 ? dealt : seat;
}

export const seatColour = (seat: number): string => `var(--seat-${seat % SHAPES.length})`;
export const seatShape = (seat: number): string => SHAPES[seat % SHAPES.length]!.name;

/** The token of a seat, sized like the text; with a label it is an image of that name. */
export function seatToken(seat: number, label?: string): TemplateResult {
  return html`<svg
    class="icon token"
    viewBox="0 0 24 24"
    width="1.25em"
    height="1.25em"
    focusable="false"
    role=${label ? "img" : nothing}
    aria-label=${label ?? nothing}
    aria-hidden=${label ? nothing : "true"}
  >
    ${label ? svg`<title>${label}</title>` : nothing}
    <path d=${SHAPES[seat % SHAPES.length]!.path} style="fill:${seatColour(seat)};stroke:var(--panel);stroke-width:1" />
  </svg>`;
}
