"""Stalls, a game with a file option: wares come to the market one by one, to be taken or left; a file adds wares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Annotated, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.coach import Coach, Hint
from parlour.kernel.features import Features
from parlour.kernel.game import Game, Traits
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Option, Options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State
from parlour.kernel.study import Study
from parlour.kernel.text import SYSTEM, Event, EventKind, MatchContext, Text, View, Why

MAX_WARES = 6  # wares
LEAVE = 0  # action; the action that takes a ware is its number plus one
SHOWN, TAKEN = 0, 1  # events: ware; seat, ware


class Ware(NamedTuple):
    id: str
    price: int
    text: str


BUILT_IN_WARES = (Ware("plum", 2, "Blue and sweet."), Ware("kettle", 5, "It whistles."))
FRUIT_FILE = """fruit.json
[{"id": "quince", "price": 7, "text": "Hard, and fragrant."}, {"id": "husk", "price": 0, "text": "Nothing in it."}]
"""


@lru_cache(maxsize=16)
def parse_wares(file: str) -> tuple[Ware, ...]:
    """Returns all wares of a match, the built-in ones first; a Problem names the file and its mistake."""
    name, _, text = file.partition("\n")
    if not file:
        return BUILT_IN_WARES
    try:
        theirs = tuple(Ware(str(row["id"]), int(row["price"]), str(row["text"])) for row in json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise Problem(f"{name} is no list of wares: {type(error).__name__}.") from None
    if len(BUILT_IN_WARES) + len(theirs) > MAX_WARES:
        raise Problem(f"{name} has too many wares.")
    return BUILT_IN_WARES + theirs


def wares_of(options: Options) -> tuple[Ware, ...]:
    return parse_wares(str(options["wares"]))


class FileOptionState(State):
    def __init__(self, seats: int, prices: tuple[int, ...]) -> None:
        super().__init__(seats)
        self.prices = prices  # of this match; shared by clones
        self.left: int = 0
        self.ware: int = NOBODY
        self.turn: int = 0
        self.purse = vec[i64]()

    def odds(self) -> vec[i64]:
        return vec[i64]()

    def deal(self, ware: int, /) -> None:
        self.ware = ware
        if self.journal is not None:
            self.journal.add(EVERYONE, SHOWN, ware)
        self.ask(self.turn)

    def legal(self, seat: int) -> vec[i64]:
        return vec[i64]([LEAVE, 1 + self.ware])

    def play(self, seat: int, action: int, /) -> None:
        self.answered(seat)
        if action != LEAVE:
            self.purse[seat] += self.prices[self.ware]
            if self.journal is not None:
                self.journal.add(EVERYONE, TAKEN, seat, self.ware)
        self.left -= 1
        self.turn = (self.turn + 1) % self.seats
        if self.left:
            self.ask_dealer(len(self.prices))

    def points(self, seat: int) -> int:
        return self.purse[seat]

    def standing(self, seat: int) -> int:
        return self.purse[seat]

    def default_answer(self, seat: int) -> int:
        return LEAVE

    def clone(self) -> FileOptionState:
        copy = FileOptionState(self.seats, self.prices)
        copy.copy_debts(self)
        copy.left, copy.ware, copy.turn, copy.purse = self.left, self.ware, self.turn, self.purse[:]
        return copy

    def imagine(self, seat: int, rng: Rng) -> FileOptionState:
        return self.clone()

    def write(self, sheet: Sheet) -> None:
        sheet.put(self.left)
        sheet.put(self.ware)
        sheet.put(self.turn)
        sheet.put_column(self.purse)

    def read(self, sheet: Sheet) -> None:
        self.left, self.ware, self.turn = sheet.take(), sheet.take(), sheet.take()
        self.purse = sheet.take_column()


def blank(seats: int, options: Options) -> FileOptionState:
    return FileOptionState(seats, tuple(ware.price for ware in wares_of(options)))


def start(seats: int, options: Options, journal: Journal | None) -> FileOptionState:
    state = blank(seats, options)
    state.journal = journal
    state.left = 3 * seats
    state.purse = vec[i64]([0] * seats)
    state.ask_dealer(len(state.prices))
    return state


@dataclass(frozen=True)
class FileOptionView:
    ware: Annotated[int, "ware"]
    purse: Annotated[tuple[int, ...], "by seat"]


def view(state: State, seat: int) -> FileOptionView:
    assert isinstance(state, FileOptionState)
    return FileOptionView(state.ware, tuple(state.purse))


def hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    assert isinstance(state, FileOptionState)
    return [Hint(1 + state.ware, None, f"worth {state.prices[state.ware]}"), Hint(LEAVE, None, "worth nothing")]


def features(state: State, seat: int) -> vec[i64]:
    assert isinstance(state, FileOptionState)
    return vec[i64](
        [*(int(state.ware == ware) for ware in range(len(state.prices))), *state.purse, *[0] * (3 - state.seats)]
    )


# Texts for any set of wares.


def notation(names: tuple[str, ...], action: int) -> str:
    if action == LEAVE:
        return "leave"
    return f"take {names[action - 1]}" if action <= len(names) else f"take nothing {action}"


def sentence(names: tuple[str, ...], context: MatchContext, event: Event, viewer: int) -> str:
    if event.kind == SHOWN:
        return f"A {names[event.arguments[0]]} is for sale."
    return f"{context.names[event.arguments[0]]} takes the {names[event.arguments[1]]}."


def question(names: tuple[str, ...], context: MatchContext, view: View) -> str:
    assert isinstance(view, FileOptionView)
    return f"Do you take the {names[view.ware]}?"


def label(names: tuple[str, ...], context: MatchContext, view: View, action: int) -> str:
    return notation(names, action).capitalize()


def board(names: tuple[str, ...], context: MatchContext, view: View) -> str:
    assert isinstance(view, FileOptionView)
    on_sale = names[view.ware] if view.ware != NOBODY else "nothing"
    return f"For sale: {on_sale}. Purses: {', '.join(str(purse) for purse in view.purse)}."


def outcome(names: tuple[str, ...], state: State, ware: int) -> str:
    return names[ware]


def read_outcome(names: tuple[str, ...], state: State, text: str) -> int:
    return names.index(text)


def no_why(context: MatchContext, reason: int) -> Why:
    return Why("1", "That is not for sale.")


def text_for(found: tuple[Ware, ...]) -> Text:
    names = tuple(ware.id for ware in found)
    printed: tuple[Mapping[str, object], ...] = tuple(ware._asdict() for ware in found)
    return Text(
        notation=partial(notation, names),
        kinds={"leave": range(1), "take": range(1, 1 + MAX_WARES)},
        events=(EventKind("shown", SYSTEM, ("ware",)), EventKind("taken", SYSTEM, ("seat", "ware"))),
        sentence=partial(sentence, names),
        question=partial(question, names),
        label=partial(label, names),
        why=no_why,
        board=partial(board, names),
        rules=lambda options: f"1. For sale: {', '.join(ware.id for ware in wares_of(options))}.\n",
        blurb="Take what the market brings, or leave it.",
        things={"ware": names},
        outcome=partial(outcome, names),
        read_outcome=partial(read_outcome, names),
        facts={"ware": printed},
        notices=notices,
    )


def features_for(found: tuple[Ware, ...]) -> Features:
    return Features((*(f"on sale: {ware.id}" for ware in found), "purse 0", "purse 1", "purse 2"), features)


def options_problem(seats: int, options: Options) -> str | None:
    try:
        wares_of(options)
    except Problem as problem:
        return str(problem)
    return None


def notices(options: Options) -> list[str]:
    return [f"The {ware.id} is worth nothing." for ware in wares_of(options) if ware.price == 0]


def game_for_wares(options: Options) -> Game:
    found = wares_of(options)
    return GAME._replace(text=text_for(found), study=GAME.study._replace(features=features_for(found)))


GAME = Game(
    name="stalls",
    title="Stalls",
    version=1,
    home=__name__,
    seats=(2, 3),
    options=(Option("wares", "file", "", "More wares, as a JSON list."),),
    actions=1 + MAX_WARES,
    start=start,
    view=view,
    text=text_for(BUILT_IN_WARES),
    coach=Coach(hints=hints),
    study=Study(features=features_for(BUILT_IN_WARES), trials=({"wares": FRUIT_FILE},)),
    traits=Traits(problem=options_problem, for_options=game_for_wares),
)
