"""The text screens: one match on this device, on a full screen or line by line."""

from __future__ import annotations

import os
import sys

from parlour.terminal.setup import Setup

__all__ = ["Setup", "menu", "play"]


def play(setup: Setup) -> int:
    """Plays the match a setup asks for; gives the exit code."""
    if setup.plain or not _full_screen():
        from parlour.terminal.plain import play_plain

        return play_plain(setup)
    from parlour.terminal.sitting import sit_down

    sitting = sit_down(setup)
    from parlour.terminal.app import ParlourApp, show

    return show(ParlourApp(sitting, setup.fast))


def menu(plain: bool = False) -> int:
    """The start menu: everything without a flag; gives the exit code."""
    if plain or not _full_screen():
        from parlour.terminal.plain_menu import menu_plain

        return menu_plain()
    from parlour.terminal.app import ParlourApp, show

    return show(ParlourApp())


def _full_screen() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
