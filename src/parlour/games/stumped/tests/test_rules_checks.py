"""Section 7: the checks of every order, in their sequence, and refusals of meaningless answers."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.checks import check_order
from parlour.games.stumped.rules.orders import open_orders
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position
from parlour.kernel.state import NOT_ASKED

ORDER_KINDS = ("move", "harvest", "attack", "build", "drop", "pickup")


def two_beavers_position(profile: str = "document") -> tuple[Position, int, int]:
    """Two beavers on their tiles, a tree between them; both could do everything."""
    at = draw_position(
        """
        . .  . .
        . T3 . .
        """,
        profile,
    )
    return (
        at,
        at.add_beaver(0, "Basic", 0, 1, branches=1, food=1),
        at.add_beaver(1, "Basic", 2, 1, branches=1, food=1),
    )


def refusal_of_order(at: Position, kind: str, mine: int, other: int) -> int:
    """Returns the reason against an order of this kind."""
    aims: dict[str, int | tuple[int, int] | None] = {"harvest": (1, 1), "attack": other, "build": None}
    return at.wire_refusal(kind, mine, aims.get(kind, (0, 0)))


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_an_order_that_is_refused_changes_nothing(profile: str) -> None:
    at, mine, other = two_beavers_position(profile)
    before = at.state.pack()
    for kind in ORDER_KINDS:
        for number in (mine, other):
            refusal_of_order(at, kind, number, other)
    for action in range(at.game.actions):
        at.state.refusal(0, action)
        at.state.refusal(1, action)
    assert at.state.pack() == before


@pytest.mark.parametrize("kind", ORDER_KINDS)
def test_s7_check_1_it_is_the_callers_turn(kind: str) -> None:
    at, mine, other = two_beavers_position()
    numbers = at.order_numbers(kind, mine, other if kind == "attack" else (1, 1), "branches", 0)
    assert check_order(at.state, 1, *numbers) == why.NOT_YOUR_TURN  # before: not yours


def test_s7_check_1_holds_for_recruits_too() -> None:
    at = draw_position(". . . .\n. . . .").add_lodge(0, 0, 0)
    assert check_order(at.state, 1, *at.order_numbers("recruit", "Swift", (0, 0), "branches", 0)) == why.NOT_YOUR_TURN
    assert at.wire_refusal("recruit", "Swift", (0, 0)) == 0


@pytest.mark.parametrize("kind", ORDER_KINDS)
def test_s7_check_2_the_beaver_belongs_to_the_caller(kind: str) -> None:
    at, mine, other = two_beavers_position()
    at.state.health[at.beaver_row(other)] = 0
    assert refusal_of_order(at, kind, other, mine) == why.NOT_YOURS  # before: dead


@pytest.mark.parametrize("kind", ORDER_KINDS)
def test_s7_check_3_health_above_0(kind: str) -> None:
    at, mine, other = two_beavers_position()
    at.state.health[at.beaver_row(mine)] = 0
    at.state.distracted[at.beaver_row(mine)] = 2
    assert refusal_of_order(at, kind, mine, other) == why.DEAD  # before: distracted


@pytest.mark.parametrize("kind", ORDER_KINDS)
def test_s7_check_4_turns_distracted_is_0(kind: str) -> None:
    at, mine, other = two_beavers_position()
    at.state.distracted[at.beaver_row(mine)] = 1
    at.state.recruited[at.beaver_row(mine)] = 0
    assert refusal_of_order(at, kind, mine, other) == why.DISTRACTED  # before: not recruited


@pytest.mark.parametrize("kind", ORDER_KINDS)
def test_s7_check_5_recruited(kind: str) -> None:
    at, mine, other = two_beavers_position()
    at.state.recruited[at.beaver_row(mine)] = 0
    at.state.actions[at.beaver_row(mine)] = 0
    assert refusal_of_order(at, kind, mine, other) == why.NOT_RECRUITED  # before: no actions


@pytest.mark.parametrize("kind", ORDER_KINDS)
def test_s7_check_6_actions_above_0_for_all_but_moves(kind: str) -> None:
    at, mine, other = two_beavers_position()
    at.state.actions[at.beaver_row(mine)] = 0
    at.state.held_branches[at.beaver_row(mine)] = 3
    assert refusal_of_order(at, kind, mine, other) == (0 if kind == "move" else why.NO_ACTIONS)


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_every_order_but_moves_and_recruits_costs_an_action(profile: str) -> None:
    orders = ("harvest north", "attack west", "build", "drop food here", "pickup branches here", "move south")
    for order in orders:
        at = draw_position(". T3 . .\n. . . .\n. . . .\n. . . .", profile).put_goods(1, 1, branches=2)
        mine = at.add_beaver(0, "Fighter", 1, 1, food=0 if order.startswith("pickup") else 1)
        at.add_beaver(1, "Bulky", 0, 1)
        at.give_orders(f"1,1 {order}" + (" 2" if order.startswith("pickup") and profile == "server" else ""))
        assert at.beaver_facts(mine).actions == (1 if order == "move south" else 0), order


# Answers that are no orders.


def test_s7_answers_of_who_is_not_asked() -> None:
    at, _, _ = two_beavers_position()
    assert at.refusal_reason("end", seat=1) == NOT_ASKED
    assert at.refusal_reason("2,1 move north", seat=1) == NOT_ASKED


def test_s7_answers_units() -> None:
    at, mine, _ = two_beavers_position()
    assert at.refusal_reason("0,0 move east") == why.NO_UNIT
    assert at.refusal_reason("1,1 move east") == why.NO_UNIT  # a tree is no unit
    assert at.refusal_reason("2,1 move north") == why.NOT_YOURS
    at.state.distracted[at.beaver_row(mine)] = 1
    assert at.refusal_reason("0,1 move north") == why.DISTRACTED
    at.state.distracted[at.beaver_row(mine)] = 0
    at.state.moves[at.beaver_row(mine)] = at.state.actions[at.beaver_row(mine)] = 0
    assert at.refusal_reason("0,1 move north") == why.NOTHING_TO_DO
    assert at.legal_answers() == {"end"}


def test_s7_answers_lodges() -> None:
    at = (
        draw_position(". . . .\n. . . .", free_beavers=0)
        .add_lodge(0, 0, 0, food=2)
        .add_lodge(1, 3, 0, food=9)
        .add_lodge(0, 0, 1, food=3)
    )
    at.add_beaver(0, "Basic", 2, 0)
    assert at.refusal_reason("0,0 recruit Basic") == why.NOTHING_TO_DO
    assert at.refusal_reason("3,0 recruit Basic") == why.NO_UNIT
    assert at.refusal_reason("0,1 recruit Swift") == why.TOO_LITTLE_FOOD
    assert at.refusal_reason("0,1 move east") == why.NOT_AN_ORDER
    assert at.refusal_reason("2,0 recruit Basic") == why.NOT_AN_ORDER
    assert at.legal_answers((0, 1)) == {"recruit Basic"}


def test_s7_answers_stage_by_stage() -> None:
    at, _, _ = two_beavers_position()
    assert at.refusal_reason("move east") == why.NOT_AN_ORDER
    assert at.refusal_reason("3") == why.NOT_AN_ORDER
    assert at.refusal_reason("0,1 end") == why.NOT_AN_ORDER
    assert at.refusal_reason("0,1 0,1") == why.NOT_AN_ORDER
    assert at.refusal_reason("0,1 2") == why.NOT_AN_ORDER


def test_s7_answers_beyond_the_map_and_without_a_target() -> None:
    at, _, _ = two_beavers_position()
    assert at.refusal_reason("0,1 move west") == why.OFF_THE_MAP
    assert at.refusal_reason("0,1 drop food south") == why.OFF_THE_MAP
    assert at.refusal_reason("0,1 harvest west") == why.OFF_THE_MAP
    assert at.refusal_reason("0,1 harvest north") == why.NO_SUCH_TARGET
    assert at.refusal_reason("0,1 attack east") == why.NO_SUCH_TARGET


def test_s7_answers_amounts() -> None:
    at = draw_position(". . . .\n. . . .", "server").put_goods(1, 0, branches=9)
    at.add_beaver(0, "Fighter", 0, 0, branches=3)
    assert at.refusal_reason("0,0 drop branches here 4") == why.NOT_SO_MUCH_HELD
    assert at.refusal_reason("0,0 drop branches here end") == why.NOT_AN_ORDER
    assert at.refusal_reason("0,0 pickup branches east 4") == why.NO_ROOM_FOR_SO_MUCH
    assert at.refusal_reason("0,0 pickup branches east 10") == why.NOT_SO_MUCH_THERE
    at.give_orders("0,0 pickup branches east 3")


def test_s7_only_own_units_have_orders() -> None:
    at, mine, other = two_beavers_position()
    at.add_lodge(1, 3, 0).add_lodge(0, 3, 1)
    cells = [(x, y) for y in range(2) for x in range(4)]
    assert [cell for cell in cells if len(open_orders(at.state, at.index(cell)))] == [(0, 1), (3, 1)]
    at.end_turns()
    assert [cell for cell in cells if len(open_orders(at.state, at.index(cell)))] == [(3, 0), (2, 1)]
    assert (at.beaver_facts(mine).at, at.beaver_facts(other).at) == ((0, 1), (2, 1))


def test_r29_an_order_that_is_begun_is_finished() -> None:
    at, _, _ = two_beavers_position()
    at.give_orders("0,1")
    assert (at.state.midway(0), at.state.midway(1)) == (True, False)
    assert "end" not in at.legal_answers()
    at.give_orders("move north")
    assert not at.state.midway(0)
    assert "end" in at.legal_answers()


def test_r30_default_answers() -> None:
    at = draw_position(". T1 . .\n. . . .")
    at.add_beaver(0, "Fighter", 0, 0, branches=4, moves=0)
    words = at.game.text.notation
    assert words(int(at.state.default_answer(0))) == "end"
    at.give_orders("0,0")
    assert words(int(at.state.default_answer(0))) == "harvest east"
    at.give_orders("drop branches here")
    assert words(int(at.state.default_answer(0))) == "4"


@pytest.mark.parametrize("profile", PROFILES)
def test_r33_an_amount_is_asked_only_where_there_is_a_choice(profile: str) -> None:
    at = draw_position(". . . .\n. . . .", profile).put_goods(0, 0, branches=3, food=1)
    mine = at.add_beaver(0, "Fighter", 0, 0)
    at.give_orders("0,0 pickup branches here")
    assert at.state.midway(0) == (profile == "server")
    at = draw_position(". . . .\n. . . .", profile)
    mine = at.add_beaver(0, "Fighter", 0, 0, food=1)
    at.give_orders("0,0 drop food here")
    assert at.carried_goods(mine) == (0, 0)
