"""Bundles: many simulated matches in one file, a header line followed by binary entries.

An entry is the length of the log (four bytes, little-endian), the digest of the match (32 bytes) and its log. Seeds and
seats follow from the header and the number of the match; `FILE.bundle#12` names match 12 wherever a record is read."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, NamedTuple

from parlour.games import find
from parlour.kernel.game import Game, game_for_options, replaying, restore_options
from parlour.kernel.match import Log, digest, pack_log, unpack_log, verify_log
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.record import match_record, record_text
from parlour.kernel.rng import match_seed

BUNDLE_SUFFIX = ".bundle"
FORMAT = "parlour-bundle/1"
LENGTH_FORMAT = struct.Struct("<I")
DIGEST_SIZE = 32  # bytes
MAX_HEADER_LINE = 4_000_000


class BundleHeader(NamedTuple):
    """The settings that all matches of a bundle file share: game, options, bots, seed, and whether bots swap seats."""

    game: Game
    options: Options
    bots: tuple[str, ...]
    seed: int
    rotate: bool
    version: int  # of the game

    def encode(self) -> bytes:
        known = {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.version,
            "options": dict(self.options),
        }
        return json.dumps({**known, "bots": self.bots, "seed": self.seed, "rotate": self.rotate}).encode() + b"\n"

    def bots_by_seat(self, number: int) -> tuple[str, ...]:
        return bots_by_seat(self.bots, number, self.rotate)


class BundleEntry(NamedTuple):
    """One match as stored in a bundle file: its number, its digest and its packed log."""

    number: int
    digest: bytes
    log: bytes


def first_seat_bot(bots: Sequence[str], number: int, rotate: bool) -> int:
    """Returns the index of the bot on the first seat of a match; with `rotate` the bots move one seat per match."""
    return number % len(bots) if rotate else 0


def bots_by_seat(bots: Sequence[str], number: int, rotate: bool) -> tuple[str, ...]:
    first = first_seat_bot(bots, number, rotate)
    return (*bots[first:], *bots[:first])


def pack_entry(match_digest: bytes, log: Log) -> bytes:
    packed = pack_log(log)
    return LENGTH_FORMAT.pack(len(packed)) + match_digest + packed


def is_bundle(path: Path) -> bool:
    """Whether a path names a bundle file of many matches, not a single match in one."""
    return path.suffix == BUNDLE_SUFFIX


def parse_bundle_path(path: Path) -> tuple[Path, int] | None:
    """Splits a path like `FILE.bundle#12` into the bundle's path and the match number; None for any other path."""
    name, sign, number = str(path).rpartition(f"{BUNDLE_SUFFIX}#")
    if not sign:
        return None
    if not number.isdecimal():
        raise Problem(
            f"{path.name} does not name a match of a bundle; write the match's number, as in FILE{BUNDLE_SUFFIX}#12."
        )
    return Path(name + BUNDLE_SUFFIX), int(number)


def read_header(file: IO[bytes], path: Path) -> BundleHeader:
    """Reads the header line of a bundle file; raises Problem if this version of Parlour cannot replay its matches."""
    try:
        found = json.loads(file.readline(MAX_HEADER_LINE))
        if found["format"] != FORMAT:
            raise ValueError
        name, version, bots = str(found["game"]), int(found["version"]), tuple(map(str, found["bots"]))
        options, seed, rotate = dict(found["options"]), int(found["seed"]), bool(found["rotate"])
    except (ValueError, KeyError, TypeError):
        raise Problem(
            f"{path} is not a bundle of match records; make one with `parlour simulate --records FILE.bundle`."
        ) from None
    game = find(name)
    settled = restore_options(game, version, len(bots), options, f"The bundle {path}")
    if settled is None:
        raise Problem(
            f"The bundle {path} was changed: its options are not ones that this program writes; use another copy."
        )
    return BundleHeader(game_for_options(game, settled), settled, bots, seed, rotate, version)


def read_entries(file: IO[bytes], path: Path, wanted: int | None = None) -> Iterator[BundleEntry]:
    """Yields the matches of a bundle file after its header line, or only the match with the number `wanted`."""
    number = 0
    while head := file.read(LENGTH_FORMAT.size + DIGEST_SIZE):
        size = LENGTH_FORMAT.unpack_from(head)[0] if len(head) == LENGTH_FORMAT.size + DIGEST_SIZE else -1
        if wanted is not None and number != wanted and size >= 0:
            file.seek(size, 1)
        else:
            log = file.read(size) if size >= 0 else b""
            if len(log) != size:
                raise Problem(
                    f"The bundle {path} ends in the middle of match {number}; copy the file again, or simulate again."
                )
            yield BundleEntry(number, head[LENGTH_FORMAT.size :], log)
        number += 1
    if wanted is not None and wanted >= number:
        raise Problem(f"The bundle {path} has no match {wanted}; choose a number from 0 to {number - 1}.")


def load_bundled_text(path: Path, number: int) -> str:
    """Checks one match of a bundle file by replaying it, and returns its record as text."""
    with _open_bundle(path) as file:
        header = read_header(file, path)
        (entry,) = read_entries(file, path, number)
        verify_entry(header, entry, path)
    bots, seed = header.bots_by_seat(number), int(match_seed(header.seed, number))
    record = match_record(header.game, header.options, seat_names(bots), bots, seed, unpack_log(entry.log))
    return record_text(record._replace(header=record.header._replace(version=header.version)))


def verify_bundle(path: Path) -> tuple[int, str]:
    """Replays all matches of a bundle file; returns their number and the digest over all.

    Raises Problem for the first match that does not replay as stored."""
    whole = hashlib.sha256()
    number = 0
    with _open_bundle(path) as file:
        header = read_header(file, path)
        for entry in read_entries(file, path):
            verify_entry(header, entry, path)
            whole.update(entry.digest)
            number += 1
    return number, whole.hexdigest()


def verify_entry(header: BundleHeader, entry: BundleEntry, path: Path) -> None:
    """Replays a match of a bundle; raises Problem for an illegal move, an outcome not of the seed or a wrong digest."""
    try:
        with replaying(header.game, header.version, "the match"):
            log = unpack_log(entry.log)
            state = header.game.start(len(header.bots), header.options, None)
            verify_log(state, log, match_seed(header.seed, entry.number), header.game.actions)
            if digest(state, log) != entry.digest.hex():
                raise Problem(
                    "its replay gives another digest than the one stored; the file or the game was changed, so "
                    "simulate again."
                )
    except Problem as problem:
        raise type(problem)(f"{path}, match {entry.number} of the bundle does not hold: {problem}") from None


def seat_names(bots: Sequence[str]) -> tuple[str, ...]:
    """Returns a display name for each seat: that of its bot, with the seat's number where a bot plays on several."""
    return tuple(bot if bots.count(bot) == 1 else f"{bot} {seat + 1}" for seat, bot in enumerate(bots))


def _open_bundle(path: Path) -> IO[bytes]:
    try:
        return path.open("rb")
    except OSError as error:
        raise Problem(f"The bundle {path} cannot be read: {error.strerror}; check the path.") from None
