"""The HTTP and WebSocket connections of the web servers: time-outs, a limit of their number, and broken text."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import Any, ClassVar

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_FILES = 65_536  # that this process may open, if the machine allows as many
LEAST_BODY_BYTES = 40_000  # of a request body that must come between two checks of its connection
TOO_MANY_CONNECTIONS = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection that ends when its client sends a request or takes the answer too slowly."""

    check_interval: ClassVar[float] = 10.0  # seconds
    check_timer: asyncio.TimerHandle | None = None
    received = received_before = unsent_before = 0  # bytes
    late_after: object = None  # the last request before the one that was incomplete at the last check

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) >= self.limit_concurrency:
            transport.write(TOO_MANY_CONNECTIONS)
            transport.close()
        else:
            self.check_timer = self.loop.call_later(self.check_interval, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_checks()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)

    def handle_websocket_upgrade(self) -> None:
        self._stop_checks()
        super().handle_websocket_upgrade()

    def _stop_checks(self) -> None:
        if self.check_timer is not None:
            self.check_timer.cancel()

    def _check(self) -> None:
        """Closes the connection if its client is too slow: headers must come within one or two intervals, a body must
        grow, and an answer must be read."""
        unsent = self.transport.get_write_buffer_size()
        headers_missing = self.cycle is None or (self.cycle.response_complete and self.timeout_keep_alive_task is None)
        body_missing = not headers_missing and self.cycle.more_body and not self.cycle.response_complete
        grown = body_missing and self.received - self.received_before >= LEAST_BODY_BYTES
        incomplete = (headers_missing or body_missing) and not self.flow.read_paused
        if (incomplete and self.cycle is self.late_after and not grown) or 0 < unsent == self.unsent_before:
            self.transport.abort()
            return
        self.late_after = self.cycle if incomplete else False
        self.received_before, self.unsent_before = self.received, unsent
        self.check_timer = self.loop.call_later(self.check_interval, self._check)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection that hands on a text frame that is not UTF-8 as bytes, so that it is refused as any other
    malformed message."""

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()


def web_config(app: Any, largest_message: int, **more: Any) -> uvicorn.Config:
    """Returns the uvicorn configuration that all web servers share; `more` are further options of uvicorn."""
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=WebSocketConnection,
        ws_max_size=largest_message,
        ws_per_message_deflate=False,
        limit_concurrency=raise_file_limit() * 3 // 4,
        access_log=False,
        server_header=False,
        **more,
    )


def raise_file_limit() -> int:
    """Raises this process's limit of open files, because every connection needs one; returns the limit."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft
