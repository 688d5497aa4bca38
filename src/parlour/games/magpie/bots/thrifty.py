"""The bot thrifty of Magpie: it bids each trinket's share of its purse."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.magpie.rules import Magpie
from parlour.kernel.match import Bot
from parlour.kernel.state import State


class Thrifty(Bot):
    """A bot that spreads its stones over the trinkets that are left, by worth, and adds a little noise to its bids."""

    def choose(self, world: State, seat: i64) -> i64:
        assert isinstance(world, Magpie)
        worth = world.prize + 1
        ahead = worth
        for kind in range(len(world.bag)):
            ahead += world.bag[kind] * (kind + 1)
        purse = world.purse[seat]
        fair = purse * worth * world.seats // (ahead + worth * (world.seats - 1))
        return min(purse, fair + self.rng.below(3))
