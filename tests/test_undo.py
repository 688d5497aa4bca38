"""Taking an answer back: possible only while nothing has followed from it."""

from __future__ import annotations

from parlour.games import find
from parlour.games.bones.rules.campaign import ADD, SUBTRACT, Bones
from parlour.kernel.record import read_record, record_lines
from parlour.server.updates import undoable_question
from parlour.table.table_types import Receipt
from parlour.table.verify import verify
from tests.hidden_number_game import hidden_number_table
from tests.table_builders import bones_table, expect_refusal, magpie_table, play_to_end, submit_accepted
from tests.test_resuming import observable_state, reload_table


def test_a_sealed_answer_may_be_taken_back_until_the_last_is_in() -> None:
    table = magpie_table(("human",) * 3)
    submit_accepted(table, 0, "bid 5")
    submit_accepted(table, 1, "bid 4")
    assert isinstance(table.undo(0), Receipt)
    assert table.match.owing() == [0, 2]
    submit_accepted(table, 0, "bid 1")
    submit_accepted(table, 2, "bid 0")
    assert "Bob buys" in table.lines(0)[-2].text
    assert "dealt" in expect_refusal(table.undo(0)).sentence


def test_numbers_are_never_used_again() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 5")
    lines = len(table.lines(0))
    table.undo(0)
    assert table.match.question_number[0] == 2
    assert expect_refusal(table.answer(0, 1, 5)).code == "stale"
    assert len(table.lines(0)) == lines + 1
    submit_accepted(table, 0, "bid 4")


def test_without_an_answer_there_is_nothing_to_undo() -> None:
    assert "not answered" in expect_refusal(magpie_table().undo(0)).sentence


def test_dice_are_not_taken_back() -> None:
    table = bones_table()
    for notation in ("go north", "go north", "fight", "roll"):
        submit_accepted(table, 0, notation)
    assert "dealt" in expect_refusal(table.undo(0)).sentence


def test_a_trick_without_dice_may_be_taken_back() -> None:
    table = bones_table()
    for notation in ("go north", "go north", "fight", "add"):
        submit_accepted(table, 0, notation)
    total = table.match.view(0).total  # type: ignore[attr-defined]
    assert isinstance(table.undo(0), Receipt)
    assert isinstance(table.match.state, Bones)
    assert (table.match.state.total, table.match.state.add) == (total - 1, 1)


def test_an_answer_that_showed_a_place_cannot_be_undone() -> None:
    table = bones_table()
    submit_accepted(table, 0, "go north")
    assert "seen" in expect_refusal(table.undo(0)).sentence


def test_a_record_with_an_undo_replays() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 5")
    table.undo(0)
    submit_accepted(table, 0, "bid 3")
    play_to_end(table)
    record = read_record("\n".join(record_lines(table.record())) + "\n")
    assert verify(find, record).digest == table.record().digest()


def test_a_repeated_undo_takes_back_one_answer_only() -> None:
    table = bones_table()
    for notation in ("go north", "go north", "fight", "add", "subtract"):
        submit_accepted(table, 0, notation)
    question = table.match.question_number[0] - 1
    assert table.undo(0, question) == Receipt(0, table.match.question_number[0])
    count = len(table.match.entries)
    assert table.undo(0, question) == Receipt(0, question, repeated=True)
    assert len(table.match.entries) == count
    assert expect_refusal(table.undo(0, 1)).code == "stale"
    assert expect_refusal(table.undo(7)).code == "seat"


def test_one_answer_after_the_other_is_taken_back() -> None:
    """Each answer is taken back by the number of its question, however often that is requested."""
    table = bones_table()
    for notation in ("go north", "go north", "fight", "add", "subtract"):
        submit_accepted(table, 0, notation)
    for action in (SUBTRACT, ADD):
        question = undoable_question(table.match, 0)
        assert question is not None
        assert table.match.last_answer[0] == (question, (action,))
        assert table.undo(0, question) == Receipt(0, table.match.question_number[0])
        assert table.undo(0, question) == Receipt(0, question, repeated=True)
        assert observable_state(reload_table(table)) == observable_state(table)
    assert undoable_question(table.match, 0) is None  # the opening has been dealt since
    submit_accepted(table, 0, "subtract")
    assert undoable_question(table.match, 0) == table.match.question_number[0] - 1


def test_an_answer_cannot_be_undone_after_others_have_answered() -> None:
    table = magpie_table()
    for seat in (0, 1, 0, 1):
        submit_accepted(table, seat, "bid 1")
    assert table.match.earlier_answers == [(), ()]


def test_an_answer_that_revealed_something_cannot_be_undone() -> None:
    """The bell reveals that the hidden number is seven; silence reveals nothing."""
    ringing, silent = hidden_number_table(7), hidden_number_table(3)
    for table in (ringing, silent):
        submit_accepted(table, 0, "pull")
    assert "seen something new" in expect_refusal(ringing.undo(0)).sentence
    assert isinstance(silent.undo(0), Receipt)
