"""Playouts, matches and copies many times over, so that a benchmark measures them and not the calls from Python."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.bots.playout import SolitaireProgress, play_randomly
from parlour.kernel.match import Bot, Log, play_out_match
from parlour.kernel.rng import Rng, match_seed
from parlour.kernel.state import State


def repeat_playouts(start: State, seed: i64, count: i64) -> None:
    """Plays `count` copies of a position on at random to their ends."""
    rng = Rng(seed)
    progress = SolitaireProgress(start.outlook(0))
    for _number in range(count):
        play_randomly(start.clone(), rng, progress)


def repeat_matches(start: State, bots: list[Bot], seed: i64, count: i64) -> i64:
    """Plays the first `count` matches of a run between the same bots. Returns the number of answers and outcomes."""
    steps: i64 = 0
    for index in range(count):
        log = Log()
        play_out_match(start.clone(), bots, match_seed(seed, index), log)
        steps += log.count()
    return steps


def repeat_clones(state: State, count: i64) -> None:
    for _number in range(count):
        state.clone()
