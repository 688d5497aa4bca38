"""Short texts for the log that say why the stage bot chose an answer."""

from __future__ import annotations

from parlour.games.hunter.bots.entries import required_ep
from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules import state as s
from parlour.games.hunter.rules.book import BEER, BLOOD, FAKE_BLOOD, GRENADE, ITEM_NAMES, MAX_ATTACK_DICE
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.windows import can_fire, cannot_tame

UPGRADE_REASONS = {int(a.RAISE_EP): "a whole set of Beers", int(a.RAISE_HP): "a whole set of Blood Bags"}
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
    """Returns in a few words why the stage bot chose an action, empty if there was no choice; `sure` is the damage of
    all its explosives."""
    if action in FIXED_REASONS:
        return FIXED_REASONS[action]
    if action in UPGRADE_REASONS:
        return UPGRADE_REASONS[action]
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
    if city.phase == s.SELECTION:
        return "after a battle everything to the full"
    return f"stage {city.stage[seat]} needs {required_ep(city, seat)} EP" if action == a.DRINK else "HP to the full"


def training_reason(city: Hunter, seat: int, action: int) -> str:
    exp = city.exp[seat]
    if action == a.ATTACK_DIE:
        return f"attack, with {exp} EXP"
    if city.attack[seat] >= MAX_ATTACK_DICE:
        return "all attack dice are bought"
    return f"defense, with {exp} EXP; attack the next time"


def battle_reason(city: Hunter, seat: int, action: int, sure: int) -> str:
    if action == a.USE + FAKE_BLOOD - GRENADE:
        return "Fake Blood at once, for the points"
    left = city.monster_hp
    if a.USE <= action < a.ENDURE:
        return f"{sure} sure damage for {left} HP"
    if action == a.ENDURE and city.phase == s.BEFORE and not can_fire(city, seat):
        return "nothing to shoot with"
    if action == a.ENDURE and sure >= left and cannot_tame(city, seat) == 0:
        return "it will be tame in a moment"
    return f"{sure} sure damage is not enough for {left} HP" if sure else ""
