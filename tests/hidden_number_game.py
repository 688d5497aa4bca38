"""A game in which pulling a rope rings a bell if a hidden number is seven."""

from __future__ import annotations

from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games import find
from parlour.kernel.journal import Journal
from parlour.kernel.options import Options
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import State
from parlour.kernel.text import EventKind
from parlour.table.seat import Seat
from parlour.table.table import Table

REVEALING_NUMBER = 7


class HiddenNumberState(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.hidden = 0
        self.turns = 0

    def legal(self, seat: int) -> vec[i64]:
        return vec[i64]([0])

    def play(self, seat: int, action: int, /) -> None:
        self.answered(seat)
        self.turns += 1
        if self.hidden == REVEALING_NUMBER and self.journal is not None:
            self.journal.add(1 << seat, 0)
        if self.turns < 5:
            self.ask(seat)

    def points(self, seat: int) -> int:
        return self.turns

    def default_answer(self, seat: int) -> int:
        return 0

    def clone(self) -> HiddenNumberState:
        copy = HiddenNumberState(self.seats)
        copy.copy_debts(self)
        copy.hidden, copy.turns = self.hidden, self.turns
        return copy

    def imagine(self, seat: int, rng: Rng) -> HiddenNumberState:
        """If the bell has not rung, draws any other number."""
        world = self.clone()
        world.hidden = rng.below(REVEALING_NUMBER)
        return world

    def write(self, sheet: Sheet) -> None:
        sheet.put(self.hidden)
        sheet.put(self.turns)

    def read(self, sheet: Sheet) -> None:
        self.hidden = sheet.take()
        self.turns = sheet.take()


@dataclass(frozen=True)
class HiddenNumberView:
    turns: int


def view(state: State, seat: int) -> HiddenNumberView:
    assert isinstance(state, HiddenNumberState)
    return HiddenNumberView(int(state.turns))


def hidden_number_table(hidden: int) -> Table:
    def start(seats: int, options: Options, journal: Journal | None) -> HiddenNumberState:
        state = HiddenNumberState(seats)
        state.journal = journal
        state.hidden = hidden
        state.ask(0)
        return state

    text = find("magpie").text._replace(
        notation=lambda action: "pull",
        events=(EventKind("rang"),),
        sentence=lambda context, event, viewer: "Ding.",
    )
    game = find("magpie")._replace(name="bell", seats=(1,), actions=1, options=(), start=start, view=view, text=text)
    table = Table(game, {}, [Seat("Ann")])
    table.begin()
    return table
