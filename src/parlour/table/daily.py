"""The match of the day: on one day (UTC) everybody who plays it gets the same dice, on every server and device."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

from parlour.kernel.game import Game
from parlour.kernel.options import Value
from parlour.kernel.problem import Problem
from parlour.table.dealer import commitment, secret_from_seed

DAYS_REMEMBERED = 7  # a match of the day that ends later is an ordinary one


def utc_today() -> date:
    return datetime.now(UTC).date()


def daily_seed(game: Game, day: date) -> int:
    """Returns the seed of a game's match of the day."""
    return int.from_bytes(hashlib.sha256(f"parlour daily {game.name} {day.isoformat()}".encode()).digest()[:6], "big")


def daily_options(game: Game, given: Mapping[str, Value]) -> dict[str, Value]:
    """Returns options of a match of the day: the given ones, and those that must be the same for everybody."""
    if game.traits.daily is None:
        raise Problem(f"{game.title} has no match of the day; play it with a seed instead, or choose another game.")
    return {**given, **game.traits.daily.options}


def day_of_match(game: Game, committed: str, today: date) -> date | None:
    """Returns the day whose match of the day has this commitment of the dealer; None if it is none of the last week."""
    if game.traits.daily is None:
        return None
    days = [today - timedelta(days=ago) for ago in range(DAYS_REMEMBERED)]
    return next((day for day in days if commitment(secret_from_seed(daily_seed(game, day))) == committed), None)
