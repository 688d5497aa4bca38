"""Bots at the tables of a learner: they have all seats but one, which moves on by one from match to match."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64
from numpy.typing import NDArray

from parlour.adapters.vector_env import VectorEnv
from parlour.bots import make_bot
from parlour.kernel.match import ask_bot
from parlour.training.network import Ints


class RivalSeats:
    """The bots of all matches of an environment. Seats are asked in the order of an ordinary match.

    The environment's own opponents answer before the learner. Where answers are not sealed, as in Hunter's shops, a
    learner would rely on always coming last."""

    def __init__(self, env: VectorEnv, names: Sequence[str]) -> None:
        self.env = env
        self.bots = [[make_bot(env.game, name, env.options) for name in names] for _ in range(env.n)]
        self.turns = np.zeros((env.n, env.seats), np.int64)
        self.learner = np.zeros((env.n, env.seats), np.bool_)  # by match and seat: whether it is the learner's
        self.begin(np.arange(env.n))

    def begin(self, matches: Ints) -> None:
        """Seats the learner anew in matches that begin, and lets the bots forget the match before."""
        for match in matches:
            self.learner[match] = False
            self.learner[match, self.env.lockstep.learner_seat(int(match))] = True
            self.turns[match] = 0
            for bot in self.bots[match]:
                bot.notes = vec[i64]()

    def answer(self, asked: NDArray[np.bool_], actions: Ints) -> None:
        """Writes the bots' answers to the actions of those matches in which a bot is asked."""
        lockstep = self.env.lockstep
        for match in np.flatnonzero(asked):
            lane, seat = int(match), int(self.env.seat[match])
            state = lockstep.states[lane]
            number = (seat - int(lockstep.learner_seat(lane)) + self.env.seats) % self.env.seats - 1
            turn = int(self.turns[lane, seat])
            action = ask_bot(self.bots[lane][number], state, seat, lockstep.match_seeds[lane], turn)
            actions[match] = action if action >= 0 else state.default_answer(seat)
            self.turns[lane, seat] += 1
