/** Cached pictures of things at one size. */
import * as art from "./art.js";
import type { Palette } from "./palette.js";

const ROOM = 1.45; // the width of a picture in tiles: hats and flags overlap the tile

export class Sprites {
  private kept = new Map<string, HTMLCanvasElement>();
  private size = 0;
  private dense = 1; // device pixels per CSS pixel
  private palette: Palette | null = null;

  /** Clears the cache if the size or the colours have changed. */
  prepare(size: number, dense: number, palette: Palette): void {
    const wanted = Math.max(8, Math.round(size * dense));
    if (wanted === this.size && dense === this.dense && palette === this.palette) return;
    this.kept.clear();
    [this.size, this.dense, this.palette] = [wanted, dense, palette];
  }

  beaver(job: number, seat: number): HTMLCanvasElement {
    return this.picture(`beaver ${job} ${seat}`, (brush, palette) => art.beaver(brush, job, seat, palette));
  }

  lodge(seat: number): HTMLCanvasElement {
    return this.picture(`lodge ${seat}`, (brush, palette) => art.lodge(brush, seat, palette));
  }

  spawner(food: boolean, health: number, most: number): HTMLCanvasElement {
    return this.picture(`spawner ${food} ${health} ${most}`, (brush, palette) =>
      (food ? art.cattails : art.tree)(brush, health, most, palette),
    );
  }

  goods(food: boolean): HTMLCanvasElement {
    return this.picture(`goods ${food}`, (brush, palette) => (food ? art.shoots : art.logs)(brush, palette));
  }

  /** A number on a small plate; `size` is the font size in pixels. */
  tag(text: string, size: number, fill: string, ink: string): HTMLCanvasElement {
    const { dense } = this;
    const name = `tag ${text} ${size} ${fill}`;
    const found = this.kept.get(name);
    if (found) return found;
    const canvas = document.createElement("canvas");
    const brush = canvas.getContext("2d");
    const font = `700 ${size * dense}px system-ui, sans-serif`;
    if (brush) {
      brush.font = font;
      const wide = Math.max(size * dense * 1.1, brush.measureText(text).width + size * dense * 0.5);
      const high = size * dense * 1.25;
      [canvas.width, canvas.height] = [Math.ceil(wide) + 2, Math.ceil(high) + 2];
      Object.assign(brush, {
        font,
        fillStyle: fill,
        strokeStyle: this.palette?.line ?? ink,
        lineWidth: dense,
        textAlign: "center",
        textBaseline: "middle",
      });
      brush.beginPath();
      brush.roundRect(1, 1, canvas.width - 2, canvas.height - 2, size * dense * 0.4);
      brush.fill();
      brush.stroke();
      brush.fillStyle = ink;
      brush.fillText(text, canvas.width / 2, canvas.height / 2 + size * dense * 0.06);
    }
    this.kept.set(name, canvas);
    return canvas;
  }

  /** Draws a picture around a point. `scale` 1 is its own size, aligned to pixels, which is fastest. */
  stamp(brush: art.Brush, picture: HTMLCanvasElement, x: number, y: number, scale = 1): void {
    const { dense } = this;
    const wide = (picture.width / dense) * scale;
    const high = (picture.height / dense) * scale;
    brush.drawImage(
      picture,
      Math.round((x - wide / 2) * dense) / dense,
      Math.round((y - high / 2) * dense) / dense,
      wide,
      high,
    );
  }

  private picture(name: string, draw: (brush: art.Brush, palette: Palette) => void): HTMLCanvasElement {
    const found = this.kept.get(name);
    if (found) return found;
    const canvas = document.createElement("canvas");
    const wide = Math.ceil(this.size * ROOM);
    [canvas.width, canvas.height] = [wide, wide];
    const brush = canvas.getContext("2d");
    if (brush && this.palette) {
      brush.translate(wide / 2, wide / 2);
      brush.scale(this.size / 100, this.size / 100);
      brush.lineCap = brush.lineJoin = "round";
      draw(brush, this.palette);
    }
    this.kept.set(name, canvas);
    return canvas;
  }
}
