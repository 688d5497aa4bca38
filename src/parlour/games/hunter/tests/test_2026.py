"""Section 18 outside the Forest: the whole set, and each switch on its own."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.games.hunter.rules.actions import NEEDS_HUNTER
from parlour.games.hunter.rules.state import HUNTING, OTHER_POINTS, RECOVERING, SELECTION, STORE
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position

PLAZA_2026 = {2: (5, 2), 3: (5, 3, 2), 4: (6, 4, 3, 2), 5: (6, 4, 3, 2)}  # R71: five as four
DUMMIES_2026 = {  # section 18, as printed, for seven rounds
    2: ((2, 5), (3, 6), (1, 4), (2, 5), (3, 6), (1, 4), (2, 5)),
    3: ((3,), (4,), (5,), (6,), (1,), (2,), (3,)),
    4: ((),) * 7,
}


def plaza_position(seats: int, tokens: int, **options: Any) -> Position:
    """This many hunters are at the Plaza, the rest in the Forest."""
    at = selection_position(weapons=("Axe", "Bow", "Sword", "Gloves")[:seats], dummies="none", fame=1, **options)
    return at.send_tokens(*["plaza dojo"] * tokens, *["forest forest"] * (seats - tokens))


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"dummies": "2026"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s18_dummies(seats: int, options: dict[str, Any]) -> None:
    for number, printed in enumerate(DUMMIES_2026[seats], 1):
        assert selection_position(seats, round=number, **options).view().dummies == [name - 1 for name in printed]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_s18b_no_dummies(seats: int) -> None:
    assert all(selection_position(seats, round=number, dummies="none").view().dummies == [] for number in range(1, 8))


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"plaza_rewards": "2026"}])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s18_plaza(seats: int, options: dict[str, Any]) -> None:
    for tokens, amount in enumerate(PLAZA_2026[seats], 1):
        assert [fact[4] for fact in plaza_position(seats, tokens, **options).events("income")] == [amount] * tokens
    assert plaza_position(seats, 1, **options).view().pay[0] == selection_position(seats).view().pay[0]


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"popularity_points": "1-2-4-7-11"}])
@pytest.mark.parametrize(("level", "points"), [(1, 1), (2, 2), (3, 4), (4, 7), (5, 11)])
def test_s18_popularity_points(level: int, points: int, options: dict[str, Any]) -> None:
    at = selection_position(
        weapons=("Axe", "Rifle"), dummies="none", reward={0: level - 1}, fame={0: level - 1}, **options
    )
    at.send_tokens("station bar", "forest forest")
    assert at.events("fame") == [("fame", 0, level, points)]
    usual = selection_position(weapons=("Axe", "Rifle"), dummies="none", reward={0: level - 1}, fame={0: level - 1})
    assert at.events("rewarded") == usual.send_tokens("station bar", "forest forest").events("rewarded")  # unchanged


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"milestones": "2026"}])
def test_s18_milestones(options: dict[str, Any]) -> None:
    at = selection_position(2, items={0: ["blood-bag"] * 18 + ["beer"] * 16}, **options)
    at.answer(0, *["raise hp"] * 6, *["raise ep"] * 4)
    assert [fact[2:] for fact in at.events("milestone")] == [(1, 6, 2), (1, 8, 3), (1, 10, 4), (0, 8, 2), (0, 10, 4)]
    assert at.column("score")[0] == 15


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"tables": "2026"}])
@pytest.mark.parametrize("weapon", ["Katana", "Sword", "Bow"])
def test_s18_alone_powers_bring_2_exp(weapon: str, options: dict[str, Any]) -> None:
    at = selection_position(weapons=(weapon, "Axe"), dummies="none", power={0: 2}, **options).send_tokens(
        "station bar", "dojo bar"
    )
    assert at.column("exp")[0] == 5
    kinds = [fact[0] for fact in at.events()]
    assert kinds.index("power_gain") < kinds.index("popularity")  # before the token moves
    for pairs, power in (
        (("station bar", "dojo station"), 2),
        (("forest bar", "dojo bar"), 2),
        (("station bar", "dojo bar"), 1),
    ):
        at = selection_position(weapons=(weapon, "Axe"), dummies="none", power={0: power}, **options).send_tokens(
            *pairs
        )
        assert at.events("power_gain") == []


def test_s18_the_knife_alone_scores_1() -> None:
    at = selection_position(weapons=("Knife", "Axe"), rules="2026", dummies="none", power={0: 2}).send_tokens(
        "station bar", "dojo bar"
    )
    assert at.column("score")[0] == 2  # and 1 for the first level
    assert at.row("sources", 0)[OTHER_POINTS] == 1
    at = selection_position(weapons=("Knife", "Axe"), rules="2026", dummies="none", power={0: 2}).send_tokens(
        "station bar", "dojo station"
    )
    assert at.column("score")[0] == 0


def test_s18_figures_of_the_tables() -> None:
    at = selection_position(weapons=("Rifle", "Plasma", "Bow", "Sword"), rules="2026")
    assert at.column("money") == [4, 4, 4, 4]
    assert at.column("defense") == [0, 0, 0, 0]
    assert at.refusal_reason(2, "attack die") != 0
    at.set_column("exp", {2: 5}).answer(2, "attack die")
    assert at.column("exp")[2] == 0


def test_s18_the_later_knife_token_moves_down_and_the_later_katana_does_not_trade() -> None:
    at = selection_position(
        weapons=("Knife", "Katana"), rules="2026", dummies="none", reward={0: 3}, items={1: ["beer"]}
    )
    assert "trade" not in at.legal_answers(1)
    assert at.send_tokens("station bar", "station bar").column("reward")[0] == 2


@pytest.mark.parametrize(("weapon", "item"), [("Rifle", "bullet"), ("Plasma", "battery")])
def test_s18_ammunition_costs_2_has_size_1_and_no_limit(weapon: str, item: str) -> None:
    at = selection_position(weapons=(weapon, "Axe"), tables="2026", dummies="none", items={0: [item] * 7}, money={0: 2})
    at.send_tokens("dojo bar", "dojo bar").answer(0, f"buy {item}")
    assert (at.column("money")[0], at.state.used(0)) == (0, 8)


def test_s18_plasma_needs_batteries_for_ever_and_learns_at_power_3() -> None:
    at = selection_position(weapons=("Plasma", "Axe"), rules="2026", dummies="none", power={0: 3}, money=0, exp=0)
    at.send_tokens("dojo bar", "dojo bar").skip_city()
    assert sorted(fact[3:6] for fact in at.events("power_gain")) == [(0, 2, 2), (3, 2, 3)]
    assert at.set_column("money", {0: 4}).send_tokens("dojo bar", "dojo bar").phase == STORE
    assert "buy battery" in at.legal_answers(0)


@pytest.mark.parametrize(
    ("weapon", "gain"), [("Rifle", (0, 2)), ("Chain", (1, 2)), ("Axe", (2, 1)), ("Whip", (1, 2)), ("Gloves", (2, 1))]
)
def test_s18_round_start_powers(weapon: str, gain: tuple[int, int]) -> None:
    at = selection_position(weapons=(weapon, "Katana"), rules="2026", dummies="none", power=2, money=0, exp=0)
    at.send_tokens("dojo bar", "dojo bar").skip_city()
    assert [fact[1:5] for fact in at.events("power_gain")] == [(0, int(at.state.weapon[0]), *gain)]


# Bat power 2.


def next_round_position(hp: int, ep: int, **given: Any) -> Position:
    """The next round has begun."""
    weapons = ("Chain", "Bat", "Whip")
    at = selection_position(weapons=weapons, rules="2026", dummies="none", power=2, hp={1: hp}, ep={1: ep}, **given)
    return at.send_tokens("dojo bar", "dojo bar", "dojo bar").skip_city()


def test_s18_bat_power_2_chooses_when_all_other_powers_have_fired() -> None:
    at = next_round_position(3, 5)
    assert (at.phase, at.asked_seats, at.state.round) == (RECOVERING, [1], 2)
    assert [fact[1] for fact in at.events("power_gain")] == [0, 2]
    assert at.legal_answers(1) == {"recover hp", "recover ep"}
    assert at.default_answer(1) == "recover hp"
    twin = at.copy()
    at.answer(1, "recover hp")
    assert (at.column("hp")[1], at.column("ep")[1], at.phase, at.asked_seats) == (4, 5, SELECTION, [0, 1, 2])
    assert at.events("recovered") == [("recovered", 1, 5)]
    twin.answer(1, "recover ep")
    assert (twin.column("hp")[1], twin.column("ep")[1]) == (3, 6)


@pytest.mark.parametrize(("hp", "ep", "after"), [(3, 6, (4, 6)), (4, 2, (4, 3)), (4, 6, (4, 6))])
def test_s18_bat_power_2_is_forced_if_one_is_full_and_nothing_if_both_are(
    hp: int, ep: int, after: tuple[int, int]
) -> None:
    at = next_round_position(hp, ep)
    assert at.phase == SELECTION
    assert (at.column("hp")[1], at.column("ep")[1]) == after


# The Forest.


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"forest_rule": "readiness"}])
def test_s18_the_forest_is_always_selectable(options: dict[str, Any]) -> None:
    assert (
        selection_position(2, dummies="none", ep=0, **options).refusal_reason(0, "hunter forest, apprentice bar") == 0
    )


@pytest.mark.parametrize(
    ("ep", "beers", "fights"), [(2, 0, True), (1, 1, True), (0, 2, True), (1, 0, False), (0, 1, False)]
)
def test_r61_ep_and_beers_make_2(ep: int, beers: int, fights: bool) -> None:
    at = selection_position(
        weapons=("Axe", "Bow"), dummies="none", forest_rule="readiness", ep={0: ep}, items={0: ["beer"] * beers}
    )
    at.send_tokens("forest bar", "dojo bar").skip_city()
    assert (at.phase == HUNTING) == fights
    assert at.events("cannot_fight") == ([] if fights else [("cannot_fight", 0, 0)])


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
    at = selection_position(
        weapons=(weapon, "Axe"), dummies="none", forest_rule="readiness", items={0: [item] if item else []}
    )
    at.send_tokens("forest bar", "dojo bar").skip_city()
    assert (at.phase == HUNTING) == fights
    assert at.events("cannot_fight") == ([] if fights else [("cannot_fight", 0, 1)])


def test_r61_all_are_looked_at_before_the_first_fight_and_stay_in_the_forest() -> None:
    at = selection_position(weapons=("Axe", "Bow", "Rifle"), rules="2026", dummies="none", ep={1: 0}, money=0)
    at.send_tokens("forest bar", "forest bar", "forest bar").skip_city()
    assert at.events("cannot_fight") == [("cannot_fight", 1, 0), ("cannot_fight", 2, 1)]
    assert (at.view().queue, at.column("hunter")) == ([0], [6, 6, 6])
    assert at.events("popularity") == []
    at.answer(0, "hunt level 1").deal("monster 9").answer(0, "accept")
    assert at.events("hurt") == []  # nobody is absent


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"apprentice_alone": "forbidden"}])
def test_r16_an_apprentice_only_with_its_hunter(options: dict[str, Any]) -> None:
    at = selection_position(2, dummies="none", **options)
    assert at.refusal_reason(0, "hunter bar, apprentice forest") == NEEDS_HUNTER
    assert at.refusal_reason(0, "hunter forest, apprentice forest") == 0


@pytest.mark.parametrize("options", [{"rules": "2026"}, {"beer_surplus": "on"}])
def test_s18_beer_beyond_the_maximum_before_a_fight_alone(options: dict[str, Any]) -> None:
    assert "drink" not in selection_position(2, items={0: ["beer"]}, **options).legal_answers(0)
    at = forest_position(("Bat", "Axe"), items={0: ["beer"] * 3}, **options).answer(0, "drink", "drink")
    assert (at.column("ep")[0], at.state.surplus) == (6, 2)
    at.answer(0, "hunt level 2")
    assert (at.column("ep")[0], at.state.surplus) == (5, 0)
    assert "drink" not in forest_position(("Bat", "Axe"), items={0: ["beer"]}).legal_answers(0)
