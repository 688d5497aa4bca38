/** Drawings of beavers, lodges, trees, cattails and goods, centred on a tile 100 units wide. */
import type { Palette } from "./palette.js";

export type Brush = CanvasRenderingContext2D;
const BASIC = 0;
const BUILDER = 1;
const BULKY = 2;
const FIGHTER = 3;
const HOT_LADY = 4;
const HUNGRY = 5;
const SWIFT = 6;
const FUR = ["#96663b", "#96663b", "#6f4a2b", "#85552f", "#b07a48", "#96663b", "#a9794c"];

export function blob(brush: Brush, x: number, y: number, wide: number, high: number, fill: string): void {
  brush.fillStyle = fill;
  brush.beginPath();
  brush.ellipse(x, y, wide, high, 0, 0, 7);
  brush.fill();
}

/** Fills and strokes an outline: a path as in SVG, or a function that draws one. */
function shape(
  brush: Brush,
  outline: string | ((path: Path2D) => void),
  fill: string | null,
  line: string | null = null,
  width = 3,
): void {
  const path = typeof outline === "string" ? new Path2D(outline) : new Path2D();
  if (typeof outline !== "string") outline(path);
  if (fill) {
    brush.fillStyle = fill;
    brush.fill(path);
  }
  if (line) {
    brush.strokeStyle = line;
    brush.lineWidth = width;
    brush.stroke(path);
  }
}

function strokes(brush: Brush, colour: string, width: number, ...lines: number[][]): void {
  brush.strokeStyle = colour;
  brush.lineWidth = width;
  brush.beginPath();
  for (const [x = 0, y = 0, ...rest] of lines) {
    brush.moveTo(x, y);
    for (let at = 0; at < rest.length; at += 2) brush.lineTo(rest[at]!, rest[at + 1]!);
  }
  brush.stroke();
}

/** The owner's token: seat 0 a disc, seat 1 a square, as everywhere in Parlour. */
function plate(path: Path2D, seat: number, radius: number): void {
  if (seat === 0) path.ellipse(0, 0, radius, radius, 0, 0, 7);
  else path.roundRect(-radius * 0.92, -radius * 0.92, radius * 1.84, radius * 1.84, radius * 0.26);
}

export function beaver(brush: Brush, job: number, seat: number, palette: Palette): void {
  const big = job === BULKY ? 1.16 : 1;
  const fur = FUR[job] ?? FUR[BASIC]!;
  const dark = "#2a1a10";
  blob(brush, 0, 38, 36 * big, 9, palette.shade);
  if (job === SWIFT) strokes(brush, palette.rim, 6, [-60, -14, -34, -14], [-66, 4, -34, 4], [-58, 22, -34, 22]);
  shape(brush, (path) => plate(path, seat, 43 * big), palette.seats[seat]!, palette.line, 8);
  shape(brush, (path) => plate(path, seat, 43 * big), null, palette.rim, 4);
  brush.save();
  brush.scale(big * 0.92, big * 0.92);
  for (const side of [-1, 1]) {
    blob(brush, side * 20, -22, 9, 9, fur);
    blob(brush, side * 20, -21, 4.5, 5, dark);
  }
  blob(brush, 0, 0, job === BULKY ? 31 : 28, 27, fur);
  blob(brush, 0, -12, 18, 11, "#ffffff1c");
  blob(brush, 0, 13, job === HUNGRY ? 23 : 18, 12, "#d8b183");
  brush.fillStyle = "#fffdf4";
  const long = job === FIGHTER ? 17 : 11;
  shape(
    brush,
    (path) => {
      path.roundRect(-7, 16, 6.5, long, 2);
      path.roundRect(0.5, 16, 6.5, long, 2);
    },
    "#fffdf4",
    dark,
    1.5,
  );
  blob(brush, 0, 6, 8, 5.5, dark);
  for (const side of [-1, 1]) {
    blob(brush, side * 12, -6, 4.6, 5.4, dark);
    blob(brush, side * 12 + 1.4, -8, 1.7, 1.9, "#fff");
  }
  wear(brush, job, dark);
  brush.restore();
}

/** The clothes and tools that show the job. */
function wear(brush: Brush, job: number, dark: string): void {
  if (job === BUILDER) {
    shape(brush, "M-25 -15C-25 -46 25 -46 25 -15z", "#f5c52b", dark, 3);
    shape(brush, (path) => path.roundRect(-33, -18, 66, 8, 4), "#f5c52b", dark, 3);
    strokes(brush, "#fff3b0", 4, [-6, -34, -6, -20]);
  } else if (job === BULKY) {
    strokes(brush, dark, 5, [-19, -15, -6, -11], [19, -15, 6, -11]);
  } else if (job === FIGHTER) {
    shape(brush, "M-28 -20Q0 -30 28 -20L28 -11Q0 -21 -28 -11z", "#d8362a", dark, 2);
    shape(brush, "M27 -17L43 -27L40 -15L44 -5z", "#d8362a", dark, 2);
    strokes(brush, dark, 3.5, [-18, -11, -7, -7], [18, -11, 7, -7]);
  } else if (job === HOT_LADY) {
    strokes(brush, dark, 2.5, [-17, -9, -22, -13], [-14, -11, -17, -16], [17, -9, 22, -13], [14, -11, 17, -16]);
    heart(brush, 24, -24, 15, "#ff5d8f");
    blob(brush, -19, 6, 5, 3.5, "#f08aa088");
    blob(brush, 19, 6, 5, 3.5, "#f08aa088");
  } else if (job === HUNGRY) {
    shape(brush, "M-4 22C-20 8 -40 14 -46 28C-30 36 -14 34 -4 22", "#6fc04a", dark, 2);
    shape(brush, "M4 22C20 8 40 14 46 28C30 36 14 34 4 22", "#8fd45f", dark, 2);
    strokes(brush, "#2f6a26", 2, [-8, 22, -38, 26], [8, 22, 38, 26]);
  } else if (job === SWIFT) {
    strokes(brush, dark, 5, [-29, -8, 29, -8]);
    for (const side of [-1, 1])
      shape(brush, (path) => path.ellipse(side * 12, -7, 10, 9, 0, 0, 7), "#9fe0ff", dark, 3.5);
    strokes(brush, "#fff", 3, [-16, -10, -11, -12], [8, -10, 13, -12]);
  }
}

function heart(brush: Brush, x: number, y: number, size: number, fill: string): void {
  shape(
    brush,
    (path) => {
      path.moveTo(x, y + size);
      path.bezierCurveTo(x - size * 1.7, y - size * 0.1, x - size * 0.7, y - size * 1.2, x, y - size * 0.3);
      path.bezierCurveTo(x + size * 0.7, y - size * 1.2, x + size * 1.7, y - size * 0.1, x, y + size);
    },
    fill,
    "#7a1638",
    2.5,
  );
}

/** A dome of logs on the owner's plate, with the owner's flag. In the dark theme its window is lit. */
export function lodge(brush: Brush, seat: number, palette: Palette): void {
  const [wood, deep, light] = palette.wood;
  shape(brush, (path) => plate(path, seat, 49), palette.seats[seat]!, palette.line, 3);
  shape(brush, (path) => plate(path, seat, 44), null, palette.rim, 4);
  brush.save();
  brush.translate(0, 4);
  brush.scale(0.8, 0.8);
  blob(brush, 0, 30, 40, 11, palette.shade);
  shape(brush, "M-40 30C-38 -14 -18 -32 0 -32C18 -32 38 -14 40 30Q0 42 -40 30", wood, palette.line, 4.5);
  for (const [row, colour] of [
    [20, deep],
    [6, light],
    [-8, deep],
    [-20, light],
  ] as const) {
    const half = 38 * Math.sqrt(Math.max(0, 1 - ((row - 30) / 64) ** 2)) - 5;
    shape(brush, `M${-half} ${row}Q0 ${row + 7} ${half} ${row - 1}`, null, colour, 5);
  }
  strokes(brush, deep, 5, [-36, 22, -46, 12], [34, 14, 46, 4], [22, -16, 32, -26]);
  for (const [x, y] of [
    [-46, 12],
    [46, 4],
    [32, -26],
  ] as const)
    blob(brush, x, y, 3.4, 3.4, palette.cut);
  shape(brush, "M-12 34L-12 22C-12 6 12 6 12 22L12 34z", palette.door, palette.line, 2.5);
  brush.restore();
  strokes(brush, palette.line, 4.5, [-8, -22, -8, -68]);
  const flag = (path: Path2D) => (seat === 0 ? path.ellipse(12, -54, 19, 16, 0, 0, 7) : path.rect(-7, -70, 38, 30));
  shape(brush, flag, palette.seats[seat]!, palette.line, 6);
  shape(brush, flag, null, palette.rim, 3);
}

const step = (health: number, most: number): number =>
  health <= 0 ? 0 : Math.max(1, Math.min(5, Math.round((health * 5) / Math.max(1, most))));

/** From a stump to a full crown. */
export function tree(brush: Brush, health: number, most: number, palette: Palette): void {
  const grown = step(health, most);
  const [low, mid, high] = palette.leaf;
  blob(brush, 4, 34, 14 + grown * 5, 6 + grown * 1.2, palette.shade);
  if (grown === 0) {
    shape(brush, "M-17 14L-21 35Q0 43 21 35L17 14z", palette.bark, palette.line, 2.5);
    shape(brush, (path) => path.ellipse(0, 14, 17, 8, 0, 0, 7), palette.cut, palette.line, 2);
    shape(
      brush,
      (path) => {
        path.ellipse(0, 14, 10, 4.5, 0, 0, 7);
        path.ellipse(0, 14, 4, 1.8, 0, 0, 7);
      },
      null,
      palette.bark,
      1.6,
    );
    return;
  }
  const tall = 8 + grown * 9;
  const wide = 8 + grown * 6.2;
  const top = 30 - tall;
  strokes(brush, palette.bark, 5 + grown * 1.6, [0, 34, 0, top]);
  const crown: [number, number, number][] = [
    [-0.55, 0.25, 0.62],
    [0.55, 0.25, 0.62],
    [0, -0.35, 0.78],
    [0, 0.3, 0.7],
  ];
  const puffs = grown === 1 ? crown.slice(2, 3) : grown === 2 ? crown.slice(1, 4) : crown;
  for (const [x, y, size] of puffs)
    shape(
      brush,
      (path) => path.ellipse(x * wide, top + y * wide, size * wide + 3, size * wide * 0.92 + 3, 0, 0, 7),
      palette.line,
    );
  for (const [x, y, size] of puffs)
    blob(brush, x * wide, top + y * wide, size * wide + 0.6, size * wide * 0.92 + 0.6, low);
  for (const [x, y, size] of puffs)
    blob(brush, x * wide - 1.5, top + y * wide - size * wide * 0.16, size * wide * 0.8, size * wide * 0.7, mid);
  for (const [x, y, size] of puffs)
    blob(
      brush,
      x * wide - size * wide * 0.25,
      top + y * wide - size * wide * 0.36,
      size * wide * 0.38,
      size * wide * 0.28,
      high,
    );
}

/** As many cattails as the group has health; cut stalks when it has none. */
export function cattails(brush: Brush, health: number, most: number, palette: Palette): void {
  const grown = step(health, most);
  const places = [0, -18, 18, -33, 33];
  shape(brush, (path) => path.ellipse(0, 33, 40, 9, 0, 0, 7), null, palette.ripple, 2.5);
  for (const [index, x] of places.entries()) {
    const cut = index >= grown;
    const tall = cut ? 10 : 62 - Math.abs(x) * 0.5 - (index % 2) * 5;
    const lean = x * 0.14;
    const stalk = `M${x * 0.7} 34Q${x * 0.75} 20 ${x + lean} ${34 - tall}`;
    shape(brush, stalk, null, palette.line, 7);
    shape(brush, stalk, null, palette.reed, 4.5);
    if (cut) continue;
    shape(brush, (path) => path.roundRect(x + lean - 6, 34 - tall - 9, 12, 27, 6), palette.bulb, palette.line, 2.5);
    strokes(brush, palette.reed, 3, [x + lean, 34 - tall - 9, x + lean, 34 - tall - 17]);
  }
}

/** Loose branches: a small stack of logs. */
export function logs(brush: Brush, palette: Palette): void {
  const [wood, deep] = palette.wood;
  blob(brush, 0, 22, 34, 8, palette.shade);
  for (const [x, y] of [
    [-13, 13],
    [13, 13],
    [0, -5],
  ] as const) {
    shape(brush, (path) => path.roundRect(x - 18, y - 9, 36, 18, 9), wood, palette.line, 3);
    strokes(brush, deep, 2, [x - 8, y - 3, x + 12, y - 3], [x - 8, y + 4, x + 12, y + 4]);
    shape(brush, (path) => path.ellipse(x - 11, y, 6, 8, 0, 0, 7), palette.cut, palette.line, 2);
  }
}

/** Food: green shoots tied in a bundle. */
export function shoots(brush: Brush, palette: Palette): void {
  blob(brush, 0, 22, 24, 7, palette.shade);
  for (const lean of [-24, 24, -12, 12, 0]) {
    shape(
      brush,
      (path) => {
        path.moveTo(0, 20);
        path.bezierCurveTo(lean * 0.2 - 8, 0, lean - 8, -12, lean, -26);
        path.bezierCurveTo(lean + 8, -12, lean * 0.2 + 8, 0, 0, 20);
      },
      lean === 0 ? "#a6dc6d" : palette.green,
      palette.line,
      2.5,
    );
  }
  shape(brush, (path) => path.roundRect(-10, 6, 20, 8, 4), palette.cut, palette.line, 2);
}

/** A star that marks a distracted beaver. */
export function star(brush: Brush, x: number, y: number, radius: number, palette: Palette): void {
  shape(
    brush,
    (path) => {
      for (let point = 0; point < 10; point += 1) {
        const reach = point % 2 ? radius * 0.45 : radius;
        const turn = (point * Math.PI) / 5 - Math.PI / 2;
        path.lineTo(x + Math.cos(turn) * reach, y + Math.sin(turn) * reach);
      }
      path.closePath();
    },
    palette.gold,
    palette.line,
    radius * 0.22,
  );
}
