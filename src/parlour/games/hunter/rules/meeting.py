"""Before a fight in the Forest: the choice of level and pets, the draw, and the start (11.1, section 18)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.actions import (
    BRING,
    HUNT,
    NO_OTHER,
    NO_PET,
    TOO_TIRED,
)
from parlour.games.hunter.rules.board_actions import list_battle_remedies
from parlour.games.hunter.rules.book import (
    BOOST_OTHERS,
    EXP,
    FIRST_STRIKE,
    FOREST,
    FOREST_EP,
    FREE_AMMO,
    HP,
    HURT_ABSENT_EXP,
    HURT_ABSENT_HP,
    HURT_ABSENT_SCORE,
    LEVELS,
    MONSTERS_PER_LEVEL,
    POINTS,
    STEAL_MONEY,
)
from parlour.games.hunter.rules.events import (
    BOOSTED,
    BROUGHT,
    CHANGED,
    FOUGHT,
    HUNTED,
    HURT,
    LOADED,
    MET,
    STOLEN,
)
from parlour.games.hunter.rules.state import OTHER_POINTS, City
from parlour.kernel.action_list import ActionList
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def payable_ep(city: City, seat: i64) -> i64:
    """Returns the EP a seat can spend before a fight, including the surplus of Beers drunk beyond the maximum."""
    return city.ep[seat] + city.surplus


def list_hunting_answers(city: City, seat: i64, found: ActionList) -> None:
    list_battle_remedies(city, seat, found)
    for level in range(1, LEVELS + 1):
        if cannot_bring(city, seat, level) == 0:
            found.add(BRING + level - 1)
    left = payable_ep(city, seat) - city.party_cost(seat)
    for level in range(1, LEVELS + 1):
        if level + 1 <= left:
            found.add(HUNT + level - 1)


def cannot_bring(city: City, seat: i64, level: i64) -> i64:
    """Returns why no pet of this level can come along (none at home, or too little EP), or 0 (rule 12.1)."""
    if city.pets[seat * LEVELS + level - 1] <= city.party[level - 1]:
        return NO_PET
    cost = FOREST_EP + city.party_cost(seat) + city.pet_cost(seat, level)
    if cost > payable_ep(city, seat):
        return TOO_TIRED
    return 0


def cannot_hunt(city: City, seat: i64, level: i64) -> i64:
    return 0 if level + 1 + city.party_cost(seat) <= payable_ep(city, seat) else TOO_TIRED


def bring_pet(city: City, seat: i64, level: i64) -> None:
    city.party[level - 1] += 1
    if city.journal is not None:
        city.journal.add(EVERYONE, BROUGHT, seat, level, city.pet_cost(seat, level))


def pay_ep(city: City, seat: i64, cost: i64) -> None:
    """Takes an EP cost from the surplus of Beers drunk beyond the maximum, then from the seat's EP (section 18)."""
    if city.surplus >= cost:
        city.surplus -= cost
    else:
        city.ep[seat] -= cost - city.surplus
        city.surplus = 0


def pay_for_hunt(city: City, seat: i64, level: i64) -> None:
    """Takes from a seat the EP for a monster of the chosen level and for the pets it brings (rule 11.1.2)."""
    cost = level + 1 + city.party_cost(seat)
    pay_ep(city, seat, cost)
    city.level = level
    if city.journal is not None:
        city.journal.add(EVERYONE, HUNTED, seat, level, cost, city.party_damage(seat))


def monster_odds(city: City) -> vec[i64]:
    """Returns the weights for drawing a level's monsters, 0 if removed or shown; empty if equal (R14, section 18)."""
    out = city.removed_monsters | city.shown_monsters
    if out == 0:
        return vec[i64]()
    first = (city.level - 1) * MONSTERS_PER_LEVEL
    return vec[i64]([1 - ((out >> (first + number)) & 1) for number in range(MONSTERS_PER_LEVEL)])


def meet_monster(city: City, outcome: i64) -> None:
    monster = (city.level - 1) * MONSTERS_PER_LEVEL + outcome
    city.monster = monster
    if city.book.redraw:
        city.shown_monsters |= city.book.monster_bits[monster]
    city.monster_max = city.book.hp[monster] + city.boost
    city.monster_hp = city.monster_max
    if city.journal is not None:
        city.journal.add(EVERYONE, MET, city.fighter, monster, city.monster_hp, city.book.att[monster])


def cannot_change(city: City, seat: i64) -> i64:
    """Returns why the seat cannot pay 1 EP for another monster of the level, or 0 (section 18)."""
    if payable_ep(city, seat) < 1:
        return TOO_TIRED
    out = city.removed_monsters | city.shown_monsters
    first = (city.level - 1) * MONSTERS_PER_LEVEL
    for number in range(MONSTERS_PER_LEVEL):
        if (out >> (first + number)) & 1 == 0:
            return 0
    return NO_OTHER


def send_monster_away(city: City, seat: i64) -> None:
    pay_ep(city, seat, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, CHANGED, seat, city.monster)
    city.monster = NOBODY
    city.monster_hp = 0
    city.monster_max = 0


def accept_monster(city: City) -> bool:
    """Begins the battle with the drawn monster; returns whether it attacks first (11.1.3, 11.1.4, section 18)."""
    book = city.book
    seat = city.fighter
    monster = city.monster
    effect = book.effect[monster]
    city.surplus = 0
    city.shown_monsters = 0
    helped: i64 = 0
    if city.apprentice[seat] == FOREST and city.monster_hp > 1:
        city.monster_hp -= 1
        helped = 1
    if city.journal is not None:
        city.journal.add(EVERYONE, FOUGHT, seat, monster, city.monster_hp, helped)
    if effect != 0:
        apply_meeting_effect(city, effect, book.effect_value[monster])
    item = book.ammunition[city.weapon[seat]]
    if book.ammo_per_battle and item != NOBODY and not city.has(seat, FREE_AMMO) and city.count(seat, item) > 0:
        city.lose_item(seat, item)
        city.ammo_loaded = 1
        if city.journal is not None:
            city.journal.add(EVERYONE, LOADED, seat, item, city.count(seat, item))
    city.battle_round = 1
    if effect == FIRST_STRIKE and city.defense[seat] < book.effect_value[monster]:
        city.battle_round = 0
        return True
    return False


def apply_meeting_effect(city: City, effect: i64, value: i64) -> None:
    """Applies a monster's effect as a fight begins: theft, stronger later monsters, harm to the absent (section 18)."""
    seat = city.fighter
    if effect == STEAL_MONEY:
        money = city.money[seat] if city.money[seat] < value else value
        city.money[seat] -= money
        if city.journal is not None:
            city.journal.add(EVERYONE, STOLEN, seat, city.monster, money)
    elif effect == BOOST_OTHERS:
        city.boost += value
        if city.journal is not None:
            city.journal.add(EVERYONE, BOOSTED, seat, city.monster, value)
    elif effect == HURT_ABSENT_HP or effect == HURT_ABSENT_EXP or effect == HURT_ABSENT_SCORE:
        for other in range(city.seats):
            if city.hunter[other] != FOREST:
                hurt_seat(city, other, effect, value)


def hurt_seat(city: City, seat: i64, effect: i64, value: i64) -> None:
    """Takes HP (down to 1 at least), EXP or points (down to 0) from a seat by a monster's effect, and logs the loss."""
    if effect == HURT_ABSENT_EXP:
        resource = EXP
        lost = city.exp[seat] if city.exp[seat] < value else value
        city.exp[seat] -= lost
    elif effect == HURT_ABSENT_SCORE:
        resource = POINTS
        lost = city.score[seat] if city.score[seat] < value else value
        city.award(seat, -lost, OTHER_POINTS)
    else:
        resource = HP
        lost = city.hp[seat] - 1 if city.hp[seat] - 1 < value else value
        city.hp[seat] -= lost
    if city.journal is not None:
        city.journal.add(EVERYONE, HURT, seat, city.monster, resource, lost)
