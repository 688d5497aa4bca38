"""harmonictook: roll, be paid, build; whoever has built every landmark first wins."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import (
    BUILD,
    BUY,
    DEMOLISH,
    HOLD,
    INVEST,
    KEEP,
    NOT_NOW,
    PASS,
    RAISE,
    REROLL,
    ROLL_ONE,
    ROLL_TWO,
    SEAT,
    STAY,
    TAKE,
)
from parlour.games.harmonictook.rules.book import (
    BLUE,
    FIXED,
    TOTALS,
    Book,
    book_of,
)
from parlour.games.harmonictook.rules.choices import (
    closings,
    exhibits,
    gifts,
    givings,
    partners,
    receivers,
    richest,
    ruins,
    takings,
)
from parlour.games.harmonictook.rules.events import (
    ADD_TO_ROLL,
    AIRPORT,
    CITY_HALL,
    DOUBLES_BONUS,
    FIRST_PLAYER,
    INVESTED,
    MARKET_REFILL,
    PASSED,
    REROLLED,
    ROLL,
    STOPPED,
    TURN_START,
    WIN,
)
from parlour.games.harmonictook.rules.firing import (
    copy_given,
    income,
    settled,
    take_throw,
)
from parlour.games.harmonictook.rules.income import (
    tolls,
)
from parlour.games.harmonictook.rules.market import (
    build,
    buy,
    can_build,
    cannot_buy,
    cannot_raise,
    clear_away,
    draw_odds,
    lay_out,
    left,
    missing,
    offers,
    piles,
)
from parlour.games.harmonictook.rules.state import (
    BUILDING,
    CLOSING,
    DEALING,
    DEMOLITION,
    EXTRA,
    GIFTING,
    GIVING,
    HARBOR,
    INVESTING,
    PARTNER,
    RECEIVER,
    REFILL,
    ROLLING,
    SEATING,
    SETTING,
    TAKING,
    TARGET,
    THROW,
    TOWER,
    Town,
)
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.state import NOBODY, NOT_ASKED, NOT_LEGAL

WON: Final[i64] = 1_000_000  # the winner stands above every finish score (R32)


class Harmonictook(Town):
    """Section 3: a turn, step by step."""

    def legal(self, seat: i64) -> vec[i64]:
        phase = self.phase
        if phase == BUILDING:
            return offers(self, seat)
        if phase == ROLLING:
            return vec[i64]([ROLL_ONE, ROLL_TWO])
        if phase == TOWER:
            return vec[i64]([KEEP, REROLL])
        if phase == HARBOR:
            return vec[i64]([STAY, RAISE])
        if phase == INVESTING:
            return vec[i64]([HOLD, INVEST])
        if phase == TARGET:
            return vec[i64]([SEAT + other for other in range(self.seats) if other != self.active])
        if phase == PARTNER:
            return partners(self)
        if phase == TAKING:
            return takings(self)
        if phase == GIVING:
            return givings(self)
        if phase == GIFTING:
            return gifts(self)
        if phase == RECEIVER:
            return receivers(self, self.offering // 2)
        if phase == DEMOLITION:
            return ruins(self)
        if phase == CLOSING:
            return closings(self)
        return exhibits(self)

    def refusal(self, seat: i64, action: i64) -> i64:
        if not self.owes(seat):
            return NOT_ASKED
        if self.phase == BUILDING:
            if action == PASS:
                return 0
            if BUY <= action < BUILD:
                return cannot_buy(self, seat, action - BUY)
            return cannot_raise(self, seat, action - BUILD) if BUILD <= action < DEMOLISH else NOT_NOW
        for choice in self.legal(seat):
            if choice == action:
                return 0
        return NOT_LEGAL if action >= SEAT and (action < BUY or action >= DEMOLISH) else NOT_NOW

    def play(self, seat: i64, action: i64, /) -> None:
        self.answered(seat)
        phase = self.phase
        if phase == BUILDING:
            self.build_step(action)
        elif phase == ROLLING:
            self.roll(1 if action == ROLL_ONE else 2)
        elif phase == TOWER:
            self.at_the_tower(action)
        elif phase == HARBOR:
            self.at_the_harbor(action)
        elif phase == INVESTING:
            self.invest(action)
        else:
            self.resolve(action)

    def deal(self, outcome: i64, /) -> None:
        if self.errand == THROW:
            self.rolled(outcome)
        elif self.errand == EXTRA:
            self.extra_rolled(outcome)
        elif self.errand == SEATING:
            if self.journal is not None:
                self.journal.add(EVERYONE, FIRST_PLAYER, outcome)
            self.begin_turn(outcome, 0)
        else:
            self.drawn(outcome)

    def odds(self) -> vec[i64]:
        if self.errand == SETTING or self.errand == REFILL:
            return draw_odds(self)
        return vec[i64]()

    # Set-up and market, sections 2 and 6.

    def refill(self, errand: i64) -> bool:
        """6.3: draws until the piles are complete; whether a card is still to come."""
        if missing(self) == NOBODY:
            return False
        self.chance(errand, self.book.width)
        return True

    def pile_gone(self, card: i64) -> bool:
        """6.3.4: an emptied pile is replaced at once (R51)."""
        clear_away(self, card)
        return self.market[card] == 0 and self.refill(REFILL)

    def drawn(self, card: i64) -> None:
        """6.3.2: equal cards share a pile."""
        self.deck[card] -= 1
        self.market[card] += 1
        if self.journal is not None:
            self.journal.add(EVERYONE, MARKET_REFILL, card, piles(self, NOBODY), left(self, NOBODY))
        clear_away(self, card)
        if self.refill(self.errand):
            return
        if self.errand == SETTING:
            self.seat_first()
        else:
            self.after_building()

    def seat_first(self) -> None:
        """2.3: seat 1 starts, or a seat by lot."""
        if self.book.random_first:
            self.chance(SEATING, self.seats)
        else:
            self.begin_turn(0, 0)

    # Dice, section 4.

    def begin_turn(self, seat: i64, extra: i64) -> None:
        """3.1: whether a double brings another turn is settled now (R8)."""
        book = self.book
        self.active = seat
        self.turn += 1
        self.extra = extra
        self.bought = 0
        self.first = 0
        self.second = 0
        self.total = 0
        self.rerolled = 0
        self.park = 1 if self.has(seat, book.park_mask) else 0
        self.rerolls = self.powers(seat, book.tower_mask)
        if self.journal is not None:
            self.journal.add(EVERYONE, TURN_START, seat, self.turn, extra)
        self.take_dice()

    def powers(self, seat: i64, mask: i64) -> i64:
        """What the built landmarks of one kind give together."""
        sum: i64 = 0
        if self.has(seat, mask):
            for landmark in self.book.landmarks:
                if (self.built[seat] & mask) >> landmark & 1 == 1:
                    sum += self.book.power[landmark]
        return sum

    def take_dice(self) -> None:
        """3.2: two dice only with a station."""
        if self.has(self.active, self.book.dice_mask):
            self.question(ROLLING)
        else:
            self.roll(1)

    def roll(self, dice: i64) -> None:
        self.dice = dice
        self.chance(THROW, 6 if dice == 1 else 36)

    def rolled(self, outcome: i64) -> None:
        if self.dice == 1:
            self.first = outcome + 1
            self.second = 0
        else:
            self.first = outcome // 6 + 1
            self.second = outcome % 6 + 1
        self.total = self.first + self.second
        if self.journal is not None:
            kind = REROLLED if self.rerolled == 1 else ROLL
            self.journal.add(EVERYONE, kind, self.active, self.first, self.second, self.total)
        if self.rerolls > 0:
            self.question(TOWER)
        else:
            self.total_known()

    def at_the_tower(self, action: i64) -> None:
        """3.3, R9: a re-roll replaces the roll, the number of dice is chosen anew."""
        if action == KEEP:
            self.total_known()
        else:
            self.rerolls -= 1
            self.rerolled = 1
            self.take_dice()

    def total_known(self) -> None:
        """3.4, R10: the harbor comes after any re-roll."""
        if self.second > 0 and self.harbor_adds() > 0:
            self.question(HARBOR)
        else:
            self.begin_income()

    def harbor_adds(self) -> i64:
        book = self.book
        sum: i64 = 0
        if self.has(self.active, book.harbor_mask):
            for landmark in book.landmarks:
                standing = (self.built[self.active] & book.harbor_mask) >> landmark & 1 == 1
                if standing and self.total >= book.threshold[landmark]:
                    sum += book.power[landmark]
        return sum

    def at_the_harbor(self, action: i64) -> None:
        if action == RAISE:
            adds = self.harbor_adds()
            self.total += adds
            if self.journal is not None:
                self.journal.add(EVERYONE, ADD_TO_ROLL, self.active, adds, self.total)
        self.begin_income()

    # Income, section 5.

    def begin_income(self) -> None:
        """5.2: red first; R54: a total above 14 fires nothing."""
        self.fresh = vec[i64]()
        self.firing = NOBODY
        self.hall = NOBODY
        if self.total > TOTALS:
            self.before_building()
            return
        tolls(self)
        self.cursor = self.book.order_at[self.total * 4 + BLUE]
        self.go_on()

    def go_on(self) -> None:
        """When every card has fired, it is time to build."""
        if income(self):
            self.before_building()

    def resolve(self, action: i64) -> None:
        """An answer to a card's question; then the income goes on."""
        if not settled(self, self.phase, action):
            self.go_on()

    def extra_rolled(self, outcome: i64) -> None:
        take_throw(self, outcome)
        self.go_on()

    # Building and the end of a turn, sections 3 and 6.

    def before_building(self) -> None:
        """3.6: the city hall helps whoever has nothing."""
        book = self.book
        seat = self.active
        if self.has(seat, book.broke_mask):
            for landmark in book.landmarks:
                standing = (self.built[seat] & book.broke_mask) >> landmark & 1 == 1
                if standing and self.coins[seat] <= book.threshold[landmark]:
                    self.coins[seat] += book.power[landmark]
                    if self.journal is not None:
                        self.journal.add(EVERYONE, CITY_HALL, seat, book.power[landmark])
        if can_build(self, seat):
            self.question(BUILDING)
        else:
            self.build_step(PASS)

    def build_step(self, action: i64) -> None:
        """3.7: one thing or nothing. 3.8, R11: the last landmark wins at once."""
        seat = self.active
        if action == PASS:
            if self.journal is not None:
                self.journal.add(EVERYONE, PASSED, seat, self.coins[seat])
            self.after_building()
            return
        self.bought = 1
        if action < BUILD:
            buy(self, seat, action - BUY)
            if self.book.market == FIXED or not self.pile_gone(action - BUY):
                self.after_building()
            return
        build(self, seat, action - BUILD)
        if self.landmarks(seat, self.book.win_mask) >= self.book.goal:
            self.winner = seat
            self.phase = DEALING
            if self.journal is not None:
                self.journal.add(EVERYONE, WIN, seat, self.turn)
        else:
            self.after_building()

    def after_building(self) -> None:
        """3.9: the airport pays whoever built nothing. 3.10: a coin may be stored."""
        seat = self.active
        if self.bought == 0:
            coins = self.powers(seat, self.book.idle_mask)
            if coins > 0:
                self.coins[seat] += coins
                if self.journal is not None:
                    self.journal.add(EVERYONE, AIRPORT, seat, coins)
        card = self.book.investment
        if card != NOBODY and self.copies(seat, card) > 0 and self.coins[seat] >= self.book.invested:
            self.question(INVESTING)
        else:
            self.end_turn()

    def invest(self, action: i64) -> None:
        """10: a coin from hand to card, where nobody can reach it."""
        if action == INVEST:
            seat = self.active
            self.coins[seat] -= self.book.invested
            self.stored[seat] += self.book.invested
            if self.journal is not None:
                self.journal.add(EVERYONE, INVESTED, seat, self.book.investment, self.stored[seat])
        self.end_turn()

    def end_turn(self) -> None:
        """3.11: a double and the park; 3.12: next seat; R36: no match lasts for ever."""
        if self.turn >= self.book.max_turns:
            self.phase = DEALING
            if self.journal is not None:
                self.journal.add(EVERYONE, STOPPED, self.turn)
        elif self.park == 1 and self.first == self.second:
            if self.journal is not None:
                self.journal.add(EVERYONE, DOUBLES_BONUS, self.active)
            self.begin_turn(self.active, 1)
        else:
            self.begin_turn((self.active + 1) % self.seats, 0)

    # What everybody may ask.

    def standing(self, seat: i64) -> i64:
        """R32: the winner first, the others by finish score; R36: without a winner nobody has won."""
        if self.winner == NOBODY:
            return self.points(seat) - WON
        return self.points(seat) + (WON if seat == self.winner else 0)

    def default_answer(self, seat: i64) -> i64:
        """The default answers: as little as possible, to whom it hurts least."""
        phase = self.phase
        if phase == BUILDING:
            return PASS
        if phase == TARGET:
            return SEAT + richest(self)
        answers = self.legal(seat)
        if phase == GIFTING or phase == DEMOLITION:
            return self.cheapest(answers)
        return answers[0]

    def cheapest(self, answers: vec[i64]) -> i64:
        """The landmark or card that cost least."""
        best = answers[0]
        for answer in answers:
            if self.price_of(answer) < self.price_of(best):
                best = answer
        return best

    def price_of(self, answer: i64) -> i64:
        if answer < TAKE:
            return self.book.price[answer - DEMOLISH]
        return self.book.cost[copy_given(answer) // 2]

    def clone(self) -> Harmonictook:
        copy = Harmonictook(self.seats, self.book)
        copy.copy_town(self)
        return copy


def blank(seats: int, options: Options) -> Harmonictook:
    return Harmonictook(seats, book_of(options))


def start(seats: int, options: Options, journal: Journal | None) -> Harmonictook:
    """Section 2."""
    book: Book = book_of(options)
    town = Harmonictook(seats, book)
    town.journal = journal
    town.coins = vec[i64]([book.coins] * seats)
    town.built = vec[i64]([book.start_mask] * seats)
    town.stored = vec[i64]([0] * seats)
    places = town.seats * book.width
    town.owned = vec[i64]([0] * places)
    if book.closing:
        town.closed = vec[i64]([0] * places)
    for seat in range(town.seats):
        for card in book.types:
            town.owned[seat * book.width + card] = book.starting[card]
    lay_out(town)
    if not town.refill(SETTING):
        town.seat_first()
    return town
