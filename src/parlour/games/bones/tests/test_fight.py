"""Section 6: a fight, step by step."""

from __future__ import annotations

import pytest

from parlour.games.bones import GAME
from parlour.games.bones.rules import events as ev
from parlour.games.bones.tests.positions import (
    CONTEXT,
    ability_pool,
    at_place,
    event_kinds,
    event_sentences,
    in_game,
    legal_answers,
    play_lines,
    player_view,
    recorded_events,
)
from parlour.games.bones.text.texts import texts
from parlour.kernel.answers import explain_refusal
from parlour.kernel.journal import Journal

ROLL, HOLD, ADD, SUBTRACT, REROLL = range(5, 10)


def test_s6_1_opponent_title_and_uses_are_shown_before_the_dice() -> None:
    board = GAME.text.board(CONTEXT, player_view(play_lines(at_place("C7", wins=3), "fight")))
    assert "Bones with " in board
    assert "(the dice are in the cup)" in board
    assert "Tricks: Add 2   Subtract 2   Re-Roll 1" in board


@pytest.mark.parametrize(
    ("dice", "total", "last"), [("1 1 1", 3, 1), ("6 6 6", 18, 6), ("2 5 1", 8, 1), ("1 5 2", 8, 2)]
)
def test_s6_2_opening(dice: str, total: int, last: int) -> None:
    state = in_game("C7", dice)
    assert (state.total, state.last) == (total, last)
    assert " ".join(str(die) for die in state.dice) == dice


def test_s6_2_all_216_openings_are_alike_and_the_sums_are_those_of_three_dice() -> None:
    sums: dict[int, int] = {}
    for outcome in range(216):
        state = play_lines(at_place("C7"), "fight")
        assert (state.outcomes, list(state.odds())) == (216, [])
        state.deal_outcome(outcome)
        sums[state.total] = sums.get(state.total, 0) + 1
        assert state.last == state.dice[2]
    ways = (1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1)
    assert sums == dict(zip(range(3, 19), ways, strict=True))


def test_s6_2_all_three_dice_are_shown() -> None:
    state = in_game("C7", "2 4 5")
    assert "| 2 | | 4 | | 5 |" in GAME.text.board(CONTEXT, player_view(state))


def test_s6_3_roll_adds_a_die_which_becomes_the_last() -> None:
    state = play_lines(in_game("C7", "2 2 2"), "roll", "5")
    assert (state.total, state.last, list(state.dice)) == (11, 5, [2, 2, 2, 5])
    assert ability_pool(state) == (1, 1, 0)


def test_r9_every_die_has_six_faces_all_alike() -> None:
    for wins, action in ((0, "roll"), (3, "re-roll")):
        for face in range(1, 7):
            state = play_lines(in_game("D7", "1 1 1", wins), action)
            assert (state.outcomes, list(state.odds())) == (6, [])
            play_lines(state, str(face))
            assert state.last == face


def test_s6_3_hold_asks_for_the_opponent() -> None:
    state = play_lines(in_game("C7", "2 2 2"), "hold")
    assert (state.outcomes, list(state.odds())) == (2, [])
    assert state.total == 6


def test_s6_3_add_adds_one_and_leaves_the_last_roll() -> None:
    state = play_lines(in_game("C7", "2 2 4"), "add")
    assert (state.total, state.last, ability_pool(state)) == (9, 4, (0, 1, 0))


def test_s6_3_subtract_takes_one_and_leaves_the_last_roll() -> None:
    state = play_lines(in_game("C7", "2 2 4"), "subtract")
    assert (state.total, state.last, ability_pool(state)) == (7, 4, (1, 0, 0))


def test_s6_3_re_roll_takes_the_last_die_back_and_throws_it_again() -> None:
    state = play_lines(in_game("D7", "2 2 4", wins=3), "re-roll", "1")
    assert (state.total, state.last, list(state.dice)) == (5, 1, [2, 2, 1])
    assert ability_pool(state) == (2, 2, 0)


def test_r32_re_roll_takes_exactly_the_face_also_after_add_and_subtract() -> None:
    state = in_game("G5", "2 2 4", wins=8)
    play_lines(state, "add", "add", "subtract", "re-roll", "6")
    assert (state.total, state.last) == (2 + 2 + 6 + 1, 6)
    play_lines(state, "roll", "3", "subtract", "re-roll", "1")
    assert (state.total, state.last) == (11 + 1 - 1, 1)


def test_r32_the_third_opening_die_can_be_thrown_again() -> None:
    state = play_lines(in_game("D7", "6 6 5", wins=3), "re-roll", "3")
    assert (state.total, list(state.dice)) == (15, [6, 6, 3])


def test_s6_3_several_abilities_in_any_order() -> None:
    for order in (("add", "subtract", "re-roll"), ("re-roll", "add", "subtract"), ("subtract", "re-roll", "add")):
        state = in_game("D7", "2 2 4", wins=3)
        for trick in order:
            play_lines(state, trick, *(["4"] if trick == "re-roll" else []))
        assert (state.total, state.last, ability_pool(state)) == (8, 4, (1, 1, 0))


@pytest.mark.parametrize(("action", "field", "name"), [(ADD, "add", "Add"), (SUBTRACT, "subtract", "Subtract"),
                                                       (REROLL, "reroll", "Re-Roll")])  # fmt: skip
def test_s6_3_at_zero_uses_an_ability_is_refused(action: int, field: str, name: str) -> None:
    state = in_game("D7", "2 2 4", wins=3, **{field: 0})
    assert explain_refusal(GAME, CONTEXT, state, 0, action) == ("6.3", f"You have no {name} left.")
    shown = {offer.action: offer.reason for offer in GAME.text.offer(state, 0)}
    assert shown[action] != 0
    assert action not in list(state.legal(0))


def test_s6_3_roll_and_hold_are_always_open() -> None:
    state = in_game("C7", "2 2 4", add=0, subtract=0)
    assert legal_answers(state) == {"roll", "hold"}
    assert [offer.action for offer in GAME.text.offer(state, 0)] == [ROLL, HOLD, ADD, SUBTRACT, REROLL]


def test_r16_over_21_goes_on_with_a_clear_warning() -> None:
    state = in_game("D7", "6 6 6", wins=3)
    state.journal = Journal()
    play_lines(state, "roll", "4")
    assert state.total == 22
    assert legal_answers(state) == {"roll", "hold", "add", "subtract", "re-roll"}
    assert event_kinds(state) == [ev.ROLLED, ev.WARNED]
    assert "OVER 21" in GAME.text.board(CONTEXT, player_view(state))
    assert "over 21" in GAME.text.question(CONTEXT, player_view(state))
    play_lines(state, "subtract", "hold", "low")
    assert state.wins == 4


def test_r16_the_warning_comes_once_when_21_is_passed_in_whatever_way() -> None:
    state = in_game("D7", "6 6 6", wins=3)
    state.journal = Journal()
    play_lines(state, "roll", "3", "add", "add", "subtract", "subtract", "re-roll", "6")
    assert state.total == 24
    warned = [event.arguments[0] for event in recorded_events(state) if event.kind == ev.WARNED]
    assert warned == [22, 24]


@pytest.mark.parametrize("total", range(22, 31))
def test_r16_everything_is_allowed_from_22_to_30(total: int) -> None:
    state = play_lines(in_game("D7", "6 6 6", wins=3), "roll", "1" if total < 25 else "6")
    play_lines(state, "roll", str(total - state.total))
    assert state.total == total
    assert legal_answers(state) == {"roll", "hold", "add", "subtract", "re-roll"}


def test_r17_thirty_is_open_thirty_one_ends_the_fight() -> None:
    state = play_lines(in_game("C7", "6 6 6"), "roll", "6", "roll", "6")
    assert (state.total, state.health) == (30, 3)
    assert legal_answers(state) == {"roll", "hold", "add", "subtract"}
    play_lines(state, "roll", "1")
    assert (state.bout, state.health, state.losses, state.outcomes) == (0, 2, 1, 0)


def test_r17_checked_after_add_and_the_use_is_gone() -> None:
    state = play_lines(in_game("C7", "6 6 6"), "roll", "6", "roll", "6", "add")
    assert (state.bout, state.health, ability_pool(state)) == (0, 2, (0, 1, 0))


def test_r17_checked_after_re_roll() -> None:
    state = play_lines(in_game("D7", "6 6 6", wins=3), "roll", "6", "roll", "5", "add", "re-roll")
    assert (state.total, state.last) == (30, 5)
    play_lines(state, "6")
    assert (state.bout, state.health, state.losses, ability_pool(state)) == (0, 3, 1, (1, 2, 0))


def test_s6_4_thirty_one_is_shown_as_bust_without_an_enemy_roll() -> None:
    state = in_game("C7", "6 6 6")
    state.journal = Journal()
    play_lines(state, "roll", "6", "roll", "6", "roll", "2")
    assert ev.HELD not in event_kinds(state)
    line = next(
        line
        for event, line in zip(recorded_events(state), event_sentences(state), strict=True)
        if event.kind == ev.GAME_LOST
    )
    assert line.startswith(f"Bust at 32. {texts()['fight_lines']['over_31'][0]}")


@pytest.mark.parametrize("roll", [4, 5, 6])
def test_r18_bust_is_decided_first_and_the_real_total_is_shown(roll: int) -> None:
    state = in_game("C7", "6 6 6")
    state.journal = Journal()
    play_lines(state, "roll", str(roll), "hold")
    assert (state.outcomes, state.losses, state.health) == (0, 1, 2)
    assert any(line.startswith(f"Bust at {18 + roll}.") for line in event_sentences(state))


def test_r8_twenty_one_is_good() -> None:
    state = play_lines(in_game("C7", "6 6 6"), "roll", "3", "hold", "high")
    assert (state.wins, state.losses) == (1, 0)


@pytest.mark.parametrize(
    ("dice", "enemy", "reason", "words"),
    [
        ("6 6 5", "low", "win", "17 against 15: higher, a win."),
        ("6 6 5", "high", "win", "17 against 16: higher, a win."),
        ("6 6 4", "low", "win", "16 against 15: higher, a win."),
        ("6 6 4", "high", "tie", "16 against 16: a tie, a loss. A tie goes to the house, and you are not the house."),
        ("6 6 3", "low", "tie", "15 against 15: a tie, a loss. A tie goes to the house, and you are not the house."),
        ("6 6 3", "high", "lower", "15 against 16: lower, a loss."),
        ("1 1 1", "low", "lower", "3 against 15: lower, a loss."),
    ],
)
def test_s6_5_result_both_totals_and_the_reason(dice: str, enemy: str, reason: str, words: str) -> None:
    state = in_game("C7", dice)
    state.journal = Journal()
    play_lines(state, "hold", enemy)
    assert (state.wins, state.losses) == ((1, 0) if reason == "win" else (0, 1))
    assert any(line.startswith(words) for line in event_sentences(state))


def test_s6_6_the_result_waits_for_the_player() -> None:
    for kind in (ev.GAME_WON, ev.GAME_LOST, ev.ROUND_WON, ev.ROUND_LOST, ev.PRACTICE_ENDED):
        assert GAME.text.events[kind].pause


def test_s6_there_is_no_way_to_leave_a_fight() -> None:
    state = in_game("C7", "1 1 1")
    for action in range(5):
        refused = explain_refusal(GAME, CONTEXT, state, 0, action)
        assert refused is not None
        assert refused.rule == "6"


def test_s6_the_five_actions_are_refused_outside_a_fight() -> None:
    state = at_place("C7")
    for action in range(5, 10):
        assert explain_refusal(GAME, CONTEXT, state, 0, action) == ("6", "You are not in a game of bones.")


def test_s6_29_can_still_be_saved() -> None:
    state = play_lines(in_game("G5", "6 6 6", wins=8), "roll", "5", "roll", "6")
    assert (state.total, state.last) == (29, 6)
    play_lines(state, "re-roll", "1", "subtract", "subtract", "subtract", "hold", "low")
    assert state.total == 21
    assert state.losses == 0


def test_kernel_nobody_else_may_answer() -> None:
    state = at_place("C7")
    assert state.refusal(1, 0) != 0
    play_lines(state, "fight")
    refused = explain_refusal(GAME, CONTEXT, state, 0, 5)
    assert refused is not None
    assert refused.rule == "kernel"
    assert explain_refusal(GAME, CONTEXT, state, 0, 10) is not None
