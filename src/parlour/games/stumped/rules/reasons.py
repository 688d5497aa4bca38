"""Numbers for the reasons why an answer or order of a player is refused, in the order of the checks of section 7."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

NO_UNIT: Final[i64] = 3  # answers only: the tile has no beaver and no lodge of the player
NOTHING_TO_DO: Final[i64] = 4  # answers only: the unit has no legal order
NOT_AN_ORDER: Final[i64] = 5  # answers only: does not answer the current question
OFF_THE_MAP: Final[i64] = 6  # answers only: there is no tile on that side
NO_SUCH_TARGET: Final[i64] = 7  # answers only: no spawner or no beaver there

NOT_YOUR_TURN: Final[i64] = 10
NOT_YOURS: Final[i64] = 11
DEAD: Final[i64] = 12
DISTRACTED: Final[i64] = 13
NOT_RECRUITED: Final[i64] = 14
NO_ACTIONS: Final[i64] = 15

NO_MOVES: Final[i64] = 20
OCCUPIED: Final[i64] = 21
LODGE_IN_THE_WAY: Final[i64] = 22
SPAWNER_IN_THE_WAY: Final[i64] = 23
NOT_ADJACENT: Final[i64] = 24
TOO_FAR: Final[i64] = 25  # the step costs more moves than are left

SPAWNER_NOT_ADJACENT: Final[i64] = 30
FULL: Final[i64] = 31

TARGET_NOT_RECRUITED: Final[i64] = 35
TARGET_NOT_ADJACENT: Final[i64] = 36

TOO_FEW_BRANCHES: Final[i64] = 40
ALREADY_A_LODGE: Final[i64] = 41
SPAWNER_ON_SITE: Final[i64] = 42

NOTHING_TO_DROP: Final[i64] = 45
NOT_SO_MUCH_HELD: Final[i64] = 46
DROP_TOO_FAR: Final[i64] = 47
DROP_ON_SPAWNER: Final[i64] = 48

PICKUP_TOO_FAR: Final[i64] = 50
HANDS_FULL: Final[i64] = 51  # document: the beaver carries something
NOTHING_THERE: Final[i64] = 52
PICKUP_ON_SPAWNER: Final[i64] = 53
NOT_SO_MUCH_THERE: Final[i64] = 54
NO_ROOM_FOR_SO_MUCH: Final[i64] = 55

NOT_YOUR_LODGE: Final[i64] = 60
LODGE_OCCUPIED: Final[i64] = 61
TOO_LITTLE_FOOD: Final[i64] = 62
