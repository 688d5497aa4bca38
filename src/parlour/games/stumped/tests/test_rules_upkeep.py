"""Section 8, the upkeep, and section 9, death."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules.actions import END, HARVEST
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.order_effects import apply_order
from parlour.games.stumped.rules.reasons import NO_SUCH_TARGET
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position
from parlour.kernel.game import unpack_state

MEADOW = """
. . . .
. . . .
"""


def position_that_continues(drawn: str, profile: str = "document", turn: int = 0) -> Position:
    """Returns a valley with a beaver in each corner of the last row, so that the match goes on."""
    at = draw_position(drawn, profile, turn)
    last = int(at.state.book.height) - 1
    at.add_beaver(0, "Basic", 0, last)
    at.add_beaver(1, "Basic", int(at.state.book.width) - 1, last)
    return at


# 8.1 and 8.2: beavers.


def test_s8_1_the_dead_leave_the_lists_and_the_others_keep_their_order() -> None:
    at = draw_position(MEADOW).add_lodge(0, 3, 1)
    numbers = [
        at.add_beaver(1, "Basic", 0, 0),
        at.add_beaver(0, "Fighter", 1, 0),
        at.add_beaver(1, "Basic", 3, 0, branches=2),
    ]
    at.give_orders("1,0 attack west", "3,1 recruit Swift")
    new = at.beaver_on_tile(3, 1)
    assert at.listed_beavers == numbers  # health 0 until the upkeep
    assert at.beaver_facts(numbers[0]).health == 0
    at.end_turns()
    assert at.listed_beavers == [*numbers[1:], new]
    assert (at.beaver_on_tile(1, 0), at.beaver_on_tile(3, 0), at.beaver_on_tile(3, 1)) == (
        numbers[1],
        numbers[2],
        new,
    )
    assert at.carried_goods(numbers[2]) == (2, 0)
    assert [int(number) for number in at.state.living] == [2, 1]


@pytest.mark.parametrize("turn", [0, 1])
def test_s8_2_all_beavers_of_both_are_refreshed_after_every_turn(turn: int) -> None:
    at = draw_position(MEADOW, turn=turn)
    swift = at.add_beaver(0, "Swift", 0, 0, moves=0, actions=0)
    bulky = at.add_beaver(1, "Bulky", 3, 0, moves=0, actions=0)
    at.end_turns()
    assert (at.beaver_facts(swift).moves, at.beaver_facts(swift).actions) == (5, 1)
    assert (at.beaver_facts(bulky).moves, at.beaver_facts(bulky).actions) == (2, 1)


def test_s8_2_moves_are_reset_and_not_saved() -> None:
    at = position_that_continues(MEADOW)
    basic = at.add_beaver(0, "Basic", 0, 0)
    at.end_turns(2)
    assert (at.beaver_facts(basic).moves, at.beaver_facts(basic).actions) == (3, 1)


@pytest.mark.parametrize(
    ("profile", "wanted"),
    [("document", [(2, 1), (2, 0), (1, 0), (1, 0)]), ("server", [(2, 0), (1, 0), (0, 0), (0, 0)])],
)
def test_r18_distraction_falls_after_the_victims_own_turns(profile: str, wanted: list[tuple[int, int]]) -> None:
    """In the profile `server` it falls after every turn."""
    at = position_that_continues(MEADOW, profile)
    mine, other = at.add_beaver(0, "Basic", 0, 0, distracted=3), at.add_beaver(1, "Basic", 3, 0, distracted=1)
    seen = []
    for _ in range(4):
        at.end_turns()
        seen.append((at.beaver_facts(mine).distracted, at.beaver_facts(other).distracted))
    assert seen == wanted


# 8.3: goods.

BEND = """
> v . .
. v . .
. ~ < <
. . . .
"""


@pytest.mark.parametrize("profile", PROFILES)
def test_r19_branches_drift_one_tile_a_turn_around_bends_into_the_pond(profile: str) -> None:
    at = position_that_continues(BEND, profile).put_goods(0, 0, branches=4)
    course = []
    for _ in range(5):
        at.end_turns()
        course.append([cell for cell in ((0, 0), (1, 0), (1, 1), (1, 2)) if at.goods_on_tile(*cell) == (4, 0)])
    assert course == [[(1, 0)], [(1, 1)], [(1, 2)], [(1, 2)], [(1, 2)]]


def test_s8_3_all_tiles_at_once() -> None:
    at = (
        position_that_continues(BEND)
        .put_goods(0, 0, branches=1)
        .put_goods(1, 0, branches=2)
        .put_goods(1, 1, branches=3)
        .put_goods(2, 2, branches=5)
    )
    at.end_turns()
    assert [at.goods_on_tile(*cell)[0] for cell in ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2))] == [0, 1, 2, 8, 0]


@pytest.mark.parametrize(("profile", "left"), [("document", (0, 1)), ("server", (0, 0))])
def test_r8_food_drifts_in_the_server_profile_only(profile: str, left: tuple[int, int]) -> None:
    at = position_that_continues(BEND, profile).add_lodge(0, 0, 0).put_goods(0, 0, branches=1, food=1)
    at.end_turns()
    assert at.goods_on_tile(0, 0) == (1, 1)  # a lodge holds it
    at.state.lodge[0] = -1
    at.end_turns()
    assert at.goods_on_tile(0, 0) == left
    assert at.goods_on_tile(1, 0) == (1, 1 - left[1])


@pytest.mark.parametrize("profile", PROFILES)
def test_s8_3_lodges_hold_their_goods_and_catch_what_arrives(profile: str) -> None:
    at = position_that_continues(BEND, profile).add_lodge(1, 1, 0, branches=2, food=1).put_goods(0, 0, branches=3)
    at.end_turns()
    assert at.goods_on_tile(1, 0) == (5, 1)
    at.end_turns()
    assert at.goods_on_tile(1, 0) == (5, 1)
    assert at.goods_on_tile(1, 1) == (0, 0)


@pytest.mark.parametrize("profile", PROFILES)
def test_s8_3_goods_drift_onto_spawner_tiles_and_on_from_those_in_a_river(profile: str) -> None:
    at = position_that_continues("> C1> C1 .\n. . . .", profile).put_goods(0, 0, branches=3)
    at.end_turns()
    assert at.goods_on_tile(1, 0) == (3, 0)
    at.end_turns()
    assert at.goods_on_tile(2, 0) == (3, 0)
    at.end_turns()
    assert at.goods_on_tile(2, 0) == (3, 0)


@pytest.mark.parametrize("profile", PROFILES)
def test_s8_3_branches_stay_on_land_and_in_the_pond(profile: str) -> None:
    at = position_that_continues(". ~ . .\n. . . .", profile).put_goods(0, 0, branches=3).put_goods(1, 0, branches=2)
    at.end_turns(3)
    assert (at.goods_on_tile(0, 0), at.goods_on_tile(1, 0)) == ((3, 0), (2, 0))


@pytest.mark.parametrize(("profile", "left"), [("document", [2, 1, 0, 0]), ("server", [3, 3, 3, 3])])
def test_r8_loose_food_on_land_gets_less_in_every_upkeep(profile: str, left: list[int]) -> None:
    at = position_that_continues(MEADOW, profile).put_goods(1, 0, food=3)
    seen = []
    for _ in range(4):
        at.end_turns()
        seen.append(at.goods_on_tile(1, 0)[1])
    assert seen == left


def test_r8_food_under_a_beaver_rots_and_food_in_hands_does_not() -> None:
    at = position_that_continues(MEADOW).put_goods(1, 0, food=3)
    mine = at.add_beaver(0, "Basic", 1, 0, food=2)
    at.end_turns()
    assert (at.goods_on_tile(1, 0), at.carried_goods(mine)) == ((0, 2), (0, 2))


def test_r8_food_that_is_picked_up_and_dropped_again_rots_once() -> None:
    at = position_that_continues(MEADOW).put_goods(1, 0, food=3)
    at.add_beaver(0, "Hungry", 1, 0)
    at.add_beaver(0, "Basic", 2, 0, food=2)
    at.give_orders("1,0 pickup food here", "2,0 drop food west 2", "end")
    assert at.goods_on_tile(1, 0) == (0, 1)


def test_r8_food_rots_in_copies_of_a_position() -> None:
    at = position_that_continues(MEADOW).put_goods(1, 0, food=3)
    for copy in (at.state.clone(), unpack_state(at.game, 2, at.options, at.state.pack())):
        assert isinstance(copy, Stumped)
        copy.play(0, END)
        assert copy.food[at.index((1, 0))] == 2
    assert at.goods_on_tile(1, 0) == (0, 3)


# 8.4: spawners.


@pytest.mark.parametrize("profile", PROFILES)
def test_s8_4_unmarked_spawners_grow_by_1_up_to_5(profile: str) -> None:
    at = position_that_continues("T0 T4 T5 C3\n. . . .", profile)
    seen = []
    for _ in range(3):
        at.end_turns()
        seen.append([at.spawner_facts(x, 0)[0] for x in range(4)])
    assert seen == [[1, 5, 5, 4], [2, 5, 5, 5], [3, 5, 5, 5]]


def test_s8_4_they_grow_as_far_as_the_option_says() -> None:
    at = draw_position("T6 . . .\n. . . .", spawner_health=7)
    at.add_beaver(0, "Basic", 0, 1)
    at.add_beaver(1, "Basic", 3, 1)
    at.end_turns(3)
    assert at.spawner_facts(0, 0) == (7, False)


@pytest.mark.parametrize(
    ("profile", "seen"),
    [
        ("document", [(2, False), (3, False), (4, False)]),
        ("server", [(2, True), (2, False), (3, False)]),
    ],
)
def test_r7_pause_after_a_harvest(profile: str, seen: list[tuple[int, bool]]) -> None:
    at = position_that_continues(". T3 . .\n. . . .", profile)
    at.add_beaver(0, "Basic", 0, 0)
    at.give_orders("0,0 harvest east")
    assert at.spawner_facts(1, 0) == (2, True)
    for wanted in seen:
        at.end_turns()
        assert at.spawner_facts(1, 0) == wanted


@pytest.mark.parametrize(("profile", "grown"), [("document", [3, 3, 4]), ("server", [3, 3, 3, 4])])
def test_r7_a_second_harvest_begins_the_pause_anew(profile: str, grown: list[int]) -> None:
    at = position_that_continues(". T5 . .\n. . . .", profile)
    at.add_beaver(0, "Basic", 0, 0)
    at.add_beaver(1, "Basic", 2, 0)
    at.give_orders("0,0 harvest east", "end")
    at.give_orders("2,0 harvest west")
    seen = [at.spawner_facts(1, 0)[0]]
    for _ in grown[1:]:
        at.end_turns()
        seen.append(at.spawner_facts(1, 0)[0])
    assert seen == grown


def test_s13_a_spawner_its_tile_does_not_point_to_never_grows_yet_can_be_harvested() -> None:
    """Positions of other servers contain such spawners."""
    at = position_that_continues(". T2 . .\n. . . .", "server")
    mine = at.add_beaver(0, "Fighter", 0, 0)
    at.state.spawner_at[1] = -1
    at.end_turns(2)
    assert at.state.spawner_health[0] == 2
    assert check_order(at.state, 0, HARVEST, at.beaver_row(mine), 0, 0, 0) == 0
    apply_order(at.state, HARVEST, at.beaver_row(mine), 0, 0, 0)
    assert at.carried_goods(mine) == (4, 0)
    assert at.refusal_reason("0,0 harvest east") == NO_SUCH_TARGET
    at.end_turns(4)
    assert at.state.spawner_health[0] == 1


# 9: death.


@pytest.mark.parametrize("profile", PROFILES)
def test_s9_a_beaver_at_health_0_drops_all_and_is_gone_from_its_tile(profile: str) -> None:
    at = draw_position(MEADOW, profile).put_goods(1, 0, branches=1)
    mine = at.add_beaver(0, "Fighter", 0, 0)
    victim = at.add_beaver(1, "Builder", 1, 0, branches=4, food=3)
    at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 attack east")
    dead = at.beaver_facts(victim)
    assert (dead.health, dead.at, dead.branches, dead.food) == (0, None, -1, -1)
    assert (dead.actions, dead.moves, dead.distracted) == (-1, -1, -1)
    assert at.goods_on_tile(1, 0) == (5, 3)
    at.give_orders("0,0 move east")  # free at once
    assert at.beaver_facts(mine).at == (1, 0)
    assert victim in at.listed_beavers
    at.end_turns()
    assert victim not in at.listed_beavers


@pytest.mark.parametrize(("profile", "food"), [("document", 0), ("server", 3)])
@pytest.mark.parametrize("word", ["~", ">"])
def test_r23_food_of_the_dead_is_lost_on_open_water(profile: str, food: int, word: str) -> None:
    at = draw_position(f". {word} ~ .\n. . . .", profile)
    at.add_beaver(0, "Fighter", 0, 0)
    at.add_beaver(1, "Builder", 1, 0, branches=4, food=3)
    at.give_orders("0,0 attack east")
    assert at.goods_on_tile(1, 0) == (4, food)


@pytest.mark.parametrize("profile", PROFILES)
def test_r23_a_lodge_in_the_water_keeps_what_the_dead_drop(profile: str) -> None:
    at = draw_position(". ~ ~ .\n. . . .", profile).add_lodge(1, 1, 0, branches=2, food=1)
    at.add_beaver(0, "Fighter", 0, 0)
    at.add_beaver(1, "Builder", 1, 0, branches=4, food=3)
    at.give_orders("0,0 attack east")
    assert (at.goods_on_tile(1, 0), at.lodge_owner(1, 0)) == ((6, 4), 1)


def test_s9_numbers_are_never_used_again() -> None:
    at = draw_position(MEADOW).add_lodge(0, 3, 0)
    mine, victim = at.add_beaver(0, "Fighter", 0, 0), at.add_beaver(1, "Basic", 1, 0)
    other = at.add_beaver(1, "Basic", 3, 1)
    at.give_orders("0,0 attack east", "end", "end", "3,0 recruit Basic")
    assert at.beaver_on_tile(3, 0) not in (mine, victim, other)
    assert at.beaver_on_tile(3, 0) == 3
