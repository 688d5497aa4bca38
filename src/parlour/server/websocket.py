"""One socket: a viewer of a table. Nothing it says can hurt anybody but itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.server import messages as said
from parlour.server.app_context import AppContext, client_address, is_own_origin
from parlour.server.cookies import read_seat_tokens
from parlour.server.errors import Refused
from parlour.server.live_table import CLOSE_NORMAL, CLOSE_RESTART
from parlour.server.messages import encode_message
from parlour.server.rate_limits import TokenBucket
from parlour.server.table_router import TableConnection

CLOSE_TOO_BIG, CLOSE_POLICY_VIOLATION = 1009, 1008
ABORT_SCOPE_KEY = "parlour.abort"  # in a socket's scope: what tears the line


class SocketWriter:
    """The near end of a socket: what is to be sent waits in line; who does not read it is cut off.

    Nobody stands by while there is nothing to send: an idle socket costs little."""

    __slots__ = ("abort", "closing", "context", "limits", "queue", "queued_bytes", "socket", "write_task")

    def __init__(self, socket: WebSocket[Any, Any, Any], context: AppContext) -> None:
        self.socket = socket
        self.context = context
        self.limits = context.services.limits
        self.abort: Callable[[], None] = cast(Any, socket.scope)[ABORT_SCOPE_KEY]
        self.queue: list[bytes | int] = []  # messages, and the code to hang up with
        self.queued_bytes = 0  # bytes that wait
        self.write_task: asyncio.Task[None] | None = None
        self.closing = False

    def send(self, body: bytes) -> None:
        if self.closing:
            return
        if len(self.queue) >= self.limits.socket_queue or self.queued_bytes + len(body) > self.limits.socket_bytes:
            self.queue.clear()
            self.disconnect(CLOSE_POLICY_VIOLATION)
        else:
            self.queued_bytes += len(body)
            self._enqueue(body)

    def disconnect(self, code: int) -> None:
        """After what still waits; if that takes too long, in the middle of it."""
        if not self.closing:
            self.closing = True
            self._enqueue(code)
            asyncio.get_running_loop().call_later(self.limits.close_timeout, self.abort)

    def refuse(self, no: Refused) -> None:
        self.context.services.metrics.record_refusal(no.code)
        self.send(encode_message({"type": "refused", "id": None, **no.document()}))

    def _enqueue(self, item: bytes | int) -> None:
        self.queue.append(item)
        if self.write_task is None:
            self.write_task = asyncio.get_running_loop().create_task(self._send_queued())

    async def _send_queued(self) -> None:
        try:
            while self.queue:
                item = self.queue.pop(0)
                if isinstance(item, int):
                    await self.socket.close(item)
                    return
                self.queued_bytes -= len(item)
                self.context.services.metrics.messages_out.inc()
                async with asyncio.timeout(self.limits.send_timeout):
                    await self.socket.send_data(item.decode(), mode="text")
            self.write_task = None
        except Exception:  # the other end is gone, or as good as gone
            self.abort()

    async def wait_until_sent(self) -> None:
        """All that was to be sent is sent, or cannot be."""
        if self.write_task is not None:
            await asyncio.wait([self.write_task], timeout=self.limits.close_timeout)
            self.write_task.cancel()


def abort_middleware(app: ASGIApp) -> ASGIApp:
    """A line that is closed stays until all is sent, to who never reads for ever: it must be possible to tear it.
    Whoever waits for the other end then finds it gone."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        cast(Any, scope)[ABORT_SCOPE_KEY] = cast(Any, receive).__self__.transport.abort  # uvicorn's end of the line
        await app(scope, receive, send)

    return call


@websocket("/api/tables/{table:str}/socket", middleware=[abort_middleware])
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Views, events, questions, answers, chat and presence of one table, for one viewer."""
    front: AppContext = socket.app.state.context
    address = client_address(socket)
    await socket.accept()
    wire = SocketWriter(socket, front)
    no = _check_admission(socket, front, address)
    if no is not None:
        wire.refuse(no)
        wire.disconnect(CLOSE_POLICY_VIOLATION)
        await wire.wait_until_sent()
        return
    front.services.metrics.sockets.inc()
    line: TableConnection | None = None
    try:
        line = await _receive_hello(wire, front, table)
        if line is not None:
            await _receive_messages(wire, front, line)
    except (WebSocketDisconnect, RuntimeError):
        wire.disconnect(CLOSE_NORMAL)
    finally:
        if line is not None:
            line.close()
        front.rate_limiter.close_socket(address)
        front.services.metrics.sockets.dec()
        wire.disconnect(CLOSE_NORMAL)
        await wire.wait_until_sent()


def _check_admission(socket: WebSocket[Any, Any, Any], front: AppContext, address: str) -> Refused | None:
    """Why this socket may not be; if it may, it is counted until it is closed."""
    if not is_own_origin(socket):
        return Refused("origin", "Only pages of this server may open its sockets.")
    if not front.rate_limiter.allow_request(address):
        return Refused("rate", "Too many requests come from your address; wait a little.")
    if not front.rate_limiter.open_socket(address):
        return Refused("limit", "Too many connections come from your address.")
    return None


async def _receive_hello(wire: SocketWriter, front: AppContext, table: str) -> TableConnection | None:
    """The first message says who is looking."""
    try:
        async with asyncio.timeout(front.services.limits.hello_timeout):
            raw = await _receive_message(wire, front)
        hello = said.decode_message(raw)
        if not isinstance(hello, said.Hello):
            raise Refused("malformed", "Say hello first.")
        tokens = read_seat_tokens(front.signer, wire.socket.cookies, table)
        return await front.router.attach(table, hello, tokens, wire.send, wire.disconnect)
    except TimeoutError:
        wire.refuse(Refused("malformed", "Nobody said hello."))
    except (msgspec.MsgspecError, RecursionError):
        wire.refuse(Refused("malformed", "That is no message of this protocol."))
    except Refused as no:
        wire.refuse(no)
        wire.disconnect(
            CLOSE_TOO_BIG
            if no.code == "oversized"
            else CLOSE_RESTART
            if no.code == "storage"
            else CLOSE_POLICY_VIOLATION
        )
    wire.disconnect(CLOSE_POLICY_VIOLATION)
    return None


async def _receive_messages(wire: SocketWriter, front: AppContext, line: TableConnection) -> None:
    limits = front.services.limits
    bucket = TokenBucket(limits.messages_per_second, limits.messages_burst)
    slips = 0
    while not wire.closing:
        try:
            raw = await _receive_message(wire, front)
            if not bucket.take():
                slips += 1
                raise Refused("rate", "Too many messages at once; wait a little.")
            said.decode_message(raw)
            await line.handle_message(raw)
            slips = 0
        except (msgspec.MsgspecError, RecursionError):
            wire.refuse(Refused("malformed", "That is no message of this protocol."))
        except Refused as no:
            wire.refuse(no)
            if no.code == "oversized":
                wire.disconnect(CLOSE_TOO_BIG)
        if slips > limits.messages_burst:
            wire.disconnect(CLOSE_POLICY_VIOLATION)


async def _receive_message(wire: SocketWriter, front: AppContext) -> bytes:
    """The next message; binary or text, it is read the same way."""
    event: Any = await wire.socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="gone", code=event.get("code", CLOSE_NORMAL))
    front.services.metrics.messages_in.inc()
    text, raw = event.get("text"), event.get("bytes")
    body: bytes = text.encode("utf-8", "surrogatepass") if text is not None else raw or b""
    if len(body) > front.services.limits.message_bytes:
        raise Refused("oversized", f"A message has at most {front.services.limits.message_bytes} bytes.")
    return body
