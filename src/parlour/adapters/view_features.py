"""Features of a game that brings none of its own: the numbers of its view, field by field."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from mypy_extensions import i64

from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.game import Game
from parlour.kernel.match import draw_outcome
from parlour.kernel.options import Options
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

SAMPLE_MATCHES = 20  # random matches whose views show which numbers there are
SAMPLE_ANSWERS = 500  # at most, in each of them
MAX_NUMBER = 1 << 40  # numbers beyond are cut off


class ViewFeatures(Features):
    """The numbers of a game's view as features; a number that a view lacks is zero, and has a flag that says so."""

    def __init__(self, game: Game, paths: tuple[str, ...]) -> None:
        super().__init__([name for path in paths for name in (path, f"has {path}")])
        self.view = game.view
        self.places = {path: place for place, path in enumerate(paths)}

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        start = row.position
        values: list[int | None] = [None] * len(self.places)
        for path, value in numbers_in("", self.view(state, seat)):
            if path in self.places:
                values[self.places[path]] = max(-MAX_NUMBER, min(value, MAX_NUMBER))
        for number in values:
            row.put(0 if number is None else number)
            row.put_flag(number is not None)
        row.position = start + 2 * len(values)


def numbers_in(path: str, value: object) -> Iterator[tuple[str, int]]:
    """Yields every whole number and truth value in a view with its path, as in ('purse 0', 15)."""
    if isinstance(value, int):
        yield path, int(value)
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield from numbers_in(f"{path} {index}".strip(), part)
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from numbers_in(f"{path} {key}".strip(), part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from numbers_in(f"{path} {field.name}".strip(), getattr(value, field.name))


def features_of(game: Game, seats: int, options: Options) -> Features:
    """Returns a game's own features, or else features made from its view."""
    if game.study.features.names:
        return game.study.features
    return ViewFeatures(game, sample_paths(game, seats, options))


def sample_paths(game: Game, seats: int, options: Options) -> tuple[str, ...]:
    """Returns the paths of all numbers that occur in the views of some random matches, in the order of the fields."""
    found: dict[str, None] = {}
    for match in range(SAMPLE_MATCHES):
        rng = Rng(match)
        state = game.start(seats, options, None)
        for _ in range(SAMPLE_ANSWERS):
            for viewer in range(seats):
                found.update((path, None) for path, _ in numbers_in("", game.view(state, viewer)))
            if state.over():
                break
            if state.outcomes > 0:
                state.deal_outcome(draw_outcome(state, rng))
            else:
                seat = first_owing(state.owing)
                state.play(seat, rng.pick(state.legal(seat)))
    return tuple(found)
