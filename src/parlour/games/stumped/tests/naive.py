"""The twin: a second, slow implementation of the rules, written from the rulebook alone, with objects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules import state as s
from parlour.games.stumped.rules.book import Book
from parlour.kernel.state import NOT_ASKED

GOLDEN = 1.618033988749895
BRANCHES, FOOD = "branches", "food"
GOODS = (BRANCHES, FOOD)
STEPS = {"North": (0, -1), "East": (1, 0), "South": (0, 1), "West": (-1, 0)}
OPPOSITE = {"North": "South", "East": "West", "South": "North", "West": "East"}


class Job(NamedTuple):
    title: str
    cost: int
    damage: int
    health: int
    moves: int
    actions: int
    chopping: int
    munching: int
    distraction: int
    carry: int


JOBS = (
    Job("Basic", 3, 1, 3, 3, 1, 1, 1, 0, 3),
    Job("Builder", 6, 1, 3, 3, 1, 3, 1, 0, 15),
    Job("Bulky", 12, 2, 10, 2, 1, 1, 1, 0, 2),
    Job("Fighter", 12, 3, 4, 2, 1, 1, 1, 0, 6),
    Job("Hot Lady", 15, 1, 3, 3, 1, 1, 1, 3, 1),
    Job("Hungry", 8, 1, 3, 3, 1, 1, 3, 1, 15),
    Job("Swift", 6, 1, 3, 5, 1, 1, 2, 0, 2),
)


def jobs_from(book: Book) -> list[Job]:
    """Returns the jobs with the figures of this book."""
    return [Job(job.title, *(int(getattr(book, name)[at]) for name in Job._fields[1:])) for at, job in enumerate(JOBS)]


@dataclass(eq=False)
class Player:
    index: int
    beavers: list[Beaver] = field(default_factory=list)
    lodges: list[Tile] = field(default_factory=list)
    price: int = 1


@dataclass(eq=False)
class Tile:
    index: int
    x: int
    y: int
    water: bool
    flow: str
    holds: dict[str, int]
    lodge_owner: Player | None = None
    beaver: Beaver | None = None
    spawner: Spawner | None = None

    @property
    def open_water(self) -> bool:
        return self.water and self.lodge_owner is None


@dataclass(eq=False)
class Spawner:
    tile: Tile
    goods: str
    health: int
    harvested: bool
    counter: int  # of upkeeps since the harvest that marked it


@dataclass(eq=False)
class Beaver:
    number: int
    owner: Player
    job: Job
    tile: Tile | None
    health: int
    moves: int
    actions: int
    carried: dict[str, int]
    distracted: int
    recruited: bool

    @property
    def room(self) -> int:
        return self.job.carry - self.carried[BRANCHES] - self.carried[FOOD]


Caller = Beaver | Job
Target = Tile | Spawner | Beaver | None


class Order(NamedTuple):
    """An order: kind by name, caller, target; goods and amount where they matter."""

    kind: str
    caller: Caller
    target: Target = None
    goods: str = BRANCHES
    amount: int = 0


class Naive:
    """A match from a given position: all orders, the upkeep, the end, and answers in stages."""

    def __init__(self, first: s.Valley) -> None:
        book = first.book
        self.server = bool(book.pickup_from_beside)
        self.distracted_always = bool(book.server_distraction)  # R18: counts every turn, not only the victim's own
        self.width, self.height = int(book.width), int(book.height)
        self.turns, self.lodges_to_win = int(book.turns), int(book.lodges_to_win)
        self.free_beavers, self.most_health = int(book.free_beavers), int(book.most_health)
        self.jobs = jobs_from(book)
        self.turn, self.orders_given = int(first.turn), int(first.orders_given)
        self.players = [Player(0), Player(1)]
        self.tiles = [self.tile_from(first, index) for index in range(self.width * self.height)]
        self.spawners = [self.spawner_from(first, index) for index in range(len(first.spawner_tile))]
        self.beavers: list[Beaver] = []
        self.newcomers: list[Beaver] = []
        for row in range(len(first.owner)):
            self.beaver_from(first, row)
        self.next_beaver_number = int(first.next_beaver_number)
        for number in first.lodges:
            tile = self.tiles[int(number)]
            assert tile.lodge_owner is not None
            tile.lodge_owner.lodges.append(tile)
        for player in self.players:
            self.update_price(player)
        self.rounds: list[list[int]] = []
        self.chosen: Tile | None = None  # the unit that waits for its order
        self.pending_order: Order | None = None  # the order that waits for its amount
        self.tossing = False
        self.ended, self.decided = 0, int(s.BY_ITSELF)
        self.winner: Player | None = None

    # The first position.

    def tile_from(self, first: s.Valley, index: int) -> Tile:
        flow = int(first.flow[index])
        tile = Tile(
            index=index,
            x=index % self.width,
            y=index // self.width,
            water=first.ground[index] == s.WATER,
            flow="" if flow == a.NOWHERE else list(STEPS)[flow],
            holds={BRANCHES: int(first.branches[index]), FOOD: int(first.food[index])},
        )
        if first.lodge[index] >= 0:
            tile.lodge_owner = self.players[int(first.lodge[index])]
        return tile

    def spawner_from(self, first: s.Valley, index: int) -> Spawner:
        tile = self.tiles[int(first.spawner_tile[index])]
        pause = int(first.spawner_pause[index])
        counter = (2 if self.server else 1) - pause
        tile.spawner = Spawner(
            tile, GOODS[int(first.spawner_goods[index])], int(first.spawner_health[index]), pause > 0, counter
        )
        return tile.spawner

    def beaver_from(self, first: s.Valley, row: int) -> None:
        place = int(first.place[row])
        beaver = Beaver(
            number=int(first.number[row]),
            owner=self.players[int(first.owner[row])],
            job=self.jobs[int(first.job[row])],
            tile=None if place == a.NOWHERE else self.tiles[place],
            health=int(first.health[row]),
            moves=int(first.moves[row]),
            actions=int(first.actions[row]),
            carried={BRANCHES: int(first.held_branches[row]), FOOD: int(first.held_food[row])},
            distracted=int(first.distracted[row]),
            recruited=first.recruited[row] == 1,
        )
        if beaver.tile is not None:
            beaver.tile.beaver = beaver
        if row < first.listed:
            self.beavers.append(beaver)
            beaver.owner.beavers.append(beaver)
        else:
            self.newcomers.append(beaver)

    # The board, section 2.

    @property
    def player(self) -> Player:
        """Player 0 moves on even turn numbers, player 1 on odd ones."""
        return self.players[self.turn % 2]

    def opponent(self, player: Player) -> Player:
        return self.players[1 - player.index]

    def neighbour(self, tile: Tile, direction: str) -> Tile | None:
        x, y = tile.x + STEPS[direction][0], tile.y + STEPS[direction][1]
        if 0 <= x < self.width and 0 <= y < self.height:
            return self.tiles[x + y * self.width]
        return None

    def adjacent(self, one: Tile | None, other: Tile | None) -> bool:
        return one is not None and other is not None and abs(one.x - other.x) + abs(one.y - other.y) == 1

    def near(self, one: Tile | None, other: Tile) -> bool:
        return one is other or self.adjacent(one, other)

    def living(self, player: Player) -> int:
        return sum(beaver.owner is player and beaver.health > 0 for beaver in [*self.beavers, *self.newcomers])

    def stored(self, player: Player, goods: str) -> int:
        return sum(tile.holds[goods] for tile in player.lodges)

    def update_price(self, player: Player) -> None:
        player.price = ceil(GOLDEN ** len(player.lodges))

    # Orders, section 7: why not.

    def reason(self, seat: int, order: Order) -> int:
        """Returns the reason of the first check that fails; 0 if none does."""
        if self.players[seat] is not self.player:
            return int(why.NOT_YOUR_TURN)
        if isinstance(order.caller, Job):
            return int(self.recruit_reason(order.caller, order.target))
        return int(self.beaver_reason(order.caller, order.kind) or self.own_reason(order))

    def beaver_reason(self, beaver: Beaver, kind: str) -> int:
        if beaver.owner is not self.player:
            return why.NOT_YOURS
        if beaver.health <= 0:
            return why.DEAD
        if beaver.distracted != 0:
            return why.DISTRACTED
        if not beaver.recruited:
            return why.NOT_RECRUITED
        if kind != "move" and beaver.actions <= 0:
            return why.NO_ACTIONS
        return 0

    def own_reason(self, order: Order) -> int:
        asked: dict[str, Callable[[Beaver, Order], int]] = {
            "move": self.move_reason,
            "harvest": self.harvest_reason,
            "attack": self.attack_reason,
            "build": self.build_reason,
            "drop": self.drop_reason,
            "pickup": self.pickup_reason,
        }
        assert isinstance(order.caller, Beaver)
        return asked[order.kind](order.caller, order)

    def step_cost(self, here: Tile, there: Tile) -> int:
        if here.flow and self.neighbour(here, here.flow) is there:
            return 1
        if there.flow and self.neighbour(there, there.flow) is here:
            return 3
        return 2

    def move_reason(self, beaver: Beaver, order: Order) -> int:
        target = order.target
        assert isinstance(target, Tile)
        assert beaver.tile is not None
        if beaver.moves <= 0:
            return why.NO_MOVES
        if target.beaver is not None:
            return why.OCCUPIED
        if self.server and target.lodge_owner is not None:
            return why.LODGE_IN_THE_WAY
        if target.spawner is not None:
            return why.SPAWNER_IN_THE_WAY
        if not self.adjacent(beaver.tile, target):
            return why.NOT_ADJACENT
        if beaver.moves < self.step_cost(beaver.tile, target):
            return why.TOO_FAR
        return 0

    def harvest_reason(self, beaver: Beaver, order: Order) -> int:
        assert isinstance(order.target, Spawner)
        if not self.adjacent(beaver.tile, order.target.tile):
            return why.SPAWNER_NOT_ADJACENT
        if beaver.carried[BRANCHES] + beaver.carried[FOOD] >= beaver.job.carry:
            return why.FULL
        return 0

    def attack_reason(self, beaver: Beaver, order: Order) -> int:
        assert isinstance(order.target, Beaver)
        if not order.target.recruited:
            return why.TARGET_NOT_RECRUITED
        if not self.adjacent(beaver.tile, order.target.tile):
            return why.TARGET_NOT_ADJACENT
        return 0

    def build_reason(self, beaver: Beaver, order: Order) -> int:
        tile = beaver.tile
        assert tile is not None
        if beaver.carried[BRANCHES] + tile.holds[BRANCHES] < self.player.price:
            return why.TOO_FEW_BRANCHES
        if tile.lodge_owner is not None:
            return why.ALREADY_A_LODGE
        if tile.spawner is not None:
            return why.SPAWNER_ON_SITE
        return 0

    def drop_amount(self, beaver: Beaver, order: Order) -> int:
        return beaver.carried[order.goods] if order.amount <= 0 else order.amount

    def drop_reason(self, beaver: Beaver, order: Order) -> int:
        assert isinstance(order.target, Tile)
        amount = self.drop_amount(beaver, order)
        if amount <= 0:
            return why.NOTHING_TO_DROP
        if amount > beaver.carried[order.goods]:
            return why.NOT_SO_MUCH_HELD
        if not self.near(beaver.tile, order.target):
            return why.DROP_TOO_FAR
        if order.target.spawner is not None:
            return why.DROP_ON_SPAWNER
        return 0

    def pickup_amount(self, beaver: Beaver, order: Order) -> int:
        assert isinstance(order.target, Tile)
        there = order.target.holds[order.goods]
        if not self.server:
            return min(there, beaver.job.carry)
        return min(there, beaver.room) if order.amount <= 0 else order.amount

    def pickup_reason(self, beaver: Beaver, order: Order) -> int:
        tile = order.target
        assert isinstance(tile, Tile)
        if not self.server:
            if tile is not beaver.tile:
                return why.PICKUP_TOO_FAR
            if beaver.carried[BRANCHES] + beaver.carried[FOOD] > 0:
                return why.HANDS_FULL
            return why.NOTHING_THERE if tile.holds[order.goods] <= 0 else 0
        amount = self.pickup_amount(beaver, order)
        if not self.near(beaver.tile, tile):
            return why.PICKUP_TOO_FAR
        if tile.spawner is not None:
            return why.PICKUP_ON_SPAWNER
        if amount <= 0:
            return why.NOTHING_THERE
        if amount > tile.holds[order.goods]:
            return why.NOT_SO_MUCH_THERE
        if amount > beaver.room:
            return why.NO_ROOM_FOR_SO_MUCH
        return 0

    def recruit_reason(self, job: Job, tile: Target) -> int:
        assert isinstance(tile, Tile)
        if tile.lodge_owner is not self.player:
            return why.NOT_YOUR_LODGE
        if tile.beaver is not None:
            return why.LODGE_OCCUPIED
        if self.living(self.player) >= self.free_beavers and tile.holds[FOOD] < job.cost:
            return why.TOO_LITTLE_FOOD
        return 0

    # Orders, section 7: what they do.

    def apply_order(self, order: Order) -> None:
        self.orders_given += 1
        if isinstance(order.caller, Job):
            self.recruit(order.caller, order.target)
            return
        done: dict[str, Callable[[Beaver, Order], None]] = {
            "move": self.move,
            "harvest": self.harvest,
            "attack": self.attack,
            "build": self.build,
            "drop": self.drop,
            "pickup": self.pickup,
        }
        if order.kind != "move":
            order.caller.actions -= 1
        done[order.kind](order.caller, order)

    def move(self, beaver: Beaver, order: Order) -> None:
        target = order.target
        assert isinstance(target, Tile)
        assert beaver.tile is not None
        beaver.moves -= self.step_cost(beaver.tile, target)
        beaver.tile.beaver = None
        beaver.tile = target
        target.beaver = beaver

    def harvest(self, beaver: Beaver, order: Order) -> None:
        spawner = order.target
        assert isinstance(spawner, Spawner)
        skill = beaver.job.chopping if spawner.goods == BRANCHES else beaver.job.munching
        beaver.carried[spawner.goods] += min(beaver.room, 2 * spawner.health * skill)
        spawner.health = max(0, spawner.health - 1)
        spawner.harvested = True
        spawner.counter = 0

    def attack(self, beaver: Beaver, order: Order) -> None:
        target = order.target
        assert isinstance(target, Beaver)
        target.health = max(0, target.health - beaver.job.damage)
        if target.distracted == 0:
            target.distracted = beaver.job.distraction
        if target.health == 0:
            self.die(target)

    def die(self, beaver: Beaver) -> None:
        """Section 9."""
        tile = beaver.tile
        assert tile is not None
        for goods in GOODS:
            self.put(tile, goods, beaver.carried[goods])
            beaver.carried[goods] = -1
        beaver.actions = beaver.moves = beaver.distracted = -1
        beaver.tile = None
        tile.beaver = None

    def put(self, tile: Tile, goods: str, amount: int) -> None:
        """R8: in the document's reading food is lost on open water."""
        if goods == FOOD and tile.open_water and not self.server:
            return
        tile.holds[goods] += amount

    def build(self, beaver: Beaver, order: Order) -> None:
        tile, player = beaver.tile, beaver.owner
        assert tile is not None
        price = player.price
        beaver.carried[BRANCHES] -= max(0, price - tile.holds[BRANCHES])
        tile.holds[BRANCHES] = price
        tile.lodge_owner = player
        player.lodges.append(tile)
        self.update_price(player)

    def drop(self, beaver: Beaver, order: Order) -> None:
        assert isinstance(order.target, Tile)
        amount = self.drop_amount(beaver, order)
        beaver.carried[order.goods] -= amount
        self.put(order.target, order.goods, amount)

    def pickup(self, beaver: Beaver, order: Order) -> None:
        tile = order.target
        assert isinstance(tile, Tile)
        amount = self.pickup_amount(beaver, order)
        tile.holds[order.goods] -= amount
        beaver.carried[order.goods] += amount
        if tile.lodge_owner is not None and tile.holds[BRANCHES] == 0:
            self.destroy(tile)

    def destroy(self, tile: Tile) -> None:
        """Section 9."""
        owner = tile.lodge_owner
        assert owner is not None
        tile.lodge_owner = None
        owner.lodges.remove(tile)
        self.update_price(owner)
        if tile.water and not self.server:
            tile.holds[FOOD] = 0

    def recruit(self, job: Job, tile: Target) -> None:
        assert isinstance(tile, Tile)
        player = self.player
        if self.living(player) >= self.free_beavers:
            tile.holds[FOOD] -= job.cost
        beaver = Beaver(
            number=self.next_beaver_number,
            owner=player,
            job=job,
            tile=tile,
            health=job.health,
            moves=job.moves,
            actions=job.actions,
            carried={BRANCHES: 0, FOOD: 0},
            distracted=0,
            recruited=False,
        )
        self.next_beaver_number += 1
        tile.beaver = beaver
        self.newcomers.append(beaver)

    # The end of a turn, sections 6, 8 and 10.

    def end_turn(self) -> None:
        self.upkeep()
        self.count_round()
        if self.finished():
            return
        self.turn += 1
        self.orders_given = 0
        self.begin_turn()

    def begin_turn(self) -> None:
        for beaver in self.player.beavers:
            beaver.recruited = True

    def upkeep(self) -> None:
        self.update_lists()
        for beaver in self.beavers:
            if beaver.distracted > 0 and (self.distracted_always or beaver.owner is self.player):
                beaver.distracted -= 1
            beaver.actions, beaver.moves = beaver.job.actions, beaver.job.moves
        self.move_goods()
        for spawner in self.spawners:
            self.grow(spawner)

    def update_lists(self) -> None:
        for beaver in self.newcomers:
            beaver.owner.beavers.append(beaver)
        self.beavers = [beaver for beaver in [*self.beavers, *self.newcomers] if beaver.health > 0]
        self.newcomers = []
        for player in self.players:
            player.beavers = [beaver for beaver in player.beavers if beaver.health > 0]

    def move_goods(self) -> None:
        drifting_goods = GOODS if self.server else (BRANCHES,)
        now = {tile: dict(tile.holds) for tile in self.tiles}
        for tile in self.tiles:
            if tile.flow and tile.lodge_owner is None:
                there = self.neighbour(tile, tile.flow) or tile  # on the smallest boards some end at the edge
                for goods in drifting_goods:
                    now[tile][goods] -= tile.holds[goods]
                    now[there][goods] += tile.holds[goods]
            if not self.server and not tile.water and tile.lodge_owner is None and tile.holds[FOOD] > 0:
                now[tile][FOOD] -= 1
        for tile in self.tiles:
            tile.holds = now[tile]

    def grow(self, spawner: Spawner) -> None:
        if not spawner.harvested:
            spawner.health = min(self.most_health, spawner.health + 1)
            return
        spawner.counter += 1
        if spawner.counter == (2 if self.server else 1):
            spawner.harvested = False

    def count_round(self) -> None:
        """A row of the history: lodges, living beavers, branches in lodges, each by seat."""
        if self.turn % 2 == 1:
            counted = [
                *(len(player.lodges) for player in self.players),
                *(self.living(player) for player in self.players),
                *(self.stored(player, BRANCHES) for player in self.players),
            ]
            self.rounds.append(counted)

    def finished(self) -> bool:
        """Extinction, then ten lodges, then the limit."""
        extinct = [player for player in self.players if not player.beavers and not player.lodges]
        counts = [len(player.lodges) for player in self.players]
        if len(extinct) == 1:
            self.win(self.opponent(extinct[0]), int(s.EXTINCTION), int(s.BY_ITSELF))
        elif len(extinct) == 2:
            self.break_tie(int(s.EXTINCTION))
        elif self.turn % 2 == 1 and max(counts) >= self.lodges_to_win:
            self.break_tie(int(s.LODGES))
        elif self.turn == self.turns - 1:
            self.break_tie(int(s.TURN_LIMIT))
        else:
            return False
        return True

    def break_tie(self, ended: int) -> None:
        counted = [
            (int(s.BY_LODGES), [len(player.lodges) for player in self.players]),
            (int(s.BY_BRANCHES), [self.stored(player, BRANCHES) for player in self.players]),
            (int(s.BY_FOOD), [self.stored(player, FOOD) for player in self.players]),
        ]
        for decided, (mine, its) in counted:
            if mine != its:
                self.win(self.players[0 if mine > its else 1], ended, decided)
                return
        self.ended, self.decided = ended, int(s.BY_COIN)
        self.tossing = True

    def toss(self, side: int) -> None:
        self.tossing = False
        self.winner = self.players[side]

    def win(self, player: Player, ended: int, decided: int) -> None:
        self.winner, self.ended, self.decided = player, ended, decided

    def forfeit(self, seat: int) -> None:
        self.tossing = False
        self.chosen = self.pending_order = None
        self.win(self.players[1 - seat], int(s.FORFEIT), int(s.BY_ITSELF))

    @property
    def over(self) -> bool:
        return self.winner is not None

    # Answers: a unit, its order, an amount.

    def parse_action(self, tile: Tile, number: int) -> Order | int:
        """Returns the order that an answer means for the unit on this tile, or the reason why it means none."""
        beaver = tile.beaver
        if a.RECRUIT <= number <= a.RECRUIT + 6 and beaver is None:
            return Order("recruit", self.jobs[number - int(a.RECRUIT)], tile)
        if beaver is None:
            return int(why.NOT_AN_ORDER)
        if number == a.BUILD:
            return Order("build", beaver)
        for kind, base in (("move", a.MOVE), ("harvest", a.HARVEST), ("attack", a.ATTACK)):
            if base <= number < base + 4:
                there = self.neighbour(tile, list(STEPS)[number - int(base)])
                if there is None:
                    return int(why.OFF_THE_MAP)
                target = {"move": there, "harvest": there.spawner, "attack": there.beaver}[kind]
                return int(why.NO_SUCH_TARGET) if target is None else Order(kind, beaver, target)
        for kind, base in (("drop", a.DROP), ("pickup", a.PICKUP)):
            if base <= number < base + 10:
                goods, place = divmod(number - int(base), 5)
                where = tile if place == 0 else self.neighbour(tile, list(STEPS)[place - 1])
                return int(why.OFF_THE_MAP) if where is None else Order(kind, beaver, where, GOODS[goods])
        return int(why.NOT_AN_ORDER)

    def refusal_of(self, tile: Tile, number: int) -> int:
        order = self.parse_action(tile, number)
        return order if isinstance(order, int) else self.reason(self.player.index, order)

    def is_unit(self, tile: Tile) -> bool:
        """An own beaver, or an own empty lodge."""
        if tile.beaver is not None:
            return tile.beaver.owner is self.player
        return tile.lodge_owner is self.player

    def orders(self, tile: Tile) -> list[int]:
        if not self.is_unit(tile):
            return []
        return [number for number in range(1, 41) if self.refusal_of(tile, number) == 0]

    def largest_amount(self, order: Order) -> int:
        """The greatest amount."""
        assert isinstance(order.caller, Beaver)
        if order.kind == "drop":
            return order.caller.carried[order.goods]
        assert isinstance(order.target, Tile)
        return min(order.target.holds[order.goods], order.caller.room)

    def legal(self) -> list[int]:
        if self.over or self.tossing:
            return []
        if self.pending_order is not None:
            return [int(a.AMOUNT) + amount for amount in range(1, self.largest_amount(self.pending_order) + 1)]
        if self.chosen is not None:
            return self.orders(self.chosen)
        return [int(a.END), *(int(a.TILES) + tile.index for tile in self.tiles if self.orders(tile))]

    def refusal(self, seat: int, action: int) -> int:
        """Returns the reason why an answer is refused; 0 if it is legal."""
        if self.over or self.tossing or self.players[seat] is not self.player:
            return int(NOT_ASKED)
        if action in self.legal():
            return 0
        if self.pending_order is not None:
            amount = action - int(a.AMOUNT)
            if not 1 <= amount <= a.MAX_AMOUNT:
                return int(why.NOT_AN_ORDER)
            return self.reason(seat, self.pending_order._replace(amount=amount))
        if self.chosen is not None:
            return self.refusal_of(self.chosen, action)
        if not a.TILES <= action < a.TILES + len(self.tiles):
            return int(why.NOT_AN_ORDER)
        tile = self.tiles[action - int(a.TILES)]
        if tile.beaver is not None:
            return int(self.beaver_reason(tile.beaver, "move") or why.NOTHING_TO_DO)
        return int(why.NOTHING_TO_DO if self.is_unit(tile) else why.NO_UNIT)

    def answer(self, action: int) -> None:
        """One legal answer of the player whose turn it is."""
        if self.pending_order is not None:
            order = self.pending_order._replace(amount=action - int(a.AMOUNT))
            self.chosen = self.pending_order = None
            self.apply_order(order)
        elif self.chosen is not None:
            meant = self.parse_action(self.chosen, action)
            assert isinstance(meant, Order)
            measured = meant.kind == "drop" or (meant.kind == "pickup" and self.server)
            if measured and self.largest_amount(meant) > 1:
                self.pending_order = meant
            else:
                self.chosen = None
                self.apply_order(meant)
        elif action == a.END:
            self.end_turn()
        else:
            self.chosen = self.tiles[action - int(a.TILES)]
