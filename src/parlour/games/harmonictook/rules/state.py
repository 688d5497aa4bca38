"""The state of a match of harmonictook, and the numbers that are computed from it."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.games.harmonictook.rules.book import (
    ALWAYS,
    BANK,
    DICE,
    OWNER_BELOW,
    OWNER_HAS,
    PER_CARD,
    PER_CATEGORY,
    Book,
)
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, State

DEALING: Final[i64] = 0  # phases: the question to the active seat
ROLLING: Final[i64] = 1
TOWER: Final[i64] = 2
HARBOR: Final[i64] = 3
TARGET: Final[i64] = 4
PARTNER: Final[i64] = 5
TAKING: Final[i64] = 6
GIVING: Final[i64] = 7
GIFTING: Final[i64] = 8
RECEIVER: Final[i64] = 9
DEMOLITION: Final[i64] = 10
CLOSING: Final[i64] = 11
EXHIBITION: Final[i64] = 12
BUILDING: Final[i64] = 13
INVESTING: Final[i64] = 14

SETUP_DRAW: Final[i64] = 0  # kinds of chance: what the dealer must deal
FIRST_SEAT: Final[i64] = 1
TURN_ROLL: Final[i64] = 2
CARD_ROLL: Final[i64] = 3  # the extra roll of a card
REFILL_DRAW: Final[i64] = 4

NOT_STARTED: Final[i64] = -1  # a card that has not begun to fire
WINNER_BONUS: Final[i64] = 25  # 17.1


@mypyc_attr(acyclic=True)
class Town(State):
    """The fields of a position in harmonictook: coins, cards, landmarks, market, and the progress of the turn."""

    def __init__(self, seats: i64, book: Book) -> None:
        super().__init__(seats)
        self.public = True
        self.book = book
        self.coins = vec[i64]()  # by seat
        self.built = vec[i64]()  # mask of landmarks, by seat
        self.stored = vec[i64]()  # coins on the investment card, by seat
        self.owned = vec[i64]()  # copies, by seat * width + card
        self.closed = vec[i64]()  # closed copies among the owned; empty if no card can be closed
        self.market = vec[i64]()  # copies on offer, by card
        self.deck = vec[i64]()  # copies face down, by card; empty in a fixed market
        self.received = vec[i64]()  # open copies received during this roll, by card; empty if none (R50)
        self.active: i64 = NOBODY
        self.turn: i64 = 0
        self.extra_turn: i64 = 0  # 1: this turn was won by a double
        self.phase: i64 = DEALING
        self.chance_kind: i64 = SETUP_DRAW
        self.dice: i64 = 1  # how many are rolled
        self.first: i64 = 0  # face of the first die
        self.second: i64 = 0  # face of the second die, 0 with one die
        self.total: i64 = 0
        self.rerolls: i64 = 0  # left
        self.rerolled: i64 = 0
        self.park_at_start: i64 = 0  # 1: a double brings another turn (R8)
        self.cursor: i64 = 0  # the next card to fire, in the book's order
        self.firing: i64 = NOBODY  # the card being resolved
        self.pending: i64 = NOT_STARTED  # copies of it still to resolve
        self.extra_total: i64 = 0  # the total of the firing card's extra roll
        self.exhibit_hall: i64 = NOBODY  # the hall that runs the firing card
        self.halls_pending: i64 = 0  # copies of the hall still to resolve
        self.partner: i64 = NOBODY
        self.taking: i64 = NOBODY  # card * 2, + 1 if closed
        self.offering: i64 = NOBODY  # a gift, card * 2, + 1 if closed
        self.bought: i64 = 0  # 1: something was built this turn
        self.winner: i64 = NOBODY

    def ask_active(self, phase: i64) -> None:
        self.phase = phase
        self.ask(self.active)

    def ask_chance(self, kind: i64, outcomes: i64) -> None:
        self.phase = DEALING
        self.chance_kind = kind
        self.ask_dealer(outcomes)

    def seat_after(self, seat: i64) -> i64:
        """Returns the next seat in turn order."""
        if seat + 1 < self.seats:
            return seat + 1
        return 0

    def copies(self, seat: i64, card: i64) -> i64:
        place = seat * self.book.width + card
        return self.owned[place]

    def may_own_another(self, seat: i64, card: i64) -> bool:
        return self.copies(seat, card) < self.book.max_owned[card]

    def closed_copies(self, seat: i64, card: i64) -> i64:
        if not self.book.can_close:
            return 0
        return self.closed[seat * self.book.width + card]

    def open_copies(self, seat: i64, card: i64) -> i64:
        return self.copies(seat, card) - self.closed_copies(seat, card)

    def has_landmark(self, seat: i64, mask: i64) -> bool:
        return self.built[seat] & mask != 0

    def count_landmarks(self, seat: i64, mask: i64) -> i64:
        """Counts the landmarks in this bit mask that the seat has built."""
        return count_bits(self.built[seat] & mask)

    def count_category(self, seat: i64, category: i64) -> i64:
        """Counts a seat's cards of a category; closed ones count too (R18)."""
        book = self.book
        found: i64 = 0
        for place in range(book.category_start[category], book.category_start[category + 1]):
            card = book.category_cards[place]
            found += self.copies(seat, card)
        return found

    def count_for_factory(self, seat: i64, card: i64) -> i64:
        """Counts the cards, of the seat or of all players, for each of which a factory card pays."""
        book = self.book
        if book.effect[card] == PER_CARD:
            if book.operand[card] >= book.width:
                return 0
            return self.copies(seat, book.operand[card])
        if book.everyone[card] == 0:
            return self.count_category(seat, book.operand[card])
        found: i64 = 0
        for other in range(self.seats):
            found += self.count_category(other, book.operand[card])
        return found

    def mall_bonus(self, seat: i64, card: i64) -> i64:
        """Returns the coins that the seat's shopping malls add to the payment for one copy of this card (section 7)."""
        book = self.book
        mask = self.built[seat] & book.bonus_mask
        coins: i64 = 0
        landmark: i64 = 0
        while mask != 0:
            if mask & 1 == 1:
                coins += book.bonus[landmark * book.width + card]
            mask >>= 1
            landmark += 1
        return coins

    def payout_per_copy(self, seat: i64, card: i64) -> i64:
        """Returns the coins that the bank pays a seat for one firing copy of a card, bonus included (R6); 0 for cards
        that the bank does not pay."""
        book = self.book
        effect = book.effect[card]
        if effect == BANK:
            coins = book.amount[card]
        elif effect == PER_CATEGORY or effect == PER_CARD:
            coins = book.amount[card] * self.count_for_factory(seat, card)
        elif effect == DICE:
            coins = self.extra_total
        else:
            return 0
        if coins > 0:
            coins += self.mall_bonus(seat, card)
        return coins

    def condition_holds(self, card: i64, owner: i64, roller: i64) -> bool:
        """Returns whether the card's condition on the landmarks of its owner or of the roller is fulfilled (1.4)."""
        book = self.book
        condition = book.condition[card]
        if condition == ALWAYS:
            return True
        if condition == OWNER_HAS:
            return (self.built[owner] >> book.condition_value[card]) & 1 == 1
        if condition == OWNER_BELOW:
            return self.count_landmarks(owner, book.count_mask) < book.condition_value[card]
        return self.count_landmarks(roller, book.count_mask) >= book.condition_value[card]

    def points(self, seat: i64) -> i64:
        """Returns a seat's score: coins, twice the cost of cards, thrice that of landmarks that count for the win, and
        a bonus for the winner (17.1)."""
        book = self.book
        score = self.coins[seat]
        for landmark in book.landmarks:
            if (self.built[seat] & book.win_mask) >> landmark & 1 == 1:
                score += 3 * book.price[landmark]
        for card in book.types:
            score += 2 * book.cost[card] * self.copies(seat, card)
        return score + WINNER_BONUS if seat == self.winner else score

    def copy_town(self, other: Town) -> None:
        """Overwrites all fields of this position with copies of another position's."""
        self.copy_debts(other)
        self.coins = other.coins[:]
        self.built = other.built[:]
        self.stored = other.stored if self.book.investment == NOBODY else other.stored[:]  # changed only by investments
        self.owned = other.owned[:]
        self.closed = other.closed[:]
        self.market = other.market[:]
        self.deck = other.deck[:]
        self.received = other.received[:]
        self.active = other.active
        self.turn = other.turn
        self.extra_turn = other.extra_turn
        self.phase = other.phase
        self.chance_kind = other.chance_kind
        self.dice = other.dice
        self.first = other.first
        self.second = other.second
        self.total = other.total
        self.rerolls = other.rerolls
        self.rerolled = other.rerolled
        self.park_at_start = other.park_at_start
        self.cursor = other.cursor
        self.firing = other.firing
        self.pending = other.pending
        self.extra_total = other.extra_total
        self.exhibit_hall = other.exhibit_hall
        self.halls_pending = other.halls_pending
        self.partner = other.partner
        self.taking = other.taking
        self.offering = other.offering
        self.bought = other.bought
        self.winner = other.winner

    def write(self, sheet: Sheet) -> None:
        for column in (self.coins, self.built, self.stored, self.owned):
            sheet.put_column(column)
        for column in (self.closed, self.market, self.deck, self.received):
            sheet.put_column(column)
        for number in (self.active, self.turn, self.extra_turn, self.phase, self.chance_kind, self.dice, self.first):
            sheet.put(number)
        for number in (
            self.second,
            self.total,
            self.rerolls,
            self.rerolled,
            self.park_at_start,
            self.cursor,
            self.firing,
        ):
            sheet.put(number)
        for number in (
            self.pending,
            self.extra_total,
            self.exhibit_hall,
            self.halls_pending,
            self.partner,
            self.taking,
            self.offering,
        ):
            sheet.put(number)
        for number in (self.bought, self.winner):
            sheet.put(number)

    def read(self, sheet: Sheet) -> None:
        self.coins = sheet.take_column()
        self.built = sheet.take_column()
        self.stored = sheet.take_column()
        self.owned = sheet.take_column()
        self.closed = sheet.take_column()
        self.market = sheet.take_column()
        self.deck = sheet.take_column()
        self.received = sheet.take_column()
        self.active = sheet.take()
        self.turn = sheet.take()
        self.extra_turn = sheet.take()
        self.phase = sheet.take()
        self.chance_kind = sheet.take()
        self.dice = sheet.take()
        self.first = sheet.take()
        self.second = sheet.take()
        self.total = sheet.take()
        self.rerolls = sheet.take()
        self.rerolled = sheet.take()
        self.park_at_start = sheet.take()
        self.cursor = sheet.take()
        self.firing = sheet.take()
        self.pending = sheet.take()
        self.extra_total = sheet.take()
        self.exhibit_hall = sheet.take()
        self.halls_pending = sheet.take()
        self.partner = sheet.take()
        self.taking = sheet.take()
        self.offering = sheet.take()
        self.bought = sheet.take()
        self.winner = sheet.take()


def count_bits(mask: i64) -> i64:
    """Counts the bits that are set in a mask."""
    found: i64 = 0
    while mask != 0:
        mask &= mask - 1
        found += 1
    return found
