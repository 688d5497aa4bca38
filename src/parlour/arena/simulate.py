"""Many matches between bots, counted, and written down as they come."""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from parlour.arena.atomic import atomic_outputs
from parlour.arena.batch import BatchResult, MatchSpec
from parlour.arena.executors import Executor, open_executor, run_matches, usable_cores
from parlour.arena.output_files import (
    check_columns,
    check_events_path,
    check_records_path,
    check_table_path,
    open_bundle_file,
    open_events_file,
    open_record_folder,
    open_table_file,
)
from parlour.arena.summary import Row, Summary, blank_summary, bot_rows, mean, median, seat_rows
from parlour.bots import make_bot
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem
from parlour.store.bundle import BundleHeader, is_bundle

SEED_RANGE = range(-(2**63), 2**63)
Progress = Callable[[int, int], None]  # matches done, of all


def simulate(
    game: Game,
    bots: Sequence[str],
    games: int,
    *,
    options: Options,
    seed: int,
    jobs: int | None = None,
    ray: str | None = None,
    rotate: bool = False,
    out: Path | None = None,
    columns: Sequence[str] = (),
    records: Path | None = None,
    events: Path | None = None,
    progress: Progress | None = None,
    batch: int | None = None,
) -> Row:
    """Plays the matches and gives the document of `parlour simulate`; `batch` matches at once go to a worker."""
    began = time.perf_counter()
    settled = prepare_options(game, len(bots), options)
    game = game_for_options(game, settled)
    check_run(game, bots, games, seed, jobs, batch)
    check_table_path(out)
    check_columns(columns, out)
    check_events_path(events)
    check_records_path(records)
    with atomic_outputs(out, events, records) as (table, lines, kept):
        bundle = kept is not None and is_bundle(kept)
        folder = kept is not None and not bundle
        wanted = {"rows": table is not None, "events": lines is not None, "records": folder, "bundle": bundle}
        job = MatchSpec(tuple(bots), settled, seed, rotate, columns=tuple(columns), **wanted)
        width = min(jobs or usable_cores(), games)
        common = BundleHeader(game, settled, job.bots, seed, rotate)
        with _open_outputs(table, lines, kept, common) as write, open_executor(game, job, width, ray) as crew:
            summary, digest = _play_matches(crew, job, games, batch, write, progress)
    return _document(game, job, games, summary, digest, time.perf_counter() - began)


def check_run(
    game: Game, bots: Sequence[str], games: int, seed: int, jobs: int | None, batch: int | None = None
) -> None:
    """Whether so many matches can be played by these bots."""
    for what, number in (("games", games), ("jobs", jobs), ("games in a batch", batch)):
        if number is not None and number < 1:
            raise Problem(f"The number of {what} is at least 1, not {number}.")
    if seed not in SEED_RANGE:
        raise Problem(f"A seed is a whole number of at most 63 bits, not {seed}.")
    with redirect_stdout(sys.stderr):
        for bot in bots:
            make_bot(game, bot)


@contextmanager
def _open_outputs(
    table: Path | None, lines: Path | None, records: Path | None, common: BundleHeader
) -> Iterator[Callable[[BatchResult], None]]:
    """Where everything goes that was asked for."""
    bundle = records if records is not None and is_bundle(records) else None
    folder = records if bundle is None else None
    with (
        open_table_file(table) as write_rows,
        open_events_file(lines) as write_events,
        open_record_folder(folder) as write_records,
        open_bundle_file(bundle, common) as write_bundle,
    ):

        def write(played: BatchResult) -> None:
            write_rows(played.rows)
            write_events(played.events)
            write_records(played.records)
            write_bundle(played.bundle_bytes)

        yield write


def _play_matches(
    crew: Executor,
    job: MatchSpec,
    games: int,
    batch: int | None,
    write: Callable[[BatchResult], None],
    progress: Progress | None,
) -> tuple[Summary, str]:
    """All matches; what they come to, and a digest over their digests in order."""
    summary = blank_summary(job.bots)
    sum_ = hashlib.sha256()
    for played in run_matches(crew, games, batch):
        summary.add(played.summary)
        sum_.update(played.digests)
        write(played)
        if progress is not None:
            progress(played.batch.first + played.batch.size, games)
    return summary, sum_.hexdigest()


def _document(game: Game, job: MatchSpec, games: int, summary: Summary, digest: str, seconds: float) -> Row:
    names = ["rotated"] * len(job.bots) if job.rotate else job.bots
    return {
        "game": game.name,
        "version": game.version,
        "options": display_options(job.options),
        "seed": job.seed,
        "games": games,
        "seconds": seconds,
        "games_per_second": games / seconds,
        "digest": digest,
        "length": {"unit": "answers", "mean": mean(summary.lengths), "median": median(summary.lengths)},
        "seats": seat_rows(summary, names),
        "bots": bot_rows(summary),
        "unfinished": summary.unfinished,
    }
