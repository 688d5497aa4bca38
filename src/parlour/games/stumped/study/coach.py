"""The coach of Stumped: hints with the orders that the strongest bot would give in this turn, unit by unit."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.stumped.bots.roster import BOTS
from parlour.games.stumped.rules.actions import AMOUNT, END, HARVEST, NOWHERE, RECRUIT, TILES
from parlour.games.stumped.rules.orders import largest_amount, target_tile
from parlour.games.stumped.rules.state import CHOOSING, MEASURING
from parlour.games.stumped.rules.turns import Stumped
from parlour.games.stumped.text.questions import label
from parlour.games.stumped.view import view
from parlour.kernel.coach import Hint
from parlour.kernel.state import State
from parlour.kernel.text import MatchContext

ADVISER = "chief"
NO_USE = "there is no good use for it now; this is as good as anything"


class PlannedOrder(NamedTuple):
    """One order that the coach's bot would give to a unit in this turn, with the order's label in words."""

    tile: int
    origin: int  # where the unit stood when the turn was planned
    order: int
    amount: int  # 0: the order takes none
    text: str


def hints(context: MatchContext, state: State, seat: int) -> list[Hint]:
    assert isinstance(state, Stumped)
    world = state.clone()
    world.unit, world.order, world.phase = NOWHERE, 0, CHOOSING
    plan = plan_turn(context, world, seat)
    if state.phase == CHOOSING:
        return hints_by_unit(state, plan)
    mine = [one for one in plan if one.tile == state.unit]
    if state.phase == MEASURING:
        return [amount_hint(state, mine)]
    if not mine:
        return [Hint(int(state.legal(seat)[0]), None, NO_USE)]
    return [Hint(mine[0].order, None, "the best use of it now")]


def plan_turn(context: MatchContext, world: Stumped, seat: int) -> list[PlannedOrder]:
    """Plays the rest of a player's turn in `world` as the coach's bot would, and returns the orders it gave."""
    bot = BOTS[ADVISER]("")
    found: list[PlannedOrder] = []
    origins: dict[int, int] = {}
    while world.player == seat and world.owes(seat):
        chosen = int(bot.choose(world, seat))
        if chosen == END:
            break
        tile = chosen - int(TILES)
        world.play(seat, chosen)
        order = int(bot.choose(world, seat))
        text = label(context, view(world, seat), order)
        asked = largest_amount(world, tile, order) > 1
        there = target_tile(world, tile, order)
        world.play(seat, order)
        amount = 0
        if asked:
            amount = int(bot.choose(world, seat)) - int(AMOUNT)
            text = f"{text.partition(' (')[0]} ({amount})"
            world.play(seat, int(AMOUNT) + amount)
        origin = origins.pop(tile, tile) if order < RECRUIT else tile
        origins[int(there) if order < HARVEST else tile] = origin
        found.append(PlannedOrder(tile, origin, order, amount, text))
    return found


def hints_by_unit(state: Stumped, plan: list[PlannedOrder]) -> list[Hint]:
    """Returns the coach's hint for each unit that can be chosen now and has orders in the plan; without any, a hint to
    end the turn."""
    legal = {int(action) for action in state.legal(state.player)}
    found: dict[int, list[str]] = {}
    for one in plan:
        if one.origin + int(TILES) in legal:
            texts = found.setdefault(one.origin, [])
            texts.append(one.text.partition(" (")[0] if texts else one.text)
    hints_found = [Hint(tile + int(TILES), None, ", then ".join(texts)) for tile, texts in found.items()]
    return hints_found or [Hint(int(END), None, "there is nothing left worth doing")]


def amount_hint(state: Stumped, mine: list[PlannedOrder]) -> Hint:
    wanted = [one.amount for one in mine if one.order == state.order and one.amount]
    if wanted:
        return Hint(int(AMOUNT) + wanted[0], None, "as much as is wise")
    return Hint(
        int(AMOUNT + largest_amount(state, state.unit, state.order)), None, "all there is, and the beaver is free"
    )
