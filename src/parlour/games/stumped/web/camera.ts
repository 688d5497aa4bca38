/** The position of the map on the screen: zoom, pan, and the tile under a point. */

export interface Camera {
  scale: number;
  left: number;
  top: number;
} // pixels a tile, and the position of the map's corner
export interface Room {
  width: number;
  height: number;
  columns: number;
  rows: number;
} // the screen in pixels, the map in tiles

export const MARGIN = 18; // pixels for the coordinates along the edges
const CLOSEST = 96;

export function fitting({ width, height, columns, rows }: Room): number {
  return Math.max(4, Math.min((width - 2 * MARGIN) / columns, (height - 2 * MARGIN) / rows));
}

/** The camera that shows the whole map, centred. */
export function whole(room: Room): Camera {
  const scale = fitting(room);
  return { scale, left: (room.width - room.columns * scale) / 2, top: (room.height - room.rows * scale) / 2 };
}

/** Keeps the map on the screen, and not smaller than the whole map. */
export function bounded(camera: Camera, room: Room): Camera {
  const least = fitting(room);
  const scale = Math.min(Math.max(camera.scale, least), Math.max(CLOSEST, least));
  const along = (at: number, size: number, map: number) =>
    map <= size - 2 * MARGIN ? (size - map) / 2 : Math.min(MARGIN, Math.max(size - MARGIN - map, at));
  return {
    scale,
    left: along(camera.left, room.width, room.columns * scale),
    top: along(camera.top, room.height, room.rows * scale),
  };
}

/** Zooms while one point of the screen stays in place. */
export function zoomed(camera: Camera, room: Room, factor: number, x = room.width / 2, y = room.height / 2): Camera {
  const least = fitting(room);
  const scale = Math.min(Math.max(camera.scale * factor, least), Math.max(CLOSEST, least));
  const by = scale / camera.scale;
  return bounded({ scale, left: x - (x - camera.left) * by, top: y - (y - camera.top) * by }, room);
}

export const panned = (camera: Camera, room: Room, x: number, y: number): Camera =>
  bounded({ ...camera, left: camera.left + x, top: camera.top + y }, room);

/** Moves a tile into sight, a little away from the edge, with at least `least` pixels a tile. */
export function showing(camera: Camera, room: Room, tile: number, least = 0): Camera {
  const x = (tile % room.columns) + 0.5;
  const y = Math.floor(tile / room.columns) + 0.5;
  if (camera.scale < least) {
    const scale = Math.max(least, fitting(room));
    return bounded({ scale, left: room.width / 2 - x * scale, top: room.height / 2 - y * scale }, room);
  }
  const { scale } = camera;
  const rim = Math.min(scale * 1.5, room.width / 4, room.height / 4);
  const into = (at: number, size: number) => (at < rim ? rim - at : at > size - rim ? size - rim - at : 0);
  return bounded(
    {
      scale,
      left: camera.left + into(camera.left + x * scale, room.width),
      top: camera.top + into(camera.top + y * scale, room.height),
    },
    room,
  );
}

/** The tile under a point; -1 outside the map. */
export function tileAt(camera: Camera, room: Room, x: number, y: number): number {
  const column = Math.floor((x - camera.left) / camera.scale);
  const row = Math.floor((y - camera.top) / camera.scale);
  return column < 0 || row < 0 || column >= room.columns || row >= room.rows ? -1 : column + row * room.columns;
}

/** The tile that was meant: the one under the point if it is a target, else the nearest target under the fingertip. */
export function meantTile(
  camera: Camera,
  room: Room,
  x: number,
  y: number,
  wanted: Iterable<number>,
  finger: number,
): number {
  const under = tileAt(camera, room, x, y);
  const tiles = [...wanted];
  if (tiles.includes(under)) return under;
  let best = under;
  let nearest = finger;
  for (const tile of tiles) {
    const [dx, dy] = [
      x - camera.left - ((tile % room.columns) + 0.5) * camera.scale,
      y - camera.top - (Math.floor(tile / room.columns) + 0.5) * camera.scale,
    ];
    const away = Math.hypot(dx, dy) - camera.scale / 2;
    if (away < nearest) [best, nearest] = [tile, away];
  }
  return best;
}
