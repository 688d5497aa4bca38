/** The ground of the map, painted once: grass, shores, pond and rivers. */
import { blob } from "./art.js";
import type { Palette } from "./palette.js";
import { flowOf, isWater, type Valley } from "./view.js";

const FINE = 26;
const COARSE = 52; // pixels a tile: of the painted ground, and of the drawings on it
const MOST_FINE = 440_000;
const MOST_COARSE = 3_000_000; // pixels in all
const SHORE = 0.43; // values above this are water

/** A pseudo-random number from 0 to 1 that depends only on the arguments. */
export function chance(x: number, y: number, salt = 0): number {
  let mixed =
    Math.imul(x + 374_761, 668_265_263) ^ Math.imul(y + 69_069, 2_246_822_519) ^ Math.imul(salt + 1, 3_266_489_917);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 2_246_822_519);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 3_266_489_917);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

const ease = (part: number): number => part * part * (3 - 2 * part);
const between = (low: number, high: number, at: number): number =>
  ease(Math.min(1, Math.max(0, (at - low) / (high - low))));

const SIDE = 64; // size of a table of random numbers, a power of two: it tiles without seams
const table = (salt: number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, at) => chance(at % SIDE, Math.floor(at / SIDE), salt));

/** Smooth noise, from 0 to 1. */
function hills(x: number, y: number, chances: Float32Array): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const along = ease(x - left);
  const down = ease(y - top);
  const west = left & (SIDE - 1);
  const east = (left + 1) & (SIDE - 1);
  const north = (top & (SIDE - 1)) * SIDE;
  const south = ((top + 1) & (SIDE - 1)) * SIDE;
  const upper = chances[north + west]! * (1 - along) + chances[north + east]! * along;
  const lower = chances[south + west]! * (1 - along) + chances[south + east]! * along;
  return upper * (1 - down) + lower * down;
}

/** A field of numbers by tile, interpolated between the centres of tiles. */
function smooth(field: Float32Array, width: number, height: number, x: number, y: number): number {
  const u = Math.min(width - 1, Math.max(0, x - 0.5));
  const v = Math.min(height - 1, Math.max(0, y - 0.5));
  const left = Math.floor(u);
  const top = Math.floor(v);
  const right = Math.min(width - 1, left + 1);
  const low = Math.min(height - 1, top + 1);
  const upper = field[left + top * width]! * (1 - u + left) + field[right + top * width]! * (u - left);
  const lower = field[left + low * width]! * (1 - u + left) + field[right + low * width]! * (u - left);
  return upper * (1 - v + top) + lower * (v - top);
}

function blurred(field: Float32Array, width: number, height: number): Float32Array {
  return field.map((_, tile) => {
    const x = tile % width;
    const y = Math.floor(tile / width);
    let total = 0;
    let count = 0;
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1)
        [total, count] = [total + field[column + row * width]!, count + 1];
    }
    return total / count;
  });
}

function sheet(width: number, height: number): [HTMLCanvasElement, CanvasRenderingContext2D] | null {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const brush = canvas.getContext("2d");
  return brush ? [canvas, brush] : null;
}

/** The ground in pixels, shaded from meadow to deep water. */
function ground({ width, height, land }: Valley, palette: Palette): HTMLCanvasElement | null {
  const dots = Math.max(6, Math.min(FINE, Math.floor(Math.sqrt(MOST_FINE / (width * height)))));
  const made = sheet(width * dots, height * dots);
  if (made === null) return null;
  const [canvas, brush] = made;
  const picture = brush.createImageData(canvas.width, canvas.height);
  const pixels = picture.data;
  const water = Float32Array.from(land, (_, tile) => (isWater(land, tile) ? 1 : 0));
  const pond = Float32Array.from(land, (_, tile) => (isWater(land, tile) && flowOf(land, tile) < 0 ? 1 : 0));
  const depth = blurred(blurred(pond, width, height), width, height);
  const [rough, broadly, steep, grains] = [table(3), table(1), table(2), table(5)];
  const [meadow, shaded, sunny] = palette.grass;
  const { sand, foam, shallow, deep, river } = palette;
  for (let row = 0, at = 0; row < canvas.height; row += 1) {
    const y = (row + 0.5) / dots;
    for (let column = 0; column < canvas.width; column += 1, at += 4) {
      const x = (column + 0.5) / dots;
      const fine = hills(x * 2.3, y * 2.3, rough);
      const wet = smooth(water, width, height, x, y) + (fine - 0.5) * 0.16;
      const grain = (grains[((row * 7) & (SIDE - 1)) * SIDE + ((column + row * 23) & (SIDE - 1))]! - 0.5) * 7;
      if (wet > SHORE) {
        const lake = between(0.05, 0.6, smooth(pond, width, height, x, y));
        const down = between(0.25, 1, smooth(depth, width, height, x, y)) * (0.95 + fine * 0.05);
        const edge = 1 - between(SHORE, SHORE + 0.2, wet);
        for (let hue = 0; hue < 3; hue += 1) {
          const open = river[hue]! * (1 - lake) + (shallow[hue]! * (1 - down) + deep[hue]! * down) * lake;
          pixels[at + hue] = open * (1 - edge * 0.65) + foam[hue]! * edge * 0.65 + grain * 0.4;
        }
      } else {
        const broad = hills(x * 0.42, y * 0.42, broadly);
        const slope =
          (hills(x * 0.9 - 0.16, y * 0.9 - 0.16, steep) - hills(x * 0.9 + 0.16, y * 0.9 + 0.16, steep)) * 46;
        const bank = between(0.2, SHORE, wet);
        const high = between(0.5, 1, broad);
        const low = between(0.5, 1, 1 - broad);
        for (let hue = 0; hue < 3; hue += 1) {
          const grass =
            meadow[hue]! * (1 - high - low) +
            sunny[hue]! * high +
            shaded[hue]! * low +
            slope * (palette.dusk ? 0.5 : 1);
          pixels[at + hue] = grass * (1 - bank * 0.85) + sand[hue]! * bank * 0.85 + grain;
        }
      }
      pixels[at + 3] = 255;
    }
  }
  brush.putImageData(picture, 0, 0);
  return canvas;
}

function tuft(brush: CanvasRenderingContext2D, x: number, y: number, size: number, lean: number): void {
  for (const side of [-1, 0, 1]) {
    brush.moveTo(x + side * size * 0.18, y);
    brush.quadraticCurveTo(
      x + side * size * 0.3,
      y - size * 0.5,
      x + (side * 0.55 + lean) * size,
      y - size * (side === 0 ? 1 : 0.75),
    );
  }
}

/** Grass blades, flowers, stones and water lilies, scattered at random. */
function growth(
  brush: CanvasRenderingContext2D,
  { width, height, land }: Valley,
  palette: Palette,
  size: number,
): void {
  brush.lineCap = "round";
  brush.lineWidth = Math.max(1, size * 0.03);
  const at = (tile: number, salt: number): [number, number] => [
    ((tile % width) + 0.12 + chance(tile, salt, 7) * 0.76) * size,
    (Math.floor(tile / width) + 0.2 + chance(tile, salt, 8) * 0.7) * size,
  ];
  for (const [colour, salt] of [
    [palette.tuft, 0],
    [palette.blade, 1],
  ] as const) {
    brush.strokeStyle = colour;
    brush.beginPath();
    for (let tile = 0; tile < land.length; tile += 1) {
      if (!isWater(land, tile) && chance(tile, salt, 9) < 0.55)
        tuft(
          brush,
          ...at(tile, salt),
          size * (0.1 + chance(tile, salt, 10) * 0.08),
          chance(tile, salt, 11) * 0.5 - 0.25,
        );
    }
    brush.stroke();
  }
  const dot = (tile: number, salt: number, radius: number, colour: string): void => {
    const [x, y] = at(tile, salt);
    blob(brush, x, y, radius, radius * 0.8, colour);
  };
  for (let tile = 0; tile < land.length; tile += 1) {
    const luck = chance(tile, 0, 12);
    const x = tile % width;
    const near = [x > 0 ? tile - 1 : tile, x < width - 1 ? tile + 1 : tile, tile - width, tile + width].some(
      (other) => land[other] !== undefined && isWater(land, other) !== isWater(land, tile),
    );
    if (!isWater(land, tile)) {
      if (near && luck < 0.4)
        for (const salt of [3, 4]) dot(tile, salt, size * (0.03 + chance(tile, salt, 13) * 0.04), palette.stone);
      else if (luck > 0.8)
        for (const salt of [5, 6, 7])
          dot(tile, salt, size * 0.028, palette.flower[Math.floor(luck * 97) % palette.flower.length]!);
    } else if (land[tile] === "~" && !near && luck < 0.14 && Math.floor(tile / width) < height) {
      const [middle, down] = at(tile, 8);
      const radius = size * 0.13;
      brush.fillStyle = palette.pad;
      brush.beginPath();
      brush.moveTo(middle, down);
      brush.ellipse(middle, down, radius, radius * 0.72, 0, luck * 40, luck * 40 + 5.6);
      brush.fill();
      if (luck < 0.05) dot(tile, 8, size * 0.045, palette.flower[1]!);
    }
  }
}

function grid(brush: CanvasRenderingContext2D, { width, height }: Valley, palette: Palette, size: number): void {
  brush.strokeStyle = palette.grid;
  brush.lineWidth = Math.max(1, size * 0.03);
  brush.beginPath();
  for (let x = 1; x < width; x += 1) {
    brush.moveTo(x * size, 0);
    brush.lineTo(x * size, height * size);
  }
  for (let y = 1; y < height; y += 1) {
    brush.moveTo(0, y * size);
    brush.lineTo(width * size, y * size);
  }
  brush.stroke();
}

/** The finished painting; null if there is no canvas. */
export function painted(valley: Valley, palette: Palette): HTMLCanvasElement | null {
  const { width, height } = valley;
  const size = Math.max(12, Math.min(COARSE, Math.floor(Math.sqrt(MOST_COARSE / (width * height)))));
  const base = ground(valley, palette);
  const made = sheet(width * size, height * size);
  if (base === null || made === null) return null;
  const [canvas, brush] = made;
  brush.imageSmoothingQuality = "high";
  brush.drawImage(base, 0, 0, canvas.width, canvas.height);
  growth(brush, valley, palette, size);
  grid(brush, valley, palette, size);
  return canvas;
}
