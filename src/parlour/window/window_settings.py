"""What the window remembers for the next time: theme, pace, sound, motion."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from parlour.kernel.problem import Problem
from parlour.store.files import data_folder, write_atomically

PACES = {"slow": 1.4, "normal": 0.7, "fast": 0.25, "at once": 0.0}  # seconds for a visible step
THEMES = ("light", "dark")
ZOOMS = (0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0)


@dataclass
class WindowSettings:
    """The user's wishes for the window, kept in the file window.json of Parlour's folder."""

    theme: str = "light"
    pace: str = "normal"
    sound: bool = True
    still: bool = False  # reduced motion
    zoom: float = 1.0
    log: bool = True

    def step_seconds(self) -> float:
        return PACES[self.pace]

    def next_pace(self) -> None:
        names = list(PACES)
        self.pace = names[(names.index(self.pace) + 1) % len(names)]

    def change_zoom(self, step: int) -> None:
        at = min(range(len(ZOOMS)), key=lambda number: abs(ZOOMS[number] - self.zoom))
        self.zoom = ZOOMS[min(max(0, at + step), len(ZOOMS) - 1)]

    def save(self) -> None:
        """Writes the settings; a disk that is full or closed is no reason to disturb a match."""
        with contextlib.suppress(OSError, Problem):
            settings_path().parent.mkdir(parents=True, exist_ok=True)
            write_atomically(settings_path(), json.dumps(asdict(self), indent=1) + "\n")


def settings_path() -> Path:
    return data_folder() / "window.json"


def load_settings() -> WindowSettings:
    """Returns the settings of the last time; what is missing or wrong in the file gets its default."""
    settings = WindowSettings()
    try:
        found = json.loads(settings_path().read_text("utf-8"))
    except (OSError, ValueError):
        return settings
    for known in fields(WindowSettings):
        value = found.get(known.name) if isinstance(found, dict) else None
        if type(value) is type(getattr(settings, known.name)):
            setattr(settings, known.name, value)
    settings.theme = settings.theme if settings.theme in THEMES else "light"
    settings.pace = settings.pace if settings.pace in PACES else "normal"
    settings.zoom = min(max(ZOOMS[0], settings.zoom), ZOOMS[-1])
    return settings
