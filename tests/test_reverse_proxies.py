"""The examples in packaging/: a real nginx and a real Caddy in front of a real server, and the unit for systemd."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from parlour.cli import run
from parlour.store.schema import tables
from parlour.tournament.archive import open_database
from tests.browser_driver import skip_without
from tests.server_harness import ServerProcess, ServerUnderTest, legal_actions
from tests.test_tools import checkout_file

WITHIN = 60.0  # seconds for a proxy to start


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


def example(name: str, server: int, proxy: int) -> str:
    """Returns an example with the addresses of this test."""
    text = checkout_file(f"packaging/{name}").read_text("utf-8")
    listening = {"listen 80;": f"listen 127.0.0.1:{proxy};", "parlour.example.org {": f"http://127.0.0.1:{proxy} {{"}
    for old, new in {**listening, "127.0.0.1:8000": f"127.0.0.1:{server}"}.items():
        text = text.replace(old, new)
    return text


def nginx_words(folder: Path, server: int, proxy: int) -> list[str]:
    places = "".join(
        f"{kind}_temp_path {folder / kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    http = f"access_log off;\n{places}{example('nginx.conf', server, proxy)}"
    main = f"user {'root' if os.geteuid() == 0 else 'nobody'};\npid {folder / 'pid'};\ndaemon off;\nevents {{}}\n"
    (folder / "nginx.conf").write_text(f"{main}http {{\n{http}\n}}\n")
    return ["-p", str(folder), "-e", str(folder / "errors"), "-c", str(folder / "nginx.conf")]


def caddy_words(folder: Path, server: int, proxy: int) -> list[str]:
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{example('Caddyfile', server, proxy)}")
    return ["run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]


@contextlib.contextmanager
def running_proxy(name: str, folder: Path, server: int) -> Iterator[ServerUnderTest]:
    program = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if program is None:
        skip_without(name)
    port = free_port()
    words = (nginx_words if name == "nginx" else caddy_words)(folder, server, port)
    place = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([program, *words], env=place, stdout=log, stderr=log)
    try:
        began = time.monotonic()
        while True:
            assert process.poll() is None, (folder / "log").read_text()
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert time.monotonic() - began < WITHIN
            time.sleep(0.05)
        yield ServerUnderTest(port)
    finally:
        process.terminate()
        process.wait()


@pytest.mark.parametrize("name", ["nginx", "caddy"])
def test_a_match_goes_through_the_proxy(name: str, tmp_path: Path) -> None:
    with (
        ServerProcess(tmp_path / "home", "--proxy", "127.0.0.1") as process,
        running_proxy(name, tmp_path, process.server.port) as proxy,
    ):
        table = proxy.create_table("magpie", ["open", "thrifty"])
        seat, token = proxy.take_seat(table, "Ann")

        async def play() -> dict[str, object]:
            async with proxy.connect(table, seat, token) as client:
                question = await client.wait_for_question()
                return await client.request("answer", question=question["number"], action=legal_actions(question)[0])

        assert asyncio.run(play())["type"] == "receipt"
        forged = proxy.http("POST", "/api/tables", {"game": "magpie", "seats": ["open"] * 2}, x_forwarded_for="9.9.9.9")
        assert forged.status == 201
        assert process.stop() == 0
    with open_database(f"sqlite:///{tmp_path / 'home' / 'parlour.db'}") as database, database.connect() as connection:
        assert set(connection.scalars(select(tables.c.address))) == {"127.0.0.1"}  # visitors cannot write their own


def test_the_unit_for_systemd_starts_a_command_that_exists() -> None:
    lines = checkout_file("packaging/parlour.service").read_text("utf-8").splitlines()
    for line in lines:
        assert not line or line[0] in "#[" or re.fullmatch(r"[A-Za-z]+=\S.*", line), line
    command = next(line for line in lines if line.startswith("ExecStart=")).split()[1:]
    assert run([*command, "--help"]) == 0
