"""Measures how simulations scale with workers, in processes and on a local Ray cluster; prints two Markdown tables.

    python bench/scaling.py [--game harmonictook] [--bots random,random] [-n 100000] [--rounds 3] [--workers 1,2]

Run it with the compiled build, on a machine that does nothing else. Every round plays the same matches with every
executor in turn, and executors are compared within a round, so that the ratios are stable even if the times are not;
the median round counts. The script starts the clusters, one node with as many processors as workers, and stops them."""

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
from parlour.arena.executors import open_executor, run_matches
from parlour.arena.run_settings import RunSettings
from parlour.arena.simulate import simulate
from parlour.games import find
from parlour.kernel.build import is_compiled
from parlour.kernel.game import Game, prepare_options

SAMPLE = 500  # matches whose size is measured
SLICE_MATCHES, TURNS = 25, 8  # matches per turn, and turns, to compare costs
SETTLE_SECONDS = 3.0  # time for a new cluster to become idle
TINY_BATCHES = 3000  # batches of one match, to measure the overhead
MEASUREMENTS = ("games/s", "a worker", "efficiency", "of the pool here", "begins after", "then games/s", "batches/s")
COLUMNS = ("executor", "workers", *MEASUREMENTS)
OUTPUT_KINDS: dict[str, dict[str, Any]] = {
    "sums and digests": {},
    "with rows": {"rows": True},
    "with a bundle": {"bundle": True},
    "with outcomes for ratings": {"results": True},
    "with records": {"records": True},
    "with events": {"events": True},
}


class ScalingRun(NamedTuple):
    """The measurement of one simulation: seconds to the first batch, seconds in all, digest of the results."""

    first_batch_seconds: float  # until the first batch was back
    seconds: float
    digest: str


def measure_run(game: Game, bots: list[str], games: int, workers: int, ray: str | None) -> ScalingRun:
    first: list[float] = []
    start = time.perf_counter()

    def progress(done: int, of: int) -> None:
        if not first:
            first.append(time.perf_counter() - start)

    document = simulate(RunSettings(game, seed=1, jobs=workers, ray=ray), bots, games, progress=progress)
    return ScalingRun(first[0], time.perf_counter() - start, str(document["digest"]))


def tiny_batch_rate(workers: int, ray: str | None) -> float:
    """Returns how many batches per second an executor finishes if each batch is one short match of Magpie."""
    game = find("magpie")
    spec = MatchSpec(("random", "random"), prepare_options(game, 2, {}), 1)
    with open_executor(game, spec, workers, ray) as executor:
        batches = run_matches(executor, TINY_BATCHES, 1)
        next(batches)
        begun = time.perf_counter()
        count = sum(1 for _ in batches)
        return count / (time.perf_counter() - begun)


def start_cluster(**wanted: int) -> Any:
    """Starts a Ray cluster. The import is local, because every worker loads this file."""
    return import_module("tests.ray_cluster").running_ray_cluster(**wanted)


def compare_workers(game: Game, bots: list[str], games: int, rounds: int, workers: list[int]) -> None:
    runs: dict[tuple[str, int], list[ScalingRun]] = {}
    rates: dict[tuple[str, int], list[float]] = {}
    for _ in range(rounds):
        for count in workers:
            runs.setdefault(("here", count), []).append(measure_run(game, bots, games, count, None))
            rates.setdefault(("here", count), []).append(tiny_batch_rate(count, None))
            with start_cluster(cores=count) as rays:
                os.environ.update(rays.environment)
                time.sleep(SETTLE_SECONDS)
                runs.setdefault(("Ray", count), []).append(measure_run(game, bots, games, count, rays.address))
                rates.setdefault(("Ray", count), []).append(tiny_batch_rate(count, rays.address))
    assert len({run.digest for found in runs.values() for run in found}) == 1, "not the same matches"
    base = games / median(run.seconds for run in runs["here", workers[0]]) / workers[0]
    kind = "compiled" if is_compiled() else "pure"
    print(f"{games} matches of {game.title} ({', '.join(bots)}), {kind} build, the middle of {rounds} rounds\n")
    print(f"| {' | '.join(COLUMNS)} |\n|---|{'--:|' * (len(COLUMNS) - 1)}")
    for (executor, count), found in sorted(runs.items()):
        rate = games / median(run.seconds for run in found)
        beside = median(here.seconds / run.seconds for here, run in zip(runs["here", count], found, strict=True))
        begun, most = median(run.first_batch_seconds for run in found), median(rates[executor, count])
        then = games / median(run.seconds - run.first_batch_seconds for run in found)
        print(
            f"| {executor} | {count} | {rate:.0f} | {rate / count:.0f} | {rate / count / base:.2f} | {beside:.2f} "
            f"| {begun:.1f} s | {then:.0f} | {most:.0f} |"
        )


def compare_outputs(game: Game, bots: list[str]) -> None:
    """Prints what each kind of simulation output (records, events, ...) costs in bytes per match and in worker time."""
    plain = MatchSpec(tuple(bots), prepare_options(game, len(bots), {}), 1)
    specs = {name: plain._replace(**wanted) for name, wanted in OUTPUT_KINDS.items()}
    bytes_, seconds = dict.fromkeys(specs, 0), dict.fromkeys(specs, 0.0)
    for first in range(0, SAMPLE, SLICE_MATCHES):
        fastest = dict.fromkeys(specs, float("inf"))
        for _ in range(TURNS):
            for name, spec in specs.items():
                gc.collect()
                began = time.process_time()
                played = play_batch(game, spec, Batch(first, SLICE_MATCHES))
                fastest[name] = min(fastest[name], time.process_time() - began)
                assert isinstance(played, BatchResult), played.problem
                bytes_[name] += len(pickle.dumps(played, pickle.HIGHEST_PROTOCOL))
        for name, took in fastest.items():
            seconds[name] += took
    least, fast = bytes_["sums and digests"], seconds["sums and digests"]
    print("\n| what comes back | bytes a match | of it beside the sums | costs the worker |\n|---|--:|--:|--:|")
    for name in specs:
        size, more = bytes_[name] / SAMPLE / TURNS, (bytes_[name] - least) / SAMPLE / TURNS
        print(f"| {name} | {size:.0f} | {more:.0f} | {seconds[name] / fast - 1:+.1%} |")


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description="What more workers bring.")
    parser.add_argument("--game", default="harmonictook")
    parser.add_argument("--bots", default="random,random")
    parser.add_argument("-n", "--games", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", default="1,2")
    arguments = parser.parse_args(words)
    game, bots = find(arguments.game), arguments.bots.split(",")
    with tempfile.TemporaryDirectory(prefix="bytecode-") as folder:
        os.environ["PYTHONPYCACHEPREFIX"] = folder  # all processes load bytecode, as on a permanent cluster
        with start_cluster():
            pass  # writes the bytecode
        compare_workers(
            game, bots, arguments.games, arguments.rounds, [int(count) for count in arguments.workers.split(",")]
        )
    compare_outputs(game, bots)


if __name__ == "__main__":
    main(sys.argv[1:])
