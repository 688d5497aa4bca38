"""The sandbox process that runs a bot from a Python file: one bot at a time, one request and one reply per line."""

from __future__ import annotations

import importlib
import json
import operator
from binascii import a2b_base64
from contextlib import suppress
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
from parlour.workers.worker import serve_lines

MEMORY_LIMIT = 4 << 30  # bytes a bot may use, or half of the machine's memory if that is less
MAX_ERROR_LENGTH = 160  # characters


def serve_bot() -> None:
    """Answers requests for a bot's decisions until stdin closes; the main function of a sandbox process."""
    serve_lines(SandboxServer().answer_line, memory=MEMORY_LIMIT)


class SandboxServer:
    """The server in a sandbox process: loads one bot and answers requests for its decisions."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.options: Options = {}
        self.bot: Bot | None = None
        self.bot_file = ""

    def answer_line(self, line: bytes) -> bytes:
        """Returns the JSON reply to one JSON request, which loads a bot or asks for its decision.

        The reply to a question is the action or the bot's fault, with the bot's notes."""
        try:
            reply = self.handle_request(json.loads(line))
        except BaseException as error:
            reply = {"fault": describe_error(error, self.bot_file)}
            with suppress(Exception):
                reply |= {"notes": notes_of(self.bot)} if self.bot is not None else {}
        return json.dumps(reply).encode()

    def handle_request(self, request: dict[str, Any]) -> dict[str, object]:
        if "bot" in request:
            return self.load_bot(request)
        if self.game is None or self.bot is None:
            raise Problem("No bot is loaded in this sandbox process; send a request with bot first.")
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
