"""Every reason for refusing an answer, in a position of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules.state import BEFORE, MEETING
from parlour.games.hunter.tests.positions import Position, forest_position, selection_position
from parlour.games.hunter.text.questions import REASONS
from parlour.kernel.answers import explain_refusal
from parlour.kernel.state import NOT_ASKED, NOT_LEGAL
from parlour.kernel.text import MatchContext


def store_position(weapon: str, money: int, *items: str, power: int = 1) -> Position:
    given: dict[str, Any] = {"money": {0: money}, "power": {0: power}, "exp": {0: 3}}
    at = selection_position(weapons=(weapon, "Gloves"), dummies="none", items={0: items}, **given)
    return at.send_tokens("dojo bar", "dojo bar")


def battle_position(weapon: str, *items: str, power: int = 1, monster: int = 1, ep: int = 6) -> Position:
    return forest_position((weapon, "Gloves"), monster, items={0: items}, power={0: power}, ep={0: ep})


CASES: list[tuple[int, Callable[[], Position], str]] = [
    (a.DUMMY_THERE, lambda: selection_position(2), "hunter bar, apprentice dojo"),
    (a.DUMMY_THERE, lambda: selection_position(2), "hunter dojo, apprentice plaza"),
    (a.DUMMY_THERE, lambda: selection_position(2), "hunter plaza, apprentice plaza"),
    (a.NEEDS_EP, lambda: selection_position(2, ep=1), "hunter forest, apprentice dojo"),
    (a.SAME_PLACE, lambda: selection_position(2), "hunter dojo, apprentice dojo"),
    (a.NEEDS_TOLL, lambda: selection_position(2, rules="classic", ep=0, round=2), "hunter plaza, apprentice bar"),
    (a.NEEDS_HUNTER, lambda: selection_position(2, rules="2026"), "hunter plaza, apprentice forest"),
    (a.EP_FULL, lambda: selection_position(2, items={0: ["beer"]}), "drink"),
    (a.HP_FULL, lambda: selection_position(2, items={0: ["blood-bag"]}), "heal"),
    (a.EP_HIGHEST, lambda: selection_position(2, items={0: ["beer"]}, ep_max=10), "put beer"),
    (a.HP_HIGHEST, lambda: selection_position(2, items={0: ["blood-bag"]}, hp_max=10), "put blood-bag"),
    (a.NONE_HELD, lambda: selection_position(2, ep=1), "drink"),
    (a.NONE_HELD, lambda: selection_position(2, hp=1), "heal"),
    (a.NONE_HELD, lambda: selection_position(2), "put beer"),
    (a.NONE_HELD, lambda: selection_position(2), "put blood-bag"),
    (a.NONE_HELD, lambda: selection_position(weapons=("Katana", "Bat")), "trade"),
    (a.NONE_HELD, lambda: battle_position("Bat"), "use grenade"),
    (
        a.NONE_HELD,
        lambda: store_position("Katana", 0, *["bomb"] * 2).answer(0, "finish").answer(1, "finish"),
        "discard beer",
    ),
    (a.TOO_FEW, lambda: selection_position(2, items={0: ["beer"] * 3}), "raise ep"),
    (a.TOO_FEW, lambda: selection_position(2, items={0: ["blood-bag"] * 2}), "raise hp"),
    (a.NO_KATANA, lambda: selection_position(2, items={0: ["beer"]}), "trade"),
    (a.NEEDS_EXP, lambda: selection_position(2, exp=3), "attack die"),
    (a.NEEDS_EXP, lambda: selection_position(2, exp=2), "defense die"),
    (a.DICE_FULL, lambda: selection_position(2, exp=15, attack=7), "attack die"),
    (a.DICE_FULL, lambda: selection_position(2, exp=15, defense=6), "defense die"),
    (a.TOO_DEAR, lambda: store_position("Bat", 5), "buy dynamite"),
    (a.NOT_SOLD, lambda: store_position("Bat", 15), "buy bullet"),
    (a.NOT_SOLD, lambda: store_position("Rifle", 15), "buy battery"),
    (a.NEEDS_NONE, lambda: store_position("Plasma", 15, power=3), "buy battery"),
    (a.CARRIES_ENOUGH, lambda: store_position("Rifle", 15, *["bullet"] * 6), "buy bullet"),
    (a.TOO_TIRED, lambda: forest_position(("Bat", "Axe"), ep={0: 2}), "hunt level 2"),
    (a.TOO_TIRED, lambda: forest_position(("Bat", "Axe"), ep={0: 3}, pets={0: (1, 0, 0)}), "bring pet 1"),
    (a.NO_PET, lambda: forest_position(("Bat", "Axe")), "bring pet 1"),
    (a.NO_AMMUNITION, lambda: battle_position("Rifle"), "attack"),
    (a.NOT_TAME, lambda: battle_position("Bat"), "tame"),
    (a.TAME_EP, lambda: battle_position("Chain", monster=5, ep=2), "tame"),
    (a.NO_POWER, lambda: battle_position("Knife"), "arm"),
    (a.NO_POWER, lambda: battle_position("Bat", "beer").answer(0, "attack").deal("1 1"), "strike again"),
    (a.POWER_SPENT, lambda: battle_position("Knife", power=2).answer(0, "arm"), "arm"),
    (a.NOT_NOW, lambda: selection_position(2), "finish"),
    (a.NOT_NOW, lambda: selection_position(2), "take money"),
    (a.NOT_NOW, lambda: store_position("Bat", 5), "hunter dojo, apprentice bar"),
    (a.NOT_NOW, lambda: battle_position("Bat"), "recover hp"),
    (a.NOT_NOW, lambda: battle_position("Bat"), "hunt level 1"),
    (
        a.NEEDED_BEER,
        lambda: forest_position(("Katana", "Axe"), ep={0: 1}, items={0: ["beer"]}, forest_rule="readiness"),
        "trade",
    ),
    (a.CAN_ATTACK, lambda: battle_position("Bat"), "go on"),
]


@pytest.mark.parametrize(("reason", "position", "answer"), CASES)
def test_a_reason_is_met_and_told(reason: int, position: Callable[[], Position], answer: str) -> None:
    at = position()
    assert at.state.owes(0)
    assert at.refusal_reason(0, answer) == reason
    assert answer not in at.legal_answers(0)
    why = explain_refusal(at.game, MatchContext(("Ann", "Ben"), at.options), at.state, 0, at.action_number(answer))
    assert why == REASONS[reason]


def test_every_reason_is_met_but_the_one_that_cannot_be() -> None:
    """Where no other monster may be drawn, nobody is asked whether to change it."""
    assert {int(reason) for reason, _, _ in CASES} == set(REASONS) - {int(a.NO_OTHER), int(NOT_LEGAL)}
    assert set(REASONS) == {int(NOT_LEGAL), *range(a.DUMMY_THERE, a.NEEDS_NONE + 1)}
    at = forest_position(("Bat", "Axe"), monster_redraw="1").answer(0, "hunt level 1")
    at.state.removed_monsters = ((1 << 11) - 1) << 1
    at.deal("monster 1")
    assert at.phase == BEFORE
    other = forest_position(("Bat", "Axe"), monster_redraw="1").answer(0, "hunt level 1").deal("monster 1")
    assert other.phase == MEETING


def test_who_is_not_asked_is_told_so() -> None:
    at = selection_position(2).answer(0, "hunter dojo, apprentice station")
    assert at.refusal_reason(0, "hunter dojo, apprentice station") == NOT_ASKED
    assert at.legal_answers(0) == set()


def test_the_default_answer_before_a_fight_is_the_cheapest_hunt_or_a_beer_for_it() -> None:
    assert forest_position(("Bat", "Axe"), ep={0: 2}).default_answer(0) == "hunt level 1"
    at = forest_position(("Bat", "Axe"), ep={0: 1}, items={0: ["beer"]}, rules="2026")
    assert at.default_answer(0) == "drink"
    assert at.answer(0, "drink").default_answer(0) == "hunt level 1"


def test_the_default_answers_in_a_fight() -> None:
    at = forest_position(("Bat", "Axe"), rules="2026").answer(0, "hunt level 1").deal("monster 1")
    assert at.default_answer(0) == "accept"
    at.answer(0, "accept")
    assert at.default_answer(0) == "attack"
    assert battle_position("Rifle").default_answer(0) == "go on"
    assert battle_position("Bat", "beer").answer(0, "attack").deal("1 1").default_answer(0) == "go on"
