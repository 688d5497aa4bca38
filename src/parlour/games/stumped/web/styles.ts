/** Styles of the board: the map in the middle, figures and orders beside it, the end of the turn within reach. */
import { css } from "lit";
import { boardStyles } from "@parlour/kit/board-styles";

const own = css`
  :host {
    --side-0: light-dark(#c96a08, #ffa734);
    --side-1: light-dark(#00796d, #7df0c0);
    --seat-0: var(--side-0);
    --seat-1: var(--side-1);
    --stop: light-dark(#b02a20, #ff8f85);
    font: 0.875rem / 1.35 var(--sans);
  }
  :host([curves="off"]) .curves {
    display: none;
  }
  h2 {
    font: 700 1.125rem / 1.2 var(--serif);
  }
  small {
    font-size: 0.75rem;
  }
  .icon {
    width: 1.15em;
    height: 1.15em;
  }
  .token {
    stroke: none;
  }
  kbd {
    font-size: 0.6875rem;
    opacity: 1;
  }
  .portrait {
    flex: none;
    display: inline-block;
    vertical-align: middle;
  }

  .act {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 36px;
    padding: 3px 12px;
    border: 1px solid var(--edge);
    border-radius: 10px;
    background: var(--panel);
    color: var(--ink);
    font: 600 0.875rem / 1.2 var(--sans);
    cursor: pointer;
    text-align: start;
  }
  .act:not(:disabled, [aria-disabled]):hover {
    background: var(--sunk);
    border-color: var(--ink);
  }
  .act.small {
    min-height: 28px;
    padding: 2px 8px;
    border-radius: 8px;
    font-size: 0.8125rem;
    gap: 4px;
  }
  .act.round {
    width: 36px;
    padding: 0;
    font-size: 1.125rem;
    line-height: 1;
  }
  .act.strong {
    border-color: var(--act);
    background: var(--act);
    color: var(--on-act);
  }
  .act.strong:not(:disabled):hover {
    background: var(--act-over);
  }
  .act.strong small {
    display: block;
    font-weight: 500;
  }
  .act.glow:not(:disabled) {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--gold) 55%, transparent);
  }
  .act:disabled,
  .act[aria-disabled] {
    border-style: dashed;
    border-color: var(--edge);
    background: transparent;
    color: var(--soft);
    cursor: default;
  }
  .act em {
    color: var(--stop);
    font-style: normal;
  }
  .map.looked {
    outline-offset: -3px;
  }

  .board {
    gap: 8px;
  }
  .map {
    position: relative;
    min-width: 0;
    min-height: 0;
    border-radius: 10px;
    overflow: hidden;
    touch-action: none;
    cursor: default;
    user-select: none;
    -webkit-user-select: none;
  }
  .map.points {
    cursor: pointer;
  }
  .map canvas {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    pointer-events: none;
  }
  .map:focus-visible {
    outline-offset: -3px;
  }
  .dock {
    gap: 8px 12px;
    min-height: 44px;
  }
  .spot {
    flex: 1;
    min-width: 0;
    max-height: 3.9em;
    overflow: hidden;
    font-size: 0.8125rem;
    line-height: 1.3;
  }
  .spot span {
    margin-inline-start: 8px;
  }
  .zoom,
  .turnings {
    display: flex;
    gap: 6px;
    flex: none;
  }
  .side {
    gap: 10px;
    min-width: 0;
  }
  .standing,
  .card,
  .curves,
  .list {
    padding: 10px 12px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
    box-shadow: var(--shadow);
  }

  .turn {
    margin-bottom: 4px;
  }
  .undecided {
    margin: 0 0 8px;
    padding: 4px 8px;
    border-left: 3px solid var(--gold);
    font-size: 0.875rem;
  }
  table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }
  .standing th {
    padding: 2px 4px;
    text-align: start;
    font-weight: 600;
    color: var(--soft);
    white-space: nowrap;
  }
  .standing > table:first-of-type thead td {
    width: 84px;
  }
  .standing tbody th {
    font-size: 0.8125rem;
  }
  .standing thead th {
    text-align: end;
    color: var(--ink);
    vertical-align: bottom;
    white-space: normal;
    overflow-wrap: anywhere;
    border-bottom: 3px solid transparent;
  }
  .standing thead th.moves {
    border-color: var(--gold);
  }
  .standing td {
    padding: 2px 4px;
    text-align: end;
  }
  .standing tbody tr + tr {
    border-top: 1px solid var(--line);
  }
  .jobs {
    margin-top: 6px;
  }
  .jobs th,
  .jobs td,
  .standing .jobs thead th {
    padding: 1px;
    text-align: center;
    border: 0;
    overflow: visible;
  }
  .jobs .none {
    color: var(--soft);
  }

  .card header {
    display: flex;
    gap: 8px;
    align-items: center;
    margin-bottom: 8px;
  }
  .card header div {
    flex: 1;
    min-width: 0;
  }
  .card header p {
    font-size: 0.8125rem;
    color: var(--soft);
  }
  .card .close {
    min-width: 28px;
    padding: 0;
    align-self: start;
  }
  .card.empty {
    border-left: 4px solid var(--gold);
  }
  .hint {
    line-height: 1.4;
  }
  .recap {
    margin-top: 6px;
    font-size: 0.8125rem;
    color: var(--soft);
  }
  .advice {
    display: grid;
    gap: 6px;
    margin-top: 8px;
    font-size: 0.8125rem;
  }
  .orders {
    display: grid;
    gap: 6px;
  }
  .order {
    justify-content: start;
    width: 100%;
    border-color: var(--act);
    box-shadow: 0 0 0 2px var(--glow);
  }
  .drops {
    gap: 4px 8px;
    margin-top: 8px;
  }
  .what {
    font-weight: 600;
  }
  .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
  }
  .into {
    border-color: var(--act);
  }
  .stepper {
    display: inline-flex;
    align-items: center;
    gap: 4px;
  }
  .stepper input {
    width: 3.6em;
    min-height: 28px;
    padding: 0 4px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--panel);
    color: var(--ink);
    font: 600 0.875rem / 1.2 var(--sans);
    text-align: center;
    appearance: textfield;
  }
  .orders.late {
    margin-top: 10px;
  }
  .recruits {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 3px;
  }
  .recruit {
    width: 100%;
    min-height: 36px;
    padding: 1px 8px 1px 4px;
  }
  .recruit .job {
    flex: 1;
    min-width: 0;
    display: grid;
    line-height: 1.15;
  }
  .recruit .figures {
    display: flex;
    gap: 4px;
    font-weight: 400;
    font-size: 0.6875rem;
    color: var(--soft);
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    margin-bottom: 4px;
    font-size: 0.6875rem;
    color: var(--soft);
  }
  .recruit i {
    font-style: normal;
  }
  .recruit .price {
    min-width: 3.4em;
    text-align: end;
  }

  .list {
    padding-block: 6px;
  }
  .list summary {
    cursor: pointer;
    font-weight: 600;
    min-height: 28px;
    padding-block: 4px;
  }
  .list > ul {
    display: grid;
    gap: 8px;
    max-height: 40vh;
    overflow-y: auto;
    padding: 4px;
  }
  .list ul ul {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 4px 0 0 12px;
  }

  .board.wide {
    display: grid;
    height: 100%;
    min-height: 380px;
    gap: 8px 12px;
    grid-template: "map side" minmax(0, 1fr) "dock side" auto / minmax(0, 1fr) 316px;
  }
  .wide .map {
    grid-area: map;
  }
  .wide .dock {
    grid-area: dock;
  }
  .wide .side {
    grid-area: side;
    min-height: 0;
    overflow-y: auto;
    scrollbar-width: thin;
    padding: 1px 2px 2px;
  }
  .wide .side > * {
    flex: none;
  }
  .wide.short .jobs,
  .wide.short .legend {
    display: none;
  }
  .wide.short .side {
    gap: 6px;
  }
  .wide.short .standing,
  .wide.short .card {
    padding: 6px 10px;
  }
  .wide.short .standing :is(th, td) {
    padding-block: 0;
  }
  .wide.short .card header {
    margin-bottom: 4px;
  }
  .wide.short .card header p {
    font-size: 0.75rem;
  }
  .wide.short .recruit {
    min-height: 30px;
    padding-block: 0;
  }
  .wide.short .drops {
    margin-top: 5px;
  }
  .wide.flat {
    min-height: 220px;
    grid-template-columns: minmax(0, 1fr) 270px;
  }
  .wide.flat .card {
    order: -1;
  }
  .wide.flat .spot {
    display: none;
  }
  .wide.flat .dock {
    justify-content: space-between;
  }
  .narrow .map {
    height: max(230px, min(46vh, 78vw));
    flex: none;
  }
  .narrow .card {
    order: -1;
  }
  .narrow .dock {
    flex-wrap: wrap;
    position: sticky;
    bottom: -8px;
    z-index: 3;
    margin-inline: -4px;
    padding: 6px 4px;
    background: var(--ground);
  }
  .narrow .spot {
    flex-basis: 100%;
    order: 3;
  }
  .narrow .turnings {
    flex: 1;
    justify-content: end;
  }
  @media (max-width: 480px) {
    .turnings kbd,
    .dock .word {
      display: none;
    }
    .turnings .act {
      padding-inline: 10px;
    }
  }
  @media (pointer: coarse) {
    kbd {
      display: none;
    }
    .act {
      min-height: 44px;
    }
    .act.small {
      min-height: 40px;
      min-width: 40px;
    }
    .act.round {
      width: 44px;
    }
    .recruit {
      min-height: 44px;
    }
    .stepper input {
      min-height: 40px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation: none !important;
      transition: none !important;
    }
  }
`;

export const styles = [boardStyles, own];
