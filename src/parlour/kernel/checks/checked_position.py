"""One position of a match in a conformance check run."""

from __future__ import annotations

from functools import cached_property

from parlour.kernel.checks.checked_match import CheckedMatch, seats_owing
from parlour.kernel.checks.fields import state_fields
from parlour.kernel.checks.forks import Fork, find_leaks, make_fork, pick_two, possible_outcomes
from parlour.kernel.features import feature_bytes
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import View


class CheckedPosition:
    """A position under conformance check, and values that several checks use, each computed when first needed."""

    def __init__(self, match: CheckedMatch, state: State) -> None:
        self.match = match
        self.game = match.game
        self.state = state
        self.rng = match.check_rng
        self.packed = state.pack()
        self.owing = seats_owing(state)

    @cached_property
    def fields(self) -> dict[str, object]:
        """The fields of the game state, by name."""
        return state_fields(self.state)

    @cached_property
    def legal(self) -> dict[int, list[int]]:
        """The legal actions of each seat that owes an answer."""
        return {seat: list(self.state.legal(seat)) for seat in self.owing}

    @cached_property
    def views(self) -> dict[int, View]:
        """What each viewer (every seat, and a watcher) sees of the position."""
        return {viewer: self.game.view(self.state, viewer) for viewer in self.match.viewers}

    @cached_property
    def features(self) -> dict[int, bytes]:
        """The numbers that a learning program gets of the position for each viewer, packed."""
        found = self.game.study.features
        return {viewer: feature_bytes(found, self.state, viewer) for viewer in self.match.viewers}

    @cached_property
    def worlds(self) -> dict[int, State]:
        """For each viewer, one copy of the position in which everything hidden from that viewer is dealt again."""
        return {viewer: self.state.imagine(viewer, Rng(self.rng.next())) for viewer in self.match.viewers}

    @cached_property
    def fork(self) -> Fork | None:
        """Two possible next moves of one seat or of the dealer, to compare; None if there are not two."""
        if self.state.over():
            return None
        who = self.owing[self.rng.below(len(self.owing))] if self.owing else DEALER
        pair = pick_two(self.legal[who] if self.owing else possible_outcomes(self.state), self.rng)
        return None if pair is None else make_fork(self.state, who, pair, sealed=len(self.owing) > 1)

    @cached_property
    def leaks(self) -> dict[int, list[str]]:
        """By viewer: the channels (view, events, ...) that wrongly reveal which of the fork's two moves was made."""
        return {} if self.fork is None else find_leaks(self.game, self.fork, self.match.viewers, self.rng.next())
