"""Counts finished matches for the players' ratings, in a process of its own so that no table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from parlour import games
from parlour.server.observability import log_event
from parlour.server.services import FinishedTable, Services
from parlour.server.worker_pool import NICE
from parlour.store import rating_rows
from parlour.store.rating_rows import TABLE
from parlour.table.bot_worker import BotWorker
from parlour.tournament.ratings import GameVersions, count_tables, known_versions

POLL_INTERVAL = 60.0  # seconds between two searches for uncounted tables of this and other servers
BATCH_DELAY = 1.0  # seconds to wait for more finished tables, to count them together
BATCH_SIZE = 16  # tables
BATCH_DEADLINE = 300.0  # seconds


class RatingJob:
    """A background job that counts finished tables for the ratings in a process; interrupted batches count later."""

    def __init__(self, services: Services, db: str) -> None:
        self.services = services
        self.db = db
        self.worker = BotWorker(BATCH_DEADLINE, nice=NICE)
        self.skipped_tables: set[str] = set()  # tables that crashed or overran the process, or that it cannot read
        self.one_at_a_time = False  # after a fault, to find the table that caused it
        self.game_versions: GameVersions = {}

    async def run(self) -> None:
        """Counts all finished tables that the ratings lack, then for POLL_INTERVAL those that finish on this server."""
        while await self._count_batch(await self._find_uncounted()):
            pass
        clock = asyncio.get_running_loop().time
        until = clock() + POLL_INTERVAL
        while clock() < until:
            try:
                batch = [await asyncio.wait_for(self.services.finished_tables.get(), until - clock())]
            except TimeoutError:
                await asyncio.to_thread(self.worker.close)
                return
            await asyncio.sleep(BATCH_DELAY)
            while not self.services.finished_tables.empty() and len(batch) < BATCH_SIZE:
                batch.append(self.services.finished_tables.get_nowait())
            for game in dict.fromkeys(game for _, game in batch):
                await self._count_batch([each for each in batch if each[1] == game])

    async def stop(self) -> None:
        """Stops counting for the ratings at once, even in the middle of a batch, and ends the process."""
        self.worker.shut_down()
        await asyncio.to_thread(self.worker.close)

    async def _find_uncounted(self) -> list[FinishedTable]:
        """Returns the oldest finished tables that the ratings do not count yet, all of one game, at most a batch,
        without those that failed before; after a fault only one table."""
        if not self.game_versions:
            self.game_versions = await asyncio.to_thread(known_versions)
        most = 1 if self.one_at_a_time else BATCH_SIZE
        query = partial(
            rating_rows.uncounted_results,
            source=TABLE,
            versions=self.game_versions,
            most=most + len(self.skipped_tables),
        )
        found = [
            (id, game) for (_, id), game in await self.services.database.read(query) if id not in self.skipped_tables
        ]
        return [each for each in found if each[1] == found[0][1]][:most]

    async def _count_batch(self, batch: Sequence[FinishedTable]) -> bool:
        """Counts finished tables of one game for the ratings. Returns whether to go on: false if there are none or the
        database is silent, true even after a fault."""
        if not batch:
            return False
        ids = [id for id, _ in batch]
        reply = await asyncio.to_thread(self.worker.run, count_tables, games.find(batch[0][1]), self.db, ids)
        self.one_at_a_time = bool(reply.fault)
        if reply.fault:
            log_event("rating failed", tables=len(ids), fault=reply.fault)
            if len(ids) == 1:
                self.skipped_tables.update(ids)
            return True
        if reply.value is None:  # the database did not answer
            return False
        for id, reason in reply.value["doubts"]:
            log_event("not rated", table=id, reason=reason)
        self.skipped_tables.update(reply.value["left"])
        return True
