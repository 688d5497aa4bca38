"""The turn of harmonictook, step by step: roll, income, building (section 3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

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
    closing_answers,
    demolition_answers,
    exhibition_answers,
    gift_answers,
    giving_answers,
    partner_answers,
    receiver_answers,
    richest_opponent,
    taking_answers,
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
    apply_answer,
    fire_cards,
    given_copy,
    record_extra_roll,
)
from parlour.games.harmonictook.rules.income import (
    collect_tolls,
)
from parlour.games.harmonictook.rules.market import (
    build,
    buy,
    can_build,
    cannot_build,
    cannot_buy,
    cards_left,
    count_piles,
    deck_to_refill,
    draw_odds,
    lay_out_market,
    list_builds,
    remove_useless_pile,
)
from parlour.games.harmonictook.rules.state import (
    BUILDING,
    CARD_ROLL,
    CLOSING,
    DEALING,
    DEMOLITION,
    FIRST_SEAT,
    GIFTING,
    GIVING,
    HARBOR,
    INVESTING,
    PARTNER,
    RECEIVER,
    REFILL_DRAW,
    ROLLING,
    SETUP_DRAW,
    TAKING,
    TARGET,
    TOWER,
    TURN_ROLL,
    Town,
)
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.state import NOBODY, NOT_ASKED, NOT_LEGAL, legal_from_list

WINNER_STANDING: Final[i64] = 1_000_000  # added to the winner's finish score, above every other (R32)


@mypyc_attr(acyclic=True, free_list_len=1)
class Harmonictook(Town):
    """One position of harmonictook with its rules: legal answers, and what each answer and each roll changes."""

    def legal(self, seat: i64) -> vec[i64]:
        return legal_from_list(self, seat)

    def list_legal(self, seat: i64, found: ActionList) -> None:
        found.clear()
        phase = self.phase
        if phase == BUILDING:
            list_builds(self, seat, found)
        elif phase == ROLLING:
            found.add(ROLL_ONE)
            found.add(ROLL_TWO)
        elif phase == TOWER:
            found.add(KEEP)
            found.add(REROLL)
        elif phase == HARBOR:
            found.add(STAY)
            found.add(RAISE)
        elif phase == INVESTING:
            found.add(HOLD)
            found.add(INVEST)
        else:
            found.add_all(self.card_answers(phase))

    def card_answers(self, phase: i64) -> vec[i64]:
        """Returns the legal answers to the question of a card that fires (sections 8 and 10)."""
        if phase == TARGET:
            return vec[i64]([SEAT + other for other in range(self.seats) if other != self.active])
        if phase == PARTNER:
            return partner_answers(self)
        if phase == TAKING:
            return taking_answers(self)
        if phase == GIVING:
            return giving_answers(self)
        if phase == GIFTING:
            return gift_answers(self)
        if phase == RECEIVER:
            return receiver_answers(self, self.offering // 2)
        if phase == DEMOLITION:
            return demolition_answers(self)
        if phase == CLOSING:
            return closing_answers(self)
        return exhibition_answers(self)

    def refusal(self, seat: i64, action: i64) -> i64:
        if not self.owes(seat):
            return NOT_ASKED
        if self.phase == BUILDING:
            if action == PASS:
                return 0
            if BUY <= action < BUILD:
                return cannot_buy(self, seat, action - BUY)
            return cannot_build(self, seat, action - BUILD) if BUILD <= action < DEMOLISH else NOT_NOW
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
            self.roll_dice(1 if action == ROLL_ONE else 2)
        elif phase == TOWER:
            self.answer_tower(action)
        elif phase == HARBOR:
            self.answer_harbor(action)
        elif phase == INVESTING:
            self.invest(action)
        else:
            self.answer_card(action)

    def deal(self, outcome: i64, /) -> None:
        if self.chance_kind == TURN_ROLL:
            self.take_roll(outcome)
        elif self.chance_kind == CARD_ROLL:
            self.take_extra_roll(outcome)
        elif self.chance_kind == FIRST_SEAT:
            if self.journal is not None:
                self.journal.add(EVERYONE, FIRST_PLAYER, outcome)
            self.begin_turn(outcome, 0)
        else:
            self.take_drawn_card(outcome)

    def odds(self) -> vec[i64]:
        if self.chance_kind == SETUP_DRAW or self.chance_kind == REFILL_DRAW:
            return draw_odds(self)
        return vec[i64]()

    # Set-up and market, sections 2 and 6.

    def refill(self, kind: i64) -> bool:
        """Asks the dealer to draw a card if the market lacks a pile; returns whether it did (rule 6.3)."""
        if deck_to_refill(self) == NOBODY:
            return False
        self.ask_chance(kind, self.book.width)
        return True

    def replace_empty_pile(self, card: i64) -> bool:
        """Asks the dealer to draw a card if this market pile is empty or useless (R51; rule 6.3.4). True if it did."""
        remove_useless_pile(self, card)
        return self.market[card] == 0 and self.refill(REFILL_DRAW)

    def take_drawn_card(self, card: i64) -> None:
        """Lays a drawn card on its pile in the market; draws on while a pile is missing, then play goes on (6.3.2)."""
        self.deck[card] -= 1
        self.market[card] += 1
        if self.journal is not None:
            self.journal.add(EVERYONE, MARKET_REFILL, card, count_piles(self), cards_left(self))
        remove_useless_pile(self, card)
        if self.refill(self.chance_kind):
            return
        if self.chance_kind == SETUP_DRAW:
            self.choose_first_seat()
        else:
            self.after_building()

    def choose_first_seat(self) -> None:
        """Begins the first turn with seat 1, or asks the dealer for a random seat, as the options say (rule 2.3)."""
        if self.book.random_first:
            self.ask_chance(FIRST_SEAT, self.seats)
        else:
            self.begin_turn(0, 0)

    # Dice, section 4.

    def begin_turn(self, seat: i64, extra: i64) -> None:
        """Begins a seat's turn; only a park that stands now makes a double bring another turn (R8; rule 3.1)."""
        book = self.book
        self.active = seat
        self.turn += 1
        self.extra_turn = extra
        self.bought = 0
        self.first = 0
        self.second = 0
        self.total = 0
        self.rerolled = 0
        self.park_at_start = 1 if self.has_landmark(seat, book.park_mask) else 0
        self.rerolls = self.sum_powers(seat, book.tower_mask)
        if self.journal is not None:
            self.journal.add(EVERYONE, TURN_START, seat, self.turn, extra)
        self.ask_dice()

    def sum_powers(self, seat: i64, mask: i64) -> i64:
        """Adds up the powers (re-rolls or coins) of the landmarks in this bit mask that the seat has built."""
        sum: i64 = 0
        if self.has_landmark(seat, mask):
            for landmark in self.book.landmarks:
                if (self.built[seat] & mask) >> landmark & 1 == 1:
                    sum += self.book.power[landmark]
        return sum

    def ask_dice(self) -> None:
        """Asks the active player for one die or two if a station is built, else rolls one (rule 3.2)."""
        if self.has_landmark(self.active, self.book.dice_mask):
            self.ask_active(ROLLING)
        else:
            self.roll_dice(1)

    def roll_dice(self, dice: i64) -> None:
        self.dice = dice
        self.ask_chance(TURN_ROLL, 6 if dice == 1 else 36)

    def take_roll(self, outcome: i64) -> None:
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
            self.ask_active(TOWER)
        else:
            self.offer_harbor()

    def answer_tower(self, action: i64) -> None:
        """Applies the answer to keep the roll, or to roll again: the number of dice is then chosen anew (R9; 3.3)."""
        if action == KEEP:
            self.offer_harbor()
        else:
            self.rerolls -= 1
            self.rerolled = 1
            self.ask_dice()

    def offer_harbor(self) -> None:
        """Asks the active player whether to raise the dice total with a harbor, else starts the income (3.4, R10)."""
        if self.second > 0 and self.harbor_bonus() > 0:
            self.ask_active(HARBOR)
        else:
            self.begin_income()

    def harbor_bonus(self) -> i64:
        book = self.book
        sum: i64 = 0
        if self.has_landmark(self.active, book.harbor_mask):
            for landmark in book.landmarks:
                standing = (self.built[self.active] & book.harbor_mask) >> landmark & 1 == 1
                if standing and self.total >= book.threshold[landmark]:
                    sum += book.power[landmark]
        return sum

    def answer_harbor(self, action: i64) -> None:
        if action == RAISE:
            adds = self.harbor_bonus()
            self.total += adds
            if self.journal is not None:
                self.journal.add(EVERYONE, ADD_TO_ROLL, self.active, adds, self.total)
        self.begin_income()

    # Income, section 5.

    def begin_income(self) -> None:
        """Begins the income of a roll with red cards; a total above 14 fires nothing (R54; rule 5.2)."""
        self.received = vec[i64]()
        self.firing = NOBODY
        self.exhibit_hall = NOBODY
        if self.total > TOTALS:
            self.before_building()
            return
        collect_tolls(self)
        self.cursor = self.book.order_start[self.total * 4 + BLUE]
        self.continue_income()

    def continue_income(self) -> None:
        """Fires the remaining cards of the roll; when all have fired, building begins."""
        if fire_cards(self):
            self.before_building()

    def answer_card(self, action: i64) -> None:
        """Applies the active player's answer to a card's question and fires the remaining cards."""
        if not apply_answer(self, self.phase, action):
            self.continue_income()

    def take_extra_roll(self, outcome: i64) -> None:
        record_extra_roll(self, outcome)
        self.continue_income()

    # Building and the end of a turn, sections 3 and 6.

    def before_building(self) -> None:
        """Pays the active player from a city hall if there are too few coins, then asks what to build; passes for a
        player who cannot build anything (rule 3.6)."""
        book = self.book
        seat = self.active
        for landmark in book.broke:
            if self.coins[seat] <= book.threshold[landmark] and (self.built[seat] >> landmark) & 1 == 1:
                self.coins[seat] += book.power[landmark]
                if self.journal is not None:
                    self.journal.add(EVERYONE, CITY_HALL, seat, book.power[landmark])
        if can_build(self, seat):
            self.ask_active(BUILDING)
        else:
            self.build_step(PASS)

    def build_step(self, action: i64) -> None:
        """Builds one thing or passes, for the active player (rule 3.7); the last landmark wins at once (3.8, R11)."""
        seat = self.active
        if action == PASS:
            if self.journal is not None:
                self.journal.add(EVERYONE, PASSED, seat, self.coins[seat])
            self.after_building()
            return
        self.bought = 1
        if action < BUILD:
            buy(self, seat, action - BUY)
            if self.book.market == FIXED or not self.replace_empty_pile(action - BUY):
                self.after_building()
            return
        build(self, seat, action - BUILD)
        if self.count_landmarks(seat, self.book.win_mask) >= self.book.goal:
            self.winner = seat
            self.phase = DEALING
            if self.journal is not None:
                self.journal.add(EVERYONE, WIN, seat, self.turn)
        else:
            self.after_building()

    def after_building(self) -> None:
        """Pays an airport to a player who built nothing (3.9), then offers to store a coin (3.10) or ends the turn."""
        seat = self.active
        if self.bought == 0:
            coins = self.sum_powers(seat, self.book.idle_mask)
            if coins > 0:
                self.coins[seat] += coins
                if self.journal is not None:
                    self.journal.add(EVERYONE, AIRPORT, seat, coins)
        card = self.book.investment
        if card != NOBODY and self.copies(seat, card) > 0 and self.coins[seat] >= self.book.investment_coins:
            self.ask_active(INVESTING)
        else:
            self.end_turn()

    def invest(self, action: i64) -> None:
        """Moves a coin from the active player to the investment card if so answered, then ends the turn (section
        10)."""
        if action == INVEST:
            seat = self.active
            self.coins[seat] -= self.book.investment_coins
            self.stored[seat] += self.book.investment_coins
            if self.journal is not None:
                self.journal.add(EVERYONE, INVESTED, seat, self.book.investment, self.stored[seat])
        self.end_turn()

    def end_turn(self) -> None:
        """Begins the next seat's turn (3.12), or another one after a double with a park (3.11).

        After the last turn that the options allow, it ends the match without a winner (R36).
        """
        if self.turn >= self.book.max_turns:
            self.phase = DEALING
            if self.journal is not None:
                self.journal.add(EVERYONE, STOPPED, self.turn)
        elif self.park_at_start == 1 and self.first == self.second:
            if self.journal is not None:
                self.journal.add(EVERYONE, DOUBLES_BONUS, self.active)
            self.begin_turn(self.active, 1)
        else:
            self.begin_turn(self.seat_after(self.active), 0)

    # Standing, default answers, copies.

    def standing(self, seat: i64) -> i64:
        """Returns the number that ranks a seat, higher is better: its points, a million more for the winner (R32), a
        million less for all seats if nobody has won (R36)."""
        if self.winner == NOBODY:
            return self.points(seat) - WINNER_STANDING
        return self.points(seat) + (WINNER_STANDING if seat == self.winner else 0)

    def default_answer(self, seat: i64) -> i64:
        """Returns the default answer to the question asked: the one that changes least; the richest opponent pays."""
        phase = self.phase
        if phase == BUILDING:
            return PASS
        if phase == TARGET:
            return SEAT + richest_opponent(self)
        answers = self.legal(seat)
        if phase == GIFTING or phase == DEMOLITION:
            return self.cheapest_answer(answers)
        return answers[0]

    def cheapest_answer(self, answers: vec[i64]) -> i64:
        """Returns the answer, of those that give a card away or pull down a landmark, that loses the cheapest one."""
        best = answers[0]
        for answer in answers:
            if self.answer_price(answer) < self.answer_price(best):
                best = answer
        return best

    def answer_price(self, answer: i64) -> i64:
        if answer < TAKE:
            return self.book.price[answer - DEMOLISH]
        return self.book.cost[given_copy(answer) // 2]

    def clone(self) -> Harmonictook:
        copy = Harmonictook(self.seats, self.book)
        copy.copy_town(self)
        return copy


def start(seats: int, options: Options, journal: Journal | None) -> Harmonictook:
    """Sets up a match of harmonictook (section 2) and asks the first question."""
    book: Book = book_of(options)
    town = Harmonictook(seats, book)
    town.journal = journal
    town.coins = vec[i64]([book.coins] * seats)
    town.built = vec[i64]([book.start_mask] * seats)
    town.stored = vec[i64]([0] * seats)
    places = town.seats * book.width
    town.owned = vec[i64]([0] * places)
    if book.can_close:
        town.closed = vec[i64]([0] * places)
    for seat in range(town.seats):
        for card in book.types:
            town.owned[seat * book.width + card] = book.starting[card]
    lay_out_market(town)
    if not town.refill(SETUP_DRAW):
        town.choose_first_seat()
    return town
