/** Styles of a contest match: the board in the middle, the playback controls below it. */
import { css } from "lit";

export const layout = css`
  :host {
    grid-template: "top top" auto "side middle" minmax(0, 1fr) "bar bar" auto / auto minmax(0, 1fr);
    min-height: 0;
  }
  .top h1 {
    overflow-wrap: anywhere;
  }
  .players {
    display: flex;
    flex: 1 1 240px;
    flex-wrap: wrap;
    gap: var(--space-1) var(--space-4);
  }
  .players li {
    max-width: 100%;
    padding: 2px var(--space-2);
    border-radius: 999px;
    border: 1px solid transparent;
  }
  .players .moves {
    border-color: var(--edge);
    background: var(--panel);
  }
  .players b {
    max-width: 24ch;
  }
  .side {
    grid-area: side;
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr);
    width: 316px;
    min-height: 0;
    border-inline-end: 1px solid var(--line);
    background: var(--panel);
  }
  .side h2 {
    padding: var(--space-3) var(--space-3) 0;
    font-size: var(--size);
  }
  .chart {
    padding: var(--space-2) var(--space-3) var(--space-3);
    border-bottom: 1px solid var(--line);
    --plot-height: 52px;
  }
  .middle {
    position: relative;
    padding: var(--space-3);
    gap: var(--space-3);
  }
  .end {
    gap: var(--space-1) var(--space-4);
    width: 100%;
    padding: var(--space-2) var(--space-4);
    border-left: 4px solid var(--gold);
    border-radius: 4px;
    background: var(--sunk);
  }
  .end h2 {
    font-size: var(--size-l);
  }
  .bar {
    grid-template-columns: auto minmax(0, 3fr) minmax(0, 1fr);
  }
  .now {
    align-items: baseline;
  }
  .now b {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    font-weight: 600;
  }
  .now .no b {
    color: var(--red);
  }
  .now > span {
    flex: none;
  }
  .wheels select {
    padding-inline: var(--space-2);
  }
  .slide {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: center;
    gap: var(--space-2);
    font-size: var(--size-s);
  }
  .slide span {
    min-width: 9ch;
  }
  .live {
    gap: var(--space-2);
  }
  .live i {
    width: 10px;
    height: 10px;
    border-radius: 50%;
    background: var(--edge);
  }
  .live[aria-pressed="true"] i {
    background: var(--red);
    animation: beat 1.6s ease-in-out infinite;
  }
  @keyframes beat {
    50% {
      opacity: 0.35;
    }
  }
  .side-button {
    display: none;
  }
  @media (max-width: 1399px) {
    :host {
      grid-template: "top" auto "side" auto "middle" minmax(0, 1fr) "bar" auto / minmax(0, 1fr);
    }
    .side {
      display: none;
      width: auto;
      border-inline-end: 0;
      border-bottom: 1px solid var(--line);
    }
    .side.open {
      display: grid;
      max-height: 46dvh;
      overflow-y: auto;
      grid-template-rows: auto auto auto;
    }
    .side.open .chart {
      grid-template-columns: repeat(3, minmax(0, 1fr));
    }
    .side.open order-list {
      max-height: 22dvh;
    }
    .side-button {
      display: inline-flex;
    }
  }
  @media (max-width: 1099px) {
    .bar {
      grid-template-columns: minmax(0, 2fr) minmax(0, 1fr);
      padding-inline: var(--space-3);
    }
    .wheels {
      grid-column: 1 / -1;
      justify-content: center;
      flex-wrap: nowrap;
    }
    .wheels select {
      min-width: 0;
      padding-inline: var(--space-1);
      font-size: var(--size-s);
    }
    .side.open .chart {
      grid-template-columns: minmax(0, 1fr);
      --plot-height: 36px;
    }
  }
  @media (max-width: 699px) {
    .top {
      padding: var(--space-1) var(--space-3);
    }
    .top h1 {
      font-size: var(--size);
    }
    .players {
      order: 3;
      flex-basis: 100%;
    }
    .middle {
      padding: var(--space-2);
    }
    .bar {
      gap: 0 var(--space-3);
      padding-block: var(--space-1) max(var(--space-1), env(safe-area-inset-bottom));
    }
    .now {
      align-items: center;
      justify-content: start;
      gap: var(--space-2);
      min-height: 2.7em;
      font-size: var(--size-s);
      line-height: 1.3;
    }
    .now b {
      white-space: normal;
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 2;
    }
    .now > span {
      max-width: 7ch;
      line-height: 1.2;
    }
    .slide {
      gap: 0 var(--space-2);
    }
    .slide span {
      min-width: 0;
      white-space: nowrap;
    }
    .wheels {
      gap: 0;
      justify-content: space-between;
    }
  }
`;
