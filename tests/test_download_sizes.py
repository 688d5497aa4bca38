"""Limits of what a browser downloads, compressed: a board, and the shell with everything that a table needs."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from parlour.games import names
from parlour.server.static_files import DIST
from tests.browser_driver import skip_without

MAX_BOARD_BYTES = 30_000
MAX_SHELL_BYTES = 60_000
ASSETS = DIST / "assets"
STATIC_IMPORT = re.compile(r'(?:from|import)\s*"\./([\w.-]+\.js)"')


def compressed_size(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def with_imports(name: str) -> set[Path]:
    """Returns a built module and all modules that it imports at once, directly or through others."""
    found: set[Path] = set()
    waiting = [next(ASSETS.glob(f"{name}-*.js"))]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [ASSETS / imported for imported in STATIC_IMPORT.findall(path.read_text("utf-8"))]
    return found


@pytest.fixture(autouse=True)
def _needs_the_built_client() -> None:
    if not ASSETS.is_dir():
        skip_without("built browser client")


@pytest.mark.parametrize("game", names())
def test_a_board_is_small(game: str) -> None:
    board = DIST.parent.parent / "games" / game / "web" / "board.js"
    assert not board.exists() or compressed_size(board) <= MAX_BOARD_BYTES


def test_the_shell_of_a_table_is_small() -> None:
    files = with_imports("index") | with_imports("table-page") | {DIST / "kit.js", DIST / "index.html"}
    files.update(ASSETS.glob("*.css"))
    assert len(files) > 10
    assert sum(map(compressed_size, files)) <= MAX_SHELL_BYTES
