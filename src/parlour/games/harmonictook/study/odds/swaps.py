"""The best card swap of a Business Center: partner, card to take and card to give (15.6)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import CARDS, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.card_values import copy_gain, copy_loss, exchange_gain, round_income
from parlour.games.harmonictook.study.odds.roll_table import RollTable, hit_rate
from parlour.kernel.state import NOBODY

CHEAPEST: Final[i64] = 4  # only this many of the owner's cards, those that earn least, may be given


@final
class Trade:
    """A planned swap of two cards with its gain in coins a round; partner NOBODY means that declining is better."""

    def __init__(self) -> None:
        self.partner: i64 = NOBODY
        self.take: i64 = NOBODY
        self.give: i64 = NOBODY
        self.net = 0.0


def best_swap(table: RollTable, owner: i64, swapper: i64) -> Trade:
    """Returns the card swap with an opponent that gains the owner most coins a round; partner NOBODY if none gains."""
    town = table.town
    best = Trade()
    cheapest = lowest_earning_cards(table, owner, swapper)
    for partner in range(town.seats):
        if partner == owner:
            continue
        take = best_card_to_take(table, owner, partner, swapper)
        give = least_useful_card(table, partner, cheapest)
        if take == NOBODY or give == NOBODY:
            continue
        net = exchange_gain(table, give, take, owner)
        if net > best.net:
            best.partner = partner
            best.take = take
            best.give = give
            best.net = net
    return best


def swap_gain(table: RollTable, owner: i64, swapper: i64) -> float:
    """Returns the gain in coins a round of the best swap that this card allows, 0 if it is better to decline."""
    place = owner * CARDS + swapper
    if table.swap_reading[place] != table.reading:
        table.swap_values[place] = best_swap(table, owner, swapper).net
        table.swap_reading[place] = table.reading
    return table.swap_values[place]


def card_income(table: RollTable, card: i64, owner: i64, row: i64) -> float:
    """Returns the expected coins of one copy of any card in a round, even a swap card; `row`: how its owner rolls."""
    if table.book.effect[card] != SWAP:
        return round_income(table, card, owner, row)
    if not table.town.condition_holds(card, owner, owner):
        return 0.0
    return swap_gain(table, owner, card) * hit_rate(table, card, row)


def can_move(town: Town, card: i64, swapper: i64) -> bool:
    """Returns whether a card may be swapped (R13) and its value does not depend on swaps itself."""
    book = town.book
    return book.effect[card] != SWAP and (book.excluded[swapper] >> book.colour[card]) & 1 == 0


def lowest_earning_cards(table: RollTable, owner: i64, swapper: i64) -> vec[i64]:
    """Returns the card types of the four swappable copies that the owner loses least coins with, factories included,
    the least first."""
    town = table.town
    book = table.book
    found = vec[i64]()
    values = vec[float]()
    for card in book.types:
        if town.owned[owner * book.width + card] == 0 or not can_move(town, card, swapper):
            continue
        value = copy_loss(table, card, owner)
        found = append(found, card)
        values = append(values, value)
        place = len(values) - 1
        while place > 0 and values[place - 1] > value:
            values[place] = values[place - 1]
            found[place] = found[place - 1]
            place -= 1
        values[place] = value
        found[place] = card
    copies: i64 = 0
    kept: i64 = 0
    while kept < len(found) and copies < CHEAPEST:
        copies += town.owned[owner * book.width + found[kept]]
        kept += 1
    return found[:kept]


def best_card_to_take(table: RollTable, owner: i64, partner: i64, swapper: i64) -> i64:
    """Returns the card of the swap partner that gains the owner most coins a round, of those that the owner may own;
    NOBODY if there is none."""
    town = table.town
    book = table.book
    best = NOBODY
    most = 0.0
    for card in book.types:
        if town.owned[partner * book.width + card] == 0 or not can_move(town, card, swapper):
            continue
        if town.owned[owner * book.width + card] >= book.max_owned[card]:
            continue
        value = copy_gain(table, card, owner)
        if best == NOBODY or value > most:
            best = card
            most = value
    return best


def least_useful_card(table: RollTable, partner: i64, cards: vec[i64]) -> i64:
    """Returns the card, of those that the owner would give in a swap, that gains the partner least; NOBODY if none."""
    town = table.town
    book = table.book
    best = NOBODY
    least = 0.0
    for card in cards:
        if town.owned[partner * book.width + card] >= book.max_owned[card]:
            continue
        value = copy_gain(table, card, partner)
        if best == NOBODY or value < least:
            best = card
            least = value
    return best
