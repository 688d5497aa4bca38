"""Section 7, move: the checks in their order, and what a step costs."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.tests.positions import PROFILES, draw_position

CROSS = """
.  .  v  .
.  .  v  .
.  >  ~  <
.  .  ^  .
"""


def step_cost(here: str, there: tuple[int, int], way: str) -> int:
    """Returns the cost of one step where two rivers meet."""
    at = draw_position(CROSS)
    x, y = (int(number) for number in here.split(","))
    swift = at.add_beaver(0, "Swift", x, y)
    at.give_orders(f"{here} move {way}")
    assert at.beaver_facts(swift).at == there
    assert at.events("moved")[-1] == (
        "moved",
        0,
        swift,
        at.index((x, y)),
        at.index(there),
        5 - at.beaver_facts(swift).moves,
    )
    return 5 - at.beaver_facts(swift).moves


@pytest.mark.parametrize(
    ("here", "there", "way", "paid"),
    [
        ("0,0", (1, 0), "east", 2),  # land to land
        ("2,0", (2, 1), "south", 1),  # downstream
        ("2,1", (2, 0), "north", 3),  # upstream
        ("2,1", (2, 2), "south", 1),  # out of the mouth into the pond
        ("2,2", (2, 1), "north", 3),  # from the pond into the mouth
        ("2,2", (2, 3), "south", 3),
        ("1,1", (2, 1), "east", 2),  # into a river from the side
        ("2,1", (3, 1), "east", 2),  # out of a river to the side
        ("1,2", (1, 1), "north", 2),
        ("0,2", (1, 2), "east", 2),  # from land into a source, with the flow
        ("1,2", (0, 2), "west", 2),  # back onto land, against it
        ("1,2", (2, 2), "east", 1),
        ("2,2", (1, 2), "west", 3),
        ("3,2", (2, 2), "west", 1),
    ],
)
def test_s7_move_cost(here: str, there: tuple[int, int], way: str, paid: int) -> None:
    assert step_cost(here, there, way) == paid


def test_s7_move_cost_where_each_flows_into_the_other_is_1() -> None:
    """The flow of the tile being left counts first."""
    at = draw_position("> < . .\n. . . .")
    basic = at.add_beaver(0, "Basic", 0, 0)
    at.give_orders("0,0 move east")
    assert at.beaver_facts(basic).moves == 2


@pytest.mark.parametrize("job", ["Fighter", "Bulky"])
def test_s7_move_two_moves_never_go_upstream(job: str) -> None:
    at = draw_position(CROSS)
    at.add_beaver(0, job, 2, 1)
    assert at.refusal_reason("2,1 move north") == why.TOO_FAR
    at.give_orders("2,1 move south", "end")


def test_s7_move_takes_the_cost_from_moves_and_no_action() -> None:
    at = draw_position(CROSS)
    basic = at.add_beaver(0, "Basic", 0, 0)
    at.give_orders("0,0 move east")
    assert (at.beaver_facts(basic).moves, at.beaver_facts(basic).actions) == (1, 1)
    assert at.refusal_reason("1,0 move west") in (why.TOO_FAR, why.NOTHING_TO_DO)
    assert at.wire_refusal("move", basic, (0, 0)) == why.TOO_FAR


def test_s7_move_without_actions() -> None:
    at = draw_position(CROSS)
    basic = at.add_beaver(0, "Basic", 0, 0, actions=0)
    at.give_orders("0,0 move south")
    assert at.beaver_facts(basic).at == (0, 1)


def test_s7_move_one_move_left_goes_downstream_only() -> None:
    at = draw_position(CROSS)
    at.add_beaver(0, "Basic", 2, 0, moves=1)
    assert at.legal_answers((2, 0)) == {"move south"}


# The checks, each before the next.


def test_s7_move_1_moves_above_0() -> None:
    at = draw_position("T1 . . .\n. . . .")
    tired = at.add_beaver(0, "Basic", 1, 0, moves=0)
    at.add_beaver(0, "Basic", 2, 0)
    assert at.wire_refusal("move", tired, (2, 0)) == why.NO_MOVES  # before: occupied
    assert at.refusal_reason("1,0 move south") == why.NO_MOVES


def test_s7_move_2_no_beaver_on_the_target() -> None:
    at = draw_position("T1 . . .\n. . . .").add_lodge(1, 3, 1)
    mine, far = at.add_beaver(0, "Basic", 1, 0), at.add_beaver(1, "Basic", 3, 1)
    assert at.refusal_reason("1,0 move west") == why.SPAWNER_IN_THE_WAY
    assert at.wire_refusal("move", mine, (3, 1)) == why.OCCUPIED  # before: lodge, not adjacent
    assert at.wire_refusal("move", far, (1, 0)) == why.NOT_YOURS
    assert at.wire_refusal("move", mine, (1, 0)) == why.OCCUPIED  # by itself


@pytest.mark.parametrize(("profile", "reason"), [("document", why.NOT_ADJACENT), ("server", why.LODGE_IN_THE_WAY)])
def test_s7_move_3_no_lodge_on_the_target_in_the_server_profile(profile: str, reason: int) -> None:
    at = draw_position("T1 . . .\n. . . .", profile).add_lodge(0, 3, 1)
    mine = at.add_beaver(0, "Basic", 1, 0)
    assert at.wire_refusal("move", mine, (3, 1)) == reason  # before: not adjacent


def test_s7_move_4_no_spawner_on_the_target() -> None:
    at = draw_position("T1 . . T1\n. . . C1")
    mine = at.add_beaver(0, "Basic", 1, 0)
    for spawner in ((0, 0), (3, 0), (3, 1)):
        assert at.wire_refusal("move", mine, spawner) == why.SPAWNER_IN_THE_WAY  # before: not adjacent


def test_s7_move_5_target_adjacent() -> None:
    at = draw_position(". . . .\n. . . .")
    mine = at.add_beaver(0, "Basic", 0, 0, moves=1)
    assert at.wire_refusal("move", mine, (1, 1)) == why.NOT_ADJACENT  # before: too dear
    assert at.wire_refusal("move", mine, (3, 0)) == why.NOT_ADJACENT
    assert at.wire_refusal("move", mine, (1, 0)) == why.TOO_FAR


def test_s7_move_5_the_edge_is_no_neighbour_of_the_other_edge() -> None:
    at = draw_position(". . . .\n. . . .\n. . . .\n. . . .")
    mine = at.add_beaver(0, "Basic", 3, 1)
    assert at.wire_refusal("move", mine, (0, 2)) == why.NOT_ADJACENT
    assert at.refusal_reason("3,1 move east") == why.OFF_THE_MAP


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("owner", [0, 1])
def test_r10_lodges_are_entered_in_the_document_profile_only(profile: str, owner: int) -> None:
    at = draw_position(". . . .\n. . . .", profile).add_lodge(owner, 1, 0, branches=3)
    mine = at.add_beaver(0, "Basic", 0, 0)
    if profile == "server":
        assert at.refusal_reason("0,0 move east") == why.LODGE_IN_THE_WAY
    else:
        at.give_orders("0,0 move east")
        assert at.beaver_facts(mine).at == (1, 0)
        assert at.lodge_owner(1, 0) == owner


@pytest.mark.parametrize("profile", PROFILES)
def test_r10_a_beaver_leaves_the_lodge_it_was_born_in(profile: str) -> None:
    at = draw_position(". . . .\n. . . .", profile).add_lodge(0, 1, 0, branches=3)
    mine = at.add_beaver(0, "Basic", 1, 0)
    at.give_orders("1,0 move south")
    assert at.beaver_facts(mine).at == (1, 1)
