/** How the board looks: a toy town on paper by day, under lamps by night. */
import { css } from "lit";
import { boardStyles } from "@parlour/kit/board-styles";
import { dieStyles } from "@parlour/kit/dice";
import { cardStyles } from "./card-styles.js";
import { dockStyles } from "./dock-styles.js";
import { townStyles } from "./town-styles.js";

const room = css`
  :host {
    --paper: light-dark(#fffaee, #2a221b);
    --paper-edge: light-dark(#d6c4a2, #4c3d2e);
    --gain: var(--green, #2c6a2a);
    --loss: var(--red, #b02a20);
    --brass: light-dark(#f2c453, #e9b949);
    --on-brass: #33230a;
    font: 0.9375rem / 1.4 var(--sans);
  }
  h2 {
    font-size: 1.25rem;
  }
  h3 {
    font-size: 1.0625rem;
  }
  .soft {
    color: var(--soft);
    font-weight: 400;
  }
  select {
    font: inherit;
    color: inherit;
  }
  button {
    padding: 0;
    border: 0;
    background: none;
    text-align: inherit;
  }
  .gain {
    color: var(--gain);
  }
  .loss {
    color: var(--loss);
  }
  .coin {
    flex: none;
    display: inline-grid;
    place-items: center;
    min-width: 1.7em;
    height: 1.7em;
    padding: 0 0.2em;
    border-radius: 999px;
    background: radial-gradient(circle at 35% 30%, #ffe9a6, var(--brass) 60%);
    color: var(--on-brass);
    font: 700 0.875rem / 1 var(--sans);
    box-shadow:
      inset 0 0 0 2px #a06c12,
      0 1px 1px #0003;
  }
  .air > * {
    position: absolute;
    left: 0;
    top: 0;
  }
  .flying {
    width: 22px;
    height: 22px;
    min-width: 0;
    padding: 0;
    background-size: cover;
  }

  .side {
    display: contents;
  }
  .others {
    display: grid;
    gap: 8px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 330px), 1fr));
  }
  .others > *,
  .market,
  .finale,
  .home,
  .ledger,
  .dock {
    min-width: 0;
  }
  .ledger {
    order: 1;
  }
  .dock {
    order: 2;
  }

  .board.wide {
    display: grid;
    height: 100%;
    min-height: 520px;
    gap: 10px 12px;
    grid-template: "others side" auto "market side" minmax(180px, 1fr) "home side" auto / minmax(0, 1fr) 276px;
  }
  .wide .others {
    grid-area: others;
    grid-template-columns: none;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);
    gap: 10px;
  }
  .wide .market,
  .wide .finale {
    grid-area: market;
  }
  .wide .home {
    grid-area: home;
  }
  .wide .side {
    grid-area: side;
    display: flex;
    flex-direction: column;
    gap: 10px;
    min-height: 0;
  }
  @container board (min-width: 1240px) {
    .board.wide {
      grid-template-columns: minmax(0, 1fr) 300px;
    }
  }
`;

export const styles = [boardStyles, dieStyles, room, cardStyles, townStyles, dockStyles];
