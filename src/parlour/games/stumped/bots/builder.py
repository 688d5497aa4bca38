"""The bot `builder` of Stumped: recruits only builders and builds lodges as fast as it can."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.stumped.bots.habits import HabitBot
from parlour.games.stumped.rules.book import BUILDER
from parlour.games.stumped.rules.turns import Stumped


class Builder(HabitBot):
    """A bot whose beavers all chop wood and build lodges; every lodge recruits a builder whenever it can."""

    def plan(self, world: Stumped, seat: i64) -> None:
        self.act_with_all(world)
        self.recruit_everywhere(world, BUILDER)

    def act(self, world: Stumped, beaver: i64) -> None:
        self.chop_and_build(world, beaver)
