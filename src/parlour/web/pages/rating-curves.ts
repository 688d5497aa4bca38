/** Rating curves by round: one line per entrant, the best or selected ones in colour, the others faint behind them. */
import { LitElement, css, html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { SHAPES, seatColour } from "../kit/seats.js";
import { shared } from "../kit/styles.js";
import {
  apart,
  columnName,
  columnsOf,
  dayBreaks,
  stylesOf,
  markedColumns,
  strongOf,
  ticksOf,
  type Column,
} from "./curves.js";

const HEIGHT = 380;
const NAME = 26; // pixels: the width of a plot with names beside it, and the height of a name
const COLOURS = SHAPES.length;
const TABLED = 10; // most rounds in the table

@customElement("rating-curves")
export class RatingCurves extends LitElement {
  @property({ attribute: false }) history: Column[] = [];
  @property({ attribute: false }) order: string[] = []; // labels, the best first
  @property({ attribute: false }) raised: string[] = [];
  @property({ attribute: false }) begin: number | null = null; // the rating of everybody before the first round
  @state() at = -1; // the inspected column
  @state() near = ""; // the name under the pointer

  static override styles = [
    shared,
    css`
      :host {
        container-type: inline-size;
        font-variant-numeric: tabular-nums lining-nums;
      }
      .chart {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: var(--space-3);
        padding: 0 10px 0 44px;
      }
      .plot {
        position: relative;
        height: 280px;
        border-bottom: 1px solid var(--edge);
        cursor: crosshair;
        touch-action: pan-y;
      }
      .plot svg.lines {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        overflow: visible;
      }
      polyline {
        fill: none;
        stroke-width: 2.25;
        stroke-linejoin: round;
        stroke-linecap: round;
        vector-effect: non-scaling-stroke;
      }
      polyline.faint {
        stroke: var(--edge);
        stroke-width: 1;
        opacity: 0.4;
      }
      polyline.dashed {
        stroke-dasharray: 6 5;
      }
      polyline.casing {
        stroke: var(--panel);
        stroke-width: 5;
      }
      polyline.up {
        stroke-width: 4.5;
      }
      .dimmed polyline.strong:not(.up),
      .dimmed .end:not(.up) {
        opacity: 0.3;
      }
      .grid {
        position: absolute;
        left: 0;
        right: 0;
        height: 0;
        border-top: 1px solid var(--line);
      }
      .grid.even {
        border-top: 1px dashed var(--edge);
      }
      .grid span {
        position: absolute;
        right: calc(100% + 8px);
        top: -0.75em;
        color: var(--soft);
        font-size: var(--size-s);
        font-style: normal;
      }
      .tick {
        position: absolute;
        top: calc(100% + 4px);
        transform: translateX(-50%);
        white-space: nowrap;
      }
      .tick.first {
        transform: none;
      }
      .break {
        position: absolute;
        top: 0;
        bottom: 0;
        border-left: 1px solid var(--line);
        font-style: normal;
        line-height: 1;
      }
      .break::before {
        content: attr(data-day);
        position: absolute;
        bottom: 4px;
        left: 6px;
        white-space: nowrap;
      }
      .end {
        position: absolute;
        width: 14px;
        height: 14px;
        margin: -7px;
        overflow: visible;
        pointer-events: none;
      }
      .cross {
        position: absolute;
        top: 0;
        bottom: 0;
        width: 0;
        border-left: 2px solid var(--gold);
        pointer-events: none;
      }
      .told {
        position: absolute;
        z-index: 2;
        top: 8px;
        width: max-content;
        min-width: 170px;
        max-width: min(320px, 90%);
        padding: var(--space-2) var(--space-3);
        border: 1px solid var(--line);
        border-radius: var(--radius);
        background: var(--panel);
        box-shadow: var(--shadow);
        font-size: var(--size-s);
        pointer-events: none;
      }
      .told div {
        display: grid;
        grid-template-columns: auto minmax(0, 1fr) auto;
        gap: 0 var(--space-2);
        align-items: center;
        line-height: 1.35;
      }
      .told .up {
        font-weight: 700;
      }
      .names {
        display: flex;
        flex-wrap: wrap;
        gap: var(--space-1);
        margin: 22px -10px 0 -44px;
      }
      .names li {
        display: flex;
        max-width: 100%;
      }
      .names button {
        min-width: 0;
        min-height: 30px;
        gap: 6px;
        padding: 0 8px;
        border-color: var(--line);
        border-radius: 999px;
        font-size: var(--size-s);
        font-weight: 500;
      }
      .names .value {
        color: var(--soft);
      }
      .names button[aria-pressed="true"] {
        border-color: var(--ink);
        background: var(--sunk);
        font-weight: 700;
      }
      .token {
        flex: none;
        width: 14px;
        height: 14px;
        overflow: visible;
      }
      details {
        margin-top: var(--space-3);
        font-size: var(--size-s);
      }
      summary {
        width: fit-content;
        cursor: pointer;
        color: var(--soft);
      }
      .wide {
        overflow-x: auto;
        margin-top: var(--space-2);
      }
      th,
      td {
        padding: var(--space-1) var(--space-2);
        white-space: nowrap;
      }
      tbody th {
        color: var(--ink);
      }
      @media (pointer: coarse) {
        .names button {
          min-height: 40px;
        }
      }
      @container (min-width: 620px) {
        .chart {
          grid-template-columns: minmax(0, 1fr) min(230px, 32%);
          gap: 0;
          margin-bottom: 30px;
          padding-right: 0;
        }
        .plot {
          height: ${HEIGHT}px;
        }
        .names {
          position: relative;
          display: block;
          margin: 0 0 0 14px;
        }
        .names li {
          position: absolute;
          left: 0;
          right: 0;
          top: calc(var(--y) * ${HEIGHT}px - ${NAME / 2}px);
          transition: top var(--calm);
        }
        .names button {
          min-height: ${NAME}px;
          max-width: 100%;
          padding: 0 6px;
          border-color: transparent;
          background: none;
          line-height: 1.1;
        }
      }
    `,
  ];

  private columns: Column[] = [];
  private strong: string[] = [];
  private looks = new Map<string, number>();

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("history") || changed.has("begin")) this.columns = columnsOf(this.history, this.begin);
    if (changed.has("order") || changed.has("raised")) {
      this.strong = strongOf(this.order, this.raised);
      this.looks = stylesOf(this.strong, this.looks);
    }
    if (this.at >= this.columns.length) this.at = this.columns.length - 1;
  }

  private look(label: string): { colour: string; path: string; dashed: boolean } {
    const look = this.looks.get(label) ?? 0;
    return { colour: seatColour(look % COLOURS), path: SHAPES[look % COLOURS]!.path, dashed: look >= COLOURS };
  }

  private token(label: string, kind: string, place: string = ""): TemplateResult {
    const { colour, path, dashed } = this.look(label);
    return html`<svg class=${kind} style=${place} viewBox="0 0 24 24" aria-hidden="true">
      <path
        d=${path}
        style="fill:${dashed ? "var(--panel)" : colour};stroke:${dashed ? colour : "var(--panel)"};stroke-width:${
          dashed ? 4 : 2
        }"
      />
    </svg>`;
  }

  private point = (event: PointerEvent): void => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const share = (event.clientX - box.left) / Math.max(1, box.width);
    this.at = Math.min(this.columns.length - 1, Math.max(0, Math.round(share * (this.columns.length - 1))));
  };

  private walk = (event: KeyboardEvent): void => {
    const last = this.columns.length - 1;
    const now = this.at < 0 ? last : this.at;
    const to = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: last,
      Escape: -1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.at = event.key === "Escape" ? -1 : Math.min(last, Math.max(0, to));
  };

  private raise(label: string): void {
    this.dispatchEvent(new CustomEvent("raise", { bubbles: true, composed: true, detail: { label } }));
  }

  protected override render(): TemplateResult {
    const { columns } = this;
    const last = columns.length - 1;
    if (columns.length < 2)
      return html`<p class="soft">
        ${columns.length ? "The curves begin with the next round." : "The curves grow here, round by round."}
      </p>`;
    let low = Infinity;
    let high = -Infinity;
    for (const column of columns)
      for (const value of Object.values(column.elo)) {
        low = Math.min(low, value);
        high = Math.max(high, value);
      }
    const pad = Math.max(4, (high - low) * 0.05);
    const ticks = ticksOf(low - pad, high + pad);
    const from = low - pad;
    const to = high + pad;
    const x = (at: number) => at / last;
    const y = (value: number) => 1 - (value - from) / (to - from);
    const points = (label: string) =>
      columns
        .flatMap((column, at) =>
          label in column.elo ? [`${(1000 * x(at)).toFixed(1)},${(1000 * y(column.elo[label]!)).toFixed(1)}`] : [],
        )
        .join(" ");
    const raised = new Set([...this.raised, this.near].filter((label) => this.looks.has(label)));
    const faint = this.order.filter((label) => !this.looks.has(label));
    // The best and the selected lines are drawn on top.
    const drawn = [...this.strong].reverse().sort((a, b) => Number(raised.has(a)) - Number(raised.has(b)));
    const now = columns[last]!.elo;
    const places = apart(
      this.strong.map((label) => y(now[label] ?? low)),
      NAME / HEIGHT,
    );
    const days = new Set(columns.map((column) => column.day)).size;
    return html`<div class="chart ${raised.size ? "dimmed" : ""}">
        <div
          class="plot"
          role="slider"
          tabindex="0"
          aria-label="Round of the rating curves"
          aria-valuemin="0"
          aria-valuemax=${last}
          aria-valuenow=${this.at < 0 ? last : this.at}
          aria-valuetext=${this.words(this.at < 0 ? last : this.at, days)}
          @pointermove=${this.point}
          @pointerdown=${this.point}
          @pointerleave=${() => {
            this.at = -1;
          }}
          @keydown=${this.walk}
          @blur=${() => {
            this.at = -1;
          }}
        >
          ${ticks.map(
            (tick) =>
              html`<i class="grid ${tick === this.begin ? "even" : ""}" style="top:${100 * y(tick)}%"
                ><span>${tick}</span></i
              >`,
          )}
          ${markedColumns(columns).map(
            ({ at, text }) =>
              html`<span class="tick soft small ${at ? "" : "first"}" style="left:${100 * x(at)}%">${text}</span>`,
          )}
          ${dayBreaks(columns).map(
            ({ at, day }) => html`<i class="break soft small" data-day="Day ${day}" style="left:${100 * x(at)}%"></i>`,
          )}
          <svg class="lines" viewBox="0 0 1000 1000" preserveAspectRatio="none" aria-hidden="true">
            ${faint.map((label) => svg`<polyline class="faint" points=${points(label)} />`)}
            ${drawn.map((label) => {
              const { colour, dashed } = this.look(label);
              const line = points(label);
              const up = raised.has(label);
              return svg`${
                up ? svg`<polyline class="casing" points=${line} />` : nothing
              }<polyline class="strong ${dashed ? "dashed" : ""} ${up ? "up" : ""}" points=${line}
                style="stroke:${colour}" />`;
            })}
          </svg>
          ${drawn.map((label) =>
            label in now
              ? this.token(label, `end ${raised.has(label) ? "up" : ""}`, `left:100%;top:${100 * y(now[label]!)}%`)
              : nothing,
          )}
          ${this.at < 0 ? nothing : this.tooltip(this.at, x(this.at), days, raised)}
        </div>
        <ul
          class="names"
          aria-label="Lines, the best first"
          @mouseleave=${() => {
            this.near = "";
          }}
        >
          ${repeat(
            this.strong,
            (label) => label,
            (label, at) =>
              html`<li style="--y:${places[at]}">
                <button
                  type="button"
                  data-label=${label}
                  title=${label}
                  aria-pressed=${this.raised.includes(label)}
                  @click=${() => this.raise(label)}
                  @mouseenter=${() => {
                    this.near = label;
                  }}
                  @focus=${() => {
                    this.near = label;
                  }}
                  @blur=${() => {
                    this.near = "";
                  }}
                >
                  ${this.token(label, "token")}<span class="name clipped">${label}</span>
                  <span class="value">${now[label]?.toFixed(0) ?? ""}</span>
                </button>
              </li>`,
          )}
        </ul>
      </div>
      <details>
        <summary>The curves as a table</summary>
        ${this.table(days)}
      </details>`;
  }

  private ranked(column: Column): string[] {
    return this.strong.filter((label) => label in column.elo).sort((a, b) => column.elo[b]! - column.elo[a]!);
  }

  private words(at: number, days: number): string {
    const column = this.columns[at]!;
    return `${columnName(column, days)}: ${this.ranked(column)
      .map((label) => `${label} ${column.elo[label]!.toFixed(0)}`)
      .join(", ")}`;
  }

  private tooltip(at: number, x: number, days: number, raised: ReadonlySet<string>): TemplateResult {
    const column = this.columns[at]!;
    return html`<i class="cross" style="left:${100 * x}%"></i>
      <div
        class="told"
        aria-hidden="true"
        style=${x < 0.5 ? `left:calc(${100 * x}% + 12px)` : `right:calc(${100 - 100 * x}% + 12px)`}
      >
        <strong>${columnName(column, days)}</strong>
        ${this.ranked(column).map(
          (label) =>
            html`<div class=${raised.has(label) ? "up" : ""}>
              ${this.token(label, "token")}<span class="name clipped">${label}</span
              ><span>${column.elo[label]!.toFixed(1)}</span>
            </div>`,
        )}
      </div>`;
  }

  private table(days: number): TemplateResult {
    const all = this.columns;
    const step = Math.max(1, Math.ceil((all.length - 1) / (TABLED - 1)));
    const shown = all.filter((_, at) => at % step === 0 || at === all.length - 1);
    return html`<div class="wide" tabindex="0" role="region" aria-label="Ratings by round">
      <table>
        <thead>
          <tr>
            <th scope="col">Entrant</th>
            ${shown.map((column) => html`<th scope="col" class="number">${columnName(column, days)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${repeat(
            this.order,
            (label) => label,
            (label) =>
              html`<tr>
                <th scope="row">${label}</th>
                ${shown.map((column) => html`<td class="number">${column.elo[label]?.toFixed(1) ?? ""}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}
