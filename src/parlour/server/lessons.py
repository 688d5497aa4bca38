"""Lessons over HTTP: a table at which somebody is led."""

from __future__ import annotations

from litestar import Response, Router, post
from litestar.params import FromPath, JSONBody

from parlour.kernel.game import Game
from parlour.kernel.problem import Problem
from parlour.kernel.record import record_lines
from parlour.server import messages
from parlour.server.front import Asked, address_of, front_of, is_secure
from parlour.server.guests import seats_cookie
from parlour.server.hall import Hall, find
from parlour.server.live import LiveTable
from parlour.server.lobby import check_tables
from parlour.server.placing import sealed
from parlour.server.refused import Refused
from parlour.store.server_rows import PLAYING, SeatRow
from parlour.table.lesson import lesson_names, lesson_seats, load_lesson
from parlour.table.table import Table


@post("/games/{game:str}/lessons/{lesson:str}/tables", summary="Begin a lesson")
async def learn(
    request: Asked, game: FromPath[str], lesson: FromPath[str], data: JSONBody[messages.Learn]
) -> Response[messages.Loaded]:
    front, found = front_of(request), find(game)
    if lesson not in lesson_names(found):
        raise Refused("missing", f"{found.title} has no lesson of that name.")
    await check_tables(request)
    live, seat, token = await teach(front.hall, found, lesson, data.name, address_of(request))
    cookie = seats_cookie(front.signer, live.row.id, {seat: token}, is_secure(request))
    return Response(messages.Loaded(live.info(live.here()), [messages.Holding(seat, token)]), cookies=[cookie])


async def teach(hall: Hall, game: Game, name: str, learner: str, address: str) -> tuple[LiveTable, int, str]:
    """A lesson on a table of its own, begun; the learner's seat and its token. What comes of it counts for nobody."""
    house = hall.house
    try:
        lesson = load_lesson(game, name)
        secret, seats = house.nature.fresh(32), lesson_seats(lesson, learner)
        nonces = [house.nature.fresh(16).hex() for _ in seats]
        table = Table(game, lesson.options, seats, secret=secret, nonces=nonces, lesson=lesson)
        table.begin()
    except Problem as problem:
        raise Refused("setup", str(problem)) from None
    token = house.word(24)
    seated = [
        SeatRow(seat.name, seat.player, sealed(token) if number == lesson.learner else "")
        for number, seat in enumerate(table.seats)
    ]
    row = hall.new_row(game, table.options, PLAYING, False, None, address)
    live = await hall.add(row._replace(secret=secret, rated=False), seated, record_lines(table.record()))
    live.go_on()
    return live, lesson.learner, token


router = Router("/api", route_handlers=[learn], tags=["lessons"])
