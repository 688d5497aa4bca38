"""The bots of Stumped by the names under which players choose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from parlour.games.stumped.bots.builder import Builder
from parlour.games.stumped.bots.chief import Chief
from parlour.games.stumped.bots.forager import Forager
from parlour.games.stumped.bots.raider import Raider
from parlour.kernel.game import BotMaker
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem

PLAYERS: Mapping[str, Callable[[], Bot]] = {
    "builder": Builder,
    "raider": Raider,
    "forager": Forager,
    "chief": Chief,
}


def make_bot(name: str, argument: str) -> Bot:
    """Returns a new bot of Stumped by name; raises Problem if an argument is given, because none of them takes one."""
    if argument:
        raise Problem(f"The bot {name} takes no argument; write {name} without {argument!r}.")
    return PLAYERS[name]()


BOTS: Mapping[str, BotMaker] = {name: partial(make_bot, name) for name in PLAYERS}
