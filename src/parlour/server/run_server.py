"""Runs the game server in uvicorn for the command `parlour serve`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from parlour.kernel.problem import Problem
from parlour.server.app import make_app
from parlour.server.observability import log_config
from parlour.server.web_connections import web_config
from parlour.store.database import database_url, parse_database_url
from parlour.store.file_lock import try_lock

LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})
MAX_SOCKET_MESSAGE = 65_536  # bytes; uvicorn closes the socket beyond this


def run_server(
    host: str = "127.0.0.1",
    port: int = 8000,
    db: str | None = None,
    open_browser: bool = False,
    proxy: str | None = None,
) -> int:
    """Runs the game server until a signal stops it; returns the exit code of the command."""
    trusted = None if proxy is None else parse_proxies(proxy)
    listening = listen(host, port)
    address = f"http://{bracket_ipv6(host)}:{listening.getsockname()[1]}"
    url = database_url(db)
    with lock_database(url):
        app = make_app(url)
        app.state.hosts = allowed_hosts(host, listening.getsockname()[0], proxy)
        config = web_config(
            app,
            MAX_SOCKET_MESSAGE,
            log_config=log_config(),
            timeout_graceful_shutdown=10,
            proxy_headers=trusted is not None,
            forwarded_allow_ips=trusted,
        )
        server = AnnouncedServer(config, address, open_browser)
        stop_on_signals(server)
        server.run(sockets=[listening])
    return 0 if server.started else 1


class AnnouncedServer(uvicorn.Server):
    """A web server that prints its address as soon as it answers requests."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self.address, self.open_browser = address, open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.should_exit:
            return
        tune_garbage_collector()
        print(f"Parlour is open at {self.address}", flush=True)
        print("Ctrl-C closes it; matches in play are kept.", flush=True)
        if self.open_browser and has_display():
            asyncio.get_running_loop().run_in_executor(None, webbrowser.open, self.address)


def stop_on_signals(server: uvicorn.Server) -> None:
    """Makes SIGINT and SIGTERM stop the web server with exit code 0; uvicorn alone would raise the signal again."""

    def stop(*_: object) -> None:
        server.should_exit = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def tune_garbage_collector() -> None:
    """Makes full garbage collections rare: a server holds many long-lived objects, whose scan delays all tables."""
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)


def listen(host: str, port: int) -> socket.socket:
    """Returns a TCP socket that listens at host and port; raises Problem if the address cannot be used."""
    if not 0 <= port <= 65_535:
        raise Problem(f"--port is {port}; give a number from 0 (any free one) to 65535.")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listening = socket.socket(found[0], found[1])
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
        listening.listen(2048)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or "the host name is not valid"
        raise Problem(
            f"The server cannot listen at {host}, port {port}: {reason}; choose another with --host or --port."
        ) from None
    return listening


def parse_proxies(words: str) -> list[str]:
    """Parses --proxy: addresses or networks, separated by commas, whose X-Forwarded headers the server trusts."""
    found = [word.strip() for word in words.split(",")]
    try:
        for word in found:
            ipaddress.ip_network(word, strict=False)
    except ValueError:
        raise Problem(
            f"--proxy is {words!r}; give the address of the web server before this one, such as 127.0.0.1."
        ) from None
    return found


def allowed_hosts(host: str, bound: str, proxy: str | None) -> frozenset[str] | None:
    """Returns the host names that requests to a server on a loopback address may name, against DNS rebinding. None
    accepts every name: the server is reached from other machines or through a proxy."""
    if proxy is not None or not ipaddress.ip_address(bound.partition("%")[0]).is_loopback:
        return None
    return LOOPBACK_HOSTS | {bracket_ipv6(host).lower()}


def has_display() -> bool:
    """Whether opening a web browser would show a window instead of taking over the terminal."""
    return sys.platform in ("darwin", "win32") or any(name in os.environ for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def bracket_ipv6(host: str) -> str:
    return f"[{host}]" if ":" in host else host


@contextlib.contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Locks the server's SQLite file; raises Problem if another server uses the file. Does nothing for a database in
    memory or in PostgreSQL."""
    file = parse_database_url(url)
    if file.get_backend_name() != "sqlite" or not file.database or file.database == ":memory:":
        yield
        return
    lock = Path(file.database).with_suffix(".lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        lock.touch(mode=0o600)
        handle = try_lock(lock)
    except OSError as error:
        raise Problem(
            f"The database {file.database} cannot be used: {error.strerror}; choose another with --db."
        ) from None
    if handle is None:
        raise Problem(
            f"Another server uses the database {file.database}; stop it, or share a PostgreSQL database with --db."
        )
    try:
        yield
    finally:
        os.close(handle)
