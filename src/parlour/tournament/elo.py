"""Elo at tables of any size: every pair is a game, and a table moves nobody further than one game would."""

from __future__ import annotations

from collections.abc import Sequence

START = 1500.0
K = 32.0
SCALE = 400.0  # points that make ten to one


def expected(mine: float, other: float) -> float:
    """What a player with my rating scores against the other, between 0 and 1."""
    return float(1 / (1 + 10 ** ((other - mine) / SCALE)))


WIN, TIE, LOSS = 0, 1, 2
RESULTS = (1.0, 0.5, 0.0)  # of these


def verdict(mine: int, other: int) -> int:
    """A win for who stands above, a loss for who stands below, a tie for exact equals."""
    return WIN if mine > other else LOSS if mine < other else TIE


def deltas(standings: Sequence[int], ratings: Sequence[float], k: float = K) -> list[float]:
    """What a table changes, from ratings before it; what one gains another loses."""
    changes = [0.0] * len(standings)
    for one in range(len(standings)):
        for other in range(one):
            surprise = RESULTS[verdict(standings[one], standings[other])] - expected(ratings[one], ratings[other])
            change = k / (len(standings) - 1) * surprise
            changes[one] += change
            changes[other] -= change
    return changes
