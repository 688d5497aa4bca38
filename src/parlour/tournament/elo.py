"""Elo at tables of any size: every pair is a game, and a table moves nobody further than one game would."""

from __future__ import annotations

from collections.abc import Sequence

START_ELO = 1500.0
K_FACTOR = 32.0
ELO_SCALE = 400.0  # points that make ten to one


def expected_score(mine: float, other: float) -> float:
    """What a player with my rating scores against the other, between 0 and 1."""
    return float(1 / (1 + 10 ** ((other - mine) / ELO_SCALE)))


WIN, TIE, LOSS = 0, 1, 2
RESULT_SCORES = (1.0, 0.5, 0.0)  # of these


def compare_standings(mine: int, other: int) -> int:
    """A win for who stands above, a loss for who stands below, a tie for exact equals."""
    return WIN if mine > other else LOSS if mine < other else TIE


def elo_changes(standings: Sequence[int], ratings: Sequence[float], k: float = K_FACTOR) -> list[float]:
    """What a table changes, from ratings before it; what one gains another loses."""
    changes = [0.0] * len(standings)
    for one in range(len(standings)):
        for other in range(one):
            surprise = RESULT_SCORES[compare_standings(standings[one], standings[other])] - expected_score(
                ratings[one], ratings[other]
            )
            change = k / (len(standings) - 1) * surprise
            changes[one] += change
            changes[other] -= change
    return changes
