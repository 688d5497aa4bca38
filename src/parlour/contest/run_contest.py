"""`parlour contest`: a server for contest clients, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging.config
import resource
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn
from websockets.asyncio.server import serve as serve_sockets

from parlour.contest.client_listener import bridge_websocket
from parlour.contest.contest_pages import make_app
from parlour.contest.framing import LARGEST_MESSAGE
from parlour.contest.game_wire import load_wire_module
from parlour.contest.lobby import Lobby
from parlour.contest.match_process import Paths
from parlour.contest.match_supervisor import MatchSupervisor
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.server.observability import log_config, log_event
from parlour.server.run_server import allowed_hosts, bracket_ipv6, listen, tune_garbage_collector
from parlour.store.files import data_folder

MOST_DESCRIPTORS = 65_536  # as many as the machine allows, up to this


class ContestConfig(NamedTuple):
    """What the command line says."""

    game: Game
    options: Options
    host: str = "127.0.0.1"
    port: int = 3000
    web_port: int = 3080
    socket_port: int = 3088
    folder: Path | None = None
    bots_after: float | None = None
    bot: str = ""
    password: str = ""


class ContestWebServer(uvicorn.Server):
    """The web server; being told to stop, it asks the contest to close first."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.on_stop()


def serve_contest(contest: ContestConfig) -> int:
    """Runs until it is stopped."""
    lobby = Lobby(contest.game, load_wire_module(contest.game), _check_host_options(contest), contest.password)
    lobby.check_settings({})
    if contest.bot or contest.bots_after is not None:
        lobby.make_bot_participant(contest.bot or contest.game.best)
    house = _make_paths(contest)
    listening = [listen(contest.host, port) for port in (contest.port, contest.web_port, contest.socket_port)]
    house = house._replace(port=listening[1].getsockname()[1])
    logging.config.dictConfig(log_config())
    _raise_descriptor_limit()
    tune_garbage_collector()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_serve_until_stopped(contest, lobby, house, listening))


def _check_host_options(contest: ContestConfig) -> Options:
    """The host's own options; those that clients set are theirs."""
    taken = {setting.option: setting.key for setting in load_wire_module(contest.game).SETTINGS if setting.option}
    for name in contest.options:
        if name in taken:
            raise Problem(f"The option {name} is up to the clients: their setting {taken[name]}.")
    return contest.options


def _make_paths(contest: ContestConfig) -> Paths:
    folder = contest.folder or data_folder() / "contest"
    house = Paths(folder / "gamelogs", folder / "records", contest.web_port)
    try:
        for path in (house.gamelogs, house.records):
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(f"{folder} cannot be used: {error.strerror}.") from None
    return house


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None


def _raise_descriptor_limit() -> None:
    """Every match holds a few: as many as there may be."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _serve_until_stopped(
    contest: ContestConfig, lobby: Lobby, house: Paths, listening: list[socket.socket]
) -> int:
    plain, web, sockets = listening
    host = MatchSupervisor(lobby, house, contest.bots_after, contest.bot)
    stopped = asyncio.Event()
    app = make_app(host, allowed_hosts(contest.host, web.getsockname()[0], None), plain.getsockname()[1])
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    server = ContestWebServer(config, stopped.set)
    serving = asyncio.create_task(server.serve(sockets=[web]))
    tending = asyncio.create_task(host.run_housekeeping())
    await host.start_fork_server()
    host.listener.start(plain)
    async with serve_sockets(
        lambda line: bridge_websocket(line, host.listener),
        sock=sockets,
        max_size=LARGEST_MESSAGE,
        compression=None,
        server_header=None,
    ):
        _print_addresses(contest, lobby, listening)
        closing = asyncio.create_task(stopped.wait())
        await asyncio.wait([serving, closing], return_when=asyncio.FIRST_COMPLETED)
        tending.cancel()
        closing.cancel()
        await host.close()
    server.should_exit = True
    await serving
    log_event("stopped")
    return 0 if server.started else 1


def _print_addresses(contest: ContestConfig, lobby: Lobby, listening: list[socket.socket]) -> None:
    ports = [line.getsockname()[1] for line in listening]
    name = bracket_ipv6(contest.host)
    print(f"{lobby.wire_module.NAME}: clients connect to {name}, port {ports[0]}; over WebSocket, port {ports[2]}.")
    print(f"Sessions, gamelogs and running matches are at http://{name}:{ports[1]}/contest")
    print("Ctrl-C closes it; what was played is kept.", flush=True)
