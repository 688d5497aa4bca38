"""The greedy bot, which plays any game and looks one answer ahead."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.bots.playout import MAX_STEPS, best_other_outlook
from parlour.kernel.match import Bot, draw_outcome
from parlour.kernel.rng import Rng
from parlour.kernel.state import State, first_owing

SAMPLES: Final[i64] = 16  # random futures in which every answer is tried


class Greedy(Bot):
    """A bot that tries each answer in random futures and takes the one with the best mean lead in outlook.

    Outlook is the game's own estimate of how well a seat is doing; the lead is over the best other seat."""

    def choose(self, world: State, seat: i64) -> i64:
        answers = world.legal(seat)[:]
        if len(answers) == 1:
            return answers[0]
        gains = vec[i64]([0] * len(answers))
        luck = Rng(0)
        for _sample in range(SAMPLES):
            future = self.rng.next()
            for index in range(len(answers)):
                luck.seed(future)  # the same luck for every answer
                after = world.imagine(seat, luck)
                after.play(seat, answers[index])
                play_until_asked(after, seat, luck)
                gains[index] += after.outlook(seat) - best_other_outlook(after, seat)
        return self.rng.pick(best_answers(answers, gains))


def play_until_asked(world: State, seat: i64, rng: Rng) -> None:
    """Plays the other seats and the dealer at random until this seat must answer or the match is over.

    Stops in any case after a fixed number of steps."""
    for _step in range(MAX_STEPS):
        if world.outcomes > 0:
            world.deal_outcome(draw_outcome(world, rng))
        elif world.owes(seat) or world.owing == 0:
            return
        else:
            other = first_owing(world.owing)
            world.play(other, rng.pick(world.legal(other)))


def best_answers(answers: vec[i64], gains: vec[i64]) -> vec[i64]:
    """Returns the answers that share the highest gain; `gains` has one number per answer."""
    best = gains[0]
    for gain in gains:
        if gain > best:
            best = gain
    found = vec[i64]()
    for index in range(len(answers)):
        if gains[index] == best:
            found = append(found, answers[index])
    return found
