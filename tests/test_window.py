"""The native window: whole matches by mouse and keys, the start page, settings, and what can go wrong."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

if os.environ.get("PARLOUR_REQUIRE") != "all":
    pytest.importorskip("pygame")

import pygame

from parlour import games
from parlour.kernel.problem import Problem
from parlour.window.board_kit import load_board
from parlour.window.default_board import DefaultBoard
from parlour.window.layout import Box, fit_cards, flow, nearest_box
from parlour.window.match_flow import ASKING, CURTAIN, LEARNING, MOVING, OVER, READING, THINKING
from parlour.window.picture_cache import Pictures
from parlour.window.setup_scene import SetupScene
from parlour.window.start_scene import StartScene, seat_range
from parlour.window.view_description import describe_view
from parlour.window.window_settings import WindowSettings, load_settings, settings_path
from tests.window_driver import opened_window, window_match

pytestmark = pytest.mark.usefixtures("home")
ALONE = ["human", "human"]  # without bots, and so without their process


# Whole matches.


def test_a_whole_match_of_magpie_with_the_mouse() -> None:
    with window_match("magpie", (1024, 640)) as driver:
        driver.play(50)
        assert driver.match_scene.flow.stage == OVER
        assert "Play again" in driver.names()
        driver.click("Look at the board")
        driver.click("Show the result")
        driver.click("Play again")
        assert isinstance(driver.app.scene, SetupScene)


def test_a_whole_match_of_magpie_with_the_keyboard() -> None:
    with window_match("magpie") as driver:
        driver.play(50, by_keys=True)
        assert driver.match_scene.flow.stage == OVER


def test_bones_is_played_on_with_stories_between() -> None:
    with window_match("bones", options={"tutorial": False}) as driver:
        driver.play(40)
        stage = driver.match_scene.flow.stage
        assert stage in (ASKING, READING, OVER)


@pytest.mark.parametrize("game", ["hunter", "stumped"])
def test_longer_games_are_played_on_with_mouse_and_keys(game: str) -> None:
    with window_match(game) as driver:
        assert driver.play(12) == 12
        assert driver.play(6, by_keys=True) == 6


def test_a_match_of_bots_can_be_watched() -> None:
    with window_match("harmonictook", seats=["random", "random"], options={"max_turns": 12}) as driver:
        assert driver.match_scene.flow.stage == OVER
        assert driver.match_scene.flow.match.front_seat < 0


# Questions.


def test_undo_takes_the_last_answer_back() -> None:
    with window_match("stumped", seats=ALONE) as driver:
        before = driver.view()
        driver.click(f"tile {before.beavers[0][3]}")
        assert driver.view().unit >= 0
        driver.click("undo")
        assert driver.view() == before
        driver.press(pygame.K_u, "u")
        assert "nothing can be taken back" in driver.match_scene.flow.note


def test_the_coach_answers_below_the_board() -> None:
    with window_match("magpie") as driver:
        driver.press(pygame.K_h, "h")
        assert driver.match_scene.flow.hints
        assert driver.match_scene.panel.shown_hints()


def test_a_closed_choice_says_why() -> None:
    with window_match("bones", options={"tutorial": False}) as driver:
        for _ in range(60):
            menu = driver.match_scene.flow.menu
            closed = [choice for choice in menu.choices if choice.refusal] if menu else []
            if closed:
                driver.click(f"choice {closed[0].number}")
                assert "(rule" in driver.match_scene.flow.note
                return
            driver.play(1)
        raise AssertionError("no choice was ever closed")


def test_the_device_is_passed_on_behind_a_curtain() -> None:
    with window_match("magpie", seats=["human", "human"], names=["Ann", "Bob"]) as driver:
        assert driver.match_scene.flow.stage == CURTAIN
        driver.click("I am Ann")
        driver.play(1)
        assert driver.match_scene.flow.stage == CURTAIN
        driver.press(pygame.K_F1)
        assert driver.match_scene.dialog is None  # no page of Ann's can be opened now
        driver.app.settings.pace = "slow"
        driver.match_scene.flow.clock = lambda: 0.0  # no time passes
        driver.app.click(driver.spot("I am Bob").box.centre)
        assert driver.match_scene.flow.match.front_seat == 1
        assert driver.match_scene.flow.position.viewer == 1  # even while something still moves
        driver.match_scene.flow.end_step()


def test_a_page_left_open_is_closed_when_the_device_is_passed_on() -> None:
    with window_match("hunter", seats=["human", "random", "human"]) as driver:
        scene, was_thinking = driver.match_scene, False
        while not (was_thinking and scene.flow.stage == CURTAIN):
            scene.dialog = None
            sight = scene.sight()
            if sight.choices:
                sight.answer(next(filter(sight.is_open, sight.choices)))
            else:
                scene.flow.acknowledge()
            was_thinking = scene.flow.stage == THINKING
            if was_thinking:
                scene.show_pages()
            driver.wait_until_still()
        assert scene.dialog is None
        driver.press(pygame.K_ESCAPE)
        assert "Stay" in driver.names()  # the curtain's own dialog stays open


def test_digits_do_not_answer_a_later_question() -> None:
    with window_match("magpie") as driver:
        driver.press(pygame.K_1, "1")
        assert "Enter takes" in driver.match_scene.flow.note
        driver.match_scene.sight().answer("bid 2")  # as a board does
        driver.wait_until_still()
        assert driver.match_scene.flow.stage == ASKING
        question = driver.match_scene.match.question_id()
        driver.press(pygame.K_RETURN)
        assert driver.match_scene.match.question_id() == question


def test_no_board_takes_a_key_that_every_match_needs() -> None:
    with window_match("magpie", seats=ALONE) as driver:
        needed = {*driver.match_scene.commands(), "enter", "space", "tab"}
    for name in games.names():
        board, _ = load_board(games.find(name), DefaultBoard)
        assert not needed & set(board.keys), name


def test_hints_are_found_without_the_table() -> None:
    with window_match("magpie", seats=ALONE) as driver:
        driver.press(pygame.K_RETURN)
        find_hints = driver.match_scene.match.prepare_hints()
        before = find_hints()
        driver.play(1)
        assert before
        assert find_hints() == before  # though the match has gone on


def test_a_lesson_leads_page_by_page() -> None:
    with window_match("magpie", lesson="first", seed=None) as driver:
        assert driver.match_scene.flow.stage == LEARNING
        driver.click("Next")
        assert driver.match_scene.sight().looks
        driver.click("Leave the lesson")
        driver.click("Play on")
        assert not driver.match_scene.match.table.match.is_scripted()


def test_the_pages_can_be_turned() -> None:
    with window_match("harmonictook", seats=ALONE) as driver:
        driver.press(pygame.K_F1)
        driver.click("Odds")
        assert driver.match_scene.dialog is not None
        driver.press(pygame.K_ESCAPE)
        assert "undo" in driver.names()


def test_what_moves_can_be_skipped() -> None:
    with window_match("harmonictook", seats=ALONE) as driver:
        driver.app.settings.pace = "slow"
        flow = driver.match_scene.flow
        flow.clock = lambda: 0.0  # no time passes
        flow.answer(flow.menu.choices[0].action if flow.menu else 0)
        assert flow.stage == MOVING
        driver.app.draw()
        driver.app.click(driver.spot("skip").box.centre)
        assert flow.stage == ASKING


def test_nothing_is_drawn_while_nothing_happens() -> None:
    with window_match("harmonictook", seats=ALONE) as driver:
        before = driver.app.drawings
        for _ in range(5):
            driver.app.step(5)
        assert driver.app.drawings == before


# Saves.


def test_a_saved_match_is_on_the_start_page() -> None:
    with window_match("magpie") as driver:
        driver.play(1)
        driver.press(pygame.K_s, "", pygame.KMOD_CTRL)
        driver.type("evening")
        driver.press(pygame.K_RETURN)
        assert "Saved as" in driver.match_scene.flow.note
        driver.press(pygame.K_ESCAPE)
        driver.click("To the start")
        assert isinstance(driver.app.scene, StartScene)
        assert len(driver.app.scene.unfinished) == len(driver.app.scene.saves) == 1
        driver.click("match ")
        assert driver.match_scene.flow.stage == ASKING


def test_a_save_is_deleted_after_a_question() -> None:
    with window_match("harmonictook", seats=ALONE) as driver:
        driver.match_scene.match.files.save("evening")
        driver.app.show_start()
        driver.wait_until_still()
        for _ in range(2):
            driver.click("delete ")
            driver.click("Delete it for good")
        assert isinstance(driver.app.scene, StartScene)
        assert driver.app.scene.unfinished == driver.app.scene.saves == []


def test_a_broken_save_is_reported_and_nothing_else_happens(home: Path) -> None:
    (home / "saves").mkdir(parents=True)
    (home / "saves" / "broken.parlour").write_text("this is no record\n")
    with opened_window() as driver:
        driver.app.show_start()
        driver.wait_until_still()
        driver.click("match ")
        assert isinstance(driver.app.scene, StartScene)
        assert "broken.parlour" in driver.app.scene.problem


# Start and set-up.


def test_a_match_is_set_up_and_started_by_mouse() -> None:
    with opened_window((1024, 640)) as driver:
        driver.app.show_start()
        driver.wait_until_still()
        driver.click("play harmonictook")
        driver.click("seats 3")
        driver.click("seat 1 hard")
        driver.click("setup name 0")
        driver.type("Ann")
        driver.click("harbor yes")
        driver.click("Start")
        table = driver.match_scene.match.table
        assert [seat.name for seat in table.match.seats] == ["Ann", "Hard", "Easy"]
        assert table.options["harbor"] is True


def test_a_wrong_field_is_named_in_the_form() -> None:
    with opened_window() as driver:
        driver.app.show_setup(games.find("magpie"))
        driver.wait_until_still()
        driver.click("setup seed")
        driver.type("tomorrow")
        driver.press(pygame.K_RETURN)
        assert isinstance(driver.app.scene, SetupScene)
        assert "seed" in driver.app.scene.problem


def test_text_and_enter_at_once_count_in_this_order() -> None:
    with opened_window() as driver:
        driver.app.show_setup(games.find("magpie"))
        driver.wait_until_still()
        driver.click("setup seed")
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text="tomorrow"))
        driver.press(pygame.K_RETURN)
        assert isinstance(driver.app.scene, SetupScene)
        assert "seed" in driver.app.scene.problem


def test_a_field_takes_no_control_characters_and_no_novel() -> None:
    with opened_window() as driver:
        driver.app.show_setup(games.find("magpie"))
        driver.wait_until_still()
        driver.click("setup name 0")
        driver.type("A\0n\nn\ud800")
        pygame.scrap.put_text("!" * 1000)
        driver.press(pygame.K_v, "", pygame.KMOD_CTRL)
        driver.press(pygame.K_BACKSPACE)
        assert isinstance(driver.app.scene, SetupScene)
        name = driver.app.scene.names[0]
        assert name.startswith("Ann!")
        assert len(name) == 199


def test_only_the_users_own_programs_are_not_offered() -> None:
    game = games.find("magpie")
    game = game._replace(bots={**game.bots, "pyramid": game.bots["thrifty"]})
    with opened_window() as driver:
        scene = SetupScene(driver.app, game)
        offered = set()
        for _ in range(20):
            scene.next_bot(1)
            offered.add(scene.players[1])
    assert "pyramid" in offered
    assert not offered & {"py", "exec"}


def test_a_game_says_for_how_many_it_is() -> None:
    game = games.find("magpie")
    assert [seat_range(game._replace(seats=seats)) for seats in ((1,), (4,), (2, 3, 4))] == ["alone", "4", "2-4"]


# The window.


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080), (3840, 2160), (700, 400)])
def test_every_size_shows_at_least_the_smallest_layout(size: tuple[int, int]) -> None:
    with window_match("harmonictook", size, seats=ALONE) as driver:
        assert driver.app.frame.box.w >= 1023
        assert driver.app.frame.box.h >= 639
        driver.click("choice 1")
        assert driver.view().turn > 1


def test_theme_zoom_and_pace_are_kept(home: Path) -> None:
    with window_match("harmonictook", seats=ALONE) as driver:
        driver.click("theme")
        driver.press(pygame.K_EQUALS, "", pygame.KMOD_CTRL)
        driver.click("pace")
    kept = load_settings()
    assert (kept.theme, kept.zoom, kept.pace) == ("dark", 1.1, "slow")


def test_settings_need_no_folder_and_no_disk(home: Path) -> None:
    WindowSettings(theme="dark").save()
    assert load_settings().theme == "dark"
    settings_path().unlink()
    settings_path().mkdir()
    WindowSettings(theme="dark").save()  # cannot be written, which disturbs nobody
    assert load_settings().theme == "light"


def test_wrong_settings_become_the_defaults(home: Path) -> None:
    home.mkdir()
    settings_path().write_text(json.dumps({"theme": "pink", "pace": 7, "sound": False, "zoom": 99.0}))
    assert load_settings() == WindowSettings(sound=False, zoom=2.0)
    settings_path().write_text("[broken")
    assert load_settings() == WindowSettings()


def test_tab_and_arrows_reach_everything() -> None:
    with window_match("harmonictook", seats=ALONE) as driver:
        for _ in range(3):
            driver.press(pygame.K_TAB)
        focused = driver.app.hands.focus
        assert focused in driver.names()
        driver.press(pygame.K_RIGHT)
        assert driver.app.hands.focus != focused
        driver.press(pygame.K_RETURN)


def test_without_the_extra_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    from parlour.window import run_window

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(Problem, match=r"The window needs the package pygame-ce.* install it with `.*pip install"):
        run_window(None)


@pytest.mark.parametrize("wrong", [{}, {"SDL_VIDEODRIVER": "nowhere"}], ids=["none", "unknown"])
def test_without_a_window_system_one_sentence_and_exit_code_2(home: Path, wrong: dict[str, str]) -> None:
    blank = dict.fromkeys(("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"), "")
    environment = {**os.environ, **(wrong or blank), "PARLOUR_HOME": str(home)}
    command = [sys.executable, "-m", "parlour", "window", "magpie"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "parlour play" in done.stderr


# Parts.


def test_cards_are_as_large_as_they_can_be() -> None:
    grid = fit_cards(15, Box(0, 0, 760, 300), 6, 0.7, 150)
    assert (grid.columns, grid.rows) == (8, 2)
    assert grid.cell(Box(0, 0, 760, 300), 8, 6).y == pytest.approx(grid.h + 6)


def test_cards_that_could_not_be_larger_stand_in_even_rows() -> None:
    assert fit_cards(10, Box(0, 0, 1200, 500), 6, 0.7, 150)[:2] == (5, 2)
    assert fit_cards(2, Box(0, 0, 400, 200), 6, 1, 60)[:2] == (2, 1)


def test_a_board_that_does_not_load_is_replaced_by_the_plain_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "lame_game").mkdir()
    (tmp_path / "lame_game" / "__init__.py").write_text("")
    (tmp_path / "lame_game" / "window.py").write_text("raise RuntimeError('no paint')\n")
    monkeypatch.syspath_prepend(tmp_path)
    game = games.find("magpie")._replace(home="lame_game")
    board, problem = load_board(game, DefaultBoard)
    assert isinstance(board, DefaultBoard)
    assert "no paint" in problem


def test_words_flow_into_lines() -> None:
    boxes = flow([60, 60, 60], Box(0, 0, 130, 100), 20, 5)
    assert [(box.x, box.y) for box in boxes] == [(0, 0), (65, 0), (0, 25)]


def test_indents_and_line_breaks_survive_wrapping() -> None:
    with opened_window() as driver:
        canvas = driver.app.frame.canvas
        assert canvas.wrap("  one\n   two  three", 400) == ["  one", "   two  three"]
        assert canvas.wrap("one two three four", 90) == ["one two", "three four"]


def test_pictures_are_drawn_in_the_wanted_size(tmp_path: Path) -> None:
    cache = Pictures()
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">'
    wide = f'{head}<rect width="20" height="10" fill="#ff0000"/></svg>'
    (tmp_path / "wide.svg").write_text(wide)
    (tmp_path / "broken.png").write_text("no picture")
    with opened_window():
        pygame.image.save(pygame.Surface((40, 20)), str(tmp_path / "photo.png"))
        assert cache.drawing(wide, 40, 20).get_at((20, 10))[:3] == (255, 0, 0)
        assert cache.file(tmp_path / "wide.svg", 100, 50).get_size() == (100, 50)
        assert cache.file(tmp_path / "photo.png", 100, 100).get_size() == (100, 50)
        assert cache.file(tmp_path / "broken.png", 100, 100).get_size() == (1, 1)


def test_a_job_that_fails_is_reported() -> None:
    told: list[str] = []

    def fail() -> None:
        raise ValueError("no luck")

    with opened_window() as driver:
        driver.app.jobs.start(fail, lambda _: told.append("done"), lambda problem: told.append(str(problem)))
        while driver.app.jobs.running:
            driver.app.step(20)
    assert "no luck" in told[0]


def test_arrows_find_the_nearest_box() -> None:
    boxes = [Box(0, 0, 10, 10), Box(20, 0, 10, 10), Box(0, 20, 10, 10)]
    assert [nearest_box(boxes, 0, way) for way in ("right", "down", "left", "up")] == [1, 2, -1, -1]


def test_a_view_is_described_by_its_fields() -> None:
    game = games.find("magpie")
    view = game.view(game.start(2, {option.name: option.default for option in game.options}, None), 0)
    found = describe_view(game, view, 2)
    assert [column.label for column in found.columns] == ["Purse", "Hoard"]
    assert [one.label for one in found.lists] == ["Bag"]
    assert found.lists[0].items[0].label == "button"
