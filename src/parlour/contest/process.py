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

from parlour.contest.channel import DONE, ENTRY, STATUS, TELL, Channel
from parlour.contest.framing import message, packed
from parlour.contest.gamelog import body_of, head_of, stem_of, write_gamelog
from parlour.contest.line import LINGER, READ, WRITE, Handed, Line
from parlour.contest.match import Match
from parlour.contest.seats import BotPlayer, Person
from parlour.contest.setup import SECOND, Setup
from parlour.kernel.record import MAX_TEXT_LENGTH, write_record
from parlour.kernel.wire_types import Document
from parlour.server.observability import log_event

LONGEST_WAIT = 60 * SECOND
OFTEN = 64  # passes between two looks at the clocks while there is much to hear
GULP = 16  # passes after which those hear the news who do not wait for it
MOMENT = SECOND // 50  # or so soon, if nobody says anything
TELLING = SECOND // 4  # between two words to the lobby about the turn
RECORD = ".parlour"
FAILED = "The server failed; it has been logged."


class House(NamedTuple):
    """Where things are kept and found."""

    gamelogs: Path
    records: Path
    port: int  # of the web pages


class Hall:
    """A match and everybody at it."""

    def __init__(self, setup: Setup, guests: list[Handed], lobby: socket.socket, house: House) -> None:
        self.house = house
        self.poll = select.epoll()
        self.lines = [Line(guest, self.poll) for guest in guests]
        self.lobby = Channel(lobby)
        self.poll.register(lobby.fileno(), READ)
        self.heed = READ  # what the lobby's line is watched for
        self.watched = False
        self.shown = 0  # entries that went to the lobby
        self.said_turn = (-1, 0)  # the turn the lobby knows, and since when
        self.match = Match(setup, self.lines)
        kinds = [chair.kind for chair in setup.chairs]
        self.bots = {seat: BotPlayer(self.match, seat) for seat, kind in enumerate(kinds) if kind == "bot"}
        self.people = {seat: self._person(seat) for seat, kind in enumerate(kinds) if kind == "human"}

    def _person(self, seat: int) -> Person:
        return Person(self.match, seat, lambda body: self.lobby.send(TELL + b"%d" % seat + body))

    # The loop.

    def run(self) -> None:
        self.match.begin()
        for line in self.lines:
            if line.begun:
                line.take(line.begun)
        passes = 0
        while not self.match.over:
            happened = self._wait(self._timeout())
            passes += 1
            self._hear()
            if self.bots and not self.match.over:
                self._move_bot()
            if not happened or passes % OFTEN == 0:
                self.match.expire()
            if not happened or passes % GULP == 0:
                self._pass_on()
            self._speak()
            self._close_lines()

    def _pass_on(self) -> None:
        for line in self.lines:
            if line.held:
                line.send(b"")

    def _timeout(self) -> int:
        """Nanoseconds until something is to be done even if nobody says anything."""
        match, due = self.match, self.match.deadline()
        for line in self.lines:
            if line.closes is not None:
                due = min(due, line.closes)
            elif line.frames.waiting or line.broken or line.ended:
                return 0
            elif line.held:
                due = min(due, match.now() + MOMENT)
        if (self.bots and match.asked() in self.bots) or self._has_news():
            return 0
        for person in self.people.values():
            due = min(due, person.pending() or due)
        if self.said_turn[0] != match.turn:
            due = min(due, self.said_turn[1] + TELLING)
        return min(max(0, due - match.now()), LONGEST_WAIT)

    def _wait(self, nanoseconds: int) -> bool:
        """Until something happens, or the time is over: then false."""
        happened = self.poll.poll(-(-nanoseconds // 1_000_000) / 1000 if nanoseconds else 0)
        for number, events in happened:
            if number == self.lobby.number:
                self._hear_lobby(events)
                continue
            for line in self.lines:
                if line.number == number:
                    line.ready(events)
        return bool(happened)

    def _hear(self) -> None:
        """One message of everybody."""
        for line in self.lines:
            if line.closes is not None or self.match.over:
                continue
            body = line.frames.next()
            if body is not None:
                self.match.hear(line, body)
                if line.mask != READ:
                    line.look()
            elif line.broken:
                self.match.expel(line, line.broken)
            elif line.ended:
                self.match.gone(line)
                line.closes = 0

    def _close_lines(self) -> None:
        """Those that were told their last word long enough ago, or are gone."""
        for line in self.lines[:]:
            if line.closes is not None and (line.ended or time.monotonic_ns() >= line.closes):
                line.close()
                self.lines.remove(line)

    def _move_bot(self) -> None:
        bot = self.bots.get(self.match.asked())
        if bot is not None:
            self.match.act(bot.seat, bot.order())

    # The lobby.

    def _hear_lobby(self, events: int) -> None:
        for body in self.lobby.ready(events):
            word, seat, text = body[:1], body[1:2], body[2:]
            person = self.people.get(int(seat)) if seat.isdigit() else None
            if word == b"w":
                self.watched = True
            elif word == b"x":
                self.match.call_off(text.decode())
            elif person is not None and word == b"c":
                person.come()
            elif person is not None and word == b"g":
                person.here = False
            elif person is not None and word == b"s":
                person.hear(text)
        if self.lobby.closed:
            if self.heed:
                self.heed = 0
                self.poll.unregister(self.lobby.number)
            self.match.call_off("The server has stopped.")
        self._mind_lobby()

    def _has_news(self) -> bool:
        return self.watched and self.shown < len(self.match.entries) and not self.lobby.is_behind()

    def _speak(self) -> None:
        """News for those who look on and for people, as far as they keep up."""
        match = self.match
        for person in self.people.values():
            person.news()
        while self._has_news():
            self.lobby.send(ENTRY + match.entries[self.shown])
            self.shown += 1
        if match.turn != self.said_turn[0] and match.now() - self.said_turn[1] >= TELLING:
            self.said_turn = match.turn, match.now()
            self.lobby.send(STATUS + packed({"turn": match.turn, "turns": match.turns}))
        self._mind_lobby()

    def _mind_lobby(self) -> None:
        mask = READ | (WRITE if self.lobby.behind else 0)
        if mask != self.heed and not self.lobby.closed:
            self.heed = mask
            self.poll.modify(self.lobby.number, mask)

    # The end.

    def end(self) -> None:
        """Files first, so that the addresses we tell lead somewhere, then the lobby, so that the session's name is
        free; then everybody is told, and sent home."""
        match, epoch = self.match, time.time_ns() // 1_000_000
        stem = stem_of(match.wiring.NAME, match.setup.session, epoch)
        winners, losers = match.results()
        kept = self._keep_gamelog(stem, epoch, winners, losers)
        recorded = self._keep_record(stem)
        while self.watched and self.shown < len(match.entries) and not self.lobby.closed:
            self._speak()
            self._wait(SECOND // 100)
        outcome: Document = {
            "winners": winners,
            "losers": losers,
            "gamelog": stem if kept else None,
            "record": stem if recorded else None,
            "failure": match.failure,
            "turn": match.turn,
            "turns": match.turns,
        }
        self.lobby.send(DONE + packed(outcome))
        last = message("over", packed(self._over(stem) if kept else {}))
        for line in self.lines:
            line.dismiss(last)
        self._linger()

    def _over(self, stem: str) -> Document:
        pages = f"http://__HOSTNAME__:{self.house.port}"
        shown = f"{pages}/viewer?log={stem}"
        return {"gamelogURL": f"{pages}/gamelog/{stem}", "visualizerURL": shown, "message": f"See it at {shown}"}

    def _keep_gamelog(self, stem: str, epoch: int, winners: list[Document], losers: list[Document]) -> bool:
        match = self.match
        head = head_of(match.wiring.NAME, match.setup.session, match.wiring.VERSION, dict(match.setup.settings))
        tail: Document = {"epoch": epoch, "winners": winners, "losers": losers}
        try:
            write_gamelog(self.house.gamelogs, stem, body_of(head, tail, match.entries))
        except OSError as error:
            log_event("gamelog lost", session=match.setup.session, error=error)
            return False
        return True

    def _keep_record(self, stem: str) -> bool:
        match = self.match
        names = [record_name(chair.name) for chair in match.setup.chairs]
        players = [chair.bot or "human" for chair in match.setup.chairs]
        path = self.house.records / f"{stem}{RECORD}"
        half = self.house.records / f".{stem}.part"
        try:
            write_record(half, match.game, match.setup.options, names, players, match.seed, match.log())
            half.replace(path)
        except Exception as error:
            log_event("record lost", session=match.setup.session, error=error)
            return False
        return True

    def _linger(self) -> None:
        """What is still to be sent has about a second; what is still said is not read any more."""
        while self.lines or (self.lobby.behind and not self.lobby.closed):
            self._close_lines()
            self._mind_lobby()
            self._wait(LINGER // 20)


def record_name(name: str) -> str:
    """A client's name as a record can hold it."""
    return "".join(letter if letter.isprintable() else " " for letter in name)[:MAX_TEXT_LENGTH].strip() or "Unknown"


def play_match(setup: Setup, guests: list[Handed], lobby: socket.socket, house: House) -> None:
    """The whole life of a match process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the lobby says when it is over
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    gc.disable()  # nothing here runs in circles, and all of it ends with the match
    hall = Hall(setup, guests, lobby, house)
    try:
        hall.run()
    except Exception as error:
        log_event("match failed", match=setup.session, error=error)
        hall.match.call_off(FAILED)
    hall.end()
