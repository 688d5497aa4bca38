"""Sealed answers: hidden and undoable until the reveal, whatever others answer in public meanwhile."""

from __future__ import annotations

import pytest

from parlour.kernel.checks import conform
from parlour.kernel.game import Game
from parlour.kernel.record import read_record, record_lines
from parlour.play.local_match import LocalMatch
from parlour.table.bot_worker import apply_bot_answer, compute_answer
from parlour.table.clock import Clock
from parlour.table.loading import resume_table
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from parlour.table.verify import verify
from tests.sealed_answers_game import CELLAR, DRINK, GAME, GAME_WITHOUT_SEALED, sealed_answers_table
from tests.table_builders import end_overdue_turns, expect_refusal, magpie_table, play_to_end, submit_accepted

BOTH_GAMES = pytest.mark.parametrize("game", [GAME, GAME_WITHOUT_SEALED], ids=["says what is sealed", "does not say"])


def default_answer_notices(table: Table, viewer: int = 1) -> list[str]:
    """Returns the notices of default answers in a log."""
    return [line.text for line in table.lines(viewer) if "default answer" in line.text]


def give_default_answer(table: Table, seat: int) -> None:
    table.answer_by_default(seat, table.match.question_number[seat], "time is gone")


@BOTH_GAMES
def test_the_sealed_answers_game_conforms(game: Game) -> None:
    conform(game, 300)


@BOTH_GAMES
def test_a_public_answer_of_another_seat_reveals_no_default_answer(game: Game) -> None:
    table = sealed_answers_table(game)
    give_default_answer(table, 0)
    give_default_answer(table, 0)
    submit_accepted(table, 1, "drink")
    submit_accepted(table, 2, "drink")
    assert default_answer_notices(table) == []
    submit_accepted(table, 1, "cellar")
    assert default_answer_notices(table) == []
    submit_accepted(table, 2, "cellar")
    assert default_answer_notices(table) == [
        "Ann: attic, the default answer (time is gone).",
        "Ann: right, the default answer (time is gone).",
    ]


@BOTH_GAMES
def test_an_undo_of_another_seat_reveals_no_default_answer(game: Game) -> None:
    table = sealed_answers_table(game)
    give_default_answer(table, 0)
    give_default_answer(table, 0)
    submit_accepted(table, 1, "cellar")
    table.undo(1)
    submit_accepted(table, 2, "cellar")
    assert default_answer_notices(table) == []
    submit_accepted(table, 1, "cellar")
    assert len(default_answer_notices(table)) == 2


def test_an_undone_bid_reveals_no_default_answer() -> None:
    table = magpie_table(("human",) * 3)
    give_default_answer(table, 0)
    submit_accepted(table, 1, "bid 5")
    table.undo(1)
    submit_accepted(table, 2, "bid 3")
    assert default_answer_notices(table) == []
    submit_accepted(table, 1, "bid 4")
    assert default_answer_notices(table) == ["Ann: bid 0, the default answer (time is gone)."]


@BOTH_GAMES
def test_half_of_a_sealed_answer_is_hidden_too(game: Game) -> None:
    """Ann's time runs out after the first half; she gives the second half, and takes it back."""
    table = sealed_answers_table(game)
    give_default_answer(table, 0)
    assert default_answer_notices(table) == []
    submit_accepted(table, 1, "drink")
    assert default_answer_notices(table) == []
    submit_accepted(table, 0, "left")
    table.undo(0)
    submit_accepted(table, 0, "right")
    submit_accepted(table, 1, "cellar")
    submit_accepted(table, 2, "drink")
    assert default_answer_notices(table) == []
    submit_accepted(table, 2, "cellar")
    assert default_answer_notices(table) == ["Ann: attic, the default answer (time is gone)."]


@BOTH_GAMES
def test_halves_of_the_last_answer_are_hidden_until_both_are_in(game: Game) -> None:
    table = sealed_answers_table(game)
    submit_accepted(table, 1, "cellar")
    submit_accepted(table, 2, "cellar")
    give_default_answer(table, 0)
    assert default_answer_notices(table) == []
    give_default_answer(table, 0)
    assert len(default_answer_notices(table)) == 2
    assert table.match.owing() == [0, 1, 2]


@BOTH_GAMES
def test_a_sealed_answer_may_be_taken_back_whatever_others_do_in_the_open(game: Game) -> None:
    table = sealed_answers_table(game)
    submit_accepted(table, 0, "drink")
    submit_accepted(table, 0, "cellar")
    submit_accepted(table, 1, "drink")
    submit_accepted(table, 1, "drink")
    submit_accepted(table, 2, "cellar")
    assert isinstance(table.undo(0), Receipt)
    assert table.match.owing() == [0, 1]
    submit_accepted(table, 0, "drink")
    assert table.match.view(0).mugs == (0, 0, 2)  # type: ignore[attr-defined]
    submit_accepted(table, 0, "cellar")
    submit_accepted(table, 1, "cellar")
    assert "seen something new" in expect_refusal(table.undo(0)).sentence


def test_a_default_answer_stands_though_it_is_sealed() -> None:
    table = magpie_table(("human",) * 3)
    give_default_answer(table, 0)
    assert table.match.state.sealed(0)
    assert "default answer was given" in expect_refusal(table.undo(0)).sentence


def test_a_sealed_answer_of_the_previous_player_stands() -> None:
    table = sealed_answers_table(players=("reveller", "human", "human"))
    table.answer(0, 1, 1)
    assert table.match.state.sealed(0)
    table.hand_over(0, "human")
    assert "changed hands" in expect_refusal(table.undo(0)).sentence


def notices_after_resume(table: Table) -> list[str]:
    """Returns the notices in the log after resuming the match from its record; the log must be unchanged."""
    record = read_record("\n".join(record_lines(table.record())) + "\n")
    again = resume_table(table.game, record, table.secret)
    assert all(again.lines(viewer) == table.lines(viewer) for viewer in (-1, 0, 1, 2))
    return default_answer_notices(again)


@BOTH_GAMES
def test_a_record_of_sealed_and_public_answers_replays_the_same_log(game: Game) -> None:
    table = sealed_answers_table(game)
    give_default_answer(table, 0)
    submit_accepted(table, 1, "drink")
    submit_accepted(table, 1, "cellar")
    submit_accepted(table, 2, "drink")
    table.undo(1)
    give_default_answer(table, 0)
    assert notices_after_resume(table) == []
    submit_accepted(table, 1, "cellar")
    submit_accepted(table, 2, "cellar")
    assert len(notices_after_resume(table)) == 2
    play_to_end(table)
    assert verify(lambda name: game, table.record()).over


# Seats that answer in public and still owe a sealed answer.


def test_the_clock_runs_on_after_a_public_answer() -> None:
    time = [0.0]
    table = Table(GAME, {}, [Seat("Ann"), Seat("Bob")], clock=Clock(2, 60.0, 5.0, lambda: time[0]))
    table.begin()

    def seconds_left() -> tuple[float, float]:
        clock = table.match.clock
        assert clock is not None
        return clock.seconds_left(0), clock.seconds_left(1)

    time[0] = 10.0
    submit_accepted(table, 0, "drink")
    assert seconds_left() == (55.0, 50.0)
    assert table.match.owing() == [0, 1]
    time[0] = 20.0
    assert seconds_left() == (45.0, 40.0)
    submit_accepted(table, 0, "cellar")
    time[0] = 30.0
    assert seconds_left() == (50.0, 30.0)
    table.undo(0)
    time[0] = 40.0
    assert seconds_left() == (35.0, 20.0)
    submit_accepted(table, 1, "drink")
    time[0] = 75.0
    end_overdue_turns(table)
    assert table.match.owing() == [0, 1]
    assert table.match.entries[-1].text == "attic"
    assert default_answer_notices(table) == []


def test_a_bot_is_asked_again_after_a_public_answer() -> None:
    table = sealed_answers_table(players=("reveller", "reveller", "human"))
    pending: set[tuple[int, int]] = set()
    for question in (1, 2, 3):
        jobs = table.bot_tasks(pending)
        assert [(job.seat, job.question) for job in jobs] == ([(0, 1), (1, 1)] if question == 1 else [(0, question)])
        pending |= {(job.seat, job.question) for job in jobs}
        apply_bot_answer(table, jobs[0], compute_answer(GAME, {}, jobs[0]))
        pending.discard((0, question))
    assert table.match.state.sealed(0)
    assert table.bot_tasks(pending) == []
    assert table.match.owing() == [1, 2]


def test_the_device_is_passed_on_once_an_answer_is_sealed() -> None:
    sitting = LocalMatch(sealed_answers_table(), None)
    assert sitting.pass_device_to() == 0
    sitting.lift_curtain()
    sitting.answer(DRINK)
    assert (sitting.asked_person(), sitting.pass_device_to()) == (0, None)
    sitting.answer(CELLAR)
    assert sitting.pass_device_to() == 1
    sitting.undo()
    assert (sitting.front_seat, sitting.pass_device_to()) == (0, None)
    sitting.answer(CELLAR)
    sitting.lift_curtain()
    sitting.answer(DRINK)
    assert (sitting.front_seat, sitting.pass_device_to()) == (1, None)
    sitting.answer(CELLAR)
    assert sitting.pass_device_to() == 2
    sitting.close()
