"""Section 10: how a match ends, and who has won it."""

from __future__ import annotations

import pytest

from parlour.games.stumped.rules.state import (
    BY_BRANCHES,
    BY_COIN,
    BY_FOOD,
    BY_ITSELF,
    BY_LODGES,
    EXTINCTION,
    FORFEIT,
    LODGES,
    OVER,
    TOSSING,
    TURN_LIMIT,
)
from parlour.games.stumped.tests.positions import PROFILES, Position, draw_position
from parlour.kernel.options import Value
from parlour.kernel.state import ranks, winners

FIELD = "\n".join([". . . . . ."] * 6)


def rivals_position(
    mine: int, its: int, turn: int = 0, branches: tuple[int, int] = (1, 1), **options: Value
) -> Position:
    """Returns a position with this many lodges each, these goods in them, and one beaver each."""
    at = draw_position(FIELD, "document", turn, **options)
    for n in range(mine):
        at.add_lodge(0, n % 6, n // 6, branches=branches[0])
    for n in range(its):
        at.add_lodge(1, n % 6, 3 + n // 6, branches=branches[1])
    at.add_beaver(0, "Basic", 5, 2)
    at.add_beaver(1, "Basic", 5, 5)
    return at


def is_over(at: Position) -> bool:
    return at.state.over() and at.state.phase == OVER


# Extinction.


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("turn", [0, 1])
def test_s10_1_who_has_no_beavers_and_no_lodges_loses_after_any_turn(profile: str, turn: int) -> None:
    at = draw_position(FIELD, profile, turn)
    at.add_beaver(turn, "Fighter", 0, 0)
    at.add_beaver(1 - turn, "Basic", 1, 0)
    at.give_orders("0,0 attack east")
    assert not is_over(at)  # not before the upkeep
    at.end_turns()
    assert is_over(at)
    assert at.result == (EXTINCTION, BY_ITSELF, turn)
    assert [int(seat) for seat in winners(at.state)] == [turn]


def test_s10_1_a_lodge_keeps_a_player_in_the_game() -> None:
    at = draw_position(FIELD).add_lodge(1, 5, 5)
    at.add_beaver(0, "Fighter", 0, 0)
    at.add_beaver(1, "Basic", 1, 0)
    at.give_orders("0,0 attack east", "end")
    assert not is_over(at)
    assert at.legal_answers() == {"end", "5,5"}
    at.give_orders("5,5 recruit Basic")


def test_s10_1_a_beaver_keeps_a_player_in_the_game() -> None:
    at = draw_position(FIELD).add_lodge(1, 0, 0)
    at.add_beaver(0, "Basic", 0, 0)
    at.add_beaver(1, "Basic", 5, 5)
    at.give_orders("0,0 pickup branches here", "end")
    assert at.state.points(1) == 0
    assert not is_over(at)


def test_s10_1_a_recruit_of_this_turn_is_a_beaver() -> None:
    at = draw_position(FIELD, "server", turn=1).add_lodge(1, 1, 0)
    at.add_beaver(1, "Basic", 0, 0, health=1)
    at.add_beaver(0, "Basic", 5, 5)
    at.give_orders("1,0 recruit Basic", "0,0 pickup branches east", "end")
    assert not is_over(at)
    assert [int(number) for number in at.state.living] == [1, 2]


def test_r15_if_both_are_extinct_the_tie_breaks_decide() -> None:
    """Play cannot reach this, because the last attacker lives; a loaded position can."""
    at = draw_position(FIELD)
    at.end_turns()
    assert at.state.phase == TOSSING
    assert (at.state.outcomes, at.state.owing) == (2, 0)
    at.state.deal_outcome(1)
    assert at.result == (EXTINCTION, BY_COIN, 1)


def test_r15_extinction_is_tested_before_ten_lodges_and_the_limit() -> None:
    at = draw_position(FIELD, turn=499)
    for n in range(10):
        at.add_lodge(1, n % 6, 1 + n // 6)
    at.add_beaver(1, "Fighter", 0, 0)
    at.add_beaver(0, "Basic", 1, 0)
    at.give_orders("0,0 attack east", "end")
    assert at.result == (EXTINCTION, BY_ITSELF, 1)


# Ten lodges.


def test_r16_ten_lodges_are_counted_after_player_1s_turn_only() -> None:
    at = rivals_position(10, 3)
    at.end_turns()
    assert not is_over(at)
    at.end_turns()
    assert is_over(at)
    assert at.result == (LODGES, BY_LODGES, 0)


def test_r16_nine_lodges_do_not_win() -> None:
    at = rivals_position(9, 3, turn=1)
    at.end_turns()
    assert not is_over(at)


def test_s10_2_the_option_says_how_many() -> None:
    at = rivals_position(2, 3, turn=1, lodges=3)
    at.end_turns()
    assert at.result == (LODGES, BY_LODGES, 1)


def test_r17_both_reach_ten_and_more_lodges_win() -> None:
    at = rivals_position(10, 11, turn=1)
    at.end_turns()
    assert at.result == (LODGES, BY_LODGES, 1)


def test_r17_equal_numbers_are_decided_by_branches() -> None:
    at = rivals_position(10, 10, turn=1, branches=(3, 2))
    at.end_turns()
    assert at.result == (LODGES, BY_BRANCHES, 0)


# The turn limit and the tie-breaks.


def test_r2_the_limit_is_after_turn_499() -> None:
    at = rivals_position(2, 1, turn=498)
    at.end_turns()
    assert not is_over(at)
    assert at.state.turn == 499
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_LODGES, 0)


def test_s10_3_an_odd_limit_ends_after_player_0() -> None:
    at = rivals_position(1, 2, turn=6, turns=7)
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_LODGES, 1)


def test_r26_most_lodges_first() -> None:
    at = rivals_position(1, 2, turn=499, branches=(50, 1))
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_LODGES, 1)


def test_r26_then_branches_on_own_lodge_tiles() -> None:
    at = (
        rivals_position(2, 2, turn=499, branches=(2, 3))
        .put_goods(3, 3, branches=99)
        .put_goods(0, 0, branches=2, food=99)
    )
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_BRANCHES, 1)


def test_r26_then_food_on_own_lodge_tiles() -> None:
    at = (
        rivals_position(2, 2, turn=499)
        .put_goods(0, 0, branches=1, food=3)
        .put_goods(1, 3, branches=1, food=4)
        .put_goods(4, 4, food=9)
    )
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_FOOD, 1)
    at = rivals_position(2, 2, turn=499).put_goods(0, 0, branches=1, food=3)
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_FOOD, 0)


@pytest.mark.parametrize("side", [0, 1])
def test_r26_then_a_fair_coin(side: int) -> None:
    at = rivals_position(2, 2, turn=499)
    at.end_turns()
    assert (at.state.phase, at.state.outcomes, at.state.owing) == (TOSSING, 2, 0)
    assert list(at.state.odds()) in ([], [1, 1])
    at.state.deal_outcome(side)
    assert is_over(at)
    assert at.result == (TURN_LIMIT, BY_COIN, side)
    assert ranks(at.state) == [1 + side, 2 - side]


def test_s10_what_beavers_carry_does_not_count() -> None:
    at = rivals_position(1, 1, turn=499)
    at.add_beaver(0, "Builder", 3, 2, branches=15)
    at.end_turns()
    assert at.state.phase == TOSSING


def test_s10_the_last_upkeep_counts() -> None:
    """A branch that drifts into a lodge in the last upkeep decides."""
    at = draw_position("> ~ . .\n. . . .", turn=499).add_lodge(0, 1, 0).add_lodge(1, 3, 1).put_goods(0, 0, branches=1)
    at.add_beaver(0, "Basic", 3, 0)
    at.end_turns()
    assert at.result == (TURN_LIMIT, BY_BRANCHES, 0)


# Leaving.


@pytest.mark.parametrize("seat", [0, 1])
def test_s10_who_forfeits_loses_at_once(seat: int) -> None:
    at = rivals_position(9, 9)
    at.state.forfeit(seat)
    assert is_over(at)
    assert at.result == (FORFEIT, BY_ITSELF, 1 - seat)
    assert [int(winner) for winner in winners(at.state)] == [1 - seat]
    assert at.events("forfeited", "game_over") == [("forfeited", seat), ("game_over", FORFEIT, BY_ITSELF)]


def test_s10_a_forfeit_in_the_middle_of_an_order_leaves_nothing_begun() -> None:
    at = rivals_position(1, 1)
    at.give_orders("5,2")
    at.state.forfeit(1)
    assert is_over(at)
    assert not at.state.midway(0)


def test_s10_a_forfeit_while_the_coin_is_in_the_air() -> None:
    at = rivals_position(2, 2, turn=499)
    at.end_turns()
    at.state.forfeit(0)
    assert is_over(at)
    assert at.result == (FORFEIT, BY_ITSELF, 1)


def test_s11_empty_time_loses() -> None:
    assert rivals_position(1, 1).game.traits.loses_on_time


def test_r35_a_row_of_history_after_each_round() -> None:
    at = rivals_position(2, 1, branches=(3, 4))
    at.end_turns()
    assert at.view().history == []
    at.end_turns()
    assert at.view().history == [[2, 1, 1, 1, 6, 4]]
    at.end_turns(2)
    assert len(at.view().history) == 2
