"""Section 10: every card of Millionaire's Row."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_ROW,
    Position,
    dice_with_total,
    position,
)

TWO = ("train_station", "amusement_park")
THREE = (*TWO, "shopping_mall")
PORT = ("train_station", "harbor")
FIGURES = [
    ("general_store", "General Store", "green", "bread", 0, (2,)),
    ("corn_field", "Corn Field", "blue", "wheat", 2, (3, 4)),
    ("demolition_company", "Demolition Company", "green", "briefcase", 2, (4,)),
    ("french_restaurant", "French Restaurant", "red", "cup", 3, (5,)),
    ("loan_office", "Loan Office", "green", "briefcase", 0, (5, 6)),
    ("vineyard", "Vineyard", "blue", "wheat", 3, (7,)),
    ("renovation_company", "Renovation Company", "purple", "tower", 4, (8,)),
    ("winery", "Winery", "green", "factory", 3, (9,)),
    ("moving_company", "Moving Company", "green", "briefcase", 2, (9, 10)),
    ("tech_startup", "Tech Startup", "purple", "tower", 1, (10,)),
    ("exhibit_hall", "Exhibit Hall", "purple", "tower", 7, (10,)),
    ("soda_bottling_plant", "Soda Bottling Plant", "green", "factory", 5, (11,)),
    ("park", "Park", "purple", "tower", 3, (11, 12, 13)),
    ("members_only_club", "Member's Only Club", "red", "cup", 4, (12, 13, 14)),
]


def test_s10_figures() -> None:
    found = [(it.id, it.name, it.colour, it.category, it.cost, it.hits_on) for it in OFFICIAL[2].cards]
    assert found == FIGURES
    assert OFFICIAL[2].landmarks == ()


def test_s10_supply_six_and_purple_one_a_player() -> None:
    for it in OFFICIAL[2].cards:
        assert (it.supply, it.max_owned) == ((None, 1) if it.colour == "purple" else (6, None))
        assert it.starting == 0


@pytest.mark.parametrize(("name", "colour", "numbers"), [(it[0], it[2], it[5]) for it in FIGURES])
def test_s10_a_card_fires_on_its_numbers_and_on_the_turns_of_its_colour(
    name: str, colour: str, numbers: tuple[int, ...]
) -> None:
    for roller in (0, 1):
        fits = {"green": roller == 0, "purple": roller == 0, "red": roller == 1, "blue": True}[colour]
        for total in range(1, 15):
            at = position(coins=[20, 20], cards={0: {name: 1}}, landmarks={roller: PORT}, seat=roller, **WITH_BOTH)
            if total < 13:
                at.roll(*dice_with_total(total))
                at.play_lines(*(["stay"] if "stay" in at.legal_answers else []))
            else:
                at.roll(*dice_with_total(total - 2)).play_lines("raise")
            fired = [fact[1:3] for fact in at.events("card_activates")] == [(0, name)]
            assert fired == (fits and total in numbers), (roller, total)


# Landmark counts.


@pytest.mark.parametrize(
    ("landmarks", "paid"), [((), 6), (STATION_BUILT, 6), (TWO, 0), (THREE, 0), (("harbor", "airport"), 0)]
)
def test_card_general_store_pays_2_on_2_with_fewer_than_2_landmarks(landmarks: tuple[str, ...], paid: int) -> None:
    cards = {0: {"general_store": 3}, 1: {"general_store": 1}}
    at = position(coins=[5, 5], cards=cards, landmarks={0: landmarks, 1: THREE}, **WITH_BOTH).roll(2)
    assert at.coins == [5 + paid, 5]


@pytest.mark.parametrize("face", [3, 4])
@pytest.mark.parametrize(("landmarks", "coins"), [((), 7), (STATION_BUILT, 7), (TWO, 5), (THREE, 5)])
def test_card_corn_field_pays_1_with_fewer_than_2_landmarks_of_its_owner(
    landmarks: tuple[str, ...], coins: int, face: int
) -> None:
    at = position(coins=[5, 5], cards={0: {"corn_field": 2}}, landmarks={0: landmarks, 1: THREE}, seat=1, **WITH_ROW)
    assert at.roll(face).coins == [coins, 5]
    at = position(coins=[5, 5], cards={0: {"corn_field": 2}}, landmarks={0: landmarks}, **WITH_ROW)
    assert at.roll(face).coins == [coins, 5]


@pytest.mark.parametrize(("landmarks", "paid"), [((), 0), (STATION_BUILT, 0), (TWO, 10), (THREE, 10)])
def test_card_french_restaurant_takes_5_of_a_roller_with_2_landmarks(landmarks: tuple[str, ...], paid: int) -> None:
    at = position(
        coins=[12, 0], cards={1: {"french_restaurant": 2}}, landmarks={0: landmarks, 1: ["radio_tower"]}, **WITH_ROW
    )
    assert at.roll(5).coins == [12 - paid, paid]


@pytest.mark.parametrize(("landmarks", "paid"), [(STATION_BUILT, 0), (TWO, 0), (THREE, 12)])
def test_card_members_only_club_takes_all_of_a_roller_with_3_landmarks(landmarks: tuple[str, ...], paid: int) -> None:
    at = position(coins=[12, 4], cards={1: {"members_only_club": 2}}, landmarks={0: landmarks}, **WITH_ROW).roll(6, 6)
    assert at.coins == [12 - paid, 4 + paid]


def test_card_members_only_club_the_first_one_empties_the_roller() -> None:
    clubs = {seat: {"members_only_club": 2} for seat in (1, 2, 3)}
    at = position(4, coins=[12, 0, 0, 0], cards=clubs, landmarks={0: THREE}, **WITH_ROW).roll(6, 6)
    assert at.coins == [0, 0, 0, 12]


def test_s10_city_hall_is_not_counted() -> None:
    at = position(coins=[12, 0], cards={1: {"french_restaurant": 1}}, landmarks={0: STATION_BUILT}, **WITH_BOTH).roll(5)
    assert at.coins == [12, 0]
    at = position(coins=[12, 0], cards={1: {"members_only_club": 1}}, landmarks={0: TWO}, **WITH_BOTH).roll(6, 6)
    assert at.coins == [12, 0]


# Closing.


def test_s10_closed_copies_keep_their_passive_roles() -> None:
    for name, fuel, total, coins in (
        ("cheese_factory", "ranch", 7, 6),
        ("flower_shop", "flower_orchard", 6, 2),
        ("food_warehouse", "cafe", 12, 4),
        ("soda_bottling_plant", "cafe", 11, 2),
        ("winery", "vineyard", 9, 12),
        ("farmers_market", "wheat_field", 11, 4),
    ):
        city, shut = {0: {name: 1, fuel: 2}}, {0: {fuel: 2}}
        at = position(coins=[1, 1], cards=city, closed=shut, landmarks={0: STATION_BUILT}, **WITH_BOTH).roll(
            *dice_with_total(total)
        )
        assert at.coins == [1 + coins, 1], name
        assert at.closed(0)[fuel] == 2
    at = position(
        coins=[0, 5],
        cards={0: {"publisher": 1}, 1: {"cafe": 2, "bakery": 1}},
        closed={1: {"cafe": 2}},
        landmarks={0: STATION_BUILT},
        **WITH_BOTH,
    )
    assert at.roll(3, 4).coins == [3, 2]


def test_s10_re_opening_happens_even_if_the_condition_would_have_failed() -> None:
    at = position(
        coins=[5, 5], cards={0: {"corn_field": 1}}, closed={0: {"corn_field": 1}}, landmarks={0: TWO}, **WITH_ROW
    )
    at.roll(3)
    assert (at.closed(0), at.coins) == ({}, [5, 5])
    red = {1: {"french_restaurant": 1}}
    at = position(coins=[9, 9], cards=red, closed=red, **WITH_ROW).roll(5)
    assert (at.closed(1), at.coins) == ({}, [9, 9])


def test_s10_a_closed_card_counts_for_the_finish_score() -> None:
    cities = {0: {"mine": 2}}
    for shut in ({}, {0: {"mine": 2}}):
        assert position(coins=[0, 0], cards=cities, closed=shut, **WITH_ROW).view.scores[0] == 24


# Renovation.


def renovation_position(**fields: Any) -> Position:
    given: dict[str, Any] = {
        "seats": 3,
        "coins": [5, 5, 1],
        "cards": {
            0: {"renovation_company": 1, "ranch": 2},
            1: {"ranch": 3, "stadium": 1},
            2: {"ranch": 2, "cafe": 1},
        },
        "landmarks": {0: STATION_BUILT},
        **fields,
    }
    return position(**given, **WITH_ROW).roll(4, 4)


def test_card_renovation_company_closes_a_type_everywhere_and_opponents_pay() -> None:
    at = renovation_position()
    assert at.legal_answers == {"decline", "close ranch", "close cafe"}
    at.play_lines("close ranch")
    assert [at.closed(seat) for seat in range(3)] == [{"ranch": 2}, {"ranch": 3}, {"ranch": 2}]
    assert at.coins == [5 + 3 + 1, 2, 0]  # limited by their coins, nothing for the owner's own


def test_card_renovation_company_already_closed_copies_cost_nothing() -> None:
    at = renovation_position(closed={1: {"ranch": 2}}).play_lines("close ranch")
    assert (at.coins, at.closed(1)) == ([5 + 1 + 1, 4, 0], {"ranch": 3})


def test_card_renovation_company_naming_nothing_is_allowed() -> None:
    at = renovation_position().play_lines("decline")
    assert (at.coins, at.closed(0)) == ([5, 5, 1], {})


def test_card_renovation_company_purple_cards_are_never_closed() -> None:
    assert "close stadium" not in renovation_position().legal_answers


def test_card_renovation_company_cards_of_the_same_8_have_already_paid() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"renovation_company": 1, "furniture_factory": 1, "forest": 1}},
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    at.roll(4, 4).play_lines("close furniture_factory")
    assert (at.coins, at.closed(0)) == ([3, 0], {"furniture_factory": 1})


def test_card_renovation_company_is_not_asked_when_all_is_closed() -> None:
    at = renovation_position(
        cards={0: {"renovation_company": 1}, 1: {"ranch": 1, "stadium": 1}}, closed={1: {"ranch": 1}}
    )
    assert "pass" in at.legal_answers


# Winery and vineyard.


def test_card_vineyard_pays_3_on_7() -> None:
    at = position(
        coins=[5, 5], cards={0: {"vineyard": 2}, 1: {"vineyard": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW
    )
    assert at.roll(3, 4).coins == [11, 8]


def test_card_vineyard_is_wheat_for_the_farmers_market() -> None:
    at = position(
        coins=[5, 5], cards={0: {"vineyard": 2, "farmers_market": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW
    )
    assert at.roll(5, 6).coins == [9, 5]


def test_card_winery_pays_6_per_vineyard_and_closes() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"winery": 2, "vineyard": 3}, 1: {"vineyard": 2}},
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    at.roll(4, 5)
    assert (at.coins, at.closed(0)) == ([36, 0], {"winery": 2})


def test_card_winery_copies_closed_before_re_open_while_the_others_close() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"winery": 3, "vineyard": 1}},
        closed={0: {"winery": 1}},
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    at.roll(4, 5)
    assert (at.coins, at.closed(0)) == ([12, 0], {"winery": 2})


# Demolition.


def demolition_position(copies: int, landmarks: tuple[str, ...], **fields: Any) -> Position:
    given: dict[str, Any] = {
        "coins": [0, 0],
        "cards": {0: {"demolition_company": copies}},
        "landmarks": {0: landmarks},
        **fields,
    }
    at = position(**given, **WITH_BOTH)
    at.roll(4)
    return at.play_lines("keep") if "keep" in at.legal_answers else at


def test_card_demolition_company_pulls_down_a_landmark_of_the_owner_s_choice_for_8() -> None:
    at = demolition_position(1, ("shopping_mall", "airport"))
    assert at.legal_answers == {"demolish shopping_mall", "demolish airport"}  # must; City Hall is safe
    at.play_lines("demolish airport")
    assert (at.coins, at.built(0)) == ([8, 0], {"city_hall", "shopping_mall"})
    assert at.events("demolish") == [("demolish", 0, "airport", 8)]


def test_card_demolition_company_the_only_landmark_falls_without_a_question() -> None:
    at = demolition_position(1, ("shopping_mall",))
    assert (at.coins, at.built(0)) == ([8, 0], {"city_hall"})


def test_card_demolition_company_one_landmark_a_copy_while_any_is_left() -> None:
    at = demolition_position(3, ("shopping_mall", "amusement_park"))
    at.play_lines("demolish shopping_mall")
    assert (at.coins, at.built(0)) == ([16, 0], {"city_hall"})


def test_card_demolition_company_with_nothing_to_pull_down_does_nothing() -> None:
    at = demolition_position(2, ())
    assert (at.coins, at.built(0)) == ([1, 0], {"city_hall"})  # the coin is City Hall's


def test_card_demolition_company_the_power_ends_at_once() -> None:
    """The airport pulled down pays nothing at the end of this turn."""
    at = demolition_position(1, ("airport",)).play_lines("pass")
    assert at.coins == [8, 0]


def test_card_demolition_company_the_landmark_may_be_rebuilt_at_full_price() -> None:
    at = demolition_position(1, ("harbor",))
    at.play_lines("build harbor")
    assert (at.coins, at.built(0)) == ([8 - 2, 0], {"city_hall", "harbor"})
    at = position(coins=[0, 0], cards={0: {"demolition_company": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW)
    at.roll(1, 3).play_lines("build train_station")
    assert (at.coins, at.built(0)) == ([4, 0], {"train_station"})


def test_card_demolition_company_an_extra_turn_already_earned_stays() -> None:
    at = position(coins=[0, 0], cards={0: {"demolition_company": 1}}, landmarks={0: TWO}, **WITH_ROW)
    at.roll(2, 2).play_lines("demolish amusement_park", "pass")
    assert (at.active, at.state.turn) == (0, 2)
    at.roll(3, 3).finish_turn()
    assert at.active == 1  # now the park is gone


# Loan Office.


def test_card_loan_office_costs_nothing_and_brings_5_once() -> None:
    at = position(coins=[0, 0], cards={}, **WITH_ROW).roll(1).play_lines("buy loan_office")
    assert (at.coins, at.city(0), at.active) == ([5, 0], {"loan_office": 1}, 1)  # it uses up the build
    assert at.events("buy", "bonus") == [("buy", 0, "loan_office", 0, 5), ("bonus", 0, "loan_office", 5)]


def test_card_loan_office_is_a_build_for_the_airport() -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: ["airport"]}, **WITH_BOTH).roll(1).play_lines("buy loan_office")
    assert at.coins == [1 + 5, 0]  # City Hall's coin and the loan


@pytest.mark.parametrize("face", [5, 6])
@pytest.mark.parametrize(("copies", "coins", "left"), [(1, 7, 5), (2, 7, 3), (1, 1, 0), (2, 3, 0), (3, 0, 0)])
def test_card_loan_office_each_firing_costs_2_or_all(face: int, copies: int, coins: int, left: int) -> None:
    at = position(coins=[coins, 9], cards={0: {"loan_office": copies}, 1: {"loan_office": 1}}, **WITH_ROW).roll(face)
    assert at.coins == [left, 9]


def test_card_loan_office_by_swap_brings_the_duty_and_not_the_5() -> None:
    at = position(coins=[3, 3], cards={0: {"business_center": 1, "ranch": 1}, 1: {"loan_office": 1}}, **WITH_ROW)
    at.roll(6).play_lines("seat 2", "take loan_office", "give ranch")
    assert at.coins == [3, 3]
    at.play_lines("pass").roll(1).finish_turn().roll(5)
    assert at.coins == [1, 3]


def test_card_loan_office_by_gift_brings_the_duty_and_not_the_5() -> None:
    at = position(
        coins=[0, 3], cards={0: {"moving_company": 1, "loan_office": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW
    )
    at.roll(4, 5).play_lines("give loan_office")
    assert at.coins == [4, 3]
    at.play_lines("pass").roll(5)
    assert at.coins == [4, 1]


# Moving Company.


def moving_company_position(seats: int = 3, dice: tuple[int, int] = (4, 5), **fields: Any) -> Position:
    given: dict[str, Any] = {
        "coins": [0] * seats,
        "cards": {0: {"moving_company": 1, "ranch": 2}},
        "landmarks": {0: STATION_BUILT},
        **fields,
    }
    return position(seats, **given, **WITH_ROW).roll(*dice)


@pytest.mark.parametrize("dice", [(4, 5), (4, 6)])
def test_card_moving_company_gives_a_card_to_an_opponent_for_4(dice: tuple[int, int]) -> None:
    at = moving_company_position(dice=dice)
    assert at.legal_answers == {"give moving_company", "give ranch"}  # must
    at.play_lines("give ranch")
    assert at.legal_answers == {"seat 2", "seat 3"}
    at.play_lines("seat 3")
    assert (at.coins, at.city(0), at.city(2)) == ([4, 0, 0], {"moving_company": 1, "ranch": 1}, {"ranch": 1})
    assert at.events("give") == [("give", 0, 2, "ranch", 0, 4)]


def test_card_moving_company_gives_no_purple_card() -> None:
    at = moving_company_position(cards={0: {"moving_company": 1, "stadium": 1, "ranch": 1}})
    assert at.legal_answers == {"give moving_company", "give ranch"}


def test_card_moving_company_every_gift_may_go_to_a_different_opponent() -> None:
    at = moving_company_position(cards={0: {"moving_company": 2, "ranch": 2}})
    at.play_lines("give ranch", "seat 2", "give ranch", "seat 3")
    assert (at.coins, at.city(1), at.city(2)) == ([8, 0, 0], {"ranch": 1}, {"ranch": 1})


def test_card_moving_company_may_give_itself() -> None:
    at = moving_company_position(cards={0: {"moving_company": 1}})
    at.play_lines("seat 2")  # the only card there is
    assert (at.coins, at.city(0), at.city(1)) == ([4, 0, 0], {}, {"moving_company": 1})
    three = moving_company_position(2, cards={0: {"moving_company": 3}}, closed={0: {"moving_company": 2}})
    assert three.coins[0] == 4  # one open copy fired, the two others re-opened
    assert three.city(1) == {"moving_company": 1}


def test_card_moving_company_the_card_keeps_its_state_and_does_not_fire() -> None:
    at = moving_company_position(
        2,
        cards={0: {"moving_company": 1, "ranch": 2}},
        closed={0: {"ranch": 1}},
    )
    assert at.legal_answers == {"give moving_company", "give ranch", "give ranch closed"}
    at.play_lines("give ranch closed")
    assert (at.closed(0), at.closed(1), at.city(1)) == ({}, {"ranch": 1}, {"ranch": 1})
    blue = moving_company_position(2, cards={0: {"moving_company": 1, "mine": 1}}).play_lines("give mine")
    assert blue.coins == [5 + 4, 0]  # fired before it moved, and not again


def test_s14_everyone_sees_the_gift_that_has_no_receiver_yet() -> None:
    at = moving_company_position(cards={0: {"moving_company": 2, "ranch": 2}})
    assert (at.view.offering, at.view.pending) == (-1, 2)
    seen = at.play_lines("give ranch").view
    assert (at.cards[seen.offering], at.cards[seen.firing]) == ("ranch", "moving_company")
    seen = at.play_lines("seat 2").view
    assert (seen.offering, seen.pending) == (-1, 1)


# Tech Startup.


def test_card_tech_startup_every_opponent_pays_what_is_stored() -> None:
    at = position(
        3, coins=[1, 9, 2], cards={0: {"tech_startup": 1}}, stored=[4, 0, 0], landmarks={0: STATION_BUILT}, **WITH_ROW
    )
    at.roll(4, 6)
    assert (at.coins, at.view.stored) == ([1 + 4 + 2, 5, 0], [4, 0, 0])  # stored coins stay


def test_card_tech_startup_takes_one_coin_at_the_end_of_each_own_turn() -> None:
    at = position(coins=[5, 5], cards={0: {"tech_startup": 1}}, **WITH_ROW)
    for stored in range(1, 4):
        at.roll(1).play_lines("pass", "invest")
        assert at.view.stored == [stored, 0]
        at.roll(1).play_lines("pass")  # not on others' turns
    at.roll(1).play_lines("pass", "hold")
    assert (at.coins, at.view.stored) == ([2, 5], [3, 0])
    assert at.events("invest")[-1] == ("invest", 0, "tech_startup", 3)


def test_card_tech_startup_without_a_coin_asks_nothing() -> None:
    at = position(coins=[0, 5], cards={0: {"tech_startup": 1}}, **WITH_ROW).roll(1).play_lines("pass")
    assert at.active == 1


def test_card_tech_startup_stored_coins_cannot_be_spent_taxed_stolen_or_shared() -> None:
    at = position(coins=[0, 0], cards={0: {"tech_startup": 1}}, stored=[40, 0], **WITH_ROW).roll(1)
    assert at.legal_answers == {"pass", "buy general_store", "buy loan_office"}
    for thief in ("tax_office", "tv_station", "stadium", "park"):
        total = {"tax_office": 8, "park": 11}.get(thief, 6)
        at = position(
            coins=[0, 3],
            cards={0: {thief: 1}, 1: {"tech_startup": 1}},
            stored=[0, 40],
            landmarks={0: STATION_BUILT},
            **WITH_BOTH,
        )
        at.roll(*dice_with_total(total))
        assert at.view.stored == [0, 40]
        assert sum(at.coins) <= 4


def test_card_tech_startup_nothing_stored_takes_nothing() -> None:
    at = position(coins=[1, 9], cards={0: {"tech_startup": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(4, 6)
    assert at.coins == [1, 9]


# Exhibit Hall.


def exhibit_hall_position(city: dict[str, int], *lines: str, **fields: Any) -> Position:
    cards = {0: {"exhibit_hall": 1, **city}, 1: {}}
    given: dict[str, Any] = {"coins": [5, 5], "cards": cards, "landmarks": {0: PORT}, **fields}
    return position(**given, **WITH_BOTH).roll(4, 6).play_lines("stay", *lines)


def test_card_exhibit_hall_runs_all_own_open_copies_and_returns_to_the_market() -> None:
    at = exhibit_hall_position({"mine": 3})
    assert at.legal_answers == {"decline", "exhibit mine"}
    at.play_lines("exhibit mine")
    assert (at.coins, at.city(0), at.market["exhibit_hall"]) == ([20, 5], {"mine": 3}, 3)
    assert "buy exhibit_hall" in at.legal_answers
    assert at.events("exhibit", "returned") == [("exhibit", 0, "mine"), ("returned", 0, "exhibit_hall")]


def test_card_exhibit_hall_is_optional_and_stays_when_nothing_is_named() -> None:
    at = exhibit_hall_position({"mine": 3}, "decline")
    assert (at.coins, at.city(0)) == ([5, 5], {"exhibit_hall": 1, "mine": 3})


def test_card_exhibit_hall_runs_no_purple_card() -> None:
    assert exhibit_hall_position({"mine": 1, "stadium": 1}).legal_answers == {"decline", "exhibit mine"}
    assert "pass" in exhibit_hall_position({"stadium": 1}).legal_answers


def test_card_exhibit_hall_closed_copies_re_open() -> None:
    at = exhibit_hall_position({"mine": 3}, "exhibit mine", closed={0: {"mine": 2}})
    assert (at.coins, at.closed(0)) == ([10, 5], {})


def test_card_exhibit_hall_conditions_bonuses_and_follow_ups_are_the_normal_ones() -> None:
    assert exhibit_hall_position({"corn_field": 2}, "exhibit corn_field").coins == [5, 5]  # two landmarks
    mall = {0: ["train_station", "shopping_mall", "harbor"]}
    assert exhibit_hall_position({"bakery": 2}, "exhibit bakery", landmarks=mall).coins == [9, 5]
    at = exhibit_hall_position({"winery": 1, "vineyard": 2}, "exhibit winery")
    assert (at.coins, at.closed(0)) == ([17, 5], {"winery": 1})
    assert exhibit_hall_position({"loan_office": 2}, "exhibit loan_office").coins == [1, 5]


def test_card_exhibit_hall_runs_cards_that_ask() -> None:
    at = exhibit_hall_position({"demolition_company": 1}, "exhibit demolition_company")
    assert at.legal_answers == {"demolish train_station", "demolish harbor"}
    at.play_lines("demolish harbor")
    assert (at.coins, at.city(0)) == ([13, 5], {"demolition_company": 1})
    at = exhibit_hall_position(
        {"moving_company": 1, "ranch": 2}, "give ranch", "exhibit moving_company"
    )  # it fires on 10 too
    assert at.legal_answers == {"give moving_company", "give ranch"}
    at.play_lines("give ranch")
    assert (at.coins, at.city(1), at.market["exhibit_hall"]) == ([13, 5], {"ranch": 2}, 3)


def test_card_exhibit_hall_a_red_type_yields_nothing() -> None:
    at = exhibit_hall_position({"cafe": 2}, "exhibit cafe", closed={0: {"cafe": 1}})
    assert (at.coins, at.closed(0), at.city(0)) == ([5, 5], {}, {"cafe": 2})


def test_card_exhibit_hall_tuna_boats_use_a_fresh_roll_and_only_own_ones_pay() -> None:
    cards = {0: {"exhibit_hall": 1, "tuna_boat": 2}, 1: {"tuna_boat": 1}}
    at = position(coins=[5, 5], cards=cards, landmarks={0: PORT, 1: ["harbor"]}, **WITH_BOTH)
    at.roll(4, 6).play_lines("stay", "exhibit tuna_boat")
    assert len(at.possible_outcomes) == 36
    at.play_lines("2 3")
    assert (at.coins, at.city(0)) == ([15, 5], {"tuna_boat": 2})


def test_card_exhibit_hall_blue_copies_of_others_do_not_fire() -> None:
    cards = {0: {"exhibit_hall": 1, "mine": 1}, 1: {"mine": 1}}
    assert exhibit_hall_position({}, "exhibit mine", cards=cards).coins == [10, 5]


# Soda Bottling Plant and Park.


def test_card_soda_bottling_plant_pays_1_per_cup_of_all_players_open_or_closed() -> None:
    at = position(
        3,
        coins=[0, 0, 0],
        cards={0: {"soda_bottling_plant": 2, "cafe": 1}, 1: {"cafe": 2, "bakery": 3}, 2: {"members_only_club": 1}},
        closed={1: {"cafe": 1}},
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    assert at.roll(5, 6).coins == [2 * 4, 0, 0]


@pytest.mark.parametrize(
    ("coins", "share"),
    [([7, 3, 0, 1], 3), ([4, 0, 0, 0], 1), ([5, 0, 0, 0], 2), ([0, 0, 0, 0], 0), ([8, 8, 8, 8], 8)],
)
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_card_park_shares_all_coins_rounded_up_by_the_bank(coins: list[int], share: int, dice: tuple[int, int]) -> None:
    at = position(4, coins=coins, cards={0: {"park": 1}}, landmarks={0: STATION_BUILT}, **WITH_ROW).roll(*dice)
    assert at.coins == [share] * 4
    assert at.events("redistribute") == [("redistribute", 0, share, 4 * share - sum(coins))]


def test_card_park_stored_coins_do_not_take_part() -> None:
    at = position(
        coins=[2, 6],
        cards={0: {"park": 1}, 1: {"tech_startup": 1}},
        stored=[0, 9],
        landmarks={0: STATION_BUILT},
        **WITH_ROW,
    )
    at.roll(5, 6)
    assert (at.coins, at.view.stored) == ([4, 4], [0, 9])
