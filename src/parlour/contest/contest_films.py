"""Records as films, made in a process of their own: the lobby has no time for it."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, post
from litestar.params import JSONBody

from parlour import games
from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import read_record
from parlour.server import messages as said
from parlour.server.app_context import AppRequest
from parlour.server.errors import Refused
from parlour.server.film import build_gzipped_film
from parlour.server.library_routes import gzip_response
from parlour.server.rate_limits import RECORD_BYTES
from parlour.server.table_routes import board_url
from parlour.table.bot_worker import OVERRAN_FAULT, BotWorker

FILM_TIMEOUT = 60.0  # seconds
NICENESS = 10  # how far films stand back behind matches
MOST_WAITING = 20  # films at once


def film_record(game: Game, text: str) -> bytes | str:
    """What the process does: the lines of a record, of whatever game, become a film; or what is wrong with them."""
    try:
        record = read_record(text)
        game = games.find(record.header.game)
        viewer = 0 if len(record.header.names) == 1 else None
        return build_gzipped_film(game, record, viewer, "", board_url(game))
    except Problem as problem:
        return str(problem)


class FilmRenderer:
    """One film after another, in a process that is ended if it takes too long."""

    def __init__(self, game: Game, patience: float = FILM_TIMEOUT) -> None:
        self.game = game
        self.worker = BotWorker(patience, nice=NICENESS)
        self.render_lock = asyncio.Lock()
        self.waiting_count = 0

    async def render(self, text: str) -> bytes:
        if self.waiting_count >= MOST_WAITING:
            raise Refused("rate", "Many films are being made just now; try again later.")
        self.waiting_count += 1
        try:
            async with self.render_lock:
                reply = await asyncio.to_thread(self.worker.run, film_record, self.game, text)
        finally:
            self.waiting_count -= 1
        if reply.fault == OVERRAN_FAULT:
            raise Refused("storage", "This match takes too long to show just now; try again later.")
        if reply.fault:
            raise Refused("closed", "This match cannot be shown by this version of its game.")
        if isinstance(reply.value, str):
            raise Refused("setup", reply.value)
        film: bytes = reply.value
        return film

    def close(self) -> None:
        self.worker.shut_down()


@post("/films", request_max_body_size=RECORD_BYTES)
async def make_film(request: AppRequest, data: JSONBody[said.RecordUpload]) -> Response[dict[str, Any]]:
    studio: FilmRenderer = request.app.state.studio
    return gzip_response(request, await studio.render(data.record))
