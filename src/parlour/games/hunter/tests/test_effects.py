"""Section 18: effects on acceptance, rage, EXP caps, and the death of a monster (R57, R63)."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.book import HP, POINTS
from parlour.games.hunter.rules.state import SELECTION
from parlour.games.hunter.tests.positions import (
    EFFECTS_ONLY,
    RULES_2026,
    STRONG_HUNTER,
    Position,
    duel_position,
    event_order,
    first_seat_value,
    forest_position,
    last_event,
    meet_monster,
    next_forest_visit,
    play_fight,
)

# rage_half_hp.


def test_18_rage_the_maximum_has_the_boost_but_not_the_apprentices_help() -> None:
    at = duel_position("Bat", 24, helped=(0,), **STRONG_HUNTER, **RULES_2026)
    assert (at.state.monster_hp, at.state.monster_max) == (4, 5)
    at.state.monster_hp = 3
    assert at.view().monster_att == 3
    at.state.monster_hp = 2
    assert at.view().monster_att == 4
    at.state.monster_max = 6  # boosted
    at.state.monster_hp = 3
    assert at.view().monster_att == 4


def test_18_rage_counts_the_hp_of_the_moment_it_strikes() -> None:
    at = duel_position("Bat", 24, items={0: ["bomb"]}, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "4 1", "use bomb")
    assert at.state.monster_hp == 2
    assert last_event(at, "hit")[1] == 4


def test_r52_monster_26_rages_too() -> None:
    at = duel_position("Bat", 26, **STRONG_HUNTER, **RULES_2026)
    at.state.monster_hp = 6
    play_fight(at, "attack", "1 1")
    assert last_event(at, "hit")[1:3] == (4, 4)


# Effects on acceptance.


def test_18_steal_money_on_acceptance_not_on_sight() -> None:
    at = duel_position("Bat", money=5, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "hunt level 1", "monster 3")
    assert first_seat_value(at, "money") == 5
    play_fight(at, "change", "monster 1", "accept")
    assert first_seat_value(at, "money") == 5
    poor = duel_position("Bat", 3, money=1, **RULES_2026)
    assert last_event(poor, "stolen") == (0, 2, 1)
    assert first_seat_value(poor, "money") == 0


def test_r63_a_boost_counts_for_all_monsters_met_later_this_round() -> None:
    at = duel_position("Katana", 8, attack=4, **STRONG_HUNTER, **RULES_2026)
    assert (at.state.monster_hp, at.state.boost) == (3, 1)
    play_fight(at, "attack", "3 3 3 1", "hunt level 1", "monster 5")
    assert last_event(at, "met") == (1, 4, 4, 1)  # shown with it
    play_fight(at, "change", "monster 7")
    assert at.state.monster_hp == 4


def test_r63_several_boosts_add_up_and_end_with_the_round() -> None:
    at = forest_position(("Katana", "Sword"), 8, hunters=(0, 1), attack=4, **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "attack", "3 3 3 1")
    meet_monster(at, 16)
    assert (at.state.monster_hp, at.state.boost) == (8, 2)
    play_fight(at, "attack", "6 6 6 6")
    assert at.phase == SELECTION
    assert at.state.boost == 0
    meet_monster(next_forest_visit(at.set_column("ep", 10)), 5)
    assert at.state.monster_max == 3


def test_r63_a_boost_is_the_accepted_monsters() -> None:
    at = duel_position("Bat", **STRONG_HUNTER, **RULES_2026)
    play_fight(at, "hunt level 1", "monster 8", "change", "monster 5", "accept")
    assert (at.state.boost, at.state.monster_hp) == (0, 3)


def test_r63_a_boost_stays_when_its_monster_wins() -> None:
    at = duel_position("Bat", 8, hp=1, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert last_event(at, "lost") == (0, 7)
    meet_monster(at, 5)
    assert at.state.monster_hp == 4


@pytest.mark.parametrize(("hp", "left"), [(10, 8), (3, 1), (2, 1), (1, 1)])
def test_18_hurt_absent_hp_never_below_1(hp: int, left: int) -> None:
    at = forest_position(("Bat", "Katana", "Axe"), 25, hunters=(0, 2), hp={0: 4, 1: hp, 2: 4}, hp_max=10, **RULES_2026)
    assert at.column("hp") == [4, left, 4]


@pytest.mark.parametrize(("exp", "left"), [(5, 3), (1, 0), (0, 0)])
def test_18_hurt_absent_exp_never_below_0(exp: int, left: int) -> None:
    assert forest_position(("Bat", "Katana"), 23, exp=exp, **RULES_2026).column("exp") == [exp, left]


@pytest.mark.parametrize(("score", "left"), [(5, 3), (1, 0), (0, 0)])
def test_18_hurt_absent_score_never_below_0_and_counts_as_other(score: int, left: int) -> None:
    at = forest_position(("Bat", "Katana"), 28, score=score, **RULES_2026)
    assert at.column("score") == [score, left]
    assert at.row("sources", 1) == [0, 0, 0, 0, 0, left - score]
    assert last_event(at, "hurt") == (1, 27, POINTS, score - left)


def test_18_an_apprentice_in_the_forest_does_not_make_its_hunter_present() -> None:
    at = forest_position(("Bat", "Katana"), 9, helped=(1,), **EFFECTS_ONLY)
    assert at.column("hp") == [4, 3]


def test_18_who_is_in_the_forest_but_cannot_fight_is_present() -> None:
    at = forest_position(("Bat", "Katana"), 9, hunters=(0, 1), ep={1: 1}, **RULES_2026)
    assert at.column("hp") == [4, 4]


# death_burst.


def nearly_dead_position(weapon: str = "Bat", **given: object) -> Position:
    """Three hunters, two of them in the Forest, before a monster that is nearly dead."""
    at = forest_position((weapon, "Katana", "Whip"), 4, hunters=(0, 1), hp_max=10, score={1: 1}, **RULES_2026, **given)  # type: ignore[arg-type]
    at.state.monster_hp = 1
    return at


def test_18_death_burst_hurts_every_hunter_in_the_forest() -> None:
    at = play_fight(nearly_dead_position(hp=5), "attack", "4 1")
    assert at.column("hp") == [4, 4, 5]
    assert at.events("hurt") == [("hurt", 0, 3, HP, 1), ("hurt", 1, 3, HP, 1)]


def test_18_death_burst_never_below_1() -> None:
    assert play_fight(nearly_dead_position(hp=1), "attack", "4 1").column("hp") == [1, 1, 1]


def test_18_death_burst_by_an_item_and_by_striking_back_but_not_by_taming() -> None:
    assert play_fight(nearly_dead_position(hp=5, items={0: ["grenade"]}), "use grenade").column("hp") == [4, 4, 5]
    assert play_fight(nearly_dead_position("Axe", hp=5), "attack", "1 1").column("hp") == [5 - 2 - 1, 4, 5]
    assert play_fight(nearly_dead_position(hp=5), "tame").column("hp") == [5, 5, 5]


def test_r57_death_burst_is_the_last_step_of_the_victory() -> None:
    at = nearly_dead_position("Sword", hp=5, power=3)
    play_fight(at, "attack", "4 1")
    assert event_order(at, "won", "track", "power_gain", "hurt") == ["won", "power_gain", "hurt", "hurt"]
    low = nearly_dead_position("Bow", hp=5, track=1)
    play_fight(low, "attack", "6 1")
    assert event_order(low, "won", "track", "hurt") == ["won", "track", "hurt", "hurt"]


# exp_cap.


def test_r52_exp_cap_the_axes_malus_comes_first() -> None:
    for monster, exp in ((22, 2), (34, 3), (5, 0)):
        at = duel_position("Axe", monster, exp=0, **STRONG_HUNTER, **RULES_2026)
        play_fight(at, "attack", "1 1")
        assert first_seat_value(at, "exp") == exp


def test_18_exp_cap_counts_in_the_fatal_blow_too() -> None:
    at = duel_position("Bat", 22, exp=0, hp=1, **RULES_2026)
    play_fight(at, "attack", "1 1")
    assert first_seat_value(at, "exp") == 2
