"""`parlour tune`: searches for better weights in a bot's decisions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_document, print_notices
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import Jobs, Json, Options, Ray, RunOptions, WholeNumber


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class TuningOptions:
    """The options that say against whom and how thoroughly a bot is tuned."""

    against: Annotated[str, Parameter(help="The opponents, separated by commas; default: the bot itself.")] = ""
    bot: Annotated[list[str] | None, Parameter(negative=(), help="One opponent, for names with commas; repeat it.")] = (
        None
    )
    seats: Annotated[WholeNumber | None, Parameter(help="Seats at the table; default: one more than opponents.")] = None
    option: Options = None  # not from `RunOptions`, to keep its place in the help
    n: Annotated[WholeNumber, Parameter(name=["-n", "--games"], help="Matches per candidate and generation.")] = 200
    generations: WholeNumber = 20
    population: Annotated[WholeNumber, Parameter(help="Candidates in each generation.")] = 16


TUNING_DEFAULTS = TuningOptions()


def tune(
    game: str,
    /,
    *,
    tuning: TuningOptions = TUNING_DEFAULTS,
    seed: WholeNumber = 1,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path | None, Parameter(help="Write the result to a file that the game's bots read.")] = None,
    json: Json = False,
) -> int:
    """Find better weights for a bot, by play against others."""
    from parlour.arena.text_report import tuning_text
    from parlour.arena.tune import choose_seats
    from parlour.arena.tune import tune as run_tuning
    from parlour.play.play_setup import split_players

    settings = RunOptions(option=tuning.option, seed=seed, jobs=jobs, ray=ray).for_game(game)
    rivals = [*split_players(tuning.against), *(tuning.bot or [])]
    print_notices(settings.game, choose_seats(settings.game, rivals, tuning.seats), settings.options)
    with progress_bar(f"{settings.game.title}: matches") as progress:
        document = run_tuning(
            settings,
            rivals,
            seats=tuning.seats,
            games=tuning.n,
            generations=tuning.generations,
            population=tuning.population,
            out=out,
            progress=progress,
        )
    return print_document(document, json, tuning_text)
