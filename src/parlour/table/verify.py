"""Proof of a match from nothing but its record: every answer legal, every outcome re-derived, the same digest."""

from __future__ import annotations

from collections.abc import Callable

from parlour.kernel.game import Game
from parlour.kernel.match import Log, digest, step
from parlour.kernel.problem import Problem
from parlour.kernel.record import DEALT, Record, effective, fits, number_of
from parlour.table.dealer import dealer_of


def verify(find: Callable[[str], Game], record: Record) -> str:
    """The digest of a match that holds; a Problem names the first line that does not."""
    game = find(record.header.game)
    fits(game, record.header)
    known = record.header.dealer == "fast" or record.seed()
    dealer = dealer_of(record.header, record.seed()) if known else None
    state = game.start(len(record.header.names), record.header.options, None)
    log = Log()
    for index, entry in enumerate(effective(record.entries)):
        what = number_of(game, state, entry)
        if entry.kind == DEALT and dealer is not None and index >= record.header.given and dealer.draw(state) != what:
            raise Problem(f"Line {entry.line}: {entry.text!r} is not what the dealer's seed gives.")
        log.add(entry.seat, what)
        step(state, entry.seat, what)
    found = digest(state, log)
    if record.digest() and (not state.over() or record.digest() != found):
        raise Problem(f"Line {len(record.entries) + 1}: the match does not end as the record says.")
    return found
