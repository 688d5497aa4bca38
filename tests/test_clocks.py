"""Clocks of games that are lost on time: something back once a turn, and the match at the end of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.kernel.game import prepare_options
from parlour.kernel.journal import WATCHER
from parlour.kernel.record import FORFEITED
from parlour.kernel.state import winners
from parlour.server.updates import timeout_consequence
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from tests.barges import GAME
from tests.tables import refused, take

BANK, BACK = 60.0, 5.0


class Hours:
    now = 0.0


def timed(hours: Hours, players: Sequence[str] = ("human", "human"), loses: bool = True) -> Table:
    seats = [Seat(name, player) for name, player in zip(("Ann", "Bob"), players, strict=True)]
    game = GAME._replace(loses_on_time=loses)
    table = Table(game, prepare_options(game, 2, {}), seats, clock=(BANK, BACK), now=lambda: hours.now)
    table.begin()
    return table


def left(table: Table) -> list[float]:
    assert table.clock is not None
    return [table.clock.seconds_left(seat) for seat in range(2)]


def test_a_turn_brings_something_back_once() -> None:
    hours = Hours()
    table = timed(hours)
    for text in ("a row east", "a", "load", "2"):
        hours.now += 1
        take(table, 0, text)
    assert left(table) == [56, 60]
    hours.now += 1
    take(table, 0, "end")
    assert left(table) == [55 + BACK, 60]
    hours.now += 10
    assert left(table) == [60, 50]


def test_other_games_bring_it_back_with_every_answer() -> None:
    hours = Hours()
    table = timed(hours, loses=False)
    take(table, 0, "a row east")
    take(table, 0, "b row east")
    assert left(table) == [70, 60]


def test_undo_gives_nothing_twice() -> None:
    hours = Hours()
    table = timed(hours)
    take(table, 0, "a row east")
    hours.now += 2
    assert isinstance(table.undo(0), Receipt)
    assert left(table) == [58, 60]
    for _ in range(3):
        take(table, 0, "end")
        assert left(table) == [63, 60]
        assert isinstance(table.undo(0), Receipt)
        assert left(table) == [58, 60]
    hours.now += 3
    assert left(table) == [55, 60]


@pytest.mark.parametrize("loses", [True, False])
def test_nobody_thinks_on_the_others_time_by_taking_back(loses: bool) -> None:
    """A turn that is taken back has not ended: the time since then is of who took it back."""
    hours = Hours()
    table = timed(hours, loses=loses)
    take(table, 0, "end")
    hours.now += 20
    assert left(table) == [65, 40]
    assert isinstance(table.undo(0), Receipt)
    assert left(table) == [40, 60]
    take(table, 0, "end")
    hours.now += 50
    assert refused(table.undo(0)).sentence == "You have no time left for that."
    assert left(table) == [45, 10]


def test_who_has_no_time_left_loses() -> None:
    hours = Hours()
    table = timed(hours)
    take(table, 0, "a")
    hours.now += 59.9
    table.tick()
    assert not table.over()
    hours.now += 0.2
    table.tick()
    table.tick()
    assert table.over()
    assert [entry.kind for entry in table.entries].count(FORFEITED) == 1
    assert list(winners(table.state)) == [1]
    assert [line.text for line in table.lines(int(WATCHER))][-1] == "Ann ran out of time and loses."
    assert left(table) == [0, 60]
    assert refused(table.answer(0, 2, 4)).code == "over"


def test_where_a_match_is_not_lost_the_default_answer_is_given() -> None:
    hours = Hours()
    table = timed(hours, loses=False)
    hours.now += 61
    table.tick()
    assert (table.entries[-1].text, table.entries[-1].why, table.over()) == ("end", "time is gone", False)


def test_a_question_says_what_empty_time_means() -> None:
    table = timed(Hours())
    assert timeout_consequence(table, 0, table.view(0)) == "you lose the match"
    kind = timed(Hours(), loses=False)
    assert timeout_consequence(kind, 0, kind.view(0)) == "End"


def test_a_deed_that_cannot_be_stored_takes_no_time() -> None:
    hours = Hours()
    table = timed(hours)
    hours.now += 4

    def broken(lines: Sequence[str]) -> None:
        raise OSError("the disk is full")

    table.store_lines = broken
    with pytest.raises(OSError, match="full"):
        take(table, 0, "end")
    hours.now += 1
    assert left(table) == [55, 60]
