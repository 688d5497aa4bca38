"""A battle round in Hunter & Apprentice: the dice of the hunter's attack and of the monster's attack (11.4)."""

from __future__ import annotations

from mypy_extensions import i64

from parlour.games.hunter.rules.book import (
    BATTLE_ROUNDS,
    DAMAGE_MULT,
    DEFENSE_THRESHOLD,
    EP_DRAIN,
    EXP_CAP,
    EXPLODING_HITS,
    FREE_AMMO,
    MAX_ROLLS,
    PIP_KILL,
    RAGE_HALF_HP,
    RAGE_LOW_HP,
    RAGE_PER_DAMAGE,
    RAGE_PER_HIT,
    REGEN,
    REROLL_HITS_ONCE,
    RETALIATE_FLAT,
    RETALIATE_MULT,
    SCORE_PER_ONE,
    TRIPLE_ONCE,
)
from parlour.games.hunter.rules.events import (
    DEFENDED,
    DRAINED,
    EMPTY,
    FELLED,
    HIT,
    LOADED,
    MULTIPLIED,
    ONES,
    REGROWN,
    RETALIATED,
    ROLLED,
    STRUCK,
    WORN_OUT,
)
from parlour.games.hunter.rules.state import OTHER_POINTS, READY, SPENT, City
from parlour.games.hunter.rules.windows import DEFEAT, FIGHT_ON, ROLL_AGAIN, VICTORY, cap_damage, wound_monster
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY

# The attack, 11.4.


def load_weapon(city: City, seat: i64) -> None:
    """Prepares the hunter's attack roll; spends a Bullet or Battery if ammunition is spent per attack (rule 11.4.1)."""
    item = city.book.ammunition[city.weapon[seat]]
    if item != NOBODY and not city.book.ammo_per_battle and not city.has(seat, FREE_AMMO):
        city.lose_item(seat, item)
        if city.journal is not None:
            city.journal.add(EVERYONE, LOADED, seat, item, city.count(seat, item))
    city.rolls = 0
    city.dice_damage = 0
    city.attack_damage = 0
    city.dice_count = city.attack[seat]


def skip_attack(city: City, seat: i64) -> None:
    """Logs that a hunter without ammunition cannot attack in this battle round, and sets its damage to 0 (rule R5)."""
    city.dice_damage = 0
    city.attack_damage = 0
    if city.journal is not None:
        city.journal.add(EVERYONE, EMPTY, seat, city.book.ammunition[city.weapon[seat]])


def rage_bonus(city: City, seat: i64) -> i64:
    """Returns the extra damage that the Gloves add to every attack die that hits (rule 9.3, section 18)."""
    more: i64 = 0
    if city.has(seat, RAGE_PER_DAMAGE):
        more += city.taken * city.value(seat, RAGE_PER_DAMAGE)
    if city.has(seat, RAGE_LOW_HP) and city.hp[seat] * 2 < city.hp_max[seat]:
        more += city.value(seat, RAGE_LOW_HP)
    if city.has(seat, RAGE_PER_HIT):
        more += city.hits_taken * city.value(seat, RAGE_PER_HIT)
    return more


def resolve_attack_roll(city: City, outcome: i64) -> i64:
    """Adds up an attack roll's damage; returns ROLL_AGAIN (the hits), VICTORY or FIGHT_ON (rules 11.4.2 to 11.4.6)."""
    seat = city.fighter
    weapon = city.weapon[seat]
    more = rage_bonus(city, seat)
    damage: i64 = 0
    hits: i64 = 0
    ones: i64 = 0
    pips: i64 = 0
    rest = outcome
    for _ in range(city.dice_count):
        face = rest % 6
        rest //= 6
        pips += face + 1
        if face == 0:
            ones += 1
        dealt = city.book.damage[weapon * 6 + face]
        if dealt > 0:
            hits += 1
            damage += dealt + more
    city.rolls += 1
    city.dice_damage += damage
    if city.journal is not None:
        city.journal.add(EVERYONE, ROLLED, seat, city.dice_count, outcome, damage, city.rolls)
    if hits > 0 and rolls_again(city, seat):
        city.dice_count = hits
        return ROLL_AGAIN
    city.dice_count = 0
    return resolve_attack(city, seat, ones, pips)


def rolls_again(city: City, seat: i64) -> bool:
    """Returns whether the Bat's power lets the attack dice that hit be rolled once more (rules 9.3 and R28)."""
    if city.has(seat, EXPLODING_HITS):
        return city.rolls < MAX_ROLLS
    return city.has(seat, REROLL_HITS_ONCE) and city.rolls < 2


def resolve_attack(city: City, seat: i64, ones: i64, pips: i64) -> i64:
    if city.knife == READY and city.dice_damage > 0:
        multiply_damage(city, seat, city.value(seat, TRIPLE_ONCE))
        city.knife = SPENT
    if city.dice_damage > 0 and city.has(seat, DAMAGE_MULT):
        multiply_damage(city, seat, city.value(seat, DAMAGE_MULT))
    if ones > 0 and city.has(seat, SCORE_PER_ONE):
        points = ones * city.value(seat, SCORE_PER_ONE)
        if city.journal is not None:
            city.journal.add(EVERYONE, ONES, seat, points)
        city.award(seat, points, OTHER_POINTS)
    if city.has(seat, PIP_KILL) and pips >= city.value(seat, PIP_KILL):
        city.monster_hp = 0
        if city.journal is not None:
            city.journal.add(EVERYONE, FELLED, seat, pips)
    else:
        pets = city.party_damage(seat)
        city.attack_damage = cap_damage(city, city.dice_damage + pets)
        wound_monster(city, city.attack_damage)
        if city.journal is not None:
            less = city.dice_damage + pets - city.attack_damage
            city.journal.add(EVERYONE, STRUCK, seat, city.dice_damage, pets, city.monster_hp, less)
    return apply_attack_effects(city, seat)


def multiply_damage(city: City, seat: i64, times: i64) -> None:
    before = city.dice_damage
    city.dice_damage *= times
    if city.journal is not None:
        city.journal.add(EVERYONE, MULTIPLIED, seat, city.weapon[seat], before, city.dice_damage)


def apply_attack_effects(city: City, seat: i64) -> i64:
    """After a hunter's attack lets the monster drain EP and regain HP; returns VICTORY or FIGHT_ON (rule R57, section
    18)."""
    effect = city.book.effect[city.monster]
    if effect == EP_DRAIN and city.ep[seat] > 0:
        value = city.book.effect_value[city.monster]
        lost = city.ep[seat] if city.ep[seat] < value else value
        city.ep[seat] -= lost
        if city.journal is not None:
            city.journal.add(EVERYONE, DRAINED, seat, city.monster, lost)
    if city.monster_hp == 0:
        return VICTORY
    if effect == REGEN and city.attack_damage > 0:
        city.monster_hp += city.book.effect_value[city.monster]
        if city.journal is not None:
            city.journal.add(EVERYONE, REGROWN, seat, city.monster, city.monster_hp)
    return FIGHT_ON


# The monster's attack, 11.4.


def monster_att(city: City) -> i64:
    """Returns the attack strength of the monster in battle; some have more at half HP or less (section 18)."""
    att = city.book.att[city.monster]
    if city.book.effect[city.monster] == RAGE_HALF_HP and city.monster_hp <= city.monster_max // 2:
        att += city.book.effect_value[city.monster]
    return att


def resolve_defense_roll(city: City, outcome: i64) -> i64:
    """Counts the blocks of a hunter's defense roll (4, 5, 6; Bow also 3), then lets the monster's attack hit; returns
    FIGHT_ON, VICTORY or DEFEAT (R31)."""
    seat = city.fighter
    threshold: i64 = 4
    if city.has(seat, DEFENSE_THRESHOLD):
        threshold = city.value(seat, DEFENSE_THRESHOLD)
    blocks: i64 = 0
    rest = outcome
    for _ in range(city.dice_count):
        if rest % 6 + 1 >= threshold:
            blocks += 1
        rest //= 6
    if city.journal is not None:
        city.journal.add(EVERYONE, DEFENDED, seat, city.dice_count, outcome, blocks)
    city.dice_count = 0
    return resolve_monster_attack(city, blocks)


def resolve_monster_attack(city: City, blocks: i64) -> i64:
    """Takes the monster's unblocked damage from the hunter's HP, gives EXP for it, lets the Axe strike back; returns
    DEFEAT (also after the last battle round), VICTORY or FIGHT_ON, with the next battle round begun (R22, R34)."""
    seat = city.fighter
    att = monster_att(city)
    damage: i64 = 0
    if att > blocks:
        damage = att - blocks
    city.taken += damage
    if damage > 0:
        city.hits_taken += 1
    left = city.hp[seat] - damage
    if left < 0:
        left = 0
    city.hp[seat] = left
    exp = city.gain_exp(seat, exp_for_damage(city, seat, damage))
    if city.journal is not None:
        city.journal.add(EVERYONE, HIT, seat, att, damage, city.hp[seat], exp)
    if city.hp[seat] == 0:
        return DEFEAT
    if damage > 0:
        retaliate(city, seat, damage)
        if city.monster_hp == 0:
            return VICTORY
    if city.battle_round >= BATTLE_ROUNDS:
        if city.journal is not None:
            city.journal.add(EVERYONE, WORN_OUT, seat, city.battle_round)
        return DEFEAT
    city.battle_round += 1
    return FIGHT_ON


def exp_for_damage(city: City, seat: i64, damage: i64) -> i64:
    """Returns the EXP a hunter gains for damage taken; section 18: 1 less for a surviving Axe, some monsters cap it."""
    exp = damage
    if exp > 0 and city.hp[seat] > 0 and city.has(seat, RETALIATE_FLAT):
        exp -= 1
    if city.book.effect[city.monster] == EXP_CAP and exp > city.book.effect_value[city.monster]:
        exp = city.book.effect_value[city.monster]
    return exp


def retaliate(city: City, seat: i64, damage: i64) -> None:
    if city.has(seat, RETALIATE_MULT):
        back = cap_damage(city, damage * city.value(seat, RETALIATE_MULT))
    elif city.has(seat, RETALIATE_FLAT):
        back = cap_damage(city, city.value(seat, RETALIATE_FLAT))
    else:
        return
    wound_monster(city, back)
    if city.journal is not None:
        city.journal.add(EVERYONE, RETALIATED, seat, back, city.monster_hp)
