"""Section 7: drop and pickup, in both profiles; section 9: how lodges end."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position

SHORE = """
. ~ > ~
. . . .
"""


def builder_position(profile: str, x: int, y: int, branches: int = 0, food: int = 0) -> tuple[Position, int]:
    at = draw_position(SHORE, profile)
    mine = at.add_beaver(0, "Builder", x, y, branches=branches, food=food)
    at.add_beaver(1, "Basic", 3, 1)
    return at, mine


# Drop.


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_drop_here_or_next_door(profile: str) -> None:
    for place, cell in (("here", (1, 1)), ("north", (1, 0)), ("east", (2, 1)), ("west", (0, 1))):
        at, mine = builder_position(profile, 1, 1, branches=5)
        at.give_orders(f"1,1 drop branches {place} 2")
        assert at.goods_on_tile(*cell) == (2, 0)
        assert at.carried_goods(mine) == (3, 0)


@pytest.mark.parametrize("amount", [0, -1, -1000])
def test_s7_drop_an_amount_of_0_or_less_means_all(amount: int) -> None:
    at, mine = builder_position("document", 1, 1, branches=5, food=2)
    at.give_wire_order("drop", mine, (0, 1), "branches", amount)
    assert (at.goods_on_tile(0, 1), at.carried_goods(mine)) == ((5, 0), (0, 2))


def test_s7_drop_1_the_amount_is_above_0() -> None:
    at, mine = builder_position("document", 1, 1, branches=5)
    assert at.wire_refusal("drop", mine, (3, 0), "food", 0) == why.NOTHING_TO_DROP  # before: too far
    assert at.refusal_reason("1,1 drop food here") == why.NOTHING_TO_DROP


def test_s7_drop_2_not_more_than_carried() -> None:
    at, mine = builder_position("document", 1, 1, branches=5)
    assert at.wire_refusal("drop", mine, (3, 0), "branches", 6) == why.NOT_SO_MUCH_HELD  # before: too far
    assert at.wire_refusal("drop", mine, (1, 1), "food", 1) == why.NOT_SO_MUCH_HELD


def test_s7_drop_3_own_tile_or_adjacent() -> None:
    at = draw_position(". . T1 .\n. . . .")
    mine = at.add_beaver(0, "Builder", 0, 0, branches=5)
    assert at.wire_refusal("drop", mine, (2, 0)) == why.DROP_TOO_FAR  # before: a spawner
    assert at.wire_refusal("drop", mine, (1, 1)) == why.DROP_TOO_FAR


def test_s7_drop_4_no_spawner_on_it() -> None:
    at = draw_position(". T1 . .\n. . . .")
    mine = at.add_beaver(0, "Builder", 0, 0, branches=5)
    assert at.wire_refusal("drop", mine, (1, 0)) == why.DROP_ON_SPAWNER
    assert at.refusal_reason("0,0 drop branches east") == why.DROP_ON_SPAWNER


@pytest.mark.parametrize("owner", [0, 1])
def test_s7_drop_any_lodge_may_receive_goods(owner: int) -> None:
    at, mine = builder_position("document", 1, 1, food=3, branches=3)
    at.add_lodge(owner, 0, 1, branches=2)
    at.give_orders("1,1 drop food west 3")
    assert at.goods_on_tile(0, 1) == (2, 3)
    assert at.carried_goods(mine) == (3, 0)


def test_s7_drop_a_beaver_on_the_target_does_not_matter() -> None:
    at, _ = builder_position("document", 1, 1, branches=3)
    other = at.add_beaver(1, "Basic", 0, 1)
    at.give_orders("1,1 drop branches west 3")
    assert at.goods_on_tile(0, 1) == (3, 0)
    assert at.carried_goods(other) == (0, 0)


@pytest.mark.parametrize(("profile", "left"), [("document", 0), ("server", 2)])
@pytest.mark.parametrize("cell", [(1, 0), (2, 0)])
def test_r8_food_dropped_on_open_water(profile: str, left: int, cell: tuple[int, int]) -> None:
    at, mine = builder_position(profile, cell[0], 1, food=2)
    at.give_orders(f"{cell[0]},1 drop food north 2")
    assert at.goods_on_tile(*cell) == (0, left)
    assert (at.carried_goods(mine), at.beaver_facts(mine).actions) == ((0, 0), 0)
    assert at.events("lost_food") == ([("lost_food", at.index(cell), 2)] if left == 0 else [])


@pytest.mark.parametrize("profile", PROFILES)
def test_r8_a_lodge_in_the_water_keeps_food(profile: str) -> None:
    at, _ = builder_position(profile, 1, 1, food=2)
    at.add_lodge(0, 1, 0)
    at.give_orders("1,1 drop food north 2", "end")
    assert at.goods_on_tile(1, 0) == (1, 2)


@pytest.mark.parametrize("profile", PROFILES)
def test_r8_branches_stay_in_still_water(profile: str) -> None:
    at, _ = builder_position(profile, 1, 1, branches=2)
    at.give_orders("1,1 drop branches north 2", "end")
    assert at.goods_on_tile(1, 0) == (2, 0)


# Pickup as the document has it.


def test_s7_pickup_document_takes_all_it_can_carry() -> None:
    at = draw_position(SHORE).put_goods(0, 0, branches=9, food=1)
    mine = at.add_beaver(0, "Basic", 0, 0)
    at.give_orders("0,0 pickup branches here")
    assert (at.carried_goods(mine), at.goods_on_tile(0, 0), at.beaver_facts(mine).actions) == ((3, 0), (6, 1), 0)


@pytest.mark.parametrize("amount", [-1, 0, 1, 2, 99])
def test_s7_pickup_document_ignores_the_amount(amount: int) -> None:
    at = draw_position(SHORE).put_goods(0, 0, food=2)
    mine = at.add_beaver(0, "Basic", 0, 0)
    at.give_wire_order("pickup", mine, (0, 0), "food", amount)
    assert at.carried_goods(mine) == (0, 2)


def test_s7_pickup_document_1_the_tile_is_the_beavers_own() -> None:
    at = draw_position(SHORE).put_goods(0, 1, branches=9)
    mine = at.add_beaver(0, "Basic", 0, 0, branches=1)
    assert at.wire_refusal("pickup", mine, (0, 1)) == why.PICKUP_TOO_FAR  # before: hands full
    assert at.refusal_reason("0,0 pickup branches south") == why.PICKUP_TOO_FAR


@pytest.mark.parametrize("goods", ["branches", "food"])
def test_s7_pickup_document_2_the_beaver_carries_nothing(goods: str) -> None:
    at = draw_position(SHORE)
    at.add_beaver(0, "Builder", 0, 0, **{goods: 1})
    assert at.refusal_reason("0,0 pickup branches here") == why.HANDS_FULL  # before: nothing there
    assert at.refusal_reason("0,0 pickup food here") == why.HANDS_FULL


def test_s7_pickup_document_3_the_tile_holds_some() -> None:
    at = draw_position(SHORE).put_goods(0, 0, branches=1)
    at.add_beaver(0, "Builder", 0, 0)
    assert at.refusal_reason("0,0 pickup food here") == why.NOTHING_THERE
    assert at.refusal_reason("0,0 pickup branches here") == 0


# Pickup as the server has it.


def reacher_position(**columns: int) -> tuple[Position, int]:
    at = (
        draw_position(". T1 . .\n. . . .", "server")
        .put_goods(0, 0, branches=9)
        .put_goods(0, 1, branches=2, food=7)
        .put_goods(1, 0, branches=4)
    )
    return at, at.add_beaver(0, "Fighter", 0, 0, **columns)


def test_r9_pickup_server_own_or_adjacent_any_amount_hands_may_be_full() -> None:
    at, mine = reacher_position(branches=1)
    at.give_orders("0,0 pickup food south 4")
    assert (at.carried_goods(mine), at.goods_on_tile(0, 1)) == ((1, 4), (2, 3))
    at, mine = reacher_position(food=1)
    at.give_orders("0,0 pickup branches here 5")
    assert (at.carried_goods(mine), at.goods_on_tile(0, 0)) == ((5, 1), (4, 0))


def test_s7_pickup_server_an_amount_of_0_or_less_means_what_fits() -> None:
    for amount in (0, -3):
        at, mine = reacher_position(food=2)
        at.give_wire_order("pickup", mine, (0, 0), "branches", amount)
        assert at.carried_goods(mine) == (4, 2)
        at, mine = reacher_position(food=2)
        at.give_wire_order("pickup", mine, (0, 1), "branches", amount)
        assert (at.carried_goods(mine), at.goods_on_tile(0, 1)) == ((2, 2), (0, 7))


def test_s7_pickup_server_1_own_or_adjacent() -> None:
    at, mine = reacher_position()
    at.put_goods(2, 0, branches=3)
    assert at.wire_refusal("pickup", mine, (2, 0)) == why.PICKUP_TOO_FAR
    assert at.wire_refusal("pickup", mine, (1, 1)) == why.PICKUP_TOO_FAR  # before: nothing there
    assert at.wire_refusal("pickup", mine, (3, 1), "branches", 5) == why.PICKUP_TOO_FAR


def test_s7_pickup_server_2_no_spawner_on_it() -> None:
    at, mine = reacher_position()
    assert at.wire_refusal("pickup", mine, (1, 0), "branches", 2) == why.PICKUP_ON_SPAWNER
    assert at.wire_refusal("pickup", mine, (1, 0), "food", 0) == why.PICKUP_ON_SPAWNER  # before: nothing there


def test_s7_pickup_server_3_the_amount_is_above_0() -> None:
    at, mine = reacher_position(branches=6)
    assert at.wire_refusal("pickup", mine, (0, 0), "food", 0) == why.NOTHING_THERE
    assert at.wire_refusal("pickup", mine, (0, 0), "branches", 0) == why.NOTHING_THERE  # nothing fits
    assert at.wire_refusal("pickup", mine, (0, 0), "branches", 1) == why.NO_ROOM_FOR_SO_MUCH


def test_s7_pickup_server_4_not_more_than_on_the_tile() -> None:
    at, mine = reacher_position()
    assert at.wire_refusal("pickup", mine, (0, 0), "branches", 10) == why.NOT_SO_MUCH_THERE  # before: no room
    assert at.wire_refusal("pickup", mine, (0, 0), "food", 1) == why.NOT_SO_MUCH_THERE


def test_s7_pickup_server_5_not_more_than_the_free_space() -> None:
    at, mine = reacher_position(food=3)
    assert at.wire_refusal("pickup", mine, (0, 0), "branches", 4) == why.NO_ROOM_FOR_SO_MUCH
    assert at.wire_refusal("pickup", mine, (0, 0), "branches", 3) == 0


# Lodges, section 9.


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("owner", [0, 1])
def test_s9_a_lodge_ends_when_a_pickup_leaves_no_branches(profile: str, owner: int) -> None:
    at = (
        draw_position(SHORE, profile)
        .add_lodge(owner, 0, 1)
        .add_lodge(owner, 0, 0, branches=5, food=3)
        .add_lodge(owner, 2, 1)
    )
    mine = at.add_beaver(0, "Fighter", 0, 0)
    other = at.add_beaver(1, "Basic", 3, 1)
    assert at.lodge_prices[owner] == 5
    at.give_orders("0,0 pickup branches here" + (" 5" if profile == "server" else ""))
    assert (at.lodge_owner(0, 0), at.goods_on_tile(0, 0), at.carried_goods(mine)) == (-1, (0, 3), (5, 0))
    assert [int(tile) for tile in at.state.lodges] == [at.index((0, 1)), at.index((2, 1))]
    assert at.lodge_prices[owner] == 3  # R28: it falls
    assert at.beaver_facts(mine).at == (0, 0)
    assert at.events("destroyed") == [("destroyed", owner, 0, 2, 0)]
    at.end_turns()
    assert at.goods_on_tile(0, 0) == (0, 2 if profile == "document" else 3)  # loose again
    assert at.beaver_facts(other).health == 3


@pytest.mark.parametrize("profile", PROFILES)
def test_s9_a_lodge_with_a_branch_left_stands(profile: str) -> None:
    at = draw_position(SHORE, profile).add_lodge(1, 0, 0, branches=4, food=1)
    at.add_beaver(0, "Basic", 0, 0)
    at.give_orders("0,0 pickup branches here" + (" 3" if profile == "server" else ""))
    assert (at.lodge_owner(0, 0), at.goods_on_tile(0, 0)) == (1, (1, 1))


@pytest.mark.parametrize("profile", PROFILES)
def test_s9_food_may_be_taken_without_harm(profile: str) -> None:
    at = draw_position(SHORE, profile).add_lodge(1, 0, 0, branches=1, food=3)
    mine = at.add_beaver(0, "Basic", 0, 0)
    at.give_orders("0,0 pickup food here" + (" 3" if profile == "server" else ""))
    assert (at.lodge_owner(0, 0), at.goods_on_tile(0, 0), at.carried_goods(mine)) == (1, (1, 0), (0, 3))


@pytest.mark.parametrize(("profile", "left"), [("document", 0), ("server", 4)])
def test_s9_food_of_a_lodge_in_the_water_vanishes_with_it_in_the_document_profile(profile: str, left: int) -> None:
    at = draw_position(SHORE, profile).add_lodge(1, 1, 0, branches=2, food=4)
    at.add_beaver(0, "Basic", 1, 0)
    at.give_orders("1,0 pickup branches here" + (" 2" if profile == "server" else ""))
    assert (at.lodge_owner(1, 0), at.goods_on_tile(1, 0)) == (-1, (0, left))


def test_s9_in_the_server_profile_a_lodge_is_emptied_from_next_door() -> None:
    at = draw_position(SHORE, "server").add_lodge(1, 0, 1, branches=2)
    mine, guard = at.add_beaver(0, "Basic", 0, 0), at.add_beaver(1, "Basic", 0, 1)
    at.give_orders("0,0 pickup branches south 2")
    assert (at.lodge_owner(0, 1), at.carried_goods(mine), at.beaver_on_tile(0, 1)) == (-1, (2, 0), guard)


@pytest.mark.parametrize("profile", PROFILES)
def test_s9_goods_are_dropped_and_taken_by_anybody(profile: str) -> None:
    at = draw_position(SHORE, profile)
    at.add_beaver(0, "Basic", 0, 1, branches=3)
    thief = at.add_beaver(1, "Basic", 0, 0)
    at.give_orders("0,1 drop branches here 3", "0,1 move east", "end", "0,0 move south")
    at.give_wire_order("pickup", thief, (0, 1))
    assert at.carried_goods(thief) == (3, 0)
