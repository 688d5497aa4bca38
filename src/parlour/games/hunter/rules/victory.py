"""The end of a battle with a monster in Hunter & Apprentice: victory, taming or defeat (11.5, 11.6, 12.2)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules.book import (
    BEER,
    BLOOD,
    DEATH_BURST,
    DOUBLE_LOOT,
    DOUBLE_REWARDS,
    EXP,
    FOREST,
    KILL_EXP,
    KILL_MONEY,
    KILL_SCORE_LEVEL,
    LEVELS,
    MONEY,
    MONSTERS_PER_LEVEL,
    POINTS,
    RAGE_KILL_SCORE,
    TRACK_END,
)
from parlour.games.hunter.rules.events import (
    FAKE_PAID,
    LOST,
    POWER,
    POWER_GAIN,
    STAGE,
    TAMED,
    TRACK,
    WON,
)
from parlour.games.hunter.rules.meeting import hurt_seat
from parlour.games.hunter.rules.state import (
    FAKE_BLOOD_POINTS,
    MONSTER_POINTS,
    OTHER_POINTS,
    UNUSED,
    City,
)
from parlour.kernel.journal import EVERYONE
from parlour.kernel.state import NOBODY


def tame_monster(city: City, seat: i64) -> None:
    cost = city.tame_cost(seat, city.monster)
    city.ep[seat] -= cost
    city.pets[seat * LEVELS + city.level - 1] += 1
    if city.journal is not None:
        city.journal.add(EVERYONE, TAMED, seat, city.level, cost)


def win_battle(city: City, killed: bool) -> None:
    """Gives the fighter the monster's loot and points, counts the victory, moves the power track, applies powers;
    if `killed`, not tamed, a monster with a death burst hurts all hunters in the Forest (rule 11.5)."""
    book = city.book
    seat = city.fighter
    monster = city.monster
    times: i64 = 2 if city.has(seat, DOUBLE_REWARDS) else 1
    loot: i64 = 2 if city.has(seat, DOUBLE_LOOT) else times
    money = city.gain_money(seat, loot * book.money[monster])
    city.gain_items(seat, BEER, loot * book.beer[monster])
    city.gain_items(seat, BLOOD, loot * book.bags[monster])
    points = times * book.points[monster]
    if city.journal is not None:
        beers, bags = loot * book.beer[monster], loot * book.bags[monster]
        city.journal.add(EVERYONE, WON, seat, monster, money, beers, bags, points)
    city.award(seat, points, MONSTER_POINTS)
    if city.bonus > 0:
        if city.journal is not None:
            city.journal.add(EVERYONE, FAKE_PAID, seat, times * city.bonus)
        city.award(seat, times * city.bonus, FAKE_BLOOD_POINTS)
    city.kills[seat * LEVELS + city.level - 1] += 1
    advance_stage(city, seat)
    move_power_track(city, seat)
    apply_defeat_powers(city, seat)
    if book.remove_defeated:
        remove_monster(city)
    if killed and book.effect[monster] == DEATH_BURST:
        for other in range(city.seats):
            if city.hunter[other] == FOREST:
                hurt_seat(city, other, DEATH_BURST, book.effect_value[monster])


def advance_stage(city: City, seat: i64) -> None:
    """Raises a seat's stage, by which bots plan, after two defeated monsters of the stage's level (rule 15.1)."""
    stage = city.stage[seat]
    if stage < LEVELS and city.kills[seat * LEVELS + stage - 1] >= 2:
        city.stage[seat] = stage + 1
        if city.journal is not None:
            city.journal.add(EVERYONE, STAGE, seat, stage + 1)


def move_power_track(city: City, seat: i64) -> None:
    """Moves the fighter up the power track by the level of the defeated monster (rule 9.2)."""
    before = city.track[seat]
    power = city.power(seat)
    now = before + city.level
    if now > TRACK_END:
        now = TRACK_END
    city.track[seat] = now
    if city.journal is not None:
        if now > before:
            city.journal.add(EVERYONE, TRACK, seat, before, now)
        for reached in range(power + 1, city.power(seat) + 1):
            city.journal.add(EVERYONE, POWER, seat, city.weapon[seat], reached)


def apply_defeat_powers(city: City, seat: i64) -> None:
    """Gives the EXP, money or points that weapon powers, even one just reached, pay for a monster (11.5.5, R35)."""
    if city.has(seat, KILL_EXP):
        exp = city.gain_exp(seat, city.value(seat, KILL_EXP))
        log_power_gain(city, seat, EXP, exp, 2)
    if city.has(seat, KILL_MONEY):
        money = city.gain_money(seat, city.value(seat, KILL_MONEY))
        log_power_gain(city, seat, MONEY, money, 2)
    if city.has(seat, RAGE_KILL_SCORE) and 1 + city.taken >= 6:
        points = city.value(seat, RAGE_KILL_SCORE)
        log_power_gain(city, seat, POINTS, points, 3)
        city.award(seat, points, OTHER_POINTS)
    if city.has(seat, KILL_SCORE_LEVEL):
        log_power_gain(city, seat, POINTS, city.level, 3)
        city.award(seat, city.level, OTHER_POINTS)


def log_power_gain(city: City, seat: i64, resource: i64, amount: i64, power: i64) -> None:
    if city.journal is not None:
        city.journal.add(EVERYONE, POWER_GAIN, seat, city.weapon[seat], resource, amount, power)


def remove_monster(city: City) -> None:
    """Removes a defeated monster from later draws; brings a level back when all of it are gone (section 18)."""
    bit = city.book.monster_bits
    city.removed_monsters |= bit[city.monster]
    whole: i64 = 0
    for monster in range((city.level - 1) * MONSTERS_PER_LEVEL, city.level * MONSTERS_PER_LEVEL):
        whole |= bit[monster]
    if city.removed_monsters & whole == whole:
        city.removed_monsters &= ~whole


def lose_battle(city: City) -> None:
    """Leaves the defeated hunter with 1 HP (rule 11.6)."""
    seat = city.fighter
    city.hp[seat] = 1
    if city.journal is not None:
        city.journal.add(EVERYONE, LOST, seat, city.monster)


def clear_battle(city: City) -> None:
    city.fighter = NOBODY
    city.level = 0
    city.monster = NOBODY
    city.monster_hp = 0
    city.monster_max = 0
    city.party = vec[i64]([0, 0, 0])
    city.surplus = 0
    city.shown_monsters = 0
    city.battle_round = 0
    city.taken = 0
    city.hits_taken = 0
    city.bonus = 0
    city.knife = UNUSED
    city.ammo_loaded = 0
    city.dice_count = 0
    city.rolls = 0
    city.dice_damage = 0
    city.attack_damage = 0
