/** Matchbox labels: four colours, four patterns, one shape. */
import { css } from "lit";

export const cardStyles = css`
  .blue {
    --hue: light-dark(#2c66a3, #76abe0);
    --weave: repeating-linear-gradient(0deg, #fff3 0 1px, #0000 1px 5px);
  }
  .green {
    --hue: light-dark(#3c7533, #84bd74);
    --weave: radial-gradient(#fff4 1px, #0000 1.5px) 0 0 / 6px 6px;
  }
  .red {
    --hue: light-dark(#b0362a, #ea8878);
    --weave: repeating-linear-gradient(135deg, #fff3 0 1.5px, #0000 1.5px 6px);
  }
  .purple {
    --hue: light-dark(#6d43a3, #bb97e4);
    --weave:
      repeating-linear-gradient(45deg, #fff3 0 1px, #0000 1px 6px),
      repeating-linear-gradient(135deg, #fff3 0 1px, #0000 1px 6px);
  }
  .landmark {
    --hue: light-dark(#8a6410, #e0b45c);
    --weave: none;
  }
  .label,
  .tile,
  .chip,
  .head {
    --on-hue: light-dark(#fffdf8, #1a1410);
    --wash: color-mix(in srgb, var(--hue) 9%, var(--paper));
  }
  .art {
    display: block;
    min-width: 0;
    min-height: 0;
    object-fit: contain;
    -webkit-user-drag: none;
    user-select: none;
  }
  .house {
    fill: color-mix(in srgb, var(--hue, var(--gold)) 55%, var(--paper));
  }
  .roof {
    fill: none;
    stroke: var(--hue, var(--gold));
    stroke-width: 5;
    stroke-linejoin: round;
    stroke-linecap: round;
  }
  .pane {
    fill: light-dark(#fff3c2, #ffd27a);
  }
  .sign {
    flex: none;
    width: 1em;
    height: 1em;
    fill: none;
    stroke: currentColor;
    stroke-width: 2;
    stroke-linecap: round;
    stroke-linejoin: round;
    vertical-align: -0.12em;
  }

  .market {
    display: flex;
    flex-direction: column;
    gap: 6px;
    min-height: 0;
  }
  .tools {
    gap: 4px 12px;
    font-size: 0.875rem;
  }
  .tools h2 {
    margin-inline-end: auto;
  }
  .bank {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--soft);
  }
  .bank .coin {
    width: 18px;
    height: 18px;
    min-width: 0;
  }
  select {
    min-height: 30px;
    padding: 0 6px;
    border: 1px solid var(--edge);
    border-radius: 8px;
    background: var(--panel);
    color: var(--ink);
  }
  .switch,
  .fold {
    min-height: 30px;
    padding: 0 10px;
    border: 1px solid var(--edge);
    border-radius: 999px;
    background: var(--panel);
  }
  .switch[aria-pressed="true"] {
    border-color: var(--info);
    background: var(--info);
    color: var(--on-info);
  }
  .switch[aria-pressed="true"]::before {
    content: "\\2713\\a0";
  }
  .shelf {
    flex: 1;
    min-height: 0;
    display: grid;
    gap: 8px;
    grid-template-columns: repeat(auto-fill, minmax(104px, 1fr));
    grid-auto-rows: 148px;
    padding: 3px;
    margin: -3px;
  }
  .none {
    grid-column: 1 / -1;
    align-self: center;
    text-align: center;
  }

  .label {
    min-width: 0;
    min-height: 0;
    container: label / size;
  }
  .label > button {
    position: relative;
    display: flex;
    flex-direction: column;
    width: 100%;
    height: 100%;
    padding: 5px 6px 4px;
    border: 2px solid var(--hue);
    border-radius: 9px;
    overflow: hidden;
    background: var(--wash);
    box-shadow:
      inset 0 0 0 2px var(--paper),
      inset 0 0 0 3px color-mix(in srgb, var(--hue) 45%, transparent),
      0 1px 3px #0002;
    text-align: center;
    transition:
      translate 150ms,
      box-shadow 150ms;
  }
  .band {
    justify-content: space-between;
    gap: 4px;
    margin: -5px -6px 0;
    padding: 2px 5px 2px 8px;
    background: var(--weave), var(--hue);
    color: var(--on-hue);
  }
  .band .hits {
    font: 800 clamp(0.8125rem, 15cqw, 1.5rem) / 1.2 var(--sans);
    white-space: nowrap;
  }
  .label .coin {
    font-size: clamp(0.75rem, 12cqw, 1rem);
  }
  .window {
    flex: 1 1 0;
    min-height: 0;
    display: grid;
    place-items: center;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    padding: 3px 2px 0;
  }
  .window .art {
    width: 100%;
    height: 100%;
  }
  .title {
    font: 700 clamp(0.75rem, 10.5cqw, 1.0625rem) / 1.1 var(--serif);
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
    hyphens: auto;
  }
  .foot {
    justify-content: space-between;
    gap: 4px;
    font-size: clamp(0.6875rem, 8cqw, 0.8125rem);
    line-height: 1.35;
    color: var(--soft);
  }
  .foot .kind {
    display: flex;
    align-items: center;
    gap: 3px;
    min-width: 0;
    color: var(--hue);
    font-weight: 600;
    white-space: nowrap;
  }
  .foot .left {
    color: var(--ink);
    font-weight: 700;
    white-space: nowrap;
  }
  .label .own {
    position: absolute;
    right: 5px;
    top: calc(clamp(0.8125rem, 15cqw, 1.5rem) * 1.2 + 7px);
    padding: 0 6px;
    border-radius: 999px;
    background: var(--ink);
    color: var(--paper);
    font: 700 0.75rem / 1.5 var(--sans);
  }
  .label .worth {
    flex: none;
    margin-top: 2px;
  }
  .label > button:has(.worth) .foot {
    display: none;
  }
  .worth {
    padding: 1px 4px;
    border-radius: 5px;
    background: var(--panel);
    color: var(--ink);
    border: 1px solid var(--line);
    font: 600 0.75rem / 1.25 var(--sans);
    text-align: center;
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
  }
  .worth.best {
    border-color: var(--gold);
    background: var(--gold);
    color: var(--on-gold);
  }
  @container label (max-width: 128px) {
    .label .when,
    .label .yours {
      display: none;
    }
  }
  @container label (max-height: 100px) {
    .window {
      padding: 1px;
    }
    .title {
      -webkit-line-clamp: 1;
      font-size: 0.75rem;
    }
    .foot {
      margin-top: -1px;
    }
  }
  @container label (max-height: 84px) {
    .window {
      display: none;
    }
    .title {
      -webkit-line-clamp: 2;
      margin-block: auto;
    }
    .label .own {
      top: auto;
      bottom: 4px;
      right: 50%;
      translate: 50%;
    }
  }
  @container label (max-width: 88px) {
    .band {
      padding-inline: 5px 3px;
    }
    .band .hits {
      font-size: 0.75rem;
    }
  }

  .label.can > button {
    box-shadow:
      inset 0 0 0 2px var(--paper),
      inset 0 0 0 3px color-mix(in srgb, var(--hue) 45%, transparent),
      0 0 0 3px color-mix(in srgb, var(--brass) 55%, transparent),
      0 3px 8px #0003;
  }
  .label.can > button:hover,
  .label.picked > button {
    translate: 0 -3px;
  }
  .label.picked > button {
    box-shadow:
      0 0 0 4px var(--act),
      0 8px 18px #0005;
  }
  .label.closed > button {
    border-style: dashed;
    background: var(--ground);
    box-shadow: none;
  }
  .label.closed .window {
    opacity: 0.45;
    filter: saturate(0.5);
  }
  .label.closed .band {
    background: color-mix(in srgb, var(--hue) 62%, light-dark(#6b5d52, #3d332a));
    color: light-dark(#fffdf8, #fffdf8);
  }
  .label.fires .hits {
    margin-inline-start: -4px;
    padding-inline: 6px;
    border-radius: 999px;
    background: var(--brass);
    color: var(--on-brass);
  }
  .flash > button {
    animation: flash 500ms ease-out;
  }
  @keyframes flash {
    0%,
    40% {
      box-shadow:
        0 0 0 5px var(--brass),
        0 0 24px 6px var(--brass);
    }
  }
  .ghost {
    pointer-events: none;
  }
  .ghost > button {
    width: 100%;
    height: 100%;
  }

  .wide .shelf {
    grid-template-columns: repeat(var(--columns), minmax(0, 190px));
    grid-auto-rows: minmax(76px, 1fr);
    justify-content: center;
    overflow-y: auto;
    scrollbar-width: thin;
  }
  .wide .label {
    max-height: 220px;
  }
  @container board (max-width: 600px) {
    .tools {
      gap: 4px 6px;
    }
    .tools .bank,
    .tools .deck,
    .sort span {
      display: none;
    }
    .switch,
    select {
      min-height: 40px;
    }
    .shelf {
      grid-template-columns: repeat(3, minmax(0, 1fr));
      grid-auto-rows: 132px;
      gap: 6px;
    }
  }
`;
