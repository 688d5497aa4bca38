"""Sample sizes: large for the compiled build, small for the uncompiled one, which is slow and measured for
coverage."""

from __future__ import annotations

import os


def sample_size(pure: int, compiled: int) -> int:
    return compiled if os.environ.get("PARLOUR_BUILD") == "compiled" else pure
