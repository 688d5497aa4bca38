"""The command line: one thin command over everything else. Heavy parts are imported where they are used."""

from __future__ import annotations

import contextlib
import json as jsons
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, CycloptsError, Parameter

import parlour
from parlour import games as shelves
from parlour.kernel.game import Game
from parlour.kernel.options import describe, given
from parlour.kernel.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Callable

OVERVIEW = """Parlour: tabletop games, in full.

  parlour play                     sit down: choose a game, the seats and the bots
  parlour play bones               Baldur's Bones, at once
  parlour games                    what there is to play, with options and bots
  parlour rules GAME               how it is played
  parlour simulate GAME --bots a,b -n 1000
  parlour replay FILE              look at a match again
  parlour verify FILE...           prove a match from its record
  parlour check GAME               does a game keep the contract?
  parlour bench                    how fast it is here

  parlour COMMAND --help           more about a command
"""

app = App(name="parlour", help="Tabletop games, in full.", version=parlour.__version__)

Options = Annotated[
    list[str] | None, Parameter(name="--option", negative=(), help="A choice of the game: name=value.")
]
Json = Annotated[bool, Parameter(name="--json", negative=(), help="Print one JSON document and nothing else.")]
Flag = Parameter(negative=())


@app.default
def overview() -> int:
    """What there is to do, in one screen."""
    print(OVERVIEW, end="")
    return 0


@app.command(name="games")
def list_games(*, json: Json = False) -> int:
    """Games, versions, seats, options, bots."""
    from parlour.bots import roster

    found = _shelf()
    rows: list[dict[str, Any]] = [
        {
            "id": game.name,
            "title": game.title,
            "version": game.version,
            "seats": list(game.seats),
            "options": [describe(option) for option in game.options],
            "bots": [*game.levels, *roster(game)],
        }
        for game in found
    ]
    if json:
        return _print_json(rows)
    for game, row in zip(found, rows, strict=True):
        seats = "1 seat" if game.seats == (1,) else f"{game.seats[0]} to {game.seats[-1]} seats"
        print(f"{game.name}: {game.title}, version {game.version}, {seats}\n  {game.blurb}")
        for option in game.options:
            print(f"  --option {option.name}={_shown(option.default)}  {option.help}")
        print(f"  bots: {', '.join(row['bots'])}\n")
    return 0


def _shown(value: object) -> str:
    return {"True": "yes", "False": "no"}.get(str(value), str(value))


@app.command
def rules(game: str, /) -> int:
    """The rulebook for players."""
    found = shelves.find(game)
    print(found.words.rules({option.name: option.default for option in found.options}), end="")
    return 0


@app.command
def play(
    game: str | None = None,
    /,
    *,
    seats: Annotated[str, Parameter(help="Who sits where: human or a bot's name, by commas.")] = "",
    name: Annotated[list[str] | None, Parameter(negative=(), help="A seat's name; once a seat.")] = None,
    option: Options = None,
    seed: Annotated[int | None, Parameter(help="For a match that can be repeated.")] = None,
    plain: Annotated[bool, Flag] = False,
    fast: Annotated[bool, Flag] = False,
    load: Path | None = None,
    save: Path | None = None,
    events: Path | None = None,
) -> int:
    """Sit down and play. Without a game: the menu."""
    from parlour import terminal

    if game is None and load is None:
        return terminal.menu(plain=plain)
    setup = terminal.Setup(
        game=None if game is None else shelves.find(game),
        options=given(option or []),
        seats=[word.strip() for word in seats.split(",")] if seats else [],
        names=name,
        seed=seed,
        plain=plain,
        fast=fast,
        load=load,
        save=save,
        events=events,
    )
    return terminal.play(setup)


@app.command
def simulate(
    game: str,
    /,
    *,
    bots: Annotated[str, Parameter(help="The bot of each seat, by commas.")] = "",
    bot: Annotated[
        list[str] | None, Parameter(negative=(), help="One bot, for names with commas; repeat it.")
    ] = None,
    n: Annotated[int, Parameter(name=["-n", "--games"], help="How many matches.")] = 1000,
    option: Options = None,
    seed: int = 1,
    jobs: Annotated[int | None, Parameter(help="Worker processes; all cores by default.")] = None,
    rotate: Annotated[bool, Parameter(negative=(), help="Move every bot one seat on after each match.")] = False,
    out: Annotated[Path | None, Parameter(help="Rows to a .csv, .jsonl or .parquet file.")] = None,
    records: Annotated[Path | None, Parameter(help="One record a match into this folder.")] = None,
    events: Annotated[Path | None, Parameter(help="Every event to a .jsonl file.")] = None,
    json: Json = False,
) -> int:
    """Many matches between bots, with intervals."""
    from parlour.arena.report import simulation_text
    from parlour.arena.simulate import simulate as run

    found = shelves.find(game)
    players = [*(word.strip() for word in bots.split(",") if bots), *(bot or [])]
    with _progress(f"{found.title}: matches") as progress:
        document = run(
            found,
            players,
            n,
            options=given(option or []),
            seed=seed,
            jobs=jobs,
            rotate=rotate,
            out=out,
            records=records,
            events=events,
            progress=progress,
        )
    if json:
        return _print_json(document)
    print(simulation_text(document))
    return 0


@app.command
def replay(
    file: Path,
    /,
    *,
    at: Annotated[int | None, Parameter(help="Show the position after so many answers and outcomes.")] = None,
    plain: Annotated[bool, Flag] = False,
) -> int:
    """Look at a match again, step by step."""
    from parlour.terminal.replay import replay as show

    return show(file, at, plain)


@app.command
def verify(*files: Path, json: Json = False) -> int:
    """Re-execute records and re-derive their dice; exit 1 names the first line that differs."""
    from parlour.store.files import load_record
    from parlour.table.verify import verify as prove

    if not files:
        raise Problem("Name at least one record to verify.")
    rows: list[dict[str, object]] = []
    for file in files:
        try:
            verdict = prove(shelves.find, load_record(file))
            row = {"file": str(file), "ok": True, "digest": verdict.digest, "error": None, "proved": verdict.told()}
        except Problem as problem:
            row = {"file": str(file), "ok": False, "digest": None, "error": str(problem), "proved": None}
        rows.append(row)
        if not json:
            print(f"{file}: {row['proved']}, digest {row['digest']}" if row["ok"] else f"{file}: {row['error']}")
    if json:
        _print_json(rows)
    return 0 if all(row["ok"] for row in rows) else 1


@app.command
def check(
    game: str,
    /,
    *,
    states: Annotated[int, Parameter(help="How many positions to look at.")] = 5000,
    seed: int = 1,
    json: Json = False,
) -> int:
    """The conformance kit: does a game keep the contract, and does nobody see what they may not?"""
    from functools import partial

    from parlour.bots import make_bot, own_bots
    from parlour.kernel.checks import check as run

    if states < 1:
        raise Problem("--states takes a number above zero.")
    found = shelves.find(game)
    bots = [partial(make_bot, found, bot) for bot in own_bots(found)]
    report = run(found, states=states, seed=seed, bots=bots)
    if json:
        _print_json(report.document())
    else:
        print("\n".join(report.lines()))
    return 1 if report.failures else 0


@app.command
def bench(*game: str, seconds: float = 1.0, json: Json = False) -> int:
    """Steps, games and clones per second, compiled and pure, measured in one run."""
    from parlour.arena.bench import bench as run
    from parlour.arena.report import bench_text

    if not 0 < seconds <= 600:
        raise Problem("--seconds takes a number above zero, up to 600.")
    document = run([shelves.find(name) for name in game] if game else _shelf(), seconds)
    if json:
        return _print_json(document)
    print(bench_text(document))
    return 0


def _shelf() -> list[Game]:
    """Every game; what is wrong with a broken guest goes to stderr."""
    found, complaints = shelves.shelf()
    for complaint in complaints:
        print(f"parlour: {complaint}", file=sys.stderr)
    return found


def _print_json(document: object) -> int:
    print(jsons.dumps(document, indent=1))
    return 0


@contextlib.contextmanager
def _progress(title: str) -> Iterator[Callable[[int, int], None] | None]:
    """A bar on stderr when it is a terminal and the work is long; never on stdout."""
    if not sys.stderr.isatty():
        yield None
        return
    import time

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(title, total=None)
    begun = time.monotonic()

    def show(done: int, total: int) -> None:
        if time.monotonic() - begun > 2 and not bar.live.is_started:
            bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield show
    finally:
        bar.stop()


def run(words: Sequence[str]) -> int:
    """The exit code of a command line: 2 for what the user can mend, 130 for Ctrl-C."""
    try:
        code = app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
        sys.stdout.flush()
        return int(code or 0)
    except CycloptsError as error:
        message = str(error)
    except Problem as problem:
        message = str(problem)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    print(f"parlour: {' '.join(message.split())}", file=sys.stderr)
    return 2


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))
