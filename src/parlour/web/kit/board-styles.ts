/** Styles that boards have in common. */
import { css } from "lit";
import { basics } from "./basics.js";

export const boardStyles = css`
  ${basics}
  :host {
    display: block;
    position: relative;
    height: 100%;
    min-width: 0;
    container: board / inline-size;
    color: var(--ink);
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    font-variant-numeric: lining-nums tabular-nums !important;
  } /* "font" would reset it */
  h2,
  h3,
  p,
  dl,
  dd,
  table,
  figure {
    margin: 0;
    padding: 0;
  }
  h2,
  h3 {
    font-family: var(--serif);
    line-height: 1.15;
  }
  span.face {
    display: contents;
  }
  button {
    font: inherit;
    color: inherit;
    cursor: pointer;
  }
  [aria-disabled="true"] {
    cursor: default;
  }
  :focus-visible {
    outline: 3px solid var(--info);
    outline-offset: 2px;
  }
  .icon {
    flex: none;
    vertical-align: -0.2em;
  }
  kbd {
    flex: none;
    min-width: 1.5em;
    padding: 0 0.3em;
    border: 1px solid currentColor;
    border-bottom-width: 2px;
    border-radius: 5px;
    font: 600 0.75rem / 1.5 var(--sans);
    text-align: center;
    opacity: 0.8;
  }
  .board {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: 10px;
    min-height: 100%;
    min-width: 0;
  }
  .air {
    position: absolute;
    inset: 0;
    z-index: 30;
    pointer-events: none;
    overflow: hidden;
  }
  .looked {
    outline: 3px solid var(--gold);
    outline-offset: 3px;
    border-radius: 10px;
    box-shadow: 0 0 0 7px color-mix(in srgb, var(--gold) 35%, transparent);
  }
  :host([quiet]) * {
    animation: none !important;
    transition: none !important;
  }
`;
