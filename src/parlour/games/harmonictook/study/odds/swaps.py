"""The Business Center's choice: whom to trade with, what to take and what to give (15.6)."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import CARDS, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.almanac import Almanac, best_row, hit
from parlour.games.harmonictook.study.odds.gains import gain, rate
from parlour.kernel.state import NOBODY

CHEAPEST: Final[i64] = 4  # own cards that may be given: those that earn least


@final
class Trade:
    """A partner, the card taken there, the card given, and what it gains a round; nobody: better declined."""

    def __init__(self) -> None:
        self.partner: i64 = NOBODY
        self.take: i64 = NOBODY
        self.give: i64 = NOBODY
        self.net = 0.0


def best_swap(almanac: Almanac, owner: i64, swapper: i64) -> Trade:
    """The opponent with whom the best card there, less the given one, gains most; both with the same opponent."""
    town = almanac.town
    best = Trade()
    row = best_row(almanac, owner)
    cheapest = cheapest_cards(almanac, owner, swapper, row)
    for partner in range(town.seats):
        if partner == owner:
            continue
        take = dearest_card(almanac, owner, partner, swapper)
        give = least_useful(almanac, partner, cheapest)
        if take == NOBODY or give == NOBODY:
            continue
        net = gain(almanac, take, owner) - rate(almanac, give, owner, row)
        if net > best.net:
            best.partner = partner
            best.take = take
            best.give = give
            best.net = net
    return best


def swap_gain(almanac: Almanac, owner: i64, swapper: i64) -> float:
    """What the best swap of this card gains a round, zero if it is better declined."""
    place = owner * CARDS + swapper
    if almanac.swapped[place] != almanac.reading:
        almanac.swaps[place] = best_swap(almanac, owner, swapper).net
        almanac.swapped[place] = almanac.reading
    return almanac.swaps[place]


def earning(almanac: Almanac, card: i64, owner: i64, row: i64) -> float:
    """Coins a round from one copy of any card, its owner rolling by this row."""
    if almanac.book.effect[card] != SWAP:
        return rate(almanac, card, owner, row)
    if not almanac.town.holds(card, owner, owner):
        return 0.0
    return swap_gain(almanac, owner, card) * hit(almanac, card, row)


def movable(town: Town, card: i64, swapper: i64) -> bool:
    """Colours may be excluded (R13); cards that swap are left out, or the question would ask itself."""
    book = town.book
    return book.effect[card] != SWAP and (book.excluded[swapper] >> book.colour[card]) & 1 == 0


def cheapest_cards(almanac: Almanac, owner: i64, swapper: i64, row: i64) -> vec[i64]:
    """The types of the owner's four movable cards of lowest ev, the lowest first."""
    town = almanac.town
    book = almanac.book
    found = vec[i64]()
    values = vec[float]()
    for card in book.types:
        if town.owned[owner * book.width + card] == 0 or not movable(town, card, swapper):
            continue
        value = rate(almanac, card, owner, row)
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


def dearest_card(almanac: Almanac, owner: i64, partner: i64, swapper: i64) -> i64:
    """The partner's card that gains the owner most; no owner may have more copies than allowed."""
    town = almanac.town
    book = almanac.book
    best = NOBODY
    most = 0.0
    for card in book.types:
        if town.owned[partner * book.width + card] == 0 or not movable(town, card, swapper):
            continue
        if town.owned[owner * book.width + card] >= book.most[card]:
            continue
        value = gain(almanac, card, owner)
        if best == NOBODY or value > most:
            best = card
            most = value
    return best


def least_useful(almanac: Almanac, partner: i64, cards: vec[i64]) -> i64:
    """The spite filter: of these cards, the one that gains the partner least."""
    town = almanac.town
    book = almanac.book
    best = NOBODY
    least = 0.0
    for card in cards:
        if town.owned[partner * book.width + card] >= book.most[card]:
            continue
        value = gain(almanac, card, partner)
        if best == NOBODY or value < least:
            best = card
            least = value
    return best
