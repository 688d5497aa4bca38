"""Time at a table: a bank for every seat, and something back for every answer."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """Counts down while a seat owes an answer. Whoever holds the table calls; nothing here waits."""

    def __init__(self, seats: int, bank: float, increment: float, now: Callable[[], float]) -> None:
        self.bank = [bank] * seats  # seconds left when the running question was asked, by seat
        self.increment = increment
        self.now = now
        self.since: list[float | None] = [None] * seats  # when the running question was asked

    def left(self, seat: int) -> float:
        """Seconds a seat has now."""
        since = self.since[seat]
        return self.bank[seat] if since is None else self.bank[seat] - (self.now() - since)

    def begin(self, seat: int) -> None:
        if self.since[seat] is None:
            self.since[seat] = self.now()

    def stop(self, seat: int) -> None:
        """The answer is in: what is left is kept, and the increment comes on top."""
        self.bank[seat] = max(self.left(seat), 0.0) + self.increment
        self.since[seat] = None

    def empty(self) -> list[int]:
        """Seats whose time is gone."""
        return [seat for seat, since in enumerate(self.since) if since is not None and self.left(seat) <= 0]
