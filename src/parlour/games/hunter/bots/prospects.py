"""The ranger bot's estimate, in points, of what a hunt in the Forest is worth."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.hunter.rules.book import (
    BATTERY,
    BEER,
    BLOOD,
    BOMB,
    BULLET,
    DOUBLE_LOOT,
    DOUBLE_REWARDS,
    DYNAMITE,
    FAKE_BLOOD,
    FOREST,
    GRENADE,
    KILL_EXP,
    KILL_MONEY,
    LEVELS,
    MONSTERS_PER_LEVEL,
    TRACK_END,
)
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.study.odds.forecast import chance_against
from parlour.games.hunter.study.odds.matchup import Prices
from parlour.kernel.state import NOBODY

AMMUNITION_FIRST: Final[i64] = 3  # pieces of ammunition bought before anything else
HP_LOST_WINNING: Final = 0.5  # share of the HP lost in a battle that is won


class Prospect:
    """The estimate of a hunt: the level of the monster, the chance to win and the value of the fight in points."""

    def __init__(self) -> None:
        self.level: i64 = 0
        self.chance = 0.0
        self.value = -1000.0


def level_chance(city: Hunter, seat: i64, level: i64) -> float:
    """Returns a seat's average chance to win against the monsters of a level that may still be drawn."""
    sum = 0.0
    count = 0.0
    for monster in range((level - 1) * MONSTERS_PER_LEVEL, level * MONSTERS_PER_LEVEL):
        if (city.removed_monsters >> monster) & 1 == 1:
            continue
        sum += chance_against(city, seat, monster)
        count += 1.0
    return sum / count


def victory_value(city: Hunter, seat: i64, level: i64, prices: Prices) -> float:
    """Returns the value, at these prices of resources, of defeating an average monster of a level: points, loot, power
    track, and the EXP and money of powers in force."""
    book = city.book
    times = 2.0 if city.has(seat, DOUBLE_REWARDS) else 1.0
    loot = 2.0 if city.has(seat, DOUBLE_LOOT) else times
    sum = 0.0
    for monster in range((level - 1) * MONSTERS_PER_LEVEL, level * MONSTERS_PER_LEVEL):
        sum += times * prices.point * int(book.points[monster])
        sum += loot * prices.money * int(book.money[monster])
        sum += loot * prices.items[BEER] * int(book.beer[monster])
        sum += loot * prices.items[BLOOD] * int(book.bags[monster])
    sum /= 12.0
    steps = TRACK_END - city.track[seat]
    if steps > level:
        steps = level
    sum += prices.step * int(steps)
    if city.has(seat, KILL_EXP):
        sum += prices.exp * int(city.value(seat, KILL_EXP))
    if city.has(seat, KILL_MONEY):
        sum += prices.money * int(city.value(seat, KILL_MONEY))
    return sum


def level_prospect(city: Hunter, seat: i64, level: i64, prices: Prices) -> Prospect:
    """Estimates the chance to win and the value for a seat that hunts a monster of this level now."""
    found = Prospect()
    found.level = level
    found.chance = level_chance(city, seat, level)
    lost = 1.0 - found.chance
    hp = float(int(city.hp[seat]))
    hurt = hp * (lost + HP_LOST_WINNING * found.chance)
    room = 15.0 - int(city.exp[seat])
    learned = hurt + lost if hurt + lost < room else room
    found.value = found.chance * victory_value(city, seat, level, prices) + learned * prices.exp
    found.value -= hurt * prices.hp + lost * prices.defeat + int(level + 1) * prices.ep
    return found


def best_hunt(city: Hunter, seat: i64, prices: Prices) -> Prospect:
    """Returns the estimate (level, chance, value) of the most valuable hunt that the seat has the EP for; level 0 and
    value -1000 if it has too few EP for any."""
    best = Prospect()
    party = city.party_cost(seat) if city.fighter == seat else 0
    for level in range(1, LEVELS + 1):
        if level + 1 + party <= city.ep[seat] + city.surplus:
            found = level_prospect(city, seat, level, prices)
            if found.value > best.value:
                best = found
    return best


def prospect_after_store(city: Hunter, seat: i64, helped: bool, prices: Prices) -> Prospect:
    """Estimates a seat's best hunt (level, chance, value) if its hunter goes to the Forest this round and first uses
    its supplies and shops; `helped`: its apprentice comes along."""
    world = city.clone()
    world.hunter[seat] = FOREST
    world.apprentice[seat] = FOREST if helped else NOBODY
    use_remedies(world, seat)
    drop_overflow(world, seat)
    spent = stock_up(world, seat)
    best = best_hunt(world, seat, prices)
    best.value -= int(spent) * prices.money * best.chance
    return best


def use_remedies(world: Hunter, seat: i64) -> None:
    """In a trial copy of the state, uses a seat's Beers for EP and its Blood Bags for HP, up to the maximum."""
    while world.count(seat, BEER) > 0 and world.ep[seat] < world.ep_max[seat]:
        world.lose_item(seat, BEER)
        world.ep[seat] += 1
    while world.count(seat, BLOOD) > 0 and world.hp[seat] < world.hp_max[seat]:
        world.lose_item(seat, BLOOD)
        world.hp[seat] += 1


def drop_overflow(world: Hunter, seat: i64) -> None:
    """Removes a seat's items above its carrying capacity from a trial copy of the state, the least useful first."""
    for item in (BEER, BLOOD, FAKE_BLOOD, GRENADE, BOMB, DYNAMITE):
        while world.count(seat, item) > 0 and world.used(seat) > world.capacity(seat):
            world.lose_item(seat, item)


def stock_up(world: Hunter, seat: i64) -> i64:
    """Buys ammunition, then the largest explosives that fit, in a trial copy of the state; returns the money spent."""
    spent: i64 = 0
    item = next_purchase(world, seat)
    while item != NOBODY:
        price = world.price(seat, item)
        spent += price
        world.money[seat] -= price
        world.gain_items(seat, item, 1)
        item = next_purchase(world, seat)
    return spent


def next_purchase(world: Hunter, seat: i64) -> i64:
    for item in (BULLET, BATTERY):
        if world.count(seat, item) < AMMUNITION_FIRST and world.can_buy_and_carry(seat, item):
            return item
    for item in (DYNAMITE, BOMB, GRENADE):
        if world.can_buy_and_carry(seat, item):
            return item
    return NOBODY
