"""Compares two possible moves from one position, for conformance checks: which viewers can tell which was made?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from parlour.kernel.features import feature_bytes
from parlour.kernel.game import Game
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.match import apply_move
from parlour.kernel.rng import Rng
from parlour.kernel.state import DEALER, State
from parlour.kernel.text import Event, visible_events


class Branch:
    """The position after one of two compared moves, with the events of that move."""

    def __init__(self, state: State, who: int, what: int) -> None:
        self.state = state.clone()
        self.journal = Journal()
        self.state.journal = self.journal
        apply_move(self.state, who, what)
        self.packed = self.state.pack()

    def events_for(self, viewer: int) -> list[Event]:
        return visible_events(self.journal, 0, viewer)

    def choices(self, viewer: int) -> list[int] | None:
        asked = viewer != WATCHER and self.state.owes(viewer)
        return list(self.state.legal(viewer)) if asked else None


class Fork(NamedTuple):
    """Two possible moves of the same seat, or of the dealer, and the positions after them."""

    who: int
    sealed: bool  # others still owe an answer to the same question
    left: Branch
    right: Branch


class BranchComparison(NamedTuple):
    """For one viewer: which channels (view, events, choices, ...) are equal after both of two possible moves."""

    view: bool
    events: bool
    legal: bool
    features: bool
    imagine: bool
    debts: bool  # which seats owe an answer is public


def make_fork(state: State, who: int, pair: tuple[int, int], sealed: bool) -> Fork:
    first, second = pair
    return Fork(who, sealed, Branch(state, who, first), Branch(state, who, second))


def find_leaks(game: Game, fork: Fork, viewers: Iterable[int], seed: int) -> dict[int, list[str]]:
    """Returns, by viewer, the channels that wrongly tell which of two possible moves was made; leaves the mover out."""
    others = [viewer for viewer in viewers if fork.who == DEALER or viewer != fork.who]
    return {viewer: leaking_channels(fork, compare_branches(game, fork, viewer, seed)) for viewer in others}


def compare_branches(game: Game, fork: Fork, viewer: int, seed: int) -> BranchComparison:
    left, right = fork.left, fork.right
    worlds = [branch.state.imagine(viewer, Rng(seed)).pack() for branch in (left, right)]
    features = [feature_bytes(game.study.features, branch.state, viewer) for branch in (left, right)]
    choices = [branch.choices(viewer) for branch in (left, right)]
    return BranchComparison(
        view=game.view(left.state, viewer) == game.view(right.state, viewer),
        events=left.events_for(viewer) == right.events_for(viewer),
        legal=None in choices or choices[0] == choices[1],
        features=features[0] == features[1],
        imagine=worlds[0] == worlds[1],
        debts=left.state.owing == right.state.owing and left.state.outcomes == right.state.outcomes,
    )


def leaking_channels(fork: Fork, alike: BranchComparison) -> list[str]:
    """Returns the channels that wrongly reveal which of two possible moves (branches) was made. Three rules:

    1. If both branches give the same imagined world, no other channel may differ.
    2. If view, events and debts are equal, choices, features and imagined worlds must be equal.
    3. A sealed answer shows in views and events together, or in neither.

    The last open move may be shown and forgotten; there, rule 1 needs a difference in the position itself.
    """
    kept = fork.sealed or (fork.who == DEALER and fork.left.packed != fork.right.packed)
    hidden = alike.imagine and kept
    blind = alike.view and alike.events and alike.debts
    found = {
        "view": not alike.view and (hidden or (fork.sealed and alike.events)),
        "events": not alike.events and (hidden or (fork.sealed and alike.view)),
        "legal": not alike.legal and (hidden or blind),
        "features": not alike.features and (hidden or blind),
        "imagine": not alike.imagine and blind,
    }
    return [channel for channel, leaky in found.items() if leaky]


def pick_two(numbers: Sequence[int], rng: Rng) -> tuple[int, int] | None:
    """Picks two different elements of a sequence at random; None if there are fewer than two."""
    if len(numbers) < 2:
        return None
    first = rng.below(len(numbers))
    second = (first + 1 + rng.below(len(numbers) - 1)) % len(numbers)
    return numbers[first], numbers[second]


def possible_outcomes(state: State) -> Sequence[int]:
    """Returns the numbers of the dealer's possible outcomes, without those of weight zero."""
    odds = state.odds()
    if len(odds) == 0:
        return range(state.outcomes)
    return [outcome for outcome, weight in enumerate(odds) if weight > 0]
