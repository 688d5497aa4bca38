"""Every reason for which an answer is refused, met at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules.state import BEFORE, MEETING
from parlour.games.hunter.tests.sheets import Sheet, hunt, in_forest
from parlour.games.hunter.text.questions import REASONS
from parlour.kernel.game import MatchContext, explain_refusal
from parlour.kernel.state import NOT_ASKED, NOT_LEGAL


def shop(weapon: str, money: int, *items: str, power: int = 1) -> Sheet:
    given: dict[str, Any] = {"money": {0: money}, "power": {0: power}, "exp": {0: 3}}
    at = hunt(weapons=(weapon, "Gloves"), dummies="none", items={0: items}, **given)
    return at.send("dojo bar", "dojo bar")


def fight(weapon: str, *items: str, power: int = 1, monster: int = 1, ep: int = 6) -> Sheet:
    return in_forest((weapon, "Gloves"), monster, items={0: items}, power={0: power}, ep={0: ep})


CASES: list[tuple[int, Callable[[], Sheet], str]] = [
    (a.DUMMY_THERE, lambda: hunt(2), "hunter bar, apprentice dojo"),
    (a.DUMMY_THERE, lambda: hunt(2), "hunter dojo, apprentice plaza"),
    (a.DUMMY_THERE, lambda: hunt(2), "hunter plaza, apprentice plaza"),
    (a.NEEDS_EP, lambda: hunt(2, ep=1), "hunter forest, apprentice dojo"),
    (a.SAME_PLACE, lambda: hunt(2), "hunter dojo, apprentice dojo"),
    (a.NEEDS_TOLL, lambda: hunt(2, rules="classic", ep=0, round=2), "hunter plaza, apprentice bar"),
    (a.NEEDS_HUNTER, lambda: hunt(2, rules="2026"), "hunter plaza, apprentice forest"),
    (a.EP_FULL, lambda: hunt(2, items={0: ["beer"]}), "drink"),
    (a.HP_FULL, lambda: hunt(2, items={0: ["blood-bag"]}), "heal"),
    (a.EP_HIGHEST, lambda: hunt(2, items={0: ["beer"]}, ep_max=10), "put beer"),
    (a.HP_HIGHEST, lambda: hunt(2, items={0: ["blood-bag"]}, hp_max=10), "put blood-bag"),
    (a.NONE_HELD, lambda: hunt(2, ep=1), "drink"),
    (a.NONE_HELD, lambda: hunt(2, hp=1), "heal"),
    (a.NONE_HELD, lambda: hunt(2), "put beer"),
    (a.NONE_HELD, lambda: hunt(2), "put blood-bag"),
    (a.NONE_HELD, lambda: hunt(weapons=("Katana", "Bat")), "trade"),
    (a.NONE_HELD, lambda: fight("Bat"), "use grenade"),
    (a.NONE_HELD, lambda: shop("Katana", 0, *["bomb"] * 2).tell(0, "finish").tell(1, "finish"), "discard beer"),
    (a.TOO_FEW, lambda: hunt(2, items={0: ["beer"] * 3}), "raise ep"),
    (a.TOO_FEW, lambda: hunt(2, items={0: ["blood-bag"] * 2}), "raise hp"),
    (a.NO_KATANA, lambda: hunt(2, items={0: ["beer"]}), "trade"),
    (a.NEEDS_EXP, lambda: hunt(2, exp=3), "attack die"),
    (a.NEEDS_EXP, lambda: hunt(2, exp=2), "defense die"),
    (a.DICE_FULL, lambda: hunt(2, exp=15, attack=7), "attack die"),
    (a.DICE_FULL, lambda: hunt(2, exp=15, defense=6), "defense die"),
    (a.TOO_DEAR, lambda: shop("Bat", 5), "buy dynamite"),
    (a.NOT_SOLD, lambda: shop("Bat", 15), "buy bullet"),
    (a.NOT_SOLD, lambda: shop("Rifle", 15), "buy battery"),
    (a.NOT_SOLD, lambda: shop("Plasma", 15, power=3), "buy battery"),
    (a.CARRIES_ENOUGH, lambda: shop("Rifle", 15, *["bullet"] * 6), "buy bullet"),
    (a.TOO_TIRED, lambda: in_forest(("Bat", "Axe"), ep={0: 2}), "hunt level 2"),
    (a.TOO_TIRED, lambda: in_forest(("Bat", "Axe"), ep={0: 3}, pets={0: (1, 0, 0)}), "bring pet 1"),
    (a.NO_PET, lambda: in_forest(("Bat", "Axe")), "bring pet 1"),
    (a.NO_AMMUNITION, lambda: fight("Rifle"), "attack"),
    (a.NOT_TAME, lambda: fight("Bat"), "tame"),
    (a.TAME_EP, lambda: fight("Chain", monster=5, ep=2), "tame"),
    (a.NO_POWER, lambda: fight("Knife"), "arm"),
    (a.NO_POWER, lambda: fight("Bat", "beer").tell(0, "attack").deal("1 1"), "strike again"),
    (a.POWER_SPENT, lambda: fight("Knife", power=2).tell(0, "arm"), "arm"),
    (a.NOT_NOW, lambda: hunt(2), "finish"),
    (a.NOT_NOW, lambda: hunt(2), "take money"),
    (a.NOT_NOW, lambda: shop("Bat", 5), "hunter dojo, apprentice bar"),
    (a.NOT_NOW, lambda: fight("Bat"), "recover hp"),
    (a.NOT_NOW, lambda: fight("Bat"), "hunt level 1"),
    (
        a.NEEDED_BEER,
        lambda: in_forest(("Katana", "Axe"), ep={0: 1}, items={0: ["beer"]}, forest_rule="readiness"),
        "trade",
    ),
    (a.CAN_ATTACK, lambda: fight("Bat"), "go on"),
]


@pytest.mark.parametrize(("reason", "scene", "answer"), CASES)
def test_a_reason_is_met_and_told(reason: int, scene: Callable[[], Sheet], answer: str) -> None:
    at = scene()
    assert at.state.owes(0)
    assert at.refused(0, answer) == reason
    assert answer not in at.answers(0)
    why = explain_refusal(at.game, MatchContext(("Ann", "Ben"), at.options), at.state, 0, at.number(answer))
    assert why == REASONS[reason]


def test_every_reason_is_met_but_the_one_that_cannot_be() -> None:
    """Where no other monster may be drawn, nobody is asked whether to change it."""
    assert {int(reason) for reason, _, _ in CASES} == set(REASONS) - {int(a.NO_OTHER), int(NOT_LEGAL)}
    assert set(REASONS) == {int(NOT_LEGAL), *range(a.DUMMY_THERE, a.CAN_ATTACK + 1)}
    at = in_forest(("Bat", "Axe"), monster_redraw="1").tell(0, "hunt level 1")
    at.state.gone = ((1 << 11) - 1) << 1
    at.deal("monster 1")
    assert at.phase == BEFORE
    other = in_forest(("Bat", "Axe"), monster_redraw="1").tell(0, "hunt level 1").deal("monster 1")
    assert other.phase == MEETING


def test_who_is_not_asked_is_told_so() -> None:
    at = hunt(2).tell(0, "hunter dojo, apprentice station")
    assert at.refused(0, "hunter dojo, apprentice station") == NOT_ASKED
    assert at.answers(0) == set()


def test_the_default_answer_before_a_fight_is_the_cheapest_hunt_or_a_beer_for_it() -> None:
    assert in_forest(("Bat", "Axe"), ep={0: 2}).lapse(0) == "hunt level 1"
    at = in_forest(("Bat", "Axe"), ep={0: 1}, items={0: ["beer"]}, rules="2026")
    assert at.lapse(0) == "drink"
    assert at.tell(0, "drink").lapse(0) == "hunt level 1"


def test_the_default_answers_in_a_fight() -> None:
    at = in_forest(("Bat", "Axe"), rules="2026").tell(0, "hunt level 1").deal("monster 1")
    assert at.lapse(0) == "accept"
    at.tell(0, "accept")
    assert at.lapse(0) == "attack"
    assert fight("Rifle").lapse(0) == "go on"
    assert fight("Bat", "beer").tell(0, "attack").deal("1 1").lapse(0) == "go on"
