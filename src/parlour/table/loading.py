"""Makes match tables from records: to resume a match, or to start a new one from a position of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from parlour.kernel.game import Game, is_replayed, replaying
from parlour.kernel.problem import Problem
from parlour.kernel.record import OVER, SEED, Header, Record, RecordEntry, check_header, effective_entries
from parlour.table.clock import Clock
from parlour.table.dealer import dealer_for_record
from parlour.table.lesson import lesson_of_record
from parlour.table.seat import Seat
from parlour.table.table import StoreLines, Table, discard_lines


def record_seats(header: Header) -> list[Seat]:
    return [Seat(name, player) for name, player in zip(header.names, header.players, strict=True)]


def resume_table(
    game: Game,
    record: Record,
    secret: bytes,
    *,
    keep: StoreLines = discard_lines,
    clock: tuple[float, float] | None = None,
    now: Callable[[], float] = time.monotonic,
) -> Table:
    """Resumes a match where its record ends, with the same dice. Game clocks start again, and bots lose their notes."""
    header = record.header
    options = check_header(game, header)
    dealer = dealer_for_record(header, secret.hex())
    table = Table(
        game,
        options,
        record_seats(header),
        secret=secret,
        nonces=header.nonces,
        store_lines=keep,
        clock=None if clock is None else Clock(len(header.names), *clock, now),
        lesson=lesson_of_record(game, header),
    )
    with replaying(game, header.version):
        table.replay_record(header, record.entries, dealer)
    if header.version != game.version and not table.match.over():
        rules = "goes on by newer rules" if is_replayed(game, header.version) else "is played by the rules of then"
        table.match.notify(f"This match began under version {header.version} of {game.title}. It {rules}.")
    table.resume_play()
    return table


def make_save(table: Table) -> Record:
    """Returns the record of a match to save. It includes the seed of a running match, to keep its dice the same."""
    record = table.record()
    if table.match.over():
        return record
    return Record(record.header, (*record.entries, RecordEntry(SEED, text=table.secret.hex())))


def split_save(record: Record) -> tuple[Record, bytes]:
    """Splits a save into the record of the running match and the dealer's secret; raises Problem without a seed."""
    if record.header.dealer != "committed" or not record.seed():
        raise Problem("This record has no seed, so it cannot be resumed; replay it, or start a new match from it.")
    dealer_for_record(record.header, record.seed())
    return strip_save_seed(record), bytes.fromhex(record.seed())


def strip_save_seed(record: Record) -> Record:
    """Returns a saved match's record without the dealer's seed at its end; other records are returned unchanged."""
    entries = record.entries
    if entries and entries[-1].kind == SEED and OVER not in [entry.kind for entry in entries]:
        return Record(record.header, entries[:-1])
    return record


def fork_table(
    game: Game, record: Record, at: int, seats: Sequence[Seat], *, keep: StoreLines = discard_lines
) -> Table:
    """Starts a new match, with new dice, from the position after the first `at` answers and outcomes of a record."""
    options = check_header(game, record.header)
    entries = effective_entries(record.entries)
    if not 0 <= at <= len(entries):
        raise Problem(
            f"A match cannot start from number {at}, as this record has {len(entries)} answers and outcomes; "
            f"choose one from 0 to {len(entries)}."
        )
    table = Table(game, options, seats, store_lines=keep)
    with replaying(game, record.header.version):
        table.begin(entries[:at])
    return table
