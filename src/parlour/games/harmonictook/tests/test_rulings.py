"""Section 13: one test or more for each ruling."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.tests.positions import (
    COUNTED_LANDMARKS,
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    Position,
    make_pack,
    opening_position,
    pack_card,
    pack_landmark,
    position,
)
from parlour.kernel.state import winners

BY_ID = {it.id: it for pack in OFFICIAL for it in pack.cards}
PARK = ("train_station", "amusement_park")
PORT = ("train_station", "harbor")


# Turn and money.


def test_r1_a_corn_field_is_judged_before_a_demolition_company_on_the_same_4() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"corn_field": 1, "demolition_company": 1}},
        landmarks={0: ["shopping_mall", "amusement_park"]},
        **WITH_ROW,
    )
    at.roll(4).play_lines("demolish amusement_park")
    assert at.coins == [8, 0]  # two landmarks stood when the field was judged


def test_r1_blue_before_green_before_purple() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"mine": 1, "winery": 1, "vineyard": 1, "tax_office": 1}, 1: {"mine": 2}},
        landmarks={0: STATION_BUILT},
        **WITH_BOTH,
    )
    at.roll(4, 5)
    assert at.coins == [5 + 6 + 5, 5]
    assert [fact[0] for fact in at.events("payout", "steal")] == ["payout", "payout", "payout", "steal"]


def test_r2_red_in_reverse_turn_order_from_the_roller() -> None:
    at = position(4, coins=[0, 0, 1, 0], cards={seat: {"cafe": 1} for seat in range(4)}, seat=2).roll(3)
    assert at.coins == [0, 1, 0, 0]


def test_r3_payments_to_the_bank_come_first_among_green() -> None:
    at = position(
        coins=[0, 0], cards={0: {"loan_office": 1, "bakery": 1}}, card_overrides="bakery.hits_on=5", **WITH_ROW
    )
    assert at.roll(5).coins == [1, 0]


def test_r3_the_order_field_then_file_order() -> None:
    names = ("convenience_store", "bakery")
    for overrides, order in (
        ("convenience_store.hits_on=2", ["bakery", "convenience_store"]),
        ("convenience_store.hits_on=2 convenience_store.order=49", ["convenience_store", "bakery"]),
    ):
        at = position(coins=[0, 0], cards={0: dict.fromkeys(names, 1)}, card_overrides=overrides).roll(2)
        assert [fact[2] for fact in at.events("payout")] == order


def test_r4_partial_payment() -> None:
    at = position(3, coins=[0, 1, 5], cards={0: {"stadium": 1}}).roll(6)
    assert at.coins == [3, 0, 3]
    assert at.events("steal") == [("steal", 0, 1, "stadium", 1, 2), ("steal", 0, 2, "stadium", 2, 2)]


def test_r5_the_stadium_of_somebody_else_pays_nobody() -> None:
    at = position(3, coins=[5, 5, 5], cards={1: {"stadium": 1}}).roll(6)
    assert at.coins == [5, 5, 5]


def test_r6_the_mall_adds_one_a_copy_and_nothing_to_nothing() -> None:
    for orchards, coins in ((0, 0), (1, 4), (3, 8)):
        city = {"flower_shop": 2, "flower_orchard": orchards}
        at = position(coins=[3, 0], cards={0: city}, landmarks={0: ["shopping_mall"]}, **WITH_HARBOR).roll(6)
        assert at.coins == [3 + coins, 0]


def test_r6_a_toll_of_nothing_gets_no_bonus() -> None:
    free = pack_card("free_tea", "QF", "red", [2], {"kind": "take_from_roller", "amount": 0}, category="cup")
    at = position(coins=[5, 0], cards={1: {"free_tea": 1}}, landmarks={1: ["shopping_mall"]}, pack=make_pack([free]))
    assert at.roll(2).coins == [5, 0]


def test_r6_a_card_whose_condition_fails_gets_no_bonus() -> None:
    at = position(
        coins=[5, 0], cards={0: {"general_store": 1}}, landmarks={0: ["shopping_mall", "amusement_park"]}, **WITH_ROW
    )
    assert at.roll(2).coins == [5, 0]


def test_r7_bakery_and_mall() -> None:
    for face in (2, 3):
        assert (
            position(coins=[0, 0], cards={0: {"bakery": 2}}, landmarks={0: ["shopping_mall"]}).roll(face).coins[0] == 4
        )


def test_r8_the_park_counts_at_the_start_of_the_turn_and_the_final_roll_decides() -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: [*PARK, "radio_tower"]})
    at.roll(3, 3).play_lines("reroll").roll(3)
    assert at.active == 1
    at = position(coins=[20, 0], cards={}, landmarks={0: STATION_BUILT}).roll(4, 4).play_lines("build amusement_park")
    assert at.active == 1


def test_r9_a_re_roll_may_use_another_number_of_dice() -> None:
    for first, second in (((3, 4), (2,)), ((2,), (3, 4)), ((2, 2), (1, 1))):
        at = position(coins=[0, 0], cards={0: {"ranch": 1}}, landmarks={0: ["train_station", "radio_tower"]})
        at.roll(*first).play_lines("reroll")
        assert at.legal_answers == {"roll 1", "roll 2"}
        at.roll(*second)
        assert at.coins[0] == int(sum(second) == 2)


def test_r10_re_roll_first_then_raise_and_no_re_roll_afterwards() -> None:
    at = position(coins=[9, 9], cards={}, landmarks={0: [*PORT, "radio_tower"]}, **WITH_HARBOR)
    at.roll(5, 5).play_lines("reroll").roll(6, 5)
    assert at.legal_answers == {"stay", "raise"}
    at.play_lines("raise")
    assert (at.view.total, "reroll" in at.legal_answers, "pass" in at.legal_answers) == (13, False, True)


def test_r11_later_steps_of_the_winning_turn_are_skipped() -> None:
    """No startup coin, no extra turn."""
    at = position(
        coins=[31, 0],
        cards={0: {"tech_startup": 1}},
        landmarks={0: COUNTED_LANDMARKS[:5]},
        **WITH_BOTH,
    )
    at.roll(3, 3).play_lines("keep", "build airport")
    assert at.state.over()
    assert (at.coins, at.view.stored) == ([1, 0], [0, 0])
    assert at.events("doubles_bonus", "airport") == []


def test_r12_city_hall_never_counts_for_the_win() -> None:
    at = position(coins=[30, 0], cards={}, landmarks={0: COUNTED_LANDMARKS[:4]}, **WITH_HARBOR)
    at.roll(1).play_lines("keep", "build airport")
    assert not at.state.over()  # five of six, and City Hall


# Business Center and gifts.


def purple_swap_position(**fields: Any) -> Position:
    cities = {0: {"business_center": 1, "stadium": 1}, 1: {"stadium": 1, "tv_station": 1, "mine": 1}}
    return position(**{"coins": [9, 9], "cards": cities, **fields}).roll(6)


def test_r13_purple_cards_may_be_swapped() -> None:
    at = purple_swap_position().play_lines("seat 2", "take tv_station", "give business_center")
    assert at.city(0) == {"stadium": 1, "tv_station": 1}
    assert at.city(1) == {"business_center": 1, "stadium": 1, "mine": 1}


def test_r13_nobody_gets_two_equal_purple_cards() -> None:
    at = purple_swap_position().play_lines("seat 2")
    assert at.legal_answers == {"decline", "take stadium", "take tv_station", "take mine"}
    assert at.play_lines("take mine").legal_answers == {"decline", "give business_center"}  # seat 2 has a stadium
    assert purple_swap_position().play_lines("seat 2", "take stadium").legal_answers == {
        "decline",
        "give stadium",
    }  # one for one


def test_r13_the_printed_rule_leaves_purple_cards_alone() -> None:
    at = purple_swap_position(
        cards={0: {"business_center": 1, "ranch": 1}, 1: {"stadium": 1, "mine": 1}}, bc_swap_purple=False
    )
    assert at.play_lines("seat 2").legal_answers == {"decline", "take mine"}
    assert at.play_lines("take mine").legal_answers == {"decline", "give ranch"}


def test_r14_the_swap_is_optional_without_compensation() -> None:
    at = purple_swap_position().play_lines("decline")
    assert (at.coins, at.city(0)) == ([11, 7], {"business_center": 1, "stadium": 1})  # the stadium took two


def test_r15_any_opponent_and_any_pair_of_cards() -> None:
    for partner, taken in ((1, "mine"), (2, "forest")):
        at = position(
            3, coins=[0, 9, 0], cards={0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}, 2: {"forest": 1}}
        )
        at.roll(6).play_lines(f"seat {partner + 1}", f"take {taken}", "give ranch")
        assert at.city(0) == {"business_center": 1, taken: 1}


def test_r16_moving_companies_may_give_each_other_and_the_number_of_gifts_is_fixed_before() -> None:
    at = position(
        3, coins=[0, 0, 0], cards={0: {"moving_company": 2, "ranch": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW
    )
    at.roll(4, 5).play_lines("give moving_company", "seat 2", "give moving_company", "seat 3")
    assert (at.coins, at.city(0)) == ([8, 0, 0], {"ranch": 1})


def test_r17_open_or_closed_travels_with_the_copy_and_the_mover_picks() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"business_center": 1, "ranch": 2}, 1: {"mine": 2}},
        closed={0: {"ranch": 1}, 1: {"mine": 1}},
        **WITH_ROW,
    )
    at.roll(6).play_lines("seat 2")
    assert at.legal_answers == {"decline", "take mine", "take mine closed"}
    at.play_lines("take mine closed")
    assert at.legal_answers == {"decline", "give business_center", "give ranch", "give ranch closed"}
    at.play_lines("give ranch closed")
    assert [at.closed(seat) for seat in (0, 1)] == [{"mine": 1}, {"ranch": 1}]
    assert [at.city(seat) for seat in (0, 1)] == [
        {"business_center": 1, "ranch": 1, "mine": 1},
        {"mine": 1, "ranch": 1},
    ]
    assert at.events("swap") == [("swap", 0, 1, "ranch", "mine", 1, 1)]


def test_r17_equal_cards_may_change_states_by_a_swap() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"business_center": 1, "mine": 1}, 1: {"mine": 1}},
        closed={0: {"mine": 1}},
        **WITH_ROW,
    )
    at.roll(6).play_lines("seat 2", "take mine", "give mine closed")
    assert [at.closed(seat) for seat in (0, 1)] == [{}, {"mine": 1}]


# Millionaire's Row.


def test_r18_closed_cards_count_for_multipliers() -> None:
    ranches = {0: {"ranch": 3}}
    at = position(
        coins=[0, 0],
        cards={0: {"cheese_factory": 1, "ranch": 3}},
        closed=ranches,
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    assert at.roll(3, 4).coins == [9, 0]


def test_r19_a_winery_closes_without_vineyards_too() -> None:
    at = position(coins=[0, 0], cards={0: {"winery": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 5)
    assert (at.coins, at.closed(0)) == ([0, 0], {"winery": 1})


def test_r20_already_closed_copies_do_not_pay_again() -> None:
    at = position(
        coins=[0, 9],
        cards={0: {"renovation_company": 1}, 1: {"cafe": 3}},
        closed={1: {"cafe": 1}},
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    at.roll(4, 4).play_lines("close cafe")
    assert (at.coins, at.closed(1)) == ([2, 7], {"cafe": 3})


def test_r21_the_park_rounds_up_and_the_bank_pays_the_difference() -> None:
    at = position(3, coins=[5, 0, 0], cards={0: {"park": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(5, 6)
    assert at.coins == [2, 2, 2]
    assert at.events("redistribute", "shared") == [
        ("redistribute", 0, 2, 1),
        ("shared", 0, -3, 2),
        ("shared", 1, 2, 2),
        ("shared", 2, 2, 2),
    ]


def test_r22_a_loan_office_costs_0_and_brings_5_on_build() -> None:
    it = BY_ID["loan_office"]
    assert (it.cost, it.on_build) == (0, {"kind": "bank_income", "amount": 5})
    before = position(coins=[0, 0], cards={}, **WITH_ROW).view.scores[0]
    after = position(coins=[0, 0], cards={0: {"loan_office": 3}}, **WITH_ROW).view.scores[0]
    assert (before, after) == (0, 0)


def test_r23_the_exhibit_hall_runs_all_own_open_copies() -> None:
    at = position(coins=[0, 0], cards={0: {"exhibit_hall": 1, "forest": 4}}, landmarks={0: STATION_BUILT}, **WITH_ROW)
    assert at.roll(4, 6).play_lines("exhibit forest").coins == [4, 0]


# Figures.


@pytest.mark.parametrize(
    ("rule", "name", "cost"),
    [
        ("R24", "sushi_bar", 4),
        ("R25", "soda_bottling_plant", 5),
        ("R26", "demolition_company", 2),
        ("R26", "tv_station", 7),
        ("R26", "mine", 6),
    ],
)
def test_r24_r25_r26_costs(rule: str, name: str, cost: int) -> None:
    at = position(coins=[cost, 0], cards={}, **WITH_BOTH).roll(1).play_lines(f"buy {name}")
    assert at.coins[0] == 0, rule
    assert f"buy {name}" not in position(coins=[cost - 1, 0], cards={}, **WITH_BOTH).roll(1).legal_answers


def test_r26_other_figures() -> None:
    assert BY_ID["general_store"].effect["amount"] == 2
    assert BY_ID["flower_shop"].hits_on == (6,)
    assert BY_ID["french_restaurant"].hits_on == (5,)


def test_r27_the_exhibit_hall_is_included_and_switchable() -> None:
    assert "exhibit_hall" in position(**WITH_ROW).market
    assert "exhibit_hall" not in position(use_exhibit_hall=False, **WITH_ROW).market


def test_r28_icons_bring_no_mall_bonus_and_nothing_for_the_publisher() -> None:
    assert BY_ID["food_warehouse"].category == "factory"
    services = ("demolition_company", "loan_office", "moving_company")
    assert {BY_ID[name].category for name in services} == {"briefcase"}
    cities = {0: {"publisher": 1}, 1: dict.fromkeys([*services, "food_warehouse"], 1)}
    at = position(coins=[3, 9], cards=cities, landmarks={0: STATION_BUILT}, **WITH_BOTH).roll(3, 4)
    assert at.coins == [3, 9]
    mall = ["train_station", "shopping_mall"]
    at = position(coins=[0, 9], cards={0: {"food_warehouse": 1, "cafe": 1}}, landmarks={0: mall}, **WITH_BOTH).roll(
        6, 6
    )
    assert at.coins == [2, 9]


def test_r29_names() -> None:
    assert "Flower Garden" in BY_ID["flower_orchard"].alt_names
    assert "Private Club" in BY_ID["members_only_club"].alt_names
    assert "Fruit and Vegetable Market" in BY_ID["farmers_market"].alt_names


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_r30_purple_copies_are_the_number_of_players(seats: int) -> None:
    offer = position(seats, **WITH_BOTH).market
    assert {offer[name] for name, it in BY_ID.items() if it.colour == "purple"} == {seats}


def test_r31_one_shared_tuna_roll() -> None:
    boats = {0: {"tuna_boat": 2}, 1: {"tuna_boat": 3}}
    at = position(coins=[0, 0], cards=boats, landmarks={0: PORT, 1: ["harbor"]}, **WITH_HARBOR)
    at.roll(6, 6).play_lines("stay", "1 4")
    assert at.coins == [10, 15]
    assert len(at.events("extra_roll")) == 1


# The end.


def test_r36_a_match_without_winner_stops_and_the_finish_score_orders_the_seats() -> None:
    at = position(coins=[0, 0], cards={1: {"mine": 1}}, max_turns=10)
    for _ in range(10):
        assert not at.state.over()
        at.roll(1)
    assert at.state.over()
    assert at.events()[-1] == ("stopped", 10)
    assert (at.view.winner, list(winners(at.state))) == (-1, [])
    assert at.state.standing(1) > at.state.standing(0)


def test_r32_the_winner_is_placed_first_whatever_the_score() -> None:
    at = position(
        coins=[22, 10],
        cards={1: {"mine": 10}},
        landmarks={0: ["train_station", "shopping_mall", "amusement_park"], 1: COUNTED_LANDMARKS[1:4]},
    )
    at.roll(1).play_lines("build radio_tower")
    assert at.view.scores[1] > at.view.scores[0]
    assert at.state.standing(0) > at.state.standing(1)
    assert list(winners(at.state)) == [0]


def test_r39_the_finish_score_counts_built_counted_landmarks_up_to_84() -> None:
    at = position(
        coins=[0, 0],
        cards={1: {"loan_office": 2, "mine": 1}},
        landmarks={0: COUNTED_LANDMARKS},
        closed={1: {"mine": 1}},
        **WITH_BOTH,
    )
    assert at.view.scores == [3 * 84, 2 * 6]  # City Hall and the Loan Office count 0, closed cards normally


# What the rulebook does not say.


def test_r47_stored_coins_travel_with_the_startup() -> None:
    cities = {0: {"business_center": 1, "ranch": 1}, 1: {"tech_startup": 1}}
    at = position(coins=[0, 0], cards=cities, stored=[0, 7], **WITH_ROW)
    at.roll(6).play_lines("seat 2", "take tech_startup", "give ranch")
    assert at.view.stored == [7, 0]
    cities = {0: {"business_center": 1, "tech_startup": 1}, 1: {"mine": 1}}
    at = position(coins=[0, 0], cards=cities, stored=[7, 0], **WITH_ROW)
    at.roll(6).play_lines("seat 2", "take mine", "give tech_startup")
    assert at.view.stored == [0, 7]
    cities = {0: {"business_center": 1, "tech_startup": 1}, 1: {"tech_startup": 1}}
    at = position(coins=[0, 0], cards=cities, stored=[2, 7], **WITH_ROW)
    at.roll(6).play_lines("seat 2", "take tech_startup", "give tech_startup")
    assert at.view.stored == [7, 2]


def test_r47_coins_stay_where_the_startup_stays() -> None:
    cities = {0: {"business_center": 1, "tech_startup": 1, "ranch": 1}, 1: {"mine": 1}}
    at = position(coins=[0, 0], cards=cities, stored=[7, 0], **WITH_ROW)
    at.roll(6).play_lines("seat 2", "take mine", "give ranch")
    assert at.view.stored == [7, 0]


@pytest.mark.parametrize("lines", [("decline",), ("seat 2", "decline"), ("seat 2", "take mine", "decline")])
def test_r48_a_swap_may_be_declined_at_each_step(lines: tuple[str, ...]) -> None:
    at = position(coins=[0, 0], cards={0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}, bc_decline_coins=5)
    at.roll(6).play_lines(*lines)
    assert (at.city(0), at.coins) == ({"business_center": 1, "ranch": 1}, [5, 0])


def test_r49_the_coins_for_declining_are_paid_only_to_whoever_was_asked() -> None:
    at = position(coins=[0, 0], cards={0: {"business_center": 1, "ranch": 1}}, bc_decline_coins=5).roll(6)
    assert at.coins == [0, 0]
    at = position(coins=[0, 0], cards={0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}, bc_decline_coins=5)
    assert at.roll(6).play_lines("seat 2", "take mine", "give ranch").coins == [0, 0]


def test_r50_a_card_received_by_a_swap_does_not_fire_on_this_roll() -> None:
    """Here the stadium comes after the center."""
    at = position(
        coins=[0, 9],
        cards={0: {"business_center": 1, "ranch": 1}, 1: {"stadium": 1}},
        card_overrides="stadium.order=90",
    )
    at.roll(6).play_lines("seat 2", "take stadium", "give ranch")
    assert (at.coins, at.city(0)) == ([0, 9], {"business_center": 1, "stadium": 1})
    at.finish_turn().roll(1).finish_turn().roll(6).play_lines("decline")
    assert at.coins == [2, 7]  # on the next 6 it does


def test_r50_own_copies_of_the_type_that_was_received_fire_all_the_same() -> None:
    """Two copies run by a hall after the swap, of which one came by it."""
    at = position(
        coins=[0, 0],
        cards={0: {"business_center": 1, "exhibit_hall": 1, "mine": 1, "ranch": 1}, 1: {"mine": 1}},
        card_overrides="exhibit_hall.hits_on=6",
        **WITH_ROW,
    )
    at.roll(6).play_lines("seat 2", "take mine", "give ranch", "exhibit mine")
    assert at.coins == [5, 0]


def test_r50_a_closed_card_received_does_not_keep_an_open_own_copy_from_firing() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"business_center": 1, "exhibit_hall": 1, "mine": 1, "ranch": 1}, 1: {"mine": 1}},
        closed={1: {"mine": 1}},
        card_overrides="exhibit_hall.hits_on=6",
        **WITH_ROW,
    )
    at.roll(6).play_lines("seat 2", "take mine closed", "give ranch", "exhibit mine")
    assert at.coins == [5, 0]


def test_r50_with_two_swaps_in_one_roll() -> None:
    """Neither of two purple cards received fires."""
    fair = pack_card(
        "fair", "QF", "purple", [6], {"kind": "swap_establishment", "exclude_colours": [], "optional": True}, order=31
    )
    at = position(
        coins=[0, 20],
        cards={0: {"business_center": 1, "fair": 1, "ranch": 2}, 1: {"stadium": 1, "tv_station": 1}},
        card_overrides="stadium.order=90 tv_station.order=91",
        pack=make_pack([fair]),
    )
    at.roll(6).play_lines("seat 2", "take stadium", "give ranch", "seat 2", "take tv_station", "give ranch")
    assert at.coins == [0, 20]


def test_r51_the_market_is_refilled_before_the_startup_and_the_next_turn() -> None:
    ten = [*list(BY_ID)[:6], "mine", "cheese_factory", "furniture_factory", "park"]
    at = position(
        coins=[9, 0],
        cards={0: {"tech_startup": 1}},
        offer=dict.fromkeys(ten, 1),
        deck={"vineyard": 1},
        market="variable",
        **WITH_ROW,
    )
    at.roll(1).play_lines("buy mine")
    assert (at.active, at.possible_outcomes) == (0, {"vineyard": 1})
    at.play_lines("vineyard")
    assert at.legal_answers == {"hold", "invest"}


def test_r51_a_refilled_market_brings_no_second_purchase_and_the_airport_pays_nothing() -> None:
    ten = [*list(BY_ID)[:6], "mine", "cheese_factory", "furniture_factory", "stadium"]
    at = position(
        coins=[50, 0],
        cards={},
        landmarks={0: ["airport"]},
        offer=dict.fromkeys(ten, 1),
        deck={"tv_station": 1},
        market="variable",
        **WITH_HARBOR,
    )
    at.roll(1).play_lines("buy mine", "tv_station")
    assert (at.active, at.coins) == (1, [44, 0])


def test_r52_the_hall_returns_after_the_exhibited_type_has_been_run_completely() -> None:
    city = {"exhibit_hall": 1, "demolition_company": 2}
    at = position(
        coins=[0, 0], cards={0: city}, landmarks={0: ["train_station", "shopping_mall", "amusement_park"]}, **WITH_ROW
    )
    at.roll(4, 6).play_lines("exhibit demolition_company", "demolish shopping_mall")
    assert "exhibit_hall" in at.city(0)
    at.play_lines("demolish amusement_park")
    assert "exhibit_hall" not in at.city(0)
    assert [fact[0] for fact in at.events("exhibit", "demolish", "returned")] == [
        *("exhibit", "demolish", "demolish", "returned"),
    ]


@pytest.mark.parametrize("limit", [10, 11])
def test_r53_a_match_stops_after_so_many_player_turns_extra_turns_among_them(limit: int) -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: PARK}, max_turns=limit)
    for _ in range(limit):
        at.roll(3, 3)
    assert at.state.over()
    assert at.events()[-1] == ("stopped", limit)


def test_r53_a_win_in_the_last_turn_is_a_win() -> None:
    at = position(coins=[60, 0], cards={}, landmarks={0: COUNTED_LANDMARKS[:3]}, max_turns=10)
    at.state.turn = 10
    at.roll(1).play_lines("build radio_tower")
    assert (at.view.winner, at.events("stopped")) == (0, [])


@pytest.mark.parametrize(("adds", "total", "coins"), [(5, 14, [10, 5]), (6, 15, [5, 5]), (8, 17, [5, 5])])
def test_r54_a_total_above_14_fires_nothing(adds: int, total: int, coins: list[int]) -> None:
    pier = pack_landmark("pier", "QP", {"kind": "add_to_roll", "threshold": 8, "amount": adds})
    at = position(
        coins=[5, 5],
        cards={0: {"mine": 1, "cafe": 1}, 1: {"family_restaurant": 1}},
        landmarks={0: ["train_station", "pier"]},
        pack=make_pack(landmarks=[pier]),
        card_overrides="mine.hits_on=9,14",
    )
    at.roll(4, 5).play_lines("raise")
    assert (at.view.total, at.coins) == (total, coins)
    assert "pass" in at.legal_answers


def test_r55_closed_copies_re_open_as_open_ones_fire_and_what_firing_closes_stays_closed() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"winery": 2, "vineyard": 1}},
        closed={0: {"winery": 1}},
        landmarks={0: STATION_BUILT},
        offer={},
        **WITH_ROW,
    )
    for coins in (6, 12, 18):  # one fires and closes, the other re-opens, and so on
        at.roll(4, 5)
        assert at.coins[0] == coins
        assert at.closed(0) == {"winery": 1}
        at.finish_turn().roll(1).finish_turn()
        at.state.coins[0] = coins


def test_r56_renovation_closes_the_owner_s_copies_and_costs_the_owner_nothing() -> None:
    city = {"renovation_company": 1, "ranch": 3}
    at = (
        position(coins=[9, 0], cards={0: city}, landmarks={0: STATION_BUILT}, **WITH_ROW)
        .roll(4, 4)
        .play_lines("close ranch")
    )
    assert (at.coins, at.closed(0)) == ([9, 0], {"ranch": 3})
    assert at.events("close", "steal") == [("close", 0, "ranch", 3)]


def test_r27_the_hall_left_out_leaves_the_other_numbers_as_they_are() -> None:
    with_hall, without = opening_position(2, **WITH_BOTH), opening_position(2, use_exhibit_hall=False, **WITH_BOTH)
    assert with_hall.cards == without.cards
