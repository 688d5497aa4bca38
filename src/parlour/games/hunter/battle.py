"""A battle, step by step (sections 11 and 12). What happens next is told to the round by a number."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from parlour.games.hunter.actions import (
    AGAIN,
    ARM,
    ATTACK,
    BRING,
    CAN_ATTACK,
    ENDURE,
    HUNT,
    NO_AMMUNITION,
    NO_OTHER,
    NO_PET,
    NO_POWER,
    NONE_HELD,
    NOT_TAME,
    POWER_SPENT,
    TAME,
    TAME_EP,
    TOO_TIRED,
    USE,
)
from parlour.games.hunter.book import (
    BATTLE_ROUNDS,
    BEER,
    BLOOD,
    BOOST_OTHERS,
    DAMAGE_CAP,
    DAMAGE_MULT,
    DEATH_BURST,
    DEFENSE_THRESHOLD,
    DOUBLE_LOOT,
    DOUBLE_ONCE,
    DOUBLE_REWARDS,
    EP_DRAIN,
    EXP,
    EXP_CAP,
    EXPLODING_HITS,
    FAKE_BLOOD,
    FIRST_STRIKE,
    FOREST,
    FOREST_EP,
    FREE_AMMO,
    GRENADE,
    HP,
    HURT_ABSENT_EXP,
    HURT_ABSENT_HP,
    HURT_ABSENT_SCORE,
    IMMUNE,
    KILL_EXP,
    KILL_MONEY,
    KILL_SCORE_LEVEL,
    LEVELS,
    MONEY,
    MOST_ROLLS,
    PER_LEVEL,
    PIP_KILL,
    POINTS,
    RAGE_HALF_HP,
    RAGE_KILL_SCORE,
    RAGE_LOW_HP,
    RAGE_PER_DAMAGE,
    RAGE_PER_HIT,
    REGEN,
    REROLL_HITS_ONCE,
    RETALIATE_FLAT,
    RETALIATE_MULT,
    SCORE_PER_ONE,
    STEAL_MONEY,
    TRACK_END,
    TRIPLE_ONCE,
)
from parlour.games.hunter.deeds import add_remedies
from parlour.games.hunter.events import (
    BLEEDING,
    BOOSTED,
    BROUGHT,
    CHANGED,
    DEFENDED,
    DRAINED,
    EMPTY,
    FAKE_PAID,
    FELLED,
    FOUGHT,
    HIT,
    HUNTED,
    HURT,
    LOADED,
    LOST,
    MET,
    MULTIPLIED,
    ONES,
    POWER,
    POWER_GAIN,
    READIED,
    REGROWN,
    RETALIATED,
    ROLLED,
    STOLEN,
    STRUCK,
    STRUCK_AGAIN,
    TAMED,
    TRACK,
    USED,
    WON,
    WORN_OUT,
)
from parlour.games.hunter.state import FAKE, MONSTERS_SLAIN, OTHER, READY, SPENT, UNUSED, City, add_at, set_at
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY

FIGHT_ON: Final[i64] = 0  # what an attack or a blow leads to
VICTORY: Final[i64] = 1
DEFEAT: Final[i64] = 2
ROLL_ON: Final[i64] = 3  # the dice that hit are rolled again


# Before the fight, 11.1.


def purse_ep(city: City, seat: i64) -> i64:
    """EP that can be paid with before a fight."""
    return city.ep[seat] + city.surplus


def hunts(city: City, seat: i64) -> vec[i64]:
    found = add_remedies(city, seat, vec[i64]())
    for level in range(1, LEVELS + 1):
        if cannot_bring(city, seat, level) == 0:
            found = append(found, BRING + level - 1)
    left = purse_ep(city, seat) - city.party_cost(seat)
    for level in range(1, LEVELS + 1):
        if level + 1 <= left:
            found = append(found, HUNT + level - 1)
    return found


def cannot_bring(city: City, seat: i64, level: i64) -> i64:
    """12.1: a pet that is at home, and that can be paid beside the easiest monster."""
    if city.pets[seat * LEVELS + level - 1] <= city.party[level - 1]:
        return NO_PET
    cost = FOREST_EP + city.party_cost(seat) + city.pet_cost(seat, level)
    return 0 if cost <= purse_ep(city, seat) else TOO_TIRED


def cannot_hunt(city: City, seat: i64, level: i64) -> i64:
    return 0 if level + 1 + city.party_cost(seat) <= purse_ep(city, seat) else TOO_TIRED


def bring(city: City, seat: i64, level: i64) -> None:
    city.party = add_at(city.party, level - 1, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, BROUGHT, seat, level, city.pet_cost(seat, level))


def pay_ep(city: City, seat: i64, cost: i64) -> None:
    """Section 18: from the surplus first."""
    if city.surplus >= cost:
        city.surplus -= cost
    else:
        city.ep = add_at(city.ep, seat, -(cost - city.surplus))
        city.surplus = 0


def hunt(city: City, seat: i64, level: i64) -> None:
    """11.1.2: the monster's cost and the pets' are paid."""
    cost = level + 1 + city.party_cost(seat)
    pay_ep(city, seat, cost)
    city.level = level
    if city.journal is not None:
        city.journal.add(EVERYONE, HUNTED, seat, level, cost, city.party_damage(seat))


def draw_odds(city: City) -> vec[i64]:
    """R14: all alike; section 18: neither those defeated before nor those shown in this choice."""
    out = city.gone | city.shown
    if out == 0:
        return vec[i64]()
    first = (city.level - 1) * PER_LEVEL
    return vec[i64]([1 - ((out >> (first + number)) & 1) for number in range(PER_LEVEL)])


def meet(city: City, outcome: i64) -> None:
    monster = (city.level - 1) * PER_LEVEL + outcome
    one: i64 = 1
    city.monster = monster
    if city.book.redraw:
        city.shown |= one << monster
    city.monster_max = city.book.hp[monster] + city.boost
    city.monster_hp = city.monster_max
    if city.journal is not None:
        city.journal.add(EVERYONE, MET, city.fighter, monster, city.monster_hp, city.book.att[monster])


def cannot_change(city: City, seat: i64) -> i64:
    """Section 18: another monster for 1 EP, as long as there is another."""
    if purse_ep(city, seat) < 1:
        return TOO_TIRED
    out = city.gone | city.shown
    first = (city.level - 1) * PER_LEVEL
    for number in range(PER_LEVEL):
        if (out >> (first + number)) & 1 == 0:
            return 0
    return NO_OTHER


def send_away(city: City, seat: i64) -> None:
    pay_ep(city, seat, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, CHANGED, seat, city.monster)
    city.monster = NOBODY
    city.monster_hp = 0
    city.monster_max = 0


def accept(city: City) -> bool:
    """11.1.3 and 11.1.4; section 18: effects on acceptance. True if the monster strikes first."""
    book = city.book
    seat = city.fighter
    monster = city.monster
    effect = book.effect[monster]
    city.surplus = 0
    city.shown = 0
    helped: i64 = 0
    if city.apprentice[seat] == FOREST and city.monster_hp > 1:
        city.monster_hp -= 1
        helped = 1
    if city.journal is not None:
        city.journal.add(EVERYONE, FOUGHT, seat, monster, city.monster_hp, helped)
    if effect != 0:
        strike_terror(city, effect, book.effect_value[monster])
    item = book.ammunition[city.weapon[seat]]
    if book.per_battle and item != NOBODY and not city.has(seat, FREE_AMMO) and city.count(seat, item) > 0:
        city.lose(seat, item)
        city.loaded = 1
        if city.journal is not None:
            city.journal.add(EVERYONE, LOADED, seat, item, city.count(seat, item))
    city.battle_round = 1
    if effect == FIRST_STRIKE and city.defense[seat] < book.effect_value[monster]:
        city.battle_round = 0
        return True
    return False


def strike_terror(city: City, effect: i64, value: i64) -> None:
    """Section 18: what happens when a fight is accepted."""
    seat = city.fighter
    if effect == STEAL_MONEY:
        money = city.money[seat] if city.money[seat] < value else value
        city.money = add_at(city.money, seat, -money)
        if city.journal is not None:
            city.journal.add(EVERYONE, STOLEN, seat, city.monster, money)
    elif effect == BOOST_OTHERS:
        city.boost += value
        if city.journal is not None:
            city.journal.add(EVERYONE, BOOSTED, seat, city.monster, value)
    elif effect == HURT_ABSENT_HP or effect == HURT_ABSENT_EXP or effect == HURT_ABSENT_SCORE:
        for other in range(city.seats):
            if city.hunter[other] != FOREST:
                hurt(city, other, effect, value)


def hurt(city: City, seat: i64, effect: i64, value: i64) -> None:
    """HP not below 1, EXP and points not below 0."""
    if effect == HURT_ABSENT_EXP:
        resource = EXP
        lost = city.exp[seat] if city.exp[seat] < value else value
        city.exp = add_at(city.exp, seat, -lost)
    elif effect == HURT_ABSENT_SCORE:
        resource = POINTS
        lost = city.score[seat] if city.score[seat] < value else value
        city.award(seat, -lost, OTHER)
    else:
        resource = HP
        lost = city.hp[seat] - 1 if city.hp[seat] - 1 < value else value
        city.hp = add_at(city.hp, seat, -lost)
    if city.journal is not None:
        city.journal.add(EVERYONE, HURT, seat, city.monster, resource, lost)


# Windows, 11.3.


def before_attack(city: City, seat: i64) -> vec[i64]:
    found = add_remedies(city, seat, vec[i64]())
    if can_fire(city, seat):
        found = append(found, ATTACK)
    if cannot_tame(city, seat) == 0:
        found = append(found, TAME)
    if cannot_arm(city, seat) == 0:
        found = append(found, ARM)
    found = add_items(city, seat, found)
    if not can_fire(city, seat):
        found = append(found, ENDURE)
    return found


def after_attack(city: City, seat: i64) -> vec[i64]:
    found = add_items(city, seat, add_remedies(city, seat, vec[i64]()))
    found = append(found, ENDURE)
    if cannot_strike_again(city, seat) == 0:
        found = append(found, AGAIN)
    return found


def add_items(city: City, seat: i64, found: vec[i64]) -> vec[i64]:
    for item in range(GRENADE, FAKE_BLOOD + 1):
        if city.count(seat, item) > 0:
            found = append(found, USE + item - GRENADE)
    return found


def can_fire(city: City, seat: i64) -> bool:
    """11.4.1, R5."""
    item = city.book.ammunition[city.weapon[seat]]
    if item == NOBODY or city.has(seat, FREE_AMMO):
        return True
    if city.book.per_battle:
        return city.loaded == 1
    return city.count(seat, item) > 0


def cannot_tame(city: City, seat: i64) -> i64:
    """12.2."""
    if city.monster_hp > city.tame_limit(seat):
        return NOT_TAME
    return 0 if city.ep[seat] >= city.tame_cost(seat) else TAME_EP


def cannot_arm(city: City, seat: i64) -> i64:
    """9.3, Knife power 2."""
    if not city.has(seat, TRIPLE_ONCE):
        return NO_POWER
    return 0 if city.knife == UNUSED else POWER_SPENT


def cannot_strike_again(city: City, seat: i64) -> i64:
    """Section 18, Knife power 3."""
    if not city.has(seat, DOUBLE_ONCE):
        return NO_POWER
    return 0 if city.knife == UNUSED and city.struck > 0 else POWER_SPENT


def cannot_before(city: City, seat: i64, action: i64) -> i64:
    """Why an answer of the window before the attack is closed."""
    if action == ATTACK:
        return 0 if can_fire(city, seat) else NO_AMMUNITION
    if action == ENDURE:
        return CAN_ATTACK if can_fire(city, seat) else 0
    if action == TAME:
        return cannot_tame(city, seat)
    if action == ARM:
        return cannot_arm(city, seat)
    return NONE_HELD if city.count(seat, action - USE + GRENADE) == 0 else 0


def arm(city: City, seat: i64) -> None:
    city.knife = READY
    if city.journal is not None:
        city.journal.add(EVERYONE, READIED, seat)


def use(city: City, seat: i64, item: i64) -> i64:
    """11.3: an explosive, or Fake Blood."""
    book = city.book
    city.lose(seat, item)
    if item == FAKE_BLOOD:
        city.bonus += city.level if book.fake_flat == 0 else book.fake_flat
        if city.journal is not None:
            city.journal.add(EVERYONE, BLEEDING, seat, city.bonus)
        return FIGHT_ON
    damage = capped(city, book.blast[item])
    if book.effect[city.monster] == IMMUNE and (book.immune[city.monster] >> item) & 1 == 1:
        damage = 0
    wound(city, damage)
    if city.journal is not None:
        city.journal.add(EVERYONE, USED, seat, item, damage, city.monster_hp)
    return VICTORY if city.monster_hp == 0 else FIGHT_ON


def capped(city: City, damage: i64) -> i64:
    """Section 18: some monsters take only so much at once."""
    if city.book.effect[city.monster] == DAMAGE_CAP and damage > city.book.effect_value[city.monster]:
        return city.book.effect_value[city.monster]
    return damage


def wound(city: City, damage: i64) -> None:
    city.monster_hp -= damage
    if city.monster_hp < 0:
        city.monster_hp = 0


def strike_again(city: City, seat: i64) -> i64:
    """R57: a cap counts both blows together."""
    damage = capped(city, city.dealt + city.struck) - city.dealt
    city.knife = SPENT
    wound(city, damage)
    if city.journal is not None:
        city.journal.add(EVERYONE, STRUCK_AGAIN, seat, damage, city.monster_hp)
    return VICTORY if city.monster_hp == 0 else FIGHT_ON


# The attack, 11.4.


def load(city: City, seat: i64) -> None:
    """11.4.1: every attack spends a Bullet or a Battery, where they are not spent by the battle."""
    item = city.book.ammunition[city.weapon[seat]]
    if item != NOBODY and not city.book.per_battle and not city.has(seat, FREE_AMMO):
        city.lose(seat, item)
        if city.journal is not None:
            city.journal.add(EVERYONE, LOADED, seat, item, city.count(seat, item))
    city.rolls = 0
    city.struck = 0
    city.dealt = 0
    city.thrown = city.attack[seat]


def hold_fire(city: City, seat: i64) -> None:
    """R5: without ammunition there is no attack."""
    city.struck = 0
    city.dealt = 0
    if city.journal is not None:
        city.journal.add(EVERYONE, EMPTY, seat, city.book.ammunition[city.weapon[seat]])


def rage(city: City, seat: i64) -> i64:
    """9.3 and section 18, Gloves: what a hitting die deals more."""
    more: i64 = 0
    if city.has(seat, RAGE_PER_DAMAGE):
        more += city.taken * city.value(seat, RAGE_PER_DAMAGE)
    if city.has(seat, RAGE_LOW_HP) and city.hp[seat] * 2 < city.hp_max[seat]:
        more += city.value(seat, RAGE_LOW_HP)
    if city.has(seat, RAGE_PER_HIT):
        more += city.hits * city.value(seat, RAGE_PER_HIT)
    return more


def attack_rolled(city: City, outcome: i64) -> i64:
    """11.4.2 to 11.4.6: the dice of one roll; those that hit may roll again."""
    seat = city.fighter
    weapon = city.weapon[seat]
    more = rage(city, seat)
    damage: i64 = 0
    hits: i64 = 0
    ones: i64 = 0
    pips: i64 = 0
    rest = outcome
    for _ in range(city.thrown):
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
    city.struck += damage
    if city.journal is not None:
        city.journal.add(EVERYONE, ROLLED, seat, city.thrown, outcome, damage, city.rolls)
    if hits > 0 and rolls_again(city, seat):
        city.thrown = hits
        return ROLL_ON
    city.thrown = 0
    return land(city, seat, ones, pips)


def rolls_again(city: City, seat: i64) -> bool:
    """9.3, Bat power 3, R28."""
    if city.has(seat, EXPLODING_HITS):
        return city.rolls < MOST_ROLLS
    return city.has(seat, REROLL_HITS_ONCE) and city.rolls < 2


def land(city: City, seat: i64, ones: i64, pips: i64) -> i64:
    if city.knife == READY and city.struck > 0:
        multiply(city, seat, city.value(seat, TRIPLE_ONCE))
        city.knife = SPENT
    if city.struck > 0 and city.has(seat, DAMAGE_MULT):
        multiply(city, seat, city.value(seat, DAMAGE_MULT))
    if ones > 0 and city.has(seat, SCORE_PER_ONE):
        points = ones * city.value(seat, SCORE_PER_ONE)
        if city.journal is not None:
            city.journal.add(EVERYONE, ONES, seat, points)
        city.award(seat, points, OTHER)
    if city.has(seat, PIP_KILL) and pips >= city.value(seat, PIP_KILL):
        city.monster_hp = 0
        if city.journal is not None:
            city.journal.add(EVERYONE, FELLED, seat, pips)
    else:
        pets = city.party_damage(seat)
        city.dealt = capped(city, city.struck + pets)
        wound(city, city.dealt)
        if city.journal is not None:
            less = city.struck + pets - city.dealt
            city.journal.add(EVERYONE, STRUCK, seat, city.struck, pets, city.monster_hp, less)
    return after_blow(city, seat)


def multiply(city: City, seat: i64, times: i64) -> None:
    before = city.struck
    city.struck *= times
    if city.journal is not None:
        city.journal.add(EVERYONE, MULTIPLIED, seat, city.weapon[seat], before, city.struck)


def after_blow(city: City, seat: i64) -> i64:
    """Section 18, R57: the drain comes after every attack, new growth only after one that hurt."""
    effect = city.book.effect[city.monster]
    if effect == EP_DRAIN and city.ep[seat] > 0:
        value = city.book.effect_value[city.monster]
        lost = city.ep[seat] if city.ep[seat] < value else value
        city.ep = add_at(city.ep, seat, -lost)
        if city.journal is not None:
            city.journal.add(EVERYONE, DRAINED, seat, city.monster, lost)
    if city.monster_hp == 0:
        return VICTORY
    if effect == REGEN and city.dealt > 0:
        city.monster_hp += city.book.effect_value[city.monster]
        if city.journal is not None:
            city.journal.add(EVERYONE, REGROWN, seat, city.monster, city.monster_hp)
    return FIGHT_ON


# The monster's attack, 11.4.


def monster_att(city: City) -> i64:
    """Section 18: some rage when they are half dead."""
    att = city.book.att[city.monster]
    if city.book.effect[city.monster] == RAGE_HALF_HP and city.monster_hp <= city.monster_max // 2:
        att += city.book.effect_value[city.monster]
    return att


def defense_rolled(city: City, outcome: i64) -> i64:
    """R31: each 4, 5 or 6 blocks one; the Bow's 3 too."""
    seat = city.fighter
    threshold: i64 = 4
    if city.has(seat, DEFENSE_THRESHOLD):
        threshold = city.value(seat, DEFENSE_THRESHOLD)
    blocks: i64 = 0
    rest = outcome
    for _ in range(city.thrown):
        if rest % 6 + 1 >= threshold:
            blocks += 1
        rest //= 6
    if city.journal is not None:
        city.journal.add(EVERYONE, DEFENDED, seat, city.thrown, outcome, blocks)
    city.thrown = 0
    return blow(city, blocks)


def blow(city: City, blocks: i64) -> i64:
    """Damage, EXP (R22), and what an Axe gives back (R34)."""
    seat = city.fighter
    att = monster_att(city)
    damage: i64 = 0
    if att > blocks:
        damage = att - blocks
    city.taken += damage
    if damage > 0:
        city.hits += 1
    city.hp = set_at(city.hp, seat, city.hp[seat] - damage if damage < city.hp[seat] else 0)
    exp = city.learn(seat, lesson(city, seat, damage))
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


def lesson(city: City, seat: i64, damage: i64) -> i64:
    """EXP of a blow: the damage; section 18: less for a later Axe that stands, at most what the monster allows."""
    exp = damage
    if exp > 0 and city.hp[seat] > 0 and city.has(seat, RETALIATE_FLAT):
        exp -= 1
    if city.book.effect[city.monster] == EXP_CAP and exp > city.book.effect_value[city.monster]:
        exp = city.book.effect_value[city.monster]
    return exp


def retaliate(city: City, seat: i64, damage: i64) -> None:
    if city.has(seat, RETALIATE_MULT):
        back = capped(city, damage * city.value(seat, RETALIATE_MULT))
    elif city.has(seat, RETALIATE_FLAT):
        back = capped(city, city.value(seat, RETALIATE_FLAT))
    else:
        return
    wound(city, back)
    if city.journal is not None:
        city.journal.add(EVERYONE, RETALIATED, seat, back, city.monster_hp)


# The end of a battle, 11.5, 11.6 and 12.2.


def tame(city: City, seat: i64) -> None:
    cost = city.tame_cost(seat)
    city.ep = add_at(city.ep, seat, -cost)
    city.pets = add_at(city.pets, seat * LEVELS + city.level - 1, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, TAMED, seat, city.level, cost)


def win(city: City, killed: bool) -> None:
    """11.5, in this order."""
    book = city.book
    seat = city.fighter
    monster = city.monster
    times: i64 = 2 if city.has(seat, DOUBLE_REWARDS) else 1
    loot: i64 = 2 if city.has(seat, DOUBLE_LOOT) else times
    money = city.earn(seat, loot * book.money[monster])
    city.gain(seat, BEER, loot * book.beer[monster])
    city.gain(seat, BLOOD, loot * book.bags[monster])
    points = times * book.points[monster]
    if city.journal is not None:
        beers, bags = loot * book.beer[monster], loot * book.bags[monster]
        city.journal.add(EVERYONE, WON, seat, monster, money, beers, bags, points)
    city.award(seat, points, MONSTERS_SLAIN)
    if city.bonus > 0:
        if city.journal is not None:
            city.journal.add(EVERYONE, FAKE_PAID, seat, times * city.bonus)
        city.award(seat, times * city.bonus, FAKE)
    city.kills = add_at(city.kills, seat * LEVELS + city.level - 1, 1)
    grow_up(city, seat)
    move_track(city, seat)
    celebrate(city, seat)
    if book.remove_defeated:
        bury(city)
    if killed and book.effect[monster] == DEATH_BURST:
        for other in range(city.seats):
            if city.hunter[other] == FOREST:
                hurt(city, other, DEATH_BURST, book.effect_value[monster])


def grow_up(city: City, seat: i64) -> None:
    """15.1: two defeats of the stage's level lead to the next stage."""
    stage = city.stage[seat]
    if stage < LEVELS and city.kills[seat * LEVELS + stage - 1] >= 2:
        city.stage = set_at(city.stage, seat, stage + 1)


def move_track(city: City, seat: i64) -> None:
    """9.2."""
    before = city.track[seat]
    power = city.power(seat)
    now = before + city.level
    if now > TRACK_END:
        now = TRACK_END
    city.track = set_at(city.track, seat, now)
    if city.journal is not None:
        if now > before:
            city.journal.add(EVERYONE, TRACK, seat, before, now)
        for reached in range(power + 1, city.power(seat) + 1):
            city.journal.add(EVERYONE, POWER, seat, city.weapon[seat], reached)


def celebrate(city: City, seat: i64) -> None:
    """11.5.5, R35: powers that reward a defeat, the one just reached too."""
    if city.has(seat, KILL_EXP):
        exp = city.learn(seat, city.value(seat, KILL_EXP))
        tell_gain(city, seat, EXP, exp, 2)
    if city.has(seat, KILL_MONEY):
        money = city.earn(seat, city.value(seat, KILL_MONEY))
        tell_gain(city, seat, MONEY, money, 2)
    if city.has(seat, RAGE_KILL_SCORE) and 1 + city.taken >= 6:
        points = city.value(seat, RAGE_KILL_SCORE)
        tell_gain(city, seat, POINTS, points, 3)
        city.award(seat, points, OTHER)
    if city.has(seat, KILL_SCORE_LEVEL):
        tell_gain(city, seat, POINTS, city.level, 3)
        city.award(seat, city.level, OTHER)


def tell_gain(city: City, seat: i64, resource: i64, amount: i64, power: i64) -> None:
    if city.journal is not None:
        city.journal.add(EVERYONE, POWER_GAIN, seat, city.weapon[seat], resource, amount, power)


def bury(city: City) -> None:
    """Section 18: a defeated monster never comes back, unless all of its level are gone."""
    one: i64 = 1
    city.gone |= one << city.monster
    whole: i64 = ((one << PER_LEVEL) - 1) << ((city.level - 1) * PER_LEVEL)
    if city.gone & whole == whole:
        city.gone &= ~whole


def fall(city: City) -> None:
    """11.6."""
    seat = city.fighter
    city.hp = set_at(city.hp, seat, 1)
    if city.journal is not None:
        city.journal.add(EVERYONE, LOST, seat, city.monster)


def leave_battle(city: City) -> None:
    """Nothing of a battle is kept."""
    city.fighter = NOBODY
    city.level = 0
    city.monster = NOBODY
    city.monster_hp = 0
    city.monster_max = 0
    city.party = vec[i64]([0, 0, 0])
    city.surplus = 0
    city.shown = 0
    city.battle_round = 0
    city.taken = 0
    city.hits = 0
    city.bonus = 0
    city.knife = UNUSED
    city.loaded = 0
    city.thrown = 0
    city.rolls = 0
    city.struck = 0
    city.dealt = 0
