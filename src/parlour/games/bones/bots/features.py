"""Positions of Baldur's Bones as numbers, for programs that learn: only what the player sees."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import AREA, BEATEN, GAME_TYPE, PLACES, TYPE, UNFOUND
from parlour.games.bones.rules.state import WALKING
from parlour.kernel.state import State

COLUMNS: Final = (
    "row", "column", "open", "done", "credibility", "reputation", "renown", "add", "subtract", "re-roll",
    "bout", "total", "last", "rounds won", "rounds lost",
)  # fmt: skip
NAMES: Final = COLUMNS + tuple(f"place {place}" for place in range(49))


def read(state: State, seat: int) -> vec[i64]:
    """Returns a position as numbers for programs that learn: counts, then every place: 0 unknown, 1 nothing left to do,
    2 a game not won."""
    assert isinstance(state, Bones)
    walking = state.bout == WALKING and state.ending == 0
    numbers = vec[i64]([
        state.place // 7, state.place % 7, int(walking and state.why_no_game() == 0), state.done,
        state.health, state.level, state.experience, state.add, state.subtract, state.reroll,
        state.bout, state.total, state.last, state.rounds_won, state.rounds_lost,
    ])  # fmt: skip
    for place in range(PLACES):
        status = state.status[place]
        known: i64 = 0 if status == UNFOUND else 1
        if status != UNFOUND and status != BEATEN and TYPE[place] == GAME_TYPE and 0 < AREA[place] < 4:
            known = 2
        numbers = append(numbers, known)
    return numbers
