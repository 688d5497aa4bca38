"""What one city's cards take from a rival in a round (15.8)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import FROM_EACH, INVESTMENT, RED, RENOVATE, SHARE, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.almanac import Almanac, best_row, hit, usual_row
from parlour.games.harmonictook.study.odds.gains import gain, rate
from parlour.games.harmonictook.study.odds.swaps import best_swap
from parlour.games.harmonictook.study.odds.worth import fair_share, levy, toll_of


def harm(almanac: Almanac, card: i64, owner: i64, rival: i64) -> float:
    """Coins a round that one copy costs the rival, choices being made against the rival."""
    town = almanac.town
    book = almanac.book
    if book.colour[card] == RED:
        return float(toll_of(town, card, owner, rival)) * hit(almanac, card, usual_row(almanac, rival))
    if not town.holds(card, owner, owner):
        return 0.0
    return loss(almanac, card, owner, rival) * hit(almanac, card, best_row(almanac, owner))


def loss(almanac: Almanac, card: i64, owner: i64, rival: i64) -> float:
    """What the rival loses when a card that is not red fires for its owner."""
    town = almanac.town
    effect = almanac.book.effect[card]
    if FROM_EACH <= effect <= INVESTMENT:
        return float(levy(town, card, owner, rival))
    if effect == RENOVATE:
        return float(closing_loss(town, card, rival))
    if effect == SHARE:
        return float(max(0, town.coins[rival] - fair_share(town)))
    if effect == SWAP:
        trade = best_swap(almanac, owner, card)
        if trade.partner == rival:
            lost = rate(almanac, trade.take, rival, best_row(almanac, rival)) - gain(almanac, trade.give, rival)
            return max(0.0, lost)
    return 0.0


def closing_loss(town: Town, card: i64, rival: i64) -> i64:
    """What the rival pays when the type is closed of which it has most open copies."""
    book = town.book
    most: i64 = 0
    for closed in book.types:
        if (book.excluded[card] >> book.colour[closed]) & 1 == 0:
            most = max(most, town.open_copies(rival, closed))
    return min(book.amount[card] * most, town.coins[rival])


def landmark_harm(almanac: Almanac, landmark: i64, owner: i64, rival: i64) -> float:
    """What the owner's cards take from the rival with the landmark, less what they take without it."""
    town = almanac.town
    bit: i64 = 1 << landmark
    if town.built[owner] & bit != 0:
        return 0.0
    found = -all_harm(almanac, owner, rival)
    town.built[owner] |= bit
    almanac.read(town, almanac.now)
    found += all_harm(almanac, owner, rival)
    town.built[owner] &= ~bit
    almanac.read(town, almanac.now)
    return found


def all_harm(almanac: Almanac, owner: i64, rival: i64) -> float:
    found = 0.0
    for card in almanac.book.types:
        copies = almanac.town.copies(owner, card)
        if copies > 0:
            found += float(copies) * harm(almanac, card, owner, rival)
    return found
