"""The setup of a contest match, the status of a seat in it, and the interface of clients that follow it."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

from parlour.kernel.options import Options
from parlour.kernel.wire_types import Json, SettingValue

SECOND_NS: Final = 1_000_000_000
TRUE_WORDS: Final = ("true", "1")
FALSE_WORDS: Final = ("false", "0")


class SeatSetup(NamedTuple):
    """The player of a seat in a contest match: a client program, a person at a browser, or a bot."""

    kind: str
    name: str
    client_type: str
    bot_spec: str = ""


class ContestMatchSetup(NamedTuple):
    """Everything that a match process needs to start a contest match: game, options, settings, session, seats."""

    game_module: str
    options: Options
    settings: dict[str, SettingValue]
    session: str
    seats: tuple[SeatSetup, ...]


class MatchListener(Protocol):
    """The server's connection to a client program in a contest match, a player or a spectator; the match sends it the
    news through this interface."""

    seat: int | None
    meta_deltas: bool

    def send(self, body: bytes, /) -> None: ...

    def buffer(self, body: bytes, /) -> None:
        """Sends `body` to the client together with its next message, or after a short delay."""

    def send_and_close(self, last: bytes, /) -> None:
        """Sends the client its last message and closes its socket a little later."""


class SeatStatus:
    def __init__(self, setup: SeatSetup, time_left: int) -> None:
        self.setup = setup
        self.time_left = time_left  # nanoseconds
        self.clock_started_at: int | None = None  # None while its clock stands
        self.order_count = 0  # orders sent to it
        self.open_order = -1  # index of the unfinished order
        self.error_count = 0  # malformed ends of this order
        self.run_count = 0  # in this turn
        self.gamelog_bytes = 0  # caused by its orders
        self.disconnected = False
        self.timed_out = False


def read_cpu_wait() -> int:
    """Returns the nanoseconds that this process was ready to run but waited for a processor; 0 if unknown."""
    try:
        with open("/proc/self/schedstat", "rb") as file:
            return int(file.read().split()[1])
    except (OSError, ValueError, IndexError):
        return 0


def parse_boolean(value: Json) -> bool | None:
    """Returns a client's JSON value as a boolean, also if it is a text or number; None if it is not one."""
    if isinstance(value, bool | int | float):
        return bool(value)
    word = value.strip().lower() if isinstance(value, str) else ""
    return True if word in TRUE_WORDS else False if word in FALSE_WORDS else None


def id_text(value: Json) -> str:
    """Returns an object id or index of a client (a text, int or whole float) as text; empty for anything else."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
