"""The bots of Stumped by the names under which players choose them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from parlour.games.stumped.bots.builder import Builder
from parlour.games.stumped.bots.chief import Chief
from parlour.games.stumped.bots.forager import Forager
from parlour.games.stumped.bots.raider import Raider
from parlour.games.stumped.bots.steward import Steward
from parlour.kernel.game import BotMaker, plain_bot
from parlour.kernel.match import Bot

PLAYERS: Mapping[str, Callable[[], Bot]] = {
    "builder": Builder,
    "raider": Raider,
    "forager": Forager,
    "steward": Steward,
    "chief": Chief,
}
BOTS: Mapping[str, BotMaker] = {name: plain_bot(name, make) for name, make in PLAYERS.items()}
