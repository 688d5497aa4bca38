"""Pictures in the size in which they are shown: SVG is drawn anew for every size, so it is always sharp."""

from __future__ import annotations

import io
from collections import OrderedDict
from pathlib import Path

import pygame

MOST_PIXELS = 24_000_000  # kept; the oldest pictures go first


class Pictures:
    """Rasterised pictures and small drawings, by what they show and their size in device pixels."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[object, ...], pygame.Surface] = OrderedDict()
        self.pixels = 0

    def drawing(self, svg: str, width: int, height: int) -> pygame.Surface:
        """Returns an SVG document as a picture of this size; its viewBox fills it."""
        return self._keep(("svg", svg, width, height), lambda: _rasterise(io.BytesIO(svg.encode()), width, height))

    def file(self, path: Path, width: int, height: int) -> pygame.Surface:
        """Returns a picture file in the largest size that fits; an unreadable file gives an empty picture."""
        return self._keep((path, width, height), lambda: _load_file(path, width, height))

    def shadow(self, radius: int, colour: str) -> pygame.Surface:
        """Returns the soft shadow of a small box, to be cut into nine parts."""
        return self._keep(("shadow", radius, colour), lambda: _blurred_box(radius, colour))

    def _keep(self, key: tuple[object, ...], make) -> pygame.Surface:  # type: ignore[no-untyped-def]
        found = self.kept.get(key)
        if found is not None:
            self.kept.move_to_end(key)
            return found
        made: pygame.Surface = make()
        self.kept[key] = made
        self.pixels += made.get_width() * made.get_height()
        while self.pixels > MOST_PIXELS and len(self.kept) > 1:
            _, old = self.kept.popitem(last=False)
            self.pixels -= old.get_width() * old.get_height()
        return made


def _rasterise(source: io.BytesIO, width: int, height: int) -> pygame.Surface:
    return pygame.image.load_sized_svg(source, (max(1, width), max(1, height)))


def _load_file(path: Path, width: int, height: int) -> pygame.Surface:
    try:
        if path.suffix == ".svg":
            return pygame.image.load_sized_svg(path, (max(1, width), max(1, height)))
        found = pygame.image.load(path).convert_alpha()
    except (pygame.error, OSError):
        return pygame.Surface((1, 1), pygame.SRCALPHA)
    ratio = min(width / found.get_width(), height / found.get_height())
    return pygame.transform.smoothscale(
        found, (max(1, round(found.get_width() * ratio)), max(1, round(found.get_height() * ratio)))
    )


def _blurred_box(radius: int, colour: str) -> pygame.Surface:
    side = radius * 6
    box = pygame.Surface((side, side), pygame.SRCALPHA)
    pygame.draw.rect(box, colour, (radius, radius, side - 2 * radius, side - 2 * radius), border_radius=radius)
    return pygame.transform.gaussian_blur(box, max(1, radius // 2))
