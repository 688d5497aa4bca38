"""The code numbers of the events, lesson steps, fight results and refusals of Baldur's Bones."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

PROLOGUE: Final[i64] = 0  # page
TAUGHT: Final[i64] = 1  # step, total
LESSON_BEGAN: Final[i64] = 2
PRACTICE_BEGAN: Final[i64] = 3
PRACTICE_ENDED: Final[i64] = 4  # bout, won, reason, total, foe's total
SET_OUT: Final[i64] = 5
LESSON_SKIPPED: Final[i64] = 6
WALKED_ON: Final[i64] = 7  # place: left without playing
ARRIVED: Final[i64] = 8  # place, status before
MET: Final[i64] = 9  # place: the opponent is ready
TURNED_AWAY: Final[i64] = 10  # level
SAT_DOWN: Final[i64] = 11  # place
MATCH_BEGAN: Final[i64] = 12  # matches played before
ROUND_BEGAN: Final[i64] = 13  # round, rounds won, rounds lost
OPENED: Final[i64] = 14  # three dice, total
ROLLED: Final[i64] = 15  # die, total
ADDED: Final[i64] = 16  # total, uses left
SUBTRACTED: Final[i64] = 17  # total, uses left
REROLLED: Final[i64] = 18  # die taken back, new die, total, uses left
WARNED: Final[i64] = 19  # total: over 21
HELD: Final[i64] = 20  # total
GAME_WON: Final[i64] = 21  # place, total, foe's total
GAME_LOST: Final[i64] = 22  # place, reason, total, foe's total, losses so far, 1 if the place was known
ROUND_WON: Final[i64] = 23  # total, foe's total, rounds won, rounds lost, matches before
ROUND_LOST: Final[i64] = 24  # reason, total, foe's total, rounds won, rounds lost, matches before
GAINED: Final[i64] = 25  # experience, level, health, wins missing to the next level
ROSE: Final[i64] = 26  # level
REMINDED: Final[i64] = 27
FELL: Final[i64] = 28  # health
MATCH_WON: Final[i64] = 29
MATCH_LOST: Final[i64] = 30  # matches played
ENDED: Final[i64] = 31  # ending

BEFORE_OPENING: Final[i64] = 0  # steps of the lesson, in the order of the texts file
AFTER_OPENING: Final[i64] = 1
OFFER_ROLL: Final[i64] = 2
OFFER_TRICKS: Final[i64] = 3
OVER_21: Final[i64] = 4
OFFER_HOLD: Final[i64] = 5
LEVEL_TOTALS: Final[i64] = 6

HIGHER: Final[i64] = 0  # results of a game
LOWER: Final[i64] = 1
TIE: Final[i64] = 2
BUST: Final[i64] = 3
OVER_31: Final[i64] = 4

EDGE: Final[i64] = 3  # refusals; + direction: the map ends here
NO_GAME_HERE: Final[i64] = 7
BEATEN_HERE: Final[i64] = 8
ONE_A_VISIT: Final[i64] = 9
NOT_KNOWN_ENOUGH: Final[i64] = 10
LEAVE_FIRST: Final[i64] = 11
IN_A_GAME: Final[i64] = 12
NOT_IN_A_GAME: Final[i64] = 13
NO_ADD: Final[i64] = 14
NO_SUBTRACT: Final[i64] = 15
NO_REROLL: Final[i64] = 16
