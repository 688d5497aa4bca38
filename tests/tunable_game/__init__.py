"""Archery: Magpie with a tunable bot. The nearer its dials are to the optimum, the better it bids."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.games.magpie import GAME as MAGPIE
from parlour.games.magpie.rules import Magpie
from parlour.kernel.coach import Coach
from parlour.kernel.match import Bot
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.study import Dial, Study, Tuning

OPTIMUM = (0.8, -3.0)
DIALS = (Dial("aim", 0.0, 1.0, 0.2), Dial("windage", -5.0, 5.0, 2.0))


def distance_to_optimum(values: Sequence[float]) -> float:
    """Returns the largest distance of a dial from its optimum, as a share of the dial's range."""
    return max(
        abs(value - mark) / (dial.high - dial.low) for value, mark, dial in zip(values, OPTIMUM, DIALS, strict=True)
    )


class TunableBot(Bot):
    """Bids like thrifty, but nothing at a rate that grows with the distance to the optimum."""

    def __init__(self, values: Sequence[float]) -> None:
        super().__init__()
        self.zero_bid_rate = int(1000 * distance_to_optimum(values))
        self.thrifty = MAGPIE.bots["thrifty"]("")

    def choose(self, world: State, seat: int) -> int:
        self.thrifty.rng = self.rng
        return 0 if self.rng.below(1000) < self.zero_bid_rate else self.thrifty.choose(world, seat)


class ObservedMatch(NamedTuple):
    """The seat and the prizes that a RecordingBot saw in a match."""

    seat: int
    prizes: list[int]


class RecordingBot(Bot):
    """Bids nothing and records the prizes of every match."""

    matches: list[ObservedMatch] = []

    def __init__(self) -> None:
        super().__init__()
        self.prizes: list[int] = []

    def choose(self, world: State, seat: int) -> int:
        assert isinstance(world, Magpie)
        if not self.prizes:
            self.matches.append(ObservedMatch(seat, self.prizes))
        self.prizes.append(world.prize)
        return 0


def make_recording_bot(argument: str) -> Bot:
    return RecordingBot()


def make_tunable_bot(argument: str) -> Bot:
    if argument == "lame":
        raise Problem("A lame archer stays at home.")
    return TunableBot([float(word) for word in argument.split("/")])


def format_bot_name(values: Sequence[float]) -> str:
    return "archer:" + "/".join(f"{value:g}" for value in values)


def format_dial_values(values: Sequence[float]) -> str:
    return "".join(f"{dial.name} = {value:g}\n" for dial, value in zip(DIALS, values, strict=True))


GAME = MAGPIE._replace(
    name="archery",
    title="Archery",
    home=__name__,
    bots={**MAGPIE.bots, "archer": make_tunable_bot, "witness": make_recording_bot},
    coach=Coach(best="thrifty"),
    study=Study(tuning=Tuning(DIALS, format_bot_name, format_dial_values)),
)
