"""Section 20: the test vectors on payments and finish scores."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.tests.positions import STATION_BUILT, WITH_BOTH, WITH_HARBOR, WITH_ROW, position
from parlour.kernel.state import winners


def test_s20_payments_three_coins_and_three_restaurants() -> None:
    """The roller has 3 coins and rolls 9; the previous seat has one restaurant and the Mall, the next two."""
    at = position(
        3,
        coins=[3, 0, 0],
        cards={1: {"family_restaurant": 2}, 2: {"family_restaurant": 1}},
        landmarks={0: STATION_BUILT, 2: ["shopping_mall"]},
    )
    assert at.roll(4, 5).coins == [0, 0, 3]


@pytest.mark.parametrize(("coins", "paid"), [(21, 10), (11, 5), (9, 0)])
def test_s20_tax_office(coins: int, paid: int) -> None:
    at = position(coins=[0, coins], cards={0: {"tax_office": 1}}, landmarks={0: STATION_BUILT}, **WITH_HARBOR).roll(
        4, 4
    )
    assert at.coins[1] == coins - paid
    assert at.coins[0] == max(paid, 1)  # City Hall


def test_s20_park() -> None:
    at = position(4, coins=[7, 3, 0, 1], cards={0: {"park": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(5, 6)
    assert at.coins == [3, 3, 3, 3]
    assert at.events("redistribute") == [("redistribute", 0, 3, 1)]


def test_s20_winery_with_two_vineyards_on_four_successive_nines() -> None:
    at = position(
        coins=[0, 0], cards={0: {"winery": 1, "vineyard": 2}}, landmarks={0: STATION_BUILT}, offer={}, **WITH_ROW
    )
    paid = []
    for _ in range(4):
        before = at.coins[0]
        at.roll(4, 5)
        paid.append(at.coins[0] - before)
        at.finish_turn().roll(1).finish_turn()
    assert paid == [12, 0, 12, 0]


def test_s20_publisher_against_bakery_store_and_cafe_with_2_coins() -> None:
    cities = {0: {"publisher": 1}, 1: {"bakery": 1, "convenience_store": 1, "cafe": 1}}
    at = position(coins=[0, 2], cards=cities, landmarks={0: STATION_BUILT}, **WITH_HARBOR).roll(3, 4)
    assert at.coins == [2, 0]
    assert at.events("steal") == [("steal", 0, 1, "publisher", 2, 3)]


def test_s20_finish_scores() -> None:
    """Winner with four landmarks and starting cards only; loser with Mall, Park, Tower, cards worth 60, 10 coins."""
    starting = {"wheat_field": 1, "bakery": 1}
    at = position(
        coins=[22, 10],
        cards={0: starting, 1: {"mine": 9, "forest": 2}},
        landmarks={
            0: ["train_station", "shopping_mall", "amusement_park"],
            1: ["shopping_mall", "amusement_park", "radio_tower"],
        },
    )
    at.roll(5).play_lines("build radio_tower")
    assert at.coins[1] == 12  # two forests fired on the 5
    at.state.coins[1] = 10
    assert at.view.scores == [3 * 52 + 2 * 2 + 25, 274]
    assert list(winners(at.state)) == [0]
    assert at.state.standing(0) > at.state.standing(1)


def test_s17_1_the_finish_score() -> None:
    city = {"wheat_field": 1, "bakery": 1, "mine": 2, "stadium": 1}
    at = position(coins=[7, 0], cards={0: city}, landmarks={0: ["train_station", "airport"]}, **WITH_BOTH)
    assert at.view.scores[0] == 3 * (4 + 30) + 2 * (1 + 1 + 12 + 6) + 7
