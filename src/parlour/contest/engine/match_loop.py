"""The event loop of a contest match: waits for its clients and the lobby and handles what arrives.

It handles one message of each client in turn, so that a flooding client delays only itself."""

from __future__ import annotations

import select
import socket
import time
from typing import Final, Protocol

from parlour.contest.engine.client_connection import LINGER_NANOSECONDS, READ, WRITE, ClientConnection, ClientHandover
from parlour.contest.engine.contest_match import ContestMatch
from parlour.contest.engine.framing import encode_json
from parlour.contest.engine.match_channel import GAMELOG_ENTRY, STATUS, MatchChannel
from parlour.contest.engine.match_setup import SECOND_NS, ContestMatchSetup

LONGEST_WAIT: Final = 60 * SECOND_NS
CLOCK_CHECK_PASSES: Final = 64  # loop passes between two clock checks under load
FLUSH_PASSES: Final = 16  # loop passes between two flushes of buffered news under load
FLUSH_DELAY: Final = SECOND_NS // 50  # delay of buffered news otherwise
STATUS_INTERVAL: Final = SECOND_NS // 4  # between two status messages to the lobby
MILLISECOND: Final = SECOND_NS // 1000


class SeatedBot(Protocol):
    """A bot on a seat of a contest match, as the loop needs it."""

    def choose_order(self) -> list[int]: ...


class SeatedPerson(Protocol):
    """A person at a browser on a seat of a contest match, as the loop needs it."""

    is_present: bool

    def connect(self) -> None: ...
    def handle_message(self, raw: bytes) -> None: ...
    def update_if_due(self) -> None: ...
    def next_update_at(self) -> int | None: ...


class MatchLoop:
    """The event loop of a contest match in its own process, over the sockets of its clients and of the lobby."""

    def __init__(self, setup: ContestMatchSetup, handovers: list[ClientHandover], lobby: socket.socket) -> None:
        self.epoll = select.epoll()
        self.connections = [ClientConnection(handover, self.epoll) for handover in handovers]
        self.lobby_channel = MatchChannel(lobby)
        self.epoll.register(self.lobby_channel.descriptor, READ)
        self.lobby_event_mask = READ  # epoll events of the lobby's socket
        self.match = ContestMatch(setup, self.connections)
        self.bots: dict[int, SeatedBot] = {}  # by seat
        self.people: dict[int, SeatedPerson] = {}
        self.is_watched = False
        self.entries_sent = 0  # to the lobby
        self.reported_turn = -1
        self.reported_at = 0

    def run(self) -> None:
        """Plays the match until it is over."""
        self.match.begin()
        for connection in self.connections:
            if connection.unread_bytes:
                connection.feed(connection.unread_bytes)
        passes = 0
        while not self.match.is_over:
            happened = self._poll_events(self._timeout())
            passes += 1
            self._handle_messages()
            if self.bots and not self.match.is_over:
                self._play_bot()
            if not happened or passes % CLOCK_CHECK_PASSES == 0:
                self.match.check_clocks()
            if not happened or passes % FLUSH_PASSES == 0:
                self._flush_buffers()
            self._send_updates()
            self._close_finished()

    def _flush_buffers(self) -> None:
        for connection in self.connections:
            if connection.buffered:
                connection.send(b"")

    def _timeout(self) -> int:
        """Returns the nanoseconds until the match process must act even if no socket has an event."""
        match, due = self.match, self.match.deadline()
        for connection in self.connections:
            if connection.closes_at is not None:
                due = min(due, connection.closes_at)
            elif connection.incoming.complete or connection.protocol_error or connection.peer_closed:
                return 0
            elif connection.buffered:
                due = min(due, match.now() + FLUSH_DELAY)
        if (self.bots and match.seat_to_move() in self.bots) or self._has_unsent_entries():
            return 0
        for person in self.people.values():
            due = min(due, person.next_update_at() or due)
        if self.reported_turn != match.turn:
            due = min(due, self.reported_at + STATUS_INTERVAL)
        return min(max(0, due - match.now()), LONGEST_WAIT)

    def _poll_events(self, nanoseconds: int) -> bool:
        """Waits for socket events of clients and lobby and handles them; returns false on timeout."""
        happened = self.epoll.poll(-(-nanoseconds // MILLISECOND) / 1000 if nanoseconds else 0)
        for number, events in happened:
            if number == self.lobby_channel.descriptor:
                self._handle_lobby_messages(events)
                continue
            for connection in self.connections:
                if connection.descriptor == number:
                    connection.handle_events(events)
        return bool(happened)

    def _handle_messages(self) -> None:
        """Handles one message of every client, and expels or removes clients that broke the protocol or left."""
        for connection in self.connections:
            if connection.closes_at is not None or self.match.is_over:
                continue
            body = connection.incoming.next()
            if body is not None:
                self.match.handle_message(connection, body)
                if connection.event_mask != READ:
                    connection.update_event_mask()
            elif connection.protocol_error:
                self.match.expel(connection, connection.protocol_error)
            elif connection.peer_closed:
                self.match.handle_disconnect(connection)
                connection.closes_at = 0

    def _close_finished(self) -> None:
        """Closes the sockets of clients that have got their last message a while ago or are gone."""
        for connection in self.connections[:]:
            closes_at = connection.closes_at
            if closes_at is not None and (connection.peer_closed or time.monotonic_ns() >= closes_at):
                connection.close()
                self.connections.remove(connection)

    def _play_bot(self) -> None:
        seat = self.match.seat_to_move()
        bot = self.bots.get(seat)
        if bot is not None:
            self.match.play_actions(seat, bot.choose_order())

    # The lobby.

    def _handle_lobby_messages(self, events: int) -> None:
        for body in self.lobby_channel.handle_events(events):
            kind, seat, text = body[:1], body[1:2], body[2:]
            person = self.people.get(int(seat)) if seat.isdigit() else None
            if kind == b"w":
                self.is_watched = True
            elif kind == b"x":
                self.match.abort(text.decode())
            elif person is not None and kind == b"c":
                person.connect()
            elif person is not None and kind == b"g":
                person.is_present = False
            elif person is not None and kind == b"s":
                person.handle_message(text)
        if self.lobby_channel.closed:
            if self.lobby_event_mask:
                self.lobby_event_mask = 0
                self.epoll.unregister(self.lobby_channel.descriptor)
            self.match.abort("The server has stopped.")
        self._update_lobby_events()

    def _has_unsent_entries(self) -> bool:
        return (
            self.is_watched and self.entries_sent < len(self.match.entries) and not self.lobby_channel.is_backlogged()
        )

    def _send_updates(self) -> None:
        """Sends people's browsers their updates, and the lobby new gamelog entries and the turn if it keeps up."""
        match = self.match
        for person in self.people.values():
            person.update_if_due()
        while self._has_unsent_entries():
            self.lobby_channel.send(GAMELOG_ENTRY + match.entries[self.entries_sent])
            self.entries_sent += 1
        if match.turn != self.reported_turn and match.now() - self.reported_at >= STATUS_INTERVAL:
            self.reported_turn, self.reported_at = match.turn, match.now()
            self.lobby_channel.send(STATUS + encode_json({"turn": match.turn, "turns": match.max_turns}))
        self._update_lobby_events()

    def _update_lobby_events(self) -> None:
        mask = READ | (WRITE if self.lobby_channel.unsent else 0)
        if mask != self.lobby_event_mask and not self.lobby_channel.closed:
            self.lobby_event_mask = mask
            self.epoll.modify(self.lobby_channel.descriptor, mask)

    # After the match.

    def send_last_entries(self) -> None:
        """Sends the lobby the rest of the gamelog, if somebody watches, however slowly the lobby reads."""
        while self.is_watched and self.entries_sent < len(self.match.entries) and not self.lobby_channel.closed:
            self._send_updates()
            self._poll_events(SECOND_NS // 100)

    def send_results(self, to_lobby: bytes, to_clients: bytes) -> None:
        """Sends lobby and clients their last message, and the rest for about a second; reads no more orders."""
        self.lobby_channel.send(to_lobby)
        for connection in self.connections:
            connection.send_and_close(to_clients)
        while self.connections or (self.lobby_channel.unsent and not self.lobby_channel.closed):
            self._close_finished()
            self._update_lobby_events()
            self._poll_events(LINGER_NANOSECONDS // 20)
