"""What a card earns in a round, and what one more copy would add; swaps aside (15.3, 15.5)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import ALWAYS, BLUE, CARDS, PER_CARD, RED, ROLLER_ATLEAST, SHOW, SWAP
from parlour.games.harmonictook.rules.dice import HIGHEST, LOWEST, ROW
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.almanac import (
    ONE_ROW,
    PARK_ROW,
    TWO_ROW,
    Almanac,
    best_row,
    hit,
    learn_others,
    learn_takings,
    raised,
    usual_row,
)
from parlour.games.harmonictook.study.odds.worth import firing, steady, toll_of


def rate(almanac: Almanac, card: i64, owner: i64, row: i64) -> float:
    """Coins a round from one copy, its owner rolling by this row; a swap counts nothing here."""
    town = almanac.town
    book = almanac.book
    if book.colour[card] == RED:
        return tolls_rate(almanac, card, owner)
    effect = book.effect[card]
    if effect == SWAP:
        return 0.0
    coins = exhibition(town, card, owner) if effect == SHOW else steady(town, card, owner)
    if coins == 0.0:
        return 0.0
    found = 0.0
    if book.condition[card] == ALWAYS or town.holds(card, owner, owner):
        found = coins * hit(almanac, card, row)
    if book.colour[card] == BLUE:
        found += coins * elsewhere(almanac, card, owner)
    return found


def tolls_rate(almanac: Almanac, card: i64, owner: i64) -> float:
    """Red: every opponent's rolls, at most what that opponent holds."""
    town = almanac.town
    found = 0.0
    for roller in range(town.seats):
        if roller != owner:
            toll = toll_of(town, card, owner, roller)
            if toll > 0:
                found += float(toll) * hit(almanac, card, usual_row(almanac, roller))
    return found


def elsewhere(almanac: Almanac, card: i64, owner: i64) -> float:
    """How often in a round a blue card pays on the rolls of others (R41)."""
    town = almanac.town
    condition = almanac.book.condition[card]
    found = 0.0
    if condition == ROLLER_ATLEAST:
        for roller in range(town.seats):
            if roller != owner and town.holds(card, owner, roller):
                found += hit(almanac, card, usual_row(almanac, roller))
    elif condition == ALWAYS or town.holds(card, owner, owner):
        learn_others(almanac, owner)
        first = owner * ROW
        for place in range(almanac.spot_at[card], almanac.spot_at[card + 1]):
            at = first + almanac.spots[place]
            found += almanac.others[at]
    return found


def exhibition(town: Town, card: i64, owner: i64) -> float:
    """The best own type run once, less half the price of the hall if it is gone afterwards; never below zero.

    Half, because a hall that has served need not be bought again."""
    book = town.book
    best = 0.0
    for shown in book.types:
        copies = town.open_copies(owner, shown)
        if copies == 0 or book.colour[shown] == RED or (book.excluded[card] >> book.colour[shown]) & 1 == 1:
            continue
        if book.effect[shown] != SHOW and town.holds(shown, owner, owner):
            coins = firing(town, shown, owner) * float(copies)
            if coins > best:
                best = coins
    if book.returns[card] == 1:
        best -= float(book.cost[card]) * 0.5
    return best if best > 0.0 else 0.0


def gain(almanac: Almanac, card: i64, owner: i64) -> float:
    """15.5: coins a round that one more copy adds, itself and through the factories that count it; swaps aside."""
    place = owner * CARDS + card
    if almanac.gained[place] != almanac.reading:
        almanac.gains[place] = fresh_gain(almanac, card, owner)
        almanac.gained[place] = almanac.reading
    return almanac.gains[place]


def fresh_gain(almanac: Almanac, card: i64, owner: i64) -> float:
    town = almanac.town
    book = almanac.book
    best_row(almanac, owner)  # settled for the city as it is, as are the rolls of others
    learn_others(almanac, owner)
    place = owner * book.width + card
    found = 0.0
    for total in range(ROW):
        almanac.change[total] = 0.0
    town.owned[place] += 1
    effect = book.effect[card]
    if book.colour[card] == RED:
        found = tolls_rate(almanac, card, owner)
    elif effect == SHOW:
        found = rate(almanac, card, owner, best_row(almanac, owner))
    elif effect != SWAP:
        found = spread(almanac, card, owner, steady(town, card, owner))
    for factory in almanac.factories:
        counts = book.what[factory] == (card if book.effect[factory] == PER_CARD else book.category[card])
        copies = town.owned[owner * book.width + factory]
        if factory == card:
            copies -= 1
        if counts and copies > 0:
            after = steady(town, factory, owner)
            town.owned[place] -= 1
            before = steady(town, factory, owner)
            town.owned[place] += 1
            found += spread(almanac, factory, owner, (after - before) * float(copies))
    town.owned[place] -= 1
    return found + turn_gain(almanac, owner)


def spread(almanac: Almanac, card: i64, owner: i64, coins: float) -> float:
    """Adds these coins to the own totals of a card that is not red; gives what the rolls of others bring."""
    if coins == 0.0:
        return 0.0
    book = almanac.book
    if book.condition[card] == ALWAYS or almanac.town.holds(card, owner, owner):
        for place in range(almanac.spot_at[card], almanac.spot_at[card + 1]):
            total = almanac.spots[place]
            almanac.change[total] += coins
    return coins * elsewhere(almanac, card, owner) if book.colour[card] == BLUE else 0.0


def turn_gain(almanac: Almanac, owner: i64) -> float:
    """What the change adds to an own turn, dice and harbor being used as is best before and after (R44)."""
    town = almanac.town
    book = almanac.book
    if not town.has(owner, book.dice_mask):
        return changed(almanac, ONE_ROW, 7)
    one = almanac.with_one[owner]
    two = almanac.with_two[owner]
    if town.has(owner, book.harbor_mask):
        return best_turn(almanac, owner, True) - (one if one > two else two)
    with_one = changed(almanac, ONE_ROW, 7)
    with_two = changed(almanac, PARK_ROW if town.has(owner, book.park_mask) else TWO_ROW, HIGHEST + 1)
    if one > two:
        return with_one if one + with_one > two + with_two else two + with_two - one
    return with_two if two + with_two >= one + with_one else one + with_one - two


def changed(almanac: Almanac, row: i64, beyond: i64) -> float:
    """The change at the totals below the last, by how often they are rolled."""
    found = 0.0
    at = row
    for total in range(LOWEST, beyond):
        at += 1
        found += almanac.chance[at] * almanac.change[total]
    return found


def best_turn(almanac: Almanac, owner: i64, with_two: bool) -> float:
    """Coins of an own turn after the change, in the best way the landmarks allow."""
    town = almanac.town
    book = almanac.book
    learn_takings(almanac, owner)
    first = owner * ROW
    one = 0.0
    for total in range(LOWEST, 7):
        at = first + total
        one += almanac.chance[total] * (almanac.takings[at] + almanac.change[total])
    if not with_two or not town.has(owner, book.dice_mask):
        return one
    row = PARK_ROW if town.has(owner, book.park_mask) else TWO_ROW
    two = 0.0
    for total in range(LOWEST + 1, HIGHEST + 1):
        at = first + total
        coins = almanac.takings[at] + almanac.change[total]
        better = raised(almanac, owner, total)
        if better != total:
            at = first + better
            more = almanac.takings[at] + almanac.change[better]
            if more > coins:
                coins = more
        at = row + total
        two += almanac.chance[at] * coins
    return two if two >= one else one
