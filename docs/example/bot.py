"""A bot that pays for each trinket its share of the purse."""

from __future__ import annotations

from jackdaw.rules import Jackdaw

from parlour.kernel.match import Bot
from parlour.kernel.state import State


class Fair(Bot):
    def choose(self, world: State, seat: int) -> int:
        assert isinstance(world, Jackdaw)
        worth = world.prize + 1
        ahead = worth + sum(count * (kind + 1) for kind, count in enumerate(world.bag))
        share = world.purse[seat] * worth * world.seats // (ahead + worth * (world.seats - 1))
        return min(world.purse[seat], share + self.rng.below(3))
