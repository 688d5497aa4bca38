"""The command line: one thin command over everything else. Heavy parts are imported where they are used."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, CycloptsError, Parameter

import parlour
from parlour import games as shelves
from parlour.cli import fast_path as door
from parlour.cli.cmd_simulate import register
from parlour.cli.fast_path import DIFFERS, MENDABLE
from parlour.cli.run_settings import Flag, Json, Options, chosen, progress, tell_notices
from parlour.kernel.game import fitting_seats
from parlour.kernel.options import given
from parlour.kernel.problem import Problem

if TYPE_CHECKING:
    pass

app = App(name="parlour", help="Tabletop games, in full.", version=parlour.__version__)


@app.default
def overview(*words: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)]) -> int:
    """What there is to do, in one screen."""
    if words:
        known = ", ".join(name for name in app if not name.startswith("-"))
        raise Problem(f"There is no command {words[0]!r}; there is {known}.")
    return door.overview()


@app.command
def games(*, json: Json = False) -> int:
    """Games, versions, seats, options, bots."""
    return door.games(json)


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
    load: Annotated[Path | None, Parameter(help="Go on with a save or a match that was left.")] = None,
    at: Annotated[
        int | None, Parameter(help="Play from here: keep so many answers and outcomes of any record, with new dice.")
    ] = None,
    save: Annotated[Path | None, Parameter(help="Where to save the match on leaving.")] = None,
    events: Annotated[Path | None, Parameter(help="Every event to a .jsonl file.")] = None,
) -> int:
    """Sit down and play. Without a game: the menu."""
    from parlour import terminal
    from parlour.store.files import embedded_all
    from parlour.terminal.setup import named

    if game is None and load is None and at is None:
        return terminal.menu(plain=plain)
    found = None if game is None else shelves.find(game)
    options = given(option or [])
    if found is not None:
        options = embedded_all(found, options)
    setup = terminal.Setup(
        game=found,
        options=options,
        seats=named(seats),
        names=name,
        seed=seed,
        plain=plain,
        fast=fast,
        load=load,
        at=at,
        save=save,
        events=events,
    )
    if found is not None and load is None and at is None:
        tell_notices(found, len(setup.seats) or found.seats[0], options)
    return terminal.play(setup)


@app.command
def learn(
    game: str,
    lesson: Annotated[str, Parameter(help="Which one; the first if not given.")] = "",
    /,
    *,
    name: Annotated[str, Parameter(help="What you are called.")] = "",
    plain: Annotated[bool, Flag] = False,
    fast: Annotated[bool, Flag] = False,
) -> int:
    """A guided first match: what to look at and what to do, step by step."""
    from parlour import terminal
    from parlour.table.lesson import find_lesson, lesson_names

    found = shelves.find(game)
    chosen = find_lesson(found, lesson or next(iter(lesson_names(found)), ""))
    names = [name] if name else None
    return terminal.play(terminal.Setup(game=found, lesson=chosen.name, names=names, plain=plain, fast=fast))


@app.command
def serve(
    *,
    host: Annotated[
        str, Parameter(help="Where to listen; other machines reach it only if you say so.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="0 takes any free one.")] = 8000,
    db: Annotated[
        str | None, Parameter(help="sqlite:///FILE or postgresql+psycopg://...; a file of yours if not given.")
    ] = None,
    open: Annotated[bool, Parameter(name="--open", negative=(), help="Open the browser.")] = False,
    proxy: Annotated[
        str | None, Parameter(help="The address of a web server before this one, whose word on who asks is taken.")
    ] = None,
) -> int:
    """Tables for everyone who opens the address: in the browser, or by programs."""
    from parlour.server.serve import serve as run

    return run(host, port, db, open, proxy)


contest = App(name="contest", help="A server for contest clients, and their gamelogs played again.")
app.command(contest)


@contest.default
def hold_contest(
    game: Annotated[str, Parameter(help="A game that contest clients can play: stumped.")],
    /,
    *,
    host: Annotated[
        str, Parameter(help="Where to listen; other machines reach it only if you say so.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="For clients; 0 takes any free one, here and below.")] = 3000,
    web_port: Annotated[int, Parameter(help="For browsers, gamelogs and records.")] = 3080,
    socket_port: Annotated[int, Parameter(help="For clients over WebSocket.")] = 3088,
    option: Options = None,
    folder: Annotated[
        Path | None, Parameter(help="Where gamelogs and records are kept; a folder of yours if not given.")
    ] = None,
    bots_after: Annotated[
        float | None, Parameter(help="Seconds until a bot plays for a client that does not come.")
    ] = None,
    bot: Annotated[str, Parameter(help="Which one; the game's best if not given.")] = "",
    password: Annotated[str, Parameter(help="What clients must say to play.")] = "",
) -> int:
    """Sessions for contest clients: in any language, over sockets; and for people and bots at the same matches."""
    from parlour.contest.serve import Contest
    from parlour.contest.serve import serve as run

    if bots_after is not None and not 0 <= bots_after <= 86_400:
        raise Problem("--bots-after takes a number of seconds, up to a day.")
    found, options = chosen(game, option)
    return run(Contest(found, options, host, port, web_port, socket_port, folder, bots_after, bot, password))


@contest.command(name="replay-log")
def replay_log(
    *files: Path,
    option: Options = None,
    thorough: Annotated[
        bool, Parameter(negative=(), help="Compare every object after every entry, not only what changed.")
    ] = False,
) -> int:
    """Play gamelogs of any server again by our rules, and tell every difference; exit 1 if there is one."""
    from parlour.contest.replay_log import lines_of, replay_all

    if not files:
        raise Problem("Name at least one gamelog to play again.")
    worst = 0
    for report in replay_all(files, given(option or []), thorough):
        print("\n".join(lines_of(report)))
        worst = DIFFERS if report.found else worst
    return worst


@app.command
def replay(
    file: Path,
    /,
    *,
    at: Annotated[int | None, Parameter(help="Show the position after so many answers and outcomes.")] = None,
    plain: Annotated[bool, Flag] = False,
    html: Annotated[Path | None, Parameter(help="Write it as one HTML file that opens anywhere, offline.")] = None,
) -> int:
    """Look at a match again, step by step."""
    if html is not None:
        if plain:
            raise Problem("--plain prints a match, --html writes it to a file; choose one.")
        from parlour.server.single import write_single

        write_single(file, html, at)
        print(f"{html}: {html.stat().st_size // 1000} kB.")
        return 0
    from parlour.terminal.replay import replay as show

    return show(file, at, plain)


@app.command
def verify(*files: Path, json: Json = False) -> int:
    """Re-execute records and re-derive their dice; exit 1 names the first line that differs."""
    if not files:
        raise Problem("Name at least one record to verify.")
    worst = 0
    rows: list[dict[str, object]] = []
    for file in files:
        row, code = _judged(file)
        worst = max(worst, code)
        rows.append(row)
        if not json and code == MENDABLE:
            print(f"parlour: {_verdict_line(row)}", file=sys.stderr)
        elif not json:
            print(_verdict_line(row))
    if json:
        door.print_json(rows)
    return worst


def _judged(file: Path) -> tuple[dict[str, object], int]:
    """What a record proves, and the exit code: 1 if it differs, 2 if this program cannot judge it."""
    from parlour.kernel.record import read_record
    from parlour.store.bundle import is_bundle, verify_bundle
    from parlour.store.files import is_record, load_text
    from parlour.table.verify import verify as prove

    code = MENDABLE
    try:
        if is_bundle(file):
            code = DIFFERS
            count, digest = verify_bundle(file)
            told = f"all {count} matches hold"
            return {"file": str(file), "ok": True, "digest": digest, "error": None, "proved": told}, 0
        text = load_text(file)
        code = DIFFERS if is_record(text) else MENDABLE
        record = read_record(text, str(file))
        code = MENDABLE
        code = DIFFERS if shelves.find(record.header.game).version == record.header.version else MENDABLE
        verdict = prove(shelves.find, record)
    except Problem as problem:
        return {"file": str(file), "ok": False, "digest": None, "error": str(problem), "proved": None}, code
    return {"file": str(file), "ok": True, "digest": verdict.digest, "error": None, "proved": verdict.told()}, 0


def _verdict_line(row: dict[str, object]) -> str:
    if row["ok"]:
        return f"{row['file']}: {row['proved']}, digest {row['digest']}"
    error = str(row["error"])
    return error if error.startswith(str(row["file"])) else f"{row['file']}: {error}"


@app.command
def check(
    game: str,
    /,
    *,
    states: Annotated[int, Parameter(help="How many positions to look at.")] = 5000,
    option: Options = None,
    seed: int = 1,
    json: Json = False,
) -> int:
    """The conformance kit: does a game keep the contract, and does nobody see what they may not?"""
    from parlour.bots import make_bot, own_bots
    from parlour.kernel.checks import check as run
    from parlour.terminal.setup import fit_seed

    if states < 1:
        raise Problem("--states takes a number above zero.")
    found, options = chosen(game, option)
    tell_notices(found, fitting_seats(found, options)[0], options)
    bots = [partial(make_bot, found, bot) for bot in own_bots(found)]
    with progress(f"{found.title}: positions") as told:
        report = run(found, states=states, seed=fit_seed(seed), bots=bots, progress=told, options=options)
    if json:
        door.print_json(report.document())
    else:
        print("\n".join(report.lines()))
    return 1 if report.failures else 0


register(app)


def run(words: Sequence[str]) -> int:
    """The exit code of a command line."""
    return door.guarded(partial(obey, words))


def obey(words: Sequence[str]) -> int:
    try:
        code = app(list(words), exit_on_error=False, print_error=False, result_action="return_value")
    except CycloptsError as error:
        raise Problem(str(error)) from None
    return int(code or 0)
