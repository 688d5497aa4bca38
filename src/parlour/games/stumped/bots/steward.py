"""The bot `steward` of Stumped: gathers food for paid recruits, and builds in peace."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.stumped.bots.planner import own_beavers
from parlour.games.stumped.bots.tasks import TaskBot
from parlour.games.stumped.rules.turns import Stumped


class Steward(TaskBot):
    """A bot whose beavers each take their best task, gathering food for recruits included; it never attacks, and takes
    from no lodge."""

    def __init__(self) -> None:
        super().__init__()
        self.gathers = True

    def plan(self, world: Stumped, seat: i64) -> None:
        self.reset_claims(world)
        for beaver in own_beavers(world, seat):
            self.work(world, beaver)
        for tile in world.lodges[:]:
            if world.lodge[tile] == seat:
                self.recruit(world, tile, self.worker_to_recruit(world))
