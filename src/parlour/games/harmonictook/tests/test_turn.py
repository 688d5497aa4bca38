"""Section 3: a turn, step by step."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.tests.positions import (
    COUNTED_LANDMARKS,
    STATION_BUILT,
    WITH_BOTH,
    WITH_HARBOR,
    WITH_ROW,
    position,
)
from parlour.kernel.state import NOT_ASKED


def test_s3_1_the_park_is_noted_before_the_roll() -> None:
    at = position(coins=[20, 0], cards={}, landmarks={0: ["train_station", "amusement_park"]})
    at.roll(2, 2).play_lines("pass")
    assert (at.active, at.state.turn) == (0, 2)


def test_s3_1_a_park_built_in_this_turn_brings_no_extra_turn() -> None:
    at = position(coins=[20, 0], cards={}, landmarks={0: STATION_BUILT})
    at.roll(2, 2).play_lines("build amusement_park")
    assert (at.active, at.state.turn) == (1, 2)


def test_s3_2_one_die_without_a_station_and_no_question() -> None:
    at = position(landmarks={1: STATION_BUILT})
    assert at.legal_answers == set()
    assert at.possible_outcomes == dict.fromkeys(["1", "2", "3", "4", "5", "6"], 1)


def test_s3_2_with_a_station_one_die_or_two() -> None:
    at = position(landmarks={0: STATION_BUILT})
    assert at.legal_answers == {"roll 1", "roll 2"}
    at.play_lines("roll 2")
    assert at.possible_outcomes == {f"{one} {two}": 1 for one in range(1, 7) for two in range(1, 7)}
    one = position(landmarks={0: STATION_BUILT}).play_lines("roll 1")
    assert len(one.possible_outcomes) == 6


def test_s3_2_the_choice_is_made_anew_each_turn() -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: STATION_BUILT, 1: STATION_BUILT})
    at.roll(3, 4).roll(5)
    assert (at.active, at.legal_answers) == (0, {"roll 1", "roll 2"})


def test_s3_3_the_tower_allows_one_more_roll() -> None:
    at = position(landmarks={0: ["train_station", "radio_tower"]}, cards={0: {"wheat_field": 1}}, coins=[0, 0])
    at.roll(4)
    assert at.legal_answers == {"keep", "reroll"}
    at.play_lines("reroll", "roll 1", "1")
    assert at.coins == [1, 0]
    assert at.legal_answers == {"pass", "buy wheat_field", "buy ranch", "buy bakery"}  # no third roll


def test_s3_3_keeping_the_roll() -> None:
    at = position(landmarks={0: ["radio_tower"]}, cards={0: {"wheat_field": 1}}, coins=[0, 0])
    at.roll(1).play_lines("keep")
    assert at.coins == [1, 0]


def test_s3_4_the_harbor_raises_ten_or_more_of_two_dice() -> None:
    at = position(
        landmarks={0: ["train_station", "harbor"]}, cards={0: {"farmers_market": 1, "ranch": 1}}, **WITH_HARBOR
    )
    at.roll(5, 5)
    assert at.legal_answers == {"stay", "raise"}
    assert at.play_lines("raise").view.total == 12


def test_s3_5_red_then_blue_then_green_then_purple() -> None:
    """One die shows 6 for a pack of overrides: every colour once."""
    at = position(
        coins=[9, 9],
        cards={0: {"forest": 1, "bakery": 1, "stadium": 1}, 1: {"cafe": 1}},
        card_overrides="forest.hits_on=6 bakery.hits_on=6 cafe.hits_on=6",
    )
    at.roll(6)
    activated = [fact[2] for fact in at.events("card_activates")]
    assert activated == ["cafe", "forest", "bakery", "stadium"]


def test_s3_6_city_hall_gives_a_coin_to_whoever_has_none() -> None:
    at = position(coins=[0, 0], cards={}, **WITH_HARBOR)
    at.roll(6)
    assert at.coins == [1, 0]
    assert at.events("city_hall") == [("city_hall", 0, 1)]


def test_s3_7_one_establishment_or_one_landmark() -> None:
    for line in ("buy mine", "build train_station"):
        at = position(coins=[30, 0], cards={})
        at.roll(6).play_lines(line)
        assert (at.active, at.state.turn) == (1, 2)


def test_s3_7_building_nothing() -> None:
    at = position(coins=[30, 0], cards={})
    at.roll(6).play_lines("pass")
    assert (at.active, at.coins, at.city(0)) == (1, [30, 0], {})


def test_s3_7_what_nobody_can_choose_is_not_asked() -> None:
    at = position(coins=[0, 0], cards={})
    at.roll(6)
    assert (at.active, at.state.turn) == (1, 2)
    assert at.events("pass") == [("pass", 0, 0)]


def test_s3_8_the_last_landmark_wins_at_once() -> None:
    at = position(coins=[22, 0], cards={}, landmarks={0: ["train_station", "shopping_mall", "amusement_park"]})
    at.roll(2, 2).play_lines("build radio_tower")
    assert at.state.over()
    assert at.view.winner == 0
    assert at.events()[-1] == ("win", 0, 1)
    assert at.legal_answers == set()


def test_s3_8_all_but_one_is_no_win() -> None:
    at = position(coins=[16, 0], cards={}, landmarks={0: ["train_station", "shopping_mall"]})
    at.roll(6).play_lines("build amusement_park")
    assert not at.state.over()
    assert at.view.winner == -1


def test_s3_9_the_airport_pays_whoever_built_nothing() -> None:
    at = position(coins=[5, 0], cards={}, landmarks={0: ["airport"]}, **WITH_HARBOR)
    at.roll(6).play_lines("pass")
    assert at.coins == [15, 0]
    at = position(coins=[5, 0], cards={}, landmarks={0: ["airport"]}, **WITH_HARBOR)
    at.roll(6).play_lines("buy wheat_field")
    assert at.coins == [4, 0]


def test_s3_10_a_coin_on_the_startup_after_building() -> None:
    at = position(coins=[5, 0], cards={0: {"tech_startup": 1}}, **WITH_ROW)
    at.roll(6).play_lines("buy wheat_field")
    assert at.legal_answers == {"hold", "invest"}
    at.play_lines("invest")
    assert (at.coins, at.view.stored) == ([3, 0], [1, 0])
    assert at.active == 1


def test_s3_10_with_the_airport_s_coins() -> None:
    """Step 9 comes before step 10."""
    at = position(coins=[0, 0], cards={0: {"tech_startup": 1}}, landmarks={0: ["airport"]}, offer={}, **WITH_BOTH)
    at.roll(6)  # city hall gives one, nothing can be bought
    assert at.coins == [11, 0]
    assert at.legal_answers == {"hold", "invest"}


def test_s3_11_a_double_brings_a_complete_new_turn() -> None:
    at = position(coins=[3, 3], cards={0: {"convenience_store": 1}}, landmarks={0: ["train_station", "amusement_park"]})
    at.roll(2, 2).play_lines("buy wheat_field")
    assert (at.active, at.legal_answers) == (0, {"roll 1", "roll 2"})
    assert at.events("doubles_bonus", "turn_start") == [
        ("turn_start", 0, 1, 0),
        ("doubles_bonus", 0),
        ("turn_start", 0, 2, 1),
    ]
    at.roll(1, 3).play_lines("buy wheat_field")
    assert (at.coins[0], at.active) == (3 + 3 - 1 + 3 - 1, 1)


def test_s3_11_there_is_no_limit_on_extra_turns() -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: ["train_station", "amusement_park"]})
    for _ in range(20):
        at.roll(6, 6)
    assert (at.active, at.state.turn) == (0, 21)
    at.roll(6, 5)
    assert (at.active, at.state.turn) == (1, 22)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s3_12_next_seat(seats: int) -> None:
    at = position(seats, coins=[0] * seats, cards={}, seat=seats - 1, offer={}, **WITH_HARBOR)
    at.roll(6)
    assert at.active == 0


def test_s3_12_after_an_extra_turn_too() -> None:
    at = position(3, coins=[0] * 3, cards={}, landmarks={1: ["train_station", "amusement_park"]}, seat=1)
    at.roll(3, 3).roll(3, 4)
    assert at.active == 2


def test_s3_the_goal_with_harbor_is_six_landmarks() -> None:
    for missing in COUNTED_LANDMARKS:
        rest = [name for name in COUNTED_LANDMARKS if name != missing]
        at = position(coins=[30, 0], cards={}, landmarks={0: rest}, **WITH_HARBOR)
        if missing != "train_station":
            at.play_lines("roll 1")
        at.play_lines("6")
        if missing != "radio_tower":
            at.play_lines("keep")
        at.play_lines(f"build {missing}")
        assert at.state.over(), missing
        assert at.view.winner == 0


def test_s3_all_decisions_are_the_active_player_s() -> None:
    at = position(3, coins=[9, 9, 9]).roll(6)
    for seat in (1, 2):
        assert at.state.refusal(seat, at.actions["pass"]) == NOT_ASKED
