"""Positions of Magpie as numbers, for programs that learn."""

from __future__ import annotations

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from parlour.games.magpie.rules import KINDS, Magpie
from parlour.kernel.state import State

NAMES = (
    "prize",
    *(f"bag {kind}" for kind in range(KINDS)),
    "own stones",
    "own points",
    "most stones of another",
    "most points of another",
)


def read(state: State, seat: int) -> vec[i64]:
    """Returns a position as numbers for programs that learn: what a seat knows, its own stones and points before the
    others'."""
    assert isinstance(state, Magpie)
    numbers = extend(vec[i64]([state.prize]), state.bag)
    stones: i64 = 0
    points: i64 = 0
    for other in range(state.seats):
        if other != seat:
            stones = max(stones, state.purse[other])
            points = max(points, state.hoard[other])
    own: i64 = seat
    watching = own < 0
    numbers = append(numbers, 0 if watching else state.purse[own])
    numbers = append(numbers, 0 if watching else state.hoard[own])
    numbers = append(numbers, stones)
    return append(numbers, points)
