"""The game clock of a table: every seat has a time bank and gets an increment for each answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from parlour.table.cheap_copies import copy_attributes


class Clock:
    """The game clock: counts down while a seat owes an answer. It only computes; the owner must call it."""

    def __init__(self, seats: int, bank: float, increment: float, now: Callable[[], float] = time.monotonic) -> None:
        self.bank = [bank] * seats  # seconds left when the running question was asked, by seat
        self.increment = increment
        self.now = now
        self.since: list[float | None] = [None] * seats  # when the running question was asked, by seat

    def seconds_left(self, seat: int) -> float:
        """Returns the seconds that a seat has left on its game clock now; negative if it has overrun."""
        return self.bank[seat] - self.seconds_spent(seat)

    def rounded_times(self) -> list[float]:
        """Returns the seconds that each seat has left now, to milliseconds, in which they are stored."""
        return [round(self.seconds_left(seat), 3) for seat in range(len(self.bank))]

    def start(self, seat: int) -> None:
        if self.since[seat] is None:
            self.since[seat] = self.now()

    def pause(self, seat: int) -> None:
        """Stops the game clock of a seat and keeps the remaining time."""
        self.bank[seat] = max(self.seconds_left(seat), 0.0)
        self.since[seat] = None

    def complete_answer(self, seat: int) -> None:
        """Stops a seat's game clock after its answer and adds the increment in seconds."""
        self.pause(seat)
        self.bank[seat] += self.increment

    def seconds_spent(self, seat: int) -> float:
        """Returns the seconds since the seat's open question was asked; 0 if its game clock is stopped."""
        since = self.since[seat]
        return 0.0 if since is None else self.now() - since

    def undo_cost(self, withdrawn: Sequence[int]) -> float:
        """Returns the seconds that an undo costs: the increment, and the longest time spent on a withdrawn question."""
        return self.increment + max((self.seconds_spent(seat) for seat in withdrawn), default=0.0)

    def undo_answer(self, seat: int, withdrawn: Sequence[int]) -> None:
        """Takes the time for an undo from a seat, and gives others back the time for withdrawn questions."""
        self.pause(seat)
        self.bank[seat] = max(self.bank[seat] - self.undo_cost(withdrawn), 0.0)
        for other in withdrawn:
            self.since[other] = None

    def copy(self) -> Clock:
        twin = copy_attributes(self)
        twin.bank, twin.since = self.bank[:], self.since[:]
        return twin

    def set_running(self, seat: int, owes: bool) -> None:
        """Starts a seat's game clock if the seat owes an answer, else stops it."""
        if owes:
            self.start(seat)
        else:
            self.pause(seat)

    def expired_seats(self) -> list[int]:
        """Returns the seats whose game clock is running and has no time left."""
        return [seat for seat, since in enumerate(self.since) if since is not None and self.seconds_left(seat) <= 0]
