"""The bots of Baldur's Bones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.rules.campaign import (
    ADD,
    BEST_TOTAL,
    FIGHT,
    HOLD,
    REROLL,
    ROLL,
    SUBTRACT,
    TOP_LEVEL,
    Bones,
    direction_to,
)
from parlour.games.bones.rules.city import AREA, BEATEN, BOSS, EASY, GAME_TYPE, MEDIUM, PLACES, TYPE, distance
from parlour.games.bones.rules.state import WALKING
from parlour.games.bones.study.odds.coached import coached_answer, coached_area
from parlour.games.bones.study.odds.solver import (
    TOLERANCE,
    FightSolution,
    answer_value,
    best_area_by,
    open_areas,
    solution_alone,
    solution_of,
    solver_of,
)
from parlour.kernel.game import BotMaker, plain_bot
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem
from parlour.kernel.state import NOBODY, State

FAR: Final[i64] = 99
ANSWER_ORDER: Final = vec[i64]([ROLL, SUBTRACT, ADD, REROLL])  # after hold, among equal values: 15.4
ORDER_BELOW_21: Final = vec[i64]([ROLL, ADD, REROLL, SUBTRACT])
ORDER_ABOVE_21: Final = vec[i64]([ROLL, SUBTRACT, REROLL, ADD])


def step_towards(state: Bones, area: i64) -> i64:
    """Returns the action to play here if an opponent of this area will play here, else the step towards the area's
    nearest other unbeaten opponent; any legal step if there is none."""
    if AREA[state.place] == area and state.why_no_game() == 0:
        return FIGHT
    target = nearest_opponent(state, area)
    if target == NOBODY:
        return state.legal(0)[0]
    return direction_to(state.place, target)


def nearest_opponent(state: Bones, area: i64) -> i64:
    """Returns the nearest other place with an unbeaten opponent of this area, NOBODY if there is none."""
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


def simple_area(state: Bones) -> i64:
    """Returns the city area where simple bots play next: the easy one while it is open, then medium; at top level the
    boss's (rule 15.4)."""
    if state.level == TOP_LEVEL:
        return BOSS
    return EASY if open_areas(state)[EASY] == 1 else MEDIUM


class Optimal(Bot):
    """A bot that plays the whole campaign with the highest chance to win it."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, best_area(world))
        return exact_answer(world)


def exact_answer(state: Bones) -> i64:
    """Returns the answer in a dice fight that is best for the campaign; among equals, the best for this fight, without
    a needless trick."""
    solution = solution_of(state)
    single = solution_alone(state)
    best = HOLD
    value = answer_value(solution, state, HOLD)
    for action in ORDER_ABOVE_21 if state.total > BEST_TOTAL else ORDER_BELOW_21:
        other = answer_value(solution, state, action)
        bolder = action == ROLL and answer_value(single, state, ROLL) > answer_value(single, state, HOLD) + TOLERANCE
        if other > value + TOLERANCE or (bolder and other > value - TOLERANCE):
            value = other
            best = action
    return best


def best_answer(solution: FightSolution, state: Bones) -> i64:
    """Returns the answer in a dice fight with the highest value; among equals: hold, roll, subtract, add, re-roll."""
    best = HOLD
    value = answer_value(solution, state, HOLD)
    for action in ANSWER_ORDER:
        other = answer_value(solution, state, action)
        if other > value + TOLERANCE:
            value = other
            best = action
    return best


def best_area(state: Bones) -> i64:
    """Returns the area of the city with the best opponent to play next, for the whole campaign."""
    return best_area_by(solver_of(state.book), state)


class Coached(Bot):
    """A bot that does what the coach's hints say: plays for the best chance to win the present game, and among equal
    answers for the best chance to win the campaign."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, coached_area(world))
        return coached_answer(world)


class Greedy(Bot):
    """A bot that plays each dice fight as well as possible, without regard to the campaign."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, simple_area(world))
        return best_answer(solution_alone(world), world)


class Explorer(Bot):
    """A bot that always walks to the nearest place not yet visited or not won (at level 3 also to the boss), and plays
    every opponent as is best for the campaign."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        return world.default_answer(seat) if world.bout == WALKING else exact_answer(world)


class Thumb(Bot):
    """A bot that plays by the rule of thumb of 15.4: it holds from a total above both possible ones of the opponent, or
    from 21, and spends tricks to reach it or to come back from above 21."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, simple_area(world))
        total = world.total
        if total > BEST_TOTAL:
            if world.subtract >= total - BEST_TOTAL:
                return SUBTRACT
            return REROLL if world.reroll > 0 and total - world.last + 1 <= BEST_TOTAL else HOLD
        target = min(BEST_TOTAL, world.book.low[world.foe] + 2)
        if total >= target:
            return HOLD
        return ADD if world.add >= target - total else ROLL


class Threshold(Bot):
    """A bot that rolls while its total is below a fixed number, otherwise holds; it never uses a trick."""

    def __init__(self, least: i64) -> None:
        super().__init__()
        self.least = least

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Bones)
        if world.bout == WALKING:
            return step_towards(world, simple_area(world))
        return ROLL if world.total < self.least else HOLD


def hold(argument: str) -> Bot:
    if not argument.isdecimal() or not 4 <= int(argument) <= BEST_TOTAL:
        raise Problem(f"The bot hold cannot hold from {argument!r} on; write a total from 4 to 21, as in hold:17.")
    return Threshold(int(argument))


BOTS: Mapping[str, BotMaker] = {
    "optimal": plain_bot("optimal", Optimal),
    "coach": plain_bot("coach", Coached),
    "thumb": plain_bot("thumb", Thumb),
    "greedy": plain_bot("greedy", Greedy),
    "explorer": plain_bot("explorer", Explorer),
    "hold18": plain_bot("hold18", partial(Threshold, 18)),
    "hold": hold,
}
