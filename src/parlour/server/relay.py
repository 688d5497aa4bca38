"""Relays HTTP requests and socket messages to the server process that holds the table, over PostgreSQL.

Every process listens on a PostgreSQL channel of its own. A notification holds at most 8000 bytes, so long messages are
sent in parts."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncGenerator, Callable, Iterable
from functools import partial
from typing import Any

import msgspec
from litestar.channels import ChannelsPlugin, Subscriber
from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from psycopg import AsyncConnection, Error
from psycopg.sql import SQL, Identifier

from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.live_table import CLOSE_RESTART, LiveTable
from parlour.server.message_handlers import handle_message
from parlour.server.observability import log_event
from parlour.server.table_registry import TableRegistry
from parlour.server.table_viewers import AttachedViewer

PART_BYTES = 7_000  # the messages are ASCII
REPLY_TIMEOUT = 10.0  # seconds to wait for another process
RETRY_DELAY = 0.5  # seconds between two attempts to reach the database

Send = Callable[[bytes], None]
Disconnect = Callable[[int], None]


class PostgresChannels(PsycoPgChannelsBackend):
    """PostgreSQL notifications (NOTIFY and LISTEN) on two connections that reconnect when they break."""

    notify_connection: AsyncConnection[Any] | None = None
    failing_since: float | None = None  # time of the first failed attempt
    on_missed: Callable[[], None] = staticmethod(lambda: None)  # called when notifications may be lost

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Sends a PostgreSQL notification, retried for REPLY_TIMEOUT seconds and then given up; it may come twice,
        never out of order."""
        while True:
            try:
                if self.notify_connection is None or self.notify_connection.closed:
                    self.notify_connection = await AsyncConnection[Any].connect(self._pg_dsn, autocommit=True)
                for channel in channels:
                    notice = SQL("NOTIFY {}, {}").format(Identifier(channel), data.decode("ascii"))
                    await self.notify_connection.execute(notice)
                self.failing_since = None
                return
            except Error as error:
                await self._close_notify_connection()
                now = asyncio.get_running_loop().time()
                self.failing_since = self.failing_since or now
                if now - self.failing_since > REPLY_TIMEOUT:
                    log_event("notice lost", error=type(error).__name__)
                    return
                await asyncio.sleep(RETRY_DELAY)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        with contextlib.suppress(Error):
            await super().unsubscribe(channels)

    async def on_shutdown(self) -> None:
        await self._close_notify_connection()
        await super().on_shutdown()
        with contextlib.suppress(Error):
            await self._listener_conn.close()

    async def _close_notify_connection(self) -> None:
        if self.notify_connection is not None:
            with contextlib.suppress(Error):
                await self.notify_connection.close()
        self.notify_connection = None

    async def _listen(self) -> None:
        while not self._stop_listening:
            try:
                async for notice in self._listener_conn.notifies(timeout=0.1):
                    self._event_queue.put_nowait((notice.channel, notice.payload.encode()))
            except Error as error:
                log_event("listening again", error=type(error).__name__)
                await self._reconnect_listener()

    async def _reconnect_listener(self) -> None:
        with contextlib.suppress(Error):
            await self._listener_conn.close()
        try:
            self._listener_conn = await AsyncConnection[Any].connect(self._pg_dsn, autocommit=True)
            for channel in self._subscribed_channels:
                await self._listener_conn.execute(SQL("LISTEN {}").format(Identifier(channel)))
            self.on_missed()
        except Error:
            await asyncio.sleep(RETRY_DELAY)


class RemoteTableConnection:
    """The connection of a client of this server process to a table that another process holds."""

    def __init__(self, relay: Relay, server_id: str, line: int) -> None:
        self.relay, self.server_id, self.connection_id = relay, server_id, line

    async def handle_message(self, message: messages.ClientMessage) -> None:
        self.relay.send(self.server_id, "say", line=self.connection_id, message=msgspec.to_builtins(message))

    def close(self) -> None:
        self.relay.remote_connections.pop(self.connection_id, None)
        self.relay.send(self.server_id, "drop", line=self.connection_id)


class Relay:
    def __init__(self, registry: TableRegistry, channels: ChannelsPlugin) -> None:
        self.registry = registry
        self.services = registry.services
        self.channels = channels
        self.ids = itertools.count(1)
        self.pending_calls: dict[
            int, tuple[str, asyncio.Future[Any]]
        ] = {}  # by call number: the process asked, its reply
        # Sockets of this process at tables of other processes, by connection id.
        self.remote_connections: dict[int, tuple[str, Send, Disconnect]] = {}
        # Sockets of other processes at tables of this one, by process and connection id.
        self.remote_viewers: dict[tuple[str, int], tuple[LiveTable, AttachedViewer]] = {}
        self.attaching: dict[tuple[str, int], bool] = {}  # false once the socket has closed meanwhile
        self.sent_parts: dict[str, int] = {}  # number of parts, by receiver
        self.received_parts: dict[str, int] = {}  # number of the last part, by sender
        self.partial_messages: dict[str, list[str]] = {}  # parts of an incomplete message, by sender

    # Calls to other processes.

    async def run_operation(self, server_id: str, table: str, operation: str, arguments: dict[str, Any]) -> Any:
        return await self._call(server_id, "do", table=table, operation=operation, arguments=arguments)

    async def attach(
        self,
        server_id: str,
        table: str,
        hello: messages.Hello,
        tokens: dict[int, str],
        send: Send,
        disconnect: Disconnect,
    ) -> RemoteTableConnection:
        line = next(self.ids)
        self.remote_connections[line] = server_id, send, disconnect
        try:
            arguments = {"hello": msgspec.to_builtins(hello), "tokens": sorted(tokens.items())}
            await self._call(server_id, "attach", table=table, line=line, **arguments)
        except BaseException:  # the other process may have attached it already
            RemoteTableConnection(self, server_id, line).close()
            raise
        return RemoteTableConnection(self, server_id, line)

    async def _call(self, server_id: str, kind: str, **arguments: Any) -> Any:
        number = next(self.ids)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.pending_calls[number] = server_id, answer
        self.send(server_id, kind, call=number, **arguments)
        try:
            return await asyncio.wait_for(answer, REPLY_TIMEOUT)
        except TimeoutError:
            raise Refused("storage", "The server process that holds this table does not answer; try again.") from None
        finally:
            self.pending_calls.pop(number, None)

    def send(self, to: str, kind: str, **arguments: Any) -> None:
        """Sends a message to another server process, in parts if it is long; messages of one sender arrive in order."""
        text = json.dumps({"kind": kind, **arguments}, ensure_ascii=True, separators=(",", ":"))
        parts = [text[at : at + PART_BYTES] for at in range(0, len(text), PART_BYTES)]
        for at, part in enumerate(parts):
            self.sent_parts[to] = number = self.sent_parts.get(to, 0) + 1
            rest = len(parts) - at - 1
            self.channels.publish(f"{self.services.server_id} {number} {at} {rest} {part}".encode(), channel_name(to))

    # Calls from other processes.

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncGenerator[None, None]:
        """Receives the messages of other server processes inside the `async with` block."""
        async with (
            self.channels,
            self.channels.start_subscription([channel_name(self.services.server_id)]) as subscriber,
        ):
            task = asyncio.create_task(self._receive_loop(subscriber))
            try:
                yield
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _receive_loop(self, subscriber: Subscriber) -> None:
        async for event in subscriber.iter_events():
            try:
                sender, number, at, rest, part = event.decode().split(" ", 4)
                if self._is_new_part(sender, int(number)) and (
                    text := self._join_parts(sender, int(at), int(rest), part)
                ):
                    self._handle(sender, json.loads(text))
            except Exception as error:
                log_event("fault", error=error)

    def _is_new_part(self, sender: str, number: int) -> bool:
        """Whether a message part of another process is no repetition; after a gap, disconnects the sender's clients."""
        due = self.received_parts.get(sender, 0) + 1
        if number < due:
            return False
        self.received_parts[sender] = number
        if number > due:
            log_event("notices missed", server=sender, count=number - due)
            self.disconnect_all(sender)
        return True

    def _join_parts(self, sender: str, at: int, rest: int, part: str) -> str | None:
        """Adds a part to the message that another process is sending; returns the whole message with its last part,
        None before that or if an earlier part is missing."""
        parts = self.partial_messages.setdefault(sender, [])
        if at == 0:
            parts.clear()
        if at == len(parts):
            parts.append(part)
        else:
            parts.clear()
        return "".join(parts) if rest == 0 and len(parts) == at + 1 else None

    def _handle(self, sender: str, message: dict[str, Any]) -> None:
        kind = message.pop("kind")
        if kind in ("do", "attach"):
            if kind == "attach":
                self.attaching[sender, message["line"]] = True
            self.services.spawn(self._serve_call(sender, kind, **message))
        elif kind == "done":
            self._resolve_call(message["call"], message["result"])
        elif kind == "refused":
            self._resolve_call(message["call"], Refused(message["code"], message["sentence"], message["rule"]))
        elif kind == "tell" and message["line"] in self.remote_connections:
            self.remote_connections[message["line"]][1](message["body"].encode())
        elif kind == "hang" and message["line"] in self.remote_connections:
            self.remote_connections[message["line"]][2](message["code"])
        elif kind == "say" and (sender, message["line"]) in self.remote_viewers:
            self.services.spawn(self._handle_client_message(sender, message["line"], message["message"]))
        elif kind == "drop":
            self._detach_remote(sender, message["line"])

    def _detach_remote(self, sender: str, line: int) -> None:
        """Detaches a client of another server process from its table here, or cancels its attachment."""
        if (sender, line) in self.attaching:
            self.attaching[sender, line] = False
        live, attached = self.remote_viewers.pop((sender, line), (None, None))
        if live is not None and attached is not None:
            live.detach(attached)

    def _resolve_call(self, call: int, result: Any) -> None:
        _, answer = self.pending_calls.get(call, ("", None))
        if answer is not None and not answer.done():
            if isinstance(result, Refused):
                answer.set_exception(result)
            else:
                answer.set_result(result)

    async def _serve_call(self, sender: str, kind: str, call: int, table: str, **arguments: Any) -> None:
        """Runs what another server process asks for at a table of this one, and sends the result or refusal back."""
        try:
            result = await (self._run_operation if kind == "do" else partial(self._attach_remote, sender))(
                table, **arguments
            )
            self.send(sender, "done", call=call, result=result)
        except Refused as refusal:
            self.send(sender, "refused", call=call, code=refusal.code, sentence=refusal.sentence, rule=refusal.rule)
        except Exception as error:
            log_event("fault", error=error, table=table)
            self.send(
                sender, "refused", call=call, code="storage", sentence="The server failed; try again.", rule="server"
            )
        finally:
            self.attaching.pop((sender, arguments.get("line", 0)), None)

    async def _run_operation(self, table: str, operation: str, arguments: dict[str, Any]) -> Any:
        if "tokens" in arguments:
            arguments["tokens"] = {int(seat): token for seat, token in arguments["tokens"].items()}
        server_id, result = await self.registry.run_operation(table, operation, arguments)
        if server_id is not None:
            raise Refused("storage", "The table has moved to another server process; try again.")
        return result

    async def _attach_remote(self, sender: str, table: str, line: int, hello: Any, tokens: list[list[Any]]) -> None:
        live = await self.registry.open_table(table)
        if not isinstance(live, LiveTable):
            raise Refused("storage", "The table has moved to another server process; try again.")

        def send(body: bytes) -> None:
            self.send(sender, "tell", line=line, body=body.decode())

        def disconnect(code: int) -> None:
            self.send(sender, "hang", line=line, code=code)  # the receiver then sends "drop"

        held = {int(seat): str(token) for seat, token in tokens}
        attached = await live.attach(msgspec.convert(hello, messages.Hello), held, send, disconnect)
        self.remote_viewers[sender, line] = live, attached
        if not self.attaching[sender, line]:
            self._detach_remote(sender, line)
            raise Refused("storage", "Your connection to the table was closed meanwhile; connect again.")

    async def _handle_client_message(self, sender: str, line: int, message: Any) -> None:
        live, attached = self.remote_viewers.get((sender, line), (None, None))
        if live is not None and attached is not None:
            await handle_message(live, attached, msgspec.convert(message, messages.ClientMessage))

    # Processes that died.

    def drop_dead_servers(self, alive: set[str]) -> None:
        """Drops all connections with dead server processes: clients here reconnect, viewers from there are detached."""
        known = {line[0] for line in self.remote_connections.values()} | {
            call[0] for call in self.pending_calls.values()
        }
        for server_id in (known | {sender for sender, _ in (*self.remote_viewers, *self.attaching)}) - alive:
            log_event("server gone", server=server_id)
            self.disconnect_all(server_id)

    def disconnect_all(self, only: str | None = None) -> None:
        """Makes all clients relayed to or from process `only`, or any process, reconnect, since messages were lost."""
        for server_id, _, disconnect in list(self.remote_connections.values()):
            if only in (None, server_id):
                disconnect(CLOSE_RESTART)
        for server_id, answer in self.pending_calls.values():
            if only in (None, server_id) and not answer.done():
                answer.set_exception(
                    Refused("storage", "The server process that holds this table does not answer; try again.")
                )
        for sender, line in (*self.remote_viewers, *self.attaching):
            if only in (None, sender):
                self._detach_remote(sender, line)
                self.send(sender, "hang", line=line, code=CLOSE_RESTART)


def channel_name(server_id: str) -> str:
    return f"parlour_{server_id}"
