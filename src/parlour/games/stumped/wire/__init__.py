"""The wire protocol of Stumped for contest clients: game objects, orders and deltas (messages of what changed)."""

from parlour.games.stumped.wire.adapter import Wire, load
from parlour.games.stumped.wire.settings import ALIASES, NAME, PROFILE, SETTINGS, VERSION, infer_settings, options_of

__all__ = ["ALIASES", "NAME", "PROFILE", "SETTINGS", "VERSION", "Wire", "infer_settings", "load", "options_of"]
