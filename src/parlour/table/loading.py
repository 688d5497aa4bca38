"""Tables from records: to go on with a match, or to play another one from its middle."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import OVER, SEED, Entry, Record, effective, fits
from parlour.table.dealer import commitment
from parlour.table.seat import Seat
from parlour.table.table import Keep, Table, forget


def resume(
    game: Game, record: Record, secret: bytes, *, keep: Keep = forget, clock: tuple[float, float] | None = None
) -> Table:
    """The match itself, dice and all, where its record stops."""
    header = record.header
    fits(game, header)
    if commitment(secret) != header.commitment:
        raise Problem("The seed of this save is not the one its dealer committed to.")
    seats = [Seat(name, player) for name, player in zip(header.names, header.players, strict=True)]
    table = Table(game, header.options, seats, secret=secret, nonces=header.nonces, keep=keep, clock=clock)
    table.header = header
    table.resume(record.entries)
    return table


def saved(table: Table) -> Record:
    """A running match for a file of its own: the seed goes along, so that the dice stay what they are."""
    record = table.record()
    if table.over():
        return record
    return Record(record.header, (*record.entries, Entry(SEED, text=table.secret.hex())))


def unsaved(record: Record) -> tuple[Record, bytes]:
    """The inverse: the record as it runs, and the secret."""
    entries = record.entries
    kinds = [entry.kind for entry in entries]
    if record.header.dealer != "committed" or SEED not in kinds:
        raise Problem("This record holds no seed to go on with; it can be replayed, or played from any of its lines.")
    secret = bytes.fromhex(record.seed())
    if OVER in kinds:
        return record, secret
    return Record(record.header, tuple(entry for entry in entries if entry.kind != SEED)), secret


def fork(game: Game, record: Record, at: int, seats: Sequence[Seat], *, keep: Keep = forget) -> Table:
    """A new match from the first `at` answers and outcomes of another, with dice of its own."""
    fits(game, record.header)
    entries = effective(record.entries)
    if not 0 <= at <= len(entries):
        raise Problem(f"This record has {len(entries)} answers and outcomes; one cannot play on from number {at}.")
    table = Table(game, record.header.options, seats, keep=keep, given=entries[:at])
    table.begin()
    return table
