"""Weights by self-play: generations of candidates sit down with the same opponents, and the best lead the way."""

from __future__ import annotations

import math
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from parlour.arena.atomic import atomic_outputs
from parlour.arena.batch import Batch, BatchFailure, BatchResult, MatchSpec
from parlour.arena.evolve import (
    MIN_POPULATION,
    Values,
    clamp_values,
    draw_candidate,
    initial_distribution,
    update_distribution,
)
from parlour.arena.executors import Executor, open_executor, usable_cores
from parlour.arena.simulate import SEED_RANGE, Progress
from parlour.arena.summary import Row, ScoreTotals, shares_per_win, win_rate_row
from parlour.bots import make_bot
from parlour.kernel.game import Game, Tuning, game_for_options, prepare_options
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng, match_seed

RANK_WEIGHT = 0.1  # of a win: what the first place counts beside it, and places between in proportion: less noise
BATCHES_PER_TABLE = 4  # the matches of a candidate at a table, for workers
PROOF_FACTOR = 4  # times as many matches prove the result


def tune(
    game: Game,
    against: Sequence[str],
    *,
    options: Options,
    seats: int | None = None,
    games: int = 200,
    generations: int = 20,
    population: int = 16,
    seed: int = 1,
    jobs: int | None = None,
    ray: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Row:
    """Turns the dials of a game's bot and gives the document of `parlour tune`; the file to ship goes to `out`."""
    seats = choose_seats(game, against, seats)
    settled = prepare_options(game, seats, options)
    game = game_for_options(game, settled)
    tuning = require_tuning(game)
    start = clamp_values(tuning.dials, [dial.start for dial in tuning.dials])
    _check_numbers(games, generations, population, jobs, seed)
    _check_bots(game, tuning.bot(start), against, seats)
    if out is not None and out.is_dir():
        raise Problem(f"{out} is a folder; the result is written to a file.")
    rivals = list(against) or [tuning.bot(start)] * (seats > 1)
    tables = rival_tables(rivals, seats)
    games = seats * len(tables) * -(-games // (seats * len(tables)))
    width = min(jobs or usable_cores(), games)
    total = games * ((population + 1) * generations + 2 * PROOF_FACTOR)
    with atomic_outputs(out) as (draft,), open_executor(game, MatchSpec((), settled, seed), width, ray) as crew:
        trials = CandidateEvaluator(tuning, settled, seats, tables, crew, total, progress)
        curve, result = _search(trials, start, games, generations, population, seed)
        proved = trials.evaluate([start, result], PROOF_FACTOR * games, match_seed(seed, generations + 1))
        if draft is not None:
            draft.write_text(tuning.text(result), "utf-8", newline="\n")
    return {
        "game": game.name,
        "version": game.version,
        "options": display_options(settled),
        "seed": seed,
        "seats": seats,
        "against": rivals,
        "games": games,
        "population": population,
        "generations": curve,
        "start": _proof_row(trials, start, proved[0]),
        "result": _proof_row(trials, result, proved[1]),
        "out": None if out is None else str(out),
    }


def choose_seats(game: Game, against: Sequence[str], wanted: int | None) -> int:
    """How many sit down, if nobody says: a candidate and its rivals; without rivals as few as the game takes."""
    if wanted is not None:
        return wanted
    return len(against) + 1 if against else min(game.seats)


def require_tuning(game: Game) -> Tuning:
    if game.tuning is None or not game.tuning.dials:
        raise Problem(f"{game.name} has nothing to tune.")
    return game.tuning


def _check_numbers(games: int, generations: int, population: int, jobs: int | None, seed: int) -> None:
    counts = {"games": games, "generations": generations, "candidates": population, "jobs": jobs}
    for what, number in counts.items():
        least = MIN_POPULATION if what == "candidates" else 1
        if number is not None and number < least:
            raise Problem(f"The number of {what} is at least {least}, not {number}.")
    if seed not in SEED_RANGE:
        raise Problem(f"A seed is a whole number of at most 63 bits, not {seed}.")


def _check_bots(game: Game, own: str, against: Sequence[str], seats: int) -> None:
    if seats == 1 and against:
        raise Problem(f"With one seat {game.title} is played alone, not against {against[0]}.")
    with redirect_stdout(sys.stderr):
        for bot in (own, *against):
            make_bot(game, bot)


def rival_tables(rivals: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Who sits with a candidate: the rivals in turn, at as many tables as give them all the same number of chairs."""
    chairs = seats - 1
    if chairs == 0:
        return [()]
    tables = len(rivals) // math.gcd(len(rivals), chairs)
    return [tuple(rivals[(table * chairs + chair) % len(rivals)] for chair in range(chairs)) for table in range(tables)]


@dataclass
class CandidateEvaluator:
    """Where candidates are tried."""

    tuning: Tuning
    options: Options
    seats: int
    rival_tables: Sequence[tuple[str, ...]]
    executor: Executor
    total_matches: int  # matches, of the whole run
    progress: Progress | None
    matches_done: int = 0

    def evaluate(self, candidates: Sequence[Values], games: int, seed: int) -> list[ScoreTotals]:
        """What each gathers in so many matches: the same seeds and rivals for all, every seat equally often."""
        bots = [self.tuning.bot(values) for values in candidates]
        scores = {bot: ScoreTotals() for bot in bots}  # two that play alike need only one of them to play
        before = self.matches_done
        for played in run_batches_unordered(
            self.executor, self._batches(list(scores), games // len(self.rival_tables), seed)
        ):
            assert played.batch.spec is not None
            scores[played.batch.spec.bots[0]].add(played.summary.players[0])
            self._report_progress(self.matches_done + played.batch.size)
        self._report_progress(before + games * len(bots))
        return [scores[bot] for bot in bots]

    def _batches(self, bots: Sequence[str], games: int, seed: int) -> list[Batch]:
        size = -(-games // BATCHES_PER_TABLE)
        jobs = [
            MatchSpec((bot, *table), self.options, seed, rotate=True) for bot in bots for table in self.rival_tables
        ]
        return [Batch(first, min(size, games - first), job) for job in jobs for first in range(0, games, size)]

    def _report_progress(self, done: int) -> None:
        self.matches_done = done
        if self.progress is not None:
            self.progress(done, self.total_matches)

    def win_rate(self, score: ScoreTotals) -> float:
        return score.win_shares / shares_per_win(self.seats) / score.games

    def fitness(self, score: ScoreTotals) -> float:
        """By what candidates are ranked: wins, and a little for the place."""
        behind = score.rank_sum / score.games - 1
        return self.win_rate(score) + RANK_WEIGHT * (1 - behind / max(1, self.seats - 1))


def run_batches_unordered(crew: Executor, batches: Sequence[Batch]) -> Iterator[BatchResult]:
    """All batches, as they come. The first that failed, in order, is raised as a Problem."""
    waiting = deque(batches)
    underway = 0
    failed: list[BatchFailure] = []
    while waiting or underway:
        while waiting and underway < crew.parallelism:
            crew.submit(waiting.popleft())
            underway += 1
        done = crew.result()
        underway -= 1
        if isinstance(done, BatchFailure):
            failed.append(done)
            waiting.clear()
        else:
            yield done
    if failed:
        raise Problem(min(failed, key=lambda one: batches.index(one.batch)).problem)


def _search(
    trials: CandidateEvaluator, start: Values, games: int, generations: int, population: int, seed: int
) -> tuple[list[Row], Values]:
    """How the middle and the best candidate of each generation did, and where it ends."""
    dials = trials.tuning.dials
    cloud = initial_distribution(dials)
    rng = Rng(seed)
    curve: list[Row] = []
    middle = start
    for generation in range(1, generations + 1):
        candidates = [draw_candidate(dials, cloud, rng) for _ in range(population)]
        own, *scores = trials.evaluate([middle, *candidates], games, match_seed(seed, generation))
        ranked = sorted(range(population), key=lambda at: -trials.fitness(scores[at]))
        curve.append({"best": trials.win_rate(scores[ranked[0]]), "mean": trials.win_rate(own)})
        cloud = update_distribution(dials, cloud, [candidates[at] for at in ranked])
        middle = clamp_values(dials, cloud.mean)
    return curve, middle


def _proof_row(trials: CandidateEvaluator, values: Values, score: ScoreTotals) -> Row:
    figures = win_rate_row(score, shares_per_win(trials.seats))
    return {
        "values": {dial.name: value for dial, value in zip(trials.tuning.dials, values, strict=True)},
        "bot": trials.tuning.bot(values),
        "games": score.games,
        **{name: figures[name] for name in ("wins", "win_rate", "low", "high")},
        "faults": score.faults,
    }
