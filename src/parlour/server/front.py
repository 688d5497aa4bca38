"""What every request and socket of one server finds: the desk, the limits, the signer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.datastructures import State

from parlour.server.desk import Desk
from parlour.server.guests import Signer, guest_of, tokens_of
from parlour.server.hall import Hall
from parlour.server.house import House
from parlour.server.limits import Addresses, household
from parlour.server.refused import Refused

Asked = Request[Any, Any, State]


@dataclass
class Front:
    house: House
    hall: Hall
    desk: Desk
    signer: Signer
    addresses: Addresses
    beats: int = 0
    films: dict[tuple[str, int | None], bytes] = field(default_factory=dict)  # by record and viewer, zipped
    documents: dict[str, tuple[str, bytes]] = field(default_factory=dict)  # by tournament: a tag, and what it names


def front_of(request: Asked) -> Front:
    front: Front = request.app.state.front
    return front


def address_of(asking: Asked | WebSocket[Any, Any, Any]) -> str:
    """Who counts as one."""
    return household(asking.client.host) if asking.client else ""


def tokens(request: Asked, table: str) -> dict[int, str]:
    return tokens_of(front_of(request).signer, request.cookies, table)


def guest(request: Asked) -> str:
    """Whose saves these are; somebody new if there is no cookie."""
    return guest_of(front_of(request).signer, request.cookies) or front_of(request).house.word(18)


def is_secure(request: Asked) -> bool:
    return request.url.scheme == "https"


def same_origin(origin: str | None, host: str) -> bool:
    """Browsers say which page asks; programs say nothing, and hold no cookies."""
    try:
        return origin is None or urlsplit(origin).netloc.lower() == host.lower() != ""
    except ValueError:
        return False


def is_named(host: str, names: frozenset[str] | None) -> bool:
    """Whether a request came for one of these names, whatever the port. None: a server that goes by any name."""
    if names is None:
        return True
    name, bracket, port = host.lower().rpartition("]") if host.startswith("[") else ("", "", host.lower())
    ending, _, number = port.partition(":")
    return f"{name}{bracket}{ending}" in names and (not number or number.isdecimal())


def is_ours(asking: Asked | WebSocket[Any, Any, Any]) -> bool:
    """Whether a page that asks is this server's own; a name that leads here is not enough on one's own machine."""
    host = asking.headers.get("host", "")
    return is_named(host, asking.app.state.get("hosts")) and same_origin(asking.headers.get("origin"), host)


async def check_request(request: Asked) -> None:
    """Before every handler: pages of others may not act here, and nobody asks without end."""
    acting = request.method not in ("GET", "HEAD", "OPTIONS")
    if acting and not is_ours(request):
        raise Refused("origin", "Only pages of this server may do that.")
    if not front_of(request).addresses.request(address_of(request)):
        raise Refused("rate", "Too many requests come from your address; wait a little.")
