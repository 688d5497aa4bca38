/** Draws the beavers, plants, lodges and goods on the map, and the player's marks. */
import { blob, star } from "./art.js";
import type { Camera, Room } from "./camera.js";
import type { Marks, Sign } from "./marks.js";
import type { Motion } from "./map-animation.js";
import type { Palette } from "./palette.js";
import type { Beaver, Goods, Valley } from "./view.js";
import type { Sprites } from "./sprites.js";

export interface UnitLayer {
  brush: CanvasRenderingContext2D;
  valley: Valley;
  palette: Palette;
  camera: Camera;
  scale: number; // pixels a tile: that of the camera
  room: Room;
  marks: Marks;
  most: number;
  motion: Motion;
  sprites: Sprites;
}
const LARGE = 36;
const SMALL = 20;
const TINY = 13; // pixels a tile: below these, full health, figures and bars are left out
const ON_LODGE = 0.7; // the size of a beaver on a lodge, so that both are visible

const middle = ({ camera, valley }: UnitLayer, tile: number): [number, number] => [
  camera.left + ((tile % valley.width) + 0.5) * camera.scale,
  camera.top + (Math.floor(tile / valley.width) + 0.5) * camera.scale,
];

function visible({ camera, room }: UnitLayer, x: number, y: number): boolean {
  const rim = camera.scale;
  return x > -rim && y > -rim && x < room.width + rim && y < room.height + rim;
}

/** A number on a small plate. */
function tag(
  { brush, palette, sprites }: UnitLayer,
  text: string,
  x: number,
  y: number,
  size: number,
  fill = palette.paper,
  ink = palette.ink,
): void {
  sprites.stamp(brush, sprites.tag(text, Math.round(size), fill, ink), x, y);
}

export function drawUnits(life: UnitLayer): void {
  const { brush, room, valley, motion, marks, camera, palette } = life;
  brush.clearRect(0, 0, room.width, room.height);
  brush.save();
  clip(life);
  drawMarks(life);
  brush.restore();
  const goods = [...valley.goods].filter(
    ([tile, { branches, food }]) => (branches > 0 || food > 0) && !valley.lodges.has(tile),
  );
  for (const [tile, load] of goods) drawGoods(life, tile, load);
  for (const [tile, seat] of [...valley.lodges].sort(([one], [other]) => one - other)) drawLodge(life, tile, seat);
  for (const { tile, food, health, resting } of [...valley.spawners.values()].sort(
    (one, other) => one.tile - other.tile,
  ))
    drawSpawner(life, tile, food, health, resting);
  for (const beaver of [...valley.beavers.values()].sort((one, other) => one.tile - other.tile))
    drawBeaver(life, beaver);
  drawSigns(life);
  for (const tile of marks.looked) {
    const [x, y] = middle(life, tile);
    const half = camera.scale * 0.56;
    brush.strokeStyle = palette.gold;
    brush.lineWidth = 3;
    brush.beginPath();
    brush.roundRect(x - half, y - half, half * 2, half * 2, half * 0.4);
    brush.stroke();
  }
  for (const tile of marks.advised) {
    const [x, y] = middle(life, tile);
    star(brush, x - camera.scale * 0.36, y - camera.scale * 0.4, Math.max(6, camera.scale * 0.24), palette);
  }
  for (const flight of motion.flights) drawFlight(life, flight);
  for (const { tile, text, part, bad } of motion.words) drawWord(life, tile, text, part, bad);
  drawCursor(life);
}

function clip({ brush, camera, room }: UnitLayer): void {
  brush.beginPath();
  brush.roundRect(camera.left, camera.top, room.columns * camera.scale, room.rows * camera.scale, 8);
  brush.clip();
}

function drawMarks(life: UnitLayer): void {
  const { brush, marks, palette, scale, valley } = life;
  const inset = Math.max(1, scale * 0.07);
  for (const [tile, { cost }] of marks.reach) {
    const [x, y] = middle(life, tile);
    const lit = tile === marks.hover || tile === marks.cursor;
    brush.globalAlpha = lit ? 0.78 : 0.5;
    brush.fillStyle = palette.reach;
    brush.beginPath();
    brush.roundRect(x - scale / 2 + inset, y - scale / 2 + inset, scale - 2 * inset, scale - 2 * inset, scale * 0.2);
    brush.fill();
    brush.globalAlpha = 1;
    brush.strokeStyle = palette.path;
    brush.lineWidth = lit ? 2 : 1;
    brush.stroke();
    if (scale < TINY || valley.lodges.has(tile)) continue;
    brush.font = `700 ${Math.max(9, scale * 0.36)}px system-ui, sans-serif`;
    brush.fillStyle = palette.dusk ? "#2b1d12" : palette.ink;
    brush.textAlign = "center";
    brush.textBaseline = "middle";
    brush.fillText(`${cost}`, x, y + 1);
  }
  if (marks.selected >= 0) {
    const [x, y] = middle(life, marks.selected);
    brush.fillStyle = palette.glow;
    brush.globalAlpha = palette.dusk ? 0.3 : 0.7;
    brush.beginPath();
    brush.roundRect(x - scale / 2, y - scale / 2, scale, scale, scale * 0.2);
    brush.fill();
    brush.globalAlpha = 1;
  }
  if (marks.path.length && marks.selected >= 0) {
    brush.strokeStyle = palette.path;
    brush.lineWidth = Math.max(2, scale * 0.12);
    brush.lineCap = brush.lineJoin = "round";
    brush.setLineDash([scale * 0.25, scale * 0.2]);
    brush.beginPath();
    for (const tile of [marks.selected, ...marks.path]) brush.lineTo(...middle(life, tile));
    brush.stroke();
    brush.setLineDash([]);
    const [x, y] = middle(life, marks.path.at(-1)!);
    blob(brush, x, y, scale * 0.16, scale * 0.16, palette.path);
  }
}

function drawGoods(life: UnitLayer, tile: number, { branches, food }: Goods): void {
  const { brush, sprites, scale } = life;
  const drift = life.motion.drifts.get(tile);
  let [x, y] = middle(life, tile);
  if (drift) {
    const [fromX, fromY] = middle(life, drift.from);
    [x, y] = [fromX + (x - fromX) * drift.part, fromY + (y - fromY) * drift.part];
  }
  if (!visible(life, x, y)) return;
  const both = branches > 0 && food > 0;
  const crowded = life.valley.at.has(tile) ? 0.3 : 0;
  for (const [amount, green] of [
    [branches, false],
    [food, true],
  ] as const) {
    if (amount <= 0) continue;
    const aside = (both ? (green ? 0.24 : -0.22) : 0) * scale + crowded * (green ? scale : -scale) * (both ? 0.4 : 1);
    const down = (crowded ? 0.24 : 0.05) * scale;
    sprites.stamp(brush, sprites.goods(green), x + aside, y + down, both || crowded ? 0.6 : 0.8);
    if (scale >= SMALL) tag(life, `${amount}`, x + aside, y + down + scale * 0.26, Math.max(8, scale * 0.26));
  }
}

function drawLodge(life: UnitLayer, tile: number, seat: number): void {
  const { brush, sprites, scale, motion, valley } = life;
  const [x, y] = middle(life, tile);
  if (!visible(life, x, y)) return;
  const rising = motion.rising.get(tile);
  const falling = motion.falling.get(tile);
  const grown =
    rising === undefined ? 1 : 0.35 + 0.65 * Math.sin((rising * Math.PI) / 2) + Math.sin(rising * Math.PI) * 0.12;
  brush.globalAlpha = falling === undefined ? 1 : 1 - falling;
  sprites.stamp(brush, sprites.lodge(seat), x, y + (falling ?? 0) * scale * 0.3, grown);
  brush.globalAlpha = 1;
  const goods = valley.goods.get(tile);
  if (!goods || scale < TINY || falling !== undefined) return;
  const size = Math.max(8, scale * 0.27);
  tag(
    life,
    `${goods.branches}`,
    x - (goods.food > 0 ? scale * 0.26 : 0),
    y + scale * 0.4,
    size,
    life.palette.cut,
    "#2b1a0c",
  );
  if (goods.food > 0) tag(life, `${goods.food}`, x + scale * 0.27, y + scale * 0.4, size, "#bfe08f", "#16320e");
}

function drawSpawner(life: UnitLayer, tile: number, food: boolean, health: number, resting: boolean): void {
  const { brush, sprites, scale, motion, palette } = life;
  const [x, y] = middle(life, tile);
  if (!visible(life, x, y)) return;
  const shaken = motion.shaken.get(tile) ?? 0;
  const sway = shaken > 0 ? Math.sin(shaken * 30) * shaken * scale * 0.09 : 0;
  sprites.stamp(brush, sprites.spawner(food, health, life.most), x + sway, y);
  if (scale < SMALL) return;
  const size = Math.max(8, scale * 0.24);
  tag(
    life,
    `${health}`,
    x + scale * 0.36,
    y + scale * 0.36,
    size,
    resting ? palette.cut : palette.paper,
    resting ? "#2b1a0c" : palette.ink,
  );
}

function drawBeaver(life: UnitLayer, beaver: Beaver): void {
  const { brush, sprites, scale, motion, marks, palette, valley } = life;
  let [x, y] = middle(life, beaver.tile);
  let hop = 0;
  const walk = motion.walks.get(beaver.number);
  if (walk) {
    const [fromX, fromY] = middle(life, walk.from);
    const [toX, toY] = middle(life, walk.to);
    [x, y] = [fromX + (toX - fromX) * walk.part, fromY + (toY - fromY) * walk.part];
    hop = Math.sin(walk.part * Math.PI) * scale * 0.08;
  }
  if (!visible(life, x, y)) return;
  const fading = motion.fading.get(beaver.number);
  const coming = motion.coming.get(beaver.number);
  let size = coming === undefined ? 1 : 0.3 + 0.7 * Math.sin((coming * Math.PI) / 2);
  if (valley.lodges.has(beaver.tile) && !walk) [x, y, size] = [x + scale * 0.14, y - scale * 0.12, size * ON_LODGE];
  const struck = motion.struck.get(beaver.tile);
  if (struck !== undefined) {
    const radius = scale * (0.4 + struck * 0.4);
    brush.globalAlpha = 0.6 * (1 - struck);
    blob(brush, x, y, radius, radius, palette.bad);
    x += Math.sin(struck * 25) * scale * 0.06 * (1 - struck);
  }
  brush.globalAlpha = fading ?? (beaver.recruited ? 1 : 0.62);
  if (marks.ready.has(beaver.tile) && !walk) ready(life, x, y, size, beaver.owner);
  sprites.stamp(brush, sprites.beaver(beaver.job, beaver.owner), x, y - hop, size);
  brush.globalAlpha = fading ?? 1;
  if (scale >= TINY) condition(life, beaver, x, y - hop, size);
  brush.globalAlpha = 1;
}

/** A ring around a unit that can still act. */
function ready({ brush, scale, palette }: UnitLayer, x: number, y: number, size: number, seat: number): void {
  const radius = scale * 0.5 * size;
  brush.beginPath();
  if (seat === 0) brush.ellipse(x, y, radius, radius, 0, 0, 7);
  else brush.roundRect(x - radius * 0.94, y - radius * 0.94, radius * 1.88, radius * 1.88, radius * 0.3);
  for (const [colour, width] of [
    [palette.line, 0.15],
    [palette.ready, 0.09],
  ] as const) {
    brush.strokeStyle = colour;
    brush.lineWidth = Math.max(2, scale * width);
    brush.stroke();
  }
}

/** Health, load, and the stars of a distracted beaver. */
function condition(life: UnitLayer, beaver: Beaver, x: number, y: number, size: number): void {
  const { brush, scale, palette } = life;
  const job = life.valley.jobs[beaver.job]!;
  const wide = scale * 0.62 * size;
  const high = Math.max(2.5, scale * 0.09);
  const part = Math.max(0, Math.min(1, beaver.health / job.health));
  const top = y + scale * 0.4 * size;
  if (part < 1 || scale >= LARGE) {
    brush.fillStyle = palette.line;
    brush.fillRect(x - wide / 2 - 1, top - 1, wide + 2, high + 2);
    brush.fillStyle = part > 0.6 ? "#6fd06a" : part > 0.3 ? "#f5c52b" : "#ff6a5a";
    brush.fillRect(x - wide / 2, top, wide * part, high);
  }
  const loads = (
    [
      [beaver.branches, palette.cut, "#2b1a0c"],
      [beaver.food, "#bfe08f", "#16320e"],
    ] as const
  ).filter(([amount]) => amount > 0);
  for (const [index, [amount, fill, ink]] of loads.entries()) {
    const [right, above] = [x + scale * 0.36 * size, y - scale * (0.36 - index * 0.34) * size];
    if (scale >= SMALL) tag(life, `${amount}`, right, above, Math.max(8, scale * 0.26), fill, ink);
    else {
      brush.fillStyle = fill;
      brush.strokeStyle = palette.line;
      brush.lineWidth = 1;
      brush.beginPath();
      brush.rect(right - 2, above - 2, 5, 5);
      brush.fill();
      brush.stroke();
    }
  }
  for (let turn = 0; turn < Math.min(3, beaver.distracted); turn += 1)
    star(
      brush,
      x + (turn - (Math.min(3, beaver.distracted) - 1) / 2) * scale * 0.24,
      y - scale * 0.46 * size,
      Math.max(3, scale * 0.13),
      palette,
    );
}

const SIGNS: Record<Sign, string> = {
  chop: "M-5 6 4-5M1-8l7 7-3 3-7-7z",
  gather: "M0 8C-8 2-5-7 0-9 5-7 8 2 0 8zM0 6v-9",
  bite: "M-7-6c4 4 10 4 14 0M-4-3v7M4-3v7M0-2v9",
  store: "M0-8v11M-5-2l5 6 5-6M-7 8H7",
  take: "M0 5V-8M-5-3l5-6 5 6M-7 8H7",
  build: "M-8 7V0l8-8 8 8v7z",
  recruit: "M0-8V8M-8 0H8",
};
const paths = new Map<Sign, Path2D>();

function drawSigns(life: UnitLayer): void {
  const { brush, marks, palette, scale } = life;
  for (const [tile, sign] of marks.targets) {
    const [x, y] = middle(life, tile);
    const lit = tile === marks.hover || tile === marks.cursor;
    const size = Math.min(15, Math.max(8, scale * 0.3));
    const high = y - scale * 0.3;
    brush.strokeStyle = palette.path;
    brush.lineWidth = lit ? 3.5 : 2;
    brush.beginPath();
    brush.roundRect(x - scale / 2 + 1, y - scale / 2 + 1, scale - 2, scale - 2, scale * 0.2);
    brush.stroke();
    brush.fillStyle = palette.path;
    brush.strokeStyle = palette.paper;
    brush.lineWidth = 1.5;
    brush.beginPath();
    brush.ellipse(x - scale * 0.3, high, size, size, 0, 0, 7);
    brush.fill();
    brush.stroke();
    if (!paths.has(sign)) paths.set(sign, new Path2D(SIGNS[sign]));
    brush.save();
    brush.translate(x - scale * 0.3, high);
    brush.scale(size / 14, size / 14);
    brush.lineWidth = 2.4;
    brush.lineCap = brush.lineJoin = "round";
    brush.stroke(paths.get(sign)!);
    brush.restore();
  }
}

function drawFlight(life: UnitLayer, { food, from, to, part, amount }: Motion["flights"][number]): void {
  if (amount <= 0) return;
  const { brush, sprites, scale } = life;
  const [fromX, fromY] = middle(life, from);
  const [toX, toY] = middle(life, to);
  const eased = part * part * (3 - 2 * part);
  sprites.stamp(
    brush,
    sprites.goods(food),
    fromX + (toX - fromX) * eased,
    fromY + (toY - fromY) * eased - Math.sin(part * Math.PI) * scale * 0.6,
    0.6,
  );
}

function drawWord(life: UnitLayer, tile: number, text: string, part: number, bad: boolean): void {
  const { brush, palette, scale } = life;
  const [x, y] = middle(life, tile);
  brush.globalAlpha = Math.min(1, (1 - part) * 2);
  brush.font = `800 ${Math.max(12, scale * 0.5)}px system-ui, sans-serif`;
  brush.textAlign = "center";
  brush.textBaseline = "middle";
  brush.lineWidth = 4;
  brush.lineJoin = "round";
  brush.strokeStyle = palette.paper;
  brush.strokeText(text, x, y - scale * (0.5 + part * 0.5));
  brush.fillStyle = bad ? palette.bad : palette.good;
  brush.fillText(text, x, y - scale * (0.5 + part * 0.5));
  brush.globalAlpha = 1;
}

/** Corners around the cursor's tile. */
function drawCursor(life: UnitLayer): void {
  const { brush, marks, palette, scale } = life;
  const corners = (tile: number, colour: string, width: number): void => {
    const [x, y] = middle(life, tile);
    const half = scale / 2;
    const arm = scale * 0.26;
    brush.strokeStyle = colour;
    brush.lineWidth = Math.min(width, scale * 0.05 * width);
    brush.lineCap = "round";
    brush.beginPath();
    for (const [right, down] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      brush.moveTo(x + right * (half - arm), y + down * half);
      brush.lineTo(x + right * half, y + down * half);
      brush.lineTo(x + right * half, y + down * (half - arm));
    }
    brush.stroke();
  };
  if (marks.cursor >= 0) {
    corners(marks.cursor, palette.paper, 5);
    corners(marks.cursor, palette.cursor, 2.5);
  }
  if (marks.selected >= 0) {
    corners(marks.selected, palette.line, 5);
    corners(marks.selected, palette.gold, 3);
  }
}
