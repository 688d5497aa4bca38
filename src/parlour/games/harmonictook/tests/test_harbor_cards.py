"""Section 9: every card of the Harbor expansion."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    Position,
    dice_with_total,
    opening_position,
    position,
)

PORT = ("train_station", "harbor")
FIGURES = [
    ("sushi_bar", "Sushi Bar", "red", "cup", 4, (1,)),
    ("flower_orchard", "Flower Orchard", "blue", "wheat", 2, (4,)),
    ("flower_shop", "Flower Shop", "green", "bread", 1, (6,)),
    ("pizza_joint", "Pizza Joint", "red", "cup", 1, (7,)),
    ("publisher", "Publisher", "purple", "tower", 5, (7,)),
    ("hamburger_stand", "Hamburger Stand", "red", "cup", 1, (8,)),
    ("mackerel_boat", "Mackerel Boat", "blue", "boat", 2, (8,)),
    ("tax_office", "Tax Office", "purple", "tower", 4, (8, 9)),
    ("food_warehouse", "Food Warehouse", "green", "factory", 2, (12, 13)),
    ("tuna_boat", "Tuna Boat", "blue", "boat", 5, (12, 13, 14)),
]


def test_s9_figures() -> None:
    found = [(it.id, it.name, it.colour, it.category, it.cost, it.hits_on) for it in OFFICIAL[1].cards]
    assert found == FIGURES


def test_s9_supply_six_and_purple_one_a_player() -> None:
    for it in OFFICIAL[1].cards:
        assert (it.supply, it.max_owned) == ((None, 1) if it.colour == "purple" else (6, None))
        assert it.starting == 0


def test_s9_changes_five_players_six_landmarks_city_hall_and_a_variable_market() -> None:
    at = opening_position(5, **WITH_HARBOR)
    assert at.view.goal == 6
    assert all(at.built(seat) == {"city_hall"} for seat in range(5))
    assert at.market == {}
    assert at.state.outcomes == len(at.state.odds())


def position_after_roll(
    total: int, roller: int, *cities: dict[str, int], coins: int = 20, harbors: tuple[int, ...] = ()
) -> Position:
    """Returns the position after one roll; every player has a station."""
    seats = len(cities)
    every = {seat: PORT if seat in harbors else STATION_BUILT for seat in range(seats)}
    at = position(
        seats, coins=[coins] * seats, cards=dict(enumerate(cities)), landmarks=every, seat=roller, **WITH_HARBOR
    )
    if total < 13:
        at.roll(*dice_with_total(total))
        return at.play_lines("stay") if "stay" in at.legal_answers else at
    return at.roll(*dice_with_total(total - 2)).play_lines("raise")


def check_fires_only_on(
    name: str, numbers: set[int], city: dict[str, int], other: dict[str, int], roller: int = 0
) -> None:
    for total in range(1, 15):
        coins = [
            position_after_roll(total, roller, cards, other, coins=30, harbors=(0, 1))
            for cards in ({**city, name: 1}, city)
        ]
        assert (coins[0].coins != coins[1].coins or coins[0].state.outcomes == 36) == (total in numbers), (
            name,
            total,
        )


def test_card_sushi_bar_takes_3_on_another_s_1_with_a_harbor() -> None:
    check_fires_only_on("sushi_bar", {1}, {}, {}, roller=1)
    assert position_after_roll(1, 1, {"sushi_bar": 2}, {}, harbors=(0,)).coins == [26, 14]
    assert position_after_roll(1, 1, {"sushi_bar": 2}, {}, harbors=(1,)).coins == [
        20,
        20,
    ]  # the owner's harbor counts
    assert position_after_roll(1, 0, {"sushi_bar": 2}, {}, harbors=(0, 1)).coins == [20, 20]


def test_card_flower_orchard_pays_1_on_any_4() -> None:
    check_fires_only_on("flower_orchard", {4}, {}, {}, roller=1)
    assert position_after_roll(4, 1, {"flower_orchard": 3}, {"flower_orchard": 1}).coins == [23, 21]


def test_card_flower_shop_pays_1_per_own_flower_orchard_on_6() -> None:
    check_fires_only_on("flower_shop", {6}, {"flower_orchard": 1}, {})
    assert position_after_roll(6, 0, {"flower_shop": 2, "flower_orchard": 3}, {"flower_orchard": 2}).coins == [26, 20]
    assert position_after_roll(6, 1, {"flower_shop": 2, "flower_orchard": 3}, {}).coins == [20, 20]


def test_card_flower_shop_counts_only_the_named_card() -> None:
    assert position_after_roll(6, 0, {"flower_shop": 1, "wheat_field": 3, "apple_orchard": 2}, {}).coins == [20, 20]


def test_card_flower_orchard_is_wheat_for_the_farmers_market() -> None:
    assert position_after_roll(11, 0, {"farmers_market": 1, "flower_orchard": 2, "wheat_field": 1}, {}).coins == [
        26,
        20,
    ]


def test_card_pizza_joint_takes_1_on_another_s_7() -> None:
    check_fires_only_on("pizza_joint", {7}, {}, {}, roller=1)
    assert position_after_roll(7, 1, {"pizza_joint": 3}, {}).coins == [23, 17]


def test_card_publisher_takes_1_per_cup_and_bread_of_every_opponent_on_7() -> None:
    check_fires_only_on("publisher", {7}, {}, {"bakery": 1})
    one = {"bakery": 2, "flower_shop": 1, "cafe": 1, "sushi_bar": 1, "ranch": 5, "food_warehouse": 2}
    assert position_after_roll(7, 0, {"publisher": 1, "bakery": 9}, one, {"ranch": 1}).coins == [25, 15, 20]
    assert position_after_roll(7, 1, {"publisher": 1}, one).coins == [20, 20]


def test_card_hamburger_stand_takes_1_on_another_s_8() -> None:
    check_fires_only_on("hamburger_stand", {8}, {}, {}, roller=1)
    assert position_after_roll(8, 1, {"hamburger_stand": 2}, {}).coins == [22, 18]


def test_card_mackerel_boat_pays_3_on_any_8_with_a_harbor() -> None:
    check_fires_only_on("mackerel_boat", {8}, {}, {}, roller=1)
    assert position_after_roll(8, 1, {"mackerel_boat": 2}, {"mackerel_boat": 1}, harbors=(0,)).coins == [26, 20]
    assert position_after_roll(8, 0, {"mackerel_boat": 2}, {"mackerel_boat": 1}, harbors=(0, 1)).coins == [26, 23]


@pytest.mark.parametrize("total", [8, 9])
@pytest.mark.parametrize(("coins", "paid"), [(9, 0), (10, 5), (11, 5), (21, 10), (0, 0), (40, 20)])
def test_card_tax_office_takes_half_of_ten_or_more_rounded_down(total: int, coins: int, paid: int) -> None:
    at = position(3, coins=[4, coins, 12], cards={0: {"tax_office": 1}}, landmarks={0: STATION_BUILT}, **WITH_HARBOR)
    at.roll(*dice_with_total(total))
    assert at.coins == [4 + paid + 6, coins - paid, 6]


def test_card_tax_office_fires_on_the_owner_s_8_and_9_only() -> None:
    check_fires_only_on("tax_office", {8, 9}, {}, {})
    assert position_after_roll(8, 1, {"tax_office": 1}, {}).coins == [20, 20]


def test_card_tax_office_looks_at_the_coins_of_that_moment() -> None:
    """Seat 2 had nine and was paid by a Mackerel Boat of this roll."""
    at = position(
        coins=[0, 9],
        cards={0: {"tax_office": 1}, 1: {"mackerel_boat": 1}},
        landmarks={0: STATION_BUILT, 1: ["harbor"]},
        **WITH_HARBOR,
    )
    assert at.roll(4, 4).coins == [6, 6]


@pytest.mark.parametrize("total", [12, 13])
def test_card_food_warehouse_pays_2_per_own_cup_on_12_and_13(total: int) -> None:
    check_fires_only_on("food_warehouse", {12, 13}, {"cafe": 1}, {})
    city = {"food_warehouse": 2, "cafe": 1, "sushi_bar": 2, "bakery": 3}
    assert position_after_roll(total, 0, city, {"cafe": 5}, harbors=(0,)).coins == [20 + 2 * 2 * 3, 20]


@pytest.mark.parametrize("total", [12, 13, 14])
def test_card_tuna_boat_pays_the_tuna_roll_on_12_to_14(total: int) -> None:
    check_fires_only_on("tuna_boat", {12, 13, 14}, {}, {})
    at = position_after_roll(total, 0, {"tuna_boat": 2}, {"tuna_boat": 1}, {"tuna_boat": 3}, harbors=(0, 2))
    assert len(at.possible_outcomes) == 36
    assert at.play_lines("4 3").coins == [34, 20, 41]
    assert at.events("extra_roll") == [("extra_roll", 0, 4, 3, "tuna_boat")]  # one roll for all, by the active seat


def test_card_tuna_boat_without_any_harbor_rolls_nothing() -> None:
    at = position_after_roll(12, 0, {"tuna_boat": 2}, {"tuna_boat": 1})
    assert (at.coins, at.events("extra_roll")) == ([20, 20], [])


def test_card_tuna_boat_of_an_opponent_makes_the_active_seat_roll() -> None:
    at = position_after_roll(12, 0, {}, {"tuna_boat": 1}, harbors=(1,))
    assert at.play_lines("6 6").coins == [20, 32]
    assert at.events("extra_roll") == [("extra_roll", 0, 6, 6, "tuna_boat")]


def test_card_tuna_boat_every_turn_has_a_roll_of_its_own() -> None:
    at = position(coins=[9, 9], cards={1: {"tuna_boat": 1}}, landmarks={0: STATION_BUILT, 1: PORT}, **WITH_HARBOR)
    at.roll(6, 6).play_lines("1 2", "pass").roll(6, 6).play_lines("stay", "6 5")
    assert at.coins == [9, 9 + 3 + 11]


def test_card_tuna_boat_closed_copies_make_no_roll() -> None:
    at = position(
        coins=[9, 9], cards={0: {"tuna_boat": 2}}, closed={0: {"tuna_boat": 2}}, landmarks={0: PORT}, **WITH_BOTH
    )
    at.roll(6, 6).play_lines("stay")
    assert (at.coins, at.closed(0)) == ([9, 9], {})
    assert at.events("extra_roll") == []


def test_s9_harbor_plus_two_comes_after_the_re_roll_and_before_income() -> None:
    at = position(
        coins=[0, 9],
        cards={0: {"apple_orchard": 1, "farmers_market": 1}},
        landmarks={0: [*PORT, "radio_tower"]},
        **WITH_HARBOR,
    )
    at.roll(4, 6)
    assert at.legal_answers == {"keep", "reroll"}
    at.play_lines("keep")
    assert (at.legal_answers, at.coins) == ({"stay", "raise"}, [0, 9])


@pytest.mark.parametrize(("dice", "total"), [((4, 6), 12), ((5, 6), 13), ((6, 6), 14)])
def test_s9_the_raised_total_is_the_only_total_for_everyone(dice: tuple[int, int], total: int) -> None:
    city = {"apple_orchard": 1, "family_restaurant": 1, "farmers_market": 1, "food_warehouse": 1, "wheat_field": 1}
    at = position(coins=[20, 20], cards={0: city, 1: city}, landmarks={0: PORT}, **WITH_HARBOR)
    at.roll(*dice).play_lines("raise")
    own = {12: 4 + 2, 13: 2, 14: 0}[total]  # two wheat cards for the market, one cup for the warehouse
    assert at.coins == [20 + own, 20]


def test_s9_city_hall_acts_on_the_active_player_after_all_income() -> None:
    at = position(coins=[1, 0], cards={1: {"cafe": 1}}, **WITH_HARBOR).roll(3)
    assert at.coins == [1, 1]
    at = position(coins=[0, 0], cards={0: {"wheat_field": 1}}, **WITH_HARBOR).roll(1)
    assert (at.coins, at.events("city_hall")) == ([1, 0], [])


def test_s9_city_hall_s_coin_can_be_spent_on_building() -> None:
    at = position(coins=[0, 0], cards={}, **WITH_HARBOR).roll(6).play_lines("buy wheat_field")
    assert (at.coins, at.city(0)) == ([0, 0], {"wheat_field": 1})


def test_s9_the_airport_pays_also_if_nothing_could_be_afforded() -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: ["airport"]}, offer={"mine": 1}, **WITH_HARBOR).roll(6)
    assert (at.active, at.coins) == (1, [11, 0])


def test_s9_the_airport_pays_on_each_extra_turn() -> None:
    at = position(
        coins=[0, 0], cards={}, landmarks={0: ["airport", "train_station", "amusement_park"]}, offer={}, **WITH_HARBOR
    )
    at.roll(2, 2).finish_turn().roll(3, 3).finish_turn().roll(1).finish_turn()
    assert (at.active, at.coins) == (1, [31, 0])


def test_s9_the_airport_does_not_pay_on_the_turn_it_is_built() -> None:
    at = position(coins=[30, 0], cards={}, **WITH_HARBOR).roll(6).play_lines("build airport")
    assert at.coins == [0, 0]


def test_s9_loan_office_is_not_a_harbor_card() -> None:
    assert "loan_office" not in position(**WITH_HARBOR).market
