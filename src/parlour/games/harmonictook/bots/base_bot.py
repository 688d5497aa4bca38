"""The base class of all bots of harmonictook: it makes every decision except what to build (section 16)."""

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
from parlour.games.harmonictook.rules.choices import richest_opponent
from parlour.games.harmonictook.rules.market import cannot_build
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
from parlour.games.harmonictook.study.odds.card_values import copy_gain, copy_loss
from parlour.games.harmonictook.study.odds.coverage import own_coverage
from parlour.games.harmonictook.study.odds.firing_values import closing_payment, firing_value
from parlour.games.harmonictook.study.odds.outlook import cost_missing
from parlour.games.harmonictook.study.odds.roll_table import RollTable
from parlour.games.harmonictook.study.odds.strategy import better_dice, better_total, own_income, should_reroll
from parlour.games.harmonictook.study.odds.swaps import Trade, best_swap
from parlour.kernel.match import Bot
from parlour.kernel.state import NOBODY, State

ALWAYS_TWO: Final[i64] = 0  # rules for dice
BY_INCOME: Final[i64] = 1
BY_COVERAGE: Final[i64] = 2
ALWAYS_ONE: Final[i64] = 3

BELOW_FIVE: Final[i64] = 0  # rules for re-rolling
BELOW_MEAN: Final[i64] = 1
ON_NOTHING: Final[i64] = 2
NEVER: Final[i64] = 3
LOWEST_THIRD: Final[i64] = 4

RICHEST: Final[i64] = 0  # rules for targets
LEADER: Final[i64] = 1

BY_PREFERENCE: Final[i64] = 0  # rules for swaps: like buying
BY_GAIN: Final[i64] = 1
NO_SWAPS: Final[i64] = 2


class BaseBot(Bot):
    """A bot that answers every question of the game by fixed habits, except what to build, which subclasses decide."""

    def __init__(self) -> None:
        super().__init__()
        self.dice_rule: i64 = BY_INCOME
        self.reroll_rule: i64 = BELOW_MEAN
        self.target_rule: i64 = RICHEST
        self.swap_rule: i64 = BY_GAIN
        self.table: RollTable | None = None

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
            return RAISE if self.raises_total(world, seat) else STAY
        if phase == TARGET:
            return SEAT + self.target(world, seat)
        if phase == PARTNER or phase == TAKING or phase == GIVING:
            return self.swap(world, seat)
        return self.answer_expansion(world, seat)

    # Decisions of the subclasses.

    def build(self, town: Harmonictook, seat: i64) -> i64:
        raise NotImplementedError

    def preference(self, town: Harmonictook, seat: i64, card: i64) -> float:
        """Returns how much the bot wants to take this card from an opponent in a swap: its gain in coins a round."""
        return copy_gain(self.table_at(town), card, seat)

    # Habits.

    def table_at(self, town: Town, now: bool = False) -> RollTable:
        """Returns the chances and coins of every seat by dice total in this position, with `now` for the next roll only
        (closed copies do not pay). Every call changes and returns the same table."""
        if self.table is None:
            self.table = RollTable(town, now)
        else:
            self.table.update(town, now)
        return self.table

    def roll(self, town: Harmonictook, seat: i64) -> i64:
        """Returns the bot's answer to "one die or two?": by a fixed habit, by the chance to fire one of its cards (one
        die on a tie), or by expected income (two dice on a tie; section 16)."""
        if self.dice_rule == ALWAYS_TWO:
            return ROLL_TWO
        if self.dice_rule == ALWAYS_ONE:
            return ROLL_ONE
        if self.dice_rule == BY_COVERAGE:
            table = self.table_at(town, True)
            return ROLL_TWO if own_coverage(table, seat, 2) > own_coverage(table, seat, 1) else ROLL_ONE
        return ROLL_ONE if better_dice(self.table_at(town, True), seat) == 1 else ROLL_TWO

    def rolls_again(self, town: Harmonictook, seat: i64) -> bool:
        """Decides by the bot's rule whether it repeats its roll: never, below a total of five, or if it earns nothing,
        less than expected, or as little as the worst third of all totals (section 16)."""
        if self.reroll_rule == NEVER:
            return False
        if self.reroll_rule == BELOW_FIVE:
            return town.total < 5
        table = self.table_at(town, True)
        if self.reroll_rule == BELOW_MEAN:
            return should_reroll(table, seat, town.total)
        coins = own_income(table, seat, better_total(table, seat, town.total))
        return coins <= 0.0 if self.reroll_rule == ON_NOTHING else count_totals_below(table, seat, coins) < 4

    def raises_total(self, town: Harmonictook, seat: i64) -> bool:
        """Decides whether the bot raises its dice total with a harbor: if the raised total earns more coins (15.1)."""
        return better_total(self.table_at(town, True), seat, town.total) != town.total

    def target(self, town: Harmonictook, seat: i64) -> i64:
        return richest_opponent(town)

    def swap(self, town: Harmonictook, seat: i64) -> i64:
        """Returns the bot's next answer in a card swap by its rule: decline if allowed, the swap with most gain (15.6),
        or its preferred cards (16)."""
        answers = town.legal(seat)[:]
        if self.swap_rule == NO_SWAPS and answers[0] == DECLINE:
            return DECLINE
        if self.swap_rule == BY_GAIN:
            trade = best_swap(self.table_at(town), seat, town.firing)
            if trade.partner == NOBODY and answers[0] == DECLINE:
                return DECLINE
            answer = trade_step(town, trade)
            for legal in answers:
                if legal == answer:
                    return answer
        return self.swap_by_preference(town, seat, answers)

    def swap_by_preference(self, town: Harmonictook, seat: i64, answers: vec[i64]) -> i64:
        best = NOBODY
        most = 0.0
        for answer in answers:
            if answer == DECLINE:
                continue
            if town.phase == PARTNER:
                value = float(town.coins[answer - SEAT])
            elif town.phase == TAKING:
                card = (answer - TAKE) % CARDS
                value = self.preference(town, seat, card) - (0.001 if answer >= TAKE_CLOSED else 0.0)
            else:
                card = (answer - GIVE) % CARDS
                value = -float(cost_and_totals(town.book, card)) + (0.5 if answer >= GIVE_CLOSED else 0.0)
            if best == NOBODY or value > most:
                best = answer
                most = value
        return best

    def answer_expansion(self, town: Harmonictook, seat: i64) -> i64:
        """Chooses the bot's answer to a question that only cards of the expansions ask."""
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
        """Returns INVEST while fewer than 10 coins lie on the bot's investment card, it has over 1 coin, and the
        landmarks that it needs to win cost over 10; else HOLD."""
        return INVEST if town.stored[seat] < 10 and town.coins[seat] > 1 and cost_missing(town, seat) > 10 else HOLD

    def gift(self, town: Harmonictook, seat: i64) -> i64:
        """Chooses which of its cards the bot gives away: the one that earns it least, a closed copy first."""
        table = self.table_at(town)
        best = NOBODY
        least = 0.0
        for answer in town.legal(seat):
            value = copy_loss(table, (answer - GIVE) % CARDS, seat) - (0.001 if answer >= GIVE_CLOSED else 0.0)
            if best == NOBODY or value < least:
                best = answer
                least = value
        return best

    def receiver(self, town: Harmonictook, seat: i64) -> i64:
        """Chooses the opponent who receives the card that the bot gives away: the one whom it helps least."""
        table = self.table_at(town)
        card = town.offering // 2
        best = NOBODY
        least = 0.0
        for answer in town.legal(seat):
            value = copy_gain(table, card, answer - SEAT)
            if best == NOBODY or value < least:
                best = answer
                least = value
        return best

    def closing(self, town: Harmonictook, seat: i64) -> i64:
        """Chooses the card type that the bot closes: opponents pay most for it, less half of what its own copies pay
        when they fire. Declines, if it may, when no type gains."""
        best = DECLINE
        most = 0.0
        for answer in town.legal(seat):
            if answer != DECLINE:
                card = answer - CLOSE
                own = town.open_copies(seat, card)
                value = (
                    float(closing_payment(town, town.firing, seat, card))
                    - float(own) * firing_value(town, card, seat) * 0.5
                )
                if value > most:
                    best = answer
                    most = value
        answers = town.legal(seat)
        return best if best != DECLINE or answers[0] == DECLINE else answers[0]

    def exhibition(self, town: Harmonictook, seat: i64) -> i64:
        """Chooses the card type that the bot's exhibit hall fires: what pays most, if over half the hall's price; else
        it declines if it may."""
        answers = town.legal(seat)[:]
        best = answers[0]
        most = float(town.book.cost[town.firing]) * 0.5
        for answer in answers:
            if answer != DECLINE and town.condition_holds(answer - EXHIBIT, seat, seat):
                card = answer - EXHIBIT
                value = firing_value(town, card, seat) * float(town.open_copies(seat, card))
                if value > most:
                    best = answer
                    most = value
        return best


def trade_step(town: Town, trade: Trade) -> i64:
    """Returns the next answer that carries out a planned swap: the partner, the card to take, or the card to give."""
    if town.phase == PARTNER:
        return SEAT + trade.partner
    if town.phase == TAKING:
        return (TAKE if town.open_copies(town.partner, trade.take) > 0 else TAKE_CLOSED) + trade.take
    return (GIVE_CLOSED if town.closed_copies(town.active, trade.give) > 0 else GIVE) + trade.give


def cost_and_totals(book: Book, card: i64) -> i64:
    """Returns a card's cost plus the dice totals it fires on; in a swap bots give the card with the lowest sum (section
    16)."""
    found = book.cost[card]
    for total in range(15):
        if (book.hits[card] >> total) & 1 == 1:
            found += total
    return found


def count_totals_below(table: RollTable, seat: i64, coins: float) -> i64:
    """Counts the dice totals from 1 to 12 on which the seat's own roll earns less than these coins."""
    found: i64 = 0
    for total in range(1, 13):
        if own_income(table, seat, total) < coins:
            found += 1
    return found


def dearest_landmark(town: Town, seat: i64) -> i64:
    """Returns the action to build the landmark that wins (R46), else the dearest affordable one; PASS if none."""
    book = town.book
    best = PASS
    most: i64 = -1
    for landmark in book.landmarks:
        if cannot_build(town, seat, landmark) != 0:
            continue
        if (book.win_mask >> landmark) & 1 == 1 and town.count_landmarks(seat, book.win_mask) + 1 >= book.goal:
            return BUILD + landmark
        if book.price[landmark] > most:
            best = BUILD + landmark
            most = book.price[landmark]
    return best
