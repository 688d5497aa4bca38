"""The numbers that stand for the answers of players in harmonictook, and for the reasons to refuse one."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.harmonictook.rules.book import CARDS, LANDMARKS, SEATS

ROLL_ONE: Final[i64] = 0
ROLL_TWO: Final[i64] = 1
KEEP: Final[i64] = 2
REROLL: Final[i64] = 3
STAY: Final[i64] = 4
RAISE: Final[i64] = 5
PASS: Final[i64] = 6
DECLINE: Final[i64] = 7
HOLD: Final[i64] = 8
INVEST: Final[i64] = 9
SEAT: Final[i64] = 10  # + seat
BUY: Final[i64] = SEAT + SEATS  # + card
BUILD: Final[i64] = BUY + CARDS  # + landmark
DEMOLISH: Final[i64] = BUILD + LANDMARKS  # + landmark
TAKE: Final[i64] = DEMOLISH + LANDMARKS  # + card
TAKE_CLOSED: Final[i64] = TAKE + CARDS  # + card
GIVE: Final[i64] = TAKE_CLOSED + CARDS  # + card
GIVE_CLOSED: Final[i64] = GIVE + CARDS  # + card
CLOSE: Final[i64] = GIVE_CLOSED + CARDS  # + card
EXHIBIT: Final[i64] = CLOSE + CARDS  # + card
ACTIONS: Final[i64] = EXHIBIT + CARDS

TOO_DEAR: Final[i64] = 3  # reasons for refusing an answer
SOLD_OUT: Final[i64] = 4
FACE_DOWN: Final[i64] = 5  # not on offer yet, but in the deck
LIMIT_REACHED: Final[i64] = 6  # the seat may own no further copy
ALREADY_BUILT: Final[i64] = 7
NOT_IN_PLAY: Final[i64] = 8
NOT_NOW: Final[i64] = 9  # the answer to another question
