"""What every request and socket of one server finds: the desk, the limits, the signer."""

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
    router: TableRouter
    signer: CookieSigner
    rate_limiter: RateLimiter
    maintenance_runs: int = 0
    film_cache: dict[tuple[str, int | None], bytes] = field(default_factory=dict)  # by record and viewer, zipped
    tournament_cache: dict[str, tuple[str, bytes]] = field(
        default_factory=dict
    )  # by tournament: a tag, and what it names


def get_context(request: AppRequest) -> AppContext:
    front: AppContext = request.app.state.context
    return front


def client_address(asking: AppRequest | WebSocket[Any, Any, Any]) -> str:
    """Who counts as one."""
    return client_network(asking.client.host) if asking.client else ""


def seat_tokens(request: AppRequest, table: str) -> dict[int, str]:
    return read_seat_tokens(get_context(request).signer, request.cookies, table)


def guest_id(request: AppRequest) -> str:
    """Whose saves these are; somebody new if there is no cookie."""
    return read_guest_id(get_context(request).signer, request.cookies) or get_context(request).services.token_urlsafe(
        18
    )


def is_https(request: AppRequest) -> bool:
    return request.url.scheme == "https"


def is_same_origin(origin: str | None, host: str) -> bool:
    """Browsers say which page asks; programs say nothing, and hold no cookies."""
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def is_allowed_host(host: str, names: frozenset[str] | None) -> bool:
    """Whether a request came for one of these names, whatever the port. None: a server that goes by any name."""
    if names is None:
        return True
    name, bracket, port = host.lower().rpartition("]") if host.startswith("[") else ("", "", host.lower())
    ending, _, number = port.partition(":")
    return f"{name}{bracket}{ending}" in names and (not number or number.isdecimal())


def is_own_origin(asking: AppRequest | WebSocket[Any, Any, Any]) -> bool:
    """Whether a page that asks is this server's own; a name that leads here is not enough on one's own machine."""
    host = asking.headers.get("host", "")
    return is_allowed_host(host, asking.app.state.get("hosts")) and is_same_origin(asking.headers.get("origin"), host)


async def check_request(request: AppRequest) -> None:
    """Before every handler: pages of others may not act here, and nobody asks without end."""
    acting = request.method not in ("GET", "HEAD", "OPTIONS")
    if acting and not is_own_origin(request):
        raise Refused("origin", "Only pages of this server may do that.")
    if not get_context(request).rate_limiter.allow_request(client_address(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")
