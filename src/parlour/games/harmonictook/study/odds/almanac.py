"""The almanac: how often every seat rolls every total in a round, and what it earns on it."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import (
    BLUE,
    CARDS,
    PER_CARD,
    PER_CATEGORY,
    RED,
    SEATS,
    SHOW,
    SWAP,
    TO_BANK,
    TOTALS,
    Book,
)
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, HIGHEST, LOWEST, ONE_DIE, ROW, TWO_DICE
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.worth import firing, steady

ONE_ROW: Final[i64] = 0  # rows of `chance` that never change
TWO_ROW: Final[i64] = 16
PARK_ROW: Final[i64] = 32
RAISED_ROWS: Final[i64] = 48  # + seat * ROW, for harbors
TRIAL_ROW: Final[i64] = RAISED_ROWS + SEATS * ROW
NOTHING: Final = 0.0
SAME: Final = 1e-9  # values closer than this are alike
BEYOND: Final[i64] = TOTALS + 1  # a place where nothing fires (R54)


@final
class Almanac:
    """Rows of totals by seat, worked out when they are first asked for.

    Whoever changes the town between two questions reads it again. `now` looks at the next roll only: closed copies
    do not pay, and what pays every second time pays in full."""

    def __init__(self, town: Town, now: bool = False) -> None:
        self.town = town
        self.now = now
        self.book = town.book
        self.spots = vec[i64]()  # totals that fire a card, one card after another
        self.spot_at = vec[i64]()  # where a card begins
        self.factories = vec[i64]()  # cards that count others
        self.swappers = vec[i64]()  # cards valued by what they could move or run
        self.passive = vec[i64]()  # blue and red cards
        self.harbors = vec[i64]()  # landmarks that raise a total
        self.raises_from: i64 = BEYOND  # the lowest total that can be raised
        self.chance = vec[float]([NOTHING] * (TRIAL_ROW + ROW))  # times a round, by row and total
        self.others = vec[float]([NOTHING] * (SEATS * ROW))  # the rolls of all but this seat, by seat and total
        self.takings = vec[float]([NOTHING] * (SEATS * ROW))  # own-turn coins, by seat and total
        self.change = vec[float]([NOTHING] * ROW)  # of own-turn coins, by total: what a purchase would add
        self.owed = vec[i64]([0] * ROW)  # scratch: red coins, by total
        self.best_at = vec[i64]([0] * SEATS)  # the row of the better dice, by seat
        self.with_one = vec[float]([NOTHING] * SEATS)  # own-turn income of station owners, by seat
        self.with_two = vec[float]([NOTHING] * SEATS)
        self.gains = vec[float]([NOTHING] * (SEATS * CARDS))  # of one more copy, by seat and card
        self.swaps = vec[float]([NOTHING] * (SEATS * CARDS))  # net gain of the best swap, by seat and card
        self.gained = vec[i64]([0] * (SEATS * CARDS))  # the reading at which that was worked out
        self.swapped = vec[i64]([0] * (SEATS * CARDS))
        self.reading: i64 = 1  # a number for every time the town is read
        self.takings_known: i64 = 0  # masks of seats
        self.others_known: i64 = 0
        self.raised_known: i64 = 0
        self.best_known: i64 = 0
        for total in range(ROW):
            self.chance[ONE_ROW + total] = ONE_DIE[total]
            self.chance[TWO_ROW + total] = TWO_DICE[total]
            self.chance[PARK_ROW + total] = TWO_DICE[total] * EXTRA_TURNS
        self.index(town.book)

    def index(self, book: Book) -> None:
        self.book = book
        self.spots = vec[i64]()
        self.spot_at = vec[i64]([0])
        self.factories = vec[i64]()
        self.swappers = vec[i64]()
        self.passive = vec[i64]()
        for card in range(book.width):
            for total in range(LOWEST, TOTALS + 1):
                if (book.hits[card] >> total) & 1 == 1:
                    self.spots = append(self.spots, total)
            self.spot_at = append(self.spot_at, len(self.spots))
        for card in book.types:
            if book.colour[card] == RED or book.colour[card] == BLUE:
                self.passive = append(self.passive, card)
            if book.effect[card] == PER_CATEGORY or book.effect[card] == PER_CARD:
                self.factories = append(self.factories, card)
            elif book.effect[card] == SWAP or book.effect[card] == SHOW:
                self.swappers = append(self.swappers, card)

        self.harbors = vec[i64]()
        self.raises_from = BEYOND
        for landmark in book.landmarks:
            if (book.harbor_mask >> landmark) & 1 == 1:
                self.harbors = append(self.harbors, landmark)
                if book.threshold[landmark] < self.raises_from:
                    self.raises_from = book.threshold[landmark]

    def read(self, town: Town, now: bool = False) -> None:
        """Opens the almanac at another position, or at the same one after a change."""
        self.town = town
        self.now = now
        if town.book is not self.book:
            self.index(town.book)
        self.takings_known = 0
        self.others_known = 0
        self.raised_known = 0
        self.best_known = 0
        self.reading += 1

    def reread(self, seat: i64) -> None:
        """After a change in one city; whether others would raise a total is not thought over again."""
        kept = self.raised_known & ~(1 << seat)
        self.read(self.town, self.now)
        self.raised_known = kept


def hit(almanac: Almanac, card: i64, row: i64) -> float:
    """How often a card is hit in a round by whoever rolls by this row."""
    found = 0.0
    for place in range(almanac.spot_at[card], almanac.spot_at[card + 1]):
        at = row + almanac.spots[place]
        found += almanac.chance[at]
    return found


def usual_row(almanac: Almanac, seat: i64) -> i64:
    """R44: how others expect a seat to roll: two dice with a station. R40: and more turns with a park."""
    book = almanac.book
    built = almanac.town.built[seat]
    if built & book.dice_mask == 0:
        return ONE_ROW
    if built & book.harbor_mask != 0:
        return raised_row(almanac, seat)
    return PARK_ROW if built & book.park_mask != 0 else TWO_ROW


def best_row(almanac: Almanac, seat: i64) -> i64:
    """R44: how the seat itself will roll: the better of one die and two, two on a tie."""
    if (almanac.best_known >> seat) & 1 == 0:
        row = usual_row(almanac, seat)
        if row != ONE_ROW:
            almanac.with_one[seat] = turn_income(almanac, seat, ONE_ROW)
            almanac.with_two[seat] = turn_income(almanac, seat, row)
            if almanac.with_one[seat] > almanac.with_two[seat]:
                row = ONE_ROW
        almanac.best_at[seat] = row
        almanac.best_known |= 1 << seat
    return almanac.best_at[seat]


def turn_income(almanac: Almanac, seat: i64, row: i64) -> float:
    """Coins a seat expects from its own turn, rolling by this row."""
    learn_takings(almanac, seat)
    taken = seat * ROW
    found = 0.0
    for at in range(row + LOWEST, row + BEYOND):
        taken += 1
        found += almanac.chance[at] * almanac.takings[taken]
    return found


def raised_row(almanac: Almanac, seat: i64) -> i64:
    """15.1: two dice, a total raised where that earns its roller more."""
    row = RAISED_ROWS + seat * ROW
    if (almanac.raised_known >> seat) & 1 == 0:
        lay_raised(almanac, seat, row)
        almanac.raised_known |= 1 << seat
    return row


def lay_raised(almanac: Almanac, seat: i64, row: i64) -> None:
    learn_takings(almanac, seat)
    town = almanac.town
    plain = PARK_ROW if town.has(seat, almanac.book.park_mask) else TWO_ROW
    first = seat * ROW
    for at in range(row, row + ROW):
        almanac.chance[at] = NOTHING
    for total in range(LOWEST, HIGHEST + 1):
        better = raised(almanac, seat, total)
        if better != total and almanac.takings[first + better] <= almanac.takings[first + total]:
            better = total
        almanac.chance[row + better] += almanac.chance[plain + total]


def raised(almanac: Almanac, seat: i64, total: i64) -> i64:
    """What two dice may become with the harbors of a seat; beyond the last number nothing fires."""
    if total < almanac.raises_from:
        return total
    book = almanac.book
    standing = almanac.town.built[seat] & book.harbor_mask
    result = total
    for landmark in almanac.harbors:
        if (standing >> landmark) & 1 == 1 and total >= book.threshold[landmark]:
            result += book.power[landmark]
    return result if result < BEYOND else BEYOND


def learn_takings(almanac: Almanac, seat: i64) -> None:
    """15.5: what the seat earns on its own roll of every total: blue, green and coin-taking purple cards."""
    if (almanac.takings_known >> seat) & 1 == 1:
        return
    almanac.takings_known |= 1 << seat
    town = almanac.town
    book = almanac.book
    first = seat * ROW
    for at in range(first, first + ROW):
        almanac.takings[at] = NOTHING
    for card in book.types:
        held = seat * book.width + card
        copies = town.owned[held]
        if copies == 0 or book.colour[card] == RED or book.effect[card] == SWAP or book.effect[card] == SHOW:
            continue
        if not town.holds(card, seat, seat):
            continue
        coins = coins_now(town, card, seat) if almanac.now else steady(town, card, seat) * float(copies)
        for place in range(almanac.spot_at[card], almanac.spot_at[card + 1]):
            into = first + almanac.spots[place]
            almanac.takings[into] += coins


def coins_now(town: Town, card: i64, seat: i64) -> float:
    """What the open copies of a card bring if they fire now."""
    coins = firing(town, card, seat) * float(town.open_copies(seat, card))
    if town.book.effect[card] == TO_BANK and coins < -float(town.coins[seat]):
        return -float(town.coins[seat])
    return coins


def learn_others(almanac: Almanac, seat: i64) -> None:
    """The rolls of all others in a round, each weighted by extra turns (R41)."""
    if (almanac.others_known >> seat) & 1 == 1:
        return
    almanac.others_known |= 1 << seat
    first = seat * ROW
    for at in range(first, first + ROW):
        almanac.others[at] = NOTHING
    for roller in range(almanac.town.seats):
        if roller != seat:
            row = usual_row(almanac, roller)
            into = first
            for at in range(row + LOWEST, row + BEYOND):
                into += 1
                almanac.others[into] += almanac.chance[at]
