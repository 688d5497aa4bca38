"""The game Barges, with answers in stages: a turn is several orders and an end, an order is two or three answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.coach import Coach
from parlour.kernel.game import Game, Traits, prepare_options
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.match import Bot
from parlour.kernel.options import Option, Options
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, NOT_LEGAL, State
from parlour.kernel.text import SYSTEM, EventKind, MatchContext, Text, View, Why
from parlour.table.seat import Seat
from parlour.table.table import Table

END, BOAT, EAST, WEST, LOAD, CRATES = 0, 1, 4, 5, 6, 6  # a boat is BOAT + index, an amount CRATES + number
NAMES = ("end", "a", "b", "c", "row east", "row west", "load", "1", "2", "3")
BOATS, MAX_CRATES, ORDERS, LOCK = 3, 3, 4, 9
ROWED, LOADED, BLEW, ENDED, QUIT = range(5)


class StagedOrdersState(State):
    """Each seat has three boats and gives them up to four orders a turn; after every round the wind may blow."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.place = vec[i64]([0] * (seats * BOATS))  # on the canal, by boat
        self.crates = vec[i64]([0] * seats)
        self.chosen: i64 = NOBODY  # the boat that waits for its order
        self.loading = False  # the boat waits for the number of crates
        self.orders: i64 = ORDERS  # left in this turn
        self.rounds: i64 = 0  # left
        self.windy = False
        self.lost: i64 = NOBODY  # seat that gave up

    def legal(self, seat: i64) -> vec[i64]:
        if self.loading:
            return vec[i64]([CRATES + number for number in range(1, MAX_CRATES + 1)])
        if self.chosen != NOBODY:
            place = self.place[self.chosen]
            return vec[i64](([EAST] if place < LOCK else []) + ([WEST] if place > 0 else []) + [LOAD])
        return vec[i64]([END, *range(BOAT, BOAT + BOATS)] if self.orders > 0 else [END])

    def midway(self, seat: i64) -> bool:
        return self.chosen != NOBODY and self.owes(seat)

    def play(self, seat: i64, action: i64, /) -> None:
        if action == END:
            self.end_turn(seat)
        elif action < EAST:
            self.chosen = seat * BOATS + action - BOAT
        elif action == LOAD:
            self.loading = True
        else:
            self.carry_out(seat, action)

    def carry_out(self, seat: i64, action: i64) -> None:
        if self.loading:
            self.crates[seat] += action - CRATES
            self.add_event(LOADED, seat, action - CRATES)
        else:
            self.place[self.chosen] += 1 if action == EAST else -1
            self.add_event(ROWED, seat, self.place[self.chosen])
        self.chosen, self.loading = NOBODY, False
        self.orders -= 1

    def end_turn(self, seat: i64) -> None:
        self.answered(seat)
        self.orders = ORDERS
        self.add_event(ENDED, seat, 0)
        if seat + 1 < self.seats:
            self.ask(seat + 1)
            return
        self.rounds -= 1
        if self.windy:
            self.ask_dealer(2)
        elif self.rounds > 0:
            self.ask(0)

    def deal(self, outcome: i64, /) -> None:
        for boat in range(len(self.place)):
            self.place[boat] = max(self.place[boat] - outcome, 0)
        self.add_event(BLEW, outcome, 0)
        if self.rounds > 0:
            self.ask(0)

    def add_event(self, kind: i64, first: i64, second: i64) -> None:
        if self.journal is not None:
            self.journal.add(EVERYONE, kind, first, second)

    def forfeit(self, seat: i64) -> None:
        self.lost = seat
        self.owing = self.outcomes = 0
        self.add_event(QUIT, seat, 0)

    def points(self, seat: i64) -> i64:
        return sum(self.place[seat * BOATS : (seat + 1) * BOATS]) + self.crates[seat]

    def standing(self, seat: i64) -> i64:
        return 0 if seat == self.lost else self.points(seat) + 1

    def sealed(self, seat: i64) -> bool:
        return False

    def default_answer(self, seat: i64) -> i64:
        return self.legal(seat)[0]

    def clone(self) -> StagedOrdersState:
        copy = type(self)(self.seats)
        copy.copy_debts(self)
        copy.place = self.place[:]
        copy.crates = self.crates[:]
        copy.chosen, copy.loading, copy.orders = self.chosen, self.loading, self.orders
        copy.rounds, copy.windy, copy.lost = self.rounds, self.windy, self.lost
        return copy

    def write(self, sheet: Sheet) -> None:
        sheet.put_column(self.place)
        sheet.put_column(self.crates)
        for number in (self.chosen, int(self.loading), self.orders, self.rounds, int(self.windy), self.lost):
            sheet.put(number)

    def read(self, sheet: Sheet) -> None:
        self.place = sheet.take_column()
        self.crates = sheet.take_column()
        self.chosen, self.loading, self.orders = sheet.take(), bool(sheet.take()), sheet.take()
        self.rounds, self.windy, self.lost = sheet.take(), bool(sheet.take()), sheet.take()


class OrderlyBot(Bot):
    """Rows every boat east, loads with what is left, and counts its orders."""

    def choose(self, world: State, seat: i64) -> i64:
        self.notes = vec[i64]([(self.notes[0] if len(self.notes) > 0 else 0) + 1])
        if self.explains:
            self.remark = "eastward"
        return list(world.legal(seat))[-1 if as_staged_orders(world).chosen == NOBODY else 0]


class RandomOrdersBot(Bot):
    """Answers at random."""

    def choose(self, world: State, seat: i64) -> i64:
        return self.rng.pick(world.legal(seat))


class IllegalOrderBot(Bot):
    """Gives one legal order, then an action that does not exist."""

    def choose(self, world: State, seat: i64) -> i64:
        return list(world.legal(seat))[-1] if as_staged_orders(world).orders == ORDERS else len(NAMES)


def as_staged_orders(state: State) -> StagedOrdersState:
    assert isinstance(state, StagedOrdersState)
    return state


@dataclass(frozen=True)
class StagedOrdersView:
    place: tuple[int, ...]
    crates: tuple[int, ...]
    chosen: int
    loading: bool
    orders: int
    rounds: int
    lost: int


def view(state: State, seat: int) -> View:
    b = as_staged_orders(state)
    place, crates = tuple(map(int, b.place)), tuple(map(int, b.crates))
    return StagedOrdersView(place, crates, int(b.chosen), b.loading, int(b.orders), int(b.rounds), int(b.lost))


def why(context: MatchContext, reason: int) -> Why:
    return Why("1", "That is not on this canal." if reason == NOT_LEGAL else "Not now.")


TEXT = Text(
    notation=lambda action: NAMES[action],
    kinds={"end": range(1), "barge": range(BOAT, EAST), "order": range(EAST, LOAD + 1), "crates": range(7, 10)},
    events=(
        EventKind("rowed", SYSTEM, ("seat", "place")),
        EventKind("loaded", SYSTEM, ("seat", "crates")),
        EventKind("blew", SYSTEM, ("steps",)),
        EventKind("ended", SYSTEM, ("seat",)),
        EventKind("quit", SYSTEM, ("seat",)),
    ),
    sentence=lambda context, event, viewer: f"{('Rows', 'Loads', 'The wind blows', 'Ends', 'Quits')[event.kind]}.",
    question=lambda context, view: "What now?",
    label=lambda context, view, action: NAMES[action].capitalize(),
    why=why,
    board=lambda context, view: f"{view}\n",
    rules=lambda options: "1. Row.",
)


def make_start(sheet: type[StagedOrdersState]) -> Callable[[int, Options, Journal | None], State]:
    def start(seats: int, options: Options, journal: Journal | None) -> State:
        state = sheet(seats)
        state.journal = journal
        state.rounds = int(options["rounds"])
        state.windy = bool(options["wind"])
        state.ask(0)
        return state

    return start


def game_with_state(sheet: type[StagedOrdersState]) -> Game:
    return GAME._replace(start=make_start(sheet))


GAME = Game(
    name="barges",
    title="Barges",
    version=1,
    home=__name__,
    seats=(2, 3),
    options=(
        Option("rounds", "int", 3, "Rounds.", 1, 100_000),
        Option("wind", "bool", True, "Whether the wind blows."),
    ),
    actions=len(NAMES),
    start=make_start(StagedOrdersState),
    view=view,
    text=TEXT,
    bots={
        "bargee": lambda argument: OrderlyBot(),
        "stray": lambda argument: RandomOrdersBot(),
        "grounded": lambda argument: IllegalOrderBot(),
    },
    coach=Coach(best="bargee"),
    traits=Traits(bursts=True, loses_on_time=True),
)


def short_game(sheet: type[StagedOrdersState] = StagedOrdersState) -> Game:
    """Returns the game with few rounds, for tests that try all options."""
    return game_with_state(sheet)._replace(options=(Option("rounds", "int", 2, "Rounds.", 1, 3), GAME.options[1]))


def staged_orders_table(players: Sequence[str] = ("human", "human"), game: Game = GAME, **more: int | bool) -> Table:
    seats = [Seat(name, player) for name, player in zip(("Ann", "Bob", "Cy"), players, strict=False)]
    table = Table(game, prepare_options(game, len(seats), more), seats)
    table.begin()
    return table
