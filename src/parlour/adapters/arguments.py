"""Checks what callers give to the interfaces for programs that learn: seats, options, seeds, actions, bots' names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import index

import numpy as np

from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem

MAX_SEED = (1 << 63) - 1


def usual_seats(game: Game) -> int:
    """Returns the number of seats of a match for which none is given."""
    return game.study.usual_seats or game.seats[0]


def complete_settings(game: Game, seats: int | None, given: Mapping[str, Value]) -> tuple[int, Options]:
    """Returns the number of seats and all options of a match; raises Problem if the game cannot be played with them."""
    count = usual_seats(game) if seats is None else whole_number("number of seats", seats)
    options = {name: value.item() if isinstance(value, np.generic) else value for name, value in given.items()}
    for name, value in options.items():
        if not isinstance(value, int | str):
            raise Problem(f"The option {name} is {value!r}; give a whole number, a text, True or False.")
    return count, prepare_options(game, count, options)


def whole_number(name: str, value: object) -> int:
    """Returns a number that a caller gave; raises Problem if it is not whole."""
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        raise Problem(f"The {name} is {value!r}; give a whole number.") from None


def check_seed(seed: int) -> int:
    """Returns a seed that a caller gave; raises Problem if it is not a whole number of at most 63 bits."""
    number = whole_number("seed", seed)
    if abs(number) > MAX_SEED:
        raise Problem(f"The seed is {number}; give a number of at most 63 bits.")
    return number


def check_opponents(opponents: Sequence[str]) -> tuple[str, ...]:
    """Returns the names of bots that a caller gave; raises Problem for a single text, which would be taken apart."""
    if isinstance(opponents, str):
        raise Problem(f"The opponents are the text {opponents!r}; give a list of bots' names.")
    return tuple(opponents)
