"""Taking an answer back: safe by construction."""

from __future__ import annotations

from parlour.games import find
from parlour.games.bones.rules.campaign import ADD, SUBTRACT, Bones
from parlour.kernel.record import read_record, record_lines
from parlour.server.updates import undoable_question
from parlour.table.table_types import Receipt
from parlour.table.verify import verify
from tests.bell import bell_table
from tests.tables import bones_table, magpie_table, play_out, refused, take
from tests.test_resuming import reloaded, told


def test_a_sealed_answer_may_be_taken_back_until_the_last_is_in() -> None:
    table = magpie_table(("human",) * 3)
    take(table, 0, "bid 5")
    take(table, 1, "bid 4")
    assert isinstance(table.undo(0), Receipt)
    assert table.owing() == [0, 2]
    take(table, 0, "bid 1")
    take(table, 2, "bid 0")
    assert "Bob buys" in table.lines(0)[-2].text
    assert "dealt" in refused(table.undo(0)).sentence


def test_numbers_are_never_used_again() -> None:
    table = magpie_table()
    take(table, 0, "bid 5")
    lines = len(table.lines(0))
    table.undo(0)
    assert table.question_number[0] == 2
    assert refused(table.answer(0, 1, 5)).code == "stale"
    assert len(table.lines(0)) == lines + 1
    take(table, 0, "bid 4")


def test_nothing_answered_is_nothing_to_take_back() -> None:
    assert "not answered" in refused(magpie_table().undo(0)).sentence


def test_dice_are_not_taken_back() -> None:
    table = bones_table()
    for notation in ("go north", "go north", "fight", "roll"):
        take(table, 0, notation)
    assert "dealt" in refused(table.undo(0)).sentence


def test_a_trick_without_dice_may_be_taken_back() -> None:
    table = bones_table()
    for notation in ("go north", "go north", "fight", "add"):
        take(table, 0, notation)
    total = table.view(0).total  # type: ignore[attr-defined]
    assert isinstance(table.undo(0), Receipt)
    assert isinstance(table.state, Bones)
    assert (table.state.total, table.state.add) == (total - 1, 1)


def test_a_new_place_was_seen_and_stays_seen() -> None:
    table = bones_table()
    take(table, 0, "go north")
    assert "seen" in refused(table.undo(0)).sentence


def test_a_record_with_an_undo_replays() -> None:
    table = magpie_table()
    take(table, 0, "bid 5")
    table.undo(0)
    take(table, 0, "bid 3")
    play_out(table)
    record = read_record("\n".join(record_lines(table.record())) + "\n")
    assert verify(find, record).digest == table.record().digest()


def test_a_repeated_undo_takes_back_one_answer_only() -> None:
    table = bones_table()
    for notation in ("go north", "go north", "fight", "add", "subtract"):
        take(table, 0, notation)
    question = table.question_number[0] - 1
    assert table.undo(0, question) == Receipt(0, table.question_number[0])
    count = len(table.entries)
    assert table.undo(0, question) == Receipt(0, question, repeated=True)
    assert len(table.entries) == count
    assert refused(table.undo(0, 1)).code == "stale"
    assert refused(table.undo(7)).code == "seat"


def test_one_answer_after_the_other_is_taken_back() -> None:
    """As long as nothing has come of them, each by the number of its question, however often it is asked for."""
    table = bones_table()
    for notation in ("go north", "go north", "fight", "add", "subtract"):
        take(table, 0, notation)
    for action in (SUBTRACT, ADD):
        question = undoable_question(table, 0)
        assert question is not None
        assert table.last_answer[0] == (question, (action,))
        assert table.undo(0, question) == Receipt(0, table.question_number[0])
        assert table.undo(0, question) == Receipt(0, question, repeated=True)
        assert told(reloaded(table)) == told(table)
    assert undoable_question(table, 0) is None  # the opening was dealt since
    take(table, 0, "subtract")
    assert undoable_question(table, 0) == table.question_number[0] - 1


def test_nobody_takes_back_what_others_have_answered_since() -> None:
    table = magpie_table()
    for seat in (0, 1, 0, 1):
        take(table, seat, "bid 1")
    assert table.earlier_answers == [(), ()]


def test_what_was_heard_cannot_be_unheard() -> None:
    """Whoever pulls a rope that rings a bell at a hidden number has learned it; whoever hears nothing has not."""
    ringing, silent = bell_table(7), bell_table(3)
    for table in (ringing, silent):
        take(table, 0, "pull")
    assert "seen something new" in refused(ringing.undo(0)).sentence
    assert isinstance(silent.undo(0), Receipt)
