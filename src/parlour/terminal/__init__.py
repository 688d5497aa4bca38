"""The terminal client: people and bots play a match on this device, full-screen or line by line."""

from __future__ import annotations

import os
import sys

from parlour.play.play_setup import PlaySetup

__all__ = ["PlaySetup", "menu", "play"]


def play(setup: PlaySetup) -> int:
    """Plays a match in the terminal, full-screen if possible, else line by line. Returns the exit code."""
    if setup.plain or not _can_use_full_screen():
        from parlour.terminal.plain_match import play_plain

        return play_plain(setup)
    from parlour.play.open_match import open_match

    local_match = open_match(setup)
    from parlour.terminal.terminal_app import ParlourApp, run_app

    return run_app(ParlourApp(local_match, setup.fast))


def menu(plain: bool = False) -> int:
    """Runs the start menu in the terminal, full-screen if possible, else line by line. Returns the exit code."""
    if plain or not _can_use_full_screen():
        from parlour.terminal.plain_menu import run_plain_menu

        return run_plain_menu()
    from parlour.terminal.terminal_app import ParlourApp, run_app

    return run_app(ParlourApp())


def _can_use_full_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
