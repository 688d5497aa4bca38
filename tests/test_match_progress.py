"""The match at a table as one object: copies of it are independent, and a change counts only when it is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games import find
from parlour.kernel.match import digest
from parlour.table.answering import plan_answer, play_answer
from parlour.table.cheap_copies import GrowingList
from parlour.table.clock import Clock
from parlour.table.lesson import lesson_seats, load_lesson
from parlour.table.match_progress import MatchProgress
from parlour.table.seat import Seat
from parlour.table.table import Table
from tests.table_builders import magpie_table, play_to_end, submit_accepted


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), max_size=60))
def test_growing_lists_are_lists(steps: list[tuple[int, bool]]) -> None:
    """Whichever copy grows next, none of them sees what the others append."""
    found: list[tuple[GrowingList[int], list[int]]] = [(GrowingList([1, 2]), [1, 2])]
    for number, (at, grows) in enumerate(steps):
        growing, plain = found[at % len(found)]
        if grows:
            growing.append(number)
            plain.append(number)
        else:
            found.append((growing.copy(), plain[:]))
    for growing, plain in found:
        assert growing == plain
        assert (len(growing), list(reversed(growing))) == (len(plain), plain[::-1])
        assert (growing[-1], growing[1], growing[-2:], growing[1:5]) == (plain[-1], plain[1], plain[-2:], plain[1:5])
        with pytest.raises(IndexError):
            growing[len(plain)]


def observe(match: MatchProgress) -> tuple[object, ...]:
    """Returns everything that can be seen of a match."""
    clock, history = match.clock, match.undo_history
    return (
        [*match.entries], match.chain_link, [*match.log.numbers], [*match.event_history], match.state.pack(),
        [*match.held_notices], [*match.pending], [*match.question_number], [*match.last_answer],
        [*match.earlier_answers], [*match.undone_question], [*match.undo_count], [*match.reseated_at],
        [*match.bot_notes], [seat.player for seat in match.seats], match.last_answerer, match.resumed,
        match.lesson_progress, None if clock is None else (clock.bank[:], clock.since[:]),
        [*history.undoable], dict(history.last_undoable), dict(history.last_final), history.base_log_count,
    )  # fmt: skip


def clocked_table(store: Callable[[Sequence[str]], None]) -> Table:
    seats = [Seat("Ann"), Seat("Bob", "thrifty")]
    return Table(find("magpie"), {}, seats, clock=Clock(2, 60.0, 5.0, lambda: 7.0), store_lines=store)


def test_a_change_that_is_not_stored_changes_nothing() -> None:
    """The match stays the same object with the same contents, whatever was asked for; afterwards the same works."""
    stored: list[str] = []
    full = [False]

    def store(lines: Sequence[str]) -> None:
        if full[0]:
            raise OSError("the disk is full")
        stored.extend(lines)

    def check(table: Table, change: Callable[[], object]) -> None:
        match, before = table.match, observe(table.match)
        full[0] = True
        with pytest.raises(OSError, match="full"):
            change()
        full[0] = False
        assert table.match is match
        assert observe(match) == before
        change()
        assert observe(match) == before
        assert observe(table.match) != before

    table = clocked_table(store)
    check(table, table.begin)
    check(table, lambda: table.answer(0, 1, 3))
    check(table, lambda: table.undo(0))
    check(table, lambda: table.answer_by_default(0, 2, "played out"))
    check(table, lambda: table.answer_burst(1, 1, [(2, "two will do")]))
    check(table, lambda: table.hand_over(1, "human"))
    lesson = load_lesson(find("magpie"), "first")
    taught = Table(find("magpie"), lesson.options, lesson_seats(lesson), lesson=lesson, store_lines=store)
    taught.begin()
    check(taught, lambda: taught.turn_page(0, 1))
    check(taught, lambda: taught.turn_page(0, 2, leave=True))


def test_a_copy_of_a_match_can_be_played_on_alone() -> None:
    table = magpie_table()
    submit_accepted(table, 0, "bid 2")
    before, match = observe(table.match), table.match.copy()
    while not match.over():
        seat = match.owing()[0]
        play_answer(match, *plan_answer(match, seat, [int(match.state.legal(seat)[0])]))
    assert observe(table.match) == before
    play_to_end(table)
    assert table.match.entries[-2].text == digest(table.match.state, table.match.log) != ""


def test_a_copy_shares_what_grows_with_the_match() -> None:
    """So that an answer costs the same however long the match is."""
    match = magpie_table().match
    twin = match.copy()
    grown = [(each.entries, each.event_history, each.undo_history.undoable) for each in (match, twin)]
    for one, other in zip(*grown, strict=True):
        assert one is not other
        assert one._items is other._items
