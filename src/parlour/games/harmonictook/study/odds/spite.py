"""Spite: the coins that a player's cards cost a rival in a round (15.8)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import FROM_EACH, INVESTMENT, RED, RENOVATE, SHARE, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.card_values import copy_gain, copy_loss
from parlour.games.harmonictook.study.odds.firing_values import equal_share, opponent_payment, toll_payment
from parlour.games.harmonictook.study.odds.roll_table import RollTable, assumed_row, best_row, hit_rate
from parlour.games.harmonictook.study.odds.swaps import best_swap


def harm(table: RollTable, card: i64, owner: i64, rival: i64) -> float:
    """Returns the expected coins that one copy of a card costs the rival in a round, if its owner aims at the rival."""
    town = table.town
    book = table.book
    if book.colour[card] == RED:
        return float(toll_payment(town, card, owner, rival)) * hit_rate(table, card, assumed_row(table, rival))
    if not town.condition_holds(card, owner, owner):
        return 0.0
    return loss(table, card, owner, rival) * hit_rate(table, card, best_row(table, owner))


def loss(table: RollTable, card: i64, owner: i64, rival: i64) -> float:
    """Returns the coins that the rival loses when the owner's card, not a red one, fires."""
    town = table.town
    effect = table.book.effect[card]
    if FROM_EACH <= effect <= INVESTMENT:
        return float(opponent_payment(town, card, owner, rival))
    if effect == RENOVATE:
        return float(closing_loss(town, card, rival))
    if effect == SHARE:
        return float(max(0, town.coins[rival] - equal_share(town)))
    if effect == SWAP:
        trade = best_swap(table, owner, card)
        if trade.partner == rival:
            lost = copy_loss(table, trade.take, rival) - copy_gain(table, trade.give, rival)
            return max(0.0, lost)
    return 0.0


def closing_loss(town: Town, card: i64, rival: i64) -> i64:
    """Returns the coins that the rival pays if a renovation closes the card type of which it has most open copies."""
    book = town.book
    most: i64 = 0
    for closed in book.types:
        if (book.excluded[card] >> book.colour[closed]) & 1 == 0:
            most = max(most, town.open_copies(rival, closed))
    return min(book.amount[card] * most, town.coins[rival])


def landmark_harm(table: RollTable, landmark: i64, owner: i64, rival: i64) -> float:
    """Returns how many more coins a round the owner's cards cost the rival if the owner builds this landmark."""
    town = table.town
    bit: i64 = 1 << landmark
    if town.built[owner] & bit != 0:
        return 0.0
    found = -total_harm(table, owner, rival)
    town.built[owner] |= bit
    table.update(town, table.now)
    found += total_harm(table, owner, rival)
    town.built[owner] &= ~bit
    table.update(town, table.now)
    return found


def total_harm(table: RollTable, owner: i64, rival: i64) -> float:
    found = 0.0
    for card in table.book.types:
        copies = table.town.copies(owner, card)
        if copies > 0:
            found += float(copies) * harm(table, card, owner, rival)
    return found
