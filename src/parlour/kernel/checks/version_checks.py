"""Conformance checks of what a game declares about earlier versions of its rules."""

from __future__ import annotations

from collections.abc import Iterator

from parlour.kernel.checks.check_setups import accepted_setups
from parlour.kernel.game import Game, known_game_versions
from parlour.kernel.options import Value, parse_option_value
from parlour.kernel.problem import Problem
from parlour.kernel.versions import EarlierVersion


def check_earlier_versions(game: Game) -> Iterator[str]:
    """Yields complaints about earlier versions: gaps, no release, wrong switches, or hidden options that none needs."""
    earlier = game.traits.earlier
    numbers, playable = [step.version for step in earlier], known_game_versions(game)
    if numbers != list(range(game.version - len(earlier), game.version)):
        yield f"the earlier versions {numbers} do not lead up to version {game.version} one by one"
    current: dict[str, Value] = {option.name: option.default for option in game.options}
    for step in reversed(earlier):
        if not step.release or not step.release.isprintable():
            yield f"version {step.version} does not say which release plays it"
        complaints = list(check_switches(game, step, current))
        yield from complaints
        current.update(step.switches)
        if not complaints and step.version in playable and not accepted_setups(game, current):
            yield f"the switches of version {step.version} go with no number of seats"
    for option in game.options:
        if not option.offered and not any(option.name in step.switches for step in earlier):
            yield f"the option {option.name!r} is not offered, and no earlier version needs it"


def check_switches(game: Game, step: EarlierVersion, current: dict[str, Value]) -> Iterator[str]:
    """Yields a complaint for each switch of an earlier version that is no option, has a wrong value or changes nothing.

    `current` has the values of all options in the next version."""
    known = {option.name: option for option in game.options}
    for name, value in step.switches.items():
        if name not in known:
            yield f"version {step.version} needs the option {name!r}, which does not exist"
            continue
        try:
            accepted = parse_option_value(known[name], value) == value
        except Problem:
            accepted = False
        if not accepted:
            yield f"version {step.version} sets the option {name!r} to {value!r}, which it cannot be"
        elif value == current[name]:
            yield f"version {step.version} sets the option {name!r} to {value!r}, as the version after it does"
