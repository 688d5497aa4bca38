"""The eight measures by which a bot rates a purchase, called dimensions, and their weighted sum (15.8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, DEMOLISH
from parlour.games.harmonictook.rules.book import BLUE, RED
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.card_values import hits_by_others, toll_income
from parlour.games.harmonictook.study.odds.coverage import (
    card_coverage,
    card_results,
    covered_by_all,
    landmark_coverage,
    landmark_results,
)
from parlour.games.harmonictook.study.odds.firing_values import long_run_value
from parlour.games.harmonictook.study.odds.horizon import exchange_purses, later_purses
from parlour.games.harmonictook.study.odds.landmark_values import gain_on_other_turns
from parlour.games.harmonictook.study.odds.outlook import (
    cost_missing,
    eruv,
    front_runner,
    landmarks_missing,
    try_option,
    undo_option,
)
from parlour.games.harmonictook.study.odds.roll_table import EPSILON, RollTable
from parlour.games.harmonictook.study.odds.spite import harm, landmark_harm
from parlour.games.harmonictook.study.odds.strategy import cost_of, delta_ev

COVERAGE: Final[i64] = 0
PASSIVITY: Final[i64] = 1
EXPECTED: Final[i64] = 2
SYNERGY: Final[i64] = 3
SPITE: Final[i64] = 4
TEMPO: Final[i64] = 5
MONOPOLY: Final[i64] = 6
PROGRESS: Final[i64] = 7
DIMENSIONS: Final[i64] = 8
NAMES: Final = ("coverage", "passivity", "ev", "synergy", "spite", "tempo", "monopoly", "landmark")
NEVER: Final = float("inf")
SEQUENCE: Final = vec[i64](
    [COVERAGE, PASSIVITY, EXPECTED, TEMPO, MONOPOLY, SPITE, SYNERGY, PROGRESS]
)  # those that change the town on trial come last


def coverage(table: RollTable, option: i64, seat: i64) -> float:
    """Rates a purchase by the number of dice totals that would then fire a card of the seat and fire none yet."""
    return coverage_beyond(table, option, seat, covered_by_all(table, seat))


def coverage_beyond(table: RollTable, option: i64, seat: i64, masks: vec[i64]) -> float:
    if BUY <= option < BUILD:
        return float(card_results(table, option - BUY, seat, masks))
    return float(landmark_results(table, option - BUILD, seat)) if BUILD <= option < DEMOLISH else 0.0


def roll_coverage(table: RollTable, option: i64, seat: i64) -> float:
    """Returns how many more rolls of a round, on average, fire a card of the seat after this purchase."""
    if BUY <= option < BUILD:
        return card_coverage(table, option - BUY, seat, covered_by_all(table, seat))
    return landmark_coverage(table, option - BUILD, seat) if BUILD <= option < DEMOLISH else 0.0


def passivity(table: RollTable, option: i64, seat: i64, horizon: float = 1.0) -> float:
    """Rates a purchase by the coins that it brings the seat on the turns of one opponent, on average, within the
    horizon of rounds."""
    found = passive_gain(table, option, seat)
    if horizon > 1.0:
        purses = later_purses(table)
        exchange_purses(table, purses)
        found += (horizon - 1.0) * passive_gain(table, option, seat)
        exchange_purses(table, purses)
    return found / float(table.town.seats - 1)


def passive_gain(table: RollTable, option: i64, seat: i64) -> float:
    town = table.town
    book = table.book
    found = 0.0
    if BUY <= option < BUILD:
        card = option - BUY
        if book.colour[card] == RED:
            found = toll_income(table, card, seat)
        elif book.colour[card] == BLUE:
            found = long_run_value(town, card, seat) * hits_by_others(table, card, seat)
    elif BUILD <= option < DEMOLISH and not town.has_landmark(seat, 1 << (option - BUILD)):
        found = gain_on_other_turns(table, option - BUILD, seat)
    return found


def synergy(table: RollTable, option: i64, seat: i64, horizon: float = 1.0) -> float:
    """Rates a purchase by the coins that it adds to the seat's city beyond what it adds to a city without cards."""
    return synergies(table, vec[i64]([option]), seat, horizon)[0]


def synergies(table: RollTable, options: vec[i64], seat: i64, horizon: float) -> vec[float]:
    town = table.town
    found = vec[float]([delta_ev(table, option, seat, horizon) for option in options])
    first = seat * town.book.width
    last = first + town.book.width
    city = town.owned[first:last]
    for place in range(first, last):
        town.owned[place] = 0
    table.update(town, table.now)
    for place in range(len(options)):
        found[place] -= delta_ev(table, options[place], seat, horizon)
    for card in range(len(city)):
        town.owned[first + card] = city[card]
    table.update(town, table.now)
    return found


def spite(table: RollTable, option: i64, seat: i64, horizon: float = 1.0) -> float:
    """Rates a purchase by the coins that it costs the opponent nearest to victory; for a card, plus what a copy would
    bring that opponent, divided by the copies left to buy."""
    return spite_against(table, option, seat, front_runner(table, seat), horizon)


def spite_against(table: RollTable, option: i64, seat: i64, rival: i64, horizon: float) -> float:
    found = option_harm(table, option, seat, rival)
    if horizon > 1.0:
        purses = later_purses(table)
        exchange_purses(table, purses)
        found += (horizon - 1.0) * option_harm(table, option, seat, rival)
        exchange_purses(table, purses)
    if not BUY <= option < BUILD:
        return found
    card = option - BUY
    return found + value_to_seat(table, card, rival, horizon) / float(max(1, copies_left(table.town, card)))


def option_harm(table: RollTable, option: i64, seat: i64, rival: i64) -> float:
    """Returns the coins that a purchase of the seat costs a rival in a round."""
    if BUILD <= option < DEMOLISH:
        return landmark_harm(table, option - BUILD, seat, rival)
    return harm(table, option - BUY, seat, rival) if BUY <= option < BUILD else 0.0


def value_to_seat(table: RollTable, card: i64, seat: i64, horizon: float) -> float:
    """Returns the coins that one more copy of a card would add to a seat's city; 0 if it may not own it or loses."""
    if table.town.copies(seat, card) >= table.book.max_owned[card]:
        return 0.0
    return max(0.0, delta_ev(table, BUY + card, seat, horizon))


def copies_left(town: Town, card: i64) -> i64:
    """Counts the copies of a card that can still be bought: those on offer and those in the deck."""
    return town.market[card] + (town.deck[card] if len(town.deck) > 0 else 0)


def tempo(table: RollTable, option: i64, seat: i64) -> float:
    """Rates a purchase by the coins that it earns in a round for every coin of its cost."""
    return delta_ev(table, option, seat) / float(max(1, cost_of(table, option)))


def break_even(table: RollTable, option: i64, seat: i64) -> float:
    """Returns the number of rounds until a purchase has earned its cost; infinite if it earns nothing."""
    more = delta_ev(table, option, seat)
    return float(cost_of(table, option)) / more if more > 0.0 else NEVER


def monopoly(table: RollTable, option: i64, seat: i64, horizon: float = 1.0) -> float:
    """Rates buying a card: the seat's share of all copies afterwards, times the most coins it would bring an opponent;
    the last copy counts half as much again. Landmarks rate 0."""
    if not BUY <= option < BUILD:
        return 0.0
    town = table.town
    card = option - BUY
    left = copies_left(town, card)
    copies = left
    keenest = 0.0
    for other in range(town.seats):
        copies += town.copies(other, card)
        if other != seat:
            keenest = max(keenest, value_to_seat(table, card, other, horizon))
    share = float(town.copies(seat, card) + 1) / float(max(1, copies))
    return share * keenest * (1.5 if left == 1 else 1.0)


def progress(table: RollTable, option: i64, seat: i64) -> float:
    """Rates a purchase from 0 to 1 as a step to victory. Landmarks that count for the win: their share of the missing
    cost, 1 for the one that wins. Others and cards: the share of the expected rounds to victory that they save."""
    town = table.town
    if BUILD <= option < DEMOLISH and (town.book.win_mask >> (option - BUILD)) & 1 == 1:
        if landmarks_missing(town, seat) <= 1:
            return 1.0
        missing = cost_missing(town, seat)
        return min(1.0, float(cost_of(table, option)) / float(missing)) if missing > 0 else 1.0
    if not BUY <= option < DEMOLISH:
        return 0.0
    before = eruv(table, seat)
    try_option(table, option, seat)
    after = eruv(table, seat)
    undo_option(table, option, seat)
    return float(before - after) / float(before) if after < before else 0.0


def wins_game(table: RollTable, option: i64, seat: i64) -> bool:
    """Returns whether this option builds the last landmark that the seat needs to win the game (rule R46)."""
    town = table.town
    if not BUILD <= option < DEMOLISH or (town.book.win_mask >> (option - BUILD)) & 1 == 0:
        return False
    return landmarks_missing(town, seat) == 1


def dimension(table: RollTable, kind: i64, options: vec[i64], seat: i64, horizon: float = 1.0) -> vec[float]:
    """Returns the ratings of all purchase options by one of the eight dimensions, such as coverage or spite."""
    if kind == SYNERGY:
        return synergies(table, options, seat, horizon)
    found = vec[float]()
    rival = front_runner(table, seat) if kind == SPITE else seat
    masks = covered_by_all(table, seat) if kind == COVERAGE else vec[i64]()
    for option in options:
        if kind == COVERAGE:
            value = coverage_beyond(table, option, seat, masks)
        elif kind == PASSIVITY:
            value = passivity(table, option, seat, horizon)
        elif kind == EXPECTED:
            value = delta_ev(table, option, seat, horizon)
        elif kind == SPITE:
            value = spite_against(table, option, seat, rival, horizon)
        elif kind == TEMPO:
            value = tempo(table, option, seat)
        elif kind == MONOPOLY:
            value = monopoly(table, option, seat, horizon)
        else:
            value = progress(table, option, seat)
        found = append(found, value)
    return found


def scale(values: vec[float]) -> vec[float]:
    """Scales the ratings of all options so that the lowest becomes 0 and the highest 1; equal ratings all become 0."""
    least = values[0]
    most = values[0]
    for value in values:
        least = min(least, value)
        most = max(most, value)
    width = most - least
    if width <= EPSILON:
        return vec[float]([0.0] * len(values))
    return vec[float]([(value - least) / width for value in values])


def weigh_options(
    table: RollTable, weights: vec[float], options: vec[i64], seat: i64, horizon: float = 1.0
) -> vec[float]:
    """Returns a bot's score of every purchase option: the weighted sum of its ratings, each scaled to 0 to 1."""
    found = vec[float]([0.0] * len(options))
    for kind in SEQUENCE:
        if weights[kind] != 0.0:
            part = scale(dimension(table, kind, options, seat, horizon))
            for place in range(len(options)):
                found[place] += weights[kind] * part[place]
    return found


def best_place(table: RollTable, options: vec[i64], blended: vec[float], seat: i64) -> i64:
    """Returns the index of the purchase option with the best score; of equals the one that adds more income, then the
    dearer one, then the first."""
    best: i64 = 0
    for place in range(1, len(options)):
        more = blended[place] - blended[best]
        if more < EPSILON and more > -EPSILON:
            more = delta_ev(table, options[place], seat) - delta_ev(table, options[best], seat)
            if more < EPSILON and more > -EPSILON:
                more = float(cost_of(table, options[place]) - cost_of(table, options[best]))
        if more >= EPSILON:
            best = place
    return best
