"""`parlour tournament`: rated matches of bots against each other, in rounds."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_json, print_notices
from parlour.cli.run_options import (
    ENTRANT_DEFAULTS,
    TIMED_RUN_DEFAULTS,
    Db,
    EntrantOptions,
    Json,
    TimedRunOptions,
    WholeNumber,
    parse_numbers,
)
from parlour.kernel.game import allowed_seat_counts
from parlour.kernel.problem import Problem


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TournamentPlan:
    """The options that say which rounds a tournament has."""

    format: Annotated[str, Parameter(help="swiss or round-robin.")] = "swiss"
    rounds: Annotated[str, Parameter(help="How many; for swiss also the table sizes, as in 2,2,3,4.")] = ""
    seats: Annotated[
        WholeNumber | None, Parameter(help="Seats at a table of a round-robin; default: as few as possible.")
    ] = None


PLAN_DEFAULTS = TournamentPlan()


def tournament(
    game: str,
    /,
    *,
    entrants: EntrantOptions = ENTRANT_DEFAULTS,
    plan: TournamentPlan = PLAN_DEFAULTS,
    run: TimedRunOptions = TIMED_RUN_DEFAULTS,
    out: Annotated[
        Path | None, Parameter(help="Write the standings to a .csv file, or everything to a .json file.")
    ] = None,
    db: Db = None,
    keep: Annotated[bool, Parameter(help="Store it in the database, and count it in the ratings.")] = True,
    json: Json = False,
) -> int:
    """Play a rated tournament between bots, and print the standings round by round."""
    from parlour.tournament.archive import open_database
    from parlour.tournament.console import print_closing, print_standings
    from parlour.tournament.entrants import read_entrants
    from parlour.tournament.tournament import play_tournament as run_tournament
    from parlour.tournament.tournament_text import check_output_path, write_document

    if db is not None and not keep:
        raise Problem("--no-keep stores nothing, so --db has no use; leave one of them out.")
    settings = run.for_game(game)
    print_notices(settings.game, allowed_seat_counts(settings.game, settings.options)[0], settings.options)
    check_output_path(out)
    field = read_entrants(settings.game, entrants.names())
    with open_database(db) if keep else nullcontext() as database:
        document = run_tournament(
            settings,
            field,
            format=plan.format,
            rounds=parse_numbers("--rounds", plan.rounds),
            size=plan.seats,
            db=database,
            on_update=None if json else print_standings,
        )
    write_document(document, out)
    if json:
        return print_json(document)
    print_closing(document)
    return 0
