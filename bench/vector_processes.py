"""Measures the vector environment in one process and in two at once, in turn, and prints the ratios.

    python bench/vector_processes.py [--games harmonictook,...] [--seconds N] [--rounds N]

Each process steps its own matches of random play. `wall` compares decisions a second of the clock; on a busy machine it
says little. `cpu` compares decisions a second of CPU time, which a busy machine changes less: 2.0 means that the
processes do not slow each other down. Run it with the installed, compiled Parlour (`make setup`)."""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from statistics import median
from typing import Any

import numpy as np

from parlour.adapters import vector

MATCHES = {"stumped": 37}  # elsewhere 256
SEATS = {"harmonictook": 4, "hunter": 4}


def step_matches(game: str, seconds: float, seed: int, start: Any, results: Any) -> None:
    """Steps matches for some seconds, from the moment when all processes are ready; reports decisions, wall and CPU."""
    env = vector(game, MATCHES.get(game, 256), SEATS.get(game), seed=seed)
    rng = np.random.default_rng(seed)
    start.wait()
    began, worked, decisions = time.perf_counter(), time.process_time(), 0
    while time.perf_counter() - began < seconds:
        env.step((rng.random(env.legal.shape, dtype=np.float32) * env.legal).argmax(axis=1))
        decisions += env.n
    results.put((decisions, time.perf_counter() - began, time.process_time() - worked))


def measure(game: str, processes: int, seconds: float) -> tuple[float, float]:
    """Returns the decisions a second of all processes together: by the clock, and by CPU time."""
    context = multiprocessing.get_context("spawn")
    start, results = context.Barrier(processes), context.Queue()
    workers = [
        context.Process(target=step_matches, args=(game, seconds, seed, start, results)) for seed in range(processes)
    ]
    for worker in workers:
        worker.start()
    found = [results.get() for _ in workers]
    for worker in workers:
        worker.join()
    return sum(row[0] / row[1] for row in found), sum(row[0] / row[2] for row in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default="harmonictook,hunter,bones,magpie,stumped")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    print(f"{'game':14}{'one':>12}{'two':>12}{'wall':>8}{'cpu':>8}")
    for game in given.games.split(","):
        rounds = [(measure(game, 1, given.seconds), measure(game, 2, given.seconds)) for _ in range(given.rounds)]
        one, two = median(row[0][0] for row in rounds), median(row[1][0] for row in rounds)
        wall = median(row[1][0] / row[0][0] for row in rounds)
        cpu = median(row[1][1] / row[0][1] for row in rounds)
        print(f"{game:14}{one:>12,.0f}{two:>12,.0f}{wall:>8.2f}{cpu:>8.2f}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
