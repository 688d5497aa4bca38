"""Section 7: harvest, attack, build and recruit."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.book import TITLES
from parlour.games.stumped.tests.naive import JOBS
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position

MEADOW = """
. . . .
. . . .
"""


# Harvest.


def position_after_harvest(job: str, spawner: str, **columns: int) -> tuple[Position, int]:
    at = draw_position(f". {spawner} . .\n. . . .")
    mine = at.add_beaver(0, job, 0, 0, **columns)
    at.give_orders("0,0 harvest east")
    return at, mine


@pytest.mark.parametrize("job", TITLES)
@pytest.mark.parametrize("health", range(6))
def test_s7_harvest_gain_is_twice_health_times_skill_and_capped(job: str, health: int) -> None:
    figures = JOBS[TITLES.index(job)]
    at, mine = position_after_harvest(job, f"T{health}")
    assert at.carried_goods(mine) == (min(figures.carry, 2 * health * figures.chopping), 0)
    at, mine = position_after_harvest(job, f"C{health}")
    assert at.carried_goods(mine) == (0, min(figures.carry, 2 * health * figures.munching))
    assert at.spawner_facts(1, 0) == (max(0, health - 1), True)


def test_s7_harvest_what_does_not_fit_is_lost() -> None:
    at, mine = position_after_harvest("Basic", "T5", food=1)
    assert at.carried_goods(mine) == (2, 1)
    assert at.goods_on_tile(1, 0) == at.goods_on_tile(0, 0) == (0, 0)


def test_s7_harvest_1_the_spawners_tile_is_adjacent() -> None:
    at = draw_position(". . T1 .\nT1 . . .")
    mine = at.add_beaver(0, "Basic", 0, 0, branches=3)
    assert at.wire_refusal("harvest", mine, (2, 0)) == why.SPAWNER_NOT_ADJACENT  # before: full
    assert at.wire_refusal("harvest", mine, (0, 1)) == why.FULL


def test_s7_harvest_2_below_the_carry_limit() -> None:
    at = draw_position(". T1 . .\n. . . .")
    mine = at.add_beaver(0, "Basic", 0, 0, branches=1, food=2)
    assert at.refusal_reason("0,0 harvest east") == why.FULL
    at.state.held_food[at.beaver_row(mine)] = 1
    at.give_orders("0,0 harvest east")
    assert at.carried_goods(mine) == (2, 1)


def test_s7_harvest_anybody_and_several_times_in_a_turn() -> None:
    at = draw_position(". T4 . .\n. . . .")
    first, second, other = (
        at.add_beaver(0, "Fighter", 0, 0),
        at.add_beaver(0, "Fighter", 1, 1),
        at.add_beaver(1, "Builder", 2, 0),
    )
    at.give_orders("0,0 harvest east", "1,1 harvest north")
    assert (at.carried_goods(first), at.carried_goods(second), at.spawner_facts(1, 0)) == ((6, 0), (6, 0), (2, True))
    at.end_turns().give_orders("2,0 harvest west")
    assert at.carried_goods(other) == (2 * 2 * 3, 0)


def test_r21_harvest_at_health_0_yields_0_and_marks() -> None:
    at, mine = position_after_harvest("Builder", "T0")
    assert at.carried_goods(mine) == (0, 0)
    assert at.beaver_facts(mine).actions == 0
    assert at.spawner_facts(1, 0) == (0, True)
    at.add_beaver(1, "Basic", 3, 1)
    at.end_turns()
    assert at.spawner_facts(1, 0) == (0, False)  # it did not grow
    at.end_turns()
    assert at.spawner_facts(1, 0) == (1, False)


def test_r5_the_harvest_factor_is_2() -> None:
    at, mine = position_after_harvest("Fighter", "T2")
    assert at.carried_goods(mine) == (4, 0)


# Attack.


def attack_position(job: str, victim: str, profile: str = "document", **columns: int) -> tuple[Position, int, int]:
    at = draw_position(MEADOW, profile)
    return at, at.add_beaver(0, job, 0, 0), at.add_beaver(1, victim, 1, 0, **columns)


@pytest.mark.parametrize("job", TITLES)
def test_s7_attack_takes_the_attackers_damage(job: str) -> None:
    at, _, victim = attack_position(job, "Bulky")
    at.give_orders("0,0 attack east")
    assert at.beaver_facts(victim).health == 10 - JOBS[TITLES.index(job)].damage
    assert at.beaver_facts(victim).distracted == JOBS[TITLES.index(job)].distraction


def test_s7_attack_1_the_target_is_recruited() -> None:
    at, mine, victim = attack_position("Fighter", "Basic")
    far = at.add_beaver(1, "Basic", 3, 1)
    for number in (victim, far):
        at.state.recruited[at.beaver_row(number)] = 0
    assert at.refusal_reason("0,0 attack east") == why.TARGET_NOT_RECRUITED
    assert at.wire_refusal("attack", mine, far) == why.TARGET_NOT_RECRUITED  # before: not adjacent


def test_s7_attack_2_the_targets_tile_is_adjacent() -> None:
    at, mine, _ = attack_position("Fighter", "Basic")
    far = at.add_beaver(1, "Basic", 1, 1)
    assert at.wire_refusal("attack", mine, far) == why.TARGET_NOT_ADJACENT
    assert at.wire_refusal("attack", mine, mine) == why.TARGET_NOT_ADJACENT


def test_s7_attack_2_a_dead_beaver_has_no_tile() -> None:
    at, mine, victim = attack_position("Fighter", "Basic")
    at.add_beaver(0, "Fighter", 1, 1)
    at.give_orders("0,0 attack east")
    assert at.beaver_facts(victim).at is None
    assert at.wire_refusal("attack", mine, victim) == why.NO_ACTIONS
    assert at.wire_refusal("attack", at.beaver_on_tile(1, 1), victim) == why.TARGET_NOT_ADJACENT
    assert at.refusal_reason("1,1 attack north") == why.NO_SUCH_TARGET


def test_s7_attack_health_never_falls_below_0() -> None:
    at, _, victim = attack_position("Fighter", "Basic", health=1)
    at.give_orders("0,0 attack east")
    assert at.beaver_facts(victim).health == 0
    assert at.events("attacked")[-1][5] == 1


def test_r18_a_running_distraction_is_neither_refreshed_nor_extended() -> None:
    for running in (1, 2):
        at, _, victim = attack_position("Hot Lady", "Bulky", distracted=running)
        at.give_orders("0,0 attack east")
        assert at.beaver_facts(victim).distracted == running
    at, _, victim = attack_position("Hot Lady", "Bulky")
    at.add_beaver(0, "Hungry", 1, 1)
    at.give_orders("1,1 attack north", "0,0 attack east")
    assert at.beaver_facts(victim).distracted == 1  # the first blow counts


def test_r18_a_blow_without_distraction_leaves_a_running_one() -> None:
    at, _, victim = attack_position("Fighter", "Bulky", distracted=2)
    at.give_orders("0,0 attack east")
    assert at.beaver_facts(victim).distracted == 2


@pytest.mark.parametrize(
    ("profile", "job", "blocked"),
    [("document", "Hot Lady", 3), ("document", "Hungry", 1), ("server", "Hot Lady", 1), ("server", "Hungry", 0)],
)
def test_r18_a_distraction_blocks_so_many_turns_of_the_victim(profile: str, job: str, blocked: int) -> None:
    """As many as the job says; in the profile `server` 3 blocks one turn and 1 none."""
    at, _, victim = attack_position(job, "Bulky", profile)
    at.give_orders("0,0 attack east", "end")
    for _ in range(blocked):
        assert at.wire_refusal("move", victim, (2, 0)) == why.DISTRACTED
        at.end_turns(2)
    assert at.wire_refusal("move", victim, (2, 0)) == 0


def test_r18_a_beaver_distracted_by_its_own_side_loses_the_rest_of_the_turn() -> None:
    at, _, _ = attack_position("Hungry", "Basic")
    friend = at.add_beaver(0, "Bulky", 0, 1)
    at.give_orders("0,0 attack south")
    assert at.wire_refusal("move", friend, (1, 1)) == why.DISTRACTED
    at.end_turns(2)
    assert at.wire_refusal("move", friend, (1, 1)) == 0


def test_r20_friendly_fire_is_legal() -> None:
    at, mine, _ = attack_position("Fighter", "Basic")
    friend = at.add_beaver(0, "Bulky", 0, 1)
    at.give_orders("0,0 attack south")
    assert at.beaver_facts(friend).health == 7
    assert at.beaver_facts(mine).actions == 0


def test_r20_recruits_cannot_be_hit_before_their_owners_next_turn() -> None:
    at = draw_position(MEADOW).add_lodge(0, 1, 0)
    own, enemy = at.add_beaver(0, "Fighter", 0, 0), at.add_beaver(1, "Fighter", 2, 0)
    at.give_orders("1,0 recruit Basic")
    assert at.refusal_reason("0,0 attack east") == why.TARGET_NOT_RECRUITED
    at.end_turns()
    assert at.refusal_reason("2,0 attack west") == why.TARGET_NOT_RECRUITED
    at.end_turns(2)
    at.give_orders("2,0 attack west")
    assert at.beaver_facts(own).health == at.beaver_facts(enemy).health == 4


# Build.


def test_s7_build_tile_pays_first() -> None:
    at = draw_position(MEADOW).add_lodge(0, 3, 0).add_lodge(0, 3, 1).put_goods(0, 0, branches=2)
    mine = at.add_beaver(0, "Fighter", 0, 0, branches=4)
    at.give_orders("0,0 build")
    assert (at.goods_on_tile(0, 0), at.carried_goods(mine), at.lodge_owner(0, 0)) == ((3, 0), (3, 0), 0)
    assert [int(tile) for tile in at.state.lodges] == [3, 7, 0]
    assert at.lodge_prices == (5, 1)


def test_s7_build_1_enough_branches_in_hand_and_on_the_tile() -> None:
    at = (
        draw_position(MEADOW)
        .add_lodge(0, 3, 0)
        .add_lodge(0, 3, 1)
        .add_lodge(1, 0, 0, branches=0)
        .put_goods(1, 0, branches=1)
    )
    mine, other = at.add_beaver(0, "Basic", 0, 0, branches=2), at.add_beaver(0, "Basic", 1, 0, branches=1)
    assert at.wire_refusal("build", mine) == why.TOO_FEW_BRANCHES  # before: a lodge is there
    assert at.wire_refusal("build", other) == why.TOO_FEW_BRANCHES
    at.state.held_branches[at.beaver_row(other)] = 2
    assert at.wire_refusal("build", other) == 0


@pytest.mark.parametrize("owner", [0, 1])
def test_s7_build_2_no_lodge_on_the_tile(owner: int) -> None:
    at = draw_position(MEADOW).add_lodge(owner, 0, 0, branches=9)
    mine = at.add_beaver(0, "Basic", 0, 0)
    assert at.wire_refusal("build", mine) == why.ALREADY_A_LODGE


def test_s7_build_3_no_spawner_on_the_tile() -> None:
    """Only a loaded position can be like this, never a played one."""
    at = draw_position("T1 . . .\n. . . .")
    mine = at.add_beaver(0, "Basic", 0, 0, branches=1)
    assert at.wire_refusal("build", mine) == why.SPAWNER_ON_SITE


@pytest.mark.parametrize("word", [".", "~", ">"])
def test_r22_land_and_water_are_both_fine(word: str) -> None:
    at = draw_position(f"{word} ~ . .\n. . . .")
    mine = at.add_beaver(0, "Basic", 0, 0, branches=1)
    at.give_orders("0,0 build")
    assert at.lodge_owner(0, 0) == 0
    assert at.carried_goods(mine) == (0, 0)


def test_r14_a_surplus_on_the_tile_is_lost() -> None:
    at = draw_position(MEADOW).put_goods(0, 0, branches=8)
    mine = at.add_beaver(0, "Basic", 0, 0, branches=2)
    at.give_orders("0,0 build")
    assert (at.goods_on_tile(0, 0), at.carried_goods(mine)) == ((1, 0), (2, 0))


def test_s7_build_food_that_lies_there_is_stored() -> None:
    at = draw_position(MEADOW).put_goods(0, 0, branches=1, food=4)
    at.add_beaver(0, "Basic", 0, 0)
    at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 build", "end")
    assert at.goods_on_tile(0, 0) == (1, 4)


def test_r3_r28_the_price_follows_the_number_of_lodges() -> None:
    at = draw_position("\n".join([". . . . . ."] * 2))
    prices = [1, 2, 3, 5, 7, 12, 18, 30, 47, 77]
    for n in range(10):
        assert at.lodge_prices == (prices[n], 1)
        at.add_lodge(0, n % 6, n // 6)
    assert at.view().price[1] == 1


# Recruit.


def test_s7_recruit_stands_on_the_lodge_with_full_figures_and_empty_hands() -> None:
    for job in JOBS:
        at = draw_position(MEADOW).add_lodge(0, 0, 0, food=4)
        at.give_orders(f"0,0 recruit {job.title}")
        new = at.beaver_facts(at.beaver_on_tile(0, 0))
        assert new == (0, job.title, (0, 0), job.health, job.moves, job.actions, 0, 0, 0, False)
        assert at.goods_on_tile(0, 0) == (1, 4)  # free


def test_s7_recruit_1_the_tile_is_a_lodge_of_the_caller() -> None:
    at = draw_position(MEADOW).add_lodge(1, 0, 0)
    at.add_beaver(1, "Basic", 0, 0)
    assert at.wire_refusal("recruit", "Basic", (0, 0)) == why.NOT_YOUR_LODGE  # before: occupied
    assert at.wire_refusal("recruit", "Basic", (1, 0)) == why.NOT_YOUR_LODGE


@pytest.mark.parametrize("seat", [0, 1])
def test_s7_recruit_2_no_beaver_on_it(seat: int) -> None:
    at = draw_position(MEADOW, free_beavers=0).add_lodge(0, 0, 0)
    at.add_beaver(seat, "Basic", 0, 0)
    assert at.wire_refusal("recruit", "Basic", (0, 0)) == why.LODGE_OCCUPIED  # before: too little food


def test_s7_recruit_3_food_on_that_tile_for_who_has_ten_beavers() -> None:
    at = draw_position("\n".join([". . . . . ."] * 4)).add_lodge(0, 0, 0, food=5).add_lodge(0, 1, 0, food=6)
    for n in range(10):
        at.add_beaver(0, "Basic", n % 5, 2 + n // 5)
    assert at.wire_refusal("recruit", "Swift", (0, 0)) == why.TOO_LITTLE_FOOD
    assert at.wire_refusal("recruit", "Basic", (0, 0)) == 0
    assert at.legal_answers((0, 0)) == {"recruit Basic"}
    at.give_orders("1,0 recruit Swift")
    assert at.goods_on_tile(1, 0) == (1, 0)
    assert at.goods_on_tile(0, 0) == (1, 5)


@pytest.mark.parametrize("job", JOBS)
def test_s7_recruit_costs_its_job(job: tuple[str, int]) -> None:
    at = draw_position(MEADOW, free_beavers=0).add_lodge(0, 0, 0, food=job[1] - 1)
    assert at.wire_refusal("recruit", job[0], (0, 0)) == why.TOO_LITTLE_FOOD
    at.put_goods(0, 0, branches=1, food=job[1] + 2)
    at.give_orders(f"0,0 recruit {job[0]}")
    assert at.goods_on_tile(0, 0) == (1, 2)


def test_r4_recruits_of_this_turn_and_only_the_living_count() -> None:
    at = draw_position("\n".join([". . . . . ."] * 4), free_beavers=3).add_lodge(0, 0, 0).add_lodge(0, 2, 0)
    at.add_beaver(0, "Basic", 0, 2)
    own = at.add_beaver(0, "Basic", 1, 2, health=1)
    at.give_orders("0,0 recruit Bulky")
    assert at.refusal_reason("2,0 recruit Bulky") == why.NOTHING_TO_DO
    at.give_orders("0,2 attack east")  # one of three is dead
    assert at.beaver_facts(own).health == 0
    at.give_orders("2,0 recruit Bulky")


def test_s7_recruit_enters_the_lists_in_the_upkeep() -> None:
    at = draw_position(MEADOW).add_lodge(0, 0, 0)
    mine, other = at.add_beaver(0, "Basic", 3, 0), at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 recruit Swift")
    new = at.beaver_on_tile(0, 0)
    assert at.listed_beavers == [mine, other]
    assert at.refusal_reason("0,0 move east") == why.NOT_RECRUITED
    at.end_turns()
    assert at.listed_beavers == [mine, other, new]


def test_s7_recruit_one_beaver_a_lodge_and_turn() -> None:
    at = draw_position(MEADOW).add_lodge(0, 0, 0)
    at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 recruit Swift")
    assert at.wire_refusal("recruit", "Swift", (0, 0)) == why.LODGE_OCCUPIED
    at.end_turns(2)
    at.give_orders("0,0 move east", "0,0 recruit Basic")


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_recruits_act_from_their_owners_next_turn_on(profile: str) -> None:
    at = draw_position(MEADOW, profile).add_lodge(0, 0, 0)
    at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 recruit Swift")
    swift = at.beaver_on_tile(0, 0)
    at.end_turns(2).give_orders("0,0 move south")
    assert at.beaver_facts(swift).at == (0, 1)
