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

from parlour.contest.channel import DONE, ENTRY, STATUS, TELL, Channel
from parlour.contest.door import Door, Guest, see_off
from parlour.contest.framing import EOT, fatal
from parlour.contest.line import Handed
from parlour.contest.lobby import OPEN, RUNNING, Lobby, Player, Session
from parlour.contest.process import FAILED, House, play_match
from parlour.contest.setup import Chair, Setup
from parlour.kernel.problem import Problem
from parlour.server.observability import log_event

CLOSING = "The server is closing."
CLOSED = "The session was closed by who had opened it."
WATCH, COME, GO, SAY, STOP = b"w", b"c", b"g", b"s", b"x"
LAST_WORDS = 2.0  # seconds a match process has after its match
FAREWELL = 10.0  # seconds all matches have when the server closes
TICK = 0.25
FORGOTTEN = 3600.0  # seconds a session stays open while nobody is there


class Running:
    """A match in its own process, as the lobby knows it."""

    def __init__(self, session: Session, channel: Channel, lines: list[socket.socket]) -> None:
        self.session = session
        self.channel = channel
        self.lines = lines  # the clients' sockets, to be told if the process dies
        self.process: ForkServerProcess | None = None
        self.entries: list[bytes] | None = None  # of the gamelog, once anybody watches
        self.people: dict[int, Callable[[bytes | None], None]] = {}  # by seat; None: the match is over
        self.over = False
        self.news: asyncio.Future[None] | None = None

    async def changed(self) -> None:
        """Until there is something new."""
        if self.news is None or self.news.done():
            self.news = asyncio.get_running_loop().create_future()
        await asyncio.shield(self.news)

    def tell(self) -> None:
        if self.news is not None and not self.news.done():
            self.news.set_result(None)


class Host:
    def __init__(self, lobby: Lobby, house: House, patience: float | None = None, stand_in: str = "") -> None:
        self.lobby = lobby
        self.house = house
        self.patience = patience  # seconds until a bot plays for who is missing
        self.stand_in = stand_in or lobby.game.best
        self.door = Door(lobby, self.consider)
        lobby.doubt = self._look_again
        self.loop = asyncio.get_running_loop()
        self.running: dict[Session, Running] = {}
        self.waiting: dict[Player, Callable[[Running | None], None]] = {}  # people whose match has not begun
        self.starter = ThreadPoolExecutor(1, "starter")
        self.tasks: set[asyncio.Task[None]] = set()
        self.context = multiprocessing.get_context("forkserver")
        home = lobby.game.home
        self.context.set_forkserver_preload([home, f"{home}.wire", "parlour.__main__", "parlour.contest.preloaded"])
        self.closing = False

    # Beginning.

    async def warm_up(self) -> None:
        """The process that all match processes are copies of is there before anybody waits for it."""
        await self.loop.run_in_executor(self.starter, forkserver.ensure_running)

    def consider(self, session: Session) -> None:
        """Somebody has come: the match begins as soon as all seats are taken."""
        if not self.closing and self.lobby.ready(session):
            self.lobby.begin(session)
            self._spawn(self._start(session, self._handed(session)))

    async def tend(self) -> None:
        """Now and then: bots for those who are missing, and an end for what nobody came to."""
        while True:
            await asyncio.sleep(TICK)
            self.lobby.sweep(FORGOTTEN)
            for session in self.lobby.lonely(self.patience) if self.patience is not None else ():
                self.lobby.fill(session, self.stand_in)
                self.consider(session)

    def _handed(self, session: Session) -> list[Handed]:
        """The clients of a match that begins: from this moment on the door does not hear them any more."""
        return [
            Handed(player.guest.line, seat, player.meta, self.door.hand_over(player.guest))
            for seat, player in [*enumerate(session.seats), *((None, player) for player in session.spectators)]
            if isinstance(player.guest, Guest)
        ]

    async def _start(self, session: Session, guests: list[Handed]) -> None:
        """A process of its own for a match. Whatever goes wrong, those who wait for it are told."""
        ours, theirs = socket.socketpair()
        running = Running(session, Channel(ours), [guest.socket for guest in guests])
        self.running[session] = running
        self.loop.add_reader(ours, self._hear, running)
        try:
            work = (self._setup(session), guests, theirs, self.house)
            made = self.context.Process(target=play_match, args=work, daemon=True)
            await self.loop.run_in_executor(self.starter, made.start)
            running.process = made
        except Exception as error:
            log_event("no process", match=session.name, error=error)
            self.loop.remove_reader(ours)
            ours.close()
            self._lost(running)
            return
        finally:
            theirs.close()
        names = [player.name for player in session.seats]
        log_event("match begins", match=session.name, players=names, process=made.pid)
        for player in session.seats:
            if (called := self.waiting.pop(player, None)) is not None:
                called(running)

    def _setup(self, session: Session) -> Setup:
        chairs = [Chair(player.kind, player.name, player.client_type, player.bot) for player in session.seats]
        options = self.lobby.options_for(session.settings)
        return Setup(self.lobby.game.home, options, session.settings, session.name, tuple(chairs))

    # What matches say.

    def _hear(self, running: Running) -> None:
        for body in running.channel.read():
            word = body[:1]
            if word == ENTRY and running.entries is not None:
                running.entries.append(body[1:])
            elif word == TELL and (send := running.people.get(int(body[1:2]))) is not None:
                send(body[2:])
            elif word == STATUS:
                status = msgspec.json.decode(body[1:])
                running.session.turn, running.session.turns = status["turn"], status["turns"]
            elif word == DONE:
                self._done(running, msgspec.json.decode(body[1:]))
        running.tell()
        if running.channel.closed:
            self.loop.remove_reader(running.channel.line)
            self.loop.remove_writer(running.channel.line)
            running.channel.line.close()
            if not running.over:
                self._lost(running)
            self.loop.call_later(LAST_WORDS, self._bury, running)

    def _look_again(self, session: Session) -> None:
        """Clients hear of the end as soon as the lobby could: its own news may still lie unread."""
        running = self.running.get(session)
        if running is not None:
            self._hear(running)

    def say(self, running: Running, body: bytes) -> None:
        """A word to a match; what it does not take at once waits."""
        running.channel.send(body)
        if running.channel.behind and not running.channel.closed:
            self.loop.add_writer(running.channel.line, self._flush, running)

    def _flush(self, running: Running) -> None:
        running.channel.flush()
        if not running.channel.behind:
            self.loop.remove_writer(running.channel.line)

    def _done(self, running: Running, outcome: dict[str, Any]) -> None:
        session = running.session
        session.turn, session.turns = outcome.pop("turn"), outcome.pop("turns")
        self._over(running, outcome)
        log_event("match over", match=session.name, winner=[row["name"] for row in outcome["winners"]])
        for line in running.lines:
            line.close()  # its process closes it

    def _lost(self, running: Running) -> None:
        """The process died, or never lived: nobody is left without a word."""
        log_event("match lost", match=running.session.name)
        for line in running.lines:
            see_off(line, fatal(FAILED))
        losers = [
            {"index": seat, "name": player.name, "reason": FAILED, "disconnected": False, "timedOut": False}
            for seat, player in enumerate(running.session.seats)
        ]
        self._over(running, {"winners": [], "losers": losers, "gamelog": None, "record": None, "failure": FAILED})

    def _over(self, running: Running, outcome: dict[str, Any]) -> None:
        running.over = True
        self.running.pop(running.session, None)
        self.lobby.end(running.session, outcome)
        for player in running.session.seats:
            if (called := self.waiting.pop(player, None)) is not None:
                called(None)
        for send in list(running.people.values()):
            send(None)
        running.tell()
        for session in list(self.lobby.current.values()):
            self.consider(session)  # there is room for one more

    def _bury(self, running: Running) -> None:
        if running.process is None:
            return
        if running.process.is_alive():
            running.process.kill()
            self.loop.call_later(LAST_WORDS, self._bury, running)
        else:
            with contextlib.suppress(ValueError):
                running.process.close()

    # Who looks on, and people.

    def watch(self, session: Session) -> Running | None:
        """A running match whose entries come in from now on; None if it does not run."""
        running = self.running.get(session)
        if running is not None and running.entries is None:
            running.entries = []
            self.say(running, WATCH)
        return running

    def come(self, session: Session, player: Player, called: Callable[[Running | None], None]) -> None:
        """A person is here: the match may begin, and calls when it does; None if it never will."""
        running = self.running.get(session)
        if running is not None:
            called(running)
        elif session.state in (OPEN, RUNNING):  # to be waited for, or about to begin
            before = self.waiting.get(player)
            if before is not None:
                before(None)
            player.here = True
            self.waiting[player] = called
            self.consider(session)
        else:
            called(None)

    def sit(self, running: Running, seat: int, send: Callable[[bytes | None], None]) -> None:
        """A person at a running match: who sat there before at another browser is sent away."""
        before = running.people.get(seat)
        if before is not None:
            before(None)
        running.people[seat] = send
        self.say(running, COME + b"%d" % seat)

    def hear(self, running: Running, seat: int, text: bytes) -> None:
        self.say(running, SAY + b"%d" % seat + text.replace(EOT, b" "))

    def leave(self, session: Session, player: Player, called: Callable[[Running | None], None]) -> None:
        """A person's browser is gone before the match, unless it has come again at another."""
        if self.waiting.get(player) is called:
            del self.waiting[player]
            player.here = False
            if not session.kept:
                self.lobby.leave(session, player)

    def go(self, session: Session, seat: int, send: Callable[[bytes | None], None]) -> None:
        """A person's browser is gone; the seat stays, and its clock runs on."""
        running = self.running.get(session)
        if running is not None and running.people.get(seat) is send:
            del running.people[seat]
            self.say(running, GO + b"%d" % seat)

    def add_bot(self, session: Session, spec: str, index: int | None) -> None:
        """A bot for a missing client."""
        if session.state != OPEN:
            raise Problem(f"The session {session.name} does not wait for anybody.")
        self.lobby.sit(session, self.lobby.bot(spec, index))
        self.consider(session)

    def close_session(self, session: Session) -> None:
        """Before its match begins; who waits for it is told."""
        self.lobby.close(session)
        for player in (*session.players, *session.spectators):
            if isinstance(player.guest, Guest):
                self.door.dismiss(player.guest, CLOSED)
            if (called := self.waiting.pop(player, None)) is not None:
                called(None)

    # The end.

    async def close(self) -> None:
        """Running matches are called off, and what was played is kept."""
        self.closing = True
        self.door.close(CLOSING)
        for running in list(self.running.values()):
            self.say(running, STOP + b"-" + CLOSING.encode())
        until = self.loop.time() + FAREWELL
        while self.running and self.loop.time() < until:
            await asyncio.sleep(0.02)
        for running in list(self.running.values()):
            self._lost(running)
        await asyncio.sleep(1.2)  # last words
        self.starter.shutdown(wait=False)

    def _spawn(self, work: Any) -> None:
        task = self.loop.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log_event("fault", error=task.exception())
