/** Styles of a game of dice: wood, felt, bone, candlelight. */
import { css } from "lit";

export const fightStyles = css`
  .fight {
    --felt: light-dark(#2c5348, #17332c);
    --felt-edge: light-dark(#8a5a2c, #8a6a3c);
    --cream: #f8efd9;
    --wood-ink: light-dark(#2b1a0e, #f1e7d8);
    position: relative;
    isolation: isolate;
    overflow: hidden;
    display: flex;
    flex-direction: column;
    gap: 12px;
    padding: 14px;
    border-radius: 14px;
    background: light-dark(#c79860, #2b1b11);
    border: 1px solid var(--paper-edge);
    box-shadow: var(--shadow);
  }
  .wood {
    position: absolute;
    inset: 0;
    z-index: -2;
    width: 100%;
    height: 100%;
  }
  .wood .p0 {
    fill: light-dark(#d3a56c, #2d1d12);
  }
  .wood .p1 {
    fill: light-dark(#c99a61, #27180f);
  }
  .wood .p2 {
    fill: light-dark(#cea068, #332114);
  }
  .grain {
    fill: none;
    stroke: light-dark(#8f5d2a, #6b4526);
    stroke-width: 1.4;
    opacity: 0.34;
  }
  .knot {
    fill: light-dark(#8f5d2a, #140b06);
    opacity: 0.55;
  }
  .wood .seam {
    fill: none;
    stroke: light-dark(#7a4d20, #120a05);
    stroke-width: 2.5;
    opacity: 0.75;
  }
  .light {
    position: absolute;
    inset: 0;
    z-index: -1;
    pointer-events: none;
    background:
      radial-gradient(60% 70% at 82% 14%, light-dark(#fff3cfcc, #ffae4a5c) 0, transparent 70%),
      radial-gradient(90% 90% at 50% 45%, transparent 55%, light-dark(#7a4d2059, #000000b0) 100%);
  }
  .bill {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px 16px;
    color: var(--wood-ink);
  }
  .bill .note {
    font-weight: 600;
  }
  .bill .free {
    padding: 1px 12px;
    border-radius: 999px;
    background: var(--panel);
    color: var(--info);
    border: 1px solid var(--info);
    font-size: 0.9375rem;
  }

  .across {
    gap: 14px;
    color: var(--wood-ink);
  }
  .across .portrait {
    width: clamp(72px, 15cqw, 150px);
    filter: drop-shadow(0 6px 12px #0007);
  }
  .them {
    flex: 0 1 auto;
    min-width: 0;
    display: grid;
    gap: 4px;
  }
  .them .name {
    font: 700 1.375rem / 1.2 var(--serif);
  }
  .cup-words.known {
    visibility: hidden;
  }
  .cup-words {
    font: italic 1rem / 1.35 var(--serif);
  }
  .cup {
    position: relative;
    flex: none;
    width: clamp(58px, 11cqw, 124px);
    aspect-ratio: 1;
    display: grid;
    place-items: center;
  }
  .cup svg {
    width: 100%;
    filter: drop-shadow(0 5px 5px #0007);
    transition:
      translate 300ms,
      rotate 300ms;
    transform-origin: 90% 90%;
  }
  .cup b {
    position: absolute;
    width: 84%;
    aspect-ratio: 1;
    display: grid;
    place-items: center;
    border-radius: 50%;
    background: var(--cream);
    color: #2b1a0e;
    font: 700 2.2rem / 1 var(--serif);
    box-shadow: 0 0 0 3px #8a6a3c;
  }
  .cup.lifted svg {
    translate: 46% -34%;
    rotate: 38deg;
    opacity: 0.85;
  }
  .leather {
    fill: #6d4022;
    stroke: #2b160b;
    stroke-width: 3;
  }
  .stitch {
    fill: none;
    stroke: #d8a868;
    stroke-width: 2;
    stroke-dasharray: 5 4;
  }
  .rim {
    fill: none;
    stroke: #b98a4a;
    stroke-width: 5;
  }
  .taper {
    width: clamp(36px, 6.5cqw, 72px);
    flex: none;
    margin-left: auto;
    overflow: visible;
  }
  .taper .dish {
    fill: #8a6a3c;
    stroke: #4a3517;
    stroke-width: 2;
  }
  .taper .wax {
    fill: #f2e4c3;
  }
  .taper .drip {
    fill: none;
    stroke: #cbb68a;
    stroke-width: 2;
  }
  .taper .wick {
    stroke: #2b1a0e;
    stroke-width: 2.5;
  }
  .outer {
    fill: #ff9d2e;
  }
  .inner {
    fill: #fff1b8;
  }
  .fire {
    filter: drop-shadow(0 0 14px #ffb547);
    transform-origin: 50% 36%;
    animation: flicker 2.8s ease-in-out 6;
  }
  @keyframes flicker {
    0%,
    100% {
      transform: scale(1);
    }
    28% {
      transform: scale(0.96, 1.05) rotate(1deg);
    }
    61% {
      transform: scale(1.03, 0.95) rotate(-1.5deg);
    }
    80% {
      transform: scale(0.98, 1.02);
    }
  }

  .score {
    display: grid;
    gap: 4px;
  }
  .rounds {
    gap: 10px;
    font-weight: 700;
  }
  .rounds b {
    font: 700 1.5rem / 1 var(--serif);
  }
  .rounds .pips i {
    width: 18px;
    height: 18px;
    border-color: light-dark(#5d3a06, #e0b45c);
    background: light-dark(#fff6, #0004);
  }
  .rounds .pips i.full {
    background: light-dark(#8a2f2a, #e0b45c);
  }

  .mat {
    position: relative;
    flex: 1 1 auto;
    min-height: 0;
    justify-content: space-evenly;
    gap: 14px;
    padding: clamp(12px, 2.4cqw, 24px);
    border-radius: 18px;
    color: var(--cream);
    background: radial-gradient(80% 110% at 70% 0, #fff1c926 0, transparent 70%), var(--felt);
    box-shadow:
      inset 0 0 0 3px var(--felt-edge),
      inset 0 0 0 6px #0003,
      inset 0 0 50px #0006,
      0 6px 18px #0005;
    transition: background-color 300ms;
  }
  [data-mood="over"] .mat,
  [data-mood="ended"] .mat,
  [data-mood="lost"] .mat {
    --felt: light-dark(#6b211b, #4a1512);
  }
  [data-mood="over"] .mat {
    box-shadow:
      inset 0 0 0 4px #ffb3a0,
      inset 0 0 60px #0008,
      0 0 26px 4px #d6442f99;
  }
  .dice {
    gap: 20px clamp(14px, 2cqw, 26px);
    justify-content: center;
    min-height: clamp(64px, 12cqw, 140px);
    --size: clamp(54px, 10.5cqw, 124px);
  }
  .dice:has(li:nth-child(8)) {
    --size: clamp(44px, 7cqw, 76px);
    gap: 16px 12px;
  }
  .die {
    position: relative;
    width: var(--size);
    rotate: var(--tilt);
  }
  .die svg {
    display: block;
    width: 100%;
    overflow: visible;
    filter: drop-shadow(3px 7px 5px #0008);
  }
  .die .bone {
    fill: #f8ecd0;
  }
  .die .side {
    fill: #b99a63;
  }
  .die .worn {
    fill: #fff8e6;
    opacity: 0.75;
  }
  .die .pip {
    fill: #2f1a0d;
  }
  .die .lip {
    fill: none;
    stroke: #fff;
    stroke-width: 1;
    opacity: 0.5;
  }
  .die.last .bone {
    stroke: #ffb547;
    stroke-width: 5;
  }
  .mark {
    position: absolute;
    left: 50%;
    bottom: -15px;
    translate: -50%;
    padding: 0 7px;
    border-radius: 999px;
    background: #ffb547;
    color: #2b1a0e;
    font: 700 0.75rem / 1.35 var(--sans);
    white-space: nowrap;
  }
  .die.rolling svg {
    animation: tumble 360ms linear;
  }
  .die.fresh {
    animation: fall 360ms cubic-bezier(0.3, 1.3, 0.6, 1) backwards;
    animation-delay: calc(var(--turn) * 130ms);
  }
  @keyframes tumble {
    from {
      transform: translate(-90px, -70px) rotate(-480deg);
    }
    70% {
      transform: translate(6px, 4px) rotate(-30deg);
    }
    to {
      transform: none;
    }
  }
  @keyframes fall {
    from {
      transform: translate(-80px, -110px) rotate(-400deg) scale(1.3);
      opacity: 0;
    }
  }
  .empty {
    font: italic 1.1rem var(--serif);
  }

  .sum {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 18px;
    align-items: center;
  }
  .total {
    position: relative;
    display: grid;
    justify-items: center;
    min-width: 96px;
    padding: 6px 14px 8px;
    border-radius: 14px;
    background: var(--cream);
    color: #2b1a0e;
    box-shadow:
      0 0 0 3px #8a6a3c,
      0 4px 12px #0006;
  }
  .total b {
    font: 700 clamp(2.6rem, 7cqw, 4rem) / 0.95 var(--serif);
  }
  .total[data-standing="over"],
  .total[data-standing="ended"] {
    background: #b3261e;
    color: #fff;
    box-shadow:
      0 0 0 3px #ffd9cf,
      0 4px 12px #0006;
  }
  .change {
    position: absolute;
    top: -14px;
    right: -12px;
    padding: 2px 8px;
    border-radius: 999px;
    background: #ffb547;
    color: #2b1a0e;
    font-weight: 700;
    animation: pop 220ms;
  }
  @keyframes pop {
    from {
      transform: translateY(16px);
      opacity: 0;
    }
  }
  .scale {
    display: grid;
    gap: 6px;
    min-width: 0;
  }
  .words {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 12px;
  }
  .words b {
    font-size: 1.125rem;
  }
  .track {
    position: relative;
    display: grid;
    grid-template-columns: repeat(31, minmax(0, 1fr));
    gap: 2px;
    padding-bottom: 22px;
  }
  .track i {
    height: 16px;
    border-radius: 3px;
    background: #f8efd92e;
  }
  .track i.over {
    background: repeating-linear-gradient(135deg, #ff8f7d66 0 3px, #2b0d0a88 3px 6px);
  }
  .track i.good.full {
    background: #ffcf73;
  }
  .track i.over.full {
    background: #ff6a52;
    box-shadow: 0 0 6px #ff6a52;
  }
  .track i[data-step="21"] {
    outline: 2px solid var(--cream);
    height: 20px;
    margin-top: -2px;
  }
  .at21,
  .at31 {
    position: absolute;
    bottom: 0;
    font-weight: 700;
    font-size: 0.9375rem;
    line-height: 1.2;
  }
  .at21 {
    right: calc(100% / 31 * 10);
  }
  .at31 {
    right: 0;
  }
  .warning {
    gap: 12px;
    padding: 10px 16px;
    border-radius: 12px;
    background: #fff1ec;
    color: #7a120b;
    border: 3px solid #d6321f;
    font-weight: 700;
    font-size: 1.0625rem;
  }
  .warning svg {
    flex: none;
    width: 32px;
    fill: #d6321f;
  }
  .warning path {
    stroke: #fff;
    stroke-width: 2.2;
    stroke-linecap: round;
  }
  .stamp {
    justify-self: center;
    align-self: center;
    padding: 6px 20px;
    border-radius: 10px;
    background: var(--cream);
    color: #7a120b;
    border: 3px double currentColor;
    rotate: -2deg;
    font-size: 1.125rem;
  }
  .stamp b {
    font: 700 1.5rem/1.1 var(--serif);
    text-transform: uppercase;
    letter-spacing: 0.06em;
  }
  [data-mood="won"] .stamp {
    color: #1b5a2b;
  }

  .rail-side {
    display: grid;
    gap: 10px;
  }
  .fight .strip {
    padding: 6px 14px;
    border-radius: var(--radius);
    background: var(--panel);
    border: 1px solid var(--paper-edge);
  }
  .actions {
    display: grid;
    grid-template-columns: repeat(5, minmax(0, 1fr));
    gap: 10px;
  }
  .deed {
    position: relative;
    display: grid;
    grid-template-columns: 26px minmax(0, 1fr) auto;
    align-items: center;
    align-content: start;
    gap: 2px 8px;
    min-height: 84px;
    padding: 10px 12px;
    border: 1px solid var(--edge, var(--soft));
    border-radius: 12px;
    background: var(--panel);
    text-align: left;
    box-shadow: var(--shadow);
    transition:
      translate 120ms,
      filter 120ms;
  }
  .deed svg {
    width: 26px;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  .deed .name {
    font: 700 1.1875rem / 1.2 var(--serif);
  }
  .deed .detail {
    grid-column: 1 / -1;
    font-size: 0.875rem;
    line-height: 1.3;
  }
  .deed .uses,
  .deed .chance {
    grid-column: 1 / -1;
  }
  .uses {
    gap: 4px;
    font-size: 0.875rem;
    color: var(--soft);
  }
  .uses i {
    width: 10px;
    height: 10px;
    rotate: 45deg;
    background: var(--gold);
    border-radius: 2px;
    margin-right: 3px;
  }
  .deed.trick svg {
    color: var(--gold);
  }
  .deed[data-action="roll"] {
    background: var(--act);
    border-color: var(--act);
    color: light-dark(#fffdf8, #2b120f);
  }
  .deed[data-action="hold"] {
    background: var(--info);
    border-color: var(--info);
    color: light-dark(#fffdf8, #0f2420);
  }
  .deed.losing {
    background: var(--panel);
    border: 2px solid var(--red, #b3261e);
    color: var(--red, #b3261e);
    box-shadow: none;
  }
  .deed:not([aria-disabled="true"]):hover {
    translate: 0 -2px;
    filter: brightness(1.06);
  }
  .deed.closed {
    background: var(--well);
    border-style: dashed;
    color: var(--soft);
    box-shadow: none;
  }
  .deed.closed svg {
    color: inherit;
  }

  @container board (min-width: 760px) {
    .fight {
      padding: 20px;
      gap: 14px;
    }
    .fight h2 {
      font-size: 1.9rem;
    }
  }
  @container table (max-height: 760px) {
    .fight {
      display: grid;
      grid-template: "bill bill" auto "across mat" minmax(0, 1fr) "rail rail" auto / clamp(190px, 24cqw, 260px) minmax(
          0,
          1fr
        );
      padding: 14px 16px;
      gap: 10px 16px;
    }
    .fight h2 {
      font-size: 1.5rem;
    }
    .bill {
      grid-area: bill;
    }
    .mat {
      grid-area: mat;
      gap: 10px;
      padding: 12px 18px;
    }
    .rail-side {
      grid-area: rail;
      gap: 8px;
    }
    .across {
      grid-area: across;
      display: grid;
      grid-template-columns: auto 1fr;
      align-content: center;
      gap: 8px 12px;
      min-height: 0;
      overflow: hidden;
    }
    .across .portrait {
      width: clamp(72px, 18cqh, 116px);
    }
    .them {
      grid-row: 2;
      grid-column: 1 / -1;
    }
    .cup {
      width: 76px;
    }
    .taper {
      display: none;
    }
    .rounds {
      gap: 6px;
    }
    .score .lead {
      font-size: 0.9375rem;
      line-height: 1.3;
    }
    .dice {
      --size: clamp(44px, 13cqh, 92px);
      min-height: 0;
      padding-bottom: 12px;
    }
    .dice:has(li:nth-child(8)) {
      --size: clamp(36px, 9cqh, 64px);
      gap: 14px 10px;
    }
    .total {
      padding: 2px 12px 4px;
    }
    .total b {
      font-size: clamp(2rem, 9cqh, 3.2rem);
    }
    .warning {
      padding: 5px 14px;
      font-size: 1rem;
    }
    .warning svg {
      width: 24px;
    }
    .deed {
      min-height: 70px;
      padding: 7px 11px;
    }
    .advice {
      padding: 5px 12px;
    }
  }
  @container table (max-height: 600px) {
    .fight .strip,
    .words span {
      display: none;
    }
  }
  @container board (max-width: 759px) {
    .fight {
      height: auto;
      min-height: 100%;
      gap: 10px;
      padding: 12px;
      border-radius: 12px;
      overflow: clip;
    }
    .bill h2 {
      font-size: 1.3rem;
    }
    .bill .note {
      font-size: 0.9375rem;
    }
    .across .portrait {
      width: 68px;
    }
    .them .name {
      font-size: 1.1rem;
    }
    .cup-words {
      font-size: 0.9375rem;
    }
    .across:has(.score) {
      display: grid;
      grid-template: "face name cup" auto "score score score" auto / auto minmax(0, 1fr) auto;
      gap: 4px 12px;
    }
    .across:has(.score) .them {
      display: contents;
    }
    .across .score {
      grid-area: score;
    }
    .score .lead {
      font-size: 0.9375rem;
    }
    .across:has(.score) .taper {
      display: none;
    }
    .dice {
      margin-bottom: 6px;
      --size: clamp(54px, 18cqw, 84px);
    }
    .dice:has(li:nth-child(5)) {
      --size: 54px;
    }
    .dice:has(li:nth-child(9)) {
      --size: 46px;
    }
    .sum {
      gap: 12px;
    }
    .total {
      min-width: 78px;
      padding: 4px 10px 6px;
    }
    .track {
      gap: 1px;
    }
    .fight .strip .who {
      display: none;
    }
    .fight .strip {
      justify-content: space-between;
      padding: 4px 12px;
      gap: 0 10px;
    }
    .rail-side {
      position: sticky;
      bottom: 0;
      z-index: 3;
    }
    .actions {
      grid-template-columns: repeat(6, minmax(0, 1fr));
      gap: 8px;
    }
    .deed {
      grid-column: span 2;
      min-height: 64px;
      padding: 8px 10px;
      gap: 1px 6px;
    }
    .deed.plain {
      grid-column: span 3;
    }
    .deed.trick svg {
      display: none;
    }
    .deed.trick .name {
      grid-column: 1 / 3;
      font-size: 1.0625rem;
    }
    .deed.trick .detail {
      font-size: 0.8125rem;
    }
    .uses i {
      display: none;
    }
    .deed kbd {
      display: none;
    }
    .advice {
      font-size: 0.875rem;
      padding: 6px 10px;
    }
    .warning {
      padding: 8px 12px;
      font-size: 1rem;
    }
  }
`;
