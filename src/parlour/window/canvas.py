"""Draws on the window in logical pixels: panels, text, pictures. It is sharp at every scale."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pygame

from parlour.window.layout import Box, Point
from parlour.window.picture_cache import Pictures
from parlour.window.tokens import ICONS, NORMAL, RADIUS, SEAT_SHAPES
from parlour.window.typefaces import SANS, font

LINE_SPACING = 1.3
MOST_TEXTS = 3000


@lru_cache(maxsize=MOST_TEXTS)
def _rendered(text: str, face: str, pixels: int, colour: str) -> pygame.Surface:
    return font(face, pixels).render(text, True, colour)


@lru_cache(maxsize=20_000)
def _text_width(text: str, face: str, pixels: int) -> int:
    return font(face, pixels).size(text)[0]


class Canvas:
    """A surface, its scale (device pixels for a logical one), and the colours by name."""

    def __init__(self, surface: pygame.Surface, scale: float, colours: dict[str, str], pictures: Pictures) -> None:
        self.surface = surface
        self.scale = scale
        self.colours = colours
        self.pictures = pictures
        self.clip_box: Box | None = None

    def colour(self, name: str) -> str:
        """Returns a colour by its name in the tokens; a colour written as `#rrggbb` stays as it is."""
        return self.colours.get(name, name)

    def _pixels(self, box: Box) -> pygame.Rect:
        s = self.scale
        left, top = round(box.x * s), round(box.y * s)
        return pygame.Rect(left, top, round(box.right * s) - left, round(box.bottom * s) - top)

    @contextlib.contextmanager
    def clip(self, box: Box) -> Iterator[None]:
        """Draws only inside a box meanwhile."""
        before = self.clip_box
        self.clip_box = box if before is None else before.overlap(box)
        self.surface.set_clip(self._pixels(self.clip_box))
        try:
            yield
        finally:
            self.clip_box = before
            self.surface.set_clip(None if before is None else self._pixels(before))

    # Shapes.

    def fill(self, box: Box, colour: str, radius: float = 0, edge: str = "", width: float = 1) -> None:
        """Fills a box, with rounded corners and an edge if wanted."""
        area = self._pixels(box)
        if area.w <= 0 or area.h <= 0:
            return
        fill, stroke = self.colour(colour) if colour else "none", self.colour(edge) if edge else "none"
        corner = min(round(radius * self.scale), area.w // 2, area.h // 2)
        line = max(1, round(width * self.scale)) if edge else 0
        part = max(corner, line) + 1
        if 2 * part + 1 > min(area.w, area.h):
            self._rounded(area, corner, fill, stroke, line)
            return
        side = 2 * part + 1
        svg = rounded_svg(side, side, corner, fill, stroke, line)
        source = self.pictures.drawing(svg, side, side)
        if len(fill) == 9:  # lets shine through what is below
            self._nine_parts(source, area, part)
            return
        self._corners(source, area, part)
        across, down = area.inflate(-2 * part, 0), area.inflate(0, -2 * part)
        if fill != "none":
            self.surface.fill(fill, across)
            self.surface.fill(fill, (area.x, down.y, part, down.h))
            self.surface.fill(fill, (area.right - part, down.y, part, down.h))
        if line:
            self.surface.fill(stroke, (across.x, area.y, across.w, line))
            self.surface.fill(stroke, (across.x, area.bottom - line, across.w, line))
            self.surface.fill(stroke, (area.x, down.y, line, down.h))
            self.surface.fill(stroke, (area.right - line, down.y, line, down.h))

    def _corners(self, source: pygame.Surface, area: pygame.Rect, part: int) -> None:
        far = source.get_width() - part
        for sx, x in ((0, area.x), (far, area.right - part)):
            for sy, y in ((0, area.y), (far, area.bottom - part)):
                self.surface.blit(source, (x, y), (sx, sy, part, part))

    def _rounded(self, area: pygame.Rect, corner: int, fill: str, stroke: str, line: int) -> None:
        svg = rounded_svg(area.w, area.h, corner, fill, stroke, line)
        self.surface.blit(self.pictures.drawing(svg, area.w, area.h), area)

    def _nine_parts(self, source: pygame.Surface, area: pygame.Rect, part: int, hollow: bool = False) -> None:
        """Draws a small picture of a box in a larger area: its corners as they are, its edges and middle stretched."""
        far = source.get_width() - part
        across = ((0, part, area.x, part), (part, far - part, area.x + part, area.w - 2 * part), (far, part, 0, part))
        down = ((0, part, area.y, part), (part, far - part, area.y + part, area.h - 2 * part), (far, part, 0, part))
        for row, (sy, sh, y, h) in enumerate(down):
            for column, (sx, sw, x, w) in enumerate(across):
                if hollow and row == column == 1:
                    continue
                x, y = (area.right - part if column == 2 else x), (area.bottom - part if row == 2 else y)
                piece = source.subsurface((sx, sy, sw, sh))
                if (w, h) != (sw, sh):
                    piece = pygame.transform.scale(piece, (max(0, w), max(0, h)))
                self.surface.blit(piece, (x, y))

    def panel(
        self, box: Box, colour: str = "panel", edge: str = "line", radius: float = RADIUS, width: float = 1
    ) -> None:
        """Draws a box with a soft shadow and an edge."""
        self.shadow(box)
        self.fill(box, colour, radius, edge, width)

    def shadow(self, box: Box) -> None:
        radius = max(2, round(8 * self.scale))
        area = self._pixels(box.moved(0, 2)).inflate(2 * radius, 2 * radius)
        part = radius * 5 // 2
        if min(area.w, area.h) > 2 * part:
            self._nine_parts(self.pictures.shadow(radius, self.colour("shadow")), area, part, hollow=True)

    def line(self, start: Point, end: Point, colour: str, width: float = 1) -> None:
        s = self.scale
        points = (start[0] * s, start[1] * s), (end[0] * s, end[1] * s)
        pygame.draw.line(self.surface, self.colour(colour), *points, max(1, round(width * s)))

    def svg(self, body: str, box: Box, view: str = "0 0 24 24", opacity: float = 1) -> None:
        """Draws the inside of an SVG document; names of tokens in braces become colours: `fill="{ink}"`."""
        if "{" in body:
            for name, value in self.colours.items():
                body = body.replace(f"{{{name}}}", value)
        area = self._pixels(box)
        group = f'<g opacity="{opacity:.2f}">{body}</g>' if opacity < 1 else body
        document = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{group}</svg>'
        if area.w > 0 and area.h > 0:
            self.surface.blit(self.pictures.drawing(document, area.w, area.h), area)

    def icon(self, name: str, box: Box, colour: str = "ink") -> None:
        path = ICONS.get(name, ICONS["system"])
        style = f'fill="none" stroke="{self.colour(colour)}" stroke-width="2" stroke-linecap="round"'
        self.svg(f'<path d="{path}" {style} stroke-linejoin="round"/>', box)

    def token(self, seat: int, box: Box) -> None:
        """Draws the token of a seat: its colour and its shape."""
        number = seat % len(SEAT_SHAPES)
        fill = self.colour(f"seat-{number}")
        self.svg(f'<path d="{SEAT_SHAPES[number]}" fill="{fill}" stroke="{{panel}}" stroke-width="1"/>', box)

    def picture(self, path: Path | None, box: Box, opacity: float = 1) -> None:
        """Draws a picture file in the middle of a box, as large as it fits; nothing if there is none."""
        if path is None:
            return
        area = self._pixels(box)
        found = self.pictures.file(path, area.w, area.h)
        if opacity < 1:
            found = found.copy()
            found.set_alpha(round(255 * opacity))
        self.surface.blit(found, found.get_rect(center=area.center))

    def cover(self, path: Path | None, box: Box, opacity: float = 1) -> None:
        """Fills a box with a picture file; what is too much is cut off."""
        if path is None or box.w <= 0 or box.h <= 0:
            return
        area = self._pixels(box)
        inside = self.pictures.file(path, area.w, area.h).get_size()
        ratio = max(area.w / inside[0], area.h / inside[1])
        with self.clip(box):
            self.picture(path, box.middle(inside[0] * ratio / self.scale, inside[1] * ratio / self.scale), opacity)

    # Text.

    def text_width(self, text: str, size: float = NORMAL, face: str = SANS) -> float:
        return _text_width(text, face, self._size(size)) / self.scale

    def _size(self, size: float) -> int:
        return max(6, round(size * self.scale))

    def text(
        self, text: str, at: Point, size: float = NORMAL, colour: str = "ink", face: str = SANS, align: str = "left"
    ) -> float:
        """Draws one line of text whose top is at a point; returns its width. `align`: left, middle or right."""
        image = _rendered(text, face, self._size(size), self.colour(colour))
        width = image.get_width()
        x = at[0] * self.scale - {"left": 0.0, "middle": width / 2, "right": float(width)}[align]
        self.surface.blit(image, (round(x), round(at[1] * self.scale)))
        return width / self.scale

    def line_height(self, size: float = NORMAL) -> float:
        return size * LINE_SPACING

    def centred(self, text: str, box: Box, size: float = NORMAL, colour: str = "ink", face: str = SANS) -> None:
        """Draws one line of text in the middle of a box, shortened if it is too long."""
        image = _rendered(self.shortened(text, box.w, size, face), face, self._size(size), self.colour(colour))
        self.surface.blit(image, image.get_rect(center=self._pixels(box).center))

    def shortened(self, text: str, width: float, size: float = NORMAL, face: str = SANS) -> str:
        if self.text_width(text, size, face) <= width:
            return text
        while text and self.text_width(text + "…", size, face) > width:
            text = text[:-1]
        return text.rstrip() + "…"

    def wrap(self, text: str, width: float, size: float = NORMAL, face: str = SANS) -> list[str]:
        """Returns a text as lines that are not wider than `width`; line breaks and indents stay."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line, *words = paragraph.split(" ")
            for word in words:
                longer = f"{line} {word}"
                if line.strip() and self.text_width(longer, size, face) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines

    def paragraph(
        self, text: str, box: Box, size: float = NORMAL, colour: str = "ink", face: str = SANS, align: str = "left"
    ) -> float:
        """Draws a text wrapped to the box's width, as many lines as fit its height; returns the height used."""
        step = self.line_height(size)
        lines = self.wrap(text, box.w, size, face)
        room = max(1, int(box.h / step + 0.2))
        if len(lines) > room:
            lines = [*lines[: room - 1], self.shortened(lines[room - 1] + " …", box.w, size, face)]
        x = {"left": box.x, "middle": box.centre[0], "right": box.right}[align]
        for number, line in enumerate(lines):
            self.text(line, (x, box.y + number * step), size, colour, face, align)
        return len(lines) * step

    def paragraph_height(self, text: str, width: float, size: float = NORMAL, face: str = SANS) -> float:
        return len(self.wrap(text, width, size, face)) * self.line_height(size)


@lru_cache(maxsize=512)
def rounded_svg(width: int, height: int, corner: int, fill: str, stroke: str, line: int) -> str:
    """Returns the SVG document of a box with rounded corners, in device pixels."""
    half = line / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><rect x="{half}" y="{half}" '
        f'width="{width - line}" height="{height - line}" rx="{max(0, corner - half)}" {_paint("fill", fill)} '
        f'{_paint("stroke", stroke)} stroke-width="{line}"/></svg>'
    )


def _paint(attribute: str, colour: str) -> str:
    """Returns the attributes for a colour that may have an alpha part, which the SVG reader takes only as opacity."""
    if len(colour) == 9:
        return f'{attribute}="{colour[:7]}" {attribute}-opacity="{int(colour[7:], 16) / 255:.3f}"'
    return f'{attribute}="{colour}"'
