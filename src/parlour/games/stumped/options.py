"""The options that players choose for a match of Stumped, and the rules in numbers that follow from them."""

from __future__ import annotations

from functools import lru_cache, partial

from parlour.games.stumped.data.tables import FILES, job_table, printed_tables, write_jobs
from parlour.games.stumped.rules.book import Book
from parlour.kernel.options import Option, Options
from parlour.kernel.table_overrides import OVERRIDES_OPTION, add_overrides, overrides_option

OPTIONS = (
    Option("profile", "choice", "document", "whose reading of the rules: the document or the contest server",
           choices=("document", "server")),
    Option("width", "int", 32, "how many tiles the valley is wide", 2, 64),
    Option("height", "int", 20, "how many tiles the valley is high, an even number", 2, 64),
    Option("turns", "int", 500, "after how many turns the lodges are counted, both players' together", 1, 2000),
    Option("lodges", "int", 10, "how many lodges win", 2, 60),
    Option("free_beavers", "int", 10, "while you have fewer beavers than this, new ones cost no food", 0, 100),
    Option("spawner_health", "int", 5, "how far trees and cattails grow", 1, 50),
    Option("trees_min", "int", 4, "the fewest trees in each half", 1, 60),
    Option("trees_max", "int", 12, "the most trees in each half", 1, 60),
    Option("cattails_min", "int", 1, "the fewest groups of cattails in each half", 1, 60),
    Option("cattails_max", "int", 3, "the most groups of cattails in each half", 1, 60),
    Option("server_distraction", "bool", False, "distraction wears off as in version 1, after either player's turns",
           offered=False),
    Option("server_rivers", "bool", False, "the pond and the rivers of version 1, as the contest server draws them",
           offered=False),
    overrides_option("jobs.Fighter.damage=2 jobs.Hot_Lady.cost=10"),
)  # fmt: skip

with_overrides = partial(add_overrides, printed_tables(), FILES)
TRIALS: tuple[Options, ...] = (
    {"profile": "server"},
    {"width": 12, "height": 8, "turns": 60, "lodges": 4},
    {"profile": "server", "width": 8, "height": 8, "turns": 80, "free_beavers": 3},
    {
        "width": 8,
        "height": 8,
        "turns": 60,
        "free_beavers": 2,
        OVERRIDES_OPTION: "jobs.Basic.actions=2 jobs.Builder.carry=4 jobs.Swift.cost=1 jobs.Swift.damage=0",
    },
)


def problem(seats: int, options: Options) -> str | None:
    """Returns a sentence that says why these options of Stumped cannot be combined, or None if they can; raises Problem
    for wrong changes of the jobs' figures."""
    if int(options["height"]) % 2:
        return "The valley is mirrored, so height must be an even number."
    for name in ("trees", "cattails"):
        if int(options[f"{name}_min"]) > int(options[f"{name}_max"]):
            return f"Option {name}_min is above {name}_max: lower it, or raise {name}_max."
    job_table(str(options[OVERRIDES_OPTION]))
    return None


def book_of(options: Options) -> Book:
    return _book(tuple(sorted(options.items())))


@lru_cache(maxsize=16)
def _book(options: tuple[tuple[str, int | str], ...]) -> Book:
    return make_book(dict(options))


def make_book(chosen: Options) -> Book:
    """Returns a new Book (the rules of Stumped in numbers) for these options; book_of() returns a shared one."""
    number = {name: value for name, value in chosen.items() if isinstance(value, int)}
    book = Book(number["width"], number["height"])
    book.turns = number["turns"]
    book.lodges_to_win = number["lodges"]
    book.free_beavers = number["free_beavers"]
    book.most_health = number["spawner_health"]
    book.trees_min, book.trees_max = number["trees_min"], number["trees_max"]
    book.cattails_min, book.cattails_max = number["cattails_min"], number["cattails_max"]
    server = chosen["profile"] == "server"
    book.server_rivers = server or bool(chosen["server_rivers"])
    book.server_distraction = server or bool(chosen["server_distraction"])
    if server:
        book.regrowth_pause = 2
        book.food_persists = book.pickup_from_beside = book.lodges_shut = True
    write_jobs(book, str(chosen[OVERRIDES_OPTION]))
    return book
