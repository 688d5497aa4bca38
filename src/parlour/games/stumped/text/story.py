"""The events of a match of Stumped as sentences for the log. Steps have no sentence: only boards show them."""

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
from parlour.games.stumped.text.wording import (
    branch_count,
    capitalize_first,
    coords,
    goods_amount,
    job_phrase,
    load_text,
    plural,
    possessive,
    subject_verb,
)
from parlour.kernel.text import Category, Event, EventKind, MatchContext

TURN = Category("turn", "Turns", "orange", "round")
STEP = Category("step", "Steps", "purple", "door")
GOODS = Category("goods", "Goods", "green", "gain")
COLONY = Category("colony", "Lodges and beavers", "yellow", "store")
FIGHT = Category("fight", "Fights", "red", "battle")
MATCH = Category("match", "The match", "grey", "book")
EVENTS = (
    EventKind("game_begins", MATCH, ("map", "trees", "cattails", "river", "pond", "rivers"), reveals=True),
    EventKind("starts_at", MATCH, ("seat", "tile"), reveals=True),
    EventKind("turn", TURN, ("seat", "turn")),
    EventKind("moved", STEP, ("seat", "beaver", "from", "to", "cost")),
    EventKind("harvested", GOODS, ("seat", "beaver", "tile", "spawner", "gained", "left")),
    EventKind("attacked", FIGHT, ("seat", "beaver", "victim", "tile", "damage", "distracted")),
    EventKind("died", FIGHT, ("seat", "beaver", "tile", "branches", "food")),
    EventKind("built", COLONY, ("seat", "beaver", "tile", "price", "lodges")),
    EventKind("dropped", GOODS, ("seat", "beaver", "tile", "goods", "amount")),
    EventKind("picked_up", GOODS, ("seat", "beaver", "tile", "goods", "amount")),
    EventKind("destroyed", FIGHT, ("seat", "tile", "lodges", "by")),
    EventKind("recruited", COLONY, ("seat", "beaver", "tile", "job", "food")),
    EventKind("lost_food", GOODS, ("tile", "amount")),
    EventKind("turn_ends", TURN, ("seat", "turn", "orders")),
    EventKind("forfeited", MATCH, ("seat",)),
    EventKind("game_over", MATCH, ("ended", "decided")),
    EventKind("winner", MATCH, ("seat", "lodges", "branches", "food")),
)


def sentence(context: MatchContext, event: Event, viewer: int) -> str:
    return SENTENCES[event.kind](context, viewer, *event.arguments[: len(EVENTS[event.kind].arguments)])


# The beginning, and turns.


def game_begins(
    context: MatchContext, viewer: int, number: int, trees: int, cattails: int, river: int, pond: int, rivers: int
) -> str:
    grows = f"{plural(trees, 'tree')} and {plural(cattails, 'group')} of cattails"
    return f"Map {number}: {grows}, {plural(rivers, 'river')} of {plural(river, 'tile')} and a pond of {pond}."


def starts_at(context: MatchContext, viewer: int, seat: int, tile: int) -> str:
    begin = f"{subject_verb(context, seat, viewer, 'begin')} at {coords(context, tile)}"
    return f"{begin}, with one Basic beaver and 1 branch."


def turn(context: MatchContext, viewer: int, seat: int, number: int) -> str:
    return f"Turn {number}: {'you' if seat == viewer else context.names[seat]}."


def turn_ends(context: MatchContext, viewer: int, seat: int, number: int, orders: int) -> str:
    if orders == 0:
        return f"{subject_verb(context, seat, viewer, 'let')} turn {number} pass."
    return f"{subject_verb(context, seat, viewer, 'end')} turn {number} after {plural(orders, 'order')}."


# Orders.


def moved(context: MatchContext, viewer: int, seat: int, beaver: int, here: int, there: int, cost: int) -> str:
    return ""


def harvested(
    context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, goods: int, gained: int, left: int
) -> str:
    source = f"the {'cattails' if goods else 'tree'} at {coords(context, tile)}, health {left} now"
    return f"{subject_verb(context, seat, viewer, 'harvest')} {goods_amount(goods, gained)} from {source}."


def attacked(
    context: MatchContext, viewer: int, seat: int, beaver: int, victim: int, tile: int, damage: int, distracted: int
) -> str:
    dazed = f", dazed for {plural(distracted, 'turn')}" if distracted else ""
    attack = f"{subject_verb(context, seat, viewer, 'attack')} the beaver at {coords(context, tile)}"
    return f"{attack}: {damage} damage{dazed}."


def died(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, held: int, food: int) -> str:
    fallen = load_text(held, food)
    left = f" and leaves {fallen}" if fallen else ""
    return f"{capitalize_first(possessive(context, seat, viewer))} beaver at {coords(context, tile)} dies{left}."


def built(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, price: int, lodges: int) -> str:
    site = f"a lodge of {branch_count(price)} at {coords(context, tile)}"
    return f"{subject_verb(context, seat, viewer, 'build')} {site}: {plural(lodges, 'lodge')} now."


def dropped(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, goods: int, count: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'drop')} {goods_amount(goods, count)} at {coords(context, tile)}."


def picked_up(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, goods: int, count: int) -> str:
    return f"{subject_verb(context, seat, viewer, 'pick')} up {goods_amount(goods, count)} at {coords(context, tile)}."


def destroyed(context: MatchContext, viewer: int, seat: int, tile: int, lodges: int, by: int) -> str:
    raider = "you have" if by == viewer else f"{context.names[by]} has"
    emptied = "its own branches are taken" if seat == by else f"{raider} emptied it"
    lost = f"{capitalize_first(possessive(context, seat, viewer))} lodge at {coords(context, tile)} falls"
    return f"{lost}, for {emptied}: {plural(lodges, 'lodge')} left."


def recruited(context: MatchContext, viewer: int, seat: int, beaver: int, tile: int, job: int, food: int) -> str:
    cost = f"{food} food" if food else "nothing"
    return f"{subject_verb(context, seat, viewer, 'recruit')} {job_phrase(job)} at {coords(context, tile)} for {cost}."


def lost_food(context: MatchContext, viewer: int, tile: int, count: int) -> str:
    return f"The water at {coords(context, tile)} takes {count} food."


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
    return f"{subject_verb(context, seat, viewer, 'give')} up."


def game_over(context: MatchContext, viewer: int, ended: int, decided: int) -> str:
    how = DECIDERS.get(decided)
    return f"{ENDS[ended]}{f': {how}' if how else ''}."


def winner(context: MatchContext, viewer: int, seat: int, lodges: int, held: int, food: int) -> str:
    win = f"{subject_verb(context, seat, viewer, 'win')} with {plural(lodges, 'lodge')}"
    return f"{win}, {branch_count(held)} and {food} food in {'it' if lodges == 1 else 'them'}."


SENTENCES: tuple[Callable[..., str], ...] = (
    game_begins, starts_at, turn, moved, harvested, attacked, died, built, dropped, picked_up, destroyed, recruited,
    lost_food, turn_ends, forfeited, game_over, winner,
)  # fmt: skip
