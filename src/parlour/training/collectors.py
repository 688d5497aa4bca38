"""Collects decisions by self-play: in this process, and in further ones that play while this one learns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType

import numpy as np

from parlour import games as game_list
from parlour.adapters.vector_env import vector
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import match_seed
from parlour.training.network import Layers, copy_layers
from parlour.training.self_play import Decisions, SelfPlay, join_decisions
from parlour.training.training_plan import TrainingPlan
from parlour.workers.worker import Worker

MATCHES = 192  # at a time, in all processes together
STEPS = 128  # answers in each match between two lessons
MAX_NUMBERS = 1 << 26  # features of all answers between two lessons; with more, there are fewer steps
RIVAL_SHARE = 1 / 2  # of the matches are against the rivals, not against itself
OLD_SHARE = 0.3  # of the matches against itself are against an earlier self
PATIENCE = 600.0  # seconds for a process to play its steps

# Game, options, seats, rivals, teacher, matches, seed.
GroupPlan = tuple[str, Options, Sequence[int], Sequence[str], str, int, int]


def make_groups(game: Game, plan: GroupPlan) -> list[SelfPlay]:
    """Returns the groups of matches of one process: for each number of seats one against itself, one for each rival."""
    _, options, seats, rivals, teacher, matches, seed = plan
    groups: list[SelfPlay] = []
    for count in seats:
        lanes = max(1, matches // len(seats))
        each = max(1, int(lanes * RIVAL_SHARE / len(rivals))) if rivals and count > 1 else 0
        tables = [((), max(1, lanes - each * len(rivals))), *(((rival,), each) for rival in rivals if each)]
        for opponents, size in tables:
            own_seed = int(match_seed(seed, len(groups)))
            env = vector(game, size, count, dict(options), (), own_seed)
            groups.append(SelfPlay(env, np.random.default_rng(abs(own_seed)), OLD_SHARE, opponents, teacher))
    return groups


def steps_for(width: int) -> int:
    return max(8, min(STEPS, MAX_NUMBERS // (width * MATCHES)))


class Collectors:
    """All processes that play: the first is this one, the others are one lesson behind."""

    def __init__(self, plan: TrainingPlan, seed: int) -> None:
        plans: list[GroupPlan] = [
            (
                plan.game.name,
                plan.options,
                plan.seats,
                plan.rivals,
                plan.teacher,
                math.ceil(MATCHES / plan.jobs),
                match_seed(seed, job),
            )
            for job in range(plan.jobs)
        ]
        self.steps = steps_for(len(plan.game.study.features.names))
        self.groups = make_groups(plan.game, plans[0])
        self.plans = plans[1:]
        self.workers = [Worker(PATIENCE) for _ in self.plans]
        self.threads = ThreadPoolExecutor(max(1, len(self.workers)))
        self.pending: list[Future[tuple[Decisions, int]]] = []
        self.games = 0

    def collect(self, layers: Layers, old: Layers | None, taught: bool) -> Decisions:
        """Returns decisions with these weights from this process, and with those of the call before from the others."""
        before = sum(group.finished for group in self.groups)
        parts = [group.collect(layers, old, self.steps, taught) for group in self.groups]
        self.games += sum(group.finished for group in self.groups) - before
        for future in self.pending:
            made, games = future.result()
            parts.append(made)
            self.games += games
        self.pending = [
            self.threads.submit(self._ask, worker, plan, copy_layers(layers), old, taught)
            for worker, plan in zip(self.workers, self.plans, strict=True)
        ]
        return join_decisions(parts)

    def _ask(
        self, worker: Worker, plan: GroupPlan, layers: Layers, old: Layers | None, taught: bool
    ) -> tuple[Decisions, int]:
        reply = worker.call(collect_here, plan, layers, old, self.steps, taught)
        if reply.fault:
            raise Problem(f"A process that plays for the training {reply.fault}; train with fewer --jobs.")
        made: tuple[Decisions, int] = reply.value
        return made

    def __enter__(self) -> Collectors:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.workers:
            worker.shut_down()
        self.threads.shutdown()
        for worker in self.workers:
            worker.close()


_groups: dict[int, list[SelfPlay]] = {}  # in a worker process: its groups, by their seed


def collect_here(
    plan: GroupPlan, layers: Layers, old: Layers | None, steps: int, taught: bool
) -> tuple[Decisions, int]:
    """Plays on in a worker process, whose matches stay between two calls; returns decisions and finished matches."""
    groups = _groups.get(plan[-1])
    if groups is None:
        groups = _groups[plan[-1]] = make_groups(game_list.find(plan[0]), plan)
    before = sum(group.finished for group in groups)
    made = join_decisions([group.collect(layers, old, steps, taught) for group in groups])
    return made, sum(group.finished for group in groups) - before
