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
from parlour.server.hall import Hall
from parlour.server.live import RESTART, LiveTable, Onlooker
from parlour.server.refused import Refused
from parlour.server.watch import say

PART = 7_000  # bytes; all of them are ASCII
PATIENCE = 10.0  # seconds to wait for another process
PAUSE = 0.5  # seconds between two tries to reach the database

Send = Callable[[bytes], None]
HangUp = Callable[[int], None]


class Notices(PsycoPgChannelsBackend):
    """PostgreSQL's LISTEN and NOTIFY on two connections that are made again when they break."""

    speaker: AsyncConnection[Any] | None = None
    silent: float | None = None  # since when nobody could be reached
    missed: Callable[[], None] = staticmethod(lambda: None)  # called when something may not have been heard

    async def publish(self, data: bytes, channels: Iterable[str]) -> None:
        """Tried again for a while; so something may arrive twice, but never out of order."""
        while True:
            try:
                if self.speaker is None or self.speaker.closed:
                    self.speaker = await AsyncConnection[Any].connect(self._pg_dsn, autocommit=True)
                for channel in channels:
                    notice = SQL("NOTIFY {}, {}").format(Identifier(channel), data.decode("ascii"))
                    await self.speaker.execute(notice)
                self.silent = None
                return
            except Error as error:
                await self._hush()
                now = asyncio.get_running_loop().time()
                self.silent = self.silent or now
                if now - self.silent > PATIENCE:
                    say("notice lost", error=type(error).__name__)
                    return
                await asyncio.sleep(PAUSE)

    async def unsubscribe(self, channels: Iterable[str]) -> None:
        with contextlib.suppress(Error):
            await super().unsubscribe(channels)

    async def on_shutdown(self) -> None:
        await self._hush()
        await super().on_shutdown()
        with contextlib.suppress(Error):
            await self._listener_conn.close()

    async def _hush(self) -> None:
        if self.speaker is not None:
            with contextlib.suppress(Error):
                await self.speaker.close()
        self.speaker = None

    async def _listen(self) -> None:
        while not self._stop_listening:
            try:
                async for notice in self._listener_conn.notifies(timeout=0.1):
                    self._event_queue.put_nowait((notice.channel, notice.payload.encode()))
            except Error as error:
                say("listening again", error=type(error).__name__)
                await self._listen_anew()

    async def _listen_anew(self) -> None:
        with contextlib.suppress(Error):
            await self._listener_conn.close()
        try:
            self._listener_conn = await AsyncConnection[Any].connect(self._pg_dsn, autocommit=True)
            for channel in self._subscribed_channels:
                await self._listener_conn.execute(SQL("LISTEN {}").format(Identifier(channel)))
            self.missed()
        except Error:
            await asyncio.sleep(PAUSE)


class FarTable:
    """A line to a table that another process keeps."""

    def __init__(self, relay: Relay, keeper: str, line: int) -> None:
        self.relay, self.keeper, self.line = relay, keeper, line

    async def hear(self, raw: bytes) -> None:
        self.relay.post(self.keeper, "say", line=self.line, body=raw.decode("utf-8", "replace"))

    def leave(self) -> None:
        self.relay.lines.pop(self.line, None)
        self.relay.post(self.keeper, "drop", line=self.line)


class Relay:
    def __init__(self, hall: Hall, channels: ChannelsPlugin) -> None:
        self.hall = hall
        self.house = hall.house
        self.channels = channels
        self.numbers = itertools.count(1)
        self.calls: dict[int, tuple[str, asyncio.Future[Any]]] = {}  # asked of a keeper
        self.lines: dict[int, tuple[str, Send, HangUp]] = {}  # sockets here, of tables that a keeper has
        self.guests: dict[tuple[str, int], tuple[LiveTable, Onlooker]] = {}  # sockets there, of tables here
        self.coming: dict[tuple[str, int], bool] = {}  # those who are about to be, and whether they still want to
        self.posted: dict[str, int] = {}  # parts, to others
        self.taken: dict[str, int] = {}  # and from them
        self.parts: dict[str, list[str]] = {}  # of a message that is not whole yet

    # Asking others.

    async def do(self, keeper: str, table: str, deed: str, words: dict[str, Any]) -> Any:
        return await self._call(keeper, "do", table=table, deed=deed, words=words)

    async def attach(
        self, keeper: str, table: str, hello: said.Hello, tokens: dict[int, str], send: Send, hang_up: HangUp
    ) -> FarTable:
        line = next(self.numbers)
        self.lines[line] = keeper, send, hang_up
        try:
            words = {"hello": msgspec.to_builtins(hello), "tokens": sorted(tokens.items())}
            await self._call(keeper, "attach", table=table, line=line, **words)
        except BaseException:  # the keeper may have let it in meanwhile
            FarTable(self, keeper, line).leave()
            raise
        return FarTable(self, keeper, line)

    async def _call(self, keeper: str, kind: str, **words: Any) -> Any:
        number = next(self.numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.calls[number] = keeper, answer
        self.post(keeper, kind, call=number, **words)
        try:
            return await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            raise Refused("storage", "The table's server does not answer; try again.") from None
        finally:
            self.calls.pop(number, None)

    def post(self, to: str, kind: str, **words: Any) -> None:
        """One message to another process; all of one sender arrive in their order."""
        text = json.dumps({"kind": kind, **words}, ensure_ascii=True, separators=(",", ":"))
        parts = [text[at : at + PART] for at in range(0, len(text), PART)]
        for at, part in enumerate(parts):
            self.posted[to] = number = self.posted.get(to, 0) + 1
            rest = len(parts) - at - 1
            self.channels.publish(f"{self.house.keeper} {number} {at} {rest} {part}".encode(), channel(to))

    # Being asked.

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncGenerator[None, None]:
        """While this lasts, others reach this process."""
        async with self.channels, self.channels.start_subscription([channel(self.house.keeper)]) as ear:
            task = asyncio.create_task(self._run(ear))
            try:
                yield
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _run(self, ear: Subscriber) -> None:
        async for event in ear.iter_events():
            try:
                sender, number, at, rest, part = event.decode().split(" ", 4)
                if self._is_news(sender, int(number)) and (text := self._joined(sender, int(at), int(rest), part)):
                    self._take(sender, json.loads(text))
            except Exception as error:
                say("fault", error=error)

    def _is_news(self, sender: str, number: int) -> bool:
        """Parts are counted: one that comes twice is heard once, and one that never came is noticed."""
        due = self.taken.get(sender, 0) + 1
        if number < due:
            return False
        self.taken[sender] = number
        if number > due:
            say("notices missed", keeper=sender, count=number - due)
            self.cut_all(sender)
        return True

    def _joined(self, sender: str, at: int, rest: int, part: str) -> str | None:
        """The whole message, once its last part is there; nothing of one whose beginning was missed."""
        parts = self.parts.setdefault(sender, [])
        if at == 0:
            parts.clear()
        if at == len(parts):
            parts.append(part)
        else:
            parts.clear()
        return "".join(parts) if rest == 0 and len(parts) == at + 1 else None

    def _take(self, sender: str, message: dict[str, Any]) -> None:
        kind = message.pop("kind")
        if kind in ("do", "attach"):
            if kind == "attach":
                self.coming[sender, message["line"]] = True
            self.house.spawn(self._serve(sender, kind, **message))
        elif kind == "done":
            self._answer(message["call"], message["result"])
        elif kind == "refused":
            self._answer(message["call"], Refused(message["code"], message["sentence"], message["rule"]))
        elif kind == "tell" and message["line"] in self.lines:
            self.lines[message["line"]][1](message["body"].encode())
        elif kind == "hang" and message["line"] in self.lines:
            self.lines[message["line"]][2](message["code"])
        elif kind == "say" and (sender, message["line"]) in self.guests:
            self.house.spawn(self._hear(sender, message["line"], message["body"]))
        elif kind == "drop":
            self._part(sender, message["line"])

    def _part(self, sender: str, line: int) -> None:
        """A guest goes, or does not come any more."""
        if (sender, line) in self.coming:
            self.coming[sender, line] = False
        live, one = self.guests.pop((sender, line), (None, None))
        if live is not None and one is not None:
            live.detach(one)

    def _answer(self, call: int, result: Any) -> None:
        _, answer = self.calls.get(call, ("", None))
        if answer is not None and not answer.done():
            if isinstance(result, Refused):
                answer.set_exception(result)
            else:
                answer.set_result(result)

    async def _serve(self, sender: str, kind: str, call: int, table: str, **words: Any) -> None:
        """What another process asks, on behalf of one of its clients."""
        try:
            result = await (self._do if kind == "do" else partial(self._attach, sender))(table, **words)
            self.post(sender, "done", call=call, result=result)
        except Refused as no:
            self.post(sender, "refused", call=call, code=no.code, sentence=no.sentence, rule=no.rule)
        except Exception as error:
            say("fault", error=error, table=table)
            self.post(sender, "refused", call=call, code="storage", sentence="The server failed.", rule="server")
        finally:
            self.coming.pop((sender, words.get("line", 0)), None)

    async def _do(self, table: str, deed: str, words: dict[str, Any]) -> Any:
        if "tokens" in words:
            words["tokens"] = {int(seat): token for seat, token in words["tokens"].items()}
        keeper, result = await self.hall.do(table, deed, words)
        if keeper is not None:
            raise Refused("storage", "The table has moved; try again.")
        return result

    async def _attach(self, sender: str, table: str, line: int, hello: Any, tokens: list[list[Any]]) -> None:
        live = await self.hall.open(table)
        if not isinstance(live, LiveTable):
            raise Refused("storage", "The table has moved; try again.")

        def send(body: bytes) -> None:
            self.post(sender, "tell", line=line, body=body.decode())

        def hang_up(code: int) -> None:
            self.post(sender, "hang", line=line, code=code)  # and it is dropped there

        held = {int(seat): str(token) for seat, token in tokens}
        one = await live.attach(msgspec.convert(hello, said.Hello), held, send, hang_up)
        self.guests[sender, line] = live, one
        if not self.coming[sender, line]:
            self._part(sender, line)
            raise Refused("storage", "You are not there any more; connect again.")

    async def _hear(self, sender: str, line: int, body: str) -> None:
        live, one = self.guests.get((sender, line), (None, None))
        if live is not None and one is not None:
            await live.hear(one, said.read(body))

    # Others that are gone.

    def bury(self, alive: set[str]) -> None:
        """Lines to processes that died are cut, so that their clients connect again; their guests are gone."""
        known = {line[0] for line in self.lines.values()} | {call[0] for call in self.calls.values()}
        for keeper in (known | {sender for sender, _ in (*self.guests, *self.coming)}) - alive:
            say("keeper gone", keeper=keeper)
            self.cut_all(keeper)

    def cut_all(self, only: str | None = None) -> None:
        """Something was not heard, and nobody knows what: all who were connected through it connect again."""
        for keeper, _, hang_up in list(self.lines.values()):
            if only in (None, keeper):
                hang_up(RESTART)
        for keeper, answer in self.calls.values():
            if only in (None, keeper) and not answer.done():
                answer.set_exception(Refused("storage", "The table's server does not answer; try again."))
        for sender, line in (*self.guests, *self.coming):
            if only in (None, sender):
                self._part(sender, line)
                self.post(sender, "hang", line=line, code=RESTART)


def channel(keeper: str) -> str:
    return f"parlour_{keeper}"
