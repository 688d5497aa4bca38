"""Answers of several actions: one line, one undo, applied completely or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.kernel.answers import explain_misread, read_answers
from parlour.kernel.coach import Coach
from parlour.kernel.game import prepare_options
from parlour.kernel.match import Log, apply_log, play_out_match
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER, Record, RecordEntry, effective_entries, read_record, write_record
from parlour.server.film import build_film
from parlour.table.bot_worker import review_record
from parlour.table.loading import fork_table, record_seats
from parlour.table.table_types import Receipt
from parlour.table.verify import verify
from tests.staged_orders_game import GAME, OrderlyBot, StagedOrdersState, as_staged_orders, staged_orders_table
from tests.table_builders import expect_refusal, magpie_table, submit_accepted, submit_answer
from tests.test_resuming import observable_state, reload_table


@pytest.mark.parametrize(
    ("text", "actions", "left"),
    [
        ("a load 2", [1, 6, 8], ""),
        ("  B   Row EAST ", [2, 4], ""),
        ("end", [0], ""),
        ("c row east end", [3, 4, 0], ""),
        ("a lod 2", None, "lod 2"),
        ("Jump", None, "Jump"),
        ("", None, ""),
    ],
)
def test_texts_are_split_into_notations(text: str, actions: list[int] | None, left: str) -> None:
    assert read_answers(GAME, text) == actions
    if actions is None:
        assert explain_misread(GAME, text) == f"{left!r} is not an answer in Barges; write one of the listed choices."


def test_ambiguous_texts_prefer_longer_notations_and_backtrack() -> None:
    names = ("a", "a b", "b c", "d")
    game = GAME._replace(actions=4, text=GAME.text._replace(notation=lambda action: names[action]))
    assert read_answers(game, "a b") == [1]
    assert read_answers(game, "a b c") == [0, 2]
    assert read_answers(game, "a b d") == [1, 3]
    assert read_answers(game, " ".join(["a"] * 90 + ["x"])) is None
    assert read_answers(game, " ".join(["a"] * 5000)) == [0] * 5000


def test_a_whole_order_is_one_line_and_one_question() -> None:
    table = staged_orders_table()
    submit_accepted(table, 0, "a load 2")
    assert [entry.text for entry in table.match.entries] == ["a load 2"]
    assert table.match.question_number == [2, 0]
    assert (as_staged_orders(table.match.state).crates[0], as_staged_orders(table.match.state).orders) == (2, 3)
    assert table.match.log.count() == 3
    assert table.answer(0, 1, [1, 6, 8]) == Receipt(0, 1, repeated=True)
    assert expect_refusal(table.answer(0, 1, [1, 6, 7])).code == "stale"


def test_staged_answers_lead_to_the_same_state() -> None:
    whole, staged = staged_orders_table(), staged_orders_table()
    submit_accepted(whole, 0, "a load 2")
    for text in ("a", "load", "2"):
        submit_accepted(staged, 0, text)
    assert staged.match.state.pack() == whole.match.state.pack()
    assert list(staged.match.log.numbers) == list(whole.match.log.numbers)
    assert len(staged.match.entries) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("a row west", "At 'row west': That is not on this canal."),
        ("a load end", "At 'end': That is not on this canal."),
        ("row east", "That is not on this canal."),
        ("a row east end", "'a row east' is a whole answer; what follows it is another."),
        ("end a", "'end' is a whole answer; what follows it is another."),
    ],
)
def test_an_illegal_part_is_named_and_nothing_is_applied(text: str, sentence: str) -> None:
    table = staged_orders_table()
    before = (
        table.match.state.pack(),
        int(table.match.log.count()),
        list(table.match.question_number),
        len(table.match.event_history),
    )
    refusal = expect_refusal(submit_answer(table, 0, text))
    assert (refusal.code, refusal.sentence) == ("illegal", sentence)
    assert (
        table.match.state.pack(),
        int(table.match.log.count()),
        list(table.match.question_number),
        len(table.match.event_history),
    ) == before
    assert table.match.entries == []


def test_unknown_actions_and_empty_answers_are_refused() -> None:
    table = staged_orders_table()
    assert expect_refusal(table.answer(0, 1, [1, 99])).sentence == "There is no such action."
    assert expect_refusal(table.answer(0, 1, [])).sentence == "Nothing was answered."


def test_games_of_single_answers_take_one_at_a_time() -> None:
    table = magpie_table()
    assert "is a whole answer" in expect_refusal(table.answer(0, 1, [1, 1])).sentence


def test_one_undo_takes_a_whole_order_back() -> None:
    table = staged_orders_table()
    submit_accepted(table, 0, "a row east")
    before = table.match.state.pack(), list(table.match.log.numbers)
    submit_accepted(table, 0, "a load 2")
    assert isinstance(table.undo(0, 2), Receipt)
    assert (table.match.state.pack(), list(table.match.log.numbers)) == before
    assert isinstance(table.undo(0), Receipt)
    assert table.match.log.count() == 0
    assert [entry.text for entry in effective_entries(table.match.entries)] == []
    assert observable_state(reload_table(table)) == observable_state(table)


def test_records_of_whole_orders_verify_and_have_a_film() -> None:
    table = staged_orders_table(rounds=1)
    for seat, text in ((0, "a load 2"), (0, "a"), (0, "row east"), (0, "end"), (1, "c row east"), (1, "end")):
        submit_accepted(table, seat, text)
    assert table.match.over()
    record = table.record()
    assert verify(lambda name: GAME, record).digest == record.digest()
    assert observable_state(reload_table(table))[:4] == observable_state(table)[:4]
    frames = build_film(record, GAME, None, "r")["frames"]
    assert [frame["text"] for frame in frames[:6]] == ["", "a load 2", "a", "row east", "end", "c row east"]
    assert [line["text"] for line in frames[1]["lines"]] == ["Loads."]
    assert len(table.match.log.moves()) == table.match.log.count() == 10
    review = review_record(
        GAME._replace(coach=Coach(review=lambda context, steps: [str(step.what) for step in steps])), record
    )
    assert review[:4] == ["1", "6", "8", "1"]
    again = fork_table(GAME, record, 1, record_seats(record.header))
    assert (again.match.log.count(), again.match.owing()) == (3, [0])


@pytest.mark.parametrize("text", ["a row west", "a row east end", "a row east b", "lod", "a lod"])
def test_impossible_record_lines_are_named(text: str) -> None:
    header = staged_orders_table().record().header
    with pytest.raises(Problem, match="Line 2 of the record "):
        verify(lambda name: GAME, Record(header, (RecordEntry(ANSWER, 0, text, line=2),)))


def test_simulated_matches_have_a_line_for_every_order(tmp_path: Path) -> None:
    options = prepare_options(GAME, 2, {"rounds": 2})
    state, log = GAME.start(2, options, None), Log()
    play_out_match(state, [OrderlyBot(), OrderlyBot()], 3, log)
    write_record(tmp_path / "m", GAME, options, ("x", "y"), ("bargee", "bargee"), 3, log)
    record = read_record((tmp_path / "m").read_text())
    assert [entry.text for entry in record.entries[:6]] == ["c row east"] * 4 + ["end", "c row east"]
    assert verify(lambda name: GAME, record).over
    again = GAME.start(2, options, None)
    apply_log(again, log)
    assert again.pack() == state.pack()
    assert isinstance(state, StagedOrdersState)
