"""The gamelog of a running contest match, and the messages with which its clients follow it."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.contest.engine.framing import encode_message
from parlour.contest.engine.match_setup import MatchListener


class MatchFeed:
    """Collects the gamelog's entries and sends each to all clients: as delta, or whole to those with meta-deltas."""

    def __init__(self, listeners: Sequence[MatchListener]) -> None:
        self.listeners = list(listeners)
        self.entries: list[bytes] = []
        self.unsent_deltas = b""  # messages
        self.unsent_entries = 0

    def add_entry(self, kind: bytes, game: bytes, data: bytes = b"") -> int:
        """Appends an entry to the gamelog, given its kind, and state changes and data as JSON; returns its length."""
        entry = b'{"type":"%b"%b%b,"game":%b}' % (kind, b',"data":' if data else b"", data, game)
        self.entries.append(entry)
        self.unsent_entries += 1
        if game != b"{}":
            self.unsent_deltas += encode_message("delta", game)
        return len(entry)

    def send(self, receiver: MatchListener | None = None, first: bytes = b"", last: bytes = b"") -> None:
        """Sends the new entries to all clients: to the receiver at once, between its own messages `first` and `last`,
        to all others with their next message or a little later."""
        for listener in self.listeners:
            body = self._encode_news() if listener.meta_deltas else self.unsent_deltas
            if listener is receiver:
                listener.send(first + body + last)
            elif body:
                listener.buffer(body)
        self.unsent_deltas = b""
        self.unsent_entries = 0

    def _encode_news(self) -> bytes:
        new_entries = self.entries[len(self.entries) - self.unsent_entries :]
        return b"".join(encode_message("meta-delta", entry) for entry in new_entries)

    def disconnect(self, listener: MatchListener, last: bytes) -> None:
        self.listeners.remove(listener)
        listener.send_and_close(last)

    def client_of(self, seat: int) -> MatchListener | None:
        return next((listener for listener in self.listeners if listener.seat == seat), None)
