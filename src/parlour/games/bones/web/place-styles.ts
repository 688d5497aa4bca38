/** Styles of the walk: the map on one side; the place, the ways and the opponents on the other. */
import { css } from "lit";

export const placeStyles = css`
  .walk {
    display: grid;
    gap: 12px;
    grid-template: "atlas" auto "book" auto "dock" auto / minmax(0, 1fr);
    align-content: start;
  }
  .atlas {
    grid-area: atlas;
    display: grid;
    place-items: center;
    min-width: 0;
  }
  .under {
    display: none;
    grid-area: under;
  }
  .book {
    grid-area: book;
    min-height: 0;
    min-width: 0;
  }
  .dock {
    grid-area: dock;
    position: sticky;
    bottom: 0;
    z-index: 3;
    display: grid;
    gap: 10px;
    padding: 10px 12px;
    border: 1px solid var(--paper-edge);
    border-radius: 14px;
    background: var(--panel);
    box-shadow: var(--shadow);
  }
  .leaves {
    display: flex;
    gap: 4px;
    padding: 0 10px;
  }
  .turner {
    min-height: 38px;
    padding: 4px 14px;
    border: 1px solid var(--paper-edge);
    border-radius: 10px 10px 0 0;
    border-bottom: 0;
    background: var(--well);
    color: var(--soft);
    font-weight: 600;
  }
  .turner[aria-pressed="true"] {
    background: var(--paper);
    color: var(--ink);
    box-shadow: 0 -3px 0 -1px var(--act);
  }
  .page .turner {
    border-radius: var(--radius);
    border-bottom: 1px solid var(--paper-edge);
    box-shadow: none;
    color: var(--ink);
    justify-self: start;
  }
  .leaf {
    flex: 1;
    min-height: 0;
    display: grid;
  }
  .page {
    display: grid;
    gap: 10px;
    align-content: start;
    padding: 18px 20px;
    border: 1px solid var(--paper-edge);
    border-radius: 12px;
    overflow: auto;
    background: radial-gradient(120% 90% at 85% 0, light-dark(#ffefc4, #4a3317) 0, transparent 60%), var(--paper);
    box-shadow: var(--shadow);
  }
  .scenery {
    display: none;
    width: calc(100% + 40px);
    margin: -18px -20px 4px;
  }
  .sky-high {
    stop-color: light-dark(#8fa7b8, #0f1626);
  }
  .sky-low {
    stop-color: light-dark(#f6c98a, #3a3350);
  }
  .moon {
    fill: light-dark(#fff6dd, #f1e7c8);
  }
  .far {
    fill: light-dark(#a98f8a, #1f2740);
  }
  .near {
    fill: light-dark(#7d5f5a, #161b2c);
  }
  .warm {
    fill: #ffcf73;
  }
  .cobble {
    fill: light-dark(#6b5048, #0f1018);
  }
  .house {
    fill: light-dark(#c9a06a, #4a3424);
  }
  .thatch {
    fill: light-dark(#7a4630, #2b1a14);
  }
  .door {
    fill: #2b160b;
  }
  .sea {
    fill: light-dark(#7fa6a3, #12283a);
  }
  .sign-die {
    fill: #f8ecd0;
    stroke: #2b160b;
    stroke-width: 2;
  }
  .spots {
    fill: #2b160b;
  }
  .beam,
  .iron {
    fill: none;
    stroke: light-dark(#4a2a18, #140a06);
    stroke-width: 3;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .ripple {
    fill: none;
    stroke: light-dark(#eaf2e6, #5d8296);
    stroke-width: 2;
    stroke-linecap: round;
  }
  .where {
    gap: 10px;
    color: var(--soft);
    font-size: 0.875rem;
  }
  .where .tab {
    padding: 0 8px;
    border-radius: 6px;
    background: var(--ink);
    color: var(--paper);
    font-weight: 700;
  }
  .telling {
    font: 1.125rem / 1.5 var(--serif);
    color: color-mix(in srgb, var(--ink) 88%, var(--paper));
    max-width: 60ch;
  }
  .caution,
  .tip {
    padding: 8px 12px;
    border-left: 4px solid var(--act);
    border-radius: 4px;
    background: color-mix(in srgb, var(--act) 10%, var(--paper));
    font-size: 0.9375rem;
  }
  .tip {
    border-color: var(--gold);
    background: color-mix(in srgb, var(--gold) 12%, var(--paper));
  }

  .moves,
  .encounter {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 12px;
    align-items: center;
  }
  .compass {
    display: grid;
    grid: repeat(3, 54px) / repeat(3, 54px);
    gap: 4px;
  }
  .tile {
    position: relative;
    display: grid;
    place-items: center;
    padding: 0;
    border: 1px solid transparent;
    border-radius: 10px;
    background: var(--well);
  }
  .way {
    border-color: var(--edge, var(--soft));
    background: var(--panel);
    transition:
      background-color 150ms,
      box-shadow 150ms;
  }
  .way[aria-disabled="true"] {
    border-style: dashed;
    background: var(--well);
  }
  .way:not([aria-disabled="true"]) {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--flame) 30%, transparent);
  }
  .way:not([aria-disabled="true"]):hover {
    background: color-mix(in srgb, var(--flame) 30%, var(--panel));
  }
  .way .arrow {
    position: absolute;
    width: 17px;
    height: 17px;
    fill: none;
    stroke: var(--act);
    stroke-width: 2.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .way[data-way="North"] .arrow {
    top: 0;
  }
  .way[data-way="South"] .arrow {
    bottom: 0;
  }
  .way[data-way="West"] .arrow {
    left: 0;
  }
  .way[data-way="East"] .arrow {
    right: 0;
  }
  .way .chance {
    position: absolute;
    inset: auto 2px 2px;
    width: auto;
    justify-content: center;
    font-size: 0.6875rem;
    line-height: 1.1;
    letter-spacing: -0.02em;
    text-align: center;
    color: var(--ink);
  }
  .way .chance .rail {
    display: none;
  }
  .way .percent {
    white-space: normal;
  }
  .way:has(.chance) .sign {
    translate: 0 -12px;
    scale: 0.7;
  }
  .closed-way {
    font-size: 0.9375rem;
    color: var(--soft);
  }
  .closed-way:empty {
    position: absolute;
  } /* there to be heard, without room */
  .way:has(.chance) .arrow {
    display: none;
  }
  .portrait {
    width: 76px;
    flex: none;
  }
  .portrait .frame {
    fill: none;
    stroke: #b98a4a;
    stroke-width: 4;
  }
  button.fight {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 8px;
    height: auto;
    min-height: 56px;
    padding: 10px 12px;
    border: 0;
    border-radius: 12px;
    background: var(--act);
    color: light-dark(#fffdf8, #2b120f);
    font-weight: 700;
    text-align: left;
    box-shadow:
      0 0 0 4px color-mix(in srgb, var(--flame) 35%, transparent),
      var(--shadow);
  }
  button.fight .what {
    flex: 1 1 0;
    line-height: 1.25;
  }
  button.fight:hover {
    filter: brightness(1.08);
  }
  .nobody {
    color: var(--soft);
    font: italic 1rem / 1.4 var(--serif);
  }

  .character header {
    display: flex;
    gap: 16px;
    align-items: center;
  }
  .character .portrait {
    width: 104px;
  }
  .rank {
    color: var(--gold);
    font: italic 1.2rem / 1.2 var(--serif);
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  tbody + tbody::before {
    content: "";
    display: block;
    height: 8px;
  }
  th,
  td {
    padding: 5px 8px 5px 0;
    border-bottom: 1px solid var(--line);
    text-align: left;
    vertical-align: middle;
  }
  th {
    font-weight: 600;
  }
  td:nth-child(2) {
    text-align: right;
    font-weight: 700;
    padding-right: 16px;
  }
  td.soft {
    font-size: 0.9375rem;
  }
  .candles {
    display: inline-flex;
    gap: 2px;
    vertical-align: middle;
  }
  .candle {
    width: 12px;
    height: 23px;
  }
  .candle .flame {
    fill: light-dark(#d9790f, #ffb547);
  }
  .candle .wick {
    stroke: var(--ink);
    stroke-width: 1.5;
  }
  .candle .wax {
    fill: light-dark(#e4cfa0, #e9dcb8);
    stroke: light-dark(#a08348, transparent);
  }

  @container board (min-width: 760px) {
    .walk {
      grid-template: "atlas book" minmax(0, 1fr) "atlas dock" auto "under dock" auto / minmax(0, 1fr) clamp(
          340px,
          38cqw,
          460px
        );
      gap: 12px 18px;
      align-content: stretch;
    }
    .atlas {
      container-type: size;
    }
    .city {
      width: min(100cqw, 100cqh);
    }
    .under {
      display: block;
    }
    .here {
      display: flex;
      flex-direction: column;
      overflow: auto;
    }
    .scenery {
      display: block;
      flex: 1 1 90px;
      min-height: 90px;
      max-height: 320px;
    }
    .here > :not(.scenery) {
      flex: none;
    }
    .dock {
      position: static;
      padding: 14px 16px;
    }
    .compass {
      grid: repeat(3, 58px) / repeat(3, 58px);
    }
    .encounter {
      grid-template-columns: 1fr;
      justify-items: center;
      text-align: center;
    }
    button.fight {
      width: 100%;
    }
  }
  @container table (max-height: 680px) {
    .scenery,
    .encounter .portrait {
      display: none;
    }
    .dock {
      gap: 8px;
      padding: 10px 14px;
    }
    .page {
      padding: 14px 18px;
      gap: 6px;
    }
    .telling {
      font-size: 1.0625rem;
      line-height: 1.4;
    }
    .legend {
      gap: 0 12px;
      font-size: 0.8125rem;
    }
  }
  @container board (max-width: 759px) {
    .walk {
      gap: 8px;
    }
    .walk:not(:has([data-leaf="place"])) .atlas {
      display: none;
    }
    .city {
      width: min(100%, max(260px, 34dvh));
    }
    .page {
      padding: 12px 16px;
      gap: 6px;
    }
    .page h2 {
      font-size: 1.375rem;
    }
    .telling {
      font-size: 1.0625rem;
      line-height: 1.4;
    }
    .leaves .turner {
      min-height: 36px;
    }
    .compass {
      grid: repeat(3, 48px) / repeat(3, 48px);
    }
    button.fight kbd {
      display: none;
    }
    .dock {
      gap: 6px;
      padding: 8px 10px;
    }
    .encounter {
      grid-template-columns: 1fr;
    }
    .encounter .portrait {
      display: none;
    }
    .dock .strip .who {
      display: none;
    }
    .dock .strip {
      justify-content: space-between;
    }
  }
`;
