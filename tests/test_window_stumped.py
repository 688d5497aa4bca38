"""Stumped in the native window: units and the tiles beside them are clicked."""

from __future__ import annotations

import os

import pytest

if os.environ.get("PARLOUR_REQUIRE") != "all":
    pytest.importorskip("pygame")

import pygame

from parlour.games.stumped.window import Board
from parlour.window.match_flow import OVER
from tests.window_driver import window_match

pytestmark = pytest.mark.usefixtures("home")
SHORT = {"turns": 10}
TWO = ["human", "human"]


def test_a_beaver_is_chosen_and_moved_by_clicks() -> None:
    with window_match("stumped", seats=TWO) as driver:
        tile = driver.view().beavers[0][3]
        driver.click(f"tile {tile}")
        assert driver.view().unit == tile
        targets = Board.targets(driver.match_scene.sight())
        beside = next(number for number, wish in targets.items() if wish.startswith("move"))
        driver.click(f"tile {beside}")
        assert driver.view().beavers[0][3] == beside


def test_arrow_keys_move_the_chosen_beaver() -> None:
    with window_match("stumped", seats=TWO) as driver:
        tile = driver.view().beavers[0][3]
        driver.click(f"tile {tile}")
        driver.press(pygame.K_DOWN)
        assert driver.view().beavers[0][3] != tile


def test_what_stands_on_a_tile_is_told() -> None:
    with window_match("stumped", seats=TWO) as driver:
        told = Board.told(driver.match_scene.sight())
        assert "Basic of" in told[driver.view().beavers[0][3]]


def test_a_whole_match_with_the_mouse() -> None:
    with window_match("stumped", (1024, 640), seats=TWO, options=SHORT) as driver:
        driver.play(40)
        assert driver.match_scene.flow.stage == OVER
