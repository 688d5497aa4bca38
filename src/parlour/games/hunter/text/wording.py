"""Small words of Hunter & Apprentice: names, amounts, who does what, and what is printed on things."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.hunter.data.tables import book_of
from parlour.games.hunter.options import figures, switch
from parlour.games.hunter.rules.book import (
    BEERS,
    BULLET,
    EP,
    EXP,
    FAKE_BLOOD,
    HP,
    ITEM_NAMES,
    MONEY,
    PER_LEVEL,
    PLACE_NAMES,
    POINTS,
    WEAPON_NAMES,
    Book,
)
from parlour.kernel.game import MatchContext
from parlour.kernel.options import Options

MONSTER_NAMES = (
    *("Puddle Imp", "Grumblekin", "Purse Rat", "Puffcap", "Dullwing", "Pebbleback"),
    *("Snapling", "Howlet", "Night Gnat", "Leechling", "Sprigling", "Tinshell"),
    *("Plague Crow", "Mossback", "Ironhide", "Drumbelly", "Thornlash", "Lurcher"),
    *("Bloodmoth", "Mulehorn", "Stabtail", "Fogmaw", "Mindmite", "Redtusk"),
    *("Blightwyrm", "Gorehorn", "Nightstalker", "Crowned Dread", "Soulgorger", "Crag Titan"),
    *("Emberhulk", "Thousandfang", "Packmother", "Hollow King", "Deepmaw", "Iron Drake"),
)
PLURALS = {"Battery": "Batteries", "Dynamite": "Dynamite", "Fake Blood": "Fake Blood"}
SIGNS = ("$", "Beer", "Wild Card", "Blood", "EXP", "Score", "Monster Hunt")  # 2.1: what a place shows
FLAT = {int(EXP): "EXP", int(HP): "HP", int(EP): "EP"}


# Names and amounts.


def listed(words: Sequence[str], last: str = "and") -> str:
    """a, b and c."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def some(count: int, name: str) -> str:
    """1 Beer, 2 Beers, 2 Batteries."""
    return f"{count} {name}" if count == 1 else f"{count} {plural(name)}"


def plural(name: str) -> str:
    return PLURALS.get(name, f"{name}s")


def one(name: str) -> str:
    """a Beer; nobody says a Fake Blood."""
    if PLURALS.get(name) == name:
        return name
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def points(count: int) -> str:
    return f"{count} point{'' if abs(count) == 1 else 's'}"


def amount(resource: int, count: int) -> str:
    """$6, 1 Beer, 4 Blood Bags, 3 EXP, 2 points."""
    if resource == MONEY:
        return f"${count}"
    if resource == POINTS:
        return points(count)
    if resource in FLAT:
        return f"{count} {FLAT[resource]}"
    return some(count, ITEM_NAMES[resource - int(BEERS)])


def gains(money: int, beer: int, bags: int, exp: int, score: int) -> str:
    """All of it that is there."""
    counts = (money, beer, bags, exp, score)
    return listed([amount(resource, count) for resource, count in enumerate(counts) if count])


def dice(count: int, outcome: int) -> str:
    """The faces in the order they were dealt, the first die first."""
    return " ".join(str(outcome // 6**die % 6 + 1) for die in range(count))


def place(number: int) -> str:
    return f"the {PLACE_NAMES[number]}"


def monster(number: int) -> str:
    return f"the {MONSTER_NAMES[number]}"


def level(number: int) -> int:
    """Of a monster."""
    return number // int(PER_LEVEL) + 1


def energy(ep: int, surplus: int) -> str:
    """10+2 with a surplus."""
    return f"{ep}+{surplus}" if surplus else str(ep)


# Who.

IRREGULAR = {"have": "has", "are": "is", "do": "does", "go": "goes"}


def third(verb: str) -> str:
    """What he, she or a bot does."""
    first, space, rest = verb.partition(" ")
    if first in IRREGULAR:
        first = IRREGULAR[first]
    elif first.endswith(("s", "sh", "ch", "x")):
        first += "es"
    elif first.endswith("y") and first[-2] not in "aeiou":
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return f"{first}{space}{rest}"


def acts(context: MatchContext, seat: int, viewer: int, verb: str) -> str:
    """You drink; Ann drinks."""
    return f"You {verb}" if seat == viewer else f"{context.names[seat]} {third(verb)}"


def whom(context: MatchContext, seat: int, viewer: int) -> str:
    return "you" if seat == viewer else context.names[seat]


def whose(context: MatchContext, seat: int, viewer: int) -> str:
    """your; Ann's."""
    return "your" if seat == viewer else f"{context.names[seat]}'s"


def arm(context: MatchContext, seat: int, viewer: int, weapon: int, verb: str) -> str:
    """Your Katana brings; Ann's Gloves bring."""
    name = WEAPON_NAMES[weapon]
    return f"{opening(whose(context, seat, viewer))} {name} {verb if name.endswith('s') else third(verb)}"


def opening(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


# What is printed.


def book(context: MatchContext) -> Book:
    return book_of(len(context.names), context.options)


def power_text(options: Options, weapon: int, power: int) -> str:
    """9.3: power 1, 2 or 3 of a weapon; ammunition as it was agreed."""
    row = figures("weapons", options)[weapon]
    text, code, value = (row[f"power{power}_{part}"] for part in ("text", "code", "value"))
    if code != "ammo":
        return text
    if switch(options, "ammo") == "per_attack":
        return f"You may buy {plural(value)}; every attack uses one up, and without one you cannot attack."
    return f"You may buy {plural(value)}; every battle uses one up, and without one you cannot attack in it."


def item_text(options: Options, item: int) -> str:
    """8.2: what an item does, as it was agreed."""
    if item == FAKE_BLOOD:
        worth = "2 extra points" if switch(options, "fake_blood") == "2" else "extra points equal to its level"
        return f"If the monster is defeated in this battle, gain {worth}."
    if item >= BULLET:
        moment = "attack" if switch(options, "ammo") == "per_attack" else "battle"
        return f"Used up by the {WEAPON_NAMES[2 if item == BULLET else 3]} (1 per {moment})."
    return figures("items", options)[item]["effect_text"]


def effect_text(options: Options, number: int) -> str:
    """Section 18: a monster's effect; empty where it has none."""
    row = figures("monsters", options)[number]
    return "" if switch(options, "monster_effects") == "off" or row["effect_code"] == "none" else row["effect_text"]


def steps_text(number: int, pay: Sequence[int]) -> str:
    """2.1: $ 8/6/5/4, each step once."""
    steps = [paid for at, paid in enumerate(pay) if at == 0 or paid != pay[at - 1]]
    return f"{SIGNS[number]} {'/'.join(str(step) for step in steps)}" if any(steps) else SIGNS[number]
