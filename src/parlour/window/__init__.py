"""The native window: a match on this device with mouse and keyboard, by the same code as the terminal."""

from __future__ import annotations

import importlib.util
import os

from parlour.kernel.extras import missing_package
from parlour.kernel.problem import Problem
from parlour.play.play_setup import PlaySetup

SIZE = (1280, 800)


def run_window(setup: PlaySetup | None, size: tuple[int, int] = SIZE) -> int:
    """Opens the window, with a match if one is set up, else with the start page. Returns the exit code."""
    if importlib.util.find_spec("pygame") is None:
        raise missing_package("The window", "pygame")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    from parlour.window.window_app import WindowApp, open_window
    from parlour.window.window_settings import load_settings

    app = WindowApp(open_window(size), load_settings())
    app.draw()  # a first frame at once
    problem = "" if setup is None else app.open_match(setup)
    if problem:
        raise Problem(problem)
    if setup is None:
        app.show_start()
    app.run()
    if app.last_match is not None:
        app.last_match.match.files.save_on_leaving()
        if message := app.last_match.match.files.resume_message():
            print(message)
    return 0
