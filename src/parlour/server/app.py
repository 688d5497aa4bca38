"""The server: what it is made of, how it starts, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.types import ControllerRouterHandler
from sqlalchemy.exc import SQLAlchemyError

import parlour
from parlour.server import lessons, lobby, messages, pages, shelves, tournaments
from parlour.server.clerk import Clerk
from parlour.server.crew import Crew
from parlour.server.desk import Desk
from parlour.server.front import Asked, Front, check_request, front_of
from parlour.server.guests import Signer
from parlour.server.hall import Hall
from parlour.server.house import House, Nature, Times
from parlour.server.limits import Addresses, Limits
from parlour.server.refused import STATUS, Refused
from parlour.server.socket import table_socket
from parlour.server.watch import EXPOSITION_TYPE, Watch, say
from parlour.store import server_rows
from parlour.store.database import Database

if TYPE_CHECKING:
    from parlour.server.relay import Relay

ABANDONED = 20  # beats between two looks for tables that nobody is at


@get("/healthz", summary="Whether the server and its database answer", tags=["server"])
async def healthz(request: Asked) -> messages.Health:
    await front_of(request).house.ledger.read(partial(server_rows.live_keepers, lease=0.0))
    return messages.Health(True)


@get("/metrics", summary="For Prometheus", media_type=MediaType.TEXT, tags=["server"], sync_to_thread=False)
def metrics(request: Asked) -> Response[bytes]:
    return Response(front_of(request).house.watch.exposition(), media_type=EXPOSITION_TYPE)


@get("/docs/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Asked) -> dict[str, Any]:
    """Everything the framework knows of our handlers, and what each of them may refuse."""
    document = request.app.openapi_schema.to_schema()
    _, named = msgspec.json.schema_components([messages.Refusal], ref_template="#/components/schemas/{name}")
    document["components"]["schemas"] |= named
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for operation in (each for path in document["paths"].values() for each in path.values()):
        for status in sorted(set(STATUS.values())):
            codes = ", ".join(code for code in STATUS if STATUS[code] == status)
            operation["responses"][str(status)] = {"description": f"Refused: {codes}", "content": body}
    return document


ROUTES: Sequence[ControllerRouterHandler] = (
    lobby.router, lessons.router, shelves.router, tournaments.router, pages.router, table_socket, healthz, metrics,
    openapi,
)  # fmt: skip


def make_app(
    db: str,
    limits: Limits | None = None,
    times: Times | None = None,
    nature: Nature | None = None,
    crew: Crew | None = None,
) -> Litestar:
    """A server on a database of its own or, with PostgreSQL, on one that it shares with others."""
    limits, times, nature = limits or Limits(), times or Times(), nature or Nature()
    ledger = Database(db)
    watch = Watch()
    house = House(ledger, crew or Crew(times.bot, heed=watch.thought), watch, limits, times, nature)
    hall = Hall(house)
    key = ledger.submit(partial(server_rows.get_or_create_setting, name="key", fresh=nature.fresh(32).hex())).result()
    front = Front(house, hall, Desk(hall), Signer(key), Addresses(limits))
    if ledger.engine.dialect.name == "postgresql":
        front.desk.relay = _join_others(front, db)
    else:
        ledger.submit(server_rows.delete_keepers).result()  # a file is one server's alone, and that is us now

    @contextlib.asynccontextmanager
    async def open_house(app: Litestar) -> AsyncGenerator[None, None]:
        app.state.front = front
        relay = front.desk.relay
        clerk = Clerk(house, db)
        async with contextlib.nullcontext() if relay is None else relay.listening():
            await hall.beat()
            works = (
                (times.beat, partial(_beat, front)),
                (times.beat, partial(_tend, front)),
                (times.sweep, hall.sweep),
                (times.sweep, clerk.work),
            )
            tasks = [asyncio.create_task(_ever(pause, work)) for pause, work in works]
            try:
                yield
            finally:
                await _close(front, clerk, tasks)

    return Litestar(
        route_handlers=ROUTES,
        lifespan=[open_house],
        before_request=check_request,
        exception_handlers={Refused: _refused, HTTPException: _http_fault, Exception: _fault},
        response_headers=pages.SAFE,
        openapi_config=OpenAPIConfig("Parlour", parlour.__version__, path="/docs/raw", render_plugins=[]),
        request_max_body_size=limits.message_bytes * 4,
        logging_config=None,
    )


def _join_others(front: Front, db: str) -> Relay:
    from litestar.channels import ChannelsPlugin
    from sqlalchemy import make_url

    from parlour.server.relay import Notices, Relay

    notices = Notices(make_url(db).set(drivername="postgresql").render_as_string(hide_password=False))
    relay = Relay(front.hall, ChannelsPlugin(notices, arbitrary_channels_allowed=True))
    notices.missed = relay.cut_all
    return relay


async def _ever(pause: float, work: Callable[[], Awaitable[None]]) -> None:
    """Again and again; a fault is logged, and the next time it may go well."""
    while True:
        try:
            await work()
        except SQLAlchemyError as error:
            say("storage failed", error=type(error).__name__)
        except Exception as error:
            say("fault", error=error)
        await asyncio.sleep(pause)


async def _beat(front: Front) -> None:
    """A sign of life, and a look at who gives none any more; whatever takes longer has to wait elsewhere."""
    house = front.house
    await front.hall.beat()
    if front.desk.relay is not None:
        alive = await house.ledger.read(partial(server_rows.live_keepers, lease=house.times.lease))
        front.desk.relay.bury(alive)


async def _tend(front: Front) -> None:
    """Tables whose keeper is gone, clocks, and now and then the tables that nobody is at."""
    await front.hall.note_clocks()
    await front.hall.adopt()
    front.beats += 1
    if front.beats % ABANDONED == 1:
        await front.hall.close_abandoned()


async def _close(front: Front, clerk: Clerk, tasks: Sequence[asyncio.Task[None]]) -> None:
    """What was begun is finished and stored; then everybody is sent to connect again."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await clerk.leave()
    await front.house.crew.close()
    await asyncio.gather(*front.house.tasks, return_exceptions=True)
    try:
        await front.hall.leave()
    except SQLAlchemyError as error:  # our tables are free once our lease is over
        say("storage failed", error=type(error).__name__)
    await asyncio.to_thread(front.house.ledger.close)
    say("stopped")


# What goes wrong.


def _no(code: str, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response[Any]:
    return Response(messages.Refusal(code, sentence), status_code=status, headers={**pages.SAFE, **(headers or {})})


def _refused(request: Asked, no: Refused) -> Response[Any]:
    if isinstance(request.app.state.get("front"), Front):
        front_of(request).house.watch.refused(no.code)
    return _no(no.code, no.sentence, no.status())


def _http_fault(request: Asked, error: HTTPException) -> Response[Any]:
    """What the framework refuses, in our words; a page that does not exist is still a page."""
    if error.status_code == 404 and "text/html" in request.headers.get("accept", "") and request.method == "GET":
        page = pages.shell(request, 404)
        page.headers.update(pages.SAFE)
        return page
    if isinstance(error, ValidationException):
        return _no("malformed", _told(error), 400)
    codes = {404: "missing", 405: "malformed", 413: "oversized", 429: "rate"}
    return _no(codes.get(error.status_code, "malformed"), error.detail, error.status_code, error.headers)


def _told(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    found = [f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    return "; ".join(found) or error.detail


def _fault(request: Asked, error: Exception) -> Response[Any]:
    if isinstance(error, msgspec.MsgspecError | RecursionError):
        return _no("malformed", "That is no body of this protocol.", 400)
    if isinstance(error, SQLAlchemyError):
        say("storage failed", error=type(error).__name__, path=request.url.path)
        return _no("storage", "The database does not answer; try again.", 503)
    say("fault", error=error, path=request.url.path)
    return _no("storage", "The server failed; it has been logged.", 500)
