"""The HTTP route that starts a lesson, a scripted match that teaches a game."""

from __future__ import annotations

from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import record_lines
from parlour.server import messages
from parlour.server.app_context import AppRequest, client_address, get_context, is_https
from parlour.server.cookies import seats_cookie
from parlour.server.errors import Refused
from parlour.server.live_table import LiveTable
from parlour.server.seated_table import hash_token
from parlour.server.table_registry import TableRegistry, find_game
from parlour.server.table_routes import check_table_limits
from parlour.store.server_rows import PLAYING, SeatRow
from parlour.table.lesson import lesson_names, lesson_seats, load_lesson
from parlour.table.table import Table


@post("/games/{game:str}/lessons/{lesson:str}/tables", summary="Begin a lesson")
async def learn(
    request: AppRequest, game: FromPath[str], lesson: FromPath[str], data: JSONBody[messages.StartLessonRequest]
) -> Response[messages.LoadedTable]:
    context, found = get_context(request), find_game(game)
    if lesson not in lesson_names(found):
        raise Refused("missing", f"{found.title} has no lesson of that name; choose one from the list.")
    await check_table_limits(request)
    live, seat, token = await start_lesson_table(context.registry, found, lesson, data.name, client_address(request))
    cookie = seats_cookie(context.signer, live.row.id, {seat: token}, is_https(request))
    return Response(
        messages.LoadedTable(live.table_info(live.connected_seats()), [messages.HeldSeat(seat, token)]),
        cookies=[cookie],
    )


async def start_lesson_table(
    registry: TableRegistry, game: Game, name: str, learner: str, address: str
) -> tuple[LiveTable, int, str]:
    """Sets up an unrated table that plays a game's lesson; returns it with the learner's seat and secret seat token."""
    services = registry.services
    try:
        lesson = load_lesson(game, name)
        secret, seats = services.system.random_bytes(32), lesson_seats(lesson, learner)
        nonces = [services.system.random_bytes(16).hex() for _ in seats]
        table = Table(game, lesson.options, seats, secret=secret, nonces=nonces, lesson=lesson)
        table.begin()
    except Problem as problem:
        raise Refused("setup", str(problem)) from None
    token = services.token_urlsafe(24)
    seated = [
        SeatRow(seat.name, seat.player, hash_token(token) if number == lesson.learner else "")
        for number, seat in enumerate(table.match.seats)
    ]
    row = registry.new_table_row(game, table.options, PLAYING, False, None, address)
    live = await registry.add_table(row._replace(secret=secret, rated=False), seated, record_lines(table.record()))
    live.resume()
    return live, lesson.learner, token


router = Router("/api", route_handlers=[learn], tags=["lessons"])
