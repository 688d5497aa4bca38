"""Section 18: who may fight, Beer beyond the maximum, another monster, and monsters that never come back."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import EP_FULL, TOO_TIRED
from parlour.games.hunter.rules.state import BEFORE, HUNTING, MEETING, SELECTION
from parlour.games.hunter.tests.duels import LATER, STRONG, back_to_the_forest, duel, ended, fight, last, own, windows
from parlour.games.hunter.tests.sheets import hunt, in_forest, meet

LEVEL_1 = {f"monster {number}" for number in range(1, 13)}


# Readiness.


@pytest.mark.parametrize(("ep", "beers", "ready"), [(2, 0, True), (1, 1, True), (0, 2, True), (1, 0, False)])
def test_18_ep_and_beers_make_a_hunter_ready(ep: int, beers: int, ready: bool) -> None:
    at = in_forest(("Bat", "Katana"), ep=ep, items={0: ["beer"] * beers}, **LATER)
    assert (at.phase == HUNTING) == ready
    assert at.story("cannot_fight") == ([] if ready else [("cannot_fight", 0, 0)])
    if ready and ep < 2:
        assert windows(at) == {"drink"}
        assert at.lapse(0) == "drink"


@pytest.mark.parametrize("weapon", ["Rifle", "Plasma"])
def test_18_ammunition_or_explosives_make_a_hunter_ready(weapon: str) -> None:
    own_item, other = ("bullet", "battery") if weapon == "Rifle" else ("battery", "bullet")
    for item, ready in ((own_item, True), ("grenade", True), ("bomb", True), ("dynamite", True)):
        assert (in_forest((weapon, "Katana"), items={0: [item]}, **LATER).phase == HUNTING) == ready
    for item in (other, "fake-blood", "beer"):
        at = in_forest((weapon, "Katana"), items={0: [item]}, **LATER)
        assert at.phase == SELECTION
        assert at.story("cannot_fight") == [("cannot_fight", 0, 1)]


def test_18_the_forest_is_always_open_and_checked_after_the_store() -> None:
    at = hunt(weapons=("Bat", "Katana"), ep=0, money=4, **LATER)
    assert "hunter forest, apprentice forest" in at.answers(0)
    at.send("forest work-site", "hospital plaza")
    at.tell(0, "buy beer", "buy beer").leave_city()
    assert at.phase == HUNTING
    fight(at, "drink", "drink")
    assert windows(at) == {"hunt level 1"}


# Beer beyond the maximum.


def test_18_beer_may_be_drunk_beyond_the_maximum_before_the_fight() -> None:
    at = duel("Bat", ep=5, items={0: ["beer"] * 4}, **LATER)
    fight(at, "drink", "drink", "drink")
    assert (own(at, "ep"), at.state.surplus) == (6, 2)
    assert last(at, "drank") == (0, 6, 6, 2)
    fight(at, "hunt level 2")
    assert (own(at, "ep"), at.state.surplus) == (5, 0)  # 3 EP: the surplus first


def test_r57_what_is_left_of_the_surplus_pays_a_change_and_is_lost_with_the_fight() -> None:
    at = duel("Bat", ep=6, items={0: ["beer"] * 5}, **LATER)
    fight(at, *["drink"] * 5, "hunt level 1", "monster 1")
    assert (own(at, "ep"), at.state.surplus) == (6, 3)
    fight(at, "change", "monster 2")
    assert (own(at, "ep"), at.state.surplus) == (6, 2)
    fight(at, "accept")
    assert (own(at, "ep"), at.state.surplus) == (6, 0)


def test_18_surplus_brings_pets() -> None:
    at = duel("Bat", ep=6, items={0: ["beer"] * 2}, pets={0: [0, 0, 1]}, **LATER)
    fight(at, "drink", "drink", "bring pet 3", "hunt level 3")
    assert own(at, "ep") == 0


def test_18b_no_surplus_where_it_was_not_agreed() -> None:
    assert duel("Bat", items={0: ["beer"]}).refused(0, "drink") == EP_FULL
    assert duel("Bat", items={0: ["beer"]}, beer_surplus="off", **LATER).refused(0, "drink") == EP_FULL
    at = duel("Bat", items={0: ["beer"]}, beer_surplus="on")
    fight(at, "drink", "hunt level 1")
    assert own(at, "ep") == 5


# Another monster.


def test_18_a_drawn_monster_is_shown_and_another_costs_1_ep() -> None:
    at = duel("Bat", ep=6, **LATER)
    fight(at, "hunt level 1", "monster 1")
    assert (at.phase, at.owing) == (MEETING, [0])
    assert windows(at) == {"accept", "change"}
    assert (at.seen().monster, at.seen().monster_hp, at.seen().monster_att) == (0, 4, 1)
    fight(at, "change")
    assert own(at, "ep") == 3
    assert last(at, "changed") == (0, 0)
    assert (at.seen().monster, at.seen().monster_hp, at.seen().monster_max) == (-1, 0, 0)
    assert set(at.outcomes) == LEVEL_1 - {"monster 1"}
    assert set(at.outcomes.values()) == {1}
    fight(at, "monster 5", "change")
    assert set(at.outcomes) == LEVEL_1 - {"monster 1", "monster 5"}
    fight(at, "monster 6", "accept")
    assert (at.phase, at.state.monster_hp, own(at, "ep")) == (BEFORE, 3, 2)


def test_18_as_often_as_ep_lasts() -> None:
    at = duel("Bat", ep=3, **LATER)
    fight(at, "hunt level 1", "monster 1", "change", "monster 2")
    assert (at.phase, own(at, "ep")) == (BEFORE, 0)  # not asked again
    poor = duel("Bat", ep=2, **LATER)
    fight(poor, "hunt level 1", "monster 3")
    assert poor.phase == BEFORE


def test_18_where_no_other_is_left_nobody_is_asked_nor_charged() -> None:
    at = duel("Bat", **STRONG, **LATER)
    at.state.gone = (1 << 12) - 1 - 0b11
    fight(at, "hunt level 1")
    assert at.outcomes == {"monster 1": 1, "monster 2": 1}
    fight(at, "monster 2", "change")
    assert at.outcomes == {"monster 1": 1}
    fight(at, "monster 1")
    assert (at.phase, own(at, "ep")) == (BEFORE, 10 - 2 - 1)


def test_18_what_was_shown_to_one_may_be_drawn_by_the_next() -> None:
    at = duel("Bat", **STRONG, **LATER)
    fight(at, "hunt level 1", "monster 1", "change", "monster 12", "accept", "attack", "4 4")
    assert ended(at)
    fight(at, "hunt level 1")
    assert set(at.outcomes) == LEVEL_1 - {"monster 12"}


def test_18_level_and_pets_stay_with_a_change() -> None:
    at = duel("Bat", ep=10, ep_max=10, pets={0: [1, 0, 0]}, **LATER)
    fight(at, "bring pet 1", "hunt level 2", "monster 13", "change", "monster 24", "accept")
    assert own(at, "ep") == 10 - 3 - 2 - 1
    fight(at, "attack", "1 1")
    assert last(at, "struck")[2] == 1


def test_18b_the_redraw_is_a_switch_of_its_own() -> None:
    at = duel("Bat", monster_redraw="1")
    fight(at, "hunt level 1", "monster 1", "change")
    assert set(at.outcomes) == LEVEL_1 - {"monster 1"}
    off = duel("Bat", 1, monster_redraw="off", **LATER)
    assert off.phase == BEFORE


def test_18_the_apprentice_helps_against_the_accepted_monster_once() -> None:
    at = duel("Bat", helped=(0,), **STRONG, **LATER)
    fight(at, "hunt level 1", "monster 1")
    assert at.state.monster_hp == 4
    fight(at, "change", "monster 5", "accept")
    assert at.state.monster_hp == 2


# The pool.


def test_18_a_defeated_monster_never_comes_back() -> None:
    at = duel("Bat", 12, **STRONG, **LATER)
    fight(at, "attack", "4 4")
    meet(at, 11)
    at.state.monster_hp = 1
    fight(at, "tame")
    assert at.phase == SELECTION
    fight(back_to_the_forest(at.write("ep", 10)), "hunt level 1")
    assert set(at.outcomes) == LEVEL_1 - {"monster 11", "monster 12"}
    other_level = duel("Bat", 12, **STRONG, **LATER)
    fight(other_level, "attack", "4 4", "hunt level 2")
    assert len(other_level.outcomes) == 12


@pytest.mark.parametrize("monster", range(1, 37))
def test_18_each_monster_is_its_own_in_the_pool(monster: int) -> None:
    level = (monster - 1) // 12 + 1
    others = {f"monster {number}" for number in range(12 * level - 11, 12 * level + 1)} - {f"monster {monster}"}
    at = duel("Bat", **STRONG, **LATER)
    fight(at, f"hunt level {level}", f"monster {monster}", "change")
    assert set(at.outcomes) == others
    won = duel("Bat", monster, defense=4, **STRONG, **LATER)
    won.state.monster_hp = 1
    fight(won, "attack", "4 1", f"hunt level {level}")
    assert set(won.outcomes) == others
    assert won.state.gone == 1 << (monster - 1)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_18_every_level_is_filled_again(level: int) -> None:
    last_one = 12 * level
    at = duel("Bat", defense=4, **STRONG, **LATER)
    at.state.gone = ((1 << 36) - 1) & ~(1 << (last_one - 1)) & (0xFFF << (12 * level - 12))
    meet(at, last_one)
    at.state.monster_hp = 1
    fight(at, "attack", "4 1", f"hunt level {level}")
    assert len(at.outcomes) == 12
    assert at.state.gone == 0


def test_18_a_monster_that_won_comes_back() -> None:
    at = duel("Bat", 12, hp=1, **LATER)
    fight(at, "attack", "1 1")
    assert last(at, "lost") == (0, 11)
    fight(at, "hunt level 1")
    assert set(at.outcomes) == LEVEL_1


def test_18_when_a_level_runs_out_all_of_it_come_back() -> None:
    at = duel("Bat", **STRONG, **LATER)
    at.state.gone = (1 << 11) - 1 | 1 << 20
    fight(at, "hunt level 1")
    assert at.outcomes == {"monster 12": 1}
    fight(at, "monster 12")
    assert at.phase == BEFORE
    fight(at, "attack", "4 4", "hunt level 1")
    assert set(at.outcomes) == LEVEL_1
    assert at.state.gone == 1 << 20  # another level's


def test_18b_the_pool_is_a_switch_of_its_own() -> None:
    at = duel("Bat", 12, monster_pool="remove_defeated", **STRONG)
    fight(at, "attack", "4 4", "hunt level 1")
    assert set(at.outcomes) == LEVEL_1 - {"monster 12"}
    kept = duel("Bat", 12, monster_pool="with_replacement", **STRONG, **LATER)
    fight(kept, "attack", "4 4", "hunt level 1")
    assert set(kept.outcomes) == LEVEL_1


def test_18_too_tired_for_a_level_with_the_surplus_counted() -> None:
    at = duel("Bat", ep=2, ep_max=2, items={0: ["beer"]}, **LATER)
    assert at.refused(0, "hunt level 2") == TOO_TIRED
    fight(at, "drink")
    assert at.refused(0, "hunt level 2") == 0
