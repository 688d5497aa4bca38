"""Jackdaw: sealed bids for trinkets drawn from a bag."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.kernel.journal import EVERYONE
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, NOT_ASKED, State

NAMES = ("a button", "a thimble", "a brass key", "a silver spoon", "a pearl", "a gold ring")
KINDS = len(NAMES)  # a trinket of kind k is worth k + 1
COPIES = 2  # of each kind in the bag
ACTIONS = 31  # an action is a bid: 0 to 30 stones

SHOWN = 0  # event: kind
WON = 1  # event: seat, kind, price
SPOILED = 2  # event: kind

TOO_DEAR = 3  # reason: more stones than the purse holds


class Jackdaw(State):
    """Each round a trinket is drawn; all bid in secret; the highest bid buys it."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.bag = vec[i64]()  # trinkets left, by kind
        self.purse = vec[i64]()  # stones, by seat
        self.hoard = vec[i64]()  # points, by seat
        self.cups = vec[i64]()  # this round's sealed bids, by seat
        self.prize: int = NOBODY  # the kind on offer

    def clone(self) -> Jackdaw:
        copy = Jackdaw(self.seats)
        copy.copy_debts(self)
        copy.bag = self.bag[:]
        copy.purse = self.purse[:]
        copy.hoard = self.hoard[:]
        copy.cups = self.cups[:]
        copy.prize = self.prize
        return copy

    def write(self, sheet: Sheet) -> None:
        sheet.put_column(self.bag)
        sheet.put_column(self.purse)
        sheet.put_column(self.hoard)
        sheet.put_column(self.cups)
        sheet.put(self.prize)

    def read(self, sheet: Sheet) -> None:
        self.bag = sheet.take_column()
        self.purse = sheet.take_column()
        self.hoard = sheet.take_column()
        self.cups = sheet.take_column()
        self.prize = sheet.take()

    def odds(self) -> vec[i64]:
        return self.bag

    def deal(self, kind: int, /) -> None:
        """Rule 1: a trinket is drawn from the bag and shown."""
        self.bag[kind] -= 1
        self.prize = kind
        if self.journal is not None:
            self.journal.add(EVERYONE, SHOWN, kind)
        self.ask_all()

    def legal(self, seat: int) -> vec[i64]:
        """Rule 2: a bid is at most what the purse holds; nothing is a bid too."""
        return vec[i64](range(self.purse[seat] + 1))

    def refusal(self, seat: int, action: int) -> int:
        if not self.owes(seat):
            return NOT_ASKED
        return 0 if 0 <= action <= self.purse[seat] else TOO_DEAR

    def play(self, seat: int, stones: int, /) -> None:
        self.cups[seat] = stones
        if self.answered(seat):
            self.award()
            self.cups = vec[i64]([NOBODY] * self.seats)
            if sum(self.bag) > 0:  # rule 5
                self.ask_dealer(KINDS)

    def award(self) -> None:
        """Rule 3: the highest bid buys the trinket. Rule 4: a tie for highest spoils it."""
        price = max(self.cups)
        bidders = [seat for seat in range(self.seats) if self.cups[seat] == price]
        if len(bidders) > 1:
            if self.journal is not None:
                self.journal.add(EVERYONE, SPOILED, self.prize)
            return
        winner = bidders[0]
        self.purse[winner] -= price
        self.hoard[winner] += self.prize + 1
        if self.journal is not None:
            self.journal.add(EVERYONE, WON, winner, self.prize, price)

    def points(self, seat: int) -> int:
        return self.hoard[seat]

    def standing(self, seat: int) -> int:
        """Rule 6: most points win; equal points are ordered by the stones kept."""
        return self.hoard[seat] * 100 + self.purse[seat]

    def outlook(self, seat: int) -> int:
        return self.hoard[seat] * 3 + self.purse[seat]

    def default_answer(self, seat: int) -> int:
        return 0

    def imagine(self, seat: int, rng: Rng) -> Jackdaw:
        """Bids of others are sealed: a seat that has bid is asked again."""
        world = self.clone()
        for other in range(self.seats):
            if other != seat and self.cups[other] != NOBODY:
                world.cups[other] = NOBODY
                world.ask(other)
        return world
