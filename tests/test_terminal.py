"""The full screen, driven by keys without a terminal."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import struct
import subprocess
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest
from textual.app import ScreenStackError
from textual.color import Color
from textual.content import Content
from textual.css.query import NoMatches
from textual.pilot import Pilot
from textual.screen import Screen
from textual.theme import Theme
from textual.widgets import DataTable, Input, OptionList, Select, Static, Switch

from parlour import games
from parlour.games.magpie.view import MagpieView
from parlour.games.magpie.view import view as magpie_view
from parlour.kernel.options import Option
from parlour.kernel.problem import Problem
from parlour.kernel.record import ANSWER
from parlour.kernel.state import State
from parlour.kernel.text import COLOURS, ICONS, SYSTEM
from parlour.play.local_match import LocalMatch
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup
from parlour.store import files
from parlour.table.bot_worker import compute_answer
from parlour.table.daily import daily_seed, utc_today
from parlour.table.dealer import commitment, secret_from_seed
from parlour.table.table import StoreLines
from parlour.table.table_types import TableLogLine
from parlour.terminal.inks import INKS
from parlour.terminal.log_view import LogLineWidget, LogPopup
from parlour.terminal.match_screen import ASKING, OVER, READING, THINKING, MatchScreen
from parlour.terminal.new_match_form import NewMatchForm
from parlour.terminal.popups import PagesPopup, PassCurtain, QuestionPopup
from parlour.terminal.question_bar import KeyHints
from parlour.terminal.saves_screen import SavesPopup, UnfinishedPopup
from parlour.terminal.terminal_app import INTERRUPTED_EXIT_CODE, MainMenu, ParlourApp, run_app
from parlour.terminal.text_painter import TextPainter
from parlour.terminal.theme import DARK, LIGHT, LOG_MARKS, STYLESHEET

BONES = games.find("bones")
MAGPIE = games.find("magpie")
TOWN = games.find("harmonictook")
ROOT = Path(__file__).resolve().parent.parent
SMALL, LARGE = (80, 24), (200, 50)
MAX_PAUSES = 1500  # polls of a condition, each after the screen has settled

if sys.platform != "win32":
    import fcntl
    import termios

Play = Callable[[Pilot[int]], Awaitable[None]]


@pytest.fixture(autouse=True)
def temporary_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))


def run_screen(
    play: Play, table: PlaySetup | LocalMatch | None = None, size: tuple[int, int] = SMALL, fast: bool = True
) -> ParlourApp:
    """Opens the screen, runs a script on it, and closes it."""
    app = ParlourApp(open_match(table) if isinstance(table, PlaySetup) else table, fast)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await play(pilot)

    asyncio.run(run())
    return app


def bones_setup(seed: int = 1) -> PlaySetup:
    return PlaySetup(game=BONES, options={"tutorial": False}, seed=seed)


def nearly_finished(setup: PlaySetup, lines: Sequence[str], last: Callable[[LocalMatch], bool]) -> LocalMatch:
    """Returns a match that is nearly over after these answers."""
    sitting = open_match(setup)
    for line in lines:
        while (job := sitting.next_bot_task()) is not None:
            sitting.apply_bot_answer(job, compute_answer(sitting.game, sitting.table.options, job))
        if last(sitting):
            return sitting
        sitting.lift_curtain()
        with contextlib.suppress(Problem):
            sitting.answer(sitting.question().parse_answer(line))
    raise AssertionError


def match_screen(pilot: Pilot[int]) -> MatchScreen:
    screen = pilot.app.screen
    assert isinstance(screen, MatchScreen)
    return screen


def current_sitting(pilot: Pilot[int]) -> LocalMatch:
    return match_screen(pilot).local_match


def widget_text(pilot: Pilot[int], name: str) -> str:
    return str(pilot.app.screen.query_one(name, Static).content)


def option_texts(pilot: Pilot[int], name: str = "#choices") -> list[str]:
    return [str(option.prompt) for option in pilot.app.screen.query_one(name, OptionList).options]


def log_text(pilot: Pilot[int]) -> str:
    return "\n".join(line.text for line in current_sitting(pilot).recent_lines(100))


async def wait_until(pilot: Pilot[Any], true: Callable[[], bool]) -> None:
    """Waits for another thread or process, however slow the machine is."""
    for _ in range(MAX_PAUSES):
        with contextlib.suppress(NoMatches, ScreenStackError):  # not laid out yet, or already closed
            if true():
                return
        await pilot.pause(0.02)
    raise AssertionError(f"never came: the screen is {pilot.app.screen}")


async def press_keys(pilot: Pilot[Any], *keys: str) -> None:
    """Presses keys, each after the screen that the previous one opened is there."""
    for key in keys:
        await pilot.press(key)
        await wait_until(pilot, lambda: not pilot.app.is_running or pilot.app.screen.is_mounted)


async def wait_for_screen(pilot: Pilot[int], screen: type[Screen[Any]]) -> None:
    """Waits for a screen and its content."""
    await wait_until(pilot, lambda: isinstance(pilot.app.screen, screen) and pilot.app.screen.is_mounted)


async def press_and_wait(pilot: Pilot[int], *keys: str) -> None:
    """Presses keys and waits until the bots have answered and a person is asked again."""
    await press_keys(pilot, *keys)
    await wait_until(
        pilot, lambda: not isinstance(pilot.app.screen, MatchScreen) or match_screen(pilot).stage != THINKING
    )


# The table.


def test_a_whole_lesson_waits_for_the_reader_and_shows_the_board_as_it_was() -> None:
    async def play(pilot: Pilot[int]) -> None:
        match = match_screen(pilot)
        assert "Gullwing, lies chained" in log_text(pilot)
        assert "(the dice are in the cup)" in match.board.text
        pages = 0
        while match.stage == READING:
            assert not pilot.app.screen.query_one("#choices").display
            await press_keys(pilot, "enter" if pages % 2 else "space")
            pages += 1
        assert pages == 8
        assert "Total   5" in match.board.text
        await press_keys(pilot, "enter")  # one too many: chooses nothing
        assert current_sitting(pilot).table.match.log.count() == 1
        await press_keys(pilot, "1", "1", "1")
        assert "Total  17" in match.board.text
        await press_keys(pilot, "2")
        assert match.stage == READING
        assert "Total  17" in match.board.text
        assert "17 against 14: higher, a win." in log_text(pilot)
        await pilot.click("#board")
        await press_keys(pilot, "enter")
        assert "Bones with Pim" in match.board.text
        await press_keys(pilot, "2")
        while match.stage == READING:
            await press_keys(pilot, "enter")
        assert "Gullwing Landing" in match.board.text
        assert widget_text(pilot, "#question").startswith("Which way")

    run_screen(play, PlaySetup(game=BONES, seed=4), fast=False)


def test_two_people_and_a_bot_with_a_curtain_between() -> None:
    async def play(pilot: Pilot[int]) -> None:
        curtain = pilot.app.screen
        assert isinstance(curtain, PassCurtain)
        assert "Pass the device to\n\nAnn" in widget_text(pilot, "#curtain")
        await press_keys(pilot, "enter")
        assert widget_text(pilot, "#question").startswith("Ann: How many stones")
        await press_keys(pilot, "3")
        assert "Pass the device to\n\nBo" in widget_text(pilot, "#curtain")
        await press_keys(pilot, "u")
        assert widget_text(pilot, "#question").startswith("Ann: ")
        match = match_screen(pilot)
        await press_keys(pilot, "r")
        match.submit_answer(4)  # Ann's dialogs are closed before Bo's turn
        await pilot.pause()
        assert "Pass the device to\n\nBo" in widget_text(pilot, "#curtain")
        await press_keys(pilot, "space")
        assert pilot.app.screen is match
        assert widget_text(pilot, "#question").startswith("Bo: ")
        assert "In your cup" not in match_screen(pilot).board.text
        await press_and_wait(pilot, "5")
        assert "Bo buys" in log_text(pilot)
        await press_and_wait(pilot, "0")
        await press_keys(pilot, "enter")
        await press_and_wait(pilot, "0")
        assert "The bag is empty." in match_screen(pilot).board.text
        assert " wins.\n1. " in match_screen(pilot).board.text

    def last(sitting: LocalMatch) -> bool:
        return len(sitting.table.match.entries) == 12 * 4 - 7 and sitting.asked_person() == 0

    setup = PlaySetup(game=MAGPIE, seats=["human", "human", "thrifty"], names=["Ann", "Bo"], seed=3)
    match = nearly_finished(setup, ["0"] * 30, last)
    match.front_seat = -1
    run_screen(play, match)


def test_no_curtain_falls_in_a_game_without_secrets() -> None:
    async def play(pilot: Pilot[int]) -> None:
        match, sitting = match_screen(pilot), match_screen(pilot).local_match
        assert widget_text(pilot, "#question").startswith("Ann: ")
        while sitting.front_seat == 0:
            match.submit_answer(int(sitting.table.match.state.legal(0)[0]))
            await pilot.pause()
            assert pilot.app.screen is match
        assert widget_text(pilot, "#question").startswith("Bo: ")

    run_screen(play, PlaySetup(game=TOWN, seats=["human", "human"], names=["Ann", "Bo"], seed=3))


def test_nothing_can_be_undone_behind_the_first_curtain_and_one_can_leave_there() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "u")
        await wait_for_screen(pilot, PassCurtain)
        await press_keys(pilot, "q", "escape")
        await wait_for_screen(pilot, PassCurtain)
        await press_keys(pilot, "q", "down", "enter")
        await wait_for_screen(pilot, MainMenu)

    run_screen(play, PlaySetup(game=MAGPIE, seats=["human", "human"], seed=3))


def test_a_bot_that_thinks_long_keeps_nobody_from_looking_or_leaving() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "3")
        match = match_screen(pilot)
        assert match.stage == THINKING
        assert widget_text(pilot, "#question") == "Mcts is thinking ..."
        assert "to answer: Mcts" in str(match.query_one("#title", Static).content)
        await press_keys(pilot, "r")
        await wait_for_screen(pilot, PagesPopup)
        await press_keys(pilot, "escape", "question_mark")
        assert widget_text(pilot, "#note") == "A hint helps when you are asked something."
        await press_keys(pilot, "u")
        assert match.stage == ASKING
        await press_keys(pilot, "4", "q", "down", "down", "enter")

    app = run_screen(play, PlaySetup(game=MAGPIE, seats=["human", "mcts:100000000"], seed=3))
    assert app.local_match is not None
    answers = [entry for entry in app.local_match.table.match.entries if entry.kind == ANSWER]
    assert [entry.text for entry in answers] == ["bid 3", "bid 4"]  # the bot got no default answer


def test_bots_alone_are_watched_to_the_end() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await wait_until(pilot, lambda: match_screen(pilot).stage == OVER)
        assert "The bag is empty." in match_screen(pilot).board.text

    run_screen(play, PlaySetup(game=MAGPIE, seats=["random", "thrifty"], seed=3))


# Choosing.


def test_a_closed_choice_says_why_is_refused_with_its_rule_and_skipped_by_arrow_keys() -> None:
    async def play(pilot: Pilot[int]) -> None:
        choices = pilot.app.screen.query_one("#choices", OptionList)
        assert choices.get_option_at_index(3).disabled
        assert "no: West of here" in option_texts(pilot)[3]
        assert "(rule R31)" in option_texts(pilot)[3]
        await press_keys(pilot, "4")
        assert widget_text(pilot, "#note").startswith("No: West of here")
        await press_keys(pilot, "9")
        assert widget_text(pilot, "#note") == "There is no choice 9."
        assert current_sitting(pilot).table.match.log.count() == 0
        await press_keys(pilot, "down", "down", "enter")  # wraps around: everything below east is closed
        assert "Fishscale" in match_screen(pilot).board.text

    run_screen(play, bones_setup())


def test_typing_narrows_the_list_and_takes_notation() -> None:
    async def play(pilot: Pilot[int]) -> None:
        line = pilot.app.screen.query_one("#typing", Input)
        await press_keys(pilot, "w", "e")
        assert line.value == "we"
        assert [option[:11] for option in option_texts(pilot)] == [" 4  Go west"]
        line.value = "nor"
        await press_keys(pilot, "enter")
        assert "Fishscale Steps" in match_screen(pilot).board.text
        assert not line.display
        await press_keys(pilot, "slash")
        line.value = "xyz"
        await press_keys(pilot, "enter")
        assert "'xyz' is none of the choices" in widget_text(pilot, "#note")
        await press_keys(pilot, "escape")
        assert len(option_texts(pilot)) == 5
        await press_keys(pilot, "slash", "down")
        assert pilot.app.focused is pilot.app.screen.query_one("#choices")
        await press_keys(pilot, "slash")
        line.value = "roll"
        await press_keys(pilot, "enter")
        assert widget_text(pilot, "#note") == "No: You are not in a game of bones (rule 6)."

    run_screen(play, bones_setup())


def test_two_digit_numbers_are_typed_and_a_bot_answer_is_stored_again() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "1")
        assert "Enter takes Bid 1, or type on." in widget_text(pilot, "#note")
        await press_keys(pilot, "2")
        await wait_until(pilot, lambda: match_screen(pilot).stage == ASKING)
        answers = [entry.text for entry in current_sitting(pilot).table.match.entries if entry.kind == ANSWER]
        assert answers[0] == "bid 12"
        table = current_sitting(pilot).table
        keep, table.store_lines = table.store_lines, store_once(table.store_lines)
        await press_keys(pilot, "1", "enter")
        await wait_until(pilot, lambda: "Enter tries again." in widget_text(pilot, "#note"))
        table.store_lines = keep
        await press_keys(pilot, "enter")
        await wait_until(pilot, lambda: match_screen(pilot).stage == ASKING)
        answers = [entry.text for entry in table.match.entries if entry.kind == ANSWER]
        assert answers[2] == "bid 1"
        assert len(answers) == 4

    run_screen(play, PlaySetup(game=MAGPIE, seats=["human", "thrifty"], seed=1))


def test_undo_takes_back_a_trick_but_not_a_die_and_a_full_disk_takes_no_answer() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "1", "1", "5")
        total = widget_text(pilot, "#question")
        await press_keys(pilot, "3")
        assert widget_text(pilot, "#question") != total
        await press_keys(pilot, "u")
        assert widget_text(pilot, "#question") == total
        assert "takes the last answer back" in log_text(pilot)
        await press_keys(pilot, "1", "u")
        assert widget_text(pilot, "#note") == "The dealer has dealt since."
        table = current_sitting(pilot).table
        table.store_lines = fail_to_store
        total = widget_text(pilot, "#question")
        await press_keys(pilot, "1")
        assert "No space left on device" in widget_text(pilot, "#note")
        assert widget_text(pilot, "#question") == total

    run_screen(play, bones_setup())


def fail_to_store(lines: object) -> None:
    raise OSError(28, "No space left on device")


def store_once(keep: StoreLines) -> StoreLines:
    """Fails after one more answer, like a full disk."""
    calls: list[int] = []

    def store(lines: Sequence[str]) -> None:
        calls.append(1)
        (keep if len(calls) == 1 else fail_to_store)(lines)

    return store


# Pages.


async def wait_for_text(pilot: Pilot[int], *words: str) -> None:
    """Waits for a page with all these words."""

    def shown() -> bool:
        pages = pilot.app.screen.query(".text").results(Static) if isinstance(pilot.app.screen, PagesPopup) else ()
        page = "\n".join(str(page.content) for page in pages)
        return all(word in page for word in words)

    await wait_until(pilot, shown)


def test_a_hint_comes_from_the_best_bot_and_the_board_fits_the_screen() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "question_mark")
        await wait_for_text(pilot, "what the bot thrifty would do")
        await press_keys(pilot, "escape")
        assert max(len(row) for row in widget_text(pilot, "#board").split("\n")) <= 76
        await pilot.resize_terminal(*LARGE)
        await wait_until(pilot, lambda: max(len(row) for row in widget_text(pilot, "#board").split("\n")) > 90)

    run_screen(play, PlaySetup(game=MAGPIE, seed=1))


def test_the_log_has_marks_and_words_beside_the_colours() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "1")
        lines = list(pilot.app.screen.query_one("#log").query(LogLineWidget))
        assert lines[-1].has_class("purple", "new")
        assert str(lines[-1].content).startswith("^ Fishscale Steps.")
        assert pilot.app.screen.query_one("#log").display
        await press_keys(pilot, "l")
        assert not pilot.app.screen.has_class("-log")
        await press_keys(pilot, "l", "d")
        assert pilot.app.screen.has_class("-log")
        assert pilot.app.theme == LIGHT.name
        await press_keys(pilot, "d")
        assert pilot.app.theme == DARK.name

    run_screen(play, bones_setup(), LARGE)


def test_80_by_24_is_enough() -> None:
    async def play(pilot: Pilot[int]) -> None:
        screen = pilot.app.screen
        assert not screen.query_one("#log").region
        await press_keys(pilot, "1", "1")
        board, bar = screen.query_one("#board"), screen.query_one("#bar")
        assert board.region.height <= screen.query_one("#felt").region.height  # nothing to scroll while a bot thinks
        assert bar.region.bottom == 23
        assert screen.query_one("#choices").region.height == 5
        assert "Barrel Yard" in str(screen.query_one("#story").query(LogLineWidget).first().content)
        await press_keys(pilot, "l")
        await wait_for_screen(pilot, LogPopup)
        assert "Fishscale Steps" in "\n".join(str(line.content) for line in pilot.app.screen.query(LogLineWidget))
        await press_keys(pilot, "l")
        assert match_screen(pilot)

    run_screen(play, bones_setup())


def test_a_digit_in_the_log_shows_the_last_turns() -> None:
    async def play(pilot: Pilot[int]) -> None:
        match = match_screen(pilot).local_match
        for _ in range(2):
            match.answer(0)
            while (task := match.next_bot_task()) is not None:
                match.apply_bot_answer(task, match.ask_bot(task))
        match.take_news()
        await press_keys(pilot, "l")
        await wait_for_screen(pilot, LogPopup)
        for key, rounds in (("2", 2), ("1", 1), ("0", 3)):
            await press_keys(pilot, key)
            lines = [str(line.content) for line in pilot.app.screen.query(LogLineWidget)]
            assert sum("Out of the bag comes" in line for line in lines) == rounds

    run_screen(play, PlaySetup(game=games.find("magpie"), seats=["human", "random"], seed=3))


def test_unavailable_commands_say_why() -> None:
    async def play(pilot: Pilot[int]) -> None:
        match = match_screen(pilot)
        await press_keys(pilot, "v")
        assert widget_text(pilot, "#note") == "There is nothing to look back on before the end."
        await press_keys(pilot, "p")
        assert widget_text(pilot, "#note") == "There is nothing to look up now."
        await press_keys(pilot, "pagedown", "pageup", "right", "left", "space", "é")
        assert match.stage == ASKING
        await press_keys(pilot, "escape")
        match.load_match(files.data_folder() / "nowhere.parlour")
        assert "cannot be read" in widget_text(pilot, "#note")
        await pilot.click("#board")
        await pilot.click(KeyHints, offset=(1, 0))
        assert match.stage == ASKING
        assert len(match.local_match.table.match.entries) == 1  # the click on Keys may have opened a hint by now

    run_screen(play, PlaySetup(game=MAGPIE, seed=1))


def test_at_the_pace_of_a_reader_bots_take_their_time() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_and_wait(pilot, "1", "enter")
        assert len([entry for entry in current_sitting(pilot).table.match.entries if entry.kind == ANSWER]) == 2

    run_screen(play, PlaySetup(game=MAGPIE, seed=1), fast=False)


def test_after_the_end_a_saved_match_can_be_loaded() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await wait_until(pilot, lambda: match_screen(pilot).stage == OVER)
        await press_keys(pilot, "down", "enter")
        await wait_for_screen(pilot, SavesPopup)
        await press_keys(pilot, "escape", "space")
        assert match_screen(pilot).stage == OVER
        await press_keys(pilot, "s")
        await wait_for_screen(pilot, SavesPopup)
        await press_keys(pilot, "escape", "end", "enter")

    app = run_screen(play, PlaySetup(game=MAGPIE, seats=["random", "thrifty"], seed=3))
    assert app.local_match is not None
    assert app.local_match.files.resume_message() == ""


# Saving and leaving.


async def enter_name(pilot: Pilot[int], name: str) -> None:
    pilot.app.screen.query_one("#save-name", Input).value = name
    await press_keys(pilot, "enter")


def test_the_save_dialog_saves_and_asks_before_it_overwrites_or_deletes() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "s")
        await enter_name(pilot, "../x")
        assert "use at most 40 letters" in widget_text(pilot, "#note")
        await enter_name(pilot, "one")
        assert widget_text(pilot, "#note") == "Saved as one."
        await press_keys(pilot, "escape", "1", "s")
        await enter_name(pilot, "one")
        await wait_for_screen(pilot, QuestionPopup)
        await press_keys(pilot, "escape")
        assert widget_text(pilot, "#note") == "Nothing was saved."
        before = files.save_path("one").read_text()
        await press_keys(pilot, "enter", "down", "enter")
        assert widget_text(pilot, "#note") == "Saved as one."
        assert files.save_path("one").read_text() != before
        pilot.app.screen.query_one(DataTable).focus()
        await press_keys(pilot, "delete", "escape")
        assert len(files.list_saves()) == 1
        await press_keys(pilot, "delete", "down", "enter")
        assert files.list_saves() == []
        assert widget_text(pilot, "#note") == "one is deleted."

    run_screen(play, bones_setup())


def test_a_damaged_save_is_listed_and_refused_and_a_good_one_is_loaded() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "s")
        await enter_name(pilot, "bad")
        await enter_name(pilot, "good")
        path = files.save_path("bad")
        path.write_text(path.read_text()[:-9] + "\n")
        await press_keys(pilot, "escape", "1", "s")
        table = pilot.app.screen.query_one(DataTable)
        names = [str(table.get_row_at(row)[0]) for row in range(table.row_count)]
        assert "was changed" in str(table.get_row_at(names.index("bad"))[2])
        table.focus()
        table.move_cursor(row=names.index("bad"))
        await press_keys(pilot, "enter")
        assert "was changed" in widget_text(pilot, "#note")
        table.move_cursor(row=names.index("good"))
        before = sitting_or_none(pilot)
        await press_keys(pilot, "enter")
        await pilot.pause()
        assert current_sitting(pilot) is not before
        assert "Gullwing Landing" in match_screen(pilot).board.text

    run_screen(play, bones_setup())


def sitting_or_none(pilot: Pilot[int]) -> LocalMatch | None:
    assert isinstance(pilot.app, ParlourApp)
    return pilot.app.local_match


def test_quitting_asks_and_says_what_is_not_saved() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "q")
        assert "not saved under a name" in str(pilot.app.screen.query_one(".text", Static).content)
        assert option_texts(pilot, "OptionList") == ["Stay", "Main menu", "Quit"]
        await press_keys(pilot, "enter")
        assert match_screen(pilot).stage == ASKING
        await press_keys(pilot, "s")
        await enter_name(pilot, "one")
        await press_keys(pilot, "escape", "q")
        assert "The match is saved." in str(pilot.app.screen.query_one(".text", Static).content)
        await press_keys(pilot, "down", "down", "enter")

    app = run_screen(play, bones_setup())
    assert app.return_value == 0
    assert len(files.running_matches()) == 1


def test_ctrl_c_leaves_a_match_that_can_be_gone_on_with() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "1", "ctrl+c")

    app = run_screen(play, bones_setup())
    assert app.return_value == INTERRUPTED_EXIT_CODE
    sitting = open_match(PlaySetup(load=files.running_matches()[0]))
    assert "Fishscale" in sitting.board_text()
    sitting.close()


def test_a_record_is_played_from_its_middle() -> None:
    sitting = nearly_finished(bones_setup(), ["n", "n", "fight"], lambda sitting: len(sitting.table.match.entries) == 2)
    path = files.data_folder() / "two.parlour"
    files.save_table(sitting.table, path)
    sitting.close()

    async def play(pilot: Pilot[int]) -> None:
        match = match_screen(pilot)
        assert match.stage == ASKING  # earlier lines are not read again
        assert "Fishscale" in match.board.text
        await press_keys(pilot, "u")
        assert widget_text(pilot, "#note") == "You have not answered anything yet."
        await press_keys(pilot, "1")
        assert "Barrel Yard" in match.board.text

    app = run_screen(play, PlaySetup(load=path, at=1), fast=False)
    assert app.local_match is not None
    assert app.local_match.table.record().header.given == 1


# The menu.


async def choose_menu_line(pilot: Pilot[int], label: str) -> None:
    """Chooses a line of the menu."""
    menu = pilot.app.screen.query_one("#menu", OptionList)
    menu.highlighted = next(at for at, line in enumerate(option_texts(pilot, "#menu")) if line.startswith(label))
    await press_keys(pilot, "enter")
    await pilot.pause()


def test_the_form_of_a_second_match_shows_the_best_result_and_offers_the_match_of_the_day() -> None:
    kept = {"level": "usual", "value": 5, "text": "5 games won", "name": "Ann", "date": "2026-11-18", "daily": ""}
    files.append_line(files.data_folder() / "results" / "bones.jsonl", json.dumps(kept))

    async def play(pilot: Pilot[int]) -> None:
        await choose_menu_line(pilot, "Baldur's Bones")
        form = pilot.app.screen
        told = [str(line.content) for line in form.query(Static)]
        assert any("Best, usual: 5 games won (Ann, 2026-11-18)." in line for line in told)
        assert "Type daily for the city of the day: today everybody has the same dice." in told
        assert form.query_one("#option-tutorial", Switch).value is False  # the lesson is for the first match
        form.query_one("#seed", Input).value = "daily"
        await press_keys(pilot, "f5")
        await pilot.pause()
        match_screen(pilot)

    run_screen(play)
    header = files.load_record(files.running_matches()[0]).header
    assert header.commitment == commitment(secret_from_seed(daily_seed(games.find("bones"), utc_today())))


def test_from_the_menu_to_a_running_game_with_an_error_on_the_way() -> None:
    async def play(pilot: Pilot[int]) -> None:
        assert option_texts(pilot, "#menu")[0].startswith("Baldur's Bones\n")
        await choose_menu_line(pilot, "Magpie")
        form = pilot.app.screen
        assert isinstance(form, NewMatchForm)
        form.query_one("#count", Select).value = 3
        form.query_one("#player-2", Select).value = "mcts"
        form.query_one("#argument-2", Input).value = "50"
        form.query_one("#player-1", Select).value = "human"
        await pilot.pause()
        assert form.query_one("#name-1", Input).value == "Player 2"
        form.query_one("#name-0", Input).value = "x" * 25
        await press_keys(pilot, "f5")
        assert "at most 24 letters" in widget_text(pilot, "#error")
        form.query_one("#name-0", Input).value = "Ann"
        form.query_one("#option-stones", Input).value = "31"
        await press_keys(pilot, "f5")
        assert "from 1 to 30" in widget_text(pilot, "#error")
        form.query_one("#option-stones", Input).value = "12"
        form.query_one("#seed", Input).value = "five"
        await press_keys(pilot, "f5")
        assert widget_text(pilot, "#error") == "! What you typed is not a seed; type a whole number, or nothing."
        form.query_one("#seed", Input).value = "5"
        form.query_one("#fast", Switch).value = True
        assert files.running_matches() == []
        await pilot.click("#start")
        await pilot.pause()
        await wait_for_screen(pilot, PassCurtain)
        await press_keys(pilot, "enter")
        assert match_screen(pilot).fast

    run_screen(play)
    header = files.load_record(files.running_matches()[0]).header
    assert header.names == ("Ann", "Player 2", "Mcts")
    assert header.players == ("human", "human", "mcts:50")
    assert header.options == {"stones": 12}


def test_an_option_with_a_value_for_each_seat_is_chosen_seat_by_seat() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await choose_menu_line(pilot, "Hunter & Apprentice")
        form = pilot.app.screen
        assert isinstance(form, NewMatchForm)
        assert form.read_form().options["weapons"] == ""
        form.query_one("#count", Select).value = 3
        form.query_one("#option-weapons-2", Select).value = "Katana"
        await pilot.pause()
        assert form.read_form().options["weapons"] == "?,?,Katana"
        form.query_one("#count", Select).value = 2
        await pilot.pause()
        assert not any(row.display for row in form.query(".of-seat-2"))
        assert form.read_form().options["weapons"] == ""
        form.query_one("#option-weapons-0", Select).value = "Sword"
        await press_keys(pilot, "f5")
        await pilot.pause()
        match_screen(pilot)

    run_screen(play)
    assert files.load_record(files.running_matches()[0]).header.options["weapons"] == "Sword,?"


def test_the_menu_goes_on_with_and_throws_away_what_was_left() -> None:
    for seed in range(2):
        open_match(bones_setup(seed)).close()

    async def play(pilot: Pilot[int]) -> None:
        assert option_texts(pilot, "#menu")[:3] == [
            *(line for line in option_texts(pilot, "#menu") if line.startswith("Go on with Baldur's Bones: Player")),
            "All unfinished matches (2)",
        ]
        await choose_menu_line(pilot, "All unfinished")
        await wait_for_screen(pilot, UnfinishedPopup)
        await press_keys(pilot, "delete", "down", "enter", "escape")
        await pilot.pause()
        assert "All unfinished matches (1)" in option_texts(pilot, "#menu")
        await choose_menu_line(pilot, "Go on with")
        assert "Gullwing Landing" in match_screen(pilot).board.text
        await press_keys(pilot, "1", "q", "down", "enter")
        await pilot.pause()
        await wait_for_screen(pilot, MainMenu)
        assert len(files.running_matches()) == 1

    run_screen(play)


def test_a_new_match_mentions_the_one_that_was_left() -> None:
    open_match(bones_setup()).close()

    async def play(pilot: Pilot[int]) -> None:
        assert widget_text(pilot, "#note").startswith("Unfinished: Baldur's Bones: Player")

    run_screen(play, bones_setup(2))


def test_the_menu_shows_saves_and_rules_and_quits() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await choose_menu_line(pilot, "Load")
        await wait_for_screen(pilot, SavesPopup)
        assert widget_text(pilot, "#note") == "There is nothing here yet."
        await pilot.click("#load")
        assert widget_text(pilot, "#note") == "Choose a match first."
        await pilot.click("#delete")
        await pilot.click("#close")
        await choose_menu_line(pilot, "Rules")
        await press_keys(pilot, "down", "enter")
        await wait_for_text(pilot, "Page 1 of 3")
        await press_keys(pilot, "escape")
        await choose_menu_line(pilot, "Baldur's Bones")
        pilot.app.screen.query_one("#name-0", Input).value = ""
        await press_keys(pilot, "enter")
        assert widget_text(pilot, "#error") == "! A player has no name; give every player one."
        await press_keys(pilot, "escape")
        await choose_menu_line(pilot, "Quit")

    assert run_screen(play).return_value == 0


def test_a_match_that_cannot_be_loaded_leaves_the_menu_open() -> None:
    sitting = open_match(bones_setup())
    path = files.running_matches()[0]

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, ParlourApp)
        pilot.app.load_match(path)
        await pilot.pause()
        await wait_for_screen(pilot, MainMenu)
        assert "another window" in str(next(iter(pilot.app._notifications)).message)

    run_screen(play)
    with contextlib.suppress(Problem):
        sitting.close()


def test_the_form_knows_every_kind_of_option(tmp_path: Path) -> None:
    more = (
        Option("pace", "choice", "slow", "How fast.", choices=("slow", "quick")),
        Option("motto", "text", "luck", "What is said.", 1, 9),
        Option("late", "bool", False, "Whether it is late."),
        Option("song", "file", "", "What is sung."),
    )
    (tmp_path / "tune.json").write_text("[]")
    game = MAGPIE._replace(options=(*MAGPIE.options, *more))

    async def play(pilot: Pilot[int]) -> None:
        assert isinstance(pilot.app, ParlourApp)
        pilot.app.open_new_match_form(
            PlaySetup(
                game=game,
                seats=["human", "mcts:9"],
                names=["Ann", "Bo"],
                options={"pace": "quick", "song": "old.json\n{}"},
            )
        )
        await pilot.pause()
        form = pilot.app.screen
        assert isinstance(form, NewMatchForm)
        assert form.query_one("#argument-1", Input).value == "9"
        assert form.query_one("#name-1", Input).value == "Bo"
        helps = [str(line.content) for line in form.query(".help").results(Static)]
        assert {
            "How fast. (slow, quick)",
            "What is said. (1 to 9 letters)",
            "Whether it is late. (yes or no)",
            "What is sung. (the path of a file; empty: none)",
        } <= set(helps)
        form.query_one("#option-motto", Input).value = "much too long"
        await press_keys(pilot, "f5")
        assert "1 to 9 printable characters" in widget_text(pilot, "#error")
        form.query_one("#option-motto", Input).value = "and wit"
        filled = {"stones": 15, "pace": "quick", "motto": "and wit", "late": False, "song": "old.json\n{}"}
        assert form.read_form().options == filled
        song = form.query_one("#option-song", Input)
        assert song.value == "old.json"
        song.value = str(tmp_path)
        await press_keys(pilot, "f5")
        assert "is a folder; name a file for the option song." in widget_text(pilot, "#error")
        song.value = str(tmp_path / "tune.json")
        assert form.read_form().options == {**filled, "song": "tune.json\n[]"}
        song.value = ""
        assert form.read_form().options == {**filled, "song": ""}
        form.query_one("#player-1", Select).value = "py"
        form.query_one("#argument-1", Input).value = f"{tmp_path}:Bot"
        assert form.read_form().seats == ["human", f"py:{tmp_path}:Bot"]
        form.query_one("#player-1", Select).value = "exec"
        form.query_one("#argument-1", Input).value = "./mybot --deep"
        assert form.read_form().seats == ["human", "exec:./mybot --deep"]
        await pilot.click("#back")
        await wait_for_screen(pilot, MainMenu)

    run_screen(play)


# Leaving the program.


class ScriptedApp(ParlourApp):
    """The screen without a terminal, with scripted keys."""

    keys: tuple[str, ...] = ()

    def run(self, **more: object) -> int | None:
        async def use(pilot: Pilot[object]) -> None:
            await press_keys(pilot, *self.keys)

        return super().run(headless=True, auto_pilot=use)


def test_quitting_is_a_success_and_tells_how_to_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kept.parlour"
    setup = bones_setup()
    setup.save = file
    app = ScriptedApp(open_match(setup), True)
    app.keys = ("1", "q", "down", "down", "enter")
    assert run_app(app) == 0
    assert f"Go on with: parlour play bones --load {files.running_matches()[0]}" in capsys.readouterr().out
    loaded = open_match(PlaySetup(load=file))
    assert "Fishscale" in loaded.board_text()
    loaded.close()


def test_ctrl_c_is_passed_on() -> None:
    app = ScriptedApp()
    app.keys = ("ctrl+c",)
    with pytest.raises(KeyboardInterrupt):
        run_app(app)


REAL_TERMINAL_SCRIPT = """
from parlour import games, terminal
setup = terminal.PlaySetup(game=games.find("bones"), options={"tutorial": False}, seed=1)
try:
    terminal.play(setup)
except KeyboardInterrupt:
    raise SystemExit(130)
"""
MENU_SCRIPT = """
from parlour import terminal
try:
    terminal.menu()
except KeyboardInterrupt:
    raise SystemExit(130)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize(
    ("code", "sign", "last"),
    [(REAL_TERMINAL_SCRIPT, b"Which way?", b"parlour play bones --load"), (MENU_SCRIPT, b"What shall we play?", b"")],
)
def test_a_real_terminal_gets_the_full_screen_and_ctrl_c_gives_it_back(code: str, sign: bytes, last: bytes) -> None:
    ours, theirs = os.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(Path(games.__file__).parents[2]), "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    shown = b""
    try:
        while sign not in shown:
            shown += os.read(ours, 65536)
        os.write(ours, b"\x03")
        with contextlib.suppress(OSError):  # Linux raises this when the other end is closed
            while chunk := os.read(ours, 65536):
                shown += chunk
        assert process.wait(60) == 130
    finally:
        process.kill()
        os.close(ours)
    assert b"\x1b[?1049l" in shown  # the terminal is restored
    assert last in shown.split(b"\x1b[?1049l")[-1]


# Colours.


def painted_colours(content: object) -> dict[str, set[str]]:
    """Returns the painted texts by colour."""
    assert isinstance(content, Content)
    found: dict[str, set[str]] = {}
    for span in content.spans:
        found.setdefault(str(span.style), set()).add(content.plain[span.start : span.end])
    return found


def test_things_are_painted_in_the_colour_printed_on_them() -> None:
    """Only whole words, the longest name first, on the board and on pages; the text itself is unchanged."""
    setup = PlaySetup(game=TOWN, seats=["human", "random"], seed=1)

    async def play(pilot: Pilot[int]) -> None:
        match = match_screen(pilot)
        board = pilot.app.screen.query_one("#board", Static).content
        painted = painted_colours(board)
        assert str(board) == match.board.text
        assert {"blue", "WF", "Wheat Field"} <= painted["$ink-blue"]
        assert {"green", "Bakery"} <= painted["$ink-green"]
        assert {"AP", "Amusement Park"} <= painted["$ink-orange"]
        assert not any("Park" in words for words in painted.values())
        await pilot.press("p")
        page = pilot.app.screen.query(Static).filter(".text").first().content
        assert {"Cafe", "red"} <= painted_colours(page)["$ink-red"]

    run_screen(play, setup, LARGE)


@dataclass(frozen=True)
class DealtView(MagpieView):
    colours: tuple[int, ...]


def test_seats_have_the_colours_that_a_game_deals() -> None:
    """On the board, in the headline and in the log; a seat without a colour stays plain."""

    def dealt_view(state: State, seat: int) -> DealtView:
        return DealtView(**asdict(magpie_view(state, seat)), colours=(4, 0, -1))

    game = MAGPIE._replace(view=dealt_view)
    setup = PlaySetup(game=game, seats=["human", "human", "human"], names=["Ann", "Bob", "Annabel"], seed=1)

    async def play(pilot: Pilot[int]) -> None:
        await pilot.press("enter")
        await wait_until(pilot, lambda: match_screen(pilot).stage == ASKING)
        screen = pilot.app.screen
        for shown in ("#board", "#title"):
            painted = painted_colours(screen.query_one(shown, Static).content)
            assert painted == {"$seat-4": {"Ann"}, "$seat-0": {"Bob"}}, shown

    run_screen(play, setup, LARGE)
    paint = TextPainter(game)
    paint.set_seat_colours(["Ann", "Bob"], dealt_view(game.start(2, {"stones": 15}, None), 0))
    line = LogLineWidget(TableLogLine(1, SYSTEM, "Bob buys a pearl for 3.", False, None), False, paint.paint_names)
    assert painted_colours(line.content) == {"$seat-0": {"Bob"}}


def test_the_terminal_s_colours_are_those_of_the_browser() -> None:
    css = (ROOT / "src/parlour/web/kit/tokens.css").read_text()
    for number in range(7):
        light, dark = LIGHT.variables[f"seat-{number}"], DARK.variables[f"seat-{number}"]
        assert f"--seat-{number}: light-dark({light}, {dark});" in css


def test_every_icon_and_colour_of_log_lines_is_known_to_all_screens() -> None:
    web = ROOT / "src/parlour/web/kit"
    icons = (web / "icons.ts").read_text()
    css = (web / "tokens.css").read_text()
    assert tuple(LOG_MARKS) == ICONS
    assert len(set(LOG_MARKS.values())) == len(ICONS)
    assert all(f"\n  {icon}:" in icons for icon in ICONS)
    for colour in COLOURS:
        assert f"\n  --{colour}: light-dark(" in css
        assert f".line.{colour} {{" in STYLESHEET
        assert all(f"log-{colour}" in theme.variables for theme in (DARK, LIGHT))


def test_a_game_without_colours_stays_plain() -> None:
    assert TextPainter(BONES)("Gullwing Landing, red and blue").spans == []
    assert [(span.start, span.end) for span in TextPainter(TOWN)("Mines, a mine, Mine").spans] == [(15, 19)]


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_colours_have_enough_contrast(theme: Theme) -> None:
    """Contrast of at least 4.5 to 1."""
    paper = Color.parse(str(theme.background))
    for ink in INKS:
        light, dark = sorted((luminance(paper), luminance(Color.parse(theme.variables[f"ink-{ink}"]))), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, ink


def luminance(color: Color) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
