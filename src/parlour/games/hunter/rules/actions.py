"""The numbers of all player actions of Hunter & Apprentice, and of the reasons why an action is refused."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

SEND: Final[i64] = 0  # + hunter's place * 7 + apprentice's place
DRINK: Final[i64] = 49  # board actions, section 5
HEAL: Final[i64] = 50
PUT_BEER: Final[i64] = 51  # one Beer into the EP upgrade
PUT_BLOOD: Final[i64] = 52  # one Blood Bag into the HP upgrade
RAISE_EP: Final[i64] = 53  # with all missing Beers at once (R55)
RAISE_HP: Final[i64] = 54
TRADE: Final[i64] = 55  # a Beer for a Blood Bag
ATTACK_DIE: Final[i64] = 56
DEFENSE_DIE: Final[i64] = 57
TAKE: Final[i64] = 58  # + resource: money, Beer, Blood Bags, EXP
BUY: Final[i64] = 62  # + item
FINISH: Final[i64] = 70
DISCARD: Final[i64] = 71  # + item
BRING: Final[i64] = 79  # + pet level - 1
HUNT: Final[i64] = 82  # + monster level - 1
ACCEPT: Final[i64] = 85
CHANGE: Final[i64] = 86  # another monster of this level
ATTACK: Final[i64] = 87
TAME: Final[i64] = 88
ARM: Final[i64] = 89  # the Knife's tripled attack
USE: Final[i64] = 90  # + item - GRENADE: Grenade, Bomb, Dynamite, Fake Blood
ENDURE: Final[i64] = 94  # continue without an attack, or let the monster attack
AGAIN: Final[i64] = 95  # the Knife's second blow
RECOVER_HP: Final[i64] = 96
RECOVER_EP: Final[i64] = 97
ACTIONS: Final[i64] = 98

DUMMY_THERE: Final[i64] = 3  # reasons
NEEDS_EP: Final[i64] = 4  # for a hunter in the Forest
SAME_PLACE: Final[i64] = 5  # hunter and apprentice share only the Forest
NEEDS_TOLL: Final[i64] = 6
NEEDS_HUNTER: Final[i64] = 7  # an apprentice enters the Forest with its hunter only
EP_FULL: Final[i64] = 8
HP_FULL: Final[i64] = 9
EP_HIGHEST: Final[i64] = 10
HP_HIGHEST: Final[i64] = 11
NONE_HELD: Final[i64] = 12
TOO_FEW: Final[i64] = 13  # for a whole upgrade
NO_KATANA: Final[i64] = 14
NEEDS_EXP: Final[i64] = 15
DICE_FULL: Final[i64] = 16
TOO_DEAR: Final[i64] = 17
NOT_SOLD: Final[i64] = 18  # ammunition of another weapon
CARRIES_ENOUGH: Final[i64] = 19
TOO_TIRED: Final[i64] = 20  # not enough EP for this monster or pet
NO_PET: Final[i64] = 21
NO_AMMUNITION: Final[i64] = 22
NOT_TAME: Final[i64] = 23  # too strong to be tamed
TAME_EP: Final[i64] = 24  # not enough EP to tame
NO_POWER: Final[i64] = 25
POWER_SPENT: Final[i64] = 26
NO_OTHER: Final[i64] = 27  # no other monster of this level is left
NOT_NOW: Final[i64] = 28  # the answer to another question
NEEDED_BEER: Final[i64] = 29  # this Beer is needed to enter the fight
CAN_ATTACK: Final[i64] = 30  # going on without an attack, though an attack is possible
NEEDS_NONE: Final[i64] = 31  # ammunition for a weapon that attacks without
