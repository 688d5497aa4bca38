"""The typefaces: a serif for titles and cards, a sans for everything else, and one of fixed width for text boards."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame

import parlour

SERIF, SANS, BOLD, MONO = "serif", "sans", "bold", "mono"
SYSTEM_FACES = {
    SERIF: "georgia,palatinolinotype,palatino,notoserif,liberationserif,dejavuserif",
    SANS: "segoeui,helveticaneue,roboto,notosans,cantarell,liberationsans,arial,dejavusans",
    MONO: "consolas,menlo,notosansmono,liberationmono,couriernew,dejavusansmono",
}


@lru_cache(maxsize=1)
def _bundled_serif() -> Path | None:
    """Returns the font file that the browser client brings along, if it is built."""
    assets = Path(parlour.__file__).parent / "web" / "dist" / "assets"
    return next(iter(sorted(assets.glob("alegreya-latin-*.woff2"))), None)


@lru_cache(maxsize=8)
def _face_file(face: str) -> str | None:
    if face == SERIF and (bundled := _bundled_serif()) is not None:
        return str(bundled)
    wanted = SANS if face == BOLD else face
    return pygame.font.match_font(SYSTEM_FACES[wanted], bold=face == BOLD)


@lru_cache(maxsize=64)
def font(face: str, pixels: int) -> pygame.font.Font:
    """Returns a font in a size of device pixels; where the system has none, pygame's own."""
    try:
        return pygame.font.Font(_face_file(face), pixels)
    except (pygame.error, OSError):
        return pygame.font.Font(None, pixels)
