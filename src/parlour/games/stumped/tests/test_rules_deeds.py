"""Section 7: harvest, attack, build and recruit."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.tests.naive import JOBS
from parlour.games.stumped.tests.valleys import PROFILES, Scene, valley

MEADOW = """
. . . .
. . . .
"""


# Harvest.


def harvest(job: str, spawner: str, **columns: int) -> tuple[Scene, int]:
    at = valley(f". {spawner} . .\n. . . .")
    mine = at.beaver(0, job, 0, 0, **columns)
    at.tell("0,0 harvest east")
    return at, mine


@pytest.mark.parametrize("job", TITLES)
@pytest.mark.parametrize("health", range(6))
def test_s7_harvest_gain_is_twice_health_times_skill_and_capped(job: str, health: int) -> None:
    figures = JOBS[TITLES.index(job)]
    at, mine = harvest(job, f"T{health}")
    assert at.load(mine) == (min(figures.carry, 2 * health * figures.chopping), 0)
    at, mine = harvest(job, f"C{health}")
    assert at.load(mine) == (0, min(figures.carry, 2 * health * figures.munching))
    assert at.spawner(1, 0) == (max(0, health - 1), True)


def test_s7_harvest_what_does_not_fit_is_lost() -> None:
    at, mine = harvest("Basic", "T5", food=1)
    assert at.load(mine) == (2, 1)
    assert at.goods(1, 0) == at.goods(0, 0) == (0, 0)


def test_s7_harvest_1_the_spawners_tile_is_adjacent() -> None:
    at = valley(". . T1 .\nT1 . . .")
    mine = at.beaver(0, "Basic", 0, 0, branches=3)
    assert at.why_not("harvest", mine, (2, 0)) == why.SPAWNER_NOT_ADJACENT  # before: full
    assert at.why_not("harvest", mine, (0, 1)) == why.FULL


def test_s7_harvest_2_below_the_carry_limit() -> None:
    at = valley(". T1 . .\n. . . .")
    mine = at.beaver(0, "Basic", 0, 0, branches=1, food=2)
    assert at.refused("0,0 harvest east") == why.FULL
    at.state.held_food[at.row(mine)] = 1
    at.tell("0,0 harvest east")
    assert at.load(mine) == (2, 1)


def test_s7_harvest_anybody_and_several_times_in_a_turn() -> None:
    at = valley(". T4 . .\n. . . .")
    first, second, other = at.beaver(0, "Fighter", 0, 0), at.beaver(0, "Fighter", 1, 1), at.beaver(1, "Builder", 2, 0)
    at.tell("0,0 harvest east", "1,1 harvest north")
    assert (at.load(first), at.load(second), at.spawner(1, 0)) == ((6, 0), (6, 0), (2, True))
    at.end().tell("2,0 harvest west")
    assert at.load(other) == (2 * 2 * 3, 0)


def test_r21_harvest_at_health_0_yields_0_and_marks() -> None:
    at, mine = harvest("Builder", "T0")
    assert at.load(mine) == (0, 0)
    assert at.of(mine).actions == 0
    assert at.spawner(1, 0) == (0, True)
    at.beaver(1, "Basic", 3, 1)
    at.end()
    assert at.spawner(1, 0) == (0, False)  # it did not grow
    at.end()
    assert at.spawner(1, 0) == (1, False)


def test_r5_the_harvest_factor_is_2() -> None:
    at, mine = harvest("Fighter", "T2")
    assert at.load(mine) == (4, 0)


# Attack.


def fight(job: str, victim: str, **columns: int) -> tuple[Scene, int, int]:
    at = valley(MEADOW)
    return at, at.beaver(0, job, 0, 0), at.beaver(1, victim, 1, 0, **columns)


@pytest.mark.parametrize("job", TITLES)
def test_s7_attack_takes_the_attackers_damage(job: str) -> None:
    at, _, victim = fight(job, "Bulky")
    at.tell("0,0 attack east")
    assert at.of(victim).health == 10 - JOBS[TITLES.index(job)].damage
    assert at.of(victim).distracted == JOBS[TITLES.index(job)].distraction


def test_s7_attack_1_the_target_is_recruited() -> None:
    at, mine, victim = fight("Fighter", "Basic")
    far = at.beaver(1, "Basic", 3, 1)
    for number in (victim, far):
        at.state.recruited[at.row(number)] = 0
    assert at.refused("0,0 attack east") == why.TARGET_NOT_RECRUITED
    assert at.why_not("attack", mine, far) == why.TARGET_NOT_RECRUITED  # before: not adjacent


def test_s7_attack_2_the_targets_tile_is_adjacent() -> None:
    at, mine, _ = fight("Fighter", "Basic")
    far = at.beaver(1, "Basic", 1, 1)
    assert at.why_not("attack", mine, far) == why.TARGET_NOT_ADJACENT
    assert at.why_not("attack", mine, mine) == why.TARGET_NOT_ADJACENT


def test_s7_attack_2_a_dead_beaver_has_no_tile() -> None:
    at, mine, victim = fight("Fighter", "Basic")
    at.beaver(0, "Fighter", 1, 1)
    at.tell("0,0 attack east")
    assert at.of(victim).at is None
    assert at.why_not("attack", mine, victim) == why.NO_ACTIONS
    assert at.why_not("attack", at.standing(1, 1), victim) == why.TARGET_NOT_ADJACENT
    assert at.refused("1,1 attack north") == why.NO_SUCH_TARGET


def test_s7_attack_health_never_falls_below_0() -> None:
    at, _, victim = fight("Fighter", "Basic", health=1)
    at.tell("0,0 attack east")
    assert at.of(victim).health == 0
    assert at.story("attacked")[-1][5] == 1


def test_r18_a_running_distraction_is_neither_refreshed_nor_extended() -> None:
    for running in (1, 2):
        at, _, victim = fight("Hot Lady", "Bulky", distracted=running)
        at.tell("0,0 attack east")
        assert at.of(victim).distracted == running
    at, _, victim = fight("Hot Lady", "Bulky")
    at.beaver(0, "Hungry", 1, 1)
    at.tell("1,1 attack north", "0,0 attack east")
    assert at.of(victim).distracted == 1  # the first blow counts


def test_r18_a_blow_without_distraction_leaves_a_running_one() -> None:
    at, _, victim = fight("Fighter", "Bulky", distracted=2)
    at.tell("0,0 attack east")
    assert at.of(victim).distracted == 2


def test_r18_3_blocks_one_own_turn_of_the_victim_and_1_none() -> None:
    at, _, victim = fight("Hot Lady", "Bulky")
    at.tell("0,0 attack east", "end")
    assert at.why_not("move", victim, (2, 0)) == why.DISTRACTED
    at.end(2)
    assert at.of(victim).distracted == 0
    assert at.why_not("move", victim, (2, 0)) == 0
    at, _, victim = fight("Hungry", "Bulky")
    at.tell("0,0 attack east", "end")
    assert at.why_not("move", victim, (2, 0)) == 0


def test_r20_friendly_fire_is_legal() -> None:
    at, mine, _ = fight("Fighter", "Basic")
    friend = at.beaver(0, "Bulky", 0, 1)
    at.tell("0,0 attack south")
    assert at.of(friend).health == 7
    assert at.of(mine).actions == 0


def test_r20_recruits_cannot_be_hit_before_their_owners_next_turn() -> None:
    at = valley(MEADOW).lodge(0, 1, 0)
    own, enemy = at.beaver(0, "Fighter", 0, 0), at.beaver(1, "Fighter", 2, 0)
    at.tell("1,0 recruit Basic")
    assert at.refused("0,0 attack east") == why.TARGET_NOT_RECRUITED
    at.end()
    assert at.refused("2,0 attack west") == why.TARGET_NOT_RECRUITED
    at.end(2)
    at.tell("2,0 attack west")
    assert at.of(own).health == at.of(enemy).health == 4


# Build.


def test_s7_build_tile_pays_first() -> None:
    at = valley(MEADOW).lodge(0, 3, 0).lodge(0, 3, 1).lay(0, 0, branches=2)
    mine = at.beaver(0, "Fighter", 0, 0, branches=4)
    at.tell("0,0 build")
    assert (at.goods(0, 0), at.load(mine), at.owner(0, 0)) == ((3, 0), (3, 0), 0)
    assert [int(tile) for tile in at.state.lodges] == [3, 7, 0]
    assert at.prices == (5, 1)


def test_s7_build_1_enough_branches_in_hand_and_on_the_tile() -> None:
    at = valley(MEADOW).lodge(0, 3, 0).lodge(0, 3, 1).lodge(1, 0, 0, branches=0).lay(1, 0, branches=1)
    mine, other = at.beaver(0, "Basic", 0, 0, branches=2), at.beaver(0, "Basic", 1, 0, branches=1)
    assert at.why_not("build", mine) == why.TOO_FEW_BRANCHES  # before: a lodge is there
    assert at.why_not("build", other) == why.TOO_FEW_BRANCHES
    at.state.held_branches[at.row(other)] = 2
    assert at.why_not("build", other) == 0


@pytest.mark.parametrize("owner", [0, 1])
def test_s7_build_2_no_lodge_on_the_tile(owner: int) -> None:
    at = valley(MEADOW).lodge(owner, 0, 0, branches=9)
    mine = at.beaver(0, "Basic", 0, 0)
    assert at.why_not("build", mine) == why.ALREADY_A_LODGE


def test_s7_build_3_no_spawner_on_the_tile() -> None:
    """A position that play never makes; one that is loaded may be like that."""
    at = valley("T1 . . .\n. . . .")
    mine = at.beaver(0, "Basic", 0, 0, branches=1)
    assert at.why_not("build", mine) == why.SPAWNER_ON_SITE


@pytest.mark.parametrize("word", [".", "~", ">"])
def test_r22_land_and_water_are_both_fine(word: str) -> None:
    at = valley(f"{word} ~ . .\n. . . .")
    mine = at.beaver(0, "Basic", 0, 0, branches=1)
    at.tell("0,0 build")
    assert at.owner(0, 0) == 0
    assert at.load(mine) == (0, 0)


def test_r14_a_surplus_on_the_tile_is_lost() -> None:
    at = valley(MEADOW).lay(0, 0, branches=8)
    mine = at.beaver(0, "Basic", 0, 0, branches=2)
    at.tell("0,0 build")
    assert (at.goods(0, 0), at.load(mine)) == ((1, 0), (2, 0))


def test_s7_build_food_that_lies_there_is_stored() -> None:
    at = valley(MEADOW).lay(0, 0, branches=1, food=4)
    at.beaver(0, "Basic", 0, 0)
    at.beaver(1, "Basic", 3, 1)
    at.tell("0,0 build", "end")
    assert at.goods(0, 0) == (1, 4)


def test_r3_r28_the_price_follows_the_number_of_lodges() -> None:
    at = valley("\n".join([". . . . . ."] * 2))
    prices = [1, 2, 3, 5, 7, 12, 18, 30, 47, 77]
    for n in range(10):
        assert at.prices == (prices[n], 1)
        at.lodge(0, n % 6, n // 6)
    assert at.seen().price[1] == 1


# Recruit.


def test_s7_recruit_stands_on_the_lodge_with_full_figures_and_empty_hands() -> None:
    for job in JOBS:
        at = valley(MEADOW).lodge(0, 0, 0, food=4)
        at.tell(f"0,0 recruit {job.title}")
        new = at.of(at.standing(0, 0))
        assert new == (0, job.title, (0, 0), job.health, job.moves, job.actions, 0, 0, 0, False)
        assert at.goods(0, 0) == (1, 4)  # free


def test_s7_recruit_1_the_tile_is_a_lodge_of_the_caller() -> None:
    at = valley(MEADOW).lodge(1, 0, 0)
    at.beaver(1, "Basic", 0, 0)
    assert at.why_not("recruit", "Basic", (0, 0)) == why.NOT_YOUR_LODGE  # before: occupied
    assert at.why_not("recruit", "Basic", (1, 0)) == why.NOT_YOUR_LODGE


@pytest.mark.parametrize("seat", [0, 1])
def test_s7_recruit_2_no_beaver_on_it(seat: int) -> None:
    at = valley(MEADOW, free_beavers=0).lodge(0, 0, 0)
    at.beaver(seat, "Basic", 0, 0)
    assert at.why_not("recruit", "Basic", (0, 0)) == why.LODGE_OCCUPIED  # before: too little food


def test_s7_recruit_3_food_on_that_tile_for_who_has_ten_beavers() -> None:
    at = valley("\n".join([". . . . . ."] * 4)).lodge(0, 0, 0, food=5).lodge(0, 1, 0, food=6)
    for n in range(10):
        at.beaver(0, "Basic", n % 5, 2 + n // 5)
    assert at.why_not("recruit", "Swift", (0, 0)) == why.TOO_LITTLE_FOOD
    assert at.why_not("recruit", "Basic", (0, 0)) == 0
    assert at.answers((0, 0)) == {"recruit Basic"}
    at.tell("1,0 recruit Swift")
    assert at.goods(1, 0) == (1, 0)
    assert at.goods(0, 0) == (1, 5)


@pytest.mark.parametrize("job", JOBS)
def test_s7_recruit_costs_its_job(job: tuple[str, int]) -> None:
    at = valley(MEADOW, free_beavers=0).lodge(0, 0, 0, food=job[1] - 1)
    assert at.why_not("recruit", job[0], (0, 0)) == why.TOO_LITTLE_FOOD
    at.lay(0, 0, branches=1, food=job[1] + 2)
    at.tell(f"0,0 recruit {job[0]}")
    assert at.goods(0, 0) == (1, 2)


def test_r4_recruits_of_this_turn_and_only_the_living_count() -> None:
    at = valley("\n".join([". . . . . ."] * 4), free_beavers=3).lodge(0, 0, 0).lodge(0, 2, 0)
    at.beaver(0, "Basic", 0, 2)
    own = at.beaver(0, "Basic", 1, 2, health=1)
    at.tell("0,0 recruit Bulky")
    assert at.refused("2,0 recruit Bulky") == why.NOTHING_TO_DO
    at.tell("0,2 attack east")  # one of three is dead
    assert at.of(own).health == 0
    at.tell("2,0 recruit Bulky")


def test_s7_recruit_enters_the_lists_in_the_upkeep() -> None:
    at = valley(MEADOW).lodge(0, 0, 0)
    mine, other = at.beaver(0, "Basic", 3, 0), at.beaver(1, "Basic", 3, 1)
    at.tell("0,0 recruit Swift")
    new = at.standing(0, 0)
    assert at.listed == [mine, other]
    assert at.refused("0,0 move east") == why.NOT_RECRUITED
    at.end()
    assert at.listed == [mine, other, new]


def test_s7_recruit_one_beaver_a_lodge_and_turn() -> None:
    at = valley(MEADOW).lodge(0, 0, 0)
    at.beaver(1, "Basic", 3, 1)
    at.tell("0,0 recruit Swift")
    assert at.why_not("recruit", "Swift", (0, 0)) == why.LODGE_OCCUPIED
    at.end(2)
    at.tell("0,0 move east", "0,0 recruit Basic")


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_recruits_act_from_their_owners_next_turn_on(profile: str) -> None:
    at = valley(MEADOW, profile).lodge(0, 0, 0)
    at.beaver(1, "Basic", 3, 1)
    at.tell("0,0 recruit Swift")
    swift = at.standing(0, 0)
    at.end(2).tell("0,0 move south")
    assert at.of(swift).at == (0, 1)
