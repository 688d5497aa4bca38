"""`parlour serve`: the web server."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from parlour.cli.run_settings import Db


def serve(
    *,
    host: Annotated[str, Parameter(help="Where to listen; other machines reach it only if you say so.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="0 takes any free one.")] = 8000,
    db: Db = None,
    open: Annotated[bool, Parameter(name="--open", negative=(), help="Open the browser.")] = False,
    proxy: Annotated[
        str | None, Parameter(help="The address of a web server before this one, whose word on who asks is taken.")
    ] = None,
) -> int:
    """Tables for everyone who opens the address: in the browser, or by programs."""
    from parlour.server.run_server import run_server as run_server

    return run_server(host, port, db, open, proxy)
