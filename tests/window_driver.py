"""Opens the native window without a screen, and plays in it by posted mouse and keyboard events."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from parlour import games
from parlour.play.play_setup import PlaySetup
from parlour.window.frame import Spot
from parlour.window.match_flow import ASKING, OVER
from parlour.window.match_scene import MatchScene
from parlour.window.window_app import WindowApp, open_window
from parlour.window.window_settings import WindowSettings

MOST_STEPS = 4000


class WindowDriver:
    """Drives a window as a user does: clicks what is drawn, presses keys, and waits until nothing moves."""

    def __init__(self, app: WindowApp) -> None:
        self.app = app

    @property
    def match_scene(self) -> MatchScene:
        assert isinstance(self.app.scene, MatchScene)
        return self.app.scene

    def view(self) -> Any:
        """Returns the view that is drawn now."""
        return self.match_scene.flow.position.view

    def wait_until_still(self) -> None:
        """Waits until nothing moves and no job runs, then draws."""
        for _ in range(MOST_STEPS):
            self.app.step(20)
            assert self.app.scene is not None
            if self.app.jobs.running == 0 and not self.app.is_dirty and not self.app.scene.is_moving():
                return
        raise AssertionError("the window never comes to rest")

    def spot(self, name: str) -> Spot:
        """Returns the spot of this name, or whose name begins so."""
        spots = [spot for spot in self.app.frame.spots if spot.name == name]
        spots += [spot for spot in self.app.frame.spots if spot.name.startswith(name)]
        assert spots, f"nothing called {name!r} among {[spot.name for spot in self.app.frame.spots]}"
        return spots[0]

    def names(self) -> list[str]:
        return [spot.name for spot in self.app.frame.spots]

    def click(self, name: str) -> None:
        """Scrolls to a thing if it is out of sight, and clicks into its middle."""
        spot = self.spot(name)
        self.app.scroll_to(spot)
        self.app.draw()
        self.click_at(self.spot(name).box.centre)

    def click_at(self, point: tuple[float, float]) -> None:
        scale = self.app.frame.canvas.scale
        at = round(point[0] * scale), round(point[1] * scale)
        pygame.event.post(pygame.Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0)))
        pygame.event.post(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1))
        self.wait_until_still()

    def press(self, key: int, text: str = "", mod: int = 0) -> None:
        pygame.event.post(pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=mod))
        self.wait_until_still()

    def type(self, text: str) -> None:
        pygame.event.post(pygame.Event(pygame.TEXTINPUT, text=text))
        self.wait_until_still()

    def play(self, most: int, by_keys: bool = False) -> int:
        """Plays at most so many answers, each the middle one of the open choices; returns how many were given."""
        given = 0
        for _ in range(MOST_STEPS):
            flow = self.match_scene.flow
            if flow.stage == OVER or given == most:
                return given
            if flow.stage != ASKING:
                self.press(pygame.K_RETURN)
                continue
            given += 1
            self.answer_by_digits() if by_keys else self.answer_by_mouse()
        raise AssertionError("the match never ends")

    def open_choices(self) -> list[str]:
        """Returns the names of the spots that answer the question now."""
        flow = self.match_scene.flow
        assert flow.menu is not None
        closed = {f"choice {choice.number}" for choice in flow.menu.choices if choice.refusal is not None}
        return [name for name in self.names() if name.startswith("choice ") and name not in closed]

    def answer_by_mouse(self) -> None:
        open_now = self.open_choices()
        self.click(open_now[len(open_now) // 2])

    def answer_by_digits(self) -> None:
        open_now = self.open_choices()
        number = open_now[len(open_now) // 2].removeprefix("choice ")
        before = self.match_scene.flow.match.question_id(), self.match_scene.flow.match.open_fold()
        for digit in number:
            self.press(getattr(pygame, f"K_{digit}"), digit)
        flow = self.match_scene.flow
        if flow.stage == ASKING and (flow.match.question_id(), flow.match.open_fold()) == before:
            self.press(pygame.K_RETURN)


@contextlib.contextmanager
def opened_window(size: tuple[int, int] = (1280, 720), **settings: object) -> Iterator[WindowDriver]:
    """Opens a window that shows nothing yet; moves are shown at once unless the settings say otherwise."""
    wishes = WindowSettings(sound=False, pace="at once")
    for name, value in settings.items():
        setattr(wishes, name, value)
    app = WindowApp(open_window(size), wishes)
    try:
        yield WindowDriver(app)
    finally:
        if app.scene is not None:
            app.scene.close()
        app.window.destroy()
        pygame.display.quit()


@contextlib.contextmanager
def window_match(game: str, size: tuple[int, int] = (1280, 720), **setup: object) -> Iterator[WindowDriver]:
    """Opens a window with a new match."""
    with opened_window(size) as driver:
        wanted = PlaySetup(game=games.find(game), seed=3)
        for name, value in setup.items():
            setattr(wanted, name, value)
        assert driver.app.open_match(wanted) == ""
        driver.wait_until_still()
        yield driver
