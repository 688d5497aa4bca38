"""Positions for the tests: drawn in letters, or random; orders are given in notation.

A tile is a word: `.` land, `~` pond, `^` `>` `v` `<` river; `T3` a tree of health 3, `C2` cattails in the pond,
`C2>` cattails in a river."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.stumped import GAME
from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.map_making import clear_map, put_spawner
from parlour.games.stumped.rules.order_effects import apply_order
from parlour.games.stumped.rules.state import CHOOSING, WATER, rivers_of
from parlour.games.stumped.rules.turns import Stumped, start
from parlour.games.stumped.view import View, view
from parlour.kernel.answers import read_answers
from parlour.kernel.game import game_for_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.options import Options, Value, resolve_options
from parlour.kernel.state import NOBODY
from parlour.kernel.text import MatchContext, visible_events

PROFILES = ("document", "server")
ARROWS = "^>v<"
ORDER_KINDS = {
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
    """All columns of one beaver."""

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
    """A state with methods to set it up, play it and read it."""

    def __init__(self, state: Stumped, options: Options) -> None:
        self.state = state
        self.options = options
        self.context = MatchContext(("Ann", "Ben"), options)
        self.game = game_for_options(GAME, options)

    def index(self, cell: Cell) -> int:
        return cell[0] + cell[1] * int(self.state.book.width)

    def cell(self, tile: int) -> Cell:
        return tile % int(self.state.book.width), tile // int(self.state.book.width)

    # Setting up.

    def add_beaver(self, seat: int, job: str, x: int, y: int, **columns: int) -> int:
        """Adds a recruited, listed beaver with these columns (`branches=2`, `moves=1`); returns its number."""
        row = int(self.state.add_beaver(seat, TITLES.index(job), self.index((x, y))))
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
        self.state.note_food(self.index((x, y)))
        return self

    # Orders.

    def give_orders(self, *answers: str) -> Position:
        """Gives legal orders in notation (`1,2 drop food east 3`, `end`) for the player on turn."""
        for answer in answers:
            for action in self.parse_order(answer):
                seat = int(self.state.player)
                answer_text = self.game.text.notation(action)
                assert action in list(self.state.legal(seat)), f"{answer_text} is not among {self.legal_answers()}"
                self.state.play(seat, action)
        return self

    def end_turns(self, turns: int = 1) -> Position:
        return self.give_orders(*["end"] * turns)

    def parse_order(self, answer: str) -> list[int]:
        actions = read_answers(self.game, answer)
        assert actions is not None, f"{answer!r} is no notation"
        return actions

    def refusal_reason(self, answer: str, seat: int | None = None) -> int:
        """Returns the reason why a part of the order is refused; 0 if none is."""
        copy = self.state.clone()
        seat = int(copy.player) if seat is None else seat
        for action in self.parse_order(answer):
            if reason := int(copy.refusal(seat, action)):
                return reason
            copy.play(seat, action)
        return 0

    def wire_refusal(
        self, kind: str, by: int | str, aim: OrderTarget = None, goods: str = "branches", amount: int = 0
    ) -> int:
        """Returns the reason why a wire refuses the order: beavers by number, jobs by title, the rest by cell."""
        return int(check_order(self.state, self.state.player, *self.order_numbers(kind, by, aim, goods, amount)))

    def give_wire_order(
        self, kind: str, by: int | str, aim: OrderTarget = None, goods: str = "branches", amount: int = 0
    ) -> Position:
        """Gives an order as a wire does; it must be allowed."""
        assert self.wire_refusal(kind, by, aim, goods, amount) == 0
        apply_order(self.state, *self.order_numbers(kind, by, aim, goods, amount))
        return self

    def order_numbers(
        self, kind: str, by: int | str, aim: OrderTarget, goods: str, amount: int
    ) -> tuple[int, int, int, int, int]:
        caller = TITLES.index(by) if isinstance(by, str) else self.beaver_row(by)
        if isinstance(aim, int):
            target = self.beaver_row(aim)
        else:
            target = -1 if aim is None else self.index(aim)
        if kind == "harvest":
            target = int(self.state.spawner_at[target])
        return int(ORDER_KINDS[kind]), caller, target, GOODS.index(goods), amount

    # Reading.

    def beaver_row(self, number: int) -> int:
        return list(self.state.number).index(number)

    def legal_answers(self, unit: Cell | None = None) -> set[str]:
        """Returns the legal answers now, or the legal orders of this unit."""
        copy = self.state.clone()
        if unit is not None:
            copy.play(copy.player, a.TILES + self.index(unit))
        return {self.game.text.notation(int(action)) for action in copy.legal(copy.player)}

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
        """Returns all events so far, or those of these kinds."""
        assert self.state.journal is not None
        found: list[EventFact] = []
        for event in visible_events(self.state.journal, 0, int(WATCHER)):
            kind = self.game.text.events[event.kind]
            if not kinds or kind.name in kinds:
                found.append((kind.name, *event.arguments[: len(kind.arguments)]))
        return found


def draw_position(drawn: str, profile: str = "document", turn: int = 0, **options: Value) -> Position:
    """Returns the drawn valley, without beavers and lodges, at the start of this turn."""
    lines = [line.split() for line in drawn.strip().splitlines()]
    size: dict[str, Value] = {"width": len(lines[0]), "height": len(lines)}
    settled = resolve_options(GAME.options, size | {"profile": profile} | options)
    state = start(2, settled, Journal())
    state.outcomes = 0
    clear_map(state)
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


# Random positions: all jobs, goods, lodges and tired spawners, so that short matches meet every rule.

SIZES = ((4, 4), (6, 4), (8, 6), (8, 8), (12, 8), (16, 10), (32, 20))


def deal_match(options: Options, number: int, journal: Journal | None = None) -> Stumped:
    """Returns a match with this map."""
    state = start(2, options, journal)
    state.deal_outcome(number)
    return state


def random_options(number: int) -> dict[str, Value]:
    """Returns options of a short match; the numbers cover all sizes and both profiles."""
    rng = Random(number)
    width, height = SIZES[number // 2 % len(SIZES)]
    given: dict[str, Value] = {
        "profile": ("document", "server")[number % 2],
        "width": width,
        "height": height,
        "turns": rng.choice((6, 12, 20, 40)),
        "lodges": rng.choice((2, 3, 5, 10)),
        "free_beavers": rng.choice((0, 2, 5, 10)),
        "spawner_health": rng.choice((1, 3, 5, 7)),
    }
    if width < 12:
        given |= {"trees_min": 1, "trees_max": 3, "cattails_max": 1}
    return resolve_options(GAME.options, given)


def randomize(state: Stumped, rng: Random) -> None:
    """Fills the valley like in the middle of a match, at the start of a random turn."""
    state.turn = rng.randrange(max(1, int(state.book.turns) - 4))
    state.player = state.turn % 2
    tiles = range(len(state.ground))
    free = [tile for tile in tiles if state.spawner_at[tile] == NOBODY and state.beaver_at[tile] == NOBODY]
    rng.shuffle(free)
    rng.choice((place_villages, place_villages, place_equal_rivals, place_brawl))(state, free, rng)
    for spawner in range(len(state.spawner_tile)):
        state.spawner_health[spawner] = rng.randint(0, int(state.book.most_health))
        state.spawner_pause[spawner] = rng.randint(0, int(state.book.regrowth_pause))
    state.listed = len(state.owner)
    state.begin_turn()


def place_villages(state: Stumped, free: list[int], rng: Random) -> None:
    """Places lodges, beavers and many loose goods."""
    settled, crowd = rng.choice((0, 1, 3)), rng.choice((1, 3, 8))
    for seat in range(2):
        for _ in range(min(rng.randint(0, settled), len(free) // 4)):
            put_lodge(state, seat, free.pop(), rng.choice((1, 2, 3, 12)), rng.choice((0, 0, 5, 20)))
    scatter_goods(state, rng)
    sites = [int(tile) for tile in state.lodges]
    for seat in range(2):
        for _ in range(min(rng.randint(0, crowd), len(free) // 4)):
            put_beaver(state, seat, sites.pop() if sites and rng.random() < 0.3 else free.pop(), rng)


def place_equal_rivals(state: Stumped, free: list[int], rng: Random) -> None:
    """Places equal lodges for both, as many as win or one fewer."""
    number = max(1, int(state.book.lodges_to_win) - rng.randint(0, 1))
    for _ in range(min(number, len(free) // 4)):
        branches, food = rng.randint(1, 3), rng.randint(0, 3)
        put_lodge(state, 0, free.pop(), branches, food)
        put_lodge(state, 1, free.pop(), branches, food)
    state.turn = max(0, int(state.book.turns) - rng.randint(1, 3))
    state.player = state.turn % 2


def place_brawl(state: Stumped, free: list[int], rng: Random) -> None:
    """Surrounds the last beaver of the other side with beavers of the player on turn."""
    mine = int(state.player)
    state.health[1 - mine] = 1
    for direction in range(4):
        tile = int(state.book.beside[int(state.place[1 - mine]) * 4 + direction])
        if tile in free:
            put_beaver(state, mine, tile, rng)


def put_lodge(state: Stumped, seat: int, tile: int, branches: int, food: int) -> None:
    state.lodge[tile] = seat
    state.lodges = vec[i64]([*state.lodges, tile])
    state.lodge_count[seat] += 1
    state.branches[tile] = branches
    state.food[tile] = food
    state.note_food(tile)


def scatter_goods(state: Stumped, rng: Random) -> None:
    for tile in range(len(state.ground)):
        if state.lodge[tile] == NOBODY and rng.random() < 0.25:
            state.branches[tile] = rng.choice((0, 1, 2, 6))
            if state.book.food_persists or state.ground[tile] != WATER:
                state.food[tile] = rng.choice((0, 1, 4))
                state.note_food(tile)


def put_beaver(state: Stumped, seat: int, tile: int, rng: Random) -> None:
    job = rng.randrange(7)
    row = int(state.add_beaver(seat, job, tile))
    room = rng.randint(0, int(state.book.carry[job]))
    state.held_branches[row] = rng.randint(0, room)
    state.held_food[row] = rng.randint(0, room - int(state.held_branches[row]))
    state.health[row] = rng.randint(1, int(state.book.health[job]))
    state.moves[row] = rng.randint(0, int(state.book.moves[job]))
    state.actions[row] = rng.randint(0, int(state.book.actions[job]))
    state.distracted[row] = rng.choice((0, 0, 0, 1, 2, 3))
    state.recruited[row] = int(rng.random() < 0.8)
