"""Section 4: dice."""

from __future__ import annotations

import pytest

from parlour.games.harmonictook.tests.positions import STATION_BUILT, WITH_BOTH, WITH_HARBOR, position

PARK = ["train_station", "amusement_park"]


@pytest.mark.parametrize("face", range(1, 7))
def test_s4_one_die_has_totals_1_to_6(face: int) -> None:
    at = position(coins=[9, 9], cards={}).roll(face)
    assert (at.view.total, at.view.dice) == (face, [face])


def test_s4_two_dice_have_totals_2_to_12_and_only_the_sum_counts() -> None:
    sums: dict[int, int] = {}
    for one in range(1, 7):
        for two in range(1, 7):
            at = position(coins=[0, 9], cards={0: {"cheese_factory": 1, "ranch": 1}}, landmarks={0: STATION_BUILT})
            at.roll(one, two)
            total = int(at.events("roll")[0][4])  # type: ignore[call-overload]
            sums[total] = sums.get(total, 0) + 1
            assert at.coins[0] == {7: 3, 2: 1}.get(one + two, 0)
    assert sums == {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}


def test_s4_with_harbor_up_to_14() -> None:
    for dice, total in (((5, 5), 12), ((4, 6), 12), ((5, 6), 13), ((6, 6), 14)):
        at = position(coins=[9, 9], landmarks={0: ["train_station", "harbor"]}, cards={}, **WITH_HARBOR)
        at.roll(*dice).play_lines("raise")
        assert at.view.total == total
        assert at.events("add_to_roll") == [("add_to_roll", 0, 2, total)]


@pytest.mark.parametrize(("dice", "again"), [((3, 3), True), ((1, 5), False), ((6,), False), ((1, 1), True)])
def test_s4_a_double_needs_two_dice_with_the_same_face(dice: tuple[int, ...], again: bool) -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: PARK}).roll(*dice)
    assert (at.active == 0) == again


@pytest.mark.parametrize("answer", ["raise", "stay"])
@pytest.mark.parametrize(("dice", "again"), [((5, 5), True), ((4, 6), False), ((6, 6), True), ((5, 6), False)])
def test_s4_adding_2_does_not_make_or_break_a_double(dice: tuple[int, int], again: bool, answer: str) -> None:
    at = position(coins=[0, 0], cards={}, landmarks={0: [*PARK, "harbor"]}, offer={}, **WITH_HARBOR)
    at.roll(*dice).play_lines(answer)
    assert (at.active == 0) == again


def test_s4_a_re_roll_replaces_the_first_result_and_its_double() -> None:
    for first, second, again in (((3, 3), (3, 4), False), ((3, 4), (3, 3), True)):
        at = position(coins=[0, 0], cards={0: {"cheese_factory": 1}}, landmarks={0: [*PARK, "radio_tower"]})
        at.roll(*first).play_lines("reroll").roll(*second)
        assert (at.active == 0) == again
        assert at.events("roll", "reroll") == [
            ("roll", 0, *first, sum(first)),
            ("reroll", 0, *second, sum(second)),
        ]


def test_s4_the_first_result_fires_nothing() -> None:
    at = position(coins=[5, 0], cards={0: {"ranch": 1}, 1: {"cafe": 1}}, landmarks={0: ["radio_tower"]})
    at.roll(3)
    assert at.coins == [5, 0]
    at.play_lines("reroll", "2")
    assert at.coins == [6, 0]


def test_s4_the_tuna_roll_is_separate() -> None:
    """It fires nothing, is no double, cannot be re-rolled or raised."""
    at = position(
        coins=[0, 0],
        cards={0: {"tuna_boat": 1, "forest": 1, "soda_bottling_plant": 1}},
        landmarks={0: [*PARK, "harbor", "radio_tower"]},
        offer={},
        **WITH_BOTH,
    )
    at.roll(5, 6).play_lines("keep", "raise")
    assert len(at.possible_outcomes) == 36
    at.play_lines("5 5")
    assert at.coins == [10, 0]
    at.play_lines("pass")
    assert at.active == 1  # 5 and 6 are no double
    assert at.events("extra_roll") == [("extra_roll", 0, 5, 5, "tuna_boat")]


def test_s4_the_view_promises_another_turn_only_after_a_double() -> None:
    at = position(coins=[9, 9], cards={}, landmarks={0: PARK})
    assert not at.view.extra
    assert at.roll(2, 2).view.extra
    assert not position(coins=[9, 9], cards={}, landmarks={0: PARK}).roll(2, 3).view.extra
    assert not position(coins=[9, 9], cards={}, landmarks={0: STATION_BUILT}).roll(2, 2).view.extra
