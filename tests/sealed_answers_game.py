"""The game Tavern, which mixes public and sealed answers: a seat may drink in public before it hides in secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.coach import Coach
from parlour.kernel.game import Game
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State
from parlour.kernel.text import SYSTEM, EventKind, Text, Why
from parlour.table.seat import Seat
from parlour.table.table import Table

DRINK, CELLAR, ATTIC, LEFT, RIGHT = range(5)
NAMES = ("drink", "cellar", "attic", "left", "right")
DRANK, FOUND = range(2)
MUGS, NIGHTS = 2, 3


class SealedAnswersState(State):
    """Each night every seat may drink, and hides in the cellar, or in the left or right corner of the attic."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.mugs = vec[i64]([MUGS] * seats)
        self.hideout = vec[i64]([NOBODY] * seats)  # sealed, by seat
        self.corner = vec[i64]([NOBODY] * seats)  # of the attic, sealed, by seat
        self.score = vec[i64]([0] * seats)
        self.nights: i64 = NIGHTS

    def legal(self, seat: i64) -> vec[i64]:
        if self.hideout[seat] == ATTIC:
            return vec[i64]([LEFT, RIGHT])
        return vec[i64]([DRINK, CELLAR, ATTIC] if self.mugs[seat] > 0 else [CELLAR, ATTIC])

    def play(self, seat: i64, action: i64, /) -> None:
        if action == DRINK:
            self.mugs[seat] -= 1
            self.score[seat] += 1
            if self.journal is not None:
                self.journal.add(EVERYONE, DRANK, seat)
            return
        if self.hideout[seat] == ATTIC:
            self.corner[seat] = action
        else:
            self.hideout[seat] = action
            if action == ATTIC:
                return
        if self.answered(seat):
            self.reveal()

    def reveal(self) -> None:
        for seat in range(self.seats):
            self.score[seat] += 1 if self.corner[seat] == LEFT else 0
            if self.journal is not None:
                self.journal.add(EVERYONE, FOUND, seat, self.hideout[seat])
        self.hideout = vec[i64]([NOBODY] * self.seats)
        self.corner = vec[i64]([NOBODY] * self.seats)
        self.nights -= 1
        if self.nights > 0:
            self.ask_all()

    def sealed(self, seat: i64) -> bool:
        return self.hideout[seat] != NOBODY and not self.owes(seat)

    def points(self, seat: i64) -> i64:
        return self.score[seat]

    def default_answer(self, seat: i64) -> i64:
        return RIGHT if self.hideout[seat] == ATTIC else ATTIC

    def clone(self) -> SealedAnswersState:
        copy = type(self)(self.seats)
        copy.copy_debts(self)
        copy.mugs = self.mugs[:]
        copy.hideout = self.hideout[:]
        copy.corner = self.corner[:]
        copy.score = self.score[:]
        copy.nights = self.nights
        return copy

    def imagine(self, seat: i64, rng: Rng) -> SealedAnswersState:
        world = self.clone()
        for other in range(self.seats):
            if other != seat and self.hideout[other] != NOBODY:
                world.hideout[other] = world.corner[other] = NOBODY
                world.ask(other)
        return world

    def write(self, sheet: Sheet) -> None:
        for column in (self.mugs, self.hideout, self.corner, self.score):
            sheet.put_column(column)
        sheet.put(self.nights)

    def read(self, sheet: Sheet) -> None:
        self.mugs = sheet.take_column()
        self.hideout = sheet.take_column()
        self.corner = sheet.take_column()
        self.score = sheet.take_column()
        self.nights = sheet.take()


class UndeclaredSealState(SealedAnswersState):
    """The same game without `sealed`: sealed answers show in the worlds that others imagine."""

    def sealed(self, seat: i64) -> bool:
        return State.sealed(self, seat)


class FirstChoiceBot(Bot):
    """Drinks as long as it can, then hides in the cellar."""

    def choose(self, world: State, seat: i64) -> i64:
        choice = world.legal(seat)[0]
        if self.explains:
            self.remark = "thirst comes first" if choice == DRINK else "no stairs to the cellar, or few"
        return choice


@dataclass(frozen=True)
class SealedAnswersView:
    mugs: tuple[int, ...]
    score: tuple[int, ...]
    own: tuple[int, ...]  # the seat's own hideout and corner; empty for a watcher


def view(state: State, seat: int) -> SealedAnswersView:
    assert isinstance(state, SealedAnswersState)
    own = (state.hideout[seat], state.corner[seat]) if seat >= 0 else ()
    return SealedAnswersView(tuple(state.mugs), tuple(state.score), own)


TEXT = Text(
    notation=lambda action: NAMES[action],
    kinds={"drink": range(1), "hide": range(CELLAR, RIGHT + 1)},
    events=(EventKind("drank", SYSTEM, ("seat",)), EventKind("found", SYSTEM, ("seat", "hideout"), reveals=True)),
    sentence=lambda context, event, viewer: (
        f"{context.names[event.arguments[0]]} {('drinks', 'is found')[event.kind]}."
    ),
    question=lambda context, view: "Where do you hide?",
    label=lambda context, view, action: NAMES[action].capitalize(),
    why=lambda context, reason: Why("1", "Not now."),
    board=lambda context, view: f"{view}\n",
    rules=lambda options: "1. Hide.",
)


def game_with_state(sheet: type[SealedAnswersState]) -> Game:
    def start(seats: int, options: Options, journal: Journal | None) -> SealedAnswersState:
        state = sheet(seats)
        state.journal = journal
        state.ask_all()
        return state

    return Game(
        name="tavern",
        title="Tavern",
        version=1,
        home=__name__,
        seats=(2, 3),
        actions=len(NAMES),
        start=start,
        view=view,
        text=TEXT,
        bots={"reveller": lambda argument: FirstChoiceBot()},
        coach=Coach(best="reveller"),
    )


GAME = game_with_state(SealedAnswersState)
GAME_WITHOUT_SEALED = game_with_state(UndeclaredSealState)


def sealed_answers_table(game: Game = GAME, players: Sequence[str] = ("human",) * 3) -> Table:
    seats = [Seat(name, player) for name, player in zip(("Ann", "Bob", "Cy"), players, strict=True)]
    table = Table(game, {}, seats)
    table.begin()
    return table
