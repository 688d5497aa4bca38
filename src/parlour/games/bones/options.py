"""The options of Baldur's Bones, and the figures (opponents' rolls, costs of defeats) that follow from them."""

from __future__ import annotations

from functools import lru_cache

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.data.overrides import (
    COST_COLUMN,
    EXAMPLE,
    LOW_COLUMN,
    add_enemy_overrides,
    enemies_with_overrides,
)
from parlour.games.bones.rules.book import Book
from parlour.kernel.options import Option, Options
from parlour.kernel.problem import Problem
from parlour.kernel.study import DataOverrides
from parlour.kernel.table_overrides import OVERRIDES_OPTION

OPTIONS = (
    Option("tutorial", "bool", True, "Begin with the lesson and a practice game, both without stakes."),
    Option("boss", "text", "Volo", "The name of the one to beat.", 1, 12),
    Option(OVERRIDES_OPTION, "text", "", f"Changed figures, as in: {EXAMPLE}", 0, 400),
)
TRIALS: tuple[Options, ...] = (
    {OVERRIDES_OPTION: f"enemies.easy.low_roll=13 enemies.medium.{COST_COLUMN}=2 enemies.boss_one_up.low_roll=20"},
)


def problem(seats: int, options: Options) -> str | None:
    """Returns one sentence that says what is wrong with the figures changed by a match's options, or None."""
    try:
        enemies_with_overrides(str(options[OVERRIDES_OPTION]))
    except Problem as wrong:
        return str(wrong)
    return None


def with_overrides(options: Options, data: DataOverrides) -> Options:
    """Returns the options of a match with changes to the figures of the enemy file in data/ added."""
    return {**options, OVERRIDES_OPTION: add_enemy_overrides(str(options[OVERRIDES_OPTION]), data)}


def make_book(overrides: str) -> Book:
    """Returns a new book of match figures: the printed enemy table, changed by a text of overrides."""
    foes = enemies_with_overrides(overrides)
    return Book(vec[i64]([int(foe[LOW_COLUMN]) for foe in foes]), vec[i64]([int(foe[COST_COLUMN]) for foe in foes]))


PRINTED_BOOK = make_book("")


def book_of(options: Options) -> Book:
    """Returns the book of match figures that belongs to these options, cached."""
    overrides = str(options.get(OVERRIDES_OPTION, ""))
    return _cached_book(overrides) if overrides else PRINTED_BOOK


@lru_cache(maxsize=8)  # each book keeps a solver of some megabytes
def _cached_book(overrides: str) -> Book:
    return make_book(overrides)
