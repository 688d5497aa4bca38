"""Renders a text board as environments do: printed, as text, or drawn as an array of pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from parlour.kernel.problem import Problem

RENDER_MODES = ("human", "ansi", "rgb_array")
PAPER = (246, 241, 231)
INK = (43, 36, 32)
MARGIN = 8  # pixels around the text
SPACING = 3  # pixels between two lines


def check_render_mode(mode: str | None) -> None:
    """Raises Problem if a board cannot be rendered in this mode; None: it is not rendered."""
    if mode not in (None, *RENDER_MODES):
        raise Problem(f"There is no render mode {mode!r}; choose {' or '.join(RENDER_MODES)}.")


def render_text(text: str, mode: str | None) -> str | NDArray[np.uint8] | None:
    """Returns a text board as the mode demands: as text or picture; or prints it, for people."""
    if mode == "human":
        print(text, flush=True)
    if mode == "rgb_array":
        return draw_text(text)
    return text if mode == "ansi" else None


def draw_text(text: str) -> NDArray[np.uint8]:
    """Returns lines of text as an array of pixels: rows, columns, red-green-blue."""
    font = ImageFont.load_default_imagefont()
    printable = text.encode("latin-1", "replace").decode("latin-1")
    ruler = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    box = ruler.multiline_textbbox((MARGIN, MARGIN), printable, font, spacing=SPACING)
    picture = Image.new("RGB", (int(box[2]) + MARGIN, int(box[3]) + MARGIN), PAPER)
    ImageDraw.Draw(picture).multiline_text((MARGIN, MARGIN), printable, INK, font, spacing=SPACING)
    return np.array(picture)
