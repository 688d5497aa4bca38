/**
 * How the match went, round by round: lodges, beavers and branches of both players as three small charts.
 *
 * With `pickable`, a click on a chart fires `pick` (detail: { round }); `at` marks the shown round.
 */
import { LitElement, css, html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import { SHAPES, seatColour } from "@parlour/kit/seats";

const WIDTH = 280;
const HEIGHT = 44;
const PAD = 4;
export const CURVES = ["Lodges", "Beavers", "Branches in lodges"] as const;
const SEATS = [0, 1];

export interface Curve {
  title: string;
  top: number;
  points: string[];
  last: number[];
}

/** The curves of a history: one row per round, with three figures by seat. */
export function curvesOf(history: readonly number[][]): Curve[] {
  const step = (WIDTH - 2 * PAD) / Math.max(1, history.length - 1);
  return CURVES.map((title, figure) => {
    const values = SEATS.map((seat) => history.map((row) => row[figure * 2 + seat] ?? 0));
    const top = Math.max(1, ...values.map((row) => row.reduce((most, one) => Math.max(most, one), 0)));
    const height = (value: number) => HEIGHT - PAD - (value / top) * (HEIGHT - 2 * PAD);
    const points = values.map((row) =>
      row.map((value, round) => `${(PAD + round * step).toFixed(1)},${height(value).toFixed(1)}`).join(" "),
    );
    return { title, top, points, last: values.map((row) => row.at(-1) ?? 0) };
  });
}

/** The round at a fraction of the width. */
export const roundAt = (share: number, rounds: number): number =>
  Math.min(
    Math.max(0, rounds - 1),
    Math.max(0, Math.round(((share * WIDTH - PAD) / (WIDTH - 2 * PAD)) * (rounds - 1))),
  );

export class HistoryChart extends LitElement {
  static override properties = {
    history: { attribute: false },
    names: { attribute: false },
    colours: { attribute: false },
    at: { type: Number },
    pickable: { type: Boolean, reflect: true },
  };
  static override styles = css`
    :host {
      display: grid;
      gap: 6px;
      color: var(--ink);
      font: 0.75rem / 1.3 var(--sans);
      font-variant-numeric: tabular-nums lining-nums;
    }
    figure {
      margin: 0;
      min-width: 0;
    }
    figcaption {
      display: flex;
      gap: 10px;
      align-items: baseline;
    }
    figcaption span:first-child {
      flex: 1;
      color: var(--soft);
    }
    .value {
      display: inline-flex;
      gap: 4px;
      align-items: center;
      font-weight: 700;
    }
    .value svg {
      width: 0.8em;
      height: 0.8em;
    }
    .plot {
      display: block;
      width: 100%;
      height: var(--plot-height, 44px);
      border-radius: 6px;
      background: var(--sunk);
    }
    :host([pickable]) .plot {
      cursor: pointer;
    }
    polyline {
      fill: none;
      stroke-width: 2;
      stroke-linejoin: round;
      vector-effect: non-scaling-stroke;
    }
    .second {
      stroke-dasharray: 5 3;
    }
    .base,
    .now {
      stroke: var(--line);
      vector-effect: non-scaling-stroke;
    }
    .now {
      stroke: var(--gold);
      stroke-width: 2;
    }
    p {
      margin: 0;
      color: var(--soft);
    }
  `;
  declare history: number[][];
  declare names: string[];
  declare colours: string[] | undefined;
  declare at: number;
  declare pickable: boolean;

  constructor() {
    super();
    this.history = [];
    this.names = [];
    this.at = -1;
    this.pickable = false;
  }

  private colour(seat: number): string {
    return this.colours?.[seat] ?? seatColour(seat);
  }

  private pick = (event: MouseEvent): void => {
    if (!this.pickable) return;
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const round = roundAt((event.clientX - box.left) / Math.max(1, box.width), this.history.length);
    this.dispatchEvent(new CustomEvent("pick", { bubbles: true, composed: true, detail: { round } }));
  };

  private marker(): SVGTemplateResult | typeof nothing {
    if (this.at < 0 || this.history.length < 2) return nothing;
    const x = PAD + (Math.min(this.at, this.history.length - 1) / (this.history.length - 1)) * (WIDTH - 2 * PAD);
    return svg`<line class="now" x1=${x} x2=${x} y1="0" y2=${HEIGHT} />`;
  }

  private figure({ title, points, last }: Curve): TemplateResult {
    const row = this.history[this.at] ?? null;
    const figure = CURVES.indexOf(title as (typeof CURVES)[number]);
    const values = SEATS.map((seat) => row?.[figure * 2 + seat] ?? last[seat]!);
    const label = `${title}: ${SEATS.map((seat) => `${this.names[seat] ?? `Player ${seat + 1}`} ${values[seat]}`).join(
      ", ",
    )}`;
    return html`<figure>
      <figcaption aria-hidden="true">
        <span>${title}</span>${SEATS.map(
          (seat) =>
            html`<span class="value"
              ><svg viewBox="0 0 24 24"><path d=${SHAPES[seat]!.path} fill=${this.colour(seat)} /></svg
              >${values[seat]}</span
            >`,
        )}
      </figcaption>
      <svg
        class="plot"
        viewBox="0 0 ${WIDTH} ${HEIGHT}"
        preserveAspectRatio="none"
        role="img"
        aria-label=${label}
        @click=${this.pick}
      >
        <line class="base" x1="0" x2=${WIDTH} y1=${HEIGHT - PAD} y2=${HEIGHT - PAD} />
        ${SEATS.map(
          (seat) =>
            svg`<polyline class=${seat ? "second" : "first"} points=${points[seat]!}
              style="stroke:${this.colour(seat)}" />`,
        )}${this.marker()}
      </svg>
    </figure>`;
  }

  protected override render(): TemplateResult {
    if (this.history.length < 2)
      return html`<p>Curves of lodges, beavers and branches grow here from the first round on.</p>`;
    return html`${curvesOf(this.history).map((curve) => this.figure(curve))}`;
  }
}

if (!customElements.get("history-chart")) customElements.define("history-chart", HistoryChart);

declare global {
  interface HTMLElementTagNameMap {
    "history-chart": HistoryChart;
  }
}
