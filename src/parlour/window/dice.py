"""Dice with pips, for every game that rolls some."""

from __future__ import annotations

from parlour.window.frame import Frame
from parlour.window.layout import Box

PIPS = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 7), (17, 7), (7, 12), (17, 12), (7, 17), (17, 17)),
}
BONE = ("#fbf5e6", "#b9a27a", "#2b2420")


def draw_die(frame: Frame, box: Box, face: int, turned: float = 0, colours: tuple[str, str, str] = BONE) -> None:
    """Draws a die of bone with its pips, turned by so many degrees."""
    body, edge, pip = colours
    pips = "".join(f'<circle cx="{x}" cy="{y}" r="2.1" fill="{pip}"/>' for x, y in PIPS.get(face, ()))
    frame.canvas.svg(
        f'<g transform="rotate({round(turned / 3) * 3} 12 12)"><rect x="2" y="2.500" width="20" height="20" rx="4.500" '
        f'fill="{edge}"/><rect x="2" y="1.500" width="20" height="20" rx="4.500" fill="{body}" stroke="{edge}"/>'
        f"{pips}</g>",
        box,
    )
