"""Simulations: many matches between bots, summed up and written to files."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from parlour.arena.atomic import atomic_outputs
from parlour.arena.batch import BatchResult, MatchSpec
from parlour.arena.card_figures import CardFigures
from parlour.arena.executors import Executor, run_matches
from parlour.arena.output_files import (
    OutputFiles,
    open_bundle_file,
    open_events_file,
    open_record_folder,
    open_table_file,
)
from parlour.arena.run_settings import RunSettings
from parlour.arena.summary import Row, Summary, blank_summary, bot_rows, length_row, seat_rows, shares_per_win
from parlour.bots import make_bot
from parlour.kernel.game import Game
from parlour.kernel.options import display_options
from parlour.store.bundle import BundleHeader, is_bundle
from parlour.table.presenter import event_header

NO_FILES = OutputFiles()
Progress = Callable[[int, int], None]  # matches done, matches in total


def simulate(
    run: RunSettings,
    bots: Sequence[str],
    games: int,
    *,
    rotate: bool = False,
    files: OutputFiles = NO_FILES,
    progress: Progress | None = None,
    batch: int | None = None,
) -> Row:
    """Plays matches between bots, writes the wanted files and returns the JSON document of `parlour simulate`; with
    `batch`, workers get that many matches at a time."""
    began = time.perf_counter()
    run = run.prepare(len(bots))
    run.check(games=games, games_in_a_batch=batch)
    check_bots(run.game, bots)
    files.check()
    with atomic_outputs(files.out, files.events, files.records) as (table_path, events_path, records_path):
        bundle = records_path is not None and is_bundle(records_path)
        folder = records_path is not None and not bundle
        wanted = {
            "rows": table_path is not None,
            "events": events_path is not None,
            "records": folder,
            "bundle": bundle,
        }
        spec = MatchSpec(tuple(bots), run.options, run.seed, rotate, columns=tuple(files.columns), **wanted)
        header = BundleHeader(run.game, run.options, spec.bots, run.seed, rotate, run.game.version)
        with (
            _open_outputs(table_path, events_path, records_path, header) as write,
            run.open_executor(spec, games) as executor,
        ):
            summary, digest, cards = _play_matches(executor, spec, games, batch, write, progress)
    return {**_document(run.game, spec, games, summary, digest, time.perf_counter() - began), "cards": cards.rows()}


def check_bots(game: Game, bots: Sequence[str]) -> None:
    """Raises a Problem if one of the bots cannot be made."""
    with redirect_stdout(sys.stderr):
        for bot in bots:
            make_bot(game, bot)


@contextmanager
def _open_outputs(
    table: Path | None, events: Path | None, records: Path | None, header: BundleHeader
) -> Iterator[Callable[[BatchResult], None]]:
    """Opens a simulation's output files; yields a function that writes the results of a batch of matches to them."""
    bundle = records if records is not None and is_bundle(records) else None
    folder = records if bundle is None else None
    with (
        open_table_file(table) as write_rows,
        open_events_file(events, event_header(*header[:2], bots=header.bots, seed=header.seed)) as write_events,
        open_record_folder(folder) as write_records,
        open_bundle_file(bundle, header) as write_bundle,
    ):

        def write(played: BatchResult) -> None:
            write_rows(played.rows)
            write_events(played.events)
            write_records(played.records)
            write_bundle(played.bundle_bytes)

        yield write


def _play_matches(
    executor: Executor,
    spec: MatchSpec,
    games: int,
    batch: int | None,
    write: Callable[[BatchResult], None],
    progress: Progress | None,
) -> tuple[Summary, str, CardFigures]:
    """Plays all matches of a simulation; returns their summary, a hash over the digests of all matches in order, and
    the figures of cards, if whole rows are written."""
    summary = blank_summary(spec.bots)
    cards = CardFigures(shares_per_win(len(spec.bots)))
    hasher = hashlib.sha256()
    for played in run_matches(executor, games, batch):
        summary.add(played.summary)
        hasher.update(played.digests)
        write(played)
        if not spec.columns:
            cards.add_rows(played.rows)
        if progress is not None:
            progress(played.batch.first + played.batch.size, games)
    return summary, hasher.hexdigest(), cards


def _document(game: Game, spec: MatchSpec, games: int, summary: Summary, digest: str, seconds: float) -> Row:
    names = ["rotated"] * len(spec.bots) if spec.rotate else spec.bots
    return {
        "game": game.name,
        "version": game.version,
        "options": display_options(spec.options),
        "seed": spec.seed,
        "games": games,
        "seconds": seconds,
        "games_per_second": games / seconds,
        "digest": digest,
        "length": length_row(game.study.turns.unit, summary.lengths, summary.turns),
        "seats": seat_rows(summary, names),
        "bots": bot_rows(summary),
        "unfinished": summary.unfinished,
    }
