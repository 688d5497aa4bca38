"""The mathematics of the bots of harmonictook: expected coins of cards, purchases and rolls (section 15)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import PASS
from parlour.games.harmonictook.rules.dice import (
    EXTRA_TURNS,
    ONE_DIE,
    P_DOUBLE,
    ROW_LENGTH,
    TWO_DICE,
    p_hits,
    totals_mask,
)
from parlour.games.harmonictook.study.odds.horizon import (
    bonus_of,
    cost_of,
    exchange_purses,
    later_purses,
    planned_gain,
    round_gain,
)
from parlour.games.harmonictook.study.odds.landmark_values import city_income, two_dice_row
from parlour.games.harmonictook.study.odds.outlook import (
    coins_missing,
    cost_missing,
    eruv,
    eruv_quantile,
    front_runner,
    landmarks_missing,
    lead,
    opponent_turn_distribution,
    own_turn_distribution,
    round_distribution,
    round_mean,
    round_variance,
    try_option,
    undo_option,
    win_within,
)
from parlour.games.harmonictook.study.odds.roll_table import (
    ABOVE_TOTALS,
    EPSILON,
    ONE_ROW,
    RollTable,
    best_row,
    fill_turn_coins,
    raised_total,
    turn_income,
)
from parlour.games.harmonictook.study.odds.swaps import Trade, best_swap, card_income

__all__ = [
    "EPSILON",
    "EXTRA_TURNS",
    "ONE_DIE",
    "P_DOUBLE",
    "TWO_DICE",
    "RollTable",
    "Trade",
    "best_option",
    "best_swap",
    "better_dice",
    "better_total",
    "coins_missing",
    "cost_missing",
    "cost_of",
    "delta_ev",
    "eruv",
    "eruv_quantile",
    "ev",
    "expected_turn",
    "front_runner",
    "landmarks_missing",
    "lead",
    "leading_seat",
    "opponent_turn_distribution",
    "own_income",
    "own_turn_distribution",
    "p_hits",
    "portfolio_ev",
    "round_distribution",
    "round_mean",
    "round_variance",
    "score_options",
    "score_purchase_options",
    "should_reroll",
    "totals_mask",
    "try_option",
    "undo_option",
    "win_within",
]


def ev(table: RollTable, card: i64, owner: i64, horizon: float = 1.0) -> float:
    """Returns the expected coins that one copy of a card earns its owner within a horizon of so many rounds (15.3)."""
    found = card_income(table, card, owner, best_row(table, owner))
    if horizon > 1.0:
        purses = later_purses(table)
        exchange_purses(table, purses)
        found += (horizon - 1.0) * card_income(table, card, owner, best_row(table, owner))
        exchange_purses(table, purses)
    return found


def portfolio_ev(table: RollTable, owner: i64, horizon: float = 1.0) -> float:
    """Returns the expected coins that all cards of a city earn within the horizon, a number of rounds (rule 15.4)."""
    found = city_income(table, owner)
    if horizon > 1.0:
        purses = later_purses(table)
        exchange_purses(table, purses)
        found += (horizon - 1.0) * city_income(table, owner)
        exchange_purses(table, purses)
    return found


def leading_seat(table: RollTable, horizon: float = 1.0) -> i64:
    """Returns the seat whose cards earn most coins within the horizon of rounds, the first of equals (rule 15.4)."""
    best: i64 = 0
    most = portfolio_ev(table, 0, horizon)
    for seat in range(1, table.town.seats):
        coins = portfolio_ev(table, seat, horizon)
        if coins > most + EPSILON:
            best = seat
            most = coins
    return best


def delta_ev(table: RollTable, option: i64, owner: i64, horizon: float = 1.0) -> float:
    """Returns the coins that buying a card or building a landmark adds within the horizon of rounds, its price not
    subtracted; 0 for passing (15.5)."""
    found = round_gain(table, option, owner) + float(bonus_of(table, option))
    if horizon > 1.0:
        purses = later_purses(table)
        exchange_purses(table, purses)
        found += (horizon - 1.0) * round_gain(table, option, owner)
        exchange_purses(table, purses)
    return found


def score_options(table: RollTable, owner: i64, options: vec[i64], horizon: float = 1.0) -> vec[float]:
    """Returns how much better off every purchase leaves the owner within the horizon of rounds, in the order of the
    options: the coins that it adds, and those of the purchases that its price allows in later rounds, less what the
    owner would earn by passing now (R45)."""
    scores = vec[float](capacity=len(options))
    for option in options:
        scores = append(scores, round_gain(table, option, owner) + float(bonus_of(table, option)))
    if horizon > 1.0:
        purse = float(table.town.coins[owner])
        purses = later_purses(table)
        exchange_purses(table, purses)
        waiting = planned_gain(table, PASS, owner, purse, horizon)
        for place in range(len(options)):
            scores[place] += planned_gain(table, options[place], owner, purse, horizon) - waiting
        exchange_purses(table, purses)
    return scores


def best_option(table: RollTable, options: vec[i64], scores: vec[float]) -> i64:
    """Returns the listed purchase option with the highest score; of equals the dearer one, then the first."""
    best = options[0]
    most = scores[0]
    for place in range(1, len(options)):
        option = options[place]
        more = scores[place] - most
        if more > EPSILON or (more > -EPSILON and cost_of(table, option) > cost_of(table, best)):
            best = option
            most = scores[place]
    return best


def score_purchase_options(
    table: RollTable, owner: i64, options: vec[i64], horizon: float = 1.0
) -> list[tuple[int, float]]:
    """Returns the purchase options with their values by score_options, best first; of equals the dearer one first, then
    in the given order (rule 15.5)."""
    scores = score_options(table, owner, options, horizon)
    ranked: list[tuple[int, float]] = []
    for place in range(len(options)):
        option = options[place]
        score = scores[place]
        at = len(ranked)
        while at > 0:
            other, value = ranked[at - 1]
            more = score - value
            if more > EPSILON or (more > -EPSILON and cost_of(table, option) > cost_of(table, other)):
                at -= 1
            else:
                break
        ranked.insert(at, (option, score))
    return ranked


# Rolls: a table updated with `now` counts open copies only.


def own_income(table: RollTable, seat: i64, total: i64) -> float:
    """Returns the coins that a seat earns on its own roll of this dice total; 0 above 14."""
    if total >= ABOVE_TOTALS:
        return 0.0
    fill_turn_coins(table, seat)
    return table.turn_coins[seat * ROW_LENGTH + total]


def expected_turn(table: RollTable, seat: i64, dice: i64) -> float:
    """Returns the expected coins of an own turn with one die or two, extra turns included (R40)."""
    row = ONE_ROW if dice == 1 else two_dice_row(table, seat)
    return turn_income(table, seat, row)


def better_dice(table: RollTable, seat: i64) -> i64:
    """Returns the number of dice with which the seat earns more, one or two; two on a tie, one without a station."""
    return 1 if best_row(table, seat) == ONE_ROW else 2


def better_total(table: RollTable, seat: i64, total: i64) -> i64:
    """Returns the total of two dice for the seat: raised by its harbor if that earns more, else as rolled (15.1)."""
    more = raised_total(table, seat, total)
    return more if own_income(table, seat, more) > own_income(table, seat, total) else total


def should_reroll(table: RollTable, seat: i64, total: i64) -> bool:
    """Returns whether the seat should repeat its roll: this total earns less than another roll is expected to (section
    16)."""
    row = best_row(table, seat)
    town = table.town
    turns = EXTRA_TURNS if row != ONE_ROW and town.has_landmark(seat, table.book.park_mask) else 1.0
    best = better_total(table, seat, total) if town.second > 0 else total
    return own_income(table, seat, best) < turn_income(table, seat, row) / turns - EPSILON
