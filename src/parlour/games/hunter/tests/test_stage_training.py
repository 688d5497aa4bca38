"""15.5 and 15.6: the stage bot's dice, and its recovery after a battle."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from parlour.games.hunter.bots.stage import milestone_action
from parlour.games.hunter.rules.actions import ATTACK_DIE, DEFENSE_DIE
from parlour.games.hunter.rules.state import OVER, RESTING, SELECTION
from parlour.games.hunter.tests.positions import forest_position, selection_position, store_position
from parlour.games.hunter.tests.stage_bot import StageBotPlayer, stage_bot_answer, stage_bot_moves


@pytest.mark.parametrize(
    ("exp", "attack", "defense", "expected"),
    [
        (3, 2, 0, ["defense die"]),  # defense first
        (2, 2, 0, []),
        (7, 2, 0, ["defense die", "attack die"]),
        (15, 2, 0, ["defense die", "attack die", "defense die", "attack die"]),
        (3, 2, 1, []),  # attack is next and costs 4: nothing else is bought meanwhile
        (4, 2, 1, ["attack die"]),
        (6, 3, 1, ["defense die"]),
        (3, 5, 1, ["defense die"]),
    ],
)
def test_s15_5_r40_defense_and_attack_dice_alternate(exp: int, attack: int, defense: int, expected: list[str]) -> None:
    at = store_position("Bat", 0, exp={0: exp}, attack={0: attack}, defense={0: defense})
    assert [one for one in StageBotPlayer().play(at) if one.endswith("die")] == expected


def test_s15_5_r40_the_sword_s_first_die_does_not_count() -> None:
    at = store_position("Sword", 0, exp={0: 8})
    assert StageBotPlayer().play(at) == ["defense die", "attack die", "finish"]


def test_s15_5_r40_the_dice_alternate_in_whole_matches() -> None:
    """Except where one kind of dice is full."""
    for seed in range(4):
        dice: dict[int, list[int]] = {0: [], 1: [], 2: []}
        for seat, action, state in stage_bot_moves(3, seed):
            if action in (ATTACK_DIE, DEFENSE_DIE) and state.attack[seat] < 7 and state.defense[seat] < 6:
                dice[seat].append(action)
        assert sum(map(len, dice.values())) > 6
        assert all(one != other for row in dice.values() for one, other in pairwise(row))


def test_s15_5_r40_with_7_attack_dice_all_goes_into_defense() -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 0, exp={0: 11}, attack={0: 7}, defense={0: 2})
    assert bot.play(at) == ["defense die", "defense die", "defense die", "finish"]
    bot, at = StageBotPlayer(), store_position("Bat", 0, exp={0: 15}, attack={0: 7}, defense={0: 5})
    assert bot.play(at) == ["defense die", "finish"]


def test_s15_5_r40_with_6_defense_dice_all_goes_into_attack() -> None:
    bot, at = StageBotPlayer(), store_position("Bat", 2, exp={0: 9}, defense={0: 6})
    assert [one for one in bot.play(at) if one.endswith("die")] == ["attack die", "attack die"]


# After a battle.


def test_s15_6_r39_r70_all_is_used_right_after_a_battle_if_a_maximum_can_be_raised() -> None:
    held = {0: [*["blood-bag"] * 4, *["beer"] * 6]}
    given: dict[str, Any] = {"stage": {0: 2}, "hp": {0: 3}, "ep": {0: 6}, "exp": {0: 4}, "attack": {0: 7}}
    at = forest_position(("Bat", "Axe"), items=held, defense={0: 4}, **given)
    bot = StageBotPlayer()
    at.answer(0, bot.answer(at)).deal("monster 21").answer(0, bot.answer(at)).deal("6 6 6 6 6 1 1")
    assert (at.phase, at.state.round) == (RESTING, 1)
    assert bot.play(at) == ["heal", "drink", "drink", "drink", "raise hp", "raise ep", "defense die"]
    assert (at.phase, at.state.round) == (SELECTION, 2)  # nothing was left to do


def test_s15_6_r70_no_milestone_of_the_last_battle_is_lost() -> None:
    """The Beers of the monster that ends the game complete maximum EP 8."""
    given: dict[str, Any] = {"score": {0: 49}, "ep_max": {0: 7}, "ep": {0: 7}, "ep_put": {0: 3}, "hp": {0: 1}}
    at = forest_position(("Katana", "Axe"), 1, items={0: ["dynamite", "grenade"]}, **given)
    bot = StageBotPlayer()
    while at.phase != RESTING:
        at.answer(0, bot.answer(at))
    assert bot.play(at)[0] == "raise ep"
    assert at.phase == OVER
    assert at.column("score")[0] == 49 + 2 + 2


def test_s15_6_r70_no_milestone_is_lost_in_whole_matches() -> None:
    for seed in range(8):
        *_, (_, _, state) = stage_bot_moves(4, seed)
        assert state.over()
        assert all(milestone_action(state, seat) < 0 for seat in range(4))


def test_s15_6_r39_after_a_lost_battle_too() -> None:
    at = forest_position(("Bat", "Axe"), items={0: ["blood-bag"]}, hp={0: 1}, exp={0: 0})
    bot = StageBotPlayer()
    at.answer(0, bot.answer(at)).deal("monster 12").answer(0, bot.answer(at)).deal("1 1").answer(0, bot.answer(at))
    assert (at.column("hp")[0], at.events("lost")) == (1, [("lost", 0, 11)])
    assert bot.play(at)[:-1] == ["heal", "defense die"]  # 3 EXP of the blow


def test_s15_6_without_a_battle_the_selection_is_all() -> None:
    at = selection_position(weapons=("Bat", "Axe"), items={0: ["blood-bag", "beer"]}, hp={0: 1}, ep={0: 1}, exp={0: 9})
    assert stage_bot_answer(at).startswith("hunter")
