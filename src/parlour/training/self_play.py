"""Self-play for training: matches in lockstep, whose decisions become rows with their returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.adapters.vector_env import VectorEnv
from parlour.training.legal_choices import LegalChoices, legal_choices
from parlour.training.network import Floats, Ints, Layers, run_forward
from parlour.training.rival_seats import RivalSeats

OWN_SHARE = 0.2  # of the answers while it is taught, the learner plays its own
TRACE = 0.95  # lambda: how far a result reaches back beyond the next estimate


class Decisions(NamedTuple):
    """Decisions of the learner, a row each, with what came of them."""

    rows: Floats  # features
    legal: LegalChoices
    chosen: Ints  # the index of the choice in `legal`, by row
    log_chance: Floats  # of the chosen answer
    advantage: Floats  # how much better the match went than expected
    returns: Floats  # shares of the win to be expected in hindsight, by seat, the own first
    present: Floats  # 1 for the seats in play, by seat, the own first
    taught: bool = False  # the chosen answers are those of a teacher


class SelfPlay:
    """One group of matches with the same seats, options and rivals, played on from one collection to the next."""

    def __init__(
        self,
        env: VectorEnv,
        rng: np.random.Generator,
        old_share: float = 0.0,
        rivals: Sequence[str] = (),
        teacher: str = "",
    ) -> None:
        self.env = env
        self.rng = rng
        self.teacher = RivalSeats(env, [teacher], rng) if teacher else None
        self.rivals = RivalSeats(env, rivals, rng, mixed=True) if rivals else None  # else itself, or an earlier self
        self.old_share = 0.0 if rivals or env.seats == 1 else old_share
        self.learner = self.rivals.learner if self.rivals else np.ones((env.n, env.seats), np.bool_)
        self.finished = 0
        self._assign_seats(np.ones(env.n, np.bool_))

    def _assign_seats(self, fresh: NDArray[np.bool_]) -> None:
        """Seats the rivals in matches that begin, or draws whether an earlier self plays all seats but one."""
        for bots in (self.rivals, self.teacher):
            if bots is not None:
                bots.begin(np.flatnonzero(fresh))
        count = int(fresh.sum())
        if count == 0 or self.old_share == 0.0:
            return
        seats = np.ones((count, self.env.seats), np.bool_)
        mixed = self.rng.random(count) < self.old_share
        seats[mixed] = False
        seats[np.arange(count), self.rng.integers(self.env.seats, size=count)] = True
        self.learner[fresh] = seats

    def collect(self, layers: Layers, old: Layers | None, steps: int, taught: bool = False) -> Decisions:
        """Plays so many steps in all matches and returns the learner's decisions that are known to lead somewhere.

        If it is taught, these are the teacher's decisions; the learner plays some of its own, to be corrected."""
        env = self.env
        everyone = np.arange(env.n)
        moments: list[tuple[NDArray[np.bool_], Floats, LegalChoices, Ints, Floats]] = []
        rows: list[Floats] = []
        seats: list[Ints] = []
        ended: list[NDArray[np.bool_]] = []
        cut_off: list[NDArray[np.bool_]] = []
        rewards: list[Floats] = []
        for _ in range(steps):
            observation = env.observation
            legal = legal_choices(env.legal)
            seat = env.seat.copy()
            mine = self.learner[everyone, seat]
            seen = run_forward(layers, observation)
            logits = seen.logits
            if old is not None and not mine.all():
                logits[~mine] = run_forward(old, observation[~mine]).logits
            log_chances = legal.log_chances(logits)
            chosen = legal.draw(log_chances, self.rng)
            actions = legal.action[chosen]
            if taught and self.teacher is not None:
                chosen = self._ask_teacher(legal)
                own = self.rng.random(env.n) < OWN_SHARE
                actions = np.where(own, actions, legal.action[chosen])
            counted = mine & (legal.size > 1)
            keep = np.flatnonzero(counted)
            rows.append(observation[keep].copy())
            moments.append(
                (counted, seen.shares, legal.of_rows(keep), chosen[keep] - legal.start[keep], log_chances[chosen[keep]])
            )
            seats.append(seat)
            if self.rivals is not None:
                self.rivals.answer(actions)
            env.step(actions)
            over = env.ended | env.cut_off
            ended.append(env.ended.copy())
            cut_off.append(env.cut_off.copy())
            rewards.append(env.reward.astype(np.float32))
            self.finished += int(over.sum())
            self._assign_seats(over)
        made = self._with_returns(rows, moments, seats, ended, cut_off, rewards)
        return made._replace(taught=taught and self.teacher is not None)

    def _ask_teacher(self, legal: LegalChoices) -> Ints:
        """Returns, by match, the index of the choice that the teacher would make."""
        assert self.teacher is not None
        answers = np.array([self.teacher.ask(match) for match in range(self.env.n)])
        found = np.flatnonzero(legal.action == answers[legal.row])
        assert len(found) == self.env.n  # one choice in each match
        return found

    def _with_returns(
        self,
        rows: list[Floats],
        moments: list[tuple[NDArray[np.bool_], Floats, LegalChoices, Ints, Floats]],
        seats: list[Ints],
        ended: list[NDArray[np.bool_]],
        cut_off: list[NDArray[np.bool_]],
        rewards: list[Floats],
    ) -> Decisions:
        """Computes from the end to the beginning what the decisions led to, along the decisions of each seat.

        Of a match that is cut off nobody knows the result: what came last led nowhere."""
        env = self.env
        heads = moments[0][1].shape[1]
        following = np.zeros((env.n, env.seats, heads), np.float32)  # the estimate at a seat's next decision
        gains = np.zeros((env.n, env.seats, heads), np.float32)
        known = np.zeros((env.n, env.seats), np.bool_)  # whether the seat's next decision, or the end, is known
        turned = (np.arange(env.seats)[:, None] + np.arange(heads)[None, :]) % env.seats
        absent = np.arange(heads) >= env.seats
        parts = []
        for step in reversed(range(len(rows))):
            counted, shares, legal, chosen, log_chance = moments[step]
            over = ended[step]
            if over.any():
                final = rewards[step][over][:, turned]  # match, seat, distance
                final[:, :, absent] = 0.0
                following[over], gains[over], known[over] = final, 0.0, True
            known[cut_off[step]] = False
            at = np.flatnonzero(counted)
            seat = seats[step][at]
            value = shares[at]
            gain = following[at, seat] - value + TRACE * gains[at, seat]
            good = known[at, seat]
            following[at, seat], gains[at, seat], known[at, seat] = value, np.where(good[:, None], gain, 0.0), True
            pick = np.flatnonzero(good)
            parts.append(
                (rows[step][pick], legal.of_rows(pick), chosen[pick], log_chance[pick], gain[pick], value[pick])
            )
        parts.reverse()
        present = np.broadcast_to(~absent, (sum(len(part[0]) for part in parts), heads)).astype(np.float32)
        return join_parts(parts, present)


def join_parts(parts: list[tuple[Floats, LegalChoices, Ints, Floats, Floats, Floats]], present: Floats) -> Decisions:
    rows, legal, chosen, log_chance, gain, value = zip(*parts, strict=True)
    joined = join_legal(list(legal))
    gains = np.concatenate(gain)
    return Decisions(
        np.concatenate(rows),
        joined,
        joined.start + np.concatenate(chosen),
        np.concatenate(log_chance),
        gains[:, 0].copy(),
        np.clip(gains + np.concatenate(value), 0.0, 1.0),
        present,
    )


def join_legal(parts: list[LegalChoices]) -> LegalChoices:
    size = np.concatenate([part.size for part in parts])
    return LegalChoices(
        np.repeat(np.arange(len(size)), size),
        np.concatenate([part.action for part in parts]),
        np.cumsum(size) - size,
        size,
    )


def join_decisions(parts: list[Decisions]) -> Decisions:
    """Returns the decisions of several groups of matches as one."""
    legal = join_legal([part.legal for part in parts])
    return Decisions(
        np.concatenate([part.rows for part in parts]),
        legal,
        legal.start + np.concatenate([part.chosen - part.legal.start for part in parts]),
        np.concatenate([part.log_chance for part in parts]),
        np.concatenate([part.advantage for part in parts]),
        np.concatenate([part.returns for part in parts]),
        np.concatenate([part.present for part in parts]),
        parts[0].taught,
    )
