"""15.1 to 15.3: where the stage bot sends its tokens."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter import entries as own
from parlour.games.hunter.tests import stages
from parlour.games.hunter.tests.sheets import Sheet, hunt, in_forest, place
from parlour.games.hunter.tests.stages import Player
from parlour.games.hunter.words import PLACE_WORDS
from parlour.kernel.rng import Rng


def entries(seat: int = 0, **given: Any) -> dict[str, int]:
    """The entries of a hunter; without dummies, of a Sword (which likes the Dojo), unless somebody else is named."""
    at = hunt(**{"weapons": ("Sword", "Bat"), "dummies": "none", "items": {0: ["bomb", "beer"]}, **given})
    return shown(own.hunter_entries(at.state, seat))


def shown(column: object) -> dict[str, int]:
    return dict(zip(PLACE_WORDS, (int(number) for number in column), strict=True))  # type: ignore[attr-defined]


def others(at: Sheet, hunter: str, seat: int = 0) -> dict[str, int]:
    return shown(own.apprentice_entries(at.state, seat, place(hunter)))


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
    at = in_forest(("Bat", "Axe"), monster, stage={0: stage}, kills={0: kills}, items=held)
    while at.state.kills[level - 1] == kills[level - 1]:
        at.tell(0, "use dynamite")
    assert at.of("stage")[0] == after


def test_s15_1_taming_counts_like_killing() -> None:
    at = in_forest(("Chain", "Axe"), 5, kills={0: (1, 0, 0)}).tell(0, "tame")
    assert (at.of("stage")[0], at.row("kills", 0)) == (2, [2, 0, 0])


@pytest.mark.parametrize(("weapon", "more"), [("Bat", 0), ("Chain", 1), ("Whip", 1), ("Knife", 0)])
def test_s15_1_required_ep(weapon: str, more: int) -> None:
    for stage in (1, 2, 3):
        assert own.required_ep(hunt(weapons=(weapon,), seats=2, stage=stage).state, 0) == stage + 1 + more


# 15.2, line by line.


def test_s15_2_every_place_has_5() -> None:
    assert entries(weapons=("Bow", "Axe"), attack={0: 3}, ep={0: 6}) == {
        **dict.fromkeys(PLACE_WORDS, 5),
        "plaza": 7,
        "forest": 5 + 1 + 2,
    }
    assert entries(attack={0: 5})["station"] == 5


def test_s15_2_illegal_places() -> None:
    blocked = entries(dummies="2025")
    free = entries()
    assert {name: free[name] - blocked[name] for name in PLACE_WORDS} == {
        **dict.fromkeys(PLACE_WORDS, 0),
        **dict.fromkeys(("bar", "hospital", "plaza"), 100),
    }
    assert entries(ep={0: 1})["forest"] == entries(ep={0: 2})["forest"] - 100


@pytest.mark.parametrize(
    ("weapon", "name"), [(row["name"], stages.slug(row["preferred_location"])) for row in stages.rows("weapons")]
)
def test_s15_2_the_preferred_place(weapon: str, name: str) -> None:
    other = "Knife" if weapon != "Knife" else "Sword"
    at = hunt(weapons=(weapon, other), dummies="none", attack={0: 4}, items={0: ["bomb"]}, hp={0: 3}, ep={0: 5})
    found, expected = shown(own.hunter_entries(at.state, 0)), stages.hunter_entries(at, 0)
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
    assert entries(weapons=("Bat", "Sword"), dummies="2025")["plaza"] == -95


@pytest.mark.parametrize(
    ("hp", "maximum", "more"), [(4, 4, 0), (3, 4, 1), (2, 4, 2), (1, 4, 2), (3, 5, 1), (2, 5, 2)]
)
def test_s15_2_hospital(hp: int, maximum: int, more: int) -> None:
    assert entries(hp={0: hp}, hp_max={0: maximum})["hospital"] == 5 + more


@pytest.mark.parametrize(
    ("stage", "ep", "more"), [(1, 6, 0), (1, 5, 1), (1, 2, 1), (1, 1, 2), (2, 3, 1), (2, 2, 2), (3, 4, 1), (3, 3, 2)]
)
def test_s15_2_bar(stage: int, ep: int, more: int) -> None:
    assert entries(stage={0: stage}, ep={0: ep})["bar"] == 5 + more


@pytest.mark.parametrize(("free", "more"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (6, 2)])
def test_s15_2_r38_work_site(free: int, more: int) -> None:
    found = entries(weapons=("Bow", "Sword"), items={0: ["beer"] * (6 - free)})
    assert found["work-site"] == 5 + more


def test_s15_2_work_site_with_too_much_already() -> None:
    assert entries(weapons=("Bow", "Sword"), items={0: ["dynamite"] * 3})["work-site"] == 5


@pytest.mark.parametrize("stage", [1, 2, 3])
def test_s15_2_dojo_and_forest_tables(stage: int) -> None:
    for attack in range(2, 8):
        for defense in range(7):
            found = entries(
                weapons=("Bow", "Axe"),
                stage={0: stage},
                attack={0: attack},
                defense={0: defense},
                ep={0: 5},
                items={},
            )
            assert found["dojo"] == 5 + max(0, stages.table("dojo_table")[stage, attack, defense])
            assert found["forest"] == 5 + stages.table("forest_table")[stage, attack, defense]


def test_s15_2_the_tables_are_the_printed_ones() -> None:
    dojo, forest = stages.table("dojo_table"), stages.table("forest_table")
    assert [dojo[1, 2, dice] for dice in range(7)] == [1, 1, 0, 0, 0, 0, 0]
    assert [dojo[2, 4, dice] for dice in range(7)] == [1, 1, 1, 1, 0, 0, 0]
    assert [dojo[3, 6, dice] for dice in range(7)] == [1, 1, 1, 1, 1, 1, 0]
    assert [forest[1, 7, dice] for dice in range(7)] == [4, 5, 6, 7, 8, 9, 10]
    assert [forest[2, 2, dice] for dice in range(7)] == [-4, -2, 0, 1, 1, 1, 1]
    assert [forest[3, 2, dice] for dice in range(7)] == [-6, -4, -2, -1, -1, -1, -1]
    assert [forest[3, 7, dice] for dice in range(7)] == [1, 2, 2, 3, 3, 3, 3]


@pytest.mark.parametrize(("rounds", "more"), [(0, 0), (1, 0), (2, 2), (7, 2)])
def test_s15_2_plaza(rounds: int, more: int) -> None:
    assert entries(since_plaza={0: rounds})["plaza"] == 5 + more


def test_s15_2_forest_with_full_ep() -> None:
    assert entries(ep={0: 6})["forest"] - entries(ep={0: 5})["forest"] == 1
    assert entries(ep={0: 6}, ep_max={0: 7})["forest"] == entries(ep={0: 5})["forest"]


@pytest.mark.parametrize(
    ("item", "more"),
    [("grenade", (1, 0, 0)), ("bomb", (2, 1, 0)), ("dynamite", (3, 1, 1)), ("fake-blood", (0, 0, 0))],
)
def test_s15_2_forest_with_explosives(item: str, more: tuple[int, int, int]) -> None:
    for stage in (1, 2, 3):
        bare = entries(stage={0: stage}, items={})["forest"]
        assert entries(stage={0: stage}, items={0: [item]})["forest"] == bare + more[stage - 1]
        assert entries(stage={0: stage}, items={0: [item] * 3})["forest"] == bare + more[stage - 1]  # at least one
    whole = entries(items={0: ["grenade", "bomb", "dynamite"]})["forest"]
    assert whole == entries(items={})["forest"] + 6


@pytest.mark.parametrize(
    ("hp", "maximum", "less"), [(4, 4, 0), (2, 4, 0), (1, 4, 3), (3, 6, 0), (2, 5, 3), (3, 5, 0)]
)
def test_s15_2_forest_with_few_hp(hp: int, maximum: int, less: int) -> None:
    assert entries(hp={0: hp}, hp_max={0: maximum})["forest"] == entries()["forest"] - less


def test_s15_2_the_plaza_of_classic_is_illegal_without_ep() -> None:
    assert entries(rules="classic", ep={0: 0})["plaza"] == entries(rules="classic", ep={0: 1})["plaza"] - 100


def test_vector_11_the_first_round_of_a_bat_for_two() -> None:
    at = hunt(weapons=("Bat", "Axe"))
    found = shown(own.hunter_entries(at.state, 0))
    assert {name: number for name, number in found.items() if number > 0} == {
        "work-site": 7,
        "station": 5,
        "dojo": 6,
        "forest": 5,
    }
    assert sum(stages.weights(found)) == 23


@pytest.mark.parametrize("rules", ["default", "2026"])
def test_s15_2_s18_entries_of_any_position_as_computed_from_the_files(rules: str) -> None:
    random = Random(rules)
    for _ in range(25):
        at = stages.somewhere(random, rules=rules)
        plain = stages.later_hunter_entries if rules == "2026" else stages.hunter_entries
        assert shown(own.hunter_entries(at.state, 0)) == plain(at, 0)


# 15.3, line by line.


def test_s15_3_every_legal_place_but_the_hunter_s_has_5() -> None:
    at = hunt(weapons=("Bow", "Sword"), dummies="none")
    assert others(at, "plaza") == {**dict.fromkeys(PLACE_WORDS, 5), "plaza": 0, "dojo": 5 + 2 + 1}
    assert others(at, "dojo") == {**dict.fromkeys(PLACE_WORDS, 5), "dojo": 0}  # theirs is not legal


def test_s15_3_dummies() -> None:
    at = hunt(weapons=("Bow", "Axe"))  # Bar, Hospital, Plaza
    assert others(at, "dojo") == {
        **dict.fromkeys(PLACE_WORDS, 5),
        **dict.fromkeys(("bar", "hospital", "plaza"), -95),
        "dojo": 0,
    }


def test_s15_3_each_other_player_s_preferred_place_and_the_leader_s_one_more() -> None:
    at = hunt(weapons=("Bow", "Sword", "Knife", "Axe", "Whip"), score={0: 40, 1: 3, 2: 5, 3: 9, 4: 9})
    assert others(at, "plaza") == {
        "work-site": 5,
        "bar": 7,
        "station": 5,
        "hospital": 5 + 2 + 1,  # of equal leaders the lowest seat's
        "dojo": 5 + 2 + 2,
        "plaza": 0,
        "forest": 5,
    }


def test_s15_3_r47_the_forest() -> None:
    at = hunt(weapons=("Bow", "Sword"), dummies="none")
    assert others(at, "forest")["forest"] == 1
    assert others(at, "bar")["forest"] == 5


@pytest.mark.parametrize("rules", ["default", "2026"])
def test_s15_3_s18_apprentice_entries_as_computed_from_the_files(rules: str) -> None:
    random = Random(rules + " apprentice")
    for _ in range(10):
        at = stages.somewhere(random, rules=rules)
        for hunter in PLACE_WORDS:
            if place(hunter) not in at.seen().dummies:
                plain = stages.apprentice_entries(at, 0, hunter, rules == "2026")
                assert others(at, hunter) == plain


# The draws.


def test_s15_2_a_place_is_drawn_in_proportion_to_its_entries() -> None:
    column = vec[i64]([7, -95, 5, 0, 6, 1, 5])
    counts = [0] * 7
    draws = 6000
    rng = Rng(20250803)
    for _ in range(draws):
        counts[own.drawn(column, 127, rng)] += 1
    expected = [draws * max(0, int(weight)) / 24 for weight in column]
    assert [count for count, share in zip(counts, expected, strict=True) if not share] == [0, 0]
    surprise = sum((count - share) ** 2 / share for count, share in zip(counts, expected, strict=True) if share)
    assert surprise < 13.28  # chi-square of 4 degrees, 1 %


def test_s15_2_if_no_place_has_entries_the_lowest_legal_one_is_taken() -> None:
    assert own.drawn(vec[i64]([-95, 0, -3, 0, -1, -95, -2]), 0b0011110, Rng(1)) == 1
    assert own.drawn(vec[i64]([0] * 7), 0b1000000, Rng(1)) == 6


@pytest.mark.parametrize("rules", ["default", "2026"])
def test_s15_2_s15_3_the_hunter_is_drawn_first_then_the_apprentice(rules: str) -> None:
    random = Random(rules + " draws")
    later = rules == "2026"
    for seed in range(25):
        at = stages.somewhere(random, rules=rules)
        dummies = [PLACE_WORDS[number] for number in at.seen().dummies]
        rng, legal = Rng(seed), [name for name in PLACE_WORDS if name not in dummies]
        plain = stages.later_hunter_entries if later else stages.hunter_entries
        hunter = stages.walk(plain(at, 0), rng, legal)
        rest = [name for name in legal if name != hunter or name == "forest"]
        apprentice = stages.walk(stages.apprentice_entries(at, 0, hunter, later), rng, rest)
        assert Player(seed).answer(at) == f"hunter {hunter}, apprentice {apprentice}"


def test_s15_7_it_says_why() -> None:
    at = hunt(weapons=("Bat", "Axe"))
    seen = set()
    for seed in range(40):
        bot = Player(seed)
        answer = bot.answer(at)
        hunter, apprentice = (part.split()[1] for part in answer.split(", "))
        first, second = stages.hunter_entries(at, 0), stages.apprentice_entries(at, 0, hunter)
        names = {word: word.replace("-", " ").title() for word in PLACE_WORDS}
        assert bot.bot.remark == (
            f"{names[hunter]} {first[hunter]} of 23 entries; "
            f"apprentice to the {names[apprentice]} {second[apprentice]} of {sum(stages.weights(second))} entries"
        )
        seen.add(hunter)
    assert seen == {"work-site", "station", "dojo", "forest"}


def test_s15_it_sees_public_things_only() -> None:
    """Whatever others have laid face down, the answer is the same."""
    for seed in range(10):
        open_table = hunt(3)
        sealed = hunt(3).tell(1, "hunter forest, apprentice forest").tell(2, "hunter work-site, apprentice forest")
        assert Player(seed).answer(open_table) == Player(seed).answer(sealed)


def test_s15_2_r65_rounds_since_the_plaza_count_rounds_in_which_it_was_blocked() -> None:
    at = hunt(weapons=("Sword", "Bow"))  # the Plaza is blocked in rounds 1 and 3
    for number, hunter in enumerate(("work-site", "bar", "work-site"), 1):
        assert at.of("since_plaza")[0] == number - 1
        at.send(f"{hunter} forest", f"{hunter} forest").leave_city()
    assert at.of("since_plaza")[0] == 3
    at.send("plaza forest", "bar forest").leave_city()
    assert at.of("since_plaza") == [0, 4]
