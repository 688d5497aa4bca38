"""HTTP routes for saved matches, records of finished matches, their replays (films), and ratings."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import msgspec
from litestar import MediaType, Response, Router, delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_201_CREATED

from parlour import games
from parlour.kernel.problem import Problem
from parlour.kernel.record import Record, effective_entries, read_record
from parlour.server import messages
from parlour.server.app_context import (
    AppContext,
    AppRequest,
    client_address,
    get_context,
    guest_id,
    is_https,
    seat_tokens,
)
from parlour.server.cookies import guest_cookie, seats_cookie
from parlour.server.errors import Refused
from parlour.server.film import build_gzipped_film
from parlour.server.seated_table import format_timestamp
from parlour.server.table_registry import find_game
from parlour.server.table_routes import board_url, check_table_limits
from parlour.store import server_rows, tournament_rows
from parlour.store.server_rows import SaveExists
from parlour.table.bot_worker import OVERRAN_FAULT
from parlour.table.loading import fork_table, record_seats
from parlour.table.seat import HUMAN, OPEN
from parlour.tournament.ratings import rating_table
from parlour.tournament.verification import match_record_text
from parlour.workers.worker import OVERRAN, Reply

MAX_RECORDS_LISTED = 100
MAX_CACHED_FILMS = 50


# Saves.


@post("/tables/{table:str}/saves", summary="Save a match by name")
async def save(
    request: AppRequest, table: FromPath[str], data: JSONBody[messages.SaveRequest]
) -> Response[messages.SaveInfo]:
    context, owner = get_context(request), guest_id(request)
    name = " ".join(data.name.split())
    if not 0 < len(name) <= 40 or not name.isprintable() or "/" in name or name in (".", ".."):
        raise Refused(
            "setup", "The save cannot have that name; use 1 to 40 printable characters without a slash, but not . or .."
        )
    kept = await context.table_router.run_operation(table, "save", tokens=seat_tokens(request, table))
    before = await context.services.database.read(lambda db: server_rows.saves_of(db, owner))
    if len(before) >= context.services.limits.saves_per_guest and name not in [row["name"] for row in before]:
        raise Refused("limit", "You have too many saves; delete one first.")
    now = context.services.now()

    def transaction(db: Any) -> None:
        server_rows.add_save(db, owner, name, kept["game"], kept["players"], kept["record"], now, data.overwrite)

    try:
        await context.services.database.write(transaction)
    except SaveExists:
        raise Refused("exists", "You already have a save of that name; choose another name, or overwrite it.") from None
    info = save_info({"name": name, "game": kept["game"], "players": kept["players"], "time": now})
    cookie = guest_cookie(context.signer, owner, is_https(request))
    return Response(info, cookies=[cookie], status_code=HTTP_201_CREATED)


def save_info(row: dict[str, Any]) -> messages.SaveInfo:
    known = {game.name: game.title for game in games.load_games()[0]}
    title = known.get(row["game"], row["game"])
    return messages.SaveInfo(row["name"], row["game"], title, row["players"], format_timestamp(row["time"]))


@get("/saves", summary="This browser's saves, newest first")
async def list_saves(request: AppRequest, game: FromQuery[str | None] = None) -> list[messages.SaveInfo]:
    context, owner = get_context(request), guest_id(request)
    return [
        save_info(row) for row in await context.services.database.read(lambda db: server_rows.saves_of(db, owner, game))
    ]


@delete("/saves/{name:str}", summary="Delete a save")
async def delete_save(request: AppRequest, name: FromPath[str]) -> None:
    context, owner = get_context(request), guest_id(request)
    if not await context.services.database.write(lambda db: server_rows.delete_save(db, owner, name)):
        raise Refused("missing", "You have no save of that name; choose one from the list.")


@post("/saves/{name:str}/tables", summary="Continue a save")
async def load_save(request: AppRequest, name: FromPath[str]) -> Response[messages.LoadedTable]:
    context, owner = get_context(request), guest_id(request)
    text = await context.services.database.read(lambda db: server_rows.find_save(db, owner, name))
    if text is None:
        raise Refused("missing", "You have no save of that name; choose one from the list.")
    await check_table_limits(request)
    live, held = await context.registry.load_save(text, client_address(request))
    seats = [messages.HeldSeat(seat, token) for seat, token in held.items()]
    cookie = seats_cookie(context.signer, live.row.id, held, is_https(request))
    return Response(messages.LoadedTable(live.table_info(live.connected_seats()), seats), cookies=[cookie])


# Records.


@get("/records", summary="Finished matches, newest first")
async def list_records(request: AppRequest, game: FromQuery[str | None] = None) -> list[messages.RecordInfo]:
    found = await get_context(request).services.database.read(
        lambda db: server_rows.finished_matches(db, game, MAX_RECORDS_LISTED)
    )
    known = {each.name: each.title for each in games.load_games()[0]}
    return [
        messages.RecordInfo(
            match["id"],
            match["game"],
            known.get(match["game"], match["game"]),
            format_timestamp(match["time"]),
            [messages.PlayerResult(**player) for player in match["players"]],
        )
        for match in found
    ]


async def public_record_text(context: AppContext, record: str) -> str:
    """Returns the record of a match at a table or in the arena as text; refuses a table whose match is not over."""
    found = await context.services.database.read(lambda db: server_rows.find_table(db, record))
    if found is None:
        return await arena_record_text(context, record)
    if found[0].state != server_rows.OVER:
        raise Refused("playing", "The record of this match is not public yet; wait until the match is over.")
    return "\n".join(await context.services.database.read(lambda db: server_rows.record_lines(db, record))) + "\n"


async def arena_record_text(context: AppContext, match: str) -> str:
    """Returns the record of a match that bots played in the arena, as text; a worker process plays the match again."""
    row = await context.services.database.read(lambda db: tournament_rows.find_match(db, match))
    if row is None:
        raise Refused("missing", "There is no such record on this server; check the link.")
    reply = await context.services.workers.run("a record", match_record_text, find_game(row.game), row)
    return str(value_to_show(reply, "choose another match"))


def value_to_show(reply: Reply, instead: str = "read its record instead") -> Any:
    """Returns what a worker process computed from a match to show it; raises Refused if the worker failed or computed
    only a Problem. `instead` tells the reader what to do then."""
    if reply.fault in (OVERRAN, OVERRAN_FAULT):
        raise Refused("storage", "This match takes too long to show just now; try again later.")
    if reply.fault:
        raise Refused("closed", f"This match cannot be shown, as playing it again failed; {instead}.")
    if isinstance(reply.value, Problem):
        raise Refused("closed", str(reply.value))
    return reply.value


@get("/records/{record:str}", summary="A record, as a file", media_type="application/x-ndjson")
async def show_record(request: AppRequest, record: FromPath[str]) -> Response[str]:
    text = await public_record_text(get_context(request), record)
    name = {"Content-Disposition": f'attachment; filename="{record}.parlour"'}
    return Response(text, media_type="application/x-ndjson", headers=name)


@get("/records/{record:str}/film", summary="The film of a match")
async def show_film(
    request: AppRequest, record: FromPath[str], viewer: FromQuery[int | None] = None
) -> Response[dict[str, Any]]:
    """Returns the replay of a match for one viewer; a worker process builds it, because it takes long. It is cached."""
    context = get_context(request)
    zipped = context.film_cache.get((record, viewer))
    if zipped is None:
        whole = read_record(await public_record_text(context, record))
        if viewer is not None and not 0 <= viewer < len(whole.header.names):
            raise Refused(
                "missing", f"This match has no seat {viewer}; its seats are 0 to {len(whole.header.names) - 1}."
            )
        zipped = context.film_cache[record, viewer] = await _film_in_worker(context, whole, viewer, record)
        for old in list(context.film_cache)[:-MAX_CACHED_FILMS]:
            del context.film_cache[old]
    return gzip_response(request, zipped)


async def _film_in_worker(context: AppContext, whole: Record, viewer: int | None, id: str) -> bytes:
    game = find_game(whole.header.game)
    reply = await context.services.workers.run("a film", build_gzipped_film, game, whole, viewer, id, board_url(game))
    zipped: bytes = value_to_show(reply)
    return zipped


def gzip_response(request: AppRequest, zipped: bytes) -> Response[dict[str, Any]]:
    headers, body = {"Vary": "Accept-Encoding"}, zipped
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(zipped)
    return Response(body, media_type=MediaType.JSON, headers=headers, status_code=200)  # type: ignore[arg-type]


@post("/records/{record:str}/tables", summary="Play on from a point of a match, with new dice")
async def play_from(
    request: AppRequest, record: FromPath[str], data: JSONBody[messages.PlayFromRequest]
) -> messages.TableInfo:
    context = get_context(request)
    whole = read_record(await public_record_text(context, record))
    entries = effective_entries(whole.entries)
    header = whole.header
    try:
        fork = await asyncio.to_thread(fork_table, find_game(header.game), whole, data.at, record_seats(header))
    except Problem as problem:
        raise Refused("setup", str(problem)) from None
    await check_table_limits(request)
    seats = [OPEN if player == HUMAN else player for player in header.players]
    setup = messages.CreateTableRequest(header.game, seats, dict(fork.options), listed=False)
    origin = {"record": record, "at": data.at}
    live = await context.registry.set_up_table(setup, client_address(request), entries[: data.at], origin)
    return live.table_info(live.connected_seats())


# Ratings.


@get("/ratings", summary="Ratings of players and bots, on this server and in its arena")
async def list_ratings(request: AppRequest, game: FromQuery[str | None] = None) -> list[messages.Rating]:
    found = await get_context(request).services.database.read(lambda db: rating_table(db, game))
    return [msgspec.convert(row, messages.Rating) for row in found]


HANDLERS = (
    save, list_saves, delete_save, load_save, list_records, show_record, show_film, play_from,
    list_ratings,
)  # fmt: skip
router = Router("/api", route_handlers=HANDLERS, tags=["records"])
