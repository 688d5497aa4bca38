/** Dice with six faces. */
import { css, html, svg, type TemplateResult } from "lit";

const [L, M, R] = [28, 50, 72];
const CORNERS = [
  [L, R],
  [R, L],
  [L, L],
  [R, R],
];
const SIDES = [
  [L, M],
  [R, M],
];

/** The positions of the pips on a face, in a square of 100. */
export const pipsOf = (value: number): number[][] => [
  ...CORNERS.slice(0, value < 2 ? 0 : value < 4 ? 2 : 4),
  ...(value === 6 ? SIDES : []),
  ...(value % 2 ? [[M, M]] : []),
];

export const die = (value: number, style = ""): TemplateResult =>
  html`<svg class="die ${style}" viewBox="0 0 100 100" aria-hidden="true">
    ${svg`<rect x="5" y="5" width="90" height="90" rx="20" />`}${pipsOf(value).map(
      ([x, y]) => svg`<circle cx=${x} cy=${y} r="9.5" />`,
    )}
  </svg>`;

export const dieStyles = css`
  .die rect {
    fill: light-dark(#fffdf6, #f4e6c8);
    stroke: light-dark(#8a6c3c, #c9a86a);
    stroke-width: 3;
  }
  .die.idle {
    opacity: 0.4;
  }
  .die.rolling {
    animation: tumble 240ms linear infinite;
  }
  .die + .die.rolling {
    animation-delay: -90ms;
  }
  @keyframes tumble {
    25% {
      rotate: 14deg;
      translate: 2px -5px;
    }
    50% {
      rotate: -8deg;
      translate: -2px 2px;
    }
    75% {
      rotate: 10deg;
      translate: 1px -3px;
    }
  }
`;
