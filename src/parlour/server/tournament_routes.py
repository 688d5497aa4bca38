"""HTTP routes for the tournaments that bots play in the arena: list, one tournament, its matches."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath, FromQuery
from sqlalchemy import Connection

from parlour import games
from parlour.bots import is_external
from parlour.server import messages
from parlour.server.app_context import AppRequest, get_context
from parlour.server.errors import Refused
from parlour.server.library_routes import gzip_response
from parlour.server.seated_table import FILE_SUFFIXES, format_timestamp
from parlour.store import tournament_rows
from parlour.store.tournament_rows import MatchRow, TournamentRow

MAX_LISTED = 100  # tournaments, or matches on a page
MAX_CACHED_DOCUMENTS = 50
NO_SUCH_TOURNAMENT = "There is no such tournament on this server; check the link."


@get("/tournaments", summary="Tournaments, newest first")
async def list_tournaments(request: AppRequest, game: FromQuery[str | None] = None) -> list[messages.TournamentInfo]:
    found = await get_context(request).services.database.read(
        lambda db: tournament_rows.list_tournaments(db, game, MAX_LISTED)
    )
    known = {each.name: each.title for each in games.load_games()[0]}
    return [
        messages.TournamentInfo(
            id=row.id,
            game=row.game,
            title=known.get(row.game, row.game),
            format=row.format,
            state=row.state,
            created=format_timestamp(row.created),
            **row.brief,
        )
        for row in found
    ]


@get("/tournaments/{tournament:str}", summary="A tournament: entrants, rounds, standings")
async def show_tournament(request: AppRequest, tournament: FromPath[str]) -> Response[dict[str, Any]]:
    """Returns a tournament as JSON over HTTP; status 304 if the client's ETag is current."""
    context = get_context(request)
    tag = await context.services.database.read(lambda db: tournament_rows.find_tag(db, tournament))
    if tag is None:
        raise Refused("missing", NO_SUCH_TOURNAMENT)
    headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if f'"{tag}"' in parse_etags(request.headers.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=headers)  # type: ignore[arg-type]
    there, zipped = context.tournament_cache.get(tournament, ("", b""))
    if there != tag:
        there, zipped = await context.services.database.read(lambda db: gzip_tournament(db, tournament))
        context.tournament_cache[tournament] = there, zipped
        for old in list(context.tournament_cache)[:-MAX_CACHED_DOCUMENTS]:
            del context.tournament_cache[old]
    answer = gzip_response(request, zipped)
    answer.headers.update({**headers, "ETag": f'"{there}"'})
    return answer


def parse_etags(header: str) -> list[str]:
    return [word.strip().removeprefix("W/") for word in header.split(",")]


def gzip_tournament(db: Connection, tournament: str) -> tuple[str, bytes]:
    """Returns the tournament's ETag and its public JSON document, compressed with gzip."""
    row = tournament_rows.find_tournament(db, tournament)
    if row is None:
        raise Refused("missing", NO_SUCH_TOURNAMENT)
    return row.tag, gzip.compress(msgspec.json.encode(public_document(row)), 6)


def public_document(row: TournamentRow) -> dict[str, Any]:
    """Returns a tournament as JSON for browsers: labels instead of bots' files and programs, and seeds as texts."""
    document: dict[str, Any] = msgspec.json.decode(row.document)
    for entrant in document["entrants"]:
        if is_external(entrant["bot"]) or entrant["bot"].lower().endswith(FILE_SUFFIXES):
            entrant["bot"] = entrant["label"]
    rounds = document.get("rounds") or []
    for table in [*(table for each in rounds for table in each["tables"]), *(document.get("recent") or [])]:
        table["seed"] = str(table["seed"])
    return {**document, "seed": str(document["seed"]), "created": format_timestamp(row.created)}


@get("/tournaments/{tournament:str}/matches", summary="The matches of a tournament, newest first, page by page")
async def list_matches(
    request: AppRequest, tournament: FromPath[str], before: FromQuery[int | None] = None
) -> list[messages.MatchInfo]:
    """Lists up to 100 matches of a tournament, newest first: those with a number below `before`, or the newest."""
    number = None if before is None else max(0, min(before, 2**31 - 1))

    def query(db: Connection) -> list[MatchRow]:
        if tournament_rows.find_tag(db, tournament) is None:
            raise Refused("missing", NO_SUCH_TOURNAMENT)
        return tournament_rows.newest_matches(db, tournament, number, MAX_LISTED)

    return [match_info(row) for row in await get_context(request).services.database.read(query)]


def match_info(row: MatchRow) -> messages.MatchInfo:
    return messages.MatchInfo(
        id=row.id,
        number=row.number,
        names=list(row.names),
        players=list(row.players),
        points=list(row.points),
        standings=list(row.standings),
        faults=list(row.faults),
        digest=row.digest,
        date=format_timestamp(row.time),
    )


HANDLERS = (list_tournaments, show_tournament, list_matches)
router = Router("/api", route_handlers=HANDLERS, tags=["arena"])
