"""The process of one contest match: the clients' sockets, people, bots, and a channel to the lobby.

The loop handles one message of each client in turn, so that a flooding client delays only itself."""

from __future__ import annotations

import gc
import select
import signal
import socket
import time
from pathlib import Path
from typing import NamedTuple

from parlour.contest.client_connection import LINGER_NANOSECONDS, READ, WRITE, ClientConnection, ClientHandover
from parlour.contest.contest_match import ContestMatch
from parlour.contest.contest_seats import BotPlayer, HumanPlayer
from parlour.contest.framing import encode_json, encode_message
from parlour.contest.gamelog import encode_gamelog, gamelog_header, gamelog_stem, write_gamelog
from parlour.contest.match_channel import DONE, GAMELOG_ENTRY, PERSON_UPDATE, STATUS, MatchChannel
from parlour.contest.match_setup import SECOND_NS, ContestMatchSetup
from parlour.kernel.record import MAX_TEXT_LENGTH, write_record
from parlour.kernel.wire_types import Document
from parlour.server.observability import log_event

LONGEST_WAIT = 60 * SECOND_NS
CLOCK_CHECK_PASSES = 64  # loop passes between two clock checks under load
FLUSH_PASSES = 16  # loop passes between two flushes of buffered news under load
FLUSH_DELAY = SECOND_NS // 50  # delay of buffered news otherwise
STATUS_INTERVAL = SECOND_NS // 4  # between two status messages to the lobby
RECORD_SUFFIX = ".parlour"
FAILURE_MESSAGE = "The server failed and has logged the error."


class Paths(NamedTuple):
    """The folders for gamelogs and records of finished contest matches, and the port of the web pages."""

    gamelogs: Path
    records: Path
    port: int


class MatchProcess:
    """The event loop of a contest match in its own process, with client sockets, people, bots and a lobby channel."""

    def __init__(
        self, setup: ContestMatchSetup, handovers: list[ClientHandover], lobby: socket.socket, paths: Paths
    ) -> None:
        self.paths = paths
        self.epoll = select.epoll()
        self.connections = [ClientConnection(handover, self.epoll) for handover in handovers]
        self.lobby_channel = MatchChannel(lobby)
        self.epoll.register(lobby.fileno(), READ)
        self.lobby_event_mask = READ  # epoll events of the lobby's socket
        self.is_watched = False
        self.entries_sent = 0  # to the lobby
        self.reported_turn = (-1, 0)  # and when it was reported
        self.match = ContestMatch(setup, self.connections)
        kinds = [seat.kind for seat in setup.seats]
        self.bots = {seat: BotPlayer(self.match, seat) for seat, kind in enumerate(kinds) if kind == "bot"}
        self.people = {seat: self._make_person(seat) for seat, kind in enumerate(kinds) if kind == "human"}

    def _make_person(self, seat: int) -> HumanPlayer:
        return HumanPlayer(self.match, seat, lambda body: self.lobby_channel.send(PERSON_UPDATE + b"%d" % seat + body))

    # The loop.

    def run(self) -> None:
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
        if self.reported_turn[0] != match.turn:
            due = min(due, self.reported_turn[1] + STATUS_INTERVAL)
        return min(max(0, due - match.now()), LONGEST_WAIT)

    def _poll_events(self, nanoseconds: int) -> bool:
        """Waits for socket events of clients and lobby and handles them; returns false on timeout."""
        happened = self.epoll.poll(-(-nanoseconds // 1_000_000) / 1000 if nanoseconds else 0)
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
            if connection.closes_at is not None and (
                connection.peer_closed or time.monotonic_ns() >= connection.closes_at
            ):
                connection.close()
                self.connections.remove(connection)

    def _play_bot(self) -> None:
        bot = self.bots.get(self.match.seat_to_move())
        if bot is not None:
            self.match.play_actions(bot.seat, bot.choose_order())

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
        if match.turn != self.reported_turn[0] and match.now() - self.reported_turn[1] >= STATUS_INTERVAL:
            self.reported_turn = match.turn, match.now()
            self.lobby_channel.send(STATUS + encode_json({"turn": match.turn, "turns": match.max_turns}))
        self._update_lobby_events()

    def _update_lobby_events(self) -> None:
        mask = READ | (WRITE if self.lobby_channel.unsent else 0)
        if mask != self.lobby_event_mask and not self.lobby_channel.closed:
            self.lobby_event_mask = mask
            self.epoll.modify(self.lobby_channel.descriptor, mask)

    # Finishing.

    def finish(self) -> None:
        """Ends a match: writes gamelog and record, so that their URLs work; then notifies the lobby, so that the
        session's name is free; then the clients."""
        match, epoch = self.match, time.time_ns() // 1_000_000
        stem = gamelog_stem(match.wire_module.NAME, match.setup.session, epoch)
        winners, losers = match.results()
        kept = self._write_gamelog(stem, epoch, winners, losers)
        recorded = self._write_record(stem)
        while self.is_watched and self.entries_sent < len(match.entries) and not self.lobby_channel.closed:
            self._send_updates()
            self._poll_events(SECOND_NS // 100)
        outcome: Document = {
            "winners": winners,
            "losers": losers,
            "gamelog": stem if kept else None,
            "record": stem if recorded else None,
            "failure": match.abort_reason,
            "turn": match.turn,
            "turns": match.max_turns,
        }
        self.lobby_channel.send(DONE + encode_json(outcome))
        last = encode_message("over", encode_json(self._over_document(stem) if kept else {}))
        for connection in self.connections:
            connection.send_and_close(last)
        self._drain_connections()

    def _over_document(self, stem: str) -> Document:
        pages = f"http://__HOSTNAME__:{self.paths.port}"
        shown = f"{pages}/viewer?log={stem}"
        return {"gamelogURL": f"{pages}/gamelog/{stem}", "visualizerURL": shown, "message": f"See it at {shown}"}

    def _write_gamelog(self, stem: str, epoch: int, winners: list[Document], losers: list[Document]) -> bool:
        match = self.match
        head = gamelog_header(
            match.wire_module.NAME, match.setup.session, match.wire_module.VERSION, dict(match.setup.settings)
        )
        tail: Document = {"epoch": epoch, "winners": winners, "losers": losers}
        try:
            write_gamelog(self.paths.gamelogs, stem, encode_gamelog(head, tail, match.entries))
        except OSError as error:
            log_event("gamelog lost", session=match.setup.session, error=error)
            return False
        return True

    def _write_record(self, stem: str) -> bool:
        match = self.match
        names = [printable_name(seat.name) for seat in match.setup.seats]
        players = [seat.bot_spec or "human" for seat in match.setup.seats]
        path = self.paths.records / f"{stem}{RECORD_SUFFIX}"
        partial = self.paths.records / f".{stem}.part"
        try:
            write_record(partial, match.game, match.setup.options, names, players, match.seed, match.log)
            partial.replace(path)
        except Exception as error:
            log_event("record lost", session=match.setup.session, error=error)
            return False
        return True

    def _drain_connections(self) -> None:
        """Sends the rest to clients and lobby for about a second after the match, and handles no more messages."""
        while self.connections or (self.lobby_channel.unsent and not self.lobby_channel.closed):
            self._close_finished()
            self._update_lobby_events()
            self._poll_events(LINGER_NANOSECONDS // 20)


def printable_name(name: str) -> str:
    """Returns a client's name without unprintable characters and not too long, as a match record can hold it."""
    return "".join(letter if letter.isprintable() else " " for letter in name)[:MAX_TEXT_LENGTH].strip() or "Unknown"


def run_match_process(
    setup: ContestMatchSetup, handovers: list[ClientHandover], lobby: socket.socket, paths: Paths
) -> None:
    """Runs a contest match from beginning to end; the entry point of its process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the lobby stops the match
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # the process is short-lived and creates no cycles
    process = MatchProcess(setup, handovers, lobby, paths)
    try:
        process.run()
    except Exception as error:
        log_event("match failed", match=setup.session, error=error)
        process.match.abort(FAILURE_MESSAGE)
    process.finish()
