"""A match that is loaded continues without a difference: numbers, receipts, log, dice and bots."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games import find
from parlour.kernel.journal import WATCHER
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record, record_lines
from parlour.table.bot_worker import BotWorker
from parlour.table.loading import fork_table, resume_table
from parlour.table.seat import Seat
from parlour.table.table import Table
from tests.table_builders import answer_with_bot, magpie_table, play_to_end, submit_accepted


def reload_table(table: Table) -> Table:
    """Loads the same match from the lines that were written."""
    record = read_record("\n".join(record_lines(table.record())) + "\n")
    return resume_table(table.game, record, table.secret)


def observable_state(table: Table) -> tuple[object, ...]:
    logs = [table.lines(viewer) for viewer in (*range(len(table.match.seats)), int(WATCHER))]
    answers = table.match.last_answer, table.match.earlier_answers, table.match.undone_question
    return (
        table.match.question_number,
        table.match.pending,
        *answers,
        logs,
        table.match.state.pack(),
        table.match.owing(),
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from(["bid", "bid", "undo", "lapse"])), max_size=40))
def test_a_reload_changes_nothing_anyone_can_notice(doings: list[tuple[int, str]]) -> None:
    table = magpie_table(("human",) * 3, seed=5)
    for seat, doing in doings:
        if doing == "undo":
            table.undo(seat)
        elif table.match.pending[seat]:
            if doing == "bid":
                table.answer(seat, table.match.question_number[seat], (seat + table.match.question_number[seat]) % 2)
            else:
                table.answer_by_default(seat, table.match.question_number[seat], "time is gone")
    again = reload_table(table)
    assert observable_state(again) == observable_state(table)
    play_to_end(table)
    play_to_end(again)
    assert record_lines(again.record()) == record_lines(table.record())
    assert observable_state(again)[:4] == observable_state(table)[:4]


def test_old_answers_stay_old_after_a_reload() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 1")
    submit_accepted(table, 1, "bid 2")
    again = reload_table(table)
    assert again.answer(0, 1, 1) == table.answer(0, 1, 1)
    assert again.answer(0, 1, 5) == table.answer(0, 1, 5)


def test_bots_think_the_same_after_a_reload() -> None:
    bot_worker = BotWorker()
    digests = set()
    for stop in (0, 4, 9):
        table = magpie_table(("random", "random"), seed=8)
        for _ in range(stop):
            answer_with_bot(bot_worker, table)
        if stop:
            table = reload_table(table)
        while answer_with_bot(bot_worker, table):
            pass
        digests.add(table.record().digest())
    bot_worker.close()
    assert len(digests) == 1


def test_a_clock_runs_again_after_a_reload() -> None:
    table = magpie_table()
    record = read_record("\n".join(record_lines(table.record())) + "\n")
    again = resume_table(table.game, record, table.secret, clock=(10, 0))
    assert again.match.clock is not None
    assert again.match.clock.since[0] is not None


def test_a_fork_that_breaks_off_in_what_it_took_over_is_refused() -> None:
    table = magpie_table()
    play_to_end(table)
    forked = fork_table(find("magpie"), table.record(), 8, [Seat("Ann"), Seat("Bob")])
    record = forked.record()
    with pytest.raises(Problem, match="ends before the position"):
        resume_table(forked.game, record._replace(entries=record.entries[:5]), forked.secret)
