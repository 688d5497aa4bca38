"""Jackdaw passes the check and follows its rules."""

from __future__ import annotations

from jackdaw import GAME
from jackdaw.rules import Jackdaw
from jackdaw.start import start

from parlour.kernel.checks import conform


def after_bids(bids: list[int]) -> Jackdaw:
    """Returns the state after these bids for a pearl."""
    state = start(len(bids), {"stones": 15}, None)
    state.deal_outcome(4)
    for seat, bid in enumerate(bids):
        state.play(seat, bid)
    return state


def test_it_passes_the_check() -> None:
    conform(GAME, states=200)


def test_r3_the_highest_bid_pays_and_takes() -> None:
    state = after_bids([3, 7, 0])
    assert list(state.hoard) == [0, 5, 0]
    assert list(state.purse) == [15, 8, 15]


def test_r4_a_tie_for_highest_spoils_the_trinket() -> None:
    state = after_bids([7, 7, 0])
    assert list(state.hoard) == [0, 0, 0]
    assert list(state.purse) == [15, 15, 15]
