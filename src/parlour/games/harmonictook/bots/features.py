"""A position of harmonictook as numbers, for programs that learn."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import CARDS, LANDMARKS, SEATS
from parlour.games.harmonictook.rules.state import INVESTING
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.state import NOBODY, State

PHASES: Final[i64] = INVESTING + 1
TABLE_NAMES: Final = (
    "seats", "goal", "turn", "over", "first die", "second die", "total", "extra turn", "taking closed", "copies left",
    "firing", "taking", "offering",
)  # fmt: skip
NAMES: Final = (
    *(f"phase {phase}" for phase in range(PHASES)),
    *TABLE_NAMES,
    *(f"active {distance}" for distance in range(SEATS)),
    *(f"partner {distance}" for distance in range(SEATS)),
    *(f"market {card}" for card in range(CARDS)),
    *(f"deck {card}" for card in range(CARDS)),
    *(
        name
        for distance in range(SEATS)
        for name in (
            f"present {distance}",
            f"coins {distance}",
            f"stored {distance}",
            *(f"landmark {distance} {landmark}" for landmark in range(LANDMARKS)),
            *(f"owned {distance} {card}" for card in range(CARDS)),
            *(f"closed {distance} {card}" for card in range(CARDS)),
        )
    ),
)


class TownFeatures(Features):
    """Writes a position of harmonictook: the turn, the market, then each town, the seat's own first."""

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        assert isinstance(state, Harmonictook)
        own: i64 = max(0, seat)
        width = state.book.width
        row.put_one_hot(state.phase, PHASES)
        write_turn(row, state)
        row.put_one_hot(distance_to(state, own, state.active), SEATS)
        row.put_one_hot(distance_to(state, own, state.partner), SEATS)
        write_cards(row, state.market, 0, width)
        write_cards(row, state.deck, 0, len(state.deck))
        for distance in range(SEATS):
            if distance >= state.seats:
                row.skip(3 + LANDMARKS + 2 * CARDS)
                continue
            other = (own + distance) % state.seats
            row.put(1)
            row.put(state.coins[other], 4)
            row.put(state.stored[other], 3)
            row.put_bits(state.built[other], LANDMARKS)
            write_cards(row, state.owned, other * width, width)
            write_cards(row, state.closed, other * width, width if state.book.can_close else 0)


def write_turn(row: FeatureRow, town: Harmonictook) -> None:
    """Writes the numbers of the present turn: dice, and the card that asks, as its number plus one, 0 if none."""
    row.put(town.seats, 2)
    row.put(town.book.goal, 2)
    row.put(town.turn, 6)
    row.put_flag(town.over())
    row.put(town.first, 2)
    row.put(town.second, 2)
    row.put(town.total, 3)
    row.put_flag(town.park_at_start == 1 and town.first == town.second and town.first > 0)
    row.put_flag(town.taking != NOBODY and town.taking % 2 == 1)
    row.put(max(0, town.pending), 1)
    row.put(town.firing + 1, 5)
    row.put(0 if town.taking == NOBODY else town.taking // 2 + 1, 5)
    row.put(0 if town.offering == NOBODY else town.offering // 2 + 1, 5)


def distance_to(town: Harmonictook, own: i64, seat: i64) -> i64:
    """Returns how many seats after the own one a seat comes in turn order; NOBODY for nobody."""
    return NOBODY if seat == NOBODY else (seat - own + town.seats) % town.seats


def write_cards(row: FeatureRow, column: vec[i64], first: i64, count: i64) -> None:
    """Writes numbers of copies by card, and leaves zeros for the cards that are not in play."""
    row.put_part(column, first, count, 1)
    row.skip(CARDS - count)


FEATURES: Final = TownFeatures(NAMES)
