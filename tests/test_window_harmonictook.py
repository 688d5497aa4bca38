"""harmonictook in the native window: cards are selected, confirmed and explained; dice roll and coins fly."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

if os.environ.get("PARLOUR_REQUIRE") != "all":
    pytest.importorskip("pygame")

import pygame

from parlour.games.harmonictook.window.board import Board, market_grid
from parlour.games.harmonictook.window.catalogue import hits_of, pays_of
from parlour.games.harmonictook.window.flights import Flight, coins_won, flights_of, on_arc, rolled_dice
from parlour.window.layout import Box
from parlour.window.match_flow import MOVING, OVER
from tests.window_driver import WindowDriver, window_match

pytestmark = pytest.mark.usefixtures("home")
TWO = ["human", "human"]
RICH = {"starting_coins": 50, "landmarks_to_win": 2}
ALL = {"harbor": True, "millionaires_row": True, "market": "fixed"}


def board_of(driver: WindowDriver) -> Board:
    assert isinstance(driver.match_scene.board, Board)
    return driver.match_scene.board


def landmark(driver: WindowDriver, number: int) -> str:
    return f"landmark {driver.view().active} {number}"


def test_a_card_is_selected_then_bought() -> None:
    with window_match("harmonictook", seats=TWO, options=RICH) as driver:
        seat, coins = driver.view().active, driver.view().coins[0]
        driver.click("market 3")
        assert board_of(driver).picked == "buy cafe"
        driver.click("Cancel")
        assert board_of(driver).picked == ""
        assert driver.view().owned[seat][3] == 0
        driver.click("market 3")
        driver.click("Buy for 2")
        assert driver.view().owned[seat][3] == 1
        assert driver.view().coins[seat] >= coins - 2


def test_enter_confirms_and_escape_gives_up() -> None:
    with window_match("harmonictook", seats=TWO, options=RICH) as driver:
        driver.click("market 3")
        driver.press(pygame.K_ESCAPE)
        assert board_of(driver).picked == ""
        driver.click("market 3")
        driver.press(pygame.K_RETURN)
        assert driver.view().owned[0][3] == 1


def test_a_card_out_of_reach_says_why() -> None:
    with window_match("harmonictook", seats=TWO) as driver:
        driver.click("market 8")  # the Business Center costs 8
        assert board_of(driver).picked == ""
        assert "Not enough coins" in driver.match_scene.flow.note


def test_a_whole_match_with_the_mouse_lights_up_the_skyline() -> None:
    with window_match("harmonictook", (1024, 640), seats=TWO, options=RICH) as driver:
        for number in (0, 3, 1, 2):
            while driver.match_scene.flow.stage != OVER and "choice 1" in driver.names():
                if driver.match_scene.shown_sight and "pass" in driver.match_scene.shown_sight.choices:
                    break
                driver.click("choice 1")  # one die or two
            if driver.match_scene.flow.stage == OVER:
                break
            driver.click(landmark(driver, number))
            driver.click("Build for")
        assert driver.match_scene.flow.stage == OVER
        assert sum(driver.view().built[driver.view().winner]) == 2


def test_the_worth_of_every_card_can_be_shown() -> None:
    with window_match("harmonictook", seats=TWO) as driver:
        driver.click("Worth")
        sight = driver.match_scene.sight()
        assert sight.hint("pass") is not None
        assert driver.match_scene.panel.shown_hints() == []  # they are on the cards


def test_the_market_can_be_sorted_and_filtered() -> None:
    with window_match("harmonictook", seats=TWO) as driver:
        everything = [name for name in driver.names() if name.startswith("market ")]
        driver.click("Affordable")
        affordable = [name for name in driver.names() if name.startswith("market ")]
        assert 0 < len(affordable) < len(everything)
        driver.click("Sort by")
        assert board_of(driver).order == "cost"


@pytest.mark.parametrize("size", [(1024, 640), (1920, 1080)])
def test_five_players_and_both_expansions_have_room(size: tuple[int, int]) -> None:
    with window_match("harmonictook", size, seats=["human"] * 5, options=ALL) as driver:
        names = driver.names()
        assert all(f"market {card}" in names for card in driver.view().cards)
        assert all(f"purse {seat}" in names for seat in range(5))
        driver.click("market 38")  # the last one; the market scrolls


def test_dice_roll_and_coins_fly_in_what_happened() -> None:
    with window_match("harmonictook", seats=TWO, options={"starting_coins": 20}) as driver:
        driver.app.settings.pace = "slow"
        flow = driver.match_scene.flow
        flow.clock = lambda: 0.0  # no time passes
        flow.answer_notation("buy wheat_field")
        assert flow.stage == MOVING
        sight = driver.match_scene.sight()
        assert rolled_dice(sight)
        assert flights_of(sight)[0] == Flight("seat 0", "market 0", 1)
        assert coins_won(replace(sight, progress=0.9), 0) < 0
        before = driver.app.drawings
        driver.app.step(1)
        assert driver.app.drawings > before  # it moves
        flow.end_step()
        driver.wait_until_still()


def test_a_hovered_log_line_lights_up_what_it_is_about() -> None:
    with window_match("harmonictook", seats=TWO, options={"starting_coins": 20}) as driver:
        driver.match_scene.flow.answer_notation("buy cafe")
        driver.app.draw()
        driver.wait_until_still()
        bought = next(line for line in driver.match_scene.sight().log if "Cafe" in line.text)
        driver.app.point_at(driver.spot(f"log {bought.number}").box.centre)
        driver.app.draw()
        assert driver.match_scene.shown_sight is not None
        assert {("seat", 0), ("card", 3)} <= set(driver.match_scene.shown_sight.lit[0])


def test_nothing_flies_with_reduced_motion() -> None:
    with window_match("harmonictook", seats=TWO, options={"starting_coins": 20}) as driver:
        driver.click("motion")
        driver.app.settings.pace = "slow"
        flow = driver.match_scene.flow
        flow.clock = lambda: 0.0
        flow.answer_notation("buy wheat_field")
        driver.app.draw()
        assert driver.app.frame.still
        flow.end_step()
        driver.wait_until_still()


def test_coins_fly_in_an_arc() -> None:
    assert on_arc((0, 0), (100, 0), 0) == (0, 0)
    assert on_arc((0, 0), (100, 0), 0.5)[1] < -50


def test_numbers_and_words_on_a_card() -> None:
    assert hits_of({"hits_on": [2, 3]}) == "2-3"
    assert hits_of({"hits_on": [11, 12, 14]}) == "11, 12, 14"
    assert pays_of({"text": "Any roll of 1: bank pays 1."}) == "bank pays 1"


def test_many_cards_scroll_instead_of_becoming_too_small() -> None:
    grid = market_grid(39, Box(0, 0, 750, 260))
    assert grid.w >= 84
    assert grid.rows * grid.h > 260
