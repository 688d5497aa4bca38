"""Stumped in the terminal: typed order by order, or stage by stage, and key by key on the full screen."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from parlour.games.stumped import GAME
from parlour.kernel.options import Value
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup
from parlour.terminal.plain_match import play_plain
from tests.test_terminal import LARGE, current_sitting, match_screen, press_keys, run_screen

SMALL: dict[str, Value] = {"width": 12, "height": 8, "trees_max": 6, "cattails_max": 2}


@pytest.fixture(autouse=True)
def temporary_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))


def make_setup() -> PlaySetup:
    return PlaySetup(game=GAME, options=dict(SMALL), seats=["human", "human"], names=["Ann", "Ben"], seed=13)


def start_tile() -> str:
    """Returns the tile of Ann's beaver."""
    sitting = open_match(make_setup())
    sitting.bring_next_to_front()
    try:
        return next(choice.notation for choice in sitting.question().all_choices if choice.notation != "end")
    finally:
        sitting.close()


def play_typed(*lines: str) -> str:
    out = io.StringIO()
    assert play_plain(make_setup(), io.StringIO("".join(f"{line}\n" for line in lines)), out) == 0
    return out.getvalue()


def test_a_whole_order_is_typed_in_one_line() -> None:
    here = start_tile()
    output = play_typed(f"{here} build", "end", "quit")
    assert f"You build a lodge of 1 branch at {here}: 1 lodge now." in output
    assert "Turn 1: which beaver or lodge?" in output
    assert "The match is kept." in output


def test_a_wrong_order_is_refused_at_the_stage_that_fails() -> None:
    here = start_tile()
    output = play_typed(f"{here} harvest north", f"{here} drop food here", "11,7 build", f"{here} fly east", "quit")
    assert "At 'drop food here': It holds nothing of that (rule 7 drop)." in output
    assert "At '11,7': " in output
    assert "fly east" in output
    assert "builds a lodge" not in output


def test_stages_are_chosen_by_number_and_the_board_is_drawn_once() -> None:
    here = start_tile()
    output = play_typed("1", "build", "quit")
    assert f"Basic at {here} (3 moves, 1 action, 1 branch): what shall it do?" in output
    assert output.count("Turn 0 of 500") == 2  # before the order and after it, not in its middle


def test_hints_pages_and_undo() -> None:
    here = start_tile()
    output = play_typed("?", here, "undo", "jobs", "rules", f"{here} build", "undo", "log", "quit")
    assert "build a lodge here (1 branch)" in output
    assert re.search(r"^L Hot Lady +15 +1 +3 +3 +1 +1 +1 +3 +1$", output, re.MULTILINE)
    assert "7 recruit  An empty lodge of yours gives a beaver of any job" in output
    assert output.count("Turn 0: which beaver or lodge? 1 can still do something.") == 4


def test_on_the_full_screen_the_first_key_does_not_end_the_turn() -> None:
    async def play(pilot: Pilot[int]) -> None:
        shown = pilot.app.screen.query_one("#choices", OptionList)
        first, last = (str(shown.get_option_at_index(at).prompt) for at in (0, shown.option_count - 1))
        assert "Basic at" in first
        assert "end the turn" in last
        await press_keys(pilot, "enter")
        assert "what shall it do?" in str(pilot.app.screen.query_one("#question", Static).content)
        await press_keys(pilot, "slash")
        pilot.app.screen.query_one("#typing", Input).value = "build"
        await press_keys(pilot, "enter")
        assert "Ann is ahead, 1 lodge to 0." in match_screen(pilot).board.text
        assert current_sitting(pilot).table.match.state.points(0) == 1

    run_screen(play, make_setup(), size=LARGE)
