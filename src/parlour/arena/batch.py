"""A batch: consecutive matches of a run that one worker process plays together."""

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
    """The settings that all matches of a run share (bots, options, seed), and which outputs of them are wanted."""

    bots: tuple[str, ...]
    options: Options
    seed: int
    rotate: bool = False
    rows: bool = False  # return table rows
    columns: tuple[str, ...] = ()  # of these rows, in this order; empty: all
    events: bool = False  # return every event
    records: bool = False  # return a record of each match
    bundle: bool = False  # return a bundle entry of each match
    results: bool = False  # return the results that ratings need
    deadline: float = 0.0  # seconds an external bot may think; 0: external bots are trusted


class Batch(NamedTuple):
    """A range of match numbers of a run that one worker process plays together."""

    first: int
    size: int
    spec: MatchSpec | None = None  # None: the executor's own
    ticket: int = 0  # its place in the order of submission


class BatchResult(NamedTuple):
    """What a worker returns for a batch of matches: digests, summary, table rows, events, records and seconds taken."""

    batch: Batch
    digests: bytes
    summary: Summary
    rows: list[Row]
    events: str
    seconds: float
    records: list[tuple[str, str]]  # file names and texts
    bundle_bytes: bytes
    results: list[MatchResult]


class BatchFailure(NamedTuple):
    """A batch of matches that could not be played, and the reason in one sentence."""

    batch: Batch
    problem: str


def play_batch(game: Game, spec: MatchSpec, batch: Batch) -> BatchResult | BatchFailure:
    """Plays a batch of matches and returns their results. What bots print goes to stderr: stdout is for the results."""
    spec = batch.spec or spec
    game = game_for_options(game, spec.options)
    index = batch.first
    began = time.perf_counter()
    digests = bytearray()
    summary = blank_summary(spec.bots)
    rows: list[Row] = []
    events: list[str] = []
    records: list[tuple[str, str]] = []
    bundled = bytearray()
    outcomes: list[MatchResult] = []
    try:
        with redirect_stdout(sys.stderr):
            for index in range(batch.first, batch.first + batch.size):
                bots, journal = bots_by_seat(spec.bots, index, spec.rotate), Journal() if spec.rows else None
                match = play_match(game, bots, spec.options, spec.seed, index, 0, journal, spec.deadline)
                match_digest = digest(match.state, match.log)
                digests += bytes.fromhex(match_digest)
                add_to_summary(summary, match, first_seat_bot(spec.bots, index, spec.rotate))
                if spec.rows:
                    rows += select_columns(match_rows(game, spec.options, match, match_digest), spec.columns)
                if spec.events:
                    events.append(event_lines(game, spec.options, match))
                if spec.records:
                    records.append(record_file(game, spec.options, match))
                if spec.bundle:
                    bundled += pack_entry(bytes.fromhex(match_digest), match.log)
                if spec.results:
                    outcomes.append(match_result(match, match_digest))
    except Problem as problem:
        return BatchFailure(batch, str(problem))
    except (Exception, SystemExit) as error:
        return BatchFailure(batch, f"Match {index} of {game.title} failed with {type(error).__name__}: {error}")
    seconds = time.perf_counter() - began
    return BatchResult(
        batch, bytes(digests), summary, rows, "".join(events), seconds, records, bytes(bundled), outcomes
    )
