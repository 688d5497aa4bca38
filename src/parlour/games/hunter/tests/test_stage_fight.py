"""15.6: how the stage bot chooses a monster and fights it."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from parlour.games.hunter.bots.stage import Stage
from parlour.games.hunter.options import OPTIONS
from parlour.games.hunter.rules.rounds import start
from parlour.games.hunter.rules.state import BEFORE, OVER
from parlour.games.hunter.tests.positions import Position, forest_position
from parlour.games.hunter.tests.stage_bot import StageBotPlayer, stage_bot_answer
from parlour.kernel.match import play_out_match
from parlour.kernel.options import resolve_options


def window_before_attack(weapon: str, monster: int, left: int, /, *items: str, **given: Any) -> Position:
    """The window before an attack on a monster with these HP left."""
    at = forest_position((weapon, "Gloves"), monster, items={0: items}, **given)
    at.state.monster_hp = left
    return at


def window_after_attack(weapon: str, monster: int, left: int, /, *items: str, **given: Any) -> Position:
    """The window after an attack that missed."""
    at = window_before_attack(weapon, monster, left, *items, **given)
    at.answer(0, "attack").deal(" ".join(["1"] * int(at.state.attack[0])))
    return at


# The choice.


@pytest.mark.parametrize(
    ("stage", "ep", "level"), [(1, 6, 1), (2, 6, 2), (3, 6, 3), (3, 4, 3), (3, 3, 2), (3, 2, 1), (2, 2, 1), (1, 2, 1)]
)
def test_s15_6_the_level_of_the_stage_or_the_highest_that_ep_pay_for(stage: int, ep: int, level: int) -> None:
    at = forest_position(("Bat", "Axe"), stage={0: stage}, ep={0: ep})
    bot = StageBotPlayer()
    assert bot.answer(at) == f"hunt level {level}"
    assert bot.bot.remark == f"stage {stage}, level {level} with {ep} EP"


@pytest.mark.parametrize(
    ("weapon", "power", "ep", "pets", "expected"),
    [
        ("Chain", 1, 6, (1, 1, 1), ["bring pet 3", "hunt level 1"]),  # 2 + 4
        ("Chain", 1, 5, (1, 1, 1), ["bring pet 2", "hunt level 1"]),
        ("Chain", 1, 5, (1, 0, 1), ["bring pet 1", "hunt level 1"]),
        ("Chain", 1, 3, (1, 1, 1), ["hunt level 1"]),
        ("Whip", 1, 5, (1, 1, 1), ["bring pet 3", "hunt level 1"]),  # 2 + 3
        ("Whip", 3, 2, (2, 2, 2), ["bring pet 3", "hunt level 1"]),  # one pet, for nothing
        ("Chain", 1, 6, (0, 0, 0), ["hunt level 1"]),
        ("Bat", 1, 6, (1, 1, 1), ["hunt level 1"]),  # others bring none
    ],
)
def test_s15_6_r44_chain_and_whip_bring_the_best_pet(
    weapon: str, power: int, ep: int, pets: tuple[int, int, int], expected: list[str]
) -> None:
    at = forest_position((weapon, "Axe"), ep={0: ep}, pets={0: pets}, power={0: power})
    bot, answers = StageBotPlayer(), []
    while at.state.owes(0):
        answers.append(bot.answer(at))
        at.answer(0, answers[-1])
    assert answers == expected


def test_s15_6_the_monster_s_cost_comes_before_the_pet_s() -> None:
    at = forest_position(("Chain", "Axe"), ep={0: 6}, pets={0: (1, 1, 1)}, stage={0: 3})
    assert stage_bot_answer(at) == "bring pet 1"  # 4 + 2


# The fight.


def test_s15_6_r43_all_fake_blood_at_the_start() -> None:
    at = window_before_attack("Bat", 1, 4, "fake-blood", "dynamite", "bomb", "fake-blood")
    bot = StageBotPlayer()
    at.answer(0, bot.answer(at))
    assert at.items_of(0).count("fake-blood") == 1
    at.answer(0, bot.answer(at))
    assert at.state.bonus == 2
    assert bot.answer(at) == "use dynamite"


def test_s15_6_a_knife_with_power_2_takes_aim() -> None:
    at = window_before_attack("Knife", 1, 4, power={0: 2})
    assert stage_bot_answer(at) == "arm"
    assert stage_bot_answer(at.answer(0, "arm")) == "attack"
    assert stage_bot_answer(window_before_attack("Knife", 1, 4)) == "attack"


@pytest.mark.parametrize(
    ("weapon", "hp", "expected"),
    [("Chain", 3, "tame"), ("Chain", 4, "attack"), ("Whip", 1, "tame"), ("Whip", 2, "attack"), ("Bat", 1, "attack")],
)
def test_s15_6_chain_and_whip_tame_where_they_may(weapon: str, hp: int, expected: str) -> None:
    assert stage_bot_answer(window_before_attack(weapon, 1, hp)) == expected


def test_s15_6_taming_comes_before_blowing_up_and_needs_ep() -> None:
    assert stage_bot_answer(window_before_attack("Chain", 1, 3, "dynamite")) == "tame"
    assert stage_bot_answer(window_before_attack("Chain", 1, 3, "dynamite", ep={0: 2})) == "use dynamite"
    assert stage_bot_answer(window_before_attack("Chain", 1, 3, ep={0: 2})) == "attack"


@pytest.mark.parametrize(
    ("items", "hp", "expected"),
    [
        (["grenade"], 1, "use grenade"),
        (["grenade"], 2, "attack"),
        (["bomb"], 2, "use bomb"),
        (["bomb", "grenade"], 3, "use bomb"),
        (["bomb", "grenade"], 4, "attack"),
        (["dynamite", "bomb", "grenade"], 6, "use dynamite"),
        (["dynamite", "bomb", "grenade"], 1, "use grenade"),
        (["dynamite", "bomb", "grenade"], 2, "use bomb"),
        (["dynamite", "bomb", "grenade"], 3, "use dynamite"),  # fewer pieces than a Bomb and a Grenade
        (["dynamite", "bomb"], 1, "use bomb"),  # the smallest of what is there
        (["dynamite", "bomb", "bomb"], 4, "use bomb"),  # 4 and not 5
        (["dynamite", "dynamite", "grenade"], 4, "use dynamite"),
        (["dynamite", "bomb", "grenade"], 7, "attack"),
        (["grenade"] * 3, 3, "use grenade"),
        (["fake-blood"], 1, "use fake-blood"),
    ],
)
def test_s15_6_r42_the_smallest_set_that_is_enough(items: list[str], hp: int, expected: str) -> None:
    assert stage_bot_answer(window_before_attack("Bat", 1, hp, *items)) == expected


def test_s15_6_r42_no_smaller_set_would_do() -> None:
    """Against every set of up to two of each explosive and every HP: the thrown pieces kill, no other set kills with
    less force, and none of the same force with fewer pieces."""
    force = {"grenade": 1, "bomb": 2, "dynamite": 3}
    for counts in product(range(3), repeat=3):
        held = [item for item, count in zip(force, counts, strict=True) for _ in range(count)]
        sets = [one for size in range(1, len(held) + 1) for one in combinations(held, size)]
        for hp in range(1, sum(force[item] for item in held) + 1):
            at = window_before_attack("Bat", 25, hp, *held, stage={0: 3})
            bot, thrown = StageBotPlayer(), []
            while at.phase == BEFORE:
                thrown.append(bot.answer(at).removeprefix("use "))
                at.answer(0, f"use {thrown[-1]}")
            best = min(
                (sum(map(force.__getitem__, one)), len(one)) for one in sets if sum(map(force.__getitem__, one)) >= hp
            )
            assert (sum(force[item] for item in thrown), len(thrown)) == best


def test_s15_6_r42_dynamites_then_bombs_then_grenades() -> None:
    at = window_before_attack("Bat", 25, 8, "grenade", "bomb", "dynamite", "grenade", "bomb", "dynamite", stage={0: 3})
    bot, answers = StageBotPlayer(), []
    while at.state.owes(0) and at.phase == BEFORE:
        answers.append(bot.answer(at))
        at.answer(0, answers[-1])
    assert answers == ["use dynamite", "use dynamite", "use bomb"]


@pytest.mark.parametrize("weapon", ["Rifle", "Plasma"])
def test_s15_6_without_ammunition_it_goes_on(weapon: str) -> None:
    assert stage_bot_answer(window_before_attack(weapon, 1, 4)) == "go on"
    assert stage_bot_answer(window_before_attack(weapon, 1, 1, "grenade")) == "use grenade"


def test_s15_6_after_the_attack_it_blows_up_what_it_can() -> None:
    assert stage_bot_answer(window_after_attack("Bat", 1, 2, "bomb")) == "use bomb"
    assert stage_bot_answer(window_after_attack("Bat", 1, 3, "bomb")) == "go on"


@pytest.mark.parametrize(
    ("weapon", "monster", "left", "hp", "ep", "expected"),
    [
        ("Chain", 1, 3, 4, 6, "go on"),  # it could be tamed in the next window, and its ATT of 1 does not hurt enough
        ("Whip", 1, 1, 4, 6, "go on"),
        ("Whip", 1, 2, 4, 6, "use dynamite"),  # too strong to be tamed
        ("Chain", 1, 3, 1, 6, "use dynamite"),  # HP not above the ATT
        ("Chain", 1, 3, 2, 6, "go on"),
        ("Chain", 9, 3, 3, 6, "use dynamite"),  # ATT 3
        ("Chain", 9, 3, 4, 6, "go on"),
        ("Chain", 1, 3, 4, 2, "use dynamite"),  # 0 EP left
        ("Bat", 1, 1, 4, 6, "use dynamite"),
    ],
)
def test_s15_6_r44_a_tamer_holds_back(weapon: str, monster: int, left: int, hp: int, ep: int, expected: str) -> None:
    at = window_before_attack(weapon, monster, 9, "dynamite", hp={0: hp}, ep={0: ep})
    at.answer(0, "attack").deal("1 1")
    at.state.monster_hp = left
    assert stage_bot_answer(at) == expected


def test_s15_6_no_remedies_in_battle() -> None:
    held = ("beer", "blood-bag")
    assert stage_bot_answer(window_before_attack("Bat", 1, 4, *held, hp={0: 1}, ep={0: 2})) == "attack"
    assert stage_bot_answer(window_after_attack("Bat", 1, 4, *held, hp={0: 1}, ep={0: 2})) == "go on"


def test_s15_6_other_weapons_never_tame() -> None:
    for weapon in ("Bat", "Katana", "Axe", "Bow", "Sword", "Knife"):
        assert "tame" in window_before_attack(weapon, 1, 1).legal_answers(0)
        assert stage_bot_answer(window_before_attack(weapon, 1, 1)) == "attack"


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (4, {"rules": "2026"}), (2, {"rules": "classic"})])
def test_s15_whole_matches_without_a_fault(seats: int, options: dict[str, Any]) -> None:
    city = start(seats, resolve_options(OPTIONS, options), None)
    faults = play_out_match(city, [Stage() for _ in range(seats)], 7, None)
    assert list(faults)[:seats] == [0] * seats
    assert city.phase == OVER
    assert max(city.score) >= 50
