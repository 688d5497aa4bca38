"""The numbers that stand for the events of harmonictook, such as rolls and payments; all are public."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

TURN_START: Final[i64] = 0  # seat, turn, extra
ROLL: Final[i64] = 1  # seat, die, die, total
REROLLED: Final[i64] = 2  # seat, die, die, total
ADD_TO_ROLL: Final[i64] = 3  # seat, amount, total
EXTRA_ROLL: Final[i64] = 4  # seat, die, die, card
DOUBLES_BONUS: Final[i64] = 5  # seat
CARD_ACTIVATES: Final[i64] = 6  # seat, card, copies
PAYOUT: Final[i64] = 7  # seat, card, coins, copies
PAYOUT_SKIP: Final[i64] = 8  # seat, card, copies, reason
FACTORY_COUNT: Final[i64] = 9  # seat, card, count
COLLECT: Final[i64] = 10  # seat, payer, card, coins, owed
STEAL: Final[i64] = 11  # seat, payer, card, coins, owed
PAYMENT: Final[i64] = 12  # seat, card, coins
STEAL_TARGET: Final[i64] = 13  # seat, target, card
SWAPPED: Final[i64] = 14  # seat, partner, card given, card taken, given closed, taken closed
SWAP_DECLINED: Final[i64] = 15  # seat, coins
GIVEN: Final[i64] = 16  # seat, receiver, card, closed, coins
DEMOLISHED: Final[i64] = 17  # seat, landmark, coins
CLOSED: Final[i64] = 18  # seat, card, copies
REOPENED: Final[i64] = 19  # seat, card, copies
EXHIBITED: Final[i64] = 20  # seat, card
RETURNED: Final[i64] = 21  # seat, card
INVESTED: Final[i64] = 22  # seat, card, stored
REDISTRIBUTED: Final[i64] = 23  # seat, share, added
SHARED: Final[i64] = 24  # seat, change, share
CITY_HALL: Final[i64] = 25  # seat, coins
AIRPORT: Final[i64] = 26  # seat, coins
BOUGHT: Final[i64] = 27  # seat, card, cost, left
BUILT: Final[i64] = 28  # seat, landmark, cost, built
BONUS: Final[i64] = 29  # seat, card, coins
PASSED: Final[i64] = 30  # seat, coins
MARKET_REFILL: Final[i64] = 31  # card, piles, left
REMOVED: Final[i64] = 32  # card, copies
FIRST_PLAYER: Final[i64] = 33  # seat
WIN: Final[i64] = 34  # seat, turn
STOPPED: Final[i64] = 35  # turn

CONDITION_FAILED: Final[i64] = 1  # reasons why a card paid nothing
NOTHING_COUNTED: Final[i64] = 2
NO_COINS: Final[i64] = 3  # the payer has none
