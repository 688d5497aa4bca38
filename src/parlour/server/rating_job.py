"""The clerk: counts finished tables for the ratings in a process of its own, so that nobody at a table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from parlour import games
from parlour.server.observability import log_event
from parlour.server.services import FinishedTable, Services
from parlour.server.worker_pool import NICE, block_interrupts
from parlour.store import rating_rows
from parlour.store.rating_rows import TABLE
from parlour.table.bot_worker import BotWorker, WorkerReply
from parlour.tournament.ratings import count_tables, known_versions

POLL_INTERVAL = 60.0  # seconds after which the clerk looks for what was left, by this server or by others
BATCH_DELAY = 1.0  # seconds in which more may end, to be counted together
BATCH_SIZE = 16  # tables that are counted in one go
BATCH_DEADLINE = 300.0  # seconds that it may take
T = TypeVar("T")


class RatingJob:
    """The process is there while there is something to count; what it was at when it ended is counted later."""

    def __init__(self, house: Services, db: str) -> None:
        self.services = house
        self.db = db
        self.worker = BotWorker(BATCH_DEADLINE, nice=NICE)
        self.executor = ThreadPoolExecutor(1, "clerk", initializer=block_interrupts)
        self.skipped_tables: set[str] = (
            set()
        )  # tables that cost the process its life or its time, or that it does not know
        self.one_at_a_time = False  # one at a time, since something went wrong
        self.game_versions: dict[str, int] = {}

    async def run(self) -> None:
        """Counts what was left uncounted, and then for a while what ends here."""
        while await self._count_batch(await self._find_uncounted()):
            pass
        clock = asyncio.get_running_loop().time
        until = clock() + POLL_INTERVAL
        while clock() < until:
            try:
                some = [await asyncio.wait_for(self.services.finished_tables.get(), until - clock())]
            except TimeoutError:
                await self._run_in_thread(self.worker.close)
                return
            await asyncio.sleep(BATCH_DELAY)
            while not self.services.finished_tables.empty() and len(some) < BATCH_SIZE:
                some.append(self.services.finished_tables.get_nowait())
            for game in dict.fromkeys(game for _, game in some):
                await self._count_batch([each for each in some if each[1] == game])

    async def stop(self) -> None:
        """At once, whatever is being counted."""
        self.worker.shut_down()
        await asyncio.to_thread(self.executor.shutdown)
        self.worker.close()

    async def _run_in_thread(self, work: Callable[[], T]) -> T:
        """In the clerk's thread, which waits for the process."""
        return await asyncio.get_running_loop().run_in_executor(self.executor, work)

    async def _find_uncounted(self) -> list[FinishedTable]:
        """The oldest tables that ended and were not counted, all of one game."""
        if not self.game_versions:
            self.game_versions = await asyncio.to_thread(known_versions)
        most = 1 if self.one_at_a_time else BATCH_SIZE
        look = partial(
            rating_rows.uncounted_results,
            source=TABLE,
            versions=self.game_versions,
            most=most + len(self.skipped_tables),
        )
        found = [
            (id, game) for (_, id), game in await self.services.database.read(look) if id not in self.skipped_tables
        ]
        return [each for each in found if each[1] == found[0][1]][:most]

    async def _count_batch(self, some: Sequence[FinishedTable]) -> bool:
        """Some tables of one game; false if there are none, or if it cannot be done just now."""
        if not some:
            return False
        ids = [id for id, _ in some]
        work = partial(self.worker.run, count_tables, games.find(some[0][1]), self.db, ids)
        reply: WorkerReply = await self._run_in_thread(work)
        self.one_at_a_time = bool(reply.fault)
        if reply.fault:
            log_event("not counted", tables=len(ids), fault=reply.fault)
            if len(ids) == 1:
                self.skipped_tables.update(ids)
            return True
        if reply.value is None:  # the database did not answer
            return False
        for id, what in reply.value["doubts"]:
            log_event("does not count", table=id, reason=what)
        self.skipped_tables.update(reply.value["left"])
        return True
