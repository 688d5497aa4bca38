"""`parlour serve`: the web server."""

from __future__ import annotations

import gc
from typing import Annotated

from cyclopts import Parameter

from parlour.cli.run_options import Db, WholeNumber


def serve(
    *,
    host: Annotated[
        str, Parameter(help="The address to listen on; by default only this machine connects.")
    ] = "127.0.0.1",
    port: Annotated[WholeNumber, Parameter(help="The port; 0 takes any free one.")] = 8000,
    db: Db = None,
    open: Annotated[bool, Parameter(name="--open", negative=(), help="Open the browser.")] = False,
    proxy: Annotated[
        str | None, Parameter(help="Addresses of reverse proxies, separated by commas; their headers are trusted.")
    ] = None,
) -> int:
    """Serve tables for browsers and programs."""
    gc.disable()  # what is loaded stays; to search it for garbage would be a tenth of the start
    try:
        from parlour.server.run_server import run_server as run_server
    finally:
        gc.enable()

    return run_server(host, port, db, open, proxy)
