"""Sections 15 and 20: chances, expected values of cards and purchases, swaps, dice, the leading seat."""

from __future__ import annotations

from math import isfinite
from random import Random
from statistics import median

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.harmonictook.rules.actions import BUILD, BUY, PASS
from parlour.games.harmonictook.rules.book import GIFT, SHOW, SWAP
from parlour.games.harmonictook.rules.state import Town
from parlour.games.harmonictook.study.odds.card_values import copy_loss
from parlour.games.harmonictook.study.odds.strategy import (
    EXTRA_TURNS,
    ONE_DIE,
    P_DOUBLE,
    TWO_DICE,
    RollTable,
    best_option,
    best_swap,
    better_dice,
    better_total,
    delta_ev,
    ev,
    expected_turn,
    leading_seat,
    own_income,
    p_hits,
    portfolio_ev,
    score_options,
    score_purchase_options,
    should_reroll,
    totals_mask,
)
from parlour.games.harmonictook.tests.positions import (
    CARD_NUMBERS,
    LANDMARK_NUMBERS,
    SET_MIXES,
    build_action,
    build_answers,
    buy_action,
    herbs_option,
    make_town,
    opening_town,
    random_town,
)

STATION = ["train_station"]


@pytest.mark.parametrize(
    ("totals", "dice", "chance"),
    [
        ((2, 3), 1, 1 / 3),
        ((2, 3), 2, 3 / 36),
        ((6,), 2, 5 / 36),
        ((7,), 1, 0),
        ((9, 10), 2, 7 / 36),
        ((11, 12), 2, 3 / 36),
        ((12, 13, 14), 2, 1 / 36),
    ],
)
def test_s20_probabilities(totals: tuple[int, ...], dice: int, chance: float) -> None:
    assert p_hits(totals_mask(totals), dice) == pytest.approx(chance)


def test_s15_1_the_table_of_totals() -> None:
    assert [36 * TWO_DICE[total] for total in range(1, 13)] == pytest.approx([0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1])
    assert [6 * ONE_DIE[total] for total in range(1, 13)] == pytest.approx([1] * 6 + [0] * 6)
    for total in range(16):
        assert p_hits(1 << total, 1) == pytest.approx(ONE_DIE[total])
        assert p_hits(1 << total, 2) == pytest.approx(TWO_DICE[total])
    assert p_hits(totals_mask(range(15)), 1) == p_hits(totals_mask(range(15)), 2) == pytest.approx(1)
    assert pytest.approx(6 / 36) == P_DOUBLE


def test_r40_the_factor_is_the_exact_value_of_an_endless_chain() -> None:
    assert pytest.approx(1 / (1 - P_DOUBLE)) == EXTRA_TURNS
    table = RollTable(make_town([{"bakery": 3}, {}], [["amusement_park"]]))
    assert ev(table, CARD_NUMBERS["bakery"], 0) == pytest.approx(1 / 3)  # one die shows no double


@pytest.mark.parametrize(
    ("card", "value"),
    [
        ("wheat_field", 2 / 3),
        ("ranch", 2 / 3),
        ("forest", 2 / 3),
        ("bakery", 1 / 3),
        ("convenience_store", 1 / 2),
        ("cafe", 1 / 2),
        ("stadium", 1),
        ("tv_station", 1 / 2),
        *((name, 0) for name in ("cheese_factory", "furniture_factory", "mine", "family_restaurant")),
        *((name, 0) for name in ("apple_orchard", "farmers_market")),
    ],
)
def test_s20_ev_at_the_start_of_a_four_player_game(card: str, value: float) -> None:
    assert ev(RollTable(opening_town(4)), CARD_NUMBERS[card], 0) == pytest.approx(value)
    assert ev(RollTable(opening_town(4)), CARD_NUMBERS[card], 2, 5) == pytest.approx(5 * value)
    assert delta_ev(RollTable(opening_town(4)), buy_action(card), 0) == pytest.approx(value)


def test_s20_portfolios_at_the_start() -> None:
    assert portfolio_ev(RollTable(opening_town(4)), 0) == pytest.approx(1)
    two = RollTable(opening_town(2))
    assert [ev(two, CARD_NUMBERS[name], 0) for name in ("wheat_field", "bakery")] == pytest.approx([1 / 3, 1 / 3])
    assert portfolio_ev(two, 1, 4) == pytest.approx(4 * 2 / 3)


def test_s20_radio_tower_and_mall_at_the_start() -> None:
    table = RollTable(opening_town(4))
    assert delta_ev(table, build_action("radio_tower"), 0) == pytest.approx(0.25)
    assert delta_ev(table, build_action("shopping_mall"), 0) == pytest.approx(1 / 3)
    assert delta_ev(table, build_action("radio_tower"), 0, 6) == pytest.approx(1.5)
    assert delta_ev(table, build_action("amusement_park"), 0) == 0


def test_s20_cheese_factory_with_three_ranches_and_two_dice() -> None:
    city = {"ranch": 3, "cheese_factory": 1}
    table = RollTable(make_town([city, {}, {}, {}], [STATION]))
    assert ev(table, CARD_NUMBERS["cheese_factory"], 0) == pytest.approx(1.5)
    table = RollTable(make_town([city, {}, {}, {}], [["train_station", "amusement_park"]]))
    assert ev(table, CARD_NUMBERS["cheese_factory"], 0) == pytest.approx(1.8)


def test_s20_mine_where_all_roll_two_dice() -> None:
    table = RollTable(make_town([{}] * 4, [STATION] * 4))
    assert ev(table, CARD_NUMBERS["mine"], 1) == pytest.approx(5 * 4 * 4 / 36)


def test_s20_a_fourth_ranch() -> None:
    table = RollTable(make_town([{"ranch": 3, "cheese_factory": 1}, {}, {}, {}], [STATION]))
    assert ev(table, CARD_NUMBERS["ranch"], 0) == pytest.approx(1 / 36 + 3 / 6)
    assert delta_ev(table, buy_action("ranch"), 0) == pytest.approx(1 / 36 + 3 / 6 + 3 * 6 / 36)


def test_r41_blue_and_red_cards_count_the_extra_turns_of_their_roller() -> None:
    table = RollTable(make_town([{}, {}], [[], ["train_station", "amusement_park"]]))
    assert ev(table, CARD_NUMBERS["ranch"], 0) == pytest.approx(1 / 6 + 1.2 / 36)
    assert ev(table, CARD_NUMBERS["cafe"], 0) == pytest.approx(1.2 * 2 / 36)


def test_s15_3_red_cards_take_no_more_than_the_roller_holds() -> None:
    table = RollTable(make_town([{}, {}, {}], [[], STATION, STATION], [3, 1, 9]))
    assert ev(table, CARD_NUMBERS["family_restaurant"], 0) == pytest.approx((1 + 2) * 7 / 36)


def test_r43_r42_stadium_and_mall_by_what_is_really_paid() -> None:
    table = RollTable(make_town([{}, {}, {}], [["shopping_mall"]], [0, 1, 9]))
    assert ev(table, CARD_NUMBERS["stadium"], 0) == pytest.approx((1 + 2) / 6)
    assert ev(table, CARD_NUMBERS["tv_station"], 0) == pytest.approx(5 / 6)
    assert ev(table, CARD_NUMBERS["cafe"], 0) == pytest.approx((1 + 2) / 6)
    assert ev(table, CARD_NUMBERS["bakery"], 0) == pytest.approx(2 / 3)


def test_r44_oneself_the_better_dice_opponents_two() -> None:
    table = RollTable(make_town([{"bakery": 3}, {}], [STATION, STATION]))
    assert better_dice(table, 0) == 1
    assert better_dice(table, 1) == 2  # a tie
    assert ev(table, CARD_NUMBERS["bakery"], 0) == pytest.approx(1 / 3)
    assert ev(table, CARD_NUMBERS["ranch"], 0) == pytest.approx(1 / 6 + 1 / 36)
    assert ev(table, CARD_NUMBERS["ranch"], 1) == pytest.approx(2 / 36)
    assert [expected_turn(table, 0, dice) for dice in (1, 2)] == pytest.approx([1, 9 / 36])


def test_r44_a_purchase_may_change_the_better_dice() -> None:
    table = RollTable(make_town([{"bakery": 1, "ranch": 4}, {}], [STATION], [3, 3]))
    assert better_dice(table, 0) == 1
    after = 12 * 6 / 36 + 4 / 36 + 3 / 36
    assert delta_ev(table, buy_action("cheese_factory"), 0) == pytest.approx(after - (4 / 6 + 2 / 6))


def test_s10_loans_cost_two_a_firing_and_bring_five_once() -> None:
    table = RollTable(opening_town(3, millionaires_row=True))
    assert ev(table, CARD_NUMBERS["loan_office"], 0, 3) == pytest.approx(-2 * 3 * 2 / 6)
    assert delta_ev(table, buy_action("loan_office"), 0, 3) == pytest.approx(5 - 2)


def test_s10_landmark_counts_switch_cards_on_and_off() -> None:
    city = {"general_store": 2, "corn_field": 1}
    table = RollTable(make_town([city, {}], [STATION], millionaires_row=True))
    lost = portfolio_ev(table, 0)
    assert lost > 1
    assert delta_ev(table, build_action("amusement_park"), 0) == pytest.approx(-lost)
    table = RollTable(make_town([{}, {}], [[], ["train_station", "shopping_mall"]], [3, 9], millionaires_row=True))
    assert ev(table, CARD_NUMBERS["french_restaurant"], 0) == pytest.approx(5 * 4 / 36)
    assert ev(table, CARD_NUMBERS["french_restaurant"], 1) == 0


def test_s10_estimates_of_cards_with_a_choice() -> None:
    made = make_town(
        [{"bakery": 1, "loan_office": 1, "wheat_field": 1}, {"ranch": 3, "cafe": 1}],
        [["train_station", "shopping_mall"]],
        [4, 9],
        millionaires_row=True,
    )
    table = RollTable(made)
    # with one die: 8 coins for a station of 4
    assert better_dice(table, 0) == 1
    assert ev(table, CARD_NUMBERS["demolition_company"], 0) == pytest.approx((8 - 4) / 6)
    assert ev(table, CARD_NUMBERS["demolition_company"], 1) == 0
    table = RollTable(make_town([{"winery": 1, "vineyard": 2}, {"ranch": 3}], [STATION], [4, 9], millionaires_row=True))
    assert ev(table, CARD_NUMBERS["winery"], 0) == pytest.approx(12 / 2 * 4 / 36)
    assert delta_ev(table, buy_action("vineyard"), 0) == pytest.approx(3 * 6 / 36 + 3 * 4 / 36)
    assert ev(table, CARD_NUMBERS["renovation_company"], 0) == pytest.approx(3 * 5 / 36)
    assert ev(table, CARD_NUMBERS["park"], 0) == pytest.approx((7 - 4) * 3 / 36)
    worst = min(3 * 6 / 36, 12 / 2 * 4 / 36)
    assert ev(table, CARD_NUMBERS["moving_company"], 0) == pytest.approx((4 - worst) * 7 / 36)
    assert ev(table, CARD_NUMBERS["exhibit_hall"], 0) == pytest.approx((12 - 3.5) * 3 / 36)
    made.stored[0] = 2
    assert ev(RollTable(made), CARD_NUMBERS["tech_startup"], 0) == 0  # one die shows no ten
    table = RollTable(make_town([{"loan_office": 1, "mine": 1}, {}], [STATION], millionaires_row=True))
    assert ev(table, CARD_NUMBERS["moving_company"], 0) == pytest.approx((4 + 2 * 9 / 36) * 7 / 36)


def test_s9_harbor_cards() -> None:
    made = make_town(
        [{"mackerel_boat": 1, "tuna_boat": 1, "sushi_bar": 1}, {"cafe": 1, "bakery": 2}],
        [STATION, STATION],
        [5, 21],
        harbor=True,
    )
    table = RollTable(made)
    assert portfolio_ev(table, 0) == 0
    own = 3 * 5 / 36 + 7 * 6 / 36  # 10, 11 and 12 are raised to 12, 13 and 14
    away = 3 * 5 / 36 + 7 * 1 / 36
    assert delta_ev(table, build_action("harbor"), 0) == pytest.approx(own + away)
    made.built[0] |= 1 << LANDMARK_NUMBERS["harbor"]
    table = RollTable(made)
    assert ev(table, CARD_NUMBERS["tuna_boat"], 0) == pytest.approx(7 * 7 / 36)
    assert ev(table, CARD_NUMBERS["publisher"], 0) == pytest.approx(3 * 6 / 36)
    assert ev(table, CARD_NUMBERS["tax_office"], 0) == pytest.approx(10 * 9 / 36)
    assert better_total(table, 0, 10) == 12
    assert better_total(table, 0, 9) == 9


def test_s15_5_the_first_tuna_boat_is_worth_its_raised_totals() -> None:
    table = RollTable(make_town([{}, {}], [["train_station", "harbor"]], harbor=True))
    assert delta_ev(table, buy_action("tuna_boat"), 0) == pytest.approx(7 * 6 / 36)


def test_s15_5_the_station_looks_ahead_at_what_is_on_offer() -> None:
    made = opening_town(4)
    table = RollTable(made)
    low = [ev(table, card, 0) for card in range(9)]
    high = [5 * 4 / 36, 3 * 3 / 36, 2 * 3 / 36]  # mine, orchard, market: nobody else has two dice
    assert median(high) < median(low)
    assert delta_ev(table, build_action("train_station"), 0) == 0
    for card in range(9):
        made.market[card] = 0
    for name in ("bakery", "cafe"):
        made.market[CARD_NUMBERS[name]] = 1
    made.coins[1] = made.coins[2] = 0
    gain = median(high) - median([1 / 3, 1 / 6])
    assert gain == pytest.approx(0)
    made.market[CARD_NUMBERS["farmers_market"]] = 0
    gain = median([5 * 4 / 36, 3 * 3 / 36]) - median([1 / 3, 1 / 6])
    later = median([5 * 4 / 36, 3 * 3 / 36]) - median([1 / 3, 3 / 6])  # all three can pay a cafe again
    assert delta_ev(RollTable(made), build_action("train_station"), 0) == pytest.approx(gain)
    assert delta_ev(RollTable(made), build_action("train_station"), 0, 3) == pytest.approx(gain + 2 * max(0, later))


def test_s15_5_without_a_market_the_station_is_the_difference_of_portfolios() -> None:
    made = make_town([{"ranch": 3, "cheese_factory": 1}, {}])
    for card in range(15):
        made.market[card] = 0
    assert delta_ev(RollTable(made), build_action("train_station"), 0) == pytest.approx(1.5 + 3 / 36 - 0.5)


def test_s15_5_the_park_needs_two_dice() -> None:
    table = RollTable(make_town([{"ranch": 3, "cheese_factory": 1}, {}], [STATION]))
    assert delta_ev(table, build_action("amusement_park"), 0) == pytest.approx(0.2 * (1.5 + 3 / 36))
    city = {"ranch": 3, "cheese_factory": 1, "wheat_field": 4, "business_center": 1}
    trading = make_town([city, {"mine": 1}], [STATION])
    table = RollTable(trading)
    swap = ev(table, CARD_NUMBERS["business_center"], 0)
    assert swap > 0
    assert delta_ev(table, build_action("amusement_park"), 0) == pytest.approx(0.2 * (1.5 + 3 / 36 + swap))


def test_s15_5_a_tower_beside_a_park_is_used_in_extra_turns_too() -> None:
    table = RollTable(make_town([{"ranch": 3, "cheese_factory": 1}, {}], [["train_station", "amusement_park"]]))
    income = 9 * 6 / 36 + 3 / 36
    gain = 6 / 36 * (9 - income) + 1 / 36 * (3 - income)
    assert delta_ev(table, build_action("radio_tower"), 0) == pytest.approx(1.2 * gain)


def test_s15_5_the_airport_pays_in_turns_without_a_build() -> None:
    table = RollTable(opening_town(2, harbor=True))
    price = (4 + 10 + 16 + 22 + 2) / 5
    income = portfolio_ev(table, 0)
    share = (price - income) / (price + 10)
    assert delta_ev(table, build_action("airport"), 0) == pytest.approx(10 * share)
    assert 1 - share == pytest.approx((income + 10 * share) / price)  # what is earned is what is built
    assert delta_ev(table, build_action("city_hall"), 0) == 0


def city_after(made: Town, owner: int, take: int | None, give: int | None) -> float:
    """Returns what a city earns in a round after one card came and one went, all computed anew."""
    places = [(owner * made.book.width + card, step) for card, step in ((take, 1), (give, -1)) if card is not None]
    for place, step in places:
        made.owned[place] += step
    found = portfolio_ev(RollTable(made), owner)
    for place, step in places:
        made.owned[place] -= step
    return found


def literal_swap(made: Town, owner: int) -> tuple[float, set[tuple[int, int]]]:
    """Follows 15.6 word by word, by the income of whole cities; returns the net and the trades that equal the best."""
    book = made.book
    before = city_after(made, owner, None, None)
    movable = [int(card) for card in book.types if book.effect[card] != SWAP]
    copies = sorted(
        (before - city_after(made, owner, None, card), card)
        for card in movable
        for _ in range(made.copies(owner, card))
    )
    nets: dict[tuple[int, int, int], float] = {}
    for partner in range(made.seats):
        takes = [
            card for card in movable if made.copies(partner, card) and made.copies(owner, card) < book.max_owned[card]
        ]
        cheapest = sorted({card for _, card in copies[:4]})
        gives = [card for card in cheapest if made.copies(partner, card) < book.max_owned[card]]
        if partner == owner or not takes or not gives:
            continue
        take = max(takes, key=lambda card: round(city_after(made, owner, card, None), 9))
        worth = {card: city_after(made, partner, card, None) for card in gives}
        for give in (card for card in gives if worth[card] < min(worth.values()) + 1e-9):
            nets[(partner, take, give)] = city_after(made, owner, take, give) - before
    best = max(nets.values(), default=0)
    return max(0.0, best), {trade[:2] for trade, net in nets.items() if net > best - 1e-9}


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seed", range(6))
def test_s15_6_the_business_center_choice(mix: int, seed: int) -> None:
    """Cards whose value depends on the whole city are left out: with them the result is an estimate."""
    made = random_town(Random(77 * mix + seed), **SET_MIXES[mix])
    for card in made.book.types:
        if made.book.effect[card] in (SWAP, GIFT, SHOW):
            for seat in range(made.seats):
                made.owned[seat * made.book.width + card] = 0
    for owner in range(made.seats):
        net, trades = literal_swap(made, owner)
        trade = best_swap(RollTable(made), owner, CARD_NUMBERS["business_center"])
        assert trade.net == pytest.approx(net)
        if net > 1e-9:
            assert made.copies(trade.partner, trade.take) > 0 < made.copies(owner, trade.give)
            assert (trade.partner, trade.take) in trades
        else:
            assert trade.partner == -1


def test_s15_6_a_swap_counts_the_synergy_that_is_lost() -> None:
    """Each ranch feeds two cheese factories; by itself it earns less than a forest."""
    city = {"ranch": 4, "cheese_factory": 2}
    made = make_town([city, {"forest": 1}], [STATION, []])
    assert best_swap(RollTable(made), 0, CARD_NUMBERS["business_center"]).partner == -1
    assert copy_loss(RollTable(made), CARD_NUMBERS["ranch"], 0) == pytest.approx(1 / 36 + 1 / 6 + 2 * 3 * 6 / 36)
    alone = make_town([{"ranch": 4}, {"forest": 1}], [STATION, []])
    assert best_swap(RollTable(alone), 0, CARD_NUMBERS["business_center"]).partner == -1  # two sixths for two sixths


def test_s15_6_take_the_engine_and_give_what_helps_least() -> None:
    cities = [{"wheat_field": 1, "bakery": 1, "ranch": 2, "cheese_factory": 1}, {"mine": 1, "ranch": 1}, {"cafe": 1}]
    made = make_town(cities, [STATION, STATION, []], [3, 3, 0])
    trade = best_swap(RollTable(made), 0, CARD_NUMBERS["business_center"])
    # another ranch feeds the cheese factory, a mine earns 5 on two players' nines
    mine = 5 * 2 * 4 / 36
    assert (trade.partner, trade.take) == (1, CARD_NUMBERS["mine"])
    assert (
        trade.give == CARD_NUMBERS["bakery"]
    )  # it fires less often on two dice than a wheat field on the third player's one
    assert trade.net == pytest.approx(mine - ev(RollTable(made), CARD_NUMBERS["bakery"], 0))
    value = ev(RollTable(made), CARD_NUMBERS["business_center"], 0)
    assert value == pytest.approx(trade.net * 5 / 36)
    assert delta_ev(RollTable(made), buy_action("business_center"), 0, 2) == pytest.approx(2 * value)


def test_s15_6_only_the_four_cards_that_earn_least_are_given() -> None:
    cities = [{"cheese_factory": 4, "bakery": 1}, {"ranch": 3, "tv_station": 1}]
    made = make_town(cities, [[], STATION], [3, 9])
    table = RollTable(made)
    assert delta_ev(table, buy_action("bakery"), 1) < delta_ev(table, buy_action("cheese_factory"), 1)
    trade = best_swap(table, 0, CARD_NUMBERS["business_center"])
    assert (trade.take, trade.give) == (
        CARD_NUMBERS["tv_station"],
        CARD_NUMBERS["cheese_factory"],
    )  # the bakery is the fifth
    made.owned[CARD_NUMBERS["cheese_factory"]] = 3
    trade = best_swap(RollTable(made), 0, CARD_NUMBERS["business_center"])
    assert (trade.take, trade.give) == (CARD_NUMBERS["tv_station"], CARD_NUMBERS["bakery"])


def test_r13_no_second_purple_and_no_purple_at_all_if_so_agreed() -> None:
    cities = [{"wheat_field": 1, "stadium": 1}, {"wheat_field": 1, "stadium": 1, "tv_station": 1}]
    trade = best_swap(RollTable(make_town(cities, coins=[3, 9])), 0, CARD_NUMBERS["business_center"])
    assert (trade.take, trade.give) == (CARD_NUMBERS["tv_station"], CARD_NUMBERS["wheat_field"])
    trade = best_swap(
        RollTable(make_town(cities, coins=[3, 9], bc_swap_purple=False)), 0, CARD_NUMBERS["business_center"]
    )
    assert trade.partner == -1  # wheat for wheat gains nothing


def test_s15_4_who_is_ahead() -> None:
    assert leading_seat(RollTable(opening_town(3))) == 0
    assert leading_seat(RollTable(make_town([{"bakery": 1}, {"bakery": 2}, {"bakery": 2}]))) == 1


def test_s15_5_options_from_high_to_low() -> None:
    made = opening_town(4)
    made.coins[0] = 8
    options = build_answers(made, 0)
    ranked = score_purchase_options(RollTable(made), 0, options)
    assert sorted(option for option, _ in ranked) == list(options)
    assert [value for _, value in ranked] == sorted((value for _, value in ranked), reverse=True)
    assert ranked[0][0] == buy_action("stadium")
    assert ranked[0][1] == pytest.approx(1)
    assert dict(ranked)[PASS] == 0
    # forest, ranch and wheat field earn the same: the dearest first, then in order
    equal = [option for option, value in ranked if value == pytest.approx(4 / 6)]
    assert equal == [buy_action("forest"), buy_action("wheat_field"), buy_action("ranch")]
    scores = score_options(RollTable(made), 0, options)
    assert list(scores) == pytest.approx([dict(ranked)[option] for option in options])
    assert best_option(RollTable(made), options, scores) == buy_action("stadium")


def test_s16_roll_again_what_earns_less_than_expected() -> None:
    made = opening_town(4)
    table = RollTable(made, True)
    assert [should_reroll(table, 0, total) for total in range(1, 7)] == [False] * 3 + [True] * 3
    assert not should_reroll(RollTable(make_town([{}, {}]), True), 0, 4)  # nothing to hope for
    # a bakery's coin is more than a roll brings, but less than a turn with its extra turns
    city = {"bakery": 1, "mine": 1, "apple_orchard": 1}
    table = RollTable(make_town([city, {}], [["train_station", "amusement_park"]]), True)
    assert better_dice(table, 0) == 2
    roll = 3 / 36 + 5 * 4 / 36 + 3 * 3 / 36
    assert roll < 1 < expected_turn(table, 0, 2) == pytest.approx(1.2 * roll)
    assert not should_reroll(table, 0, 3)


def test_s5_4_the_next_roll_sees_open_copies_only() -> None:
    made = make_town([{"winery": 2, "vineyard": 1, "loan_office": 3}, {}], coins=[4, 0], millionaires_row=True)
    made.closed[CARD_NUMBERS["winery"]] = 1
    assert own_income(RollTable(made), 0, 9) == 2 * 3
    assert own_income(RollTable(made, True), 0, 9) == 6
    assert own_income(RollTable(made), 0, 5) == -6
    assert own_income(RollTable(made, True), 0, 5) == -4  # no more than is there


@pytest.mark.parametrize("mix", range(4))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_official_card_has_a_value_in_every_mix(mix: int, seats: int) -> None:
    if seats == 5 and mix == 0:
        seats = 4
    for seed in range(4):
        made = random_town(Random(seed), seats, **SET_MIXES[mix])
        before = made.pack()
        table = RollTable(made)
        for seat in range(seats):
            values = [ev(table, card, seat) for card in made.book.types]
            values += [delta_ev(table, BUY + card, seat) for card in made.book.types]
            values += [delta_ev(table, BUILD + landmark, seat) for landmark in made.book.landmarks]
            assert all(isfinite(value) for value in values)
        assert made.pack() == before


def test_s1_a_pack_of_ones_own_is_valued_by_its_columns() -> None:
    made = opening_town(3, cards=herbs_option())
    red, blue, single, closing, rich, swap = range(39, 45)
    table = RollTable(made)
    assert ev(table, red, 0) == pytest.approx(2 * 2 / 6)
    assert ev(table, blue, 0) == pytest.approx(1 * 3 * 2 / 6)  # it counts the wheat field
    assert delta_ev(table, BUY + blue, 0) == pytest.approx(2 * 3 * 2 / 6)  # and itself
    assert ev(table, single, 0) == pytest.approx(2 * 2 / 6)
    assert ev(table, closing, 0) == pytest.approx(3 / 2 * 2 / 6)
    assert ev(table, rich, 0) == 0
    trade = best_swap(table, 0, swap)
    assert (trade.take, trade.give) == (CARD_NUMBERS["wheat_field"], CARD_NUMBERS["bakery"])
    assert ev(table, swap, 0) == pytest.approx((3 / 6 - 2 / 6) / 6)
    tower = BUILD + made.book.landmarks[len(made.book.landmarks) - 1]
    assert delta_ev(table, tower, 0) == pytest.approx(2 * 3 / 6)
    made.owned[blue] = 1
    made.built[1] |= 1 << LANDMARK_NUMBERS["shopping_mall"]
    table.update(made)
    assert delta_ev(table, buy_action("wheat_field"), 0) == pytest.approx(
        3 / 6 + 3 * 2 / 6
    )  # the blue factory counts it
    assert delta_ev(table, BUY + blue, 0) == pytest.approx((3 + 1) * 3 * 2 / 6)
    assert ev(table, rich, 0) == pytest.approx(2 / 6)  # only the second seat has a landmark


def test_an_almanac_can_be_read_again_for_another_book() -> None:
    table = RollTable(opening_town(4))
    assert delta_ev(table, buy_action("stadium"), 0) == pytest.approx(1)
    table.update(opening_town(2, harbor=True, millionaires_row=True))
    assert delta_ev(table, buy_action("stadium"), 0) == pytest.approx(1 / 3)
    assert list(score_options(table, 0, vec[i64]([buy_action("corn_field")]))) == pytest.approx([2 * 2 / 6])


def test_an_almanac_read_again_knows_nothing_of_before() -> None:
    made = opening_town(2)
    table = RollTable(made)
    assert ev(table, CARD_NUMBERS["business_center"], 0) == pytest.approx(0)
    made.owned[made.book.width + CARD_NUMBERS["forest"]] = 1
    made.owned[CARD_NUMBERS["furniture_factory"]] = 1
    made.built[0] |= 1 << LANDMARK_NUMBERS["train_station"]
    table.update(made)
    for name in ("business_center", "stadium", "forest"):
        assert delta_ev(table, buy_action(name), 0) == delta_ev(RollTable(made), buy_action(name), 0) > 0
