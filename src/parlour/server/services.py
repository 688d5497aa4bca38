"""What all tables of a server process share: database, worker processes, metrics, limits, timings."""

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
FinishedTable = tuple[str, str]  # table id and game


class Timings(NamedTuple):
    """The intervals and timeouts of the server, in seconds: expiry of tables, heartbeats, bots' answers."""

    waiting_expiry: float = 30 * MINUTE  # an unvisited table closes before its match has begun
    playing_expiry: float = 7 * DAY  # and during a match
    away_after: float = 20.0  # how long a player is disconnected before the others may vote for a bot
    unload_after: float = 60.0  # how long an unvisited table stays in memory
    sweep_interval: float = 0.25  # between two checks of clocks and idle tables
    heartbeat_interval: float = 1.0  # between two heartbeats
    lease: float = 5.0  # a process without a heartbeat for this long loses its tables
    bot_timeout: float = 30.0  # for an answer of a bot or of the coach


class SystemInputs(NamedTuple):
    """The clocks and the random source of the server, replaceable in tests."""

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
    finished_tables: asyncio.Queue[FinishedTable] = field(default_factory=asyncio.Queue)  # not rated yet

    def now(self) -> float:
        return self.system.now()

    def token_urlsafe(self, size: int) -> str:
        """Returns `size` random bytes as URL-safe base64 text, for table ids, guest ids and seat tokens."""
        return base64.urlsafe_b64encode(self.system.random_bytes(size)).decode().rstrip("=")

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Starts a coroutine as a background task of the server, and logs its exceptions other than refusals."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._task_done)
        return task

    def _task_done(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and not isinstance(task.exception(), Refused | None):
            log_event("fault", error=task.exception())

    async def run_to_completion(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Awaits a coroutine, which runs on to its end even if the caller is cancelled."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(task)
