"""Serves the browser client's pages and files, and the games' board scripts and pictures, with security headers."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litestar import MediaType, Response, Router, get
from litestar.params import FromPath, FromQuery

import parlour
from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.server.app_context import AppRequest
from parlour.server.art import content_version
from parlour.server.json_documents import board_file, gamelog_reader_file
from parlour.table.game_files import art_file, cover_file

DIST = Path(parlour.__file__).parent / "web" / "dist"
PAGE_PATHS = [
    "/", "/t/{rest:path}", "/r/{rest:path}", "/rules", "/rules/{rest:path}", "/ratings", "/docs", "/viewer",
    "/contest", "/contest/{rest:path}", "/tournaments", "/tournaments/{rest:path}",
]  # fmt: skip
CONTENT_SECURITY_POLICY = "; ".join([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
])  # fmt: skip
SECURITY_HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",  # file_response overrides it
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
IMAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"  # an SVG opened directly runs no script
CACHE_FOREVER = "public, max-age=31536000, immutable"  # files whose names hold their hash
NOT_BUILT_PAGE = """<!doctype html><meta charset="utf-8"><title>Parlour</title>
<h1>Parlour</h1><p>The server runs, but the browser client is not built. Run `make setup` in the project folder."""


class StaticFile(NamedTuple):
    body: bytes
    gzipped: bytes
    media_type: str
    etag: str


@cache
def load_static_file(path: Path, written: int) -> StaticFile:
    """Reads a file to serve over HTTP and compresses it, except fonts and pictures that are compressed already; cached
    until its modification time `written` changes."""
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if path.suffix == ".js":
        kind = "text/javascript"
    packed = path.suffix in (".woff2", ".png", ".webp")
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return StaticFile(body, b"" if packed else gzip.compress(body, 9), kind, tag)


def file_response(request: AppRequest, path: Path, caching: str, status: int = 200) -> Response[bytes]:
    file = load_static_file(path, path.stat().st_mtime_ns)
    headers = {"Cache-Control": caching, "ETag": file.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    if file.gzipped and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"], body = "gzip", file.gzipped
    return Response(body, media_type=file.media_type, headers=headers, status_code=status)


def shell_response(request: AppRequest, status: int = 200, mode: str = "") -> Response[Any]:
    """Returns the browser client's HTML page, the same for every URL; `mode` "contest" marks a contest server."""
    page = DIST / "index.html"
    if not page.is_file():
        return Response(NOT_BUILT_PAGE, media_type=MediaType.HTML, status_code=503)
    if mode:
        text = page.read_text("utf-8").replace("<parlour-shell>", f'<parlour-shell mode="{mode}">')
        return Response(text, media_type=MediaType.HTML, headers={"Cache-Control": "no-cache"}, status_code=status)
    return file_response(request, page, "no-cache", status)


@get(PAGE_PATHS, include_in_schema=False, sync_to_thread=False)
def show_page(request: AppRequest) -> Response[Any]:
    return shell_response(request)


@get("/assets/{name:path}", include_in_schema=False, sync_to_thread=False)
def show_asset(request: AppRequest, name: FromPath[Path]) -> Response[Any]:
    assets = (DIST / "assets").resolve()
    try:
        path = (assets / str(name).lstrip("/")).resolve()
        found = path.is_file() and path.is_relative_to(assets)
    except (OSError, ValueError):  # not a valid file name
        found = False
    if not found:
        return Response({"code": "missing", "sentence": "There is no such file."}, status_code=404)
    return file_response(request, path, CACHE_FOREVER)


@get("/kit.js", include_in_schema=False, sync_to_thread=False)
def show_kit(request: AppRequest) -> Response[Any]:
    """Returns the JavaScript file that pages and boards share, or 404 if the browser client is not built."""
    path = DIST / "kit.js"
    if not path.is_file():
        return Response({"code": "missing", "sentence": "The browser client is not built here."}, status_code=404)
    return file_response(request, path, "no-cache")


def find_game_file(name: str, find: Callable[[Game], Path | None]) -> Path | None:
    """Returns the file that `find` gives for the game of this name; None if there is no such game or no file."""
    try:
        return find(games.find(name))
    except Problem:
        return None


@get("/boards/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_board(request: AppRequest, name: FromPath[str]) -> Response[Any]:
    """Returns the JavaScript file that draws a game's board in the browser, or 404 if the game has none."""
    path = find_game_file(name.removesuffix(".js"), board_file)
    if path is None:
        return Response({"code": "missing", "sentence": "That game has no board of its own."}, status_code=404)
    return file_response(request, path, "no-cache")


@get("/boards/{game:str}/gamelog.js", include_in_schema=False, sync_to_thread=False)
def show_gamelog_reader(request: AppRequest, game: FromPath[str]) -> Response[Any]:
    """Returns the JavaScript file that reads a game's gamelogs in the browser, or 404 if the game has none."""
    path = find_game_file(game, gamelog_reader_file)
    if path is None:
        return Response({"code": "missing", "sentence": "That game has no reader of gamelogs."}, status_code=404)
    return file_response(request, path, "no-cache")


@get("/art/{game:str}/{name:str}", include_in_schema=False, sync_to_thread=False)
def show_art(
    request: AppRequest, game: FromPath[str], name: FromPath[str], v: FromQuery[str | None] = None
) -> Response[Any]:
    """Returns a picture of a game over HTTP; a URL with the picture's current version may be cached forever."""
    return picture_response(request, game, lambda found: art_file(found, name), v)


@get("/covers/{game:str}", include_in_schema=False, sync_to_thread=False)
def show_cover(request: AppRequest, game: FromPath[str], v: FromQuery[str | None] = None) -> Response[Any]:
    """Returns a game's picture for the home page over HTTP."""
    return picture_response(request, game, cover_file, v)


def picture_response(
    request: AppRequest, game: str, find: Callable[[Game], Path | None], version: str | None
) -> Response[Any]:
    path = find_game_file(game, find)
    if path is None:
        return Response({"code": "missing", "sentence": "That game has no such picture."}, status_code=404)
    picture = file_response(request, path, CACHE_FOREVER if version == content_version(path) else "no-cache")
    picture.headers["Content-Security-Policy"] = IMAGE_POLICY
    return picture


FILE_HANDLERS = [show_asset, show_kit, show_board, show_gamelog_reader, show_art, show_cover]
router = Router("/", route_handlers=[show_page, *FILE_HANDLERS])
