"""The process of one contest match: plays it with its clients, people and bots, and stores its gamelog and record."""

from __future__ import annotations

import gc
import signal
import socket
import time
from pathlib import Path
from typing import NamedTuple

from parlour.contest.contest_seats import BotPlayer, HumanPlayer
from parlour.contest.engine.client_connection import ClientHandover
from parlour.contest.engine.framing import encode_json, encode_message
from parlour.contest.engine.match_channel import DONE, PERSON_UPDATE
from parlour.contest.engine.match_loop import MatchLoop
from parlour.contest.engine.match_setup import ContestMatchSetup
from parlour.contest.gamelog import encode_gamelog, gamelog_header, gamelog_stem, write_gamelog
from parlour.kernel.record import MAX_TEXT_LENGTH, write_record
from parlour.kernel.wire_types import Document
from parlour.server.observability import log_event

RECORD_SUFFIX = ".parlour"
FAILURE_MESSAGE = "The server failed and has logged the error."


class Paths(NamedTuple):
    """The folders for gamelogs and records of finished contest matches, and the port of the web pages."""

    gamelogs: Path
    records: Path
    port: int


class MatchProcess:
    """A contest match in its own process: its loop, its people and bots, and the files that it leaves."""

    def __init__(
        self, setup: ContestMatchSetup, handovers: list[ClientHandover], lobby: socket.socket, paths: Paths
    ) -> None:
        self.paths = paths
        self.loop = MatchLoop(setup, handovers, lobby)
        self.match = self.loop.match
        self.connections = self.loop.connections
        for seat, player in enumerate(setup.seats):
            if player.kind == "bot":
                self.loop.bots[seat] = BotPlayer(self.match, seat)
            elif player.kind == "human":
                self.loop.people[seat] = self._make_person(seat)

    def _make_person(self, seat: int) -> HumanPlayer:
        channel = self.loop.lobby_channel
        return HumanPlayer(self.match, seat, lambda body: channel.send(PERSON_UPDATE + b"%d" % seat + body))

    def run(self) -> None:
        self.loop.run()

    def finish(self) -> None:
        """Ends a match: writes gamelog and record, so that their URLs work; then notifies the lobby, so that the
        session's name is free; then the clients."""
        match, epoch = self.match, time.time_ns() // 1_000_000
        stem = gamelog_stem(match.wire_module.NAME, match.setup.session, epoch)
        winners, losers = match.results()
        kept = self._write_gamelog(stem, epoch, winners, losers)
        recorded = self._write_record(stem)
        self.loop.send_last_entries()
        outcome: Document = {
            "winners": winners,
            "losers": losers,
            "gamelog": stem if kept else None,
            "record": stem if recorded else None,
            "failure": match.abort_reason,
            "turn": match.turn,
            "turns": match.max_turns,
        }
        last = encode_message("over", encode_json(self._over_document(stem) if kept else {}))
        self.loop.send_results(DONE + encode_json(outcome), last)

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
