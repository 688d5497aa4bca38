"""What more workers bring, here and on a Ray cluster of this machine: two tables in Markdown, measured in one run.

    python bench/scaling.py [--game harmonictook] [--bots random,random] [-n 100000] [--rounds 3] [--workers 1,2]

Run it over the compiled build, on a machine that does nothing else. Every round plays the same matches with every
crew in turn, and crews are compared within a round, so that the ratios hold even where the figures do not; of the
rounds the middle one counts. The clusters are started here, one node with as many processors as workers, and are gone
afterwards."""

from __future__ import annotations

import argparse
import gc
import os
import pickle
import sys
import tempfile
import time
from importlib import import_module
from statistics import median
from typing import Any, NamedTuple

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from parlour.arena.batch import Batch, BatchResult, MatchSpec, play_batch
from parlour.arena.bench import is_compiled
from parlour.arena.executors import open_executor, run_matches
from parlour.arena.simulate import simulate
from parlour.games import find
from parlour.kernel.game import Game, prepare_options

SAMPLE = 500  # matches whose bytes are counted
SLICE_MATCHES, TURNS = 25, 8  # matches at a time, and how often, where costs are compared
SETTLE_SECONDS = 3.0  # seconds after which a cluster's own processes have come to rest
TINY_BATCHES = 3000  # batches of one match, to see how many come through
MEASUREMENTS = ("games/s", "a worker", "efficiency", "of the pool here", "begins after", "then games/s", "batches/s")
COLUMNS = ("crew", "workers", *MEASUREMENTS)
OUTPUT_KINDS: dict[str, dict[str, Any]] = {
    "sums and digests": {},
    "with rows": {"rows": True},
    "with a bundle": {"bundle": True},
    "with outcomes for ratings": {"results": True},
    "with records": {"records": True},
    "with events": {"events": True},
}


class ScalingRun(NamedTuple):
    """What one crew did."""

    first_batch_seconds: float  # seconds until the first batch was back
    seconds: float
    digest: str


def measure_run(game: Game, bots: list[str], games: int, workers: int, ray: str | None) -> ScalingRun:
    first: list[float] = []
    start = time.perf_counter()

    def progress(done: int, of: int) -> None:
        if not first:
            first.append(time.perf_counter() - start)

    document = simulate(game, bots, games, options={}, seed=1, jobs=workers, ray=ray, progress=progress)
    return ScalingRun(first[0], time.perf_counter() - start, str(document["digest"]))


def tiny_batch_rate(workers: int, ray: str | None) -> float:
    """Batches a second, if there is next to nothing in them."""
    game = find("magpie")
    job = MatchSpec(("random", "random"), prepare_options(game, 2, {}), 1)
    with open_executor(game, job, workers, ray) as crew:
        batches = run_matches(crew, TINY_BATCHES, 1)
        next(batches)
        begun = time.perf_counter()
        count = sum(1 for _ in batches)
        return count / (time.perf_counter() - begun)


def start_cluster(**wanted: int) -> Any:
    """A cluster. What the tests start one with is not loaded in every worker that loads this file."""
    return import_module("tests.ray_cluster").running(**wanted)


def compare_workers(game: Game, bots: list[str], games: int, rounds: int, workers: list[int]) -> None:
    runs: dict[tuple[str, int], list[ScalingRun]] = {}
    rates: dict[tuple[str, int], list[float]] = {}
    for _ in range(rounds):
        for count in workers:
            runs.setdefault(("here", count), []).append(measure_run(game, bots, games, count, None))
            rates.setdefault(("here", count), []).append(tiny_batch_rate(count, None))
            with start_cluster(cores=count) as rays:
                os.environ.update(rays.keys)
                time.sleep(SETTLE_SECONDS)
                runs.setdefault(("Ray", count), []).append(measure_run(game, bots, games, count, rays.address))
                rates.setdefault(("Ray", count), []).append(tiny_batch_rate(count, rays.address))
    assert len({run.digest for found in runs.values() for run in found}) == 1, "not the same matches"
    base = games / median(run.seconds for run in runs["here", workers[0]]) / workers[0]
    kind = "compiled" if is_compiled() else "pure"
    print(f"{games} matches of {game.title} ({', '.join(bots)}), {kind} build, the middle of {rounds} rounds\n")
    print(f"| {' | '.join(COLUMNS)} |\n|---|{'--:|' * (len(COLUMNS) - 1)}")
    for (crew, count), found in sorted(runs.items()):
        rate = games / median(run.seconds for run in found)
        beside = median(here.seconds / run.seconds for here, run in zip(runs["here", count], found, strict=True))
        begun, most = median(run.first_batch_seconds for run in found), median(rates[crew, count])
        then = games / median(run.seconds - run.first_batch_seconds for run in found)
        print(
            f"| {crew} | {count} | {rate:.0f} | {rate / count:.0f} | {rate / count / base:.2f} | {beside:.2f} "
            f"| {begun:.1f} s | {then:.0f} | {most:.0f} |"
        )


def compare_outputs(game: Game, bots: list[str]) -> None:
    """What comes back, and what it costs the worker: the same matches in short turns, of which the fastest count."""
    plain = MatchSpec(tuple(bots), prepare_options(game, len(bots), {}), 1)
    jobs = {name: plain._replace(**wanted) for name, wanted in OUTPUT_KINDS.items()}
    bytes_, seconds = dict.fromkeys(jobs, 0), dict.fromkeys(jobs, 0.0)
    for first in range(0, SAMPLE, SLICE_MATCHES):
        fastest = dict.fromkeys(jobs, float("inf"))
        for _ in range(TURNS):
            for name, job in jobs.items():
                gc.collect()
                began = time.process_time()
                played = play_batch(game, job, Batch(first, SLICE_MATCHES))
                fastest[name] = min(fastest[name], time.process_time() - began)
                assert isinstance(played, BatchResult), played.problem
                bytes_[name] += len(pickle.dumps(played, pickle.HIGHEST_PROTOCOL))
        for name, took in fastest.items():
            seconds[name] += took
    least, fast = bytes_["sums and digests"], seconds["sums and digests"]
    print("\n| what comes back | bytes a match | of it beside the sums | costs the worker |\n|---|--:|--:|--:|")
    for name in jobs:
        size, more = bytes_[name] / SAMPLE / TURNS, (bytes_[name] - least) / SAMPLE / TURNS
        print(f"| {name} | {size:.0f} | {more:.0f} | {seconds[name] / fast - 1:+.1%} |")


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description="What more workers bring.")
    parser.add_argument("--game", default="harmonictook")
    parser.add_argument("--bots", default="random,random")
    parser.add_argument("-n", "--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", default="1,2")
    given = parser.parse_args(words)
    game, bots = find(given.game), given.bots.split(",")
    with tempfile.TemporaryDirectory(prefix="bytecode-") as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = folder  # all processes load bytecode, as wherever Ray is there for good
        with start_cluster():
            pass  # now it is written
        compare_workers(game, bots, given.games, given.rounds, [int(count) for count in given.workers.split(",")])
    compare_outputs(game, bots)


if __name__ == "__main__":
    main(sys.argv[1:])
