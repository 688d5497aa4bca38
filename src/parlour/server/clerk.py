"""The clerk: counts finished tables for the ratings in a process of its own, so that nobody at a table waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from parlour import games
from parlour.server.crew import NICE, hold_interrupts
from parlour.server.house import Ended, House
from parlour.server.watch import say
from parlour.store import rating_rows
from parlour.store.rating_rows import TABLE
from parlour.table.bot_worker import BotWorker, WorkerReply
from parlour.tournament.ratings import count_tables, known_versions

LOOK = 60.0  # seconds after which the clerk looks for what was left, by this server or by others
REST = 1.0  # seconds in which more may end, to be counted together
AT_ONCE = 16  # tables that are counted in one go
DEADLINE = 300.0  # seconds that it may take
T = TypeVar("T")


class Clerk:
    """The process is there while there is something to count; what it was at when it ended is counted later."""

    def __init__(self, house: House, db: str) -> None:
        self.house = house
        self.db = db
        self.thinker = BotWorker(DEADLINE, nice=NICE)
        self.thread = ThreadPoolExecutor(1, "clerk", initializer=hold_interrupts)
        self.given_up: set[str] = set()  # tables that cost the process its life or its time, or that it does not know
        self.careful = False  # one at a time, since something went wrong
        self.versions: dict[str, int] = {}

    async def work(self) -> None:
        """Counts what was left uncounted, and then for a while what ends here."""
        while await self._count(await self._left()):
            pass
        clock = asyncio.get_running_loop().time
        until = clock() + LOOK
        while clock() < until:
            try:
                some = [await asyncio.wait_for(self.house.ended.get(), until - clock())]
            except TimeoutError:
                await self._there(self.thinker.close)
                return
            await asyncio.sleep(REST)
            while not self.house.ended.empty() and len(some) < AT_ONCE:
                some.append(self.house.ended.get_nowait())
            for game in dict.fromkeys(game for _, game in some):
                await self._count([each for each in some if each[1] == game])

    async def leave(self) -> None:
        """At once, whatever is being counted."""
        self.thinker.shut_down()
        await asyncio.to_thread(self.thread.shutdown)
        self.thinker.close()

    async def _there(self, work: Callable[[], T]) -> T:
        """In the clerk's thread, which waits for the process."""
        return await asyncio.get_running_loop().run_in_executor(self.thread, work)

    async def _left(self) -> list[Ended]:
        """The oldest tables that ended and were not counted, all of one game."""
        if not self.versions:
            self.versions = await asyncio.to_thread(known_versions)
        most = 1 if self.careful else AT_ONCE
        look = partial(
            rating_rows.uncounted_results, source=TABLE, versions=self.versions, most=most + len(self.given_up)
        )
        found = [(id, game) for (_, id), game in await self.house.ledger.read(look) if id not in self.given_up]
        return [each for each in found if each[1] == found[0][1]][:most]

    async def _count(self, some: Sequence[Ended]) -> bool:
        """Some tables of one game; false if there are none, or if it cannot be done just now."""
        if not some:
            return False
        ids = [id for id, _ in some]
        work = partial(self.thinker.run, count_tables, games.find(some[0][1]), self.db, ids)
        reply: WorkerReply = await self._there(work)
        self.careful = bool(reply.fault)
        if reply.fault:
            say("not counted", tables=len(ids), fault=reply.fault)
            if len(ids) == 1:
                self.given_up.update(ids)
            return True
        if reply.value is None:  # the database did not answer
            return False
        for id, what in reply.value["doubts"]:
            say("does not count", table=id, reason=what)
        self.given_up.update(reply.value["left"])
        return True
