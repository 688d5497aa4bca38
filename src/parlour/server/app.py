"""Builds the web application of the game server: services, HTTP routes, background jobs, error responses."""

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
from parlour.kernel.problem import Problem
from parlour.server import (
    film_renderer,
    lesson_routes,
    library_routes,
    messages,
    static_files,
    statistics_routes,
    table_routes,
    tournament_routes,
)
from parlour.server.app_context import AppContext, AppRequest, check_request, get_context
from parlour.server.compression import COMPRESSION
from parlour.server.cookies import CookieSigner
from parlour.server.errors import HTTP_STATUS, UNREADABLE, Refused
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

HEALTH_INTERVAL = 1.0  # seconds between two checks, however often somebody asks
HEALTH_TIMEOUT = 5.0  # seconds
ABANDONED_CHECK_INTERVAL = 20  # maintenance runs between two searches for abandoned tables


@get("/healthz", summary="Whether the server can store and read", tags=["server"])
async def healthz(request: AppRequest) -> messages.Health:
    """Returns whether the server is well; requests within HEALTH_INTERVAL share one check of the database."""
    context = get_context(request)
    now, last = context.services.system.monotonic(), context.health_check
    if last is None or (last.done() and now - context.health_checked_at >= HEALTH_INTERVAL):
        context.health_checked_at = now
        last = context.health_check = asyncio.create_task(_check_health(context))
    await asyncio.shield(last)
    return messages.Health(True)


async def _check_health(context: AppContext) -> None:
    """Writes this server's heartbeat and reads it back; refuses if the database is missing, full or too slow."""
    services = context.services
    try:
        async with asyncio.timeout(HEALTH_TIMEOUT):
            await asyncio.to_thread(services.database.check_file)
            await context.registry.send_heartbeat()
            await services.database.read(partial(server_rows.live_servers, lease=services.timings.lease))
    except Problem as problem:
        raise Refused("storage", str(problem)) from None
    except TimeoutError:
        raise Refused("storage", "The database does not answer in time; try again.") from None


@get("/metrics", summary="For Prometheus", media_type=MediaType.TEXT, tags=["server"], sync_to_thread=False)
def metrics(request: AppRequest) -> Response[bytes]:
    return Response(get_context(request).services.metrics.render(), media_type=EXPOSITION_TYPE)


@get("/docs/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: AppRequest) -> dict[str, Any]:
    """Returns the OpenAPI document of the HTTP API, with the possible error responses added to every operation."""
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
    film_renderer.router,
    statistics_routes.router,
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
    timings: Timings | None = None,
    system: SystemInputs | None = None,
    workers: WorkerPool | None = None,
) -> Litestar:
    """Returns the web application of a game server, on its own SQLite file or a PostgreSQL database shared by many."""
    limits, timings, system = limits or Limits(), timings or Timings(), system or SystemInputs()
    database = Database(db)
    server_metrics = Metrics()
    services = Services(
        database,
        workers or WorkerPool(timings.bot_timeout, on_bot_answer=server_metrics.record_bot_answer),
        server_metrics,
        limits,
        timings,
        system,
    )
    registry = TableRegistry(services)
    key = database.submit(
        partial(server_rows.get_or_create_setting, name="key", fresh=system.random_bytes(32).hex())
    ).result()
    context = AppContext(services, registry, TableRouter(registry), CookieSigner(key), RateLimiter(limits))
    if database.engine.dialect.name == "postgresql":
        context.table_router.relay = _make_relay(context, db)
    else:
        database.submit(server_rows.delete_servers).result()  # no other server may use the file

    @contextlib.asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncGenerator[None, None]:
        app.state.context = context
        app.state.film_renderer = renderer = film_renderer.FilmRenderer()
        relay = context.table_router.relay
        rating_job = RatingJob(services, db)
        async with contextlib.nullcontext() if relay is None else relay.listening():
            await registry.send_heartbeat()
            jobs = (
                (timings.heartbeat_interval, partial(_send_heartbeat, context)),
                (timings.heartbeat_interval, partial(_maintain_tables, context)),
                (timings.sweep_interval, registry.sweep),
                (timings.sweep_interval, rating_job.run),
            )
            tasks = [asyncio.create_task(_run_forever(pause, work)) for pause, work in jobs]
            try:
                yield
            finally:
                renderer.close()
                await _shut_down(context, rating_job, tasks)

    return Litestar(
        route_handlers=ROUTES,
        lifespan=[lifespan],
        before_request=check_request,
        exception_handlers={
            Refused: _handle_refused,
            HTTPException: _handle_http_error,
            Exception: _handle_unexpected_error,
        },
        response_headers=static_files.SECURITY_HEADERS,
        compression_config=COMPRESSION,
        openapi_config=OpenAPIConfig("Parlour", parlour.__version__, path="/docs/raw", render_plugins=[]),
        request_max_body_size=limits.message_bytes * 4,
        logging_config=None,
    )


def _make_relay(context: AppContext, db: str) -> Relay:
    from litestar.channels import ChannelsPlugin
    from sqlalchemy import make_url

    from parlour.server.relay import PostgresChannels, Relay

    notices = PostgresChannels(make_url(db).set(drivername="postgresql").render_as_string(hide_password=False))
    relay = Relay(context.registry, ChannelsPlugin(notices, arbitrary_channels_allowed=True))
    notices.on_missed = relay.disconnect_all
    return relay


async def _run_forever(pause: float, work: Callable[[], Awaitable[None]]) -> None:
    """Runs a background job again and again, with `pause` seconds in between; logs its exceptions and goes on."""
    while True:
        try:
            await work()
        except SQLAlchemyError as error:
            log_event("storage failed", error=type(error).__name__)
        except Exception as error:
            log_event("fault", error=error)
        await asyncio.sleep(pause)


async def _send_heartbeat(context: AppContext) -> None:
    """Stores that this server process is alive; drops connections to dead ones. Slow work: see _maintain_tables."""
    services = context.services
    await context.registry.send_heartbeat()
    if context.table_router.relay is not None:
        alive = await services.database.read(partial(server_rows.live_servers, lease=services.timings.lease))
        context.table_router.relay.drop_dead_servers(alive)


async def _maintain_tables(context: AppContext) -> None:
    """Stores the players' clocks, adopts tables of dead server processes, and sometimes closes abandoned tables."""
    await context.registry.store_clocks()
    await context.registry.adopt_orphans()
    context.maintenance_runs += 1
    if context.maintenance_runs % ABANDONED_CHECK_INTERVAL == 1:
        await context.registry.close_abandoned()


async def _shut_down(context: AppContext, rating_job: RatingJob, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Shuts the server down: stops jobs and workers, finishes tasks, stores and unloads tables, closes the database."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await rating_job.stop()
    await context.services.workers.close()
    await asyncio.gather(*context.services.tasks, return_exceptions=True)
    try:
        await context.registry.shut_down()
    except SQLAlchemyError as error:  # others take our tables when the lease ends
        log_event("storage failed", error=type(error).__name__)
    await asyncio.to_thread(context.services.database.close)
    log_event("stopped")


# Error responses.


def _error_response(code: str, sentence: str, status: int, headers: Mapping[str, str] | None = None) -> Response[Any]:
    return Response(
        messages.RefusalBody(code, sentence),
        status_code=status,
        headers={**static_files.SECURITY_HEADERS, **(headers or {})},
    )


def _handle_refused(request: AppRequest, refusal: Refused) -> Response[Any]:
    if isinstance(request.app.state.get("context"), AppContext):
        get_context(request).services.metrics.record_refusal(refusal.code)
    return _error_response(refusal.code, refusal.sentence, refusal.status())


def _handle_http_error(request: AppRequest, error: HTTPException) -> Response[Any]:
    """Turns an HTTP error of the framework into a JSON refusal; for a browser, 404 is the HTML page shell."""
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
    if isinstance(error, UNREADABLE):
        return _error_response("malformed", "The request body is not valid JSON of this protocol.", 400)
    if isinstance(error, SQLAlchemyError):
        log_event("storage failed", error=type(error).__name__, path=request.url.path)
        return _error_response("storage", "The database does not answer; try again.", 503)
    log_event("fault", error=error, path=request.url.path)
    return _error_response("storage", "The server failed and has logged the error; try again.", 500)
