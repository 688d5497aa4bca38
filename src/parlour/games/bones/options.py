"""The options of Baldur's Bones, and the figures (opponents' rolls, costs of defeats) that follow from them."""

from __future__ import annotations

from functools import lru_cache, partial

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.data.overrides import (
    COST_COLUMN,
    EXAMPLE,
    FILES,
    LOW_COLUMN,
    TABLES,
    enemies_with_overrides,
)
from parlour.games.bones.rules.book import Book
from parlour.kernel.options import Option, Options
from parlour.kernel.table_overrides import OVERRIDES_OPTION, add_overrides, overrides_option

OPTIONS = (
    Option("tutorial", "bool", True, "Begin with the lesson and a practice game, both without stakes."),
    Option("boss", "text", "Volo", "The name of the one to beat.", 1, 12),
    overrides_option(EXAMPLE),
)
with_overrides = partial(add_overrides, TABLES, FILES)
TRIALS: tuple[Options, ...] = (
    {OVERRIDES_OPTION: f"enemies.easy.low_roll=13 enemies.medium.{COST_COLUMN}=2 enemies.boss_one_up.low_roll=20"},
)


def problem(seats: int, options: Options) -> str | None:
    """Raises Problem if the figures changed by a match's options are wrong."""
    enemies_with_overrides(str(options[OVERRIDES_OPTION]))
    return None


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
