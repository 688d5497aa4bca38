"""Verifies a match from its record alone: every line by the rules, every outcome by the dealer's seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.kernel.game import Game
from parlour.kernel.match import digest
from parlour.kernel.record import Record, check_header
from parlour.table.dealer import dealer_for_record
from parlour.table.lesson import lesson_of_record
from parlour.table.loading import strip_save_seed
from parlour.table.seat import Seat
from parlour.table.table import Table


class Verdict(NamedTuple):
    """The result of verifying a match's record. Moves taken over from another match cannot be verified."""

    digest: str
    over: bool
    dice: bool  # the dealer's seed is known and gave these outcomes
    given: int  # number of moves from another match
    lesson: str = ""  # the lesson whose script gave the first moves

    def summary(self) -> str:
        """Returns what was verified of a match's record in words, as in "holds so far, begun as the lesson first"."""
        dice = "" if self.dice else ", its dice are not revealed yet"
        given = f", the first {self.given} moves taken over from another match" if self.given else ""
        lesson = f", begun as the lesson {self.lesson}" if self.lesson else ""
        return f"holds{'' if self.over else ' so far'}{dice}{given}{lesson}"


def verify(find: Callable[[str], Game], record: Record) -> Verdict:
    """Verifies a match's record by rules and dealer's seed; raises Problem for the first line that is wrong."""
    given, lesson = record.header.given, record.header.lesson
    table = replay_table(find, record)
    return Verdict(digest(table.state, table.log), table.over(), table.dealer is not None, given, lesson)


def replay_table(find: Callable[[str], Game], record: Record) -> Table:
    """Replays a match's record under the rules. Returns the table in its final position."""
    header = record.header
    game = find(header.game)
    options = check_header(game, header)
    known = header.dealer == "fast" or bool(record.seed())
    dealer = dealer_for_record(header, record.seed()) if known else None
    seats = [Seat(f"Seat {number + 1}") for number in range(len(header.names))]
    table = Table(game, options, seats, lesson=lesson_of_record(game, header))
    table.replay_record(header, strip_save_seed(record).entries, dealer)
    return table
