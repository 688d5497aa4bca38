"""Hunter & Apprentice in the native window: two clicks send the tokens, battles have their stage."""

from __future__ import annotations

import os

import pytest

if os.environ.get("PARLOUR_REQUIRE") != "all":
    pytest.importorskip("pygame")

from parlour.games.hunter.window import Board
from parlour.window.match_flow import ASKING, OVER
from tests.window_driver import WindowDriver, window_match

pytestmark = pytest.mark.usefixtures("home")


def board_of(driver: WindowDriver) -> Board:
    assert isinstance(driver.match_scene.board, Board)
    return driver.match_scene.board


def open_places(driver: WindowDriver) -> list[int]:
    sight = driver.match_scene.sight()
    return [place for place in range(7) if board_of(driver).can_send(sight, place)]


def test_two_clicks_send_hunter_and_apprentice() -> None:
    with window_match("hunter") as driver:
        hunter = open_places(driver)[0]
        driver.click(f"place {hunter}")
        assert board_of(driver).hunter == hunter
        apprentice = next(place for place in open_places(driver) if place != hunter)
        driver.click(f"place {apprentice}")
        assert driver.view().hunter[0] == hunter
        assert driver.view().apprentice[0] == apprentice


def test_the_next_player_does_not_see_a_half_made_choice() -> None:
    with window_match("hunter", seats=["human", "human"], names=["Ann", "Bob"]) as driver:
        driver.click("I am Ann")
        driver.click(f"place {open_places(driver)[0]}")
        while driver.match_scene.flow.stage == ASKING:
            driver.play(1)  # with the buttons below the board instead
        driver.click("I am Bob")
        assert driver.match_scene.flow.stage == ASKING
        assert board_of(driver).hunter == -1


def test_a_dummy_says_that_it_stands_there() -> None:
    with window_match("hunter") as driver:
        blocked = driver.view().dummies[0]
        spot = driver.spot(f"place {blocked}")
        assert spot.act is None
        assert "dummy" in spot.tip


def test_a_whole_match_with_the_mouse() -> None:
    with window_match("hunter", (1024, 640), options={"max_rounds": 3}) as driver:
        for _ in range(600):
            flow = driver.match_scene.flow
            if flow.stage == OVER:
                break
            sight = driver.match_scene.sight()
            wish = next((one for one in ("hunt level 1", "attack", "finish") if sight.is_open(one)), "")
            if wish and flow.menu is not None:
                number = next(choice.number for choice in flow.menu.choices if choice.notation == wish)
                driver.click(f"choice {number}")
            else:
                driver.play(1)
        assert driver.match_scene.flow.stage == OVER
