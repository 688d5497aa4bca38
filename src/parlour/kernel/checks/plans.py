"""Which tables are set: every number of seats, every option at its ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parlour.kernel.game import Game, prepare
from parlour.kernel.options import Option, Options, Value
from parlour.kernel.problem import Problem


class Plan(NamedTuple):
    """Seats and options that go together."""

    seats: int
    options: Options


def plans(game: Game) -> list[Plan]:
    """All tables the game accepts with at most one option away from its default."""
    found: list[Plan] = []
    for given in settings(game):
        for seats in game.seats:
            try:
                plan = Plan(seats, prepare(game, seats, given))
            except Problem:
                continue
            if plan not in found:
                found.append(plan)
    return found


def settings(game: Game) -> Iterator[Options]:
    yield {}
    for option in game.options:
        for value in ends(option):
            if value != option.default:
                yield {option.name: value}


def ends(option: Option) -> tuple[Value, ...]:
    """The values worth trying; texts and files stay at their default."""
    if option.kind == "bool":
        return (False, True)
    if option.kind == "int":
        return (option.low, option.high)
    return option.choices if option.kind == "choice" else ()
