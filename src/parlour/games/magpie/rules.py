"""Magpie: sealed bids for trinkets drawn from a bag."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE, Journal
from parlour.kernel.options import Options
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet
from parlour.kernel.state import NOBODY, NOT_ASKED, State, legal_from_list

KINDS: Final[i64] = 6  # a trinket of kind k is worth k + 1
COPIES: Final[i64] = 2  # of each kind in the bag
STONES: Final[i64] = 15  # in each purse at the start

NAMES: Final = ("a button", "a thimble", "a brass key", "a silver spoon", "a pearl", "a gold ring")

SHOWN: Final[i64] = 0  # event: kind
WON: Final[i64] = 1  # event: seat, kind, price
SPOILED: Final[i64] = 2  # event: kind
TOO_DEAR: Final[i64] = 3  # reason: more stones than the purse holds
ACTIONS: Final = 31  # an action is a bid: 0 to 30 stones


@mypyc_attr(acyclic=True, free_list_len=1)
class Magpie(State):
    """A position of Magpie and its rules: each round a trinket is drawn, all bid in secret, and the highest bid buys
    it."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.bag = vec[i64]()  # trinkets left, by kind
        self.purse = vec[i64]()  # stones, by seat
        self.hoard = vec[i64]()  # points, by seat
        self.cups = vec[i64]()  # this round's sealed bids, by seat
        self.prize: i64 = NOBODY  # the kind on offer

    def odds(self) -> vec[i64]:
        return self.bag

    def deal(self, kind: i64, /) -> None:
        """Takes a trinket of this kind out of the bag, shows it to all seats and asks them for their bids (rule 1)."""
        self.bag[kind] -= 1
        self.prize = kind
        if self.journal is not None:
            self.journal.add(EVERYONE, SHOWN, kind)
        self.ask_all()

    def legal(self, seat: i64) -> vec[i64]:
        return legal_from_list(self, seat)

    def list_legal(self, seat: i64, found: ActionList) -> None:
        """Lists the bids that a seat may make: from nothing up to all stones in its purse (rule 2)."""
        found.clear()
        for stones in range(self.purse[seat] + 1):
            found.add(stones)

    def refusal(self, seat: i64, action: i64) -> i64:
        if not self.owes(seat):
            return NOT_ASKED
        return 0 if 0 <= action <= self.purse[seat] else TOO_DEAR

    def play(self, seat: i64, stones: i64, /) -> None:
        self.cups[seat] = stones
        if self.answered(seat):
            self.award()
            for each in range(self.seats):
                self.cups[each] = NOBODY
            if self.trinkets_left() > 0:
                self.ask_dealer(KINDS)

    def award(self) -> None:
        """Gives the trinket to the highest bid, which is paid (rule 3); a tie for the highest spoils the trinket (rule
        4)."""
        winner = highest_bidder(self.cups)
        if winner == NOBODY:
            if self.journal is not None:
                self.journal.add(EVERYONE, SPOILED, self.prize)
            return
        price = self.cups[winner]
        self.purse[winner] -= price
        self.hoard[winner] += self.prize + 1
        if self.journal is not None:
            self.journal.add(EVERYONE, WON, winner, self.prize, price)

    def trinkets_left(self) -> i64:
        total: i64 = 0
        for count in self.bag:
            total += count
        return total

    def points(self, seat: i64) -> i64:
        return self.hoard[seat]

    def standing(self, seat: i64) -> i64:
        """Returns the number that ranks a seat, higher is better: by points, then by the stones kept (rule 6)."""
        return self.hoard[seat] * 100 + self.purse[seat]

    def outlook(self, seat: i64) -> i64:
        return self.hoard[seat] * 3 + self.purse[seat]

    def default_answer(self, seat: i64) -> i64:
        return 0

    def clone(self) -> Magpie:
        copy = Magpie(self.seats)
        copy.copy_debts(self)
        copy.bag = self.bag[:]
        copy.purse = self.purse[:]
        copy.hoard = self.hoard[:]
        copy.cups = self.cups[:]
        copy.prize = self.prize
        return copy

    def sealed(self, seat: i64) -> bool:
        return self.cups[seat] != NOBODY

    def imagine(self, seat: i64, rng: Rng) -> Magpie:
        """Returns the position as a seat may imagine it: the other seats' sealed bids are reopened, so they are asked
        again."""
        world = self.clone()
        for other in range(self.seats):
            if other != seat and self.cups[other] != NOBODY:
                world.cups[other] = NOBODY
                world.ask(other)
        return world

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


def highest_bidder(cups: vec[i64]) -> i64:
    """Returns the seat of the highest bid, NOBODY if two seats share it."""
    winner = NOBODY
    best: i64 = -1
    for seat in range(len(cups)):
        if cups[seat] > best:
            best = cups[seat]
            winner = seat
        elif cups[seat] == best:
            winner = NOBODY
    return winner


def round_number(state: State) -> int:
    """Returns the number of the round in a position: the trinkets drawn so far."""
    assert isinstance(state, Magpie)
    return int(KINDS * COPIES - state.trinkets_left())


def start(seats: int, options: Options, journal: Journal | None) -> Magpie:
    """Sets up a match: two of each trinket in the bag, the same number of stones in each purse (rule 0)."""
    state = Magpie(seats)
    state.journal = journal
    stones = options["stones"]
    assert isinstance(stones, int)
    state.bag = vec[i64]([COPIES] * KINDS)
    state.purse = vec[i64]([stones] * seats)
    state.hoard = vec[i64]([0] * seats)
    state.cups = vec[i64]([NOBODY] * seats)
    state.ask_dealer(KINDS)
    return state
