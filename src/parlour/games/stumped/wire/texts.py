"""Texts of Stumped for contest clients: why an order is refused, and why a match was won or lost."""

from __future__ import annotations

import re
from collections.abc import Callable

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.actions import ATTACK, BRANCHES, HARVEST, RECRUIT
from parlour.games.stumped.rules.state import (
    BY_BRANCHES,
    BY_COIN,
    BY_FOOD,
    BY_LODGES,
    EXTINCTION,
    LODGES,
    TURN_LIMIT,
    Valley,
)
from parlour.games.stumped.rules.wire_changes import row_of_beaver
from parlour.games.stumped.wire.objects import BEAVER, GOODS, JOB, PLAYER, SPAWNER, TILE, ObjectRegistry
from parlour.kernel.state import NOBODY


class RefusedOrder:
    """A contest client's refused order. A beaver without a row died in an earlier turn."""

    def __init__(
        self,
        registry: ObjectRegistry,
        valley: Valley,
        order_kind: int,
        number: int,
        row: int,
        target: int,
        goods: int,
        amount: int,
    ) -> None:
        self.registry = registry
        self.valley = valley
        self.order_kind = order_kind
        self.number = number  # of the beaver or of the job
        self.row = row
        self.target = target  # a tile, a spawner, or a beaver's number
        self.goods = goods
        self.amount = amount

    def name(self, kind: str, index: int) -> str:
        return f"{kind} #{self.registry.ids[kind][index]}"

    def tile_name(self, tile: int) -> str:
        width = int(self.valley.book.width)
        return f"{TILE} #{self.registry.ids[TILE][tile]} at ({tile % width}, {tile // width})"

    def here(self) -> int:
        return int(self.valley.place[self.row])

    def there(self) -> int:
        """Returns the tile that the order acts on: the attacked beaver's, the spawner's, or the target tile itself."""
        if self.order_kind == ATTACK:
            return int(self.valley.place[row_of_beaver(self.valley, self.target)])
        return int(self.valley.spawner_tile[self.target]) if self.order_kind == HARVEST else self.target

    def step_cost(self) -> int:
        here = self.here()
        return int(self.valley.step_cost(here, self.target, self.valley.direction(here, self.target)))


# By placeholder of the sentences below.
WORDS: dict[str, Callable[[RefusedOrder], object]] = {
    "caller": lambda order: order.name(JOB if order.order_kind == RECRUIT else BEAVER, order.number),
    "owner": lambda order: order.name(PLAYER, order.registry.owners[order.number]),
    "here": lambda order: order.tile_name(order.here()),
    "there": lambda order: order.tile_name(order.there()),
    "target": lambda order: order.name(SPAWNER if order.order_kind == HARVEST else BEAVER, order.target),
    "occupant": lambda order: order.name(BEAVER, int(order.valley.number[order.valley.beaver_at[order.target]])),
    "spawner": lambda order: order.name(SPAWNER, int(order.valley.spawner_at[order.target])),
    "lodge_owner": lambda order: order.name(PLAYER, int(order.valley.lodge[order.here()])),
    "distracted": lambda order: order.valley.distracted[order.row],
    "moves": lambda order: order.valley.moves[order.row],
    "cost": RefusedOrder.step_cost,
    "load": lambda order: order.valley.load(order.row),
    "room": lambda order: order.valley.room(order.row),
    "branches": lambda order: order.valley.held_branches[order.row] + order.valley.branches[order.here()],
    "price": lambda order: order.valley.price(order.valley.player),
    "goods": lambda order: GOODS[order.goods],
    "held": lambda order: (
        order.valley.held_branches[order.row] if order.goods == BRANCHES else order.valley.held_food[order.row]
    ),
    "lying": lambda order: (
        order.valley.branches[order.target] if order.goods == BRANCHES else order.valley.food[order.target]
    ),
    "food": lambda order: order.valley.food[order.target],
    "amount": lambda order: order.amount,
    "hire": lambda order: order.valley.book.cost[order.number],
}

REFUSALS: dict[int, str] = {
    why.NOT_YOUR_TURN: "It is not your turn.",
    why.NOT_YOURS: "{caller} belongs to {owner}, not to you.",
    why.DEAD: "{caller} is dead.",
    why.DISTRACTED: "{caller} on {here} is distracted (turns left: {distracted}).",
    why.NOT_RECRUITED: "{caller} on {here} is still being recruited and obeys from your next turn on.",
    why.NO_ACTIONS: "{caller} on {here} has no actions left in this turn.",
    why.NO_MOVES: "{caller} on {here} has no moves left in this turn.",
    why.OCCUPIED: "{there} is occupied by {occupant}.",
    why.LODGE_IN_THE_WAY: "{there} is a lodge; nobody can enter it.",
    why.SPAWNER_IN_THE_WAY: "{there} is taken by {spawner}.",
    why.NOT_ADJACENT: "{caller} on {here} is not next to {there}.",
    why.TOO_FAR: "{there} costs {cost} moves; {caller} on {here} has {moves} left.",
    why.SPAWNER_NOT_ADJACENT: "{caller} on {here} is not next to {target} on {there}.",
    why.FULL: "{caller} on {here} carries {load} and cannot carry more.",
    why.TARGET_NOT_RECRUITED: "{target} on {there} is still being recruited and cannot be attacked yet.",
    why.TARGET_NOT_ADJACENT: "{caller} on {here} is not next to {target}.",
    why.TOO_FEW_BRANCHES: "{caller} on {here} finds {branches} of the {price} branches a lodge costs.",
    why.ALREADY_A_LODGE: "{here} already has a lodge of {lodge_owner}.",
    why.SPAWNER_ON_SITE: "{here} is taken by a spawner.",
    why.NOTHING_TO_DROP: "{caller} on {here} has no {goods} to drop.",
    why.NOT_SO_MUCH_HELD: "{caller} on {here} carries {held} {goods}, not {amount}.",
    why.DROP_TOO_FAR: "{caller} on {here} is too far from {there} to drop anything on it.",
    why.DROP_ON_SPAWNER: "{there} is taken by {spawner}; nothing can be dropped on it.",
    why.PICKUP_TOO_FAR: "{caller} on {here} is too far from {there} to pick up anything from it.",
    why.HANDS_FULL: "{caller} on {here} carries {load} already; it picks up with empty hands only.",
    why.NOTHING_THERE: "{caller} on {here} can pick up no {goods} from {there} ({lying} there, room for {room}).",
    why.PICKUP_ON_SPAWNER: "{there} is taken by {spawner}; nothing can be picked up from it.",
    why.NOT_SO_MUCH_THERE: "{there} holds {lying} {goods}, not {amount}.",
    why.NO_ROOM_FOR_SO_MUCH: "{caller} on {here} has room for {room} more, not for {amount} {goods}.",
    why.NOT_YOUR_LODGE: "{there} is no lodge of yours.",
    why.LODGE_OCCUPIED: "{there} is occupied by {occupant}.",
    why.TOO_LITTLE_FOOD: "{there} has {food} food; a beaver of this job costs {hire}.",
}
# The sentences cut into pieces: plain text at even indices, placeholders at odd ones.
PIECES: dict[int, list[str]] = {reason: re.split(r"{(\w+)}", text) for reason, text in REFUSALS.items()}


def refusal_text(order: RefusedOrder, reason: int) -> str:
    return "".join([str(WORDS[piece](order)) if index % 2 else piece for index, piece in enumerate(PIECES[reason])])


# The end.

ENDS: dict[int, str] = {
    EXTINCTION: "Everybody is extinct",
    LODGES: "Lodges enough to win",
    TURN_LIMIT: "The last turn is over",
}
COUNTS: dict[int, str] = {BY_LODGES: "lodges", BY_BRANCHES: "branches in lodges", BY_FOOD: "food in lodges"}


def end_reasons(valley: Valley) -> tuple[str, str]:
    """Returns, for each seat, a sentence for contest clients why it won or lost the match; empty before the end."""
    if valley.winner == NOBODY:
        return "", ""
    counts = [counted(valley, seat) for seat in range(2)]
    return reason_of(valley, 0, counts), reason_of(valley, 1, counts)


def counted(valley: Valley, seat: int) -> int:
    """Returns one seat's count (lodges, or branches or food in lodges) in the tie-break that decided the match."""
    if valley.decided == BY_LODGES:
        return int(valley.lodge_count[seat])
    return int(valley.stored_branches(seat) if valley.decided == BY_BRANCHES else valley.stored_food(seat))


def reason_of(valley: Valley, seat: int, counts: list[int]) -> str:
    won = valley.winner == seat
    how = ENDS.get(int(valley.ended), "")
    if valley.decided == BY_COIN:
        return f"{how}, all is equal, and the coin fell for {'you' if won else 'the opponent'}"
    if valley.decided in COUNTS:
        return f"{how}: {counts[seat]} against {counts[1 - seat]} {COUNTS[int(valley.decided)]}"
    if valley.ended == EXTINCTION:
        return "The opponent has no beavers and no lodges" if won else "No beavers and no lodges left"
    return "The opponent gave up" if won else "Gave up"
