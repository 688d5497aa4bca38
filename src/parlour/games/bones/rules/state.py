"""The state of Baldur's Bones: its fields, and how they are copied and stored."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.bones.rules.book import Book
from parlour.games.bones.rules.city import PLACES, START, UNFOUND
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import State

WALKING: Final[i64] = 0  # bouts: no fight at the moment
LESSON: Final[i64] = 1  # the tutorial fight
PRACTICE: Final[i64] = 2  # the introductory fight
GAME: Final[i64] = 3  # one of the city's fights
MATCH: Final[i64] = 4  # a round against the boss

OPENING: Final[i64] = 1  # what the dealer owes: three dice
DIE: Final[i64] = 2  # one more die
RETHROW: Final[i64] = 3  # the last die again
SHOWDOWN: Final[i64] = 4  # the opponent's low or high

RUNNING: Final[i64] = 0  # endings
WON: Final[i64] = 1
LOST: Final[i64] = 2
LOST_TO_BOSS: Final[i64] = 3


class Campaign(State):
    """The fields of a position of Baldur's Bones. The rules are in campaign.py."""

    def __init__(self, seats: i64, book: Book) -> None:
        super().__init__(seats)
        self.book = book
        self.place: i64 = START
        self.arrival: i64 = UNFOUND  # the status this place had when the player came
        self.done: i64 = 0  # 1: a game was played in this visit
        self.status = vec[i64]()  # unfound, found or beaten, by place
        self.health: i64 = 3
        self.level: i64 = 1
        self.experience: i64 = 0
        self.add: i64 = 1  # uses left of the three tricks
        self.subtract: i64 = 1
        self.reroll: i64 = 0
        self.bout: i64 = WALKING
        self.due: i64 = 0  # which dice the dealer owes
        self.foe: i64 = 0  # row of the enemy table
        self.total: i64 = 0
        self.last: i64 = 0  # the last roll
        self.dice = vec[i64]()  # on the table in this game, as they fell
        self.rounds_won: i64 = 0  # of the running match
        self.rounds_lost: i64 = 0
        self.matches: i64 = 0  # played against the boss
        self.wins: i64 = 0  # games in the city
        self.losses: i64 = 0
        self.ending: i64 = RUNNING

    def copy_to(self, copy: Campaign) -> None:
        copy.copy_debts(self)
        copy.place = self.place
        copy.arrival = self.arrival
        copy.done = self.done
        copy.status = self.status[:]
        copy.health = self.health
        copy.level = self.level
        copy.experience = self.experience
        copy.add = self.add
        copy.subtract = self.subtract
        copy.reroll = self.reroll
        copy.bout = self.bout
        copy.due = self.due
        copy.foe = self.foe
        copy.total = self.total
        copy.last = self.last
        copy.dice = self.dice[:]
        copy.rounds_won = self.rounds_won
        copy.rounds_lost = self.rounds_lost
        copy.matches = self.matches
        copy.wins = self.wins
        copy.losses = self.losses
        copy.ending = self.ending

    def write(self, sheet: Sheet) -> None:
        sheet.put(self.place)
        sheet.put(self.arrival)
        sheet.put(self.done)
        sheet.put_column(self.status)
        sheet.put(self.health)
        sheet.put(self.level)
        sheet.put(self.experience)
        sheet.put(self.add)
        sheet.put(self.subtract)
        sheet.put(self.reroll)
        sheet.put(self.bout)
        sheet.put(self.due)
        sheet.put(self.foe)
        sheet.put(self.total)
        sheet.put(self.last)
        sheet.put_column(self.dice)
        sheet.put(self.rounds_won)
        sheet.put(self.rounds_lost)
        sheet.put(self.matches)
        sheet.put(self.wins)
        sheet.put(self.losses)
        sheet.put(self.ending)

    def read(self, sheet: Sheet) -> None:
        self.place = sheet.take()
        self.arrival = sheet.take()
        self.done = sheet.take()
        self.status = sheet.take_column()
        self.health = sheet.take()
        self.level = sheet.take()
        self.experience = sheet.take()
        self.add = sheet.take()
        self.subtract = sheet.take()
        self.reroll = sheet.take()
        self.bout = sheet.take()
        self.due = sheet.take()
        self.foe = sheet.take()
        self.total = sheet.take()
        self.last = sheet.take()
        self.dice = sheet.take_column()
        self.rounds_won = sheet.take()
        self.rounds_lost = sheet.take()
        self.matches = sheet.take()
        self.wins = sheet.take()
        self.losses = sheet.take()
        self.ending = sheet.take()


def fresh_city() -> vec[i64]:
    """Returns the status of every place on a new map: none is found (R33; rule 4.2)."""
    return vec[i64]([UNFOUND] * PLACES)
