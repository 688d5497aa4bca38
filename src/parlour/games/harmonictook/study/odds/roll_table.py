"""The roll table: how often every seat rolls every dice total in a round, and the coins that it earns on it."""

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
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, HIGHEST, LOWEST, ONE_DIE, ROW_LENGTH, TWO_DICE
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.firing_values import firing_value, long_run_value

ONE_ROW: Final[i64] = 0  # rows of `chance` that never change
TWO_ROW: Final[i64] = 16
PARK_ROW: Final[i64] = 32
RAISED_ROWS: Final[i64] = 48  # + seat * ROW, for harbors
TRIAL_ROW: Final[i64] = RAISED_ROWS + SEATS * ROW_LENGTH
ZERO: Final = 0.0
EPSILON: Final = 1e-9  # values closer than this are equal
ABOVE_TOTALS: Final[i64] = TOTALS + 1  # the place of all totals on which nothing fires (R54)


@final
class RollTable:
    """A table of the chances and coins of every seat by dice total in a position, computed when first needed.

    Call `update` after every change of the town. With `now` only the next roll counts: closed copies do not pay,
    and cards that pay every second time pay in full."""

    def __init__(self, town: Town, now: bool = False) -> None:
        self.town = town
        self.now = now
        self.book = town.book
        self.hit_totals = vec[i64]()  # the totals that fire each card, one card after another
        self.hit_start = vec[i64]()  # where each card begins in hit_totals
        self.factories = vec[i64]()  # cards that count others
        self.swap_cards = vec[i64]()  # cards valued by the best swap or exhibition
        self.passive = vec[i64]()  # blue and red cards
        self.harbors = vec[i64]()  # landmarks that raise a total
        self.raises_from: i64 = ABOVE_TOTALS  # the lowest total that can be raised
        self.chance = vec[float]([ZERO] * (TRIAL_ROW + ROW_LENGTH))  # rolls in a round, by row and total
        self.others = vec[float]([ZERO] * (SEATS * ROW_LENGTH))  # the rolls of all opponents, by seat and total
        self.turn_coins = vec[float]([ZERO] * (SEATS * ROW_LENGTH))  # own-turn coins, by seat and total
        self.change = vec[float]([ZERO] * ROW_LENGTH)  # coins that a purchase would add to an own turn, by total
        self.owed = vec[i64]([0] * ROW_LENGTH)  # scratch column: tolls, by total
        self.best_at = vec[i64]([0] * SEATS)  # the row of the better dice, by seat
        self.with_one = vec[float]([ZERO] * SEATS)  # own-turn income of station owners, by seat
        self.with_two = vec[float]([ZERO] * SEATS)
        self.gains = vec[float]([ZERO] * (SEATS * CARDS))  # the gain of one more copy, by seat and card
        self.swap_values = vec[float]([ZERO] * (SEATS * CARDS))  # net gain of the best swap, by seat and card
        self.gain_reading = vec[i64]([0] * (SEATS * CARDS))  # the reading at which `gains` was computed
        self.swap_reading = vec[i64]([0] * (SEATS * CARDS))
        self.reading: i64 = 1  # counts the updates
        self.turn_coins_known: i64 = 0  # masks of the seats whose values are computed
        self.others_known: i64 = 0
        self.raised_known: i64 = 0
        self.best_known: i64 = 0
        for total in range(ROW_LENGTH):
            self.chance[ONE_ROW + total] = ONE_DIE[total]
            self.chance[TWO_ROW + total] = TWO_DICE[total]
            self.chance[PARK_ROW + total] = TWO_DICE[total] * EXTRA_TURNS
        self.index_cards(town.book)

    def index_cards(self, book: Book) -> None:
        self.book = book
        self.hit_totals = vec[i64]()
        self.hit_start = vec[i64]([0])
        self.factories = vec[i64]()
        self.swap_cards = vec[i64]()
        self.passive = vec[i64]()
        for card in range(book.width):
            for total in range(LOWEST, TOTALS + 1):
                if (book.hits[card] >> total) & 1 == 1:
                    self.hit_totals = append(self.hit_totals, total)
            self.hit_start = append(self.hit_start, len(self.hit_totals))
        for card in book.types:
            if book.colour[card] == RED or book.colour[card] == BLUE:
                self.passive = append(self.passive, card)
            if book.effect[card] == PER_CATEGORY or book.effect[card] == PER_CARD:
                self.factories = append(self.factories, card)
            elif book.effect[card] == SWAP or book.effect[card] == SHOW:
                self.swap_cards = append(self.swap_cards, card)

        self.harbors = vec[i64]()
        self.raises_from = ABOVE_TOTALS
        for landmark in book.landmarks:
            if (book.harbor_mask >> landmark) & 1 == 1:
                self.harbors = append(self.harbors, landmark)
                if book.threshold[landmark] < self.raises_from:
                    self.raises_from = book.threshold[landmark]

    def update(self, town: Town, now: bool = False) -> None:
        """Moves the table of chances and coins to another position, or to the same one after a change."""
        self.town = town
        self.now = now
        if town.book is not self.book:
            self.index_cards(town.book)
        self.turn_coins_known = 0
        self.others_known = 0
        self.raised_known = 0
        self.best_known = 0
        self.reading += 1

    def update_city(self, seat: i64) -> None:
        """Marks the table as outdated after a change in one seat's city; the raised totals of other seats are kept."""
        kept = self.raised_known & ~(1 << seat)
        self.update(self.town, self.now)
        self.raised_known = kept


def hit_rate(table: RollTable, card: i64, row: i64) -> float:
    """Returns how often a card is hit in a round by a seat that rolls by this row of chances by dice total."""
    found = 0.0
    for place in range(table.hit_start[card], table.hit_start[card + 1]):
        at = row + table.hit_totals[place]
        found += table.chance[at]
    return found


def assumed_row(table: RollTable, seat: i64) -> i64:
    """Returns how opponents expect a seat to roll, as the start of a row of chances by total in the table: two dice
    with a station, raised with a harbor, more turns with a park (R40; rule R44)."""
    book = table.book
    built = table.town.built[seat]
    if built & book.dice_mask == 0:
        return ONE_ROW
    if built & book.harbor_mask != 0:
        return raised_row(table, seat)
    return PARK_ROW if built & book.park_mask != 0 else TWO_ROW


def best_row(table: RollTable, seat: i64) -> i64:
    """Returns how the seat itself rolls, as the start of a row of chances by total in the table: that of one die or
    that of two, whichever earns more (rule R44)."""
    if (table.best_known >> seat) & 1 == 0:
        row = assumed_row(table, seat)
        if row != ONE_ROW:
            table.with_one[seat] = turn_income(table, seat, ONE_ROW)
            table.with_two[seat] = turn_income(table, seat, row)
            if table.with_one[seat] > table.with_two[seat]:
                row = ONE_ROW
        table.best_at[seat] = row
        table.best_known |= 1 << seat
    return table.best_at[seat]


def turn_income(table: RollTable, seat: i64, row: i64) -> float:
    """Returns the coins that a seat expects from its own turn if it rolls by this row of chances by dice total."""
    fill_turn_coins(table, seat)
    taken = seat * ROW_LENGTH
    found = 0.0
    for at in range(row + LOWEST, row + ABOVE_TOTALS):
        taken += 1
        found += table.chance[at] * table.turn_coins[taken]
    return found


def raised_row(table: RollTable, seat: i64) -> i64:
    """Returns where the table has the chances of every total for the seat's roll of two dice with a harbor: totals are
    raised if that earns more (15.1)."""
    row = RAISED_ROWS + seat * ROW_LENGTH
    if (table.raised_known >> seat) & 1 == 0:
        fill_raised_row(table, seat, row)
        table.raised_known |= 1 << seat
    return row


def fill_raised_row(table: RollTable, seat: i64, row: i64) -> None:
    fill_turn_coins(table, seat)
    town = table.town
    plain = PARK_ROW if town.has_landmark(seat, table.book.park_mask) else TWO_ROW
    first = seat * ROW_LENGTH
    for at in range(row, row + ROW_LENGTH):
        table.chance[at] = ZERO
    for total in range(LOWEST, HIGHEST + 1):
        better = raised_total(table, seat, total)
        if better != total and table.turn_coins[first + better] <= table.turn_coins[first + total]:
            better = total
        table.chance[row + better] += table.chance[plain + total]


def raised_total(table: RollTable, seat: i64, total: i64) -> i64:
    """Returns a dice total as raised by all harbors that the seat has built; unchanged without one; capped at 15."""
    if total < table.raises_from:
        return total
    book = table.book
    standing = table.town.built[seat] & book.harbor_mask
    result = total
    for landmark in table.harbors:
        if (standing >> landmark) & 1 == 1 and total >= book.threshold[landmark]:
            result += book.power[landmark]
    return result if result < ABOVE_TOTALS else ABOVE_TOTALS


def fill_turn_coins(table: RollTable, seat: i64) -> None:
    """Stores a seat's coins on its own roll of each total, from blue, green and coin-taking purple cards (15.5)."""
    if (table.turn_coins_known >> seat) & 1 == 1:
        return
    table.turn_coins_known |= 1 << seat
    town = table.town
    book = table.book
    first = seat * ROW_LENGTH
    for at in range(first, first + ROW_LENGTH):
        table.turn_coins[at] = ZERO
    for card in book.types:
        held = seat * book.width + card
        copies = town.owned[held]
        if copies == 0 or book.colour[card] == RED or book.effect[card] == SWAP or book.effect[card] == SHOW:
            continue
        if not town.condition_holds(card, seat, seat):
            continue
        coins = coins_now(town, card, seat) if table.now else long_run_value(town, card, seat) * float(copies)
        for place in range(table.hit_start[card], table.hit_start[card + 1]):
            into = first + table.hit_totals[place]
            table.turn_coins[into] += coins


def coins_now(town: Town, card: i64, seat: i64) -> float:
    """Returns the coins that a seat's open copies of a card bring if they fire now."""
    coins = firing_value(town, card, seat) * float(town.open_copies(seat, card))
    if town.book.effect[card] == TO_BANK and coins < -float(town.coins[seat]):
        return -float(town.coins[seat])
    return coins


def fill_others(table: RollTable, seat: i64) -> None:
    """Stores how often the opponents of a seat roll each total in a round, all together, extra turns included (R41)."""
    if (table.others_known >> seat) & 1 == 1:
        return
    table.others_known |= 1 << seat
    first = seat * ROW_LENGTH
    for at in range(first, first + ROW_LENGTH):
        table.others[at] = ZERO
    for roller in range(table.town.seats):
        if roller != seat:
            row = assumed_row(table, roller)
            into = first
            for at in range(row + LOWEST, row + ABOVE_TOTALS):
                into += 1
                table.others[into] += table.chance[at]
