"""Where whoever comes in is sent to their table, wherever it lives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from parlour.server import messages as said
from parlour.server.errors import Refused
from parlour.server.live_table import AttachedViewer, LiveTable
from parlour.server.table_registry import TableRegistry

if TYPE_CHECKING:
    from parlour.server.relay import Relay


class TableConnection(Protocol):
    """A socket's way to its table."""

    async def handle_message(self, raw: bytes) -> None:
        """One message, already read once and found to be one."""
        ...

    def close(self) -> None: ...


class LocalTableConnection:
    """A line to a table of this process."""

    def __init__(self, live: LiveTable, one: AttachedViewer) -> None:
        self.live_table, self.viewer = live, one

    async def handle_message(self, raw: bytes) -> None:
        await self.live_table.handle_message(self.viewer, said.decode_message(raw))

    def close(self) -> None:
        self.live_table.detach(self.viewer)


class TableRouter:
    def __init__(self, hall: TableRegistry, relay: Relay | None = None) -> None:
        self.registry = hall
        self.relay = relay

    async def run_operation(self, table: str, deed: str, **words: Any) -> Any:
        """A deed of HTTP at a table."""
        keeper, found = await self.registry.run_operation(table, deed, words)
        return found if keeper is None else await self._require_relay().run_operation(keeper, table, deed, words)

    async def attach(
        self,
        table: str,
        hello: said.Hello,
        tokens: dict[int, str],
        send: Callable[[bytes], None],
        hang_up: Callable[[int], None],
    ) -> TableConnection:
        place = await self.registry.open_table(table)
        if isinstance(place, str):
            return await self._require_relay().attach(place, table, hello, tokens, send, hang_up)
        return LocalTableConnection(place, await place.attach(hello, tokens, send, hang_up))

    def _require_relay(self) -> Relay:
        if self.relay is None:
            raise Refused("storage", "Another process keeps this table; try again in a few seconds.")
        return self.relay
