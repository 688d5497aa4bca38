"""Section 6: market and building."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook.rules import actions as a
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    Position,
    make_pack,
    opening_position,
    pack_card,
    position,
)

LOW = {"wheat_field", "ranch", "bakery", "cafe", "convenience_store", "forest"}
HIGH = {
    *("cheese_factory", "furniture_factory", "mine", "family_restaurant", "apple_orchard", "farmers_market"),
}
PURPLE = {"stadium", "tv_station", "business_center"}
TEN = {
    *("wheat_field", "ranch", "bakery", "cafe", "convenience_store", "forest", "mine", "apple_orchard"),
    *("farmers_market", "stadium"),
}


def refusal_reason(at: Position, line: str) -> int:
    return int(at.state.refusal(at.active, at.actions[line]))


def test_s6_1_the_cost_goes_to_the_bank() -> None:
    at = position(coins=[9, 4], cards={})
    at.roll(6).play_lines("buy mine")
    assert (at.coins, at.city(0), at.market["mine"]) == ([3, 4], {"mine": 1}, 5)
    assert at.events("buy") == [("buy", 0, "mine", 6, 5)]


def test_s6_1_a_landmark_costs_its_price() -> None:
    at = position(coins=[9, 4], cards={})
    at.roll(6).play_lines("build train_station")
    assert (at.coins, at.built(0), at.built(1)) == ([5, 4], {"train_station"}, set())
    assert at.events("build") == [("build", 0, "train_station", 4, 1)]


def test_s6_1_only_what_can_be_paid() -> None:
    at = position(coins=[2, 0], cards={}).roll(6)
    cheap = {"wheat_field", "ranch", "bakery", "cafe", "convenience_store", "farmers_market"}
    assert at.legal_answers == {"pass", *(f"buy {name}" for name in cheap)}
    assert refusal_reason(at, "buy mine") == a.TOO_DEAR
    assert refusal_reason(at, "build train_station") == a.TOO_DEAR


def test_s6_1_at_most_one_copy_of_each_purple_card() -> None:
    at = position(coins=[50, 0], cards={0: {"stadium": 1}}).roll(1)
    assert "buy stadium" not in at.legal_answers
    assert {"buy tv_station", "buy business_center"} <= at.legal_answers
    assert refusal_reason(at, "buy stadium") == a.LIMIT_REACHED


def test_s6_1_other_cards_have_no_limit_but_the_supply() -> None:
    at = position(coins=[50, 0], cards={0: {"mine": 5}}, offer={"mine": 1}).roll(1).play_lines("buy mine")
    assert at.city(0) == {"mine": 6}
    at.roll(1).play_lines(*["pass"] if at.legal_answers else [])
    assert refusal_reason(at.roll(1), "buy mine") == a.SOLD_OUT


def test_s6_1_landmarks_are_personal_and_in_any_order() -> None:
    at = position(coins=[50, 50], cards={}, landmarks={0: ["radio_tower", "amusement_park"]})
    at.roll(1).play_lines("keep")
    built = {line for line in at.legal_answers if line.startswith("build")}
    assert built == {"build train_station", "build shopping_mall"}
    assert refusal_reason(at, "build radio_tower") == a.ALREADY_BUILT
    at.play_lines("pass").roll(1)
    assert {line for line in at.legal_answers if line.startswith("build")} == {
        *("build train_station", "build shopping_mall", "build amusement_park", "build radio_tower"),
    }


def test_s6_1_a_card_bought_this_turn_does_not_fire_on_this_roll() -> None:
    at = position(coins=[3, 3], cards={}).roll(1).play_lines("buy wheat_field")
    assert at.coins == [2, 3]
    at.roll(1)
    assert at.coins == [3, 3]


def test_s6_1_cards_of_sets_that_are_not_in_play_do_not_exist() -> None:
    at = position(coins=[50, 0], cards={}).roll(6)
    for line in ("buy sushi_bar", "buy park", "build harbor", "build airport", "build city_hall"):
        assert line not in at.legal_answers
        assert refusal_reason(at, line) == a.NOT_IN_PLAY


def test_s6_2_a_fixed_market_offers_all_until_they_run_out() -> None:
    at = position(coins=[50, 50], cards={}).roll(6)
    cards = {line.removeprefix("buy ") for line in at.legal_answers if line.startswith("buy ")}
    assert cards == LOW | HIGH | PURPLE
    for _ in range(6):
        at.play_lines("buy wheat_field").roll(6)
    assert "buy wheat_field" not in at.legal_answers
    assert "wheat_field" not in at.market
    assert at.events("market_refill") == []


# 6.3, the variable market.


def variable_market(seats: int = 2, **fields: Any) -> Position:
    """Ten piles of one card each, and a deck."""
    piles: dict[str, Any] = {
        "offer": dict.fromkeys(TEN, 1),
        "deck": {"mine": 2, "tv_station": 1},
        "cards": {},
        **fields,
    }
    return position(seats, coins=[50] * seats, market="variable", **piles)


def test_s6_3_1_one_deck_of_all_copies() -> None:
    at = opening_position(3, market="variable", **WITH_BOTH)
    purple = {*PURPLE, "publisher", "tax_office", "renovation_company", "tech_startup", "exhibit_hall", "park"}
    assert at.market == {}
    assert len(at.deck) == 39
    assert at.possible_outcomes == at.deck  # each card as likely as it has copies
    assert all(copies == (3 if name in purple else 6) for name, copies in at.deck.items())


def test_s6_3_2_cards_are_laid_out_until_ten_different_piles_lie_open() -> None:
    at = opening_position(2, market="variable")
    names = sorted(TEN)
    for name in names[:9]:
        at.play_lines(name, name)  # equal cards share a pile
        assert at.state.turn == 0
    at.play_lines(names[0], names[9])
    assert at.state.turn == 1
    assert at.market == {names[0]: 3, **dict.fromkeys(names[1:9], 2), names[9]: 1}
    assert at.possible_outcomes.keys() == {"1", "2", "3", "4", "5", "6"}
    assert at.deck["forest"] == 6 - at.market.get("forest", 0)


def test_s6_3_3_only_these_piles_can_be_bought_from() -> None:
    at = variable_market().roll(6)
    assert {line.removeprefix("buy ") for line in at.legal_answers if line.startswith("buy ")} == TEN
    assert refusal_reason(at, "buy tv_station") == a.FACE_DOWN
    assert refusal_reason(at, "buy business_center") == a.SOLD_OUT


def test_s6_3_4_an_empty_pile_is_replaced_and_matching_cards_go_on_their_pile() -> None:
    at = variable_market().roll(6).play_lines("buy ranch")
    assert at.possible_outcomes == {"mine": 2, "tv_station": 1}
    at.play_lines("mine")
    assert at.market["mine"] == 2
    assert at.possible_outcomes == {"mine": 1, "tv_station": 1}
    at.play_lines("tv_station")
    assert at.market == {**dict.fromkeys(TEN - {"ranch"}, 1), "mine": 2, "tv_station": 1}
    assert (at.active, at.deck) == (1, {"mine": 1})
    assert at.events("market_refill") == [("market_refill", "mine", 9, 2), ("market_refill", "tv_station", 10, 1)]


def test_s6_3_4_a_pile_that_is_not_empty_is_not_replaced() -> None:
    at = variable_market(offer={**dict.fromkeys(TEN, 1), "ranch": 2}).roll(6).play_lines("buy ranch")
    assert (at.active, at.deck) == (1, {"mine": 2, "tv_station": 1})


def test_s6_3_4_a_landmark_empties_no_pile() -> None:
    at = variable_market().roll(6).play_lines("build train_station")
    assert (at.active, at.deck) == (1, {"mine": 2, "tv_station": 1})


def test_s6_3_5_an_empty_deck_refills_nothing() -> None:
    at = variable_market(deck={}).roll(6).play_lines("buy ranch")
    assert (at.active, len(at.market)) == (1, 9)
    at = variable_market(deck={"mine": 1}).roll(6).play_lines("buy ranch", "mine")
    assert (at.active, len(at.market), at.deck) == (1, 9, {})


def exhibit_hall_position(offer: dict[str, int], **fields: Any) -> Position:
    at = variable_market(
        offer=offer,
        cards={0: {"exhibit_hall": 1, "wheat_field": 1}},
        landmarks={0: STATION_BUILT},
        deck={"vineyard": 3},
        **WITH_ROW,
        **fields,
    )
    return at.roll(4, 6).play_lines("exhibit wheat_field")


def test_s6_3_6_a_returned_card_forms_an_eleventh_pile_and_no_card_is_drawn_for_it() -> None:
    at = exhibit_hall_position(dict.fromkeys(TEN, 1))
    assert at.market == dict.fromkeys([*TEN, "exhibit_hall"], 1)
    at.play_lines("buy ranch")  # ten piles are left
    assert (at.active, len(at.market), at.deck) == (1, 10, {"vineyard": 3})


def test_s6_3_6_a_returned_card_joins_its_pile() -> None:
    nine = [name for name in TEN if name != "ranch"]
    at = exhibit_hall_position({**dict.fromkeys(nine, 1), "exhibit_hall": 1})
    assert at.market == {**dict.fromkeys(nine, 1), "exhibit_hall": 2}
    at.play_lines("buy mine")
    assert at.possible_outcomes == {"vineyard": 3}


def test_s6_3_6_the_returned_hall_may_be_bought_at_once() -> None:
    at = exhibit_hall_position(dict.fromkeys(TEN, 1)).play_lines("buy exhibit_hall")
    assert at.city(0) == {"exhibit_hall": 1, "wheat_field": 1}
    assert (at.active, len(at.market)) == (1, 10)


def test_s6_3_7_a_pile_that_nobody_may_buy_is_removed_and_replaced() -> None:
    at = variable_market(offer={**dict.fromkeys(TEN, 1), "stadium": 3}, cards={1: {"stadium": 1}})
    at.roll(1).play_lines("buy stadium")
    assert "stadium" not in at.market
    assert at.events("removed") == [("removed", "stadium", 2)]
    assert at.possible_outcomes == {"mine": 2, "tv_station": 1}


def test_s6_3_7_a_useless_card_that_is_drawn_is_removed_too() -> None:
    both = {0: {"tv_station": 1}, 1: {"tv_station": 1}}
    at = variable_market(cards=both).roll(1).play_lines("buy ranch", "tv_station")
    assert "tv_station" not in at.market
    assert at.possible_outcomes == {"mine": 2}


def test_s6_3_7_with_one_purple_card_a_player_no_pile_is_removed() -> None:
    at = variable_market(cards={1: {"stadium": 1}}).roll(1).play_lines("buy stadium", "tv_station")
    assert at.events("removed") == []


# 6.4, the hybrid market.


def test_s6_4_three_decks_and_five_five_two_piles() -> None:
    at = opening_position(2, market="hybrid")
    assert set(at.possible_outcomes) == LOW
    at.play_lines("wheat_field", "wheat_field", "ranch", "bakery", "cafe", "forest")
    assert set(at.possible_outcomes) == HIGH
    at.play_lines("mine", "cheese_factory", "furniture_factory", "mine", "family_restaurant", "apple_orchard")
    assert at.possible_outcomes == dict.fromkeys(PURPLE, 2)
    at.play_lines("stadium", "stadium", "tv_station")
    assert (at.state.turn, len(at.market)) == (1, 12)


@pytest.mark.parametrize(
    ("names", "deck"),
    [
        ({"loan_office", "general_store", "corn_field", "sushi_bar", "flower_shop"}, 0),
        ({"moving_company", "winery", "tuna_boat", "members_only_club", "pizza_joint", "mackerel_boat"}, 1),
        ({"tax_office", "publisher", "park", "tech_startup", "exhibit_hall", "renovation_company"}, 2),
    ],
)
def test_s6_4_the_lowest_number_decides_the_deck(names: set[str], deck: int) -> None:
    at = opening_position(2, market="hybrid", hybrid_sizes="1,1,1", **WITH_BOTH)
    for _ in range(deck):
        at.play_lines(next(iter(at.possible_outcomes)))
    assert names <= set(at.possible_outcomes)


def hybrid_market(deck: dict[str, int]) -> Position:
    """Five, five and two piles of one card each."""
    low, high = LOW - {"wheat_field"}, HIGH - {"farmers_market"}
    offer = dict.fromkeys([*low, *high, "stadium", "tv_station"], 1)
    return position(coins=[50, 50], cards={}, offer=offer, deck=deck, market="hybrid")


@pytest.mark.parametrize(
    ("bought", "drawn"), [("bakery", "wheat_field"), ("mine", "farmers_market"), ("stadium", "business_center")]
)
def test_s6_4_each_deck_refills_its_own_piles(bought: str, drawn: str) -> None:
    at = hybrid_market({"farmers_market": 2, "wheat_field": 1, "business_center": 2})
    at.roll(1).play_lines(f"buy {bought}")
    assert set(at.possible_outcomes) == {drawn}
    at.play_lines(drawn)
    assert (at.active, len(at.market)) == (1, 12)


def test_s6_4_an_empty_deck_is_not_helped_by_the_others() -> None:
    at = hybrid_market({"farmers_market": 2, "wheat_field": 1}).roll(1).play_lines("buy stadium")
    assert (at.active, len(at.market)) == (1, 11)


def test_s6_4_a_four_four_two_layout_is_also_played() -> None:
    at = opening_position(2, market="hybrid", hybrid_sizes="4,4,2")
    while at.state.turn == 0:
        at.play_lines(next(name for name in at.possible_outcomes if name not in at.market))
    names = set(at.market)
    assert [len(names & kind) for kind in (LOW, HIGH, PURPLE)] == [4, 4, 2]


def test_s6_3_7_removal_also_happens_with_limits_of_a_pack() -> None:
    """A green card of which a player may own two."""
    lane = pack_card("lane", "QL", "green", [1], {"kind": "bank_income", "amount": 1}, max_per_player=2, supply=5)
    at = variable_market(
        offer={**dict.fromkeys(TEN - {"mine"}, 1), "lane": 3},
        cards={0: {"lane": 1}, 1: {"lane": 2}},
        pack=make_pack([lane]),
    )
    at.roll(6).play_lines("buy lane")
    assert at.events("removed") == [("removed", "lane", 2)]


def test_s6_1_harbor_s_landmarks_can_be_built_with_harbor_only() -> None:
    at = position(coins=[50, 0], cards={}, **WITH_HARBOR).roll(6)
    assert {"build harbor", "build airport"} <= at.legal_answers
    assert refusal_reason(at, "build city_hall") == a.ALREADY_BUILT
