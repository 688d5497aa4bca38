"""The rollout bot, which plays any game and tries every answer in many random playouts."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.bots.budget import Budget, parse_budget
from parlour.bots.playout import SolitaireProgress, play_randomly, playout_value
from parlour.kernel.match import Bot
from parlour.kernel.state import State

DEFAULT_BUDGET: Final = "500"


class Rollout(Bot):
    """A bot that plays each answer out at random, equally often, and takes the one with the best mean value."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    def choose(self, world: State, seat: i64) -> i64:
        answers = world.legal(seat)[:]
        if len(answers) == 1:
            return answers[0]
        sums = vec[float]([0.0] * len(answers))
        tries = vec[float]([0.0] * len(answers))
        progress = SolitaireProgress(world.outlook(seat))
        at = self.rng.below(len(answers))  # random, so that a small budget does not favour the first answers
        self.budget.start()
        while self.budget.take_try():
            progress.reset()
            after = world.imagine(seat, self.rng)
            after.play(seat, answers[at])
            progress.observe(after)
            play_randomly(after, self.rng, progress)
            sums[at] += playout_value(after, seat, progress)
            tries[at] += 1.0
            at = (at + 1) % len(answers)
        return self.rng.pick(best_means(answers, sums, tries))


def best_means(answers: vec[i64], sums: vec[float], tries: vec[float]) -> vec[i64]:
    """Returns the answers that share the highest mean value, leaving out answers that were never tried."""
    found = vec[i64]()
    best = 0.0
    for index in range(len(answers)):
        if tries[index] == 0.0:
            continue
        mean = sums[index] / tries[index]
        if len(found) == 0 or mean > best:
            best = mean
            found = vec[i64]()
        if mean == best:
            found = append(found, answers[index])
    return found


def rollout(argument: str) -> Bot:
    return Rollout(parse_budget("rollout", argument, DEFAULT_BUDGET))
