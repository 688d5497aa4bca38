"""A campaign on the full screen: hints and the review need the solver, which takes its time uncompiled."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Static, Switch

from parlour.store import files
from parlour.terminal.local_match import LocalMatch
from parlour.terminal.match_screen import ASKING, OVER
from parlour.terminal.new_match_form import NewMatchForm
from tests.test_terminal import comes, late, match_of, options, press, reads, say_name, screened, text, until, walk

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("home")]


def test_a_campaign_ends_with_result_review_and_what_next() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert match_of(pilot).stage == ASKING
        await press(pilot, "2")  # holds too low, for the last time
        assert match_of(pilot).stage == OVER
        assert "Player has lost." in match_of(pilot).board_text
        await until(pilot, lambda: "The whole campaign: luck" in match_of(pilot).board_text)
        assert options(pilot) == ["New game", "Load a saved game", "Main menu", "Quit"]
        assert files.running_matches() == []
        await press(pilot, "u")
        assert text(pilot, "#note") == "The match is over."
        await press(pilot, "q")
        assert "The match is over." in str(pilot.app.screen.query_one(".text", Static).content)
        await press(pilot, "escape", "enter")
        await comes(pilot, NewMatchForm)
        assert pilot.app.screen.query_one("#option-tutorial", Switch).value is False
        await press(pilot, "f5")
        assert match_of(pilot).stage == ASKING

    def last(sitting: LocalMatch) -> bool:
        return "Credibility 1 " in sitting.board_text() and sitting.question_text().startswith("Your total is")

    app = screened(play, late(walk(), ["n", "n", *["fight", "hold", "n", "fight", "hold", "s"] * 9], last))
    assert app.local_match is not None
    assert "Go on with: parlour play bones" in app.local_match.resume_message()


def test_pages_rules_review_and_hint_and_no_save_in_a_fight() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press(pilot, "p")
        await reads(pilot, "A B C D E F G", "Dockside Unknown")
        await press(pilot, "escape", "r")
        await reads(pilot, "Page 3 of 3")
        await press(pilot, "escape", "v")
        await reads(pilot, "nothing to look back on yet")
        await press(pilot, "escape", "1", "1", "5", "p")
        assert text(pilot, "#note") == "There is nothing to look up now."
        await press(pilot, "question_mark")
        await reads(pilot, "Roll one more die", "█", " %")
        await press(pilot, "escape", "s")
        await say_name(pilot, "one")
        assert "cannot be saved half-way" in text(pilot, "#note")
        assert files.list_saves() == []

    screened(play, walk())
