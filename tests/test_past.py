"""What may be taken back is known without walking the match: a slow twin walks it, and must agree."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.games import find
from parlour.kernel.game import Event, MatchContext, visible_events
from parlour.kernel.journal import Journal
from parlour.kernel.match import Log, apply_move
from parlour.kernel.record import ANSWER, SEATED, RecordEntry, apply_entry, effective_entries
from parlour.kernel.rng import Rng
from parlour.kernel.state import State
from parlour.table import undo_history
from parlour.table.dealer import nonces_from_secret, secret_from_seed
from parlour.table.seat import Seat
from parlour.table.table import Table
from parlour.table.table_types import Receipt
from parlour.table.undo import IMAGINED_WORLDS, undo_refusal
from tests.barges import Barges, barges_table, game_of
from tests.bell import bell_table
from tests.tables import magpie_table, take
from tests.tavern import GAME as TAVERN
from tests.tavern import MUTE, tavern_table
from tests.test_resuming import reloaded, told


def slow_refusal(table: Table, seat: int) -> str:
    """The rules of undo, said again over the whole record."""
    entries = effective_entries(table.entries)
    mine = [index for index, entry in enumerate(entries) if entry.kind == ANSWER and entry.seat == seat]
    if not mine or mine[-1] < table.record().header.given:
        return "You have not answered anything yet."
    changes = [at for at, entry in enumerate(table.entries) if entry.kind == SEATED and entry.seat == seat]
    before = effective_entries(table.entries[: changes[-1]]) if changes else []
    if changes and len(mine) <= sum(entry.kind == ANSWER and entry.seat == seat for entry in before):
        return "The seat has changed hands since."
    own, later = entries[mine[-1]], entries[mine[-1] + 1 :]
    if own.why:
        return "The default answer was given for you."
    if table.state.sealed(seat):
        return ""
    if any(entry.kind != ANSWER for entry in later):
        return "The dealer has dealt since."
    state = table.game.start(len(table.seats), table.options, None)
    for entry in entries[: mine[-1]]:
        apply_entry(table.game, state, entry)
    if any(not state.owes(entry.seat) for entry in later):
        return "Somebody else has answered since."
    return "" if slowly_foreseen(table, state, seat, [own, *later]) else "You have seen something new since."


def slowly_foreseen(table: Table, state: State, seat: int, entries: list[RecordEntry]) -> bool:
    truth = state.clone()
    seen = slowly_shown(table, truth, seat, entries)
    if truth.outcomes > 0 or any(table.game.words.events[event.kind].reveals for event in seen[1]):
        return False
    worlds = [state.imagine(seat, Rng(number, seat)) for number in range(IMAGINED_WORLDS)]
    return all(slowly_shown(table, world, seat, entries[:1]) == seen for world in worlds)


def slowly_shown(table: Table, world: State, seat: int, entries: list[RecordEntry]) -> tuple[object, list[Event]]:
    journal = Journal()
    world.journal = journal
    for entry in entries:
        apply_entry(table.game, world, entry)
    return table.game.view(world, seat), list(visible_events(journal, 0, seat))


def check_log(table: Table) -> None:
    """State and log are those of the record."""
    state, log = table.game.start(len(table.seats), table.options, None), Log()
    for entry in effective_entries(table.entries):
        for what in apply_entry(table.game, state, entry):
            log.add(entry.seat, what)
    assert state.pack() == table.state.pack()
    assert list(log.numbers) == list(table.log.numbers)
    again = table.game.start(len(table.seats), table.options, None)
    for index in range(log.count()):
        apply_move(again, log.who(index), log.what(index))
    assert again.pack() == state.pack()


def hunters() -> Table:
    game = find("hunter")
    table = Table(game, {}, [Seat(name) for name in ("Ann", "Bob", "Cy")])
    table.begin()
    return table


TABLES: dict[str, Callable[[], Table]] = {
    "magpie": lambda: magpie_table(("human",) * 3),
    "tavern": lambda: tavern_table(TAVERN),
    "mute": lambda: tavern_table(MUTE),
    "barges": lambda: barges_table(("human",) * 3, rounds=9),
    "calm": lambda: barges_table(("human",) * 2, rounds=9, wind=False),
    "bell": lambda: bell_table(7),
    "hunter": hunters,
}
DOINGS = st.sampled_from(["answer"] * 8 + ["undo"] * 6 + ["lapse", "change"])


@pytest.mark.parametrize("name", TABLES)
@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 2), DOINGS, st.integers(0, 1000)), max_size=40),
    st.sampled_from([0, 5, undo_history.MIN_MOVES_TO_FINALIZE]),
)
def test_both_agree_whatever_is_done(name: str, doings: list[tuple[int, str, int]], few: int) -> None:
    """Wherever the position is copied on the way."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(undo_history, "MIN_MOVES_TO_FINALIZE", few)
        play_and_compare(TABLES[name](), doings)


def play_and_compare(table: Table, doings: list[tuple[int, str, int]]) -> None:
    for number, doing, choice in doings:
        seat = number % len(table.seats)
        if table.over():
            break
        if doing == "undo":
            slow = slow_refusal(table, seat)
            assert undo_refusal(table, seat) == slow
            assert isinstance(table.undo(seat), Receipt) == (not slow)
            check_log(table)
        elif doing == "change":
            table.hand_over(seat, "human")
        elif table.pending[seat] and doing == "lapse":
            table.answer_by_default(seat, table.question_number[seat], "time is gone")
        elif table.pending[seat]:
            legal = table.state.legal(seat)
            table.answer(seat, table.question_number[seat], int(legal[choice % len(legal)]))
    if not table.over():
        for seat in range(len(table.seats)):
            assert undo_refusal(table, seat) == slow_refusal(table, seat)
    assert told(reloaded(table))[:4] == told(table)[:4]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("name", "few"),
    [("hunter", undo_history.MIN_MOVES_TO_FINALIZE), ("hunter", 2), ("harmonictook", 2), ("bones", 2)],
)
def test_the_past_leads_to_the_present(name: str, few: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often the dealer deals before somebody is asked again."""
    monkeypatch.setattr(undo_history, "MIN_MOVES_TO_FINALIZE", few)
    game, secret, rng = find(name), secret_from_seed(seed), Rng(seed)
    seats = [Seat(who) for who in ("Ann", "Bob", "Cy")[: min(3, max(game.seats))]]
    table = Table(game, {}, seats, secret=secret, nonces=nonces_from_secret(secret, len(seats)))
    table.begin()
    for _ in range(150):
        if table.over():
            break
        seat = table.owing()[0]
        if rng.below(8) == 0:
            table.undo(seat)
        table.answer(seat, table.question_number[seat], int(rng.pick(table.state.legal(seat))))
        state = table.undo_history.base_state.clone()
        for move in table.undo_history.undoable:
            for what in move.actions:
                apply_move(state, move.entry.seat, what)
        assert state.pack() == table.state.pack()


class Counted(Barges):
    """Counts what is played, in whatever copy."""

    plays = 0

    def play(self, seat: int, action: int, /) -> None:
        Counted.plays += 1
        super().play(seat, action)


def plays_of(deed: Callable[[], object]) -> int:
    before = Counted.plays
    deed()
    return Counted.plays - before


@pytest.mark.parametrize("wind", [True, False])
def test_an_answer_and_an_undo_cost_what_the_turn_costs(wind: bool) -> None:
    table = barges_table(game=game_of(Counted), rounds=1000, wind=wind)
    undos, answers = [], []
    for _ in range(300):
        for text in ("a load 2", "b load 1", "end"):
            take(table, 0, text)
        take(table, 1, "a load 2")
        undos.append(plays_of(lambda: table.undo(1)))
        answers.append(plays_of(lambda: take(table, 1, "end")))
    assert max(undos[150:]) == max(undos[20:150]) < 100
    assert set(answers) == {1}


def test_new_lines_are_put_into_words_and_no_others() -> None:
    table = barges_table(rounds=1000)
    told: list[int] = []

    def sentence(room: MatchContext, event: Event, viewer: int) -> str:
        told.append(event.kind)
        return "So it goes."

    table.game = table.game._replace(words=table.game.words._replace(sentence=sentence))
    for _ in range(20):
        number = len(table.visible_indexes(0))
        for seat in (0, 1):
            take(table, seat, "end")
        told.clear()
        assert [line.number for line in table.lines(0, number)] == [number + 1, number + 2, number + 3]
        assert len(told) == 3
    assert table.lines(0) == table.lines_after(0, 0, 0)
    assert table.lines(0, 999) == []
