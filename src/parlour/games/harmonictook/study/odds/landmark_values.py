"""The expected coins that a landmark adds in a round (15.5)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import ALWAYS, OWNER_HAS, RED, ROLLER_ATLEAST, SWAP, WRECK
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, LOW_MASK, LOWEST, ROW_LENGTH
from parlour.games.harmonictook.study.odds.card_values import add_coins, best_turn_income, exhibition_value, toll_income
from parlour.games.harmonictook.study.odds.firing_values import long_run_value
from parlour.games.harmonictook.study.odds.roll_table import (
    ABOVE_TOTALS,
    ONE_ROW,
    PARK_ROW,
    TRIAL_ROW,
    TWO_ROW,
    RollTable,
    best_row,
    fill_others,
    fill_raised_row,
    fill_turn_coins,
    hit_rate,
    turn_income,
)
from parlour.games.harmonictook.study.odds.swaps import card_income, swap_gain


def landmark_gain(table: RollTable, landmark: i64, owner: i64) -> float:
    """Returns the coins that a landmark adds in a round, judged by its power, so that custom landmarks work too; 0 if
    the owner has built it."""
    town = table.town
    book = table.book
    bit: i64 = 1 << landmark
    if town.built[owner] & bit != 0:
        return 0.0
    look_ahead = bit & book.dice_mask != 0 and not town.has_landmark(owner, book.dice_mask) and market_has_cards(table)
    found = income_gain(table, landmark, owner, not look_ahead)
    if look_ahead:
        found += station_gain(table, owner)
    if bit & book.tower_mask != 0:
        found += tower_gain(table, owner)
    if bit & book.idle_mask != 0:
        found += airport_gain(table, landmark, owner)
    return found


def market_has_cards(table: RollTable) -> bool:
    for copies in table.town.market:
        if copies > 0:
            return True
    return False


def income_gain(table: RollTable, landmark: i64, owner: i64, with_two: bool) -> float:
    """Returns the expected coins of a round with the landmark less without it, for the cards that the owner has."""
    town = table.town
    bit: i64 = 1 << landmark
    row = best_row(table, owner)
    for total in range(ROW_LENGTH):
        table.change[total] = 0.0
    found = -best_turn_income(table, owner, True)
    found += gain_on_other_turns(table, landmark, owner)
    town.built[owner] |= bit
    found += best_turn_income(table, owner, with_two)
    after = row
    for card in table.swap_cards:
        if town.copies(owner, card) > 0:
            after = trial_row(table, owner, with_two)
    town.built[owner] &= ~bit
    return found + swap_gain_change(table, owner, row, after) if after != row else found


def gain_on_other_turns(table: RollTable, landmark: i64, owner: i64) -> float:
    """Returns the coins that a landmark adds on opponents' rolls; stores what it adds on own rolls in the table."""
    town = table.town
    book = table.book
    bit: i64 = 1 << landmark
    fill_others(table, owner)
    fill_turn_coins(table, owner)
    found = 0.0
    for card in book.types:
        held = owner * book.width + card
        copies = town.owned[held]
        if copies > 0 and affects_card(table, landmark, card):
            found -= copies_income(table, card, owner, copies, -1.0)
            town.built[owner] |= bit
            found += copies_income(table, card, owner, copies, 1.0)
            town.built[owner] &= ~bit
    return found


def affects_card(table: RollTable, landmark: i64, card: i64) -> bool:
    """Returns whether the income of a card may depend on its owner having this landmark."""
    book = table.book
    if book.bonus[landmark * book.width + card] != 0:
        return True
    if book.effect[card] == WRECK:
        return (book.demolishable_mask >> landmark) & 1 == 1
    condition = book.condition[card]
    if condition == ALWAYS or (condition == ROLLER_ATLEAST and book.colour[card] == RED):
        return False
    return book.condition_value[card] == landmark if condition == OWNER_HAS else (book.count_mask >> landmark) & 1 == 1


def copies_income(table: RollTable, card: i64, owner: i64, copies: i64, sign: float) -> float:
    """Returns the coins of these copies on opponents' rolls; adds those on own rolls, times `sign`, to the table."""
    if table.book.colour[card] == RED:
        return float(copies) * toll_income(table, card, owner)
    return sign * add_coins(table, card, owner, sign * float(copies) * long_run_value(table.town, card, owner))


def trial_row(table: RollTable, owner: i64, with_two: bool) -> i64:
    """Returns how the owner would roll with the landmarks built now, perhaps on trial, as the start of a row of chances
    by total in the table."""
    if not with_two or not table.town.has_landmark(owner, table.book.dice_mask):
        return ONE_ROW
    row = two_dice_row(table, owner)
    return ONE_ROW if turn_income(table, owner, ONE_ROW) > turn_income(table, owner, row) else row


def two_dice_row(table: RollTable, owner: i64) -> i64:
    """Returns where in the table the chances of every total begin for the owner's roll of two dice; a park counts its
    extra turns, and for a harbor the trial row is filled anew."""
    if table.town.has_landmark(owner, table.book.harbor_mask):
        fill_raised_row(table, owner, TRIAL_ROW)
        return TRIAL_ROW
    return PARK_ROW if table.town.has_landmark(owner, table.book.park_mask) else TWO_ROW


def swap_gain_change(table: RollTable, owner: i64, before: i64, after: i64) -> float:
    """Returns the change in coins a round from swaps and exhibitions when the dice fire them more or less often."""
    town = table.town
    book = table.book
    found = 0.0
    for card in table.swap_cards:
        if town.owned[owner * book.width + card] > 0 and town.condition_holds(card, owner, owner):
            value = swap_gain(table, owner, card) if book.effect[card] == SWAP else exhibition_value(town, card, owner)
            found += value * (hit_rate(table, card, after) - hit_rate(table, card, before))
    return found


def station_gain(table: RollTable, owner: i64) -> float:
    """Returns the coins a round that rolling two dice will add through cards to buy: the median income of those on
    offer with totals above 6 less that of those with totals up to 6; at least 0."""
    town = table.town
    book = table.book
    row = two_dice_row(table, owner)
    low = vec[float]()
    high = vec[float]()
    for card in book.types:
        if town.market[card] > 0:
            if book.hits[card] & ~LOW_MASK == 0:
                low = append(low, card_income(table, card, owner, ONE_ROW))
            elif book.hits[card] & LOW_MASK == 0:
                value = card_income(table, card, owner, row)
                if value != 0.0:
                    high = append(high, value)
    more = median(high) - median(low)
    return more if more > 0.0 else 0.0


def median(values: vec[float]) -> float:
    """Returns the median of the values, 0 without values; sorts them in place."""
    count = len(values)
    if count == 0:
        return 0.0
    for last in range(1, count):
        value = values[last]
        place = last
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            place -= 1
        values[place] = value
    middle = count // 2
    return values[middle] if count % 2 == 1 else (values[middle - 1] + values[middle]) / 2.0


def tower_gain(table: RollTable, owner: i64) -> float:
    """Returns the coins a round that a radio tower adds: every roll that earns less than expected is repeated."""
    row = best_row(table, owner)
    fill_turn_coins(table, owner)
    park = row != ONE_ROW and table.town.has_landmark(owner, table.book.park_mask)
    expected = turn_income(table, owner, row) / (EXTRA_TURNS if park else 1.0)
    first = owner * ROW_LENGTH
    found = 0.0
    for total in range(LOWEST, ABOVE_TOTALS):
        more = table.turn_coins[first + total] - expected
        if more > 0.0:
            found += table.chance[row + total] * more
    return found


def airport_gain(table: RollTable, landmark: i64, owner: i64) -> float:
    """Returns the coins a round of an airport, which pays in the expected share of turns without a build.

    A player who earns i a round and saves for landmarks of the mean price p builds in i / p of the turns; the coins
    of the airport, a in a turn without a build, are part of i: the share without a build is (p - i) / (p + a)."""
    town = table.town
    book = table.book
    missing = book.win_mask & ~town.built[owner] & ~(1 << landmark)
    price = 0.0
    count = 0.0
    for other in book.landmarks:
        if (missing >> other) & 1 == 1:
            price += float(book.price[other])
            count += 1.0
    if count == 0.0:
        return 0.0
    price /= count
    coins = float(book.power[landmark])
    share = (price - city_income(table, owner)) / (price + coins) if price + coins > 0.0 else 0.0
    return coins * min(1.0, max(0.0, share))


def city_income(table: RollTable, owner: i64) -> float:
    """Returns the expected coins that all cards of a city earn in a round (15.4)."""
    book = table.book
    row = best_row(table, owner)
    found = 0.0
    for card in book.types:
        copies = table.town.owned[owner * book.width + card]
        if copies > 0:
            found += float(copies) * card_income(table, card, owner, row)
    return found
