"""Which tables are set: every number of seats, every option at its ends, and what the game wants tried beside."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Option, Options, Value, display_options
from parlour.kernel.problem import Problem

NO_OPTIONS: Options = {}


class CheckSetup(NamedTuple):
    """Seats and options that go together."""

    seats: int
    options: Options


def list_setups(game: Game, base: Options = NO_OPTIONS) -> list[CheckSetup]:
    """All tables the game accepts with at most one option away from its default, and its own trials; what the base
    says holds at all of them."""
    found: list[CheckSetup] = []
    for given in (*option_variants(game), *game.trials):
        found += [plan for plan in accepted_setups(game, {**given, **base}) if plan not in found]
    return found


def accepted_setups(game: Game, given: Options) -> list[CheckSetup]:
    """The tables with these options, whatever the number of seats."""
    found: list[CheckSetup] = []
    for seats in game.seats:
        try:
            found.append(CheckSetup(seats, prepare_options(game, seats, given)))
        except Problem:
            continue
    return found


def option_variants(game: Game) -> Iterator[Options]:
    yield {}
    for option in game.options:
        for value in boundary_values(option):
            if value != option.default:
                yield {option.name: value}


def boundary_values(option: Option) -> tuple[Value, ...]:
    """The values worth trying; texts and files stay at their default, unless the game has trials for them."""
    if option.kind == "bool":
        return (False, True)
    if option.kind == "int":
        return (option.low, option.high)
    return option.choices if option.kind == "choice" else ()


def check_trials(game: Game) -> Iterator[str]:
    """A trial that the game itself refuses tries nothing."""
    for given in game.trials:
        if not accepted_setups(game, given):
            yield f"the trial {display_options(given)} goes with no number of seats"
