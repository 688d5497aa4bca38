"""Undo without replaying the match: compared with a slow implementation that replays the record."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games import find
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, apply_move
from parlour.kernel.record import ANSWER, SEATED, RecordEntry, apply_entry, effective_entries
from parlour.kernel.rng import Rng
from parlour.kernel.state import State
from parlour.kernel.text import Event, MatchContext, visible_events
from parlour.table import undo_history
from parlour.table.dealer import nonces_from_secret, secret_from_seed
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from parlour.table.undo import IMAGINED_WORLDS, undo_refusal
from tests.hidden_number_game import hidden_number_table
from tests.sealed_answers_game import GAME as TAVERN
from tests.sealed_answers_game import GAME_WITHOUT_SEALED, sealed_answers_table
from tests.staged_orders_game import StagedOrdersState, game_with_state, staged_orders_table
from tests.table_builders import magpie_table, submit_accepted
from tests.test_resuming import observable_state, reload_table


def replayed_refusal(table: Table, seat: int) -> str:
    """Applies the rules of undo to the whole record."""
    entries = effective_entries(table.match.entries)
    mine = [index for index, entry in enumerate(entries) if entry.kind == ANSWER and entry.seat == seat]
    if not mine or mine[-1] < table.record().header.given:
        return "You have not answered anything yet."
    changes = [at for at, entry in enumerate(table.match.entries) if entry.kind == SEATED and entry.seat == seat]
    before = effective_entries(table.match.entries[: changes[-1]]) if changes else []
    if changes and len(mine) <= sum(entry.kind == ANSWER and entry.seat == seat for entry in before):
        return "The seat has changed hands since."
    own, later = entries[mine[-1]], entries[mine[-1] + 1 :]
    if own.why:
        return "The default answer was given for you."
    if table.match.state.sealed(seat):
        return ""
    if any(entry.kind != ANSWER for entry in later):
        return "The dealer has dealt since."
    state = table.game.start(len(table.match.seats), table.options, None)
    for entry in entries[: mine[-1]]:
        apply_entry(table.game, state, entry)
    if any(not state.owes(entry.seat) for entry in later):
        return "Somebody else has answered since."
    return "" if replayed_could_foresee(table, state, seat, [own, *later]) else "You have seen something new since."


def replayed_could_foresee(table: Table, state: State, seat: int, entries: list[RecordEntry]) -> bool:
    truth = state.clone()
    seen = replayed_view_and_events(table, truth, seat, entries)
    if truth.outcomes > 0 or any(table.game.text.events[event.kind].reveals for event in seen[1]):
        return False
    worlds = [state.imagine(seat, Rng(number, seat)) for number in range(IMAGINED_WORLDS)]
    return all(replayed_view_and_events(table, world, seat, entries[:1]) == seen for world in worlds)


def replayed_view_and_events(
    table: Table, world: State, seat: int, entries: list[RecordEntry]
) -> tuple[object, list[Event]]:
    journal = Journal()
    world.journal = journal
    for entry in entries:
        apply_entry(table.game, world, entry)
    return table.game.view(world, seat), list(visible_events(journal, 0, seat))


def check_against_record(table: Table) -> None:
    """Checks that state and log match the record."""
    state, log = table.game.start(len(table.match.seats), table.options, None), Log()
    for entry in effective_entries(table.match.entries):
        for what in apply_entry(table.game, state, entry):
            log.add(entry.seat, what)
    assert state.pack() == table.match.state.pack()
    assert list(log.numbers) == list(table.match.log.numbers)
    again = table.game.start(len(table.match.seats), table.options, None)
    for index in range(log.count()):
        apply_move(again, log.who(index), log.what(index))
    assert again.pack() == state.pack()


def hunter_table() -> Table:
    game = find("hunter")
    table = Table(game, {}, [Seat(name) for name in ("Ann", "Bob", "Cy")])
    table.begin()
    return table


TABLES: dict[str, Callable[[], Table]] = {
    "magpie": lambda: magpie_table(("human",) * 3),
    "tavern": lambda: sealed_answers_table(TAVERN),
    "mute": lambda: sealed_answers_table(GAME_WITHOUT_SEALED),
    "barges": lambda: staged_orders_table(("human",) * 3, rounds=9),
    "calm": lambda: staged_orders_table(("human",) * 2, rounds=9, wind=False),
    "bell": lambda: hidden_number_table(7),
    "hunter": hunter_table,
}
OPERATIONS = st.sampled_from(["answer"] * 8 + ["undo"] * 6 + ["lapse", "change"])


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2), OPERATIONS, st.integers(0, 1000)), max_size=40),
    st.sampled_from([0, 5, undo_history.MIN_MOVES_TO_FINALIZE]),
)
def test_fast_and_replayed_undo_agree(name: str, doings: list[tuple[int, str, int]], few: int) -> None:
    """Wherever the position is copied meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo_history, "MIN_MOVES_TO_FINALIZE", few)
        play_and_compare(TABLES[name](), doings)


def play_and_compare(table: Table, doings: list[tuple[int, str, int]]) -> None:
    for number, doing, choice in doings:
        seat = number % len(table.match.seats)
        if table.match.over():
            break
        if doing == "undo":
            slow = replayed_refusal(table, seat)
            assert undo_refusal(table.match, seat) == slow
            assert isinstance(table.undo(seat), Receipt) == (not slow)
            check_against_record(table)
        elif doing == "change":
            table.hand_over(seat, "human")
        elif table.match.pending[seat] and doing == "lapse":
            table.answer_by_default(seat, table.match.question_number[seat], "time is gone")
        elif table.match.pending[seat]:
            legal = table.match.state.legal(seat)
            table.answer(seat, table.match.question_number[seat], int(legal[choice % len(legal)]))
    if not table.match.over():
        for seat in range(len(table.match.seats)):
            assert undo_refusal(table.match, seat) == replayed_refusal(table, seat)
    assert observable_state(reload_table(table))[:4] == observable_state(table)[:4]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "few"),
    [("hunter", undo_history.MIN_MOVES_TO_FINALIZE), ("hunter", 2), ("harmonictook", 2), ("bones", 2)],
)
def test_the_history_leads_to_the_current_state(
    name: str, few: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often the dealer deals before a seat is asked again."""
    monkeypatch.setattr(undo_history, "MIN_MOVES_TO_FINALIZE", few)
    game, secret, rng = find(name), secret_from_seed(seed), Rng(seed)
    seats = [Seat(who) for who in ("Ann", "Bob", "Cy")[: min(3, max(game.seats))]]
    table = Table(game, {}, seats, secret=secret, nonces=nonces_from_secret(secret, len(seats)))
    table.begin()
    for _ in range(150):
        if table.match.over():
            break
        seat = table.match.owing()[0]
        if rng.below(8) == 0:
            table.undo(seat)
        table.answer(seat, table.match.question_number[seat], int(rng.pick(table.match.state.legal(seat))))
        state = table.match.undo_history.base_state.clone()
        for move in table.match.undo_history.undoable:
            for what in move.actions:
                apply_move(state, move.entry.seat, what)
        assert state.pack() == table.match.state.pack()


class CountingState(StagedOrdersState):
    """Counts the answers played in all its copies."""

    plays = 0

    def play(self, seat: int, action: int, /) -> None:
        CountingState.plays += 1
        super().play(seat, action)


def count_plays(operation: Callable[[], object]) -> int:
    before = CountingState.plays
    operation()
    return CountingState.plays - before


@pytest.mark.parametrize("wind", [True, False])
def test_the_cost_of_answers_and_undo_does_not_grow(wind: bool) -> None:
    table = staged_orders_table(game=game_with_state(CountingState), rounds=1000, wind=wind)
    undos, answers = [], []
    for _ in range(300):
        for text in ("a load 2", "b load 1", "end"):
            submit_accepted(table, 0, text)
        submit_accepted(table, 1, "a load 2")
        undos.append(count_plays(lambda: table.undo(1)))
        answers.append(count_plays(lambda: submit_accepted(table, 1, "end")))
    assert max(undos[150:]) == max(undos[20:150]) < 100
    assert set(answers) == {1}


def test_only_new_lines_are_formatted() -> None:
    table = staged_orders_table(rounds=1000)
    kinds: list[int] = []

    def sentence(context: MatchContext, event: Event, viewer: int) -> str:
        kinds.append(event.kind)
        return "So it goes."

    table.game = table.game._replace(text=table.game.text._replace(sentence=sentence))
    for _ in range(20):
        number = len(table.visible_indexes(0))
        for seat in (0, 1):
            submit_accepted(table, seat, "end")
        kinds.clear()
        assert [line.number for line in table.lines(0, number)] == [number + 1, number + 2, number + 3]
        assert len(kinds) == 3
    assert table.lines(0) == table.lines_after(0, 0, 0)
    assert table.lines(0, 999) == []
