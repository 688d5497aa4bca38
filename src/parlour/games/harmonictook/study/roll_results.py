"""The coins of all seats after every possible roll, payments to other players included."""

from __future__ import annotations

from parlour.games.harmonictook.rules import state as s
from parlour.games.harmonictook.rules.turns import Harmonictook
from parlour.games.harmonictook.text.rulebook import ONE_DIE, TWO_DICE

INCOME_PHASES = range(int(s.TOWER), int(s.EXHIBITION) + 1)  # the questions between the roll and the building
AVERAGE_OUTCOMES = {6: 2, 36: 15}  # the outcome that stands for an extra roll: 3, or 3 and 4


def play_out_income(world: Harmonictook) -> list[int]:
    """Plays this position on until building and returns the coins of all seats; questions get default answers, and an
    extra roll of a card is taken as 3, or 3 and 4."""
    while (world.owing and world.phase in INCOME_PHASES) or (world.outcomes and world.chance_kind == s.CARD_ROLL):
        if world.outcomes:
            world.deal_outcome(AVERAGE_OUTCOMES[int(world.outcomes)])
        else:
            world.play(world.active, world.default_answer(world.active))
    return [int(coins) for coins in world.coins]


def purses_after_total(town: Harmonictook, total: int) -> list[int]:
    """Returns the coins of all seats after the income if the roll that is due now shows this total."""
    world = town.clone()
    world.deal_outcome(total - 1 if world.outcomes == 6 else max(0, total - 7) * 6 + min(total - 2, 5))
    return play_out_income(world)


def purses_by_total(town: Harmonictook) -> tuple[dict[int, list[int]], list[float]]:
    """Returns the coins of all seats after each possible total of the roll that is due now, and their average."""
    ways, of = (ONE_DIE, 6) if town.outcomes == 6 else (TWO_DICE, 36)
    found = {total: purses_after_total(town, total) for total, count in enumerate(ways) if count}
    seats = range(int(town.seats))
    return found, [sum(ways[total] * purse[seat] for total, purse in found.items()) / of for seat in seats]
