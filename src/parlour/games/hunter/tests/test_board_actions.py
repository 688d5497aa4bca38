"""Section 5: board actions, when they are allowed (R24), and milestones."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.actions import EP_HIGHEST, HP_HIGHEST, NO_KATANA, NOT_NOW, TOO_FEW
from parlour.games.hunter.rules.state import (
    AFTER,
    BEFORE,
    HUNTING,
    MILESTONE_POINTS,
    OVERFLOW,
    SELECTION,
    STATION,
    STORE,
)
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position

BOARD_ACTIONS = (
    "drink",
    "heal",
    "put beer",
    "put blood-bag",
    "raise ep",
    "raise hp",
    "trade",
    "attack die",
    "defense die",
)
EVERYTHING = ["beer"] * 5 + ["blood-bag"] * 5


def rich_position(**given: Any) -> Position:
    """A Katana with every board action open."""
    usual: dict[str, Any] = {"items": {0: EVERYTHING}, "ep": {0: 2}, "hp": {0: 2}, "exp": {0: 15}, "dummies": "none"}
    return selection_position(weapons=("Katana", "Bat"), **(usual | given))


def open_board_actions(at: Position, seat: int = 0) -> set[str]:
    return at.legal_answers(seat) & set(BOARD_ACTIONS)


def test_s5_drinking() -> None:
    at = selection_position(2, items={0: ["beer", "beer"]}, ep={0: 5}).answer(0, "drink")
    assert (at.column("ep")[0], at.items_of(0)) == (6, ["beer"])
    assert at.events() == [("drank", 0, 6, 6, 0)]
    assert "drink" not in at.legal_answers(0)  # the maximum is reached


def test_s5_a_blood_bag() -> None:
    at = selection_position(2, items={0: ["blood-bag", "blood-bag"]}, hp={0: 3}).answer(0, "heal")
    assert (at.column("hp")[0], at.items_of(0)) == (4, ["blood-bag"])
    assert at.events() == [("healed", 0, 4, 4)]
    assert "heal" not in at.legal_answers(0)


def test_s5_four_beers_raise_the_maximum_of_ep() -> None:
    at = selection_position(2, items={0: ["beer"] * 5}, ep={0: 3})
    for progress in (1, 2, 3):
        at.answer(0, "put beer")
        assert (at.column("ep_put")[0], at.column("ep_max")[0], at.column("ep")[0]) == (progress, 6, 3)
    at.answer(0, "put beer")
    assert (at.column("ep_put")[0], at.column("ep_max")[0], at.column("ep")[0]) == (0, 7, 4)
    assert at.items_of(0) == ["beer"]
    assert at.events("raised") == [("raised", 0, 0, 7)]


def test_s5_three_blood_bags_raise_the_maximum_of_hp() -> None:
    at = selection_position(2, items={0: ["blood-bag"] * 4}, hp={0: 1})
    for progress in (1, 2):
        at.answer(0, "put blood-bag")
        assert (at.column("hp_put")[0], at.column("hp_max")[0], at.column("hp")[0]) == (progress, 4, 1)
    at.answer(0, "put blood-bag")
    assert (at.column("hp_put")[0], at.column("hp_max")[0], at.column("hp")[0]) == (0, 5, 2)
    assert at.events("raised") == [("raised", 0, 1, 5)]


def test_s5_progress_is_kept_from_round_to_round() -> None:
    at = selection_position(2, dummies="none", items={0: ["beer", "blood-bag", "blood-bag"]})
    at.answer(0, "put beer", "put blood-bag", "put blood-bag")
    at.send_tokens("dojo bar", "plaza bar").skip_city()
    assert at.state.round == 2
    assert (at.column("ep_put")[0], at.column("hp_put")[0]) == (1, 2)


COSTS = {"Bat": 4, "Katana": 5, "Rifle": 6, "Plasma": 7, "Chain": 4, "Axe": 4, "Whip": 4, "Bow": 4, "Sword": 5}
COSTS |= {"Knife": 3, "Gloves": 4}  # 9.1


@pytest.mark.parametrize(("weapon", "cost"), COSTS.items())
def test_s5_an_attack_die_costs_what_the_weapon_says(weapon: str, cost: int) -> None:
    at = selection_position(weapons=(weapon,), seats=2, exp={0: cost})
    at.answer(0, "attack die")
    assert (at.column("exp")[0], at.column("attack")[0]) == (0, 3)
    assert "attack die" not in selection_position(weapons=(weapon,), seats=2, exp={0: cost - 1}).legal_answers(0)
    assert "attack die" not in selection_position(weapons=(weapon,), seats=2, exp={0: 15}, attack={0: 7}).legal_answers(
        0
    )
    assert "attack die" in selection_position(weapons=(weapon,), seats=2, exp={0: 15}, attack={0: 6}).legal_answers(0)


def test_s5_a_defense_die_costs_3() -> None:
    at = selection_position(2, exp={0: 7}).answer(0, "defense die", "defense die")
    assert (at.column("exp")[0], at.column("defense")[0]) == (1, 2)
    assert "defense die" not in at.legal_answers(0)
    assert "defense die" not in selection_position(2, exp={0: 15}, defense={0: 6}).legal_answers(0)
    assert "defense die" in selection_position(2, exp={0: 3}, defense={0: 5}).legal_answers(0)


def test_r29_katana_power_1_trades_a_beer_for_a_blood_bag_without_limit() -> None:
    at = selection_position(weapons=("Katana", "Bat"), items={0: ["beer", "grenade", "beer"], 1: ["beer"]})
    at.answer(0, "trade", "trade")
    assert at.items_of(0) == ["grenade", "blood-bag", "blood-bag"]
    assert at.refusal_reason(1, "trade") == NO_KATANA


def test_s9_3_the_trade_is_open_with_full_ep_and_hp() -> None:
    at = selection_position(weapons=("Katana", "Bat"), items={0: ["beer"]})
    assert "trade" in at.legal_answers(0)
    assert not {"drink", "heal"} & at.legal_answers(0)


# When, R24.


def test_r24_all_in_the_selection() -> None:
    at = rich_position()
    assert at.phase == SELECTION
    assert open_board_actions(at) == set(BOARD_ACTIONS)


def test_r24_none_at_the_station() -> None:
    at = rich_position().send_tokens("station bar", "bar station")
    assert at.phase == STATION
    assert open_board_actions(at) == set()
    assert {at.refusal_reason(0, action) for action in BOARD_ACTIONS} == {int(NOT_NOW)}


def test_r24_all_in_the_store() -> None:
    at = rich_position().send_tokens("dojo bar", "bar station")
    assert at.phase == STORE
    assert open_board_actions(at) == set(BOARD_ACTIONS)


def test_r24_s8_3_the_overflow_knows_no_trade_and_no_dice() -> None:
    at = rich_position().send_tokens("dojo bar", "bar station").answer(1, "finish").answer(0, "finish")
    assert at.phase == OVERFLOW
    assert open_board_actions(at) == {"drink", "heal", "put beer", "put blood-bag", "raise ep", "raise hp"}
    assert at.refusal_reason(0, "trade") == NOT_NOW


@pytest.mark.parametrize("phase", [HUNTING, BEFORE, AFTER])
def test_r24_only_remedies_before_and_in_a_fight(phase: int) -> None:
    at = forest_position(("Katana", "Bat"), items={0: EVERYTHING}, ep={0: 4}, hp={0: 2}, exp={0: 15})
    if phase != HUNTING:
        at.answer(0, "hunt level 1").deal("monster 1")
    if phase == AFTER:
        at.answer(0, "attack").deal("1 1")
    assert at.phase == phase
    assert open_board_actions(at) == {"drink", "heal", "trade"}
    assert {at.refusal_reason(0, action) for action in ("put beer", "raise hp", "attack die", "defense die")} == {
        int(NOT_NOW)
    }


def test_r24_boards_are_one_s_own() -> None:
    at = selection_position(2, items={0: ["beer"]}, ep=1).answer(0, "drink")
    assert at.column("ep") == [2, 1]


# R26, R55.


def test_r26_deposits_are_refused_at_10() -> None:
    at = selection_position(2, items={0: EVERYTHING}, ep={0: 1}, ep_max={0: 10}, hp={0: 1}, hp_max={0: 10})
    for answer, reason in (
        ("put beer", EP_HIGHEST),
        ("raise ep", EP_HIGHEST),
        ("put blood-bag", HP_HIGHEST),
        ("raise hp", HP_HIGHEST),
    ):
        assert at.refusal_reason(0, answer) == reason
    assert {"drink", "heal"} <= at.legal_answers(0)
    at = selection_position(2, items={0: EVERYTHING}, ep_max={0: 9}, hp_max={0: 9})
    assert {"put beer", "raise ep", "put blood-bag", "raise hp"} <= at.legal_answers(0)


@pytest.mark.parametrize("put", [0, 1, 2, 3])
def test_r55_raise_ep_puts_in_all_the_missing_beers(put: int) -> None:
    missing = 4 - put
    at = selection_position(2, items={0: ["beer"] * (missing - 1)}, ep_put={0: put}, ep={0: 2})
    assert at.refusal_reason(0, "raise ep") == TOO_FEW
    at.give_items(0, "beer", "bomb").answer(0, "raise ep")
    assert (at.items_of(0), at.column("ep_put")[0], at.column("ep_max")[0], at.column("ep")[0]) == (["bomb"], 0, 7, 3)
    assert at.events("put", "raised") == [("put", 0, 0, missing, 4), ("raised", 0, 0, 7)]


@pytest.mark.parametrize("put", [0, 1, 2])
def test_r55_raise_hp_puts_in_all_the_missing_blood_bags(put: int) -> None:
    missing = 3 - put
    at = selection_position(2, items={0: ["blood-bag"] * (missing - 1)}, hp_put={0: put}, hp={0: 2})
    assert at.refusal_reason(0, "raise hp") == TOO_FEW
    at.give_items(0, "blood-bag").answer(0, "raise hp")
    assert (at.items_of(0), at.column("hp_put")[0], at.column("hp_max")[0], at.column("hp")[0]) == ([], 0, 5, 3)


def test_r55_a_whole_upgrade_equals_its_parts() -> None:
    whole = selection_position(2, items={0: EVERYTHING}, ep_put={0: 1}).answer(0, "raise ep", "raise hp")
    parts = selection_position(2, items={0: EVERYTHING}, ep_put={0: 1}).answer(
        0, *["put beer"] * 3, *["put blood-bag"] * 3
    )
    assert whole.state.pack() == parts.state.pack()


def test_r55_in_the_overflow_it_may_use_more_than_the_excess() -> None:
    at = selection_position(weapons=("Katana", "Bat"), dummies="none", items={0: ["beer"] * 5}, money=0, exp=0)
    at.send_tokens("dojo bar", "dojo bar").answer(0, "finish")
    assert (at.phase, at.state.used(0), at.state.capacity(0)) == (OVERFLOW, 5, 4)
    at.answer(0, "raise ep")
    assert at.items_of(0) == ["beer"]
    assert at.phase != OVERFLOW


# Milestones.


@pytest.mark.parametrize(("maximum", "points"), [(7, 0), (8, 2), (9, 0), (10, 4)])
@pytest.mark.parametrize(
    ("name", "answer", "item"), [("ep_max", "raise ep", "beer"), ("hp_max", "raise hp", "blood-bag")]
)
def test_s5_milestones(name: str, answer: str, item: str, maximum: int, points: int) -> None:
    column: dict[str, Any] = {name: {0: maximum - 1}}
    at = selection_position(2, items={0: [item] * 4}, **column).answer(0, answer)
    assert at.column("score")[0] == points
    assert at.row("sources", 0)[MILESTONE_POINTS] == points
    number = 0 if item == "beer" else 1
    assert at.events("milestone") == ([("milestone", 0, number, maximum, points)] if points else [])


def test_s5_four_milestones_are_12_points() -> None:
    at = selection_position(2, items={0: ["beer"] * 16 + ["blood-bag"] * 18}).answer(
        0, *["raise ep"] * 4, *["raise hp"] * 6
    )
    assert (at.column("ep_max")[0], at.column("hp_max")[0], at.column("score")[0]) == (10, 10, 12)
    assert [fact[3:] for fact in at.events("milestone")] == [(8, 2), (10, 4), (8, 2), (10, 4)]


def test_s5_a_single_deposit_reaches_a_milestone_too() -> None:
    at = selection_position(2, items={0: ["blood-bag"]}, hp_max={0: 7}, hp_put={0: 2}).answer(0, "put blood-bag")
    assert at.column("score")[0] == 2


# R56.


def test_r56_of_several_alike_the_last_one_leaves_first() -> None:
    at = selection_position(2, items={0: ["beer", "bomb", "beer", "blood-bag", "beer"]}, ep={0: 1}, hp={0: 1})
    at.answer(0, "drink")
    assert at.items_of(0) == ["beer", "bomb", "beer", "blood-bag"]
    at.answer(0, "put beer")
    assert at.items_of(0) == ["beer", "bomb", "blood-bag"]
    at.answer(0, "heal").give_items(0, "beer")
    assert at.items_of(0) == ["beer", "bomb", "beer"]


def test_r56_loot_is_beers_before_blood_bags() -> None:
    at = forest_position(("Bat", "Katana"), 4, items={0: ["grenade", "dynamite"]}).answer(0, "use dynamite")
    assert at.items_of(0) == ["grenade", "beer", "blood-bag"]
