"""Small builders for tests that play many matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.arena.run_settings import RunSettings
from parlour.kernel.game import Game


def split_settings(game: Game, settings: Mapping[str, Any]) -> tuple[RunSettings, dict[str, Any]]:
    """Splits keyword arguments into the settings of the run and the others."""
    run = {name: value for name, value in settings.items() if name in RunSettings._fields}
    return RunSettings(game, **run), {name: value for name, value in settings.items() if name not in run}
