"""Tells which build of the rules this process runs."""

from __future__ import annotations

from parlour.kernel import match


def is_compiled() -> bool:
    """Returns whether this process runs compiled game rules instead of plain Python files."""
    return not str(match.__file__).endswith(".py")
