"""HTTP routes for games, tables, seats and rematches."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from parlour import games
from parlour.kernel.game import Game, game_for_options
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.server import messages
from parlour.server.app_context import AppContext, AppRequest, client_address, get_context, is_https, seat_tokens
from parlour.server.art import art_urls, cover_url
from parlour.server.cookies import seats_cookie
from parlour.server.errors import Refused
from parlour.server.json_documents import board_file, game_document, gamelog_reader_file
from parlour.server.live_table import LiveTable
from parlour.server.rate_limits import SETUP_BYTES
from parlour.server.seated_table import format_timestamp, seats_info
from parlour.server.table_registry import find_game, stored_options
from parlour.store import server_rows
from parlour.store.server_rows import PLAYING, SeatRow, TableRow
from parlour.table.dealer import commitment
from parlour.table.seat import OPEN

MAX_TABLES_LISTED = 200


def describe_game(name: str) -> dict[str, Any]:
    game = find_game(name)
    return game_document_with_urls(game)


def game_document_with_urls(game: Game) -> dict[str, Any]:
    reader = f"/boards/{game.name}/gamelog.js" if gamelog_reader_file(game) is not None else None
    more = {"cover": cover_url(game), "gamelog_reader": reader}
    return game_document(game, board_url(game), art_urls(game)) | {key: url for key, url in more.items() if url}


def board_url(game: Game) -> str | None:
    return f"/boards/{game.name}.js" if board_file(game) is not None else None


@get("/games", summary="All games", sync_to_thread=False)
def list_games() -> list[dict[str, Any]]:
    return [describe_game(game.name) for game in games.load_games()[0]]


@get("/games/{game:str}", summary="One game", sync_to_thread=False)
def show_game(game: FromPath[str]) -> dict[str, Any]:
    return describe_game(game)


@get("/games/{game:str}/rules", summary="The rulebook for players", sync_to_thread=False)
def show_rules(game: FromPath[str]) -> messages.TextResponse:
    found = find_game(game)
    return messages.TextResponse(found.text.rules({option.name: option.default for option in found.options}))


@get("/tables", summary="Listed tables that wait or play, newest first")
async def list_tables(request: AppRequest, game: FromQuery[str | None] = None) -> list[messages.TableInfo]:
    context = get_context(request)
    found = await context.services.database.read(lambda db: server_rows.listed_tables(db, game, MAX_TABLES_LISTED))
    known = {each.name: each.title for each in games.load_games()[0]}
    found = [(row, seated) for row, seated in found if row.state == PLAYING or has_open_seat(seated)]
    return [
        summarize_table(context.registry.live_tables.get(row.id), row, seated, known[row.game])
        for row, seated in found
        if row.game in known
    ]


def has_open_seat(seated: list[SeatRow]) -> bool:
    """Whether a table has a seat that anyone may take: open, and not reserved for a player of a rematch."""
    return any(row.player == OPEN and not row.reserved for row in seated)


def summarize_table(live: LiveTable | None, row: TableRow, seated: list[SeatRow], title: str) -> messages.TableInfo:
    """Returns a table's public data for the list of tables; presence is known only at tables of this process."""
    if live is not None and not live.unloaded:
        return live.table_info(live.connected_seats())
    return messages.TableInfo(
        id=row.id,
        game=row.game,
        title=title,
        state=row.state,
        listed=row.listed,
        options=display_options(row.options),
        clock=None if row.clock is None else messages.ClockSettings(*row.clock),
        commitment=commitment(row.secret),
        seats=seats_info(seated),
        watchers=0,
        created=format_timestamp(row.created),
        closes=None,
        rematch=row.rematch,
        origin=None if row.origin is None else messages.TableOrigin(**row.origin),
    )


async def check_table_limits(request: AppRequest) -> None:
    """Refuses a client address that set up too many tables in a minute or has too many unfinished ones."""
    context, address = get_context(request), client_address(request)
    if not context.rate_limiter.allow_table(address):
        raise Refused("limit", "You have set up too many tables in the last minute; wait a minute.")
    if (
        await context.services.database.read(lambda db: server_rows.count_open_tables(db, address))
        >= context.services.limits.tables_per_address
    ):
        raise Refused("limit", "You have too many unfinished tables; finish or leave one first.")


@post("/tables", summary="Set up a table", request_max_body_size=SETUP_BYTES)
async def set_up(request: AppRequest, data: JSONBody[messages.CreateTableRequest]) -> messages.NewTable:
    await check_table_limits(request)
    live = await get_context(request).registry.set_up_table(data, client_address(request))
    notices = list(live.game.text.notices(live.table.options))
    return messages.NewTable(**msgspec.structs.asdict(live.table_info(live.connected_seats())), notices=notices)


@get("/tables/{table:str}", summary="One table")
async def show_table(request: AppRequest, table: FromPath[str]) -> messages.TableInfo:
    return msgspec.convert(await get_context(request).table_router.run_operation(table, "info"), messages.TableInfo)


@get("/tables/{table:str}/game", summary="The game as this table's options make it")
async def show_game_at(request: AppRequest, table: FromPath[str]) -> dict[str, Any]:
    """Returns the game's description under a table's stored options, without loading the table."""
    found = await get_context(request).services.database.read(lambda db: server_rows.find_table(db, table))
    if found is None:
        raise Refused("missing", "There is no such table on this server; check the link.")
    row, seated = found
    game = find_game(row.game)
    try:
        game = game_for_options(game, stored_options(game, row, len(seated)))
    except Problem as problem:
        raise Refused("closed", str(problem)) from None
    return game_document_with_urls(game)


@post("/tables/{table:str}/seats", summary="Sit down")
async def sit(
    request: AppRequest, table: FromPath[str], data: JSONBody[messages.SitRequest]
) -> Response[messages.SitResponse]:
    context = get_context(request)
    found = await context.table_router.run_operation(table, "sit", name=data.name, seat=data.seat, nonce=data.nonce)
    taken = msgspec.convert(found, messages.SitResponse)
    held = {**seat_tokens(request, table), taken.seat: taken.token}
    return Response(taken, cookies=[seats_cookie(context.signer, table, held, is_https(request))])


@post("/tables/{table:str}/seats/{seat:int}/bot", summary="Put a bot on an open seat", status_code=HTTP_200_OK)
async def seat_bot(
    request: AppRequest, table: FromPath[str], seat: FromPath[int], data: JSONBody[messages.SeatBotRequest]
) -> messages.TableInfo:
    held = seat_tokens(request, table)
    found = await get_context(request).table_router.run_operation(
        table, "seat_bot", tokens=held, seat=seat, bot=data.bot
    )
    return msgspec.convert(found, messages.TableInfo)


@post("/tables/{table:str}/claim", summary="Take your seat on another device", status_code=HTTP_200_OK)
async def claim(
    request: AppRequest, table: FromPath[str], data: JSONBody[messages.ClaimSeatRequest]
) -> Response[messages.TableInfo]:
    context = get_context(request)
    found = await context.table_router.run_operation(table, "claim", seat=data.seat, token=data.token)
    held = {**seat_tokens(request, table), data.seat: data.token}
    cookie = seats_cookie(context.signer, table, held, is_https(request))
    return Response(msgspec.convert(found, messages.TableInfo), cookies=[cookie])


@get("/tables/{table:str}/mine", summary="The seats this browser holds")
async def mine(request: AppRequest, table: FromPath[str]) -> list[messages.HeldSeat]:
    found = await get_context(request).table_router.run_operation(
        table, "list_held_seats", tokens=seat_tokens(request, table)
    )
    return msgspec.convert(found, list[messages.HeldSeat])


@post("/tables/{table:str}/rematch", summary="The same again")
async def rematch(request: AppRequest, table: FromPath[str]) -> Response[messages.RematchResponse]:
    """Sets up a table to play a finished match again at the first request; later ones join it. Players keep seats."""
    context, held = get_context(request), seat_tokens(request, table)
    again = await context.table_router.run_operation(table, "describe_rematch", tokens=held)
    new = again["rematch"]
    if new is None or await is_table_closed(context, new):
        await check_table_limits(request)
        setup = msgspec.convert(
            {key: again[key] for key in ("game", "options", "seats", "listed")}, messages.CreateTableRequest
        )
        setup.clock = None if again["clock"] is None else messages.ClockSettings(*again["clock"])
        fresh = await context.registry.set_up_table(setup, client_address(request), reserved=again["reserved"])
        new = await context.table_router.run_operation(table, "set_rematch", tokens=held, new=fresh.row.id, instead=new)
        if new != fresh.row.id:
            await fresh.close(unused=True)
    seats: dict[int, str] = {}
    for seat, name in again["mine"]:
        seats[seat] = await context.table_router.run_operation(
            new, "retake_seat", name=name, seat=seat, proof=held[seat]
        )
    answer = messages.RematchResponse(new, [messages.HeldSeat(seat, token) for seat, token in seats.items()])
    return Response(answer, cookies=[seats_cookie(context.signer, new, seats, is_https(request))])


async def is_table_closed(context: AppContext, table: str) -> bool:
    try:
        await context.table_router.run_operation(table, "info")
    except Refused as refusal:
        return refusal.code in ("closed", "missing")
    return False


HANDLERS = (
    list_games, show_game, show_rules, list_tables, set_up, show_table, show_game_at, sit, seat_bot, claim, mine,
    rematch,
)  # fmt: skip
router = Router("/api", route_handlers=HANDLERS, tags=["tables"])
