"""Section 17, and each switch of 18b that concerns the Forest; the others are in test_2026.py."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.actions import NEEDS_EP, NEEDS_TOLL
from parlour.games.hunter.rules.state import BEFORE, MEETING
from parlour.games.hunter.tests.positions import Position, forest_position, place_number, selection_position


def plaza_position(seats: int, tokens: int, **options: Any) -> Position:
    """This many hunters are at the Plaza, the rest in the Forest."""
    at = selection_position(weapons=("Axe", "Bow", "Sword", "Gloves")[:seats], dummies="none", fame=1, **options)
    return at.send_tokens(*["plaza dojo"] * tokens, *["forest forest"] * (seats - tokens))


# Classic, section 17.


@pytest.mark.parametrize("options", [{"rules": "classic"}, {"plaza_rewards": "classic"}])
def test_s17_2_the_plaza_pays_3_alone_and_0_crowded(options: dict[str, Any]) -> None:
    assert [fact[4] for fact in plaza_position(2, 1, **options).events("income")] == [3]
    assert [fact[4] for fact in plaza_position(2, 2, **options).events("income")] == [0, 0]
    assert plaza_position(2, 2, **options).column("score") == [0, 0]


@pytest.mark.parametrize("options", [{"rules": "classic"}, {"plaza_toll": "1"}])
def test_s17_3_a_hunter_pays_1_ep_apprentices_enter_free(options: dict[str, Any]) -> None:
    at = selection_position(weapons=("Axe", "Bow"), dummies="none", **options).send_tokens("plaza bar", "dojo plaza")
    assert at.column("ep") == [5, 6]
    assert at.events("toll") == [("toll", 0, 1)]
    kinds = [fact[0] for fact in at.events()]
    assert kinds.index("sent") < kinds.index("toll") < kinds.index("popularity")
    assert plaza_position(2, 2, **options).column("ep") == [5, 5]  # a crowded hunter pays too


@pytest.mark.parametrize("options", [{"rules": "classic"}, {"plaza_toll": "1"}])
def test_s17_4_a_hunter_needs_1_ep_for_the_plaza(options: dict[str, Any]) -> None:
    at = selection_position(2, dummies="none", ep={0: 0, 1: 1}, items={0: ["beer"]}, **options)
    assert at.refusal_reason(0, "hunter plaza, apprentice bar") == NEEDS_TOLL
    assert at.refusal_reason(0, "hunter bar, apprentice plaza") == 0
    assert at.refusal_reason(1, "hunter plaza, apprentice bar") == 0
    at.answer(0, "drink", "hunter plaza, apprentice bar").answer(1, "hunter dojo, apprentice bar")
    assert at.column("ep") == [0, 1]


def test_s17_the_forest_rule_and_all_else_are_as_in_the_default_game() -> None:
    at = selection_position(2, rules="classic", ep=1)
    assert at.refusal_reason(0, "hunter forest, apprentice dojo") == NEEDS_EP
    assert at.view().dummies == [1, 3, 5]
    usual = selection_position(2)
    assert [row for number, row in enumerate(at.view().pay) if number != place_number("plaza")] == [
        row for number, row in enumerate(usual.view().pay) if number != place_number("plaza")
    ]


# Switches of the Forest, each on its own.


@pytest.mark.parametrize(("value", "damage"), [("1-3-5", (1, 3, 5)), ("1-2-4", (1, 2, 4))])
def test_s18b_pet_damage(value: str, damage: tuple[int, int, int]) -> None:
    for level in (1, 2, 3):
        at = forest_position(("Bat", "Axe"), 1, party=[level], pets={0: (1, 1, 1)}, ep={0: 6}, pet_damage=value)
        assert at.view().party_damage == damage[level - 1]


@pytest.mark.parametrize(("value", "cost"), [("level", 2), ("1", 1)])
def test_s18b_tame_cost(value: str, cost: int) -> None:
    assert forest_position(("Bat", "Axe"), 17, tame_cost=value).view().tame_cost == cost


@pytest.mark.parametrize(("value", "left"), [("per_attack", 2), ("per_battle", 1)])
def test_s18b_ammo(value: str, left: int) -> None:
    at = forest_position(("Rifle", "Axe"), 1, items={0: ["bullet", "bullet"]}, ammo=value)
    assert at.items_of(0).count("bullet") == left
    at.answer(0, "attack").deal("1 1")
    assert at.items_of(0).count("bullet") == 1


@pytest.mark.parametrize(("value", "bonus"), [("level", 3), ("2", 2)])
def test_s18b_fake_blood(value: str, bonus: int) -> None:
    at = forest_position(("Bat", "Axe"), 36, items={0: ["fake-blood"]}, fake_blood=value).answer(0, "use fake-blood")
    assert at.state.bonus == bonus


@pytest.mark.parametrize(("value", "stolen"), [("off", 0), ("on", 2)])
def test_s18b_r13_monster_effects(value: str, stolen: int) -> None:
    at = forest_position(("Bat", "Axe"), 3, monster_effects=value)
    assert at.column("money")[0] == 4 - stolen


@pytest.mark.parametrize(("value", "again"), [("with_replacement", True), ("remove_defeated", False)])
def test_s18b_r14_monster_pool(value: str, again: bool) -> None:
    at = forest_position(("Bat", "Axe"), 5, hunters=(0, 1), items={0: ["dynamite"]}, monster_pool=value)
    at.answer(0, "use dynamite").answer(1, "hunt level 1")
    assert ("monster 5" in at.possible_outcomes) == again


@pytest.mark.parametrize(("value", "phase"), [("off", BEFORE), ("1", MEETING)])
def test_s18b_monster_redraw(value: str, phase: int) -> None:
    at = forest_position(("Bat", "Axe"), monster_redraw=value).answer(0, "hunt level 1").deal("monster 5")
    assert at.phase == phase


@pytest.mark.parametrize(("value", "money"), [("2025", 0), ("2026", 4)])
def test_s18b_tables(value: str, money: int) -> None:
    assert selection_position(weapons=("Plasma", "Bat"), tables=value).column("money")[0] == money
