"""Baldur's Bones in the native window: the map is walked on, and the dice are rolled."""

from __future__ import annotations

import os

import pytest

if os.environ.get("PARLOUR_REQUIRE") != "all":
    pytest.importorskip("pygame")

import pygame

from parlour.games.bones.window import Board
from parlour.window.match_flow import OVER
from tests.window_driver import window_match

pytestmark = pytest.mark.usefixtures("home")
CITY = {"tutorial": False}


def test_a_click_on_the_map_walks_there() -> None:
    with window_match("bones", options=CITY) as driver:
        assert driver.view().place == 42
        driver.click("place 35")
        assert driver.view().place == 35


def test_arrow_keys_walk_too() -> None:
    with window_match("bones", options=CITY) as driver:
        driver.press(pygame.K_RIGHT)
        assert driver.view().place == 43


def test_only_neighbours_can_be_reached() -> None:
    with window_match("bones", options=CITY) as driver:
        view = driver.view()
        assert Board.way_to(view, 35) == "go north"
        assert Board.way_to(view, 43) == "go east"
        assert Board.way_to(view, 41) == ""  # the end of the row above
        assert driver.spot("place 0").act is None


def test_a_whole_campaign_with_the_mouse() -> None:
    with window_match("bones", (1024, 640), options=CITY) as driver:
        for _ in range(400):
            flow = driver.match_scene.flow
            if flow.stage == OVER:
                break
            sight = driver.match_scene.sight()
            wishes = [wish for wish in ("fight", "roll") if sight.is_open(wish)]
            if wishes and flow.menu is not None:
                number = next(choice.number for choice in flow.menu.choices if choice.notation == wishes[0])
                driver.click(f"choice {number}")
            else:
                driver.play(1)
        assert driver.match_scene.flow.stage == OVER
        assert driver.view().ending > 0
