"""What all tables of one server process share: the ledger, the bots' crew, the limits, the time."""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parlour.server.crew import Crew
from parlour.server.limits import Limits
from parlour.server.refused import Refused
from parlour.server.watch import Watch, say
from parlour.store.database import Database

MINUTE, DAY = 60.0, 86_400.0
Ended = tuple[str, str]  # a table whose match is over, and its game


class Times(NamedTuple):
    """How long things may take, in seconds."""

    waiting: float = 30 * MINUTE  # a table nobody is at closes before it has begun
    playing: float = 7 * DAY  # and in the middle of a match
    away: float = 20.0  # after which the others may vote for a bot
    parked: float = 60.0  # after which a table nobody is at is put away, to be opened again when somebody comes
    sweep: float = 0.25  # between two looks at the clocks
    beat: float = 1.0  # between two signs of life to other processes
    lease: float = 5.0  # without a sign of life after which a process is gone
    bot: float = 30.0  # a bot, or the coach, may think


class Nature(NamedTuple):
    """What a server takes from outside: the time of day, a clock that never jumps, and chance."""

    now: Callable[[], float] = time.time
    ticks: Callable[[], float] = time.monotonic
    fresh: Callable[[int], bytes] = secrets.token_bytes


@dataclass
class House:
    ledger: Database
    crew: Crew
    watch: Watch
    limits: Limits
    times: Times
    nature: Nature = field(default_factory=Nature)
    keeper: str = field(default_factory=lambda: secrets.token_hex(8))
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    ended: asyncio.Queue[Ended] = field(default_factory=asyncio.Queue)  # and not counted yet

    def now(self) -> float:
        return self.nature.now()

    def word(self, size: int) -> str:
        """So many bytes of chance, as a word for addresses: an id, a token, a guest's name."""
        return base64.urlsafe_b64encode(self.nature.fresh(size)).decode().rstrip("=")

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Work that goes on by itself; a fault is logged, and a refusal is none."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and not isinstance(task.exception(), Refused | None):
            say("fault", error=task.exception())

    async def whole(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Done to its end, even if whoever waits for it is gone."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)
