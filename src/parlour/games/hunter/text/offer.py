"""The actions shown to a player of Hunter & Apprentice: the legal ones, and closed ones a player may look for."""

from __future__ import annotations

from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import (
    BATTERY,
    BEER,
    BEER_TO_BLOOD,
    BLOOD,
    BULLET,
    DOUBLE_ONCE,
    GRENADE,
    ITEMS,
    LEVELS,
    TRIPLE_ONCE,
)
from parlour.games.hunter.rules.rounds import Hunter
from parlour.kernel.state import State
from parlour.kernel.text import Offer

STORE_ORDER = (BULLET, BATTERY, *range(BEER, BULLET))  # 8.2: the order in the store


def offer(state: State, seat: int) -> list[Offer]:
    """Returns the actions to show to a player, the legal ones first, then closed ones with their reasons."""
    assert isinstance(state, Hunter)
    shown = SHOWN_BY_PHASE.get(int(state.phase), no_more_actions)(state, seat)
    legal = [int(action) for action in state.legal(seat)]
    wanted = list(dict.fromkeys([*shown, *legal]))
    offers = [Offer(int(action), int(state.refusal(seat, action))) for action in wanted]
    return sorted(offers, key=lambda one: one.reason != 0)


def no_more_actions(state: Hunter, seat: int) -> list[int]:
    return []


def remedies(state: Hunter, seat: int) -> list[int]:
    """Lists the actions to show a player for the Beers and Blood Bags held: drink, heal, the Katana's trade."""
    shown = [int(a.DRINK)] if state.count(seat, BEER) else []
    if state.count(seat, BLOOD):
        shown.append(int(a.HEAL))
    if state.count(seat, BEER) and state.has(seat, BEER_TO_BLOOD):
        shown.append(int(a.TRADE))
    return shown


def upgrades(state: Hunter, seat: int) -> list[int]:
    shown = [int(a.PUT_BEER)] if state.count(seat, BEER) else []
    return [*shown, int(a.PUT_BLOOD)] if state.count(seat, BLOOD) else shown


def board_actions(state: Hunter, seat: int) -> list[int]:
    """Lists the board actions to show a player, legal or not: use or put in supplies, trade, buy dice (section 5)."""
    return [*remedies(state, seat), *upgrades(state, seat), int(a.ATTACK_DIE), int(a.DEFENSE_DIE)]


def selection(state: Hunter, seat: int) -> list[int]:
    pairs = [int(action) for action in state.legal(seat) if action < a.DRINK]
    return [*pairs, *board_actions(state, seat)]


def store(state: Hunter, seat: int) -> list[int]:
    goods = [int(a.BUY + item) for item in STORE_ORDER if state.is_sold_to(seat, item)]
    return [int(a.FINISH), *goods, *board_actions(state, seat)]


def overflow(state: Hunter, seat: int) -> list[int]:
    """Lists the actions to show a player who carries too much: use or put in supplies, discard items held (8.3)."""
    thrown = [int(a.DISCARD + item) for item in range(ITEMS) if state.count(seat, item)]
    return [*(one for one in remedies(state, seat) if one != a.TRADE), *upgrades(state, seat), *thrown]


def hunting(state: Hunter, seat: int) -> list[int]:
    levels = [int(a.HUNT) + level for level in range(LEVELS)]
    pets = [int(a.BRING) + level for level in range(LEVELS) if state.pets[seat * LEVELS + level]]
    return [*levels, *pets, *remedies(state, seat)]


def meeting(state: Hunter, seat: int) -> list[int]:
    return [int(a.ACCEPT), int(a.CHANGE)]


def item_actions(state: Hunter, seat: int) -> list[int]:
    """Lists the actions to show a fighting player for the explosives and Fake Blood held."""
    return [int(a.USE + item - GRENADE) for item in range(GRENADE, BULLET) if state.count(seat, item)]


def before(state: Hunter, seat: int) -> list[int]:
    aim = [int(a.ARM)] if state.has(seat, TRIPLE_ONCE) else []
    return [int(a.ATTACK), *aim, int(a.TAME), *item_actions(state, seat), *remedies(state, seat)]


def after(state: Hunter, seat: int) -> list[int]:
    again = [int(a.AGAIN)] if state.has(seat, DOUBLE_ONCE) else []
    return [int(a.ENDURE), *again, *item_actions(state, seat), *remedies(state, seat)]


def resting(state: Hunter, seat: int) -> list[int]:
    return [int(a.ENDURE), *board_actions(state, seat)]


SHOWN_BY_PHASE = {
    int(s.SELECTION): selection,
    int(s.STORE): store,
    int(s.OVERFLOW): overflow,
    int(s.HUNTING): hunting,
    int(s.MEETING): meeting,
    int(s.BEFORE): before,
    int(s.AFTER): after,
    int(s.RESTING): resting,
}
