"""A second implementation of map making (section 3), in floating point and fractions, and figures of any map."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import cos, floor, hypot, radians, sin
from random import Random

from parlour.games.stumped.rules.actions import NOWHERE
from parlour.games.stumped.rules.state import WATER, Valley

Cell = tuple[int, int]
STEPS = {"North": (0, -1), "East": (1, 0), "South": (0, 1), "West": (-1, 0)}
SWAPPED = {"North": "South", "South": "North", "East": "East", "West": "West"}
TRANSPOSED = {"North": "West", "West": "North", "East": "South", "South": "East"}


@dataclass
class Map:
    width: int = 32
    height: int = 20
    pond: set[Cell] = field(default_factory=set)
    river: dict[Cell, str] = field(default_factory=dict)
    spawners: dict[Cell, str] = field(default_factory=dict)
    starts: tuple[Cell, Cell] = ((0, 0), (0, 0))
    rivers: int = 0  # in the half

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def is_water(self, cell: Cell) -> bool:
        return cell in self.pond or cell in self.river

    def downstream(self, cell: Cell) -> Cell:
        step = STEPS[self.river[cell]]
        return cell[0] + step[0], cell[1] + step[1]

    def mouths(self) -> int:
        """River tiles that run into the pond."""
        return sum(self.downstream(cell) in self.pond for cell in self.river)

    def count_rivers(self) -> int:
        return len(bodies(set(self.river)))

    def transposed(self) -> Map:
        """The map with columns and rows exchanged: an upright mirror line is level then."""
        found = Map(self.height, self.width)
        found.pond = {(y, x) for x, y in self.pond}
        found.river = {(y, x): TRANSPOSED[flow] for (x, y), flow in self.river.items()}
        found.spawners = {(y, x): goods for (x, y), goods in self.spawners.items()}
        (ax, ay), (bx, by) = self.starts
        found.starts = (ay, ax), (by, bx)
        return found

    def is_mirrored(self) -> bool:
        """Whether the lower half mirrors the upper one."""
        last = self.height - 1
        return (
            {(x, last - y) for x, y in self.pond} == self.pond
            and {(x, last - y): SWAPPED[flow] for (x, y), flow in self.river.items()} == self.river
            and {(x, last - y): goods for (x, y), goods in self.spawners.items()} == self.spawners
            and self.starts[1] == (self.starts[0][0], last - self.starts[0][1])
        )

    def levelled(self) -> Map:
        """The map, turned if need be so that its mirror line is level."""
        return self if self.is_mirrored() else self.transposed()

    def strays(self) -> list[Cell]:
        """River tiles that run onto land or off the board."""
        return [cell for cell in self.river if not self.is_water(self.downstream(cell))]

    def starts_in_water(self) -> bool:
        return self.is_water(self.starts[0])


def bodies(cells: set[Cell]) -> list[set[Cell]]:
    """The cells in groups that hang together."""
    left, found = set(cells), []
    while left:
        body, waiting = set(), [left.pop()]
        while waiting:
            x, y = waiting.pop()
            body.add((x, y))
            near = {(x + dx, y + dy) for dx, dy in STEPS.values()} & left
            left -= near
            waiting += near
        found.append(body)
    return found


def draw_course(found: Map, mouth: Cell, source: Cell) -> None:
    """The river of the profile `document`: the cells that the straight line passes, never diagonally."""
    (x, y), across, up = mouth, abs(source[0] - mouth[0]), mouth[1] - source[1]
    level = [(Fraction(2 * step + 1, 2 * across), 1) for step in range(across)]
    steep = [(Fraction(2 * step + 1, 2 * up), 0) for step in range(up)]
    for _, is_level in sorted(level + steep):
        way = ("West" if source[0] >= mouth[0] else "East") if is_level else "South"
        x, y = x - STEPS[way][0], y - STEPS[way][1]
        if (x, y) in found.river:
            return
        if (x, y) not in found.pond:
            found.river[x, y] = way


def naive_map(rng: Random, width: int = 32, height: int = 20) -> Map:
    found = Map(width, height)
    dig_pond(found, rng)
    angle = 45.0 - 30.0
    while True:
        angle += rng.uniform(30, 45)
        if angle >= 135:
            break
        draw_ray(found, angle)
        found.rivers += 1
    plant(found, rng, "branches", rng.randint(4, 12))
    plant(found, rng, "food", rng.randint(1, 3))
    mirror(found)
    while True:
        x, y = rng.randrange(width), rng.randrange(height // 2)
        if (x, y) not in found.spawners:
            found.starts = ((x, y), (x, height - 1 - y))
            return found


def dig_pond(found: Map, rng: Random) -> None:
    cx, cy = found.width // 2, found.height // 2
    blobs = [(float(cx), float(cy), rng.uniform(0.5, 5))]
    for _ in range(5):
        blobs.append((cx + rng.uniform(-2, 2), cy - rng.uniform(0, 2), rng.uniform(0.5, 5)))
    for y in range(found.height // 2):
        for x in range(found.width):
            energy = sum(radius / max(0.0001, hypot(x - bx, y - by)) for bx, by, radius in blobs)
            if energy > 3.5:
                found.pond.add((x, y))


def draw_ray(found: Map, degrees: float, q: Cell = (-1, -1)) -> None:
    cx, cy = found.width // 2, found.height // 2
    length = found.width + found.height
    dx, dy = cos(radians(degrees + 180)) * length, sin(radians(degrees + 180)) * length
    n = max(abs(dx), abs(dy))
    sx, sy = dx / n, dy / n
    px, py = float(cx), float(cy)
    k = 0
    while k < n:
        px, py = px + sx, py + sy
        c = (floor(px), floor(py))
        after = (floor(px + sx), floor(py + sy))
        if found.inside(c) and c[1] < found.height // 2:
            if after[0] != c[0] and after[1] != c[1]:
                py -= sy
            if c in found.river:
                return
            if c not in found.pond:
                found.river[c] = flow(c, q)
        q = c
        k += 1


def flow(c: Cell, q: Cell) -> str:
    """The rows are compared first."""
    if c[1] != q[1]:
        return "North" if c[1] > q[1] else "South"
    return "East" if c[0] < q[0] else "West"


def plant(found: Map, rng: Random, goods: str, number: int) -> None:
    for _ in range(number):
        while True:
            cell = (rng.randrange(found.width), rng.randrange(found.height // 2))
            if cell not in found.spawners and found.is_water(cell) == (goods == "food"):
                found.spawners[cell] = goods
                break


def mirror(found: Map) -> None:
    last = found.height - 1
    found.pond |= {(x, last - y) for x, y in found.pond}
    found.river |= {(x, last - y): SWAPPED[way] for (x, y), way in found.river.items()}
    found.spawners |= {(x, last - y): goods for (x, y), goods in found.spawners.items()}


def map_of(valley: Valley) -> Map:
    """Returns the dealt map in the same form."""
    width = int(valley.book.width)
    found = Map(width, int(valley.book.height))
    for tile in range(len(valley.ground)):
        cell = (tile % width, tile // width)
        if valley.flow[tile] != NOWHERE:
            found.river[cell] = list(STEPS)[int(valley.flow[tile])]
        elif valley.ground[tile] == WATER:
            found.pond.add(cell)
    for tile, goods in zip(valley.spawner_tile, valley.spawner_goods, strict=True):
        found.spawners[int(tile) % width, int(tile) // width] = ("branches", "food")[int(goods)]
    mine, its = (int(valley.place[row]) for row in range(2))
    found.starts = ((mine % width, mine // width), (its % width, its // width))
    return found
