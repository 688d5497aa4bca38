"""The exception for mistakes that a user can correct."""

from __future__ import annotations


class Problem(ValueError):
    """An error for the user: its text says what is wrong and what to do, in one sentence."""


class UnsupportedRecord(Problem):
    """The error for a match that this program cannot replay: of an unknown version, or of a game not installed."""
