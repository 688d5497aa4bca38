"""The matches for the comparison with naive.py: every set of rules, switch and number of seats, and mixes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

# Every switch set differently from the default rules, on its own.
SWITCHES = (
    {"tables": "2026"},
    {"dummies": "2026"},
    {"dummies": "none"},
    {"plaza_rewards": "classic"},
    {"plaza_rewards": "2026"},
    {"plaza_toll": "1"},
    {"popularity_points": "1-2-4-7-11"},
    {"milestones": "2026"},
    {"pet_damage": "1-2-4"},
    {"tame_cost": "1"},
    {"ammo": "per_battle"},
    {"fake_blood": "2"},
    {"monster_effects": "on"},
    {"monster_pool": "remove_defeated"},
    {"monster_redraw": "1"},
    {"beer_surplus": "on"},
    {"forest_rule": "readiness"},
    {"apprentice_alone": "forbidden"},
)
# The rules of 2026 with one switch set back.
SWITCHES_BACK_FROM_2026 = (
    {"tables": "2025"},
    {"dummies": "2025"},
    {"ammo": "per_attack"},
    {"tame_cost": "level"},
    {"fake_blood": "level"},
    {"monster_effects": "off"},
    {"monster_pool": "with_replacement"},
    {"monster_redraw": "off"},
    {"beer_surplus": "off"},
    {"forest_rule": "selection"},
    {"apprentice_alone": "allowed"},
)
# Weapons whose rare powers need a certain temper and luck.
WEAPON_TEMPERS = {
    "Rifle,Plasma": ("wall", "golden"),
    "Plasma,Rifle": ("gunner", "good"),
    "Whip,Chain": ("tamer", "good"),
    "Knife,Axe": ("trapper", "fair"),
    "Gloves,Knife": ("brawler", "fair"),
    "Bat,Bow": ("trapper", "good"),
    "Katana,Sword": ("trapper", "good"),
}
OPTION_MIXES: tuple[dict[str, str], ...] = (
    *({},) * 8,
    *({"rules": "classic"},) * 3,
    *({"rules": "2026"},) * 8,
    *({"rules": rules, "finish": "first"} for rules in ("default", "classic", "2026")),
    *({"rules": rules, "store": "in_turn"} for rules in ("default", "classic", "2026")),
    *({"weapons": weapons, "rules": rules} for weapons in WEAPON_TEMPERS for rules in ("default", "2026")),
    {"weapons": "?,Sword", "finish": "first"},
    {"weapons": "rifle, plasma", "forest_rule": "readiness"},
    *SWITCHES,
    *({"rules": "2026", **one} for one in SWITCHES_BACK_FROM_2026),
)

# The weight of answers by their beginning; all others have 1.
TEMPERS: dict[str, dict[str, float]] = {
    "anything": {},
    "forest": {"hunter forest": 12, "hunter dojo": 3, "attack die": 6, "hunt level 3": 5, "heal": 3},
    "trapper": {"hunter forest": 15, "hunt level 1": 20, "attack die": 4, "strike": 6, "arm": 6, "buy b": 3},
    "gunner": {"buy bullet": 20, "buy battery": 20, "hunter forest": 8, "hunter work-site": 6, "attack die": 4},
    "brawler": {"hunter forest": 9, "hunter hospital": 5, "raise hp": 20, "put": 0.1, "heal": 9, "hunt level 2": 3},
    "explorer": {"hunter forest": 8, "hunter bar": 4, "drink": 4, "change": 6, "hunt level": 0.5, "buy": 0.4},
    "shopper": {"buy": 4, "finish": 0.4, "hunter work-site": 5, "hunter forest": 5, "hunt level": 3, "use": 0.5},
    "careful": {"raise": 8, "put": 4, "hunter hospital": 5, "hunter bar": 5, "discard": 0.2, "buy": 2, "drink": 0.3},
    "tamer": {"hunter forest": 10, "hunter bar": 4, "bring": 6, "tame": 40, "buy beer": 5, "use grenade": 4},
    "wall": {
        "buy bullet": 0.01,
        "buy battery": 0.01,
        "hunter forest": 8,
        "hunter dojo": 5,
        "defense die": 20,
        "attack die": 0.01,
        "hunt level 1": 20,
        "buy": 0.1,
        "use": 0.02,
    },
    "crowd": {"hunter plaza": 6, "hunter station": 4, "buy": 0.5},
}
LUCK: dict[str, tuple[int, ...]] = {  # weights of the six faces
    "fair": (1, 1, 1, 1, 1, 1),
    "good": (1, 1, 2, 3, 4, 5),
    "bad": (6, 4, 3, 1, 1, 1),
    "golden": (0, 0, 0, 1, 2, 30),
}


class Veteran(NamedTuple):
    """An advanced board with rare powers, which random players seldom reach."""

    track: int
    attack: int
    defense: int
    hp: int
    ep: int
    pets: tuple[int, int, int]


class TableVariant(NamedTuple):
    """The options and players of one match."""

    seats: int
    options: dict[str, str | int]
    tempers: list[str]
    luck: list[str]  # one of these is drawn for each roll
    veterans: list[Veteran]  # by seat; empty: all seats start as usual


def most_seats(options: dict[str, str | int]) -> int:
    chosen = set(options.items())
    if chosen & {("rules", "classic"), ("plaza_rewards", "classic")}:
        return 2
    later = {("rules", "2026"), ("dummies", "2026"), ("plaza_rewards", "2026")}
    return 4 if chosen & later else 5


def table_variant(number: int) -> TableVariant:
    """Returns the table with this number: first the fixed mixes in order, then random mixes of switches."""
    rng = Random(number)
    options: dict[str, str | int] = {}
    if number // len(OPTION_MIXES) % 3 == 2:
        for switch in rng.sample(SWITCHES, rng.randint(2, 8)):
            options |= switch
        if "classic" not in options.values() and rng.random() < 0.3:
            options["finish"] = "first"
    else:
        options |= OPTION_MIXES[number % len(OPTION_MIXES)]
    seats = rng.randint(2, most_seats(options))
    options["max_rounds"] = rng.choice((4, 8, 15, 30))
    everybody = list(TEMPERS)
    tempers = rng.choice(
        (everybody, everybody, ["forest", "explorer", "tamer"], ["trapper"], ["wall"], ["careful", "crowd"])
    )
    luck = rng.choice((["fair"], ["fair", "good"], ["good"], ["fair", "bad"], ["good", "golden"], ["golden"]))
    if options.get("weapons") in WEAPON_TEMPERS:
        temper, dice = WEAPON_TEMPERS[str(options["weapons"])]
        seats, tempers, luck = 2, [temper], [dice]
        options["max_rounds"] = 30
    veterans = [random_veteran(rng) for _ in range(seats)] if rng.random() < 0.5 else []
    return TableVariant(seats, options, [rng.choice(tempers) for _ in range(seats)], luck, veterans)


def random_veteran(rng: Random) -> Veteran:
    pets = (rng.choice((0, 0, 1, 2)), rng.choice((0, 0, 1)), rng.choice((0, 0, 1)))
    hp, ep = rng.randint(4, 10), rng.randint(6, 10)
    return Veteran(rng.choice((1, 2, 5, 6, 7, 7)), rng.randint(2, 7), rng.randint(0, 6), hp, ep, pets)


def random_answer(rng: Random, answers: Sequence[str], temper: str) -> str:
    """Draws an answer by the weights of a temper."""
    likes = TEMPERS[temper]
    weights = [next((likes[like] for like in likes if answer.startswith(like)), 1.0) for answer in answers]
    return rng.choices(answers, weights)[0]


def random_outcome(rng: Random, outcomes: dict[str, int]) -> str:
    """One of the dealer's outcomes, by its odds."""
    return rng.choices(list(outcomes), list(outcomes.values()))[0]


def random_roll(rng: Random, number: int, luck: str) -> str:
    """A roll of some dice."""
    return " ".join(str(face) for face in rng.choices(range(1, 7), LUCK[luck], k=number))
