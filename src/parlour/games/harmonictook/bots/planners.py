"""Bots of harmonictook that calculate what to build (sections 15 and 16)."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.bots.citizens import BY_COVERAGE, LOWEST_THIRD, Citizen, dearest_landmark
from parlour.games.harmonictook.bots.dimensions import coverage, wins
from parlour.games.harmonictook.rules.actions import BUILD, DECLINE, PASS
from parlour.games.harmonictook.rules.state import PARTNER, Town
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.study.odds.almanac import SAME, Almanac
from parlour.games.harmonictook.study.odds.outlook import (
    deficit,
    eruv,
    front_runner,
    round_mean,
    round_variance,
    try_option,
    undo_option,
    win_within,
)
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

LONGEST: Final[i64] = 17  # rounds a marathon looks ahead
LONGEST_DUEL: Final[i64] = 20  # between two players
NEVER: Final[i64] = 1_000_000
LONGEST_HOPE: Final[i64] = 100
HOPE: Final = 1e-6  # a chance worth playing for


class Calculator(Citizen):
    """EVBot: whatever adds most to the income of a round; the horizon scales all alike (R45)."""

    def __init__(self, horizon: float) -> None:
        super().__init__()
        self.horizon = horizon

    def build(self, town: Harmonictook, seat: i64) -> i64:
        options: vec[i64] = town.legal(seat)[1:]
        almanac = self.open(town)
        return best_option(almanac, options, score_options(almanac, seat, options, self.horizon))


class Coverer(Citizen):
    """CoverageBot: landmarks first; then whatever fires on rolls that brought nothing, by delta_ev if alike."""

    def __init__(self) -> None:
        super().__init__()
        self.dice_rule = BY_COVERAGE

    def build(self, town: Harmonictook, seat: i64) -> i64:
        almanac = self.open(town)
        winner = winning(almanac, town.legal(seat), seat)
        if winner != PASS:
            return winner
        options = landmarks_of(town.legal(seat))
        if len(options) == 0:
            options = town.legal(seat)[1:]
        best = options[0]
        for option in options:
            more = coverage(almanac, option, seat) - coverage(almanac, best, seat)
            if -SAME < more < SAME:
                more = delta_ev(almanac, option, seat) - delta_ev(almanac, best, seat)
            if more >= SAME:
                best = option
        return best


class Impatient(Citizen):
    """ImpatientBot: landmarks; else what brings the win nearest, the steadier of equals; else nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.again_rule = LOWEST_THIRD

    def swap(self, town: Harmonictook, seat: i64) -> i64:
        """Only a swap that brings the win nearer."""
        answer = super().swap(town, seat)
        if town.phase != PARTNER or answer == DECLINE or town.book.optional[town.firing] == 0:
            return answer
        almanac = self.open(town)
        trade = best_swap(almanac, seat, town.firing)
        before = patience(almanac, seat)
        after = before if trade.partner == NOBODY else traded(almanac, seat, trade)
        return answer if after < before else DECLINE

    def build(self, town: Harmonictook, seat: i64) -> i64:
        landmark = dearest_landmark(town, seat)
        if landmark != PASS:
            return landmark
        almanac = self.open(town)
        best = PASS
        fewest = patience(almanac, seat)
        least = -1.0
        for option in town.legal(seat)[1:]:
            try_option(almanac, option, seat)
            rounds = patience(almanac, seat)
            if rounds < fewest or (rounds == fewest and best != PASS):
                variance = round_variance(almanac, seat)
                if rounds < fewest or variance < least:
                    best = option
                    fewest = rounds
                    least = variance
            undo_option(almanac, option, seat)
        return best


class Marathoner(Citizen):
    """MarathonBot: the best chance to have the coins for the win before the nearest opponent has them."""

    def build(self, town: Harmonictook, seat: i64) -> i64:
        landmark = dearest_landmark(town, seat)
        if landmark != PASS:
            return landmark
        almanac = self.open(town)
        rounds = self.rounds(almanac, seat)
        best = self.nearest(almanac, seat, rounds)
        while best == PASS and rounds < LONGEST_HOPE and win_within(almanac, seat, rounds) < HOPE:
            rounds *= 2  # nothing helps in time: then as soon as can be
            best = self.nearest(almanac, seat, rounds)
        return best

    def nearest(self, almanac: Almanac, seat: i64, rounds: i64) -> i64:
        """The purchase with the best chance within so many rounds; pass if none is better than passing."""
        best = PASS
        most = win_within(almanac, seat, rounds)
        for option in almanac.town.legal(seat)[1:]:
            try_option(almanac, option, seat)
            chance = win_within(almanac, seat, rounds)
            undo_option(almanac, option, seat)
            if chance > most + SAME:
                best = option
                most = chance
        return best

    def rounds(self, almanac: Almanac, seat: i64) -> i64:
        return within(almanac.town, eruv(almanac, front_runner(almanac, seat)) - 1)

    def rolls_again(self, town: Harmonictook, seat: i64) -> bool:
        """In the last round only a roll that pays for the win is good enough."""
        almanac = self.open(town, True)
        if self.rounds(almanac, seat) > 1:
            return super().rolls_again(town, seat)
        almanac = self.open(town, True)
        return own_income(almanac, seat, better_total(almanac, seat, town.total)) < float(deficit(town, seat))

    def target(self, town: Harmonictook, seat: i64) -> i64:
        return front_runner(self.open(town), seat)


class Kinematic(Marathoner):
    """KinematicBot: opponents' incomes grow at a steady pace, so their time is that of a body under acceleration."""

    def __init__(self, pace: float, offset: i64) -> None:
        super().__init__()
        self.pace = pace
        self.offset = offset

    def rounds(self, almanac: Almanac, seat: i64) -> i64:
        town = almanac.town
        pace = self.pace * float(town.seats + 3) / 7.0
        least = 1e6
        for other in range(town.seats):
            if other != seat:
                speed = round_mean(almanac, other)
                way = float(deficit(town, other))
                least = min(least, (math.sqrt(speed * speed + 2.0 * pace * way) - speed) / pace)
        return within(town, i64(least) - self.offset)


def patience(almanac: Almanac, seat: i64) -> i64:
    """Expected rounds until victory; a city that earns nothing never gets there."""
    if deficit(almanac.town, seat) > 0 and round_mean(almanac, seat) <= SAME:
        return NEVER
    return eruv(almanac, seat)


def within(town: Town, rounds: i64) -> i64:
    """16: at least one round, at most seventeen, or twenty between two players."""
    most = LONGEST_DUEL if town.seats == 2 else LONGEST
    return max(1, min(most, rounds))


def traded(almanac: Almanac, seat: i64, trade: Trade) -> i64:
    """Expected rounds until victory after a trade."""
    town = almanac.town
    width = town.book.width
    for sign in (1, -1):
        town.owned[seat * width + trade.take] += sign
        town.owned[seat * width + trade.give] -= sign
        town.owned[trade.partner * width + trade.take] -= sign
        town.owned[trade.partner * width + trade.give] += sign
        almanac.read(town, almanac.now)
        if sign == 1:
            rounds = patience(almanac, seat)
    return rounds


def landmarks_of(options: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for option in options:
        if option >= BUILD:
            found = append(found, option)
    return found


def winning(almanac: Almanac, options: vec[i64], seat: i64) -> i64:
    """R46: the landmark that wins at once; pass if there is none."""
    for option in options:
        if wins(almanac, option, seat):
            return option
    return PASS
