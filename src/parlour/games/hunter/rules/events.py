"""The numbers of the kinds of events in the log of a Hunter & Apprentice match; all events are public."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

GAME_BEGINS: Final[i64] = 0  # players
ARMED: Final[i64] = 1  # seat, weapon: dealt
COLOURED: Final[i64] = 2  # seat, colour: dealt
ROUND: Final[i64] = 3  # round
SENT: Final[i64] = 4  # seat, hunter's place, apprentice's place; the reveal
TOLL: Final[i64] = 5  # seat, ep paid
POPULARITY: Final[i64] = 6  # seat, level before, level now, alone
REWARDED: Final[i64] = 7  # seat, money, beer, bags, exp, points: of the popularity track
FAME: Final[i64] = 8  # seat, level, points
INCOME: Final[i64] = 9  # seat, place, resource, amount, tokens there, lost to the cap
STATION: Final[i64] = 10  # seat, resource: chosen
HELPED: Final[i64] = 11  # seat, place, resource, amount: the apprentice's bonus (Bat)
DRANK: Final[i64] = 12  # seat, ep, maximum, surplus
HEALED: Final[i64] = 13  # seat, hp, maximum
PUT: Final[i64] = 14  # seat, item, pieces, progress now
RAISED: Final[i64] = 15  # seat, item (Beer: EP, Blood Bag: HP), maximum now
MILESTONE: Final[i64] = 16  # seat, item (Beer: EP, Blood Bag: HP), maximum, points
TRADED: Final[i64] = 17  # seat
ATTACK_TRAINED: Final[i64] = 18  # seat, dice now, exp paid
DEFENSE_TRAINED: Final[i64] = 19  # seat, dice now, exp paid
BOUGHT: Final[i64] = 20  # seat, item, price, money left
FINISHED: Final[i64] = 21  # seat
OVERFULL: Final[i64] = 22  # seat, used, capacity
DISCARDED: Final[i64] = 23  # seat, item
CANNOT_FIGHT: Final[i64] = 24  # seat, needs ammunition (1) or EP (0)
BROUGHT: Final[i64] = 25  # seat, pet level, ep it will cost
HUNTED: Final[i64] = 26  # seat, level, ep paid, pets damage
MET: Final[i64] = 27  # seat, monster, hp, att
CHANGED: Final[i64] = 28  # seat, monster sent away
FOUGHT: Final[i64] = 29  # seat, monster, hp, helped by the apprentice: the fight begins
LOADED: Final[i64] = 30  # seat, item, left: ammunition spent
EMPTY: Final[i64] = 31  # seat, item: no ammunition, no attack
ROLLED: Final[i64] = 32  # seat, dice, outcome (base 6, first die lowest digit, 0 is a one), damage, roll number
MULTIPLIED: Final[i64] = 33  # seat, weapon, damage before, damage now
STRUCK: Final[i64] = 34  # seat, dice damage, pet damage, hp left, capped
FELLED: Final[i64] = 35  # seat, pips: dead at once (Katana)
ONES: Final[i64] = 36  # seat, points (Sword)
USED: Final[i64] = 37  # seat, item, damage, hp left
BLEEDING: Final[i64] = 38  # seat, bonus so far: Fake Blood
READIED: Final[i64] = 39  # seat: the Knife's tripled attack
STRUCK_AGAIN: Final[i64] = 40  # seat, damage, hp left
DEFENDED: Final[i64] = 41  # seat, dice, outcome (as ROLLED), blocks
HIT: Final[i64] = 42  # seat, att, damage, hp left, exp gained
RETALIATED: Final[i64] = 43  # seat, damage, hp left (Axe)
TAMED: Final[i64] = 44  # seat, level, ep paid
WON: Final[i64] = 45  # seat, monster, money, beer, bags, points
FAKE_PAID: Final[i64] = 46  # seat, points
TRACK: Final[i64] = 47  # seat, space before, space now
POWER: Final[i64] = 48  # seat, weapon, power reached
POWER_GAIN: Final[i64] = 49  # seat, weapon, resource, amount, power
LOST: Final[i64] = 50  # seat, monster
WORN_OUT: Final[i64] = 51  # seat, battle rounds: the limit
STOLEN: Final[i64] = 52  # seat, monster, money
BOOSTED: Final[i64] = 53  # seat, monster, hp added to monsters met later
HURT: Final[i64] = 54  # seat hurt, monster, resource (3 EXP, 4 points, 5 HP), amount
DRAINED: Final[i64] = 55  # seat, monster, ep lost
REGROWN: Final[i64] = 56  # seat, monster, hp now
RECOVERED: Final[i64] = 57  # seat, resource (5 HP, 6 EP)
PASSED_GOAL: Final[i64] = 58  # seat, score: the first to have 50
SCORES: Final[i64] = 59  # round, score by seat: at the end of a round
GAME_OVER: Final[i64] = 60  # rounds
WINNER: Final[i64] = 61  # seat, score
DUMMIES: Final[i64] = 62  # place, place, place (-1: none)
BATTLE_ORDER: Final[i64] = 63  # seat, position in the order (from 1), number of fights
STAGE: Final[i64] = 64  # seat, stage reached
