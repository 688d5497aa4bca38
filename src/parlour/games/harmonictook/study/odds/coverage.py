"""Coverage: on how many dice totals, and on how many rolls of a round, a card of a city fires (15.8)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import BLUE, RED
from parlour.games.harmonictook.rules.dice import HIGHEST, LOW_MASK, LOWEST, P_DOUBLE
from parlour.games.harmonictook.study.odds.roll_table import (
    ABOVE_TOTALS,
    ONE_ROW,
    TWO_ROW,
    RollTable,
    assumed_row,
    best_row,
    hit_rate,
    raised_total,
)


def can_fire(table: RollTable, card: i64, owner: i64, roller: i64) -> bool:
    """Returns whether a roll of the roller can fire the owner's card, by its colour and its condition."""
    colour = table.book.colour[card]
    if colour != BLUE and (colour == RED) == (owner == roller):
        return False
    return table.town.condition_holds(card, owner, roller)


def expected_row(table: RollTable, seat: i64, roller: i64) -> i64:
    """Returns how the seat expects the roller to roll (R44), as the start of a row of chances by dice total."""
    return best_row(table, seat) if seat == roller else assumed_row(table, roller)


def coverage_value(table: RollTable, card: i64, seat: i64) -> float:
    """Returns how often one copy of a card is expected to fire in a round (R41)."""
    found = 0.0
    for roller in range(table.town.seats):
        if can_fire(table, card, seat, roller):
            found += hit_rate(table, card, expected_row(table, seat, roller))
    return found


def covered_totals(table: RollTable, seat: i64, roller: i64) -> i64:
    """Returns the dice totals of the roller that fire a card of the seat, as a bit mask."""
    town = table.town
    book = table.book
    found: i64 = 0
    for card in book.types:
        held = seat * book.width + card
        if town.owned[held] > 0 and can_fire(table, card, seat, roller):
            found |= book.hits[card]
    return found


def reachable_totals(table: RollTable, roller: i64) -> i64:
    """Returns the dice totals that a roller can have, as a bit mask: with one die, with two, and raised by a harbor."""
    found = LOW_MASK
    if table.town.has_landmark(roller, table.book.dice_mask):
        for total in range(LOWEST, HIGHEST + 1):
            found |= (1 << total) | (1 << raised_total(table, roller, total))
    return found & ~(1 << ABOVE_TOTALS)


def count_totals(totals: i64) -> i64:
    found: i64 = 0
    for total in range(LOWEST, ABOVE_TOTALS):
        found += (totals >> total) & 1
    return found


def card_results(table: RollTable, card: i64, seat: i64, masks: vec[i64]) -> i64:
    """Counts the dice totals, in reach of some roller, that would fire this card and fire no card of the seat yet;
    `masks`: the totals that do, by roller."""
    found: i64 = 0
    for roller in range(table.town.seats):
        fresh = table.book.hits[card] & ~masks[roller]
        if fresh != 0 and can_fire(table, card, seat, roller):
            found |= fresh & reachable_totals(table, roller)
    return count_totals(found)


def landmark_results(table: RollTable, landmark: i64, seat: i64) -> i64:
    """Counts how many more dice totals fire a card of the seat if it builds this landmark."""
    town = table.town
    bit: i64 = 1 << landmark
    if town.built[seat] & bit != 0:
        return 0
    found = -city_results(table, seat)
    town.built[seat] |= bit
    found += city_results(table, seat)
    town.built[seat] &= ~bit
    return found


def city_results(table: RollTable, seat: i64) -> i64:
    """Counts the dice totals on which a card of the seat fires, whoever rolls them."""
    found: i64 = 0
    for roller in range(table.town.seats):
        found |= covered_totals(table, seat, roller) & reachable_totals(table, roller)
    return count_totals(found)


def row_chance(table: RollTable, row: i64, totals: i64) -> float:
    """Returns how often one of these dice totals is rolled in a round by a seat that rolls by this row of chances."""
    found = 0.0
    for total in range(LOWEST, ABOVE_TOTALS):
        if (totals >> total) & 1 == 1:
            at = row + total
            found += table.chance[at]
    return found


def covered_by_all(table: RollTable, seat: i64) -> vec[i64]:
    """Returns, for every seat as the roller, a bit mask of the dice totals that fire a card of this seat."""
    masks = vec[i64]()
    for roller in range(table.town.seats):
        masks = append(masks, covered_totals(table, seat, roller))
    return masks


def card_coverage(table: RollTable, card: i64, seat: i64, masks: vec[i64]) -> float:
    """Returns how many rolls of a round, on average, would fire this card and no other card of the seat; `masks`:
    totals that fire others, by roller."""
    found = 0.0
    for roller in range(table.town.seats):
        fresh = table.book.hits[card] & ~masks[roller]
        if fresh != 0 and can_fire(table, card, seat, roller):
            found += row_chance(table, expected_row(table, seat, roller), fresh)
    return found


def own_coverage(table: RollTable, seat: i64, dice: i64) -> float:
    """Returns the chance that the seat's own roll fires one of its cards, perhaps after a raise of the total."""
    row = ONE_ROW if dice == 1 else TWO_ROW
    totals = covered_totals(table, seat, seat)
    found = 0.0
    for total in range(LOWEST, ABOVE_TOTALS):
        better = raised_total(table, seat, total) if dice == 2 else total
        if (totals >> total) & 1 == 1 or (totals >> better) & 1 == 1:
            at = row + total
            found += table.chance[at]
    return found


def all_coverage(table: RollTable, seat: i64, dice: i64) -> float:
    """Returns how many rolls of a round are expected to fire a card of the seat: its own and those of opponents."""
    found = own_coverage(table, seat, dice)
    for roller in range(table.town.seats):
        if roller != seat:
            found += row_chance(table, assumed_row(table, roller), covered_totals(table, seat, roller))
    return found


def landmark_coverage(table: RollTable, landmark: i64, seat: i64) -> float:
    """Returns how many more rolls of a round fire a card if a landmark is built. Station: two dice less one; tower:
    misses that become hits; park: hits of extra turns (R40); others: cards that may then fire, totals in reach."""
    town = table.town
    book = table.book
    bit: i64 = 1 << landmark
    if town.built[seat] & bit != 0:
        return 0.0
    dice: i64 = 1 if best_row(table, seat) == ONE_ROW else 2
    cover = own_coverage(table, seat, dice)
    found = -all_coverage(table, seat, dice)
    town.built[seat] |= bit
    found += all_coverage(table, seat, dice)
    town.built[seat] &= ~bit
    if bit & book.dice_mask != 0 and not town.has_landmark(seat, book.dice_mask):
        found += own_coverage(table, seat, 2) - cover
    if bit & book.tower_mask != 0:
        found += (1.0 - cover) * cover
    if bit & book.park_mask != 0 and dice == 2 and not town.has_landmark(seat, book.park_mask):
        found += cover * P_DOUBLE
    return found
