/** Styles of the board: a city at dusk on a warm table. */
import { css } from "lit";
import { boardStyles } from "@parlour/kit/board-styles";
import { dieStyles } from "@parlour/kit/dice";
import { cityStyles } from "./city-styles.js";
import { homeStyles } from "./home-styles.js";
import { panelStyles } from "./panel-styles.js";

const room = css`
  :host {
    --dusk: #2a2140;
    --dusk-line: #57466d;
    --lamp: #ffd27a;
    --paper: light-dark(#fffaf0, #261f1a);
    --go: light-dark(#2c6a2a, #8fcf86);
    --stop: light-dark(#b02a20, #ff8f85);
    --money: light-dark(#8a6410, #e0b45c);
    --exp: light-dark(#5b3f9c, #c3a3f0);
    --hp: light-dark(#b02a20, #ff8f85);
    --ep: light-dark(#1f5f57, #6fc2b4);
    font: 0.875rem / 1.35 var(--sans);
  }
  h2 {
    font-size: 1.375rem;
  }
  h3 {
    font-size: 0.9375rem;
  }
  small,
  .small {
    font-size: 0.75rem;
    line-height: 1.3;
  }
  .soft {
    color: var(--soft);
    font-weight: 400;
  }
  .bad {
    color: var(--stop);
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    text-align: inherit;
  }
  .icon {
    width: 1.15em;
    height: 1.15em;
  }
  .mark {
    flex: none;
    width: 1.05em;
    height: 1.05em;
    vertical-align: -0.15em;
    stroke: var(--panel);
    stroke-width: 1;
  }
  img.art {
    display: block;
    object-fit: contain;
  }
  .missing {
    display: inline-grid;
    place-items: center;
    border-radius: 8px;
    background: var(--sunk);
    color: var(--soft);
    font: 700 1rem var(--serif);
  }
  kbd {
    font-size: 0.6875rem;
  }
  .looked {
    outline-color: var(--lamp);
    box-shadow: 0 0 0 7px color-mix(in srgb, var(--lamp) 35%, transparent);
  }

  .act {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 38px;
    padding: 4px 14px;
    border: 1px solid var(--edge);
    border-radius: 10px;
    background: var(--panel);
    color: var(--ink);
    font-weight: 600;
    line-height: 1.2;
    transition: box-shadow 150ms;
  }
  .act:not([aria-disabled]):hover {
    background: var(--sunk);
    border-color: var(--ink);
  }
  .act:not([aria-disabled]) {
    box-shadow: 0 0 0 2px var(--glow);
  }
  .act.strong {
    border-color: var(--act);
    background: var(--act);
    color: var(--on-act);
  }
  .act.strong:not([aria-disabled]):hover {
    background: var(--act-over);
  }
  .act.glow {
    border-color: var(--gold);
    box-shadow: 0 0 0 3px color-mix(in srgb, var(--gold) 40%, transparent);
  }
  .act.advised {
    outline: 3px solid var(--gold);
    outline-offset: 2px;
  }
  .act.grave {
    color: var(--stop);
  }
  .act[aria-disabled] {
    border-style: dashed;
    border-color: var(--edge);
    background: transparent;
    color: var(--soft);
    box-shadow: none;
  }
  .act.small {
    min-height: 26px;
    padding: 2px 8px;
    border-radius: 7px;
    font-size: 0.75rem;
    gap: 4px;
  }

  .bar {
    display: block;
    height: 7px;
    border-radius: 4px;
    background: var(--sunk);
    border: 1px solid var(--line);
    overflow: hidden;
  }
  .bar i {
    display: block;
    height: 100%;
    border-radius: 3px;
    background: var(--info);
    transition: width 300ms;
  }
  .bar.money i {
    background: var(--money);
  }
  .bar.exp i {
    background: var(--exp);
  }
  .bar.hp i,
  .bar.foe i {
    background: var(--hp);
  }
  .bar.ep i {
    background: var(--ep);
  }
  .bar.over i {
    background: var(--stop);
  }
  .pips {
    display: inline-flex;
    gap: 3px;
    align-items: center;
  }
  .pips i {
    flex: none;
    width: 8px;
    height: 8px;
    border: 1px solid var(--edge);
    border-radius: 50%;
  }
  .pips.square i {
    width: 7px;
    border-radius: 2px;
  }
  .pips .full {
    background: var(--gold);
    border-color: var(--gold);
  }
  .die {
    width: 22px;
    height: 22px;
  }
  .die rect {
    stroke-width: 4;
  }
  .die circle {
    fill: #5c2320;
  }
  .die.dull {
    opacity: 0.55;
  }
  .die.good rect {
    stroke: var(--gold);
    stroke-width: 9;
  }
  .token .plate {
    fill: var(--paper);
    stroke: currentColor;
    stroke-width: 1.5;
  }
  .dragged {
    position: absolute;
    left: 0;
    top: 0;
    width: 60px;
    height: 60px;
    filter: drop-shadow(0 6px 8px #0008);
  }
  .got {
    position: absolute;
    z-index: 4;
    left: 50%;
    top: 4px;
    translate: -50% 0;
    padding: 2px 12px;
    border-radius: 999px;
    background: var(--gold);
    color: var(--on-gold);
    font-weight: 700;
    white-space: nowrap;
    animation: rise 700ms ease-out;
    pointer-events: none;
  }
  @keyframes rise {
    from {
      opacity: 0;
      translate: -50% 14px;
    }
    30% {
      opacity: 1;
    }
    to {
      translate: -50% 0;
    }
  }

  .why {
    position: sticky;
    z-index: 13;
    bottom: 138px;
    order: 8;
    align-self: center;
    width: max-content;
    max-width: min(92vw, 520px);
    padding: 8px 16px;
    border-radius: 12px;
    background: var(--ink);
    color: var(--ground);
    font-weight: 600;
    text-align: center;
    box-shadow: var(--shadow);
    pointer-events: none;
  }
  .board > * {
    min-width: 0;
  }
  .others {
    display: grid;
    gap: 8px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr));
  }
  .board.wide {
    display: grid;
    height: 100%;
    min-height: 480px;
    gap: 10px 12px;
    grid-template: "city side" minmax(240px, 1fr) "home home" auto / minmax(0, 1fr) 292px;
  }
  .wide .city,
  .wide > .panel,
  .wide > .banner,
  .wide > .dock {
    grid-area: city;
  }
  .wide .others {
    grid-area: side;
    display: flex;
    flex-direction: column;
    min-height: 0;
    overflow-y: auto;
    padding: 2px;
    margin: -2px;
    scrollbar-width: thin;
  }
  .wide .home {
    grid-area: home;
  }
  .wide .why {
    grid-area: city;
    position: relative;
    bottom: auto;
    align-self: end;
    justify-self: center;
    margin-bottom: 84px;
  }
  .narrow.staged .city {
    display: none;
  }
  .narrow .dock {
    order: 9;
    position: sticky;
    bottom: -16px;
    z-index: 12;
  }
  @media (pointer: coarse) {
    kbd {
      display: none;
    }
    .act.small {
      min-height: 36px;
    }
    .act {
      min-height: 44px;
    }
  }
`;

export const styles = [boardStyles, dieStyles, room, cityStyles, homeStyles, panelStyles];
