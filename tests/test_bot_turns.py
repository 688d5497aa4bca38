"""Bots that answer a whole turn at once: separate lines, stored together, the same however the burst is split."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from copy import deepcopy

import pytest

from parlour.kernel.record import RecordEntry
from parlour.server.worker_pool import WorkerPool
from parlour.table import bot_worker
from parlour.table.bot_worker import BotAnswer, BotWorker, apply_bot_answer, compute_answer, compute_hints
from parlour.table.table import Table
from parlour.table.table_types import BotTask, Receipt
from tests.staged_orders_game import GAME, staged_orders_table
from tests.table_builders import expect_refusal, play_to_end, submit_accepted
from tests.test_resuming import observable_state, reload_table

TURN = ["c row east"] * 4 + ["end"]


def think_and_answer(table: Table) -> BotAnswer:
    """Lets one bot of the table think in this process, and submits its answers."""
    job = table.bot_tasks()[0]
    thought = compute_answer(table.game, table.options, job)
    apply_bot_answer(table, job, thought)
    return thought


def entry_texts(entries: Sequence[RecordEntry]) -> list[str]:
    return [entry.text for entry in entries]


def test_a_turn_is_computed_at_once_and_stored_at_once() -> None:
    table = staged_orders_table(("bargee", "human"))
    stored: list[list[str]] = []
    table.store_lines = lambda lines: stored.append(list(lines))
    thought = think_and_answer(table)
    assert len(thought.burst) == 8
    assert entry_texts(table.match.entries) == TURN
    assert [len(lines) for lines in stored] == [5]
    assert (table.match.question_number, table.match.owing()) == ([5, 1], [1])
    assert table.match.bot_notes[0] == (9,)
    assert observable_state(reload_table(table)) == observable_state(table)


def test_other_games_answer_one_by_one() -> None:
    table = staged_orders_table(("bargee", "human"), GAME._replace(traits=GAME.traits._replace(bursts=False)))
    assert think_and_answer(table).burst == ()
    assert entry_texts(table.match.entries) == ["c"]


def test_a_remark_that_stays_the_same_is_made_once_a_burst() -> None:
    table = staged_orders_table(("bargee", "human"))
    think_and_answer(table)
    assert [entry.remark for entry in table.match.entries] == ["eastward", "", "", "", ""]
    burst = [(1, "first"), (4, ""), (1, "more"), (4, "then"), (1, ""), (4, ""), (0, "then")]
    table = staged_orders_table(("bargee", "human"))
    assert isinstance(table.answer_burst(0, 1, burst), Receipt)
    assert [entry.remark for entry in table.match.entries] == ["first", "then", "", ""]
    lines = [(line.text, line.reason) for line in table.lines(1)]
    assert lines == [("Rows.", "first"), ("Rows.", "then"), ("Rows.", ""), ("Ends.", "")]
    assert observable_state(reload_table(table)) == observable_state(table)


@pytest.mark.parametrize(("most", "breath"), [(0, 9.0), (1, 9.0), (5, 9.0), (500, -1.0), (500, 9.0)])
def test_the_match_does_not_depend_on_burst_limits(monkeypatch: pytest.MonkeyPatch, most: int, breath: float) -> None:
    records = []
    for limit, pause in ((500, 9.0), (most, breath)):
        monkeypatch.setattr(bot_worker, "MAX_BURST_ACTIONS", limit)
        monkeypatch.setattr(bot_worker, "BURST_SECONDS", pause)
        table = staged_orders_table(("stray", "stray"), rounds=2, wind=False)
        table.secret = bytes(32)
        while not table.match.over():
            think_and_answer(table)
        records.append(entry_texts(table.match.entries)[:-2])
    assert records[0] == records[1]
    assert len(set(records[0])) > 4


def test_an_answer_that_takes_very_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_worker, "MAX_BURST_SECONDS", -1.0)
    table = staged_orders_table(("bargee", "human"))
    think_and_answer(table)
    think_and_answer(table)
    assert entry_texts(table.match.entries) == ["c", "row east"]


def test_a_bot_turn_ends_before_a_deal_or_the_end_of_the_match() -> None:
    table = staged_orders_table(("human", "bargee"), rounds=2)
    submit_accepted(table, 0, "end")
    think_and_answer(table)
    assert [entry.kind for entry in table.match.entries] == ["answer"] * 6 + ["dealt"]
    assert table.match.owing() == [0]
    submit_accepted(table, 0, "end")
    think_and_answer(table)
    assert table.match.over()
    assert table.match.log.count() == 1 + 9 + 1 + 1 + 9 + 1


def test_answers_before_a_bots_failure_count() -> None:
    table = staged_orders_table(("grounded", "human"))
    think_and_answer(table)
    assert entry_texts(table.match.entries) == ["c load 3"]
    think_and_answer(table)
    assert table.match.entries[-1] == RecordEntry("answer", 0, "end", "its bot gave no legal answer")


def test_illegal_answers_of_a_burst_are_dropped_and_stale_bursts_refused() -> None:
    table = staged_orders_table(("bargee", "human"))
    assert expect_refusal(table.answer_burst(0, 1, [(5, ""), (0, "")])).code == "illegal"
    assert expect_refusal(table.answer_burst(0, 9, [(0, "")])).code == "stale"
    assert isinstance(table.answer_burst(0, 1, [(1, ""), (4, ""), (2, ""), (9, ""), (0, "")]), Receipt)
    assert entry_texts(table.match.entries) == ["a row east", "b"]
    assert isinstance(table.answer_burst(0, 3, [(6, ""), (9, ""), (0, ""), (0, "")]), Receipt)
    assert entry_texts(table.match.entries)[2:] == ["load 3", "end"]


def test_a_burst_that_cannot_be_stored_changes_nothing() -> None:
    table = staged_orders_table(("bargee", "human"))
    before = deepcopy(
        (
            observable_state(table),
            table.match.entries,
            list(table.match.log.numbers),
            table.match.held_notices,
            table.match.last_answerer,
            table.match.chain_link,
        )
    )

    def broken(lines: Sequence[str]) -> None:
        raise OSError("the disk is full")

    table.store_lines, keep = broken, table.store_lines
    with pytest.raises(OSError, match="full"):
        think_and_answer(table)
    assert (
        observable_state(table),
        table.match.entries,
        list(table.match.log.numbers),
        table.match.held_notices,
        table.match.last_answerer,
        table.match.chain_link,
    ) == before
    table.store_lines = keep
    think_and_answer(table)
    assert entry_texts(table.match.entries) == TURN


def test_a_hint_is_one_answer() -> None:
    table = staged_orders_table()
    assert [advice.action for advice in compute_hints(table.game, table.match.context, table.hint_task(0))] == [3]


def test_workers_answer_whole_turns_too() -> None:
    job: BotTask = staged_orders_table(("bargee", "human")).bot_tasks()[0]
    one = BotWorker()
    try:
        thought = one.answer_task(GAME, {"rounds": 3, "wind": True}, job)
    finally:
        one.close()
    assert len(thought.burst) == 8

    async def crewed() -> BotAnswer:
        pool = WorkerPool(workers=2)
        try:
            return await pool.ask_bot(GAME, {"rounds": 3, "wind": True}, job)
        finally:
            await pool.close()

    assert asyncio.run(crewed()) == thought


def test_play_can_continue_after_a_bot_turn() -> None:
    table = staged_orders_table(("bargee", "human"))
    think_and_answer(table)
    play_to_end(table)
    assert table.match.over()
