"""The process in which a bot from a file thinks: one bot at a time, a line in, a line out."""

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

MEMORY_LIMIT = 4 << 30  # bytes a bot may take, or half of what the machine has, if that is less
MAX_ERROR_LENGTH = 160  # letters of what went wrong


def serve() -> None:
    """Until nobody asks any more. What a bot prints goes to stderr; the lines are ours alone."""
    lines, answers = os.fdopen(os.dup(0), "rb"), FileIO(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    limit_memory()
    desk = SandboxServer()
    for line in lines:
        try:
            reply = desk.handle_request(json.loads(line))
        except BaseException as error:
            reply = {"fault": describe_error(error, desk.bot_file)}
            with suppress(Exception):
                reply |= {"notes": notes_of(desk.bot)} if desk.bot is not None else {}
        if not write_line(answers, json.dumps(reply).encode() + b"\n"):
            return


def write_line(pipe: FileIO, line: bytes) -> bool:
    """Whether somebody is there to read it."""
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
    """The bot that was asked for last, and what it plays."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.options: Options = {}
        self.bot: Bot | None = None
        self.bot_file = ""

    def handle_request(self, asked: dict[str, Any]) -> dict[str, object]:
        if "bot" in asked:
            return self.load_bot(asked)
        if self.game is None or self.bot is None:
            raise Problem("there is no bot")
        bot = self.bot
        if isinstance(bot.rng, Rng):
            bot.rng.a, bot.rng.b, bot.rng.c, bot.rng.counter = asked["rng"]
        bot.notes = vec[i64](asked["notes"])
        world = unpack_state(self.game, asked["seats"], self.options, a2b_base64(asked["world"]))
        action = operator.index(bot.choose(world, asked["seat"]))
        return {"action": action, "notes": notes_of(bot)}

    def load_bot(self, asked: dict[str, Any]) -> dict[str, object]:
        self.bot = None
        self.options = asked["options"]
        self.game = game_for_options(importlib.import_module(asked["home"]).GAME, self.options)
        self.bot_file = asked["bot"].partition(":")[2].rpartition(":")[0]
        self.bot = make_bot(self.game, asked["bot"], self.options)
        return {"read_only": bool(self.bot.read_only)}


def notes_of(bot: Bot) -> list[int]:
    return [int(number) for number in bot.notes]


def describe_error(error: BaseException, file: str) -> str:
    """What went wrong, in a few words, and where in the bot's file."""
    if isinstance(error, Problem):
        return _shorten(str(error))
    places = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == file]
    where = f" at line {places[-1]}" if places else ""
    text = str(error)
    return _shorten(f"crashed{where}: {type(error).__name__}{': ' if text else ''}{text}")


def _shorten(text: str) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in text)
    return text if len(text) <= MAX_ERROR_LENGTH else text[: MAX_ERROR_LENGTH - 1] + "…"
