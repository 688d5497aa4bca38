"""Section 18: effects on acceptance, rage, what a blow teaches, and the death of a monster (R57, R63)."""

from __future__ import annotations

import pytest

from parlour.games.hunter.rules.book import HP, POINTS
from parlour.games.hunter.rules.state import SELECTION
from parlour.games.hunter.tests.duels import (
    EFFECTS_ONLY,
    LATER,
    STRONG,
    back_to_the_forest,
    duel,
    fight,
    kinds,
    last,
    own,
)
from parlour.games.hunter.tests.sheets import Sheet, in_forest, meet

# rage_half_hp.


def test_18_rage_the_maximum_has_the_boost_but_not_the_apprentices_help() -> None:
    at = duel("Bat", 24, helped=(0,), **STRONG, **LATER)
    assert (at.state.monster_hp, at.state.monster_max) == (4, 5)
    at.state.monster_hp = 3
    assert at.seen().monster_att == 3
    at.state.monster_hp = 2
    assert at.seen().monster_att == 4
    at.state.monster_max = 6  # boosted
    at.state.monster_hp = 3
    assert at.seen().monster_att == 4


def test_18_rage_counts_the_hp_of_the_moment_it_strikes() -> None:
    at = duel("Bat", 24, items={0: ["bomb"]}, **STRONG, **LATER)
    fight(at, "attack", "4 1", "use bomb")
    assert at.state.monster_hp == 2
    assert last(at, "hit")[1] == 4


def test_r52_monster_26_rages_too() -> None:
    at = duel("Bat", 26, **STRONG, **LATER)
    at.state.monster_hp = 6
    fight(at, "attack", "1 1")
    assert last(at, "hit")[1:3] == (4, 4)


# What happens on acceptance.


def test_18_steal_money_on_acceptance_not_on_sight() -> None:
    at = duel("Bat", money=5, **STRONG, **LATER)
    fight(at, "hunt level 1", "monster 3")
    assert own(at, "money") == 5
    fight(at, "change", "monster 1", "accept")
    assert own(at, "money") == 5
    poor = duel("Bat", 3, money=1, **LATER)
    assert last(poor, "stolen") == (0, 2, 1)
    assert own(poor, "money") == 0


def test_r63_a_boost_counts_for_all_monsters_met_later_this_round() -> None:
    at = duel("Katana", 8, attack=4, **STRONG, **LATER)
    assert (at.state.monster_hp, at.state.boost) == (3, 1)
    fight(at, "attack", "3 3 3 1", "hunt level 1", "monster 5")
    assert last(at, "met") == (1, 4, 4, 1)  # shown with it
    fight(at, "change", "monster 7")
    assert at.state.monster_hp == 4


def test_r63_several_boosts_add_up_and_end_with_the_round() -> None:
    at = in_forest(("Katana", "Sword"), 8, hunters=(0, 1), attack=4, **STRONG, **LATER)
    fight(at, "attack", "3 3 3 1")
    meet(at, 16)
    assert (at.state.monster_hp, at.state.boost) == (8, 2)
    fight(at, "attack", "6 6 6 6")
    assert at.phase == SELECTION
    assert at.state.boost == 0
    meet(back_to_the_forest(at.write("ep", 10)), 5)
    assert at.state.monster_max == 3


def test_r63_a_boost_is_the_accepted_monsters() -> None:
    at = duel("Bat", **STRONG, **LATER)
    fight(at, "hunt level 1", "monster 8", "change", "monster 5", "accept")
    assert (at.state.boost, at.state.monster_hp) == (0, 3)


def test_r63_a_boost_stays_when_its_monster_wins() -> None:
    at = duel("Bat", 8, hp=1, **LATER)
    fight(at, "attack", "1 1")
    assert last(at, "lost") == (0, 7)
    meet(at, 5)
    assert at.state.monster_hp == 4


@pytest.mark.parametrize(("hp", "left"), [(10, 8), (3, 1), (2, 1), (1, 1)])
def test_18_hurt_absent_hp_never_below_1(hp: int, left: int) -> None:
    at = in_forest(("Bat", "Katana", "Axe"), 25, hunters=(0, 2), hp={0: 4, 1: hp, 2: 4}, hp_max=10, **LATER)
    assert at.of("hp") == [4, left, 4]


@pytest.mark.parametrize(("exp", "left"), [(5, 3), (1, 0), (0, 0)])
def test_18_hurt_absent_exp_never_below_0(exp: int, left: int) -> None:
    assert in_forest(("Bat", "Katana"), 23, exp=exp, **LATER).of("exp") == [exp, left]


@pytest.mark.parametrize(("score", "left"), [(5, 3), (1, 0), (0, 0)])
def test_18_hurt_absent_score_never_below_0_and_counts_as_other(score: int, left: int) -> None:
    at = in_forest(("Bat", "Katana"), 28, score=score, **LATER)
    assert at.of("score") == [score, left]
    assert at.row("sources", 1) == [0, 0, 0, 0, 0, left - score]
    assert last(at, "hurt") == (1, 27, POINTS, score - left)


def test_18_an_apprentice_in_the_forest_does_not_make_its_hunter_present() -> None:
    at = in_forest(("Bat", "Katana"), 9, helped=(1,), **EFFECTS_ONLY)
    assert at.of("hp") == [4, 3]


def test_18_who_is_in_the_forest_but_cannot_fight_is_present() -> None:
    at = in_forest(("Bat", "Katana"), 9, hunters=(0, 1), ep={1: 1}, **LATER)
    assert at.of("hp") == [4, 4]


# death_burst.


def bursting(weapon: str = "Bat", **given: object) -> Sheet:
    """Three hunters, two of them in the Forest, before a monster that is nearly dead."""
    at = in_forest((weapon, "Katana", "Whip"), 4, hunters=(0, 1), hp_max=10, score={1: 1}, **LATER, **given)  # type: ignore[arg-type]
    at.state.monster_hp = 1
    return at


def test_18_death_burst_hurts_every_hunter_in_the_forest() -> None:
    at = fight(bursting(hp=5), "attack", "4 1")
    assert at.of("hp") == [4, 4, 5]
    assert at.story("hurt") == [("hurt", 0, 3, HP, 1), ("hurt", 1, 3, HP, 1)]


def test_18_death_burst_never_below_1() -> None:
    assert fight(bursting(hp=1), "attack", "4 1").of("hp") == [1, 1, 1]


def test_18_death_burst_by_an_item_and_by_striking_back_but_not_by_taming() -> None:
    assert fight(bursting(hp=5, items={0: ["grenade"]}), "use grenade").of("hp") == [4, 4, 5]
    assert fight(bursting("Axe", hp=5), "attack", "1 1").of("hp") == [5 - 2 - 1, 4, 5]
    assert fight(bursting(hp=5), "tame").of("hp") == [5, 5, 5]


def test_r57_death_burst_is_the_last_step_of_the_victory() -> None:
    at = bursting("Sword", hp=5, power=3)
    fight(at, "attack", "4 1")
    assert kinds(at, "won", "track", "power_gain", "hurt") == ["won", "power_gain", "hurt", "hurt"]
    low = bursting("Bow", hp=5, track=1)
    fight(low, "attack", "6 1")
    assert kinds(low, "won", "track", "hurt") == ["won", "track", "hurt", "hurt"]


# exp_cap.


def test_r52_exp_cap_the_axes_malus_comes_first() -> None:
    for monster, exp in ((22, 2), (34, 3), (5, 0)):
        at = duel("Axe", monster, exp=0, **STRONG, **LATER)
        fight(at, "attack", "1 1")
        assert own(at, "exp") == exp


def test_18_exp_cap_counts_in_the_fatal_blow_too() -> None:
    at = duel("Bat", 22, exp=0, hp=1, **LATER)
    fight(at, "attack", "1 1")
    assert own(at, "exp") == 2
