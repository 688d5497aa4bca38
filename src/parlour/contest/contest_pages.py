"""The web application of the contest server: gamelogs, records, pages and error responses."""

from __future__ import annotations

from typing import Any

from litestar import Litestar, MediaType, Response, Router, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath
from litestar.response import Redirect

from parlour.contest.contest_websockets import LARGEST_BROWSER_MESSAGE, play_seat, watch_session
from parlour.contest.gamelog import GAMELOG_SUFFIX, find_file, gamelog_names
from parlour.contest.match_process import RECORD_SUFFIX
from parlour.contest.match_supervisor import MatchSupervisor
from parlour.contest.session_routes import (
    CORS_HEADERS,
    add_bot,
    close_session,
    list_sessions,
    open_session,
    show_contest,
    show_session,
    show_status,
    supervisor_of,
)
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.server import static_files
from parlour.server.app_context import AppRequest, check_origin, client_address
from parlour.server.compression import COMPRESSION
from parlour.server.errors import UNREADABLE, Refused
from parlour.server.film_renderer import FilmRenderer, make_film
from parlour.server.messages import RefusalBody, TextResponse
from parlour.server.observability import log_event
from parlour.server.rate_limits import RateLimiter
from parlour.server.table_routes import game_document_with_urls

LATEST = "latest"
PAGE_PATHS = ["/contest", "/contest/{rest:path}", "/viewer", "/rules", "/rules/{rest:path}"]
SHELL_MODE = "contest"


def find_contest_game(request: AppRequest, name: str) -> tuple[Game, Options]:
    """Returns the contest's game as its host's options make it, and those options; refuses any other game's name."""
    lobby = supervisor_of(request).lobby
    if name != lobby.game.name:
        raise Refused(
            "missing",
            f"There is no game {name!r} on this server; ask for {lobby.game.name!r}, the game of its contest.",
        )
    options = prepare_options(lobby.game, lobby.seat_count, lobby.options)
    return game_for_options(lobby.game, options), options


@get("/games", sync_to_thread=False)
def list_games(request: AppRequest) -> list[dict[str, Any]]:
    """Lists the games of the contest server over HTTP: the only one that it plays."""
    return [game_document_with_urls(find_contest_game(request, supervisor_of(request).lobby.game.name)[0])]


@get("/games/{game:str}", sync_to_thread=False)
def show_game(request: AppRequest, game: FromPath[str]) -> dict[str, Any]:
    return game_document_with_urls(find_contest_game(request, game)[0])


@get("/games/{game:str}/rules", sync_to_thread=False)
def show_rules(request: AppRequest, game: FromPath[str]) -> TextResponse:
    found, options = find_contest_game(request, game)
    return TextResponse(found.text.rules(options))


# Files.


@get("/gamelogs", sync_to_thread=True)
def list_gamelogs(request: AppRequest) -> Response[list[str]]:
    return Response(gamelog_names(supervisor_of(request).paths.gamelogs), headers=CORS_HEADERS)


@get("/gamelog/{name:str}", sync_to_thread=True)
def show_gamelog(request: AppRequest, name: FromPath[str]) -> Response[bytes]:
    """Returns the gamelog of this name, `latest` for the newest one, over HTTP as the stored gzip bytes, which the
    client decompresses."""
    folder = supervisor_of(request).paths.gamelogs
    found = next(iter(gamelog_names(folder)), "") if name == LATEST else name
    path = find_file(folder, found, GAMELOG_SUFFIX)
    if path is None:
        raise Refused("missing", "There is no gamelog of that name on this server; check the link.")
    headers = {**CORS_HEADERS, "Content-Encoding": "gzip"}
    return Response(path.read_bytes(), media_type=MediaType.JSON, headers=headers)


@get("/records/{name:str}", sync_to_thread=True)
def show_record(request: AppRequest, name: FromPath[str]) -> Response[bytes]:
    path = find_file(supervisor_of(request).paths.records, name, RECORD_SUFFIX)
    if path is None:
        raise Refused("missing", "There is no record of that name on this server; check the link.")
    return Response(path.read_bytes(), media_type="application/x-ndjson", headers=CORS_HEADERS)


# Pages and error responses.


@get("/", include_in_schema=False, sync_to_thread=False)
def redirect_to_contest() -> Redirect:
    return Redirect("/contest")


@get(PAGE_PATHS, include_in_schema=False, sync_to_thread=False)
def show_page(request: AppRequest) -> Response[Any]:
    return static_files.shell_response(request, mode=SHELL_MODE)


async def check_request(request: AppRequest) -> None:
    check_origin(request)
    if not request.app.state.rate_limiter.allow_request(client_address(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")


def _refusal_response(code: str, sentence: str, status: int) -> Response[Any]:
    return Response(RefusalBody(code, sentence), status_code=status, headers=static_files.SECURITY_HEADERS)


def _handle_refused(request: AppRequest, refusal: Refused) -> Response[Any]:
    return _refusal_response(refusal.code, refusal.sentence, refusal.status())


def _handle_problem(request: AppRequest, problem: Problem) -> Response[Any]:
    return _refusal_response("setup", str(problem), 400)


def _handle_http_error(request: AppRequest, error: HTTPException) -> Response[Any]:
    if isinstance(error, ValidationException):
        return _refusal_response("malformed", "The request body is not valid JSON of this protocol.", 400)
    return _refusal_response(
        {404: "missing", 413: "oversized"}.get(error.status_code, "malformed"), error.detail, error.status_code
    )


def _handle_error(request: AppRequest, error: Exception) -> Response[Any]:
    if isinstance(error, UNREADABLE):
        return _refusal_response("malformed", "The request body is not valid JSON of this protocol.", 400)
    log_event("fault", error=error, path=request.url.path)
    return _refusal_response("storage", "The server failed and has logged the error; try again.", 500)


CONTEST_ROUTER = Router(
    "/api/contest",
    route_handlers=[
        show_contest,
        list_sessions,
        show_session,
        open_session,
        add_bot,
        close_session,
        watch_session,
        play_seat,
    ],
)
GAMES_ROUTER = Router("/api", route_handlers=[list_games, show_game, show_rules, make_film])


def make_app(supervisor: MatchSupervisor, hosts: frozenset[str] | None, port: int) -> Litestar:
    """Returns the web application of a contest server, whose client programs connect to `port`."""
    renderer = FilmRenderer()
    app = Litestar(
        route_handlers=[
            CONTEST_ROUTER,
            GAMES_ROUTER,
            list_gamelogs,
            show_gamelog,
            show_record,
            show_status,
            redirect_to_contest,
            show_page,
            *static_files.FILE_HANDLERS,
        ],
        before_request=check_request,
        exception_handlers={
            Refused: _handle_refused,
            Problem: _handle_problem,
            HTTPException: _handle_http_error,
            Exception: _handle_error,
        },
        response_headers=static_files.SECURITY_HEADERS,
        compression_config=COMPRESSION,
        openapi_config=None,
        request_max_body_size=LARGEST_BROWSER_MESSAGE * 4,
        logging_config=None,
        on_shutdown=[renderer.close],
    )
    app.state.supervisor = supervisor
    app.state.film_renderer = renderer
    app.state.port = port
    app.state.hosts = hosts
    app.state.rate_limiter = RateLimiter()
    return app
