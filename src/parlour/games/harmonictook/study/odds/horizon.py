"""The next N rounds: purses that fill again, and the purchases that the coins left allow later (15.3 to 15.5, R45)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, DEMOLISH, PASS
from parlour.games.harmonictook.rules.book import SWAP
from parlour.games.harmonictook.study.odds.card_values import copy_gain
from parlour.games.harmonictook.study.odds.landmark_values import city_income, landmark_gain
from parlour.games.harmonictook.study.odds.outlook import place_option, round_mean
from parlour.games.harmonictook.study.odds.roll_table import EPSILON, RollTable, best_row
from parlour.games.harmonictook.study.odds.swaps import card_income

PLANNED_ROUNDS: Final[i64] = 20  # rounds in which purchases are planned; few matches are longer


def later_purses(table: RollTable) -> vec[i64]:
    """Returns the coins that each seat is expected to hold after this round: the larger of its coins now and what its
    cards earn in a round, rounded; so a poor opponent can pay again."""
    town = table.town
    purses = vec[i64](capacity=town.seats)
    for seat in range(town.seats):
        earned = i64(max(0.0, city_income(table, seat)) + 0.5 + EPSILON)
        purses = append(purses, max(town.coins[seat], earned))
    return purses


def exchange_purses(table: RollTable, purses: vec[i64]) -> None:
    """Exchanges the coins of all seats for these, on trial, and the other way round; a second call takes it back."""
    town = table.town
    for seat in range(town.seats):
        held = town.coins[seat]
        town.coins[seat] = purses[seat]
        purses[seat] = held
    table.update(town, table.now)


def round_gain(table: RollTable, option: i64, owner: i64) -> float:
    """Returns the coins that a purchase adds in a round, without those that it brings at once (15.5)."""
    if BUY <= option < BUILD:
        card = option - BUY
        if table.book.effect[card] == SWAP:
            return card_income(table, card, owner, best_row(table, owner))
        return copy_gain(table, card, owner)
    return landmark_gain(table, option - BUILD, owner) if BUILD <= option < DEMOLISH else 0.0


def cost_of(table: RollTable, option: i64) -> i64:
    """Returns the cost in coins of a purchase option, a card or a landmark; passing is free."""
    if BUY <= option < BUILD:
        return table.book.cost[option - BUY]
    return table.book.price[option - BUILD] if BUILD <= option < DEMOLISH else 0


def bonus_of(table: RollTable, option: i64) -> i64:
    """Returns the coins that a purchase brings at once."""
    return table.book.build_bonus[option - BUY] if BUY <= option < BUILD else 0


def planned_gain(table: RollTable, option: i64, owner: i64, purse: float, horizon: float) -> float:
    """Returns the coins that purchases add in the rounds after the first if the owner makes this one now, and each
    later round the affordable one that adds most; `purse`: its coins before. The table must hold the later purses."""
    found = (horizon - 1.0) * round_gain(table, option, owner)
    trail = vec[i64]([option])
    place_option(table, option, owner, 1)
    income = round_mean(table, owner)
    purse -= float(cost_of(table, option) - bonus_of(table, option))
    rounds: i64 = 1
    while rounds < PLANNED_ROUNDS and float(rounds) < horizon:
        purse += income
        best = best_follower(table, owner, purse)
        if best != PASS:
            gain = round_gain(table, best, owner)
            found += (horizon - float(rounds)) * gain
            income += gain
            purse -= float(cost_of(table, best) - bonus_of(table, best))
            place_option(table, best, owner, 1)
            trail = append(trail, best)
        rounds += 1
    for place in range(len(trail) - 1, -1, -1):
        place_option(table, trail[place], owner, -1)
    return found


def best_follower(table: RollTable, owner: i64, purse: float) -> i64:
    """Returns the purchase that adds most coins a round, of those on offer for these coins; of equals the cheaper one,
    then the first; PASS if none adds anything."""
    town = table.town
    book = table.book
    best = PASS
    most = EPSILON
    for card in book.types:
        if town.market[card] == 0 or town.owned[owner * book.width + card] >= book.max_owned[card]:
            continue
        if float(book.cost[card]) <= purse + EPSILON:
            gain = round_gain(table, BUY + card, owner)
            if gain > most + EPSILON or (gain > most - EPSILON and cost_of(table, BUY + card) < cost_of(table, best)):
                best = BUY + card
                most = gain
    for landmark in book.landmarks:
        if (town.built[owner] >> landmark) & 1 == 0 and float(book.price[landmark]) <= purse + EPSILON:
            gain = landmark_gain(table, landmark, owner)
            if gain > most + EPSILON:
                best = BUILD + landmark
                most = gain
    return best
