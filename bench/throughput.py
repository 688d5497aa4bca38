"""Measures Parlour's environments beside OpenSpiel, PettingZoo and pgx in one run, and prints a Markdown table.

    pip install open_spiel 'pettingzoo[classic]' pgx 'jax[cpu]'  # besides the extra `pettingzoo` of Parlour
    python bench/throughput.py [--seconds 1.0] [--rounds 3]

Every row is random play: decisions for each second of processor time of all threads, with an observation and the legal
actions at every decision; choosing the random actions is not counted. The rows take turns, and the median round counts.
Rows of libraries that are not installed are named and left out. The games differ, so the rows show the cost of a step
behind each interface rather than who is best. Run it with the compiled build, on a quiet machine."""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from parlour.adapters.vector_bench import measure_loop, measure_vector
from parlour.adapters.vector_env import vector
from parlour.games import find
from parlour.kernel.build import is_compiled
from parlour.kernel.game import prepare_options

MATCHES = 256  # of every vector environment
WARM_UP = 3  # steps that are not counted
Measure = Callable[[float], float]  # seconds of processor time to spend -> decisions a second


class Row(NamedTuple):
    """One measurement: the library with the packages that it needs, what is played, and how."""

    library: str
    packages: tuple[str, ...]
    game: str
    way: str
    prepare: Callable[[], Measure]


def parlour_vector(game: str, seats: int) -> Measure:
    env = vector(game, MATCHES, seats)
    return partial(measure_vector, env)


def parlour_loop(game: str, seats: int) -> Measure:
    found = find(game)
    return partial(measure_loop, found, seats, prepare_options(found, seats, {}))


def parlour_aec(game: str, seats: int) -> Measure:
    from parlour.adapters import aec_env

    return partial(measure_aec, aec_env(game, seats))


def openspiel_loop(game: str) -> Measure:
    import pyspiel

    return partial(measure_openspiel, pyspiel.load_game(game))


def pettingzoo_aec(game: str) -> Measure:
    from importlib import import_module

    return partial(measure_aec, import_module(f"pettingzoo.classic.{game}").env())


def pgx_vector(game: str) -> Measure:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game)
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    choose = jax.jit(lambda key, legal: jax.random.categorical(key, jax.numpy.log(legal.astype("float32")), axis=-1))
    first = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), MATCHES))
    return partial(measure_pgx, step, choose, first)


def measure_openspiel(game: Any, seconds: float) -> float:
    rng = random.Random(1)
    decisions, spent = 0, 0.0
    state = game.new_initial_state()
    while spent < seconds:
        began = time.process_time()
        if state.is_terminal():
            state = game.new_initial_state()
        while state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        player = state.current_player()
        if player < 0:  # all players answer at once
            asked = range(game.num_players())
            legal = [state.legal_actions(each) for each in asked]
            seen = [state.observation_tensor(each) for each in asked]
        else:
            legal, seen = [state.legal_actions()], [state.observation_tensor(player)]
        spent += time.process_time() - began
        chosen = [rng.choice(each) for each in legal]
        began = time.process_time()
        if player < 0:
            state.apply_actions(chosen)
        else:
            state.apply_action(chosen[0])
        spent += time.process_time() - began
        decisions += len(seen)
    return decisions / spent


def measure_aec(env: Any, seconds: float) -> float:
    rng = np.random.default_rng(1)
    decisions, spent, seed = 0, 0.0, 0
    while spent < seconds:
        began = time.process_time()
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, ended, cut_off, _ = env.last()
            spent += time.process_time() - began
            action = None if ended or cut_off else int(rng.choice(np.flatnonzero(observation["action_mask"])))
            decisions += action is not None
            began = time.process_time()
            env.step(action)
            if spent > seconds:
                break
        spent += time.process_time() - began
    return decisions / spent


def measure_pgx(step: Callable[..., Any], choose: Callable[..., Any], state: Any, seconds: float) -> float:
    import jax

    key = jax.random.PRNGKey(1)
    decisions, spent = -MATCHES * WARM_UP, 0.0
    while spent < seconds:
        key, pick, deal = jax.random.split(key, 3)
        chosen = choose(pick, state.legal_action_mask)
        deals = jax.random.split(deal, MATCHES)
        jax.block_until_ready((chosen, deals))
        began = time.process_time()
        state = jax.block_until_ready(step(state, chosen, deals))
        decisions += MATCHES
        spent += time.process_time() - began if decisions > 0 else 0.0  # the first step compiles
    return decisions / spent


PARLOUR_ROWS = tuple(
    Row("Parlour", packages, f"{game}, {seats}", way, partial(prepare, game, seats))
    for game, seats in (("magpie", 2), ("harmonictook", 4), ("hunter", 4), ("bones", 1), ("stumped", 2))
    for way, packages, prepare in (
        ("vector", (), parlour_vector),
        ("plain loop", (), parlour_loop),
        ("PettingZoo", ("pettingzoo",), parlour_aec),
    )
)
GOOFSPIEL = "goofspiel(imp_info=True,num_cards=12)"
ROWS = (
    *PARLOUR_ROWS,
    *(Row("OpenSpiel", ("open_spiel",), game.partition("(")[0] + ", 2", "plain loop", partial(openspiel_loop, game))
      for game in ("connect_four", "backgammon", GOOFSPIEL)),
    *(Row("PettingZoo", ("pettingzoo", *more), f"{game}, 2", "PettingZoo", partial(pettingzoo_aec, game))
      for game, more in (("connect_four_v3", ("pygame-ce",)), ("texas_holdem_v4", ("rlcard", "pygame-ce")))),
    *(Row("pgx", ("pgx", "jax"), f"{game}, 2", "vector", partial(pgx_vector, game))
      for game in ("connect_four", "backgammon")),
)  # fmt: skip


def missing(packages: Sequence[str]) -> Iterator[str]:
    for package in packages:
        try:
            version(package)
        except PackageNotFoundError:
            yield package


def main(words: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description="Parlour's environments beside those of others.")
    parser.add_argument("--seconds", type=float, default=1.0, help="of processor time for a row and round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="only rows of this library")
    given = parser.parse_args(words)
    rows = [row for row in ROWS if given.only in ("", row.library)]
    lacking = sorted({name for row in rows for name in missing(row.packages)})
    rows = [row for row in rows if not any(missing(row.packages))]
    measures = [row.prepare() for row in rows]
    found = [[measure(given.seconds) for measure in measures] for _ in range(given.rounds)]
    others = sorted({name for row in rows for name in row.packages})
    build = "compiled" if is_compiled() else "plain Python"
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    print(f"{build} build, Python {sys.version.split()[0]}, {', '.join(f'{name} {version(name)}' for name in others)};")
    print(f"{os.cpu_count()} cores, load average {load}; the median of {given.rounds} rounds.\n")
    print("| library | game, seats | interface | decisions a second |\n|---|---|---|--:|")
    for row, column in zip(rows, zip(*found, strict=True), strict=True):
        print(f"| {row.library} | {row.game} | {row.way} | {median(column):,.0f} |")
    if lacking:
        print(f"\nNot installed, so their rows are missing: {', '.join(lacking)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
