"""The context of every request and socket, and the checks before a handler."""

from __future__ import annotations

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

AppRequest = Request[Any, Any, State]


@dataclass
class AppContext:
    services: Services
    registry: TableRegistry
    table_router: TableRouter
    signer: CookieSigner
    rate_limiter: RateLimiter
    maintenance_runs: int = 0
    film_cache: dict[tuple[str, int | None], bytes] = field(default_factory=dict)  # gzipped, by record and viewer
    tournament_cache: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # ETag and document, by tournament


def get_context(request: AppRequest) -> AppContext:
    context: AppContext = request.app.state.context
    return context


def client_address(connection: AppRequest | WebSocket[Any, Any, Any]) -> str:
    """Returns the client's address or network, the unit of rate limits."""
    return client_network(connection.client.host) if connection.client else ""


def seat_tokens(request: AppRequest, table: str) -> dict[int, str]:
    return read_seat_tokens(get_context(request).signer, request.cookies, table)


def guest_id(request: AppRequest) -> str:
    """Returns the guest id that owns the browser's saves; a new one without a valid cookie."""
    return read_guest_id(get_context(request).signer, request.cookies) or get_context(request).services.token_urlsafe(
        18
    )


def is_https(request: AppRequest) -> bool:
    return request.url.scheme == "https"


def is_same_origin(origin: str | None, host: str) -> bool:
    """Whether the request comes from a page of this host. Programs send no Origin, and hold no cookies."""
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def is_allowed_host(host: str, names: frozenset[str] | None) -> bool:
    """Whether the Host header, without its port, is one of `names`; None allows every name."""
    if names is None:
        return True
    name, bracket, port = host.lower().rpartition("]") if host.startswith("[") else ("", "", host.lower())
    ending, _, number = port.partition(":")
    return f"{name}{bracket}{ending}" in names and (not number or number.isdecimal())


def is_own_origin(connection: AppRequest | WebSocket[Any, Any, Any]) -> bool:
    """Whether the request comes from a page of this server; checks the host name too, against DNS rebinding."""
    host = connection.headers.get("host", "")
    return is_allowed_host(host, connection.app.state.get("hosts")) and is_same_origin(
        connection.headers.get("origin"), host
    )


async def check_request(request: AppRequest) -> None:
    """Refuses changes requested by foreign pages, and too many requests. Runs before every handler."""
    changes = request.method not in ("GET", "HEAD", "OPTIONS")
    if changes and not is_own_origin(request):
        raise Refused("origin", "Only pages of this server may do that.")
    if not get_context(request).rate_limiter.allow_request(client_address(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")
