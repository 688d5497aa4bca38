"""The setups for conformance checks: every number of seats, every option at its limits, the rules of every earlier
version, and the game's trials."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.kernel.game import Game, known_game_versions, prepare_options, version_switches
from parlour.kernel.options import Option, Options, Value, display_options
from parlour.kernel.problem import Problem

NO_OPTIONS: Options = {}


class CheckSetup(NamedTuple):
    """The number of seats and the options of one match of the conformance checks."""

    seats: int
    options: Options


def list_setups(game: Game, base: Options = NO_OPTIONS) -> list[CheckSetup]:
    """Returns the setups to check, for every number of seats: the defaults, the defaults with one option changed, the
    rules of earlier versions, and the game's trials.

    The options in `base` hold in all of them."""
    found: list[CheckSetup] = []
    for given in (*option_variants(game), *game.study.trials):
        found += [setup for setup in accepted_setups(game, {**given, **base}) if setup not in found]
    return found


def accepted_setups(game: Game, given: Options) -> list[CheckSetup]:
    """Returns a setup with these options for every number of seats with which the game accepts them."""
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
    for version in known_game_versions(game)[1:]:
        yield version_switches(game, version)


def boundary_values(option: Option) -> tuple[Value, ...]:
    """Returns the values of an option that the conformance checks try; none for texts and files."""
    if option.kind == "bool":
        return (False, True)
    if option.kind == "int":
        return (option.low, option.high)
    return option.choices if option.kind == "choice" else ()


def check_trials(game: Game) -> Iterator[str]:
    """Yields a complaint for each of the game's trial options that no number of seats accepts."""
    for given in game.study.trials:
        if not accepted_setups(game, given):
            yield f"the trial {display_options(given)} goes with no number of seats"
