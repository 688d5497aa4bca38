"""Section 11: house rules, each with its effect."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.harmonictook import GAME
from parlour.games.harmonictook.tests.positions import (
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    make_pack,
    opening_position,
    pack_card,
    position,
)
from parlour.kernel.game import prepare_options
from parlour.kernel.options import Value, describe_option
from parlour.kernel.problem import Problem

FIXED: dict[str, Any] = {"market": "fixed"}


def refusal_of_options(seats: int = 2, **options: Value) -> str:
    with pytest.raises(Problem) as found:
        prepare_options(GAME, seats, options)
    return str(found.value)


def test_r13_the_purple_swap_is_among_the_first_options_and_in_words() -> None:
    first = [describe_option(option) for option in GAME.options[:3]]
    assert first[2]["name"] == "bc_swap_purple"
    assert first[2]["label"] == "Business Center swaps purple cards"
    assert "label" not in first[0]


@pytest.mark.parametrize("coins", [0, 3, 17, 50])
def test_s11_starting_coins(coins: int) -> None:
    assert opening_position(3, starting_coins=coins).coins == [coins] * 3


def test_s11_starting_coins_are_three_and_from_0_to_50() -> None:
    assert opening_position(2).coins == [3, 3]
    assert "starting_coins" in refusal_of_options(starting_coins=51)
    assert "starting_coins" in refusal_of_options(starting_coins=-1)


@pytest.mark.parametrize("copies", [1, 4, 12])
def test_s11_supply_per_card(copies: int) -> None:
    offer = opening_position(2, supply_per_card=copies, **FIXED, **WITH_BOTH).market
    assert {offer["mine"], offer["tuna_boat"], offer["winery"], offer["wheat_field"]} == {copies}
    assert offer["stadium"] == 2
    assert "supply_per_card" in refusal_of_options(supply_per_card=0)
    assert "supply_per_card" in refusal_of_options(supply_per_card=13)


def test_s11_supply_per_card_leaves_a_pack_s_own_numbers_alone() -> None:
    pack = make_pack([
        pack_card("lane", "QL", "green", [1], {"kind": "bank_income", "amount": 1}, supply=3),
        pack_card("hall", "QH", "purple", [1], {"kind": "take_from_each", "amount": 1}, supply=6),
    ])  # fmt: skip
    offer = opening_position(2, pack, supply_per_card=4).market
    assert offer["lane"] == 3
    assert offer["hall"] == 6  # it is purple


def test_s11_supply_per_card_in_a_deck() -> None:
    assert opening_position(2, supply_per_card=2, market="variable").deck["mine"] == 2


@pytest.mark.parametrize(("number", "copies"), [(0, 3), (1, 1), (7, 7)])
def test_s11_purple_supply_is_the_players_or_a_fixed_number(number: int, copies: int) -> None:
    offer = opening_position(3, purple_supply=number, **FIXED, **WITH_BOTH).market
    assert {offer[name] for name in ("stadium", "publisher", "park", "exhibit_hall")} == {copies}
    assert offer["mine"] == 6


def test_s11_market() -> None:
    assert len(opening_position(2, market="fixed", **WITH_BOTH).market) == 39
    assert opening_position(2, market="variable").market == {}
    assert opening_position(2, market="hybrid").market == {}
    assert len(opening_position(2).market) == 15
    assert opening_position(2, **WITH_ROW).market == {}
    assert "market" in refusal_of_options(market="closed")


@pytest.mark.parametrize("size", [5, 8, 20])
def test_s11_market_size(size: int) -> None:
    at = opening_position(2, market="variable", market_size=size, **WITH_BOTH)
    while at.state.turn == 0:
        at.play_lines(next(name for name in at.possible_outcomes if name not in at.market))
    assert len(at.market) == size
    assert "market_size" in refusal_of_options(market_size=4)
    assert "market_size" in refusal_of_options(market_size=21)


def test_s11_hybrid_sizes() -> None:
    at = opening_position(2, market="hybrid", hybrid_sizes="2,3,1", **WITH_BOTH)
    while at.state.turn == 0:
        at.play_lines(next(name for name in at.possible_outcomes if name not in at.market))
    assert len(at.market) == 6
    for wrong in ("5,5", "5,5,two", "5,5,2,1", "0,5,2", "5,5,99"):
        assert "hybrid_sizes" in refusal_of_options(hybrid_sizes=wrong)


def test_s11_random_first_player() -> None:
    for seat in range(3):
        at = opening_position(3, random_first_player=True)
        assert at.possible_outcomes == {"seat 1": 1, "seat 2": 1, "seat 3": 1}
        at.play_lines(f"seat {seat + 1}")
        assert (at.active, at.state.turn) == (seat, 1)
        assert at.events("first_player") == [("first_player", seat)]
    assert opening_position(3).active == 0


def test_s11_random_first_player_comes_after_the_market() -> None:
    at = opening_position(2, random_first_player=True, market="variable", market_size=5)
    while at.state.outcomes > 2:
        at.play_lines(next(iter(at.possible_outcomes)))
    assert (len(at.market), set(at.possible_outcomes)) == (5, {"seat 1", "seat 2"})


@pytest.mark.parametrize(("purple", "answers"), [(True, {"take stadium", "take mine"}), (False, {"take mine"})])
def test_s11_bc_swap_purple(purple: bool, answers: set[str]) -> None:
    cities = {0: {"business_center": 1, "ranch": 1}, 1: {"stadium": 1, "mine": 1}}
    at = position(coins=[0, 0], cards=cities, bc_swap_purple=purple).roll(6).play_lines("seat 2")
    assert at.legal_answers == {"decline", *answers}
    assert ("give business_center" in at.play_lines("take mine").legal_answers) == purple


@pytest.mark.parametrize("coins", [0, 5, 20])
def test_s11_bc_decline_coins(coins: int) -> None:
    cities = {0: {"business_center": 1, "ranch": 1}, 1: {"mine": 1}}
    at = position(coins=[0, 0], cards=cities, bc_decline_coins=coins).roll(6).play_lines("decline")
    assert at.coins == [coins, 0]
    assert at.events("swap_declined") == [("swap_declined", 0, coins)]


def test_s11_use_exhibit_hall() -> None:
    assert "exhibit_hall" in opening_position(2, **FIXED, **WITH_ROW).market
    at = opening_position(2, use_exhibit_hall=False, **FIXED, **WITH_ROW)
    assert len(at.market) == 28
    assert "exhibit_hall" not in at.market


@pytest.mark.parametrize("wanted", [1, 2, 3])
def test_s11_landmarks_to_win(wanted: int) -> None:
    names = ["radio_tower", "train_station", "amusement_park"]
    at = position(coins=[50, 0], cards={}, landmarks={0: names[: wanted - 1]}, landmarks_to_win=wanted)
    assert at.view.goal == wanted
    if wanted > 2:
        at.play_lines("roll 1")
    at.play_lines("5")
    if wanted > 1:
        at.play_lines("keep")
    at.play_lines("build shopping_mall")
    assert at.view.winner == 0


def test_s11_landmarks_to_win_is_at_most_all_and_city_hall_does_not_help() -> None:
    assert "landmarks_to_win" in refusal_of_options(landmarks_to_win=5)
    assert opening_position(2, landmarks_to_win=6, **WITH_HARBOR).view.goal == 6
    assert "landmarks_to_win" in refusal_of_options(landmarks_to_win=7, **WITH_HARBOR)
    at = position(coins=[50, 0], cards={}, landmarks_to_win=2, **WITH_HARBOR).roll(1).play_lines("build harbor")
    assert not at.state.over()


def test_s11_max_turns() -> None:
    at = position(coins=[0, 0], cards={}, max_turns=12)
    for _ in range(12):
        at.roll(1)
    assert at.state.over()
    assert at.events()[-1] == ("stopped", 12)
    assert "max_turns" in refusal_of_options(max_turns=9)


def test_s11_card_overrides_cost() -> None:
    at = (
        position(coins=[2, 0], cards={}, card_overrides="sushi_bar.cost=2", **WITH_HARBOR)
        .roll(6)
        .play_lines("buy sushi_bar")
    )
    assert at.coins == [0, 0]
    assert (
        position(
            coins=[0, 0], cards={0: {"sushi_bar": 1}}, card_overrides="sushi_bar.cost=2", **WITH_HARBOR
        ).view.scores[0]
        == 4
    )


def test_s11_card_overrides_numbers() -> None:
    for total, coins in ((8, 5), (9, 5), (10, 0)):
        at = position(
            coins=[0, 0], cards={1: {"mine": 1}}, landmarks={0: STATION_BUILT}, card_overrides="mine.hits_on=8,9"
        )
        assert at.roll(4, total - 4).coins[1] == coins


def test_s11_card_overrides_supply_starting_cards_and_amount() -> None:
    at = opening_position(2, card_overrides="mine.supply=2 mine.starting=1 wheat_field.effect.amount=4")
    assert (at.market["mine"], at.city(0)["mine"]) == (2, 1)
    assert at.roll(1).coins == [3 + 4, 3 + 4]


def test_s11_card_overrides_of_a_landmark() -> None:
    at = (
        position(coins=[3, 0], cards={}, card_overrides="train_station.cost=3")
        .roll(6)
        .play_lines("build train_station")
    )
    assert at.coins == [0, 0]


def test_s11_card_overrides_of_the_mall_and_the_loan() -> None:
    at = position(
        coins=[0, 0],
        cards={0: {"bakery": 1}},
        landmarks={0: ["shopping_mall"]},
        card_overrides="shopping_mall.effect.amount=3",
    )
    assert at.roll(2).coins == [4, 0]


def test_s11_card_overrides_of_cards_that_are_not_there() -> None:
    assert "sushi_bar" in refusal_of_options(card_overrides="sushi_bar.cost=2")
    assert "mime" in refusal_of_options(card_overrides="mime.cost=2")
    assert "card_overrides" in refusal_of_options(card_overrides="mine.colour=red")


def test_s11_all_options_are_stored_with_the_match() -> None:
    names = {
        *("starting_coins", "supply_per_card", "purple_supply", "market", "market_size", "hybrid_sizes"),
        *("random_first_player", "bc_swap_purple", "bc_decline_coins", "use_exhibit_hall", "landmarks_to_win"),
        *("max_turns", "card_overrides", "harbor", "millionaires_row", "cards"),
    }
    assert {option.name for option in GAME.options} == names
    settled = prepare_options(GAME, 2, {})
    defaults = {
        "starting_coins": 3,
        "supply_per_card": 6,
        "market_size": 10,
        "hybrid_sizes": "5,5,2",
        "max_turns": 2000,
    }
    assert {name: settled[name] for name in defaults} == defaults
    assert (settled["bc_swap_purple"], settled["use_exhibit_hall"], settled["random_first_player"]) == (
        True,
        True,
        False,
    )
