"""Starts the processes of contest matches for the lobby, forwards messages to and from them, and handles crashes."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import forkserver
from multiprocessing.context import ForkServerProcess
from typing import Any

import msgspec

from parlour.contest.client_listener import Client, ClientListener, close_after_message
from parlour.contest.engine.client_connection import ClientHandover
from parlour.contest.engine.framing import EOT, encode_fatal
from parlour.contest.engine.match_channel import DONE, GAMELOG_ENTRY, PERSON_UPDATE, STATUS, MatchChannel
from parlour.contest.engine.match_setup import ContestMatchSetup, SeatSetup
from parlour.contest.lobby import OPEN, RUNNING, Lobby, Participant, Session
from parlour.contest.match_process import FAILURE_MESSAGE, Paths, run_match_process
from parlour.kernel.problem import Problem
from parlour.server.observability import log_event

CLOSING_MESSAGE = "The server is closing."
SESSION_CLOSED_MESSAGE = "The session was closed by its owner."
WATCH, PERSON_JOINED, PERSON_LEFT, PERSON_MESSAGE, STOP = b"w", b"c", b"g", b"s", b"x"
EXIT_GRACE = 2.0  # seconds for a process to exit after its match
SHUTDOWN_GRACE = 10.0  # seconds for all matches when the server closes
HOUSEKEEPING_INTERVAL = 0.25
ABANDONED_AFTER = 3600.0  # seconds an empty session stays open


class MatchHandle:
    """A contest match that runs in its own process, as the lobby's process knows it."""

    def __init__(self, session: Session, channel: MatchChannel, client_sockets: list[socket.socket]) -> None:
        self.session = session
        self.channel = channel
        self.client_sockets = client_sockets  # to notify clients if the process dies
        self.process: ForkServerProcess | None = None
        self.entries: list[bytes] | None = None  # of the gamelog, once it is watched
        self.person_senders: dict[
            int, Callable[[bytes | None], None]
        ] = {}  # by seat; called with None when the match is over
        self.is_over = False
        self.changed = asyncio.Event()

    async def wait_for_change(self) -> None:
        """Waits until the match process sends a message, such as a gamelog entry, or the match ends."""
        await self.changed.wait()

    def notify_change(self) -> None:
        self.changed.set()  # wakes all who wait now
        self.changed.clear()


class MatchSupervisor:
    def __init__(self, lobby: Lobby, paths: Paths, bot_fill_delay: float | None = None, fill_in_bot: str = "") -> None:
        self.lobby = lobby
        self.paths = paths
        self.bot_fill_delay = bot_fill_delay  # seconds until bots replace missing clients
        self.fill_in_bot = fill_in_bot or lobby.game.coach.best
        self.listener = ClientListener(lobby, self.start_if_ready)
        lobby.refresh_session = self._poll_match
        self.loop = asyncio.get_running_loop()
        self.matches: dict[Session, MatchHandle] = {}
        self.waiting_people: dict[Participant, Callable[[MatchHandle | None], None]] = {}  # for their match to begin
        self.start_executor = ThreadPoolExecutor(1, "starter")
        self.tasks: set[asyncio.Task[None]] = set()
        self.process_context = multiprocessing.get_context("forkserver")
        home = lobby.game.home
        self.process_context.set_forkserver_preload(
            [home, f"{home}.wire", "parlour.__main__", "parlour.contest.preload_match_process"]
        )
        self.is_closing = False

    # Starting matches.

    async def start_fork_server(self) -> None:
        """Starts the fork server, which starts match processes quickly, before the first match needs it."""
        await self.loop.run_in_executor(self.start_executor, forkserver.ensure_running)

    def start_if_ready(self, session: Session) -> None:
        """Starts the match of a contest session if all its seats are taken, the players present, and not too many
        matches running."""
        if not self.is_closing and self.lobby.is_ready(session):
            self.lobby.begin_match(session)
            self._create_task(self._start_match(session, self._hand_over_clients(session)))

    async def run_housekeeping(self) -> None:
        """Removes abandoned contest sessions and fills overdue ones with bots, repeatedly until it is cancelled."""
        while True:
            await asyncio.sleep(HOUSEKEEPING_INTERVAL)
            self.lobby.remove_abandoned(ABANDONED_AFTER)
            for session in self.lobby.overdue_sessions(self.bot_fill_delay) if self.bot_fill_delay is not None else ():
                self.lobby.fill_with_bots(session, self.fill_in_bot)
                self.start_if_ready(session)

    def _hand_over_clients(self, session: Session) -> list[ClientHandover]:
        """Takes the sockets of a session's clients from the lobby's listener, to give them to the match process."""
        return [
            ClientHandover(player.client.socket, seat, player.meta_deltas, self.listener.hand_over(player.client))
            for seat, player in [*enumerate(session.seats), *((None, player) for player in session.spectators)]
            if isinstance(player.client, Client)
        ]

    async def _start_match(self, session: Session, handovers: list[ClientHandover]) -> None:
        """Starts the process of a contest match; if that fails, ends the match and notifies its participants."""
        ours, theirs = socket.socketpair()
        handle = MatchHandle(session, MatchChannel(ours), [handover.socket for handover in handovers])
        self.matches[session] = handle
        self.loop.add_reader(ours, self._receive, handle)
        try:
            work = (self._make_setup(session), handovers, theirs, self.paths)
            made = self.process_context.Process(target=run_match_process, args=work, daemon=True)
            await self.loop.run_in_executor(self.start_executor, made.start)
            handle.process = made
        except Exception as error:
            log_event("match not started", match=session.name, error=error)
            self.loop.remove_reader(ours)
            ours.close()
            self._handle_crash(handle)
            return
        finally:
            theirs.close()
        names = [player.name for player in session.seats]
        log_event("match begins", match=session.name, players=names, process=made.pid)
        for player in session.seats:
            if (callback := self.waiting_people.pop(player, None)) is not None:
                callback(handle)

    def _make_setup(self, session: Session) -> ContestMatchSetup:
        seats = [SeatSetup(player.kind, player.name, player.client_type, player.bot_spec) for player in session.seats]
        options = self.lobby.options_for(session.settings)
        return ContestMatchSetup(self.lobby.game.home, options, session.settings, session.name, tuple(seats))

    # Messages of match processes.

    def _receive(self, handle: MatchHandle) -> None:
        for body in handle.channel.receive():
            kind = body[:1]
            if kind == GAMELOG_ENTRY and handle.entries is not None:
                handle.entries.append(body[1:])
            elif kind == PERSON_UPDATE and (send := handle.person_senders.get(int(body[1:2]))) is not None:
                send(body[2:])
            elif kind == STATUS:
                status = msgspec.json.decode(body[1:])
                handle.session.turn, handle.session.max_turns = status["turn"], status["turns"]
            elif kind == DONE:
                self._handle_result(handle, msgspec.json.decode(body[1:]))
        handle.notify_change()
        if handle.channel.closed:
            self.loop.remove_reader(handle.channel.socket)
            self.loop.remove_writer(handle.channel.socket)
            handle.channel.socket.close()
            if not handle.is_over:
                self._handle_crash(handle)
            self.loop.call_later(EXIT_GRACE, self._reap_process, handle)

    def _poll_match(self, session: Session) -> None:
        """Reads pending messages of a match process: its match may be over already when its clients come back."""
        handle = self.matches.get(session)
        if handle is not None:
            self._receive(handle)

    def send(self, handle: MatchHandle, body: bytes) -> None:
        """Sends a message from the lobby to a match process; unsent bytes are buffered."""
        handle.channel.send(body)
        if handle.channel.unsent and not handle.channel.closed:
            self.loop.add_writer(handle.channel.socket, self._flush, handle)

    def _flush(self, handle: MatchHandle) -> None:
        handle.channel.flush()
        if not handle.channel.unsent:
            self.loop.remove_writer(handle.channel.socket)

    def _handle_result(self, handle: MatchHandle, outcome: dict[str, Any]) -> None:
        session = handle.session
        session.turn, session.max_turns = outcome.pop("turn"), outcome.pop("turns")
        self._finish_match(handle, outcome)
        log_event("match over", match=session.name, winner=[row["name"] for row in outcome["winners"]])
        for client_socket in handle.client_sockets:
            client_socket.close()  # the match process has its own copy

    def _handle_crash(self, handle: MatchHandle) -> None:
        """Ends a match whose process died or did not start, without a winner, and notifies its participants."""
        log_event("match lost", match=handle.session.name)
        for client_socket in handle.client_sockets:
            close_after_message(client_socket, encode_fatal(FAILURE_MESSAGE))
        losers = [
            {"index": seat, "name": player.name, "reason": FAILURE_MESSAGE, "disconnected": False, "timedOut": False}
            for seat, player in enumerate(handle.session.seats)
        ]
        self._finish_match(
            handle, {"winners": [], "losers": losers, "gamelog": None, "record": None, "failure": FAILURE_MESSAGE}
        )

    def _finish_match(self, handle: MatchHandle, outcome: dict[str, Any]) -> None:
        handle.is_over = True
        self.matches.pop(handle.session, None)
        self.lobby.end_match(handle.session, outcome)
        for player in handle.session.seats:
            if (callback := self.waiting_people.pop(player, None)) is not None:
                callback(None)
        for send in list(handle.person_senders.values()):
            send(None)
        handle.notify_change()
        for session in list(self.lobby.active_sessions.values()):
            self.start_if_ready(session)  # a slot is free now

    def _reap_process(self, handle: MatchHandle) -> None:
        if handle.process is None:
            return
        if handle.process.is_alive():
            handle.process.kill()
            self.loop.call_later(EXIT_GRACE, self._reap_process, handle)
        else:
            with contextlib.suppress(ValueError):
                handle.process.close()

    # Spectators and people.

    def watch_entries(self, session: Session) -> MatchHandle | None:
        """Returns a session's running match and makes its process send the gamelog entries; None if none is running."""
        handle = self.matches.get(session)
        if handle is not None and handle.entries is None:
            handle.entries = []
            self.send(handle, WATCH)
        return handle

    def await_match_start(
        self, session: Session, player: Participant, callback: Callable[[MatchHandle | None], None]
    ) -> None:
        """Marks a person of a session as present; calls `callback` with the match when it starts, None if never."""
        handle = self.matches.get(session)
        if handle is not None:
            callback(handle)
        elif session.state in (OPEN, RUNNING):  # waiting, or about to start
            before = self.waiting_people.get(player)
            if before is not None:
                before(None)
            player.is_present = True
            self.waiting_people[player] = callback
            self.start_if_ready(session)
        else:
            callback(None)

    def connect_person(self, handle: MatchHandle, seat: int, send: Callable[[bytes | None], None]) -> None:
        """Connects a person's browser to a running contest match, in place of an earlier browser of that person."""
        before = handle.person_senders.get(seat)
        if before is not None:
            before(None)
        handle.person_senders[seat] = send
        self.send(handle, PERSON_JOINED + b"%d" % seat)

    def forward_message(self, handle: MatchHandle, seat: int, text: bytes) -> None:
        self.send(handle, PERSON_MESSAGE + b"%d" % seat + text.replace(EOT, b" "))

    def cancel_waiting(
        self, session: Session, player: Participant, callback: Callable[[MatchHandle | None], None]
    ) -> None:
        """Marks a person as gone when the browser disconnects before the match, unless another one has taken over."""
        if self.waiting_people.get(player) is callback:
            del self.waiting_people[player]
            player.is_present = False
            if not session.persistent:
                self.lobby.remove_participant(session, player)

    def disconnect_person(self, session: Session, seat: int, send: Callable[[bytes | None], None]) -> None:
        """Disconnects a person's browser from a running contest match; the seat stays, and its clock runs on."""
        handle = self.matches.get(session)
        if handle is not None and handle.person_senders.get(seat) is send:
            del handle.person_senders[seat]
            self.send(handle, PERSON_LEFT + b"%d" % seat)

    def add_bot(self, session: Session, spec: str, index: int | None) -> None:
        """Puts a bot on a free seat of a session that waits for players, and starts the match if it was the last."""
        if session.state != OPEN:
            raise Problem(
                f"No bot can join the session {session.name}, as its match has begun; choose another session."
            )
        self.lobby.add_participant(session, self.lobby.make_bot_participant(spec, index))
        self.start_if_ready(session)

    def close_session(self, session: Session) -> None:
        """Closes a contest session before its match begins, and disconnects its participants."""
        self.lobby.close_session(session)
        for player in (*session.players, *session.spectators):
            if isinstance(player.client, Client):
                self.listener.disconnect(player.client, SESSION_CLOSED_MESSAGE)
            if (callback := self.waiting_people.pop(player, None)) is not None:
                callback(None)

    # Shutting down.

    async def close(self) -> None:
        """Closes the contest: disconnects waiting clients and aborts running matches, which store what was played."""
        self.is_closing = True
        self.listener.close(CLOSING_MESSAGE)
        for handle in list(self.matches.values()):
            self.send(handle, STOP + b"-" + CLOSING_MESSAGE.encode())
        until = self.loop.time() + SHUTDOWN_GRACE
        while self.matches and self.loop.time() < until:
            await asyncio.sleep(0.02)
        for handle in list(self.matches.values()):
            self._handle_crash(handle)
        await asyncio.sleep(1.2)  # until the last messages are sent
        self.start_executor.shutdown(wait=False)

    def _create_task(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log_event("fault", error=task.exception())
