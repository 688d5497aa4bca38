"""The questions that players of Stumped are asked (which unit, which order, how much), and labels of the choices."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.stumped.rules import actions as a
from parlour.games.stumped.rules.book import ACROSS, DOWNSTREAM, TITLES, UPSTREAM
from parlour.games.stumped.rules.orders import goods_of, kind_of_order
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
    beaver_at,
    beaver_name,
    branch_count,
    coords,
    goods_amount,
    goods_at,
    job_phrase,
    load_text,
    lodge_owner,
    match_book,
    neighbour,
    plural,
    spawner_at,
)
from parlour.games.stumped.view import TERRAIN
from parlour.games.stumped.view import View as ValleyView
from parlour.kernel.text import MatchContext, View

STREAMS = {int(DOWNSTREAM): "downstream", int(ACROSS): "", int(UPSTREAM): "upstream"}


# Questions.


def question(context: MatchContext, view: View) -> str:
    assert isinstance(view, ValleyView)
    return QUESTIONS.get(view.phase, no_question)(context, view)


def no_question(context: MatchContext, view: ValleyView) -> str:
    return "Nobody is asked anything."


def unit_question(context: MatchContext, view: ValleyView) -> str:
    can = len(view.open)
    if can == 0:
        return f"Turn {view.turn}: nobody has an order left."
    return f"Turn {view.turn}: which beaver or lodge? {can} can still do something."


def order_question(context: MatchContext, view: ValleyView) -> str:
    return f"{unit_label(context, view, view.unit)}: what shall it do?"


def amount_question(context: MatchContext, view: ValleyView) -> str:
    verb = "drop" if kind_of_order(view.order) == a.DROP else "pick up"
    where = place_text(context, view.unit, (view.order - int(kind_of_order(view.order))) % int(a.PLACES))
    here = beaver_at(view, view.unit)
    who = beaver_name(context, here) if here is not None else coords(context, view.unit)
    how = "much food" if goods_of(view.order) else "many branches"
    return f"{who}: how {how} shall it {verb} {where}?"


QUESTIONS: dict[int, Callable[[MatchContext, ValleyView], str]] = {
    int(CHOOSING): unit_question,
    int(ORDERING): order_question,
    int(MEASURING): amount_question,
}


# Choices.


def label(context: MatchContext, view: View, action: int) -> str:
    assert isinstance(view, ValleyView)
    if action == a.END:
        return end_label(view)
    if action >= a.TILES:
        return unit_label(context, view, action - int(a.TILES))
    if action > a.AMOUNT:
        return amount_label(view, action - int(a.AMOUNT))
    kind = int(kind_of_order(action))
    return ORDERS[kind](context, view, action - kind)


def end_label(view: ValleyView) -> str:
    can = len(view.open)
    return f"end the turn ({plural(can, 'unit')} could still act)" if can else "end the turn"


def unit_label(context: MatchContext, view: ValleyView, tile: int) -> str:
    """Returns the label of a beaver or lodge to choose, such as `Builder at 12,7 (3 moves, 1 action, 15 branches)`."""
    here = beaver_at(view, tile)
    if here is not None:
        return f"{beaver_name(context, here)} ({beaver_state(here)})"
    if lodge_owner(view, tile) >= 0:
        free = view.beaver_count[view.player] < view.free_beavers
        return f"Lodge at {coords(context, tile)} (recruit, {'free' if free else f'{goods_at(view, tile)[1]} food'})"
    return coords(context, tile)


def beaver_state(here: Beaver) -> str:
    parts = [plural(here[MOVES], "move"), plural(here[ACTIONS], "action")]
    held = load_text(here[HELD_BRANCHES], here[HELD_FOOD])
    return ", ".join([*parts, held] if held else parts)


def amount_label(view: ValleyView, count: int) -> str:
    """Returns the label of an amount of goods to choose, such as `drop 3`; the question names unit and goods."""
    return f"{'drop' if kind_of_order(view.order) == a.DROP else 'pick up'} {count}"


def place_text(context: MatchContext, tile: int, place: int) -> str:
    """Returns the words for where a beaver drops or picks up goods: `here` or, for example, `east, on 13,7`."""
    if place == a.HERE or tile < 0:
        return PLACE_NAMES[place]
    there = neighbour(context, tile, place - 1)
    return f"{PLACE_NAMES[place]}, on {coords(context, there)}" if there >= 0 else PLACE_NAMES[place]


def move_label(context: MatchContext, view: ValleyView, direction: int) -> str:
    there = neighbour(context, view.unit, direction) if view.unit >= 0 else -1
    if there < 0:
        return f"move {DIRECTION_NAMES[direction]}"
    cost = step_cost(view, view.unit, there, direction)
    stream = f", {STREAMS[cost]}" if STREAMS[cost] else ""
    return f"move {DIRECTION_NAMES[direction]} to {coords(context, there)} ({plural(cost, 'move')}{stream})"


def step_cost(view: ValleyView, here: int, there: int, direction: int) -> int:
    """Returns how many of its moves a beaver pays for a step to a neighbouring tile (section 7, move)."""
    if view.land[here] == TERRAIN[direction]:
        return int(DOWNSTREAM)
    return int(UPSTREAM if view.land[there] == TERRAIN[(direction + 2) % 4] else ACROSS)


def harvest_label(context: MatchContext, view: ValleyView, direction: int) -> str:
    there = neighbour(context, view.unit, direction) if view.unit >= 0 else -1
    found, here = spawner_at(view, there), beaver_at(view, view.unit)
    if found is None or here is None:
        return f"harvest {DIRECTION_NAMES[direction]}"
    kind, health = found[1], found[2]
    gain = goods_amount(kind, harvest_amount(context, here, kind, health))
    return f"harvest the {SPAWNERS[kind]} {DIRECTION_NAMES[direction]} ({gain}, health {health})"


def harvest_amount(context: MatchContext, here: Beaver, kind: int, health: int) -> int:
    """Returns how many branches or how much food a beaver would get from a harvest (section 7, harvest)."""
    figures, job = match_book(context), here[JOB]
    skill = figures.munching[job] if kind else figures.chopping[job]
    free = int(figures.carry[job]) - here[HELD_BRANCHES] - here[HELD_FOOD]
    return min(free, int(figures.harvest_factor * skill) * health)


def attack_label(context: MatchContext, view: ValleyView, direction: int) -> str:
    there = neighbour(context, view.unit, direction) if view.unit >= 0 else -1
    victim, here = beaver_at(view, there), beaver_at(view, view.unit)
    if victim is None or here is None:
        return f"attack {DIRECTION_NAMES[direction]}"
    figures = match_book(context)
    owner = "your own" if victim[OWNER] == here[OWNER] else f"{context.names[victim[OWNER]]}'s"
    daze = int(figures.distraction[here[JOB]]) if not victim[DISTRACTED] else 0
    effect = f"{figures.damage[here[JOB]]} of {victim[HEALTH]} health"
    effect += f", distracts for {plural(daze, 'turn')}" if daze else ""
    return f"attack {owner} {TITLES[victim[JOB]]} {DIRECTION_NAMES[direction]} ({effect})"


def build_label(context: MatchContext, view: ValleyView, _: int) -> str:
    price = view.price[view.player]
    wasted = goods_at(view, view.unit)[0] - price
    loss = f"; {branch_count(wasted)} on the tile would be lost" if wasted > 0 and view.unit >= 0 else ""
    return f"build a lodge here ({branch_count(price)}{loss})"


def drop_label(context: MatchContext, view: ValleyView, place: int) -> str:
    goods, here = place // int(a.PLACES), beaver_at(view, view.unit)
    where = place_text(context, view.unit, place % int(a.PLACES))
    if here is None:
        return f"drop {GOODS[goods]} {where}"
    held = here[HELD_FOOD] if goods else here[HELD_BRANCHES]
    return f"drop {GOODS[goods]} {where} ({'1' if held == 1 else f'1 to {held}'})"


def pickup_label(context: MatchContext, view: ValleyView, place: int) -> str:
    goods, at = divmod(place, int(a.PLACES))
    where, here = place_text(context, view.unit, at), beaver_at(view, view.unit)
    there = view.unit if at == a.HERE else neighbour(context, view.unit, at - 1) if view.unit >= 0 else -1
    lying = goods_at(view, there)[goods]
    if here is None or lying == 0:
        return f"pick up {GOODS[goods]} {where}"
    free = int(match_book(context).carry[here[JOB]]) - here[HELD_BRANCHES] - here[HELD_FOOD]
    most = min(lying, free)
    choice = view.profile == "server" and most > 1
    taken = f"1 to {most}" if choice else goods_amount(goods, most)
    if not goods and lodge_owner(view, there) >= 0 and most == lying:
        taken += ", the lodge falls if all are taken" if choice else ", and the lodge falls"
    return f"pick up {GOODS[goods]} {where} ({taken})"


def recruit_label(context: MatchContext, view: ValleyView, job: int) -> str:
    figures = match_book(context)
    free = view.beaver_count[view.player] < view.free_beavers
    price = "free" if free else f"{figures.cost[job]} food"
    return f"recruit {job_phrase(job)} ({price}; {job_summary(context, job)})"


def job_summary(context: MatchContext, job: int) -> str:
    """Returns a beaver job's figures in words: moves, health and load always, actions and skills if not 1, distraction
    if not 0."""
    figures = match_book(context)
    parts = [plural(int(figures.moves[job]), "move")]
    if figures.actions[job] != 1:
        parts.append(plural(int(figures.actions[job]), "action"))
    parts += [f"health {figures.health[job]}", f"carries {figures.carry[job]}"]
    for column, word in ((figures.chopping, "chops"), (figures.munching, "munches"), (figures.damage, "bites")):
        if column[job] != 1:
            parts.append(f"{word} x{column[job]}")
    if figures.distraction[job]:
        parts.append(f"distracts {figures.distraction[job]}")
    return ", ".join(parts)


ORDERS: dict[int, Callable[[MatchContext, ValleyView, int], str]] = {
    int(a.MOVE): move_label,
    int(a.HARVEST): harvest_label,
    int(a.ATTACK): attack_label,
    int(a.BUILD): build_label,
    int(a.DROP): drop_label,
    int(a.PICKUP): pickup_label,
    int(a.RECRUIT): recruit_label,
}
