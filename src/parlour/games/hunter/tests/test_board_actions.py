"""Section 5: what may be done on the own board, when (R24), and milestones."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.actions import EP_HIGHEST, HP_HIGHEST, NO_KATANA, NOT_NOW, TOO_FEW
from parlour.games.hunter.rules.state import AFTER, BEFORE, HUNTING, MILESTONES, OVERFLOW, SELECTION, STATION, STORE
from parlour.games.hunter.tests.sheets import Sheet, hunt, in_forest

BOARD = ("drink", "heal", "put beer", "put blood-bag", "raise ep", "raise hp", "trade", "attack die", "defense die")
EVERYTHING = ["beer"] * 5 + ["blood-bag"] * 5


def rich(**given: Any) -> Sheet:
    """A Katana that could do anything on its board."""
    usual: dict[str, Any] = {"items": {0: EVERYTHING}, "ep": {0: 2}, "hp": {0: 2}, "exp": {0: 15}, "dummies": "none"}
    return hunt(weapons=("Katana", "Bat"), **(usual | given))


def open_deeds(at: Sheet, seat: int = 0) -> set[str]:
    return at.answers(seat) & set(BOARD)


def test_s5_drinking() -> None:
    at = hunt(2, items={0: ["beer", "beer"]}, ep={0: 5}).tell(0, "drink")
    assert (at.of("ep")[0], at.items(0)) == (6, ["beer"])
    assert at.story() == [("drank", 0, 6, 6, 0)]
    assert "drink" not in at.answers(0)  # the maximum is reached


def test_s5_a_blood_bag() -> None:
    at = hunt(2, items={0: ["blood-bag", "blood-bag"]}, hp={0: 3}).tell(0, "heal")
    assert (at.of("hp")[0], at.items(0)) == (4, ["blood-bag"])
    assert at.story() == [("healed", 0, 4, 4)]
    assert "heal" not in at.answers(0)


def test_s5_four_beers_raise_the_maximum_of_ep() -> None:
    at = hunt(2, items={0: ["beer"] * 5}, ep={0: 3})
    for progress in (1, 2, 3):
        at.tell(0, "put beer")
        assert (at.of("ep_put")[0], at.of("ep_max")[0], at.of("ep")[0]) == (progress, 6, 3)
    at.tell(0, "put beer")
    assert (at.of("ep_put")[0], at.of("ep_max")[0], at.of("ep")[0]) == (0, 7, 4)
    assert at.items(0) == ["beer"]
    assert at.story("raised") == [("raised", 0, 0, 7)]


def test_s5_three_blood_bags_raise_the_maximum_of_hp() -> None:
    at = hunt(2, items={0: ["blood-bag"] * 4}, hp={0: 1})
    for progress in (1, 2):
        at.tell(0, "put blood-bag")
        assert (at.of("hp_put")[0], at.of("hp_max")[0], at.of("hp")[0]) == (progress, 4, 1)
    at.tell(0, "put blood-bag")
    assert (at.of("hp_put")[0], at.of("hp_max")[0], at.of("hp")[0]) == (0, 5, 2)
    assert at.story("raised") == [("raised", 0, 1, 5)]


def test_s5_progress_is_kept_from_round_to_round() -> None:
    at = hunt(2, dummies="none", items={0: ["beer", "blood-bag", "blood-bag"]})
    at.tell(0, "put beer", "put blood-bag", "put blood-bag")
    at.send("dojo bar", "plaza bar").leave_city()
    assert at.state.round == 2
    assert (at.of("ep_put")[0], at.of("hp_put")[0]) == (1, 2)


COSTS = {"Bat": 4, "Katana": 5, "Rifle": 6, "Plasma": 7, "Chain": 4, "Axe": 4, "Whip": 4, "Bow": 4, "Sword": 5}
COSTS |= {"Knife": 3, "Gloves": 4}  # 9.1


@pytest.mark.parametrize(("weapon", "cost"), COSTS.items())
def test_s5_an_attack_die_costs_what_the_weapon_says(weapon: str, cost: int) -> None:
    at = hunt(weapons=(weapon,), seats=2, exp={0: cost})
    at.tell(0, "attack die")
    assert (at.of("exp")[0], at.of("attack")[0]) == (0, 3)
    assert "attack die" not in hunt(weapons=(weapon,), seats=2, exp={0: cost - 1}).answers(0)
    assert "attack die" not in hunt(weapons=(weapon,), seats=2, exp={0: 15}, attack={0: 7}).answers(0)
    assert "attack die" in hunt(weapons=(weapon,), seats=2, exp={0: 15}, attack={0: 6}).answers(0)


def test_s5_a_defense_die_costs_3() -> None:
    at = hunt(2, exp={0: 7}).tell(0, "defense die", "defense die")
    assert (at.of("exp")[0], at.of("defense")[0]) == (1, 2)
    assert "defense die" not in at.answers(0)
    assert "defense die" not in hunt(2, exp={0: 15}, defense={0: 6}).answers(0)
    assert "defense die" in hunt(2, exp={0: 3}, defense={0: 5}).answers(0)


def test_r29_katana_power_1_trades_a_beer_for_a_blood_bag_without_limit() -> None:
    at = hunt(weapons=("Katana", "Bat"), items={0: ["beer", "grenade", "beer"], 1: ["beer"]})
    at.tell(0, "trade", "trade")
    assert at.items(0) == ["grenade", "blood-bag", "blood-bag"]
    assert at.refused(1, "trade") == NO_KATANA


def test_s9_3_the_trade_is_open_with_full_ep_and_hp() -> None:
    at = hunt(weapons=("Katana", "Bat"), items={0: ["beer"]})
    assert "trade" in at.answers(0)
    assert not {"drink", "heal"} & at.answers(0)


# When, R24.


def test_r24_all_in_the_selection() -> None:
    at = rich()
    assert at.phase == SELECTION
    assert open_deeds(at) == set(BOARD)


def test_r24_none_at_the_station() -> None:
    at = rich().send("station bar", "bar station")
    assert at.phase == STATION
    assert open_deeds(at) == set()
    assert {at.refused(0, deed) for deed in BOARD} == {int(NOT_NOW)}


def test_r24_all_in_the_store() -> None:
    at = rich().send("dojo bar", "bar station")
    assert at.phase == STORE
    assert open_deeds(at) == set(BOARD)


def test_r24_s8_3_the_overflow_knows_no_trade_and_no_dice() -> None:
    at = rich().send("dojo bar", "bar station").tell(1, "finish").tell(0, "finish")
    assert at.phase == OVERFLOW
    assert open_deeds(at) == {"drink", "heal", "put beer", "put blood-bag", "raise ep", "raise hp"}
    assert at.refused(0, "trade") == NOT_NOW


@pytest.mark.parametrize("phase", [HUNTING, BEFORE, AFTER])
def test_r24_only_remedies_before_and_in_a_fight(phase: int) -> None:
    at = in_forest(("Katana", "Bat"), items={0: EVERYTHING}, ep={0: 4}, hp={0: 2}, exp={0: 15})
    if phase != HUNTING:
        at.tell(0, "hunt level 1").deal("monster 1")
    if phase == AFTER:
        at.tell(0, "attack").deal("1 1")
    assert at.phase == phase
    assert open_deeds(at) == {"drink", "heal", "trade"}
    assert {at.refused(0, deed) for deed in ("put beer", "raise hp", "attack die", "defense die")} == {int(NOT_NOW)}


def test_r24_boards_are_one_s_own() -> None:
    at = hunt(2, items={0: ["beer"]}, ep=1).tell(0, "drink")
    assert at.of("ep") == [2, 1]


# R26, R55.


def test_r26_deposits_are_refused_at_10() -> None:
    at = hunt(2, items={0: EVERYTHING}, ep={0: 1}, ep_max={0: 10}, hp={0: 1}, hp_max={0: 10})
    for answer, reason in (
        ("put beer", EP_HIGHEST),
        ("raise ep", EP_HIGHEST),
        ("put blood-bag", HP_HIGHEST),
        ("raise hp", HP_HIGHEST),
    ):
        assert at.refused(0, answer) == reason
    assert {"drink", "heal"} <= at.answers(0)
    at = hunt(2, items={0: EVERYTHING}, ep_max={0: 9}, hp_max={0: 9})
    assert {"put beer", "raise ep", "put blood-bag", "raise hp"} <= at.answers(0)


@pytest.mark.parametrize("put", [0, 1, 2, 3])
def test_r55_raise_ep_puts_in_all_the_missing_beers(put: int) -> None:
    missing = 4 - put
    at = hunt(2, items={0: ["beer"] * (missing - 1)}, ep_put={0: put}, ep={0: 2})
    assert at.refused(0, "raise ep") == TOO_FEW
    at.carry(0, "beer", "bomb").tell(0, "raise ep")
    assert (at.items(0), at.of("ep_put")[0], at.of("ep_max")[0], at.of("ep")[0]) == (["bomb"], 0, 7, 3)
    assert at.story("put", "raised") == [("put", 0, 0, missing, 4), ("raised", 0, 0, 7)]


@pytest.mark.parametrize("put", [0, 1, 2])
def test_r55_raise_hp_puts_in_all_the_missing_blood_bags(put: int) -> None:
    missing = 3 - put
    at = hunt(2, items={0: ["blood-bag"] * (missing - 1)}, hp_put={0: put}, hp={0: 2})
    assert at.refused(0, "raise hp") == TOO_FEW
    at.carry(0, "blood-bag").tell(0, "raise hp")
    assert (at.items(0), at.of("hp_put")[0], at.of("hp_max")[0], at.of("hp")[0]) == ([], 0, 5, 3)


def test_r55_a_whole_upgrade_equals_its_parts() -> None:
    whole = hunt(2, items={0: EVERYTHING}, ep_put={0: 1}).tell(0, "raise ep", "raise hp")
    parts = hunt(2, items={0: EVERYTHING}, ep_put={0: 1}).tell(0, *["put beer"] * 3, *["put blood-bag"] * 3)
    assert whole.state.pack() == parts.state.pack()


def test_r55_in_the_overflow_it_may_use_more_than_the_excess() -> None:
    at = hunt(weapons=("Katana", "Bat"), dummies="none", items={0: ["beer"] * 5}, money=0, exp=0)
    at.send("dojo bar", "dojo bar").tell(0, "finish")
    assert (at.phase, at.state.used(0), at.state.capacity(0)) == (OVERFLOW, 5, 4)
    at.tell(0, "raise ep")
    assert at.items(0) == ["beer"]
    assert at.phase != OVERFLOW


# Milestones.


@pytest.mark.parametrize(("maximum", "points"), [(7, 0), (8, 2), (9, 0), (10, 4)])
@pytest.mark.parametrize(
    ("name", "answer", "item"), [("ep_max", "raise ep", "beer"), ("hp_max", "raise hp", "blood-bag")]
)
def test_s5_milestones(name: str, answer: str, item: str, maximum: int, points: int) -> None:
    column: dict[str, Any] = {name: {0: maximum - 1}}
    at = hunt(2, items={0: [item] * 4}, **column).tell(0, answer)
    assert at.of("score")[0] == points
    assert at.row("sources", 0)[MILESTONES] == points
    number = 0 if item == "beer" else 1
    assert at.story("milestone") == ([("milestone", 0, number, maximum, points)] if points else [])


def test_s5_four_milestones_are_12_points() -> None:
    at = hunt(2, items={0: ["beer"] * 16 + ["blood-bag"] * 18}).tell(0, *["raise ep"] * 4, *["raise hp"] * 6)
    assert (at.of("ep_max")[0], at.of("hp_max")[0], at.of("score")[0]) == (10, 10, 12)
    assert [fact[3:] for fact in at.story("milestone")] == [(8, 2), (10, 4), (8, 2), (10, 4)]


def test_s5_a_single_deposit_reaches_a_milestone_too() -> None:
    at = hunt(2, items={0: ["blood-bag"]}, hp_max={0: 7}, hp_put={0: 2}).tell(0, "put blood-bag")
    assert at.of("score")[0] == 2


# R56.


def test_r56_of_several_alike_the_last_one_leaves_first() -> None:
    at = hunt(2, items={0: ["beer", "bomb", "beer", "blood-bag", "beer"]}, ep={0: 1}, hp={0: 1})
    at.tell(0, "drink")
    assert at.items(0) == ["beer", "bomb", "beer", "blood-bag"]
    at.tell(0, "put beer")
    assert at.items(0) == ["beer", "bomb", "blood-bag"]
    at.tell(0, "heal").carry(0, "beer")
    assert at.items(0) == ["beer", "bomb", "beer"]


def test_r56_loot_is_beers_before_blood_bags() -> None:
    at = in_forest(("Bat", "Katana"), 4, items={0: ["grenade", "dynamite"]}).tell(0, "use dynamite")
    assert at.items(0) == ["grenade", "beer", "blood-bag"]
