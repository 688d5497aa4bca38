"""Where whoever comes in is sent to their table, wherever it lives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from parlour.server import messages as said
from parlour.server.hall import Hall
from parlour.server.live import LiveTable, Onlooker
from parlour.server.refused import Refused

if TYPE_CHECKING:
    from parlour.server.relay import Relay


class Line(Protocol):
    """A socket's way to its table."""

    async def hear(self, raw: bytes) -> None:
        """One message, already read once and found to be one."""
        ...

    def leave(self) -> None: ...


class NearTable:
    """A line to a table of this process."""

    def __init__(self, live: LiveTable, one: Onlooker) -> None:
        self.live, self.one = live, one

    async def hear(self, raw: bytes) -> None:
        await self.live.hear(self.one, said.read(raw))

    def leave(self) -> None:
        self.live.detach(self.one)


class Desk:
    def __init__(self, hall: Hall, relay: Relay | None = None) -> None:
        self.hall = hall
        self.relay = relay

    async def do(self, table: str, deed: str, **words: Any) -> Any:
        """A deed of HTTP at a table."""
        keeper, found = await self.hall.do(table, deed, words)
        return found if keeper is None else await self._relay().do(keeper, table, deed, words)

    async def attach(
        self,
        table: str,
        hello: said.Hello,
        tokens: dict[int, str],
        send: Callable[[bytes], None],
        hang_up: Callable[[int], None],
    ) -> Line:
        place = await self.hall.open(table)
        if isinstance(place, str):
            return await self._relay().attach(place, table, hello, tokens, send, hang_up)
        return NearTable(place, await place.attach(hello, tokens, send, hang_up))

    def _relay(self) -> Relay:
        if self.relay is None:
            raise Refused("storage", "Another process keeps this table; try again in a few seconds.")
        return self.relay
