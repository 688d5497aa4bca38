"""Runs the contest server for the command `parlour contest`."""

from __future__ import annotations

import asyncio
import contextlib
import logging.config
import socket
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import uvicorn
from websockets.asyncio.server import serve as serve_sockets

from parlour.contest.client_listener import bridge_websocket
from parlour.contest.contest_pages import make_app
from parlour.contest.engine.framing import LARGEST_MESSAGE
from parlour.contest.engine.game_wire import load_wire_module
from parlour.contest.lobby import Lobby
from parlour.contest.match_process import Paths
from parlour.contest.match_supervisor import MatchSupervisor
from parlour.kernel.game import Game
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.server.observability import log_config, log_event
from parlour.server.run_server import allowed_hosts, bracket_ipv6, listen, tune_garbage_collector
from parlour.server.web_connections import web_config
from parlour.store.files import data_folder


class ContestConfig(NamedTuple):
    """The options of the command `parlour contest`: game, host, ports, folder, bots, password."""

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
    """A web server that on a signal calls `stop` instead of exiting, so that the contest closes first."""

    def __init__(self, config: uvicorn.Config, stop: Callable[[], None]) -> None:
        super().__init__(config)
        self.on_stop = stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.on_stop()


def serve_contest(contest: ContestConfig) -> int:
    """Runs the contest server until a signal stops it; returns the exit code of the command."""
    lobby = Lobby(contest.game, load_wire_module(contest.game), _check_host_options(contest), contest.password)
    lobby.check_settings({})
    if contest.bot or contest.bots_after is not None:
        lobby.make_bot_participant(contest.bot or contest.game.coach.best)
    paths = _make_paths(contest)
    listening = [listen(contest.host, port) for port in (contest.port, contest.web_port, contest.socket_port)]
    paths = paths._replace(port=listening[1].getsockname()[1])
    logging.config.dictConfig(log_config())
    tune_garbage_collector()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(_serve_until_stopped(contest, lobby, paths, listening))


def _check_host_options(contest: ContestConfig) -> Options:
    """Returns the host's game options; raises Problem for an option that clients choose by a match setting."""
    taken = {setting.option: setting.key for setting in load_wire_module(contest.game).SETTINGS if setting.option}
    for name in contest.options:
        if name in taken:
            raise Problem(
                f"The option {name} cannot be set by the host, as clients choose it with the setting {taken[name]}; "
                "leave it out."
            )
    return contest.options


def _make_paths(contest: ContestConfig) -> Paths:
    folder = contest.folder or data_folder() / "contest"
    paths = Paths(folder / "gamelogs", folder / "records", contest.web_port)
    try:
        for path in (paths.gamelogs, paths.records):
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(
            f"The folder {folder} for gamelogs and records cannot be made: {error.strerror}; choose another with "
            "--folder."
        ) from None
    return paths


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    with contextlib.suppress(ImportError):
        import uvloop

        return uvloop.new_event_loop
    return None


async def _serve_until_stopped(
    contest: ContestConfig, lobby: Lobby, paths: Paths, listening: list[socket.socket]
) -> int:
    plain, web, sockets = listening
    supervisor = MatchSupervisor(lobby, paths, contest.bots_after, contest.bot)
    stopped = asyncio.Event()
    app = make_app(supervisor, allowed_hosts(contest.host, web.getsockname()[0], None), plain.getsockname()[1])
    config = web_config(app, LARGEST_MESSAGE, log_config=None, timeout_graceful_shutdown=3)
    server = ContestWebServer(config, stopped.set)
    serving = asyncio.create_task(server.serve(sockets=[web]))
    housekeeping = asyncio.create_task(supervisor.run_housekeeping())
    await supervisor.start_fork_server()
    supervisor.listener.start(plain)
    async with serve_sockets(
        lambda websocket: bridge_websocket(websocket, supervisor.listener),
        sock=sockets,
        max_size=LARGEST_MESSAGE,
        compression=None,
        server_header=None,
    ):
        _print_addresses(contest, lobby, listening)
        closing = asyncio.create_task(stopped.wait())
        await asyncio.wait([serving, closing], return_when=asyncio.FIRST_COMPLETED)
        housekeeping.cancel()
        closing.cancel()
        await supervisor.close()
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
