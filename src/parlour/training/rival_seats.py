"""Bots at the tables of a learner, which has one seat or some of them, or none and learns by watching."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64

from parlour.adapters.vector_env import VectorEnv
from parlour.bots import make_bot
from parlour.kernel.match import ask_bot
from parlour.training.network import Ints


class RivalSeats:
    """The bots of all matches of an environment, by match and seat, and the seats that are the learner's instead."""

    def __init__(self, env: VectorEnv, names: Sequence[str], rng: np.random.Generator, mixed: bool = False) -> None:
        self.env = env
        self.rng = rng
        self.mixed = mixed  # the learner may have several seats, as many as chance decides; else one
        self.bots = [
            [make_bot(env.game, names[(seat + match) % len(names)], env.options) for seat in range(env.seats)]
            for match in range(env.n if names else 0)
        ]
        self.turns = np.zeros((env.n, env.seats), np.int64)
        self.learner = np.ones((env.n, env.seats), np.bool_)  # by match and seat: whether it is the learner's
        self.begin(np.arange(env.n))

    def begin(self, matches: Ints) -> None:
        """Seats the learner anew in matches that begin, and lets the bots forget the match before."""
        if not self.bots:
            return
        for match in matches:
            chance = self.rng.random() if self.mixed else 0.0
            self.learner[match] = self.rng.random(self.env.seats) < chance
            self.learner[match, self.env.lockstep.learner_seat(int(match))] = True
            self.turns[match] = 0
            for bot in self.bots[match]:
                bot.notes = vec[i64]()

    def answer(self, actions: Ints) -> None:
        """Writes the bots' answers to the actions of those matches in which a bot is asked."""
        for match in np.flatnonzero(~self.learner[np.arange(self.env.n), self.env.seat]):
            actions[match] = self.ask(int(match))

    def ask(self, match: int) -> int:
        """Returns what the bot at the asked seat answers, whosever the seat is."""
        seat, lockstep = int(self.env.seat[match]), self.env.lockstep
        state = lockstep.states[match]
        turn = int(self.turns[match, seat])
        self.turns[match, seat] += 1
        action = int(ask_bot(self.bots[match][seat], state, seat, lockstep.match_seeds[match], turn))
        return action if action >= 0 else int(state.default_answer(seat))
