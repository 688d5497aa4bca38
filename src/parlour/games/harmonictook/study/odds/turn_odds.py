"""The odds of one turn as it pays one seat: the chance of every dice total and its coins (15.7)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import BLUE, EVERYTHING, RED
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, LOWEST, P_DOUBLE, ROW_LENGTH
from parlour.games.harmonictook.study.odds.coin_distribution import MAX_COINS, CoinDistribution, convolve
from parlour.games.harmonictook.study.odds.firing_values import firing_value, long_run_value
from parlour.games.harmonictook.study.odds.roll_table import (
    ABOVE_TOTALS,
    EPSILON,
    ONE_ROW,
    RollTable,
    assumed_row,
    best_row,
    coins_now,
    fill_turn_coins,
    hit_rate,
    turn_income,
)


@final
class TurnOdds:
    """The chances of a turn by dice total, the coins that each pays a seat, and whether doubles bring another turn."""

    def __init__(self) -> None:
        self.chance = vec[float]([0.0] * ROW_LENGTH)
        self.coins = vec[float]([0.0] * ROW_LENGTH)
        self.doubles = False

    def mean(self) -> float:
        found = 0.0
        for total in range(LOWEST, ABOVE_TOTALS):
            found += self.chance[total] * self.coins[total]
        return found * (1.0 + P_DOUBLE) if self.doubles else found

    def mean_square(self) -> float:
        """Returns the mean of the squared coins of the turn, from which the variance is computed."""
        once = 0.0
        squared = 0.0
        for total in range(LOWEST, ABOVE_TOTALS):
            part = self.chance[total] * self.coins[total]
            once += part
            squared += part * self.coins[total]
        return squared * (1.0 + P_DOUBLE) + P_DOUBLE * 2.0 * once * once if self.doubles else squared

    def distribution(self) -> CoinDistribution:
        """Returns the distribution of the turn's coins; an Amusement Park counts as at most one extra turn, roughly."""
        least = 0.0
        most = 0.0
        for total in range(LOWEST, ABOVE_TOTALS):
            if self.chance[total] > 0.0:
                least = min(least, self.coins[total])
                most = max(most, self.coins[total])
        low = i64(least) - 1 if least < 0.0 else 0
        high = i64(most) + 1 if most < float(MAX_COINS) else MAX_COINS
        once = CoinDistribution(low, high - low + 1)
        for total in range(LOWEST, ABOVE_TOTALS):
            once.add(self.coins[total], self.chance[total])
        if not self.doubles:
            return once
        twice = convolve(once, once)
        mixed = CoinDistribution(twice.low, len(twice.chances))
        for place in range(len(twice.chances)):
            mixed.chances[place] = P_DOUBLE * twice.chances[place]
        for place in range(len(once.chances)):
            mixed.add(float(once.low + place), (1.0 - P_DOUBLE) * once.chances[place])
        return mixed


def roll_chances(table: RollTable, roller: i64, row: i64) -> TurnOdds:
    """Returns the chance of every dice total in one turn of a roller who rolls by this row, without extra turns; the
    caller fills in the coins that each total pays."""
    turn = TurnOdds()
    turn.doubles = row != ONE_ROW and table.town.has_landmark(roller, table.book.park_mask)
    turns = EXTRA_TURNS if turn.doubles else 1.0
    for total in range(LOWEST, ABOVE_TOTALS):
        at = row + total
        turn.chance[total] = table.chance[at] / turns
    return turn


def own_turn(table: RollTable, seat: i64) -> TurnOdds:
    """Returns the chances and coins of a seat's own turn; with a Radio Tower it repeats rolls that earn too little."""
    turn = roll_chances(table, seat, best_row(table, seat))
    fill_turn_coins(table, seat)
    expected = 0.0
    for total in range(LOWEST, ABOVE_TOTALS):
        at = seat * ROW_LENGTH + total
        turn.coins[total] = table.turn_coins[at]
        expected += turn.chance[total] * turn.coins[total]
    if table.town.has_landmark(seat, table.book.tower_mask):
        again = 0.0
        for total in range(LOWEST, ABOVE_TOTALS):
            if turn.coins[total] < expected - EPSILON:
                again += turn.chance[total]
        for total in range(LOWEST, ABOVE_TOTALS):
            kept = 0.0 if turn.coins[total] < expected - EPSILON else 1.0
            turn.chance[total] *= kept + again
    return turn


def opponent_turn(table: RollTable, seat: i64, roller: i64) -> TurnOdds:
    """Returns the chances of an opponent's turn and the coins it pays the seat: by blue cards, and by red ones as far
    as the roller's coins go."""
    town = table.town
    book = table.book
    turn = roll_chances(table, roller, assumed_row(table, roller))
    owed = vec[float]([0.0] * ROW_LENGTH)
    held = float(town.coins[roller])
    for card in book.types:
        copies = town.open_copies(seat, card) if table.now else town.copies(seat, card)
        colour = book.colour[card]
        if copies == 0 or (colour != RED and colour != BLUE) or not town.condition_holds(card, seat, roller):
            continue
        if colour == BLUE:
            coins = firing_value(town, card, seat) if table.now else long_run_value(town, card, seat)
        elif book.amount[card] == EVERYTHING:
            coins = held
        else:
            coins = float(book.amount[card] + town.mall_bonus(seat, card))
        for place in range(table.hit_start[card], table.hit_start[card + 1]):
            total = table.hit_totals[place]
            if colour == RED:
                owed[total] += coins * float(copies)
            else:
                turn.coins[total] += coins * float(copies)
    for total in range(LOWEST, ABOVE_TOTALS):
        turn.coins[total] += owed[total] if owed[total] < held else held
    return turn


def own_mean(table: RollTable, seat: i64) -> float:
    """Returns the mean coins that a seat earns on its own turn, with re-rolls and extra turns."""
    town = table.town
    row = best_row(table, seat)
    doubles = row != ONE_ROW and town.has_landmark(seat, table.book.park_mask)
    turns = EXTRA_TURNS if doubles else 1.0
    expected = turn_income(table, seat, row) / turns
    if town.has_landmark(seat, table.book.tower_mask):
        kept = 0.0
        again = 0.0
        for total in range(LOWEST, ABOVE_TOTALS):
            at = row + total
            chance = table.chance[at] / turns
            at = seat * ROW_LENGTH + total
            coins = table.turn_coins[at]
            if coins < expected - EPSILON:
                again += chance
            else:
                kept += chance * coins
        expected = kept + again * expected
    return expected * (1.0 + P_DOUBLE) if doubles else expected


def others_mean(table: RollTable, seat: i64) -> float:
    """Returns the mean coins that a seat earns on all opponents' turns of a round."""
    town = table.town
    book = table.book
    found = 0.0
    for roller in range(town.seats):
        if roller != seat:
            row = assumed_row(table, roller)
            doubles = row != ONE_ROW and town.has_landmark(roller, book.park_mask)
            coins = blue_mean(table, seat, roller, row) + red_mean(table, seat, roller, row)
            found += coins * (1.0 + P_DOUBLE) / EXTRA_TURNS if doubles else coins
    return found


def blue_mean(table: RollTable, seat: i64, roller: i64, row: i64) -> float:
    town = table.town
    book = table.book
    found = 0.0
    for card in table.passive:
        held = seat * book.width + card
        if town.owned[held] == 0 or book.colour[card] == RED or not town.condition_holds(card, seat, roller):
            continue
        coins = coins_now(town, card, seat) if table.now else long_run_value(town, card, seat) * float(town.owned[held])
        found += coins * hit_rate(table, card, row)
    return found


def red_mean(table: RollTable, seat: i64, roller: i64, row: i64) -> float:
    """Returns the mean coins that a roller pays the seat's red cards; together they never exceed the roller's coins."""
    town = table.town
    book = table.book
    purse = town.coins[roller]
    if purse == 0:
        return 0.0
    owed = table.owed
    reached: i64 = 0
    for card in table.passive:
        held = seat * book.width + card
        if town.owned[held] == 0 or book.colour[card] == BLUE or not town.condition_holds(card, seat, roller):
            continue
        copies = town.open_copies(seat, card) if table.now else town.owned[held]
        coins = purse if book.amount[card] == EVERYTHING else book.amount[card] + town.mall_bonus(seat, card)
        for place in range(table.hit_start[card], table.hit_start[card + 1]):
            total = table.hit_totals[place]
            if (reached >> total) & 1 == 0:
                reached |= 1 << total
                owed[total] = 0
            owed[total] += coins * copies
    found = 0.0
    for total in range(LOWEST, ABOVE_TOTALS):
        if (reached >> total) & 1 == 1:
            at = row + total
            paid = owed[total] if owed[total] < purse else purse
            found += table.chance[at] * float(paid)
    return found
