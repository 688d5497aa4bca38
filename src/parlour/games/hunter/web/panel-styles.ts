/** Styles of the panels over the city: the store, the dialogues, the fight, the end. */
import { css } from "lit";

export const panelStyles = css`
  .panel {
    position: relative;
    z-index: 5;
    gap: 10px;
    min-height: 0;
    padding: 14px 16px;
    border-radius: 16px;
    border: 1px solid var(--line);
    background: var(--paper);
    box-shadow: var(--shadow);
  }
  .wide .panel {
    align-self: center;
    justify-self: center;
    width: calc(100% - 24px);
    max-width: 920px;
    max-height: calc(100% - 92px);
    margin: 0 12px 72px;
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .wide .panel:is(.fight, .finale) {
    align-self: stretch;
    max-width: none;
    width: 100%;
    max-height: none;
    margin: 0;
  }
  .wide .panel.fight {
    padding-bottom: 84px;
  }
  .wide .panel.finale {
    grid-area: 1 / 1 / -1 / -1;
  }
  .wide[data-phase="10"] > :is(.city, .home, .others) {
    display: none;
  }
  .wide .panel.summary {
    align-self: center;
    margin: 0 12px;
    max-height: calc(100% - 20px);
    z-index: 7;
  }
  .wide.staged .city {
    filter: brightness(0.55) saturate(0.8);
  }
  .panel header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 14px;
  }
  .panel .shut {
    margin-inline-start: auto;
    width: 32px;
    height: 32px;
    border: 1px solid var(--line);
    border-radius: 50%;
    text-align: center;
    font-size: 1.125rem;
  }
  .wares {
    display: grid;
    gap: 8px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 270px), 1fr));
  }
  .ware {
    position: relative;
    display: grid;
    grid-template-columns: 46px minmax(0, 1fr) auto;
    gap: 2px 8px;
    align-items: center;
    align-content: start;
    padding: 7px 9px;
    border: 1px solid var(--line);
    border-radius: 12px;
    background: var(--panel);
  }
  .ware .art {
    width: 44px;
    height: 44px;
  }
  .ware .words {
    display: grid;
    line-height: 1.25;
  }
  .ware .text {
    grid-area: 2 / 1 / auto / -1;
    color: var(--soft);
  }
  .ware .doubt {
    grid-column: 1 / -1;
  }
  .ware .buy {
    grid-area: 1 / 3;
    min-height: 36px;
    padding-inline: 10px;
  }
  .ware .buy b {
    font-size: 1rem;
  }
  .ware .buy s {
    color: var(--soft);
    font-weight: 400;
  }
  .ware .buy s[hidden] {
    display: none;
  }
  .warn {
    grid-column: 1 / -1;
    color: var(--stop);
    font-weight: 600;
  }
  .doubt {
    gap: 6px;
  }
  .doubt .small:first-child {
    flex: 1 1 100%;
    color: var(--stop);
    font-weight: 600;
  }

  .takes {
    display: grid;
    gap: 10px;
    grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
    flex: 1;
    align-content: center;
  }
  .take {
    flex-direction: column;
    padding: clamp(8px, 3vh, 30px) 10px;
    border-radius: 14px;
  }
  .take .art,
  .take > .icon {
    width: 56px;
    height: 56px;
    color: var(--gold);
  }
  .take .words {
    font-size: 1.0625rem;
  }
  .take b {
    font-size: 1.5rem;
  }
  .loads {
    display: flex;
    gap: 14px;
  }
  .loads b {
    font-size: 1.25rem;
  }
  .overflow header .bar {
    flex: 1 1 100%;
    height: 10px;
  }
  .heap {
    display: grid;
    gap: 6px;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 380px), 1fr));
  }
  .heap li {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 6px 8px;
    border: 1px solid var(--line);
    border-radius: 10px;
    background: var(--panel);
  }
  .heap .art {
    width: 38px;
    height: 38px;
  }
  .heap .words {
    display: grid;
    flex: 1;
    min-width: 84px;
  }

  .levels {
    display: grid;
    gap: 10px;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    flex: 1 1 auto;
  }
  .level {
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 4px;
    padding: clamp(8px, 2vh, 24px) 8px;
    border-radius: 14px;
    color: #fff6e6;
    background: linear-gradient(#1c3a31, #0c1a16);
    text-align: center;
  }
  .level .shade {
    width: auto;
    height: clamp(56px, 12vh, 150px);
  }
  .level h3 {
    font-size: 1.125rem;
  }
  .averages {
    justify-content: center;
    gap: 3px;
    white-space: nowrap;
  }
  .averages b {
    margin-inline-end: 6px;
  }
  .odds {
    color: var(--lamp);
    font-weight: 700;
    font-size: 0.8125rem;
    line-height: 1.25;
  }
  .level .act[aria-disabled] {
    color: #cfc6bd;
    border-color: #8a8f88;
  }
  .party ul {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
  }
  .party li {
    display: flex;
    align-items: center;
    gap: 6px;
    padding: 3px 8px;
    border: 1px solid var(--line);
    border-radius: 10px;
  }
  .party .art {
    width: 30px;
    height: 30px;
  }

  .fight {
    color: #fff6e6;
    border-color: #0c1a16;
    background: #10201a;
    overflow: hidden;
  }
  .fight .backdrop {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
    opacity: 0.45;
    filter: brightness(0.55) blur(1px);
  }
  .fight > :not(.backdrop, .banner) {
    position: relative;
  }
  .wide .fight {
    display: grid;
    gap: 8px 16px;
    grid-template: "turn turn turn" auto "hunter middle beast" minmax(0, 1fr) "hunter said beast" minmax(34px, auto) /
        minmax(150px, 240px) minmax(0, 1fr) minmax(170px, 260px);
    overflow: hidden;
  }
  .fight .soft {
    color: #c9d3c6;
  }
  .turn {
    grid-area: turn;
    text-align: center;
    color: var(--lamp);
    font-size: 1.125rem;
  }
  .order {
    display: inline-flex;
    gap: 4px;
    margin-inline-start: 14px;
    vertical-align: middle;
  }
  .order span {
    padding: 2px 4px;
    border-radius: 6px;
    opacity: 0.6;
    font-size: 0.875rem;
  }
  .order .now {
    opacity: 1;
    box-shadow: 0 0 0 2px var(--lamp);
  }
  .fight .hits b {
    color: #fff6e6;
  }
  .fight .hits .hit b {
    color: #ffc2b8;
  }
  .card {
    gap: 3px;
    padding: 10px;
    border-radius: 14px;
    background: linear-gradient(#fff8e8, #f1e3c6);
    color: #2b2420;
    box-shadow:
      0 0 0 3px #7a5b2c,
      0 8px 22px #0009;
    min-height: 0;
    overflow: hidden;
    position: relative;
  }
  .card .soft {
    color: #6b5d52;
  }
  .card.hunter {
    grid-area: hunter;
  }
  .card.beast {
    grid-area: beast;
  }
  .card .portrait {
    align-self: center;
    width: 100%;
    flex: 1 1 0;
    min-height: 56px;
    max-height: 220px;
  }
  .wide .card {
    align-self: center;
    max-height: 100%;
    height: 400px;
  }
  .card h3 {
    font-size: 1.0625rem;
  }
  .card .bar {
    flex: none;
    height: 10px;
    background: #e2d3b4;
    border-color: #a89470;
  }
  .card .bar i {
    background: #b02a20;
  }
  .card .tiny {
    display: inline-block;
    width: 22px;
    height: 22px;
    vertical-align: -5px;
  }
  .card .mark {
    stroke: #fff;
  }
  .card.struck {
    animation: struck 320ms;
  }
  @keyframes struck {
    20% {
      transform: translateX(-7px) rotate(-1deg);
    }
    50% {
      transform: translateX(7px) rotate(1deg);
    }
    80% {
      transform: translateX(-4px);
    }
  }
  .wound {
    position: absolute;
    z-index: 2;
    left: 50%;
    top: 24%;
    translate: -50% -50%;
    padding: 2px 16px;
    border-radius: 999px;
    background: #b02a20;
    color: #fff;
    font: 800 1.75rem / 1.2 var(--sans);
    box-shadow: 0 0 0 3px #fff8e8;
    animation: rise 500ms ease-out;
  }
  .card.fallen .portrait {
    filter: grayscale(1) brightness(0.8);
    rotate: 8deg;
    transition: rotate 300ms;
  }
  .effect {
    padding: 4px 6px;
    border-left: 3px solid #8a6410;
    background: #8a64101c;
  }
  .glowing {
    color: #7a4a00;
    font-weight: 700;
  }
  .middle {
    grid-area: middle;
    display: grid;
    gap: 8px;
    align-content: center;
    justify-items: center;
    min-height: 0;
  }
  .dice-table {
    display: grid;
    gap: 4px;
    justify-items: center;
  }
  .dice-table .roll,
  .dice-table.idle,
  .throwables {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    justify-content: center;
  }
  .dice-table .die {
    width: clamp(34px, 4.6cqi, 58px);
    height: clamp(34px, 4.6cqi, 58px);
    filter: drop-shadow(0 3px 3px #0007);
  }
  .dice-table .good rect {
    stroke: #ffb733;
  }
  .act.item {
    min-height: 36px;
    padding: 2px 10px 2px 4px;
  }
  .act.item .art {
    width: 28px;
    height: 28px;
  }
  .fight .act:not([aria-disabled]),
  .fight .act.item {
    color: var(--ink);
  }
  .fight .act[aria-disabled] {
    background: #ffffff14;
    color: #d5dccf;
    border-color: #7f8f83;
  }
  .said {
    grid-area: said;
    padding: 4px 10px;
    border-radius: 10px;
    background: #0a1410b0;
    max-height: clamp(48px, 12vh, 130px);
    overflow-y: auto;
    font-size: 0.75rem;
    line-height: 1.35;
    color: #dfe7d9;
    scrollbar-width: thin;
  }
  .said li:first-child {
    color: #fffdf4;
    font-weight: 600;
  }
  .banner {
    z-index: 8;
    padding: 12px 26px;
    border-radius: 14px;
    background: #1b1430f2;
    color: #fff6e6;
    font: 700 1.25rem / 1.25 var(--serif);
    text-align: center;
    box-shadow:
      0 0 0 3px var(--lamp),
      0 12px 40px #000a;
    pointer-events: none;
    animation: rise-in 260ms;
  }
  @keyframes rise-in {
    from {
      opacity: 0;
      scale: 0.9;
    }
  }
  .fight .banner {
    position: absolute;
    left: 50%;
    top: 40%;
    translate: -50% -50%;
    max-width: 90%;
  }
  .wide > .banner {
    align-self: center;
    justify-self: center;
    max-width: 80%;
  }

  .scroll {
    overflow-x: auto;
    scrollbar-width: thin;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    font-size: 0.8125rem;
  }
  caption {
    text-align: start;
    font: 700 0.9375rem var(--serif);
    padding-bottom: 2px;
  }
  th,
  td {
    padding: 4px 8px;
    border-bottom: 1px solid var(--line);
    text-align: end;
    white-space: nowrap;
  }
  thead th {
    color: var(--soft);
    font-weight: 600;
    font-size: 0.75rem;
    vertical-align: bottom;
    white-space: normal;
  }
  .origins :is(th, td) {
    padding-inline: 4px;
  }
  th[scope="row"],
  thead th:first-child,
  .summary :is(td, th):nth-child(-n + 3),
  .origins th:nth-child(2) {
    text-align: start;
  }
  .won {
    background: color-mix(in srgb, var(--gold) 16%, transparent);
  }
  .sheets {
    display: grid;
    gap: 14px 22px;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 480px), 1fr));
    align-items: start;
  }
  .chart {
    display: block;
    width: 100%;
    height: auto;
    max-height: 250px;
  }
  .chart text {
    fill: var(--soft);
    font: 11px var(--sans);
  }
  .chart .grid {
    stroke: var(--line);
  }
  .chart .goal {
    stroke: var(--gold);
    stroke-width: 2;
    stroke-dasharray: 5 4;
  }
  .chart polyline {
    fill: none;
    stroke-width: 2.5;
  }
  figcaption {
    font: 700 0.9375rem var(--serif);
  }
  .key {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: 0.8125rem;
  }

  .narrow .fight {
    display: grid;
    grid-template: "turn turn" auto "hunter beast" auto "middle middle" auto "said said" auto / minmax(0, 1fr) minmax(
        0,
        1fr
      );
    gap: 8px;
    padding: 10px;
  }
  .narrow .card {
    padding: 8px;
  }
  .narrow .card .portrait {
    height: 84px;
  }
  .narrow .banner.herald {
    position: sticky;
    top: 0;
  }
  .narrow .levels {
    grid-template-columns: 1fr;
  }
  .narrow .level {
    grid-template-columns: 64px minmax(0, 1fr) auto;
    text-align: start;
    justify-items: start;
    align-items: center;
  }
  .narrow .level .shade {
    grid-row: 1 / 4;
    height: 60px;
  }
  .narrow .level h3,
  .narrow .level .averages,
  .narrow .level .odds {
    grid-column: 2;
  }
  .narrow .level .act {
    grid-column: 3;
    grid-row: 1 / 4;
    padding-inline: 8px;
  }
  .narrow .heap li {
    flex-wrap: wrap;
  }
  .narrow .takes {
    grid-template-columns: 1fr 1fr;
  }
  .narrow .take {
    padding: 10px 6px;
  }
  @media (min-height: 900px) {
    .wide .finale {
      gap: 18px;
      padding: 22px 28px;
    }
    .wide .finale table {
      font-size: 0.9375rem;
    }
    .wide .finale :is(th, td) {
      padding: 7px 5px;
    }
    .wide .chart {
      max-height: 330px;
    }
  }
  @media (max-height: 820px) {
    .wide .panel {
      padding: 8px 14px;
      gap: 6px;
      margin-bottom: 62px;
      max-height: calc(100% - 76px);
    }
    .wide .panel:is(.fight, .finale, .summary) {
      margin-bottom: 0;
    }
    .wide .panel.fight {
      padding: 8px 14px 70px;
    }
    .wide .ware .text {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 1;
      overflow: hidden;
    }
    .wide .level {
      align-content: space-between;
      gap: 2px;
      padding-block: 6px;
    }
    .wide .level .shade {
      height: 50px;
    }
    .wide .levels .act {
      min-height: 34px;
    }
    .wide .ware:has(.warn) .text {
      display: none;
    }
    .wide .fight {
      grid-template-columns: minmax(230px, 270px) minmax(0, 1fr) minmax(240px, 290px);
    }
    .wide .card {
      display: grid;
      grid-template-columns: 84px minmax(0, 1fr);
      align-content: center;
      gap: 2px 8px;
      height: auto;
    }
    .wide .card .portrait {
      grid-row: 1 / 9;
      align-self: center;
      height: 100px;
    }
    .wide .dock.foot {
      margin: 12px;
      min-height: 48px;
      padding-block: 4px;
    }
  }
`;
