/** Dice, answers, the slip and the ledger. */
import { css } from "lit";

export const dockStyles = css`
  .dock {
    display: grid;
    gap: 8px;
    padding: 10px 12px;
    border: 1px solid var(--paper-edge);
    border-radius: 12px;
    background: var(--panel);
    box-shadow: var(--shadow);
  }
  .throw {
    gap: 4px 12px;
  }
  .turn {
    flex: 1 1 100%;
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
  }
  .turn .soft {
    margin-inline-start: auto;
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .dice {
    display: flex;
    gap: 8px;
  }
  .die {
    width: 46px;
    height: 46px;
    filter: drop-shadow(0 2px 2px #0004);
  }
  .die circle {
    fill: light-dark(#8a2f2a, #7a2620);
  }
  .total {
    display: flex;
    align-items: baseline;
    gap: 8px;
  }
  .total b {
    font: 800 1.875rem / 1 var(--sans);
  }
  .made {
    color: var(--soft);
    white-space: nowrap;
  }
  .double {
    padding: 0 8px;
    border-radius: 999px;
    background: var(--gold);
    color: var(--on-gold);
    font-size: 0.8125rem;
    font-weight: 700;
  }

  .ask {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
  .lead {
    font-size: 0.875rem;
  }
  .plain {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .answer {
    flex: 1 1 auto;
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: 4px 8px;
    min-height: 42px;
    padding: 4px 14px;
    border: 1px solid var(--edge);
    border-radius: 10px;
    background: var(--panel);
    font-weight: 600;
  }
  .answer.strong {
    border-color: var(--act);
    background: var(--act);
    color: var(--on-act);
  }
  .answer.strong:hover:not([aria-disabled]) {
    background: var(--act-over);
  }
  .answer.quiet:not([aria-disabled]) {
    box-shadow: 0 0 0 3px var(--glow);
  }
  .answer[aria-disabled],
  .chip[aria-disabled] {
    border-style: dashed;
    border-color: var(--edge);
    background: transparent;
    color: var(--soft);
    box-shadow: none;
  }
  .mini {
    display: inline-flex;
    gap: 3px;
  }
  .mini .die {
    width: 22px;
    height: 22px;
    filter: none;
  }
  .chips {
    display: grid;
    gap: 5px;
    grid-template-columns: repeat(auto-fill, minmax(122px, 1fr));
    max-height: min(38vh, 330px);
    overflow-y: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  .chip {
    position: relative;
    gap: 2px 6px;
    width: 100%;
    min-height: 44px;
    padding: 2px 6px;
    border: 2px solid var(--hue, var(--edge));
    border-radius: 9px;
    background: var(--wash, var(--panel));
  }
  .chip .art {
    width: 28px;
    height: 28px;
  }
  .chip .sign {
    position: absolute;
    left: 2px;
    top: 2px;
    width: 12px;
    height: 12px;
    color: var(--hue);
  }
  .chip .words {
    flex: 1 1 0;
    min-width: 0;
    display: grid;
    font-size: 0.8125rem;
    line-height: 1.2;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  .chip:hover:not([aria-disabled]) {
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--brass) 70%, transparent);
  }
  .ask:is([data-phase="6"], [data-phase="7"], [data-phase="8"], [data-phase="12"]) .chip .soft {
    display: none;
  }
  .chip.picked {
    box-shadow: 0 0 0 3px var(--act);
  }
  .chip.seat {
    --hue: var(--edge);
    font-size: 1rem;
  }

  .outlook {
    display: flex;
    gap: 2px;
    font-size: 0.75rem;
    line-height: 1.2;
    text-align: center;
  }
  .column {
    flex: 1 1 0;
    min-width: 0;
    display: grid;
    grid-template-rows: 26px auto 18px;
  }
  .calm .column {
    grid-template-rows: 26px auto 0;
  }
  .column b {
    padding: 1px 0;
    border-radius: 4px;
    background: var(--sunk);
    font-weight: 600;
  }
  .column.now b {
    background: var(--brass);
    color: var(--on-brass);
  }
  .column i {
    align-self: end;
    height: calc(100% * var(--high));
    min-height: 0;
    border-radius: 3px 3px 0 0;
    background: color-mix(in srgb, var(--gain) 30%, transparent);
    font-style: normal;
    overflow: visible;
    display: grid;
    align-content: end;
  }
  .column .bad {
    align-self: start;
    align-content: start;
    border-radius: 0 0 3px 3px;
    background: color-mix(in srgb, var(--loss) 30%, transparent);
  }

  .slip {
    display: grid;
    gap: 6px;
    padding: 10px 12px;
    border: 1px solid var(--edge);
    border-radius: 12px;
    background: var(--panel);
    box-shadow: var(--shadow);
    font-size: 0.875rem;
    line-height: 1.35;
  }
  .slip .head {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 10px;
  }
  .slip .head .hits {
    padding: 2px 8px;
    border-radius: 8px;
    background: var(--weave), var(--hue);
    color: var(--on-hue);
    font: 800 1.125rem / 1.3 var(--sans);
  }
  .slip .head > div {
    display: grid;
  }
  .slip .head .art {
    width: 40px;
    height: 40px;
  }
  .slip .name {
    font: 700 1.0625rem / 1.15 var(--serif);
  }
  .slip .kind {
    color: var(--hue);
    font-weight: 600;
    font-size: 0.8125rem;
  }
  .owners {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 10px;
  }
  .owner {
    display: inline-flex;
    align-items: center;
    gap: 3px;
    margin-inline-end: 6px;
  }
  .why {
    padding: 4px 8px;
    border-left: 4px solid var(--loss);
    border-radius: 4px;
    background: color-mix(in srgb, var(--loss) 9%, var(--panel));
  }
  .coach {
    padding: 4px 8px;
    border-left: 4px solid var(--gold);
    border-radius: 4px;
    background: color-mix(in srgb, var(--gold) 10%, var(--panel));
  }
  .really {
    font: 700 1.0625rem / 1.2 var(--serif);
  }
  .answer.grave {
    background: var(--loss);
    border-color: var(--loss);
    color: var(--panel);
  }
  .slip .shut {
    position: absolute;
    right: 4px;
    top: 4px;
    width: 28px;
    height: 28px;
    border-radius: 50%;
    font-size: 1.25rem;
    line-height: 1;
    text-align: center;
    background: var(--panel);
    border: 1px solid var(--line);
  }

  .ledger {
    display: flex;
    flex-direction: column;
    gap: 6px;
    padding: 8px 10px;
    border: 1px solid var(--paper-edge);
    border-radius: 12px;
    background: var(--panel);
    min-height: 0;
  }
  .ledger h3 {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
  }
  .tales {
    min-height: 0;
    display: grid;
    align-content: start;
    gap: 8px;
    font-size: 0.8125rem;
    line-height: 1.35;
  }
  .tale {
    display: grid;
    gap: 2px;
    padding-inline-start: 8px;
    border-inline-start: 3px solid var(--line);
  }
  .tale.latest {
    border-color: var(--gold);
  }
  .tale.before {
    color: color-mix(in srgb, var(--ink) 85%, var(--panel));
  }
  .tale header {
    line-height: 1.5;
    overflow-wrap: anywhere;
  }
  .rolled {
    font-weight: 600;
  }
  .pay {
    display: flex;
    align-items: flex-start;
    gap: 5px;
    padding-block: 1px;
    border-bottom: 1px dotted var(--line);
  }
  .pay .what {
    flex: 1 1 0;
    min-width: 0;
    color: var(--ink);
    overflow-wrap: anywhere;
  }
  .pay .sum {
    flex: none;
    min-width: 2.2em;
    text-align: right;
    font-size: 0.9375rem;
  }
  .note {
    color: var(--soft);
  }
  .note b {
    font-weight: 600;
  }
  .sums {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    font-weight: 700;
  }

  .wide .pocket,
  .wide .news,
  .news:empty {
    display: none;
  }
  .wide .ledger {
    flex: 1 1 0;
  }
  .wide .tales {
    flex: 1 1 0;
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .wide .ledger .fold {
    display: none;
  }
  .wide .slip {
    position: absolute;
    left: var(--left, 0);
    top: var(--top, 0);
    z-index: 10;
    width: 270px;
  }
  .wide .slip:not(.pinned) {
    pointer-events: none;
  }
  .wide .slip.pinned:not(.sure) {
    padding-inline-end: 36px;
  }
  .wide .dock {
    flex: 0 1 auto;
    display: flex;
    flex-direction: column;
    min-height: 180px;
    max-height: 74%;
  }
  .wide .ask {
    flex: 0 1 auto;
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .wide .chips {
    flex: 0 1 auto;
    min-height: 0;
    max-height: none;
  }
  .wide .slip.sure {
    border: 2px solid var(--act);
  }
  .narrow .dock {
    position: sticky;
    bottom: -16px;
    z-index: 5;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
  }
  .narrow .throw {
    flex: 1 1 150px;
    min-width: 0;
  }
  .narrow .ask {
    flex: 1 1 100%;
  }
  .narrow .ask[data-phase="13"] {
    flex: 0 1 auto;
  }
  .narrow .ask[data-phase="13"] .lead {
    display: none;
  }
  .narrow .news {
    order: 3;
    flex: 1 1 100%;
    font-size: 0.8125rem;
    line-height: 1.3;
    color: var(--soft);
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .narrow .news:empty,
  .narrow .dock:has(.slip.pinned) .news {
    display: none;
  }
  .narrow .pocket {
    margin-inline-start: auto;
  }
  .narrow .turn {
    margin-inline-start: 0;
  }
  .narrow .slip {
    flex: 1 1 100%;
    order: -1;
  }
  .narrow .slip {
    position: relative;
    border-width: 0 0 1px;
    border-radius: 0;
    box-shadow: none;
    padding: 0 0 8px;
  }
  .narrow .slip:not(.pinned) {
    display: none;
  }
  .narrow .slip.sure ~ .ask {
    display: none;
  }
  .narrow .slip:not(.sure) {
    padding-inline-end: 36px;
  }
  .narrow .tale.before {
    display: none;
  }
  .narrow .ledger.open .tale.before {
    display: grid;
  }
  .narrow .chips {
    max-height: 26vh;
  }
  .narrow .turn {
    order: 3;
    flex: 1 1 auto;
    justify-content: flex-end;
  }
  .narrow .turn .soft {
    margin: 0;
  }
  .narrow .die {
    width: 36px;
    height: 36px;
  }
  .narrow .total b {
    font-size: 1.5rem;
  }
  @media (pointer: coarse) {
    kbd {
      display: none;
    }
  }
  @container board (max-width: 600px) {
    .dock {
      padding: 8px;
      gap: 6px;
      margin-inline: -8px;
      border-radius: 12px 12px 0 0;
      border-width: 1px 0 0;
    }
    .narrow .dock {
      bottom: -8px;
      margin-bottom: -8px;
    }
    .turn .soft,
    .throw.mine .turn {
      display: none;
    }
    .double {
      white-space: nowrap;
    }
    .chips {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .answer {
      flex-basis: 150px;
      padding-inline: 8px;
    }
    .mini .die {
      width: 18px;
      height: 18px;
    }
    .ask[data-phase="13"] .answer {
      flex-basis: auto;
      padding-inline: 14px;
    }
  }
`;
