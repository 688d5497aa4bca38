"""The coins that one copy of a card brings on average when it fires (15.2, 15.3)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import (
    ALWAYS,
    BLUE,
    DICE,
    EVERYTHING,
    FROM_ONE,
    GIFT,
    PER_CARD,
    RED,
    RENOVATE,
    SHARE,
    SHOW,
    SWAP,
    TO_BANK,
    WRECK,
)
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, MEAN_FACE, p_hits
from parlour.games.harmonictook.rules.income import amount_due
from parlour.games.harmonictook.rules.state import Town


def firing_value(town: Town, card: i64, owner: i64) -> float:
    """Returns the coins that one copy brings if it fires now, whatever its condition; 0 for red, swap and exhibition
    cards."""
    book = town.book
    effect = book.effect[card]
    if effect <= PER_CARD:
        return float(town.payout_per_copy(owner, card))
    if effect == DICE:
        return MEAN_FACE * float(book.amount[card]) + float(town.mall_bonus(owner, card))
    if effect == TO_BANK:
        return -float(book.amount[card])
    if effect < SWAP:
        return float(opponents_payment(town, card, owner))
    if effect == WRECK:
        return demolition_value(town, card, owner)
    if effect == GIFT:
        return gift_value(town, card, owner)
    if effect == RENOVATE:
        return float(renovation_value(town, card, owner))
    return float(equal_share(town) - town.coins[owner]) if effect == SHARE else 0.0


def long_run_value(town: Town, card: i64, owner: i64) -> float:
    """Returns the mean coins of a firing copy in the long run: one that closes after firing pays every second time."""
    coins = firing_value(town, card, owner)
    return coins * 0.5 if town.book.closes[card] == 1 and town.book.effect[card] <= TO_BANK else coins


def opponents_payment(town: Town, card: i64, owner: i64) -> i64:
    """Returns the coins that opponents would pay a purple card now (R43): all together, or the one who pays most if the
    card takes from a single opponent."""
    book = town.book
    single = book.effect[card] == FROM_ONE
    coins: i64 = 0
    for payer in range(town.seats):
        if payer != owner:
            part = opponent_payment(town, card, owner, payer)
            if not single:
                coins += part
            elif part > coins:
                coins = part
    return coins


def opponent_payment(town: Town, card: i64, owner: i64, payer: i64) -> i64:
    """Returns the coins that one opponent would pay if this purple card fired now."""
    owed = town.book.amount[card] if town.book.effect[card] == FROM_ONE else amount_due(town, payer, owner, card)
    return owed if owed < town.coins[payer] else town.coins[payer]


def toll_payment(town: Town, card: i64, owner: i64, roller: i64) -> i64:
    """Returns the coins that the roller would pay one copy of a red card if it fired now, 0 if its condition fails."""
    book = town.book
    if book.condition[card] != ALWAYS and not town.condition_holds(card, owner, roller):
        return 0
    held = town.coins[roller]
    if book.amount[card] == EVERYTHING:
        return held
    owed = book.amount[card] + town.mall_bonus(owner, card)
    return owed if owed < held else held


def demolition_value(town: Town, card: i64, owner: i64) -> float:
    """Returns the coins that demolition brings: the reward less the price of the owner's cheapest landmark that can be
    pulled down; 0 without one."""
    book = town.book
    standing = town.built[owner] & book.demolishable_mask
    if standing == 0:
        return 0.0
    least: i64 = -1
    for landmark in book.landmarks:
        if (standing >> landmark) & 1 == 1 and (least < 0 or book.price[landmark] < least):
            least = book.price[landmark]
    return float(book.amount[card] - least)


def gift_value(town: Town, card: i64, owner: i64) -> float:
    """Returns the coins that giving a card away brings: the reward less what the worst card to give earns in a round; 0
    if there is no card to give."""
    book = town.book
    least = 0.0
    found = False
    for given in book.types:
        effect = book.effect[given]
        if town.copies(owner, given) == 0 or (book.excluded[card] >> book.colour[given]) & 1 == 1:
            continue
        if effect == GIFT or effect == SWAP or effect == SHOW:
            continue
        value = simple_income(town, given, owner)
        if not found or value < least:
            found = True
            least = value
    return float(book.amount[card]) - least if found else 0.0


def simple_income(town: Town, card: i64, owner: i64) -> float:
    """Returns a card's expected coins in a round if every station owner rolls two dice and no total is raised."""
    book = town.book
    red = book.colour[card] == RED
    coins = 0.0 if red else long_run_value(town, card, owner)
    found = 0.0
    for roller in range(town.seats):
        if red:
            if roller != owner:
                found += float(toll_payment(town, card, owner, roller)) * simple_hit_rate(town, card, roller)
        elif (roller == owner or book.colour[card] == BLUE) and town.condition_holds(card, owner, roller):
            found += coins * simple_hit_rate(town, card, roller)
    return found


def simple_hit_rate(town: Town, card: i64, roller: i64) -> float:
    """Returns how often one roller is expected to fire a card in a round, without raised totals (R40)."""
    book = town.book
    if not town.has_landmark(roller, book.dice_mask):
        return p_hits(book.hits[card], 1)
    return p_hits(book.hits[card], 2) * (EXTRA_TURNS if town.has_landmark(roller, book.park_mask) else 1.0)


def renovation_value(town: Town, card: i64, owner: i64) -> i64:
    """Returns the most coins that opponents would pay now for the closing of one card type."""
    book = town.book
    best: i64 = 0
    for closed in book.types:
        if (book.excluded[card] >> book.colour[closed]) & 1 == 0:
            coins = closing_payment(town, card, owner, closed)
            if coins > best:
                best = coins
    return best


def closing_payment(town: Town, card: i64, owner: i64, closed: i64) -> i64:
    """Returns the coins that opponents would pay now if a renovation closed this card type."""
    coins: i64 = 0
    for payer in range(town.seats):
        if payer != owner:
            owed = town.book.amount[card] * town.open_copies(payer, closed)
            coins += owed if owed < town.coins[payer] else town.coins[payer]
    return coins


def equal_share(town: Town) -> i64:
    """Returns the coins that every player would have if all coins were shared out equally now, rounded up (R21)."""
    total: i64 = 0
    for coins in town.coins:
        total += coins
    return (total + town.seats - 1) // town.seats
