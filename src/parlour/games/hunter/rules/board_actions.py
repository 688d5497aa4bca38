"""Board actions of Hunter & Apprentice, as drinking Beer or buying dice: when open, and what they do (section 5)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.hunter.rules.actions import (
    ATTACK_DIE,
    DEFENSE_DIE,
    DICE_FULL,
    DRINK,
    EP_FULL,
    EP_HIGHEST,
    HEAL,
    HP_FULL,
    HP_HIGHEST,
    NEEDED_BEER,
    NEEDS_EXP,
    NO_KATANA,
    NONE_HELD,
    PUT_BEER,
    PUT_BLOOD,
    RAISE_EP,
    RAISE_HP,
    TOO_FEW,
    TRADE,
)
from parlour.games.hunter.rules.book import (
    BAGS_TO_RAISE,
    BEER,
    BEER_TO_BLOOD,
    BEERS_TO_RAISE,
    BLOOD,
    FOREST_EP,
    MAX_ATTACK_DICE,
    MAX_DEFENSE_DICE,
    MAX_HP_EP,
)
from parlour.games.hunter.rules.events import (
    ATTACK_TRAINED,
    DEFENSE_TRAINED,
    DRANK,
    HEALED,
    MILESTONE,
    PUT,
    RAISED,
    TRADED,
)
from parlour.games.hunter.rules.state import HUNTING, MILESTONE_POINTS, City
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE


def list_board_actions(city: City, seat: i64, found: ActionList) -> None:
    """Lists the board actions open to a seat outside battles (supplies, trade, dice)."""
    list_supply_actions(city, seat, found)
    if city.count(seat, BEER) > 0 and cannot_trade(city, seat) == 0:
        found.add(TRADE)
    if cannot_train_attack(city, seat) == 0:
        found.add(ATTACK_DIE)
    if cannot_train_defense(city, seat) == 0:
        found.add(DEFENSE_DIE)


def list_supply_actions(city: City, seat: i64, found: ActionList) -> None:
    """Lists the open uses of a seat's Beers and Blood Bags, for EP, HP or upgrades."""
    beers = city.count(seat, BEER)
    bags = city.count(seat, BLOOD)
    ep_can_rise = city.ep_max[seat] < MAX_HP_EP
    hp_can_rise = city.hp_max[seat] < MAX_HP_EP
    found.add_if(DRINK, (beers > 0) & (city.ep[seat] < city.ep_max[seat]))
    found.add_if(HEAL, (bags > 0) & (city.hp[seat] < city.hp_max[seat]))
    found.add_if(PUT_BEER, (beers > 0) & ep_can_rise)
    found.add_if(PUT_BLOOD, (bags > 0) & hp_can_rise)
    found.add_if(RAISE_EP, (beers >= BEERS_TO_RAISE - city.ep_put[seat]) & ep_can_rise)
    found.add_if(RAISE_HP, (bags >= BAGS_TO_RAISE - city.hp_put[seat]) & hp_can_rise)


def list_battle_remedies(city: City, seat: i64, found: ActionList) -> None:
    """Lists drinking, healing and trading, where open to a fighting player (11.1, 11.3)."""
    if cannot_drink(city, seat) == 0:
        found.add(DRINK)
    if cannot_heal(city, seat) == 0:
        found.add(HEAL)
    if cannot_trade(city, seat) == 0:
        found.add(TRADE)


def can_raise(city: City, seat: i64) -> bool:
    """Returns whether a seat has all pieces for a higher maximum of EP or HP."""
    return cannot_raise_ep(city, seat) == 0 or cannot_raise_hp(city, seat) == 0


def cannot_take_action(city: City, seat: i64, action: i64) -> i64:
    """Returns the number of the reason why a seat cannot take a board action, or 0; the caller checks the phase."""
    if action == DRINK:
        return cannot_drink(city, seat)
    if action == HEAL:
        return cannot_heal(city, seat)
    if action == PUT_BEER:
        if city.ep_max[seat] >= MAX_HP_EP:
            return EP_HIGHEST
        return NONE_HELD if city.count(seat, BEER) == 0 else 0
    if action == PUT_BLOOD:
        if city.hp_max[seat] >= MAX_HP_EP:
            return HP_HIGHEST
        return NONE_HELD if city.count(seat, BLOOD) == 0 else 0
    if action == RAISE_EP:
        return cannot_raise_ep(city, seat)
    if action == RAISE_HP:
        return cannot_raise_hp(city, seat)
    if action == TRADE:
        return cannot_trade(city, seat)
    if action == ATTACK_DIE:
        return cannot_train_attack(city, seat)
    return cannot_train_defense(city, seat)


def cannot_drink(city: City, seat: i64) -> i64:
    """Returns why a seat cannot drink a Beer, which gives EP, or 0 if it can: it has none, or its EP is full; with the
    option beer_surplus, EP may exceed the maximum before a fight (section 18, R18)."""
    if city.count(seat, BEER) == 0:
        return NONE_HELD
    if city.ep[seat] < city.ep_max[seat] or (city.phase == HUNTING and city.book.surplus):
        return 0
    return EP_FULL


def cannot_heal(city: City, seat: i64) -> i64:
    if city.count(seat, BLOOD) == 0:
        return NONE_HELD
    if city.hp[seat] >= city.hp_max[seat]:
        return HP_FULL
    return 0


def cannot_raise_ep(city: City, seat: i64) -> i64:
    """Returns why the maximum of EP cannot be raised with the Beers held, or 0 (rules R26 and R55)."""
    if city.ep_max[seat] >= MAX_HP_EP:
        return EP_HIGHEST
    if city.count(seat, BEER) < BEERS_TO_RAISE - city.ep_put[seat]:
        return TOO_FEW
    return 0


def cannot_raise_hp(city: City, seat: i64) -> i64:
    if city.hp_max[seat] >= MAX_HP_EP:
        return HP_HIGHEST
    if city.count(seat, BLOOD) < BAGS_TO_RAISE - city.hp_put[seat]:
        return TOO_FEW
    return 0


def cannot_trade(city: City, seat: i64) -> i64:
    """Returns why a seat cannot trade a Beer for a Blood Bag, or 0; a Beer needed to afford a hunt stays (rule R29)."""
    if not city.has(seat, BEER_TO_BLOOD):
        return NO_KATANA
    beers = city.count(seat, BEER)
    if beers == 0:
        return NONE_HELD
    if city.phase == HUNTING and city.ep[seat] < FOREST_EP and city.ep[seat] + beers - 1 < FOREST_EP:
        return NEEDED_BEER
    return 0


def cannot_train_attack(city: City, seat: i64) -> i64:
    if city.attack[seat] >= MAX_ATTACK_DICE:
        return DICE_FULL
    if city.exp[seat] < city.book.attack_cost[city.weapon[seat]]:
        return NEEDS_EXP
    return 0


def cannot_train_defense(city: City, seat: i64) -> i64:
    if city.defense[seat] >= MAX_DEFENSE_DICE:
        return DICE_FULL
    if city.exp[seat] < city.book.defense_cost[city.weapon[seat]]:
        return NEEDS_EXP
    return 0


def take_board_action(city: City, seat: i64, action: i64) -> None:
    if action == DRINK:
        drink(city, seat)
    elif action == HEAL:
        heal(city, seat)
    elif action == PUT_BEER:
        put_into_upgrade(city, seat, BEER, 1)
    elif action == PUT_BLOOD:
        put_into_upgrade(city, seat, BLOOD, 1)
    elif action == RAISE_EP:
        put_into_upgrade(city, seat, BEER, BEERS_TO_RAISE - city.ep_put[seat])
    elif action == RAISE_HP:
        put_into_upgrade(city, seat, BLOOD, BAGS_TO_RAISE - city.hp_put[seat])
    elif action == TRADE:
        trade(city, seat)
    elif action == ATTACK_DIE:
        train_attack(city, seat)
    else:
        train_defense(city, seat)


def drink(city: City, seat: i64) -> None:
    city.lose_item(seat, BEER)
    if city.ep[seat] < city.ep_max[seat]:
        city.ep[seat] += 1
    else:
        city.surplus += 1
    if city.journal is not None:
        city.journal.add(EVERYONE, DRANK, seat, city.ep[seat], city.ep_max[seat], city.surplus)


def heal(city: City, seat: i64) -> None:
    city.lose_item(seat, BLOOD)
    city.hp[seat] += 1
    if city.journal is not None:
        city.journal.add(EVERYONE, HEALED, seat, city.hp[seat], city.hp_max[seat])


def put_into_upgrade(city: City, seat: i64, item: i64, pieces: i64) -> None:
    """Puts some of a seat's Beers or Blood Bags into their upgrade, where they add up: the fourth Beer raises maximum
    EP, the third Blood Bag maximum HP."""
    for _ in range(pieces):
        city.lose_item(seat, item)
    if item == BEER:
        city.ep_put[seat] += pieces
        progress = city.ep_put[seat]
        full = progress >= BEERS_TO_RAISE
    else:
        city.hp_put[seat] += pieces
        progress = city.hp_put[seat]
        full = progress >= BAGS_TO_RAISE
    if city.journal is not None:
        city.journal.add(EVERYONE, PUT, seat, item, pieces, progress)
    if full:
        raise_maximum(city, seat, item)


def raise_maximum(city: City, seat: i64, item: i64) -> None:
    """Raises a seat's maximum and present EP or HP by 1, and awards points if that is a milestone (section 5)."""
    if item == BEER:
        city.ep_put[seat] = 0
        city.ep_max[seat] += 1
        city.ep[seat] += 1
        maximum = city.ep_max[seat]
        points = city.book.ep_milestone[maximum]
    else:
        city.hp_put[seat] = 0
        city.hp_max[seat] += 1
        city.hp[seat] += 1
        maximum = city.hp_max[seat]
        points = city.book.hp_milestone[maximum]
    if city.journal is not None:
        city.journal.add(EVERYONE, RAISED, seat, item, maximum)
    if points > 0:
        if city.journal is not None:
            city.journal.add(EVERYONE, MILESTONE, seat, item, maximum, points)
        city.award(seat, points, MILESTONE_POINTS)


def trade(city: City, seat: i64) -> None:
    """Turns one of a seat's Beers into a Blood Bag by the Katana's power (rule 9.3)."""
    city.lose_item(seat, BEER)
    city.gain_items(seat, BLOOD, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, TRADED, seat)


def train_attack(city: City, seat: i64) -> None:
    cost = city.book.attack_cost[city.weapon[seat]]
    city.exp[seat] -= cost
    city.attack[seat] += 1
    if city.journal is not None:
        city.journal.add(EVERYONE, ATTACK_TRAINED, seat, city.attack[seat], cost)


def train_defense(city: City, seat: i64) -> None:
    cost = city.book.defense_cost[city.weapon[seat]]
    city.exp[seat] -= cost
    city.defense[seat] += 1
    if city.journal is not None:
        city.journal.add(EVERYONE, DEFENSE_TRAINED, seat, city.defense[seat], cost)
