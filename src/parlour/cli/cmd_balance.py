"""`parlour balance`: how often seats, roles and cards win."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.output import print_document, print_notices
from parlour.cli.progress_bar import progress_bar
from parlour.cli.run_options import RUN_DEFAULTS, Json, RunOptions, WholeNumber, parse_numbers


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RowFiles:
    """The options that say which rows are written, and whether those of records are read instead."""

    records: Annotated[
        bool, Parameter(negative=(), help="Play nothing; show what cards were worth in your own finished matches.")
    ] = False
    out: Annotated[Path | None, Parameter(help="Write rows to a .csv, .jsonl or .parquet file.")] = None


ROW_FILE_DEFAULTS = RowFiles()


def balance(
    game: str,
    /,
    *,
    bot: Annotated[str | None, Parameter(help="The bot on every seat; default: the game's best.")] = None,
    seats: Annotated[str, Parameter(help="Numbers of seats, separated by commas; default: all.")] = "",
    n: Annotated[WholeNumber, Parameter(name=["-n", "--games"], help="Matches for each number of seats.")] = 1000,
    by: Annotated[str | None, Parameter(help="The column to compare by; default: the game's own.")] = None,
    run: RunOptions = RUN_DEFAULTS,
    files: RowFiles = ROW_FILE_DEFAULTS,
    json: Json = False,
) -> int:
    """Measure who wins how often: by weapon, card or role, by seat and by number of seats."""
    from parlour.arena.balance import measure_balance as run_balance
    from parlour.arena.balance import seat_counts
    from parlour.arena.card_records import measure_recorded_cards
    from parlour.arena.text_report import balance_text, recorded_cards_text
    from parlour.store.files import finished_records

    settings = run.for_game(game)
    if files.records:
        document = measure_recorded_cards(settings.game, finished_records())
        return print_document(document, json, recorded_cards_text)
    counts = seat_counts(settings.game, parse_numbers("--seats", seats), settings.options)
    print_notices(settings.game, counts[0], settings.options)
    with progress_bar(f"{settings.game.title}: matches") as progress:
        document = run_balance(settings, bot=bot, seats=counts, games=n, by=by, out=files.out, progress=progress)
    return print_document(document, json, balance_text)
