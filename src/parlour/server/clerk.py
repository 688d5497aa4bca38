"""The clerk: counts finished tables for the ratings, in a worker of the crew, so that nobody at a table waits."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial

from parlour import games
from parlour.arena.ratings import count_tables, known_versions
from parlour.server.house import House
from parlour.server.watch import say
from parlour.store import rating_rows
from parlour.store.rating_rows import TABLE

LOOK = 60.0  # seconds after which the clerk looks for what was left, by this server or by others
AT_ONCE = 16  # tables that a worker counts in one go


class Clerk:
    def __init__(self, house: House, db: str) -> None:
        self.house = house
        self.db = db
        self.given_up: set[str] = set()  # tables that cost a worker its process, or its time
        self.careful = False  # one at a time, since something went wrong
        self.versions: dict[str, int] = {}

    async def work(self) -> None:
        """Counts all that has ended, then waits for the next match to end."""
        self.house.ended.clear()
        if not self.versions:
            self.versions = await asyncio.to_thread(known_versions)
        while await self._count_some():
            pass
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.house.ended.wait(), LOOK)

    async def _count_some(self) -> bool:
        """The oldest that wait, all of one game; false if there is nothing to do, or not just now."""
        most = (1 if self.careful else AT_ONCE) + len(self.given_up)
        look = partial(rating_rows.waiting, source=TABLE, versions=self.versions, most=most)
        waiting = [(id, game) for (_, id), game in await self.house.ledger.read(look) if id not in self.given_up]
        if not waiting:
            return False
        game = waiting[0][1]
        some = [id for id, of in waiting if of == game][: 1 if self.careful else AT_ONCE]
        reply = await self.house.crew.run("the ratings", count_tables, games.find(game), self.db, some)
        self.careful = bool(reply.fault)
        if reply.fault:
            say("not counted", tables=len(some), fault=reply.fault)
            if len(some) == 1:
                self.given_up.update(some)
            return True
        if reply.value is None:  # the database did not answer
            return False
        for id, what in reply.value["doubts"]:
            say("does not count", table=id, reason=what)
        self.given_up.update(reply.value["left"])
        return True
