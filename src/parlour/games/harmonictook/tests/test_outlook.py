"""15.7: the distribution of income, rounds to victory, and the chance to win in time."""

from __future__ import annotations

from itertools import product
from math import ceil
from random import Random

import pytest

from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.coin_distribution import (
    CoinDistribution,
    chance_of_at_least,
    convolve,
    mean,
    no_coins,
    quantile,
    repeat,
    variance,
)
from parlour.games.harmonictook.study.odds.strategy import (
    RollTable,
    better_dice,
    coins_missing,
    cost_missing,
    eruv,
    eruv_quantile,
    front_runner,
    landmarks_missing,
    lead,
    opponent_turn_distribution,
    own_turn_distribution,
    portfolio_ev,
    round_distribution,
    round_mean,
    round_variance,
    try_option,
    undo_option,
    win_within,
)
from parlour.games.harmonictook.tests.enumerated_ev import ALL_ROLLS, EnumeratedTown
from parlour.games.harmonictook.tests.positions import (
    SET_MIXES,
    build_action,
    buy_action,
    make_town,
    opening_town,
    random_town,
)

STATION = ["train_station"]
Odds = dict[float, float]


def assert_spread(spread: CoinDistribution, expected: Odds) -> None:
    found = {float(spread.low + place): chance for place, chance in enumerate(spread.chances)}
    for coins in {*found, *expected}:
        assert found.get(coins, 0) == pytest.approx(expected.get(coins, 0), abs=1e-12), coins


def sum_of(one: Odds, two: Odds) -> Odds:
    found: Odds = {}
    for (a, p), (b, q) in product(one.items(), two.items()):
        found[a + b] = found.get(a + b, 0) + p * q
    return found


def with_extra_turn(once: Odds) -> Odds:
    """A double brings one more turn."""
    twice = sum_of(once, once)
    return {c: 5 / 6 * once.get(c, 0) + 1 / 6 * twice.get(c, 0) for c in {*once, *twice}}


def enumerated(plain: EnumeratedTown, seat: int, roller: int) -> Odds:
    """Returns the seat's coins for each roll of the roller, whose coins are paid once."""
    found: Odds = {}
    count = plain.dice(roller, seat)
    totals = plain.totals(roller, count)
    for total in totals:
        if roller == seat:
            coins = plain.own_income(seat, total)
        else:
            copies = {name: n for name, n in plain.cities[seat].items() if n}
            red = [name for name in copies if plain.cards[name]["colour"] == "red"]
            blue = [name for name in copies if plain.cards[name]["colour"] == "blue"]
            paid = sum(copies[name] * plain.coins_on(name, seat, roller, total) for name in red)
            coins = min(paid, plain.coins[roller])
            coins += sum(copies[name] * plain.coins_on(name, seat, roller, total) for name in blue)
        found[coins] = found.get(coins, 0) + 1 / len(totals)
    if roller == seat and "radio_tower" in plain.built[seat]:
        middle = sum(coins * chance for coins, chance in found.items())
        again = sum(chance for coins, chance in found.items() if coins < middle - 1e-9)
        found = {c: p * ((c >= middle - 1e-9) + again) for c, p in found.items()}
        found = {c: p for c, p in found.items() if p > 0}
    return with_extra_turn(found) if plain.turns(roller, count) > 1 else found


def with_whole_coins(made: Town) -> Town:
    """Returns the town without cards that bring fractions of coins or have estimated values."""
    book = made.book
    for card in book.types:
        if book.effect[card] > 10:
            for seat in range(made.seats):
                made.owned[seat * book.width + card] = 0
    return made


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", range(8))
def test_s15_7_turns_and_rounds_against_an_enumeration(mix: int, seed: int) -> None:
    made = with_whole_coins(random_town(Random(31 * mix + seed), **SET_MIXES[mix]))
    plain = EnumeratedTown(made)
    table = RollTable(made)
    for seat in range(made.seats):
        everything: Odds = {0.0: 1.0}
        for roller in range(made.seats):
            turn = enumerated(plain, seat, roller)
            everything = sum_of(everything, turn)
            if roller == seat:
                assert_spread(own_turn_distribution(table, seat), turn)
            else:
                assert_spread(opponent_turn_distribution(table, seat, roller), turn)
        assert_spread(round_distribution(table, seat), everything)
        middle = sum(coins * chance for coins, chance in everything.items())
        square = sum((coins - middle) ** 2 * chance for coins, chance in everything.items())
        assert mean(round_distribution(table, seat)) == pytest.approx(middle)
        assert variance(round_distribution(table, seat)) == pytest.approx(square)
        assert round_mean(table, seat) == pytest.approx(middle)
        assert round_variance(table, seat) == pytest.approx(square)


def test_s15_7_the_mean_of_a_round_is_the_portfolio_without_towers_parks_and_empty_purses() -> None:
    made = make_town([{"ranch": 3, "cheese_factory": 1, "cafe": 1}, {"mine": 1}], [STATION, STATION], [40, 40])
    table = RollTable(made)
    for seat in range(2):
        assert mean(round_distribution(table, seat)) == pytest.approx(portfolio_ev(table, seat))


def test_s15_7_a_tower_rolls_again_what_is_below_the_mean() -> None:
    made = make_town([{"bakery": 1, "wheat_field": 1}, {}], [["radio_tower"]])
    assert_spread(own_turn_distribution(RollTable(made), 0), {0: 1 / 2 * 1 / 2, 1: 1 / 2 + 1 / 2 * 1 / 2})


def test_s15_7_halves_are_shared_between_their_neighbours() -> None:
    made = make_town([{"winery": 1, "vineyard": 1}, {}], [STATION], millionaires_row=True)
    spread = own_turn_distribution(RollTable(made), 0)
    assert mean(spread) == pytest.approx(3 * 6 / 36 + 3 * 4 / 36)
    spread = CoinDistribution(0, 4)
    spread.add(1.5, 0.5)
    spread.add(9.0, 0.25)
    spread.add(-1.0, 0.25)
    assert list(spread.chances) == pytest.approx([0.25, 0.25, 0.25, 0.25])


def test_s15_7_loans_may_bring_a_loss() -> None:
    made = make_town([{"loan_office": 2}, {}], millionaires_row=True)
    spread = own_turn_distribution(RollTable(made), 0)
    assert_spread(spread, {-4: 1 / 3, 0: 2 / 3})
    assert_spread(repeat(spread, 2), {-8: 1 / 9, -4: 4 / 9, 0: 4 / 9})


def test_spreads_add_up_and_stop_at_the_top() -> None:
    die = CoinDistribution(1, 6)
    for coins in range(1, 7):
        die.add(float(coins), 1 / 6)
    two: Odds = {}
    for dice in ALL_ROLLS[2]:
        two[sum(dice)] = two.get(sum(dice), 0) + 1 / 36
    assert_spread(convolve(die, die), two)
    assert_spread(repeat(die, 0), {0: 1})
    assert_spread(no_coins(), {0: 1})
    assert_spread(convolve(die, die, 11), {**{c: p for c, p in two.items() if c < 11}, 11: 3 / 36})
    seven = {sum(dice): 0.0 for dice in product(range(1, 7), repeat=5)}
    for dice in product(range(1, 7), repeat=5):
        seven[sum(dice)] += 6**-5
    assert_spread(repeat(die, 5), {float(c): p for c, p in seven.items()})
    assert mean(repeat(die, 5)) == pytest.approx(17.5)
    assert variance(repeat(die, 5)) == pytest.approx(5 * 35 / 12)
    assert [quantile(convolve(die, die), share) for share in (1 / 36, 0.5, 0.6, 1.0)] == [2, 7, 8, 12]
    assert chance_of_at_least(convolve(die, die), 10) == pytest.approx(6 / 36)
    assert chance_of_at_least(repeat(die, 5, 20), 20) == pytest.approx(sum(p for c, p in seven.items() if c >= 20))


def test_s15_7_rounds_to_victory() -> None:
    made = opening_town(4)
    table = RollTable(made)
    assert (landmarks_missing(made, 0), cost_missing(made, 0), coins_missing(made, 0)) == (4, 52, 49)
    assert eruv(table, 0) == 49  # one coin a round
    made.coins[0] = 50
    assert eruv(table, 0) == 4  # one landmark a turn
    made.coins[0] = 60
    assert (coins_missing(made, 0), eruv(table, 0)) == (0, 4)
    poor = make_town([{}, {"mine": 1}], [["radio_tower"]])
    assert eruv(RollTable(poor), 0) == 3  # without income: as many rounds as landmarks
    made = make_town([{"ranch": 2}, {}], [["radio_tower", "amusement_park"]], [3, 3])
    table = RollTable(made)
    assert eruv(table, 0) == ceil((14 - 3) / round_mean(table, 0))


def test_s15_7_with_fewer_landmarks_to_win_the_cheapest_will_do() -> None:
    made = opening_town(3, harbor=True, landmarks_to_win=3)
    assert (landmarks_missing(made, 0), cost_missing(made, 0)) == (3, 2 + 4 + 10)
    made = make_town([{}, {}], [["airport", "radio_tower"]], harbor=True, landmarks_to_win=3)
    assert (landmarks_missing(made, 0), cost_missing(made, 0)) == (1, 2)
    made = make_town([{}, {}], [["airport", "radio_tower", "harbor"]], harbor=True, landmarks_to_win=3)
    assert (landmarks_missing(made, 0), cost_missing(made, 0), coins_missing(made, 0)) == (0, 0, 0)


def test_s15_7_the_percentile_variant() -> None:
    made = make_town([{"bakery": 4}, {}], coins=[12, 3])
    table = RollTable(made)
    assert quantile(round_distribution(table, 0), 0.5) == 0
    assert eruv_quantile(table, 0, 0.5) == 4  # no income: as many as landmarks
    assert eruv_quantile(table, 0, 0.9) == 10  # 40 coins at 4 a round
    assert eruv(table, 0) == 30


def test_s15_7_the_chance_to_win_in_time() -> None:
    made = make_town([{"bakery": 2}, {}], [["amusement_park", "radio_tower", "shopping_mall"]], [0, 0])
    table = RollTable(made)
    assert coins_missing(made, 0) == 4
    hit = 1 / 3 + 2 / 3 * 1 / 3  # bakeries with a mall pay 4 on 2 and 3; a miss is rolled again
    assert [win_within(table, 0, rounds) for rounds in (1, 2, 5)] == pytest.approx(
        [hit, 1 - (1 - hit) ** 2, 1 - (1 - hit) ** 5]
    )
    assert win_within(table, 0, 0) == 0
    made.coins[0] = 4
    assert win_within(table, 0, 0) == 1


def test_s15_7_who_leads() -> None:
    made = make_town([{"bakery": 1}, {"bakery": 2}, {"bakery": 2, "wheat_field": 1}], coins=[3, 3, 3])
    table = RollTable(made)
    assert lead(table, 2, 0) == eruv(table, 2) - eruv(table, 0) < 0
    assert (front_runner(table, -1), front_runner(table, 2)) == (2, 1)
    rich = make_town([{"bakery": 1}, {"bakery": 2}, {}], coins=[60, 60, 60])
    assert front_runner(RollTable(rich), -1) == 1  # four rounds each, but it earns more
    idle = make_town([{"bakery": 1}, {}], coins=[0, 9])
    assert (eruv(RollTable(idle), 1), front_runner(RollTable(idle), -1)) == (4, 0)
    even = RollTable(opening_town(3))
    assert (front_runner(even, 0), front_runner(even, 1), lead(even, 0, 1)) == (1, 0, 0)


def test_a_purchase_on_trial_is_taken_back() -> None:
    made = make_town([{"ranch": 1}, {}], coins=[20, 3], millionaires_row=True)
    before = made.pack()
    table = RollTable(made)
    for option in (buy_action("loan_office"), buy_action("mine"), build_action("amusement_park")):
        try_option(table, option, 0)
        assert made.pack() != before
        undo_option(table, option, 0)
        assert made.pack() == before
    sailor = RollTable(make_town([{}, {}], [["train_station", "harbor"]], [9, 9], harbor=True))
    assert round_mean(sailor, 0) == 0
    try_option(sailor, buy_action("tuna_boat"), 0)
    assert round_mean(sailor, 0) == pytest.approx(7 * 6 / 36)  # 10, 11 and 12 are raised now
    try_option(table, build_action("train_station"), 0)
    assert better_dice(table, 0) == 1
    assert (made.coins[0], landmarks_missing(made, 0)) == (16, 3)
    undo_option(table, build_action("train_station"), 0)
    try_option(table, buy_action("loan_office"), 0)
    assert made.coins[0] == 25
