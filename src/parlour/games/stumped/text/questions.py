"""What Stumped asks: which unit, which order, how much; and how the choices read."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules.book import ACROSS, DOWNSTREAM, TITLES, UPSTREAM
from parlour.games.stumped.rules.orders import deed_of, goods_of
from parlour.games.stumped.rules.state import CHOOSING, MEASURING, ORDERING
from parlour.games.stumped.text.wording import (
    ACTIONS,
    DIRECTION_NAMES,
    DISTRACTED,
    GOODS,
    HEALTH,
    HELD_BRANCHES,
    HELD_FOOD,
    JOB,
    MOVES,
    OWNER,
    PLACE_NAMES,
    SPAWNERS,
    Beaver,
    amount,
    beaver_at,
    book,
    branches,
    called,
    goods_at,
    load,
    lodge_owner,
    near,
    one,
    some,
    spawner_at,
    spot,
)
from parlour.games.stumped.view import TERRAIN
from parlour.games.stumped.view import View as ValleyView
from parlour.kernel.game import MatchContext, View

STREAMS = {int(DOWNSTREAM): "downstream", int(ACROSS): "", int(UPSTREAM): "upstream"}


# Questions.


def question(context: MatchContext, view: View) -> str:
    assert isinstance(view, ValleyView)
    return QUESTIONS.get(view.phase, nothing)(context, view)


def nothing(context: MatchContext, view: ValleyView) -> str:
    return "Nobody is asked anything."


def choosing(context: MatchContext, view: ValleyView) -> str:
    can = len(view.open)
    if can == 0:
        return f"Turn {view.turn}: nobody has an order left."
    return f"Turn {view.turn}: which beaver or lodge? {can} can still do something."


def ordering(context: MatchContext, view: ValleyView) -> str:
    return f"{unit(context, view, view.unit)}: what shall it do?"


def measuring(context: MatchContext, view: ValleyView) -> str:
    verb = "drop" if deed_of(view.order) == a.DROP else "pick up"
    where = side(context, view.unit, (view.order - int(deed_of(view.order))) % int(a.PLACES))
    here = beaver_at(view, view.unit)
    who = called(context, here) if here is not None else spot(context, view.unit)
    how = "much food" if goods_of(view.order) else "many branches"
    return f"{who}: how {how} shall it {verb} {where}?"


QUESTIONS: dict[int, Callable[[MatchContext, ValleyView], str]] = {
    int(CHOOSING): choosing,
    int(ORDERING): ordering,
    int(MEASURING): measuring,
}


# Choices.


def label(context: MatchContext, view: View, action: int) -> str:
    assert isinstance(view, ValleyView)
    if action == a.END:
        return ending(view)
    if action >= a.TILES:
        return unit(context, view, action - int(a.TILES))
    if action > a.AMOUNT:
        return measured(view, action - int(a.AMOUNT))
    deed = int(deed_of(action))
    return ORDERS[deed](context, view, action - deed)


def ending(view: ValleyView) -> str:
    can = len(view.open)
    return f"end the turn ({some(can, 'unit')} could still act)" if can else "end the turn"


def unit(context: MatchContext, view: ValleyView, tile: int) -> str:
    """Builder at 12,7 (3 moves, 1 action, 15 branches)."""
    here = beaver_at(view, tile)
    if here is not None:
        return f"{called(context, here)} ({ready(here)})"
    if lodge_owner(view, tile) >= 0:
        free = view.beaver_count[view.player] < view.free_beavers
        return f"Lodge at {spot(context, tile)} (recruit, {'free' if free else f'{goods_at(view, tile)[1]} food'})"
    return spot(context, tile)


def ready(here: Beaver) -> str:
    said = [some(here[MOVES], "move"), some(here[ACTIONS], "action")]
    held = load(here[HELD_BRANCHES], here[HELD_FOOD])
    return ", ".join([*said, held] if held else said)


def measured(view: ValleyView, count: int) -> str:
    """`drop 3`; the unit and the goods stand in the question."""
    return f"{'drop' if deed_of(view.order) == a.DROP else 'pick up'} {count}"


def side(context: MatchContext, tile: int, place: int) -> str:
    """here; east, on 13,7."""
    if place == a.HERE or tile < 0:
        return PLACE_NAMES[place]
    there = near(context, tile, place - 1)
    return f"{PLACE_NAMES[place]}, on {spot(context, there)}" if there >= 0 else PLACE_NAMES[place]


def move(context: MatchContext, view: ValleyView, direction: int) -> str:
    there = near(context, view.unit, direction) if view.unit >= 0 else -1
    if there < 0:
        return f"move {DIRECTION_NAMES[direction]}"
    cost = step_cost(view, view.unit, there, direction)
    stream = f", {STREAMS[cost]}" if STREAMS[cost] else ""
    return f"move {DIRECTION_NAMES[direction]} to {spot(context, there)} ({some(cost, 'move')}{stream})"


def step_cost(view: ValleyView, here: int, there: int, direction: int) -> int:
    """Section 7, move."""
    if view.land[here] == TERRAIN[direction]:
        return int(DOWNSTREAM)
    return int(UPSTREAM if view.land[there] == TERRAIN[(direction + 2) % 4] else ACROSS)


def harvest(context: MatchContext, view: ValleyView, direction: int) -> str:
    there = near(context, view.unit, direction) if view.unit >= 0 else -1
    found, here = spawner_at(view, there), beaver_at(view, view.unit)
    if found is None or here is None:
        return f"harvest {DIRECTION_NAMES[direction]}"
    kind, health = found[1], found[2]
    gain = amount(kind, harvest_of(context, here, kind, health))
    return f"harvest the {SPAWNERS[kind]} {DIRECTION_NAMES[direction]} ({gain}, health {health})"


def harvest_of(context: MatchContext, here: Beaver, kind: int, health: int) -> int:
    """Section 7, harvest."""
    figures, job = book(context), here[JOB]
    skill = figures.munching[job] if kind else figures.chopping[job]
    free = int(figures.carry[job]) - here[HELD_BRANCHES] - here[HELD_FOOD]
    return min(free, int(figures.harvest * skill) * health)


def attack(context: MatchContext, view: ValleyView, direction: int) -> str:
    there = near(context, view.unit, direction) if view.unit >= 0 else -1
    victim, here = beaver_at(view, there), beaver_at(view, view.unit)
    if victim is None or here is None:
        return f"attack {DIRECTION_NAMES[direction]}"
    figures = book(context)
    owner = "your own" if victim[OWNER] == here[OWNER] else f"{context.names[victim[OWNER]]}'s"
    daze = int(figures.distraction[here[JOB]]) if not victim[DISTRACTED] else 0
    effect = f"{figures.damage[here[JOB]]} of {victim[HEALTH]} health"
    effect += f", distracts for {some(daze, 'turn')}" if daze else ""
    return f"attack {owner} {TITLES[victim[JOB]]} {DIRECTION_NAMES[direction]} ({effect})"


def build(context: MatchContext, view: ValleyView, _: int) -> str:
    price = view.price[view.player]
    wasted = goods_at(view, view.unit)[0] - price
    loss = f"; {branches(wasted)} on the tile would be lost" if wasted > 0 and view.unit >= 0 else ""
    return f"build a lodge here ({branches(price)}{loss})"


def drop(context: MatchContext, view: ValleyView, place: int) -> str:
    goods, here = place // int(a.PLACES), beaver_at(view, view.unit)
    where = side(context, view.unit, place % int(a.PLACES))
    if here is None:
        return f"drop {GOODS[goods]} {where}"
    held = here[HELD_FOOD] if goods else here[HELD_BRANCHES]
    return f"drop {GOODS[goods]} {where} ({'1' if held == 1 else f'1 to {held}'})"


def pickup(context: MatchContext, view: ValleyView, place: int) -> str:
    goods, at = divmod(place, int(a.PLACES))
    where, here = side(context, view.unit, at), beaver_at(view, view.unit)
    there = view.unit if at == a.HERE else near(context, view.unit, at - 1) if view.unit >= 0 else -1
    lying = goods_at(view, there)[goods]
    if here is None or lying == 0:
        return f"pick up {GOODS[goods]} {where}"
    free = int(book(context).carry[here[JOB]]) - here[HELD_BRANCHES] - here[HELD_FOOD]
    most = min(lying, free)
    choice = view.profile == "server" and most > 1
    taken = f"1 to {most}" if choice else amount(goods, most)
    if not goods and lodge_owner(view, there) >= 0 and most == lying:
        taken += ", the lodge falls if all are taken" if choice else ", and the lodge falls"
    return f"pick up {GOODS[goods]} {where} ({taken})"


def recruit(context: MatchContext, view: ValleyView, job: int) -> str:
    figures = book(context)
    free = view.beaver_count[view.player] < view.free_beavers
    price = "free" if free else f"{figures.cost[job]} food"
    return f"recruit {one(job)} ({price}; {talents(context, job)})"


def talents(context: MatchContext, job: int) -> str:
    """What sets a job apart: moves, health, load, and whatever is not as usual."""
    figures = book(context)
    said = [some(int(figures.moves[job]), "move")]
    if figures.actions[job] != 1:
        said.append(some(int(figures.actions[job]), "action"))
    said += [f"health {figures.health[job]}", f"carries {figures.carry[job]}"]
    for column, word in ((figures.chopping, "chops"), (figures.munching, "munches"), (figures.damage, "bites")):
        if column[job] != 1:
            said.append(f"{word} x{column[job]}")
    if figures.distraction[job]:
        said.append(f"distracts {figures.distraction[job]}")
    return ", ".join(said)


ORDERS: dict[int, Callable[[MatchContext, ValleyView, int], str]] = {
    int(a.MOVE): move,
    int(a.HARVEST): harvest,
    int(a.ATTACK): attack,
    int(a.BUILD): build,
    int(a.DROP): drop,
    int(a.PICKUP): pickup,
    int(a.RECRUIT): recruit,
}
