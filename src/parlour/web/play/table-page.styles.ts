/** Layout of the table page: the board in the middle, everything else around it. */
import { css } from "lit";

export const layout = css`
  .page {
    display: grid;
    grid-template-rows: auto auto minmax(0, 1fr);
    height: 100vh;
    height: 100dvh;
    min-height: 420px;
    background: var(--ground);
  }
  .cut {
    --glow: transparent;
  }
  .top {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-2) var(--space-4);
    color: #f3e7d2;
    border-bottom: 2px solid #a67c2e;
    box-shadow: 0 3px 12px #0003;
    z-index: 1;
    background:
      repeating-linear-gradient(178deg, #ffffff05 0 2px, #0000 2px 7px, #00000012 7px 8px, #0000 8px 13px),
      linear-gradient(#3d2b20, #2c1f17);
  }
  .top :focus-visible {
    outline-color: #f0c878;
  }
  .title {
    min-width: 0;
  }
  .title h1 {
    font-size: var(--size-l);
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .home {
    flex: none;
    display: inline-grid;
    place-items: center;
    width: 40px;
    height: 40px;
    border-radius: 50%;
  }
  .home:hover {
    background: #ffffff14;
  }
  .home svg {
    width: 28px;
    height: 28px;
  }
  .top .tag {
    color: #e2d2b8;
    border-color: #7a6247;
    white-space: nowrap;
  }
  .tools {
    gap: var(--space-1);
  }
  .tools button.quiet {
    position: relative;
    padding-inline: var(--space-2);
    color: #e2d2b8;
  }
  .tools button.quiet:hover:not(:disabled),
  .tools button[aria-expanded="true"] {
    background: #ffffff14;
    color: #fffdf8;
  }
  .pace {
    font-weight: 500;
    color: #e2d2b8;
  }
  .tools select {
    min-height: 32px;
    padding: 0 var(--space-2);
    border-color: #7a6247;
    background: #ffffff10;
    color: #f3e7d2;
    font-size: var(--size-s);
  }
  .tools select option {
    color: var(--ink);
    background: var(--panel);
  }
  .badge {
    position: absolute;
    top: 0;
    inset-inline-end: -2px;
    min-width: 20px;
    padding: 0 5px;
    border-radius: 999px;
    background: #f0c878;
    color: #2b1d12;
    font-weight: 700;
    font-size: 12px;
    line-height: 20px;
    font-variant-numeric: tabular-nums;
  }
  .notes {
    display: grid;
  }
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-2) var(--space-4);
    background: var(--sunk);
    border-bottom: 1px solid var(--line);
    text-align: center;
  }
  .note.bad {
    box-shadow: inset 4px 0 0 var(--red);
  }
  .note.good {
    box-shadow: inset 4px 0 0 var(--green);
  }
  .note.told {
    flex-wrap: nowrap;
    max-height: 24vh;
    overflow-y: auto;
    color: var(--soft);
    font-size: var(--size-s);
    text-align: start;
  }
  .note button,
  .note .button {
    min-height: 32px;
  }
  .middle {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: minmax(0, 1fr);
    min-height: 0;
  }
  .table {
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto auto;
    min-width: 0;
    min-height: 0;
  }
  .board {
    position: relative;
    min-height: 0;
    min-width: 0;
  }
  .felt {
    height: 100%;
    overflow: auto;
    padding: var(--space-4);
    overscroll-behavior: contain;
    background: radial-gradient(
      ellipse 70% 60% at 50% 30%,
      color-mix(in srgb, var(--panel) 70%, var(--ground)),
      var(--ground)
    );
  }
  .felt > * {
    min-height: 100%;
  }
  .felt > default-board {
    min-height: 0;
  }
  .page[data-look~="log"] log-panel,
  .page[data-look~="log"] [data-drawer="log"],
  .page[data-look~="question"] question-bar,
  .page[data-look~="seats"] seat-strip,
  .page[data-look~="board"] .board {
    outline: 3px solid var(--gold);
    outline-offset: -3px;
    border-radius: var(--radius);
    animation: lit 1.6s ease-in-out infinite alternate;
  }
  @keyframes lit {
    to {
      outline-color: color-mix(in srgb, var(--gold) 45%, transparent);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .page * {
      animation: none !important;
    }
  }
  .docked {
    display: flex;
    flex-direction: column;
  }
  .docked .felt {
    flex: 1 1 0;
    height: auto;
    min-height: 0;
  }
  .docked result-card {
    flex: none;
  }
  .narrow {
    display: inline-flex;
  }
  .moving {
    cursor: pointer;
  }
  .veil {
    position: fixed;
    inset: 0;
    z-index: 29;
    background: var(--veil);
  }
  .alone {
    min-height: 80vh;
    display: grid;
    place-items: center;
    padding: var(--space-4);
  }
  .alone .card {
    grid-template-columns: minmax(0, 1fr);
    width: min(520px, 100%);
    padding: var(--space-8) var(--space-6);
    display: grid;
    gap: var(--space-4);
    justify-items: center;
    text-align: center;
    overflow-wrap: anywhere;
  }
  .over {
    justify-content: center;
    gap: var(--space-2) var(--space-4);
    padding: var(--space-3) var(--space-4);
    border-top: 1px solid var(--line);
    background: var(--panel);
  }
  @media (min-width: 1400px) {
    .middle {
      grid-template-columns: 300px minmax(0, 1fr);
    }
    .middle.talking {
      grid-template-columns: 300px minmax(0, 1fr) 300px;
    }
    .narrow {
      display: none !important;
    }
    .veil {
      display: none;
    }
  }
  @media (max-width: 1399px) {
    .top.many {
      grid-template-columns: minmax(0, 1fr) auto;
      padding-block: var(--space-1);
      row-gap: 2px;
    }
    .many seat-strip {
      grid-column: 1 / -1;
      grid-row: 2;
    }
  }
  @media (max-width: 1239px) {
    .top {
      grid-template-columns: minmax(0, 1fr) auto;
      padding: var(--space-1) var(--space-2);
    }
    .top seat-strip {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .gap {
      display: none;
    }
    .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
  @media (max-width: 699px) {
    .felt {
      padding: var(--space-2);
    }
    .wide,
    .tools select,
    .solo seat-strip {
      display: none;
    }
  }
  @media (max-height: 560px) {
    .page {
      min-height: 0;
    }
    .top {
      padding-block: 0;
    }
    .felt {
      padding: var(--space-2);
    }
    .over {
      padding-block: var(--space-1);
    }
  }
  @media (max-height: 560px) and (max-width: 999px) {
    .tools select {
      display: none;
    }
  }
  @media (max-height: 560px) and (min-width: 700px) {
    .top,
    .top.many {
      grid-template-columns: auto minmax(0, 1fr) auto;
      gap: var(--space-2);
    }
    .top seat-strip {
      grid-column: auto;
      grid-row: auto;
    }
    .many h1 {
      display: none;
    }
    .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
`;
