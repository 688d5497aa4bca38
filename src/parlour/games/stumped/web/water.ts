/** Moving water: ripples drift with the river, glints appear on the pond. */
import type { Camera, Room } from "./camera.js";
import type { Palette } from "./palette.js";
import { flowOf, isWater } from "./view.js";
import { chance } from "./terrain.js";

const RIPPLES = 3; // on a river tile
const SPEED = 0.00042; // tiles per millisecond
const LEVELS = 3; // of brightness; each is drawn in one pass
const WAYS = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const;

export interface Stream {
  tile: number;
  flow: number;
}

/** The water tiles of a map with their direction of flow, -1 for the pond. */
export const streamsOf = (land: string): Stream[] =>
  [...land].flatMap((_, tile) => (isWater(land, tile) ? [{ tile, flow: flowOf(land, tile) }] : []));

/** The ripples of a tile at a moment: along the flow and sideways, in tiles from the centre, and their brightness. */
export function ripples({ tile, flow }: Stream, time: number): { along: number; aside: number; light: number }[] {
  if (flow < 0) {
    const wave = Math.sin(time * 0.0011 + chance(tile, 1) * 40);
    return chance(tile, 2) < 0.55 && wave > 0
      ? [{ along: (chance(tile, 3) - 0.5) * 0.6 + wave * 0.05, aside: (chance(tile, 4) - 0.5) * 0.6, light: wave }]
      : [];
  }
  return Array.from({ length: RIPPLES }, (_, index) => {
    const part = (time * SPEED + chance(tile, index, 2) + index / RIPPLES) % 1;
    return {
      along: part - 0.5,
      aside: (index - 1) * 0.24 + (chance(tile, index, 3) - 0.5) * 0.12,
      light: Math.sin(part * Math.PI),
    };
  });
}

export function drawWater(
  brush: CanvasRenderingContext2D,
  streams: readonly Stream[],
  camera: Camera,
  room: Room,
  palette: Palette,
  time: number,
): void {
  const { scale, left, top } = camera;
  brush.clearRect(0, 0, room.width, room.height);
  brush.lineCap = "round";
  brush.lineJoin = "round";
  brush.lineWidth = Math.max(0.8, scale * 0.045);
  for (let level = 1; level <= LEVELS; level += 1) {
    for (const pond of [false, true]) {
      brush.beginPath();
      for (const stream of streams) {
        if (stream.flow < 0 !== pond) continue;
        const x = left + ((stream.tile % room.columns) + 0.5) * scale;
        const y = top + (Math.floor(stream.tile / room.columns) + 0.5) * scale;
        if (x < -scale || y < -scale || x > room.width + scale || y > room.height + scale) continue;
        for (const { along, aside, light } of ripples(stream, time)) {
          if (Math.ceil(light * LEVELS) !== level) continue;
          if (pond) glint(brush, x + along * scale, y + aside * scale, scale * (0.1 + light * 0.08));
          else ripple(brush, x, y, WAYS[stream.flow]!, along * scale, aside * scale, scale * 0.11);
        }
      }
      brush.globalAlpha = (level / LEVELS) * (pond ? 0.4 : 0.62);
      brush.strokeStyle = pond ? palette.sparkle : palette.ripple;
      brush.stroke();
    }
  }
  brush.globalAlpha = 1;
}

/** An arrowhead of water that points downstream. */
function ripple(
  brush: CanvasRenderingContext2D,
  x: number,
  y: number,
  [dx, dy]: readonly [number, number],
  along: number,
  aside: number,
  size: number,
): void {
  const tipX = x + dx * (along + size) - dy * aside;
  const tipY = y + dy * (along + size) + dx * aside;
  const backX = tipX - dx * size;
  const backY = tipY - dy * size;
  brush.moveTo(backX + dy * size * 0.8, backY - dx * size * 0.8);
  brush.quadraticCurveTo(tipX + dy * size * 0.3, tipY - dx * size * 0.3, tipX, tipY);
  brush.quadraticCurveTo(
    tipX - dy * size * 0.3,
    tipY + dx * size * 0.3,
    backX - dy * size * 0.8,
    backY + dx * size * 0.8,
  );
}

function glint(brush: CanvasRenderingContext2D, x: number, y: number, size: number): void {
  brush.moveTo(x - size, y);
  brush.quadraticCurveTo(x - size / 2, y - size * 0.45, x, y);
  brush.quadraticCurveTo(x + size / 2, y + size * 0.45, x + size, y);
}
