import { afterEach, expect, test } from "vitest";
import "./history-chart.ts";
import { curvesOf, roundAt, type HistoryChart } from "./history-chart.js";

const HISTORY = [
  [0, 0, 1, 1, 0, 0],
  [1, 0, 2, 1, 4, 0],
  [2, 1, 3, 2, 8, 2],
];
afterEach(() => document.body.replaceChildren());

test("each curve has its own height, and both players share it", () => {
  const [lodges, beavers, branches] = curvesOf(HISTORY);
  expect([lodges!.top, beavers!.top, branches!.top]).toEqual([2, 3, 8]);
  expect(lodges!.points[0]!.split(" ")).toEqual(["4.0,40.0", "140.0,22.0", "276.0,4.0"]);
  expect(branches!.last).toEqual([8, 2]);
});

test("a place on the curve is a round", () => {
  expect([roundAt(0, 3), roundAt(0.5, 3), roundAt(1, 3), roundAt(-4, 3), roundAt(0.3, 1)]).toEqual([0, 1, 2, 0, 0]);
});

test("the chart says its figures, those of the marked round, and tells which round was picked", async () => {
  const chart = document.createElement("history-chart") as HistoryChart;
  Object.assign(chart, { history: HISTORY, names: ["Ann", "Bo"] });
  document.body.append(chart);
  await chart.updateComplete;
  const labels = () =>
    [...chart.shadowRoot!.querySelectorAll("[role=img]")].map((one) => one.getAttribute("aria-label"));
  expect(labels()).toEqual(["Lodges: Ann 2, Bo 1", "Beavers: Ann 3, Bo 2", "Branches in lodges: Ann 8, Bo 2"]);
  chart.at = 1;
  await chart.updateComplete;
  expect(labels()[0]).toBe("Lodges: Ann 1, Bo 0");
  expect(chart.shadowRoot!.querySelectorAll(".now")).toHaveLength(3);
  const picked: number[] = [];
  chart.addEventListener("pick", (event) => picked.push((event as CustomEvent<{ round: number }>).detail.round));
  const plot = chart.shadowRoot!.querySelector<SVGElement>(".plot")!;
  plot.getBoundingClientRect = () => ({ left: 100, width: 200 }) as DOMRect;
  plot.dispatchEvent(new MouseEvent("click", { clientX: 290 }));
  chart.pickable = true;
  plot.dispatchEvent(new MouseEvent("click", { clientX: 290 }));
  expect(picked).toEqual([2]);
});
