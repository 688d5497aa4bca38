"""The expected coins of a card in a round, and the gain of owning one more copy; without swaps (15.3, 15.5)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import ALWAYS, BLUE, CARDS, PER_CARD, RED, ROLLER_ATLEAST, SHOW, SWAP
from parlour.games.harmonictook.rules.dice import HIGHEST, LOWEST, ROW_LENGTH
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.firing_values import firing_value, long_run_value, toll_payment
from parlour.games.harmonictook.study.odds.roll_table import (
    ONE_ROW,
    PARK_ROW,
    TWO_ROW,
    RollTable,
    assumed_row,
    best_row,
    fill_others,
    fill_turn_coins,
    hit_rate,
    raised_total,
)


def round_income(table: RollTable, card: i64, owner: i64, row: i64) -> float:
    """Returns the expected coins of one copy of a card in a round; `row` says how its owner rolls; 0 for swap cards."""
    town = table.town
    book = table.book
    if book.colour[card] == RED:
        return toll_income(table, card, owner)
    effect = book.effect[card]
    if effect == SWAP:
        return 0.0
    coins = exhibition_value(town, card, owner) if effect == SHOW else long_run_value(town, card, owner)
    if coins == 0.0:
        return 0.0
    found = 0.0
    if book.condition[card] == ALWAYS or town.condition_holds(card, owner, owner):
        found = coins * hit_rate(table, card, row)
    if book.colour[card] == BLUE:
        found += coins * hits_by_others(table, card, owner)
    return found


def toll_income(table: RollTable, card: i64, owner: i64) -> float:
    """Returns the expected coins that a copy of a red card takes from opponents in a round, as far as they can pay."""
    town = table.town
    found = 0.0
    for roller in range(town.seats):
        if roller != owner:
            toll = toll_payment(town, card, owner, roller)
            if toll > 0:
                found += float(toll) * hit_rate(table, card, assumed_row(table, roller))
    return found


def hits_by_others(table: RollTable, card: i64, owner: i64) -> float:
    """Returns how often a blue card is expected to pay on the opponents' rolls in a round (R41)."""
    town = table.town
    condition = table.book.condition[card]
    found = 0.0
    if condition == ROLLER_ATLEAST:
        for roller in range(town.seats):
            if roller != owner and town.condition_holds(card, owner, roller):
                found += hit_rate(table, card, assumed_row(table, roller))
    elif condition == ALWAYS or town.condition_holds(card, owner, owner):
        fill_others(table, owner)
        first = owner * ROW_LENGTH
        for place in range(table.hit_start[card], table.hit_start[card + 1]):
            at = first + table.hit_totals[place]
            found += table.others[at]
    return found


def exhibition_value(town: Town, card: i64, owner: i64) -> float:
    """Returns the value in coins of an exhibit hall: firing its owner's best card type once, less half the hall's price
    if the hall is lost; at least 0.

    Half, because a hall that was used need not be bought again."""
    book = town.book
    best = 0.0
    for shown in book.types:
        copies = town.open_copies(owner, shown)
        if copies == 0 or book.colour[shown] == RED or (book.excluded[card] >> book.colour[shown]) & 1 == 1:
            continue
        if book.effect[shown] != SHOW and town.condition_holds(shown, owner, owner):
            coins = firing_value(town, shown, owner) * float(copies)
            if coins > best:
                best = coins
    if book.returns[card] == 1:
        best -= float(book.cost[card]) * 0.5
    return best if best > 0.0 else 0.0


def copy_gain(table: RollTable, card: i64, owner: i64) -> float:
    """Returns the coins that one more copy of a card adds in a round, by itself and through factories (rule 15.5)."""
    place = owner * CARDS + card
    if table.gain_reading[place] != table.reading:
        table.gains[place] = compute_copy_gain(table, card, owner)
        table.gain_reading[place] = table.reading
    return table.gains[place]


def compute_copy_gain(table: RollTable, card: i64, owner: i64) -> float:
    clear_change(table, owner)
    found = move_copy(table, card, owner, 1)
    move_count(table, card, owner, -1)
    return found + turn_gain(table, owner)


def copy_loss(table: RollTable, card: i64, owner: i64) -> float:
    """Returns the coins a round that the owner loses with one copy of a card: its own, and what factories counted."""
    clear_change(table, owner)
    found = move_copy(table, card, owner, -1)
    move_count(table, card, owner, 1)
    return -found - turn_gain(table, owner)


def exchange_gain(table: RollTable, given: i64, taken: i64, owner: i64) -> float:
    """Returns the coins a round that the owner gains by one copy given away and one taken, synergy included (15.6)."""
    clear_change(table, owner)
    found = move_copy(table, given, owner, -1) + move_copy(table, taken, owner, 1)
    move_count(table, given, owner, 1)
    move_count(table, taken, owner, -1)
    return found + turn_gain(table, owner)


def clear_change(table: RollTable, owner: i64) -> None:
    best_row(table, owner)  # computed for the city as it is, like the rolls of opponents
    fill_others(table, owner)
    for total in range(ROW_LENGTH):
        table.change[total] = 0.0


def move_count(table: RollTable, card: i64, owner: i64, step: i64) -> None:
    table.town.owned[owner * table.book.width + card] += step


def move_copy(table: RollTable, card: i64, owner: i64, step: i64) -> float:
    """Adds a copy of a card to a city on trial, or removes one with step -1, and adds to the table what this changes on
    own turns, by itself and through factories; returns the coins that it changes on opponents' turns."""
    town = table.town
    book = table.book
    if step == 1:
        move_count(table, card, owner, 1)
    sign = float(step)
    found = 0.0
    effect = book.effect[card]
    if book.colour[card] == RED:
        found = sign * toll_income(table, card, owner)
    elif effect == SHOW:
        found = sign * round_income(table, card, owner, best_row(table, owner))
    elif effect != SWAP:
        found = add_coins(table, card, owner, sign * long_run_value(town, card, owner))
    for factory in table.factories:
        counts = book.operand[factory] == (card if book.effect[factory] == PER_CARD else book.category[card])
        copies = town.owned[owner * book.width + factory]
        if factory == card:
            copies -= 1
        if counts and copies > 0:
            more = long_run_value(town, factory, owner)
            move_count(table, card, owner, -1)
            more -= long_run_value(town, factory, owner)
            move_count(table, card, owner, 1)
            found += add_coins(table, factory, owner, sign * more * float(copies))
    if step == -1:
        move_count(table, card, owner, -1)
    return found


def add_coins(table: RollTable, card: i64, owner: i64, coins: float) -> float:
    """Adds coins to the change of an own turn, at the dice totals of a card; returns its coins on opponents' rolls."""
    if coins == 0.0:
        return 0.0
    book = table.book
    if book.condition[card] == ALWAYS or table.town.condition_holds(card, owner, owner):
        for place in range(table.hit_start[card], table.hit_start[card + 1]):
            total = table.hit_totals[place]
            table.change[total] += coins
    return coins * hits_by_others(table, card, owner) if book.colour[card] == BLUE else 0.0


def turn_gain(table: RollTable, owner: i64) -> float:
    """Returns the coins that a purchase adds to an own turn, with the best use of dice and harbor (R44)."""
    town = table.town
    book = table.book
    if not town.has_landmark(owner, book.dice_mask):
        return weighted_change(table, ONE_ROW, 7)
    one = table.with_one[owner]
    two = table.with_two[owner]
    if town.has_landmark(owner, book.harbor_mask):
        return best_turn_income(table, owner, True) - (one if one > two else two)
    with_one = weighted_change(table, ONE_ROW, 7)
    with_two = weighted_change(table, PARK_ROW if town.has_landmark(owner, book.park_mask) else TWO_ROW, HIGHEST + 1)
    if one > two:
        return with_one if one + with_one > two + with_two else two + with_two - one
    return with_two if two + with_two >= one + with_one else one + with_one - two


def weighted_change(table: RollTable, row: i64, beyond: i64) -> float:
    """Returns the mean coins that a purchase adds to an own turn, over the dice totals below `beyond`."""
    found = 0.0
    at = row
    for total in range(LOWEST, beyond):
        at += 1
        found += table.chance[at] * table.change[total]
    return found


def best_turn_income(table: RollTable, owner: i64, with_two: bool) -> float:
    """Returns the expected coins of an own turn after a purchase, with the better dice (one die unless `with_two`) and
    the best raised totals."""
    town = table.town
    book = table.book
    fill_turn_coins(table, owner)
    first = owner * ROW_LENGTH
    one = 0.0
    for total in range(LOWEST, 7):
        at = first + total
        one += table.chance[total] * (table.turn_coins[at] + table.change[total])
    if not with_two or not town.has_landmark(owner, book.dice_mask):
        return one
    row = PARK_ROW if town.has_landmark(owner, book.park_mask) else TWO_ROW
    two = 0.0
    for total in range(LOWEST + 1, HIGHEST + 1):
        at = first + total
        coins = table.turn_coins[at] + table.change[total]
        better = raised_total(table, owner, total)
        if better != total:
            at = first + better
            more = table.turn_coins[at] + table.change[better]
            if more > coins:
                coins = more
        at = row + total
        two += table.chance[at] * coins
    return two if two >= one else one
