"""Short texts for the log that say why the stage bot chose an answer."""

from __future__ import annotations

from parlour.games.hunter.bots.entries import missing_for_milestone, required_ep
from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import (
    BEER,
    BLOOD,
    FAKE_BLOOD,
    GRENADE,
    ITEM_NAMES,
    MAX_ATTACK_DICE,
    MAX_DEFENSE_DICE,
)
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.windows import can_fire, cannot_tame

UPGRADE_ITEMS = {int(a.RAISE_EP): BEER, int(a.PUT_BEER): BEER, int(a.RAISE_HP): BLOOD, int(a.PUT_BLOOD): BLOOD}
FIXED_REASONS = {
    int(a.FINISH): "",  # the event says enough
    int(a.ARM): "ready for the first hit",
    int(a.TAME): "a pet is worth more than the blow",
    int(a.AGAIN): "the same blow once more",
    int(a.ACCEPT): "this one will do",
    int(a.CHANGE): "that one would strike first",
    int(a.RECOVER_HP): "HP are the lower share",
    int(a.RECOVER_EP): "EP are the lower share",
}


def reason(city: Hunter, seat: int, action: int, sure: int) -> str:
    """Returns in a few words why the stage bot chose an action, empty if there is nothing to say; `sure` is the damage
    of all its explosives."""
    if action in FIXED_REASONS:
        return FIXED_REASONS[action]
    if action in UPGRADE_ITEMS:
        return upgrade_reason(city, seat, action)
    if action in (a.DRINK, a.HEAL):
        return remedy_reason(city, seat, action)
    if action in (a.ATTACK_DIE, a.DEFENSE_DIE):
        return training_reason(city, seat, action)
    if a.BUY <= action < a.FINISH:
        free = city.capacity(seat) - city.used(seat)
        return f"first on the list that ${city.money[seat]} and room for {free} allow"
    if a.DISCARD <= action < a.BRING:
        item = action - int(a.DISCARD)
        return "it came last" if item in (BEER, BLOOD) else f"{ITEM_NAMES[item]} is the largest"
    if a.BRING <= action < a.HUNT:
        return "the best pet that EP pay for"
    return battle_reason(city, seat, action, sure)


def remedy_reason(city: Hunter, seat: int, action: int) -> str:
    if city.phase == s.OVERFLOW:
        return "rather used than thrown away"
    if city.phase in (s.SELECTION, s.RESTING):
        return "after a battle everything to the full"
    return f"stage {city.stage[seat]} needs {required_ep(city, seat)} EP" if action == a.DRINK else "HP to the full"


def upgrade_reason(city: Hunter, seat: int, action: int) -> str:
    missing = missing_for_milestone(city, seat, UPGRADE_ITEMS[action])
    if 0 < missing <= city.count(seat, UPGRADE_ITEMS[action]):
        return "it completes a milestone"
    if city.phase == s.OVERFLOW:
        return "rather upgraded than thrown away"
    if action in (a.PUT_BEER, a.PUT_BLOOD):
        return f"stage {city.stage[seat]} collects for a milestone"
    return f"stage {city.stage[seat]} upgrades whole sets"


def training_reason(city: Hunter, seat: int, action: int) -> str:
    exp = city.exp[seat]
    if action == a.ATTACK_DIE:
        full, kind, other = city.defense[seat] >= MAX_DEFENSE_DICE, "attack", "defense"
    else:
        full, kind, other = city.attack[seat] >= MAX_ATTACK_DICE, "defense", "attack"
    return f"all {other} dice are bought" if full else f"{kind}, with {exp} EXP; {other} the next time"


def battle_reason(city: Hunter, seat: int, action: int, sure: int) -> str:
    if action == a.USE + FAKE_BLOOD - GRENADE:
        return "Fake Blood at once, for the points"
    if city.phase == s.RESTING:
        return ""
    left = city.monster_hp
    if a.USE <= action < a.ENDURE:
        return f"{sure} sure damage for {left} HP"
    if action == a.ENDURE and city.phase == s.BEFORE and not can_fire(city, seat):
        return "nothing to shoot with"
    if action == a.ENDURE and sure >= left and cannot_tame(city, seat) == 0:
        return "it will be tame in a moment"
    return f"{sure} sure damage is not enough for {left} HP" if sure else ""
