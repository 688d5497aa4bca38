/** Styles and drawings of entrants, ranks and strengths. */
import { css, html, type TemplateResult } from "lit";

export const arena = css`
  :host {
    --rank-cyan: light-dark(#007c91, #4fd4e8);
    --rank-green: light-dark(#2c7a34, #7ed387);
    --rank-yellow: light-dark(#a87400, #f4cf4a);
    --rank-red: light-dark(#b8332a, #f0796d);
    font-variant-numeric: tabular-nums lining-nums;
  }
  .rank {
    display: inline-flex;
    align-items: center;
    gap: var(--space-2);
    font-weight: 700;
    white-space: nowrap;
    vertical-align: middle;
  }
  .range {
    color: var(--soft);
    font-size: var(--size-s);
    font-weight: 400;
    white-space: nowrap;
    vertical-align: middle;
  }
  .narrow {
    display: none;
  }
  @media (max-width: 720px) {
    .broad {
      display: none;
    }
    .narrow {
      display: revert;
    }
  }
  .rank::before {
    content: "";
    width: 6px;
    height: 22px;
    border-radius: 3px;
    background: var(--mark);
  }
  .strength {
    position: relative;
    display: block;
    min-width: 130px;
    height: 18px;
    border-radius: 4px;
    background: var(--sunk);
    box-shadow: inset 0 0 0 1px var(--line);
  }
  .strength > * {
    position: absolute;
    top: 0;
    bottom: 0;
  }
  .strength .even {
    width: 0;
    border-left: 1px dashed var(--edge);
  }
  .strength .zone {
    border-radius: 4px;
    background: repeating-linear-gradient(135deg, var(--gold) 0 1px, #0000 1px 5px);
    opacity: 0.5;
  }
  .strength .span {
    min-width: 6px;
    margin-block: 4px;
    border-radius: 3px;
    background: var(--mark);
    opacity: 0.7;
  }
  .strength .at {
    width: 14px;
    height: 14px;
    margin: 2px 0 0 -7px;
    border: 2px solid var(--panel);
    border-radius: 50%;
    background: var(--mark);
  }
  .strength .span + .at {
    width: 2px;
    height: auto;
    margin: 2px 0 2px -1px;
    border: 0;
    border-radius: 1px;
    background: var(--ink);
  }
  .name {
    overflow-wrap: anywhere;
  }
  .empty.centred {
    gap: var(--space-3);
    padding: var(--space-12) var(--space-4);
  }
  .empty .icon {
    width: 40px;
    height: 40px;
    color: var(--gold);
  }
  .swatch {
    display: inline-block;
    width: 22px;
    height: 12px;
    margin: 0 2px;
    border-radius: 3px;
    vertical-align: -1px;
    background: repeating-linear-gradient(135deg, var(--gold) 0 1px, var(--sunk) 1px 5px);
    box-shadow: inset 0 0 0 1px var(--line);
  }
  .faults {
    display: inline-flex;
    align-items: center;
    gap: 2px;
    color: var(--red);
    white-space: nowrap;
  }
  .state {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    padding: 1px 10px;
    border: 1px solid var(--line);
    border-radius: 999px;
    color: var(--soft);
    font-size: var(--size-s);
    font-weight: 600;
    white-space: nowrap;
  }
  .state::before {
    content: "";
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: currentColor;
  }
  .state.running {
    border-color: var(--green);
    color: var(--green);
  }
  .state.running::before {
    animation: beat 1.6s ease-in-out infinite;
  }
  .state.stopped {
    border-color: var(--orange);
    color: var(--orange);
  }
  .state.stopped::before {
    border-radius: 1px;
  }
  .state.over::before {
    display: none;
  }
  @keyframes beat {
    50% {
      opacity: 0.25;
    }
  }
`;

const STATES = { running: "Running", over: "Over", stopped: "Stopped" };
export const stateTag = (state: keyof typeof STATES): TemplateResult =>
  html`<span class="state ${state}">${STATES[state] ?? state}</span>`;

/** A rank with its mark, and the places that the intervals leave open. */
export const rankMark = (rank: number, mark: string, [best, worst]: readonly number[]): TemplateResult =>
  html`<span class="rank" style="--mark:${mark}">${rank}</span>${
      best! < worst!
        ? html` <span class="range broad" title="The places that the intervals leave open">${best} to ${worst}</span>`
        : ""
    }`;

export interface Scale {
  from: number;
  to: number;
  even: number;
  zone?: [number, number];
}
/** A scale that contains all these values and the starting value. */
export function scaleOf(values: readonly (number | null)[], even: number, least: number): Scale {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const all = [...known, even];
  const low = Math.min(...all);
  const high = Math.max(...all);
  const pad = Math.max((least - (high - low)) / 2, (high - low) * 0.04);
  return { from: low - pad, to: high + pad, even };
}

const share = (value: number, { from, to }: Scale) => `${((100 * (value - from)) / (to - from)).toFixed(2)}%`;
/**
 * A value on its scale, with its interval and the scale's zone if there are any. Only a drawing: the numbers are beside
 * it.
 */
export function strength(
  value: number,
  low: number | null,
  high: number | null,
  scale: Scale,
  mark: string,
): TemplateResult {
  return html`<span class="strength" aria-hidden="true" style="--mark:${mark}">
    ${
      scale.zone
        ? html`<i
            class="zone"
            style="left:${share(scale.zone[0], scale)};right:calc(100% - ${share(scale.zone[1], scale)})"
          ></i>`
        : ""
    }
    <i class="even" style="left:${share(scale.even, scale)}"></i>
    ${
      low === null || high === null
        ? ""
        : html`<i class="span" style="left:${share(low, scale)};right:calc(100% - ${share(high, scale)})"></i>`
    }
    <i class="at" style="left:${share(value, scale)}"></i
  ></span>`;
}
