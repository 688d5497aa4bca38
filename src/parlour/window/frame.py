"""One drawing of the window: the canvas, and the spots on it that can be clicked, hovered and reached by keys."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from parlour.window.canvas import Canvas
from parlour.window.layout import Box, Point
from parlour.window.tokens import GAP, NORMAL, RADIUS, SMALL
from parlour.window.typefaces import SANS

Act = Callable[[], object]
Keep = Callable[[str], object]
TIP_WIDTH = 320
BAR = 6  # the width of a scroll bar


class Spot(NamedTuple):
    """A part of the window that can be clicked: where, its name, what it does, and what it says when hovered."""

    box: Box
    name: str
    act: Act | None
    tip: str = ""


@dataclass
class Hands:
    """What the user's hands do, kept between drawings: pointer, keyboard focus, scroll positions, typed texts."""

    pointer: Point | None = None
    focus: str = ""
    scrolled: dict[str, float] = field(default_factory=dict)  # by name of the area, in logical pixels
    typed: dict[str, str] = field(default_factory=dict)  # by name of the field
    field: str = ""  # the field that is typed into


class ScrollArea(NamedTuple):
    box: Box
    name: str
    longest: float  # how far it can be scrolled


class Frame:
    """One drawing of the window. Widgets draw themselves at once and leave a spot behind."""

    def __init__(self, canvas: Canvas, box: Box, hands: Hands, now: float, still: bool) -> None:
        self.canvas = canvas
        self.box = box
        self.hands = hands
        self.now = now  # seconds
        self.still = still  # nothing moves
        self.spots: list[Spot] = []
        self.areas: list[ScrollArea] = []
        self.fields: dict[str, Keep] = {}  # who keeps what is typed into each field
        self.is_asleep = False
        self.late: list[Callable[[], None]] = []  # drawn over everything else

    # Spots.

    def spot(self, box: Box, name: str, act: Act | None, tip: str = "") -> bool:
        """Leaves a spot that can be clicked, or only hovered; returns whether the pointer or the focus is on it."""
        if self.is_asleep:
            return False
        seen = box if self.canvas.clip_box is None else box.overlap(self.canvas.clip_box)
        if seen.w <= 0 or seen.h <= 0:
            if act is not None:
                self.spots.append(Spot(box, name, act, tip))  # out of sight, but the keyboard reaches it
            return False
        self.spots.append(Spot(seen, name, act, tip))
        return self.is_over(seen) or self.has_focus(name)

    def is_over(self, box: Box) -> bool:
        return self.hands.pointer is not None and not self.is_asleep and box.contains(self.hands.pointer)

    def has_focus(self, name: str) -> bool:
        return not self.is_asleep and self.hands.focus == name

    @contextlib.contextmanager
    def asleep(self) -> Iterator[None]:
        """Draws without leaving spots, below a dialog."""
        before = self.is_asleep
        self.is_asleep = True
        try:
            yield
        finally:
            self.is_asleep = before

    def spot_at(self, point: Point) -> Spot | None:
        """Returns the uppermost spot at a point."""
        return next((spot for spot in reversed(self.spots) if spot.box.contains(point)), None)

    def hovered(self) -> Spot | None:
        pointer = self.hands.pointer
        if pointer is not None and (found := self.spot_at(pointer)) is not None:
            return found
        return next((spot for spot in self.spots if spot.name == self.hands.focus), None)

    def focus_ring(self, box: Box, name: str, radius: float = RADIUS) -> None:
        if self.has_focus(name):
            self.canvas.fill(box.inset(-3), "", radius + 3, "info", 2)

    # Widgets.

    def button(
        self,
        box: Box,
        label: str,
        act: Act | None,
        name: str = "",
        *,
        kind: str = "plain",
        tip: str = "",
        size: float = NORMAL,
        icon: str = "",
    ) -> None:
        """Draws a button. `kind`: plain, strong, quiet, chosen, or off for a choice that is closed now."""
        name = name or label
        over = self.spot(box, name, act, tip)
        colours = {
            "plain": ("sunk" if over else "panel", "edge", "ink"),
            "strong": ("act-over" if over else "act", "", "on-act"),
            "quiet": ("sunk" if over else "", "", "ink"),
            "chosen": ("info", "", "on-info"),
            "off": ("sunk", "line", "soft"),
        }
        fill, edge, ink = colours[kind]
        self.canvas.fill(box, fill, min(RADIUS, box.h / 2), edge)
        inside = box.inset(8 if label else 0, 0)
        if icon:
            side = min(20, box.h - 8)
            spot = inside.middle(side, side) if not label else Box(inside.x, box.centre[1] - side / 2, side, side)
            self.canvas.icon(icon, spot, ink)
            inside = inside.cut_left(side, 6)[1] if label else inside
        if label:
            self.canvas.centred(label, inside, size, ink, SANS)
        self.focus_ring(box, name)

    def button_width(self, label: str, size: float = NORMAL, icon: str = "") -> float:
        return self.canvas.text_width(label, size) + 28 + (26 if icon else 0)

    def buttons(self, area: Box, rows: list[tuple[str, str, Act]], height: float = 36) -> None:
        """Draws buttons from left to right: label, kind and what each does."""
        x = area.x
        for label, kind, act in rows:
            width = self.button_width(label)
            self.button(Box(x, area.y, width, height), label, act, kind=kind)
            x += width + GAP

    def text_field(self, box: Box, name: str, value: str, keep: Keep, hint: str = "") -> None:
        """Draws a field to type into; `keep` gets the text after every key."""
        hands = self.hands
        if name not in hands.typed:
            hands.typed[name] = value

        def take_focus() -> None:
            hands.focus = hands.field = name

        over = self.spot(box, name, take_focus)
        if not self.is_asleep:
            self.fields[name] = keep
        typing = hands.field == name and not self.is_asleep
        self.canvas.fill(box, "sunk", 6, "info" if typing else "edge" if over else "line", 2 if typing else 1)
        text = hands.typed[name]
        shown = text if text or typing else hint
        while typing and self.canvas.text_width(shown, SMALL) > box.w - 22:
            shown = shown[1:]
        shown = self.canvas.shortened(shown, box.w - 16, SMALL)
        width = self.canvas.text(
            shown, (box.x + 8, box.centre[1] - SMALL * 0.58), SMALL, "ink" if text else "soft", SANS
        )
        if typing:
            self.canvas.line((box.x + 10 + width, box.y + 6), (box.x + 10 + width, box.bottom - 6), "ink")

    @contextlib.contextmanager
    def scrolling(self, box: Box, name: str, height: float) -> Iterator[Box]:
        """Draws something higher than its box: yields the box of the whole content, moved as the user has scrolled."""
        longest = max(0.0, height - box.h)
        offset = min(max(0.0, self.hands.scrolled.get(name, 0.0)), longest)
        self.hands.scrolled[name] = offset
        if not self.is_asleep:
            self.areas.append(ScrollArea(box, name, longest))
        with self.canvas.clip(box):
            yield Box(box.x, box.y - offset, box.w - (BAR + 4 if longest else 0), max(height, box.h))
        if longest:
            thumb = max(24.0, box.h * box.h / height)
            at = box.y + (box.h - thumb) * offset / longest
            self.canvas.fill(Box(box.right - BAR, at, BAR, thumb), "edge", BAR / 2)

    def later(self, draw: Callable[[], None]) -> None:
        """Draws something over everything else, at the end."""
        self.late.append(draw)

    def finish(self) -> None:
        """Draws what comes last: what was put off, and the tip of the spot that is hovered."""
        for draw in self.late:
            draw()
        spot = self.hovered()
        if spot is not None and spot.tip:
            self.draw_tip(spot)

    def draw_tip(self, spot: Spot) -> None:
        canvas = self.canvas
        width = min(TIP_WIDTH, max(canvas.text_width(line, SMALL) for line in spot.tip.split("\n")) + 1)
        height = canvas.paragraph_height(spot.tip, width, SMALL)
        x = min(max(self.box.x + 4, spot.box.centre[0] - width / 2 - 10), self.box.right - width - 24)
        below = spot.box.bottom + 6
        y = below if below + height + 16 < self.box.bottom else max(4, spot.box.y - height - 22)
        paper = Box(x, y, width + 20, height + 14)
        canvas.panel(paper, "ink", "ink", 6)
        canvas.paragraph(spot.tip, paper.inset(10, 6)._replace(h=height + 8), SMALL, "ground")
