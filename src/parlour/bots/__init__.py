"""General bots that can play every game, and functions that make bots from their names."""

from __future__ import annotations

import importlib.util
import re
from functools import cache, partial
from pathlib import Path, PurePath
from types import ModuleType

from parlour.bots.greedy import Greedy
from parlour.bots.learned import make_learned_bot
from parlour.bots.mcts import mcts
from parlour.bots.model_file import game_models
from parlour.bots.random import Random
from parlour.bots.rollout import rollout
from parlour.kernel.game import BotMaker, Game, plain_bot
from parlour.kernel.match import Bot
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem

GENERAL_BOTS: dict[str, BotMaker] = {
    "random": plain_bot("random", Random),
    "greedy": plain_bot("greedy", Greedy),
    "rollout": rollout,
    "mcts": mcts,
}
NO_OPTIONS: Options = {}
LEARNED = "learned"  # plays by a trained model of the game
EXTERNAL_PREFIXES = ("py", "exec")  # bots that are a user's own program
INTERPRETER = re.compile(
    r"(env|python|pypy|node|deno|bun|ruby|perl|php|java|sh|bash|zsh)[\d.]*"
)  # runs the program that follows


def available_bots(game: Game) -> dict[str, BotMaker]:
    """Returns the makers of the general bots and the game's own, by name; the game's own replace general ones.

    The bot `learned` is among them if the game ships a trained model."""
    trained = {LEARNED: partial(make_learned_bot, game, NO_OPTIONS)} if game_models(game) else {}
    return {**GENERAL_BOTS, **trained, **game.bots}


def make_bot(game: Game, spec: str, options: Options = NO_OPTIONS) -> Bot:
    """Makes a bot from `name`, `name:argument`, a level, `py:path/to/bot.py:Class`, or `exec:command with arguments`.

    Bots that are programs, and trained models, also get the options of the match."""
    name, _, argument = game.coach.levels.get(spec, spec).partition(":")
    if name == "py":
        return _load_bot(argument)
    if name == "exec":
        from parlour.bots.programs.program_bot import make_program_bot

        return make_program_bot(game, argument, options)
    if name == LEARNED and name not in game.bots:
        return make_learned_bot(game, options, argument)
    makers = available_bots(game)
    if name not in makers:
        known = ", ".join([*game.coach.levels, *makers])
        raise Problem(f"There is no bot {name!r} for {game.title}; choose one of {known}.")
    return makers[name](argument)


def is_external(bot: str) -> bool:
    """Returns whether a bot's name denotes a user's own code (py: or exec:), which a server runs only if allowed."""
    return bot.partition(":")[0] in EXTERNAL_PREFIXES


def short_bot_name(bot: str) -> str:
    """Returns a short name to show for a bot: the bot's name without argument, or the name of its class or program."""
    name, _, argument = bot.partition(":")
    if name == "py":
        return argument.rpartition(":")[2]
    words = [word.strip("'\"") for word in argument.split()] if name == "exec" else []
    while len(words) > 1 and (INTERPRETER.fullmatch(PurePath(words[0]).name) or words[0].startswith("-")):
        words.pop(0)
    return PurePath(words[0]).stem or name if words else name


def own_bots(game: Game) -> list[str]:
    """Returns a game's own bots as `make_bot` takes them; a bot that needs an argument gets that of a level, else 1.

    Bots that cannot be made so are left out, and `learned` too: it is nobody's own."""
    return [bot for name in game.bots if (bot := _usable_spec(game, name)) is not None]


def _usable_spec(game: Game, name: str) -> str | None:
    for bot in (name, *(bot for bot in game.coach.levels.values() if bot.startswith(f"{name}:")), f"{name}:1"):
        try:
            make_bot(game, bot)
        except Problem:
            continue
        return bot
    return None


@cache
def _load_module(path: str, written: int) -> ModuleType:
    """Loads the Python file of a user's bot as a module, again only if the file has changed."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _load_bot(argument: str) -> Bot:
    path, _, name = argument.rpartition(":")
    if not path or not Path(path).is_file():
        raise Problem(
            f"{argument!r} does not name a bot's file and class; write py:path/to/bot.py:Class, with the path of a "
            "file that exists."
        )
    try:
        bot = getattr(_load_module(path, Path(path).stat().st_mtime_ns), name)()
    except (Exception, SystemExit) as error:
        raise Problem(
            f"The class {name} in {path} cannot be made into a bot: {str(error).rstrip('.')}; correct the file."
        ) from error
    if not isinstance(bot, Bot):
        raise Problem(f"{name} in {path} is not a bot; name a class that is derived from parlour.kernel.match.Bot.")
    return bot
