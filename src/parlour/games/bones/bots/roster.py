"""Players of Baldur's Bones: the exact one, the rule of thumb, the greedy one, and those who hold at a number."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.rules.campaign import (
    ADD,
    FIGHT,
    GOOD,
    HOLD,
    REROLL,
    ROLL,
    SUBTRACT,
    TOP_LEVEL,
    Bones,
    heading,
)
from parlour.games.bones.rules.city import AREA, BEATEN, BOSS, EASY, GAME_TYPE, HARD, MEDIUM, PLACES, TYPE, distance
from parlour.games.bones.rules.state import WALKING
from parlour.games.bones.study.odds.solver import Ladder, alone, choices, ladder_of, open_areas, open_value
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOBODY, State

FAR: Final[i64] = 99
SAME: Final = 1e-12  # closer values than this are alike
ORDER: Final = vec[i64]([ROLL, SUBTRACT, ADD, REROLL])  # after hold: 15.4
UP: Final = vec[i64]([ROLL, ADD, REROLL, SUBTRACT])
DOWN: Final = vec[i64]([ROLL, SUBTRACT, REROLL, ADD])


def step_towards(state: Bones, area: i64) -> i64:
    """Play here if this is the place wanted, else one step towards the nearest such place."""
    if AREA[state.place] == area and state.closed() == 0:
        return FIGHT
    target = nearest(state, area)
    if target == NOBODY:
        return state.legal(0)[0]
    return heading(state.place, target)


def nearest(state: Bones, area: i64) -> i64:
    """The nearest other place where somebody of this area is unbeaten; nobody: any way out will do."""
    found = NOBODY
    least = FAR
    for place in range(PLACES):
        if AREA[place] != area or TYPE[place] != GAME_TYPE or state.status[place] == BEATEN or place == state.place:
            continue
        way = distance(place, state.place)
        if way < least:
            least = way
            found = place
    return found


def usual_area(state: Bones) -> i64:
    """15.4: the easy opponents first, then the medium ones, then the boss at once."""
    if state.level == TOP_LEVEL:
        return BOSS
    return EASY if open_areas(state)[EASY] == 1 else MEDIUM


class Optimal(Bot):
    """Never gives away a chance that exists: best play for the whole campaign."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, best_area(world))
        return exact_answer(world)


def exact_answer(state: Bones) -> i64:
    """Best for the campaign; where that is all one, best for this fight, and no trick without need."""
    ladder = ladder_of(state)
    single = alone(state)
    best = HOLD
    value = choices(ladder, state, HOLD)
    for action in DOWN if state.total > GOOD else UP:
        other = choices(ladder, state, action)
        bolder = action == ROLL and choices(single, state, ROLL) > choices(single, state, HOLD) + SAME
        if other > value + SAME or (bolder and other > value - SAME):
            value = other
            best = action
    return best


def best_answer(ladder: Ladder, state: Bones) -> i64:
    """The most valuable answer in a fight; ties: hold, roll, subtract, add, re-roll."""
    best = HOLD
    value = choices(ladder, state, HOLD)
    for action in ORDER:
        other = choices(ladder, state, action)
        if other > value + SAME:
            value = other
            best = action
    return best


def best_area(state: Bones) -> i64:
    """Whom to play next; of equals the weaker."""
    if state.level == TOP_LEVEL:
        return BOSS
    unbeaten = open_areas(state)
    best = MEDIUM
    value = -1.0
    for area in range(EASY, HARD + 1):
        if unbeaten[area] == 1:
            other = open_value(state, area)
            if other > value + SAME:
                value = other
                best = area
    return best


class Greedy(Bot):
    """Best play for each fight by itself."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, usual_area(world))
        return best_answer(alone(world), world)


class Explorer(Bot):
    """Wants to see the whole city, and plays everybody on the way as well as can be."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        return world.default_answer(seat) if world.bout == WALKING else exact_answer(world)


class Thumb(Bot):
    """The rule of thumb of 15.4."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, usual_area(world))
        total = world.total
        if total > GOOD:
            if world.subtract >= total - GOOD:
                return SUBTRACT
            return REROLL if world.reroll > 0 and total - world.last + 1 <= GOOD else HOLD
        target = min(GOOD, world.book.low[world.foe] + 2)
        if total >= target:
            return HOLD
        return ADD if world.add >= target - total else ROLL


class Threshold(Bot):
    """Rolls below a number, holds from it on, never uses a trick."""

    def __init__(self, least: i64) -> None:
        super().__init__()
        self.least = least

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, usual_area(world))
        return ROLL if world.total < self.least else HOLD


def _plain(name: str, argument: str) -> None:
    if argument:
        raise Problem(f"The bot {name} takes no argument.")


def optimal(argument: str) -> Bot:
    _plain("optimal", argument)
    return Optimal()


def explorer(argument: str) -> Bot:
    _plain("explorer", argument)
    return Explorer()


def greedy(argument: str) -> Bot:
    _plain("greedy", argument)
    return Greedy()


def thumb(argument: str) -> Bot:
    _plain("thumb", argument)
    return Thumb()


def hold18(argument: str) -> Bot:
    _plain("hold18", argument)
    return Threshold(18)


def hold(argument: str) -> Bot:
    if not argument.isdecimal() or not 4 <= int(argument) <= GOOD:
        raise Problem(f"The bot hold is written hold:N with N from 4 to 21, not hold:{argument}.")
    return Threshold(int(argument))
