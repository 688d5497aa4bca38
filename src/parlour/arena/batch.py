"""Some matches in a row, as one worker plays them."""

from __future__ import annotations

import sys
import time
from contextlib import redirect_stdout
from typing import NamedTuple

from parlour.arena.output_files import select_columns
from parlour.arena.simulated_match import (
    MatchResult,
    add_to_summary,
    event_lines,
    match_result,
    match_rows,
    play_match,
    record_file,
)
from parlour.arena.summary import Row, Summary, blank_summary
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.journal import Journal
from parlour.kernel.match import digest
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.store.bundle import bots_by_seat, first_seat_bot, pack_entry


class MatchSpec(NamedTuple):
    """What all matches of a run have in common."""

    bots: tuple[str, ...]
    options: Options
    seed: int
    rotate: bool = False
    rows: bool = False  # wanted: a table
    columns: tuple[str, ...] = ()  # of that table, in this order; empty: all
    events: bool = False  # wanted: every event
    records: bool = False  # wanted: a record of each match
    bundle: bool = False  # wanted: each match in few bytes
    results: bool = False  # wanted: what ratings need
    deadline: float = 0.0  # seconds that a guest may think; 0: guests are trusted


class Batch(NamedTuple):
    """Which matches."""

    first: int
    size: int
    spec: MatchSpec | None = None  # of which job, if not of the crew's own
    ticket: int = 0  # its place among those that were handed out


class BatchResult(NamedTuple):
    """What a batch came to."""

    batch: Batch
    digests: bytes
    summary: Summary
    rows: list[Row]
    events: str
    seconds: float
    records: list[tuple[str, str]]  # names and texts of files
    bundle_bytes: bytes
    results: list[MatchResult]


class BatchFailure(NamedTuple):
    """Why a batch came to nothing, in one sentence."""

    batch: Batch
    problem: str


def play_batch(game: Game, job: MatchSpec, batch: Batch) -> BatchResult | BatchFailure:
    """Plays the matches of a batch. What bots print goes to stderr: stdout belongs to the results."""
    job = batch.spec or job
    game = game_for_options(game, job.options)
    index = batch.first
    began = time.perf_counter()
    digests = bytearray()
    summary = blank_summary(job.bots)
    rows: list[Row] = []
    events: list[str] = []
    records: list[tuple[str, str]] = []
    bundled = bytearray()
    outcomes: list[MatchResult] = []
    try:
        with redirect_stdout(sys.stderr):
            for index in range(batch.first, batch.first + batch.size):
                bots, listening = bots_by_seat(job.bots, index, job.rotate), Journal() if job.rows else None
                match = play_match(game, bots, job.options, job.seed, index, 0, listening, job.deadline)
                proof = digest(match.state, match.log)
                digests += (proved := bytes.fromhex(proof))
                add_to_summary(summary, match, first_seat_bot(job.bots, index, job.rotate))
                if job.rows:
                    rows += select_columns(match_rows(game, match, proof), job.columns)
                if job.events:
                    events.append(event_lines(game, job.options, match))
                if job.records:
                    records.append(record_file(game, job.options, match))
                if job.bundle:
                    bundled += pack_entry(proved, match.log)
                if job.results:
                    outcomes.append(match_result(match, proof))
    except Problem as problem:
        return BatchFailure(batch, str(problem))
    except (Exception, SystemExit) as error:
        return BatchFailure(batch, f"Match {index} of {game.title} broke off with {type(error).__name__}: {error}")
    seconds = time.perf_counter() - began
    return BatchResult(
        batch, bytes(digests), summary, rows, "".join(events), seconds, records, bytes(bundled), outcomes
    )
