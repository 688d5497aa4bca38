"""Section 17, the city's half of section 18, and every switch of 18b on its own."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.actions import NEEDS_EP, NEEDS_HUNTER, NEEDS_TOLL
from parlour.games.hunter.state import BEFORE, HUNTING, MEETING, OTHER, RECOVERING, SELECTION, STORE
from parlour.games.hunter.tests.sheets import Sheet, hunt, in_forest, place

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


# Classic, section 17.


@pytest.mark.parametrize("options", [{"rules": "classic"}, {"plaza_rewards": "classic"}])
def test_s17_2_the_plaza_pays_3_alone_and_0_crowded(options: dict[str, Any]) -> None:
    assert [fact[4] for fact in plaza(2, 1, **options).story("income")] == [3]
    assert [fact[4] for fact in plaza(2, 2, **options).story("income")] == [0, 0]
    assert plaza(2, 2, **options).of("score") == [0, 0]


@pytest.mark.parametrize("options", [{"rules": "classic"}, {"plaza_toll": "1"}])
def test_s17_3_a_hunter_pays_1_ep_apprentices_enter_free(options: dict[str, Any]) -> None:
    at = hunt(weapons=("Axe", "Bow"), dummies="none", **options).send("plaza bar", "dojo plaza")
    assert at.of("ep") == [5, 6]
    assert at.story("toll") == [("toll", 0, 1)]
    told = [fact[0] for fact in at.story()]
    assert told.index("sent") < told.index("toll") < told.index("popularity")
    assert plaza(2, 2, **options).of("ep") == [5, 5]  # a crowded hunter pays too


@pytest.mark.parametrize("options", [{"rules": "classic"}, {"plaza_toll": "1"}])
def test_s17_4_a_hunter_needs_1_ep_for_the_plaza(options: dict[str, Any]) -> None:
    at = hunt(2, dummies="none", ep={0: 0, 1: 1}, items={0: ["beer"]}, **options)
    assert at.refused(0, "hunter plaza, apprentice bar") == NEEDS_TOLL
    assert at.refused(0, "hunter bar, apprentice plaza") == 0
    assert at.refused(1, "hunter plaza, apprentice bar") == 0
    at.tell(0, "drink", "hunter plaza, apprentice bar").tell(1, "hunter dojo, apprentice bar")
    assert at.of("ep") == [0, 1]


def test_s17_the_forest_rule_and_all_else_are_as_in_the_default_game() -> None:
    at = hunt(2, rules="classic", ep=1)
    assert at.refused(0, "hunter forest, apprentice dojo") == NEEDS_EP
    assert at.seen().dummies == [1, 3, 5]
    usual = hunt(2)
    assert [row for number, row in enumerate(at.seen().pay) if number != place("plaza")] == [
        row for number, row in enumerate(usual.seen().pay) if number != place("plaza")
    ]


# Section 18, the city.


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
    assert sorted(fact[3:5] for fact in at.story("power_gain")) == [(0, 2), (3, 2)]
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


# Switches that are fought out in the Forest, each on its own.


@pytest.mark.parametrize(("value", "damage"), [("1-3-5", (1, 3, 5)), ("1-2-4", (1, 2, 4))])
def test_s18b_pet_damage(value: str, damage: tuple[int, int, int]) -> None:
    for level in (1, 2, 3):
        at = in_forest(("Bat", "Axe"), 1, party=[level], pets={0: (1, 1, 1)}, ep={0: 6}, pet_damage=value)
        assert at.seen().party_damage == damage[level - 1]


@pytest.mark.parametrize(("value", "cost"), [("level", 2), ("1", 1)])
def test_s18b_tame_cost(value: str, cost: int) -> None:
    assert in_forest(("Bat", "Axe"), 17, tame_cost=value).seen().tame_cost == cost


@pytest.mark.parametrize(("value", "left"), [("per_attack", 2), ("per_battle", 1)])
def test_s18b_ammo(value: str, left: int) -> None:
    at = in_forest(("Rifle", "Axe"), 1, items={0: ["bullet", "bullet"]}, ammo=value)
    assert at.items(0).count("bullet") == left
    at.tell(0, "attack").deal("1 1")
    assert at.items(0).count("bullet") == 1


@pytest.mark.parametrize(("value", "bonus"), [("level", 3), ("2", 2)])
def test_s18b_fake_blood(value: str, bonus: int) -> None:
    at = in_forest(("Bat", "Axe"), 36, items={0: ["fake-blood"]}, fake_blood=value).tell(0, "use fake-blood")
    assert at.state.bonus == bonus


@pytest.mark.parametrize(("value", "stolen"), [("off", 0), ("on", 2)])
def test_s18b_r13_monster_effects(value: str, stolen: int) -> None:
    at = in_forest(("Bat", "Axe"), 3, monster_effects=value)
    assert at.of("money")[0] == 4 - stolen


@pytest.mark.parametrize(("value", "again"), [("with_replacement", True), ("remove_defeated", False)])
def test_s18b_r14_monster_pool(value: str, again: bool) -> None:
    at = in_forest(("Bat", "Axe"), 5, hunters=(0, 1), items={0: ["dynamite"]}, monster_pool=value)
    at.tell(0, "use dynamite").tell(1, "hunt level 1")
    assert ("monster 5" in at.outcomes) == again


@pytest.mark.parametrize(("value", "phase"), [("off", BEFORE), ("1", MEETING)])
def test_s18b_monster_redraw(value: str, phase: int) -> None:
    at = in_forest(("Bat", "Axe"), monster_redraw=value).tell(0, "hunt level 1").deal("monster 5")
    assert at.phase == phase


@pytest.mark.parametrize(("value", "money"), [("2025", 0), ("2026", 4)])
def test_s18b_tables(value: str, money: int) -> None:
    assert hunt(weapons=("Plasma", "Bat"), tables=value).of("money")[0] == money
