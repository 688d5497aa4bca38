"""The lobby's side of running matches: it starts their processes, and survives whatever becomes of them."""

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

from parlour.contest.client_connection import ClientHandover
from parlour.contest.client_listener import Client, ClientListener, close_after_message
from parlour.contest.framing import EOT, encode_fatal
from parlour.contest.lobby import OPEN, RUNNING, Lobby, Participant, Session
from parlour.contest.match_channel import DONE, GAMELOG_ENTRY, PERSON_UPDATE, STATUS, MatchChannel
from parlour.contest.match_process import FAILURE_MESSAGE, Paths, run_match_process
from parlour.contest.match_setup import ContestMatchSetup, SeatSetup
from parlour.kernel.problem import Problem
from parlour.server.observability import log_event

CLOSING_MESSAGE = "The server is closing."
SESSION_CLOSED_MESSAGE = "The session was closed by who had opened it."
WATCH, PERSON_JOINED, PERSON_LEFT, PERSON_MESSAGE, STOP = b"w", b"c", b"g", b"s", b"x"
EXIT_GRACE = 2.0  # seconds a match process has after its match
SHUTDOWN_GRACE = 10.0  # seconds all matches have when the server closes
HOUSEKEEPING_INTERVAL = 0.25
ABANDONED_AFTER = 3600.0  # seconds a session stays open while nobody is there


class MatchHandle:
    """A match in its own process, as the lobby knows it."""

    def __init__(self, session: Session, channel: MatchChannel, lines: list[socket.socket]) -> None:
        self.session = session
        self.channel = channel
        self.client_sockets = lines  # the clients' sockets, to be told if the process dies
        self.process: ForkServerProcess | None = None
        self.entries: list[bytes] | None = None  # of the gamelog, once anybody watches
        self.person_senders: dict[int, Callable[[bytes | None], None]] = {}  # by seat; None: the match is over
        self.is_over = False
        self.change_signal: asyncio.Future[None] | None = None

    async def wait_for_change(self) -> None:
        """Until there is something new."""
        if self.change_signal is None or self.change_signal.done():
            self.change_signal = asyncio.get_running_loop().create_future()
        await asyncio.shield(self.change_signal)

    def notify_change(self) -> None:
        if self.change_signal is not None and not self.change_signal.done():
            self.change_signal.set_result(None)


class MatchSupervisor:
    def __init__(self, lobby: Lobby, house: Paths, patience: float | None = None, stand_in: str = "") -> None:
        self.lobby = lobby
        self.paths = house
        self.bot_fill_delay = patience  # seconds until a bot plays for who is missing
        self.fill_in_bot = stand_in or lobby.game.best
        self.listener = ClientListener(lobby, self.start_if_ready)
        lobby.refresh_session = self._poll_match
        self.loop = asyncio.get_running_loop()
        self.matches: dict[Session, MatchHandle] = {}
        self.waiting_people: dict[
            Participant, Callable[[MatchHandle | None], None]
        ] = {}  # people whose match has not begun
        self.start_executor = ThreadPoolExecutor(1, "starter")
        self.tasks: set[asyncio.Task[None]] = set()
        self.process_context = multiprocessing.get_context("forkserver")
        home = lobby.game.home
        self.process_context.set_forkserver_preload(
            [home, f"{home}.wire", "parlour.__main__", "parlour.contest.preload_match_process"]
        )
        self.is_closing = False

    # Beginning.

    async def start_fork_server(self) -> None:
        """The process that all match processes are copies of is there before anybody waits for it."""
        await self.loop.run_in_executor(self.start_executor, forkserver.ensure_running)

    def start_if_ready(self, session: Session) -> None:
        """Somebody has come: the match begins as soon as all seats are taken."""
        if not self.is_closing and self.lobby.is_ready(session):
            self.lobby.begin_match(session)
            self._create_task(self._start_match(session, self._hand_over_clients(session)))

    async def run_housekeeping(self) -> None:
        """Now and then: bots for those who are missing, and an end for what nobody came to."""
        while True:
            await asyncio.sleep(HOUSEKEEPING_INTERVAL)
            self.lobby.remove_abandoned(ABANDONED_AFTER)
            for session in self.lobby.overdue_sessions(self.bot_fill_delay) if self.bot_fill_delay is not None else ():
                self.lobby.fill_with_bots(session, self.fill_in_bot)
                self.start_if_ready(session)

    def _hand_over_clients(self, session: Session) -> list[ClientHandover]:
        """The clients of a match that begins: from this moment on the door does not hear them any more."""
        return [
            ClientHandover(player.client.socket, seat, player.meta_deltas, self.listener.hand_over(player.client))
            for seat, player in [*enumerate(session.seats), *((None, player) for player in session.spectators)]
            if isinstance(player.client, Client)
        ]

    async def _start_match(self, session: Session, guests: list[ClientHandover]) -> None:
        """A process of its own for a match. Whatever goes wrong, those who wait for it are told."""
        ours, theirs = socket.socketpair()
        running = MatchHandle(session, MatchChannel(ours), [guest.socket for guest in guests])
        self.matches[session] = running
        self.loop.add_reader(ours, self._receive, running)
        try:
            work = (self._make_setup(session), guests, theirs, self.paths)
            made = self.process_context.Process(target=run_match_process, args=work, daemon=True)
            await self.loop.run_in_executor(self.start_executor, made.start)
            running.process = made
        except Exception as error:
            log_event("no process", match=session.name, error=error)
            self.loop.remove_reader(ours)
            ours.close()
            self._handle_crash(running)
            return
        finally:
            theirs.close()
        names = [player.name for player in session.seats]
        log_event("match begins", match=session.name, players=names, process=made.pid)
        for player in session.seats:
            if (called := self.waiting_people.pop(player, None)) is not None:
                called(running)

    def _make_setup(self, session: Session) -> ContestMatchSetup:
        chairs = [SeatSetup(player.kind, player.name, player.client_type, player.bot_spec) for player in session.seats]
        options = self.lobby.options_for(session.settings)
        return ContestMatchSetup(self.lobby.game.home, options, session.settings, session.name, tuple(chairs))

    # What matches say.

    def _receive(self, running: MatchHandle) -> None:
        for body in running.channel.receive():
            word = body[:1]
            if word == GAMELOG_ENTRY and running.entries is not None:
                running.entries.append(body[1:])
            elif word == PERSON_UPDATE and (send := running.person_senders.get(int(body[1:2]))) is not None:
                send(body[2:])
            elif word == STATUS:
                status = msgspec.json.decode(body[1:])
                running.session.turn, running.session.max_turns = status["turn"], status["turns"]
            elif word == DONE:
                self._handle_result(running, msgspec.json.decode(body[1:]))
        running.notify_change()
        if running.channel.closed:
            self.loop.remove_reader(running.channel.socket)
            self.loop.remove_writer(running.channel.socket)
            running.channel.socket.close()
            if not running.is_over:
                self._handle_crash(running)
            self.loop.call_later(EXIT_GRACE, self._reap_process, running)

    def _poll_match(self, session: Session) -> None:
        """Clients hear of the end as soon as the lobby could: its own news may still lie unread."""
        running = self.matches.get(session)
        if running is not None:
            self._receive(running)

    def send(self, running: MatchHandle, body: bytes) -> None:
        """A word to a match; what it does not take at once waits."""
        running.channel.send(body)
        if running.channel.unsent and not running.channel.closed:
            self.loop.add_writer(running.channel.socket, self._flush, running)

    def _flush(self, running: MatchHandle) -> None:
        running.channel.flush()
        if not running.channel.unsent:
            self.loop.remove_writer(running.channel.socket)

    def _handle_result(self, running: MatchHandle, outcome: dict[str, Any]) -> None:
        session = running.session
        session.turn, session.max_turns = outcome.pop("turn"), outcome.pop("turns")
        self._finish_match(running, outcome)
        log_event("match over", match=session.name, winner=[row["name"] for row in outcome["winners"]])
        for line in running.client_sockets:
            line.close()  # its process closes it

    def _handle_crash(self, running: MatchHandle) -> None:
        """The process died, or never lived: nobody is left without a word."""
        log_event("match lost", match=running.session.name)
        for line in running.client_sockets:
            close_after_message(line, encode_fatal(FAILURE_MESSAGE))
        losers = [
            {"index": seat, "name": player.name, "reason": FAILURE_MESSAGE, "disconnected": False, "timedOut": False}
            for seat, player in enumerate(running.session.seats)
        ]
        self._finish_match(
            running, {"winners": [], "losers": losers, "gamelog": None, "record": None, "failure": FAILURE_MESSAGE}
        )

    def _finish_match(self, running: MatchHandle, outcome: dict[str, Any]) -> None:
        running.is_over = True
        self.matches.pop(running.session, None)
        self.lobby.end_match(running.session, outcome)
        for player in running.session.seats:
            if (called := self.waiting_people.pop(player, None)) is not None:
                called(None)
        for send in list(running.person_senders.values()):
            send(None)
        running.notify_change()
        for session in list(self.lobby.active_sessions.values()):
            self.start_if_ready(session)  # there is room for one more

    def _reap_process(self, running: MatchHandle) -> None:
        if running.process is None:
            return
        if running.process.is_alive():
            running.process.kill()
            self.loop.call_later(EXIT_GRACE, self._reap_process, running)
        else:
            with contextlib.suppress(ValueError):
                running.process.close()

    # Who looks on, and people.

    def watch_entries(self, session: Session) -> MatchHandle | None:
        """A running match whose entries come in from now on; None if it does not run."""
        running = self.matches.get(session)
        if running is not None and running.entries is None:
            running.entries = []
            self.send(running, WATCH)
        return running

    def await_match_start(
        self, session: Session, player: Participant, called: Callable[[MatchHandle | None], None]
    ) -> None:
        """A person is here: the match may begin, and calls when it does; None if it never will."""
        running = self.matches.get(session)
        if running is not None:
            called(running)
        elif session.state in (OPEN, RUNNING):  # to be waited for, or about to begin
            before = self.waiting_people.get(player)
            if before is not None:
                before(None)
            player.is_present = True
            self.waiting_people[player] = called
            self.start_if_ready(session)
        else:
            called(None)

    def connect_person(self, running: MatchHandle, seat: int, send: Callable[[bytes | None], None]) -> None:
        """A person at a running match: who sat there before at another browser is sent away."""
        before = running.person_senders.get(seat)
        if before is not None:
            before(None)
        running.person_senders[seat] = send
        self.send(running, PERSON_JOINED + b"%d" % seat)

    def forward_message(self, running: MatchHandle, seat: int, text: bytes) -> None:
        self.send(running, PERSON_MESSAGE + b"%d" % seat + text.replace(EOT, b" "))

    def cancel_waiting(
        self, session: Session, player: Participant, called: Callable[[MatchHandle | None], None]
    ) -> None:
        """A person's browser is gone before the match, unless it has come again at another."""
        if self.waiting_people.get(player) is called:
            del self.waiting_people[player]
            player.is_present = False
            if not session.persistent:
                self.lobby.remove_participant(session, player)

    def disconnect_person(self, session: Session, seat: int, send: Callable[[bytes | None], None]) -> None:
        """A person's browser is gone; the seat stays, and its clock runs on."""
        running = self.matches.get(session)
        if running is not None and running.person_senders.get(seat) is send:
            del running.person_senders[seat]
            self.send(running, PERSON_LEFT + b"%d" % seat)

    def add_bot(self, session: Session, spec: str, index: int | None) -> None:
        """A bot for a missing client."""
        if session.state != OPEN:
            raise Problem(f"The session {session.name} does not wait for anybody.")
        self.lobby.add_participant(session, self.lobby.make_bot_participant(spec, index))
        self.start_if_ready(session)

    def close_session(self, session: Session) -> None:
        """Before its match begins; who waits for it is told."""
        self.lobby.close_session(session)
        for player in (*session.players, *session.spectators):
            if isinstance(player.client, Client):
                self.listener.disconnect(player.client, SESSION_CLOSED_MESSAGE)
            if (called := self.waiting_people.pop(player, None)) is not None:
                called(None)

    # The end.

    async def close(self) -> None:
        """Running matches are called off, and what was played is kept."""
        self.is_closing = True
        self.listener.close(CLOSING_MESSAGE)
        for running in list(self.matches.values()):
            self.send(running, STOP + b"-" + CLOSING_MESSAGE.encode())
        until = self.loop.time() + SHUTDOWN_GRACE
        while self.matches and self.loop.time() < until:
            await asyncio.sleep(0.02)
        for running in list(self.matches.values()):
            self._handle_crash(running)
        await asyncio.sleep(1.2)  # last words
        self.start_executor.shutdown(wait=False)

    def _create_task(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._on_task_done)

    def _on_task_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log_event("fault", error=task.exception())
