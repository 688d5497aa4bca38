"""The contest over HTTP: gamelogs and records, sessions, those who look on, people's seats, and the pages."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec
from litestar import Litestar, MediaType, Response, Router, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException, ValidationException, WebSocketDisconnect
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.response import Redirect
from msgspec import Meta, Struct

from parlour.contest.films import Studio, make_film
from parlour.contest.framing import packed
from parlour.contest.gamelog import ENDING, file_of, head_of, names_in, read_gamelog
from parlour.contest.host import Host, Running
from parlour.contest.lobby import ANY, NEW, OPEN, OVER, Player, Session, fit_session
from parlour.contest.process import RECORD
from parlour.kernel.problem import Problem
from parlour.kernel.wiring import Document
from parlour.server import pages as shelf
from parlour.server.front import Asked, address_of, is_ours
from parlour.server.limits import Addresses, Bucket
from parlour.server.lobby import list_games, show_game, show_rules
from parlour.server.messages import Refusal, Short, Words
from parlour.server.refused import Refused
from parlour.server.watch import say

ANYWHERE = {"Access-Control-Allow-Origin": "*"}
LATEST = "latest"
PAGES = ["/contest", "/contest/{rest:path}", "/viewer", "/rules", "/rules/{rest:path}"]
HOUSE = "contest"  # what the shell makes its header for
LISTED = 200  # sessions in a list
UNWELCOME, DONE = 1008, 1000
SAID = 16_384  # bytes of one message of a browser
RATE, BURST = 50.0, 200  # messages of one browser: a second, and at once


class Opening(Struct):
    """A session to be opened; a seat is `human:NAME`, `bot:NAME`, or nothing for a client to come."""

    seats: Annotated[list[Words | None], Meta(max_length=16)] = []
    session: Words = ""
    settings: Annotated[dict[Short, int | Words | list[Words]], Meta(max_length=64)] = {}


class BotSeat(Struct):
    bot: Short = ""
    index: Annotated[int, Meta(ge=0, lt=16)] | None = None


def host_of(asking: Asked | WebSocket[Any, Any, Any]) -> Host:
    host: Host = asking.app.state.host
    return host


def session_of(asking: Asked | WebSocket[Any, Any, Any], name: str) -> Session:
    session = host_of(asking).lobby.find(name)
    if session is None:
        raise Refused("missing", "There is no session of that name.")
    return session


# Files.


@get("/gamelogs", sync_to_thread=True)
def list_gamelogs(request: Asked) -> Response[list[str]]:
    return Response(names_in(host_of(request).house.gamelogs), headers=ANYWHERE)


@get("/gamelog/{name:str}", sync_to_thread=True)
def show_gamelog(request: Asked, name: FromPath[str]) -> Response[bytes]:
    """The stored bytes; whoever asks unzips them."""
    folder = host_of(request).house.gamelogs
    found = next(iter(names_in(folder)), "") if name == LATEST else name
    path = file_of(folder, found, ENDING)
    if path is None:
        raise Refused("missing", "There is no gamelog of that name.")
    headers = {**ANYWHERE, "Content-Encoding": "gzip"}
    return Response(path.read_bytes(), media_type=MediaType.JSON, headers=headers)


@get("/records/{name:str}", sync_to_thread=True)
def show_record(request: Asked, name: FromPath[str]) -> Response[bytes]:
    path = file_of(host_of(request).house.records, name, RECORD)
    if path is None:
        raise Refused("missing", "There is no record of that name.")
    return Response(path.read_bytes(), media_type="application/x-ndjson", headers=ANYWHERE)


# Sessions.


@get("/status/{game:str}/{session:path}", sync_to_thread=False)
def show_status(request: Asked, game: FromPath[str], session: FromPath[Path]) -> Response[Document]:
    lobby = host_of(request).lobby
    try:
        name = lobby.named(game)
    except Problem as problem:
        raise Refused("missing", str(problem)) from None
    asked = str(session).lstrip("/")
    found = lobby.find(asked)
    status: Document = {"gameName": name, "gameSession": asked, "status": "empty", "clients": []}
    if found is not None:
        status["status"] = found.state
        status["clients"] = clients_of(host_of(request), found)
        if found.state == OVER:
            status["gamelogFilename"] = found.outcome["gamelog"]
    return Response(status, headers=ANYWHERE)


def clients_of(host: Host, session: Session) -> list[Document]:
    """Who is in a session, and how it went for them."""
    seated = session.seats or host.lobby.placed(session)
    rows: list[Document] = [
        {"name": player.name, "index": index, "spectating": False, "kind": player.kind}
        for index, player in enumerate(seated)
        if player is not None
    ]
    for row in rows:
        row |= {"won": False, "lost": False, "reason": None, "disconnected": False, "timedOut": False}
        for ending, ended in (("won", "winners"), ("lost", "losers")):
            for other in _rows(session, ended):
                if other["index"] == row["index"]:
                    row[ending] = not session.outcome["failure"]
                    row |= {key: other[key] for key in ("reason", "disconnected", "timedOut")}
    spectators: list[Document] = [
        {"name": one.name, "index": None, "spectating": True, "kind": one.kind} for one in session.spectators
    ]
    return rows + spectators


def _rows(session: Session, ended: str) -> list[Document]:
    found = session.outcome.get(ended, [])
    return found if isinstance(found, list) else []


def session_document(host: Host, session: Session) -> Document:
    """A session as the list shows it; a seat nobody has is open."""
    seated: list[Player | None] = list(session.seats) or host.lobby.placed(session)
    winners = _rows(session, "winners")
    return {
        "session": session.name,
        "state": session.state,
        "players": [
            {"name": None, "index": index, "kind": None, "here": False}
            if player is None
            else {"name": player.name, "index": index, "kind": player.kind, "here": player.here}
            for index, player in enumerate(seated)
        ],
        "spectators": len(session.spectators),
        "turn": session.turn,
        "turns": session.turns,
        "gamelog": session.outcome.get("gamelog"),
        "record": session.outcome.get("record"),
        "winner": winners[0]["index"] if winners else None,
        "reason": winners[0]["reason"] if winners else session.outcome.get("failure"),
    }


@get("/sessions", sync_to_thread=False)
def list_sessions(request: Asked) -> list[Document]:
    host = host_of(request)
    return [session_document(host, session) for _, session in zip(range(LISTED), host.lobby.all(), strict=False)]


@get("/sessions/{session:str}", sync_to_thread=False)
def show_session(request: Asked, session: FromPath[str]) -> Document:
    return session_document(host_of(request), session_of(request, session))


@get("/", sync_to_thread=False)
def show_contest(request: Asked) -> Document:
    """What is played here: the game, its settings, and who may stand in for a client."""
    lobby = host_of(request).lobby
    return {
        "game": lobby.game.name,
        "title": lobby.game.title,
        "gameName": lobby.wiring.NAME,
        "options": dict(lobby.options),
        "settings": [setting._asdict() for setting in lobby.wiring.SETTINGS],
        "bots": [*lobby.game.levels, *lobby.game.bots],
        "best": host_of(request).stand_in,
        "port": request.app.state.port,
    }


@post("/sessions")
async def open_session(request: Asked, data: JSONBody[Opening]) -> Response[Document]:
    """A session with its seats; who is to play as a person gets the token that holds the seat."""
    host = host_of(request)
    lobby = host.lobby
    if len(data.seats) > lobby.size:
        raise Refused("setup", f"A session has {lobby.size} seats.")
    players = [_player(host, index, word) for index, word in enumerate(data.seats) if word]
    name = fit_session(data.session.strip())
    name = lobby.number() if name in ("", ANY, NEW) else name
    session = lobby.open(name, lobby.read(data.settings), kept=True)
    for player in players:
        lobby.sit(session, player)
    tokens = [{"index": player.wanted, "token": player.token} for player in players if player.token]
    host.consider(session)
    return Response({**session_document(host, session), "seats": tokens}, status_code=201)


def _player(host: Host, index: int, word: str) -> Player:
    kind, _, name = word.partition(":")
    if kind == "human":
        return host.lobby.person(name, index)
    if kind == "bot":
        return host.lobby.bot(name or host.stand_in, index)
    raise Refused("setup", "A seat is human:NAME, bot:NAME, or null for a client.")


@post("/sessions/{session:str}/bot")
async def add_bot(request: Asked, session: FromPath[str], data: JSONBody[BotSeat]) -> Document:
    host, found = host_of(request), session_of(request, session)
    host.add_bot(found, data.bot or host.stand_in, data.index)
    return session_document(host, found)


# Sockets.


async def _welcome(socket: WebSocket[Any, Any, Any], name: str) -> Session | None:
    """The session a socket asks for; if there is none, it is told so and closed."""
    await socket.accept()
    try:
        if not is_ours(socket):
            raise Refused("origin", "Only pages of this server may open its sockets.")
        if not socket.app.state.addresses.request(address_of(socket)):
            raise Refused("rate", "Too many requests come from your address; wait a little.")
        return session_of(socket, name)
    except Refused as no:
        await _refuse(socket, no)
        return None


async def _refuse(socket: WebSocket[Any, Any, Any], no: Refused) -> None:
    await socket.send_data(packed({"type": "refused", "id": None, **no.document()}).decode())
    await socket.close(UNWELCOME)


@websocket("/watch/{session:str}")
async def watch(socket: WebSocket[Any, Any, Any], session: FromPath[str]) -> None:
    """Every entry of the gamelog, those so far and those to come."""
    found = await _welcome(socket, session)
    if found is None:
        return
    gone = asyncio.create_task(_until_gone(socket))
    showing = asyncio.create_task(_show(socket, found))
    try:
        await asyncio.wait([gone, showing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (gone, showing):
            task.cancel()
        faults = await asyncio.gather(gone, showing, return_exceptions=True)
        for fault in faults:
            if isinstance(fault, Exception) and not isinstance(fault, WebSocketDisconnect | RuntimeError):
                say("fault", error=fault)


async def _until_gone(socket: WebSocket[Any, Any, Any]) -> None:
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while True:
            await socket.receive_data(mode="text")


async def _show(socket: WebSocket[Any, Any, Any], session: Session) -> None:
    host = host_of(socket)
    while session.state == OPEN:
        await asyncio.sleep(0.2)
    running = host.watch(session)
    while running is None and session.state != OVER:  # about to begin
        await asyncio.sleep(0.02)
        running = host.watch(session)
    wiring = host.lobby.wiring
    head = head_of(wiring.NAME, session.name, wiring.VERSION, dict(session.settings))
    await socket.send_data(packed({"type": "head", **head}).decode())
    if running is not None:
        await _follow(socket, running)
    elif session.outcome["gamelog"]:
        await _tell_again(socket, host.house.gamelogs, str(session.outcome["gamelog"]))
    outcome = {key: session.outcome.get(key) for key in ("winners", "losers", "gamelog", "record", "failure")}
    await socket.send_data(packed({"type": "end", **outcome}).decode())
    await socket.close(DONE)


async def _follow(socket: WebSocket[Any, Any, Any], running: Running) -> None:
    at, entries = 0, running.entries or []
    if running.entries is not None:
        entries = running.entries
    while True:
        while at < len(entries):
            await socket.send_data(f'{{"type":"entry","entry":{entries[at].decode()}}}')
            at += 1
        if running.over:
            return
        await running.changed()


async def _tell_again(socket: WebSocket[Any, Any, Any], folder: Path, name: str) -> None:
    path = file_of(folder, name)
    gamelog = {} if path is None else await asyncio.to_thread(read_gamelog, path)
    entries = gamelog.get("deltas", [])
    for entry in entries if isinstance(entries, list) else []:
        await socket.send_data(packed({"type": "entry", "entry": entry}).decode())


@websocket("/sit/{session:str}")
async def sit(
    socket: WebSocket[Any, Any, Any],
    session: FromPath[str],
    seat: FromQuery[int | None] = None,
    token: FromQuery[str] = "",
    name: FromQuery[str] = "",
) -> None:
    """A person's seat. With a token it is the one the token holds; without, a free one of an open session."""
    found = await _welcome(socket, session)
    if found is None:
        return
    host = host_of(socket)
    try:
        player = _seated(host, found, seat, token, name)
    except (Refused, Problem) as no:
        await _refuse(socket, no if isinstance(no, Refused) else Refused("full", str(no)))
        return
    await Sitting(host, socket, found, player).run()


def _seated(host: Host, session: Session, seat: int | None, token: str, name: str) -> Player:
    if token:
        for player in session.players:
            if player.token and player.token == token:
                return player
        raise Refused("token", "This token holds no seat here.")
    if session.state != OPEN:
        raise Refused("begun", "The match has begun.")
    player = host.lobby.person(name, seat if seat is not None and 0 <= seat < host.lobby.size else None)
    host.lobby.sit(session, player)
    return player


class Sitting:
    """A person at a browser, from sitting down until the end of the match or of the connection."""

    def __init__(self, host: Host, socket: WebSocket[Any, Any, Any], session: Session, player: Player) -> None:
        self.host = host
        self.socket = socket
        self.session = session
        self.player = player
        self.running: Running | None = None
        self.waiting: list[bytes | None] = []
        self.awake = asyncio.Event()
        self.bucket = Bucket(RATE, BURST)
        self.send: Callable[[bytes | None], None] = self._put

    def seat(self) -> int:
        seats = self.session.seats or self.host.lobby.placed(self.session)
        return seats.index(self.player)

    async def run(self) -> None:
        hearing = asyncio.create_task(self._hear())
        telling = asyncio.create_task(self._tell())
        try:
            self._put(packed({"type": "seated", "token": self.player.token, **self._where()}))
            self.host.come(self.session, self.player, self._begin)
            await asyncio.wait([hearing, telling], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.host.go(self.session, self.player, self.seat() if self.running else -1, self.send)
            for task in (hearing, telling):
                task.cancel()
            await asyncio.gather(hearing, telling, return_exceptions=True)
            with contextlib.suppress(Exception):
                await self.socket.close(DONE)

    def _where(self) -> Document:
        return {"seat": self.seat(), "session": self.session.name, "state": self.session.state}

    def _begin(self, running: Running | None) -> None:
        self.running = running
        if running is None:
            self._put(None)
        else:
            self.host.sit(running, self.seat(), self.send)

    def _put(self, body: bytes | None) -> None:
        """Only the newest update matters to who is slow, but lines are in every one: all are kept, up to a point."""
        self.waiting.append(body if len(self.waiting) < BURST else None)
        self.awake.set()

    async def _tell(self) -> None:
        while True:
            await self.awake.wait()
            self.awake.clear()
            while self.waiting:
                body = self.waiting.pop(0)
                if body is None:
                    await self._farewell()
                    return
                await self.socket.send_data(body.decode())

    async def _farewell(self) -> None:
        if self.session.state == OVER:
            outcome = {key: self.session.outcome.get(key) for key in ("winners", "losers", "gamelog", "record")}
            await self.socket.send_data(packed({"type": "end", **outcome}).decode())

    async def _hear(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                text = await self.socket.receive_data(mode="text")
                if len(text) > SAID or not self.bucket.take():
                    return
                if self.running is not None:
                    self.host.hear(self.running, self.seat(), text.encode())


# The pages, and what goes wrong.


@get("/", include_in_schema=False, sync_to_thread=False)
def show_front() -> Redirect:
    return Redirect("/contest")


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def show_page(request: Asked) -> Response[Any]:
    return shelf.shell(request, house=HOUSE)


async def check_request(request: Asked) -> None:
    if request.method not in ("GET", "HEAD", "OPTIONS") and not is_ours(request):
        raise Refused("origin", "Only pages of this server may do that.")
    if not request.app.state.addresses.request(address_of(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")


def _no(code: str, sentence: str, status: int) -> Response[Any]:
    return Response(Refusal(code, sentence), status_code=status, headers=shelf.SAFE)


def _refused(request: Asked, no: Refused) -> Response[Any]:
    return _no(no.code, no.sentence, no.status())


def _problem(request: Asked, problem: Problem) -> Response[Any]:
    return _no("setup", str(problem), 400)


def _http_fault(request: Asked, error: HTTPException) -> Response[Any]:
    if isinstance(error, ValidationException):
        return _no("malformed", "That is no body of this protocol.", 400)
    return _no(
        {404: "missing", 413: "oversized"}.get(error.status_code, "malformed"), error.detail, error.status_code
    )


def _fault(request: Asked, error: Exception) -> Response[Any]:
    if isinstance(error, msgspec.MsgspecError | RecursionError):
        return _no("malformed", "That is no body of this protocol.", 400)
    say("fault", error=error, path=request.url.path)
    return _no("storage", "The server failed; it has been logged.", 500)


CONTEST = Router(
    "/api/contest",
    route_handlers=[show_contest, list_sessions, show_session, open_session, add_bot, watch, sit],
)
GAMES = Router("/api", route_handlers=[list_games, show_game, show_rules, make_film])


def make_app(host: Host, hosts: frozenset[str] | None, port: int) -> Litestar:
    """The web side of a contest whose clients connect to this port."""
    studio = Studio(host)
    app = Litestar(
        route_handlers=[
            CONTEST, GAMES, list_gamelogs, show_gamelog, show_record, show_status, show_front, show_page,
            shelf.show_asset, shelf.show_board, shelf.show_art,
        ],
        before_request=check_request,
        exception_handlers={Refused: _refused, Problem: _problem, HTTPException: _http_fault, Exception: _fault},
        response_headers=shelf.SAFE,
        openapi_config=None,
        request_max_body_size=SAID * 4,
        logging_config=None,
        on_shutdown=[studio.close],
    )  # fmt: skip
    app.state.host = host
    app.state.studio = studio
    app.state.port = port
    app.state.hosts = hosts
    app.state.addresses = Addresses()
    return app
