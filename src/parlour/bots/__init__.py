"""Players that know no game, and how every player is called by name."""

from __future__ import annotations

import importlib.util
import re
from functools import cache
from pathlib import Path, PurePath
from types import ModuleType

from parlour.bots.greedy import greedy
from parlour.bots.mcts import mcts
from parlour.bots.random import random
from parlour.bots.rollout import rollout
from parlour.kernel.game import BotMaker, Game
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem

GENERAL_BOTS: dict[str, BotMaker] = {"random": random, "greedy": greedy, "rollout": rollout, "mcts": mcts}
NO_OPTIONS: Options = {}
EXTERNAL_PREFIXES = ("py", "exec")  # bots that are a program of somebody's
INTERPRETER = re.compile(
    r"(env|python|pypy|node|deno|bun|ruby|perl|php|java|sh|bash|zsh)[\d.]*"
)  # runs what it is told to


def available_bots(game: Game) -> dict[str, BotMaker]:
    """Who may sit at this game; a game's own bots stand before the blind ones of the same name."""
    return {**GENERAL_BOTS, **game.bots}


def make_bot(game: Game, spec: str, options: Options = NO_OPTIONS) -> Bot:
    """A bot from `name`, `name:argument`, a level, `py:path/to/bot.py:Class`, or `exec:command with arguments`.

    Programs are told the options of the match."""
    name, _, argument = game.levels.get(spec, spec).partition(":")
    if name == "py":
        return _load_bot(argument)
    if name == "exec":
        from parlour.bots.programs.program_bot import make_program_bot

        return make_program_bot(game, argument, options)
    makers = available_bots(game)
    if name not in makers:
        known = ", ".join([*game.levels, *makers])
        raise Problem(f"There is no bot {name!r} in {game.title}; there is {known}.")
    return makers[name](argument)


def is_external(bot: str) -> bool:
    """Whether a bot is a program of somebody's, to be run only if whoever sits here wants it."""
    return bot.partition(":")[0] in EXTERNAL_PREFIXES


def short_bot_name(bot: str) -> str:
    """What a bot is called in a word: of a class or a program its own name."""
    name, _, argument = bot.partition(":")
    if name == "py":
        return argument.rpartition(":")[2]
    words = [word.strip("'\"") for word in argument.split()] if name == "exec" else []
    while len(words) > 1 and (INTERPRETER.fullmatch(PurePath(words[0]).name) or words[0].startswith("-")):
        words.pop(0)
    return PurePath(words[0]).stem or name if words else name


def own_bots(game: Game) -> list[str]:
    """The game's own bots; one that needs an argument is called as a level calls it, or with 1."""
    return [bot for name in game.bots if (bot := _usable_spec(game, name)) is not None]


def _usable_spec(game: Game, name: str) -> str | None:
    for bot in (name, *(bot for bot in game.levels.values() if bot.startswith(f"{name}:")), f"{name}:1"):
        try:
            make_bot(game, bot)
        except Problem:
            continue
        return bot
    return None


@cache
def _load_module(path: str, written: int) -> ModuleType:
    """A bot's file, run once for as long as it is not written anew."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _load_bot(argument: str) -> Bot:
    path, _, name = argument.rpartition(":")
    if not path or not Path(path).is_file():
        raise Problem(f"A bot from a file is written py:path/to/bot.py:Class; {argument!r} names no file and class.")
    try:
        bot = getattr(_load_module(path, Path(path).stat().st_mtime_ns), name)()
    except (Exception, SystemExit) as error:
        raise Problem(f"The bot {name} in {path} cannot be made: {error}") from error
    if not isinstance(bot, Bot):
        raise Problem(f"{name} in {path} is no parlour.kernel.match.Bot.")
    return bot
