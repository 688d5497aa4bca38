"""`parlour duel`: which of two bots is stronger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_document, print_notices
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import TIMED_RUN_DEFAULTS, Json, TimedRunOptions, WholeNumber
from parlour.kernel.game import allowed_seat_counts


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class DuelOptions:
    """The options that say when a duel is decided, and at which tables it is played."""

    error: Annotated[float, Parameter(help="The probability of a wrong verdict.")] = 0.05
    margin: Annotated[float, Parameter(help="The smallest lead in Elo that matters.")] = 20.0
    most: Annotated[
        WholeNumber, Parameter(help="Sets after which it ends undecided; 0: four times those of a fixed-length test.")
    ] = 0
    seats: Annotated[WholeNumber | None, Parameter(help="Seats at the table; default: as few as possible.")] = None


DUEL_DEFAULTS = DuelOptions()


def duel(
    game: str,
    a: Annotated[str, Parameter(help="A bot, a file or a program.")],
    b: Annotated[str, Parameter(help="Another one.")],
    /,
    *,
    plan: DuelOptions = DUEL_DEFAULTS,
    run: TimedRunOptions = TIMED_RUN_DEFAULTS,
    json: Json = False,
) -> int:
    """Play until it is decided whether A is stronger than B."""
    from parlour.tournament.duel import play_duel as run_duel
    from parlour.tournament.entrants import read_entrants
    from parlour.tournament.tournament_text import duel_text

    settings = run.for_game(game)
    print_notices(
        settings.game, plan.seats or allowed_seat_counts(settings.game, settings.options)[0], settings.options
    )
    field = read_entrants(settings.game, [a, b])
    with progress_bar(f"{settings.game.title}: sets") as progress:
        document = run_duel(
            settings,
            field,
            size=plan.seats,
            error=plan.error,
            margin=plan.margin,
            max_sets=plan.most,
            progress=progress,
        )
    return print_document(document, json, duel_text)
