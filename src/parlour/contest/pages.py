"""The contest over HTTP: gamelogs and records, the pages, and what goes wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Litestar, MediaType, Response, Router, get
from litestar.exceptions import HTTPException, ValidationException
from litestar.params import FromPath
from litestar.response import Redirect

from parlour.contest.films import Studio, make_film
from parlour.contest.gamelog import ENDING, file_of, names_in
from parlour.contest.host import Host
from parlour.contest.onlooking import SAID, sit, watch
from parlour.contest.process import RECORD
from parlour.contest.sessions import (
    ANYWHERE,
    add_bot,
    close_session,
    host_of,
    list_sessions,
    open_session,
    show_contest,
    show_session,
    show_status,
)
from parlour.kernel.game import Game, game_for_options, prepare_options
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.server import static_files as shelf
from parlour.server.app_context import AppRequest, client_address, is_own_origin
from parlour.server.errors import Refused
from parlour.server.messages import RefusalBody, TextResponse
from parlour.server.observability import log_event
from parlour.server.rate_limits import RateLimiter
from parlour.server.table_routes import game_document_with_urls

LATEST = "latest"
PAGES = ["/contest", "/contest/{rest:path}", "/viewer", "/rules", "/rules/{rest:path}"]
HOUSE = "contest"  # what the shell makes its header for


def played(request: AppRequest, name: str) -> tuple[Game, Options]:
    """The game of this contest, with what its host has agreed to."""
    lobby = host_of(request).lobby
    if name != lobby.game.name:
        raise Refused("missing", f"There is no game {name!r} here; this contest is of {lobby.game.title}.")
    options = prepare_options(lobby.game, lobby.size, lobby.options)
    return game_for_options(lobby.game, options), options


@get("/games", sync_to_thread=False)
def list_games(request: AppRequest) -> list[dict[str, Any]]:
    """What is played here: one game."""
    return [game_document_with_urls(played(request, host_of(request).lobby.game.name)[0])]


@get("/games/{game:str}", sync_to_thread=False)
def show_game(request: AppRequest, game: FromPath[str]) -> dict[str, Any]:
    return game_document_with_urls(played(request, game)[0])


@get("/games/{game:str}/rules", sync_to_thread=False)
def show_rules(request: AppRequest, game: FromPath[str]) -> TextResponse:
    found, options = played(request, game)
    return TextResponse(found.words.rules(options))


# Files.


@get("/gamelogs", sync_to_thread=True)
def list_gamelogs(request: AppRequest) -> Response[list[str]]:
    return Response(names_in(host_of(request).house.gamelogs), headers=ANYWHERE)


@get("/gamelog/{name:str}", sync_to_thread=True)
def show_gamelog(request: AppRequest, name: FromPath[str]) -> Response[bytes]:
    """The stored bytes; whoever asks unzips them."""
    folder = host_of(request).house.gamelogs
    found = next(iter(names_in(folder)), "") if name == LATEST else name
    path = file_of(folder, found, ENDING)
    if path is None:
        raise Refused("missing", "There is no gamelog of that name.")
    headers = {**ANYWHERE, "Content-Encoding": "gzip"}
    return Response(path.read_bytes(), media_type=MediaType.JSON, headers=headers)


@get("/records/{name:str}", sync_to_thread=True)
def show_record(request: AppRequest, name: FromPath[str]) -> Response[bytes]:
    path = file_of(host_of(request).house.records, name, RECORD)
    if path is None:
        raise Refused("missing", "There is no record of that name.")
    return Response(path.read_bytes(), media_type="application/x-ndjson", headers=ANYWHERE)


# The pages, and what goes wrong.


@get("/", include_in_schema=False, sync_to_thread=False)
def show_front() -> Redirect:
    return Redirect("/contest")


@get(PAGES, include_in_schema=False, sync_to_thread=False)
def show_page(request: AppRequest) -> Response[Any]:
    return shelf.shell_response(request, house=HOUSE)


async def check_request(request: AppRequest) -> None:
    if request.method not in ("GET", "HEAD", "OPTIONS") and not is_own_origin(request):
        raise Refused("origin", "Only pages of this server may do that.")
    if not request.app.state.addresses.request(client_address(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")


def _no(code: str, sentence: str, status: int) -> Response[Any]:
    return Response(RefusalBody(code, sentence), status_code=status, headers=shelf.SECURITY_HEADERS)


def _refused(request: AppRequest, no: Refused) -> Response[Any]:
    return _no(no.code, no.sentence, no.status())


def _problem(request: AppRequest, problem: Problem) -> Response[Any]:
    return _no("setup", str(problem), 400)


def _http_fault(request: AppRequest, error: HTTPException) -> Response[Any]:
    if isinstance(error, ValidationException):
        return _no("malformed", "That is no body of this protocol.", 400)
    return _no(
        {404: "missing", 413: "oversized"}.get(error.status_code, "malformed"), error.detail, error.status_code
    )


def _fault(request: AppRequest, error: Exception) -> Response[Any]:
    if isinstance(error, msgspec.MsgspecError | RecursionError):
        return _no("malformed", "That is no body of this protocol.", 400)
    log_event("fault", error=error, path=request.url.path)
    return _no("storage", "The server failed; it has been logged.", 500)


CONTEST = Router(
    "/api/contest",
    route_handlers=[show_contest, list_sessions, show_session, open_session, add_bot, close_session, watch, sit],
)
GAMES = Router("/api", route_handlers=[list_games, show_game, show_rules, make_film])


def make_app(host: Host, hosts: frozenset[str] | None, port: int) -> Litestar:
    """The web side of a contest whose clients connect to this port."""
    studio = Studio(host.lobby.game)
    app = Litestar(
        route_handlers=[
            CONTEST, GAMES, list_gamelogs, show_gamelog, show_record, show_status, show_front, show_page,
            shelf.show_asset, shelf.show_board, shelf.show_art,
        ],
        before_request=check_request,
        exception_handlers={Refused: _refused, Problem: _problem, HTTPException: _http_fault, Exception: _fault},
        response_headers=shelf.SECURITY_HEADERS,
        openapi_config=None,
        request_max_body_size=SAID * 4,
        logging_config=None,
        on_shutdown=[studio.close],
    )  # fmt: skip
    app.state.host = host
    app.state.studio = studio
    app.state.port = port
    app.state.hosts = hosts
    app.state.addresses = RateLimiter()
    return app
