"""The strongest bot: works like a master, sends nobody where others are, and fights when it pays."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.stumped.book import BUILDER
from parlour.games.stumped.planner import mine
from parlour.games.stumped.rules import Stumped
from parlour.games.stumped.workers import Worker


class Chief(Worker):
    """Work first."""

    def __init__(self) -> None:
        super().__init__()
        self.recycles = True
        self.steals = True

    def plan(self, world: Stumped, seat: i64) -> None:
        self.open_day(world)
        for beaver in mine(world, seat):
            self.work(world, beaver)
        for tile in world.lodges[:]:
            if world.lodge[tile] == seat:
                self.hire(world, tile, BUILDER)
