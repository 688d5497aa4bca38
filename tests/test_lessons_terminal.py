"""Lessons in the terminal: typed line by line, and with keys on the full screen."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from parlour import cli, games
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.problem import Problem
from parlour.play.open_match import open_match
from parlour.play.play_setup import PlaySetup
from parlour.store import files
from parlour.table.lesson import SAY, load_lesson
from parlour.table.verify import verify
from parlour.terminal.lesson_card import LessonCard
from parlour.terminal.match_screen import ASKING, LEARNING, THINKING, MatchScreen
from parlour.terminal.plain_match import play_plain
from parlour.terminal.plain_menu import run_plain_menu
from parlour.terminal.popups import QuestionPopup
from parlour.terminal.question_bar import KeyHints
from parlour.terminal.terminal_app import MainMenu
from tests.test_lessons import every_lesson
from tests.test_terminal import (
    LARGE,
    current_sitting,
    log_text,
    match_screen,
    option_texts,
    press_keys,
    run_screen,
    wait_for_screen,
    wait_until,
    widget_text,
)

MAGPIE = games.find("magpie")
LESSON = PlaySetup(game=MAGPIE, lesson="first")
ALL_ANSWERS = ["", "", "", "4", "", "0", "", "6", "", ""]  # to the end of the lesson


@pytest.fixture(autouse=True)
def temporary_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_HOME", str(tmp_path))


def play_typed(setup: PlaySetup, lines: Sequence[str]) -> str:
    out = io.StringIO()
    assert play_plain(setup, io.StringIO("".join(f"{line}\n" for line in lines)), out) == 0
    return out.getvalue()


# Line by line.


def test_a_whole_lesson_and_a_match_to_its_end() -> None:
    output = play_typed(LESSON, [*ALL_ANSWERS, *["0"] * 9])
    for page in range(1, 11):
        assert f"[A magpie's first trinkets ({page} of 10)]" in output
    assert "Pica buys a silver spoon for 4." in output
    assert "A tie: a gold ring is spoiled." in output
    assert "-- Enter: play on --" in output
    assert "The lesson is over. From here on luck is luck, and every choice is yours." in output
    assert "Robin wins." in output
    (record,) = (files.data_folder() / "records").glob("*.parlour")
    assert verify(games.find, files.load_record(record)).summary() == "holds, begun as the lesson first"


@pytest.mark.parametrize(("game", "name"), every_lesson(), ids=[f"{game.name}-{name}" for game, name in every_lesson()])
def test_every_lesson_line_by_line(game: Game, name: str) -> None:
    lesson = load_lesson(game, name)
    notation = game_for_options(game, lesson.options).text.notation
    lines = ["" if step.kind == SAY else notation(step.allow[0]) for step in lesson.steps if step.say]
    output = play_typed(PlaySetup(game=game, lesson=name), lines)
    assert f"({len(lesson.page_steps())} of {len(lesson.page_steps())})]" in output
    assert "The lesson is over." in output
    assert "none of the choices" not in output


def test_only_what_is_open_is_listed_and_the_rest_is_refused_in_the_coachs_words() -> None:
    output = play_typed(LESSON, ["", "", "", "9", "bid 16", "what", "4"])
    after_question = output.partition("Bid 4 or 5 this time.")[2]
    assert "  4  Bid 4\n  5  Bid 5\n> 9\n" in after_question
    assert "> 9\nA spoon is worth 4: bid 4 or 5, so that we both learn something.\n" in after_question
    assert "You cannot bid more stones than your purse holds (rule 2)." in after_question
    assert "'what' is none of the choices" in after_question
    assert "Pica buys a silver spoon for 4." in after_question


def test_a_page_is_not_answered_but_read() -> None:
    output = play_typed(LESSON, ["4", "help", "?", "undo", "board", "next"])
    assert "Nothing is asked on this page of the lesson" in output
    assert "skip         leave the lesson and play on" in output
    assert "There are no hints during a lesson" in output
    assert "You have not answered anything yet." in output
    assert "(2 of 10)]" in output


def test_a_board_that_has_not_changed_is_not_drawn_again() -> None:
    output = play_typed(LESSON, ["", "", ""])
    assert output.count("The first trinket is still in the bag.") == 1


def test_a_lesson_is_left_with_a_command() -> None:
    output = play_typed(LESSON, ["", "skip", "skip", "0"])
    assert "The lesson is over." in output
    assert "No lesson is running here; answer the question." in output
    assert "(3 of 10)]" not in output


def test_a_lesson_goes_on_at_the_page_where_it_was_left() -> None:
    output = play_typed(LESSON, ALL_ANSWERS[:5])
    assert "The match is kept. Go on with: parlour play magpie --load" in output
    (left,) = files.running_matches()
    output = play_typed(PlaySetup(load=left), ALL_ANSWERS[5:])
    assert "(6 of 10)]" in output
    assert "(5 of 10)]" not in output
    assert "The lesson is over." in output


def test_a_saved_lesson_is_a_lesson_when_it_is_loaded() -> None:
    play_typed(LESSON, ["", "save halfway"])
    output = play_typed(PlaySetup(load=files.save_path("halfway")), ALL_ANSWERS[1:])
    assert "(2 of 10)]" in output
    assert "The lesson is over." in output


def test_the_learner_brings_a_name() -> None:
    output = play_typed(PlaySetup(game=MAGPIE, lesson="first", names=["Lea"]), ALL_ANSWERS[:4])
    assert "Lea buys a silver spoon for 4." in output
    with pytest.raises(Problem, match="Another player in this lesson is called Robin"):
        open_match(PlaySetup(game=MAGPIE, lesson="first", names=["Robin"]))


def test_the_menu_offers_lessons() -> None:
    out = io.StringIO()
    assert run_plain_menu(io.StringIO(""), out) == 0
    row = next(line for line in out.getvalue().splitlines() if "Learn Magpie: A magpie's first trinkets" in line)
    number = row.split()[0]
    out = io.StringIO()
    run_plain_menu(io.StringIO(f"{number}\n\n"), out)
    assert "(2 of 10)]" in out.getvalue()


# The command line.


def test_learn_from_the_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n\n\n4\n"))
    assert cli.run(["learn", "magpie", "--plain", "--name", "Lea"]) == 0
    assert "Lea buys a silver spoon for 4." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["learn", "bones"], "parlour: Baldur's Bones has no lessons; choose another game, or read its rules.\n"),
        (["learn", "magpie", "last"], "parlour: Magpie has no lesson 'last'; choose one of first.\n"),
        (["learn", "chess"], "parlour: There is no game 'chess'; choose one of"),
    ],
)
def test_unknown_lessons_are_refused(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert cli.run(words) == 2
    assert capsys.readouterr().err.startswith(sentence)


def test_lessons_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["games", "--json"]) == 0
    rows = {row["id"]: row["lessons"] for row in json.loads(capsys.readouterr().out)}
    assert rows["bones"] == []
    assert [lesson["id"] for lesson in rows["magpie"]] == ["first"]
    assert set(rows["magpie"][0]) == {"id", "title", "about"}
    cli.run(["games"])
    assert "  parlour learn magpie first  A magpie's first trinkets\n" in capsys.readouterr().out
    cli.run([])
    assert "parlour learn GAME" in capsys.readouterr().out


# The full screen.


def coach_text(pilot: Pilot[int]) -> str:
    card = pilot.app.screen.query_one(LessonCard)
    return f"{card.border_title}: {card.content}" if card.display else ""


async def wait_for_page(pilot: Pilot[int], number: int) -> None:
    await wait_until(
        pilot, lambda: f"({number} of 10)" in coach_text(pilot) and match_screen(pilot).stage in (LEARNING, ASKING)
    )


def test_a_whole_lesson_on_the_full_screen() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await wait_for_page(pilot, 1)
        assert "You are a magpie, and so is Robin." in coach_text(pilot)
        assert not pilot.app.screen.query_one("#choices").display
        assert widget_text(pilot, "#question") == "Enter: next"
        await press_keys(pilot, "enter")
        await wait_for_page(pilot, 2)
        await pilot.click("#coach")
        await wait_for_page(pilot, 3)
        await press_keys(pilot, "space")
        await wait_for_page(pilot, 4)
        assert match_screen(pilot).stage == ASKING
        assert any("Bid 9   no: A spoon is worth 4" in row for row in option_texts(pilot))
        await press_keys(pilot, "9")
        assert widget_text(pilot, "#note").startswith("No: A spoon is worth 4")
        choices = pilot.app.screen.query_one("#choices", OptionList)
        assert choices.highlighted == 4  # the first open choice
        await press_keys(pilot, "enter")
        await wait_for_page(pilot, 5)
        assert "Pica buys a silver spoon for 4." in log_text(pilot)
        await press_keys(pilot, "enter", "0")
        await wait_for_page(pilot, 7)
        await press_keys(pilot, "enter", "6")
        await wait_for_page(pilot, 9)
        await press_keys(pilot, "enter")
        await wait_for_page(pilot, 10)
        assert widget_text(pilot, "#question") == "Enter: play on"
        await press_keys(pilot, "enter")
        await wait_until(pilot, lambda: match_screen(pilot).stage == ASKING)
        assert coach_text(pilot) == ""
        assert not current_sitting(pilot).table.match.is_scripted()
        assert "The lesson is over." in log_text(pilot)

    run_screen(play, LESSON)


@pytest.mark.long
@pytest.mark.parametrize(("game", "name"), every_lesson(), ids=[f"{game.name}-{name}" for game, name in every_lesson()])
def test_every_lesson_on_the_full_screen(game: Game, name: str) -> None:
    lesson = load_lesson(game, name)
    notation = game_for_options(game, lesson.options).text.notation

    async def play(pilot: Pilot[int]) -> None:
        for number, at in enumerate(lesson.page_steps(), 1):
            place = f"({number} of {len(lesson.page_steps())})"
            await wait_until(
                pilot,
                lambda place=place: place in coach_text(pilot) and match_screen(pilot).stage != THINKING,  # type: ignore[misc]
            )
            if lesson.steps[at].kind == SAY:
                await press_keys(pilot, "enter")
            else:
                await press_keys(pilot, "slash")
                pilot.app.screen.query_one("#typing", Input).value = notation(lesson.steps[at].allow[0])
                await press_keys(pilot, "enter")
        await wait_until(pilot, lambda: not current_sitting(pilot).table.match.is_scripted())

    run_screen(play, PlaySetup(game=game, lesson=name), size=LARGE)


def test_things_that_the_coach_mentions_are_highlighted() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await press_keys(pilot, "enter", "enter")
        await wait_for_page(pilot, 3)
        board = pilot.app.screen.query_one("#board", Static).visual
        lit = [board.plain[span.start : span.end] for span in board.spans if "reverse" in str(span.style)]  # type: ignore[attr-defined]
        assert set(lit) == {"bag"}

    run_screen(play, LESSON)


def test_the_keys_of_a_lesson() -> None:
    async def play(pilot: Pilot[int]) -> None:
        keys = pilot.app.screen.query_one(KeyHints)
        assert "Leave the lesson" in str(keys.content)
        assert "Undo" not in str(keys.content)
        await press_keys(pilot, "x")
        await wait_for_screen(pilot, QuestionPopup)
        await press_keys(pilot, "enter")  # the lesson goes on
        await wait_for_screen(pilot, MatchScreen)
        assert current_sitting(pilot).table.match.is_scripted()
        await press_keys(pilot, "x")
        await wait_for_screen(pilot, QuestionPopup)
        await press_keys(pilot, "down", "enter")
        await wait_for_screen(pilot, MatchScreen)
        await wait_until(pilot, lambda: match_screen(pilot).stage == ASKING)
        assert not current_sitting(pilot).table.match.is_scripted()
        assert "Leave the lesson" not in str(keys.content)
        await press_keys(pilot, "x")  # an ordinary letter now
        assert pilot.app.screen.query_one("#typing").display

    run_screen(play, LESSON)


def test_the_first_screen_offers_lessons_and_resumes_them() -> None:
    async def play(pilot: Pilot[int]) -> None:
        await wait_for_screen(pilot, MainMenu)
        menu = pilot.app.screen.query_one("#menu", OptionList)
        menu.highlighted = menu.get_option_index("learn-magpie/first")
        await press_keys(pilot, "enter")
        await wait_for_screen(pilot, MatchScreen)
        await press_keys(pilot, "enter")
        await wait_for_page(pilot, 2)

    run_screen(play)
    (left,) = files.running_matches()

    async def again(pilot: Pilot[int]) -> None:
        await wait_for_page(pilot, 2)

    run_screen(again, PlaySetup(load=left))
