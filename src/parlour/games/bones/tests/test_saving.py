"""Section 11: when a game may be saved, the contents of a save, and the conditions it must meet."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parlour.games.bones import GAME
from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import AREA, TYPE
from parlour.games.bones.rules.state import WALKING
from parlour.games.bones.tests.positions import (
    CONTEXT,
    HYPOTHESIS_SETTINGS,
    LOSING_LINES,
    WITH_TUTORIAL,
    at_place,
    campaign_without_tutorial,
    legal_answers,
    play_lines,
    player_view,
    random_match,
)
from parlour.games.bones.text.texts import places
from parlour.kernel.game import unpack_state
from parlour.kernel.match import apply_move

LEGAL_CODES = {
    *("011", "013", "421", "422", "511", "512", "513"),
    *(f"{area}{rest}" for area in "123" for rest in ("11", "12", "13", "21", "22")),
}


def check_consistency(state: Bones) -> None:
    """The conditions of section 11."""
    symbols = player_view(state).symbols
    assert len(symbols) == len(state.status) == 49
    beaten = 0
    for number in range(49):
        area, kind, status = AREA[number], TYPE[number], state.status[number]
        assert f"{area}{kind}{status}" in LEGAL_CODES
        if area in (0, 5):
            assert symbols[number] == "0X"[area == 5]
        elif kind == 1:
            assert symbols[number] == "?!#"[status - 1]
            beaten += status == 3
        else:
            assert symbols[number] == "?#"[status - 1]
    assert 1 <= state.level <= 3
    assert 0 <= state.experience < (3, 5, 99)[state.level - 1]
    assert beaten == state.wins == state.experience + (0, 3, 8)[state.level - 1]
    assert 0 <= state.add <= 3
    assert 0 <= state.subtract <= 3
    assert 0 <= state.reroll <= 2
    assert (state.ending == 0) == (not state.over())
    assert state.over() or state.health > 0


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_s11_consistency_along_random_play(seed: int) -> None:
    for turn in random_match(seed):
        check_consistency(turn.state)


@given(st.integers(0, 2**60), st.integers(0, 26))
@HYPOTHESIS_SETTINGS
def test_s11_consistency_from_any_number_of_wins(seed: int, wins: int) -> None:
    for turn in random_match(seed, at_place("G2", wins, health=9)):
        check_consistency(turn.state)


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_s11_saving_where_a_direction_may_be_chosen_never_during_a_fight(seed: int) -> None:
    for turn in random_match(seed):
        if turn.state.over():
            continue
        directions = any(answer.startswith("go ") for answer in legal_answers(turn.state))
        assert (GAME.traits.unsavable(turn.state) is None) == directions == (turn.state.bout == WALKING)


def test_s11_the_refusal_names_the_rule() -> None:
    reason = GAME.traits.unsavable(play_lines(at_place("C7"), "fight", "1 1 1"))
    assert reason is not None
    assert "rule 11" in reason


@given(st.integers(0, 2**60))
@HYPOTHESIS_SETTINGS
def test_s11_a_saved_position_holds_everything(seed: int) -> None:
    for turn in random_match(seed):
        again = unpack_state(GAME, 1, WITH_TUTORIAL, turn.state.pack())
        assert isinstance(again, Bones)
        assert again.pack() == turn.state.pack()
        assert player_view(again) == player_view(turn.state)
        assert legal_answers(again) == legal_answers(turn.state)


@given(st.integers(0, 2**60), st.integers(6, 9))
@HYPOTHESIS_SETTINGS
def test_a_clone_is_equal_and_shares_nothing(seed: int, wins: int) -> None:
    for turn in random_match(seed, at_place("G1", wins)):
        packed = turn.state.pack()
        copy = turn.state.clone()
        assert copy.pack() == packed
        if turn.what >= 0:
            apply_move(copy, turn.who, turn.what)
            assert turn.state.pack() == packed


def test_r30_a_lost_fight_cannot_be_replayed_by_loading() -> None:
    state = play_lines(at_place("C7"), "fight", *LOSING_LINES)
    again = unpack_state(GAME, 1, WITH_TUTORIAL, state.pack())
    assert isinstance(again, Bones)
    assert "fight" not in legal_answers(again)


def test_s11_loading_shows_the_again_or_beaten_text() -> None:
    here = places()[at_place("C7").place]
    resumed = CONTEXT._replace(resumed=True)
    state = play_lines(campaign_without_tutorial(), "go east", "go east")
    assert here["first"][:40] in GAME.text.board(CONTEXT, player_view(state))
    assert here["again"][:40] in GAME.text.board(resumed, player_view(state))
    beaten = player_view(play_lines(state, "fight", "6 6 6", "hold", "low"))
    assert here["beaten"][:40] in GAME.text.board(resumed, beaten)
