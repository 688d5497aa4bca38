"""How much is played: much over the compiled build, a little over the uncompiled one, which is slow and measured."""

from __future__ import annotations

import os


def sample_size(pure: int, compiled: int) -> int:
    return compiled if os.environ.get("PARLOUR_BUILD") == "compiled" else pure
