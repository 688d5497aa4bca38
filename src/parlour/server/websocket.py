"""The WebSocket route over which a player or watcher follows a table and sends messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath
from litestar.types import ASGIApp, Receive, Scope, Send

from parlour.server import messages
from parlour.server.app_context import AppContext, client_address, is_own_origin
from parlour.server.cookies import read_seat_tokens
from parlour.server.errors import UNREADABLE, Refused
from parlour.server.live_table import CLOSE_NORMAL, CLOSE_RESTART
from parlour.server.messages import encode_message
from parlour.server.rate_limits import TokenBucket
from parlour.server.table_router import TableConnection

CLOSE_TOO_BIG, CLOSE_POLICY_VIOLATION = 1009, 1008
ABORT_SCOPE_KEY = "parlour.abort"  # in a socket's scope: a function that closes the TCP connection at once


class SocketWriter:
    """Sends queued messages to a client's WebSocket, and disconnects a client that reads too slowly.

    A task exists only while the queue is not empty, so that an idle socket costs little."""

    __slots__ = ("abort", "closing", "context", "limits", "queue", "queued_bytes", "socket", "write_task")

    def __init__(self, socket: WebSocket[Any, Any, Any], context: AppContext) -> None:
        self.socket = socket
        self.context = context
        self.limits = context.services.limits
        self.abort: Callable[[], None] = cast(Any, socket.scope)[ABORT_SCOPE_KEY]
        self.queue: list[bytes | int] = []  # messages; an int is a close code
        self.queued_bytes = 0
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
        """Closes a client's WebSocket after the queued messages are sent, or after `close_timeout` seconds."""
        if not self.closing:
            self.closing = True
            self._enqueue(code)
            asyncio.get_running_loop().call_later(self.limits.close_timeout, self.abort)

    def refuse(self, refusal: Refused) -> None:
        self.context.services.metrics.record_refusal(refusal.code)
        self.send(encode_message({"type": "refused", "id": None, **refusal.document()}))

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
        except Exception:  # the client is gone, or does not read
            self.abort()

    async def wait_until_sent(self) -> None:
        """Waits until all queued messages are sent to the client, at most `close_timeout` seconds."""
        if self.write_task is not None:
            await asyncio.wait([self.write_task], timeout=self.limits.close_timeout)
            self.write_task.cancel()


def abort_middleware(app: ASGIApp) -> ASGIApp:
    """Puts a function into the WebSocket's scope that cuts the connection at once: a normal close waits for the buffer,
    forever if the client never reads."""

    async def call(scope: Scope, receive: Receive, send: Send) -> None:
        cast(Any, scope)[ABORT_SCOPE_KEY] = cast(Any, receive).__self__.transport.abort  # uvicorn's protocol
        await app(scope, receive, send)

    return call


@websocket("/api/tables/{table:str}/socket", middleware=[abort_middleware])
async def table_socket(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Serves the WebSocket of one player or watcher at a table until it closes."""
    context: AppContext = socket.app.state.context
    address = client_address(socket)
    await socket.accept()
    writer = SocketWriter(socket, context)
    refusal = _check_admission(socket, context, address)
    if refusal is not None:
        writer.refuse(refusal)
        writer.disconnect(CLOSE_POLICY_VIOLATION)
        await writer.wait_until_sent()
        return
    context.services.metrics.sockets.inc()
    connection: TableConnection | None = None
    try:
        connection = await _receive_hello(writer, context, table)
        if connection is not None:
            await _receive_messages(writer, context, connection)
    except (WebSocketDisconnect, RuntimeError):
        writer.disconnect(CLOSE_NORMAL)
    finally:
        if connection is not None:
            connection.close()
        context.rate_limiter.close_socket(address)
        context.services.metrics.sockets.dec()
        writer.disconnect(CLOSE_NORMAL)
        await writer.wait_until_sent()


def _check_admission(socket: WebSocket[Any, Any, Any], context: AppContext, address: str) -> Refused | None:
    """Returns why a new WebSocket is refused: foreign page, too many requests or sockets. None counts it as open, and
    the caller must call `close_socket` later."""
    if not is_own_origin(socket):
        return Refused("origin", "The connection comes from another website; only pages of this server may open it.")
    if not context.rate_limiter.allow_request(address):
        return Refused("rate", "Too many requests come from your address; wait a little.")
    if not context.rate_limiter.open_socket(address):
        return Refused("limit", "Too many connections come from your address; close one first.")
    return None


async def _receive_hello(writer: SocketWriter, context: AppContext, table: str) -> TableConnection | None:
    """Connects a new WebSocket to the table as the player or watcher that its first message names; None if refused."""
    try:
        async with asyncio.timeout(context.services.limits.hello_timeout):
            raw = await _receive_message(writer, context)
        hello = messages.decode_message(raw)
        if not isinstance(hello, messages.Hello):
            raise Refused(
                "malformed", "The first message on this connection was not hello; connect again and send hello first."
            )
        tokens = read_seat_tokens(context.signer, writer.socket.cookies, table)
        return await context.table_router.attach(table, hello, tokens, writer.send, writer.disconnect)
    except TimeoutError:
        writer.refuse(Refused("malformed", "The message hello did not come in time; connect again."))
    except UNREADABLE:
        writer.refuse(
            Refused(
                "malformed", "The message is not one that docs/protocol.md describes; correct its type and its fields."
            )
        )
    except Refused as refusal:
        writer.refuse(refusal)
        writer.disconnect(
            CLOSE_TOO_BIG
            if refusal.code == "oversized"
            else CLOSE_RESTART
            if refusal.code == "storage"
            else CLOSE_POLICY_VIOLATION
        )
    writer.disconnect(CLOSE_POLICY_VIOLATION)
    return None


async def _receive_messages(writer: SocketWriter, context: AppContext, connection: TableConnection) -> None:
    limits = context.services.limits
    bucket = TokenBucket(limits.messages_per_second, limits.messages_burst)
    excess = 0
    while not writer.closing:
        try:
            raw = await _receive_message(writer, context)
            if not bucket.take():
                excess += 1
                raise Refused("rate", "You send too many messages at once; wait a little.")
            await connection.handle_message(messages.decode_message(raw))
            excess = 0
        except UNREADABLE:
            writer.refuse(
                Refused(
                    "malformed",
                    "The message is not one that docs/protocol.md describes; correct its type and its fields.",
                )
            )
        except Refused as refusal:
            writer.refuse(refusal)
            if refusal.code == "oversized":
                writer.disconnect(CLOSE_TOO_BIG)
        if excess > limits.messages_burst:
            writer.disconnect(CLOSE_POLICY_VIOLATION)


async def _receive_message(writer: SocketWriter, context: AppContext) -> bytes:
    """Returns the client's next WebSocket message as bytes, text or binary; refuses one that is too long."""
    event: Any = await writer.socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(detail="client gone", code=event.get("code", CLOSE_NORMAL))
    context.services.metrics.messages_in.inc()
    text, raw = event.get("text"), event.get("bytes")
    body: bytes = text.encode("utf-8", "surrogatepass") if text is not None else raw or b""
    if len(body) > context.services.limits.message_bytes:
        raise Refused(
            "oversized", f"The message is too long; send at most {context.services.limits.message_bytes} bytes."
        )
    return body
