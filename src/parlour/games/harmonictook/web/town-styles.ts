/** Cities: purses, stacks of cards, and a skyline against the evening. */
import { css } from "lit";

export const townStyles = css`
  .city {
    position: relative;
    display: grid;
    gap: 6px 10px;
    padding: 8px 10px;
    border: 1px solid var(--paper-edge);
    border-top: 4px solid var(--seat);
    border-radius: 12px;
    background: var(--panel);
    box-shadow: 0 1px 3px #0001;
  }
  .city.active {
    border-color: var(--seat);
    box-shadow:
      0 0 0 2px var(--seat),
      0 2px 10px #0003;
  }
  .city.can {
    box-shadow:
      0 0 0 3px var(--brass),
      0 0 0 5px var(--act);
  }
  .city header {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px 10px;
    min-width: 0;
  }
  .city h3 {
    flex: 1 1 5em;
    min-width: 0;
    display: flex;
    align-items: center;
    gap: 6px;
  }
  .who {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .purse {
    position: relative;
    gap: 5px;
    font-size: 1.125rem;
  }
  .purse > .coin {
    width: 18px;
    height: 18px;
    min-width: 0;
  }
  .purse b {
    min-width: 1.2em;
  }
  .change {
    font-size: 0.8125rem;
    font-weight: 700;
  }
  .facts {
    display: flex;
    gap: 8px;
    color: var(--soft);
    font-size: 0.8125rem;
    white-space: nowrap;
  }
  .now {
    position: absolute;
    top: -12px;
    right: 12px;
    padding: 0 8px;
    border-radius: 999px;
    background: var(--seat);
    color: var(--panel);
    font-size: 0.75rem;
    font-weight: 700;
    line-height: 1.5;
    white-space: nowrap;
  }
  .pick {
    min-height: 32px;
    padding: 0 12px;
    border-radius: 8px;
    background: var(--act);
    color: var(--on-act);
    font-weight: 700;
  }
  .stacks {
    display: flex;
    flex-wrap: wrap;
    align-content: flex-start;
    gap: 4px;
    min-width: 0;
  }
  .away .word {
    display: none;
  }
  .away .score::before {
    content: "· ";
  }
  .away .score::after {
    content: " pts";
  }

  .tile > button {
    position: relative;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    justify-items: center;
    width: 46px;
    height: 44px;
    border: 2px solid var(--hue);
    border-radius: 7px;
    background: var(--wash);
    overflow: hidden;
  }
  .tile .strip {
    display: flex;
    justify-content: space-between;
    gap: 2px;
    width: 100%;
    padding: 0 2px 1px;
    background: var(--hue);
    color: var(--on-hue);
    font: 700 0.6875rem / 1.15 var(--sans);
    white-space: nowrap;
  }
  .tile.long .hits {
    letter-spacing: -0.06em;
  }
  .tile.long .count,
  .many .tile.tight .count {
    position: absolute;
    right: 0;
    bottom: 0;
    padding: 0 2px;
    border-radius: 5px 0 0;
    background: var(--ink);
    color: var(--panel);
  }
  .tile .art {
    width: 100%;
    height: 100%;
    padding: 1px;
  }
  .tile .name {
    display: none;
  }
  .tile.shut > button {
    border-style: dashed;
  }
  .tile.shut .art {
    opacity: 0.35;
  }
  .fence {
    position: absolute;
    inset-inline: 0;
    top: 45%;
    background: repeating-linear-gradient(135deg, #f2c453 0 6px, #2b2420 6px 12px);
    color: #0000;
    font-size: 0;
    height: 9px;
  }
  .stored {
    position: absolute;
    right: 1px;
    bottom: 1px;
    font-size: 0.75rem;
  }
  .stored .coin {
    font-size: 0.6875rem;
  }
  .tile.can > button {
    box-shadow:
      0 0 0 2px var(--panel),
      0 0 0 4px var(--brass);
  }
  .tile.can > button:hover {
    translate: 0 -2px;
  }
  .tile.picked > button {
    box-shadow:
      0 0 0 2px var(--panel),
      0 0 0 5px var(--act);
  }

  .skyline {
    position: relative;
    display: flex;
    align-items: flex-end;
    justify-content: space-around;
    gap: 2px;
    min-width: 0;
    padding: 6px 6px 0;
    border-radius: 8px;
    overflow: hidden;
    isolation: isolate;
    background:
      linear-gradient(#0000 calc(100% - 5px), light-dark(#5d7a4c, #1d2a1c) 0),
      radial-gradient(
        ellipse 70% 90% at 50% 105%,
        color-mix(in srgb, #ffd27a calc(var(--lit) * 90%), transparent),
        #0000 75%
      ),
      linear-gradient(light-dark(#8fb4cf, #2a3360), light-dark(#d9d3c4, #5b4b6d) 62%, light-dark(#f4d3a0, #a5684f));
  }
  .site {
    flex: 1 1 0;
    min-width: 0;
    max-width: 84px;
  }
  .site > button {
    position: relative;
    display: grid;
    justify-items: center;
    width: 100%;
    border-radius: 6px 6px 0 0;
  }
  .site .art {
    width: 100%;
    height: 34px;
    object-position: bottom;
    filter: brightness(0) opacity(0.34);
    transition: filter 300ms;
  }
  .site.built .art {
    filter: drop-shadow(0 0 4px #ffd86b) drop-shadow(0 0 10px #ffb84788);
  }
  .site .name {
    display: none;
  }
  .site .coin {
    display: none;
  }
  .site .house {
    fill: #7d5f5a;
  }
  .site.flash .art {
    animation: dawn 700ms ease-out;
  }
  @keyframes dawn {
    from {
      filter: brightness(0) opacity(0.3);
    }
    50% {
      filter: brightness(1.6) drop-shadow(0 0 14px #ffd86b);
    }
  }
  .site.can > button {
    background: linear-gradient(#0000, color-mix(in srgb, var(--brass) 70%, #0000));
    box-shadow: inset 0 0 0 2px var(--brass);
  }
  .site.picked > button {
    box-shadow: inset 0 0 0 3px var(--act);
  }

  .home {
    padding: 10px 12px;
  }
  .home .tile > button {
    width: 72px;
    height: 76px;
    grid-template-rows: auto minmax(0, 1fr) auto;
  }
  .home .tile .strip {
    font-size: 0.8125rem;
  }
  .home .tile .name {
    display: block;
    width: 100%;
    font-size: 0.6875rem;
    line-height: 1.15;
    text-align: center;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .home .many .tile > button {
    width: 50px;
    height: 50px;
  }
  .home .many .tile .strip {
    font-size: 0.75rem;
  }
  .home .crowd {
    gap: 3px;
  }
  .home .crowd .tile > button {
    width: 43px;
    height: 42px;
  }
  .home .many .tile .name {
    display: none;
  }
  .board:is([data-seats="4"], [data-seats="5"]) .away .many {
    gap: 3px;
  }
  .board:is([data-seats="4"], [data-seats="5"]) .away .many .tile > button {
    width: 38px;
    height: 35px;
  }
  .home .fence {
    font-size: 0.6875rem;
  }
  .home .purse {
    font-size: 1.5rem;
  }
  .home .purse > .coin {
    width: 24px;
    height: 24px;
  }
  .home .skyline {
    padding: 8px 8px 0;
  }
  .home .site .art {
    height: 78px;
  }
  .home .site .name {
    display: block;
    width: 100%;
    padding: 1px 0 2px;
    font: 700 0.75rem / 1.05 var(--serif);
    letter-spacing: -0.015em;
    text-align: center;
    color: light-dark(#2b2420, #f6ecdc);
    text-shadow: 0 0 4px light-dark(#fff8, #000a);
    background: light-dark(#f3ead9e6, #1d1712e6);
  }
  .home .site .coin {
    display: inline-grid;
    position: absolute;
    top: 0;
    right: 0;
    font-size: 0.75rem;
  }
  .home .site .worth {
    position: absolute;
    top: 22px;
    inset-inline: 1px;
    font-size: 0.6875rem;
  }
  .fold {
    display: none;
  }

  .finale {
    display: grid;
    align-content: safe center;
    justify-content: safe center;
    justify-items: center;
    align-items: center;
    gap: 10px 24px;
    padding: 12px;
    min-height: 0;
    overflow-y: auto;
    text-align: center;
  }
  .finale h2 {
    font-size: 1.75rem;
  }
  .panorama {
    width: min(100%, 640px);
  }
  .panorama .skyline {
    padding: 18px 12px 0;
    border-radius: 14px;
  }
  .panorama .site {
    max-width: 110px;
  }
  .panorama .site .art {
    height: clamp(70px, 16vh, 150px);
  }

  .finale table {
    border-collapse: collapse;
    background: var(--panel);
    border: 1px solid var(--paper-edge);
    border-radius: 10px;
  }
  .finale th,
  .finale td {
    padding: 6px 14px;
    border-bottom: 1px solid var(--line);
    text-align: right;
  }
  .finale th:first-child {
    text-align: left;
    max-width: 16em;
    overflow-wrap: anywhere;
  }
  .finale thead th {
    color: var(--soft);
    font-size: 0.8125rem;
  }
  .finale .won > * {
    background: color-mix(in srgb, var(--gold) 16%, transparent);
    font-weight: 700;
  }

  .wide .finale {
    grid-template-columns: minmax(0, 460px) auto;
  }
  .wide .finale h2,
  .wide .finale > p,
  .wide .finale table:nth-child(3) {
    grid-column: 1 / -1;
  }
  .wide .away {
    grid-template-rows: auto minmax(0, 1fr) auto;
  }
  .wide .home {
    grid-template: "head stacks sky" auto / 132px minmax(0, 1fr) 340px;
    min-height: 128px;
  }
  .board.wide[data-sites="many"] .home {
    grid-template-columns: 112px minmax(0, 1fr) minmax(0, 404px);
  }
  .wide .home header {
    flex-direction: column;
    align-items: flex-start;
    justify-content: center;
    flex-wrap: nowrap;
  }
  .wide .home h3 .soft {
    display: none;
  }
  .wide .home h3 {
    flex: none;
    max-width: 100%;
  }
  .wide .home .facts {
    flex-direction: column;
    gap: 0;
  }
  .wide .home .stacks {
    max-height: 186px;
    overflow-y: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
    align-content: safe center;
  }
  .wide .away .stacks {
    min-height: 44px;
    max-height: 128px;
    overflow-y: auto;
    padding: 3px;
    margin: -3px;
    scrollbar-width: thin;
  }
  .board.wide[data-seats="5"] .away .stacks {
    max-height: 156px;
  }
  .board.wide[data-seats="2"] .away {
    grid-template: "head stacks sky" auto / 132px minmax(0, 1fr) minmax(0, 0.6fr);
  }
  .board.wide[data-seats="2"] .away header {
    flex-direction: column;
    align-items: flex-start;
    justify-content: center;
  }
  .board.wide[data-seats="2"] .away h3 {
    flex: none;
    max-width: 100%;
  }
  @media (max-height: 840px) {
    .wide .home {
      min-height: 112px;
    }
    .wide .home .tile > button {
      width: 60px;
      height: 60px;
    }
    .wide .home .many .tile > button {
      width: 46px;
      height: 42px;
    }
    .wide .home .stacks {
      max-height: 140px;
    }
    .wide .home .site .art {
      height: 60px;
    }
    .wide .away .tile > button {
      height: 38px;
    }
    .board.wide[data-seats] .away .stacks {
      max-height: 88px;
      min-height: 38px;
    }
    .wide .away .site .art {
      height: 26px;
    }
  }
  @container board (max-width: 1100px) {
    .wide .home {
      grid-template-columns: 104px minmax(0, 1fr) 290px;
    }
    .board.wide[data-sites="many"] .home {
      grid-template-columns: 104px minmax(0, 1fr) minmax(0, 380px);
    }
  }
  .narrow .fold {
    display: inline-block;
    min-height: 32px;
  }
  .city .fold::after {
    content: " \\25be";
  }
  .city .fold[aria-expanded="true"]::after {
    content: " \\25b4";
  }
  .narrow .city:not(.open) .stacks {
    display: none;
  }
  .narrow .away {
    grid-template-columns: minmax(0, 1fr) minmax(96px, 24%);
    align-items: center;
  }
  .narrow .away .facts {
    display: none;
  }
  .narrow .away .stacks {
    grid-column: 1 / -1;
    grid-row: 2;
  }
  .narrow .away .skyline {
    padding: 4px 4px 0;
  }
  .narrow .away .site .art {
    height: 30px;
  }
  @container board (max-width: 600px) {
    .city {
      padding: 6px 8px;
    }
    .home .tile > button {
      width: 60px;
      height: 66px;
    }
    .narrow .away {
      grid-template-columns: minmax(0, 1fr) 112px;
    }
    .board[data-sites="many"] .away {
      grid-template-columns: minmax(0, 1fr) 132px;
    }
    .fold {
      min-height: 36px;
    }
    .home .word {
      display: none;
    }
    .home .score::before {
      content: "· ";
    }
    .home .score::after {
      content: " pts";
    }
    .city .fold {
      width: 36px;
      padding: 0;
      text-align: center;
    }
    .city .fold .term {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .finale th,
    .finale td {
      padding: 6px 8px;
    }
  }
`;
