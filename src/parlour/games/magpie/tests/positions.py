"""Positions for the tests of Magpie; a round is written as a trinket and the bids for it."""

from __future__ import annotations

from parlour.games.magpie import GAME
from parlour.games.magpie.rules import Magpie
from parlour.games.magpie.view import MagpieView, view
from parlour.kernel.journal import Journal
from parlour.kernel.text import Event, MatchContext, visible_events

CONTEXT = MatchContext(("Ann", "Ben", "Cleo"), {"stones": 15})
BUTTON, THIMBLE, KEY, SPOON, PEARL, RING = range(6)


def new_match(seats: int = 3, stones: int = 15, journal: Journal | None = None) -> Magpie:
    state = GAME.start(seats, {"stones": stones}, journal)
    assert isinstance(state, Magpie)
    return state


def play_round(state: Magpie, kind: int, *bids: int) -> Magpie:
    """Deals a trinket and plays a legal bid for each seat."""
    assert state.outcomes == 6
    assert state.odds()[kind] > 0
    state.deal_outcome(kind)
    for seat, stones in enumerate(bids):
        assert state.refusal(seat, stones) == 0
        state.play(seat, stones)
    return state


def leave_only(state: Magpie, kind: int) -> Magpie:
    """Empties the bag except for one trinket."""
    for other in range(6):
        state.bag[other] = int(other == kind)
    return state


def player_view(state: Magpie, seat: int) -> MagpieView:
    return view(state, seat)


def recorded_events(state: Magpie, first: int = 0) -> list[Event]:
    assert state.journal is not None
    return visible_events(state.journal, first, 0)
