"""One position, and what several checks want to know of it."""

from __future__ import annotations

from functools import cached_property

from parlour.kernel.checks.fields import state_fields
from parlour.kernel.checks.forks import Fork, fork_of, leaks, possible, two_of
from parlour.kernel.checks.trial import Trial, seats_owing
from parlour.kernel.game import View
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State


class Scene:
    """A position under the kit's eyes. Everything here is worked out once, when a check first asks."""

    def __init__(self, trial: Trial, state: State) -> None:
        self.trial = trial
        self.game = trial.game
        self.state = state
        self.rng = trial.rng
        self.packed = state.pack()
        self.owing = seats_owing(state)

    @cached_property
    def fields(self) -> dict[str, object]:
        """The position by the names of its fields."""
        return state_fields(self.state)

    @cached_property
    def legal(self) -> dict[int, list[int]]:
        """The choices, by seat that owes."""
        return {seat: list(self.state.legal(seat)) for seat in self.owing}

    @cached_property
    def views(self) -> dict[int, View]:
        """What each viewer sees."""
        return {viewer: self.game.view(self.state, viewer) for viewer in self.trial.viewers}

    @cached_property
    def worlds(self) -> dict[int, State]:
        """One imagined world for each viewer."""
        return {viewer: self.state.imagine(viewer, Rng(self.rng.next())) for viewer in self.trial.viewers}

    @cached_property
    def fork(self) -> Fork | None:
        """Two ways to go on from here, if there are two."""
        if self.state.over():
            return None
        who = self.owing[self.rng.below(len(self.owing))] if self.owing else DEALER
        pair = two_of(self.legal[who] if self.owing else possible(self.state), self.rng)
        return None if pair is None else fork_of(self.state, who, pair, sealed=len(self.owing) > 1)

    @cached_property
    def leaks(self) -> dict[int, list[str]]:
        """What betrays which way it went, by viewer."""
        return {} if self.fork is None else leaks(self.game, self.fork, self.trial.viewers, self.rng.next())
