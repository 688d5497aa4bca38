"""The players and watchers connected to a table, and what the server sends to all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from parlour.kernel.journal import WATCHER
from parlour.server.messages import encode_message
from parlour.server.updates import update_document
from parlour.store.server_rows import TableRow
from parlour.table.table import Table


class AttachedViewer:
    """A player or watcher connected to a table: functions to send and disconnect, and what was sent so far."""

    __slots__ = ("disconnect", "last_line", "send", "story_position", "viewer")

    def __init__(self, viewer: int, send: Callable[[bytes], None], disconnect: Callable[[int], None]) -> None:
        self.viewer = viewer
        self.send = send
        self.disconnect = disconnect
        self.story_position = 0  # index in the table's event history
        self.last_line = 0  # number of the last line sent

    def send_document(self, document: dict[str, Any]) -> None:
        self.send(encode_message(document))

    def send_receipt(self, number: str | None, question: int | None = None, repeated: bool = False) -> None:
        self.send_document({"type": "receipt", "id": number, "question": question, "again": repeated})


class TableViewers(set[AttachedViewer]):
    """The players and watchers who are connected to a table."""

    def seats(self) -> set[int]:
        """Returns the seats whose players are connected."""
        return {attached.viewer for attached in self if attached.viewer != WATCHER}

    def watcher_count(self) -> int:
        return sum(attached.viewer == WATCHER for attached in self)

    def broadcast(self, document: dict[str, Any], excluded: AttachedViewer | None = None) -> None:
        body = encode_message(document)
        for attached in self:
            if attached is not excluded:
                attached.send(body)

    def send_updates(self, table: Table, row: TableRow, review: Sequence[str]) -> None:
        """Sends every viewer the changed match and new log lines; viewers who see the same share the encoded bytes."""
        made: dict[tuple[int, int], tuple[bytes, int]] = {}
        position = len(table.match.event_history)
        for attached in self:
            key = attached.viewer, attached.story_position
            if key not in made:
                document = update_document(
                    table, row.state, attached.viewer, attached.story_position, attached.last_line, row.id, review
                )
                made[key] = encode_message(document), attached.last_line + len(document["lines"])
            body, attached.last_line = made[key]
            attached.story_position = position
            attached.send(body)


def send_first_update(attached: AttachedViewer, since: int, table: Table, row: TableRow, review: Sequence[str]) -> None:
    """Sends a newly connected viewer the present match and the log lines after number `since`, the last one it has; all
    lines if the log is shorter than that."""
    places = table.visible_indexes(attached.viewer)
    after = since if since <= len(places) else 0
    attached.story_position, attached.last_line = len(table.match.event_history), len(places)
    first = places[after] if after < len(places) else attached.story_position
    attached.send_document(update_document(table, row.state, attached.viewer, first, after, row.id, review))
