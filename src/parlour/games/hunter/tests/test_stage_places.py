"""15.1 and 15.2: the stage bot's entries for its hunter."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from parlour.games.hunter.bots import entries as own
from parlour.games.hunter.tests import stage_bot
from parlour.games.hunter.tests.positions import forest_position, random_position, selection_position
from parlour.games.hunter.tests.stage_bot import entries_by_place
from parlour.games.hunter.text.game_text import PLACE_WORDS

GATHERING = 2  # R69: more entries in stage 1


def entries_of_hunter(seat: int = 0, **given: Any) -> dict[str, int]:
    """The entries of a hunter; without dummies, of a Sword (which prefers the Dojo), unless another weapon is named."""
    at = selection_position(**{"weapons": ("Sword", "Bat"), "dummies": "none", "items": {0: ["bomb", "beer"]}, **given})
    return entries_by_place(own.hunter_entries(at.state, seat))


# 15.1.


@pytest.mark.parametrize(
    ("stage", "kills", "level", "after"),
    [
        (1, (0, 0, 0), 1, 1),
        (1, (1, 0, 0), 1, 2),
        (1, (1, 2, 0), 1, 2),  # one step a victory
        (2, (2, 2, 0), 1, 3),
        (2, (2, 1, 0), 2, 3),
        (1, (0, 1, 1), 2, 1),  # other levels do not matter
        (2, (2, 0, 0), 1, 2),
        (3, (2, 2, 1), 1, 3),
    ],
)
def test_s15_1_r37_two_defeats_of_the_stage_s_level_lead_on(
    stage: int, kills: tuple[int, int, int], level: int, after: int
) -> None:
    monster = {1: 5, 2: 21}[level]
    held = {0: ["dynamite", "dynamite"]}
    at = forest_position(("Bat", "Axe"), monster, stage={0: stage}, kills={0: kills}, items=held)
    while at.state.kills[level - 1] == kills[level - 1]:
        at.answer(0, "use dynamite")
    assert at.column("stage")[0] == after


def test_s15_1_taming_counts_like_killing() -> None:
    at = forest_position(("Chain", "Axe"), 5, kills={0: (1, 0, 0)}).answer(0, "tame")
    assert (at.column("stage")[0], at.row("kills", 0)) == (2, [2, 0, 0])


@pytest.mark.parametrize(("weapon", "more"), [("Bat", 0), ("Chain", 1), ("Whip", 1), ("Knife", 0)])
def test_s15_1_required_ep(weapon: str, more: int) -> None:
    for stage in (1, 2, 3):
        assert own.required_ep(selection_position(weapons=(weapon,), seats=2, stage=stage).state, 0) == stage + 1 + more


# 15.2, line by line.


def test_s15_2_every_place_has_5() -> None:
    assert entries_of_hunter(weapons=("Bow", "Axe"), attack={0: 3}, ep={0: 6}) == {
        **dict.fromkeys(PLACE_WORDS, 5),
        **dict.fromkeys(("work-site", "bar", "hospital"), 5 + GATHERING),
        "plaza": 7,
        "forest": 5 + 1 + 2,
    }
    assert entries_of_hunter(attack={0: 5})["station"] == 5


def test_s15_2_illegal_places() -> None:
    blocked = entries_of_hunter(dummies="2025")
    free = entries_of_hunter()
    assert {name: free[name] - blocked[name] for name in PLACE_WORDS} == {
        **dict.fromkeys(PLACE_WORDS, 0),
        **dict.fromkeys(("bar", "hospital", "plaza"), 100),
    }
    assert entries_of_hunter(ep={0: 1})["forest"] == entries_of_hunter(ep={0: 2})["forest"] - 100


@pytest.mark.parametrize(
    ("weapon", "name"),
    [(row["name"], stage_bot.file_slug(row["preferred_location"])) for row in stage_bot.read_rows("weapons")],
)
def test_s15_2_the_preferred_place(weapon: str, name: str) -> None:
    other = "Knife" if weapon != "Knife" else "Sword"
    at = selection_position(
        weapons=(weapon, other), dummies="none", attack={0: 4}, items={0: ["bomb"]}, hp={0: 3}, ep={0: 5}
    )
    found, expected = entries_by_place(own.hunter_entries(at.state, 0)), stage_bot.hunter_entries(at, 0)
    assert found == expected
    assert found[name] >= 7
    likes = {"Bat": "plaza", "Katana": "dojo", "Rifle": "work-site", "Plasma": "work-site", "Chain": "bar"}
    likes |= {
        "Axe": "hospital",
        "Whip": "bar",
        "Bow": "plaza",
        "Sword": "dojo",
        "Knife": "dojo",
        "Gloves": "hospital",
    }
    assert name == likes[weapon]


def test_s15_2_the_preferred_place_counts_only_if_legal() -> None:
    assert entries_of_hunter(weapons=("Bat", "Sword"), dummies="2025")["plaza"] == -95


@pytest.mark.parametrize(("stage", "more"), [(1, GATHERING), (2, 0), (3, 0)])
def test_s15_2_r69_stage_1_gathers(stage: int, more: int) -> None:
    """The places of money, Beers and Blood Bags; the need of EP is that of the stage."""
    found = entries_of_hunter(stage={0: stage}, ep={0: 6})
    assert {name: found[name] for name in ("work-site", "bar", "hospital")} == dict.fromkeys(
        ("work-site", "bar", "hospital"), 5 + more
    )


@pytest.mark.parametrize(("hp", "maximum", "more"), [(4, 4, 0), (3, 4, 1), (2, 4, 2), (1, 4, 2), (3, 5, 1), (2, 5, 2)])
def test_s15_2_hospital(hp: int, maximum: int, more: int) -> None:
    assert entries_of_hunter(hp={0: hp}, hp_max={0: maximum})["hospital"] == 5 + GATHERING + more


@pytest.mark.parametrize(
    ("stage", "ep", "more"), [(1, 6, 0), (1, 5, 1), (1, 2, 1), (1, 1, 2), (2, 3, 1), (2, 2, 2), (3, 4, 1), (3, 3, 2)]
)
def test_s15_2_bar(stage: int, ep: int, more: int) -> None:
    assert entries_of_hunter(stage={0: stage}, ep={0: ep})["bar"] == 5 + more + (GATHERING if stage == 1 else 0)


@pytest.mark.parametrize(("free", "more"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (6, 2)])
def test_s15_2_r38_work_site(free: int, more: int) -> None:
    found = entries_of_hunter(weapons=("Bow", "Sword"), items={0: ["beer"] * (6 - free)})
    assert found["work-site"] == 5 + GATHERING + more


def test_s15_2_work_site_with_too_much_already() -> None:
    assert entries_of_hunter(weapons=("Bow", "Sword"), items={0: ["dynamite"] * 3})["work-site"] == 5 + GATHERING


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_s15_2_dojo_and_forest_tables(stage: int) -> None:
    for attack in range(2, 8):
        for defense in range(7):
            found = entries_of_hunter(
                weapons=("Bow", "Axe"),
                stage={0: stage},
                attack={0: attack},
                defense={0: defense},
                ep={0: 5},
                items={},
            )
            assert found["dojo"] == 5 + max(0, stage_bot.entry_table("dojo_table")[stage, attack, defense])
            assert found["forest"] == 5 + stage_bot.entry_table("forest_table")[stage, attack, defense]


def test_s15_2_the_tables_are_the_printed_ones() -> None:
    dojo, forest = stage_bot.entry_table("dojo_table"), stage_bot.entry_table("forest_table")
    assert [dojo[1, 2, dice] for dice in range(7)] == [1, 1, 0, 0, 0, 0, 0]
    assert [dojo[2, 4, dice] for dice in range(7)] == [1, 1, 1, 1, 0, 0, 0]
    assert [dojo[3, 6, dice] for dice in range(7)] == [1, 1, 1, 1, 1, 1, 0]
    assert [forest[1, 7, dice] for dice in range(7)] == [4, 5, 6, 7, 8, 9, 10]
    assert [forest[2, 2, dice] for dice in range(7)] == [-4, -2, 0, 1, 1, 1, 1]
    assert [forest[3, 2, dice] for dice in range(7)] == [-6, -4, -2, -1, -1, -1, -1]
    assert [forest[3, 7, dice] for dice in range(7)] == [1, 2, 2, 3, 3, 3, 3]


@pytest.mark.parametrize(("rounds", "more"), [(0, 0), (1, 0), (2, 2), (7, 2)])
def test_s15_2_plaza(rounds: int, more: int) -> None:
    assert entries_of_hunter(since_plaza={0: rounds})["plaza"] == 5 + more


def test_s15_2_forest_with_full_ep() -> None:
    assert entries_of_hunter(ep={0: 6})["forest"] - entries_of_hunter(ep={0: 5})["forest"] == 1
    assert entries_of_hunter(ep={0: 6}, ep_max={0: 7})["forest"] == entries_of_hunter(ep={0: 5})["forest"]


@pytest.mark.parametrize(
    ("item", "more"),
    [("grenade", (1, 0, 0)), ("bomb", (2, 1, 0)), ("dynamite", (3, 1, 1)), ("fake-blood", (0, 0, 0))],
)
def test_s15_2_forest_with_explosives(item: str, more: tuple[int, int, int]) -> None:
    for stage in (1, 2, 3):
        bare = entries_of_hunter(stage={0: stage}, items={})["forest"]
        assert entries_of_hunter(stage={0: stage}, items={0: [item]})["forest"] == bare + more[stage - 1]
        assert (
            entries_of_hunter(stage={0: stage}, items={0: [item] * 3})["forest"] == bare + more[stage - 1]
        )  # at least one
    whole = entries_of_hunter(items={0: ["grenade", "bomb", "dynamite"]})["forest"]
    assert whole == entries_of_hunter(items={})["forest"] + 6


@pytest.mark.parametrize(("hp", "maximum", "less"), [(4, 4, 0), (2, 4, 0), (1, 4, 3), (3, 6, 0), (2, 5, 3), (3, 5, 0)])
def test_s15_2_forest_with_few_hp(hp: int, maximum: int, less: int) -> None:
    assert entries_of_hunter(hp={0: hp}, hp_max={0: maximum})["forest"] == entries_of_hunter()["forest"] - less


def test_s15_2_the_plaza_of_classic_is_illegal_without_ep() -> None:
    assert (
        entries_of_hunter(rules="classic", ep={0: 0})["plaza"]
        == entries_of_hunter(rules="classic", ep={0: 1})["plaza"] - 100
    )


def test_vector_11_the_first_round_of_a_bat_for_two() -> None:
    at = selection_position(weapons=("Bat", "Axe"))
    found = entries_by_place(own.hunter_entries(at.state, 0))
    assert {name: number for name, number in found.items() if number > 0} == {
        "work-site": 7 + GATHERING,
        "station": 5,
        "dojo": 6,
        "forest": 5,
    }
    assert sum(stage_bot.weights(found)) == 23 + GATHERING


@pytest.mark.parametrize("rules", ["default", "2026"])
def test_s15_2_s18_entries_of_any_position_as_computed_from_the_files(rules: str) -> None:
    random = Random(rules)
    for _ in range(25):
        at = random_position(random, rules=rules)
        plain = stage_bot.later_hunter_entries if rules == "2026" else stage_bot.hunter_entries
        assert entries_by_place(own.hunter_entries(at.state, 0)) == plain(at, 0)
