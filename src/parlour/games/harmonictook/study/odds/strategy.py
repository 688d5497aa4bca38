"""The bots' mathematics: what a card earns, what a purchase adds, who is ahead (section 15)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, DEMOLISH
from parlour.games.harmonictook.rules.book import SWAP
from parlour.games.harmonictook.rules.dice import EXTRA_TURNS, ONE_DIE, P_DOUBLE, ROW, TWO_DICE, hits_of, p_hits
from parlour.games.harmonictook.study.odds.almanac import (
    BEYOND,
    ONE_ROW,
    SAME,
    Almanac,
    best_row,
    learn_takings,
    raised,
    turn_income,
)
from parlour.games.harmonictook.study.odds.gains import gain
from parlour.games.harmonictook.study.odds.outlook import (
    cost_missing,
    deficit,
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
from parlour.games.harmonictook.study.odds.skyline import income, landmark_gain, two_dice_row
from parlour.games.harmonictook.study.odds.swaps import Trade, best_swap, earning

__all__ = [
    "EXTRA_TURNS",
    "ONE_DIE",
    "P_DOUBLE",
    "SAME",
    "TWO_DICE",
    "Almanac",
    "Trade",
    "ahead",
    "best_option",
    "best_swap",
    "better_dice",
    "better_total",
    "cost_missing",
    "cost_of",
    "deficit",
    "delta_ev",
    "eruv",
    "eruv_quantile",
    "ev",
    "expected_turn",
    "front_runner",
    "hits_of",
    "landmarks_missing",
    "lead",
    "opponent_turn_distribution",
    "own_income",
    "own_turn_distribution",
    "p_hits",
    "portfolio_ev",
    "rerolls",
    "round_distribution",
    "round_mean",
    "round_variance",
    "score_options",
    "score_purchase_options",
    "try_option",
    "undo_option",
    "win_within",
]


def ev(almanac: Almanac, card: i64, owner: i64, horizon: float = 1.0) -> float:
    """15.3: coins that one copy earns its owner in so many rounds."""
    return horizon * earning(almanac, card, owner, best_row(almanac, owner))


def portfolio_ev(almanac: Almanac, owner: i64, horizon: float = 1.0) -> float:
    """15.4: coins that all cards of a city earn in so many rounds."""
    return horizon * income(almanac, owner)


def ahead(almanac: Almanac) -> i64:
    """15.4: the seat whose city earns most, the first of equals."""
    best: i64 = 0
    most = income(almanac, 0)
    for seat in range(1, almanac.town.seats):
        coins = income(almanac, seat)
        if coins > most + SAME:
            best = seat
            most = coins
    return best


def delta_ev(almanac: Almanac, option: i64, owner: i64, horizon: float = 1.0) -> float:
    """15.5: how much better off the owner is with one more card or landmark, by its action number; 0 for passing."""
    if BUY <= option < BUILD:
        card = option - BUY
        book = almanac.book
        if book.effect[card] == SWAP:
            return horizon * earning(almanac, card, owner, best_row(almanac, owner))
        return horizon * gain(almanac, card, owner) + float(book.gift[card])
    if BUILD <= option < DEMOLISH:
        return horizon * landmark_gain(almanac, option - BUILD, owner)
    return 0.0


def score_options(almanac: Almanac, owner: i64, options: vec[i64], horizon: float = 1.0) -> vec[float]:
    """delta_ev of every option, in the same order."""
    scores = vec[float](capacity=len(options))
    for option in options:
        scores = append(scores, delta_ev(almanac, option, owner, horizon))
    return scores


def cost_of(almanac: Almanac, option: i64) -> i64:
    """What an option costs; passing is free."""
    if BUY <= option < BUILD:
        return almanac.book.cost[option - BUY]
    return almanac.book.price[option - BUILD] if BUILD <= option < DEMOLISH else 0


def best_option(almanac: Almanac, options: vec[i64], scores: vec[float]) -> i64:
    """The option of the highest score; of equals the dearer one, then the first."""
    best = options[0]
    most = scores[0]
    for place in range(1, len(options)):
        option = options[place]
        more = scores[place] - most
        if more > SAME or (more > -SAME and cost_of(almanac, option) > cost_of(almanac, best)):
            best = option
            most = scores[place]
    return best


def score_purchase_options(
    almanac: Almanac, owner: i64, options: vec[i64], horizon: float = 1.0
) -> list[tuple[int, float]]:
    """15.5: options with their delta_ev, from high to low; of equals the dearer one first, then in their order."""
    scores = score_options(almanac, owner, options, horizon)
    ranked: list[tuple[int, float]] = []
    for place in range(len(options)):
        option = options[place]
        score = scores[place]
        at = len(ranked)
        while at > 0:
            other, value = ranked[at - 1]
            more = score - value
            if more > SAME or (more > -SAME and cost_of(almanac, option) > cost_of(almanac, other)):
                at -= 1
            else:
                break
        ranked.insert(at, (option, score))
    return ranked


# Rolls: an almanac read with `now` looks at open copies only.


def own_income(almanac: Almanac, seat: i64, total: i64) -> float:
    """V: what a seat earns on its own roll of this total; nothing above the last number."""
    if total >= BEYOND:
        return 0.0
    learn_takings(almanac, seat)
    return almanac.takings[seat * ROW + total]


def expected_turn(almanac: Almanac, seat: i64, dice: i64) -> float:
    """Expected own-turn income with so many dice, station or not, extra turns included (R40)."""
    row = ONE_ROW if dice == 1 else two_dice_row(almanac, seat)
    return turn_income(almanac, seat, row)


def better_dice(almanac: Almanac, seat: i64) -> i64:
    """Dice by ev: the number that earns more; two on a tie, one without a station."""
    return 1 if best_row(almanac, seat) == ONE_ROW else 2


def better_total(almanac: Almanac, seat: i64, total: i64) -> i64:
    """15.1: the total of two dice, raised by the harbor if that earns more."""
    more = raised(almanac, seat, total)
    return more if own_income(almanac, seat, more) > own_income(almanac, seat, total) else total


def rerolls(almanac: Almanac, seat: i64, total: i64) -> bool:
    """Section 16: roll again when this total earns less than the better dice can be expected to."""
    row = best_row(almanac, seat)
    town = almanac.town
    turns = EXTRA_TURNS if row != ONE_ROW and town.has(seat, almanac.book.park_mask) else 1.0
    best = better_total(almanac, seat, total) if town.second > 0 else total
    return own_income(almanac, seat, best) < turn_income(almanac, seat, row) / turns - SAME
