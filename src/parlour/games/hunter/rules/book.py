"""The printed figures of Hunter & Apprentice and a match's options as columns of numbers, shared by all clones."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

WORK_SITE: Final[i64] = 0  # places; the printed numbers start at 1
BAR: Final[i64] = 1
STATION: Final[i64] = 2
HOSPITAL: Final[i64] = 3
DOJO: Final[i64] = 4
PLAZA: Final[i64] = 5
FOREST: Final[i64] = 6
PLACES: Final[i64] = 7
PLACE_NAMES: Final = ("Work Site", "Bar", "Station", "Hospital", "Dojo", "Plaza", "Forest")

MONEY: Final[i64] = 0  # resources
BEERS: Final[i64] = 1
BAGS: Final[i64] = 2
EXP: Final[i64] = 3
POINTS: Final[i64] = 4
HP: Final[i64] = 5
EP: Final[i64] = 6
RESOURCE_NAMES: Final = ("money", "Beer", "Blood Bag", "EXP", "points", "HP", "EP")

BEER: Final[i64] = 0  # items
BLOOD: Final[i64] = 1
GRENADE: Final[i64] = 2
BOMB: Final[i64] = 3
DYNAMITE: Final[i64] = 4
FAKE_BLOOD: Final[i64] = 5
BULLET: Final[i64] = 6
BATTERY: Final[i64] = 7
ITEMS: Final[i64] = 8
ITEM_NAMES: Final = ("Beer", "Blood Bag", "Grenade", "Bomb", "Dynamite", "Fake Blood", "Bullet", "Battery")

WEAPONS: Final[i64] = 11
WEAPON_NAMES: Final = (
    "Bat",
    "Katana",
    "Rifle",
    "Plasma",
    "Chain",
    "Axe",
    "Whip",
    "Bow",
    "Sword",
    "Knife",
    "Gloves",
)
COLOURS: Final[i64] = 7
COLOUR_NAMES: Final = ("Orange", "Green", "Blue", "Purple", "Red", "Yellow", "Black")
MONSTERS: Final[i64] = 36
LEVELS: Final[i64] = 3
MONSTERS_PER_LEVEL: Final[i64] = 12

POWER_NAMES: Final = (
    "none",
    "apprentice_bonus",
    "round_start_beer_and_blood",
    "round_start_beer",
    "round_start_blood",
    "round_start_exp",
    "round_start_money",
    "round_start_hp_or_ep",
    "exploding_hits",
    "reroll_hits_once",
    "beer_to_blood",
    "kill_exp",
    "kill_money",
    "kill_score_level",
    "pip_kill",
    "ammo",
    "store_discount",
    "free_ammo",
    "tame_hp",
    "pet_damage_mult",
    "retaliate_mult",
    "retaliate_flat",
    "pet_tame_discount",
    "pet_tame_free",
    "defense_threshold",
    "damage_mult",
    "start_defense_dice",
    "score_per_one",
    "reward_token_no_drop",
    "triple_once",
    "double_once",
    "double_rewards",
    "double_loot",
    "rage_per_damage",
    "rage_kill_score",
    "rage_low_hp",
    "rage_per_hit",
    "alone_exp",
    "alone_score",
)
POWERS: Final[i64] = 39
APPRENTICE_BONUS: Final[i64] = 1
START_BEER_AND_BLOOD: Final[i64] = 2
START_BEER: Final[i64] = 3
START_BLOOD: Final[i64] = 4
START_EXP: Final[i64] = 5
START_MONEY: Final[i64] = 6
START_HP_OR_EP: Final[i64] = 7
EXPLODING_HITS: Final[i64] = 8
REROLL_HITS_ONCE: Final[i64] = 9
BEER_TO_BLOOD: Final[i64] = 10
KILL_EXP: Final[i64] = 11
KILL_MONEY: Final[i64] = 12
KILL_SCORE_LEVEL: Final[i64] = 13
PIP_KILL: Final[i64] = 14
STORE_DISCOUNT: Final[i64] = 16
FREE_AMMO: Final[i64] = 17
TAME_HP: Final[i64] = 18
PET_DAMAGE_MULT: Final[i64] = 19
RETALIATE_MULT: Final[i64] = 20
RETALIATE_FLAT: Final[i64] = 21
PET_TAME_DISCOUNT: Final[i64] = 22
PET_TAME_FREE: Final[i64] = 23
DEFENSE_THRESHOLD: Final[i64] = 24
DAMAGE_MULT: Final[i64] = 25
START_DEFENSE_DICE: Final[i64] = 26
SCORE_PER_ONE: Final[i64] = 27
REWARD_TOKEN_NO_DROP: Final[i64] = 28
TRIPLE_ONCE: Final[i64] = 29
DOUBLE_ONCE: Final[i64] = 30
DOUBLE_REWARDS: Final[i64] = 31
DOUBLE_LOOT: Final[i64] = 32
RAGE_PER_DAMAGE: Final[i64] = 33
RAGE_KILL_SCORE: Final[i64] = 34
RAGE_LOW_HP: Final[i64] = 35
RAGE_PER_HIT: Final[i64] = 36
ALONE_EXP: Final[i64] = 37
ALONE_SCORE: Final[i64] = 38

EFFECT_NAMES: Final = (
    "none",
    "rage_half_hp",
    "steal_money",
    "death_burst",
    "exp_cap",
    "damage_cap",
    "first_strike",
    "boost_others",
    "hurt_absent_hp",
    "hurt_absent_exp",
    "hurt_absent_score",
    "ep_drain",
    "regen",
    "immune",
    "tame_cost",
)
NO_EFFECT: Final[i64] = 0
RAGE_HALF_HP: Final[i64] = 1
STEAL_MONEY: Final[i64] = 2
DEATH_BURST: Final[i64] = 3
EXP_CAP: Final[i64] = 4
DAMAGE_CAP: Final[i64] = 5
FIRST_STRIKE: Final[i64] = 6
BOOST_OTHERS: Final[i64] = 7
HURT_ABSENT_HP: Final[i64] = 8
HURT_ABSENT_EXP: Final[i64] = 9
HURT_ABSENT_SCORE: Final[i64] = 10
EP_DRAIN: Final[i64] = 11
REGEN: Final[i64] = 12
IMMUNE: Final[i64] = 13
TAME_COST: Final[i64] = 14

GOAL: Final[i64] = 50  # section 2
MAX_MONEY: Final[i64] = 15  # cap of money
MAX_EXP: Final[i64] = 15  # cap of EXP
INITIAL_EXP: Final[i64] = 3
INITIAL_HP: Final[i64] = 4
INITIAL_EP: Final[i64] = 6
MAX_HP_EP: Final[i64] = 10  # the highest maximum of HP and of EP
BAGS_TO_RAISE: Final[i64] = 3
BEERS_TO_RAISE: Final[i64] = 4
MAX_ATTACK_DICE: Final[i64] = 7
MAX_DEFENSE_DICE: Final[i64] = 6
FOREST_EP: Final[i64] = 2
TOP_POPULARITY: Final[i64] = 5  # the highest level
TRACK_END: Final[i64] = 7
BATTLE_ROUNDS: Final[i64] = 20
MAX_ROLLS: Final[i64] = 10  # rolls of one attack (Bat)
NO_LIMIT: Final[i64] = 1000


class Book:
    """The printed figures of weapons, monsters, items and places, and the options chosen for the match."""

    def __init__(self) -> None:
        self.priority = vec[i64]()  # by weapon, as all columns up to the next gap
        self.attack_cost = vec[i64]()
        self.defense_cost = vec[i64]()
        self.capacity = vec[i64]()
        self.start_money = vec[i64]()
        self.attack_dice = vec[i64]()
        self.defense_dice = vec[i64]()
        self.preferred_place = vec[i64]()  # place
        self.ammunition = vec[i64]()  # item, -1: none needed
        self.damage = vec[i64]()  # by weapon * 6 + face - 1
        self.powers = vec[i64]()  # mask of power codes in force, by weapon * 4 + power level
        self.power_values = vec[i64]()  # a power's value in force, by (weapon * 4 + power level) * POWERS + code

        self.level = vec[i64]()  # by monster, as all columns up to the next gap
        self.hp = vec[i64]()
        self.att = vec[i64]()
        self.money = vec[i64]()
        self.beer = vec[i64]()
        self.bags = vec[i64]()
        self.points = vec[i64]()
        self.effect = vec[i64]()  # NO_EFFECT everywhere where effects are off
        self.effect_value = vec[i64]()
        self.immune = vec[i64]()  # mask of items
        self.monster_bits = vec[i64]()  # 1 << monster, for masks: compiled code shifts 1 by at most 31 bits

        self.size = vec[i64]()  # by item, as all columns up to the next gap
        self.price = vec[i64]()
        self.sold_to = vec[i64]()  # weapon, -1: everybody
        self.max_held = vec[i64]()  # pieces that may be held
        self.blast = vec[i64]()  # damage to the monster

        self.place_pay = vec[i64]()  # by place * 16 + tokens there
        self.dummies = vec[i64]()  # places at the start
        self.toll: i64 = 0  # EP a hunter pays at the Plaza
        self.popularity_points = vec[i64]()  # points, by level
        self.ep_milestone = vec[i64]()  # points, by maximum
        self.hp_milestone = vec[i64]()
        self.pet_damage = vec[i64]()  # by pet level - 1
        self.pet_ep = vec[i64]()
        self.tame_flat: i64 = 0  # EP cost of taming; 0: the monster's level
        self.fake_blood_flat: i64 = 0  # points of a Fake Blood; 0: the monster's level
        self.ammo_per_battle = False  # else ammunition is spent per attack
        self.remove_defeated = False
        self.redraw = False
        self.surplus = False  # Beer beyond the maximum before a fight
        self.rests = True  # boards are open right after a battle (version 2)
        self.readiness = False  # EP and ammunition for the Forest are checked after the store, not at the selection
        self.alone_allowed = True  # an apprentice in the Forest without its hunter
        self.finish_first = False
        self.in_turn = False
        self.max_rounds: i64 = 300
        self.weapons = vec[i64]()  # agreed weapons by seat; -1: dealt
        self.bots_2026 = False  # bots follow section 18
        self.dojo_entries = vec[i64]()  # entries, by ((stage - 1) * 6 + attack dice - 2) * 7 + defense dice
        self.forest_entries = vec[i64]()

    def has(self, weapon: i64, level: i64, power: i64) -> bool:
        """Returns whether a weapon has a certain power in force at this power level, 1 to 3."""
        return (self.powers[weapon * 4 + level] >> power) & 1 == 1

    def value(self, weapon: i64, level: i64, power: i64) -> i64:
        return self.power_values[(weapon * 4 + level) * POWERS + power]
