"""What every bot of harmonictook does unless it knows better (section 16)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import (
    BUILD,
    CLOSE,
    DECLINE,
    EXHIBIT,
    GIVE,
    GIVE_CLOSED,
    HOLD,
    INVEST,
    KEEP,
    PASS,
    RAISE,
    REROLL,
    ROLL_ONE,
    ROLL_TWO,
    SEAT,
    STAY,
    TAKE,
    TAKE_CLOSED,
)
from parlour.games.harmonictook.rules.book import CARDS, Book
from parlour.games.harmonictook.rules.choices import richest
from parlour.games.harmonictook.rules.market import cannot_raise
from parlour.games.harmonictook.rules.state import (
    BUILDING,
    CLOSING,
    DEMOLITION,
    EXHIBITION,
    GIFTING,
    GIVING,
    HARBOR,
    INVESTING,
    PARTNER,
    RECEIVER,
    ROLLING,
    TAKING,
    TARGET,
    TOWER,
    Town,
)
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.almanac import Almanac, best_row
from parlour.games.harmonictook.study.odds.gains import gain, rate
from parlour.games.harmonictook.study.odds.outlook import cost_missing
from parlour.games.harmonictook.study.odds.reach import own_coverage
from parlour.games.harmonictook.study.odds.strategy import better_dice, better_total, own_income, rerolls
from parlour.games.harmonictook.study.odds.swaps import Trade, best_swap
from parlour.games.harmonictook.study.odds.worth import closing_worth, firing
from parlour.kernel.match import Bot
from parlour.kernel.state import NOBODY, State

TWO: Final[i64] = 0  # rules for dice
BY_INCOME: Final[i64] = 1
BY_COVERAGE: Final[i64] = 2
ONE: Final[i64] = 3

BELOW_FIVE: Final[i64] = 0  # rules for re-rolling
BELOW_MEAN: Final[i64] = 1
ON_NOTHING: Final[i64] = 2
NEVER: Final[i64] = 3
LOWEST_THIRD: Final[i64] = 4

RICHEST: Final[i64] = 0  # rules for targets
LEADER: Final[i64] = 1

BY_TASTE: Final[i64] = 0  # rules for swaps: like buying
BY_GAIN: Final[i64] = 1
NO_SWAPS: Final[i64] = 2


class Citizen(Bot):
    """A player with habits; what to build is left to each kind."""

    def __init__(self) -> None:
        super().__init__()
        self.dice_rule: i64 = BY_INCOME
        self.again_rule: i64 = BELOW_MEAN
        self.target_rule: i64 = RICHEST
        self.swap_rule: i64 = BY_GAIN
        self.almanac: Almanac | None = None

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Harmonictook)
        phase = world.phase
        if phase == BUILDING:
            return self.build(world, seat)
        if phase == ROLLING:
            return self.roll(world, seat)
        if phase == TOWER:
            return REROLL if self.rolls_again(world, seat) else KEEP
        if phase == HARBOR:
            return RAISE if self.raises(world, seat) else STAY
        if phase == TARGET:
            return SEAT + self.target(world, seat)
        if phase == PARTNER or phase == TAKING or phase == GIVING:
            return self.swap(world, seat)
        return self.errand(world, seat)

    # What each kind decides for itself.

    def build(self, town: Harmonictook, seat: i64) -> i64:
        raise NotImplementedError

    def taste(self, town: Harmonictook, seat: i64, card: i64) -> float:
        """How much it would like to have a card of somebody else."""
        return gain(self.open(town), card, seat)

    # Habits.

    def open(self, town: Town, now: bool = False) -> Almanac:
        """The almanac at this position."""
        if self.almanac is None:
            self.almanac = Almanac(town, now)
        else:
            self.almanac.read(town, now)
        return self.almanac

    def roll(self, town: Harmonictook, seat: i64) -> i64:
        """16: dice by expected income, two on a tie, or by a fixed habit."""
        if self.dice_rule == TWO:
            return ROLL_TWO
        if self.dice_rule == ONE:
            return ROLL_ONE
        if self.dice_rule == BY_COVERAGE:
            almanac = self.open(town, True)
            return ROLL_TWO if own_coverage(almanac, seat, 2) > own_coverage(almanac, seat, 1) else ROLL_ONE
        return ROLL_ONE if better_dice(self.open(town, True), seat) == 1 else ROLL_TWO

    def rolls_again(self, town: Harmonictook, seat: i64) -> bool:
        """16: below the expected income of the better dice, or by a fixed habit."""
        if self.again_rule == NEVER:
            return False
        if self.again_rule == BELOW_FIVE:
            return town.total < 5
        almanac = self.open(town, True)
        if self.again_rule == BELOW_MEAN:
            return rerolls(almanac, seat, town.total)
        coins = own_income(almanac, seat, better_total(almanac, seat, town.total))
        return coins <= 0.0 if self.again_rule == ON_NOTHING else below(almanac, seat, coins) < 4

    def raises(self, town: Harmonictook, seat: i64) -> bool:
        """15.1: when it earns more on this roll."""
        return better_total(self.open(town, True), seat, town.total) != town.total

    def target(self, town: Harmonictook, seat: i64) -> i64:
        return richest(town)

    def swap(self, town: Harmonictook, seat: i64) -> i64:
        """15.6 by gain; 16 by taste: the richest partner, the best liked card for the meanest of one's own."""
        answers = town.legal(seat)[:]
        if self.swap_rule == NO_SWAPS and answers[0] == DECLINE:
            return DECLINE
        if self.swap_rule == BY_GAIN:
            trade = best_swap(self.open(town), seat, town.firing)
            if trade.partner == NOBODY and answers[0] == DECLINE:
                return DECLINE
            answer = planned(town, trade)
            for legal in answers:
                if legal == answer:
                    return answer
        return self.by_taste(town, seat, answers)

    def by_taste(self, town: Harmonictook, seat: i64, answers: vec[i64]) -> i64:
        best = NOBODY
        most = 0.0
        for answer in answers:
            if answer == DECLINE:
                continue
            if town.phase == PARTNER:
                value = float(town.coins[answer - SEAT])
            elif town.phase == TAKING:
                card = (answer - TAKE) % CARDS
                value = self.taste(town, seat, card) - (0.001 if answer >= TAKE_CLOSED else 0.0)
            else:
                card = (answer - GIVE) % CARDS
                value = -float(meanness(town.book, card)) + (0.5 if answer >= GIVE_CLOSED else 0.0)
            if best == NOBODY or value > most:
                best = answer
                most = value
        return best

    def errand(self, town: Harmonictook, seat: i64) -> i64:
        """The questions of the expansions."""
        phase = town.phase
        if phase == INVESTING:
            return self.invest(town, seat)
        if phase == GIFTING:
            return self.gift(town, seat)
        if phase == RECEIVER:
            return self.receiver(town, seat)
        if phase == CLOSING:
            return self.closing(town, seat)
        if phase == EXHIBITION:
            return self.exhibition(town, seat)
        assert phase == DEMOLITION
        return town.default_answer(seat)

    def invest(self, town: Harmonictook, seat: i64) -> i64:
        """A coin comes back once from each opponent who has it, in four rounds or so: not when it is needed soon."""
        return INVEST if town.stored[seat] < 10 and town.coins[seat] > 1 and cost_missing(town, seat) > 10 else HOLD

    def gift(self, town: Harmonictook, seat: i64) -> i64:
        """What earns least, a closed copy first."""
        almanac = self.open(town)
        row = best_row(almanac, seat)
        best = NOBODY
        least = 0.0
        for answer in town.legal(seat):
            value = rate(almanac, (answer - GIVE) % CARDS, seat, row) - (0.001 if answer >= GIVE_CLOSED else 0.0)
            if best == NOBODY or value < least:
                best = answer
                least = value
        return best

    def receiver(self, town: Harmonictook, seat: i64) -> i64:
        """Whom the gift helps least."""
        almanac = self.open(town)
        card = town.offering // 2
        best = NOBODY
        least = 0.0
        for answer in town.legal(seat):
            value = gain(almanac, card, answer - SEAT)
            if best == NOBODY or value < least:
                best = answer
                least = value
        return best

    def closing(self, town: Harmonictook, seat: i64) -> i64:
        """The type that opponents pay most for, one's own copies counted against it."""
        best = DECLINE
        most = 0.0
        for answer in town.legal(seat):
            if answer != DECLINE:
                card = answer - CLOSE
                own = town.open_copies(seat, card)
                value = (
                    float(closing_worth(town, town.firing, seat, card)) - float(own) * firing(town, card, seat) * 0.5
                )
                if value > most:
                    best = answer
                    most = value
        answers = town.legal(seat)
        return best if best != DECLINE or answers[0] == DECLINE else answers[0]

    def exhibition(self, town: Harmonictook, seat: i64) -> i64:
        """The type that pays most at once, if it pays half the price of the hall."""
        answers = town.legal(seat)[:]
        best = answers[0]
        most = float(town.book.cost[town.firing]) * 0.5
        for answer in answers:
            if answer != DECLINE and town.holds(answer - EXHIBIT, seat, seat):
                card = answer - EXHIBIT
                value = firing(town, card, seat) * float(town.open_copies(seat, card))
                if value > most:
                    best = answer
                    most = value
        return best


def planned(town: Town, trade: Trade) -> i64:
    """The next step of a trade: with whom, what, what for; a closed copy is given before an open one."""
    if town.phase == PARTNER:
        return SEAT + trade.partner
    if town.phase == TAKING:
        return (TAKE if town.open_copies(town.partner, trade.take) > 0 else TAKE_CLOSED) + trade.take
    return (GIVE_CLOSED if town.closed_copies(town.active, trade.give) > 0 else GIVE) + trade.give


def meanness(book: Book, card: i64) -> i64:
    """16: the sum of its numbers and its cost."""
    found = book.cost[card]
    for total in range(15):
        if (book.hits[card] >> total) & 1 == 1:
            found += total
    return found


def below(almanac: Almanac, seat: i64, coins: float) -> i64:
    """How many of the totals 1 to 12 bring less."""
    found: i64 = 0
    for total in range(1, 13):
        if own_income(almanac, seat, total) < coins:
            found += 1
    return found


def dearest_landmark(town: Town, seat: i64) -> i64:
    """The landmark that wins (R46), else the dearest the seat can pay now, as an action; pass if there is none."""
    book = town.book
    best = PASS
    most: i64 = -1
    for landmark in book.landmarks:
        if cannot_raise(town, seat, landmark) != 0:
            continue
        if (book.win_mask >> landmark) & 1 == 1 and town.landmarks(seat, book.win_mask) + 1 >= book.goal:
            return BUILD + landmark
        if book.price[landmark] > most:
            best = BUILD + landmark
            most = book.price[landmark]
    return best
