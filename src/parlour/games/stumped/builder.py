"""The bot that rushes lodges: builders and nothing but builders."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.stumped.book import BUILDER
from parlour.games.stumped.planner import mine
from parlour.games.stumped.rules import Stumped
from parlour.games.stumped.workers import Worker


class Builder(Worker):
    """Everybody works; every lodge gives a builder whenever it can."""

    def plan(self, world: Stumped, seat: i64) -> None:
        self.open_day(world)
        for beaver in mine(world, seat):
            self.work(world, beaver)
        for tile in world.lodges[:]:
            if world.lodge[tile] == seat:
                self.hire(world, tile, BUILDER)
