"""HTTP routes for contest sessions: list, status, opening, closing, adding bots."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated, Any

from litestar import Response, WebSocket, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from msgspec import Meta, Struct

from parlour.contest.lobby import ANY_SESSION, NEW_SESSION, OVER, Participant, Session, check_session_name
from parlour.contest.match_supervisor import MatchSupervisor
from parlour.kernel.problem import Problem
from parlour.kernel.wire_types import Document
from parlour.server.app_context import AppRequest
from parlour.server.errors import Refused
from parlour.server.messages import MediumText, ShortText

CORS_HEADERS = {"Access-Control-Allow-Origin": "*"}
MOST_LISTED = 200


class OpenSessionRequest(Struct):
    """The HTTP body that opens a contest session; a seat is `human:NAME`, `bot:NAME`, or null for a client program."""

    seats: Annotated[list[MediumText | None], Meta(max_length=16)] = []
    session: MediumText = ""
    settings: Annotated[dict[ShortText, int | MediumText | list[MediumText]], Meta(max_length=64)] = {}


class AddBotRequest(Struct):
    bot: ShortText = ""
    index: Annotated[int, Meta(ge=0, lt=16)] | None = None


def supervisor_of(connection: AppRequest | WebSocket[Any, Any, Any]) -> MatchSupervisor:
    supervisor: MatchSupervisor = connection.app.state.supervisor
    return supervisor


def require_session(connection: AppRequest | WebSocket[Any, Any, Any], name: str) -> Session:
    session = supervisor_of(connection).lobby.find_session(name)
    if session is None:
        raise Refused("missing", "There is no contest session of that name; choose one from the list.")
    return session


@get("/status/{game:str}/{session:path}", sync_to_thread=False)
def show_status(request: AppRequest, game: FromPath[str], session: FromPath[Path]) -> Response[Document]:
    lobby = supervisor_of(request).lobby
    try:
        name = lobby.official_game_name(game)
    except Problem as problem:
        raise Refused("missing", str(problem)) from None
    asked = str(session).lstrip("/")
    found = lobby.find_session(asked)
    status: Document = {"gameName": name, "gameSession": asked, "status": "empty", "clients": []}
    if found is not None:
        status["status"] = found.state
        status["clients"] = client_documents(supervisor_of(request), found)
        if found.state == OVER:
            status["gamelogFilename"] = found.outcome["gamelog"]
    return Response(status, headers=CORS_HEADERS)


def client_documents(supervisor: MatchSupervisor, session: Session) -> list[Document]:
    """Returns the players and spectators of a contest session as JSON, with the players' results."""
    seated = session.seats or supervisor.lobby.assign_seats(session)
    rows: list[Document] = [
        {"name": player.name, "index": index, "spectating": False, "kind": player.kind}
        for index, player in enumerate(seated)
        if player is not None
    ]
    for row in rows:
        row |= {"won": False, "lost": False, "reason": None, "disconnected": False, "timedOut": False}
        for ending, ended in (("won", "winners"), ("lost", "losers")):
            for other in _outcome_rows(session, ended):
                if other["index"] == row["index"]:
                    row[ending] = not session.outcome["failure"]
                    row |= {key: other[key] for key in ("reason", "disconnected", "timedOut")}
    spectators: list[Document] = [
        {"name": spectator.name, "index": None, "spectating": True, "kind": spectator.kind}
        for spectator in session.spectators
    ]
    return rows + spectators


def _outcome_rows(session: Session, ended: str) -> list[Document]:
    found = session.outcome.get(ended, [])
    return found if isinstance(found, list) else []


def session_document(supervisor: MatchSupervisor, session: Session) -> Document:
    """Returns a contest session as JSON for the list of sessions; free seats have no name."""
    seated: list[Participant | None] = list(session.seats) or supervisor.lobby.assign_seats(session)
    winners = _outcome_rows(session, "winners")
    return {
        "session": session.name,
        "state": session.state,
        "players": [
            {"name": None, "index": index, "kind": None, "here": False}
            if player is None
            else {"name": player.name, "index": index, "kind": player.kind, "here": player.is_present}
            for index, player in enumerate(seated)
        ],
        "spectators": len(session.spectators),
        "turn": session.turn,
        "turns": session.max_turns,
        "gamelog": session.outcome.get("gamelog"),
        "record": session.outcome.get("record"),
        "winner": winners[0]["index"] if winners else None,
        "reason": winners[0]["reason"] if winners else session.outcome.get("failure"),
    }


@get("/sessions", sync_to_thread=False)
def list_sessions(request: AppRequest) -> list[Document]:
    supervisor = supervisor_of(request)
    return [
        session_document(supervisor, session)
        for _, session in zip(range(MOST_LISTED), supervisor.lobby.all_sessions(), strict=False)
    ]


@get("/sessions/{session:str}", sync_to_thread=False)
def show_session(request: AppRequest, session: FromPath[str]) -> Document:
    return session_document(supervisor_of(request), require_session(request, session))


@get("/", sync_to_thread=False)
def show_contest(request: AppRequest) -> Document:
    """Describes the contest over HTTP: its game, the match settings, the bots that may replace a client, the port."""
    lobby = supervisor_of(request).lobby
    return {
        "game": lobby.game.name,
        "title": lobby.game.title,
        "gameName": lobby.wire_module.NAME,
        "options": dict(lobby.options),
        "settings": [setting._asdict() for setting in lobby.wire_module.SETTINGS],
        "bots": [*lobby.game.coach.levels, *lobby.game.bots],
        "best": supervisor_of(request).fill_in_bot,
        "port": request.app.state.port,
    }


@post("/sessions")
async def open_session(request: AppRequest, data: JSONBody[OpenSessionRequest]) -> Response[Document]:
    """Opens a contest session; returns the secret tokens of seats for people, and the key that closes the session."""
    supervisor = supervisor_of(request)
    lobby = supervisor.lobby
    if len(data.seats) > lobby.seat_count:
        raise Refused(
            "setup",
            f"The request names {len(data.seats)} seats, but a session has {lobby.seat_count}; name at most that many.",
        )
    players = [_make_participant(supervisor, index, word) for index, word in enumerate(data.seats) if word]
    name = check_session_name(data.session.strip())
    name = lobby.next_session_name() if name in ("", ANY_SESSION, NEW_SESSION) else name
    session = lobby.open_session(name, lobby.parse_settings(data.settings), kept=True)
    for player in players:
        lobby.add_participant(session, player)
    tokens = [{"index": player.wanted_seat, "token": player.token} for player in players if player.token]
    supervisor.start_if_ready(session)
    return Response(
        {**session_document(supervisor, session), "seats": tokens, "key": session.owner_key}, status_code=201
    )


def _make_participant(supervisor: MatchSupervisor, index: int, word: str) -> Participant:
    kind, _, name = word.partition(":")
    if kind == "human":
        return supervisor.lobby.make_person(name, index)
    if kind == "bot":
        return supervisor.lobby.make_bot_participant(name or supervisor.fill_in_bot, index)
    raise Refused(
        "setup", f"{word[:80]!r} is not a player for a seat; write human:NAME, bot:NAME, or null for a client program."
    )


@post("/sessions/{session:str}/bot")
async def add_bot(request: AppRequest, session: FromPath[str], data: JSONBody[AddBotRequest]) -> Document:
    supervisor, found = supervisor_of(request), require_session(request, session)
    supervisor.add_bot(found, data.bot or supervisor.fill_in_bot, data.index)
    return session_document(supervisor, found)


@delete("/sessions/{session:str}")
async def close_session(request: AppRequest, session: FromPath[str], key: FromQuery[str] = "") -> None:
    """Closes a contest session before its match; needs the key that the browser got when it opened the session."""
    found = require_session(request, session)
    if not found.owner_key or not secrets.compare_digest(found.owner_key.encode(), key.encode()):
        raise Refused("token", "You may not close this session; only the browser that opened it may.")
    supervisor_of(request).close_session(found)
