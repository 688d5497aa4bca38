"""Pebbles: take one, two or three from the heap; whoever takes the last one wins. A game of somebody else's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.game import Game
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Option, Options
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOT_ASKED, State
from parlour.kernel.text import Category, Event, EventKind, MatchContext, Offer, Text, View, Why

MOST = 3  # an action is one pebble less than is taken
TAKEN = 0  # event: seat, pebbles
TOO_FEW = 3  # reason: the heap is smaller
TAKE = Category("take", "Take", "green", "selection")


class Pebbles(State):
    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.heap: int = 0
        self.won = vec[i64]()  # one for who took the last pebble, by seat

    def legal(self, seat: int) -> vec[i64]:
        return vec[i64](range(min(MOST, self.heap)))

    def refusal(self, seat: int, action: int) -> int:
        if not self.owes(seat):
            return NOT_ASKED
        return 0 if 0 <= action < min(MOST, self.heap) else TOO_FEW

    def play(self, seat: int, action: int, /) -> None:
        self.answered(seat)
        self.heap -= action + 1
        if self.journal is not None:
            self.journal.add(EVERYONE, TAKEN, seat, action + 1)
        if self.heap:
            self.ask(1 - seat)
        else:
            self.won[seat] = 1

    def points(self, seat: int) -> int:
        return self.won[seat]

    def standing(self, seat: int) -> int:
        return self.won[seat]

    def default_answer(self, seat: int) -> int:
        return 0

    def clone(self) -> Pebbles:
        copy = Pebbles(self.seats)
        copy.copy_debts(self)
        copy.heap = self.heap
        copy.won = self.won[:]
        return copy

    def imagine(self, seat: int, rng: Rng) -> Pebbles:
        return self.clone()

    def write(self, sheet: Sheet) -> None:
        sheet.put(self.heap)
        sheet.put_column(self.won)

    def read(self, sheet: Sheet) -> None:
        self.heap = sheet.take()
        self.won = sheet.take_column()


def start(seats: int, options: Options, journal: Journal | None) -> Pebbles:
    state = Pebbles(seats)
    state.journal = journal
    heap = options["heap"]
    assert isinstance(heap, int)
    state.heap = heap
    state.won = vec[i64]([0] * seats)
    state.ask(0)
    return state


@dataclass(frozen=True)
class PebblesView:
    heap: int
    won: Annotated[tuple[int, ...], "by seat"]


def view(state: State, seat: int) -> PebblesView:
    assert isinstance(state, Pebbles)
    return PebblesView(state.heap, tuple(state.won))


def offer(state: State, seat: int) -> list[Offer]:
    return [Offer(action, state.refusal(seat, action)) for action in range(MOST)]


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    seat, pebbles = event.arguments[:2]
    return f"{context.names[seat]} takes {pebbles}."


def board(context: MatchContext, view: View) -> str:
    assert isinstance(view, PebblesView)
    return f"{view.heap} pebbles lie on the heap."


def no_outcome(state: State, outcome: int) -> str:
    raise AssertionError("nothing is dealt here")


def no_reading(state: State, text: str) -> int:
    raise AssertionError("nothing is dealt here")


GAME = Game(
    name="pebbles",
    title="Pebbles",
    version=1,
    home=__name__,
    seats=(2,),
    options=(Option("heap", "int", 9, "Pebbles on the heap at the start.", 1, 30),),
    actions=MOST,
    start=start,
    view=view,
    text=Text(
        notation=lambda action: f"take {action + 1}",
        kinds={"take": range(MOST)},
        events=(EventKind("taken", TAKE, ("seat", "pebbles")),),
        sentence=sentence,
        question=lambda context, view: "How many pebbles do you take?",
        label=lambda context, view, action: f"Take {action + 1}",
        why=lambda context, reason: Why("1", "So many pebbles are not left."),
        board=board,
        rules=lambda options: "1. Take one, two or three pebbles. Whoever takes the last one wins.",
        blurb="Take one, two or three pebbles from the heap. Whoever takes the last one wins.",
        offer=offer,
        outcome=no_outcome,
        read_outcome=no_reading,
    ),
)
