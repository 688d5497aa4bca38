"""The options of Baldur's Bones, and the book they make."""

from __future__ import annotations

from functools import lru_cache

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.data.overrides import COST, EXAMPLE, LOW, amended, changed
from parlour.games.bones.rules.book import Book
from parlour.kernel.game import DataOverrides
from parlour.kernel.options import Option, Options
from parlour.kernel.problem import Problem
from parlour.kernel.table_overrides import OVERRIDES_OPTION

OPTIONS = (
    Option("tutorial", "bool", True, "Begin with the lesson and a practice game, both without stakes."),
    Option("boss", "text", "Volo", "The name of the one to beat.", 1, 12),
    Option(OVERRIDES_OPTION, "text", "", f"Changed figures, as in: {EXAMPLE}", 0, 400),
)
TRIALS: tuple[Options, ...] = (
    {OVERRIDES_OPTION: f"enemies.easy.low_roll=13 enemies.medium.{COST}=2 enemies.boss_one_up.low_roll=20"},
)


def problem(seats: int, options: Options) -> str | None:
    """What is wrong with the changed figures, in one sentence."""
    try:
        changed(str(options[OVERRIDES_OPTION]))
    except Problem as wrong:
        return str(wrong)
    return None


def amend(options: Options, data: DataOverrides) -> Options:
    """The options that change these figures of the file in data/."""
    return {**options, OVERRIDES_OPTION: amended(str(options[OVERRIDES_OPTION]), data)}


def make_book(overrides: str) -> Book:
    """A book that nobody shares."""
    foes = changed(overrides)
    return Book(vec[i64]([int(foe[LOW]) for foe in foes]), vec[i64]([int(foe[COST]) for foe in foes]))


PRINTED = make_book("")


def book_of(options: Options) -> Book:
    """The book of these options, the same one every time."""
    overrides = str(options.get(OVERRIDES_OPTION, ""))
    return _book(overrides) if overrides else PRINTED


@lru_cache(maxsize=8)  # a solver fills some megabytes
def _book(overrides: str) -> Book:
    return make_book(overrides)
