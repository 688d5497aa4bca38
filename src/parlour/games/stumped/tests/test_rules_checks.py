"""Section 7: the checks before every order, in their sequence, and how answers that mean nothing are refused."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules import reasons as why
from parlour.games.stumped.rules.checks import why_not
from parlour.games.stumped.rules.orders import open_orders
from parlour.games.stumped.tests.valleys import PROFILES, Scene, valley
from parlour.kernel.state import NOT_ASKED

DEEDS = ("move", "harvest", "attack", "build", "drop", "pickup")


def camp(profile: str = "document") -> tuple[Scene, int, int]:
    """Two beavers on their tiles, a tree between them; both could do everything."""
    at = valley(
        """
        . .  . .
        . T3 . .
        """,
        profile,
    )
    return at, at.beaver(0, "Basic", 0, 1, branches=1, food=1), at.beaver(1, "Basic", 2, 1, branches=1, food=1)


def asked(at: Scene, deed: str, mine: int, other: int) -> int:
    """An order of that kind: its reason."""
    aims: dict[str, int | tuple[int, int] | None] = {"harvest": (1, 1), "attack": other, "build": None}
    return at.why_not(deed, mine, aims.get(deed, (0, 0)))


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_an_order_that_is_refused_changes_nothing(profile: str) -> None:
    at, mine, other = camp(profile)
    before = at.state.pack()
    for deed in DEEDS:
        for number in (mine, other):
            asked(at, deed, number, other)
    for action in range(at.game.actions):
        at.state.refusal(0, action)
        at.state.refusal(1, action)
    assert at.state.pack() == before


@pytest.mark.parametrize("deed", DEEDS)
def test_s7_check_1_it_is_the_callers_turn(deed: str) -> None:
    at, mine, other = camp()
    numbers = at.numbers(deed, mine, other if deed == "attack" else (1, 1), "branches", 0)
    assert why_not(at.state, 1, *numbers) == why.NOT_YOUR_TURN  # before: not yours


def test_s7_check_1_holds_for_recruits_too() -> None:
    at = valley(". . . .\n. . . .").lodge(0, 0, 0)
    assert why_not(at.state, 1, *at.numbers("recruit", "Swift", (0, 0), "branches", 0)) == why.NOT_YOUR_TURN
    assert at.why_not("recruit", "Swift", (0, 0)) == 0


@pytest.mark.parametrize("deed", DEEDS)
def test_s7_check_2_the_beaver_belongs_to_the_caller(deed: str) -> None:
    at, mine, other = camp()
    at.state.health[at.row(other)] = 0
    assert asked(at, deed, other, mine) == why.NOT_YOURS  # before: dead


@pytest.mark.parametrize("deed", DEEDS)
def test_s7_check_3_health_above_0(deed: str) -> None:
    at, mine, other = camp()
    at.state.health[at.row(mine)] = 0
    at.state.distracted[at.row(mine)] = 2
    assert asked(at, deed, mine, other) == why.DEAD  # before: distracted


@pytest.mark.parametrize("deed", DEEDS)
def test_s7_check_4_turns_distracted_is_0(deed: str) -> None:
    at, mine, other = camp()
    at.state.distracted[at.row(mine)] = 1
    at.state.recruited[at.row(mine)] = 0
    assert asked(at, deed, mine, other) == why.DISTRACTED  # before: not recruited


@pytest.mark.parametrize("deed", DEEDS)
def test_s7_check_5_recruited(deed: str) -> None:
    at, mine, other = camp()
    at.state.recruited[at.row(mine)] = 0
    at.state.actions[at.row(mine)] = 0
    assert asked(at, deed, mine, other) == why.NOT_RECRUITED  # before: no actions


@pytest.mark.parametrize("deed", DEEDS)
def test_s7_check_6_actions_above_0_for_all_but_moves(deed: str) -> None:
    at, mine, other = camp()
    at.state.actions[at.row(mine)] = 0
    at.state.held_branches[at.row(mine)] = 3
    assert asked(at, deed, mine, other) == (0 if deed == "move" else why.NO_ACTIONS)


@pytest.mark.parametrize("profile", PROFILES)
def test_s7_every_order_but_moves_and_recruits_costs_an_action(profile: str) -> None:
    orders = ("harvest north", "attack west", "build", "drop food here", "pickup branches here", "move south")
    for order in orders:
        at = valley(". T3 . .\n. . . .\n. . . .\n. . . .", profile).lay(1, 1, branches=2)
        mine = at.beaver(0, "Fighter", 1, 1, food=0 if order.startswith("pickup") else 1)
        at.beaver(1, "Bulky", 0, 1)
        at.tell(f"1,1 {order}" + (" 2" if order.startswith("pickup") and profile == "server" else ""))
        assert at.of(mine).actions == (1 if order == "move south" else 0), order


# Answers that are no orders.


def test_s7_answers_of_who_is_not_asked() -> None:
    at, _, _ = camp()
    assert at.refused("end", seat=1) == NOT_ASKED
    assert at.refused("2,1 move north", seat=1) == NOT_ASKED


def test_s7_answers_units() -> None:
    at, mine, _ = camp()
    assert at.refused("0,0 move east") == why.NO_UNIT
    assert at.refused("1,1 move east") == why.NO_UNIT  # a tree is no unit
    assert at.refused("2,1 move north") == why.NOT_YOURS
    at.state.distracted[at.row(mine)] = 1
    assert at.refused("0,1 move north") == why.DISTRACTED
    at.state.distracted[at.row(mine)] = 0
    at.state.moves[at.row(mine)] = at.state.actions[at.row(mine)] = 0
    assert at.refused("0,1 move north") == why.NOTHING_TO_DO
    assert at.answers() == {"end"}


def test_s7_answers_lodges() -> None:
    at = (
        valley(". . . .\n. . . .", free_beavers=0)
        .lodge(0, 0, 0, food=2)
        .lodge(1, 3, 0, food=9)
        .lodge(0, 0, 1, food=3)
    )
    at.beaver(0, "Basic", 2, 0)
    assert at.refused("0,0 recruit Basic") == why.NOTHING_TO_DO
    assert at.refused("3,0 recruit Basic") == why.NO_UNIT
    assert at.refused("0,1 recruit Swift") == why.TOO_LITTLE_FOOD
    assert at.refused("0,1 move east") == why.NOT_AN_ORDER
    assert at.refused("2,0 recruit Basic") == why.NOT_AN_ORDER
    assert at.answers((0, 1)) == {"recruit Basic"}


def test_s7_answers_stage_by_stage() -> None:
    at, _, _ = camp()
    assert at.refused("move east") == why.NOT_AN_ORDER
    assert at.refused("3") == why.NOT_AN_ORDER
    assert at.refused("0,1 end") == why.NOT_AN_ORDER
    assert at.refused("0,1 0,1") == why.NOT_AN_ORDER
    assert at.refused("0,1 2") == why.NOT_AN_ORDER


def test_s7_answers_beyond_the_map_and_without_a_target() -> None:
    at, _, _ = camp()
    assert at.refused("0,1 move west") == why.OFF_THE_MAP
    assert at.refused("0,1 drop food south") == why.OFF_THE_MAP
    assert at.refused("0,1 harvest west") == why.OFF_THE_MAP
    assert at.refused("0,1 harvest north") == why.NO_SUCH_TARGET
    assert at.refused("0,1 attack east") == why.NO_SUCH_TARGET


def test_s7_answers_amounts() -> None:
    at = valley(". . . .\n. . . .", "server").lay(1, 0, branches=9)
    at.beaver(0, "Fighter", 0, 0, branches=3)
    assert at.refused("0,0 drop branches here 4") == why.NOT_SO_MUCH_HELD
    assert at.refused("0,0 drop branches here end") == why.NOT_AN_ORDER
    assert at.refused("0,0 pickup branches east 4") == why.NO_ROOM_FOR_SO_MUCH
    assert at.refused("0,0 pickup branches east 10") == why.NOT_SO_MUCH_THERE
    at.tell("0,0 pickup branches east 3")


def test_s7_only_own_units_have_orders() -> None:
    at, mine, other = camp()
    at.lodge(1, 3, 0).lodge(0, 3, 1)
    cells = [(x, y) for y in range(2) for x in range(4)]
    assert [cell for cell in cells if len(open_orders(at.state, at.index(cell)))] == [(0, 1), (3, 1)]
    at.end()
    assert [cell for cell in cells if len(open_orders(at.state, at.index(cell)))] == [(3, 0), (2, 1)]
    assert (at.of(mine).at, at.of(other).at) == ((0, 1), (2, 1))


def test_r29_an_order_that_is_begun_is_finished() -> None:
    at, _, _ = camp()
    at.tell("0,1")
    assert (at.state.midway(0), at.state.midway(1)) == (True, False)
    assert "end" not in at.answers()
    at.tell("move north")
    assert not at.state.midway(0)
    assert "end" in at.answers()


def test_r30_default_answers() -> None:
    at = valley(". T1 . .\n. . . .")
    at.beaver(0, "Fighter", 0, 0, branches=4, moves=0)
    words = at.game.words.notation
    assert words(int(at.state.default_answer(0))) == "end"
    at.tell("0,0")
    assert words(int(at.state.default_answer(0))) == "harvest east"
    at.tell("drop branches here")
    assert words(int(at.state.default_answer(0))) == "4"


@pytest.mark.parametrize("profile", PROFILES)
def test_r33_an_amount_is_asked_only_where_there_is_a_choice(profile: str) -> None:
    at = valley(". . . .\n. . . .", profile).lay(0, 0, branches=3, food=1)
    mine = at.beaver(0, "Fighter", 0, 0)
    at.tell("0,0 pickup branches here")
    assert at.state.midway(0) == (profile == "server")
    at = valley(". . . .\n. . . .", profile)
    mine = at.beaver(0, "Fighter", 0, 0, food=1)
    at.tell("0,0 drop food here")
    assert at.load(mine) == (0, 0)
