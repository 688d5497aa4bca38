"""Measures the vector environment: decisions a second, with observations and legal answers, beside a plain loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from parlour.adapters.arguments import usual_seats
from parlour.adapters.direct_match import DirectMatch
from parlour.adapters.vector_env import VectorEnv, vector
from parlour.kernel.game import Game, prepare_options
from parlour.kernel.options import Options

MATCHES = 256  # in lockstep; fewer where an observation is large
MOST_NUMBERS = 1 << 20  # of all observations together
ROUNDS = 5  # of both ways in turn; the median counts
Figures = dict[str, float]


def bench_vector(games: Sequence[Game], seconds: float, options: Options) -> dict[str, Figures]:
    """Returns, by game, the decisions a second and core of the vector environment and of a plain loop."""
    return {game.name: measure_game(game, seconds, options) for game in games}


def measure_game(game: Game, seconds: float, given: Options) -> Figures:
    """Measures random play of one game by CPU time, in turn with the vector environment and a plain loop."""
    seats = usual_seats(game)
    options = dict(prepare_options(game, seats, given))
    width = len(DirectMatch(game, seats, options, 0).features.names)
    n = max(1, min(MATCHES, MOST_NUMBERS // max(1, width)))
    env = vector(game, n, seats, options)
    part = seconds / (2 * ROUNDS)
    rounds = [(measure_vector(env, part), measure_loop(game, seats, options, part)) for _ in range(ROUNDS)]
    fast, slow = (sorted(column)[ROUNDS // 2] for column in zip(*rounds, strict=True))
    return {"decisions_per_second": fast, "plain_loop": slow, "seats": seats, "n": n, "features": width}


def measure_vector(env: VectorEnv, seconds: float) -> float:
    """Returns the decisions a second of the environment's steps; choosing the random answers is not counted."""
    rng = np.random.default_rng(1)
    decisions, spent = 0, 0.0
    while spent < seconds:
        chosen = (rng.random(env.legal.shape, dtype=np.float32) * env.legal).argmax(axis=1)
        spent += cpu_time(lambda chosen=chosen: env.step(chosen))  # type: ignore[misc]
        decisions += env.n
    return decisions / spent


def measure_loop(game: Game, seats: int, options: Options, seconds: float) -> float:
    """Returns the decisions a second of matches by direct calls, one after the other."""
    rng = np.random.default_rng(1)
    decisions, spent, seed = 0, 0.0, 0
    while spent < seconds:
        match = DirectMatch(game, seats, options, seed)
        seed += 1
        while not match.over and spent < seconds:
            began = time.process_time()
            legal = match.legal()
            match.observe()
            spent += time.process_time() - began
            chosen = legal[int(rng.integers(len(legal)))]
            spent += cpu_time(lambda chosen=chosen, match=match: match.step(chosen))  # type: ignore[misc]
            decisions += 1
    return decisions / spent


def cpu_time(work: Callable[[], None]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def bench_vector_text(document: Mapping[str, Figures]) -> str:
    """Returns the figures of the vector environment as a table for people."""
    lines = ["decisions a second and core, with observations and legal answers", ""]
    lines.append(f"{'game':14}{'seats':>6}{'matches':>9}{'features':>10}{'vector':>12}{'plain loop':>12}{'ratio':>8}")
    for name, found in document.items():
        fast, slow = found["decisions_per_second"], found["plain_loop"]
        lines.append(
            f"{name:14}{found['seats']:>6}{found['n']:>9}{found['features']:>10}{fast:>12,.0f}{slow:>12,.0f}"
            f"{fast / slow:>8.1f}"
        )
    return "\n".join(lines)
