"""Limits of requests, sockets, tables and messages, per connection, client address and guest."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

MINUTE = 60.0
SETUP_BYTES = 262_144  # of a request to set up a table, which may contain a file
RECORD_BYTES = 8_000_000  # of an uploaded record
MAX_ADDRESSES = 20_000  # tracked, besides connected ones
EVICTION_CHECKS = 2  # addresses checked per request; 2, so that the table shrinks faster than it grows


class Limits(NamedTuple):
    message_bytes: int = 16_384
    messages_per_second: float = 20.0  # average on one socket
    messages_burst: int = 60  # at once
    socket_queue: int = 4000  # unsent messages before a slow client is disconnected
    socket_bytes: int = 4_000_000  # and unsent bytes
    send_timeout: float = 30.0  # seconds to send one message
    close_timeout: float = 5.0  # seconds to send the rest when a socket closes
    hello_timeout: float = 10.0  # seconds until the first message
    sockets_per_address: int = 200
    requests_per_minute: int = 600  # from one address
    tables_per_minute: int = 20  # set up from one address
    tables_per_address: int = 40  # unfinished
    saves_per_guest: int = 50
    chat_length: int = 300
    chat_lines: int = 1000  # at one table
    undos: int = 100  # of one seat in one match
    long_undos: int = 2000  # in games whose turns have many answers


class TokenBucket:
    """A token bucket that limits a rate: it holds at most `burst` tokens and refills `rate` of them per second."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.now = now
        self.tokens = float(burst)
        self.refilled_at = now()

    def take(self, cost: float = 1.0) -> bool:
        """Takes `cost` tokens from the rate limit's bucket and returns true, or takes none and returns false."""
        now = self.now()
        self.tokens = min(self.burst, self.tokens + self.rate * max(0.0, now - self.refilled_at))
        self.refilled_at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


@dataclass
class AddressUsage:
    """What one client address used lately, for the rate limits: requests, open sockets, tables set up."""

    request_bucket: TokenBucket
    last_seen: float
    open_sockets: int = 0
    table_times: deque[float] = field(default_factory=deque)  # when tables were set up, in the last minute


class RateLimiter:
    """Limits requests, tables and sockets per client address. Forgets addresses that are idle for a minute and not
    connected, and beyond `max_addresses` the least recent ones, so that memory is bounded."""

    def __init__(
        self,
        limits: Limits | None = None,
        now: Callable[[], float] = time.monotonic,
        max_addresses: int = MAX_ADDRESSES,
    ) -> None:
        self.limits = limits or Limits()
        self.now = now
        self.max_addresses = max_addresses
        self.usage: dict[str, AddressUsage] = {}  # least recent first

    def allow_request(self, address: str) -> bool:
        """Counts a client address's request; false if too many: `requests_per_minute` at once, then at that rate."""
        return self._usage_of(address).request_bucket.take()

    def allow_table(self, address: str) -> bool:
        """Counts a table set up by a client address; false if it has set up `tables_per_minute` in the last minute."""
        usage, now = self._usage_of(address), self.now()
        while usage.table_times and usage.table_times[0] <= now - MINUTE:
            usage.table_times.popleft()
        if len(usage.table_times) >= self.limits.tables_per_minute:
            return False
        usage.table_times.append(now)
        return True

    def open_socket(self, address: str) -> bool:
        """Counts a socket opened by a client address; false if it has too many. If true, call `close_socket` later."""
        usage = self._usage_of(address)
        if usage.open_sockets >= self.limits.sockets_per_address:
            return False
        usage.open_sockets += 1
        return True

    def close_socket(self, address: str) -> None:
        usage = self._usage_of(address)
        usage.open_sockets = max(0, usage.open_sockets - 1)

    def _usage_of(self, address: str) -> AddressUsage:
        name, now = client_network(address), self.now()
        usage = self.usage.pop(name, None)
        if usage is None:
            asked = self.limits.requests_per_minute
            usage = AddressUsage(TokenBucket(asked / MINUTE, asked, self.now), now)
        usage.last_seen = now
        self.usage[name] = usage
        self._evict_idle()
        return usage

    def _evict_idle(self) -> None:
        """Checks a few least recently seen client addresses: forgets idle ones, moves those with sockets to the end."""
        for _ in range(min(EVICTION_CHECKS, len(self.usage) - 1)):
            name = next(iter(self.usage))
            usage = self.usage[name]
            if usage.open_sockets:
                self.usage[name] = self.usage.pop(name)
            elif usage.last_seen <= self.now() - MINUTE or len(self.usage) > self.max_addresses:
                del self.usage[name]
            else:
                return


def client_network(address: str) -> str:
    """Returns what rate limits count a client by: its IPv4 address, or IPv6 /64, the smallest network of a customer."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.ip_network((ip, 64), strict=False))
    return str(ip)
