"""Stumped for contest clients: what they call things, what they may order, what they are told."""

from parlour.games.stumped.wire.adapter import Wire, load
from parlour.games.stumped.wire.settings import ALIASES, NAME, PROFILE, SETTINGS, VERSION, options_of

__all__ = ["ALIASES", "NAME", "PROFILE", "SETTINGS", "VERSION", "Wire", "load", "options_of"]
