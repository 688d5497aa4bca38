"""Section 18: readiness, Beer beyond the maximum, another monster, and removed monsters."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.actions import EP_FULL, TOO_TIRED
from parlour.games.hunter.rules.state import BEFORE, HUNTING, MEETING, SELECTION
from parlour.games.hunter.tests.positions import (
    RULES_2026,
    STRONG_HUNTER,
    duel_position,
    first_seat_value,
    forest_position,
    is_fight_over,
    last_event,
    legal_in_window,
    meet_monster,
    next_forest_visit,
    play_fight,
    selection_position,
)

LEVEL_1 = {f"monster {number}" for number in range(1, 13)}


# Readiness.


@pytest.mark.parametrize(("ep", "beers", "ready"), [(2, 0, True), (1, 1, True), (0, 2, True), (1, 0, False)])
def test_18_ep_and_beers_make_a_hunter_ready(ep: int, beers: int, ready: bool) -> None:
    at = forest_position(("Bat", "Katana"), ep=ep, items={0: ["beer"] * beers}, **RULES_2026)
    assert (at.phase == HUNTING) == ready
    assert at.events("cannot_fight") == ([] if ready else [("cannot_fight", 0, 0)])
    if ready and ep < 2:
        assert legal_in_window(at) == {"drink"}
        assert at.default_answer(0) == "drink"


@pytest.mark.parametrize("weapon", ["Rifle", "Plasma"])
def test_18_ammunition_or_explosives_make_a_hunter_ready(weapon: str) -> None:
    own_item, other = ("bullet", "battery") if weapon == "Rifle" else ("battery", "bullet")
    for item, ready in ((own_item, True), ("grenade", True), ("bomb", True), ("dynamite", True)):
        assert (forest_position((weapon, "Katana"), items={0: [item]}, **RULES_2026).phase == HUNTING) == ready
    for item in (other, "fake-blood", "beer"):
        at = forest_position((weapon, "Katana"), items={0: [item]}, **RULES_2026)
        assert at.phase == SELECTION
        assert at.events("cannot_fight") == [("cannot_fight", 0, 1)]


def test_18_the_forest_is_always_open_and_checked_after_the_store() -> None:
    at = selection_position(weapons=("Bat", "Katana"), ep=0, money=4, **RULES_2026)
    assert "hunter forest, apprentice forest" in at.legal_answers(0)
    at.send_tokens("forest work-site", "hospital plaza")
    at.answer(0, "buy beer", "buy beer").skip_city()
    assert at.phase == HUNTING
    play_fight(at, "drink", "drink")
    assert legal_in_window(at) == {"hunt level 1"}


# Beer beyond the maximum.


def test_18_beer_may_be_drunk_beyond_the_maximum_before_the_fight() -> None:
    at = duel_position("Bat", ep=5, items={0: ["beer"] * 4}, **RULES_2026)
    play_fight(at, "drink", "drink", "drink")
    assert (first_seat_value(at, "ep"), at.state.surplus) == (6, 2)
    assert last_event(at, "drank") == (0, 6, 6, 2)
    play_fight(at, "hunt level 2")
    assert (first_seat_value(at, "ep"), at.state.surplus) == (5, 0)  # 3 EP: the surplus first


def test_r57_what_is_left_of_the_surplus_pays_a_change_and_is_lost_with_the_fight() -> None:
    at = duel_position("Bat", ep=6, items={0: ["beer"] * 5}, **RULES_2026)
    play_fight(at, *["drink"] * 5, "hunt level 1", "monster 1")
    assert (first_seat_value(at, "ep"), at.state.surplus) == (6, 3)
    play_fight(at, "change", "monster 2")
    assert (first_seat_value(at, "ep"), at.state.surplus) == (6, 2)
    play_fight(at, "accept")
    assert (first_seat_value(at, "ep"), at.state.surplus) == (6, 0)


def test_18_surplus_brings_pets() -> None:
    at = duel_position("Bat", ep=6, items={0: ["beer"] * 2}, pets={0: [0, 0, 1]}, **RULES_2026)
    play_fight(at, "drink", "drink", "bring pet 3", "hunt level 3")
    assert first_seat_value(at, "ep") == 0


def test_18b_no_surplus_where_it_was_not_agreed() -> None:
    assert duel_position("Bat", items={0: ["beer"]}).refusal_reason(0, "drink") == EP_FULL
    assert (
        duel_position("Bat", items={0: ["beer"]}, beer_surplus="off", **RULES_2026).refusal_reason(0, "drink")
        == EP_FULL
    )
    at = duel_position("Bat", items={0: ["beer"]}, beer_surplus="on")
    play_fight(at, "drink", "hunt level 1")
    assert first_seat_value(at, "ep") == 5


# Another monster.


def test_18_a_drawn_monster_is_shown_and_another_costs_1_ep() -> None:
    at = duel_position("Bat", ep=6, **RULES_2026)
    play_fight(at, "hunt level 1", "monster 1")
    assert (at.phase, at.asked_seats) == (MEETING, [0])
    assert legal_in_window(at) == {"accept", "change"}
    assert (at.view().monster, at.view().monster_hp, at.view().monster_att) == (0, 4, 1)
    play_fight(at, "change")
    assert first_seat_value(at, "ep") == 3
    assert last_event(at, "changed") == (0, 0)
    assert (at.view().monster, at.view().monster_hp, at.view().monster_max) == (-1, 0, 0)
    assert set(at.possible_outcomes) == LEVEL_1 - {"monster 1"}
    assert set(at.possible_outcomes.values()) == {1}
    play_fight(at, "monster 5", "change")
    assert set(at.possible_outcomes) == LEVEL_1 - {"monster 1", "monster 5"}
    play_fight(at, "monster 6", "accept")
    assert (at.phase, at.state.monster_hp, first_seat_value(at, "ep")) == (BEFORE, 3, 2)


def test_18_as_often_as_ep_lasts() -> None:
    at = duel_position("Bat", ep=3, **RULES_2026)
    play_fight(at, "hunt level 1", "monster 1", "change", "monster 2")
    assert (at.phase, first_seat_value(at, "ep")) == (BEFORE, 0)  # not asked again
    poor = duel_position("Bat", ep=2, **RULES_2026)
    play_fight(poor, "hunt level 1", "monster 3")
    assert poor.phase == BEFORE


def test_18_where_no_other_is_left_nobody_is_asked_nor_charged() -> None:
    at = duel_position("Bat", **STRONG_HUNTER, **RULES_2026)
    at.state.removed_monsters = (1 << 12) - 1 - 0b11
    play_fight(at, "hunt level 1")
    assert at.possible_outcomes == {"monster 1": 1, "monster 2": 1}
    play_fight(at, "monster 2", "change")
    assert at.possible_outcomes == {"monster 1": 1}
    play_fight(at, "monster 1")
    assert (at.phase, first_seat_value(at, "ep")) == (BEFORE, 10 - 2 - 1)


def test_18_what_was_shown_to_one_may_be_drawn_by_the_next() -> None:
    at = duel_position("Bat", **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "hunt level 1", "monster 1", "change", "monster 12", "accept", "attack", "4 4")
    assert is_fight_over(at)
    play_fight(at, "hunt level 1")
    assert set(at.possible_outcomes) == LEVEL_1 - {"monster 12"}


def test_18_level_and_pets_stay_with_a_change() -> None:
    at = duel_position("Bat", ep=10, ep_max=10, pets={0: [1, 0, 0]}, **RULES_2026)
    play_fight(at, "bring pet 1", "hunt level 2", "monster 13", "change", "monster 24", "accept")
    assert first_seat_value(at, "ep") == 10 - 3 - 2 - 1
    play_fight(at, "attack", "1 1")
    assert last_event(at, "struck")[2] == 1


def test_18b_the_redraw_is_a_switch_of_its_own() -> None:
    at = duel_position("Bat", monster_redraw="1")
    play_fight(at, "hunt level 1", "monster 1", "change")
    assert set(at.possible_outcomes) == LEVEL_1 - {"monster 1"}
    off = duel_position("Bat", 1, monster_redraw="off", **RULES_2026)
    assert off.phase == BEFORE


def test_18_the_apprentice_helps_against_the_accepted_monster_once() -> None:
    at = duel_position("Bat", helped=(0,), **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "hunt level 1", "monster 1")
    assert at.state.monster_hp == 4
    play_fight(at, "change", "monster 5", "accept")
    assert at.state.monster_hp == 2


# The pool.


def test_18_a_defeated_monster_never_comes_back() -> None:
    at = duel_position("Bat", 12, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 4")
    meet_monster(at, 11)
    at.state.monster_hp = 1
    play_fight(at, "tame")
    assert at.phase == SELECTION
    play_fight(next_forest_visit(at.set_column("ep", 10)), "hunt level 1")
    assert set(at.possible_outcomes) == LEVEL_1 - {"monster 11", "monster 12"}
    other_level = duel_position("Bat", 12, **STRONG_HUNTER, **RULES_2026)
    play_fight(other_level, "attack", "4 4", "hunt level 2")
    assert len(other_level.possible_outcomes) == 12


@pytest.mark.parametrize("monster", range(1, 37))
def test_18_each_monster_is_its_own_in_the_pool(monster: int) -> None:
    level = (monster - 1) // 12 + 1
    others = {f"monster {number}" for number in range(12 * level - 11, 12 * level + 1)} - {f"monster {monster}"}
    at = duel_position("Bat", **STRONG_HUNTER, **RULES_2026)
    play_fight(at, f"hunt level {level}", f"monster {monster}", "change")
    assert set(at.possible_outcomes) == others
    won = duel_position("Bat", monster, defense=4, **STRONG_HUNTER, **RULES_2026)
    won.state.monster_hp = 1
    play_fight(won, "attack", "4 1", f"hunt level {level}")
    assert set(won.possible_outcomes) == others
    assert won.state.removed_monsters == 1 << (monster - 1)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_18_every_level_is_filled_again(level: int) -> None:
    last_one = 12 * level
    at = duel_position("Bat", defense=4, **STRONG_HUNTER, **RULES_2026)
    at.state.removed_monsters = ((1 << 36) - 1) & ~(1 << (last_one - 1)) & (0xFFF << (12 * level - 12))
    meet_monster(at, last_one)
    at.state.monster_hp = 1
    play_fight(at, "attack", "4 1", f"hunt level {level}")
    assert len(at.possible_outcomes) == 12
    assert at.state.removed_monsters == 0


def test_18_a_monster_that_won_comes_back() -> None:
    at = duel_position("Bat", 12, hp=1, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "lost") == (0, 11)
    play_fight(at, "hunt level 1")
    assert set(at.possible_outcomes) == LEVEL_1


def test_18_when_a_level_runs_out_all_of_it_come_back() -> None:
    at = duel_position("Bat", **STRONG_HUNTER, **RULES_2026)
    at.state.removed_monsters = (1 << 11) - 1 | 1 << 20
    play_fight(at, "hunt level 1")
    assert at.possible_outcomes == {"monster 12": 1}
    play_fight(at, "monster 12")
    assert at.phase == BEFORE
    play_fight(at, "attack", "4 4", "hunt level 1")
    assert set(at.possible_outcomes) == LEVEL_1
    assert at.state.removed_monsters == 1 << 20  # another level's


def test_18b_the_pool_is_a_switch_of_its_own() -> None:
    at = duel_position("Bat", 12, monster_pool="remove_defeated", **STRONG_HUNTER)
    play_fight(at, "attack", "4 4", "hunt level 1")
    assert set(at.possible_outcomes) == LEVEL_1 - {"monster 12"}
    kept = duel_position("Bat", 12, monster_pool="with_replacement", **STRONG_HUNTER, **RULES_2026)
    play_fight(kept, "attack", "4 4", "hunt level 1")
    assert set(kept.possible_outcomes) == LEVEL_1


def test_18_too_tired_for_a_level_with_the_surplus_counted() -> None:
    at = duel_position("Bat", ep=2, ep_max=2, items={0: ["beer"]}, **RULES_2026)
    assert at.refusal_reason(0, "hunt level 2") == TOO_TIRED
    play_fight(at, "drink")
    assert at.refusal_reason(0, "hunt level 2") == 0
