"""Which tables are set: every number of seats, every option at its ends, and what the game wants tried beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.kernel.game import Game, prepare
from parlour.kernel.options import Option, Options, Value, shown
from parlour.kernel.problem import Problem

NOTHING: Options = {}


class Plan(NamedTuple):
    """Seats and options that go together."""

    seats: int
    options: Options


def plans(game: Game, base: Options = NOTHING) -> list[Plan]:
    """All tables the game accepts with at most one option away from its default, and its own trials; what the base
    says holds at all of them."""
    found: list[Plan] = []
    for given in (*settings(game), *game.trials):
        found += [plan for plan in accepted(game, {**given, **base}) if plan not in found]
    return found


def accepted(game: Game, given: Options) -> list[Plan]:
    """The tables with these options, whatever the number of seats."""
    found: list[Plan] = []
    for seats in game.seats:
        try:
            found.append(Plan(seats, prepare(game, seats, given)))
        except Problem:
            continue
    return found


def settings(game: Game) -> Iterator[Options]:
    yield {}
    for option in game.options:
        for value in ends(option):
            if value != option.default:
                yield {option.name: value}


def ends(option: Option) -> tuple[Value, ...]:
    """The values worth trying; texts and files stay at their default, unless the game has trials for them."""
    if option.kind == "bool":
        return (False, True)
    if option.kind == "int":
        return (option.low, option.high)
    return option.choices if option.kind == "choice" else ()


def refused_trials(game: Game) -> Iterator[str]:
    """A trial that the game itself refuses tries nothing."""
    for given in game.trials:
        if not accepted(game, given):
            yield f"the trial {shown(given)} goes with no number of seats"
