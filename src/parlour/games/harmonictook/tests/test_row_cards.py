"""Section 10: every card of Millionaire's Row."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook.data.packs import OFFICIAL
from parlour.games.harmonictook.tests.sheets import BOTH, ROW, STATION, Scene, dice_for, town

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
        assert (it.supply, it.most) == ((None, 1) if it.colour == "purple" else (6, None))
        assert it.starting == 0


@pytest.mark.parametrize(("name", "colour", "numbers"), [(it[0], it[2], it[5]) for it in FIGURES])
def test_s10_a_card_fires_on_its_numbers_and_on_the_turns_of_its_colour(
    name: str, colour: str, numbers: tuple[int, ...]
) -> None:
    for roller in (0, 1):
        fits = {"green": roller == 0, "purple": roller == 0, "red": roller == 1, "blue": True}[colour]
        for total in range(1, 15):
            at = town(coins=[20, 20], cards={0: {name: 1}}, landmarks={roller: PORT}, seat=roller, **BOTH)
            if total < 13:
                at.roll(*dice_for(total))
                at.tell(*(["stay"] if "stay" in at.answers else []))
            else:
                at.roll(*dice_for(total - 2)).tell("raise")
            fired = [fact[1:3] for fact in at.story("card_activates")] == [(0, name)]
            assert fired == (fits and total in numbers), (roller, total)


# Landmark counts.


@pytest.mark.parametrize(
    ("landmarks", "paid"), [((), 6), (STATION, 6), (TWO, 0), (THREE, 0), (("harbor", "airport"), 0)]
)
def test_card_general_store_pays_2_on_2_with_fewer_than_2_landmarks(landmarks: tuple[str, ...], paid: int) -> None:
    cards = {0: {"general_store": 3}, 1: {"general_store": 1}}
    at = town(coins=[5, 5], cards=cards, landmarks={0: landmarks, 1: THREE}, **BOTH).roll(2)
    assert at.coins == [5 + paid, 5]


@pytest.mark.parametrize("face", [3, 4])
@pytest.mark.parametrize(("landmarks", "coins"), [((), 7), (STATION, 7), (TWO, 5), (THREE, 5)])
def test_card_corn_field_pays_1_with_fewer_than_2_landmarks_of_its_owner(
    landmarks: tuple[str, ...], coins: int, face: int
) -> None:
    at = town(coins=[5, 5], cards={0: {"corn_field": 2}}, landmarks={0: landmarks, 1: THREE}, seat=1, **ROW)
    assert at.roll(face).coins == [coins, 5]
    at = town(coins=[5, 5], cards={0: {"corn_field": 2}}, landmarks={0: landmarks}, **ROW)
    assert at.roll(face).coins == [coins, 5]


@pytest.mark.parametrize(("landmarks", "paid"), [((), 0), (STATION, 0), (TWO, 10), (THREE, 10)])
def test_card_french_restaurant_takes_5_of_a_roller_with_2_landmarks(landmarks: tuple[str, ...], paid: int) -> None:
    at = town(coins=[12, 0], cards={1: {"french_restaurant": 2}}, landmarks={0: landmarks, 1: ["radio_tower"]}, **ROW)
    assert at.roll(5).coins == [12 - paid, paid]


@pytest.mark.parametrize(("landmarks", "paid"), [(STATION, 0), (TWO, 0), (THREE, 12)])
def test_card_members_only_club_takes_all_of_a_roller_with_3_landmarks(landmarks: tuple[str, ...], paid: int) -> None:
    at = town(coins=[12, 4], cards={1: {"members_only_club": 2}}, landmarks={0: landmarks}, **ROW).roll(6, 6)
    assert at.coins == [12 - paid, 4 + paid]


def test_card_members_only_club_the_first_one_empties_the_roller() -> None:
    clubs = {seat: {"members_only_club": 2} for seat in (1, 2, 3)}
    at = town(4, coins=[12, 0, 0, 0], cards=clubs, landmarks={0: THREE}, **ROW).roll(6, 6)
    assert at.coins == [0, 0, 0, 12]


def test_s10_city_hall_is_not_counted() -> None:
    at = town(coins=[12, 0], cards={1: {"french_restaurant": 1}}, landmarks={0: STATION}, **BOTH).roll(5)
    assert at.coins == [12, 0]
    at = town(coins=[12, 0], cards={1: {"members_only_club": 1}}, landmarks={0: TWO}, **BOTH).roll(6, 6)
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
        at = town(coins=[1, 1], cards=city, closed=shut, landmarks={0: STATION}, **BOTH).roll(*dice_for(total))
        assert at.coins == [1 + coins, 1], name
        assert at.closed(0)[fuel] == 2
    at = town(
        coins=[0, 5],
        cards={0: {"publisher": 1}, 1: {"cafe": 2, "bakery": 1}},
        closed={1: {"cafe": 2}},
        landmarks={0: STATION},
        **BOTH,
    )
    assert at.roll(3, 4).coins == [3, 2]


def test_s10_re_opening_happens_even_if_the_condition_would_have_failed() -> None:
    at = town(coins=[5, 5], cards={0: {"corn_field": 1}}, closed={0: {"corn_field": 1}}, landmarks={0: TWO}, **ROW)
    at.roll(3)
    assert (at.closed(0), at.coins) == ({}, [5, 5])
    red = {1: {"french_restaurant": 1}}
    at = town(coins=[9, 9], cards=red, closed=red, **ROW).roll(5)
    assert (at.closed(1), at.coins) == ({}, [9, 9])


def test_s10_a_closed_card_counts_for_the_finish_score() -> None:
    cities = {0: {"mine": 2}}
    for shut in ({}, {0: {"mine": 2}}):
        assert town(coins=[0, 0], cards=cities, closed=shut, **ROW).seen.scores[0] == 24


# Renovation.


def renovation(**fields: Any) -> Scene:
    given: dict[str, Any] = {
        "seats": 3,
        "coins": [5, 5, 1],
        "cards": {
            0: {"renovation_company": 1, "ranch": 2},
            1: {"ranch": 3, "stadium": 1},
            2: {"ranch": 2, "cafe": 1},
        },
        "landmarks": {0: STATION},
        **fields,
    }
    return town(**given, **ROW).roll(4, 4)


def test_card_renovation_company_closes_a_type_everywhere_and_opponents_pay() -> None:
    at = renovation()
    assert at.answers == {"decline", "close ranch", "close cafe"}
    at.tell("close ranch")
    assert [at.closed(seat) for seat in range(3)] == [{"ranch": 2}, {"ranch": 3}, {"ranch": 2}]
    assert at.coins == [5 + 3 + 1, 2, 0]  # limited by their coins, nothing for the owner's own


def test_card_renovation_company_already_closed_copies_cost_nothing() -> None:
    at = renovation(closed={1: {"ranch": 2}}).tell("close ranch")
    assert (at.coins, at.closed(1)) == ([5 + 1 + 1, 4, 0], {"ranch": 3})


def test_card_renovation_company_naming_nothing_is_allowed() -> None:
    at = renovation().tell("decline")
    assert (at.coins, at.closed(0)) == ([5, 5, 1], {})


def test_card_renovation_company_purple_cards_are_never_closed() -> None:
    assert "close stadium" not in renovation().answers


def test_card_renovation_company_cards_of_the_same_8_have_already_paid() -> None:
    at = town(
        coins=[0, 0],
        cards={0: {"renovation_company": 1, "furniture_factory": 1, "forest": 1}},
        landmarks={0: STATION},
        **ROW,
    )
    at.roll(4, 4).tell("close furniture_factory")
    assert (at.coins, at.closed(0)) == ([3, 0], {"furniture_factory": 1})


def test_card_renovation_company_is_not_asked_when_all_is_closed() -> None:
    at = renovation(cards={0: {"renovation_company": 1}, 1: {"ranch": 1, "stadium": 1}}, closed={1: {"ranch": 1}})
    assert "pass" in at.answers


# Winery and vineyard.


def test_card_vineyard_pays_3_on_7() -> None:
    at = town(coins=[5, 5], cards={0: {"vineyard": 2}, 1: {"vineyard": 1}}, landmarks={0: STATION}, **ROW)
    assert at.roll(3, 4).coins == [11, 8]


def test_card_vineyard_is_wheat_for_the_farmers_market() -> None:
    at = town(coins=[5, 5], cards={0: {"vineyard": 2, "farmers_market": 1}}, landmarks={0: STATION}, **ROW)
    assert at.roll(5, 6).coins == [9, 5]


def test_card_winery_pays_6_per_vineyard_and_closes() -> None:
    at = town(
        coins=[0, 0], cards={0: {"winery": 2, "vineyard": 3}, 1: {"vineyard": 2}}, landmarks={0: STATION}, **ROW
    )
    at.roll(4, 5)
    assert (at.coins, at.closed(0)) == ([36, 0], {"winery": 2})


def test_card_winery_copies_closed_before_re_open_while_the_others_close() -> None:
    at = town(
        coins=[0, 0],
        cards={0: {"winery": 3, "vineyard": 1}},
        closed={0: {"winery": 1}},
        landmarks={0: STATION},
        **ROW,
    )
    at.roll(4, 5)
    assert (at.coins, at.closed(0)) == ([12, 0], {"winery": 2})


# Demolition.


def demolition(copies: int, landmarks: tuple[str, ...], **fields: Any) -> Scene:
    given: dict[str, Any] = {
        "coins": [0, 0],
        "cards": {0: {"demolition_company": copies}},
        "landmarks": {0: landmarks},
        **fields,
    }
    at = town(**given, **BOTH)
    at.roll(4)
    return at.tell("keep") if "keep" in at.answers else at


def test_card_demolition_company_pulls_down_a_landmark_of_the_owner_s_choice_for_8() -> None:
    at = demolition(1, ("shopping_mall", "airport"))
    assert at.answers == {"demolish shopping_mall", "demolish airport"}  # must; City Hall is safe
    at.tell("demolish airport")
    assert (at.coins, at.built(0)) == ([8, 0], {"city_hall", "shopping_mall"})
    assert at.story("demolish") == [("demolish", 0, "airport", 8)]


def test_card_demolition_company_the_only_landmark_falls_without_a_question() -> None:
    at = demolition(1, ("shopping_mall",))
    assert (at.coins, at.built(0)) == ([8, 0], {"city_hall"})


def test_card_demolition_company_one_landmark_a_copy_while_any_is_left() -> None:
    at = demolition(3, ("shopping_mall", "amusement_park"))
    at.tell("demolish shopping_mall")
    assert (at.coins, at.built(0)) == ([16, 0], {"city_hall"})


def test_card_demolition_company_with_nothing_to_pull_down_does_nothing() -> None:
    at = demolition(2, ())
    assert (at.coins, at.built(0)) == ([1, 0], {"city_hall"})  # the coin is City Hall's


def test_card_demolition_company_the_power_ends_at_once() -> None:
    """The airport pulled down pays nothing at the end of this turn."""
    at = demolition(1, ("airport",)).tell("pass")
    assert at.coins == [8, 0]


def test_card_demolition_company_the_landmark_may_be_rebuilt_at_full_price() -> None:
    at = demolition(1, ("harbor",))
    at.tell("build harbor")
    assert (at.coins, at.built(0)) == ([8 - 2, 0], {"city_hall", "harbor"})
    at = town(coins=[0, 0], cards={0: {"demolition_company": 1}}, landmarks={0: STATION}, **ROW)
    at.roll(1, 3).tell("build train_station")
    assert (at.coins, at.built(0)) == ([4, 0], {"train_station"})


def test_card_demolition_company_an_extra_turn_already_earned_stays() -> None:
    at = town(coins=[0, 0], cards={0: {"demolition_company": 1}}, landmarks={0: TWO}, **ROW)
    at.roll(2, 2).tell("demolish amusement_park", "pass")
    assert (at.active, at.state.turn) == (0, 2)
    at.roll(3, 3).rest()
    assert at.active == 1  # now the park is gone


# Loan Office.


def test_card_loan_office_costs_nothing_and_brings_5_once() -> None:
    at = town(coins=[0, 0], cards={}, **ROW).roll(1).tell("buy loan_office")
    assert (at.coins, at.city(0), at.active) == ([5, 0], {"loan_office": 1}, 1)  # it uses up the build
    assert at.story("buy", "bonus") == [("buy", 0, "loan_office", 0, 5), ("bonus", 0, "loan_office", 5)]


def test_card_loan_office_is_a_build_for_the_airport() -> None:
    at = town(coins=[0, 0], cards={}, landmarks={0: ["airport"]}, **BOTH).roll(1).tell("buy loan_office")
    assert at.coins == [1 + 5, 0]  # City Hall's coin and the loan


@pytest.mark.parametrize("face", [5, 6])
@pytest.mark.parametrize(("copies", "coins", "left"), [(1, 7, 5), (2, 7, 3), (1, 1, 0), (2, 3, 0), (3, 0, 0)])
def test_card_loan_office_each_firing_costs_2_or_all(face: int, copies: int, coins: int, left: int) -> None:
    at = town(coins=[coins, 9], cards={0: {"loan_office": copies}, 1: {"loan_office": 1}}, **ROW).roll(face)
    assert at.coins == [left, 9]


def test_card_loan_office_by_swap_brings_the_duty_and_not_the_5() -> None:
    at = town(coins=[3, 3], cards={0: {"business_center": 1, "ranch": 1}, 1: {"loan_office": 1}}, **ROW)
    at.roll(6).tell("seat 2", "take loan_office", "give ranch")
    assert at.coins == [3, 3]
    at.tell("pass").roll(1).rest().roll(5)
    assert at.coins == [1, 3]


def test_card_loan_office_by_gift_brings_the_duty_and_not_the_5() -> None:
    at = town(coins=[0, 3], cards={0: {"moving_company": 1, "loan_office": 1}}, landmarks={0: STATION}, **ROW)
    at.roll(4, 5).tell("give loan_office")
    assert at.coins == [4, 3]
    at.tell("pass").roll(5)
    assert at.coins == [4, 1]


# Moving Company.


def moving(seats: int = 3, dice: tuple[int, int] = (4, 5), **fields: Any) -> Scene:
    given: dict[str, Any] = {
        "coins": [0] * seats,
        "cards": {0: {"moving_company": 1, "ranch": 2}},
        "landmarks": {0: STATION},
        **fields,
    }
    return town(seats, **given, **ROW).roll(*dice)


@pytest.mark.parametrize("dice", [(4, 5), (4, 6)])
def test_card_moving_company_gives_a_card_to_an_opponent_for_4(dice: tuple[int, int]) -> None:
    at = moving(dice=dice)
    assert at.answers == {"give moving_company", "give ranch"}  # must
    at.tell("give ranch")
    assert at.answers == {"seat 2", "seat 3"}
    at.tell("seat 3")
    assert (at.coins, at.city(0), at.city(2)) == ([4, 0, 0], {"moving_company": 1, "ranch": 1}, {"ranch": 1})
    assert at.story("give") == [("give", 0, 2, "ranch", 0, 4)]


def test_card_moving_company_gives_no_purple_card() -> None:
    at = moving(cards={0: {"moving_company": 1, "stadium": 1, "ranch": 1}})
    assert at.answers == {"give moving_company", "give ranch"}


def test_card_moving_company_every_gift_may_go_to_a_different_opponent() -> None:
    at = moving(cards={0: {"moving_company": 2, "ranch": 2}})
    at.tell("give ranch", "seat 2", "give ranch", "seat 3")
    assert (at.coins, at.city(1), at.city(2)) == ([8, 0, 0], {"ranch": 1}, {"ranch": 1})


def test_card_moving_company_may_give_itself() -> None:
    at = moving(cards={0: {"moving_company": 1}})
    at.tell("seat 2")  # the only card there is
    assert (at.coins, at.city(0), at.city(1)) == ([4, 0, 0], {}, {"moving_company": 1})
    three = moving(2, cards={0: {"moving_company": 3}}, closed={0: {"moving_company": 2}})
    assert three.coins[0] == 4  # one open copy fired, the two others re-opened
    assert three.city(1) == {"moving_company": 1}


def test_card_moving_company_the_card_keeps_its_state_and_does_not_fire() -> None:
    at = moving(
        2,
        cards={0: {"moving_company": 1, "ranch": 2}},
        closed={0: {"ranch": 1}},
    )
    assert at.answers == {"give moving_company", "give ranch", "give ranch closed"}
    at.tell("give ranch closed")
    assert (at.closed(0), at.closed(1), at.city(1)) == ({}, {"ranch": 1}, {"ranch": 1})
    blue = moving(2, cards={0: {"moving_company": 1, "mine": 1}}).tell("give mine")
    assert blue.coins == [5 + 4, 0]  # fired before it moved, and not again


def test_s14_everyone_sees_the_gift_that_has_no_receiver_yet() -> None:
    at = moving(cards={0: {"moving_company": 2, "ranch": 2}})
    assert (at.seen.offering, at.seen.pending) == (-1, 2)
    seen = at.tell("give ranch").seen
    assert (at.cards[seen.offering], at.cards[seen.firing]) == ("ranch", "moving_company")
    seen = at.tell("seat 2").seen
    assert (seen.offering, seen.pending) == (-1, 1)


# Tech Startup.


def test_card_tech_startup_every_opponent_pays_what_is_stored() -> None:
    at = town(3, coins=[1, 9, 2], cards={0: {"tech_startup": 1}}, stored=[4, 0, 0], landmarks={0: STATION}, **ROW)
    at.roll(4, 6)
    assert (at.coins, at.seen.stored) == ([1 + 4 + 2, 5, 0], [4, 0, 0])  # stored coins stay


def test_card_tech_startup_takes_one_coin_at_the_end_of_each_own_turn() -> None:
    at = town(coins=[5, 5], cards={0: {"tech_startup": 1}}, **ROW)
    for stored in range(1, 4):
        at.roll(1).tell("pass", "invest")
        assert at.seen.stored == [stored, 0]
        at.roll(1).tell("pass")  # not on others' turns
    at.roll(1).tell("pass", "hold")
    assert (at.coins, at.seen.stored) == ([2, 5], [3, 0])
    assert at.story("invest")[-1] == ("invest", 0, "tech_startup", 3)


def test_card_tech_startup_without_a_coin_asks_nothing() -> None:
    at = town(coins=[0, 5], cards={0: {"tech_startup": 1}}, **ROW).roll(1).tell("pass")
    assert at.active == 1


def test_card_tech_startup_stored_coins_cannot_be_spent_taxed_stolen_or_shared() -> None:
    at = town(coins=[0, 0], cards={0: {"tech_startup": 1}}, stored=[40, 0], **ROW).roll(1)
    assert at.answers == {"pass", "buy general_store", "buy loan_office"}
    for thief in ("tax_office", "tv_station", "stadium", "park"):
        total = {"tax_office": 8, "park": 11}.get(thief, 6)
        at = town(
            coins=[0, 3],
            cards={0: {thief: 1}, 1: {"tech_startup": 1}},
            stored=[0, 40],
            landmarks={0: STATION},
            **BOTH,
        )
        at.roll(*dice_for(total))
        assert at.seen.stored == [0, 40]
        assert sum(at.coins) <= 4


def test_card_tech_startup_nothing_stored_takes_nothing() -> None:
    at = town(coins=[1, 9], cards={0: {"tech_startup": 1}}, landmarks={0: STATION}, **ROW).roll(4, 6)
    assert at.coins == [1, 9]


# Exhibit Hall.


def exhibition(city: dict[str, int], *lines: str, **fields: Any) -> Scene:
    cards = {0: {"exhibit_hall": 1, **city}, 1: {}}
    given: dict[str, Any] = {"coins": [5, 5], "cards": cards, "landmarks": {0: PORT}, **fields}
    return town(**given, **BOTH).roll(4, 6).tell("stay", *lines)


def test_card_exhibit_hall_runs_all_own_open_copies_and_returns_to_the_market() -> None:
    at = exhibition({"mine": 3})
    assert at.answers == {"decline", "exhibit mine"}
    at.tell("exhibit mine")
    assert (at.coins, at.city(0), at.offer["exhibit_hall"]) == ([20, 5], {"mine": 3}, 3)
    assert "buy exhibit_hall" in at.answers
    assert at.story("exhibit", "returned") == [("exhibit", 0, "mine"), ("returned", 0, "exhibit_hall")]


def test_card_exhibit_hall_is_optional_and_stays_when_nothing_is_named() -> None:
    at = exhibition({"mine": 3}, "decline")
    assert (at.coins, at.city(0)) == ([5, 5], {"exhibit_hall": 1, "mine": 3})


def test_card_exhibit_hall_runs_no_purple_card() -> None:
    assert exhibition({"mine": 1, "stadium": 1}).answers == {"decline", "exhibit mine"}
    assert "pass" in exhibition({"stadium": 1}).answers


def test_card_exhibit_hall_closed_copies_re_open() -> None:
    at = exhibition({"mine": 3}, "exhibit mine", closed={0: {"mine": 2}})
    assert (at.coins, at.closed(0)) == ([10, 5], {})


def test_card_exhibit_hall_conditions_bonuses_and_follow_ups_are_the_normal_ones() -> None:
    assert exhibition({"corn_field": 2}, "exhibit corn_field").coins == [5, 5]  # two landmarks
    mall = {0: ["train_station", "shopping_mall", "harbor"]}
    assert exhibition({"bakery": 2}, "exhibit bakery", landmarks=mall).coins == [9, 5]
    at = exhibition({"winery": 1, "vineyard": 2}, "exhibit winery")
    assert (at.coins, at.closed(0)) == ([17, 5], {"winery": 1})
    assert exhibition({"loan_office": 2}, "exhibit loan_office").coins == [1, 5]


def test_card_exhibit_hall_runs_cards_that_ask() -> None:
    at = exhibition({"demolition_company": 1}, "exhibit demolition_company")
    assert at.answers == {"demolish train_station", "demolish harbor"}
    at.tell("demolish harbor")
    assert (at.coins, at.city(0)) == ([13, 5], {"demolition_company": 1})
    at = exhibition({"moving_company": 1, "ranch": 2}, "give ranch", "exhibit moving_company")  # it fires on 10 too
    assert at.answers == {"give moving_company", "give ranch"}
    at.tell("give ranch")
    assert (at.coins, at.city(1), at.offer["exhibit_hall"]) == ([13, 5], {"ranch": 2}, 3)


def test_card_exhibit_hall_a_red_type_yields_nothing() -> None:
    at = exhibition({"cafe": 2}, "exhibit cafe", closed={0: {"cafe": 1}})
    assert (at.coins, at.closed(0), at.city(0)) == ([5, 5], {}, {"cafe": 2})


def test_card_exhibit_hall_tuna_boats_use_a_fresh_roll_and_only_own_ones_pay() -> None:
    cards = {0: {"exhibit_hall": 1, "tuna_boat": 2}, 1: {"tuna_boat": 1}}
    at = town(coins=[5, 5], cards=cards, landmarks={0: PORT, 1: ["harbor"]}, **BOTH)
    at.roll(4, 6).tell("stay", "exhibit tuna_boat")
    assert len(at.outcomes) == 36
    at.tell("2 3")
    assert (at.coins, at.city(0)) == ([15, 5], {"tuna_boat": 2})


def test_card_exhibit_hall_blue_copies_of_others_do_not_fire() -> None:
    cards = {0: {"exhibit_hall": 1, "mine": 1}, 1: {"mine": 1}}
    assert exhibition({}, "exhibit mine", cards=cards).coins == [10, 5]


# Soda Bottling Plant and Park.


def test_card_soda_bottling_plant_pays_1_per_cup_of_all_players_open_or_closed() -> None:
    at = town(
        3,
        coins=[0, 0, 0],
        cards={0: {"soda_bottling_plant": 2, "cafe": 1}, 1: {"cafe": 2, "bakery": 3}, 2: {"members_only_club": 1}},
        closed={1: {"cafe": 1}},
        landmarks={0: STATION},
        **ROW,
    )
    assert at.roll(5, 6).coins == [2 * 4, 0, 0]


@pytest.mark.parametrize(
    ("coins", "share"),
    [([7, 3, 0, 1], 3), ([4, 0, 0, 0], 1), ([5, 0, 0, 0], 2), ([0, 0, 0, 0], 0), ([8, 8, 8, 8], 8)],
)
@pytest.mark.parametrize("dice", [(5, 6), (6, 6)])
def test_card_park_shares_all_coins_rounded_up_by_the_bank(
    coins: list[int], share: int, dice: tuple[int, int]
) -> None:
    at = town(4, coins=coins, cards={0: {"park": 1}}, landmarks={0: STATION}, **ROW).roll(*dice)
    assert at.coins == [share] * 4
    assert at.story("redistribute") == [("redistribute", 0, share, 4 * share - sum(coins))]


def test_card_park_stored_coins_do_not_take_part() -> None:
    at = town(
        coins=[2, 6], cards={0: {"park": 1}, 1: {"tech_startup": 1}}, stored=[0, 9], landmarks={0: STATION}, **ROW
    )
    at.roll(5, 6)
    assert (at.coins, at.seen.stored) == ([4, 4], [0, 9])
