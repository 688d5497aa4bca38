"""A player that tries every answer in many random matches."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots.budget import Budget, read_budget
from parlour.bots.playout import play_on, worth
from parlour.kernel.match import Bot
from parlour.kernel.state import State

USUAL: Final = "500"


class Rollout(Bot):
    """The answer with the best mean end, the playouts shared fairly."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, world: State, seat: i64) -> i64:
        answers = world.legal(seat)[:]
        if len(answers) == 1:
            return answers[0]
        sums = vec[float]([0.0] * len(answers))
        tries = vec[float]([0.0] * len(answers))
        before = world.outlook(seat)
        at = self.rng.below(len(answers))  # a small budget must not favour the first answers
        self.budget.begin()
        while self.budget.spend():
            after = world.imagine(seat, self.rng)
            after.play(seat, answers[at])
            play_on(after, self.rng)
            sums[at] += worth(after, seat, before)
            tries[at] += 1.0
            at = (at + 1) % len(answers)
        return answers[best_mean(sums, tries)]


def best_mean(sums: vec[float], tries: vec[float]) -> i64:
    """The first with the highest mean among those that were tried."""
    best: i64 = -1
    mean = 0.0
    for index in range(len(sums)):
        if tries[index] == 0.0:
            continue
        if best < 0 or sums[index] / tries[index] > mean:
            best = index
            mean = sums[index] / tries[index]
    return best


def rollout(argument: str) -> Bot:
    return Rollout(read_budget("rollout", argument, USUAL))
