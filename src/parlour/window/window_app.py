"""The window itself: its loop, its size, mouse and keyboard, and which scene it shows."""

from __future__ import annotations

import contextlib
import os
import sys
import time
import unicodedata
from pathlib import Path

import pygame

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.play.open_match import game_notices, open_match
from parlour.play.play_setup import PlaySetup
from parlour.window.canvas import Canvas
from parlour.window.frame import Frame, Hands, Spot
from parlour.window.jobs import Jobs
from parlour.window.layout import Box, Point, nearest_box
from parlour.window.match_panels import Tool
from parlour.window.match_scene import MatchScene
from parlour.window.picture_cache import Pictures
from parlour.window.scene import Key, Scene
from parlour.window.setup_scene import SetupScene
from parlour.window.start_scene import StartScene
from parlour.window.tokens import DARK, LIGHT, MARK
from parlour.window.window_settings import WindowSettings

SMALLEST = (1024, 640)
USUAL = (1440, 810)  # from this size on everything grows with the window
FRAME_MS = 16
IDLE_MS = 500  # so that signals are noticed; nothing is drawn meanwhile
WHEEL_STEP = 60
KEY_NAMES = {
    pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: "space", pygame.K_ESCAPE: "escape",
    pygame.K_LEFT: "left", pygame.K_RIGHT: "right", pygame.K_UP: "up", pygame.K_DOWN: "down", pygame.K_TAB: "tab",
    pygame.K_PAGEUP: "pageup", pygame.K_PAGEDOWN: "pagedown", pygame.K_BACKSPACE: "backspace", pygame.K_F1: "f1",
    pygame.K_F11: "f11", pygame.K_HOME: "home", pygame.K_END: "end",
}  # fmt: skip
MOST_TYPED = 200  # characters in a field
UNTYPED = ("Cc", "Cs")  # control characters and halves of characters, which no font can draw
ARROWS = ("left", "right", "up", "down")


def open_window(size: tuple[int, int]) -> pygame.Window:
    """Opens an empty window; raises Problem where there is no window system."""
    try:
        if not has_window_system():
            raise pygame.error("there is no window system")
        pygame.display.init()
        pygame.font.init()
        window = pygame.Window("Parlour", size, resizable=True, allow_high_dpi=True)
    except pygame.error as error:
        raise Problem(
            f"No window can be opened here ({error}); play in the terminal with `parlour play`, or in the browser with "
            "`parlour serve --open`."
        ) from None
    window.minimum_size = SMALLEST
    window.set_icon(Pictures().drawing(MARK, 64, 64))
    return window


def has_window_system() -> bool:
    """Returns whether a window could be seen. Without a display, SDL would draw into the void."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY"))


class WindowApp:
    """The window with its scenes. `step` handles the events of a moment and draws if anything has changed."""

    def __init__(self, window: pygame.Window, settings: WindowSettings) -> None:
        self.window = window
        self.settings = settings
        self.jobs = Jobs()
        self.hands = Hands()
        self.pictures = Pictures()
        self.is_running = True
        self.is_dirty = True
        self.is_full_screen = False
        self.drawings = 0
        self.last_match: MatchScene | None = None
        self.frame = self.new_frame()
        self.scene: Scene | None = None

    # Scenes.

    def show(self, scene: Scene) -> None:
        if self.scene is not None:
            self.scene.close()
        self.hands = Hands(self.hands.pointer)
        self.scene = scene
        self.window.title = scene.title()
        self.is_dirty = True

    def show_start(self, problem: str = "") -> None:
        if self.scene is not None:
            self.scene.close()  # releases the match, which the start page lists
        self.show(StartScene(self, problem))

    def show_setup(self, game: Game, before: PlaySetup | None = None) -> None:
        self.show(SetupScene(self, game, before))

    def open_match(self, setup: PlaySetup) -> str:
        """Opens a match; returns the sentence of the problem if it cannot be opened, and shows it on the start page."""
        try:
            local_match = open_match(setup)
        except Problem as problem:
            if isinstance(self.scene, StartScene):
                self.scene.problem = str(problem)
            return str(problem)
        self.last_match = MatchScene(self, local_match, " ".join(game_notices(local_match)))
        self.show(self.last_match)
        return ""

    def quit(self) -> None:
        self.is_running = False

    def tools(self) -> list[Tool]:
        settings = self.settings
        return [
            Tool("theme", "sun" if settings.theme == "dark" else "moon", "Light or dark (Ctrl+D)", self.change_theme),
            Tool("sound", "sound-on" if settings.sound else "sound-off", "Sound on or off (Ctrl+M)", self.change_sound),
            Tool("motion", "motion", "Motion is off" if settings.still else "Motion is on", self.change_motion),
            Tool("full", "expand", "Full screen (F11)", self.change_full_screen),
        ]

    # Settings.

    def change_theme(self) -> None:
        self.settings.theme = "light" if self.settings.theme == "dark" else "dark"
        self.settings.save()

    def change_sound(self) -> None:
        self.settings.sound = not self.settings.sound
        self.settings.save()

    def change_motion(self) -> None:
        self.settings.still = not self.settings.still
        self.settings.save()

    def change_pace(self) -> None:
        self.settings.next_pace()
        self.settings.save()

    def change_zoom(self, step: int) -> None:
        self.settings.change_zoom(step)
        self.settings.save()

    def change_full_screen(self) -> None:
        self.is_full_screen = not self.is_full_screen
        if self.is_full_screen:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()

    # Drawing.

    def new_frame(self) -> Frame:
        """Returns an empty frame in the window's size. Below the smallest size everything shrinks instead."""
        surface = self.window.get_surface()
        width, height = surface.get_size()
        grown = max(1.0, min(width / USUAL[0], height / USUAL[1])) * self.settings.zoom
        scale = min(grown, width / SMALLEST[0], height / SMALLEST[1])
        colours = DARK if self.settings.theme == "dark" else LIGHT
        canvas = Canvas(surface, scale, colours, self.pictures)
        box = Box(0, 0, width / scale, height / scale)
        return Frame(canvas, box, self.hands, time.monotonic(), self.settings.still)

    def draw(self) -> None:
        """Draws the scene anew."""
        self.is_dirty = False
        self.drawings += 1
        self.frame = self.new_frame()
        self.frame.canvas.surface.fill(self.frame.canvas.colour("ground"))
        if self.scene is not None:
            self.scene.draw(self.frame)
        self.frame.finish()
        if self.hands.focus and all(spot.name != self.hands.focus for spot in self.frame.spots):
            self.hands.focus = ""
        if self.hands.field and all(spot.name != self.hands.field for spot in self.frame.spots):
            self.hands.field = ""
        self.window.flip()

    # The loop.

    def run(self) -> None:
        try:
            while self.is_running:
                self.step(IDLE_MS)
        finally:
            if self.scene is not None:
                self.scene.close()

    def step(self, wait_ms: int) -> None:
        """Waits for an event, at most so long, handles all that are there, and draws if anything has changed."""
        scene = self.scene
        moving = scene is not None and scene.is_moving()
        if self.is_dirty or (self.scene is not None and not self.jobs.finished.empty()):
            wait_ms = 1
        first = pygame.event.wait(min(wait_ms, FRAME_MS) if moving else wait_ms)
        for event in [first, *pygame.event.get()]:
            self.handle(event)
        if self.jobs.deliver():
            self.is_dirty = True
        if self.scene is not None and self.scene.tick():
            self.is_dirty = True
        if self.is_dirty or (self.scene is not None and self.scene.is_moving()):
            self.draw()

    def handle(self, event: pygame.Event) -> None:
        if event.type == pygame.QUIT or event.type == pygame.WINDOWCLOSE:
            self.quit()
        elif event.type == pygame.MOUSEMOTION:
            self.point_at(self.logical(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.click(self.logical(event.pos))
        elif event.type == pygame.MOUSEWHEEL:
            self.turn_wheel(event.y)
        elif event.type == pygame.KEYDOWN:
            self.press(event)
        elif event.type == pygame.TEXTINPUT:
            self.type_text(event.text)
        elif event.type in (pygame.WINDOWSIZECHANGED, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED):
            self.is_dirty = True
        elif event.type == pygame.WINDOWLEAVE:
            self.point_at(None)

    # The mouse.

    def logical(self, pixel: tuple[int, int]) -> Point:
        """Returns a place of the window in logical pixels; high-density windows count fewer pixels than they draw."""
        density = self.frame.canvas.surface.get_width() / max(1, self.window.size[0])
        return pixel[0] * density / self.frame.canvas.scale, pixel[1] * density / self.frame.canvas.scale

    def point_at(self, point: Point | None) -> None:
        before = self.frame.hovered()
        self.hands.pointer = point
        if self.frame.hovered() != before:
            self.is_dirty = True

    def click(self, point: Point) -> None:
        self.hands.pointer = point
        self.hands.focus = self.hands.field = ""
        spot = self.frame.spot_at(point)
        self.is_dirty = True
        if spot is not None and spot.act is not None:
            spot.act()

    def turn_wheel(self, steps: float) -> None:
        pointer = self.hands.pointer
        for area in reversed(self.frame.areas):
            if pointer is not None and area.box.contains(pointer) and area.longest:
                at = self.hands.scrolled.get(area.name, 0) - steps * WHEEL_STEP
                self.hands.scrolled[area.name] = min(max(0.0, at), area.longest)
                self.is_dirty = True
                return

    # The keyboard.

    def press(self, event: pygame.Event) -> None:
        self.is_dirty = True
        control = bool(event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))
        text = event.unicode if event.unicode.isprintable() and not control else ""
        name = KEY_NAMES.get(event.key) or pygame.key.name(event.key)
        key = Key(name, text, control)
        if self.press_for_window(key, event) or (self.hands.field and self.press_in_field(key)):
            return
        if name == "tab":
            self.move_focus("shift-tab" if event.mod & pygame.KMOD_SHIFT else "tab")
        elif name in ("enter", "space") and not self.hands.field and self.press_focused():
            return
        elif self.scene is not None and not self.scene.press(key):
            if name in ARROWS:
                self.move_focus(name)
            elif name in ("pageup", "pagedown"):
                self.turn_wheel(5 if name == "pageup" else -5)

    def press_for_window(self, key: Key, event: pygame.Event) -> bool:
        """Handles the keys that work everywhere: full screen, theme, sound, zoom."""
        if key.name == "f11" or (key.name == "enter" and event.mod & pygame.KMOD_ALT):
            self.change_full_screen()
        elif key.control and key.name in ("d", "m"):
            (self.change_theme if key.name == "d" else self.change_sound)()
        elif key.control and key.name in ("+", "=", "[+]", "-", "[-]"):
            self.change_zoom(-1 if "-" in key.name else 1)
        elif key.control and key.name == "q":
            self.quit()
        else:
            return False
        return True

    def press_in_field(self, key: Key) -> bool:
        """Handles a key while a field is typed into; letters arrive as text."""
        if key.name == "backspace":
            self.change_field(self.hands.typed.get(self.hands.field, "")[:-1])
        elif key.name in ("enter", "escape", "tab"):
            return False
        elif key.control and key.name == "v":
            with contextlib.suppress(pygame.error):
                self.type_text(pygame.scrap.get_text())
        return True

    def type_text(self, text: str) -> None:
        """Adds what is typed or pasted to the field, without control characters, as far as there is room."""
        if self.hands.field:
            before = self.hands.typed.get(self.hands.field, "")
            clean = "".join(sign for sign in text[:MOST_TYPED] if unicodedata.category(sign) not in UNTYPED)
            self.change_field(before + clean[: max(0, MOST_TYPED - len(before))])

    def change_field(self, text: str) -> None:
        """Changes the text of the field that is typed into, and tells whoever keeps it."""
        self.hands.typed[self.hands.field] = text
        if (keep := self.frame.fields.get(self.hands.field)) is not None:
            keep(text)
        self.is_dirty = True

    def press_focused(self) -> bool:
        spot = next((spot for spot in self.frame.spots if spot.name == self.hands.focus), None)
        if spot is None or spot.act is None:
            return False
        spot.act()
        return True

    def move_focus(self, way: str) -> None:
        """Moves the focus: Tab through all spots in order, arrows to the nearest one."""
        spots = [spot for spot in self.frame.spots if spot.act is not None]
        if not spots:
            return
        at = next((number for number, spot in enumerate(spots) if spot.name == self.hands.focus), -1)
        if way == "tab":
            found = (at + 1) % len(spots)
        elif way == "shift-tab":
            found = (at - 1) % len(spots)
        else:
            found = 0 if at < 0 else nearest_box([spot.box for spot in spots], at, way)
        if found >= 0:
            self.hands.focus, self.hands.pointer, self.hands.field = spots[found].name, None, ""
            self.scroll_to(spots[found])

    def scroll_to(self, spot: Spot) -> None:
        """Scrolls the area in which a spot lies until it is in sight."""
        for area in self.frame.areas:
            inside = area.box.x <= spot.box.centre[0] <= area.box.right
            if inside and area.longest and not area.box.contains(spot.box.centre):
                at = self.hands.scrolled.get(area.name, 0.0) + spot.box.centre[1] - area.box.centre[1]
                if at + area.box.h / 2 >= 0 and at <= area.longest + area.box.h / 2:
                    self.hands.scrolled[area.name] = min(max(0.0, at), area.longest)

    def screenshot(self, path: Path) -> None:
        pygame.image.save(self.window.get_surface(), str(path))
