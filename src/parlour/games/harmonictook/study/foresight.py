"""Rolls played out: what every total does to the purses, tolls included."""

from __future__ import annotations

from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.text.rulebook import ONE_DIE, TWO_DICE

QUESTIONS = range(int(s.TOWER), int(s.EXHIBITION) + 1)  # between the roll and the building
AVERAGE = {6: 2, 36: 15}  # the outcome of an extra roll that stands for all: 3, or 3 and 4


def settled(world: Harmonictook) -> list[int]:
    """The purses before building; whoever is asked answers as by default, and an extra roll shows the average."""
    while (world.owing and world.phase in QUESTIONS) or (world.outcomes and world.errand == s.EXTRA):
        if world.outcomes:
            world.deal_outcome(AVERAGE[int(world.outcomes)])
        else:
            world.play(world.active, world.default_answer(world.active))
    return [int(coins) for coins in world.coins]


def fallen(town: Harmonictook, total: int) -> list[int]:
    """The purses after dice that are about to fall have shown this total."""
    world = town.clone()
    world.deal_outcome(total - 1 if world.outcomes == 6 else max(0, total - 7) * 6 + min(total - 2, 5))
    return settled(world)


def purses(town: Harmonictook) -> tuple[dict[int, list[int]], list[float]]:
    """The purses by total, and on average."""
    ways, of = (ONE_DIE, 6) if town.outcomes == 6 else (TWO_DICE, 36)
    found = {total: fallen(town, total) for total, count in enumerate(ways) if count}
    seats = range(int(town.seats))
    return found, [sum(ways[total] * purse[seat] for total, purse in found.items()) / of for seat in seats]
