"""Builds replays (films) of uploaded match records in a separate process, so that neither tables nor lobby wait."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from typing import Any

from litestar import Request, Response, Router, post
from litestar.params import JSONBody
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.server import messages
from parlour.server.app_context import AppRequest, client_address
from parlour.server.errors import Refused
from parlour.server.film import film_uploaded_record
from parlour.server.library_routes import gzip_response, value_to_show
from parlour.server.rate_limits import RECORD_BYTES
from parlour.workers.worker import Worker

FILM_TIMEOUT = 60.0  # seconds
NICENESS = 10  # below the priority of matches
MOST_UPLOADS = 8  # records that are being sent, wait or are played again, as each takes much memory
UPLOADS_PER_ADDRESS = 3  # of these


class FilmRenderer:
    """Builds replays of uploaded match records, one at a time, in a process that is killed if it takes too long."""

    def __init__(self, timeout: float = FILM_TIMEOUT) -> None:
        self.worker = Worker(timeout, nice=NICENESS)
        self.render_lock = asyncio.Lock()
        self.uploads: Counter[str] = Counter()  # by client address

    @contextlib.contextmanager
    def count_upload(self, address: str) -> Iterator[None]:
        """Counts an upload from a client address while it lasts; refuses it if there are too many."""
        if self.uploads[address] >= UPLOADS_PER_ADDRESS:
            raise Refused("limit", "Too many replays for your address are being made; wait until one is ready.")
        if self.uploads.total() >= MOST_UPLOADS:
            raise Refused("limit", "Too many replays are being made just now; try again later.")
        self.uploads[address] += 1
        try:
            yield
        finally:
            self.uploads -= Counter([address])  # forgets addresses without uploads

    async def render(self, text: str) -> bytes:
        async with self.render_lock:
            reply = await asyncio.to_thread(self.worker.call, film_uploaded_record, text)
        if isinstance(reply.value, tuple):
            raise Refused(*reply.value)
        film: bytes = value_to_show(reply)
        return film

    def close(self) -> None:
        self.worker.shut_down()


def upload_middleware(app: ASGIApp) -> ASGIApp:
    """Counts an uploaded record from before its body is read until its film is sent."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        request: AppRequest = Request(scope)
        with request.app.state.film_renderer.count_upload(client_address(request)):
            await app(scope, receive, send)

    return call


@post(
    "/films",
    summary="The film of an uploaded record",
    request_max_body_size=RECORD_BYTES,
    middleware=[upload_middleware],
)
async def make_film(request: AppRequest, data: JSONBody[messages.RecordUpload]) -> Response[dict[str, Any]]:
    """Returns the replay of an uploaded record as a watcher sees it, a solitaire as its player; stores nothing."""
    renderer: FilmRenderer = request.app.state.film_renderer
    return gzip_response(request, await renderer.render(data.record))


router = Router("/api", route_handlers=[make_film], tags=["records"])
