/** Styles of the board: lamp-lit paper in the light theme, a tavern in the dark theme. */
import { css } from "lit";
import { endingStyles } from "./ending-styles.js";
import { fightStyles } from "./fight-styles.js";
import { mapStyles } from "./map-styles.js";
import { placeStyles } from "./place-styles.js";

const room = css`
  :host {
    --paper: light-dark(#fdf6e4, #2a2119);
    --paper-edge: light-dark(#cbb184, #54422f);
    --well: light-dark(#f0e3c6, #1d1610);
    --flame: light-dark(#ffb547, #ffc266);
    --lamplight: 0.42;
    display: block;
    position: relative;
    height: 100%;
    min-width: 0;
    container: board / inline-size;
    color: var(--ink);
    font: 1rem / 1.45 var(--sans);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
    font-variant-numeric: lining-nums tabular-nums !important;
  } /* "font" would reset it */
  h2,
  p,
  dl,
  dd,
  ol,
  ul {
    margin: 0;
    padding: 0;
  }
  ol,
  ul {
    list-style: none;
  }
  h2 {
    font: 700 1.6rem / 1.15 var(--serif);
    text-wrap: balance;
  }
  p {
    text-wrap: pretty;
  }
  .board,
  .walk,
  .fight,
  .ending {
    height: 100%;
    min-width: 0;
  }
  @container board (min-width: 760px) {
    .board {
      container: table / size;
      min-height: 440px;
    }
  }
  .soft {
    color: var(--soft);
  }
  .small {
    font-size: 0.875rem;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  button[aria-disabled="true"] {
    cursor: not-allowed;
  }
  :focus-visible {
    outline: 3px solid var(--info);
    outline-offset: 2px;
  }
  kbd {
    display: inline-grid;
    place-items: center;
    min-width: 1.5em;
    padding: 0 0.35em;
    border: 1px solid currentColor;
    border-bottom-width: 2px;
    border-radius: 5px;
    font: 600 0.75rem / 1.5 var(--sans);
    opacity: 0.85;
  }

  .pips {
    display: inline-flex;
    gap: 4px;
    vertical-align: middle;
  }
  .pips i {
    width: 11px;
    height: 11px;
    border: 2px solid var(--gold);
    border-radius: 50%;
  }
  .pips i.full {
    background: var(--gold);
  }

  .chance {
    display: flex;
    align-items: center;
    gap: 6px;
    width: 100%;
    font-size: 0.8125rem;
    font-weight: 600;
    line-height: 1.2;
  }
  .rail {
    flex: 1;
    height: 7px;
    border-radius: 4px;
    background: color-mix(in srgb, currentColor 24%, transparent);
    overflow: hidden;
  }
  .fill {
    display: block;
    height: 100%;
    border-radius: 4px;
    background: currentColor;
  }
  .percent {
    white-space: nowrap;
  }
  .chance.best .percent::before {
    content: "\\2605\\202f";
  }
  .advice {
    display: flex;
    gap: 8px;
    align-items: flex-start;
    padding: 8px 12px;
    border: 1px solid var(--gold);
    border-radius: var(--radius);
    background: var(--paper);
    font-size: 0.9375rem;
  }
  .advice .star {
    flex: none;
    width: 20px;
    height: 20px;
    fill: var(--gold);
  }
  .advice b {
    color: var(--gold);
  }

  .strip {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 16px;
  }
  .strip > div {
    display: flex;
    align-items: baseline;
    gap: 6px;
  }
  .strip .who {
    flex: 1 1 auto;
  }
  .dock .strip {
    display: grid;
    grid-template-columns: repeat(3, auto);
    justify-content: space-between;
  }
  .dock .strip .who {
    grid-column: 1 / -1;
  }
  .strip dt {
    color: var(--soft);
    font-size: 0.875rem;
  }
  .strip dd {
    font-weight: 700;
  }
  .strip .who .soft {
    font-weight: 400;
    font-style: italic;
    font-family: var(--serif);
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
  :host([quiet]) * {
    animation: none !important;
    transition: none !important;
  }
`;

export const styles = [room, mapStyles, placeStyles, fightStyles, endingStyles];
