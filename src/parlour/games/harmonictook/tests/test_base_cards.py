"""Section 8: every card of the base game."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.tests.positions import STATION_BUILT, Position, dice_with_total, position

FIGURES = [
    ("wheat_field", "Wheat Field", "blue", "wheat", 1, (1,)),
    ("ranch", "Ranch", "blue", "cow", 1, (2,)),
    ("bakery", "Bakery", "green", "bread", 1, (2, 3)),
    ("cafe", "Cafe", "red", "cup", 2, (3,)),
    ("convenience_store", "Convenience Store", "green", "bread", 2, (4,)),
    ("forest", "Forest", "blue", "gear", 3, (5,)),
    ("stadium", "Stadium", "purple", "tower", 6, (6,)),
    ("tv_station", "TV Station", "purple", "tower", 7, (6,)),
    ("business_center", "Business Center", "purple", "tower", 8, (6,)),
    ("cheese_factory", "Cheese Factory", "green", "factory", 5, (7,)),
    ("furniture_factory", "Furniture Factory", "green", "factory", 3, (8,)),
    ("mine", "Mine", "blue", "gear", 6, (9,)),
    ("family_restaurant", "Family Restaurant", "red", "cup", 3, (9, 10)),
    ("apple_orchard", "Apple Orchard", "blue", "wheat", 3, (10,)),
    ("farmers_market", "Farmer's Market", "green", "fruit", 2, (11, 12)),
]


def test_s8_figures() -> None:
    found = [(it.id, it.name, it.colour, it.category, it.cost, it.hits_on) for it in OFFICIAL[0].cards]
    assert found == FIGURES


def test_s8_supply_six_and_purple_one_a_player_wheat_field_and_bakery_at_the_start() -> None:
    for it in OFFICIAL[0].cards:
        assert (it.supply, it.max_owned) == ((None, 1) if it.colour == "purple" else (6, None))
        assert it.starting == int(it.id in ("wheat_field", "bakery"))


def coins_after_roll(total: int, roller: int, *cities: dict[str, int]) -> list[int]:
    """Returns the coins after one roll; every player began with ten and has a station."""
    seats = len(cities)
    every = dict.fromkeys(range(seats), STATION_BUILT)
    at = position(seats, coins=[10] * seats, cards=dict(enumerate(cities)), landmarks=every, seat=roller)
    return at.roll(*dice_with_total(total)).coins


def check_fires_only_on(
    name: str, numbers: set[int], city: dict[str, int], other: dict[str, int], roller: int = 0
) -> None:
    """On its numbers the card moves coins, on others it does not."""
    for total in range(1, 13):
        moved = coins_after_roll(total, roller, {**city, name: 1}, other) != coins_after_roll(
            total, roller, city, other
        )
        assert moved == (total in numbers), (name, total)


@pytest.mark.parametrize(
    ("name", "total", "coins"),
    [("wheat_field", 1, 1), ("ranch", 2, 1), ("forest", 5, 1), ("mine", 9, 5), ("apple_orchard", 10, 3)],
)
def test_card_blue_pays_on_anybody_s_roll(name: str, total: int, coins: int) -> None:
    for roller in (0, 1):
        assert coins_after_roll(total, roller, {name: 2}, {name: 1}) == [10 + 2 * coins, 10 + coins]
        check_fires_only_on(name, {total}, {}, {}, roller)


def test_card_wheat_field_pays_1_on_1() -> None:
    assert coins_after_roll(1, 0, {"wheat_field": 1}, {}) == [11, 10]


def test_card_ranch_pays_1_on_2() -> None:
    assert coins_after_roll(2, 1, {"ranch": 1}, {}) == [11, 10]


def test_card_bakery_pays_1_on_2_and_3_of_the_owner() -> None:
    check_fires_only_on("bakery", {2, 3}, {}, {})
    for total in (2, 3):
        assert coins_after_roll(total, 0, {"bakery": 2}, {"bakery": 5}) == [12, 10]
        assert coins_after_roll(total, 1, {"bakery": 2}, {}) == [10, 10]


def test_card_cafe_takes_1_on_another_s_3() -> None:
    check_fires_only_on("cafe", {3}, {}, {}, roller=1)
    assert coins_after_roll(3, 1, {"cafe": 2}, {}) == [12, 8]
    assert coins_after_roll(3, 0, {"cafe": 2}, {}) == [10, 10]


def test_card_convenience_store_pays_3_on_4_of_the_owner() -> None:
    check_fires_only_on("convenience_store", {4}, {}, {})
    assert coins_after_roll(4, 0, {"convenience_store": 2}, {"convenience_store": 1}) == [16, 10]


def test_card_forest_pays_1_on_5() -> None:
    assert coins_after_roll(5, 1, {"forest": 3}, {"forest": 1}) == [13, 11]


def test_card_stadium_takes_2_of_every_opponent_on_6() -> None:
    check_fires_only_on("stadium", {6}, {}, {})
    assert coins_after_roll(6, 0, {"stadium": 1}, {}, {}, {}) == [16, 8, 8, 8]
    assert coins_after_roll(6, 1, {"stadium": 1}, {}, {}, {}) == [10, 10, 10, 10]
    at = position(3, coins=[0, 1, 7], cards={0: {"stadium": 1}}).roll(6)
    assert at.coins == [3, 0, 5]


def test_card_mine_pays_5_on_any_roll_of_9() -> None:
    assert coins_after_roll(9, 1, {"mine": 1}, {}) == [15, 10]


def test_card_apple_orchard_pays_3_on_10() -> None:
    assert coins_after_roll(10, 1, {"apple_orchard": 1}, {}) == [13, 10]


@pytest.mark.parametrize("total", [9, 10])
def test_card_family_restaurant_takes_2_on_another_s_9_and_10(total: int) -> None:
    check_fires_only_on("family_restaurant", {9, 10}, {}, {}, roller=1)
    assert coins_after_roll(total, 1, {"family_restaurant": 2}, {}) == [14, 6]
    assert coins_after_roll(total, 0, {"family_restaurant": 2}, {}) == [10, 10]


def test_card_cheese_factory_pays_3_per_own_cow_on_7() -> None:
    check_fires_only_on("cheese_factory", {7}, {"ranch": 1}, {})
    assert coins_after_roll(7, 0, {"cheese_factory": 2, "ranch": 3}, {"ranch": 6}) == [10 + 2 * 9, 10]
    assert coins_after_roll(7, 0, {"cheese_factory": 1}, {"ranch": 6}) == [10, 10]
    assert coins_after_roll(7, 1, {"cheese_factory": 1, "ranch": 3}, {}) == [10, 10]


def test_card_furniture_factory_pays_3_per_own_gear_on_8() -> None:
    check_fires_only_on("furniture_factory", {8}, {"forest": 1}, {})
    assert coins_after_roll(8, 0, {"furniture_factory": 1, "forest": 2, "mine": 1}, {"mine": 4}) == [10 + 9, 10]


@pytest.mark.parametrize("total", [11, 12])
def test_card_farmers_market_pays_2_per_own_wheat_on_11_and_12(total: int) -> None:
    check_fires_only_on("farmers_market", {11, 12}, {"wheat_field": 1}, {})
    city = {"farmers_market": 2, "wheat_field": 1, "apple_orchard": 3}
    assert coins_after_roll(total, 0, city, {"wheat_field": 4}) == [10 + 2 * 2 * 4, 10]


def test_s8_factories_tell_what_they_counted() -> None:
    at = position(cards={0: {"cheese_factory": 1, "ranch": 3}}, landmarks={0: STATION_BUILT}).roll(3, 4)
    assert at.events("factory_count", "payout") == [
        ("factory_count", 0, "cheese_factory", 3),
        ("payout", 0, "cheese_factory", 9, 1),
    ]


# The TV Station.


def test_card_tv_station_takes_5_of_the_opponent_named_on_6() -> None:
    for target, coins in ((1, [15, 5, 10]), (2, [15, 10, 5])):
        at = position(3, coins=[10, 10, 10], cards={0: {"tv_station": 1}}).roll(6)
        assert at.legal_answers == {"seat 2", "seat 3"}  # the owner must name one
        assert at.play_lines(f"seat {target + 1}").coins == coins
        assert at.events("steal_target") == [("steal_target", 0, target, "tv_station")]


def test_card_tv_station_yields_what_a_poor_opponent_has() -> None:
    at = position(3, coins=[0, 3, 0], cards={0: {"tv_station": 1}}).roll(6)
    assert at.legal_answers == {"seat 2", "seat 3"}
    assert at.play_lines("seat 2").coins == [3, 0, 0]


def test_card_tv_station_with_one_opponent_asks_nothing() -> None:
    assert position(coins=[0, 9], cards={0: {"tv_station": 1}}).roll(6).coins == [5, 4]
    assert position(coins=[0, 9], cards={1: {"tv_station": 1}}).roll(6).coins == [0, 9]


# The Business Center.


def business_center_position(seats: int = 2, **fields: Any) -> Position:
    """Seat 1 has rolled a 6 with a Business Center, a ranch and a closed-or-open forest; the others have mines."""
    cities = {0: {"business_center": 1, "ranch": 1}, **{seat: {"mine": 1} for seat in range(1, seats)}}
    return position(seats, **{"coins": [3] * seats, "cards": cities, **fields}).roll(6)


def test_card_business_center_swaps_one_card_for_one() -> None:
    at = business_center_position(3)
    assert at.legal_answers == {"decline", "seat 2", "seat 3"}
    at.play_lines("seat 3")
    assert at.legal_answers == {"decline", "take mine"}
    at.play_lines("take mine")
    assert at.legal_answers == {"decline", "give ranch", "give business_center"}
    at.play_lines("give ranch")
    assert [at.city(seat) for seat in range(3)] == [{"business_center": 1, "mine": 1}, {"mine": 1}, {"ranch": 1}]
    assert at.coins == [3, 3, 3]
    assert at.events("swap") == [("swap", 0, 2, "ranch", "mine", 0, 0)]


def test_card_business_center_may_be_declined_and_nothing_happens() -> None:
    for lines in (("decline",), ("seat 2", "decline"), ("seat 2", "take mine", "decline")):
        at = business_center_position(3).play_lines(*lines)
        assert [at.city(seat) for seat in range(3)] == [{"business_center": 1, "ranch": 1}, {"mine": 1}, {"mine": 1}]
        assert at.coins == [3, 3, 3]
        assert at.events("swap_declined") == [("swap_declined", 0, 0)]


def test_card_business_center_does_nothing_if_a_side_has_no_eligible_card() -> None:
    at = business_center_position(cards={0: {"business_center": 1}})
    assert "pass" in at.legal_answers
    at = business_center_position(cards={0: {"business_center": 1}, 1: {"mine": 1}}, bc_swap_purple=False)
    assert "pass" in at.legal_answers
    assert at.events("swap_declined") == []


def test_card_business_center_moves_no_landmark() -> None:
    at = business_center_position(landmarks={0: [], 1: ["radio_tower", "train_station"]}).play_lines("seat 2")
    assert at.legal_answers == {"decline", "take mine"}


def test_card_business_center_a_partner_without_a_card_is_no_partner() -> None:
    at = business_center_position(cards={0: {"business_center": 1, "ranch": 1}, 2: {"mine": 1}}, seats=3)
    assert at.legal_answers == {"decline", "seat 3"}


def test_card_business_center_may_itself_change_hands() -> None:
    at = business_center_position().play_lines("seat 2", "take mine", "give business_center")
    assert (at.city(0), at.city(1)) == ({"ranch": 1, "mine": 1}, {"business_center": 1})


def test_card_business_center_swapped_cards_do_not_fire_again_on_this_roll() -> None:
    overrides = "mine.hits_on=6 bakery.hits_on=6"
    at = business_center_position(
        cards={0: {"business_center": 1, "bakery": 1}, 1: {"mine": 1}}, card_overrides=overrides
    )
    assert at.coins == [4, 8]
    at.play_lines("seat 2", "take mine", "give bakery")
    assert at.coins == [4, 8]


def test_card_business_center_fires_on_the_owner_s_6_only() -> None:
    for seat, face in ((1, 6), (0, 5)):
        at = position(coins=[0, 0], cards={0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}, seat=seat)
        assert at.roll(face).events("card_activates") == []


def test_s14_everyone_sees_how_far_a_swap_has_come() -> None:
    at = business_center_position(3)
    seen = at.view
    assert (at.cards[seen.firing], seen.pending, seen.partner, seen.taking) == ("business_center", 1, -1, -1)
    assert at.play_lines("seat 3").view.partner == 2
    seen = at.play_lines("take mine").view
    assert (at.cards[seen.taking], seen.taking_closed) == ("mine", False)
    seen = at.play_lines("give ranch").view
    assert (seen.firing, seen.partner, seen.taking, seen.pending) == (-1, -1, -1, 0)
