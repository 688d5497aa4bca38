"""Positions of Baldur's Bones as numbers, for programs that learn: only what the player sees."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.bones.rules.campaign import Bones
from parlour.games.bones.rules.city import AREA, BEATEN, GAME_TYPE, PLACES, TYPE, UNFOUND
from parlour.games.bones.rules.state import WALKING
from parlour.kernel.features import FeatureRow, Features
from parlour.kernel.state import State

BOUTS: Final[i64] = 5  # walking, lesson, practice, game, match
ENDINGS: Final[i64] = 4
DICE: Final[i64] = 20  # on the table at most, as they fell
COLUMNS: Final = (
    *(f"bout {bout}" for bout in range(BOUTS)),
    *(f"ending {ending}" for ending in range(ENDINGS)),
    "open", "done", "arrival", "credibility", "reputation", "renown", "add", "subtract", "re-roll",
    "total", "last", "rounds won", "rounds lost", "matches", "wins", "losses", "dice",
    *(f"die {die}" for die in range(DICE)),
)  # fmt: skip
NAMES: Final = (
    *COLUMNS,
    *(f"at {place}" for place in range(PLACES)),
    *(f"place {place}" for place in range(PLACES)),
)


class BonesFeatures(Features):
    """Writes what the player of Baldur's Bones sees: counts, the player's place, then what is known of every place."""

    def write(self, state: State, seat: i64, row: FeatureRow) -> None:
        assert isinstance(state, Bones)
        row.put_one_hot(state.bout, BOUTS)
        row.put_one_hot(state.ending, ENDINGS)
        row.put_flag(state.bout == WALKING and state.ending == 0 and state.why_no_game() == 0)
        row.put(state.done)
        row.put(state.arrival, 1)
        row.put(state.health, 3)
        row.put(state.level, 2)
        row.put(state.experience, 3)
        row.put(state.add, 1)
        row.put(state.subtract, 1)
        row.put(state.reroll, 1)
        row.put(state.total, 4)
        row.put(state.last, 2)
        row.put(state.rounds_won, 1)
        row.put(state.rounds_lost, 1)
        row.put(state.matches, 3)
        row.put(state.wins, 4)
        row.put(state.losses, 4)
        count: i64 = len(state.dice)
        row.put(count, 3)
        for die in range(DICE):
            row.put(state.dice[die] if die < count else 0, 2)
        row.put_one_hot(state.place, PLACES)
        for place in range(PLACES):
            row.put(known_of_place(state, place))


def known_of_place(state: Bones, place: i64) -> i64:
    """Returns what the player knows of a place: 0 nothing (not visited), 2 a city game not won, 1 anything else, also
    the boss's back room."""
    status = state.status[place]
    if status == UNFOUND:
        return 0
    return 2 if status != BEATEN and TYPE[place] == GAME_TYPE and 0 < AREA[place] < 4 else 1


FEATURES: Final = BonesFeatures(NAMES)
