"""The random bot, which plays any game."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.kernel.match import Bot
from parlour.kernel.state import State


class Random(Bot):
    """A bot that chooses any legal answer, all equally likely."""

    def __init__(self) -> None:
        super().__init__()
        self.read_only = True

    def choose(self, world: State, seat: i64) -> i64:
        return self.rng.pick(world.legal(seat))
