"""Elo ratings at tables of any size: every pair is a game, and a table changes a rating at most as much as one game."""

from __future__ import annotations

from collections.abc import Sequence

START_ELO = 1500.0
K_FACTOR = 32.0
ELO_SCALE = 400.0  # a lead of odds ten to one


def expected_score(mine: float, other: float) -> float:
    """Returns the expected score, between 0 and 1, of a player with the Elo `mine` against one with the Elo `other`."""
    return float(1 / (1 + 10 ** ((other - mine) / ELO_SCALE)))


WIN, TIE, LOSS = 0, 1, 2
RESULT_SCORES = (1.0, 0.5, 0.0)  # by result


def compare_standings(mine: int, other: int) -> int:
    """Returns WIN, LOSS or TIE for a player whose standing at the end is higher, lower or equal to the opponent's."""
    return WIN if mine > other else LOSS if mine < other else TIE


def luck_variance(players: int, k: float = K_FACTOR) -> float:
    """Returns the variance of a player's change of Elo in a match whose order of finish is pure luck."""
    return k**2 * (players + 1) / (12 * (players - 1))


def elo_changes(standings: Sequence[int], ratings: Sequence[float], k: float = K_FACTOR) -> list[float]:
    """Returns how much a match changes the Elo of each player at the table, by seat; the sum of the changes is zero. A
    higher standing is better, an equal one a tie."""
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
