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
from parlour.server import lesson_routes, library_routes, messages, static_files, table_routes, tournament_routes
from parlour.server.app_context import AppContext, AppRequest, check_request, get_context
from parlour.server.cookies import CookieSigner
from parlour.server.errors import HTTP_STATUS, Refused
from parlour.server.observability import EXPOSITION_TYPE, Metrics, log_event
from parlour.server.rate_limits import Limits, RateLimiter
from parlour.server.rating_job import RatingJob
from parlour.server.services import Services, SystemInputs, Timings
from parlour.server.table_registry import TableRegistry
from parlour.server.table_router import TableRouter
from parlour.server.websocket import table_socket
from parlour.server.worker_pool import WorkerPool
from parlour.store import server_rows
from parlour.store.database import Database

if TYPE_CHECKING:
    from parlour.server.relay import Relay

ABANDONED_CHECK_INTERVAL = 20  # beats between two looks for tables that nobody is at


@get("/healthz", summary="Whether the server and its database answer", tags=["server"])
async def healthz(request: AppRequest) -> messages.Health:
    await get_context(request).services.database.read(partial(server_rows.live_keepers, lease=0.0))
    return messages.Health(True)


@get("/metrics", summary="For Prometheus", media_type=MediaType.TEXT, tags=["server"], sync_to_thread=False)
def metrics(request: AppRequest) -> Response[bytes]:
    return Response(get_context(request).services.metrics.render(), media_type=EXPOSITION_TYPE)


@get("/docs/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: AppRequest) -> dict[str, Any]:
    """Everything the framework knows of our handlers, and what each of them may refuse."""
    document = request.app.openapi_schema.to_schema()
    _, named = msgspec.json.schema_components([messages.RefusalBody], ref_template="#/components/schemas/{name}")
    document["components"]["schemas"] |= named
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/RefusalBody"}}}
    for operation in (each for path in document["paths"].values() for each in path.values()):
        for status in sorted(set(HTTP_STATUS.values())):
            codes = ", ".join(code for code in HTTP_STATUS if HTTP_STATUS[code] == status)
            operation["responses"][str(status)] = {"description": f"Refused: {codes}", "content": body}
    return document


ROUTES: Sequence[ControllerRouterHandler] = (
    table_routes.router,
    lesson_routes.router,
    library_routes.router,
    tournament_routes.router,
    static_files.router,
    table_socket,
    healthz,
    metrics,
    openapi,
)


def make_app(
    db: str,
    limits: Limits | None = None,
    times: Timings | None = None,
    nature: SystemInputs | None = None,
    crew: WorkerPool | None = None,
) -> Litestar:
    """A server on a database of its own or, with PostgreSQL, on one that it shares with others."""
    limits, times, nature = limits or Limits(), times or Timings(), nature or SystemInputs()
    ledger = Database(db)
    watch = Metrics()
    house = Services(
        ledger,
        crew or WorkerPool(times.bot_timeout, on_bot_answer=watch.record_bot_answer),
        watch,
        limits,
        times,
        nature,
    )
    hall = TableRegistry(house)
    key = ledger.submit(
        partial(server_rows.get_or_create_setting, name="key", fresh=nature.random_bytes(32).hex())
    ).result()
    front = AppContext(house, hall, TableRouter(hall), CookieSigner(key), RateLimiter(limits))
    if ledger.engine.dialect.name == "postgresql":
        front.router.relay = _make_relay(front, db)
    else:
        ledger.submit(server_rows.delete_keepers).result()  # a file is one server's alone, and that is us now

    @contextlib.asynccontextmanager
    async def open_house(app: Litestar) -> AsyncGenerator[None, None]:
        app.state.context = front
        relay = front.router.relay
        clerk = RatingJob(house, db)
        async with contextlib.nullcontext() if relay is None else relay.listening():
            await hall.send_heartbeat()
            works = (
                (times.heartbeat_interval, partial(_send_heartbeat, front)),
                (times.heartbeat_interval, partial(_maintain_tables, front)),
                (times.sweep_interval, hall.sweep),
                (times.sweep_interval, clerk.run),
            )
            tasks = [asyncio.create_task(_run_forever(pause, work)) for pause, work in works]
            try:
                yield
            finally:
                await _shut_down(front, clerk, tasks)

    return Litestar(
        route_handlers=ROUTES,
        lifespan=[open_house],
        before_request=check_request,
        exception_handlers={
            Refused: _handle_refused,
            HTTPException: _handle_http_error,
            Exception: _handle_unexpected_error,
        },
        response_headers=static_files.SECURITY_HEADERS,
        openapi_config=OpenAPIConfig("Parlour", parlour.__version__, path="/docs/raw", render_plugins=[]),
        request_max_body_size=limits.message_bytes * 4,
        logging_config=None,
    )


def _make_relay(front: AppContext, db: str) -> Relay:
    from litestar.channels import ChannelsPlugin
    from sqlalchemy import make_url

    from parlour.server.relay import PostgresChannels, Relay

    notices = PostgresChannels(make_url(db).set(drivername="postgresql").render_as_string(hide_password=False))
    relay = Relay(front.registry, ChannelsPlugin(notices, arbitrary_channels_allowed=True))
    notices.on_missed = relay.disconnect_all
    return relay


async def _run_forever(pause: float, work: Callable[[], Awaitable[None]]) -> None:
    """Again and again; a fault is logged, and the next time it may go well."""
    while True:
        try:
            await work()
        except SQLAlchemyError as error:
            log_event("storage failed", error=type(error).__name__)
        except Exception as error:
            log_event("fault", error=error)
        await asyncio.sleep(pause)


async def _send_heartbeat(front: AppContext) -> None:
    """A sign of life, and a look at who gives none any more; whatever takes longer has to wait elsewhere."""
    house = front.services
    await front.registry.send_heartbeat()
    if front.router.relay is not None:
        alive = await house.database.read(partial(server_rows.live_keepers, lease=house.timings.lease))
        front.router.relay.drop_dead_servers(alive)


async def _maintain_tables(front: AppContext) -> None:
    """Tables whose keeper is gone, clocks, and now and then the tables that nobody is at."""
    await front.registry.store_clocks()
    await front.registry.adopt_orphans()
    front.maintenance_runs += 1
    if front.maintenance_runs % ABANDONED_CHECK_INTERVAL == 1:
        await front.registry.close_abandoned()


async def _shut_down(front: AppContext, clerk: RatingJob, tasks: Sequence[asyncio.Task[None]]) -> None:
    """What was begun is finished and stored; then everybody is sent to connect again."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await clerk.stop()
    await front.services.workers.close()
    await asyncio.gather(*front.services.tasks, return_exceptions=True)
    try:
        await front.registry.shut_down()
    except SQLAlchemyError as error:  # our tables are free once our lease is over
        log_event("storage failed", error=type(error).__name__)
    await asyncio.to_thread(front.services.database.close)
    log_event("stopped")


# What goes wrong.


def _error_response(code: str, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response[Any]:
    return Response(
        messages.RefusalBody(code, sentence),
        status_code=status,
        headers={**static_files.SECURITY_HEADERS, **(headers or {})},
    )


def _handle_refused(request: AppRequest, no: Refused) -> Response[Any]:
    if isinstance(request.app.state.get("context"), AppContext):
        get_context(request).services.metrics.record_refusal(no.code)
    return _error_response(no.code, no.sentence, no.status())


def _handle_http_error(request: AppRequest, error: HTTPException) -> Response[Any]:
    """What the framework refuses, in our words; a page that does not exist is still a page."""
    if error.status_code == 404 and "text/html" in request.headers.get("accept", "") and request.method == "GET":
        page = static_files.shell_response(request, 404)
        page.headers.update(static_files.SECURITY_HEADERS)
        return page
    if isinstance(error, ValidationException):
        return _error_response("malformed", _format_validation_error(error), 400)
    codes = {404: "missing", 405: "malformed", 413: "oversized", 429: "rate"}
    return _error_response(codes.get(error.status_code, "malformed"), error.detail, error.status_code, error.headers)


def _format_validation_error(error: ValidationException) -> str:
    extra = error.extra if isinstance(error.extra, list) else []
    found = [f"{item.get('key', 'the body')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    return "; ".join(found) or error.detail


def _handle_unexpected_error(request: AppRequest, error: Exception) -> Response[Any]:
    if isinstance(error, msgspec.MsgspecError | RecursionError):
        return _error_response("malformed", "That is no body of this protocol.", 400)
    if isinstance(error, SQLAlchemyError):
        log_event("storage failed", error=type(error).__name__, path=request.url.path)
        return _error_response("storage", "The database does not answer; try again.", 503)
    log_event("fault", error=error, path=request.url.path)
    return _error_response("storage", "The server failed; it has been logged.", 500)
