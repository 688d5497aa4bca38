/** Styles of the board: lamp-lit paper in the light theme, a tavern in the dark theme. */
import { css } from "lit";
import { boardStyles } from "@parlour/kit/board-styles";
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
    font: 1rem / 1.45 var(--sans);
  }
  h2 {
    font: 700 1.6rem / 1.15 var(--serif);
    text-wrap: balance;
  }
  p {
    text-wrap: pretty;
  }
  .board {
    display: block;
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
  .small {
    font-size: 0.875rem;
  }
  button[aria-disabled="true"] {
    cursor: not-allowed;
  }
  kbd {
    display: inline-grid;
    place-items: center;
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
  .percent.differs {
    white-space: normal;
    font-weight: 500;
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
`;

export const styles = [boardStyles, room, mapStyles, placeStyles, fightStyles, endingStyles];
