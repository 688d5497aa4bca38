/** The chart of scores by round: one dashed line for every seat, and the goal. */
import { html, svg, type TemplateResult } from "lit";
import { GOAL, times } from "./view.js";

export interface Curve {
  seat: number;
  points: { round: number; score: number }[];
}
const DASHES = ["none", "7 4", "2 4", "9 3 2 3", "4 2"];

/** A seat's scores by round; every match begins with 0. */
export function curves(scores: ReadonlyMap<number, number[]>, seats: number): Curve[] {
  const rounds = [...scores].filter(([, row]) => row.length >= seats).sort(([a], [b]) => a - b);
  return times(seats).map((seat) => ({
    seat,
    points: [
      ...(rounds[0]?.[0] === 0 ? [] : [{ round: 0, score: 0 }]),
      ...rounds.map(([round, row]) => ({ round, score: row[seat] ?? 0 })),
    ],
  }));
}

/** About five even steps up to a number. */
export function ticks(most: number): number[] {
  const step = [1, 2, 5, 10, 20, 25, 50].find((one) => most / one <= 6) ?? 100;
  return times(Math.floor(most / step) + 1).map((index) => index * step);
}

const WIDE = 460;
const HIGH = 210;
const LEFT = 30;
const RIGHT = 12;
const TOP = 10;
const FOOT = 24;

export function chart(
  scores: ReadonlyMap<number, number[]>,
  names: string[],
  colour: (seat: number) => string,
): TemplateResult {
  const lines = curves(scores, names.length);
  const rounds = Math.max(1, ...lines.flatMap(({ points }) => points.map((one) => one.round)));
  const most = Math.max(GOAL, ...lines.flatMap(({ points }) => points.map((one) => one.score)));
  const x = (round: number) => LEFT + ((WIDE - LEFT - RIGHT) * round) / rounds;
  const y = (score: number) => HIGH - FOOT - ((HIGH - FOOT - TOP) * score) / most;
  const label = lines
    .map(({ seat, points }) => `${names[seat]}: ${points.map((one) => one.score).join(", ")}`)
    .join(". ");
  return html`<svg class="chart" viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label="Scores by round. ${label}.">
    ${ticks(most).map(
      (score) =>
        svg`<line class="grid" x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(score)} y2=${y(score)} /><text x=${LEFT - 5}
          y=${y(score) + 4} text-anchor="end">${score}</text>`,
    )}
    ${ticks(rounds).map((round) => svg`<text x=${x(round)} y=${HIGH - 7} text-anchor="middle">${round}</text>`)}
    ${svg`<line class="goal" x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(GOAL)} y2=${y(GOAL)} />`}
    ${lines.map(
      ({
        seat,
        points,
      }) => svg`<polyline style="stroke:${colour(seat)};stroke-dasharray:${DASHES[seat % DASHES.length]}"
        points=${points.map((one) => `${x(one.round)},${y(one.score)}`).join(" ")} />
      ${points.map(
        (one) => svg`<circle style="fill:${colour(seat)}" cx=${x(one.round)} cy=${y(one.score)} r="2.5" />`,
      )}`,
    )}
  </svg>`;
}
