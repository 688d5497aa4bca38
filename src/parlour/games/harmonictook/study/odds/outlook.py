"""How the income of a round is spread, and how long it is to victory (15.7)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, DEMOLISH
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.almanac import SAME, Almanac
from parlour.games.harmonictook.study.odds.spread import MOST, Spread, convolve, power, quantile, tail
from parlour.games.harmonictook.study.odds.turn_odds import away_mean, own_mean, own_turn, visit

ENDLESS: Final[i64] = 1_000_000  # rounds


def own_turn_distribution(almanac: Almanac, seat: i64) -> Spread:
    return own_turn(almanac, seat).spread()


def opponent_turn_distribution(almanac: Almanac, seat: i64, roller: i64) -> Spread:
    return visit(almanac, seat, roller).spread()


def round_distribution(almanac: Almanac, seat: i64) -> Spread:
    """The coins of a whole round: the own turn and everybody else's."""
    found = own_turn_distribution(almanac, seat)
    for roller in range(almanac.town.seats):
        if roller != seat:
            found = convolve(found, opponent_turn_distribution(almanac, seat, roller))
    return found


def round_mean(almanac: Almanac, seat: i64) -> float:
    """The mean of the round's coins, without laying out their distribution."""
    return own_mean(almanac, seat) + away_mean(almanac, seat)


def round_variance(almanac: Almanac, seat: i64) -> float:
    found = 0.0
    for roller in range(almanac.town.seats):
        turn = own_turn(almanac, seat) if roller == seat else visit(almanac, seat, roller)
        middle = turn.mean()
        found += turn.square() - middle * middle
    return found


def landmarks_missing(town: Town, seat: i64) -> i64:
    """How many landmarks are still to be built for the win."""
    missing = town.book.goal - town.landmarks(seat, town.book.win_mask)
    return missing if missing > 0 else 0


def cost_missing(town: Town, seat: i64) -> i64:
    """What the landmarks still needed cost, the cheapest that will do."""
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


def deficit(town: Town, seat: i64) -> i64:
    """Coins still to be earned for the win."""
    short = cost_missing(town, seat) - town.coins[seat]
    return short if short > 0 else 0


def rounds_to_win(almanac: Almanac, seat: i64, income: float) -> i64:
    """Rounds until the landmarks are paid at this income a round; one landmark a round at best."""
    needed = landmarks_missing(almanac.town, seat)
    short = deficit(almanac.town, seat)
    if short == 0 or income <= SAME:
        return needed
    rounds = float(short) / income
    if rounds > float(ENDLESS):
        rounds = float(ENDLESS)
    whole = i64(rounds)
    if float(whole) < rounds - SAME:
        whole += 1
    return whole if whole > needed else needed


def eruv(almanac: Almanac, seat: i64) -> i64:
    """Expected rounds until victory."""
    return rounds_to_win(almanac, seat, round_mean(almanac, seat))


def eruv_quantile(almanac: Almanac, seat: i64, share: float) -> i64:
    """The same with a round that earns no more than this share of all rounds."""
    return rounds_to_win(almanac, seat, float(quantile(round_distribution(almanac, seat), share)))


def win_within(almanac: Almanac, seat: i64, rounds: i64) -> float:
    """How likely the coins for the win are there after so many rounds."""
    short = deficit(almanac.town, seat)
    if short == 0:
        return 1.0
    top = short if short < MOST else MOST
    return tail(power(round_distribution(almanac, seat), rounds, top), top)


def lead(almanac: Almanac, one: i64, two: i64) -> i64:
    """Negative: the first seat is ahead of the second."""
    return eruv(almanac, one) - eruv(almanac, two)


def front_runner(almanac: Almanac, but: i64) -> i64:
    """The seat nearest to victory, leaving one out; of equals the one that earns more, then the first. Whoever lacks
    coins and earns none comes last, though the formula counts only the landmarks then."""
    best: i64 = -1
    fewest: i64 = 0
    most = 0.0
    for seat in range(almanac.town.seats):
        if seat != but:
            income = round_mean(almanac, seat)
            rounds = rounds_to_win(almanac, seat, income)
            if income <= SAME and deficit(almanac.town, seat) > 0:
                rounds = ENDLESS
            if best < 0 or rounds < fewest or (rounds == fewest and income > most + SAME):
                best = seat
                fewest = rounds
                most = income
    return best


def try_option(almanac: Almanac, option: i64, seat: i64) -> None:
    """The town as it is after a purchase; undo_option takes it back."""
    move_option(almanac, option, seat, 1)


def undo_option(almanac: Almanac, option: i64, seat: i64) -> None:
    move_option(almanac, option, seat, -1)


def move_option(almanac: Almanac, option: i64, seat: i64, sign: i64) -> None:
    town = almanac.town
    book = town.book
    if BUY <= option < BUILD:
        card = option - BUY
        town.coins[seat] -= sign * (book.cost[card] - book.gift[card])
        town.owned[seat * book.width + card] += sign
        town.market[card] -= sign
    elif BUILD <= option < DEMOLISH:
        town.coins[seat] -= sign * book.price[option - BUILD]
        town.built[seat] ^= 1 << (option - BUILD)
    almanac.reread(seat)
