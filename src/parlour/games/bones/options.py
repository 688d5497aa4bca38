"""The options of Baldur's Bones, and the figures (opponents' rolls, costs of defeats) that follow from them."""

from __future__ import annotations

from functools import lru_cache, partial

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.data.overrides import (
    COST_COLUMN,
    EXAMPLE,
    FILES,
    LEVELS,
    LOW_COLUMN,
    TABLES,
    enemies_with_overrides,
)
from parlour.games.bones.rules.book import Book
from parlour.kernel.options import Option, Options
from parlour.kernel.table_overrides import OVERRIDES_OPTION, add_overrides, overrides_option

LEVEL_OPTION = "enemies"
OPTIONS = (
    Option("tutorial", "bool", True, "Begin with the lesson and a practice game, both without stakes."),
    Option(
        LEVEL_OPTION,
        "choice",
        "usual",
        "How high the opponents' totals are: one-down is easier, one-up harder, two-up much harder.",
        choices=tuple(LEVELS),
    ),
    Option("boss", "text", "Volo", "The name of the one to beat.", 1, 12),
    overrides_option(EXAMPLE),
)
with_overrides = partial(add_overrides, TABLES, FILES)
TRIALS: tuple[Options, ...] = (
    {LEVEL_OPTION: "two-up"},
    {OVERRIDES_OPTION: f"enemies.easy.low_roll=13 enemies.medium.{COST_COLUMN}=2 enemies.boss_one_up.low_roll=20"},
)


def problem(seats: int, options: Options) -> str | None:
    """Raises Problem if the figures changed by a match's options are wrong; otherwise returns None."""
    enemies_with_overrides(str(options[OVERRIDES_OPTION]))
    return None


def make_book(overrides: str, level: str = "usual") -> Book:
    """Returns a new book of match figures: the enemy table of a level, changed by a text of overrides."""
    foes = enemies_with_overrides(overrides, level)
    return Book(vec[i64]([int(foe[LOW_COLUMN]) for foe in foes]), vec[i64]([int(foe[COST_COLUMN]) for foe in foes]))


LEVEL_BOOKS = {level: make_book("", level) for level in LEVELS}
PRINTED_BOOK = LEVEL_BOOKS["usual"]


def level_of(options: Options) -> str:
    """Returns the name of the level of difficulty in these options, `usual` if they do not have one."""
    return str(options.get(LEVEL_OPTION, "usual"))


def book_of(options: Options) -> Book:
    """Returns the book of match figures that belongs to these options, cached."""
    overrides, level = str(options.get(OVERRIDES_OPTION, "")), level_of(options)
    return _cached_book(overrides, level) if overrides else LEVEL_BOOKS[level]


@lru_cache(maxsize=8)  # each book keeps solvers of some megabytes
def _cached_book(overrides: str, level: str) -> Book:
    return make_book(overrides, level)
