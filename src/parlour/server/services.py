"""What all tables of one server process share: the ledger, the bots' crew, the limits, the time."""

from __future__ import annotations

import asyncio
import base64
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from parlour.server.errors import Refused
from parlour.server.observability import Metrics, log_event
from parlour.server.rate_limits import Limits
from parlour.server.worker_pool import WorkerPool
from parlour.store.database import Database

MINUTE, DAY = 60.0, 86_400.0
FinishedTable = tuple[str, str]  # a table whose match is over, and its game


class Timings(NamedTuple):
    """How long things may take, in seconds."""

    waiting_expiry: float = 30 * MINUTE  # a table nobody is at closes before it has begun
    playing_expiry: float = 7 * DAY  # and in the middle of a match
    away_after: float = 20.0  # after which the others may vote for a bot
    unload_after: float = 60.0  # after which a table nobody is at is put away, to be opened again when somebody comes
    sweep_interval: float = 0.25  # between two looks at the clocks
    heartbeat_interval: float = 1.0  # between two signs of life to other processes
    lease: float = 5.0  # without a sign of life after which a process is gone
    bot_timeout: float = 30.0  # a bot, or the coach, may think


class SystemInputs(NamedTuple):
    """What a server takes from outside: the time of day, a clock that never jumps, and chance."""

    now: Callable[[], float] = time.time
    monotonic: Callable[[], float] = time.monotonic
    random_bytes: Callable[[int], bytes] = secrets.token_bytes


@dataclass
class Services:
    database: Database
    workers: WorkerPool
    metrics: Metrics
    limits: Limits
    timings: Timings
    system: SystemInputs = field(default_factory=SystemInputs)
    server_id: str = field(default_factory=lambda: secrets.token_hex(8))
    tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    finished_tables: asyncio.Queue[FinishedTable] = field(default_factory=asyncio.Queue)  # and not counted yet

    def now(self) -> float:
        return self.system.now()

    def token_urlsafe(self, size: int) -> str:
        """So many bytes of chance, as a word for addresses: an id, a token, a guest's name."""
        return base64.urlsafe_b64encode(self.system.random_bytes(size)).decode().rstrip("=")

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Work that goes on by itself; a fault is logged, and a refusal is none."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and not isinstance(task.exception(), Refused | None):
            log_event("fault", error=task.exception())

    async def run_to_completion(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Done to its end, even if whoever waits for it is gone."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)
