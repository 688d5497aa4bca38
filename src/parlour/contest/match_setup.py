"""What a match is made of: its chairs and settings, those who listen, and a seat with its clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from parlour.kernel.options import Options
from parlour.kernel.wire_types import Json, SettingValue

SECOND_NS = 1_000_000_000
TRUE_WORDS, FALSE_WORDS = ("true", "1"), ("false", "0")


class SeatSetup(NamedTuple):
    """Who has a seat: a client, a person at a browser, or a bot."""

    kind: str
    name: str
    client_type: str
    bot_spec: str = ""


class ContestMatchSetup(NamedTuple):
    """All that a match is made of; it goes to the match's own process."""

    game_module: str  # of the game
    options: Options
    settings: dict[str, SettingValue]
    session: str
    seats: tuple[SeatSetup, ...]


class MatchListener(Protocol):
    """A socket client, player or spectator."""

    seat: int | None
    meta_deltas: bool

    def send(self, body: bytes, /) -> None: ...

    def buffer(self, body: bytes, /) -> None:
        """Sends it with what comes next, or in a moment: nobody waits for it."""

    def send_and_close(self, last: bytes, /) -> None:
        """Sends the last message, and closes a little later."""


@dataclass(slots=True)
class SeatStatus:
    setup: SeatSetup
    time_left: int  # nanoseconds
    clock_started_at: int | None = None  # when its clock began to run
    order_count: int = 0  # how many it was given
    open_order: int = -1  # the one that is open
    error_count: int = 0  # ends of this order that could not be read
    run_count: int = 0  # in this turn
    gamelog_bytes: int = 0  # bytes of the gamelog
    disconnected: bool = False
    timed_out: bool = False


def read_cpu_wait() -> int:
    """Nanoseconds this process stood in line for a processor: no player's fault."""
    try:
        with open("/proc/self/schedstat", "rb") as file:
            return int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def parse_boolean(value: Json) -> bool | None:
    """Clients send booleans as texts and numbers too; None for what is neither."""
    if isinstance(value, bool | int | float):
        return bool(value)
    word = value.strip().lower() if isinstance(value, str) else ""
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None


def id_text(value: Json) -> str:
    """An id or an index, sent as a text or as a number, whole in whatever way it is written."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
