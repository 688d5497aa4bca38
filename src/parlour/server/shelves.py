"""Over HTTP: saves, records and ratings."""

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
from parlour.server import messages as said
from parlour.server.film import zipped_film
from parlour.server.front import Asked, Front, address_of, front_of, guest, is_secure, tokens
from parlour.server.guests import guest_cookie, seats_cookie
from parlour.server.hall import find
from parlour.server.limits import RECORD_BYTES
from parlour.server.lobby import board_address, check_tables
from parlour.server.placing import date
from parlour.server.refused import Refused
from parlour.store import server_rows, tournament_rows
from parlour.store.server_rows import SaveExists
from parlour.table.bot_worker import OVERRAN_FAULT
from parlour.table.loading import fork_table, record_seats
from parlour.table.seat import HUMAN, OPEN
from parlour.tournament.ratings import rating_table
from parlour.tournament.verification import match_record_text

MOST = 100  # records in a list
FILMS = 50  # kept for those who come next


# Saves.


@post("/tables/{table:str}/saves", summary="Save a match by name")
async def save(request: Asked, table: FromPath[str], data: JSONBody[said.SaveAs]) -> Response[said.SaveInfo]:
    front, owner = front_of(request), guest(request)
    name = " ".join(data.name.split())
    if not 0 < len(name) <= 40 or not name.isprintable() or "/" in name or name in (".", ".."):
        raise Refused("setup", "A save's name has at most 40 letters, no slash, and not dots alone.")
    kept = await front.desk.do(table, "save", tokens=tokens(request, table))
    before = await front.house.ledger.read(lambda db: server_rows.saves_of(db, owner))
    if len(before) >= front.house.limits.saves_per_guest and name not in [row["name"] for row in before]:
        raise Refused("limit", "You have too many saves; delete one first.")
    now = front.house.now()

    def deed(db: Any) -> None:
        server_rows.add_save(db, owner, name, kept["game"], kept["players"], kept["record"], now, data.overwrite)

    try:
        await front.house.ledger.write(deed)
    except SaveExists:
        raise Refused("exists", "A save of that name exists already.") from None
    info = save_info({"name": name, "game": kept["game"], "players": kept["players"], "time": now})
    cookie = guest_cookie(front.signer, owner, is_secure(request))
    return Response(info, cookies=[cookie], status_code=HTTP_201_CREATED)


def save_info(row: dict[str, Any]) -> said.SaveInfo:
    known = {game.name: game.title for game in games.shelf()[0]}
    title = known.get(row["game"], row["game"])
    return said.SaveInfo(row["name"], row["game"], title, row["players"], date(row["time"]))


@get("/saves", summary="This browser's saves, newest first")
async def list_saves(request: Asked, game: FromQuery[str | None] = None) -> list[said.SaveInfo]:
    front, owner = front_of(request), guest(request)
    return [save_info(row) for row in await front.house.ledger.read(lambda db: server_rows.saves_of(db, owner, game))]


@delete("/saves/{name:str}", summary="Delete a save")
async def delete_save(request: Asked, name: FromPath[str]) -> None:
    front, owner = front_of(request), guest(request)
    if not await front.house.ledger.write(lambda db: server_rows.delete_save(db, owner, name)):
        raise Refused("missing", "There is no save of that name.")


@post("/saves/{name:str}/tables", summary="Go on with a save")
async def load_save(request: Asked, name: FromPath[str]) -> Response[said.Loaded]:
    front, owner = front_of(request), guest(request)
    text = await front.house.ledger.read(lambda db: server_rows.find_save(db, owner, name))
    if text is None:
        raise Refused("missing", "There is no save of that name.")
    await check_tables(request)
    live, held = await front.hall.load(text, address_of(request))
    seats = [said.Holding(seat, token) for seat, token in held.items()]
    cookie = seats_cookie(front.signer, live.row.id, held, is_secure(request))
    return Response(said.Loaded(live.info(live.here()), seats), cookies=[cookie])


# Records.


@get("/records", summary="Finished matches, newest first")
async def list_records(request: Asked, game: FromQuery[str | None] = None) -> list[said.RecordInfo]:
    found = await front_of(request).house.ledger.read(lambda db: server_rows.finished_matches(db, game, MOST))
    known = {each.name: each.title for each in games.shelf()[0]}
    return [
        said.RecordInfo(
            match["id"],
            match["game"],
            known.get(match["game"], match["game"]),
            date(match["time"]),
            [said.Finisher(**player) for player in match["players"]],
        )
        for match in found
    ]


async def finished(front: Front, record: str) -> str:
    """The text of a record that may be read by everyone."""
    found = await front.house.ledger.read(lambda db: server_rows.find_table(db, record))
    if found is None:
        return await played(front, record)
    if found[0].state != server_rows.OVER:
        raise Refused("playing", "The match is not over; its record is not public yet.")
    return "\n".join(await front.house.ledger.read(lambda db: server_rows.record_lines(db, record))) + "\n"


async def played(front: Front, match: str) -> str:
    """The record of a match of the arena, written where the bots think."""
    row = await front.house.ledger.read(lambda db: tournament_rows.find_match(db, match))
    if row is None:
        raise Refused("missing", "There is no such record.")
    game = find(row.game)
    if game.version != row.version:
        raise Refused("closed", "This match cannot be shown by this version of its game.")
    reply = await front.house.crew.run("a record", match_record_text, game, row)
    if reply.fault == OVERRAN_FAULT:
        raise Refused("storage", "This match takes too long to show just now; try again later.")
    if reply.fault:
        raise Refused("closed", "This match cannot be shown by this version of its game.")
    return str(reply.value)


@get("/records/{record:str}", summary="A record, as a file", media_type="application/x-ndjson")
async def show_record(request: Asked, record: FromPath[str]) -> Response[str]:
    text = await finished(front_of(request), record)
    name = {"Content-Disposition": f'attachment; filename="{record}.parlour"'}
    return Response(text, media_type="application/x-ndjson", headers=name)


@get("/records/{record:str}/film", summary="A match as a sequence of pictures")
async def show_film(
    request: Asked, record: FromPath[str], viewer: FromQuery[int | None] = None
) -> Response[dict[str, Any]]:
    """Made where the bots think, for it takes a while, and kept for those who come next."""
    front = front_of(request)
    zipped = front.films.get((record, viewer))
    if zipped is None:
        whole = read_record(await finished(front, record))
        if viewer is not None and not 0 <= viewer < len(whole.header.names):
            raise Refused("missing", "There is no such seat.")
        zipped = front.films[record, viewer] = await _filmed(front, whole, viewer, record)
        for old in list(front.films)[:-FILMS]:
            del front.films[old]
    return zipped_answer(request, zipped)


@post("/films", summary="A record of one's own as a sequence of pictures", request_max_body_size=RECORD_BYTES)
async def make_film(request: Asked, data: JSONBody[said.Written]) -> Response[dict[str, Any]]:
    """Shown as a watcher saw it, a solitaire as its player did; nothing of it is kept."""
    try:
        whole = await asyncio.to_thread(read_record, data.record)
    except Problem as problem:
        raise Refused("setup", str(problem)) from None
    viewer = 0 if len(whole.header.names) == 1 else None
    return zipped_answer(request, await _filmed(front_of(request), whole, viewer, ""))


async def _filmed(front: Front, whole: Record, viewer: int | None, id: str) -> bytes:
    game = find(whole.header.game)
    reply = await front.house.crew.run("a film", zipped_film, game, whole, viewer, id, board_address(game))
    if reply.fault == OVERRAN_FAULT:
        raise Refused("storage", "This match takes too long to show just now; try again later.")
    if reply.fault:
        raise Refused("closed", "This match cannot be shown by this version of its game.")
    zipped: bytes = reply.value
    return zipped


def zipped_answer(request: Asked, zipped: bytes) -> Response[dict[str, Any]]:
    headers, body = {"Vary": "Accept-Encoding"}, zipped
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(zipped)
    return Response(body, media_type=MediaType.JSON, headers=headers, status_code=200)  # type: ignore[arg-type]


@post("/records/{record:str}/tables", summary="Play on from a point of a match, with new dice")
async def play_from(request: Asked, record: FromPath[str], data: JSONBody[said.From]) -> said.TableInfo:
    front = front_of(request)
    whole = read_record(await finished(front, record))
    entries = effective_entries(whole.entries)
    header = whole.header
    try:
        await asyncio.to_thread(fork_table, find(header.game), whole, data.at, record_seats(header))
    except Problem as problem:
        raise Refused("setup", str(problem)) from None
    await check_tables(request)
    seats = [OPEN if player == HUMAN else player for player in header.players]
    wish = said.Setup(header.game, seats, dict(header.options), listed=False)
    origin = {"record": record, "at": data.at}
    live = await front.hall.set_up(wish, address_of(request), entries[: data.at], origin)
    return live.info(live.here())


# Ratings.


@get("/ratings", summary="How strong everybody is, on this server and in its arena")
async def list_ratings(request: Asked, game: FromQuery[str | None] = None) -> list[said.Rating]:
    found = await front_of(request).house.ledger.read(lambda db: rating_table(db, game))
    return [msgspec.convert(row, said.Rating) for row in found]


HANDLERS = (
    save, list_saves, delete_save, load_save, list_records, show_record, show_film, make_film, play_from,
    list_ratings,
)  # fmt: skip
router = Router("/api", route_handlers=HANDLERS, tags=["records"])
