/** The map on three canvases: the ground, the moving water, and everything on top. */
import { MARGIN, bounded, whole, type Camera, type Room } from "./camera.js";
import { drawUnits, type UnitLayer } from "./unit-layer.js";
import { BARE, type Marks } from "./marks.js";
import { STILL, type Motion, type MapAnimation } from "./map-animation.js";
import { DAY, type Palette } from "./palette.js";
import { Sprites } from "./sprites.js";
import type { Valley } from "./view.js";
import { painted } from "./terrain.js";
import { drawWater, streamsOf, type Stream } from "./water.js";

const BEAT = 30; // milliseconds between two frames of the water
const DRIFT = 450; // milliseconds in which goods drift down one tile of river
const SHARPEST = 2; // most device pixels per CSS pixel

export class MapCanvas {
  room: Room = { width: 0, height: 0, columns: 1, rows: 1 };
  camera: Camera = { scale: 1, left: 0, top: 0 };
  marks: Marks = BARE;
  most = 5; // highest health of spawners
  still = false;
  scene: MapAnimation | null = null;
  painting: HTMLCanvasElement | null = null; // the ground canvas; a test checks that it is painted only once
  private drift: { tiles: ReadonlyMap<number, number>; begun: number } | null = null;
  private valley: Valley | null = null;
  private palette: Palette = DAY;
  private streams: Stream[] = [];
  private land = "";
  private sheets: HTMLCanvasElement[] = [];
  private brushes: (CanvasRenderingContext2D | null)[] = [];
  private sprites = new Sprites();
  private stale = { ground: true, water: true, life: true };
  private rippled = -Infinity;
  private frame = 0;
  private fitted = true; // the whole map is shown, and stays so when the size changes
  private dense = 1;

  /** The canvases to draw on: ground, water, units. */
  mount(sheets: HTMLCanvasElement[]): void {
    if (sheets.every((sheet, index) => sheet === this.sheets[index])) return;
    this.sheets = sheets;
    this.brushes = sheets.map((sheet) => sheet.getContext("2d"));
    this.room = { ...this.room, width: 0 };
  }

  /** Sets the size of the map's area, in pixels. */
  resize(width: number, height: number, dense: number): void {
    const sharp = Math.min(SHARPEST, Math.max(1, dense));
    if (width === this.room.width && height === this.room.height && sharp === this.dense) return;
    this.dense = sharp;
    this.room = { ...this.room, width, height };
    for (const sheet of this.sheets)
      [sheet.width, sheet.height] = [Math.round(width * sharp), Math.round(height * sharp)];
    this.look(this.fitted ? whole(this.room) : bounded(this.camera, this.room));
  }

  show(valley: Valley, palette: Palette): void {
    const turned = palette !== this.palette || valley.land !== this.land || valley.width !== this.room.columns;
    this.valley = valley;
    if (turned) {
      this.palette = palette;
      this.land = valley.land;
      this.streams = streamsOf(valley.land);
      this.painting = painted(valley, palette);
    }
    if (valley.width !== this.room.columns || valley.height !== this.room.rows) {
      this.room = { ...this.room, columns: valley.width, rows: valley.height };
      this.fitted = true;
      this.look(whole(this.room));
    }
    if (turned) this.stale = { ground: true, water: true, life: true };
    this.touch();
  }

  /** Starts the drift of goods: current tile to previous tile. */
  carry(tiles: ReadonlyMap<number, number>): void {
    this.drift = tiles.size > 0 && !this.still ? { tiles, begun: performance.now() } : null;
    this.touch();
  }

  look(camera: Camera, fitted = camera.scale <= whole(this.room).scale + 0.01): void {
    this.camera = camera;
    this.fitted = fitted;
    this.stale = { ground: true, water: true, life: true };
    this.wake();
  }

  /** Marks the map as changed. */
  touch(): void {
    this.stale.life = true;
    this.wake();
  }

  get moves(): boolean {
    return this.scene !== null && !this.scene.over;
  }

  wake(): void {
    if (this.frame === 0 && this.sheets.length > 0) this.frame = requestAnimationFrame(this.beat);
  }

  sleep(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  private beat = (now: number): void => {
    this.frame = 0;
    this.draw(performance.now());
    if (this.moves || this.drift || (!this.still && this.streams.length > 0 && now >= 0)) this.wake();
  };

  /** Draws what has changed. */
  draw(now: number): void {
    const { valley, room } = this;
    if (valley === null || room.width <= 0) return;
    if (this.stale.ground) this.drawGround();
    if (this.stale.water || (!this.still && now - this.rippled >= BEAT)) this.drawRipples(now);
    const motion = this.moves ? this.scene!.at(now) : this.drifting(now);
    if (this.stale.life || this.moves || motion !== STILL) this.drawPieces(motion);
    this.stale = { ground: false, water: false, life: this.scene !== null && this.scene.over && motion !== STILL };
  }

  private drifting(now: number): Motion {
    if (this.drift === null) return STILL;
    const { tiles, begun } = this.drift;
    const part = Math.max(0, (now - begun) / DRIFT);
    if (part < 1) return { ...STILL, drifts: new Map([...tiles].map(([tile, from]) => [tile, { from, part }])) };
    this.drift = null;
    this.stale.life = true;
    return STILL;
  }

  private brush(sheet: number): CanvasRenderingContext2D | null {
    const brush = this.brushes[sheet] ?? null;
    brush?.setTransform(this.dense, 0, 0, this.dense, 0, 0);
    return brush;
  }

  private drawGround(): void {
    const brush = this.brush(0);
    const { room, camera, palette } = this;
    if (brush === null || this.painting === null) return;
    const { scale, left, top } = camera;
    const wide = room.columns * scale;
    const high = room.rows * scale;
    brush.clearRect(0, 0, room.width, room.height);
    brush.save();
    brush.beginPath();
    brush.roundRect(left, top, wide, high, 8);
    brush.clip();
    brush.imageSmoothingQuality = "high";
    brush.drawImage(this.painting, left, top, wide, high);
    brush.restore();
    brush.strokeStyle = palette.frame;
    brush.lineWidth = 2;
    brush.beginPath();
    brush.roundRect(left - 1, top - 1, wide + 2, high + 2, 9);
    brush.stroke();
    this.drawEdges(brush);
  }

  /** Coordinates along the visible edges of the map: columns above and below, rows left and right. */
  private drawEdges(brush: CanvasRenderingContext2D): void {
    const {
      room,
      camera: { scale, left, top },
      palette,
    } = this;
    const every = scale < 11 ? 5 : scale < 17 ? 2 : 1;
    const above = Math.max(MARGIN, top);
    const aside = Math.max(MARGIN, left);
    const below = Math.min(room.height - MARGIN, top + room.rows * scale);
    const beyond = Math.min(room.width - MARGIN, left + room.columns * scale);
    brush.font = `600 10px system-ui, sans-serif`;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    const write = (text: string, x: number, y: number): void => {
      brush.lineWidth = 3;
      brush.strokeStyle = palette.paper;
      brush.strokeText(text, x, y);
      brush.fillStyle = palette.ink;
      brush.fillText(text, x, y);
    };
    for (let x = 0; x < room.columns; x += every) {
      const at = left + (x + 0.5) * scale;
      if (at > MARGIN && at < room.width - MARGIN) {
        write(`${x}`, at, above - 9);
        write(`${x}`, at, below + 9);
      }
    }
    for (let y = 0; y < room.rows; y += every) {
      const at = top + (y + 0.5) * scale;
      if (at > MARGIN && at < room.height - MARGIN) {
        write(`${y}`, aside - 9, at);
        write(`${y}`, beyond + 9, at);
      }
    }
  }

  private drawRipples(now: number): void {
    const brush = this.brush(1);
    if (brush === null) return;
    this.rippled = now;
    drawWater(brush, this.streams, this.camera, this.room, this.palette, this.still ? 0 : now);
  }

  private drawPieces(motion: Motion): void {
    const brush = this.brush(2);
    const { valley, palette, camera, room, marks, most } = this;
    if (brush === null || valley === null) return;
    this.sprites.prepare(camera.scale, this.dense, palette);
    const life: UnitLayer = {
      brush,
      valley: this.moves || this.scene?.over ? this.scene!.valley : valley,
      palette,
      camera,
      scale: camera.scale,
      room,
      marks,
      most,
      motion,
      sprites: this.sprites,
    };
    drawUnits(life);
  }
}
