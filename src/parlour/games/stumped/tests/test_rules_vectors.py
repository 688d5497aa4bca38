"""Section 14: the rulebook's own test vectors."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("job", "branches", "spawner", "gained", "left"),
    [("Builder", 0, "T5", 15, 4), ("Basic", 1, "T1", 2, 0), ("Swift", 0, "C3", 2, 2), ("Hungry", 0, "C2", 12, 1)],
)
def test_v1_harvests(profile: str, job: str, branches: int, spawner: str, gained: int, left: int) -> None:
    at = draw_position(f". {spawner} . .\n. . . .", profile)
    mine = at.add_beaver(0, job, 0, 0, branches=branches)
    at.give_orders("0,0 harvest east")
    assert sum(at.carried_goods(mine)) - branches == gained
    assert at.spawner_facts(1, 0) == (left, True)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(("tile", "left"), [(10, 4), (1, 2)])
def test_v2_building(profile: str, tile: int, left: int) -> None:
    at = draw_position(". . . .\n. . . .", profile).add_lodge(0, 3, 0).add_lodge(0, 3, 1).put_goods(0, 0, branches=tile)
    mine = at.add_beaver(0, "Fighter", 0, 0, branches=4)
    assert at.lodge_prices[0] == 3
    at.give_orders("0,0 build")
    assert (at.goods_on_tile(0, 0), at.carried_goods(mine)) == ((3, 0), (left, 0))


def position_after_attack(job: str) -> tuple[Position, int, int]:
    at = draw_position(". . . .\n. . . .", "server", turn=10)
    mine, victim = at.add_beaver(0, job, 0, 0), at.add_beaver(1, "Bulky", 1, 0)
    at.give_orders("0,0 attack east")
    return at, mine, victim


@pytest.mark.parametrize("again", [False, True])
def test_v3_hot_lady(again: bool) -> None:
    at, mine, victim = position_after_attack("Hot Lady")
    assert at.beaver_facts(victim).distracted == 3
    at.end_turns()
    assert (at.state.turn, at.beaver_facts(victim).distracted) == (11, 2)
    assert at.wire_refusal("move", victim, (2, 0)) == why.DISTRACTED
    at.end_turns()
    assert at.beaver_facts(victim).distracted == 1
    if again:
        at.give_wire_order("attack", mine, victim)
        assert at.beaver_facts(victim).distracted == 1
    at.end_turns()
    assert (at.state.turn, at.beaver_facts(victim).distracted) == (13, 0)
    assert at.wire_refusal("move", victim, (2, 0)) == 0


def test_v3_hungry() -> None:
    at, _, victim = position_after_attack("Hungry")
    assert at.beaver_facts(victim).distracted == 1
    at.end_turns()
    assert at.beaver_facts(victim).distracted == 0
    assert at.wire_refusal("move", victim, (2, 0)) == 0


@pytest.mark.parametrize(("profile", "healths"), [("document", [2, 3, 4]), ("server", [2, 2, 3])])
def test_v4_regrowth(profile: str, healths: list[int]) -> None:
    at = draw_position(". T3 . .\n. . . .", profile, turn=10)
    at.add_beaver(0, "Basic", 0, 0)
    at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 harvest east")
    assert at.spawner_facts(1, 0)[0] == 2
    seen = []
    for _ in healths:
        at.end_turns()
        seen.append(at.spawner_facts(1, 0)[0])
    assert seen == healths


@pytest.mark.parametrize("profile", PROFILES)
def test_v5_the_tenth_beaver_is_free_the_next_is_paid(profile: str) -> None:
    at = draw_position("\n".join([". . . . ."] * 4), profile).add_lodge(0, 0, 0, food=2).add_lodge(0, 1, 0, food=4)
    for n in range(9):
        at.add_beaver(0, "Basic", n % 5, 1 + n // 5)
    at.give_orders("0,0 recruit Fighter")
    assert at.goods_on_tile(0, 0) == (1, 2)
    assert at.refusal_reason("1,0 recruit Swift") == why.TOO_LITTLE_FOOD
    at.give_orders("1,0 recruit Basic")
    assert at.goods_on_tile(1, 0) == (1, 1)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("lodge", [False, True])
def test_v6_drift(profile: str, lodge: bool) -> None:
    at = draw_position("> ~ . .\n. . . .", profile)
    at.add_beaver(0, "Basic", 0, 1)
    at.add_beaver(1, "Basic", 3, 1)
    if lodge:
        at.add_lodge(0, 0, 0)
    at.put_goods(0, 0, branches=5).end_turns()
    assert (at.goods_on_tile(0, 0)[0], at.goods_on_tile(1, 0)[0]) == ((5, 0) if lodge else (0, 5))


@pytest.mark.parametrize(("lodge", "left"), [(False, [2, 1, 0]), (True, [3, 3, 3])])
def test_v7_food_on_land(lodge: bool, left: list[int]) -> None:
    at = draw_position(". . . .\n. . . .")
    at.add_beaver(0, "Basic", 0, 1)
    at.add_beaver(1, "Basic", 3, 1)
    if lodge:
        at.add_lodge(0, 0, 0)
    at.put_goods(0, 0, branches=1, food=3)
    seen = []
    for _ in left:
        at.end_turns()
        seen.append(at.goods_on_tile(0, 0)[1])
    assert seen == left


@pytest.mark.parametrize("raid", [True, False])
def test_v8_a_tenth_lodge_lost_in_the_same_round_does_not_win(raid: bool) -> None:
    at = draw_position("\n".join([". . . . ."] * 6), turn=20)
    for n in range(9):
        at.add_lodge(0, n % 5, 1 + n // 5)
    at.add_beaver(0, "Builder", 0, 0, branches=15)
    raider = at.add_beaver(1, "Basic", 0, 3)
    at.state.branches[0] = 62
    at.give_orders("0,0 build")
    assert at.state.points(0) == 10
    at.end_turns()
    if raid:
        at.give_orders("0,3 move north", "0,2 pickup branches here")
        assert at.carried_goods(raider) == (1, 0)
    at.end_turns()
    assert at.state.over() != raid
    assert at.state.points(0) == (9 if raid else 10)
