"""Records as films, made in a process of their own: the lobby has no time for it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from litestar import Response, post
from litestar.params import JSONBody

from parlour import games
from parlour.contest.host import Host
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.server import messages as said
from parlour.server.film import zipped_film
from parlour.server.front import Asked
from parlour.server.limits import RECORD_BYTES
from parlour.server.lobby import board_address
from parlour.server.refused import Refused
from parlour.server.shelves import zipped_answer

PATIENCE = 60.0  # seconds
WEARY = 50  # films, and the process is made anew


def filmed(text: str) -> bytes:
    """What the process does: the lines of a record become a film. A Problem says what is wrong with them."""
    record = read_record(text)
    game = games.find(record.header.game)
    viewer = 0 if len(record.header.names) == 1 else None
    return zipped_film(game, record, viewer, "", board_address(game))


class Studio:
    """One film after another."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.pool: ProcessPoolExecutor | None = None

    async def film(self, text: str) -> bytes:
        if self.pool is None:
            self.pool = ProcessPoolExecutor(1, self.host.context, max_tasks_per_child=WEARY)
        try:
            return await asyncio.wait_for(self.host.loop.run_in_executor(self.pool, filmed, text), PATIENCE)
        except TimeoutError:
            self.close()
            raise Refused("storage", "This match takes too long to show just now; try again later.") from None
        except Problem as problem:
            raise Refused("setup", str(problem)) from None
        except Exception as fault:
            if isinstance(fault, BrokenProcessPool):
                self.close()
            raise Refused("closed", "This match cannot be shown by this version of its game.") from fault

    def close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None


@post("/films", request_max_body_size=RECORD_BYTES)
async def make_film(request: Asked, data: JSONBody[said.Written]) -> Response[dict[str, Any]]:
    studio: Studio = request.app.state.studio
    return zipped_answer(request, await studio.film(data.record))
