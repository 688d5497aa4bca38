"""`parlour ladder`: rated matches between bots without an end, always the match that tells most about the ratings."""

from __future__ import annotations

from dataclasses import dataclass
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
)
from parlour.kernel.game import allowed_seat_counts


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class LadderOptions:
    """The options that name a ladder and say when it stops."""

    name: Annotated[str, Parameter(help="The ladder to continue; default: GAME-ladder.")] = ""
    games: Annotated[WholeNumber, Parameter(help="Stop when it has this many matches, in whole sets; 0: never.")] = 0
    decided: Annotated[bool, Parameter(negative=(), help="Stop when all neighbours are decided or too close.")] = False
    error: Annotated[float, Parameter(help="The probability of a wrong verdict between two entrants.")] = 0.05
    margin: Annotated[float, Parameter(help="The smallest lead in Elo that matters.")] = 20.0
    seats: Annotated[WholeNumber | None, Parameter(help="Seats at a table; default: as few as possible.")] = None


LADDER_DEFAULTS = LadderOptions()


def ladder(
    game: str,
    /,
    *,
    entrants: EntrantOptions = ENTRANT_DEFAULTS,
    plan: LadderOptions = LADDER_DEFAULTS,
    run: TimedRunOptions = TIMED_RUN_DEFAULTS,
    db: Db = None,
    json: Json = False,
) -> int:
    """Play a ladder without an end: always the most informative match. Ctrl-C stops it, a new call continues it."""
    from parlour.tournament.archive import open_database
    from parlour.tournament.console import print_closing, print_standings, print_tests, throttle
    from parlour.tournament.entrants import read_entrants
    from parlour.tournament.play_ladder import LadderSettings, play_ladder

    settings = run.for_game(game)
    print_notices(
        settings.game, plan.seats or allowed_seat_counts(settings.game, settings.options)[0], settings.options
    )
    field = read_entrants(settings.game, entrants.names())
    with open_database(db) as database:
        document = play_ladder(
            settings,
            field,
            LadderSettings(plan.name, plan.seats, plan.error, plan.margin),
            db=database,
            games=plan.games,
            decided=plan.decided,
            on_update=None if json else throttle(print_standings),
        )
    if json:
        return print_json(document)
    print_standings(document)
    print_tests(document)
    print_closing(document)
    return 0
