"""`parlour simulate`: many matches between bots."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_document, print_notices
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import RUN_DEFAULTS, Json, RunOptions, WholeNumber


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class SimulationFiles:
    """The options that name the files a simulation writes."""

    out: Annotated[Path | None, Parameter(help="Write rows to a .csv, .jsonl or .parquet file.")] = None
    columns: Annotated[str, Parameter(help="Only these columns, in this order, separated by commas.")] = ""
    records: Annotated[
        Path | None, Parameter(help="Write one record per match to this folder, or all to a .bundle file.")
    ] = None
    events: Annotated[Path | None, Parameter(help="Write every event to a .jsonl file.")] = None


FILE_DEFAULTS = SimulationFiles()


def simulate(
    game: str,
    /,
    *,
    bots: Annotated[str, Parameter(help="The bot of each seat, separated by commas.")] = "",
    bot: Annotated[list[str] | None, Parameter(negative=(), help="One bot, for names with commas; repeat it.")] = None,
    n: Annotated[WholeNumber, Parameter(name=["-n", "--games"], help="How many matches.")] = 1000,
    run: RunOptions = RUN_DEFAULTS,
    rotate: Annotated[bool, Parameter(negative=(), help="Move every bot to the next seat after each match.")] = False,
    files: SimulationFiles = FILE_DEFAULTS,
    json: Json = False,
) -> int:
    """Play many matches between bots, and print win rates with intervals."""
    from parlour.arena.output_files import OutputFiles
    from parlour.arena.simulate import simulate as run_simulation
    from parlour.arena.text_report import simulation_text

    settings = run.for_game(game)
    players = [*_split_names(bots), *(bot or [])]
    print_notices(settings.game, len(players), settings.options)
    with progress_bar(f"{settings.game.title}: matches") as progress:
        document = run_simulation(
            settings,
            players,
            n,
            rotate=rotate,
            files=OutputFiles(files.out, _split_names(files.columns), files.records, files.events),
            progress=progress,
        )
    return print_document(document, json, simulation_text)


def _split_names(text: str) -> list[str]:
    """Returns the names of a list separated by commas; an empty text has none."""
    return [word.strip() for word in text.split(",") if text]
