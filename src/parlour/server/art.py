"""The URLs and data URLs of a game's pictures and of its cover."""

from __future__ import annotations

import base64
import hashlib
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

from parlour.kernel.game import Game
from parlour.table.game_files import MEDIA_TYPES, art_files, cover_file


def art_urls(game: Game) -> dict[str, str]:
    """Returns the URLs of a game's pictures on the server, by name; a changed picture gets a new URL, for caches."""
    files = art_files(game)
    return {name: f"/art/{game.name}/{path.name}?v={content_version(path)}" for name, path in files.items()}


def art_data_urls(game: Game) -> dict[str, str]:
    """Returns a game's pictures as data URLs, by name, for a page that works without a server."""
    return {name: data_url(path) for name, path in art_files(game).items()}


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
