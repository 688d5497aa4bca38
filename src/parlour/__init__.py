"""Parlour: tabletop games in full, on one small, fast, typed kernel."""

import os
from typing import Any

__version__ = "0.1.0"

if os.environ.get("PARLOUR_PURE") == "1":
    from parlour.pure import use_source_only

    use_source_only()


def __getattr__(name: str) -> Any:
    """Returns `parlour.load` and `parlour.vector`, which are imported when they are first used."""
    if name not in ("load", "vector"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from parlour import adapters

    return getattr(adapters, name)
