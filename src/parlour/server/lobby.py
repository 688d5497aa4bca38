"""Over HTTP: games, tables, and sitting down."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from parlour import games
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import display_options
from parlour.kernel.problem import Problem
from parlour.server import messages as said
from parlour.server.art import art_addresses
from parlour.server.describe import board_file, game_document
from parlour.server.front import Asked, Front, address_of, front_of, is_secure, tokens
from parlour.server.guests import seats_cookie
from parlour.server.hall import find
from parlour.server.limits import SETUP_BYTES
from parlour.server.live import LiveTable
from parlour.server.placing import date, seats_info
from parlour.server.refused import Refused
from parlour.store import server_rows
from parlour.store.server_rows import PLAYING, SeatRow, TableRow
from parlour.table.dealer import commitment
from parlour.table.seat import OPEN

MOST = 200  # tables in a list


def describe_game(name: str) -> dict[str, Any]:
    game = find(name)
    return document_of(game)


def document_of(game: Game) -> dict[str, Any]:
    return game_document(game, board_address(game), art_addresses(game))


def board_address(game: Game) -> str | None:
    return f"/boards/{game.name}.js" if board_file(game) is not None else None


@get("/games", summary="All games", sync_to_thread=False)
def list_games() -> list[dict[str, Any]]:
    return [describe_game(game.name) for game in games.shelf()[0]]


@get("/games/{game:str}", summary="One game", sync_to_thread=False)
def show_game(game: FromPath[str]) -> dict[str, Any]:
    return describe_game(game)


@get("/games/{game:str}/rules", summary="The rulebook for players", sync_to_thread=False)
def show_rules(game: FromPath[str]) -> said.Text:
    found = find(game)
    return said.Text(found.words.rules({option.name: option.default for option in found.options}))


@get("/tables", summary="Listed tables that wait or play, newest first")
async def list_tables(request: Asked, game: FromQuery[str | None] = None) -> list[said.TableInfo]:
    front = front_of(request)
    found = await front.house.ledger.read(lambda db: server_rows.listed_tables(db, game, MOST))
    known = {each.name: each.title for each in games.shelf()[0]}
    found = [(row, seated) for row, seated in found if row.state == PLAYING or has_room(seated)]
    return [
        brief(front.hall.live.get(row.id), row, seated, known[row.game]) for row, seated in found if row.game in known
    ]


def has_room(seated: list[SeatRow]) -> bool:
    """Whether anybody may sit down."""
    return any(row.player == OPEN and not row.reserved for row in seated)


def brief(live: LiveTable | None, row: TableRow, seated: list[SeatRow], title: str) -> said.TableInfo:
    """A table in a list; who is there is known only where it lives."""
    if live is not None and not live.gone:
        return live.info(live.here())
    return said.TableInfo(
        id=row.id,
        game=row.game,
        title=title,
        state=row.state,
        listed=row.listed,
        options=display_options(row.options),
        clock=None if row.clock is None else said.Clock(*row.clock),
        commitment=commitment(row.secret),
        seats=seats_info(seated),
        watchers=0,
        created=date(row.created),
        closes=None,
        rematch=row.rematch,
        origin=None if row.origin is None else said.Origin(**row.origin),
    )


async def check_tables(request: Asked) -> None:
    """Nobody fills the hall alone."""
    front, address = front_of(request), address_of(request)
    if not front.addresses.table(address):
        raise Refused("limit", "You set up too many tables at once; wait a minute.")
    if (
        await front.house.ledger.read(lambda db: server_rows.count_open_tables(db, address))
        >= front.house.limits.tables_per_address
    ):
        raise Refused("limit", "Too many of your tables are unfinished.")


@post("/tables", summary="Set up a table", request_max_body_size=SETUP_BYTES)
async def set_up(request: Asked, data: JSONBody[said.Setup]) -> said.NewTable:
    await check_tables(request)
    live = await front_of(request).hall.set_up(data, address_of(request))
    notices = list(live.game.notices(live.table.options))
    return said.NewTable(**msgspec.structs.asdict(live.info(live.here())), notices=notices)


@get("/tables/{table:str}", summary="One table")
async def show_table(request: Asked, table: FromPath[str]) -> said.TableInfo:
    return msgspec.convert(await front_of(request).desk.do(table, "info"), said.TableInfo)


@get("/tables/{table:str}/game", summary="The game as this table's options make it")
async def show_game_at(request: Asked, table: FromPath[str]) -> dict[str, Any]:
    """From what is stored: the table itself need not wake."""
    found = await front_of(request).house.ledger.read(lambda db: server_rows.find_table(db, table))
    if found is None:
        raise Refused("missing", "There is no such table.")
    row, seated = found
    game = find(row.game)
    try:
        game = game_for_options(game, prepare_options(game, len(seated), row.options))
    except Problem as problem:
        raise Refused("closed", str(problem)) from None
    return document_of(game)


@post("/tables/{table:str}/seats", summary="Sit down")
async def sit(request: Asked, table: FromPath[str], data: JSONBody[said.Sit]) -> Response[said.Taken]:
    front = front_of(request)
    found = await front.desk.do(table, "sit", name=data.name, seat=data.seat, nonce=data.nonce)
    taken = msgspec.convert(found, said.Taken)
    held = {**tokens(request, table), taken.seat: taken.token}
    return Response(taken, cookies=[seats_cookie(front.signer, table, held, is_secure(request))])


@post("/tables/{table:str}/seats/{seat:int}/bot", summary="Put a bot on an open seat", status_code=HTTP_200_OK)
async def seat_bot(
    request: Asked, table: FromPath[str], seat: FromPath[int], data: JSONBody[said.BotSeat]
) -> said.TableInfo:
    held = tokens(request, table)
    found = await front_of(request).desk.do(table, "seat_bot", tokens=held, seat=seat, bot=data.bot)
    return msgspec.convert(found, said.TableInfo)


@post("/tables/{table:str}/claim", summary="Take one's seat to this device", status_code=HTTP_200_OK)
async def claim(request: Asked, table: FromPath[str], data: JSONBody[said.Claim]) -> Response[said.TableInfo]:
    front = front_of(request)
    found = await front.desk.do(table, "claim", seat=data.seat, token=data.token)
    held = {**tokens(request, table), data.seat: data.token}
    cookie = seats_cookie(front.signer, table, held, is_secure(request))
    return Response(msgspec.convert(found, said.TableInfo), cookies=[cookie])


@get("/tables/{table:str}/mine", summary="The seats this browser holds")
async def mine(request: Asked, table: FromPath[str]) -> list[said.Holding]:
    found = await front_of(request).desk.do(table, "mine", tokens=tokens(request, table))
    return msgspec.convert(found, list[said.Holding])


@post("/tables/{table:str}/rematch", summary="The same again")
async def rematch(request: Asked, table: FromPath[str]) -> Response[said.Again]:
    """Whoever asks first sets the new table up; whoever asks later joins it."""
    front, held = front_of(request), tokens(request, table)
    again = await front.desk.do(table, "seats_again", tokens=held)
    new = again["rematch"]
    if new is None or await is_closed(front, new):
        await check_tables(request)
        wish = msgspec.convert({key: again[key] for key in ("game", "options", "seats", "listed")}, said.Setup)
        wish.clock = None if again["clock"] is None else said.Clock(*again["clock"])
        fresh = await front.hall.set_up(wish, address_of(request), reserved=again["reserved"])
        new = await front.desk.do(table, "set_rematch", tokens=held, new=fresh.row.id, instead=new)
        if new != fresh.row.id:
            await fresh.close(unused=True)
    seats: dict[int, str] = {}
    for seat, name in again["mine"]:
        seats[seat] = await front.desk.do(new, "sit_again", name=name, seat=seat, proof=held[seat])
    answer = said.Again(new, [said.Holding(seat, token) for seat, token in seats.items()])
    return Response(answer, cookies=[seats_cookie(front.signer, new, seats, is_secure(request))])


async def is_closed(front: Front, table: str) -> bool:
    try:
        await front.desk.do(table, "info")
    except Refused as no:
        return no.code in ("closed", "missing")
    return False


HANDLERS = (
    list_games, show_game, show_rules, list_tables, set_up, show_table, show_game_at, sit, seat_bot, claim, mine,
    rematch,
)  # fmt: skip
router = Router("/api", route_handlers=HANDLERS, tags=["tables"])
