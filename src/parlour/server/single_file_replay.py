"""Writes the replay of a match as one HTML file that needs no server."""

from __future__ import annotations

import base64
import html
import re
import zlib
from pathlib import Path
from typing import Any

import msgspec

import parlour
from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import Record, record_lines
from parlour.server.art import art_data_urls
from parlour.server.film import build_film
from parlour.server.json_documents import board_file
from parlour.store.files import check_writable, load_match, write_atomically
from parlour.table.loading import strip_save_seed

BUILD_FOLDER = Path(parlour.__file__).parent / "web" / "dist"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' data:; style-src 'unsafe-inline'; img-src data:; font-src data:"
)
PAGE_TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main></main>
<noscript>This replay needs JavaScript: please switch it on.</noscript>
<script type="application/octet-stream" id="film">{film}</script>
<script type="importmap">{{"imports": {{"/kit.js": "{kit}"}}}}</script>
{scripts}
</body>
</html>
"""


def write_replay_page(file: Path, out: Path, at: int | None = None) -> None:
    """Writes the HTML replay page of a record file to `out`; the page opens after `at` answers and outcomes."""
    check_writable(out)
    if out.exists() and file.exists() and out.samefile(file):
        raise Problem(f"{out} is the record itself; name another file to write.")
    record = load_match(file)
    write_atomically(out, render_replay_page(games.find(record.header.game), record, file.stem, at or 0))
    out.chmod(0o644)  # readable by all: unlike a save it holds no secret


def render_replay_page(game: Game, record: Record, name: str, at: int = 0) -> str:
    """Returns the HTML page of a match's replay, with the replay code, the game's board and its pictures inside."""
    code = read_build_file("single/single.js")
    style = read_build_file("single/single.css")
    kit = base64.b64encode(read_build_file("kit.js").encode("utf-8")).decode("ascii")
    document = replay_document(game, record, name, at)
    board = board_file(game)
    scripts = [code] if board is None else [board.read_text("utf-8"), code]
    return PAGE_TEMPLATE.format(
        policy=CONTENT_SECURITY_POLICY,
        title=html.escape(f"{game.title}: {', '.join(record.header.names)}"),
        style=style,
        film=base64.b64encode(zlib.compress(msgspec.json.encode(document), 9)).decode("ascii"),
        kit=f"data:text/javascript;base64,{kit}",
        scripts="\n".join(f'<script type="module">{escape_script(script)}</script>' for script in scripts),
    )


def replay_document(game: Game, record: Record, name: str, at: int) -> dict[str, Any]:
    """Returns the replay of a match as JSON: the frames of the watcher and all seats; of a solitaire, the player's."""
    seats = len(record.header.names)
    viewers = [0] if seats == 1 else [None, *range(seats)]
    board, art = "inline" if board_file(game) else None, art_data_urls(game)
    films = [build_film(record, game, viewer, name, board, art) for viewer in viewers]
    last = films[0]["frames"][-1]["at"]
    if not 0 <= at <= last:
        raise Problem(f"--at is {at}, but the match has {last} answers and outcomes; give a number from 0 to {last}.")
    reels = [{"viewer": each["viewer"], "frames": each.pop("frames")} for each in films]
    lines = record_lines(strip_save_seed(record))  # without the seed of an unfinished match
    return {
        "film": films[0],
        "reels": reels,
        "record": "\n".join(lines) + "\n",
        "name": f"{name}.parlour",
        "start": at,
    }


def read_build_file(name: str) -> str:
    try:
        return (BUILD_FOLDER / name).read_text("utf-8")
    except OSError:
        raise Problem(
            "The browser client is not built here, so no replay page can be written;"
            " `make setup` builds it, or `python tools/web.py` in a checkout."
        ) from None


def escape_script(script: str) -> str:
    """Escapes JavaScript code for an HTML script element, so that nothing in it ends the element or opens a comment."""
    return re.sub(r"</(script)", r"<\\/\1", script, flags=re.IGNORECASE).replace("<!--", "\\x3C!--")
