"""The commands of the arena: many matches, tournaments, ratings, experiments."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from parlour import games as shelves
from parlour.cli import fast_path as door
from parlour.cli.run_settings import (
    Db,
    Deadline,
    Entrants,
    Jobs,
    Json,
    OneEntrant,
    Options,
    Ray,
    chosen,
    counter,
    progress,
    tell_notices,
    whole_numbers,
)
from parlour.kernel.game import fitting_seats
from parlour.kernel.options import given
from parlour.kernel.problem import Problem


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
    jobs: Jobs = None,
    ray: Ray = None,
    rotate: Annotated[bool, Parameter(negative=(), help="Move every bot one seat on after each match.")] = False,
    out: Annotated[Path | None, Parameter(help="Rows to a .csv, .jsonl or .parquet file.")] = None,
    columns: Annotated[str, Parameter(help="Only these columns of the rows, in this order, by commas.")] = "",
    records: Annotated[
        Path | None, Parameter(help="One record a match into this folder, or all into one file.bundle.")
    ] = None,
    events: Annotated[Path | None, Parameter(help="Every event to a .jsonl file.")] = None,
    json: Json = False,
) -> int:
    """Many matches between bots, with intervals."""
    from parlour.arena.report import simulation_text
    from parlour.arena.simulate import simulate as run
    from parlour.terminal.setup import fit_seed

    found, options = chosen(game, option)
    players = [*(word.strip() for word in bots.split(",") if bots), *(bot or [])]
    tell_notices(found, len(players), options)
    with progress(f"{found.title}: matches") as told:
        document = run(
            found,
            players,
            n,
            options=options,
            seed=fit_seed(seed),
            jobs=jobs,
            ray=ray,
            rotate=rotate,
            out=out,
            columns=[name.strip() for name in columns.split(",") if columns],
            records=records,
            events=events,
            progress=told,
        )
    return door.tell(document, json, simulation_text)


def bench(*game: str, seconds: float = 1.0, option: Options = None, json: Json = False) -> int:
    """Steps, games and clones per second, compiled and pure, measured in one run."""
    from parlour.arena.bench import bench as run
    from parlour.arena.report import bench_text

    if not 0 < seconds <= 600:
        raise Problem("--seconds takes a number above zero, up to 600.")
    found = [shelves.find(name) for name in game] if game else door.shelf()
    document = run(found, seconds, given(option or []))
    return door.tell(document, json, bench_text)


def tune(
    game: str,
    /,
    *,
    against: Annotated[str, Parameter(help="Who else sits down, by commas; the bot as it starts if not given.")] = "",
    bot: Annotated[
        list[str] | None, Parameter(negative=(), help="One opponent, for names with commas; repeat it.")
    ] = None,
    seats: Annotated[int | None, Parameter(help="One more than there are opponents by default.")] = None,
    option: Options = None,
    n: Annotated[int, Parameter(name=["-n", "--games"], help="Matches a candidate, in each generation.")] = 200,
    generations: int = 20,
    population: Annotated[int, Parameter(help="Candidates in each generation.")] = 16,
    seed: int = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path | None, Parameter(help="The result to a file that the game's bots read.")] = None,
    json: Json = False,
) -> int:
    """Better weights for a bot, by play against others."""
    from parlour.arena.report import tuning_text
    from parlour.arena.tune import seats_for
    from parlour.arena.tune import tune as run
    from parlour.terminal.setup import fit_seed, named

    found, options = chosen(game, option)
    rivals = [*named(against), *(bot or [])]
    tell_notices(found, seats_for(found, rivals, seats), options)
    with progress(f"{found.title}: matches") as told:
        document = run(
            found,
            rivals,
            options=options,
            seats=seats,
            games=n,
            generations=generations,
            population=population,
            seed=fit_seed(seed),
            jobs=jobs,
            ray=ray,
            out=out,
            progress=told,
        )
    return door.tell(document, json, tuning_text)


def balance(
    game: str,
    /,
    *,
    bot: Annotated[str | None, Parameter(help="Who sits on every seat; the game's best if not given.")] = None,
    seats: Annotated[str, Parameter(help="Numbers of seats, by commas; all that go if not given.")] = "",
    n: Annotated[int, Parameter(name=["-n", "--games"], help="Matches, with each number of seats.")] = 1000,
    by: Annotated[str | None, Parameter(help="The column to compare by; the game's own if not given.")] = None,
    option: Options = None,
    seed: int = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path | None, Parameter(help="Rows to a .csv, .jsonl or .parquet file.")] = None,
    json: Json = False,
) -> int:
    """Who wins how often and what for: by weapon, card or role, by seat and by number of seats."""
    from parlour.arena.balance import balance as run
    from parlour.arena.balance import counts_for
    from parlour.arena.report import balance_text
    from parlour.terminal.setup import fit_seed

    found, options = chosen(game, option)
    counts = counts_for(found, whole_numbers("--seats", seats), options)
    tell_notices(found, counts[0], options)
    with progress(f"{found.title}: matches") as told:
        document = run(
            found,
            options=options,
            bot=bot,
            seats=counts,
            games=n,
            by=by,
            seed=fit_seed(seed),
            jobs=jobs,
            ray=ray,
            out=out,
            progress=told,
        )
    return door.tell(document, json, balance_text)


def tournament(
    game: str,
    /,
    *,
    entrants: Entrants = "",
    bot: OneEntrant = None,
    format: Annotated[str, Parameter(help="swiss or round-robin.")] = "swiss",
    rounds: Annotated[str, Parameter(help="How many; of a Swiss also the size of its tables, as in 2,2,3,4.")] = "",
    seats: Annotated[
        int | None, Parameter(help="Seats at a table of a round-robin; as few as can be if not given.")
    ] = None,
    option: Options = None,
    seed: int = 1,
    deadline: Deadline = 10.0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path | None, Parameter(help="The standings to a .csv file, or all of it to a .json file.")] = None,
    db: Db = None,
    keep: Annotated[bool, Parameter(help="Keep it in the database, and count it in the ratings.")] = True,
    json: Json = False,
) -> int:
    """Bots against each other, rated: everybody's Elo, round by round."""
    from parlour.terminal.setup import fit_seed, named
    from parlour.tournament.entrants import read_entrants
    from parlour.tournament.keeping import open_database
    from parlour.tournament.standings import check_out, write_out
    from parlour.tournament.telling import tell_closing, tell_standings
    from parlour.tournament.tournament import tournament as run

    found, options = chosen(game, option)
    tell_notices(found, fitting_seats(found, options)[0], options)
    check_out(out)
    field = read_entrants(found, [*named(entrants), *(bot or [])])
    with open_database(db) if keep else nullcontext() as kept:
        document = run(
            found,
            field,
            options=options,
            format=format,
            rounds=whole_numbers("--rounds", rounds),
            size=seats,
            seed=fit_seed(seed),
            deadline=deadline,
            jobs=jobs,
            ray=ray,
            db=kept,
            tell=None if json else tell_standings,
        )
    write_out(document, out)
    if json:
        return door.print_json(document)
    tell_closing(document)
    return 0


def duel(
    game: str,
    a: Annotated[str, Parameter(help="A bot, a file or a program.")],
    b: Annotated[str, Parameter(help="Another.")],
    /,
    *,
    error: Annotated[float, Parameter(help="How often the verdict may be wrong.")] = 0.05,
    margin: Annotated[float, Parameter(help="Elo that a lead must have to matter.")] = 20.0,
    most: Annotated[int, Parameter(help="Sets after which it stays undecided; 0: three fixed plans.")] = 0,
    seats: Annotated[int | None, Parameter(help="Seats at the table; as few as can be if not given.")] = None,
    option: Options = None,
    seed: int = 1,
    deadline: Deadline = 10.0,
    jobs: Jobs = None,
    ray: Ray = None,
    json: Json = False,
) -> int:
    """Is A stronger than B? Played until that is decided, and no longer."""
    from parlour.terminal.setup import fit_seed
    from parlour.tournament.duel import duel as run
    from parlour.tournament.entrants import read_entrants
    from parlour.tournament.standings import duel_text

    found, options = chosen(game, option)
    tell_notices(found, seats or fitting_seats(found, options)[0], options)
    field = read_entrants(found, [a, b])
    with progress(f"{found.title}: sets") as told:
        document = run(
            found,
            field,
            options=options,
            size=seats,
            error=error,
            margin=margin,
            most=most,
            seed=fit_seed(seed),
            deadline=deadline,
            jobs=jobs,
            ray=ray,
            progress=told,
        )
    return door.tell(document, json, duel_text)


def experiment(
    file: Annotated[Path, Parameter(help="A .toml file: the game, the bots, and what is varied.")],
    /,
    *,
    out: Annotated[Path | None, Parameter(help="The folder for the results; beside the file by default.")] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    fresh: Annotated[bool, Parameter(negative=(), help="Play all of it again, whatever is there.")] = False,
    json: Json = False,
) -> int:
    """Variations of a game on the same seeds: a table, and a report that says what they change."""
    from parlour.experiment.run import run_experiment
    from parlour.experiment.words import experiment_text

    with progress("Matches") as told:
        document = run_experiment(file, out, jobs, ray, fresh, told, lambda note: print(note, file=sys.stderr))
    return door.tell(document, json, experiment_text)


def ladder(
    game: str,
    /,
    *,
    entrants: Entrants = "",
    bot: OneEntrant = None,
    name: Annotated[str, Parameter(help="Which ladder: GAME-ladder if not given; it is gone on with.")] = "",
    games: Annotated[int, Parameter(help="Stop when it has so many matches; 0: never.")] = 0,
    decided: Annotated[
        bool, Parameter(negative=(), help="Stop when every two neighbours are told apart, or are too close.")
    ] = False,
    error: Annotated[float, Parameter(help="How often a verdict between two may be wrong.")] = 0.05,
    margin: Annotated[float, Parameter(help="Elo that a lead must have to matter.")] = 20.0,
    seats: Annotated[int | None, Parameter(help="Seats at a table; as few as can be if not given.")] = None,
    option: Options = None,
    seed: int = 1,
    deadline: Deadline = 10.0,
    jobs: Jobs = None,
    ray: Ray = None,
    db: Db = None,
    json: Json = False,
) -> int:
    """A ladder that never ends: always the most useful match next, until Ctrl-C. Called again, it goes on."""
    from parlour.terminal.setup import fit_seed, named
    from parlour.tournament.climbing import climb
    from parlour.tournament.entrants import read_entrants
    from parlour.tournament.keeping import open_database
    from parlour.tournament.telling import now_and_then, tell_closing, tell_standings, tell_tests

    found, options = chosen(game, option)
    tell_notices(found, seats or fitting_seats(found, options)[0], options)
    field = read_entrants(found, [*named(entrants), *(bot or [])])
    with open_database(db) as kept:
        document = climb(
            found,
            field,
            options=options,
            db=kept,
            name=name,
            size=seats,
            games=games,
            decided=decided,
            error=error,
            margin=margin,
            seed=fit_seed(seed),
            deadline=deadline,
            jobs=jobs,
            ray=ray,
            tell=None if json else now_and_then(tell_standings),
        )
    if json:
        return door.print_json(document)
    tell_standings(document)
    tell_tests(document)
    tell_closing(document)
    return 0


ratings = App(name="ratings", help="How strong everybody is: all matches that were kept, by game.")


@ratings.default
def show_ratings(
    game: Annotated[str | None, Parameter(help="One game only.")] = None, /, *, db: Db = None, json: Json = False
) -> int:
    """Elo with intervals, OpenSkill, matches and wins."""
    from parlour.tournament.keeping import open_database
    from parlour.tournament.ratings import ratings_document
    from parlour.tournament.standings import ratings_text

    found = None if game is None else shelves.find(game)
    with open_database(db) as kept, kept.connect() as look:
        document = ratings_document(look, None if found is None else found.name)
    return door.tell(document, json, ratings_text)


@ratings.command
def rebuild(
    *,
    check: Annotated[bool, Parameter(negative=(), help="Write nothing; exit 1 names the first difference.")] = False,
    db: Db = None,
    json: Json = False,
) -> int:
    """All ratings anew, from the records alone: every match is played again."""
    from parlour.tournament.keeping import open_database
    from parlour.tournament.ratings import rebuild as run
    from parlour.tournament.standings import rebuilt_text

    with open_database(db) as kept, progress("Matches played again") as told:
        found = run(kept, check, heed=counter(told))
    differs = check and bool(found.difference)
    if json:
        door.print_json({**found._asdict(), "doubts": [doubt._asdict() for doubt in found.doubts], "check": check})
    else:
        print(rebuilt_text(found, check))
    return door.DIFFERS if differs else 0


def register(app: App) -> None:
    for command in (simulate, tournament, duel, ladder, experiment, balance, tune, bench):
        app.command(command)
    app.command(ratings)
