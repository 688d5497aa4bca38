"""Hunters before the Forest, equipped by hand, and battles fought to the end in the real rules."""

from __future__ import annotations

from collections.abc import Callable

from parlour.games.hunter.options import OPTIONS
from parlour.games.hunter.rules import actions as act
from parlour.games.hunter.rules import book as b
from parlour.games.hunter.rules.rounds import Hunter, start
from parlour.games.hunter.rules.state import AFTER, BEFORE, HUNTING, MEETING
from parlour.games.hunter.study.odds.matchup import Prices
from parlour.kernel.options import resolve_options
from parlour.kernel.rng import Rng

POWER_TRACK = {1: 1, 2: 3, 3: 7}  # the first space of a power level


def hunter_before_forest(
    weapon: str,
    power: int = 1,
    rules: str = "default",
    hp: tuple[int, int] = (4, 4),
    ep: tuple[int, int] = (6, 6),
    dice: tuple[int, int] = (2, 0),
    pets: tuple[int, ...] = (0, 0, 0),
    items: dict[str, int] | None = None,
    helped: bool = False,
    **switches: str,
) -> Hunter:
    """A hunter of this weapon about to choose a monster; the other player has more points and fights afterwards."""
    other = "Sword" if weapon != "Sword" else "Bat"
    options = resolve_options(OPTIONS, {"rules": rules, "weapons": f"{weapon},{other}", **switches})
    state = start(2, options, None)
    while state.outcomes > 0:
        odds = state.odds()
        state.deal_outcome(next(outcome for outcome in range(state.outcomes) if not len(odds) or odds[outcome] > 0))
    assert isinstance(state, Hunter)
    state.track[0] = POWER_TRACK[power]
    state.hp[0], state.hp_max[0] = hp
    state.ep[0], state.ep_max[0] = ep
    state.attack[0], state.defense[0] = dice
    for level, number in enumerate(pets):
        state.pets[level] = number
    for item, pieces in (items or {}).items():
        state.gain(0, b.ITEM_NAMES.index(item), pieces)
    state.hunter[0], state.hunter[1] = b.FOREST, b.FOREST
    state.score[1] = 1
    state.apprentice[0], state.apprentice[1] = b.FOREST if helped else b.BAR, b.BAR
    state.owing = 0
    state.enter_forest()
    assert state.phase == HUNTING
    assert state.fighter == 0
    return state


def enter_battle(state: Hunter, monster: int, party: tuple[int, ...] = (0, 0, 0)) -> None:
    """Goes for the level of this monster, and is dealt it."""
    for level, number in enumerate(party):
        for _ in range(number):
            state.play(0, act.BRING + level)
    state.play(0, act.HUNT + monster // b.PER_LEVEL)
    state.deal_outcome(monster % b.PER_LEVEL)
    if state.phase == MEETING:
        state.play(0, act.ACCEPT)


def fight_to_end(state: Hunter, rng: Rng, choose: Callable[[Hunter], int]) -> bool:
    """Fights the battle to its end, and says whether it was won."""
    before = sum(state.kills)
    while state.fighter == 0:
        if state.outcomes > 0:
            state.deal_outcome(rng.below(state.outcomes))
        else:
            assert state.phase in (BEFORE, AFTER)
            action = choose(state)
            assert action in state.legal(0)
            state.play(0, action)
    return sum(state.kills) > before


def remaining_value(state: Hunter, prices: Prices) -> float:
    """HP, EP and items at these prices."""
    worth = prices.hp * int(state.hp[0]) + prices.ep * int(state.ep[0])
    return worth + sum(prices.items[item] * int(state.count(0, item)) for item in range(b.ITEMS))


def total_value(state: Hunter, prices: Prices) -> float:
    """All that a player has; for prices that make no Beer or Blood Bag worth using up."""
    worth = prices.point * int(state.score[0]) + prices.money * int(state.money[0]) + prices.exp * int(state.exp[0])
    worth += prices.step * int(state.track[0]) + remaining_value(state, prices)
    return worth + sum(prices.pets[level] * int(state.pets[level]) for level in range(b.LEVELS))
