"""Routes requests and sockets to the table, in this server process or the one that holds the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from parlour.server import messages
from parlour.server.errors import Refused
from parlour.server.live_table import LiveTable
from parlour.server.message_handlers import handle_message
from parlour.server.table_registry import TableRegistry
from parlour.server.table_viewers import AttachedViewer

if TYPE_CHECKING:
    from parlour.server.relay import Relay


class TableConnection(Protocol):
    """The connection of a client's socket to its table, which this or another server process holds."""

    async def handle_message(self, message: messages.ClientMessage) -> None:
        """Handles one socket message of the client at the table."""
        ...

    def close(self) -> None: ...


class LocalTableConnection:
    """The connection of a client's socket to a table that this server process holds."""

    def __init__(self, live: LiveTable, attached: AttachedViewer) -> None:
        self.live_table, self.viewer = live, attached

    async def handle_message(self, message: messages.ClientMessage) -> None:
        await handle_message(self.live_table, self.viewer, message)

    def close(self) -> None:
        self.live_table.detach(self.viewer)


class TableRouter:
    def __init__(self, registry: TableRegistry, relay: Relay | None = None) -> None:
        self.registry = registry
        self.relay = relay

    async def run_operation(self, table: str, operation: str, **arguments: Any) -> Any:
        """Runs an operation of the HTTP API, such as `sit`, in the process that holds the table; returns its result."""
        server_id, found = await self.registry.run_operation(table, operation, arguments)
        return (
            found
            if server_id is None
            else await self._require_relay().run_operation(server_id, table, operation, arguments)
        )

    async def attach(
        self,
        table: str,
        hello: messages.Hello,
        tokens: dict[int, str],
        send: Callable[[bytes], None],
        disconnect: Callable[[int], None],
    ) -> TableConnection:
        found = await self.registry.open_table(table)
        if isinstance(found, str):
            return await self._require_relay().attach(found, table, hello, tokens, send, disconnect)
        return LocalTableConnection(found, await found.attach(hello, tokens, send, disconnect))

    def _require_relay(self) -> Relay:
        if self.relay is None:
            raise Refused("storage", "Another server process holds this table; try again in a few seconds.")
        return self.relay
