"""Section 5: payments, payers and their order."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.tests.positions import STATION_BUILT, WITH_BOTH, WITH_HARBOR, WITH_ROW, position


@pytest.mark.parametrize(("roller", "coins"), [(0, [3, 3]), (1, [4, 2])])
def test_s5_1_red_fires_on_opponents_rolls_and_the_roller_pays(roller: int, coins: list[int]) -> None:
    assert position(coins=[3, 3], cards={0: {"cafe": 1}}, seat=roller).roll(3).coins == coins


@pytest.mark.parametrize("roller", [0, 1, 2])
def test_s5_1_blue_fires_on_everybody_s_rolls_and_the_bank_pays(roller: int) -> None:
    at = position(3, coins=[3, 3, 3], cards={0: {"ranch": 1}, 2: {"ranch": 2}}, seat=roller)
    assert at.roll(2).coins == [4, 3, 5]


@pytest.mark.parametrize(("roller", "coins"), [(0, [6, 3]), (1, [3, 3])])
def test_s5_1_green_fires_on_the_owner_s_roll_only(roller: int, coins: list[int]) -> None:
    assert position(coins=[3, 3], cards={0: {"convenience_store": 1}}, seat=roller).roll(4).coins == coins


@pytest.mark.parametrize(("roller", "coins"), [(0, [5, 1]), (1, [3, 3])])
def test_s5_1_purple_fires_on_the_owner_s_roll_only(roller: int, coins: list[int]) -> None:
    assert position(coins=[3, 3], cards={0: {"stadium": 1}}, seat=roller).roll(6).coins == coins


def test_s5_1_every_copy_fires_separately() -> None:
    at = position(coins=[9, 9], cards={0: {"wheat_field": 4}, 1: {"wheat_field": 2}})
    assert at.roll(1).coins == [13, 11]
    at = position(coins=[9, 9], cards={0: {"bakery": 3}, 1: {"cafe": 4}})
    assert at.roll(3).coins == [9 - 4 + 3, 13]


@pytest.mark.parametrize(("roller", "coins"), [(0, [0, 0, 0, 2]), (1, [2, 0, 0, 0]), (3, [0, 0, 2, 0])])
def test_s5_2_1_red_starts_with_the_player_who_moved_just_before(roller: int, coins: list[int]) -> None:
    """Every player has two cafes, the roller two coins."""
    purse = [0, 0, 0, 0]
    purse[roller] = 2
    at = position(4, coins=purse, cards={seat: {"cafe": 2} for seat in range(4)}, seat=roller)
    assert at.roll(3).coins == coins


def test_s5_2_1_red_goes_on_in_reverse_turn_order() -> None:
    at = position(4, coins=[5, 0, 0, 0], cards={1: {"cafe": 2}, 2: {"cafe": 2}, 3: {"cafe": 2}})
    at.roll(3)
    assert at.coins == [0, 1, 2, 2]
    assert at.events("collect") == [
        ("collect", 3, 0, "cafe", 2, 2),
        ("collect", 2, 0, "cafe", 2, 2),
        ("collect", 1, 0, "cafe", 1, 2),
    ]


def test_s5_2_1_an_opponent_resolves_all_red_cards_before_the_next_one_in_data_order() -> None:
    at = position(
        3,
        coins=[20, 0, 0],
        cards={1: {"pizza_joint": 1, "cafe": 1}, 2: {"pizza_joint": 1, "cafe": 1}},
        card_overrides="cafe.hits_on=3,4 pizza_joint.hits_on=4",
        **WITH_HARBOR,
    )
    at.roll(4)
    assert [fact[1:4:2] for fact in at.events("collect")] == [
        (2, "cafe"),
        (2, "pizza_joint"),
        (1, "cafe"),
        (1, "pizza_joint"),
    ]


def test_s5_2_2_blue_pays_the_roller_and_everybody_after() -> None:
    at = position(
        3, coins=[0, 0, 0], cards={seat: {"mine": 1} for seat in range(3)}, landmarks={1: STATION_BUILT}, seat=1
    )
    at.roll(4, 5)
    assert [fact[1] for fact in at.events("payout")] == [1, 2, 0]
    assert at.coins == [5, 5, 5]


def test_s5_2_3_green_by_order_then_file_order() -> None:
    """Loan Office (10), normal income (50), Demolition Company (80), Moving Company (90)."""
    at = position(
        coins=[9, 0],
        cards={0: {"moving_company": 1, "demolition_company": 1, "winery": 1, "bakery": 1, "loan_office": 1}},
        landmarks={0: STATION_BUILT},
        card_overrides=" ".join(
            f"{name}.hits_on=4" for name in ("moving_company", "demolition_company", "winery", "bakery", "loan_office")
        ),
        **WITH_ROW,
    )
    at.roll(4)
    order = [fact[2] for fact in at.events("card_activates")]
    assert order == ["loan_office", "bakery", "winery", "demolition_company", "moving_company"]


def test_s5_2_4_purple_by_order() -> None:
    """Stadium, Publisher, Tax Office, Tech Startup (10), TV Station (20), Business Center (30), Renovation (40)..."""
    names = (
        *("stadium", "publisher", "tax_office", "tech_startup", "tv_station", "business_center"),
        *("renovation_company", "park", "exhibit_hall"),
    )
    at = position(
        coins=[9, 9],
        cards={0: {**dict.fromkeys(reversed(names), 1), "ranch": 1}, 1: {"cafe": 1}},
        stored=[1, 0],
        card_overrides=" ".join(f"{name}.hits_on=6" for name in names),
        **WITH_BOTH,
    )
    at.roll(6)
    while "pass" not in at.legal_answers:
        at.play_lines("decline")
    assert [fact[2] for fact in at.events("card_activates")] == list(names)


def test_s5_3_partial_payment_is_all_there_is_and_the_rest_is_cancelled() -> None:
    at = position(coins=[3, 0], cards={1: {"family_restaurant": 2}}, landmarks={0: STATION_BUILT})
    at.roll(4, 5)
    assert at.coins == [0, 3]
    assert at.events("collect") == [("collect", 1, 0, "family_restaurant", 3, 4)]
    at.finish_turn().roll(6).finish_turn()  # no debt remains
    at.roll(6)
    assert at.coins == [0, 3]


def test_s5_3_early_claimants_are_served_first_and_later_ones_get_nothing() -> None:
    at = position(3, coins=[2, 0, 0], cards={1: {"cafe": 2}, 2: {"cafe": 2}})
    assert at.roll(3).coins == [0, 0, 2]


def test_s5_3_a_roller_without_coins_pays_nothing_and_the_card_says_so() -> None:
    at = position(coins=[0, 0], cards={1: {"cafe": 2}}).roll(3)
    assert at.events("card_activates", "collect", "payout_skip") == [
        ("card_activates", 1, "cafe", 2),
        ("payout_skip", 1, "cafe", 2, 3),
    ]


def test_s5_3_income_of_this_roll_cannot_pay_its_tolls() -> None:
    at = position(coins=[0, 0], cards={0: {"bakery": 5}, 1: {"cafe": 1}})
    assert at.roll(3).coins == [5, 0]
    at = position(coins=[1, 0], cards={0: {"mine": 1}, 1: {"family_restaurant": 1}}, landmarks={0: STATION_BUILT})
    assert at.roll(4, 5).coins == [5, 1]


def test_s5_3_opponents_blue_income_is_in_their_hands_when_purple_takes() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"stadium": 1}, 1: {"forest": 5}},
        card_overrides="forest.hits_on=6",
    )
    assert at.roll(6).coins == [2, 3]
    at = position(
        coins=[0, 7], cards={0: {"tax_office": 1}, 1: {"mine": 1}}, landmarks={0: STATION_BUILT}, **WITH_HARBOR
    )
    assert at.roll(4, 5).coins == [6, 6]


def test_s5_4_a_closed_copy_re_opens_instead_and_pays_nothing() -> None:
    at = position(coins=[0, 0], cards={0: {"ranch": 3}}, closed={0: {"ranch": 2}}, offer={}, **WITH_ROW)
    at.roll(2)
    assert (at.coins, at.closed(0), at.city(0)) == ([1, 0], {}, {"ranch": 3})
    assert at.events("reopen") == [("reopen", 0, "ranch", 2)]
    at.roll(2)  # seat 2's roll: all three are open
    assert at.coins == [4, 0]


def test_s5_4_red_and_green_copies_re_open_when_number_and_turn_fit() -> None:
    at = position(coins=[5, 5], cards={0: {"cafe": 1, "bakery": 1}}, closed={0: {"cafe": 1, "bakery": 1}}, **WITH_ROW)
    at.roll(3)  # own roll: the bakery would fire, the cafe would not
    assert (at.coins, at.closed(0)) == ([5, 5], {"cafe": 1})
    at.play_lines("pass").roll(3)  # the other's roll
    assert (at.coins, at.closed(0)) == ([5, 5], {})
    at.play_lines("pass").roll(3).play_lines("pass").roll(3)
    assert at.coins == [5 + 1 + 1, 5 - 1]


def test_s5_4_another_number_leaves_it_closed() -> None:
    at = position(coins=[5, 5], cards={0: {"ranch": 1}}, closed={0: {"ranch": 1}}, **WITH_ROW)
    assert at.roll(1).closed(0) == {"ranch": 1}
