"""The class State, which every game implements: a position that asks seats and the dealer and takes their moves."""

from __future__ import annotations

import warnings
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from parlour.kernel.action_list import ActionList
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


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class State:
    """A position of a board game: mutable, cheap to copy, without input, output or random numbers."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.owing: i64 = 0  # bit s is set while seat s owes an answer
        self.outcomes: i64 = 0  # > 0 while the dealer owes an outcome: one of this many numbers
        self.journal: Journal | None = None  # receives the events; None: nobody reads them
        self.public = False  # nothing is hidden: `imagine` returns an equal position

    # Every game implements these.

    def legal(self, seat: i64) -> vec[i64]:
        """Returns the numbers of the legal actions of a seat that owes an answer, ascending and without repeats."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64, /) -> None:
        """Plays a seat's action and changes the position. The caller has checked that the action is legal."""
        raise NotImplementedError

    def deal(self, outcome: i64, /) -> None:
        """Applies the outcome that the dealer drew (a die roll, a card). `outcomes` was set to 0 before."""
        raise NotImplementedError

    def points(self, seat: i64) -> i64:
        """Returns the score of a seat that players see."""
        raise NotImplementedError

    def default_answer(self, seat: i64) -> i64:
        """Returns the answer that stands in for a seat whose time is up, whose bot failed or whose player left."""
        warn_deprecated("State.lapse", "State.default_answer")
        return self.lapse(seat)

    def clone(self) -> State:
        """Returns a copy of the position that shares nothing mutable with it and has no journal."""
        raise NotImplementedError

    def write(self, sheet: Sheet) -> None:
        """Writes every field of the game's position to a row of numbers, to pack it."""
        raise NotImplementedError

    def read(self, sheet: Sheet) -> None:
        """Reads every field of the game's position from a row of numbers, in the order of `write`."""
        raise NotImplementedError

    # A game overrides these if the default does not fit.

    def odds(self) -> vec[i64]:
        """Returns a whole-number weight for each of the dealer's outcomes; empty if all are equally likely."""
        return vec[i64]()

    def standing(self, seat: i64) -> i64:
        """Returns the number that ranks a seat against the others, tie-breaks included. A winner's is above zero."""
        return self.points(seat)

    def outlook(self, seat: i64) -> i64:
        """Returns an estimate of how well a seat is doing, in any unit, for bots that do not know the game."""
        return self.points(seat)

    def list_legal(self, seat: i64, found: ActionList) -> None:
        """Fills a list with the legal actions of a seat, as `legal` returns them; faster, as the list is used again."""
        found.borrow(self.legal(seat))

    def imagine(self, seat: i64, rng: Rng) -> State:
        """Returns a copy of the position in which everything hidden from the seat is dealt again at random."""
        return self.clone()

    def sealed(self, seat: i64) -> bool:
        """Returns whether a seat has answered in secret: others cannot know yet that it has answered."""
        return not self.owes(seat) and self.imagine(WATCHER, Rng(0)).owes(seat)

    def midway(self, seat: i64) -> bool:
        """Returns whether a seat has given only the first stages of an answer that consists of several actions."""
        return False

    def forfeit(self, seat: i64) -> None:
        """Ends the match as a loss for this seat, whether or not it owes an answer."""
        raise NotImplementedError

    def refusal(self, seat: i64, action: i64) -> i64:
        """Returns the number of the reason why a seat may not choose an action now; 0 if the action is legal."""
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
        """Marks that a seat owes no answer any more. Returns whether now no seat owes one."""
        self.owing &= ~(1 << seat)
        return self.owing == 0

    # Everybody may call these.

    def owes(self, seat: i64) -> bool:
        return (self.owing >> seat) & 1 == 1

    def over(self) -> bool:
        return self.owing == 0 and self.outcomes == 0

    def deal_outcome(self, outcome: i64) -> None:
        """Marks that the dealer owes nothing any more, then applies the outcome to the position."""
        self.outcomes = 0
        self.deal(outcome)

    def copy_debts(self, other: State) -> None:
        """Copies from another state which seats owe an answer and whether the dealer owes an outcome; for clones."""
        self.owing = other.owing
        self.outcomes = other.outcomes

    def pack(self) -> bytes:
        """Returns the whole position as bytes, for comparing, hashing and sending."""
        sheet = Sheet(vec[i64]([self.seats, self.owing, self.outcomes]))
        self.write(sheet)
        return to_bytes(sheet.numbers)

    def restore(self, sheet: Sheet) -> None:
        """Fills a blank state from the row of numbers of a packed one."""
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


def legal_from_list(state: State, seat: i64) -> vec[i64]:
    """Returns the legal actions of a seat, for games that implement `list_legal`."""
    found = ActionList()
    state.list_legal(seat, found)
    return found.to_vec()


def first_owing(owing: i64) -> i64:
    """Returns the lowest seat number in a bit mask of seats that owe an answer."""
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
