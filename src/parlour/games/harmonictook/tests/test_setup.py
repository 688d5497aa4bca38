"""Section 2: the set-up before the first roll."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.tests.positions import WITH_BOTH, WITH_HARBOR, WITH_ROW, opening_position, position
from parlour.kernel.game import prepare_options
from parlour.kernel.problem import Problem

BASE = (
    *("wheat_field", "ranch", "bakery", "cafe", "convenience_store", "forest", "stadium", "tv_station"),
    *("business_center", "cheese_factory", "furniture_factory", "mine", "family_restaurant", "apple_orchard"),
    "farmers_market",
)
OF_HARBOR = (
    *("sushi_bar", "flower_orchard", "flower_shop", "pizza_joint", "publisher", "hamburger_stand", "mackerel_boat"),
    *("tax_office", "food_warehouse", "tuna_boat"),
)
OF_ROW = (
    *("general_store", "corn_field", "demolition_company", "french_restaurant", "loan_office", "vineyard"),
    *("renovation_company", "winery", "moving_company", "tech_startup", "exhibit_hall", "soda_bottling_plant"),
    *("park", "members_only_club"),
)
PURPLE = {
    *("stadium", "tv_station", "business_center", "publisher", "tax_office"),
    *("renovation_company", "tech_startup", "exhibit_hall", "park"),
}
MIXES: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({}, BASE),
    (WITH_HARBOR, (*BASE, *OF_HARBOR)),
    (WITH_ROW, (*BASE, *OF_ROW)),
    (WITH_BOTH, (*BASE, *OF_HARBOR, *OF_ROW)),
]
FIXED: dict[str, Any] = {"market": "fixed"}


@pytest.mark.parametrize(("sets", "cards"), MIXES)
def test_s2_1_base_always_and_the_sets_chosen(sets: dict[str, Any], cards: tuple[str, ...]) -> None:
    assert set(opening_position(2, **FIXED, **sets).market) == set(cards)


@pytest.mark.parametrize(("sets", "most"), [({}, 4), (WITH_HARBOR, 5), (WITH_ROW, 5), (WITH_BOTH, 5)])
def test_s2_2_two_to_four_players_five_with_an_expansion(sets: dict[str, Any], most: int) -> None:
    for seats in range(2, most + 1):
        assert len(opening_position(seats, **FIXED, **sets).coins) == seats
    for seats in (1, most + 1):
        with pytest.raises(Problem):
            prepare_options(GAME, seats, sets)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s2_3_seat_1_starts_and_seat_order_is_turn_order(seats: int) -> None:
    at = position(seats, coins=[0] * seats, cards={})
    order = []
    for _ in range(2 * seats):
        order.append(at.active)
        at.roll(6)
    assert order == [*range(seats), *range(seats)]


@pytest.mark.parametrize(("sets", "cards"), MIXES)
def test_s2_4_three_coins_two_cards_and_no_landmark_but_city_hall(sets: dict[str, Any], cards: tuple[str, ...]) -> None:
    at = opening_position(3, **FIXED, **sets)
    assert at.coins == [3, 3, 3]
    for seat in range(3):
        assert at.city(seat) == {"wheat_field": 1, "bakery": 1}
        assert at.closed(seat) == {}
        assert at.built(seat) == ({"city_hall"} if "harbor" in sets else set())


def test_s2_4_everyone_has_one_of_every_landmark_in_play() -> None:
    base = ["train_station", "shopping_mall", "amusement_park", "radio_tower"]
    for sets, names in (({}, base), (WITH_HARBOR, [*base, "city_hall", "harbor", "airport"]), (WITH_ROW, base)):
        at = opening_position(2, **FIXED, **sets)
        assert [at.landmarks[number] for number in at.view.landmarks] == names


@pytest.mark.parametrize("seats", [2, 4])
def test_s2_5_starting_cards_come_from_outside_the_market(seats: int) -> None:
    at = opening_position(seats)
    assert (at.market["wheat_field"], at.market["bakery"]) == (6, 6)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_s2_6_six_copies_and_of_purple_cards_one_a_player(seats: int) -> None:
    for name, copies in opening_position(seats, **FIXED, **WITH_BOTH).market.items():
        assert copies == (seats if name in PURPLE else 6), name


def test_s2_7_the_bank_never_runs_out() -> None:
    at = position(coins=[0, 0], cards={1: {"wheat_field": 6}, 0: {"wheat_field": 100_000}})
    assert at.roll(1).coins == [100_000, 6]


def test_s2_the_physical_counts_agree() -> None:
    base = opening_position(4)
    assert sum(base.market.values()) == 72 + 12
    assert sum(sum(base.city(seat).values()) for seat in range(4)) + 4 * len(base.view.landmarks) == 24
    harbor = opening_position(5, **FIXED, **WITH_HARBOR)
    assert sum(copies for name, copies in harbor.market.items() if name in OF_HARBOR) == 48 + 10
    row = opening_position(5, use_exhibit_hall=False, **FIXED, **WITH_ROW)
    assert sum(copies for name, copies in row.market.items() if name in OF_ROW) == 75


@pytest.mark.parametrize(("sets", "goal"), [({}, 4), (WITH_HARBOR, 6), (WITH_ROW, 4), (WITH_BOTH, 6)])
def test_s2_the_goal_is_every_landmark_that_counts(sets: dict[str, Any], goal: int) -> None:
    assert opening_position(2, **sets).view.goal == goal


@pytest.mark.parametrize(("sets", "market"), [({}, "fixed"), (WITH_HARBOR, "variable"), (WITH_ROW, "variable")])
def test_s2_1_the_market_is_fixed_or_with_an_expansion_variable(sets: dict[str, Any], market: str) -> None:
    at = opening_position(2, **sets)
    assert (at.state.outcomes > 6) == (market == "variable")
    assert (at.deck == {}) == (market == "fixed")
