"""15.3 to 15.5 and R45: the next N rounds, against slow and obvious computations of the same."""

from __future__ import annotations

from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, PASS
from parlour.games.harmonictook.rules.book import SHOW, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.strategy import (
    RollTable,
    cost_of,
    delta_ev,
    ev,
    leading_seat,
    portfolio_ev,
    round_mean,
    score_options,
    score_purchase_options,
)
from parlour.games.harmonictook.tests.enumerated_ev import EnumeratedTown
from parlour.games.harmonictook.tests.positions import (
    CARD_NUMBERS,
    LANDMARK_NUMBERS,
    SET_MIXES,
    buy_action,
    make_town,
    opening_town,
    random_town,
)

CAFE = CARD_NUMBERS["cafe"]


def without_choices(mix: int, seed: int) -> Town:
    """Returns a random town without cards that are valued by a choice, which the enumeration leaves out."""
    town = random_town(Random(1000 * mix + seed), **SET_MIXES[mix])
    for card in town.book.types:
        if town.book.effect[card] in (SWAP, SHOW):
            for seat in range(town.seats):
                town.owned[seat * town.book.width + card] = 0
    return town


# Income of the city as it stands.


def test_s15_3_a_poor_opponent_can_pay_again_in_later_rounds() -> None:
    table = RollTable(make_town([{}, {"wheat_field": 2, "bakery": 1}], coins=[3, 0]))  # the other earns 1 a round
    assert ev(table, CAFE, 0, 1) == 0
    assert ev(table, CAFE, 0, 4) == pytest.approx(3 / 6)
    assert delta_ev(table, buy_action("cafe"), 0, 4) == pytest.approx(3 / 6)
    assert list(table.town.coins) == [3, 0]


def test_s15_3_a_rich_opponent_pays_the_same_in_every_round() -> None:
    table = RollTable(make_town([{}, {"wheat_field": 2}], coins=[3, 20]))
    assert ev(table, CAFE, 0, 4) == pytest.approx(4 * ev(table, CAFE, 0))


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", range(8))
def test_s15_4_the_next_rounds_against_an_enumeration(mix: int, seed: int) -> None:
    """The first round with the coins of now; then everybody has at least what the cards of a round bring."""
    town = without_choices(mix, seed)
    table = RollTable(town)
    now, later = EnumeratedTown(town), EnumeratedTown(town)
    for seat in now.seats:
        earned = sum(n * now.ev(name, seat) for name, n in now.cities[seat].items() if n)
        later.coins[seat] = max(now.coins[seat], int(max(0.0, earned) + 0.5 + 1e-9))
    for seat in now.seats:
        for name, card in now.cards.items():
            if card["effect"]["kind"] not in ("swap_establishment", "activate_other"):
                expected = now.ev(name, seat) + 4 * later.ev(name, seat)
                assert ev(table, CARD_NUMBERS[name], seat, 5) == pytest.approx(expected), name
        city = sum(n * (now.ev(name, seat) + 4 * later.ev(name, seat)) for name, n in now.cities[seat].items() if n)
        assert portfolio_ev(table, seat, 5) == pytest.approx(city)


def test_s15_4_who_is_ahead_depends_on_how_far_one_looks() -> None:
    town = make_town([{"cafe": 6}, {"wheat_field": 2}], coins=[0, 0])  # six cafes take nothing from an empty purse
    assert [leading_seat(RollTable(town), rounds) for rounds in (1, 9)] == [1, 0]
    assert portfolio_ev(RollTable(town), 0, 9) == pytest.approx(8 * 6 / 6)
    assert portfolio_ev(RollTable(town), 1, 9) == pytest.approx(9 * 2 * 2 / 6)


# Purchases: the price, the coins left and the supply.


def gain_of(town: Town, option: int, seat: int) -> float:
    once = int(town.book.build_bonus[option - BUY]) if BUY <= option < BUILD else 0
    return delta_ev(RollTable(town), option, seat) - once


def price_of(town: Town, option: int) -> int:
    once = int(town.book.build_bonus[option - BUY]) if BUY <= option < BUILD else 0
    return int(cost_of(RollTable(town), option)) - once


def put(town: Town, option: int, seat: int, sign: int) -> None:
    if BUY <= option < BUILD:
        town.owned[seat * town.book.width + option - BUY] += sign
        town.market[option - BUY] -= sign
    elif option >= BUILD:
        town.built[seat] ^= 1 << option - BUILD


def offers(town: Town, seat: int, coins: float) -> list[int]:
    book = town.book
    cards = [int(card) for card in book.types if town.market[card] and town.copies(seat, card) < book.max_owned[card]]
    marks = [int(mark) for mark in book.landmarks if not town.built[seat] >> mark & 1]
    found = [*(int(BUY) + card for card in cards), *(int(BUILD) + mark for mark in marks)]
    return [option for option in found if int(cost_of(RollTable(town), option)) <= coins + 1e-9]


def plain_future(town: Town, first: int, seat: int, rounds: int) -> float:
    """Returns what a purchase, and those that follow it round by round, add to the income of all these rounds."""
    total = gain_of(town, first, seat) + max(0, int(cost_of(RollTable(town), first)) - price_of(town, first))
    now = [int(coins) for coins in town.coins]
    earned = [portfolio_ev(RollTable(town), other) for other in range(town.seats)]
    for other in range(town.seats):
        town.coins[other] = max(now[other], int(max(0.0, earned[other]) + 0.5 + 1e-9))
    added = gain_of(town, first, seat)
    coins = float(now[seat] - price_of(town, first))
    put(town, first, seat, 1)
    income = round_mean(RollTable(town), seat)
    bought = [first]
    for _ in range(2, rounds + 1):
        coins += income

        def worth(option: int) -> tuple[float, bool, int]:
            card = option < BUILD
            return round(gain_of(town, option, seat), 8), card, -int(cost_of(RollTable(town), option)) if card else 0

        best = max(offers(town, seat, coins), key=worth, default=int(PASS))
        if best != PASS and worth(best)[0] > 0:
            gain = gain_of(town, best, seat)
            added += gain
            income += gain
            coins -= price_of(town, best)
            put(town, best, seat, 1)
            bought.append(best)
        total += added
    for option in reversed(bought):
        put(town, option, seat, -1)
    for other, held in enumerate(now):
        town.coins[other] = held
    return total


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("rounds", [1, 2, 4])
def test_r45_scores_against_a_plan_written_out(mix: int, rounds: int) -> None:
    for seed in range(2):
        town = without_choices(mix, 50 + seed)
        before = town.pack()
        options = [int(PASS), *offers(town, 0, float(town.coins[0]))]
        found = list(score_options(RollTable(town), 0, vec[i64](options), rounds))
        waiting = plain_future(town, int(PASS), 0, rounds)
        expected = [plain_future(town, option, 0, rounds) - waiting for option in options]
        assert found == pytest.approx(expected, abs=1e-6)
        assert town.pack() == before


def test_r45_the_coins_left_decide_between_equals() -> None:
    """A forest and a wheat field earn the same; but what is left of the cheaper one buys more in the next rounds."""
    town = opening_town(4)
    town.coins[0] = 5
    options = vec[i64]([buy_action("wheat_field"), buy_action("forest")])
    assert score_purchase_options(RollTable(town), 0, options, 1)[0][0] == buy_action("forest")
    wheat, forest = score_options(RollTable(town), 0, options, 3)
    assert wheat > forest + 0.01


def test_r45_who_waits_for_the_only_card_on_offer_loses_a_round() -> None:
    town = make_town([{}, {}], [[mark for mark in LANDMARK_NUMBERS if mark not in ("harbor", "airport", "city_hall")]])
    for card in town.book.types:
        town.market[card] = 0
    town.market[CARD_NUMBERS["wheat_field"]] = 1
    options = vec[i64]([buy_action("wheat_field"), PASS])
    once = gain_of(town, int(buy_action("wheat_field")), 0)
    assert list(score_options(RollTable(town), 0, options, 9)) == pytest.approx([once, 0])
