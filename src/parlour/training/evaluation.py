"""Measures a network in play: its share of the win against bots, and how well its estimates come true."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from parlour.adapters.vector_env import vector
from parlour.arena.summary import wilson_interval
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.training.legal_choices import legal_choices
from parlour.training.network import Layers, run_forward
from parlour.training.rival_seats import RivalSeats

LANES = 50  # matches at a time
BINS = 10  # of the estimates


class StrengthScore(NamedTuple):
    """The result of a network against one kind of rival at tables with one number of seats."""

    seats: int
    rival: str  # empty: a solitaire
    matches: int
    share: float  # of the win
    low: float  # 95 % interval
    high: float

    @property
    def elo(self) -> float:
        """Returns the lead in Elo over the rivals that would give this share of the win at such a table."""
        share = min(max(self.share, 0.5 / self.matches), 1 - 0.5 / self.matches)
        return 400 * math.log10(share * max(1, self.seats - 1) / (1 - share))


class Reliability(NamedTuple):
    """How often matches were won whose share of the win was estimated at about `estimate`."""

    decisions: int
    estimate: float
    won: float


def measure(
    layers: Layers, game: Game, options: Options, seats: int, rival: str, matches: int, seed: int, sample: bool = False
) -> StrengthScore:
    """Plays matches against a rival in all other seats, and every lane equally many, so that short ones do not count
    more often."""
    lanes = min(LANES, matches)
    env = vector(game, lanes, seats, dict(options), (), seed)
    rng = np.random.default_rng(abs(seed))
    rivals = RivalSeats(env, [rival] if seats > 1 else [], rng)
    left = np.full(lanes, -(-matches // lanes))
    total = int(left.sum())
    won = 0.0
    while left.any():
        legal = legal_choices(env.legal)
        log_chances = legal.log_chances(run_forward(layers, env.observation).logits)
        chosen = legal.draw(log_chances, rng) if sample else legal.best(log_chances)
        actions = legal.action[chosen]
        rivals.answer(actions)
        seat = rivals.learner.argmax(axis=1)
        env.step(actions)
        ended = env.ended | env.cut_off
        over = np.flatnonzero(ended & (left > 0))
        won += float(env.reward[over, seat[over]].sum())
        left[over] -= 1
        rivals.begin(np.flatnonzero(ended))
    return StrengthScore(seats, rival if seats > 1 else "", total, won / total, *wilson_interval(won, total))


def measure_reliability(
    layers: Layers, game: Game, options: Options, seats: int, matches: int, seed: int, sample: bool
) -> list[Reliability]:
    """Plays matches against itself, and compares the estimates at all decisions with what came of them."""
    env = vector(game, LANES, seats, dict(options), (), seed)
    rng = np.random.default_rng(abs(seed))
    sums = np.zeros((BINS, 3))
    open_estimates: list[list[tuple[int, float]]] = [[] for _ in range(LANES)]
    finished = 0
    while finished < matches:
        legal = legal_choices(env.legal)
        seen = run_forward(layers, env.observation)
        log_chances = legal.log_chances(seen.logits)
        chosen = legal.draw(log_chances, rng) if sample else legal.best(log_chances)
        for lane in np.flatnonzero(legal.size > 1):
            open_estimates[lane].append((int(env.seat[lane]), float(seen.shares[lane, 0])))
        env.step(legal.action[chosen])
        for lane in np.flatnonzero(env.ended | env.cut_off):
            for seat, estimate in open_estimates[lane]:
                sums[min(BINS - 1, int(estimate * BINS))] += (1, estimate, env.reward[lane, seat])
            open_estimates[lane].clear()
            finished += 1
    return [Reliability(int(count), made / count, won / count) for count, made, won in sums if count]
