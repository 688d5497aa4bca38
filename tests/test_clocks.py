"""Clocks of games that are lost on time: an increment once a turn, and the end of the match at zero."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from parlour.kernel.game import prepare_options
from parlour.kernel.journal import WATCHER
from parlour.kernel.record import FORFEITED
from parlour.kernel.state import winners
from parlour.server.updates import timeout_consequence
from parlour.table.clock import Clock
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from tests.staged_orders_game import GAME
from tests.table_builders import end_overdue_turns, expect_refusal, submit_accepted

BANK, INCREMENT = 60.0, 5.0


class ManualClock:
    now = 0.0


def clocked_table(hours: ManualClock, players: Sequence[str] = ("human", "human"), loses: bool = True) -> Table:
    seats = [Seat(name, player) for name, player in zip(("Ann", "Bob"), players, strict=True)]
    game = GAME._replace(traits=GAME.traits._replace(loses_on_time=loses))
    table = Table(game, prepare_options(game, 2, {}), seats, clock=Clock(2, BANK, INCREMENT, lambda: hours.now))
    table.begin()
    return table


def time_left(table: Table) -> list[float]:
    assert table.match.clock is not None
    return [table.match.clock.seconds_left(seat) for seat in range(2)]


def test_the_increment_is_given_once_a_turn() -> None:
    hours = ManualClock()
    table = clocked_table(hours)
    for text in ("a row east", "a", "load", "2"):
        hours.now += 1
        submit_accepted(table, 0, text)
    assert time_left(table) == [56, 60]
    hours.now += 1
    submit_accepted(table, 0, "end")
    assert time_left(table) == [55 + INCREMENT, 60]
    hours.now += 10
    assert time_left(table) == [60, 50]


def test_other_games_give_the_increment_with_every_answer() -> None:
    hours = ManualClock()
    table = clocked_table(hours, loses=False)
    submit_accepted(table, 0, "a row east")
    submit_accepted(table, 0, "b row east")
    assert time_left(table) == [70, 60]


def test_undo_gives_no_second_increment() -> None:
    hours = ManualClock()
    table = clocked_table(hours)
    submit_accepted(table, 0, "a row east")
    hours.now += 2
    assert isinstance(table.undo(0), Receipt)
    assert time_left(table) == [58, 60]
    for _ in range(3):
        submit_accepted(table, 0, "end")
        assert time_left(table) == [63, 60]
        assert isinstance(table.undo(0), Receipt)
        assert time_left(table) == [58, 60]
    hours.now += 3
    assert time_left(table) == [55, 60]


@pytest.mark.parametrize("loses", [True, False])
def test_undo_does_not_shift_time_to_others(loses: bool) -> None:
    """An undone turn has not ended: the time since then is charged to the player who took it back."""
    hours = ManualClock()
    table = clocked_table(hours, loses=loses)
    submit_accepted(table, 0, "end")
    hours.now += 20
    assert time_left(table) == [65, 40]
    assert isinstance(table.undo(0), Receipt)
    assert time_left(table) == [40, 60]
    submit_accepted(table, 0, "end")
    hours.now += 50
    assert expect_refusal(table.undo(0)).sentence == "You have no time left on the clock to take an answer back."
    assert time_left(table) == [45, 10]


def test_running_out_of_time_loses() -> None:
    hours = ManualClock()
    table = clocked_table(hours)
    submit_accepted(table, 0, "a")
    hours.now += 59.9
    end_overdue_turns(table)
    assert not table.match.over()
    hours.now += 0.2
    end_overdue_turns(table)
    end_overdue_turns(table)
    assert table.match.over()
    assert [entry.kind for entry in table.match.entries].count(FORFEITED) == 1
    assert list(winners(table.match.state)) == [1]
    assert [line.text for line in table.lines(int(WATCHER))][-1] == "Ann ran out of time and loses."
    assert time_left(table) == [0, 60]
    assert expect_refusal(table.answer(0, 2, 4)).code == "over"


def test_where_a_match_is_not_lost_the_default_answer_is_given() -> None:
    hours = ManualClock()
    table = clocked_table(hours, loses=False)
    hours.now += 61
    end_overdue_turns(table)
    assert (table.match.entries[-1].text, table.match.entries[-1].why, table.match.over()) == (
        "end",
        "time is gone",
        False,
    )


def test_a_question_says_what_happens_at_zero_time() -> None:
    table = clocked_table(ManualClock())
    assert timeout_consequence(table.match, table.present(0)) == "you lose the match"
    kind = clocked_table(ManualClock(), loses=False)
    assert timeout_consequence(kind.match, kind.present(0)) == "End"


def test_an_operation_that_cannot_be_stored_costs_no_time() -> None:
    hours = ManualClock()
    table = clocked_table(hours)
    hours.now += 4

    def broken(lines: Sequence[str]) -> None:
        raise OSError("the disk is full")

    table.store_lines = broken
    with pytest.raises(OSError, match="full"):
        submit_accepted(table, 0, "end")
    hours.now += 1
    assert time_left(table) == [55, 60]
