"""Random playouts for bots, and the value of their end for a seat, from 0 (bad) to 1 (good)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.action_list import ActionList
from parlour.kernel.match import draw_outcome
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

MAX_STEPS: Final[i64] = 2000  # answers and outcomes after which a playout is stopped
WIN_WORTH: Final = 0.5  # value of the win; the rest is for the share of beaten seats
UNFINISHED_SPAN: Final = 0.8  # a stopped playout has a value from 0.1 to 0.9
MAX_LOST_SOLITAIRE: Final = 0.3  # highest value of a solitaire that is not won
HALF_GAIN_STEPS: Final = 100.0  # a gain after this many steps of a solitaire counts half


class SolitaireProgress:
    """Measures how far a playout of a one-player game got, since nearly all random ones are lost."""

    def __init__(self, before: i64) -> None:
        self.start_outlook = before  # at the question of the bot
        self.steps = 0
        self.best_gain = 0.0
        self.legal = ActionList()  # used again for every question of a playout

    def reset(self) -> None:
        self.steps = 0
        self.best_gain = 0.0

    def observe(self, world: State) -> None:
        """Notes the best gain in outlook so far in a one-player playout, after each step. Late gains count less."""
        self.steps += 1
        gain = 2.0 * relative_outlook(world.outlook(0), self.start_outlook) - 1.0
        if gain > 0.0:
            gain = gain * HALF_GAIN_STEPS / (HALF_GAIN_STEPS + self.steps)
            if gain > self.best_gain:
                self.best_gain = gain

    def estimate(self, world: State) -> float:
        return 0.75 * self.best_gain + 0.25 * relative_outlook(world.outlook(0), self.start_outlook)


def play_randomly(world: State, rng: Rng, progress: SolitaireProgress) -> None:
    """Plays a position on with random answers and outcomes until the match is over or a step limit is reached."""
    solitaire = world.seats == 1
    legal = progress.legal
    for _step in range(MAX_STEPS):
        if world.outcomes > 0:
            world.deal_outcome(draw_outcome(world, rng))
        elif world.owing != 0:
            seat = first_owing(world.owing)
            world.list_legal(seat, legal)
            world.play(seat, legal.numbers[rng.below(legal.count)])
        else:
            return
        if solitaire:
            progress.observe(world)


def playout_value(world: State, seat: i64, progress: SolitaireProgress) -> float:
    """Returns a playout's value for a seat, from 0 to 1, by final standing; if it was stopped early, by outlook.

    A one-player game is worth 1 if it is won, else at most 0.3, by how far it got."""
    if world.seats == 1:
        return 1.0 if world.over() and world.standing(seat) > 0 else MAX_LOST_SOLITAIRE * progress.estimate(world)
    if not world.over():
        return 0.5 + UNFINISHED_SPAN * (relative_outlook(world.outlook(seat), best_other_outlook(world, seat)) - 0.5)
    return standing_value(all_standings(world), seat)


def playout_values(world: State, progress: SolitaireProgress) -> vec[float]:
    """Returns a playout's value for every seat, as `playout_value` does."""
    if world.seats == 1 or not world.over():
        return vec[float]([playout_value(world, seat, progress) for seat in range(world.seats)])
    standings = all_standings(world)
    return vec[float]([standing_value(standings, seat) for seat in range(world.seats)])


def all_standings(world: State) -> vec[i64]:
    return vec[i64]([world.standing(seat) for seat in range(world.seats)])


def standing_value(standings: vec[i64], seat: i64) -> float:
    """Returns the value of a finished match for a seat, 0 to 1: half for the win, half for the share of beaten seats.

    `standings` has a number per seat: higher is better, equal is a tie, and only one above zero wins."""
    mine = standings[seat]
    others: int = len(standings) - 1
    beaten = 0
    level = -1  # the seat itself is not counted
    for theirs in standings:
        if theirs < mine:
            beaten += 1
        elif theirs == mine:
            level += 1
    rank = (beaten + 0.5 * level) / others
    if mine <= 0 or beaten + level < others:
        return (1.0 - WIN_WORTH) * rank
    return WIN_WORTH / (level + 1) + (1.0 - WIN_WORTH) * rank


def relative_outlook(mine: int, theirs: int) -> float:
    """Compares two seats' outlooks (estimates of success): 0.5 if equal, towards 1 the better the first one is."""
    return 0.5 + 0.5 * (mine - theirs) / (abs(mine) + abs(theirs) + 1)


def best_other_outlook(world: State, seat: i64) -> i64:
    """Returns the highest outlook (estimate of success) among the other seats; 0 in a one-player game."""
    best: i64 = 0
    found = False
    for other in range(world.seats):
        if other != seat:
            outlook = world.outlook(other)
            if not found or outlook > best:
                best = outlook
                found = True
    return best
