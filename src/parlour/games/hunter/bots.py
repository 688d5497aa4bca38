"""The players of Hunter & Apprentice by name."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.hunter.stage import Stage
from parlour.kernel.game import BotMaker
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem


def stage(argument: str) -> Bot:
    if argument:
        raise Problem(f"The bot stage takes no argument; {argument!r} is too much.")
    return Stage()


BOTS: Mapping[str, BotMaker] = {"stage": stage}
