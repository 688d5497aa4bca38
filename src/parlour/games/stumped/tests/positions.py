"""Valleys for the tests: drawn in letters, peopled by hand, orders given in notation.

A tile is a word: `.` land, `~` pond, `^` `>` `v` `<` river; `T3` a tree of health 3, `C2` cattails in the pond,
`C2>` cattails in a river."""

from __future__ import annotations

from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped import GAME
from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.rules.checks import why_not
from parlour.games.stumped.rules.map_making import clear, put_spawner
from parlour.games.stumped.rules.order_effects import do_deed
from parlour.games.stumped.rules.state import CHOOSING, WATER, rivers_of
from parlour.games.stumped.rules.turns import Stumped, start
from parlour.games.stumped.view import View, view
from parlour.kernel.game import game_for_options, read_answers, visible_events
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.options import Options, Value, resolve_options

PROFILES = ("document", "server")
ARROWS = "^>v<"
ACTION_NUMBERS = {
    "move": a.MOVE,
    "harvest": a.HARVEST,
    "attack": a.ATTACK,
    "build": a.BUILD,
    "drop": a.DROP,
    "pickup": a.PICKUP,
    "recruit": a.RECRUIT,
}
GOODS = ("branches", "food")
Cell = tuple[int, int]
OrderTarget = int | Cell | None
EventFact = tuple[Any, ...]  # (kind, argument, ...)


class BeaverFacts(NamedTuple):
    """What is known of one."""

    owner: int
    job: str
    at: Cell | None
    health: int
    moves: int
    actions: int
    branches: int
    food: int
    distracted: int
    recruited: bool


class Position:
    """A valley, and its words."""

    def __init__(self, state: Stumped, options: Options) -> None:
        self.state = state
        self.options = options
        self.game = game_for_options(GAME, options)

    def index(self, cell: Cell) -> int:
        return cell[0] + cell[1] * int(self.state.book.width)

    def cell(self, tile: int) -> Cell:
        return tile % int(self.state.book.width), tile // int(self.state.book.width)

    # Setting up.

    def add_beaver(self, seat: int, job: str, x: int, y: int, **columns: int) -> int:
        """One more, recruited and listed; a column (`branches=2`, `moves=1`) is written. Gives its number."""
        row = int(self.state.enlist(seat, TITLES.index(job), self.index((x, y))))
        self.state.recruited[row] = 1
        for name, value in columns.items():
            getattr(self.state, {"branches": "held_branches", "food": "held_food"}.get(name, name))[row] = value
        self.state.listed = len(self.state.owner)
        return int(self.state.number[row])

    def add_lodge(self, seat: int, x: int, y: int, branches: int = 1, food: int = 0) -> Position:
        tile = self.index((x, y))
        self.state.lodge[tile] = seat
        self.state.lodges = vec[i64]([*self.state.lodges, tile])
        self.state.lodge_count[seat] += 1
        return self.put_goods(x, y, branches, food)

    def put_goods(self, x: int, y: int, branches: int = 0, food: int = 0) -> Position:
        self.state.branches[self.index((x, y))] = branches
        self.state.food[self.index((x, y))] = food
        return self

    # Telling.

    def give_orders(self, *answers: str) -> Position:
        """Orders in notation (`1,2 drop food east 3`, `end`) of whoever has the turn, each legal when it comes."""
        for answer in answers:
            for action in self.parse_order(answer):
                seat = int(self.state.player)
                said = self.game.words.notation(action)
                assert action in list(self.state.legal(seat)), f"{said} is not among {self.legal_answers()}"
                self.state.play(seat, action)
        return self

    def end_turns(self, turns: int = 1) -> Position:
        return self.give_orders(*["end"] * turns)

    def parse_order(self, answer: str) -> list[int]:
        actions = read_answers(self.game, answer)
        assert actions is not None, f"{answer!r} is no notation"
        return actions

    def refusal_reason(self, answer: str, seat: int | None = None) -> int:
        """The reason of the first part of an order that is refused; 0 if none is."""
        copy = self.state.clone()
        seat = int(copy.player) if seat is None else seat
        for action in self.parse_order(answer):
            if reason := int(copy.refusal(seat, action)):
                return reason
            copy.play(seat, action)
        return 0

    def wire_refusal(
        self, deed: str, by: int | str, aim: OrderTarget = None, goods: str = "branches", amount: int = 0
    ) -> int:
        """Why a wire refuses it: beavers come by number, jobs by title, tiles and spawners by cell."""
        return int(why_not(self.state, self.state.player, *self.order_numbers(deed, by, aim, goods, amount)))

    def give_wire_order(
        self, deed: str, by: int | str, aim: OrderTarget = None, goods: str = "branches", amount: int = 0
    ) -> Position:
        """An order as a wire gives it; it must be allowed."""
        assert self.wire_refusal(deed, by, aim, goods, amount) == 0
        do_deed(self.state, *self.order_numbers(deed, by, aim, goods, amount))
        return self

    def order_numbers(
        self, deed: str, by: int | str, aim: OrderTarget, goods: str, amount: int
    ) -> tuple[int, int, int, int, int]:
        caller = TITLES.index(by) if isinstance(by, str) else self.beaver_row(by)
        if isinstance(aim, int):
            target = self.beaver_row(aim)
        else:
            target = -1 if aim is None else self.index(aim)
        if deed == "harvest":
            target = int(self.state.spawner_at[target])
        return int(ACTION_NUMBERS[deed]), caller, target, GOODS.index(goods), amount

    # Reading.

    def beaver_row(self, number: int) -> int:
        return list(self.state.number).index(number)

    def legal_answers(self, unit: Cell | None = None) -> set[str]:
        """What may be said now, or to this unit."""
        copy = self.state.clone()
        if unit is not None:
            copy.play(copy.player, a.TILES + self.index(unit))
        return {self.game.words.notation(int(action)) for action in copy.legal(copy.player)}

    def beaver_facts(self, number: int) -> BeaverFacts:
        state, row = self.state, self.beaver_row(number)
        place = int(state.place[row])
        return BeaverFacts(
            owner=int(state.owner[row]),
            job=TITLES[int(state.job[row])],
            at=None if place < 0 else self.cell(place),
            health=int(state.health[row]),
            moves=int(state.moves[row]),
            actions=int(state.actions[row]),
            branches=int(state.held_branches[row]),
            food=int(state.held_food[row]),
            distracted=int(state.distracted[row]),
            recruited=state.recruited[row] == 1,
        )

    def carried_goods(self, number: int) -> tuple[int, int]:
        """Branches and food in its hands."""
        return self.beaver_facts(number)[6:8]

    def goods_on_tile(self, x: int, y: int) -> tuple[int, int]:
        """Branches and food on a tile."""
        return int(self.state.branches[self.index((x, y))]), int(self.state.food[self.index((x, y))])

    def lodge_owner(self, x: int, y: int) -> int:
        return int(self.state.lodge[self.index((x, y))])

    def beaver_on_tile(self, x: int, y: int) -> int:
        """The number of the beaver on a tile; -1: none."""
        row = int(self.state.beaver_at[self.index((x, y))])
        return -1 if row < 0 else int(self.state.number[row])

    def spawner_facts(self, x: int, y: int) -> tuple[int, bool]:
        """Health, and whether it is marked as harvested."""
        at = int(self.state.spawner_at[self.index((x, y))])
        return int(self.state.spawner_health[at]), bool(self.state.spawner_pause[at] > 0)

    @property
    def lodge_prices(self) -> tuple[int, int]:
        return int(self.state.price(0)), int(self.state.price(1))

    @property
    def listed_beavers(self) -> list[int]:
        """The numbers of the beavers in the lists."""
        return [int(self.state.number[row]) for row in range(int(self.state.listed))]

    @property
    def result(self) -> tuple[int, int, int]:
        """How it ended, what decided, who won."""
        return int(self.state.ended), int(self.state.decided), int(self.state.winner)

    def view(self) -> View:
        return view(self.state, int(WATCHER))

    def events(self, *kinds: str) -> list[EventFact]:
        """What happened, or these kinds of it."""
        assert self.state.journal is not None
        told: list[EventFact] = []
        for event in visible_events(self.state.journal, 0, int(WATCHER)):
            kind = self.game.words.events[event.kind]
            if not kinds or kind.name in kinds:
                told.append((kind.name, *event.arguments[: len(kind.arguments)]))
        return told


def draw_position(drawn: str, profile: str = "document", turn: int = 0, **options: Value) -> Position:
    """A valley as it is drawn, without beavers and lodges; the player of this turn is asked."""
    lines = [line.split() for line in drawn.strip().splitlines()]
    size: dict[str, Value] = {"width": len(lines[0]), "height": len(lines)}
    settled = resolve_options(GAME.options, size | {"profile": profile} | options)
    state = start(2, settled, Journal())
    state.outcomes = 0
    clear(state)
    for y, line in enumerate(lines):
        for x, word in enumerate(line):
            set_tile(state, x + y * len(lines[0]), word)
    state.rivers = rivers_of(state.flow)
    state.turn = turn
    state.player = turn % 2
    state.begin_turn()
    assert state.phase == CHOOSING
    return Position(state, settled)


def set_tile(state: Stumped, tile: int, word: str) -> None:
    if word[-1] in ARROWS:
        state.flow[tile] = ARROWS.index(word[-1])
    if word[0] in "~C" or word[-1] in ARROWS:
        state.ground[tile] = WATER
    if word[0] in "TC":
        put_spawner(state, tile, a.BRANCHES if word[0] == "T" else a.FOOD)
        state.spawner_health[len(state.spawner_tile) - 1] = int(word[1])
