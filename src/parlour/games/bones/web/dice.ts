/** Bone dice: six faces, drawn. */
import { html, svg, type TemplateResult } from "lit";
import { pipsOf } from "@parlour/kit/dice";

const TILT = [-5, 4, -2, 6, -4, 3, -6, 2, 5, -3];
export const face = (value: number) => svg`
  <rect class="side" x="6" y="11" width="88" height="88" rx="21" />
  <rect class="bone" x="6" y="4" width="88" height="88" rx="21" />
  <rect class="worn" x="13" y="10" width="74" height="74" rx="17" />
  ${pipsOf(value).map(
    ([x = 0, y = 0]) => svg`<circle class="pip" cx=${x} cy=${y - 2} r="8.6" />
    <circle class="lip" cx=${x} cy=${y - 0.4} r="8.6" />`,
  )}`;

export interface Die {
  value: number;
  last: boolean;
  rolling: boolean;
  fresh: boolean;
  index: number;
}

/** One die. `rolling` tumbles until its face is known; `fresh` has just fallen. */
export function die({ value, last, rolling, fresh, index }: Die): TemplateResult {
  const name = rolling ? "A die is rolling" : last ? `${value}, the last roll` : `${value}`;
  return html`<li
    class="die ${last ? "last" : ""} ${rolling ? "rolling" : ""} ${fresh ? "fresh" : ""}"
    .style=${`--tilt:${TILT[index % TILT.length]}deg;--turn:${index}`}
  >
    <svg viewBox="0 0 100 104" role="img" aria-label=${name}>${face(value)}</svg>
    ${last && !rolling ? html`<span class="mark" aria-hidden="true">last roll</span>` : null}
  </li>`;
}
