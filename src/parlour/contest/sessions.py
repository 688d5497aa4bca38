"""Sessions over HTTP: the list, the status of one, opening one, and bots for who is missing."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, WebSocket, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from parlour.contest.host import Host
from parlour.contest.lobby import ANY, NEW, OVER, Player, Session, fit_session
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import Document
from parlour.server.app_context import AppRequest
from parlour.server.errors import Refused
from parlour.server.messages import MediumText, ShortText

ANYWHERE = {"Access-Control-Allow-Origin": "*"}
LISTED = 200  # sessions in a list


class Opening(Struct):
    """A session to be opened; a seat is `human:NAME`, `bot:NAME`, or nothing for a client to come."""

    seats: Annotated[list[MediumText | None], Meta(max_length=16)] = []
    session: MediumText = ""
    settings: Annotated[dict[ShortText, int | MediumText | list[MediumText]], Meta(max_length=64)] = {}


class BotSeat(Struct):
    bot: ShortText = ""
    index: Annotated[int, Meta(ge=0, lt=16)] | None = None


def host_of(asking: AppRequest | WebSocket[Any, Any, Any]) -> Host:
    host: Host = asking.app.state.host
    return host


def session_of(asking: AppRequest | WebSocket[Any, Any, Any], name: str) -> Session:
    session = host_of(asking).lobby.find(name)
    if session is None:
        raise Refused("missing", "There is no session of that name.")
    return session


@get("/status/{game:str}/{session:path}", sync_to_thread=False)
def show_status(request: AppRequest, game: FromPath[str], session: FromPath[Path]) -> Response[Document]:
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
def list_sessions(request: AppRequest) -> list[Document]:
    host = host_of(request)
    return [session_document(host, session) for _, session in zip(range(LISTED), host.lobby.all(), strict=False)]


@get("/sessions/{session:str}", sync_to_thread=False)
def show_session(request: AppRequest, session: FromPath[str]) -> Document:
    return session_document(host_of(request), session_of(request, session))


@get("/", sync_to_thread=False)
def show_contest(request: AppRequest) -> Document:
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
async def open_session(request: AppRequest, data: JSONBody[Opening]) -> Response[Document]:
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
    return Response({**session_document(host, session), "seats": tokens, "key": session.key}, status_code=201)


def _player(host: Host, index: int, word: str) -> Player:
    kind, _, name = word.partition(":")
    if kind == "human":
        return host.lobby.person(name, index)
    if kind == "bot":
        return host.lobby.bot(name or host.stand_in, index)
    raise Refused("setup", "A seat is human:NAME, bot:NAME, or null for a client.")


@post("/sessions/{session:str}/bot")
async def add_bot(request: AppRequest, session: FromPath[str], data: JSONBody[BotSeat]) -> Document:
    host, found = host_of(request), session_of(request, session)
    host.add_bot(found, data.bot or host.stand_in, data.index)
    return session_document(host, found)


@delete("/sessions/{session:str}")
async def close_session(request: AppRequest, session: FromPath[str], key: FromQuery[str] = "") -> None:
    """Before the match, and only by who has opened it."""
    found = session_of(request, session)
    if not found.key or not secrets.compare_digest(found.key.encode(), key.encode()):
        raise Refused("token", "Only who has opened a session may close it.")
    host_of(request).close_session(found)
