"""What HTTP requests and sockets of the server can reach, and the origin and rate checks before request handlers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.datastructures import State

from parlour.server.cookies import CookieSigner, read_guest_id, read_seat_tokens
from parlour.server.errors import Refused
from parlour.server.rate_limits import RateLimiter, client_network
from parlour.server.services import Services
from parlour.server.table_registry import TableRegistry
from parlour.server.table_router import TableRouter
from parlour.tournament.player_statistics import PersonResult

AppRequest = Request[Any, Any, State]


@dataclass
class AppContext:
    services: Services
    registry: TableRegistry
    table_router: TableRouter
    signer: CookieSigner
    rate_limiter: RateLimiter
    maintenance_runs: int = 0
    health_check: asyncio.Task[None] | None = None  # the last one
    health_checked_at: float = 0.0  # when it began
    film_cache: dict[tuple[str, int | None], bytes] = field(default_factory=dict)  # gzipped, by record and viewer
    person_results: dict[str, list[PersonResult]] = field(default_factory=dict)  # by record
    tournament_cache: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # ETag and document, by tournament


def get_context(request: AppRequest) -> AppContext:
    context: AppContext = request.app.state.context
    return context


def client_address(connection: AppRequest | WebSocket[Any, Any, Any]) -> str:
    """Returns the client's IPv4 address or IPv6 network, by which the rate limits count."""
    return client_network(connection.client.host) if connection.client else ""


def seat_tokens(request: AppRequest, table: str) -> dict[int, str]:
    return read_seat_tokens(get_context(request).signer, request.cookies, table)


def guest_id(request: AppRequest) -> str:
    """Returns the guest id in the browser's cookie, which owns its saved matches; a new id without a valid cookie."""
    return read_guest_id(get_context(request).signer, request.cookies) or get_context(request).services.token_urlsafe(
        18
    )


def is_https(request: AppRequest) -> bool:
    return request.url.scheme == "https"


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether a request with this Origin header comes from a page of this host; true without one, as from programs."""
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def is_allowed_host(host: str, names: frozenset[str] | None) -> bool:
    """Whether the Host header of a request, without its port, is one of `names`; None allows every host name."""
    if names is None:
        return True
    name, bracket, port = host.lower().rpartition("]") if host.startswith("[") else ("", "", host.lower())
    ending, _, number = port.partition(":")
    return f"{name}{bracket}{ending}" in names and (not number or number.isdecimal())


def is_own_origin(connection: AppRequest | WebSocket[Any, Any, Any]) -> bool:
    """Whether a request or socket comes from a page of this server; checks the host name too, against DNS rebinding."""
    host = connection.headers.get("host", "")
    return is_allowed_host(host, connection.app.state.get("hosts")) and is_same_origin(
        connection.headers.get("origin"), host
    )


def check_origin(request: AppRequest) -> None:
    """Refuses requests under a foreign host name, and those that change something but come from a foreign page."""
    if not is_allowed_host(request.headers.get("host", ""), request.app.state.get("hosts")):
        raise Refused("origin", "The request names another host; use the address that the server printed at its start.")
    if request.method not in ("GET", "HEAD", "OPTIONS") and not is_own_origin(request):
        raise Refused("origin", "The request comes from another website; only pages of this server may send it.")


async def check_request(request: AppRequest) -> None:
    """Refuses foreign requests, and too many from one address."""
    check_origin(request)
    if not get_context(request).rate_limiter.allow_request(client_address(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")
