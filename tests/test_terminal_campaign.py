"""A campaign on the full screen, with hints and the review, which need the slow solver."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static, Switch

from parlour.play.local_match import LocalMatch
from parlour.store import files
from parlour.terminal.match_screen import ASKING, OVER
from parlour.terminal.new_match_form import NewMatchForm
from tests.test_terminal import (
    bones_setup,
    enter_name,
    match_screen,
    nearly_finished,
    option_texts,
    press_keys,
    run_screen,
    wait_for_screen,
    wait_for_text,
    wait_until,
    widget_text,
)

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]


def test_a_campaign_ends_with_result_review_and_what_next() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert match_screen(pilot).stage == ASKING
        await press_keys(pilot, "2")  # holds too low, for the last time
        assert match_screen(pilot).stage == OVER
        assert "Player has lost." in match_screen(pilot).board.text
        await wait_until(pilot, lambda: "The whole campaign: luck" in match_screen(pilot).board.text)
        assert option_texts(pilot) == ["New game", "Load a saved game", "Main menu", "Quit"]
        assert files.running_matches() == []
        await press_keys(pilot, "u")
        assert widget_text(pilot, "#note") == "The match is over."
        await press_keys(pilot, "q")
        assert "The match is over." in str(pilot.app.screen.query_one(".text", Static).content)
        await press_keys(pilot, "escape", "enter")
        await wait_for_screen(pilot, NewMatchForm)
        assert pilot.app.screen.query_one("#option-tutorial", Switch).value is False
        await press_keys(pilot, "f5")
        assert match_screen(pilot).stage == ASKING

    def last(sitting: LocalMatch) -> bool:
        return "Credibility 1 " in sitting.board_text() and sitting.question().text().startswith("Your total is")

    app = run_screen(
        play, nearly_finished(bones_setup(), ["n", "n", *["fight", "hold", "n", "fight", "hold", "s"] * 9], last)
    )
    assert app.local_match is not None
    assert "Go on with: parlour play bones" in app.local_match.files.resume_message()


def test_pages_rules_review_and_hint_and_no_save_in_a_fight() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "p")
        await wait_for_text(pilot, "A B C D E F G", "Dockside Unknown")
        await press_keys(pilot, "escape", "r")
        await wait_for_text(pilot, "Page 3 of 3")
        await press_keys(pilot, "escape", "v")
        await wait_for_text(pilot, "nothing to look back on yet")
        await press_keys(pilot, "escape", "1", "1", "5", "p")
        assert widget_text(pilot, "#note") == "There is nothing to look up now."
        await press_keys(pilot, "question_mark")
        await wait_for_text(pilot, "Roll one more die", "█", " %")
        await press_keys(pilot, "escape", "s")
        await enter_name(pilot, "one")
        assert "cannot be saved half-way" in widget_text(pilot, "#note")
        assert files.list_saves() == []

    run_screen(play, bones_setup())
