"""The probability distribution of a seat's income in a round, and its rounds to victory (15.7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, DEMOLISH
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.coin_distribution import (
    MAX_COINS,
    CoinDistribution,
    chance_of_at_least,
    convolve,
    quantile,
    repeat,
)
from parlour.games.harmonictook.study.odds.roll_table import EPSILON, RollTable
from parlour.games.harmonictook.study.odds.turn_odds import opponent_turn, others_mean, own_mean, own_turn

ENDLESS: Final[i64] = 1_000_000  # rounds


def own_turn_distribution(table: RollTable, seat: i64) -> CoinDistribution:
    return own_turn(table, seat).distribution()


def opponent_turn_distribution(table: RollTable, seat: i64, roller: i64) -> CoinDistribution:
    return opponent_turn(table, seat, roller).distribution()


def round_distribution(table: RollTable, seat: i64) -> CoinDistribution:
    """Returns the distribution of the coins that a seat earns in a round: on its own turn and all opponents' turns."""
    found = own_turn_distribution(table, seat)
    for roller in range(table.town.seats):
        if roller != seat:
            found = convolve(found, opponent_turn_distribution(table, seat, roller))
    return found


def round_mean(table: RollTable, seat: i64) -> float:
    """Returns the mean coins that a seat earns in a round, without computing their distribution."""
    return own_mean(table, seat) + others_mean(table, seat)


def round_variance(table: RollTable, seat: i64) -> float:
    found = 0.0
    for roller in range(table.town.seats):
        turn = own_turn(table, seat) if roller == seat else opponent_turn(table, seat, roller)
        middle = turn.mean()
        found += turn.mean_square() - middle * middle
    return found


def landmarks_missing(town: Town, seat: i64) -> i64:
    """Counts the landmarks that the seat still needs to win."""
    missing = town.book.goal - town.count_landmarks(seat, town.book.win_mask)
    return missing if missing > 0 else 0


def cost_missing(town: Town, seat: i64) -> i64:
    """Returns the cost of the cheapest landmarks with which the seat would win."""
    book = town.book
    needed = landmarks_missing(town, seat)
    open_ = book.win_mask & ~town.built[seat]
    found: i64 = 0
    while needed > 0 and open_ != 0:
        best: i64 = -1
        for landmark in book.landmarks:
            if (open_ >> landmark) & 1 == 1 and (best < 0 or book.price[landmark] < book.price[best]):
                best = landmark
        found += book.price[best]
        open_ &= ~(1 << best)
        needed -= 1
    return found


def coins_missing(town: Town, seat: i64) -> i64:
    """Returns the coins that the seat must still earn to pay for the landmarks with which it wins."""
    short = cost_missing(town, seat) - town.coins[seat]
    return short if short > 0 else 0


def rounds_to_win(table: RollTable, seat: i64, income: float) -> i64:
    """Returns the rounds until the seat has paid for its missing landmarks at this income, at most one each round;
    without income only the number of missing landmarks, as if no coins were needed."""
    needed = landmarks_missing(table.town, seat)
    short = coins_missing(table.town, seat)
    if short == 0 or income <= EPSILON:
        return needed
    rounds = float(short) / income
    if rounds > float(ENDLESS):
        rounds = float(ENDLESS)
    whole = i64(rounds)
    if float(whole) < rounds - EPSILON:
        whole += 1
    return whole if whole > needed else needed


def eruv(table: RollTable, seat: i64) -> i64:
    """Returns the expected rounds until the seat wins, from its mean income of a round; a seat that earns nothing gets
    just the number of its missing landmarks."""
    return rounds_to_win(table, seat, round_mean(table, seat))


def eruv_quantile(table: RollTable, seat: i64, share: float) -> i64:
    """Returns the rounds until the seat wins, at the income that it does not exceed in this share of rounds."""
    return rounds_to_win(table, seat, float(quantile(round_distribution(table, seat), share)))


def win_within(table: RollTable, seat: i64, rounds: i64) -> float:
    """Returns the chance that the seat has the coins for the win after this many rounds."""
    short = coins_missing(table.town, seat)
    if short == 0:
        return 1.0
    top = short if short < MAX_COINS else MAX_COINS
    return chance_of_at_least(repeat(round_distribution(table, seat), rounds, top), top)


def lead(table: RollTable, one: i64, two: i64) -> i64:
    """Returns the first seat's expected rounds to victory less the second's; negative if the first is ahead."""
    return eruv(table, one) - eruv(table, two)


def front_runner(table: RollTable, but: i64) -> i64:
    """Returns the seat nearest to victory except `but`, by expected rounds; ties by income, then the first. A seat that
    lacks coins and earns none comes last, though the formula counts only its landmarks."""
    best: i64 = -1
    fewest: i64 = 0
    most = 0.0
    for seat in range(table.town.seats):
        if seat != but:
            income = round_mean(table, seat)
            rounds = rounds_to_win(table, seat, income)
            if income <= EPSILON and coins_missing(table.town, seat) > 0:
                rounds = ENDLESS
            if best < 0 or rounds < fewest or (rounds == fewest and income > most + EPSILON):
                best = seat
                fewest = rounds
                most = income
    return best


def try_option(table: RollTable, option: i64, seat: i64) -> None:
    """Makes a purchase for a seat on trial, in the position and its table of odds; undo_option takes it back."""
    move_option(table, option, seat, 1)


def undo_option(table: RollTable, option: i64, seat: i64) -> None:
    move_option(table, option, seat, -1)


def move_option(table: RollTable, option: i64, seat: i64, sign: i64) -> None:
    book = table.book
    if BUY <= option < BUILD:
        card = option - BUY
        table.town.coins[seat] -= sign * (book.cost[card] - book.build_bonus[card])
    elif BUILD <= option < DEMOLISH:
        table.town.coins[seat] -= sign * book.price[option - BUILD]
    place_option(table, option, seat, sign)


def place_option(table: RollTable, option: i64, seat: i64, sign: i64) -> None:
    """Puts a purchase into a city on trial, or takes it out with sign -1, without its price."""
    town = table.town
    if BUY <= option < BUILD:
        card = option - BUY
        town.owned[seat * town.book.width + card] += sign
        town.market[card] -= sign
    elif BUILD <= option < DEMOLISH:
        town.built[seat] ^= 1 << (option - BUILD)
    table.update_city(seat)
