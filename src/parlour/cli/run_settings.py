"""What the commands have in common: options, progress, notices."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter

from parlour import games as shelves
from parlour.kernel.game import Game, prepare
from parlour.kernel.options import Value, given
from parlour.kernel.problem import Problem

Options = Annotated[
    list[str] | None,
    Parameter(name="--option", negative=(), help="A choice of the game: name=value; of a file its path."),
]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON document and nothing else.")]
Flag = Parameter(negative=())
Entrants = Annotated[str, Parameter(help="Bots, profile files, path/to/bot.py:Class; by commas.")]
OneEntrant = Annotated[
    list[str] | None, Parameter(negative=(), help="One entrant, for names with commas or programs; repeat it.")
]
Deadline = Annotated[float, Parameter(help="Seconds that a bot from a file or a program may think.")]
Jobs = Annotated[int | None, Parameter(help="Worker processes; all cores by default.")]
Db = Annotated[
    str | None, Parameter(help="sqlite:///FILE or postgresql+psycopg://...; a file of yours if not given.")
]
Ray = Annotated[str | None, Parameter(help="Play on the Ray cluster at this address instead.")]


def chosen(game: str, option: list[str] | None) -> tuple[Game, dict[str, Value]]:
    """The game of that name, and what was chosen of it; files are read."""
    from parlour.store.files import embedded_all

    found = shelves.find(game)
    return found, dict(embedded_all(found, given(option or [])))


def tell_notices(game: Game, seats: int, options: Mapping[str, Value]) -> None:
    """What a game has to say before such a match; a Problem if there can be none."""
    for notice in game.notices(prepare(game, seats, options)):
        print(f"Note: {notice}", file=sys.stderr)


def whole_numbers(name: str, words: str) -> list[int]:
    try:
        return [int(word) for word in words.split(",") if words]
    except ValueError:
        raise Problem(f"{name} takes whole numbers, by commas, not {words!r}.") from None


def counter(told: Callable[[int, int], None] | None) -> Callable[[int], None]:
    """Adds up steps of work of which nobody knows how many there are."""
    done = 0

    def count(more: int) -> None:
        nonlocal done
        done += more
        if told is not None:
            told(done, 0)

    return count


@contextmanager
def progress(title: str, patience: float = 2.0) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr when it is a terminal and the work is long; never on stdout."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    words = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    columns = (*words, TextColumn("{task.fields[pace]}"), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=None, pace="")
    begun = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - begun >= patience and not bar.live.is_started:
            bar.start()
        pace = done / max(time.monotonic() - begun, 0.001)
        bar.update(
            task, completed=done, total=total or None, pace=f"{pace:,.0f}/s" if pace >= 10 else f"{pace:.1f}/s"
        )

    try:
        yield show
    finally:
        bar.stop()
