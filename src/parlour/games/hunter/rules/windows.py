"""A player's choices before and after the hunter's attack in a battle: items, taming, the Knife (11.3, 12.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from parlour.games.hunter.rules.actions import (
    AGAIN,
    ARM,
    ATTACK,
    CAN_ATTACK,
    ENDURE,
    NO_AMMUNITION,
    NO_POWER,
    NONE_HELD,
    NOT_TAME,
    POWER_SPENT,
    TAME,
    TAME_EP,
    USE,
)
from parlour.games.hunter.rules.board_actions import cannot_drink, cannot_heal, cannot_trade, list_battle_remedies
from parlour.games.hunter.rules.book import (
    DAMAGE_CAP,
    DOUBLE_ONCE,
    FAKE_BLOOD,
    FREE_AMMO,
    GRENADE,
    IMMUNE,
    TRIPLE_ONCE,
)
from parlour.games.hunter.rules.events import (
    BLEEDING,
    READIED,
    STRUCK_AGAIN,
    USED,
)
from parlour.games.hunter.rules.state import READY, SPENT, UNUSED, City
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY

FIGHT_ON: Final[i64] = 0  # results of an attack
VICTORY: Final[i64] = 1
DEFEAT: Final[i64] = 2
ROLL_AGAIN: Final[i64] = 3  # the dice that hit are rolled again


def list_answers_before_attack(city: City, seat: i64, found: ActionList) -> None:
    list_battle_remedies(city, seat, found)
    if can_fire(city, seat):
        found.add(ATTACK)
    if cannot_tame(city, seat) == 0:
        found.add(TAME)
    if cannot_arm(city, seat) == 0:
        found.add(ARM)
    list_item_actions(city, seat, found)
    if not can_fire(city, seat):
        found.add(ENDURE)


def list_answers_after_attack(city: City, seat: i64, found: ActionList) -> None:
    list_battle_remedies(city, seat, found)
    list_item_actions(city, seat, found)
    found.add(ENDURE)
    if cannot_strike_again(city, seat) == 0:
        found.add(AGAIN)


def list_item_actions(city: City, seat: i64, found: ActionList) -> None:
    for item in range(GRENADE, FAKE_BLOOD + 1):
        if city.count(seat, item) > 0:
            found.add(USE + item - GRENADE)


def has_choice_after_attack(city: City, seat: i64) -> bool:
    """Returns whether a fighting player can do anything after the attack but face the monster's."""
    if cannot_drink(city, seat) == 0 or cannot_heal(city, seat) == 0 or cannot_trade(city, seat) == 0:
        return True
    for item in range(GRENADE, FAKE_BLOOD + 1):
        if city.count(seat, item) > 0:
            return True
    return cannot_strike_again(city, seat) == 0


def can_fire(city: City, seat: i64) -> bool:
    """Returns whether the hunter can attack: the weapon has ammunition or needs none (rules 11.4.1 and R5)."""
    item = city.book.ammunition[city.weapon[seat]]
    if item == NOBODY or city.has(seat, FREE_AMMO):
        return True
    if city.book.ammo_per_battle:
        return city.ammo_loaded == 1
    return city.count(seat, item) > 0


def cannot_tame(city: City, seat: i64) -> i64:
    """Returns why the monster cannot be tamed (too many HP, or too little EP), or 0 (rule 12.2)."""
    if city.monster_hp > city.tame_limit(seat):
        return NOT_TAME
    if city.ep[seat] < city.tame_cost(seat, city.monster):
        return TAME_EP
    return 0


def cannot_arm(city: City, seat: i64) -> i64:
    """Returns why the Knife's triple damage (power 2) cannot be used, or 0 (rule 9.3)."""
    if not city.has(seat, TRIPLE_ONCE):
        return NO_POWER
    if city.knife != UNUSED:
        return POWER_SPENT
    return 0


def cannot_strike_again(city: City, seat: i64) -> i64:
    """Returns why the Knife's second blow (power 3) cannot be used, or 0 (section 18)."""
    if not city.has(seat, DOUBLE_ONCE):
        return NO_POWER
    if city.knife != UNUSED or city.dice_damage <= 0:
        return POWER_SPENT
    return 0


def cannot_answer(city: City, seat: i64, action: i64) -> i64:
    """Returns the number of the reason why a fighting player cannot take an action in a battle, or 0 if it is open."""
    if action == ATTACK:
        return 0 if can_fire(city, seat) else NO_AMMUNITION
    if action == ENDURE:
        return CAN_ATTACK if can_fire(city, seat) else 0
    if action == TAME:
        return cannot_tame(city, seat)
    if action == ARM:
        return cannot_arm(city, seat)
    return NONE_HELD if city.count(seat, action - USE + GRENADE) == 0 else 0


def arm_knife(city: City, seat: i64) -> None:
    city.knife = READY
    if city.journal is not None:
        city.journal.add(EVERYONE, READIED, seat)


def use_item(city: City, seat: i64, item: i64) -> i64:
    """Uses up an explosive or Fake Blood in battle; returns VICTORY if that kills the monster, else FIGHT_ON (11.3)."""
    book = city.book
    city.lose_item(seat, item)
    if item == FAKE_BLOOD:
        city.bonus += city.level if book.fake_blood_flat == 0 else book.fake_blood_flat
        if city.journal is not None:
            city.journal.add(EVERYONE, BLEEDING, seat, city.bonus)
        return FIGHT_ON
    damage = cap_damage(city, book.blast[item])
    if book.effect[city.monster] == IMMUNE and (book.immune[city.monster] >> item) & 1 == 1:
        damage = 0
    wound_monster(city, damage)
    if city.journal is not None:
        city.journal.add(EVERYONE, USED, seat, item, damage, city.monster_hp)
    return VICTORY if city.monster_hp == 0 else FIGHT_ON


def cap_damage(city: City, damage: i64) -> i64:
    """Returns the damage dealt to the monster, limited to its damage cap if it has one (section 18)."""
    if city.book.effect[city.monster] == DAMAGE_CAP and damage > city.book.effect_value[city.monster]:
        return city.book.effect_value[city.monster]
    return damage


def wound_monster(city: City, damage: i64) -> None:
    city.monster_hp -= damage
    if city.monster_hp < 0:
        city.monster_hp = 0


def strike_again(city: City, seat: i64) -> i64:
    """Deals the Knife's dice damage again, both blows under one damage cap; returns VICTORY or FIGHT_ON (rule R57)."""
    damage = cap_damage(city, city.attack_damage + city.dice_damage) - city.attack_damage
    city.knife = SPENT
    wound_monster(city, damage)
    if city.journal is not None:
        city.journal.add(EVERYONE, STRUCK_AGAIN, seat, damage, city.monster_hp)
    return VICTORY if city.monster_hp == 0 else FIGHT_ON
