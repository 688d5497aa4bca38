"""What happened in the valley, as sentences. Steps are told to boards alone: they are no news."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.stumped.rules.state import (
    BY_BRANCHES,
    BY_COIN,
    BY_FOOD,
    BY_LODGES,
    EXTINCTION,
    FORFEIT,
    LODGES,
    TURN_LIMIT,
)
from parlour.games.stumped.text.wording import acts, amount, branches, load, one, opening, some, spot, whose
from parlour.kernel.game import Event, EventKind, MatchContext

EVENTS = (
    EventKind("game_begins", "system", ("map", "trees", "cattails", "river", "pond"), reveals=True),
    EventKind("starts_at", "system", ("seat", "tile"), reveals=True),
    EventKind("turn", "round", ("seat", "turn")),
    EventKind("moved", "selection", ("seat", "beaver", "from", "to", "cost")),
    EventKind("harvested", "gain", ("seat", "beaver", "tile", "spawner", "gained", "left")),
    EventKind("attacked", "battle", ("seat", "beaver", "victim", "tile", "damage", "distracted")),
    EventKind("died", "battle", ("seat", "beaver", "tile", "branches", "food")),
    EventKind("built", "store", ("seat", "beaver", "tile", "price", "lodges")),
    EventKind("dropped", "gain", ("seat", "beaver", "tile", "goods", "amount")),
    EventKind("picked_up", "gain", ("seat", "beaver", "tile", "goods", "amount")),
    EventKind("destroyed", "battle", ("seat", "tile", "lodges", "by")),
    EventKind("recruited", "store", ("seat", "beaver", "tile", "job", "food")),
    EventKind("lost_food", "gain", ("tile", "amount")),
    EventKind("turn_ends", "round", ("seat", "turn", "orders")),
    EventKind("forfeited", "system", ("seat",)),
    EventKind("game_over", "system", ("ended", "decided")),
    EventKind("winner", "system", ("seat", "lodges", "branches", "food")),
)
HEADINGS = {
    "round": "Turns",
    "selection": "Steps",
    "gain": "Goods",
    "store": "Lodges and beavers",
    "battle": "Fights",
    "system": "The match",
}


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    return TELLERS[event.kind](context, viewer, *event.arguments[: len(EVENTS[event.kind].arguments)])


# The beginning, and turns.


def game_begins(
    context: MatchContext, viewer: int, number: int, trees: int, cattails: int, river: int, pond: int
) -> str:
    grows = f"{some(trees, 'tree')} and {some(cattails, 'group')} of cattails"
    return f"Map {number}: {grows}, {some(river, 'tile')} of river and {pond} of pond."


def starts_at(context: MatchContext, viewer: int, seat: int, tile: int) -> str:
    return f"{acts(context, seat, viewer, 'begin')} at {spot(context, tile)}, with one Basic beaver and 1 branch."


def turn(context: MatchContext, viewer: int, seat: int, number: int) -> str:
    return f"Turn {number}: {'you' if seat == viewer else context.names[seat]}."


def turn_ends(context: MatchContext, viewer: int, seat: int, number: int, orders: int) -> str:
    if orders == 0:
        return f"{acts(context, seat, viewer, 'let')} turn {number} pass."
    return f"{acts(context, seat, viewer, 'end')} turn {number} after {some(orders, 'order')}."


# Orders.


def moved(context: MatchContext, viewer: int, seat: int, beaver: int, here: int, there: int, cost: int) -> str:
    return ""


def harvested(
    context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, goods: int, gained: int, left: int
) -> str:
    source = f"the {'cattails' if goods else 'tree'} at {spot(context, tile)}, health {left} now"
    return f"{acts(context, seat, viewer, 'harvest')} {amount(goods, gained)} from {source}."


def attacked(
    context: MatchContext, viewer: int, seat: int, beaver: int, victim: int, tile: int, damage: int, distracted: int
) -> str:
    dazed = f", dazed for {some(distracted, 'turn')}" if distracted else ""
    return f"{acts(context, seat, viewer, 'attack')} the beaver at {spot(context, tile)}: {damage} damage{dazed}."


def died(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, held: int, food: int) -> str:
    fallen = load(held, food)
    left = f" and leaves {fallen}" if fallen else ""
    return f"{opening(whose(context, seat, viewer))} beaver at {spot(context, tile)} dies{left}."


def built(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, price: int, lodges: int) -> str:
    site = f"a lodge of {branches(price)} at {spot(context, tile)}"
    return f"{acts(context, seat, viewer, 'build')} {site}: {some(lodges, 'lodge')} now."


def dropped(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, goods: int, count: int) -> str:
    return f"{acts(context, seat, viewer, 'drop')} {amount(goods, count)} at {spot(context, tile)}."


def picked_up(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, goods: int, count: int) -> str:
    return f"{acts(context, seat, viewer, 'pick')} up {amount(goods, count)} at {spot(context, tile)}."


def destroyed(context: MatchContext, viewer: int, seat: int, tile: int, lodges: int, by: int) -> str:
    emptied = "its own branches are taken" if seat == by else f"{acts(context, by, viewer, 'have')} emptied it"
    lost = f"{opening(whose(context, seat, viewer))} lodge at {spot(context, tile)} falls"
    return f"{lost}, for {emptied}: {some(lodges, 'lodge')} left."


def recruited(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, job: int, food: int) -> str:
    cost = f"{food} food" if food else "nothing"
    return f"{acts(context, seat, viewer, 'recruit')} {one(job)} at {spot(context, tile)} for {cost}."


def lost_food(context: MatchContext, viewer: int, tile: int, count: int) -> str:
    return f"The water at {spot(context, tile)} takes {count} food."


# The end.

ENDS = {
    int(EXTINCTION): "One side has neither beaver nor lodge",
    int(LODGES): "There are lodges enough to win",
    int(TURN_LIMIT): "The last turn is over",
    int(FORFEIT): "The match is given up",
}
DECIDERS = {
    int(BY_LODGES): "more lodges decide",
    int(BY_BRANCHES): "lodges are equal, more branches in them decide",
    int(BY_FOOD): "lodges and branches are equal, more food in lodges decides",
    int(BY_COIN): "all is equal, and the coin decides",
}


def forfeited(context: MatchContext, viewer: int, seat: int) -> str:
    return f"{acts(context, seat, viewer, 'give')} up."


def game_over(context: MatchContext, viewer: int, ended: int, decided: int) -> str:
    how = DECIDERS.get(decided)
    return f"{ENDS[ended]}{f': {how}' if how else ''}."


def winner(context: MatchContext, viewer: int, seat: int, lodges: int, held: int, food: int) -> str:
    return (
        f"{acts(context, seat, viewer, 'win')} with {some(lodges, 'lodge')}, {branches(held)} and {food} food in them."
    )


TELLERS: tuple[Callable[..., str], ...] = (
    game_begins, starts_at, turn, moved, harvested, attacked, died, built, dropped, picked_up, destroyed, recruited,
    lost_food, turn_ends, forfeited, game_over, winner,
)  # fmt: skip
