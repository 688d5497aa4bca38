"""The players of Stumped by name."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.stumped.builder import Builder
from parlour.kernel.game import BotMaker
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem


def builder(argument: str) -> Bot:
    return plain(Builder(), argument)


def plain(bot: Bot, argument: str) -> Bot:
    """A bot that takes no argument."""
    if argument:
        raise Problem(f"The bot {type(bot).__name__.lower()} takes no argument.")
    return bot


BOTS: Mapping[str, BotMaker] = {"builder": builder}
