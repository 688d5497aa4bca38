"""A position of harmonictook as a list of numbers, for machine learners."""

from __future__ import annotations

from librt.vecs import append, extend, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import CARDS, LANDMARKS, SEATS
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.kernel.state import State

NAMES = (
    "phase",
    "total",
    "seats",
    "to play",
    *(f"market {card}" for card in range(CARDS)),
    *(
        name
        for seat in range(SEATS)
        for name in (
            f"coins {seat}",
            f"stored {seat}",
            *(f"landmark {seat} {landmark}" for landmark in range(LANDMARKS)),
            *(f"owned {seat} {card}" for card in range(CARDS)),
            *(f"closed {seat} {card}" for card in range(CARDS)),
        )
    ),
)


def read_features(state: State, seat: int) -> vec[i64]:
    """Returns a position as numbers for a machine learner: the seat's own first, then the opponents' in turn order."""
    assert isinstance(state, Harmonictook)
    own: i64 = max(0, seat)
    to_play = (state.active + state.seats - own) % state.seats if state.active >= 0 else -1
    numbers = vec[i64]([state.phase, state.total, state.seats, to_play])
    numbers = extend(numbers, padded_row(state.market, 0, state.book.width))
    for distance in range(SEATS):
        other = (own + distance) % state.seats
        here = distance < state.seats
        numbers = append(numbers, state.coins[other] if here else 0)
        numbers = append(numbers, state.stored[other] if here else 0)
        for landmark in range(LANDMARKS):
            numbers = append(numbers, (state.built[other] >> landmark) & 1 if here else 0)
        first = other * state.book.width
        numbers = extend(numbers, padded_row(state.owned, first, state.book.width if here else 0))
        numbers = extend(
            numbers, padded_row(state.closed, first, state.book.width if here and state.book.can_close else 0)
        )
    return numbers


def padded_row(column: vec[i64], first: i64, width: i64) -> vec[i64]:
    """Returns one seat's numbers by card out of a column for all seats, padded with zeros to a fixed length."""
    row = vec[i64]([0] * CARDS)
    for card in range(width):
        row[card] = column[first + card]
    return row
