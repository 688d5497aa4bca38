"""Builds replays (films) of uploaded match records in a separate process, because the contest's lobby must not wait."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, post
from litestar.params import JSONBody

from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.server import messages
from parlour.server.app_context import AppRequest
from parlour.server.errors import Refused
from parlour.server.film import build_gzipped_film
from parlour.server.library_routes import gzip_response, value_to_show
from parlour.server.rate_limits import RECORD_BYTES
from parlour.server.table_routes import board_url
from parlour.table.bot_worker import BotWorker

FILM_TIMEOUT = 60.0  # seconds
NICENESS = 10  # below the priority of matches
MOST_WAITING = 20  # films at once


def film_record(game: Game, text: str) -> bytes | Problem:
    """Returns the gzipped replay of a match record of any game, or why there is none. Runs in the worker process."""
    try:
        record = read_record(text)
        game = games.find(record.header.game)
        viewer = 0 if len(record.header.names) == 1 else None
        return build_gzipped_film(game, record, viewer, "", board_url(game))
    except Problem as problem:
        return problem


class FilmRenderer:
    """Builds replays of uploaded match records, one at a time, in a process that is killed if it takes too long."""

    def __init__(self, game: Game, timeout: float = FILM_TIMEOUT) -> None:
        self.game = game
        self.worker = BotWorker(timeout, nice=NICENESS)
        self.render_lock = asyncio.Lock()
        self.waiting_count = 0

    async def render(self, text: str) -> bytes:
        if self.waiting_count >= MOST_WAITING:
            raise Refused("rate", "Too many replays are being made just now; try again later.")
        self.waiting_count += 1
        try:
            async with self.render_lock:
                reply = await asyncio.to_thread(self.worker.run, film_record, self.game, text)
        finally:
            self.waiting_count -= 1
        if isinstance(reply.value, Problem):
            raise Refused("setup", str(reply.value))
        film: bytes = value_to_show(reply)
        return film

    def close(self) -> None:
        self.worker.shut_down()


@post("/films", request_max_body_size=RECORD_BYTES)
async def make_film(request: AppRequest, data: JSONBody[messages.RecordUpload]) -> Response[dict[str, Any]]:
    renderer: FilmRenderer = request.app.state.film_renderer
    return gzip_response(request, await renderer.render(data.record))
