"""Coverage: which rolls pay a city at all (15.8)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import BLUE, RED
from parlour.games.harmonictook.rules.dice import LOWEST, P_DOUBLE
from parlour.games.harmonictook.study.odds.almanac import (
    BEYOND,
    ONE_ROW,
    TWO_ROW,
    Almanac,
    best_row,
    hit,
    raised,
    usual_row,
)


def fires(almanac: Almanac, card: i64, owner: i64, roller: i64) -> bool:
    """Whether a roll of this seat can fire the owner's card, its condition included."""
    colour = almanac.book.colour[card]
    if colour != BLUE and (colour == RED) == (owner == roller):
        return False
    return almanac.town.holds(card, owner, roller)


def row_of(almanac: Almanac, seat: i64, roller: i64) -> i64:
    """How often which totals come up, as the seat expects it (R44)."""
    return best_row(almanac, seat) if seat == roller else usual_row(almanac, roller)


def coverage_value(almanac: Almanac, card: i64, seat: i64) -> float:
    """Expected firings of one copy in a round (R41)."""
    found = 0.0
    for roller in range(almanac.town.seats):
        if fires(almanac, card, seat, roller):
            found += hit(almanac, card, row_of(almanac, seat, roller))
    return found


def covered(almanac: Almanac, seat: i64, roller: i64) -> i64:
    """The totals of this roller, as a mask, that fire something the seat owns."""
    town = almanac.town
    book = almanac.book
    found: i64 = 0
    for card in book.types:
        held = seat * book.width + card
        if town.owned[held] > 0 and fires(almanac, card, seat, roller):
            found |= book.hits[card]
    return found


def mass(almanac: Almanac, row: i64, totals: i64) -> float:
    """How often one of these totals comes up in a round."""
    found = 0.0
    for total in range(LOWEST, BEYOND):
        if (totals >> total) & 1 == 1:
            at = row + total
            found += almanac.chance[at]
    return found


def covered_by_all(almanac: Almanac, seat: i64) -> vec[i64]:
    """The same for every roller."""
    masks = vec[i64]()
    for roller in range(almanac.town.seats):
        masks = append(masks, covered(almanac, seat, roller))
    return masks


def card_coverage(almanac: Almanac, card: i64, seat: i64, masks: vec[i64]) -> float:
    """Rolls in a round on which the card fires and nothing owned does: what is covered, by roller, is given."""
    found = 0.0
    for roller in range(almanac.town.seats):
        fresh = almanac.book.hits[card] & ~masks[roller]
        if fresh != 0 and fires(almanac, card, seat, roller):
            found += mass(almanac, row_of(almanac, seat, roller), fresh)
    return found


def own_coverage(almanac: Almanac, seat: i64, dice: i64) -> float:
    """How likely one own roll fires something; a total that fires nothing is raised if that helps."""
    row = ONE_ROW if dice == 1 else TWO_ROW
    totals = covered(almanac, seat, seat)
    found = 0.0
    for total in range(LOWEST, BEYOND):
        better = raised(almanac, seat, total) if dice == 2 else total
        if (totals >> total) & 1 == 1 or (totals >> better) & 1 == 1:
            at = row + total
            found += almanac.chance[at]
    return found


def all_coverage(almanac: Almanac, seat: i64, dice: i64) -> float:
    """The same over a round: the own turn and the rolls of others."""
    found = own_coverage(almanac, seat, dice)
    for roller in range(almanac.town.seats):
        if roller != seat:
            found += mass(almanac, usual_row(almanac, roller), covered(almanac, seat, roller))
    return found


def landmark_coverage(almanac: Almanac, landmark: i64, seat: i64) -> float:
    """Station: two dice less one; tower: misses that become hits; park: hits of extra turns (R40); others: by what
    they let fire or reach."""
    town = almanac.town
    book = almanac.book
    bit: i64 = 1 << landmark
    if town.built[seat] & bit != 0:
        return 0.0
    dice: i64 = 1 if best_row(almanac, seat) == ONE_ROW else 2
    cover = own_coverage(almanac, seat, dice)
    found = -all_coverage(almanac, seat, dice)
    town.built[seat] |= bit
    found += all_coverage(almanac, seat, dice)
    town.built[seat] &= ~bit
    if bit & book.dice_mask != 0 and not town.has(seat, book.dice_mask):
        found += own_coverage(almanac, seat, 2) - cover
    if bit & book.tower_mask != 0:
        found += (1.0 - cover) * cover
    if bit & book.park_mask != 0 and dice == 2 and not town.has(seat, book.park_mask):
        found += cover * P_DOUBLE
    return found
