"""Bots of harmonictook that compute what to build from expected income and chances (sections 15 and 16)."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.base_bot import BY_COVERAGE, LOWEST_THIRD, BaseBot, dearest_landmark
from parlour.games.harmonictook.bots.dimensions import roll_coverage, wins_game
from parlour.games.harmonictook.rules.actions import BUILD, DECLINE, PASS
from parlour.games.harmonictook.rules.state import PARTNER, Town
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.outlook import (
    coins_missing,
    eruv,
    front_runner,
    round_mean,
    round_variance,
    try_option,
    undo_option,
    win_within,
)
from parlour.games.harmonictook.study.odds.roll_table import EPSILON, RollTable
from parlour.games.harmonictook.study.odds.strategy import (
    Trade,
    best_option,
    best_swap,
    better_total,
    delta_ev,
    own_income,
    score_options,
)
from parlour.kernel.state import NOBODY

MAX_ROUNDS: Final[i64] = 17  # the most rounds that MarathonBot looks ahead
MAX_ROUNDS_OF_TWO: Final[i64] = 20  # between two players
NEVER: Final[i64] = 1_000_000
MAX_DOUBLED_ROUNDS: Final[i64] = 100
MIN_CHANCE: Final = 1e-6  # the least chance worth playing for


class EvBot(BaseBot):
    """A bot that buys what leaves it best off after the next rounds, as many as its horizon (R45)."""

    def __init__(self, horizon: float) -> None:
        super().__init__()
        self.horizon = horizon

    def build(self, town: Harmonictook, seat: i64) -> i64:
        options = town.legal(seat)[:]
        table = self.table_at(town)
        winner = winning_option(table, options, seat)
        if winner != PASS:
            return winner
        return best_option(table, options, score_options(table, seat, options, self.horizon))


class CoverageBot(BaseBot):
    """A bot that builds landmarks first, then the card that fires on most rolls that pay it nothing yet."""

    def __init__(self) -> None:
        super().__init__()
        self.dice_rule = BY_COVERAGE

    def build(self, town: Harmonictook, seat: i64) -> i64:
        table = self.table_at(town)
        winner = winning_option(table, town.legal(seat), seat)
        if winner != PASS:
            return winner
        options = landmark_options(town.legal(seat))
        if len(options) == 0:
            options = town.legal(seat)[1:]
        best = options[0]
        for option in options:
            more = roll_coverage(table, option, seat) - roll_coverage(table, best, seat)
            if -EPSILON < more < EPSILON:
                more = delta_ev(table, option, seat) - delta_ev(table, best, seat)
            if more >= EPSILON:
                best = option
        return best


class ImpatientBot(BaseBot):
    """A bot that builds a landmark, else what saves most rounds on the way to victory, of equals the one with the lower
    variance of income; it passes if nothing saves a round."""

    def __init__(self) -> None:
        super().__init__()
        self.reroll_rule = LOWEST_THIRD

    def swap(self, town: Harmonictook, seat: i64) -> i64:
        """Chooses the bot's next answer in a card swap, but declines a swap that does not bring its victory nearer."""
        answer = super().swap(town, seat)
        if town.phase != PARTNER or answer == DECLINE or town.book.optional[town.firing] == 0:
            return answer
        table = self.table_at(town)
        trade = best_swap(table, seat, town.firing)
        before = expected_rounds(table, seat)
        after = before if trade.partner == NOBODY else rounds_after_trade(table, seat, trade)
        return answer if after < before else DECLINE

    def build(self, town: Harmonictook, seat: i64) -> i64:
        landmark = dearest_landmark(town, seat)
        if landmark != PASS:
            return landmark
        table = self.table_at(town)
        best = PASS
        fewest = expected_rounds(table, seat)
        least = -1.0
        for option in town.legal(seat)[1:]:
            try_option(table, option, seat)
            rounds = expected_rounds(table, seat)
            if rounds < fewest or (rounds == fewest and best != PASS):
                variance = round_variance(table, seat)
                if rounds < fewest or variance < least:
                    best = option
                    fewest = rounds
                    least = variance
            undo_option(table, option, seat)
        return best


class MarathonBot(BaseBot):
    """A bot that builds landmarks first, then buys what gives it the best chance to have the coins for the win before
    the leading opponent."""

    def build(self, town: Harmonictook, seat: i64) -> i64:
        landmark = dearest_landmark(town, seat)
        if landmark != PASS:
            return landmark
        table = self.table_at(town)
        rounds = self.rounds(table, seat)
        best = self.best_within(table, seat, rounds)
        while best == PASS and rounds < MAX_DOUBLED_ROUNDS and win_within(table, seat, rounds) < MIN_CHANCE:
            rounds *= 2  # no option helps in time: look further ahead
            best = self.best_within(table, seat, rounds)
        return best

    def best_within(self, table: RollTable, seat: i64, rounds: i64) -> i64:
        """Returns the purchase with the best chance of the coins to win in these rounds; PASS if none beats passing."""
        best = PASS
        most = win_within(table, seat, rounds)
        for option in table.town.legal(seat)[1:]:
            try_option(table, option, seat)
            chance = win_within(table, seat, rounds)
            undo_option(table, option, seat)
            if chance > most + EPSILON:
                best = option
                most = chance
        return best

    def rounds(self, table: RollTable, seat: i64) -> i64:
        return clamp_rounds(table.town, eruv(table, front_runner(table, seat)) - 1)

    def rolls_again(self, town: Harmonictook, seat: i64) -> bool:
        """Decides whether the bot repeats its roll: if it earns less than expected; with one round left, if it does not
        pay all the coins that the bot needs to win."""
        table = self.table_at(town, True)
        if self.rounds(table, seat) > 1:
            return super().rolls_again(town, seat)
        table = self.table_at(town, True)
        return own_income(table, seat, better_total(table, seat, town.total)) < float(coins_missing(town, seat))

    def target(self, town: Harmonictook, seat: i64) -> i64:
        return front_runner(self.table_at(town), seat)


class KinematicBot(MarathonBot):
    """A bot that plays for the win before its opponents, whose incomes it expects to grow by the same number of coins
    every round."""

    def __init__(self, pace: float, offset: i64) -> None:
        super().__init__()
        self.pace = pace
        self.offset = offset

    def rounds(self, table: RollTable, seat: i64) -> i64:
        town = table.town
        pace = self.pace * float(town.seats + 3) / 7.0
        least = 1e6
        for other in range(town.seats):
            if other != seat:
                speed = round_mean(table, other)
                way = float(coins_missing(town, other))
                least = min(least, (math.sqrt(speed * speed + 2.0 * pace * way) - speed) / pace)
        return clamp_rounds(town, i64(least) - self.offset)


def expected_rounds(table: RollTable, seat: i64) -> i64:
    """Returns the expected rounds until the seat wins; a huge number for a city that needs coins and earns none."""
    if coins_missing(table.town, seat) > 0 and round_mean(table, seat) <= EPSILON:
        return NEVER
    return eruv(table, seat)


def clamp_rounds(town: Town, rounds: i64) -> i64:
    """Limits the number of rounds that a bot looks ahead to 1 to 17, or 1 to 20 with two players (section 16)."""
    most = MAX_ROUNDS_OF_TWO if town.seats == 2 else MAX_ROUNDS
    return max(1, min(most, rounds))


def rounds_after_trade(table: RollTable, seat: i64, trade: Trade) -> i64:
    """Returns the expected rounds until the seat wins if it makes this swap of cards; tries it and takes it back."""
    town = table.town
    width = town.book.width
    for sign in (1, -1):
        town.owned[seat * width + trade.take] += sign
        town.owned[seat * width + trade.give] -= sign
        town.owned[trade.partner * width + trade.take] -= sign
        town.owned[trade.partner * width + trade.give] += sign
        table.update(town, table.now)
        if sign == 1:
            rounds = expected_rounds(table, seat)
    return rounds


def landmark_options(options: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for option in options:
        if option >= BUILD:
            found = append(found, option)
    return found


def winning_option(table: RollTable, options: vec[i64], seat: i64) -> i64:
    """Returns the option that builds the landmark with which the seat wins at once; PASS if there is none (R46)."""
    for option in options:
        if wins_game(table, option, seat):
            return option
    return PASS
