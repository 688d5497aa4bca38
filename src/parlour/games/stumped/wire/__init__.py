"""The wire protocol of Stumped: objects, orders and deltas for contest clients."""

from parlour.games.stumped.wire.adapter import Wire, load
from parlour.games.stumped.wire.settings import ALIASES, NAME, PROFILE, SETTINGS, VERSION, options_of

__all__ = ["ALIASES", "NAME", "PROFILE", "SETTINGS", "VERSION", "Wire", "load", "options_of"]
