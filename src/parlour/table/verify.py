"""Verifies a match from its record alone: every line by the rules, every outcome by the dealer's seed."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.kernel.game import Game, is_replayed, replaying
from parlour.kernel.match import digest
from parlour.kernel.options import Options
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
    version: int = 0  # the earlier version of the game under which the match began; 0: the present one

    def summary(self) -> str:
        """Returns what was verified of a match's record in words, as in "holds so far, begun as the lesson first"."""
        dice = "" if self.dice else ", its dice are not revealed yet"
        given = f", the first {self.given} moves taken over from another match" if self.given else ""
        lesson = f", begun as the lesson {self.lesson}" if self.lesson else ""
        version = f", begun under version {self.version} of its game" if self.version else ""
        return f"holds{'' if self.over else ' so far'}{dice}{given}{lesson}{version}"


def verify(find: Callable[[str], Game], record: Record) -> Verdict:
    """Verifies a match's record by rules and dealer's seed; raises Problem for the first line that is wrong."""
    header = record.header
    table = replay_table(find, record)
    match = table.match
    version = 0 if header.version == table.game.version else header.version
    dice = match.dealer is not None
    return Verdict(digest(match.state, match.log), match.over(), dice, header.given, header.lesson, version)


def replay_table(find: Callable[[str], Game], record: Record) -> Table:
    """Replays a match's record under the rules. Returns the table in its final position."""
    header = record.header
    game = find(header.game)
    options = check_header(game, header)
    known = header.dealer == "fast" or bool(record.seed())
    dealer = dealer_for_record(header, record.seed()) if known else None
    seats = [Seat(f"Seat {number + 1}") for number in range(len(header.names))]
    table = Table(game, options, seats, lesson=lesson_of_record(game, header))
    with replaying(game, header.version):
        table.replay_record(header, strip_save_seed(record).entries, dealer)
    return table


def check_replay(game: Game, record: Record, name: str = "This record") -> Options:
    """Returns a record's options as `check_header` does; a match of a version with other rules must also replay."""
    options = check_header(game, record.header, name)
    if is_replayed(game, record.header.version):
        replay_table(lambda name: game, record)
    return options
