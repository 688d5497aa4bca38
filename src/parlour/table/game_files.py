"""Finds the folder with a game's files, and in it the pictures of the folder `art` and the cover."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

from parlour.kernel.game import Game

MEDIA_TYPES = {
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".png": "image/png",
}  # the last one wins among files of one name
ART_FILE_NAME = re.compile(r"([\w-]{1,100})(\.svg|\.webp|\.png)", re.ASCII)


def game_folder(game: Game) -> Path | None:
    """Returns the folder of the Python module that defines a game; None if it is not found."""
    home = importlib.util.find_spec(game.home)
    return None if home is None or home.origin is None else Path(home.origin).parent


def art_files(game: Game) -> dict[str, Path]:
    """Returns the files of a game's pictures, by picture name without suffix; of several files of one name, the PNG,
    else the WebP."""
    folder = game_folder(game)
    if folder is None or not (folder / "art").is_dir():
        return {}
    found = [(path, ART_FILE_NAME.fullmatch(path.name)) for path in (folder / "art").iterdir() if path.is_file()]
    pictures = [(match[1], path) for path, match in found if match is not None]
    return dict(sorted(pictures, key=lambda pair: (pair[0], list(MEDIA_TYPES).index(pair[1].suffix))))


def art_file(game: Game, name: str) -> Path | None:
    """Returns the path of a game's picture by its file name, or None; never a file outside the folder `art`."""
    folder = game_folder(game)
    path = None if folder is None or ART_FILE_NAME.fullmatch(name) is None else folder / "art" / name
    return path if path is not None and path.is_file() else None


def cover_file(game: Game) -> Path | None:
    """Returns the path of a game's picture for the home page, or None: `web/cover.png`, else `.webp`, else `.svg`."""
    folder = game_folder(game)
    paths = [] if folder is None else [folder / "web" / f"cover{suffix}" for suffix in reversed(MEDIA_TYPES)]
    return next((path for path in paths if path.is_file()), None)
