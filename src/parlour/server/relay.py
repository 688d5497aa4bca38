"""Between server processes: a table lives in one of them, the others pass on what is said to it.

Every process listens on a channel of its own name. PostgreSQL carries at most eight thousand bytes at a time, so long
messages travel in parts."""

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

from parlour.server import messages as said
from parlour.server.errors import Refused
from parlour.server.live_table import CLOSE_RESTART, AttachedViewer, LiveTable
from parlour.server.observability import log_event
from parlour.server.table_registry import TableRegistry

PART_BYTES = 7_000  # bytes; all of them are ASCII
REPLY_TIMEOUT = 10.0  # seconds to wait for another process
RETRY_DELAY = 0.5  # seconds between two tries to reach the database

Send = Callable[[bytes], None]
Disconnect = Callable[[int], None]


class PostgresChannels(PsycoPgChannelsBackend):
    """PostgreSQL's LISTEN and NOTIFY on two connections that are made again when they break."""

    notify_connection: AsyncConnection[Any] | None = None
    failing_since: float | None = None  # since when nobody could be reached
    on_missed: Callable[[], None] = staticmethod(lambda: None)  # called when something may not have been heard

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tried again for a while; so something may arrive twice, but never out of order."""
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
    """A line to a table that another process keeps."""

    def __init__(self, relay: Relay, keeper: str, line: int) -> None:
        self.relay, self.keeper, self.connection_id = relay, keeper, line

    async def handle_message(self, raw: bytes) -> None:
        self.relay.send(self.keeper, "say", line=self.connection_id, body=raw.decode("utf-8", "replace"))

    def close(self) -> None:
        self.relay.remote_connections.pop(self.connection_id, None)
        self.relay.send(self.keeper, "drop", line=self.connection_id)


class Relay:
    def __init__(self, hall: TableRegistry, channels: ChannelsPlugin) -> None:
        self.registry = hall
        self.services = hall.services
        self.channels = channels
        self.ids = itertools.count(1)
        self.pending_calls: dict[int, tuple[str, asyncio.Future[Any]]] = {}  # asked of a keeper
        self.remote_connections: dict[
            int, tuple[str, Send, Disconnect]
        ] = {}  # sockets here, of tables that a keeper has
        self.remote_viewers: dict[
            tuple[str, int], tuple[LiveTable, AttachedViewer]
        ] = {}  # sockets there, of tables here
        self.attaching: dict[tuple[str, int], bool] = {}  # those who are about to be, and whether they still want to
        self.sent_parts: dict[str, int] = {}  # parts, to others
        self.received_parts: dict[str, int] = {}  # and from them
        self.partial_messages: dict[str, list[str]] = {}  # of a message that is not whole yet

    # Asking others.

    async def run_operation(self, keeper: str, table: str, deed: str, words: dict[str, Any]) -> Any:
        return await self._call(keeper, "do", table=table, deed=deed, words=words)

    async def attach(
        self, keeper: str, table: str, hello: said.Hello, tokens: dict[int, str], send: Send, hang_up: Disconnect
    ) -> RemoteTableConnection:
        line = next(self.ids)
        self.remote_connections[line] = keeper, send, hang_up
        try:
            words = {"hello": msgspec.to_builtins(hello), "tokens": sorted(tokens.items())}
            await self._call(keeper, "attach", table=table, line=line, **words)
        except BaseException:  # the keeper may have let it in meanwhile
            RemoteTableConnection(self, keeper, line).close()
            raise
        return RemoteTableConnection(self, keeper, line)

    async def _call(self, keeper: str, kind: str, **words: Any) -> Any:
        number = next(self.ids)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.pending_calls[number] = keeper, answer
        self.send(keeper, kind, call=number, **words)
        try:
            return await asyncio.wait_for(answer, REPLY_TIMEOUT)
        except TimeoutError:
            raise Refused("storage", "The table's server does not answer; try again.") from None
        finally:
            self.pending_calls.pop(number, None)

    def send(self, to: str, kind: str, **words: Any) -> None:
        """One message to another process; all of one sender arrive in their order."""
        text = json.dumps({"kind": kind, **words}, ensure_ascii=True, separators=(",", ":"))
        parts = [text[at : at + PART_BYTES] for at in range(0, len(text), PART_BYTES)]
        for at, part in enumerate(parts):
            self.sent_parts[to] = number = self.sent_parts.get(to, 0) + 1
            rest = len(parts) - at - 1
            self.channels.publish(f"{self.services.server_id} {number} {at} {rest} {part}".encode(), channel_name(to))

    # Being asked.

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncGenerator[None, None]:
        """While this lasts, others reach this process."""
        async with self.channels, self.channels.start_subscription([channel_name(self.services.server_id)]) as ear:
            task = asyncio.create_task(self._receive_loop(ear))
            try:
                yield
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _receive_loop(self, ear: Subscriber) -> None:
        async for event in ear.iter_events():
            try:
                sender, number, at, rest, part = event.decode().split(" ", 4)
                if self._is_new_part(sender, int(number)) and (
                    text := self._join_parts(sender, int(at), int(rest), part)
                ):
                    self._handle(sender, json.loads(text))
            except Exception as error:
                log_event("fault", error=error)

    def _is_new_part(self, sender: str, number: int) -> bool:
        """Parts are counted: one that comes twice is heard once, and one that never came is noticed."""
        due = self.received_parts.get(sender, 0) + 1
        if number < due:
            return False
        self.received_parts[sender] = number
        if number > due:
            log_event("notices missed", keeper=sender, count=number - due)
            self.disconnect_all(sender)
        return True

    def _join_parts(self, sender: str, at: int, rest: int, part: str) -> str | None:
        """The whole message, once its last part is there; nothing of one whose beginning was missed."""
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
            self.services.spawn(self._handle_client_message(sender, message["line"], message["body"]))
        elif kind == "drop":
            self._detach_remote(sender, message["line"])

    def _detach_remote(self, sender: str, line: int) -> None:
        """A guest goes, or does not come any more."""
        if (sender, line) in self.attaching:
            self.attaching[sender, line] = False
        live, one = self.remote_viewers.pop((sender, line), (None, None))
        if live is not None and one is not None:
            live.detach(one)

    def _resolve_call(self, call: int, result: Any) -> None:
        _, answer = self.pending_calls.get(call, ("", None))
        if answer is not None and not answer.done():
            if isinstance(result, Refused):
                answer.set_exception(result)
            else:
                answer.set_result(result)

    async def _serve_call(self, sender: str, kind: str, call: int, table: str, **words: Any) -> None:
        """What another process asks, on behalf of one of its clients."""
        try:
            result = await (self._run_operation if kind == "do" else partial(self._attach_remote, sender))(
                table, **words
            )
            self.send(sender, "done", call=call, result=result)
        except Refused as no:
            self.send(sender, "refused", call=call, code=no.code, sentence=no.sentence, rule=no.rule)
        except Exception as error:
            log_event("fault", error=error, table=table)
            self.send(sender, "refused", call=call, code="storage", sentence="The server failed.", rule="server")
        finally:
            self.attaching.pop((sender, words.get("line", 0)), None)

    async def _run_operation(self, table: str, deed: str, words: dict[str, Any]) -> Any:
        if "tokens" in words:
            words["tokens"] = {int(seat): token for seat, token in words["tokens"].items()}
        keeper, result = await self.registry.run_operation(table, deed, words)
        if keeper is not None:
            raise Refused("storage", "The table has moved; try again.")
        return result

    async def _attach_remote(self, sender: str, table: str, line: int, hello: Any, tokens: list[list[Any]]) -> None:
        live = await self.registry.open_table(table)
        if not isinstance(live, LiveTable):
            raise Refused("storage", "The table has moved; try again.")

        def send(body: bytes) -> None:
            self.send(sender, "tell", line=line, body=body.decode())

        def hang_up(code: int) -> None:
            self.send(sender, "hang", line=line, code=code)  # and it is dropped there

        held = {int(seat): str(token) for seat, token in tokens}
        one = await live.attach(msgspec.convert(hello, said.Hello), held, send, hang_up)
        self.remote_viewers[sender, line] = live, one
        if not self.attaching[sender, line]:
            self._detach_remote(sender, line)
            raise Refused("storage", "You are not there any more; connect again.")

    async def _handle_client_message(self, sender: str, line: int, body: str) -> None:
        live, one = self.remote_viewers.get((sender, line), (None, None))
        if live is not None and one is not None:
            await live.handle_message(one, said.decode_message(body))

    # Others that are gone.

    def drop_dead_servers(self, alive: set[str]) -> None:
        """Lines to processes that died are cut, so that their clients connect again; their guests are gone."""
        known = {line[0] for line in self.remote_connections.values()} | {
            call[0] for call in self.pending_calls.values()
        }
        for keeper in (known | {sender for sender, _ in (*self.remote_viewers, *self.attaching)}) - alive:
            log_event("keeper gone", keeper=keeper)
            self.disconnect_all(keeper)

    def disconnect_all(self, only: str | None = None) -> None:
        """Something was not heard, and nobody knows what: all who were connected through it connect again."""
        for keeper, _, hang_up in list(self.remote_connections.values()):
            if only in (None, keeper):
                hang_up(CLOSE_RESTART)
        for keeper, answer in self.pending_calls.values():
            if only in (None, keeper) and not answer.done():
                answer.set_exception(Refused("storage", "The table's server does not answer; try again."))
        for sender, line in (*self.remote_viewers, *self.attaching):
            if only in (None, sender):
                self._detach_remote(sender, line)
                self.send(sender, "hang", line=line, code=CLOSE_RESTART)


def channel_name(keeper: str) -> str:
    return f"parlour_{keeper}"
