"""The clocks of the players in a contest match. A clock stands while the server works on the player's order."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parlour.contest.engine.match_setup import SeatStatus


class MatchClocks:
    def __init__(self, seats: Sequence[SeatStatus], now: Callable[[], int], cpu_wait: Callable[[], int]) -> None:
        self.seats = seats
        self.now = now
        self.cpu_wait = cpu_wait
        self.credited_wait = cpu_wait()

    def start(self, player: SeatStatus) -> None:
        if player.open_order >= 0:
            player.clock_started_at = self.now()

    def stop(self, player: SeatStatus) -> bool:
        """Stops a player's clock and takes the time from it; false, and nothing happens, if the time is up."""
        if player.clock_started_at is None:
            return True
        elapsed = self.now() - player.clock_started_at
        if elapsed >= player.time_left and self.is_out_of_time(player):
            return False
        player.time_left -= elapsed
        player.clock_started_at = None
        return True

    def is_out_of_time(self, player: SeatStatus) -> bool:
        """Whether a player's clock has run out, after adding the time that this process waited for a processor."""
        if player.clock_started_at is None or self.now() - player.clock_started_at < player.time_left:
            return False
        waited = self.cpu_wait()
        player.time_left += waited - self.credited_wait
        self.credited_wait = waited
        return self.now() - player.clock_started_at >= player.time_left

    def deadline(self, latest: int) -> int:
        """Returns when the next clock runs out, in monotonic nanoseconds, or `latest` if that is sooner."""
        for player in self.seats:
            if player.clock_started_at is not None:
                latest = min(latest, player.clock_started_at + player.time_left)
        return latest
