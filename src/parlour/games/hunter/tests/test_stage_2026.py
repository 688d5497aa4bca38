"""Section 18: the stage bot with the tables of 2026; its entries are in test_stage_places.py."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from parlour.games.hunter.rules.state import MEETING, RECOVERING, STORE
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position
from parlour.games.hunter.tests.stage_bot import StageBotPlayer, stage_bot_answer

RULES_2026: dict[str, Any] = {"rules": "2026", "dummies": "none"}


def window_position(monster: int, left: int, *items: str, **given: Any) -> Position:
    """A Bat before an attack on a monster with these HP left."""
    at = forest_position(("Bat", "Gloves"), monster, items={0: items}, **given, **RULES_2026)
    at.state.monster_hp = left
    return at


@pytest.mark.parametrize(
    ("held", "goods"),
    [([], ["buy bullet", "buy dynamite", "buy bomb"]), (["bullet"], ["buy dynamite", "buy bomb"])],
)
def test_s18_ammunition_first_only_when_none_is_held_and_then_1_piece(held: list[str], goods: list[str]) -> None:
    """8 fit: the one piece and 4 + 3; where none was held, the normal list goes on without ammunition."""
    at = selection_position(weapons=("Rifle", "Axe"), money={0: 15}, exp={0: 0}, items={0: held}, **RULES_2026)
    at.send_tokens("plaza bar", "dojo plaza")
    assert [one for one in StageBotPlayer().play(at) if one.startswith("buy")] == goods


def test_s18_ammunition_is_not_bought_twice_in_one_turn() -> None:
    at = selection_position(
        weapons=("Rifle", "Axe"), money={0: 6}, exp={0: 0}, items={0: ["dynamite", "grenade"]}, **RULES_2026
    )
    at.send_tokens("plaza bar", "dojo plaza")
    assert [one for one in StageBotPlayer().play(at) if one.startswith("buy")] == ["buy bullet", "buy blood-bag"]


def test_s18_the_store_order_money_exp_hp_ep_sets() -> None:
    held = {0: [*["blood-bag"] * 4, *["beer"] * 5]}
    at = selection_position(
        weapons=("Knife", "Axe"), money={0: 2}, exp={0: 4}, items=held, hp={0: 3}, ep={0: 5}, **RULES_2026
    )
    at.send_tokens("plaza bar", "dojo plaza")
    assert at.phase == STORE
    assert StageBotPlayer().play(at) == [
        *("buy blood-bag", "defense die", "heal", "drink"),
        *("raise hp", "raise ep", "finish"),
    ]


@pytest.mark.parametrize(
    ("attack", "defense", "hp", "items", "level"),
    [
        (2, 0, 4, [], 1),  # nobody would be beaten, and then it is 1
        (2, 3, 4, [], 1),  # 3 - 1 - 1 - 1; blows of 0.5
        (5, 3, 7, [], 2),  # 6 HP in three attacks of 2.5, two blows of 1.5; 11 would take five
        (7, 6, 10, [], 3),
        (7, 2, 9, [], 2),  # level 3: four attacks of 3.5, three blows of 3 leave nothing
        (7, 2, 10, [], 3),
        (2, 0, 4, ["dynamite", "bomb"], 2),  # 6 - 1 is what explosives do
        (2, 0, 4, ["dynamite"], 1),
    ],
)
def test_s18_the_first_level_that_the_average_would_beat(
    attack: int, defense: int, hp: int, items: list[str], level: int
) -> None:
    at = forest_position(
        ("Bat", "Axe"),
        attack={0: attack},
        defense={0: defense},
        hp={0: hp},
        hp_max={0: 10},
        items={0: items},
        kills={0: (1, 0, 0)},
        **RULES_2026,
    )
    assert stage_bot_answer(at) == f"hunt level {level}"
    assert simulated_level(attack, defense, hp, items) == level


def simulated_level(attack: int, defense: int, hp: int, items: list[str]) -> int:
    """Section 18, once more: a Bat's dice deal 1 on three faces."""
    sure = items.count("grenade") + 2 * items.count("bomb") + 3 * items.count("dynamite")
    for level, monster, att in ((3, 11.0, 4), (2, 6.0, 3), (1, 3.0, 2)):
        own, left = float(hp), monster
        for _ in range(20):
            left -= 3 / 6 * attack
            if left <= sure or left <= 0:
                return level
            own -= max(0.0, att - 0.5 * defense)
            if own <= 0:
                break
    return 1


def test_s18_every_level_as_simulated() -> None:
    for attack in (2, 4, 6, 7):
        for defense in (0, 2, 4, 6):
            for hp in (1, 5, 10):
                given: dict[str, Any] = {
                    "attack": {0: attack},
                    "defense": {0: defense},
                    "hp": {0: hp},
                    "kills": {0: (1, 0, 0)},
                }
                at = forest_position(("Bat", "Axe"), hp_max=10, **given, **RULES_2026)
                assert stage_bot_answer(at) == f"hunt level {simulated_level(attack, defense, hp, [])}"


def test_s18_the_first_fight_of_the_game_is_level_1() -> None:
    strong: dict[str, Any] = {"attack": {0: 7}, "defense": {0: 6}, "hp": {0: 10}, "hp_max": {0: 10}}
    at = (
        selection_position(weapons=("Bat", "Axe"), **strong, **RULES_2026)
        .send_tokens("forest bar", "dojo bar")
        .skip_city()
    )
    assert stage_bot_answer(at) == "hunt level 1"


def test_s18_after_a_lost_fight_the_level_is_simulated() -> None:
    strong: dict[str, Any] = {"attack": {0: 7}, "defense": {0: 6}, "hp": {0: 1}, "hp_max": {0: 10}}
    at = (
        selection_position(weapons=("Bat", "Axe"), **strong, **RULES_2026)
        .send_tokens("forest bar", "dojo bar")
        .skip_city()
    )
    bot = StageBotPlayer()
    at.answer(0, bot.answer(at)).deal("monster 12").answer(0, "accept", "attack")
    at.deal("1 1 1 1 1 1 1", "1 1 1 1 1 1")
    assert (at.events("lost"), at.state.round) == ([("lost", 0, 11)], 2)
    at.set_column("hp", {0: 10}).set_column("ep", {0: 6}).send_tokens("forest bar", "dojo bar").skip_city()
    assert bot.answer(at) == "hunt level 3"


def test_s18_a_visit_without_a_fight_is_not_the_first_fight() -> None:
    strong: dict[str, Any] = {"attack": {0: 7}, "defense": {0: 6}, "hp": {0: 10}, "hp_max": {0: 10}, "ep": {0: 0}}
    at = (
        selection_position(weapons=("Bat", "Axe"), **strong, **RULES_2026)
        .send_tokens("forest bar", "dojo bar")
        .skip_city()
    )
    assert (at.events("cannot_fight"), at.state.round) == ([("cannot_fight", 0, 0)], 2)
    bot = StageBotPlayer()
    bot.answer(at)
    at.set_column("ep", {0: 6}).send_tokens("forest bar", "dojo bar").skip_city()
    assert bot.answer(at) == "hunt level 1"


def test_s18_the_level_is_lowered_to_what_ep_pay_for() -> None:
    strong: dict[str, Any] = {
        "attack": {0: 7},
        "defense": {0: 6},
        "hp": {0: 10},
        "hp_max": {0: 10},
        "kills": {0: (1, 0, 0)},
    }
    assert stage_bot_answer(forest_position(("Bat", "Axe"), ep={0: 3}, **strong, **RULES_2026)) == "hunt level 2"
    at = forest_position(("Bat", "Axe"), ep={0: 1}, items={0: ["beer"]}, **strong, **RULES_2026)
    assert stage_bot_answer(at) == "drink"
    assert stage_bot_answer(at.answer(0, "drink")) == "hunt level 1"


@pytest.mark.parametrize(("monster", "defense", "expected"), [(7, 0, "change"), (7, 1, "accept"), (1, 0, "accept")])
def test_s18_a_monster_that_would_strike_first_is_changed(monster: int, defense: int, expected: str) -> None:
    at = (
        forest_position(("Bat", "Axe"), defense={0: defense}, **RULES_2026)
        .answer(0, "hunt level 1")
        .deal(f"monster {monster}")
    )
    assert at.phase == MEETING
    assert stage_bot_answer(at) == expected


def test_s18_immune_monsters_are_not_blown_up_with_what_does_nothing() -> None:
    assert stage_bot_answer(window_position(12, 1, "grenade")) == "attack"
    assert stage_bot_answer(window_position(12, 2, "grenade", "bomb")) == "use bomb"
    assert stage_bot_answer(window_position(36, 1, "grenade", "bomb", "dynamite", kills={0: (0, 0, 1)})) == "attack"


def test_s18_a_damage_cap_bounds_what_is_sure() -> None:
    assert stage_bot_answer(window_position(6, 3, "dynamite")) == "attack"  # at most 2 at once
    assert stage_bot_answer(window_position(6, 3, "dynamite", "grenade")) == "use dynamite"
    assert stage_bot_answer(window_position(6, 3, "dynamite", "bomb", "grenade")) == "use bomb"  # both deal 2


@pytest.mark.parametrize(("hp", "ep", "expected"), [(2, 5, "recover hp"), (3, 2, "recover ep"), (1, 3, "recover hp")])
def test_s18_bat_power_2_the_lower_share(hp: int, ep: int, expected: str) -> None:
    at = round_start(hp, ep)
    assert {stage_bot_answer(at, seed=seed) for seed in range(8)} == {expected}


def test_s18_bat_power_2_at_random_if_equal() -> None:
    at = round_start(2, 3)  # half of 4 and half of 6
    counts = Counter(stage_bot_answer(at, seed=seed) for seed in range(100))
    assert set(counts) == {"recover hp", "recover ep"}
    assert min(counts.values()) > 30


def round_start(hp: int, ep: int) -> Position:
    at = selection_position(weapons=("Bat", "Axe"), power={0: 2}, hp={0: hp}, ep={0: ep}, **RULES_2026)
    at.send_tokens("dojo bar", "dojo bar").skip_city()
    assert at.phase == RECOVERING
    return at


def test_s18_a_lone_apprentice_stays_out_of_the_forest() -> None:
    at = selection_position(weapons=("Bat", "Axe"), **RULES_2026)
    for seed in range(40):
        expected = stage_bot_answer(at, seed=seed)
        assert "apprentice forest" not in expected or "hunter forest" in expected
