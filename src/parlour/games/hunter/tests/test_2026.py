"""The city's half of section 18: as a set, and each of its switches on its own."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.actions import NEEDS_HUNTER
from parlour.games.hunter.rules.state import HUNTING, OTHER, RECOVERING, SELECTION, STORE
from parlour.games.hunter.tests.sheets import Sheet, hunt, in_forest

PLAZA_2026 = {2: (5, 2), 3: (5, 3, 2), 4: (6, 4, 3, 2)}
DUMMIES_2026 = {  # section 18, as printed, for seven rounds
    2: ((2, 5), (3, 6), (1, 4), (2, 5), (3, 6), (1, 4), (2, 5)),
    3: ((3,), (4,), (5,), (6,), (1,), (2,), (3,)),
    4: ((),) * 7,
}


def plaza(seats: int, tokens: int, **options: Any) -> Sheet:
    """So many hunters at the Plaza, the rest in the Forest."""
    at = hunt(weapons=("Axe", "Bow", "Sword", "Gloves")[:seats], dummies="none", fame=1, **options)
    return at.send(*["plaza dojo"] * tokens, *["forest forest"] * (seats - tokens))


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"dummies": "2026"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s18_dummies(seats: int, options: dict[str, Any]) -> None:
    for number, printed in enumerate(DUMMIES_2026[seats], 1):
        assert hunt(seats, round=number, **options).seen().dummies == [name - 1 for name in printed]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s18b_no_dummies(seats: int) -> None:
    assert all(hunt(seats, round=number, dummies="none").seen().dummies == [] for number in range(1, 8))


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"plaza_rewards": "2026"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s18_plaza(seats: int, options: dict[str, Any]) -> None:
    for tokens, amount in enumerate(PLAZA_2026[seats], 1):
        assert [fact[4] for fact in plaza(seats, tokens, **options).story("income")] == [amount] * tokens
    assert plaza(seats, 1, **options).seen().pay[0] == hunt(seats).seen().pay[0]


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"popularity_points": "1-2-4-7-11"}])
@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 11)])
def test_s18_popularity_points(level: int, points: int, options: dict[str, Any]) -> None:
    at = hunt(weapons=("Axe", "Rifle"), dummies="none", reward={0: level - 1}, fame={0: level - 1}, **options)
    at.send("station bar", "forest forest")
    assert at.story("fame") == [("fame", 0, level, points)]
    usual = hunt(weapons=("Axe", "Rifle"), dummies="none", reward={0: level - 1}, fame={0: level - 1})
    assert at.story("rewarded") == usual.send("station bar", "forest forest").story("rewarded")  # unchanged


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"milestones": "2026"}])
def test_s18_milestones(options: dict[str, Any]) -> None:
    at = hunt(2, items={0: ["blood-bag"] * 18 + ["beer"] * 16}, **options)
    at.tell(0, *["raise hp"] * 6, *["raise ep"] * 4)
    assert [fact[2:] for fact in at.story("milestone")] == [(1, 6, 2), (1, 8, 3), (1, 10, 4), (0, 8, 2), (0, 10, 4)]
    assert at.of("score")[0] == 15


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"tables": "2026"}])
@pytest.mark.parametrize("weapon", ["Katana", "Sword", "Bow"])
def test_s18_alone_powers_bring_2_exp(weapon: str, options: dict[str, Any]) -> None:
    at = hunt(weapons=(weapon, "Axe"), dummies="none", power={0: 2}, **options).send("station bar", "dojo bar")
    assert at.of("exp")[0] == 5
    told = [fact[0] for fact in at.story()]
    assert told.index("power_gain") < told.index("popularity")  # before the token moves
    for pairs, power in (
        (("station bar", "dojo station"), 2),
        (("forest bar", "dojo bar"), 2),
        (("station bar", "dojo bar"), 1),
    ):
        at = hunt(weapons=(weapon, "Axe"), dummies="none", power={0: power}, **options).send(*pairs)
        assert at.story("power_gain") == []


def test_s18_the_knife_alone_scores_1() -> None:
    at = hunt(weapons=("Knife", "Axe"), rules="2026", dummies="none", power={0: 2}).send("station bar", "dojo bar")
    assert at.of("score")[0] == 2  # and 1 for the first level
    assert at.row("sources", 0)[OTHER] == 1
    at = hunt(weapons=("Knife", "Axe"), rules="2026", dummies="none", power={0: 2}).send(
        "station bar", "dojo station"
    )
    assert at.of("score")[0] == 0


def test_s18_figures_of_the_tables() -> None:
    at = hunt(weapons=("Rifle", "Plasma", "Bow", "Sword"), rules="2026")
    assert at.of("money") == [4, 4, 4, 4]
    assert at.of("defense") == [0, 0, 0, 0]
    assert at.refused(2, "attack die") != 0
    at.write("exp", {2: 5}).tell(2, "attack die")
    assert at.of("exp")[2] == 0


def test_s18_the_later_knife_token_moves_down_and_the_later_katana_does_not_trade() -> None:
    at = hunt(weapons=("Knife", "Katana"), rules="2026", dummies="none", reward={0: 3}, items={1: ["beer"]})
    assert "trade" not in at.answers(1)
    assert at.send("station bar", "station bar").of("reward")[0] == 2


@pytest.mark.parametrize(("weapon", "item"), [("Rifle", "bullet"), ("Plasma", "battery")])
def test_s18_ammunition_costs_2_has_size_1_and_no_limit(weapon: str, item: str) -> None:
    at = hunt(weapons=(weapon, "Axe"), tables="2026", dummies="none", items={0: [item] * 7}, money={0: 2})
    at.send("dojo bar", "dojo bar").tell(0, f"buy {item}")
    assert (at.of("money")[0], at.state.used(0)) == (0, 8)


def test_s18_plasma_needs_batteries_for_ever_and_learns_at_power_3() -> None:
    at = hunt(weapons=("Plasma", "Axe"), rules="2026", dummies="none", power={0: 3}, money=0, exp=0)
    at.send("dojo bar", "dojo bar").leave_city()
    assert sorted(fact[3:6] for fact in at.story("power_gain")) == [(0, 2, 2), (3, 2, 3)]
    assert at.write("money", {0: 4}).send("dojo bar", "dojo bar").phase == STORE
    assert "buy battery" in at.answers(0)


@pytest.mark.parametrize(
    ("weapon", "gain"), [("Rifle", (0, 2)), ("Chain", (1, 2)), ("Axe", (2, 1)), ("Whip", (1, 2)), ("Gloves", (2, 1))]
)
def test_s18_round_start_powers(weapon: str, gain: tuple[int, int]) -> None:
    at = hunt(weapons=(weapon, "Katana"), rules="2026", dummies="none", power=2, money=0, exp=0)
    at.send("dojo bar", "dojo bar").leave_city()
    assert [fact[1:5] for fact in at.story("power_gain")] == [(0, int(at.state.weapon[0]), *gain)]


# Bat power 2.


def woken(hp: int, ep: int, **given: Any) -> Sheet:
    """The next round has begun."""
    weapons = ("Chain", "Bat", "Whip")
    at = hunt(weapons=weapons, rules="2026", dummies="none", power=2, hp={1: hp}, ep={1: ep}, **given)
    return at.send("dojo bar", "dojo bar", "dojo bar").leave_city()


def test_s18_bat_power_2_chooses_when_all_other_powers_have_fired() -> None:
    at = woken(3, 5)
    assert (at.phase, at.owing, at.state.round) == (RECOVERING, [1], 2)
    assert [fact[1] for fact in at.story("power_gain")] == [0, 2]
    assert at.answers(1) == {"recover hp", "recover ep"}
    assert at.lapse(1) == "recover hp"
    twin = at.copy()
    at.tell(1, "recover hp")
    assert (at.of("hp")[1], at.of("ep")[1], at.phase, at.owing) == (4, 5, SELECTION, [0, 1, 2])
    assert at.story("recovered") == [("recovered", 1, 5)]
    twin.tell(1, "recover ep")
    assert (twin.of("hp")[1], twin.of("ep")[1]) == (3, 6)


@pytest.mark.parametrize(("hp", "ep", "after"), [(3, 6, (4, 6)), (4, 2, (4, 3)), (4, 6, (4, 6))])
def test_s18_bat_power_2_is_forced_if_one_is_full_and_nothing_if_both_are(
    hp: int, ep: int, after: tuple[int, int]
) -> None:
    at = woken(hp, ep)
    assert at.phase == SELECTION
    assert (at.of("hp")[1], at.of("ep")[1]) == after


# The Forest.


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"forest_rule": "readiness"}])
def test_s18_the_forest_is_always_selectable(options: dict[str, Any]) -> None:
    assert hunt(2, dummies="none", ep=0, **options).refused(0, "hunter forest, apprentice bar") == 0


@pytest.mark.parametrize(
    ("ep", "beers", "fights"), [(2, 0, True), (1, 1, True), (0, 2, True), (1, 0, False), (0, 1, False)]
)
def test_r61_ep_and_beers_make_2(ep: int, beers: int, fights: bool) -> None:
    at = hunt(
        weapons=("Axe", "Bow"), dummies="none", forest_rule="readiness", ep={0: ep}, items={0: ["beer"] * beers}
    )
    at.send("forest bar", "dojo bar").leave_city()
    assert (at.phase == HUNTING) == fights
    assert at.story("cannot_fight") == ([] if fights else [("cannot_fight", 0, 0)])


@pytest.mark.parametrize(
    ("weapon", "item", "fights"),
    [
        ("Rifle", "", False),
        ("Rifle", "bullet", True),
        ("Rifle", "grenade", True),
        ("Plasma", "bomb", True),
        ("Plasma", "dynamite", True),
        ("Plasma", "fake-blood", False),
        ("Plasma", "battery", True),
        ("Bow", "", True),
    ],
)
def test_r61_guns_need_ammunition_or_explosives(weapon: str, item: str, fights: bool) -> None:
    at = hunt(weapons=(weapon, "Axe"), dummies="none", forest_rule="readiness", items={0: [item] if item else []})
    at.send("forest bar", "dojo bar").leave_city()
    assert (at.phase == HUNTING) == fights
    assert at.story("cannot_fight") == ([] if fights else [("cannot_fight", 0, 1)])


def test_r61_all_are_looked_at_before_the_first_fight_and_stay_in_the_forest() -> None:
    at = hunt(weapons=("Axe", "Bow", "Rifle"), rules="2026", dummies="none", ep={1: 0}, money=0)
    at.send("forest bar", "forest bar", "forest bar").leave_city()
    assert at.story("cannot_fight") == [("cannot_fight", 1, 0), ("cannot_fight", 2, 1)]
    assert (at.seen().queue, at.of("hunter")) == ([0], [6, 6, 6])
    assert at.story("popularity") == []
    at.tell(0, "hunt level 1").deal("monster 9").tell(0, "accept")
    assert at.story("hurt") == []  # nobody is absent


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"apprentice_alone": "forbidden"}])
def test_r16_an_apprentice_only_with_its_hunter(options: dict[str, Any]) -> None:
    at = hunt(2, dummies="none", **options)
    assert at.refused(0, "hunter bar, apprentice forest") == NEEDS_HUNTER
    assert at.refused(0, "hunter forest, apprentice forest") == 0


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"beer_surplus": "on"}])
def test_s18_beer_beyond_the_maximum_before_a_fight_alone(options: dict[str, Any]) -> None:
    assert "drink" not in hunt(2, items={0: ["beer"]}, **options).answers(0)
    at = in_forest(("Bat", "Axe"), items={0: ["beer"] * 3}, **options).tell(0, "drink", "drink")
    assert (at.of("ep")[0], at.state.surplus) == (6, 2)
    at.tell(0, "hunt level 2")
    assert (at.of("ep")[0], at.state.surplus) == (5, 0)
    assert "drink" not in in_forest(("Bat", "Axe"), items={0: ["beer"]}).answers(0)
