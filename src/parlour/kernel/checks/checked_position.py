"""One position, and what several checks want to know of it."""

from __future__ import annotations

from functools import cached_property

from parlour.kernel.checks.checked_match import CheckedMatch, seats_owing
from parlour.kernel.checks.fields import state_fields
from parlour.kernel.checks.forks import Fork, find_leaks, make_fork, pick_two, possible_outcomes
from parlour.kernel.game import View
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State


class CheckedPosition:
    """A position under the kit's eyes. Everything here is worked out once, when a check first asks."""

    def __init__(self, trial: CheckedMatch, state: State) -> None:
        self.match = trial
        self.game = trial.game
        self.state = state
        self.rng = trial.check_rng
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
        return {viewer: self.game.view(self.state, viewer) for viewer in self.match.viewers}

    @cached_property
    def worlds(self) -> dict[int, State]:
        """One imagined world for each viewer."""
        return {viewer: self.state.imagine(viewer, Rng(self.rng.next())) for viewer in self.match.viewers}

    @cached_property
    def fork(self) -> Fork | None:
        """Two ways to go on from here, if there are two."""
        if self.state.over():
            return None
        who = self.owing[self.rng.below(len(self.owing))] if self.owing else DEALER
        pair = pick_two(self.legal[who] if self.owing else possible_outcomes(self.state), self.rng)
        return None if pair is None else make_fork(self.state, who, pair, sealed=len(self.owing) > 1)

    @cached_property
    def leaks(self) -> dict[int, list[str]]:
        """What betrays which way it went, by viewer."""
        return {} if self.fork is None else find_leaks(self.game, self.fork, self.match.viewers, self.rng.next())
