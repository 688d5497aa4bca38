"""Forecasts of battles, cached: the chance to win, the best worth and the best action before or after an attack."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules import actions as act
from parlour.games.hunter.rules import book as b
from parlour.games.hunter.rules.state import City
from parlour.games.hunter.study.odds.battle_odds import (
    ARM_KNIFE,
    HEAL,
    KILL,
    STRIKE_AGAIN,
    TAME,
    THROW,
    USE_FAKE_BLOOD,
    Odds,
)
from parlour.games.hunter.study.odds.ends import explosives_to_throw
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, STRUCK_FIRST, Fight, Worth, tie_break_worth
from parlour.games.hunter.study.odds.matchup import Prices, current_fight, fight_with_party, worth_of

CACHE_LIMIT: Final[i64] = 20_000  # forecasts; a full cache is cleared


class Forecast:
    """The forecast of a battle by the best plan: the chance to win, the worth, and the plan's first choice."""

    def __init__(self, chance: float, worth: float, choice: i64) -> None:
        self.chance = chance
        self.worth = worth
        self.choice = choice


FORECAST_CACHE: Final[dict[tuple[object, ...], Forecast]] = {}
CHANCES_CACHE: Final[dict[tuple[object, ...], vec[float]]] = {}
TIE_BREAK: Final = tie_break_worth()


def forecast_fight(fight: Fight, worth: Worth, by_chance: bool) -> Forecast:
    """Returns the forecast of a battle played for the highest worth, or with `by_chance` for the chance to win and then
    the worth."""
    key = (fight.numbers(), worth.numbers(), by_chance)
    known = FORECAST_CACHE.get(key)
    if known is None:
        odds = Odds(fight, worth, by_chance)
        known = Forecast(odds.chance, odds.worth, odds.choice)
        if len(FORECAST_CACHE) >= CACHE_LIMIT:
            FORECAST_CACHE.clear()
        FORECAST_CACHE[key] = known
    return known


def chance_of(fight: Fight) -> float:
    """Returns the chance to win a fight if nothing but the victory counts."""
    return forecast_fight(fight, TIE_BREAK, True).chance


def chance_against(city: City, seat: i64, monster: i64) -> float:
    """Returns a seat's chance to win against a monster if it were met now with the pets already brought."""
    fight = fight_with_party(city, seat, monster)
    if is_plain_monster(fight):
        return chances_by_hp(fight, most_hp_of_level(city, monster))[fight.monster_hp]
    return chance_of(fight)


def is_plain_monster(fight: Fight) -> bool:
    """Whether one battle solution serves for any HP of the monster: it has no rage, regeneration or first strike."""
    return fight.rage_half == 0 and fight.regen == 0 and fight.moment != STRUCK_FIRST


def most_hp_of_level(city: City, monster: i64) -> i64:
    """Returns the most HP of any monster of this monster's level, with the present boost."""
    book = city.book
    most: i64 = 0
    for other in range(b.MONSTERS):
        if book.level[other] == book.level[monster] and book.hp[other] > most:
            most = book.hp[other]
    return most + city.boost


def chances_by_hp(fight: Fight, most: i64) -> vec[float]:
    """Returns the chances to win a battle by the monster's HP, up to `most`, cached."""
    hp = fight.monster_hp
    printed = fight.printed_hp
    fight.monster_hp = most
    fight.printed_hp = most
    key: tuple[object, ...] = fight.numbers()
    row = CHANCES_CACHE.get(key)
    if row is None:
        row = Odds(fight, TIE_BREAK, True).chances_by_hp()
        if len(CHANCES_CACHE) >= CACHE_LIMIT:
            CHANCES_CACHE.clear()
        CHANCES_CACHE[key] = row
    fight.monster_hp = hp
    fight.printed_hp = printed
    return row


# The best answer.


def best_answer(city: City, prices: Prices) -> i64:
    """Returns the action before or after an attack in this battle with the highest expected worth at these prices."""
    fight = current_fight(city)
    worth = worth_of(city, city.fighter, city.monster, prices)
    return next_answer(fight, worth, forecast_fight(fight, worth, False).choice)


def safest_answer(city: City) -> i64:
    """Returns the action before or after an attack in this battle with the highest chance to win it."""
    fight = current_fight(city)
    return next_answer(fight, TIE_BREAK, forecast_fight(fight, TIE_BREAK, True).choice)


def next_answer(fight: Fight, worth: Worth, choice: i64) -> i64:
    """Turns the battle solver's choice into the player's next action; profitable Fake Blood comes before an action that
    ends the battle."""
    if choice >= THROW:
        return act.USE + choice - THROW
    if choice == HEAL:
        if fight.bags > 0:
            return act.HEAL
        return act.TRADE
    if choice == ARM_KNIFE:
        return act.ARM
    if choice == USE_FAKE_BLOOD:
        return act.USE + b.FAKE_BLOOD - b.GRENADE
    if choice == STRIKE_AGAIN or choice == KILL or choice == TAME:
        return closing_answer(fight, worth, choice)
    if fight.moment == AFTER_ATTACK or fight.shots == 0:
        return act.ENDURE
    return act.ATTACK


def closing_answer(fight: Fight, worth: Worth, choice: i64) -> i64:
    """Returns the next action to strike again, kill by explosives or tame; profitable Fake Blood comes before the
    battle ends."""
    if choice == STRIKE_AGAIN and not second_blow_kills(fight):
        return act.AGAIN
    if fight.fakes > 0 and worth.fake_used > worth.fake:
        return act.USE + b.FAKE_BLOOD - b.GRENADE
    if choice == STRIKE_AGAIN:
        return act.AGAIN
    thrown = explosives_to_throw(fight, worth, fight.bombs, fight.monster_hp, choice == TAME)
    for kind in range(2, -1, -1):
        if thrown[kind] > 0:
            return act.USE + kind
    if fight.ep < fight.tame_ep:
        return act.DRINK
    return act.TAME


def second_blow_kills(fight: Fight) -> bool:
    more: i64 = fight.dice_damage
    if fight.attack_damage + more > fight.damage_cap:
        more = fight.damage_cap - fight.attack_damage
    return more >= fight.monster_hp
