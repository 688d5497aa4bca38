/** Styles of the map: ink, lamplight and fog. */
import { css } from "lit";

export const mapStyles = css`
  .city {
    --ground: light-dark(#ead9b2, #161d2e);
    --lane: light-dark(#f6ebcf, #232c41);
    --wall: light-dark(#dcc494, #263149);
    --roof-dark: light-dark(#b98654, #2e3b58);
    --roof-light: light-dark(#cb9a66, #3a4a6d);
    --line-ink: light-dark(#5d4126, #7d92bd);
    --water: light-dark(#a3c4bb, #10293a);
    --foam: light-dark(#5f8f86, #3f6f86);
    --mist: light-dark(#f4ead3, #0c111d);
    --puff: light-dark(#fffaf0, #26314b);
    --fog-ink: light-dark(#67573f, #b3c0dc);
    position: relative;
    width: 100%;
    aspect-ratio: 1;
    container: city / inline-size;
    border-radius: 14px;
    overflow: hidden;
    isolation: isolate;
    background: light-dark(#f0e2c0, #0e1320);
    border: 1px solid var(--paper-edge);
    box-shadow:
      inset 0 0 0 5px light-dark(#b98a52, #3a2819),
      inset 0 0 0 6px light-dark(#7d5527, #6e4f2e),
      inset 0 0 60px light-dark(#b9833a55, #000a),
      var(--shadow);
  }
  .ground-plan {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .ground {
    fill: var(--ground);
  }
  .lane {
    fill: none;
    stroke: var(--lane);
    stroke-width: 13;
  }
  .walls {
    fill: var(--wall);
  }
  .roof.dark {
    fill: var(--roof-dark);
  }
  .roof.light {
    fill: var(--roof-light);
  }
  .ink {
    fill: none;
    stroke: var(--line-ink);
    stroke-width: 1.5;
    stroke-linejoin: round;
    stroke-linecap: round;
    opacity: 0.75;
  }
  .ink.faint {
    opacity: 0.5;
  }
  .water,
  .river {
    fill: var(--water);
  }
  .river {
    fill: none;
    stroke: var(--water);
    stroke-width: 17;
  }
  .bank {
    fill: none;
    stroke: var(--line-ink);
    stroke-width: 20;
    opacity: 0.55;
  }
  .hull {
    fill: light-dark(#a5703a, #5a4630);
  }
  .foam {
    fill: none;
    stroke: var(--foam);
    stroke-width: 1.6;
    stroke-linecap: round;
  }
  .plank {
    fill: light-dark(#c59a63, #4a3a2c);
  }
  .windows {
    fill: light-dark(#fff3c2, #ffc766);
    stroke: light-dark(#7a4f1c, #7a4d14);
    stroke-width: 0.6;
  }
  .mist {
    fill: var(--mist);
    opacity: 0.82;
  }
  .curl {
    fill: none;
    stroke: var(--fog-ink);
    stroke-width: 1.5;
    opacity: 0.28;
    stroke-linecap: round;
  }
  .puff-in {
    stop-color: var(--puff);
    stop-opacity: 0.85;
  }
  .puff-out {
    stop-color: var(--puff);
    stop-opacity: 0;
  }
  .lamp-in {
    stop-color: var(--flame);
    stop-opacity: var(--lamplight);
  }
  .lamp-out {
    stop-color: var(--flame);
    stop-opacity: 0;
  }
  .axis {
    fill: var(--fog-ink);
    font: 600 22px var(--serif);
    text-anchor: middle;
    paint-order: stroke;
    stroke: light-dark(#f0e2c0, #0e1320);
    stroke-width: 7px;
    stroke-linejoin: round;
  }

  /* 46 of 792 on every side lie outside the city. */
  .cells,
  .token {
    position: absolute;
    inset: 5.808%;
  }
  .cells {
    display: grid;
    grid: repeat(7, 1fr) / repeat(7, 1fr);
  }
  .cell {
    position: relative;
    display: grid;
    place-items: center;
    min-width: 0;
    padding: 0;
    border: 0;
    background: none;
    border-radius: 12%;
  }
  .sign {
    position: relative;
    display: grid;
    place-items: center;
    width: 2em;
    height: 2em;
    font: 700 1.1rem / 1 var(--serif);
  }
  .sign span {
    position: relative;
  }
  .cell .sign {
    font-size: clamp(14px, 3.3cqw, 24px);
  }
  .cell .sign[data-sign="#"] {
    font-size: clamp(11px, 2.3cqw, 17px);
  }
  .sign::before {
    content: "";
    position: absolute;
    inset: 0.2em;
    border-radius: 50%;
  }
  .sign[data-sign="?"] {
    color: light-dark(#67573f, #b3c0dc);
  }
  .sign[data-sign="#"] {
    color: var(--soft);
  }
  .sign[data-sign="#"]::before {
    background: var(--panel);
    border: 1.5px solid var(--edge, var(--soft));
    border-radius: 22%;
  }
  .sign[data-sign="!"] {
    color: light-dark(#fffdf8, #2b120f);
  }
  .sign[data-sign="!"]::before {
    inset: 0.3em;
    background: var(--act);
    rotate: 45deg;
    border-radius: 12%;
    box-shadow: 0 0 0 2px light-dark(#fffdf8, #2b120f);
  }
  .sign[data-sign="0"] {
    color: var(--info);
  }
  .sign[data-sign="0"]::before {
    background: var(--panel);
    border: 3px double var(--info);
  }
  .sign[data-sign="X"] {
    color: light-dark(#fffdf8, #241a08);
  }
  .sign[data-sign="X"]::before {
    inset: 0.1em;
    background: var(--gold);
    border-radius: 50%;
    box-shadow: 0 0 14px 4px color-mix(in srgb, var(--flame) 60%, transparent);
  }
  .sign[data-sign="@"] {
    color: light-dark(#3a230d, #2b1a08);
  }
  .sign[data-sign="@"]::before {
    background: var(--flame);
    border-radius: 50% 50% 50% 12%;
    rotate: -45deg;
    box-shadow: 0 0 0 1.5px light-dark(#7a4f1c, #7a4d14);
  }
  .sign[data-sign="/"] {
    color: var(--soft);
  }

  .next {
    cursor: pointer;
  }
  .next::after {
    content: "";
    position: absolute;
    inset: 9%;
    border-radius: 14%;
    border: 2px dashed light-dark(#8a2f2a, #ffc266);
    opacity: 0.75;
    transition:
      opacity 150ms,
      background-color 150ms,
      inset 150ms;
  }
  .next:hover::after,
  .next:focus-visible::after {
    inset: 5%;
    opacity: 1;
    border-style: solid;
    background: color-mix(in srgb, var(--flame) 26%, transparent);
  }

  .token {
    pointer-events: none;
  }
  .token > * {
    position: absolute;
    left: calc(var(--column) * 100% / 7);
    top: calc(var(--row) * 100% / 7);
    width: calc(100% / 7);
    height: calc(100% / 7);
    transition:
      left 260ms ease-in-out,
      top 260ms ease-in-out;
  }
  .token svg {
    scale: 0.86;
    overflow: visible;
    filter: drop-shadow(0 0 10px var(--flame)) drop-shadow(0 2px 2px #0008);
  }
  .token b {
    display: grid;
    place-content: end start;
    font: 700 clamp(12px, 2.2cqw, 16px) / 1.25 var(--serif);
    color: #2b1a08;
  }
  .token b span {
    padding: 0 0.3em;
    border-radius: 999px;
    background: var(--flame);
    box-shadow: 0 0 0 1.5px #7a4d14;
  }
  .cloak {
    fill: light-dark(#7a2a26, #a8483e);
    stroke: #2b120f;
    stroke-width: 2;
  }
  .face {
    fill: #e9bd92;
  }
  .seam {
    fill: none;
    stroke: #2b120f;
    stroke-width: 2;
    stroke-linecap: round;
  }
  .lantern {
    fill: #ffdf9c;
    stroke: #2b120f;
    stroke-width: 2;
    stroke-linejoin: round;
  }
  .token .flame {
    fill: #e8741e;
  }

  .legend {
    display: flex;
    flex-wrap: wrap;
    justify-content: center;
    gap: 2px 18px;
    font-size: 0.875rem;
    color: var(--soft);
  }
  .legend li {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  .legend .sign {
    font-size: 0.875rem;
  }
`;
