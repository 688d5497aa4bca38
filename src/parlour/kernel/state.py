"""The contract of every game: a state asks seats and the dealer, and takes their answers."""

from __future__ import annotations

import warnings
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet, to_bytes

NOBODY: Final[i64] = -1
DEALER: Final[i64] = -1  # the dealer, wherever a seat is named
NOT_ASKED: Final[i64] = 1  # reason: the seat owes no answer
NOT_LEGAL: Final[i64] = 2  # reason: not among the legal actions; a game's own reasons start at 3
OUTCOME_LIMIT: Final = 1 << 20  # the dealer never chooses among more outcomes


def warn_deprecated(old: str, new: str) -> None:
    """Warns the author of a game or bot that a name has changed. The old name still works."""
    warnings.warn(f"{old} is now called {new}; the old name will go away.", DeprecationWarning, stacklevel=3)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game: flat, mutable, cheap to copy, without input, output or random numbers."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.owing: i64 = 0  # bit s is set while seat s owes an answer
        self.outcomes: i64 = 0  # > 0 while the dealer owes an outcome: one of this many numbers
        self.journal: Journal | None = None  # receives the events; None: nobody reads them
        self.public = False  # nothing is hidden: `imagine` returns an equal position

    # Every game implements these.

    def legal(self, seat: i64) -> vec[i64]:
        """Returns the legal actions of a seat that owes an answer: ascending, without repeats."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64, /) -> None:
        """Plays an answer. The caller has checked that it is legal."""
        raise NotImplementedError

    def deal(self, outcome: i64, /) -> None:
        """Applies the dealer's outcome. `outcomes` is already 0 again."""
        raise NotImplementedError

    def points(self, seat: i64) -> i64:
        """Returns the score that players see."""
        raise NotImplementedError

    def default_answer(self, seat: i64) -> i64:
        """Returns the answer that stands in for a seat whose time is up, whose bot failed or whose player left."""
        warn_deprecated("State.lapse", "State.default_answer")
        return self.lapse(seat)

    def clone(self) -> State:
        """Returns a copy that shares nothing mutable and has no journal."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> None:
        """Writes every field of the game to the sheet."""
        raise NotImplementedError

    def read(self, sheet: Sheet) -> None:
        """Reads the fields in the order of `write`."""
        raise NotImplementedError

    # A game overrides these if the default does not fit.

    def odds(self) -> vec[i64]:
        """Returns whole-number weights of the outcomes; empty: all equally likely."""
        return vec[i64]()

    def standing(self, seat: i64) -> i64:
        """Returns the number that ranks the seats, tie-breaks included. Winners stand above zero."""
        return self.points(seat)

    def outlook(self, seat: i64) -> i64:
        """Returns an estimate of how well the seat is doing, for bots that know no rules."""
        return self.points(seat)

    def imagine(self, seat: i64, rng: Rng) -> State:
        """Returns a clone in which everything hidden from the seat is dealt again."""
        return self.clone()

    def sealed(self, seat: i64) -> bool:
        """Returns whether the seat's last answer is still hidden: it owes nothing, but others cannot know that."""
        return not self.owes(seat) and self.imagine(WATCHER, Rng(0)).owes(seat)

    def midway(self, seat: i64) -> bool:
        """Returns whether the seat has given only the first stages of its answer."""
        return False

    def forfeit(self, seat: i64) -> None:
        """Ends the match as a loss for this seat, whether or not it owes an answer."""
        raise NotImplementedError

    def refusal(self, seat: i64, action: i64) -> i64:
        """Returns the reason why the action is refused; 0: it is legal."""
        if not self.owes(seat):
            return NOT_ASKED
        for choice in self.legal(seat):
            if choice == action:
                return 0
        return NOT_LEGAL

    # The rules ask with these.

    def ask(self, seat: i64) -> None:
        self.owing |= 1 << seat

    def ask_all(self) -> None:
        self.owing = (1 << self.seats) - 1

    def ask_dealer(self, outcomes: i64) -> None:
        self.outcomes = outcomes

    def answered(self, seat: i64) -> bool:
        """Clears the debt of a seat. Returns whether no seat owes an answer any more."""
        self.owing &= ~(1 << seat)
        return self.owing == 0

    # Everybody may call these.

    def owes(self, seat: i64) -> bool:
        return (self.owing >> seat) & 1 == 1

    def over(self) -> bool:
        return self.owing == 0 and self.outcomes == 0

    def deal_outcome(self, outcome: i64) -> None:
        """Clears the dealer's debt, then applies the outcome."""
        self.outcomes = 0
        self.deal(outcome)

    def copy_debts(self, other: State) -> None:
        """Copies the debts of seats and dealer, for clones."""
        self.owing = other.owing
        self.outcomes = other.outcomes

    def pack(self) -> bytes:
        """Returns the whole state as bytes."""
        sheet = Sheet(vec[i64]([self.seats, self.owing, self.outcomes]))
        self.write(sheet)
        return to_bytes(sheet.numbers)

    def restore(self, sheet: Sheet) -> None:
        """Fills a blank state from a packed one with the same number of seats."""
        self.seats = sheet.take()
        self.owing = sheet.take()
        self.outcomes = sheet.take()
        self.read(sheet)

    # Deprecated names. Games in other packages may still use them.

    def lapse(self, seat: i64) -> i64:
        """Deprecated: implement `default_answer` instead."""
        raise NotImplementedError

    @property
    def fan(self) -> i64:
        """Deprecated: use `outcomes` instead."""
        warn_deprecated("State.fan", "State.outcomes")
        return self.outcomes

    def settle(self, outcome: i64) -> None:
        """Deprecated: call `deal_outcome` instead."""
        warn_deprecated("State.settle", "State.deal_outcome")
        self.deal_outcome(outcome)


def first_owing(owing: i64) -> i64:
    """Returns the lowest seat in a bit mask."""
    seat: i64 = 0
    while (owing >> seat) & 1 == 0:
        seat += 1
    return seat


def winners(state: State) -> vec[i64]:
    """Returns the seats that share the win: those with the highest standing, if it is above zero."""
    best: i64 = 0
    for seat in range(state.seats):
        standing = state.standing(seat)
        if standing > best:
            best = standing
    found = [seat for seat in range(state.seats) if best > 0 and state.standing(seat) == best]
    return vec[i64](found)


def ranks(state: State) -> list[int]:
    """Returns the rank of each seat by its standing, from 1. Equal standings share the better rank."""
    standings = [int(state.standing(seat)) for seat in range(state.seats)]
    return [1 + sum([other > standing for other in standings]) for standing in standings]
