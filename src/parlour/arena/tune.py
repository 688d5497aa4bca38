"""Tuning of a bot's weights by self-play: generations of candidates play the same opponents, and the best guide the
search."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterator, Sequence
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
from parlour.arena.executors import Executor
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import Progress, check_bots
from parlour.arena.summary import Row, ScoreTotals, shares_per_win, win_rate_row
from parlour.kernel.game import Game
from parlour.kernel.options import Options, display_options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng, match_seed
from parlour.kernel.study import Tuning

RANK_WEIGHT = 0.1  # what the first place counts besides the win, other places less: this reduces noise
BATCHES_PER_TABLE = 4  # per candidate
PROOF_FACTOR = 4  # the final test has so many times the matches of a candidate


def tune(
    run: RunSettings,
    against: Sequence[str],
    *,
    seats: int | None = None,
    games: int = 200,
    generations: int = 20,
    population: int = 16,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Row:
    """Tunes a bot's weights in matches against other bots, by default against itself with its start weights.

    Writes the weights to `out` and returns the JSON document of `parlour tune`."""
    seats = choose_seats(run.game, against, seats)
    run = run.prepare(seats)
    game, seed = run.game, run.seed
    tuning = require_tuning(game)
    start = clamp_values(tuning.dials, [dial.start for dial in tuning.dials])
    run.check(games=games, generations=generations)
    if population < MIN_POPULATION:
        raise Problem(f"The number of candidates is {population}; give at least {MIN_POPULATION}.")
    if seats == 1 and against:
        raise Problem(
            f"With one seat {game.title} is played without opponents; leave --against out, or give more --seats."
        )
    check_bots(game, [tuning.bot(start), *against])
    if out is not None and out.is_dir():
        raise Problem(f"{out} is a folder; name a file for the result.")
    rivals = list(against) or [tuning.bot(start)] * (seats > 1)
    tables = rival_tables(rivals, seats)
    games = seats * len(tables) * -(-games // (seats * len(tables)))
    total = games * ((population + 1) * generations + 2 * PROOF_FACTOR)
    with (
        atomic_outputs(out) as (temp_path,),
        run.open_executor(MatchSpec((), run.options, seed), games) as executor,
    ):
        trials = CandidateEvaluator(tuning, run.options, seats, tables, executor, total, progress)
        curve, result = _search(trials, start, games, generations, population, seed)
        tested = trials.evaluate([start, result], PROOF_FACTOR * games, match_seed(seed, generations + 1))
        if temp_path is not None:
            temp_path.write_text(tuning.text(result), "utf-8", newline="\n")
    return {
        "game": game.name,
        "version": game.version,
        "options": display_options(run.options),
        "seed": seed,
        "seats": seats,
        "against": rivals,
        "games": games,
        "population": population,
        "generations": curve,
        "start": _proof_row(trials, start, tested[0]),
        "result": _proof_row(trials, result, tested[1]),
        "out": None if out is None else str(out),
    }


def choose_seats(game: Game, against: Sequence[str], wanted: int | None) -> int:
    """Returns the number of seats for tuning a bot: the wanted one, else one for the candidate and one for each rival.

    Without rivals it is the smallest number that the game allows."""
    if wanted is not None:
        return wanted
    return len(against) + 1 if against else min(game.seats)


def require_tuning(game: Game) -> Tuning:
    if game.study.tuning is None or not game.study.tuning.dials:
        raise Problem(f"The game {game.name} has no bot with weights to tune; choose another game.")
    return game.study.tuning


def rival_tables(rivals: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Returns the rivals at each table of a candidate whose weights are tried out: in turn, at enough tables that
    all rivals have equally many seats."""
    free = seats - 1
    if free == 0:
        return [()]
    tables = len(rivals) // math.gcd(len(rivals), free)
    return [tuple(rivals[(table * free + seat) % len(rivals)] for seat in range(free)) for table in range(tables)]


@dataclass
class CandidateEvaluator:
    """Plays matches between candidates (sets of weights for a bot) and their rivals, and scores the candidates."""

    tuning: Tuning
    options: Options
    seats: int
    rival_tables: Sequence[tuple[str, ...]]
    executor: Executor
    total_matches: int  # of the whole run
    progress: Progress | None
    matches_done: int = 0

    def evaluate(self, candidates: Sequence[Values], games: int, seed: int) -> list[ScoreTotals]:
        """Plays matches of each candidate for a bot's weights and returns its totals: all play the same seeds and
        rivals, in every seat equally often."""
        bots = [self.tuning.bot(values) for values in candidates]
        scores = {bot: ScoreTotals() for bot in bots}  # candidates with equal bots play only once
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
        specs = [
            MatchSpec((bot, *table), self.options, seed, rotate=True) for bot in bots for table in self.rival_tables
        ]
        return [Batch(first, min(size, games - first), spec) for spec in specs for first in range(0, games, size)]

    def _report_progress(self, done: int) -> None:
        self.matches_done = done
        if self.progress is not None:
            self.progress(done, self.total_matches)

    def win_rate(self, score: ScoreTotals) -> float:
        return score.win_shares / shares_per_win(self.seats) / score.games

    def fitness(self, score: ScoreTotals) -> float:
        """Returns the number by which candidates for bot weights are ranked: win rate, plus a little for the place."""
        behind = score.rank_sum / score.games - 1
        return self.win_rate(score) + RANK_WEIGHT * (1 - behind / max(1, self.seats - 1))


def run_batches_unordered(executor: Executor, batches: Sequence[Batch]) -> Iterator[BatchResult]:
    """Plays batches of matches, yielding results as they end. Raises the failure of the earliest batch as a Problem."""
    waiting = deque(batches)
    in_flight = 0
    failed: list[BatchFailure] = []
    while waiting or in_flight:
        while waiting and in_flight < executor.parallelism:
            executor.submit(waiting.popleft())
            in_flight += 1
        done = executor.result()
        in_flight -= 1
        if isinstance(done, BatchFailure):
            failed.append(done)
            waiting.clear()
        else:
            yield done
    if failed:
        raise Problem(min(failed, key=lambda failure: batches.index(failure.batch)).problem)


def _search(
    trials: CandidateEvaluator, start: Values, games: int, generations: int, population: int, seed: int
) -> tuple[list[Row], Values]:
    """Searches a bot's best weights in generations of candidates; returns the win rates of the mean and the best of
    each generation, and the final weights."""
    dials = trials.tuning.dials
    distribution = initial_distribution(dials)
    rng = Rng(seed)
    curve: list[Row] = []
    mean = start
    for generation in range(1, generations + 1):
        candidates = [draw_candidate(dials, distribution, rng) for _ in range(population)]
        mean_score, *scores = trials.evaluate([mean, *candidates], games, match_seed(seed, generation))
        ranked = sorted(range(population), key=lambda at: -trials.fitness(scores[at]))
        curve.append({"best": trials.win_rate(scores[ranked[0]]), "mean": trials.win_rate(mean_score)})
        distribution = update_distribution(dials, distribution, [candidates[at] for at in ranked])
        mean = clamp_values(dials, distribution.mean)
    return curve, mean


def _proof_row(trials: CandidateEvaluator, values: Values, score: ScoreTotals) -> Row:
    figures = win_rate_row(score, shares_per_win(trials.seats))
    return {
        "values": {dial.name: value for dial, value in zip(trials.tuning.dials, values, strict=True)},
        "bot": trials.tuning.bot(values),
        "games": score.games,
        **{name: figures[name] for name in ("wins", "win_rate", "low", "high")},
        "faults": score.faults,
    }
