"""How much one connection, one address and one guest may ask of a server."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

MINUTE = 60.0
SETUP_BYTES = 262_144  # of a request for a table, which may bring a file
RECORD_BYTES = 8_000_000  # of a record that somebody brings to be shown
MAX_ADDRESSES = 20_000  # remembered, besides those that are connected
EVICTION_CHECKS = 2  # addresses looked at, for each that comes: the memory shrinks faster than it grows


class Limits(NamedTuple):
    message_bytes: int = 16_384
    messages_per_second: float = 20.0  # on one socket, in the long run
    messages_burst: int = 60  # at once
    socket_queue: int = 4000  # messages a slow reader may be behind before its socket is cut
    socket_bytes: int = 4_000_000  # and how much they may hold
    send_timeout: float = 30.0  # seconds a message may wait for a slow reader after it was begun to be sent
    close_timeout: float = 5.0  # seconds for what is still to be sent when a socket is closed
    hello_timeout: float = 10.0  # until the first message
    sockets_per_address: int = 200
    requests_per_minute: int = 600  # from one address
    tables_per_minute: int = 20  # set up from one address
    tables_per_address: int = 40  # unfinished
    saves_per_guest: int = 50
    chat_length: int = 300
    chat_lines: int = 1000  # at one table
    undos: int = 100  # of one seat in one match
    long_undos: int = 2000  # where a turn is many answers


class TokenBucket:
    """A bucket of tokens: holds `burst`, fills at `rate` a second; who finds too few may not."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self.tokens = float(burst)
        self.refilled_at = now()

    def take(self, cost: float = 1.0) -> bool:
        """Takes the cost, or nothing."""
        now = self.now()
        self.tokens = min(self.burst, self.tokens + self.rate * max(0.0, now - self.refilled_at))
        self.refilled_at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


@dataclass
class AddressUsage:
    """What one address did lately."""

    request_bucket: TokenBucket
    last_seen: float
    open_sockets: int = 0
    table_times: deque[float] = field(default_factory=deque)  # when they were set up, in the last minute


class RateLimiter:
    """What every address may still do. Who did nothing for a minute and is not connected is forgotten, and so is who
    came longest ago when too many come: the memory has an end."""

    def __init__(
        self,
        limits: Limits | None = None,
        now: Callable[[], float] = time.monotonic,
        max_addresses: int = MAX_ADDRESSES,
    ) -> None:
        self.limits = limits or Limits()
        self.now = now
        self.max_addresses = max_addresses
        self.usage: dict[str, AddressUsage] = {}  # who came last is last

    def allow_request(self, address: str) -> bool:
        """One more request: a minute's worth at once, then as they trickle back."""
        return self._usage_of(address).request_bucket.take()

    def allow_table(self, address: str) -> bool:
        """One more table, if no more than so many were set up in any one minute."""
        visitor, now = self._usage_of(address), self.now()
        while visitor.table_times and visitor.table_times[0] <= now - MINUTE:
            visitor.table_times.popleft()
        if len(visitor.table_times) >= self.limits.tables_per_minute:
            return False
        visitor.table_times.append(now)
        return True

    def open_socket(self, address: str) -> bool:
        """One more socket; if it may be, it must be closed again."""
        visitor = self._usage_of(address)
        if visitor.open_sockets >= self.limits.sockets_per_address:
            return False
        visitor.open_sockets += 1
        return True

    def close_socket(self, address: str) -> None:
        visitor = self._usage_of(address)
        visitor.open_sockets = max(0, visitor.open_sockets - 1)

    def _usage_of(self, address: str) -> AddressUsage:
        name, now = client_network(address), self.now()
        visitor = self.usage.pop(name, None)
        if visitor is None:
            asked = self.limits.requests_per_minute
            visitor = AddressUsage(TokenBucket(asked / MINUTE, asked, self.now), now)
        visitor.last_seen = now
        self.usage[name] = visitor
        self._evict_idle()
        return visitor

    def _evict_idle(self) -> None:
        """Those that came longest ago: forgotten if idle, or put behind the others because they are connected."""
        for _ in range(min(EVICTION_CHECKS, len(self.usage) - 1)):
            name = next(iter(self.usage))
            visitor = self.usage[name]
            if visitor.open_sockets:
                self.usage[name] = self.usage.pop(name)
            elif visitor.last_seen <= self.now() - MINUTE or len(self.usage) > self.max_addresses:
                del self.usage[name]
            else:
                return


def client_network(address: str) -> str:
    """Who counts as one: an IPv4 address, or an IPv6 network of the smallest size that is given to a customer."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
