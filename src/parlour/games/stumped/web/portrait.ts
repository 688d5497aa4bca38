/**
 * Small pictures beside words: a beaver of a job in its owner's colour, drawn on every `<canvas data-job data-seat>`.
 */
import { html, type TemplateResult } from "lit";
import { beaver, lodge } from "./art.js";
import type { Palette } from "./palette.js";

/** `job` -1 is a lodge. */
export const portrait = (job: number, seat: number, size = 32): TemplateResult =>
  html`<canvas
    class="portrait"
    width=${size * 2}
    height=${size * 2}
    style="width:${size}px;height:${size}px"
    data-job=${job}
    data-seat=${seat}
    aria-hidden="true"
  ></canvas>`;

const drawn = new WeakMap<HTMLCanvasElement, string>();

/** Draws the portraits that are new or have changed. */
export function drawPortraits(root: ParentNode, palette: Palette): void {
  for (const canvas of root.querySelectorAll<HTMLCanvasElement>("canvas[data-job]")) {
    const job = Number(canvas.dataset.job);
    const seat = Number(canvas.dataset.seat);
    const wanted = `${job} ${seat} ${palette.dusk} ${canvas.width}`;
    if (drawn.get(canvas) === wanted) continue;
    const brush = canvas.getContext("2d");
    if (brush === null) continue;
    brush.setTransform(1, 0, 0, 1, 0, 0);
    brush.clearRect(0, 0, canvas.width, canvas.height);
    brush.translate(canvas.width / 2, canvas.height * 0.54);
    brush.scale(canvas.width / 124, canvas.width / 124);
    brush.lineCap = brush.lineJoin = "round";
    if (job < 0) lodge(brush, seat, palette);
    else beaver(brush, job, seat, palette);
    drawn.set(canvas, wanted);
  }
}
