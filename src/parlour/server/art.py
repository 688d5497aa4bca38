"""The pictures of a game, from the folder `art` of its package, and its cover: their files, URLs and data URLs."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from parlour.kernel.game import Game
from parlour.table.game_files import game_folder

MEDIA_TYPES = {
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".png": "image/png",
}  # the last one wins among files of one name
ART_FILE_NAME = re.compile(r"([\w-]+)(\.svg|\.webp|\.png)", re.ASCII)


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


def art_urls(game: Game) -> dict[str, str]:
    """Returns the URLs of a game's pictures on the server, by name; a changed picture gets a new URL, for caches."""
    files = art_files(game)
    return {name: f"/art/{game.name}/{path.name}?v={content_version(path)}" for name, path in files.items()}


def art_data_urls(game: Game) -> dict[str, str]:
    """Returns a game's pictures as data URLs, by name, for a page that works without a server."""
    return {name: data_url(path) for name, path in art_files(game).items()}


def cover_file(game: Game) -> Path | None:
    """Returns the path of a game's picture for the home page, or None: `web/cover.png`, else `.webp`, else `.svg`."""
    folder = game_folder(game)
    paths = [] if folder is None else [folder / "web" / f"cover{suffix}" for suffix in reversed(MEDIA_TYPES)]
    return next((path for path in paths if path.is_file()), None)


def cover_url(game: Game) -> str | None:
    path = cover_file(game)
    return None if path is None else f"/covers/{game.name}?v={content_version(path)}"


def data_url(path: Path) -> str:
    content = path.read_bytes()
    if path.suffix == ".svg":  # text compresses better than base64
        return f"data:{MEDIA_TYPES[path.suffix]},{quote(content)}"
    return f"data:{MEDIA_TYPES[path.suffix]};base64,{base64.b64encode(content).decode('ascii')}"


def content_version(path: Path) -> str:
    found = path.stat()
    return _hash_content(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=4096)
def _hash_content(path: Path, written: int, size: int) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:12]
