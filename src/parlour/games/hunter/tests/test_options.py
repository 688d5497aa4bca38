"""Section 18b: options, and combinations that are refused."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.options import OPTIONS, RULE_SETS, SWITCHES, problem, switch_value
from parlour.games.hunter.tests.positions import opening_position
from parlour.kernel.options import resolve_options
from parlour.kernel.problem import Problem

SWITCHED = {  # 18b: default, classic, 2026
    "dummies": ("2025", "2025", "2026"),
    "plaza_rewards": ("2025", "classic", "2026"),
    "plaza_toll": ("0", "1", "0"),
    "popularity_points": ("1-2-3-4-5", "1-2-3-4-5", "1-2-4-7-11"),
    "milestones": ("2025", "2025", "2026"),
    "pet_damage": ("1-3-5", "1-3-5", "1-2-4"),
    "tame_cost": ("level", "level", "1"),
    "ammo": ("per_attack", "per_attack", "per_battle"),
    "fake_blood": ("level", "level", "2"),
    "monster_effects": ("off", "off", "on"),
    "monster_pool": ("with_replacement", "with_replacement", "remove_defeated"),
    "monster_redraw": ("off", "off", "1"),
    "beer_surplus": ("off", "off", "on"),
    "forest_rule": ("selection", "selection", "readiness"),
    "apprentice_alone": ("allowed", "allowed", "forbidden"),
    "tables": ("2025", "2025", "2026"),
}


@pytest.mark.parametrize("name", list(SWITCHED))
def test_s18b_every_switch_in_every_set(name: str) -> None:
    assert set(SWITCHES) == set(SWITCHED)
    for number, rules in enumerate(RULE_SETS):
        assert switch_value(resolve_options(OPTIONS, {"rules": rules}), name) == SWITCHED[name][number]


@pytest.mark.parametrize("name", list(SWITCHED))
def test_s18b_a_switch_overrides_its_set(name: str) -> None:
    for value in SWITCHED[name]:
        for rules in RULE_SETS:
            assert switch_value(resolve_options(OPTIONS, {"rules": rules, name: value}), name) == value


def test_s18b_finish_and_store_belong_to_no_set() -> None:
    for rules in RULE_SETS:
        options = resolve_options(OPTIONS, {"rules": rules})
        assert (options["finish"], options["store"]) == ("round", "together")


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"rules": "classic"}, "The classic rules are for 2 players, not 3."),
        (4, {"plaza_rewards": "classic"}, "The Plaza of the classic rules is for 2 players, not 4."),
        (2, {"weapons": "Bat,Bat"}, "Option weapons names a weapon twice; name each weapon once."),
        (2, {"weapons": "Bat,Bow,Axe"}, "Option weapons names 3 weapons for 2 seats."),
    ],
)
def test_what_does_not_go_together(seats: int, options: dict[str, Any], sentence: str) -> None:
    assert problem(seats, resolve_options(OPTIONS, options)) == sentence
    with pytest.raises(Problem) as raised:
        opening_position(seats, **options)
    assert str(raised.value) == sentence


@pytest.mark.parametrize("weapons", ["Spoon", "Bat,Spoon", "Bat;Bow"])
def test_no_such_weapon(weapons: str) -> None:
    sentence = problem(2, resolve_options(OPTIONS, {"weapons": weapons}))
    assert sentence is not None
    assert sentence.startswith("Option weapons takes names of weapons (Bat, Katana, ")


@pytest.mark.parametrize("weapons", ["", "bat", " bat , BOW ", "?,Sword", "?,?"])
def test_weapons_may_be_written_in_any_case_or_left_to_the_dealer(weapons: str) -> None:
    assert problem(2, resolve_options(OPTIONS, {"weapons": weapons})) is None


@pytest.mark.parametrize(("rules", "counts"), [("default", (2, 3, 4, 5)), ("classic", (2,)), ("2026", (2, 3, 4, 5))])
def test_s18b_players(rules: str, counts: tuple[int, ...]) -> None:
    options = resolve_options(OPTIONS, {"rules": rules})
    assert tuple(seats for seats in (2, 3, 4, 5) if problem(seats, options) is None) == counts
