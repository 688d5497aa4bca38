"""The contract every game keeps: a state that asks questions and takes answers."""

from __future__ import annotations

import warnings
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.rng import Rng
from parlour.kernel.sheet import Sheet, to_bytes

NOBODY: Final[i64] = -1
DEALER: Final[i64] = -1  # who speaks when chance does
NOT_ASKED: Final[i64] = 1  # reason: this seat owes no answer
NOT_LEGAL: Final[i64] = 2  # reason: not one of the choices; a game's own reasons start at 3
OUTCOME_LIMIT: Final = 1 << 20


def warn_deprecated(old: str, new: str) -> None:
    """Tells the author of a game or bot that a name has changed; the old one goes on working."""
    warnings.warn(f"{old} is now called {new}; the old name will go away.", DeprecationWarning, stacklevel=3)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One position of one game: flat, mutable, cheap to copy, deaf to the world."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.owing: i64 = 0  # bit s is set while seat s owes an answer
        self.outcomes: i64 = 0  # > 0 while the dealer owes one of this many outcomes
        self.journal: Journal | None = None  # set only where somebody listens
        self.public = False  # nothing is hidden: who imagines a position sees this very one

    # What every game writes.

    def legal(self, seat: i64) -> vec[i64]:
        """The answers open to a seat that owes one: ascending, without repeats."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64, /) -> None:
        """Takes an answer. Trusts its caller; the table checks."""
        raise NotImplementedError

    def deal(self, outcome: i64, /) -> None:
        """Takes one of the dealer's outcomes; the debt is already cleared."""
        raise NotImplementedError

    def points(self, seat: i64) -> i64:
        """What players count."""
        raise NotImplementedError

    def default_answer(self, seat: i64) -> i64:
        """Returns the answer that stands in for a seat whose time is up, whose bot failed or whose player left."""
        warn_deprecated("State.lapse", "State.default_answer")
        return self.lapse(seat)

    def clone(self) -> State:
        """Shares nothing mutable, keeps no journal."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> None:
        """Puts every field of the game on the sheet."""
        raise NotImplementedError

    def read(self, sheet: Sheet) -> None:
        """Takes them back in the same order."""
        raise NotImplementedError

    # What a game writes where the usual will not do.

    def odds(self) -> vec[i64]:
        """Whole-number weights of the outcomes; empty: all alike."""
        return vec[i64]()

    def standing(self, seat: i64) -> i64:
        """Orders the seats; equal shares the rank; tie-breaks folded in. A win is above zero."""
        return self.points(seat)

    def outlook(self, seat: i64) -> i64:
        """How good the position looks, for bots that know no game."""
        return self.points(seat)

    def imagine(self, seat: i64, rng: Rng) -> State:
        """A clone in which all that the seat cannot see is dealt afresh."""
        return self.clone()

    def sealed(self, seat: i64) -> bool:
        """Whether the seat's last answer lies face down: it owes nothing more, and others imagine that it does."""
        return not self.owes(seat) and self.imagine(WATCHER, Rng(0)).owes(seat)

    def midway(self, seat: i64) -> bool:
        """Whether the seat's last answer was only the beginning of what it says."""
        return False

    def forfeit(self, seat: i64) -> None:
        """The seat gives up, whoever is asked: the match is over, and lost for it."""
        raise NotImplementedError

    def refusal(self, seat: i64, action: i64) -> i64:
        """Why not: a reason number, zero if legal."""
        if not self.owes(seat):
            return NOT_ASKED
        for choice in self.legal(seat):
            if choice == action:
                return 0
        return NOT_LEGAL

    # How the rules ask.

    def ask(self, seat: i64) -> None:
        self.owing |= 1 << seat

    def ask_all(self) -> None:
        self.owing = (1 << self.seats) - 1

    def ask_dealer(self, fan: i64) -> None:
        self.outcomes = fan

    def answered(self, seat: i64) -> bool:
        """Clears the debt of a seat; true when nobody owes any more."""
        self.owing &= ~(1 << seat)
        return self.owing == 0

    # What everybody may use.

    def owes(self, seat: i64) -> bool:
        return (self.owing >> seat) & 1 == 1

    def over(self) -> bool:
        return self.owing == 0 and self.outcomes == 0

    def deal_outcome(self, outcome: i64) -> None:
        """The dealer's answer: clears the debt, then deals."""
        self.outcomes = 0
        self.deal(outcome)

    def copy_debts(self, other: State) -> None:
        """For clones: who owes what."""
        self.owing = other.owing
        self.outcomes = other.outcomes

    # Names of earlier versions. Games of other packages may still use them; new ones should not.

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

    def pack(self) -> bytes:
        """The whole state as numbers."""
        sheet = Sheet(vec[i64]([self.seats, self.owing, self.outcomes]))
        self.write(sheet)
        return to_bytes(sheet.numbers)

    def restore(self, sheet: Sheet) -> None:
        """Fills a blank state from a packed one of the same number of seats."""
        self.seats = sheet.take()
        self.owing = sheet.take()
        self.outcomes = sheet.take()
        self.read(sheet)


def first_owing(owing: i64) -> i64:
    """The lowest seat of a mask."""
    seat: i64 = 0
    while (owing >> seat) & 1 == 0:
        seat += 1
    return seat


def winners(state: State) -> vec[i64]:
    """The seats that share the win: the highest standing, if it is above zero."""
    best: i64 = 0
    for seat in range(state.seats):
        standing = state.standing(seat)
        if standing > best:
            best = standing
    found = [seat for seat in range(state.seats) if best > 0 and state.standing(seat) == best]
    return vec[i64](found)


def ranks(state: State) -> list[int]:
    """The place of each seat, by its standing; equal ones share the better place."""
    standings = [int(state.standing(seat)) for seat in range(state.seats)]
    return [1 + sum([other > standing for other in standings]) for standing in standings]
