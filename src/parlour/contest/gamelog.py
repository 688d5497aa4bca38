"""Gamelogs of contest matches: gzipped JSON files. Writes the current format, reads the format of 2017 too."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import tempfile
import zlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from parlour.contest.engine.framing import encode_json
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json

GAMELOG_VERSION = "2.2.0"
GAMELOG_SUFFIX = ".json.gz"
DELTA_CONSTANTS: Mapping[str, str] = {"DELTA_REMOVED": REMOVED_MARK, "DELTA_LIST_LENGTH": LENGTH_MARK}
GZIP_LEVEL = 6  # higher levels cost much more time
LONGEST_SESSION_PART = 120  # characters in a file name
LARGEST_GAMELOG = 1 << 29  # bytes, decompressed
_UNSAFE_CHARACTERS = re.compile(r"[^A-Za-z0-9_.-]+")
_SAFE_NAME = re.compile(r"[A-Za-z0-9_.-]{1,240}")


def gamelog_stem(game: str, session: str, milliseconds: int) -> str:
    """Returns the file name of a gamelog without suffix: game, session and end time of the match."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    time = f"{moment:%Y.%m.%d.%H.%M.%S}.{milliseconds % 1000:03}"
    return f"{_UNSAFE_CHARACTERS.sub('_', game)}-{_UNSAFE_CHARACTERS.sub('_', session)[:LONGEST_SESSION_PART]}-{time}"


def gamelog_header(game: str, session: str, version: str, settings: Mapping[str, Json]) -> Document:
    """Returns the JSON fields of a gamelog before its entries, which are also the first message to spectators."""
    return {
        "gamelogVersion": GAMELOG_VERSION,
        "gameName": game,
        "gameSession": session,
        "gameVersion": version,
        "constants": dict(DELTA_CONSTANTS),
        "settings": dict(settings),
    }


def encode_gamelog(head: Document, tail: Document, entries: Sequence[bytes]) -> bytes:
    """Returns a whole gamelog as JSON, from its fields and its already encoded entries."""
    return encode_json({**head, **tail})[:-1] + b',"deltas":[' + b",".join(entries) + b"]}"


def write_gamelog(folder: Path, stem: str, body: bytes) -> None:
    write_atomically(folder / f"{stem}{GAMELOG_SUFFIX}", gzip.compress(body, GZIP_LEVEL))


def write_atomically(path: Path, body: bytes) -> None:
    """Writes a file under a temporary name and renames it, so that readers never see half a file."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


def gamelog_names(folder: Path) -> list[str]:
    """Returns the names of all gamelogs in a folder, without suffix, newest first."""
    found = [path for path in folder.glob(f"*{GAMELOG_SUFFIX}") if not path.name.startswith(".")]
    return [path.name.removesuffix(GAMELOG_SUFFIX) for path in sorted(found, key=_modified_at, reverse=True)]


def _modified_at(path: Path) -> tuple[int, str]:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime_ns, path.name
    return 0, path.name


def find_file(folder: Path, name: str, ending: str = GAMELOG_SUFFIX) -> Path | None:
    """Returns the path of the file with this name and ending, by default a gamelog, or None; never a file outside the
    folder."""
    name = name.removesuffix(ending)
    if not _SAFE_NAME.fullmatch(name) or name.startswith("."):
        return None
    path = folder / f"{name}{ending}"
    return path if path.is_file() else None


def read_gamelog(path: Path) -> Document:
    """Reads a gamelog file of either format, compressed or not; raises Problem if it is not a gamelog."""
    not_a_gamelog = Problem(f"{path} is not a gamelog; name a gamelog that a contest server has written.")
    try:
        body = path.read_bytes()
        if body[:2] == b"\x1f\x8b":
            body = _decompress(body, not_a_gamelog)
        found = msgspec.json.decode(body)
    except OSError as error:
        raise Problem(f"The gamelog {path} cannot be read: {error.strerror}; check the path.") from None
    except (EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise not_a_gamelog from None
    if not isinstance(found, dict) or not isinstance(found.get("gameName"), str) or not _has_valid_entries(found):
        raise not_a_gamelog
    return found


def _decompress(body: bytes, not_a_gamelog: Problem) -> bytes:
    unzip = zlib.decompressobj(31)
    plain = unzip.decompress(body, LARGEST_GAMELOG)
    if not unzip.eof:
        raise not_a_gamelog
    return plain


def _has_valid_entries(found: Document) -> bool:
    entries = found.get("deltas")
    return (
        isinstance(entries, list)
        and len(entries) > 0
        and all(isinstance(entry, dict) and isinstance(entry.get("type"), str) for entry in entries)
    )
