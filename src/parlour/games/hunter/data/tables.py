"""Reads the printed tables of Hunter & Apprentice from CSV files into a Book of figures for a match's options."""

from __future__ import annotations

from functools import lru_cache

from librt.vecs import vec
from mypy_extensions import i64

from parlour.games.hunter.data.overrides import DATA
from parlour.games.hunter.options import chosen_weapons, switch_value, table_in_play, uses_2026_tables
from parlour.games.hunter.rules.book import (
    EFFECT_NAMES,
    ITEM_NAMES,
    MAX_HP_EP,
    NO_EFFECT,
    NO_LIMIT,
    PLACE_NAMES,
    POWER_NAMES,
    POWERS,
    WEAPON_NAMES,
    Book,
)
from parlour.kernel.options import Options, Value
from parlour.kernel.table_overrides import read_table

MAX_TOKENS = 16  # counted at one place
Steps = dict[int, tuple[int, ...]]
Table = tuple[dict[str, str], ...]
PAY_STEPS: dict[str, Steps] = {  # 2.1: pay for 1, 2, 3, 4 or more tokens, by seats
    "plenty": {2: (6, 4), 3: (7, 5, 4), 4: (8, 6, 5, 4), 5: (8, 6, 5, 4)},
    "scarce": {2: (4, 2), 3: (5, 4, 3), 4: (6, 5, 4, 3), 5: (6, 5, 4, 3)},
}
PLAZA_STEPS: dict[str, Steps] = {
    "2025": PAY_STEPS["scarce"],
    "classic": {2: (3, 0)},
    "2026": {2: (5, 2), 3: (5, 3, 2), 4: (6, 4, 3, 2), 5: (6, 4, 3, 2)},
}
DUMMY_STARTS: dict[str, Steps] = {  # 2.2: numbers of the places as printed, by seats
    "2025": {2: (2, 4, 6), 3: (2, 5), 4: (3,), 5: ()},
    "2026": {2: (2, 5), 3: (3,), 4: (), 5: ()},
    "none": {2: (), 3: (), 4: (), 5: ()},
}
MILESTONES = {  # section 5: points by maximum, of HP and of EP
    "2025": ({8: 2, 10: 4}, {8: 2, 10: 4}),
    "2026": ({6: 2, 8: 3, 10: 4}, {8: 2, 10: 4}),
}


def pay_steps(place: int, seats: int, options: Options) -> tuple[int, ...]:
    """Returns what a place of the board pays a hunter for 1, 2, ... tokens there; empty for Station and Forest (rule
    2.1)."""
    if place in (0, 1):
        return PAY_STEPS["plenty"][seats]
    if place in (3, 4):
        return PAY_STEPS["scarce"][seats]
    return PLAZA_STEPS[switch_value(options, "plaza_rewards")][seats] if place == 5 else ()


def book_of(seats: int, options: Options) -> Book:
    """Returns the book of Hunter & Apprentice's printed figures for a number of players and options, cached."""
    return _book_of(seats, tuple(sorted(options.items())))


@lru_cache(maxsize=256)
def _book_of(seats: int, settled: tuple[tuple[str, Value], ...]) -> Book:
    options = dict(settled)
    book = Book()
    _fill_weapons(book, table_in_play("weapons", options))
    _fill_monsters(book, table_in_play("monsters", options), switch_value(options, "monster_effects") == "on")
    _fill_items(book, table_in_play("items", options))
    _fill_places(book, seats, options)
    _fill_switches(book, seats, options)
    book.dojo_entries = _read_entries("dojo_table_2026" if uses_2026_tables(options) else "dojo_table")
    book.forest_entries = _read_entries("forest_table")
    return book


def _column(table: Table, name: str) -> vec[i64]:
    return vec[i64]([int(row[name] or 0) for row in table])


def _fill_weapons(book: Book, table: Table) -> None:
    assert tuple(row["name"] for row in table) == WEAPON_NAMES
    book.priority = _column(table, "priority")
    book.attack_cost = _column(table, "attack_exp_cost")
    book.defense_cost = _column(table, "defense_exp_cost")
    book.capacity = _column(table, "capacity")
    book.start_money = _column(table, "start_money")
    book.attack_dice = _column(table, "attack_dice")
    book.defense_dice = _column(table, "defense_dice")
    book.preferred_place = vec[i64]([PLACE_NAMES.index(row["preferred_location"]) for row in table])
    book.damage = vec[i64]([int(row[f"dmg_{face}"]) for row in table for face in range(1, 7)])
    masks, values, ammunition = [], [], []
    for row in table:
        mask, worth, item = 0, [0] * int(POWERS), -1
        masks.append(0)
        values += worth
        for level in (1, 2, 3):
            code, value = row[f"power{level}_code"], row[f"power{level}_value"]
            number = POWER_NAMES.index(code)
            if number > 0:
                mask |= 1 << number
                if code == "ammo":
                    item = ITEM_NAMES.index(value)
                else:
                    worth[number] = int(value or 1)
            masks.append(mask)
            values += worth
        ammunition.append(item)
    book.powers, book.power_values, book.ammunition = vec[i64](masks), vec[i64](values), vec[i64](ammunition)


def _fill_monsters(book: Book, table: Table, effects: bool) -> None:
    book.level = _column(table, "level")
    book.hp = _column(table, "hp")
    book.att = _column(table, "att")
    book.money = _column(table, "money")
    book.beer = _column(table, "beer")
    book.bags = _column(table, "blood_bags")
    book.points = _column(table, "points")
    codes, values, immune = [], [], []
    for row in table:
        code = row["effect_code"] if effects else "none"
        listed = row["effect_value"].split("|") if code == "immune" else []
        codes.append(EFFECT_NAMES.index(code))
        values.append(0 if listed or code == "none" else int(row["effect_value"]))
        immune.append(sum(1 << ITEM_NAMES.index(name) for name in listed))
    book.effect, book.effect_value, book.immune = vec[i64](codes), vec[i64](values), vec[i64](immune)
    book.monster_bits = vec[i64]([1 << number for number in range(len(table))])
    assert effects or all(code == NO_EFFECT for code in book.effect)


def _fill_items(book: Book, table: Table) -> None:
    assert tuple(row["name"] for row in table) == ITEM_NAMES
    book.size = _column(table, "size")
    book.price = _column(table, "price")
    book.sold_to = vec[i64]([-1 if row["sold_to"] == "all" else WEAPON_NAMES.index(row["sold_to"]) for row in table])
    book.max_held = vec[i64]([int(row["max_held"]) if row["max_held"] else int(NO_LIMIT) for row in table])
    book.blast = vec[i64]([int(row["effect_value"]) if row["effect_code"] == "monster_damage" else 0 for row in table])


def _fill_places(book: Book, seats: int, options: Options) -> None:
    pay = []
    for place in range(len(PLACE_NAMES)):
        steps = pay_steps(place, seats, options)
        pay += [steps[min(tokens, len(steps)) - 1] if steps and tokens else 0 for tokens in range(MAX_TOKENS)]
    book.place_pay = vec[i64](pay)
    book.dummies = vec[i64]([place - 1 for place in DUMMY_STARTS[switch_value(options, "dummies")][seats]])


def _fill_switches(book: Book, seats: int, options: Options) -> None:
    hp, ep = MILESTONES[switch_value(options, "milestones")]
    book.toll = int(switch_value(options, "plaza_toll"))
    points = "0-" + switch_value(options, "popularity_points")  # level 0 scores nothing
    book.popularity_points = vec[i64]([int(each) for each in points.split("-")])
    book.hp_milestone = vec[i64]([hp.get(maximum, 0) for maximum in range(int(MAX_HP_EP) + 1)])
    book.ep_milestone = vec[i64]([ep.get(maximum, 0) for maximum in range(int(MAX_HP_EP) + 1)])
    book.pet_damage = vec[i64]([int(damage) for damage in switch_value(options, "pet_damage").split("-")])
    book.pet_ep = vec[i64]([2, 3, 4])
    book.tame_flat = int(switch_value(options, "tame_cost").replace("level", "0"))
    book.fake_blood_flat = int(switch_value(options, "fake_blood").replace("level", "0"))
    book.ammo_per_battle = switch_value(options, "ammo") == "per_battle"
    book.remove_defeated = switch_value(options, "monster_pool") == "remove_defeated"
    book.redraw = switch_value(options, "monster_redraw") == "1"
    book.surplus = switch_value(options, "beer_surplus") == "on"
    book.rests = bool(options["rest"])
    book.readiness = switch_value(options, "forest_rule") == "readiness"
    book.alone_allowed = switch_value(options, "apprentice_alone") == "allowed"
    book.finish_first = options["finish"] == "first"
    book.in_turn = options["store"] == "in_turn" or book.finish_first
    book.max_rounds = int(options["max_rounds"])
    book.weapons = vec[i64](chosen_weapons(seats, options))
    book.bots_2026 = uses_2026_tables(options)


def _read_entries(name: str) -> vec[i64]:
    table = sorted(read_table(DATA / f"{name}.csv"), key=lambda row: (int(row["stage"]), int(row["attack_dice"])))
    return vec[i64]([int(row[f"def_{dice}"]) for row in table for dice in range(7)])
