"""A match played on at random, and what its end is worth to a seat: between 0 and 1."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.kernel.match import draw_outcome
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

MAX_STEPS: Final[i64] = 2000  # answers and outcomes after which a playout is broken off
WIN_WORTH: Final = 0.5  # what the win alone is worth; the rest is for the seats beaten
UNFINISHED_SPAN: Final = 0.8  # a broken-off playout is worth from 0.1 to 0.9
MAX_LOST_SOLITAIRE: Final = 0.3  # the most a solitaire is worth that is not won
HALF_GAIN_STEPS: Final = 100.0  # steps after which a solitaire's gain counts half


class SolitaireProgress:
    """How far a solitaire got that was not won: at random nearly all are lost, but not equally soon."""

    def __init__(self, before: i64) -> None:
        self.start_outlook = before  # the outlook when the question was asked
        self.steps = 0
        self.best_gain = 0.0

    def reset(self) -> None:
        self.steps = 0
        self.best_gain = 0.0

    def observe(self, world: State) -> None:
        """After each step: the best gain on the way. A late one counts less, since nobody else presses the player."""
        self.steps += 1
        gain = 2.0 * relative_outlook(world.outlook(0), self.start_outlook) - 1.0
        if gain > 0.0:
            gain = gain * HALF_GAIN_STEPS / (HALF_GAIN_STEPS + self.steps)
            if gain > self.best_gain:
                self.best_gain = gain

    def estimate(self, world: State) -> float:
        return 0.75 * self.best_gain + 0.25 * relative_outlook(world.outlook(0), self.start_outlook)


def play_randomly(world: State, rng: Rng, hope: SolitaireProgress) -> None:
    """Random answers and true odds, until the match is over or the steps are used up."""
    solitaire = world.seats == 1
    for _ in range(MAX_STEPS):
        if world.outcomes > 0:
            world.deal_outcome(draw_outcome(world, rng))
        elif world.owing != 0:
            seat = first_owing(world.owing)
            world.play(seat, rng.pick(world.legal(seat)))
        else:
            return
        if solitaire:
            hope.observe(world)


def playout_value(world: State, seat: i64, hope: SolitaireProgress) -> float:
    """The final standing as a number; a broken-off playout is judged by its outlook."""
    if world.seats == 1:
        return 1.0 if world.over() and world.standing(seat) > 0 else MAX_LOST_SOLITAIRE * hope.estimate(world)
    if not world.over():
        return 0.5 + UNFINISHED_SPAN * (relative_outlook(world.outlook(seat), best_other_outlook(world, seat)) - 0.5)
    mine = world.standing(seat)
    others: int = world.seats - 1
    beaten = 0
    level = 0
    for other in range(world.seats):
        if other == seat:
            continue
        theirs = world.standing(other)
        if theirs < mine:
            beaten += 1
        elif theirs == mine:
            level += 1
    rank = (beaten + 0.5 * level) / others
    if mine <= 0 or beaten + level < others:
        return (1.0 - WIN_WORTH) * rank
    return WIN_WORTH / (level + 1) + (1.0 - WIN_WORTH) * rank


def relative_outlook(mine: int, theirs: int) -> float:
    """One outlook beside another: a half if they are alike, between 0 and 1 whatever their size and sign."""
    return 0.5 + 0.5 * (mine - theirs) / (abs(mine) + abs(theirs) + 1)


def best_other_outlook(world: State, seat: i64) -> i64:
    """The best outlook among the other seats; none in a solitaire."""
    best: i64 = 0
    found = False
    for other in range(world.seats):
        if other != seat:
            outlook = world.outlook(other)
            if not found or outlook > best:
                best = outlook
                found = True
    return best
