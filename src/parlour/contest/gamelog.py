"""Gamelogs: a whole match as one zipped JSON object, written as the protocol has it, read in both generations."""

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

from parlour.contest.framing import packed
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import LENGTH_MARK, REMOVED_MARK, Document, Json

VERSION = "2.2.0"
ENDING = ".json.gz"
MARKS: Mapping[str, str] = {"DELTA_REMOVED": REMOVED_MARK, "DELTA_LIST_LENGTH": LENGTH_MARK}
LEVEL = 6  # of zipping: smaller costs much more
LONGEST = 120  # letters of a session in the name of a file
LARGEST = 1 << 29  # bytes of a gamelog, unzipped
_ODD = re.compile(r"[^A-Za-z0-9_.-]+")
_NAME = re.compile(r"[A-Za-z0-9_.-]{1,240}")


def stem_of(game: str, session: str, milliseconds: int) -> str:
    """The name of a gamelog without its ending: the game, the session, and when it was over."""
    moment = datetime.fromtimestamp(milliseconds / 1000, UTC)
    time = f"{moment:%Y.%m.%d.%H.%M.%S}.{milliseconds % 1000:03}"
    return f"{_ODD.sub('_', game)}-{_ODD.sub('_', session)[:LONGEST]}-{time}"


def head_of(game: str, session: str, version: str, settings: Mapping[str, Json]) -> Document:
    """What a gamelog says before its entries, and what who looks on is told first."""
    return {
        "gamelogVersion": VERSION,
        "gameName": game,
        "gameSession": session,
        "gameVersion": version,
        "constants": dict(MARKS),
        "settings": dict(settings),
    }


def body_of(head: Document, tail: Document, entries: Sequence[bytes]) -> bytes:
    """The whole gamelog, its entries as they were packed when they happened."""
    return packed({**head, **tail})[:-1] + b',"deltas":[' + b",".join(entries) + b"]}"


def write_gamelog(folder: Path, stem: str, body: bytes) -> None:
    """Whole or not at all."""
    write_whole(folder / f"{stem}{ENDING}", gzip.compress(body, LEVEL))


def write_whole(path: Path, body: bytes) -> None:
    """A file that nobody ever sees half written."""
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


def names_in(folder: Path) -> list[str]:
    """The gamelogs of a folder without their ending, the newest first."""
    found = [path for path in folder.glob(f"*{ENDING}") if not path.name.startswith(".")]
    return [path.name.removesuffix(ENDING) for path in sorted(found, key=_age, reverse=True)]


def _age(path: Path) -> tuple[int, str]:
    with contextlib.suppress(OSError):
        return path.stat().st_mtime_ns, path.name
    return 0, path.name


def file_of(folder: Path, name: str, ending: str = ENDING) -> Path | None:
    """The file of that name, if there is one; never a file of elsewhere."""
    name = name.removesuffix(ending)
    if not _NAME.fullmatch(name) or name.startswith("."):
        return None
    path = folder / f"{name}{ending}"
    return path if path.is_file() else None


def read_gamelog(path: Path) -> Document:
    """A gamelog, zipped or not, of the current generation or of 2017; a Problem if it is none."""
    foreign = Problem(f"{path} is no gamelog.")
    try:
        body = path.read_bytes()
        if body[:2] == b"\x1f\x8b":
            body = _unzipped(body, foreign)
        found = msgspec.json.decode(body)
    except OSError as error:
        raise Problem(f"{path} cannot be read: {error.strerror}.") from None
    except (EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise foreign from None
    if not isinstance(found, dict) or not isinstance(found.get("gameName"), str) or not _are_entries(found):
        raise foreign
    return found


def _unzipped(body: bytes, foreign: Problem) -> bytes:
    unzip = zlib.decompressobj(31)
    plain = unzip.decompress(body, LARGEST)
    if not unzip.eof:
        raise foreign
    return plain


def _are_entries(found: Document) -> bool:
    entries = found.get("deltas")
    return (
        isinstance(entries, list)
        and len(entries) > 0
        and all(isinstance(entry, dict) and isinstance(entry.get("type"), str) for entry in entries)
    )
