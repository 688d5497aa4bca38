"""Parlour: tabletop games in full, on one small, fast, typed kernel."""

import os

__version__ = "0.1.0"

if os.environ.get("PARLOUR_PURE") == "1":
    from parlour.pure import use_source_only

    use_source_only()
