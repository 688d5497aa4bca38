"""Time at a table: a bank for every seat, and something back for every answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence


class Clock:
    """Counts down while a seat owes an answer. Whoever holds the table calls; nothing here waits."""

    def __init__(self, seats: int, bank: float, increment: float, now: Callable[[], float]) -> None:
        self.bank = [bank] * seats  # seconds left when the running question was asked, by seat
        self.increment = increment
        self.now = now
        self.since: list[float | None] = [None] * seats  # when the running question was asked

    def seconds_left(self, seat: int) -> float:
        """Seconds a seat has now."""
        return self.bank[seat] - self.seconds_spent(seat)

    def start(self, seat: int) -> None:
        if self.since[seat] is None:
            self.since[seat] = self.now()

    def pause(self, seat: int) -> None:
        """Nothing is owed: what is left is kept."""
        self.bank[seat] = max(self.seconds_left(seat), 0.0)
        self.since[seat] = None

    def complete_answer(self, seat: int) -> None:
        """The answer is in: the increment comes on top."""
        self.pause(seat)
        self.bank[seat] += self.increment

    def seconds_spent(self, seat: int) -> float:
        """Seconds since the running question was asked."""
        since = self.since[seat]
        return 0.0 if since is None else self.now() - since

    def undo_cost(self, withdrawn: Sequence[int]) -> float:
        """What it costs to take an answer back: what it brought, and what others have spent on the questions that
        came of it."""
        return self.increment + max((self.seconds_spent(seat) for seat in withdrawn), default=0.0)

    def undo_answer(self, seat: int, withdrawn: Sequence[int]) -> None:
        """The answer is out again, and nobody asks the questions that came of it: their time was not spent."""
        self.pause(seat)
        self.bank[seat] = max(self.bank[seat] - self.undo_cost(withdrawn), 0.0)
        for other in withdrawn:
            self.since[other] = None

    def snapshot(self) -> tuple[list[float], list[float | None]]:
        """As they stand now."""
        return self.bank[:], self.since[:]

    def set_running(self, seat: int, owes: bool) -> None:
        """Runs for whoever owes an answer, and for nobody else."""
        if owes:
            self.start(seat)
        else:
            self.pause(seat)

    def expired_seats(self) -> list[int]:
        """Seats whose time is gone."""
        return [seat for seat, since in enumerate(self.since) if since is not None and self.seconds_left(seat) <= 0]
