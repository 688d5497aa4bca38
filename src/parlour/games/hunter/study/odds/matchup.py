"""Turns a battle of a match into plain numbers for the battle solver: the fight, and the worth of its ends."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.rules import book as b
from parlour.games.hunter.rules.state import AFTER, BEFORE, City
from parlour.games.hunter.study.odds.fight import AFTER_ATTACK, BEFORE_ATTACK, ENDLESS, STRUCK_FIRST, Fight, Worth
from parlour.kernel.state import NOBODY

EXPLOSIVE_KINDS: Final[i64] = 3  # of explosives


class Prices:
    """The price that a bot puts on each resource, in points or any other unit; none is below 0."""

    def __init__(self) -> None:
        self.point = 1.0
        self.money = 0.0
        self.exp = 0.0
        self.hp = 0.0
        self.ep = 0.0
        self.items = vec[float]([0.0] * b.ITEMS)
        self.pets = vec[float]([0.0] * b.LEVELS)  # by level - 1
        self.step = 0.0  # a space of the power track
        self.defeat = 0.0  # cost of a defeat besides what the battle has cost


# The fight.


def fight_of(city: City, seat: i64, monster: i64, pets: i64, ep: i64) -> Fight:
    """Describes in numbers a seat's battle with a monster if it began now, with this pet damage and these EP left."""
    book = city.book
    fight = Fight()
    set_hunter(fight, city, seat)
    fight.pets = pets
    fight.ep = ep
    fight.tame_ep = city.tame_cost(seat, monster)
    fight.printed_hp = book.hp[monster] + city.boost
    fight.monster_hp = fight.printed_hp
    if city.apprentice[seat] == b.FOREST and fight.monster_hp > 1:
        fight.monster_hp -= 1
    set_monster(fight, city, monster)
    if book.effect[monster] == b.FIRST_STRIKE and fight.defense < book.effect_value[monster]:
        fight.moment = STRUCK_FIRST
    if needs_ammunition(city, seat):
        fight.shots = city.count(seat, book.ammunition[city.weapon[seat]])
        if book.ammo_per_battle and fight.shots > 0:
            fight.shots = ENDLESS
    return fight


def fight_with_party(city: City, seat: i64, monster: i64) -> Fight:
    """Describes in numbers a seat's battle with a monster if it began now, with the pets brought and all EP costs paid;
    surplus EP that are left are lost."""
    left: i64 = city.ep[seat] + city.surplus - (city.book.level[monster] + 1)
    pets: i64 = 0
    if city.fighter == seat:
        left -= city.party_cost(seat)
        pets = city.party_damage(seat)
    if left > city.ep[seat]:
        left = city.ep[seat]
    if left < 0:
        left = 0
    return fight_of(city, seat, monster, pets, left)


def current_fight(city: City) -> Fight:
    """Describes in numbers the battle that is going on, or the one with the monster just met."""
    seat = city.fighter
    fight = fight_of(city, seat, city.monster, city.party_damage(seat), city.ep[seat])
    if city.phase != BEFORE and city.phase != AFTER:
        return fight
    fight.moment = BEFORE_ATTACK
    if city.phase == AFTER:
        fight.moment = AFTER_ATTACK
        fight.dice_damage = city.dice_damage
        fight.attack_damage = city.attack_damage
    fight.monster_hp = city.monster_hp
    fight.printed_hp = city.monster_max
    fight.round = city.battle_round
    fight.taken = city.taken
    fight.hits_taken = city.hits_taken
    fight.knife = city.knife
    fight.fakes_used = city.bonus // fake_points(city, city.monster)
    if city.book.ammo_per_battle and needs_ammunition(city, seat):
        fight.shots = 0
        if city.ammo_loaded == 1:
            fight.shots = ENDLESS
    return fight


def set_hunter(fight: Fight, city: City, seat: i64) -> None:
    """Fills the hunter's side into the numbers of a battle: dice, powers of the weapon, HP, items."""
    weapon = city.weapon[seat]
    damage = city.book.damage
    fight.faces = vec[i64]([damage[weapon * 6 + face] for face in range(6)])
    fight.dice = city.attack[seat]
    if city.has(seat, b.EXPLODING_HITS):
        fight.max_rolls = b.MAX_ROLLS
    elif city.has(seat, b.REROLL_HITS_ONCE):
        fight.max_rolls = 2
    fight.pip_kill = power_value(city, seat, b.PIP_KILL)
    if city.has(seat, b.DAMAGE_MULT):
        fight.damage_factor = city.value(seat, b.DAMAGE_MULT)
    fight.triple_factor = power_value(city, seat, b.TRIPLE_ONCE)
    fight.second_blow = city.has(seat, b.DOUBLE_ONCE)
    fight.rage_taken = power_value(city, seat, b.RAGE_PER_DAMAGE)
    fight.rage_low = power_value(city, seat, b.RAGE_LOW_HP)
    fight.rage_hits = power_value(city, seat, b.RAGE_PER_HIT)
    fight.retaliate_factor = power_value(city, seat, b.RETALIATE_MULT)
    if city.has(seat, b.RETALIATE_FLAT):
        fight.exp_less = 1
        if fight.retaliate_factor == 0:
            fight.retaliate_flat = city.value(seat, b.RETALIATE_FLAT)
    fight.trades_beer = city.has(seat, b.BEER_TO_BLOOD)
    fight.tame_hp = city.tame_limit(seat)
    fight.defense = city.defense[seat]
    if city.has(seat, b.DEFENSE_THRESHOLD):
        fight.block_face = city.value(seat, b.DEFENSE_THRESHOLD)
    fight.hp = city.hp[seat]
    fight.max_hp = city.hp_max[seat]
    fight.max_ep = city.ep_max[seat]
    fight.exp_room = b.MAX_EXP - city.exp[seat]
    fight.beers = city.count(seat, b.BEER)
    fight.bags = city.count(seat, b.BLOOD)
    fight.bombs = vec[i64]([city.count(seat, b.GRENADE + kind) for kind in range(EXPLOSIVE_KINDS)])
    fight.fakes = city.count(seat, b.FAKE_BLOOD)


def set_monster(fight: Fight, city: City, monster: i64) -> None:
    """Fills the monster's side into the numbers of a battle: attack, special effect, damage explosives do to it."""
    book = city.book
    fight.att = book.att[monster]
    effect = book.effect[monster]
    value = book.effect_value[monster]
    if effect == b.RAGE_HALF_HP:
        fight.rage_half = value
    elif effect == b.DEATH_BURST:
        fight.death_burst = value
    elif effect == b.EXP_CAP:
        fight.exp_cap = value
    elif effect == b.DAMAGE_CAP:
        fight.damage_cap = value
    elif effect == b.EP_DRAIN:
        fight.ep_drain = value
    elif effect == b.REGEN:
        fight.regen = value
    for kind in range(EXPLOSIVE_KINDS):
        item: i64 = b.GRENADE + kind
        blast = book.blast[item]
        if effect == b.IMMUNE and (book.immune[monster] >> item) & 1 == 1:
            blast = 0
        if blast > fight.damage_cap:
            blast = fight.damage_cap
        fight.blast[kind] = blast


def power_value(city: City, seat: i64, code: i64) -> i64:
    """Returns the number of a power of the seat's weapon, such as a factor; 0 if the power is not in force."""
    if city.has(seat, code):
        return city.value(seat, code)
    return 0


def fake_points(city: City, monster: i64) -> i64:
    """Returns the points that one Fake Blood adds to a victory over this monster (rule R6)."""
    if city.book.fake_blood_flat == 0:
        return city.book.level[monster]
    return city.book.fake_blood_flat


def needs_ammunition(city: City, seat: i64) -> bool:
    return city.book.ammunition[city.weapon[seat]] != NOBODY and not city.has(seat, b.FREE_AMMO)


# The worth.


def worth_of(city: City, seat: i64, monster: i64, prices: Prices) -> Worth:
    """Returns what a battle's ends are worth to a seat at these prices: a victory with all its rewards, a defeat, and
    each item kept (rule 11.5)."""
    book = city.book
    weapon = city.weapon[seat]
    level = book.level[monster]
    worth = Worth()
    times: i64 = 1
    if city.has(seat, b.DOUBLE_REWARDS):
        times = 2
    loot: i64 = times
    if city.has(seat, b.DOUBLE_LOOT):
        loot = 2
    steps: i64 = level
    if city.track[seat] + steps > b.TRACK_END:
        steps = b.TRACK_END - city.track[seat]
    reached: i64 = 1
    if city.track[seat] + steps >= 7:
        reached = 3
    elif city.track[seat] + steps >= 3:
        reached = 2
    points: i64 = times * book.points[monster]
    if book.has(weapon, reached, b.KILL_SCORE_LEVEL):
        points += level
    money: i64 = loot * book.money[monster]
    if book.has(weapon, reached, b.KILL_MONEY):
        money += book.value(weapon, reached, b.KILL_MONEY)
    if city.money[seat] + money > b.MAX_MONEY:
        money = b.MAX_MONEY - city.money[seat]
    exp: i64 = 0
    if book.has(weapon, reached, b.KILL_EXP):
        exp = book.value(weapon, reached, b.KILL_EXP)
        if city.exp[seat] + exp > b.MAX_EXP:
            exp = b.MAX_EXP - city.exp[seat]
    worth.victory = prices.point * float(points) + prices.money * float(money) + prices.exp * float(exp)
    worth.victory += prices.step * float(steps)
    worth.victory += prices.items[b.BEER] * float(loot * book.beer[monster])
    worth.victory += prices.items[b.BLOOD] * float(loot * book.bags[monster])
    if book.has(weapon, reached, b.RAGE_KILL_SCORE):
        worth.rage = prices.point * float(book.value(weapon, reached, b.RAGE_KILL_SCORE))
    worth.fake_used = prices.point * float(times * fake_points(city, monster))
    worth.die_shows_one = prices.point * float(power_value(city, seat, b.SCORE_PER_ONE))
    worth.defeat = -prices.defeat
    worth.pet = prices.pets[level - 1]
    worth.exp = prices.exp
    worth.hp = prices.hp
    worth.ep = prices.ep
    worth.beer = prices.items[b.BEER]
    worth.bag = prices.items[b.BLOOD]
    worth.bombs = vec[float]([prices.items[b.GRENADE + kind] for kind in range(EXPLOSIVE_KINDS)])
    worth.fake = prices.items[b.FAKE_BLOOD]
    if needs_ammunition(city, seat) and not book.ammo_per_battle:
        worth.shot = prices.items[book.ammunition[weapon]]
    return worth
