"""Section 7: landmarks."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.tests.positions import (
    COUNTED_LANDMARKS,
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    position,
)

MALL = ("shopping_mall",)
FIGURES = [
    ("train_station", "base", 4, True, True),
    ("shopping_mall", "base", 10, True, True),
    ("amusement_park", "base", 16, True, True),
    ("radio_tower", "base", 22, True, True),
    ("city_hall", "harbor", 0, False, False),
    ("harbor", "harbor", 2, True, True),
    ("airport", "harbor", 30, True, True),
]


def test_s7_figures() -> None:
    found = [(mark.id, mark.pack, mark.cost, mark.wins, mark.counts) for pack in OFFICIAL for mark in pack.landmarks]
    assert found == FIGURES
    assert sum(cost for _, pack, cost, wins, _ in FIGURES if wins and pack == "base") == 52
    assert sum(cost for _, _, cost, wins, _ in FIGURES if wins) == 84


@pytest.mark.parametrize(("name", "cost"), [(name, cost) for name, _, cost, _, _ in FIGURES if cost])
def test_s7_a_landmark_is_built_for_its_price_and_not_for_less(name: str, cost: int) -> None:
    at = position(coins=[cost, 0], cards={}, **WITH_HARBOR).roll(6).play_lines(f"build {name}")
    assert (at.coins[0], at.built(0)) == (0, {"city_hall", name})
    at = position(coins=[cost - 1, 0], cards={}, **WITH_HARBOR).roll(6)
    assert f"build {name}" not in at.legal_answers


def test_s7_train_station_lets_choose_one_or_two_dice_each_turn() -> None:
    at = position(landmarks={0: STATION_BUILT})
    assert at.legal_answers == {"roll 1", "roll 2"}


@pytest.mark.parametrize(
    ("name", "face", "plain"),
    [("bakery", 2, 1), ("convenience_store", 4, 3), ("general_store", 2, 2)],
)
def test_s7_shopping_mall_adds_one_to_own_shops(name: str, face: int, plain: int) -> None:
    for copies in (1, 3):
        at = position(coins=[0, 0], cards={0: {name: copies}}, **WITH_BOTH).roll(face)
        assert at.coins[0] == copies * plain
        at = position(coins=[0, 0], cards={0: {name: copies}}, landmarks={0: MALL}, **WITH_BOTH).roll(face)
        assert at.coins[0] == copies * (plain + 1)


@pytest.mark.parametrize(
    ("name", "dice", "plain"),
    [
        ("cafe", (3,), 1),
        ("family_restaurant", (4, 5), 2),
        ("sushi_bar", (1,), 3),
        ("pizza_joint", (3, 4), 1),
        ("hamburger_stand", (4, 4), 1),
        ("french_restaurant", (5,), 5),
    ],
)
def test_s7_shopping_mall_adds_one_to_own_cups_paid_by_the_roller(name: str, dice: tuple[int, ...], plain: int) -> None:
    roller = ["train_station", "radio_tower"]
    for copies in (1, 2):
        for mall in (False, True):
            owner = ["harbor", *(MALL if mall else ())]
            at = position(coins=[40, 0], cards={1: {name: copies}}, landmarks={0: roller, 1: owner}, **WITH_BOTH)
            at.roll(*dice).play_lines("keep")
            paid = copies * (plain + mall)
            assert at.coins == [40 - paid, paid]


def test_s7_the_roller_s_own_mall_changes_no_toll() -> None:
    at = position(coins=[9, 0], cards={1: {"cafe": 1}}, landmarks={0: MALL}).roll(3)
    assert at.coins == [8, 1]


def test_s7_shopping_mall_gives_flower_shops_one_each() -> None:
    at = position(coins=[0, 0], cards={0: {"flower_shop": 2, "flower_orchard": 3}}, landmarks={0: MALL}, **WITH_HARBOR)
    assert at.roll(6).coins[0] == 2 * (3 + 1)


@pytest.mark.parametrize(
    ("name", "city", "dice", "coins"),
    [
        ("wheat_field", {"wheat_field": 1}, (1,), 1),
        ("cheese_factory", {"cheese_factory": 1, "ranch": 2}, (3, 4), 6),
        ("furniture_factory", {"furniture_factory": 1, "mine": 1}, (4, 4), 3),
        ("farmers_market", {"farmers_market": 1, "apple_orchard": 1}, (5, 6), 2),
        ("food_warehouse", {"food_warehouse": 1, "cafe": 2}, (6, 6), 4),
        ("soda_bottling_plant", {"soda_bottling_plant": 1, "cafe": 2}, (5, 6), 2),
    ],
)
def test_s7_shopping_mall_leaves_other_cards_alone(
    name: str, city: dict[str, int], dice: tuple[int, ...], coins: int
) -> None:
    at = position(coins=[0, 0], cards={0: city}, landmarks={0: [*MALL, *STATION_BUILT]}, **WITH_BOTH).roll(*dice)
    assert at.coins[0] == coins, name


def test_s7_shopping_mall_adds_nothing_to_the_club_which_takes_all() -> None:
    roller = ["train_station", "radio_tower", "amusement_park"]
    at = position(coins=[7, 0], cards={1: {"members_only_club": 1}}, landmarks={0: roller, 1: MALL}, **WITH_BOTH)
    at.roll(6, 6).play_lines("keep")
    assert at.coins == [1, 7]  # the coin is City Hall's


def test_s7_amusement_park_brings_another_turn_after_a_double() -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: ["train_station", "amusement_park"]}).roll(1, 1)
    assert (at.active, at.state.turn) == (0, 2)
    at = position(coins=[0, 0], cards={}, landmarks={0: STATION_BUILT, 1: ["amusement_park"]}).roll(1, 1)
    assert at.active == 1


def test_s7_radio_tower_once_per_turn() -> None:
    at = position(landmarks={0: ["radio_tower", "amusement_park", "train_station"]}, cards={}, coins=[0, 0])
    at.roll(4).play_lines("reroll").roll(3, 3)
    assert at.active == 0  # another turn, and the tower stands ready again
    at.roll(1)
    assert at.legal_answers == {"keep", "reroll"}


def test_s7_city_hall_helps_with_no_coin_only() -> None:
    for coins, after in (([0, 0], [1, 0]), ([1, 0], [1, 0])):
        assert position(coins=coins, cards={}, **WITH_HARBOR).roll(6).coins == after


@pytest.mark.parametrize(("dice", "asked"), [((4, 5), False), ((4, 6), True), ((5, 6), True), ((6, 6), True)])
def test_s7_harbor_raises_an_own_total_of_ten_or_more(dice: tuple[int, int], asked: bool) -> None:
    at = position(coins=[9, 9], cards={}, landmarks={0: ["train_station", "harbor"]}, **WITH_HARBOR).roll(*dice)
    assert (at.legal_answers == {"stay", "raise"}) == asked
    other = position(coins=[9, 9], cards={}, landmarks={0: STATION_BUILT, 1: ["harbor"]}, **WITH_HARBOR).roll(*dice)
    assert "raise" not in other.legal_answers


def test_s7_harbor_enables_boats_and_the_sushi_bar() -> None:
    for harbor in ((), ("harbor",)):
        at = position(coins=[5, 0], cards={1: {"sushi_bar": 1}}, landmarks={1: harbor}, **WITH_HARBOR).roll(1)
        assert at.coins == ([2, 3] if harbor else [5, 0])
        at = position(
            coins=[0, 0], cards={1: {"mackerel_boat": 1}}, landmarks={0: STATION_BUILT, 1: harbor}, **WITH_HARBOR
        )
        assert at.roll(4, 4).coins[1] == (3 if harbor else 0)


def test_s7_airport_pays_ten_for_building_nothing() -> None:
    at = position(coins=[1, 0], cards={}, landmarks={0: ["airport"]}, **WITH_HARBOR).roll(6).play_lines("pass")
    assert at.coins == [11, 0]
    assert at.events("airport") == [("airport", 0, 10)]


def test_s7_city_hall_is_not_counted_by_conditions() -> None:
    """Harbor and Station are two landmarks, City Hall and Station one."""
    for landmarks, coins in ((["train_station"], 1), (["train_station", "harbor"], 0)):
        at = position(coins=[0, 5], cards={0: {"corn_field": 1}}, landmarks={0: landmarks}, seat=1, **WITH_BOTH).roll(3)
        assert at.coins[0] == coins


def test_s7_every_other_landmark_is_counted_by_conditions() -> None:
    for name in COUNTED_LANDMARKS:
        landmarks = [name, "harbor" if name == "train_station" else "train_station"]
        at = position(coins=[0, 5], cards={0: {"corn_field": 1}}, landmarks={0: landmarks}, seat=1, **WITH_BOTH).roll(3)
        assert at.coins[0] == 0, name
    at = position(coins=[0, 5], cards={0: {"corn_field": 1}}, landmarks={0: STATION_BUILT}, seat=1, **WITH_ROW).roll(3)
    assert at.coins[0] == 1
