"""Draws a text board as a picture, for environments that render to an array of pixels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

PAPER = (246, 241, 231)
INK = (43, 36, 32)
MARGIN = 8  # pixels around the text
SPACING = 3  # pixels between two lines


def draw_text(text: str) -> NDArray[np.uint8]:
    """Returns lines of text as an array of pixels: rows, columns, red-green-blue."""
    font = ImageFont.load_default_imagefont()
    printable = text.encode("latin-1", "replace").decode("latin-1")
    ruler = ImageDraw.Draw(Image.new("RGB", (1, 1)))
    box = ruler.multiline_textbbox((MARGIN, MARGIN), printable, font, spacing=SPACING)
    picture = Image.new("RGB", (int(box[2]) + MARGIN, int(box[3]) + MARGIN), PAPER)
    ImageDraw.Draw(picture).multiline_text((MARGIN, MARGIN), printable, INK, font, spacing=SPACING)
    return np.array(picture)
