"""One turn as one seat sees it: how likely every total is, and what it pays that seat (15.7)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import BLUE, EVERYTHING, RED
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, LOWEST, P_DOUBLE, ROW
from parlour.games.harmonictook.study.odds.almanac import (
    BEYOND,
    ONE_ROW,
    SAME,
    Almanac,
    best_row,
    coins_now,
    hit,
    learn_takings,
    turn_income,
    usual_row,
)
from parlour.games.harmonictook.study.odds.spread import MOST, Spread, convolve
from parlour.games.harmonictook.study.odds.worth import firing, steady


@final
class Turn:
    """Chance and coins by total, and whether a double brings another turn."""

    def __init__(self) -> None:
        self.chance = vec[float]([0.0] * ROW)
        self.coins = vec[float]([0.0] * ROW)
        self.doubles = False

    def mean(self) -> float:
        found = 0.0
        for total in range(LOWEST, BEYOND):
            found += self.chance[total] * self.coins[total]
        return found * (1.0 + P_DOUBLE) if self.doubles else found

    def square(self) -> float:
        """The mean of the squared coins."""
        once = 0.0
        squared = 0.0
        for total in range(LOWEST, BEYOND):
            part = self.chance[total] * self.coins[total]
            once += part
            squared += part * self.coins[total]
        return squared * (1.0 + P_DOUBLE) + P_DOUBLE * 2.0 * once * once if self.doubles else squared

    def spread(self) -> Spread:
        """Amusement Park: one extra turn at most, an approximation."""
        least = 0.0
        most = 0.0
        for total in range(LOWEST, BEYOND):
            if self.chance[total] > 0.0:
                least = min(least, self.coins[total])
                most = max(most, self.coins[total])
        low = i64(least) - 1 if least < 0.0 else 0
        high = i64(most) + 1 if most < float(MOST) else MOST
        once = Spread(low, high - low + 1)
        for total in range(LOWEST, BEYOND):
            once.add(self.coins[total], self.chance[total])
        if not self.doubles:
            return once
        twice = convolve(once, once)
        mixed = Spread(twice.low, len(twice.mass))
        for place in range(len(twice.mass)):
            mixed.mass[place] = P_DOUBLE * twice.mass[place]
        for place in range(len(once.mass)):
            mixed.add(float(once.low + place), (1.0 - P_DOUBLE) * once.mass[place])
        return mixed


def rolls(almanac: Almanac, roller: i64, row: i64) -> Turn:
    """The totals of one turn, without the extra turns."""
    turn = Turn()
    turn.doubles = row != ONE_ROW and almanac.town.has(roller, almanac.book.park_mask)
    turns = EXTRA_TURNS if turn.doubles else 1.0
    for total in range(LOWEST, BEYOND):
        at = row + total
        turn.chance[total] = almanac.chance[at] / turns
    return turn


def own_turn(almanac: Almanac, seat: i64) -> Turn:
    """The seat's own turn; with a Radio Tower it rolls again what earns less than is to be expected."""
    turn = rolls(almanac, seat, best_row(almanac, seat))
    learn_takings(almanac, seat)
    expected = 0.0
    for total in range(LOWEST, BEYOND):
        at = seat * ROW + total
        turn.coins[total] = almanac.takings[at]
        expected += turn.chance[total] * turn.coins[total]
    if almanac.town.has(seat, almanac.book.tower_mask):
        again = 0.0
        for total in range(LOWEST, BEYOND):
            if turn.coins[total] < expected - SAME:
                again += turn.chance[total]
        for total in range(LOWEST, BEYOND):
            kept = 0.0 if turn.coins[total] < expected - SAME else 1.0
            turn.chance[total] *= kept + again
    return turn


def visit(almanac: Almanac, seat: i64, roller: i64) -> Turn:
    """An opponent's turn as it pays the seat: blue cards, and red ones as far as the roller's coins go."""
    town = almanac.town
    book = almanac.book
    turn = rolls(almanac, roller, usual_row(almanac, roller))
    owed = vec[float]([0.0] * ROW)
    held = float(town.coins[roller])
    for card in book.types:
        copies = town.open_copies(seat, card) if almanac.now else town.copies(seat, card)
        colour = book.colour[card]
        if copies == 0 or (colour != RED and colour != BLUE) or not town.holds(card, seat, roller):
            continue
        if colour == BLUE:
            coins = firing(town, card, seat) if almanac.now else steady(town, card, seat)
        elif book.amount[card] == EVERYTHING:
            coins = held
        else:
            coins = float(book.amount[card] + town.bonus(seat, card))
        for place in range(almanac.spot_at[card], almanac.spot_at[card + 1]):
            total = almanac.spots[place]
            if colour == RED:
                owed[total] += coins * float(copies)
            else:
                turn.coins[total] += coins * float(copies)
    for total in range(LOWEST, BEYOND):
        turn.coins[total] += owed[total] if owed[total] < held else held
    return turn


def own_mean(almanac: Almanac, seat: i64) -> float:
    """The mean of an own turn."""
    town = almanac.town
    row = best_row(almanac, seat)
    doubles = row != ONE_ROW and town.has(seat, almanac.book.park_mask)
    turns = EXTRA_TURNS if doubles else 1.0
    expected = turn_income(almanac, seat, row) / turns
    if town.has(seat, almanac.book.tower_mask):
        kept = 0.0
        again = 0.0
        for total in range(LOWEST, BEYOND):
            at = row + total
            chance = almanac.chance[at] / turns
            at = seat * ROW + total
            coins = almanac.takings[at]
            if coins < expected - SAME:
                again += chance
            else:
                kept += chance * coins
        expected = kept + again * expected
    return expected * (1.0 + P_DOUBLE) if doubles else expected


def away_mean(almanac: Almanac, seat: i64) -> float:
    """The mean of all turns of others."""
    town = almanac.town
    book = almanac.book
    found = 0.0
    for roller in range(town.seats):
        if roller != seat:
            row = usual_row(almanac, roller)
            doubles = row != ONE_ROW and town.has(roller, book.park_mask)
            coins = blue_mean(almanac, seat, roller, row) + red_mean(almanac, seat, roller, row)
            found += coins * (1.0 + P_DOUBLE) / EXTRA_TURNS if doubles else coins
    return found


def blue_mean(almanac: Almanac, seat: i64, roller: i64, row: i64) -> float:
    town = almanac.town
    book = almanac.book
    found = 0.0
    for card in almanac.passive:
        held = seat * book.width + card
        if town.owned[held] == 0 or book.colour[card] == RED or not town.holds(card, seat, roller):
            continue
        coins = coins_now(town, card, seat) if almanac.now else steady(town, card, seat) * float(town.owned[held])
        found += coins * hit(almanac, card, row)
    return found


def red_mean(almanac: Almanac, seat: i64, roller: i64, row: i64) -> float:
    """The roller's coins are paid once, however many cards want them."""
    town = almanac.town
    book = almanac.book
    purse = town.coins[roller]
    if purse == 0:
        return 0.0
    owed = almanac.owed
    reached: i64 = 0
    for card in almanac.passive:
        held = seat * book.width + card
        if town.owned[held] == 0 or book.colour[card] == BLUE or not town.holds(card, seat, roller):
            continue
        copies = town.open_copies(seat, card) if almanac.now else town.owned[held]
        coins = purse if book.amount[card] == EVERYTHING else book.amount[card] + town.bonus(seat, card)
        for place in range(almanac.spot_at[card], almanac.spot_at[card + 1]):
            total = almanac.spots[place]
            if (reached >> total) & 1 == 0:
                reached |= 1 << total
                owed[total] = 0
            owed[total] += coins * copies
    found = 0.0
    for total in range(LOWEST, BEYOND):
        if (reached >> total) & 1 == 1:
            at = row + total
            paid = owed[total] if owed[total] < purse else purse
            found += almanac.chance[at] * float(paid)
    return found
