"""The process of one match: its clients' sockets, its people and bots, and a channel to the lobby.

One loop serves them all in turn, one message each, so that who floods holds up nobody but itself."""

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
CLOCK_CHECK_PASSES = 64  # passes between two looks at the clocks while there is much to hear
FLUSH_PASSES = 16  # passes after which those hear the news who do not wait for it
FLUSH_DELAY = SECOND_NS // 50  # or so soon, if nobody says anything
STATUS_INTERVAL = SECOND_NS // 4  # between two words to the lobby about the turn
RECORD_SUFFIX = ".parlour"
FAILURE_MESSAGE = "The server failed; it has been logged."


class Paths(NamedTuple):
    """Where things are kept and found."""

    gamelogs: Path
    records: Path
    port: int  # of the web pages


class MatchProcess:
    """A match and everybody at it."""

    def __init__(
        self, setup: ContestMatchSetup, guests: list[ClientHandover], lobby: socket.socket, house: Paths
    ) -> None:
        self.paths = house
        self.epoll = select.epoll()
        self.connections = [ClientConnection(guest, self.epoll) for guest in guests]
        self.lobby_channel = MatchChannel(lobby)
        self.epoll.register(lobby.fileno(), READ)
        self.lobby_event_mask = READ  # what the lobby's line is watched for
        self.is_watched = False
        self.entries_sent = 0  # entries that went to the lobby
        self.reported_turn = (-1, 0)  # the turn the lobby knows, and since when
        self.match = ContestMatch(setup, self.connections)
        kinds = [chair.kind for chair in setup.seats]
        self.bots = {seat: BotPlayer(self.match, seat) for seat, kind in enumerate(kinds) if kind == "bot"}
        self.people = {seat: self._make_person(seat) for seat, kind in enumerate(kinds) if kind == "human"}

    def _make_person(self, seat: int) -> HumanPlayer:
        return HumanPlayer(self.match, seat, lambda body: self.lobby_channel.send(PERSON_UPDATE + b"%d" % seat + body))

    # The loop.

    def run(self) -> None:
        self.match.begin()
        for line in self.connections:
            if line.unread_bytes:
                line.feed(line.unread_bytes)
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
        for line in self.connections:
            if line.buffered:
                line.send(b"")

    def _timeout(self) -> int:
        """Nanoseconds until something is to be done even if nobody says anything."""
        match, due = self.match, self.match.deadline()
        for line in self.connections:
            if line.closes_at is not None:
                due = min(due, line.closes_at)
            elif line.incoming.complete or line.protocol_error or line.peer_closed:
                return 0
            elif line.buffered:
                due = min(due, match.now() + FLUSH_DELAY)
        if (self.bots and match.seat_to_move() in self.bots) or self._has_unsent_entries():
            return 0
        for person in self.people.values():
            due = min(due, person.next_update_at() or due)
        if self.reported_turn[0] != match.turn:
            due = min(due, self.reported_turn[1] + STATUS_INTERVAL)
        return min(max(0, due - match.now()), LONGEST_WAIT)

    def _poll_events(self, nanoseconds: int) -> bool:
        """Until something happens, or the time is over: then false."""
        happened = self.epoll.poll(-(-nanoseconds // 1_000_000) / 1000 if nanoseconds else 0)
        for number, events in happened:
            if number == self.lobby_channel.descriptor:
                self._handle_lobby_messages(events)
                continue
            for line in self.connections:
                if line.descriptor == number:
                    line.handle_events(events)
        return bool(happened)

    def _handle_messages(self) -> None:
        """One message of everybody."""
        for line in self.connections:
            if line.closes_at is not None or self.match.is_over:
                continue
            body = line.incoming.next()
            if body is not None:
                self.match.handle_message(line, body)
                if line.event_mask != READ:
                    line.update_event_mask()
            elif line.protocol_error:
                self.match.expel(line, line.protocol_error)
            elif line.peer_closed:
                self.match.handle_disconnect(line)
                line.closes_at = 0

    def _close_finished(self) -> None:
        """Those that were told their last word long enough ago, or are gone."""
        for line in self.connections[:]:
            if line.closes_at is not None and (line.peer_closed or time.monotonic_ns() >= line.closes_at):
                line.close()
                self.connections.remove(line)

    def _play_bot(self) -> None:
        bot = self.bots.get(self.match.seat_to_move())
        if bot is not None:
            self.match.play_actions(bot.seat, bot.choose_order())

    # The lobby.

    def _handle_lobby_messages(self, events: int) -> None:
        for body in self.lobby_channel.handle_events(events):
            word, seat, text = body[:1], body[1:2], body[2:]
            person = self.people.get(int(seat)) if seat.isdigit() else None
            if word == b"w":
                self.is_watched = True
            elif word == b"x":
                self.match.abort(text.decode())
            elif person is not None and word == b"c":
                person.connect()
            elif person is not None and word == b"g":
                person.is_present = False
            elif person is not None and word == b"s":
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
        """News for those who look on and for people, as far as they keep up."""
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

    # The end.

    def finish(self) -> None:
        """Files first, so that the addresses we tell lead somewhere, then the lobby, so that the session's name is
        free; then everybody is told, and sent home."""
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
        for line in self.connections:
            line.send_and_close(last)
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
        names = [printable_name(chair.name) for chair in match.setup.seats]
        players = [chair.bot_spec or "human" for chair in match.setup.seats]
        path = self.paths.records / f"{stem}{RECORD_SUFFIX}"
        half = self.paths.records / f".{stem}.part"
        try:
            write_record(half, match.game, match.setup.options, names, players, match.seed, match.full_log())
            half.replace(path)
        except Exception as error:
            log_event("record lost", session=match.setup.session, error=error)
            return False
        return True

    def _drain_connections(self) -> None:
        """What is still to be sent has about a second; what is still said is not read any more."""
        while self.connections or (self.lobby_channel.unsent and not self.lobby_channel.closed):
            self._close_finished()
            self._update_lobby_events()
            self._poll_events(LINGER_NANOSECONDS // 20)


def printable_name(name: str) -> str:
    """A client's name as a record can hold it."""
    return "".join(letter if letter.isprintable() else " " for letter in name)[:MAX_TEXT_LENGTH].strip() or "Unknown"


def run_match_process(
    setup: ContestMatchSetup, guests: list[ClientHandover], lobby: socket.socket, house: Paths
) -> None:
    """The whole life of a match process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the lobby says when it is over
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # nothing here runs in circles, and all of it ends with the match
    hall = MatchProcess(setup, guests, lobby, house)
    try:
        hall.run()
    except Exception as error:
        log_event("match failed", match=setup.session, error=error)
        hall.match.abort(FAILURE_MESSAGE)
    hall.finish()
