"""Earlier versions of a game's rules, and how matches that were begun under them are played now."""

from __future__ import annotations

from typing import NamedTuple

from parlour.kernel.options import Options


class EarlierVersion(NamedTuple):
    """An earlier version of a game's rules, and what becomes of its matches under the next version.

    With `switches`, values of options that bring its rules back, its matches are played by these rules to their end.
    If it `replays`, they are played by the next version's rules, unless they do not replay there as they were played.
    With neither they cannot be played any more."""

    version: int
    release: str  # the last release that plays this version, such as "Parlour 0.1.0"
    switches: Options = {}
    replays: bool = False
