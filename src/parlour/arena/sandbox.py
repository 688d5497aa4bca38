"""The sandbox process that runs a bot from a Python file: one bot at a time, one request and one reply per line."""

from __future__ import annotations

import importlib
import json
import operator
import os
from binascii import a2b_base64
from contextlib import suppress
from io import FileIO
from traceback import extract_tb
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from parlour.bots import make_bot
from parlour.kernel.game import Game, game_for_options, unpack_state
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.rng import Rng

MEMORY_LIMIT = 4 << 30  # bytes a bot may use, or half of the machine's memory if that is less
MAX_ERROR_LENGTH = 160  # characters


def serve_bot() -> None:
    """Answers requests for a bot's decisions, one per line, until stdin closes. What the bot prints goes to stderr,
    apart from the replies."""
    lines, answers = os.fdopen(os.dup(0), "rb"), FileIO(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    limit_memory()
    server = SandboxServer()
    for line in lines:
        try:
            reply = server.handle_request(json.loads(line))
        except BaseException as error:
            reply = {"fault": describe_error(error, server.bot_file)}
            with suppress(Exception):
                reply |= {"notes": notes_of(server.bot)} if server.bot is not None else {}
        if not write_line(answers, json.dumps(reply).encode() + b"\n"):
            return


def write_line(pipe: FileIO, line: bytes) -> bool:
    """Writes a line of bytes to a pipe; returns False if its reader is gone."""
    try:
        while line:
            line = line[pipe.write(line) or 0 :]
    except (OSError, ValueError):
        return False
    return True


def limit_memory() -> None:
    with suppress(ImportError, OSError, ValueError, AttributeError):
        import resource

        most = min(MEMORY_LIMIT, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2)
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


class SandboxServer:
    """The server in a sandbox process: loads one bot and answers requests for its decisions."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.options: Options = {}
        self.bot: Bot | None = None
        self.bot_file = ""

    def handle_request(self, request: dict[str, Any]) -> dict[str, object]:
        if "bot" in request:
            return self.load_bot(request)
        if self.game is None or self.bot is None:
            raise Problem("no bot is loaded")
        bot = self.bot
        if isinstance(bot.rng, Rng):
            bot.rng.a, bot.rng.b, bot.rng.c, bot.rng.counter = request["rng"]
        bot.notes = vec[i64](request["notes"])
        world = unpack_state(self.game, request["seats"], self.options, a2b_base64(request["world"]))
        action = operator.index(bot.choose(world, request["seat"]))
        return {"action": action, "notes": notes_of(bot)}

    def load_bot(self, request: dict[str, Any]) -> dict[str, object]:
        self.bot = None
        self.options = request["options"]
        self.game = game_for_options(importlib.import_module(request["home"]).GAME, self.options)
        self.bot_file = request["bot"].partition(":")[2].rpartition(":")[0]
        self.bot = make_bot(self.game, request["bot"], self.options)
        return {"read_only": bool(self.bot.read_only)}


def notes_of(bot: Bot) -> list[int]:
    return [int(number) for number in bot.notes]


def describe_error(error: BaseException, file: str) -> str:
    """Returns an error of a bot in a few words, with the line in the bot's file."""
    if isinstance(error, Problem):
        return _shorten(str(error))
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
    where = f" at line {lines[-1]}" if lines else ""
    text = str(error)
    return _shorten(f"crashed{where}: {type(error).__name__}{': ' if text else ''}{text}")


def _shorten(text: str) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= MAX_ERROR_LENGTH else text[: MAX_ERROR_LENGTH - 1] + "…"
