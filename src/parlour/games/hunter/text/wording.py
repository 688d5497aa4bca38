"""Parts of sentences for the texts of Hunter & Apprentice: names, amounts, subjects with verbs, printed texts."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.hunter.data.tables import book_of
from parlour.games.hunter.options import switch_value, table_in_play
from parlour.games.hunter.rules.book import (
    BEERS,
    BULLET,
    EP,
    EXP,
    FAKE_BLOOD,
    HP,
    ITEM_NAMES,
    MONEY,
    MONSTERS_PER_LEVEL,
    PLACE_NAMES,
    POINTS,
    WEAPON_NAMES,
    Book,
)
from parlour.kernel.options import Options
from parlour.kernel.text import MatchContext

MONSTER_NAMES = (
    *("Puddle Imp", "Grumblekin", "Purse Rat", "Puffcap", "Dullwing", "Pebbleback"),
    *("Snapling", "Howlet", "Night Gnat", "Leechling", "Sprigling", "Tinshell"),
    *("Plague Crow", "Mossback", "Ironhide", "Drumbelly", "Thornlash", "Lurcher"),
    *("Bloodmoth", "Mulehorn", "Stabtail", "Fogmaw", "Mindmite", "Redtusk"),
    *("Blightwyrm", "Gorehorn", "Nightstalker", "Crowned Dread", "Soulgorger", "Crag Titan"),
    *("Emberhulk", "Thousandfang", "Packmother", "Hollow King", "Deepmaw", "Iron Drake"),
)
IRREGULAR_PLURALS = {"Battery": "Batteries", "Dynamite": "Dynamite", "Fake Blood": "Fake Blood"}
PLACE_SYMBOLS = ("$", "Beer", "Wild Card", "Blood", "EXP", "Score", "Monster Hunt")  # 2.1: resources, by place
UNIT_NAMES = {int(EXP): "EXP", int(HP): "HP", int(EP): "EP"}


# Names and amounts.


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Joins words to an English list: a, b and c."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def count_noun(count: int, name: str) -> str:
    """Puts a count before a noun: 1 Beer, 2 Beers, 2 Batteries."""
    return f"{count} {name}" if count == 1 else f"{count} {plural(name)}"


def plural(name: str) -> str:
    return IRREGULAR_PLURALS.get(name, f"{name}s")


def with_article(name: str) -> str:
    """Puts the article before a name: a Beer, an Axe; uncountable names stay without one."""
    if IRREGULAR_PLURALS.get(name) == name:
        return name
    return f"an {name}" if name[0] in "AEIOU" else f"a {name}"


def format_points(count: int) -> str:
    return f"{count} point{'' if abs(count) == 1 else 's'}"


def format_amount(resource: int, count: int) -> str:
    """Formats an amount of a resource: $6, 1 Beer, 4 Blood Bags, 3 EXP, 2 points."""
    if resource == MONEY:
        return f"${count}"
    if resource == POINTS:
        return format_points(count)
    if resource in UNIT_NAMES:
        return f"{count} {UNIT_NAMES[resource]}"
    return count_noun(count, ITEM_NAMES[resource - int(BEERS)])


def format_gains(money: int, beer: int, bags: int, exp: int, score: int) -> str:
    """Lists gains of money, Beer, Blood Bags, EXP and points that are not zero: $2, 1 Beer and 3 points."""
    counts = (money, beer, bags, exp, score)
    return join_words([format_amount(resource, count) for resource, count in enumerate(counts) if count])


def format_faces(count: int, outcome: int) -> str:
    """Lists the faces of the dice of a roll from its outcome number, the first die first: 3 1 6."""
    return " ".join(str(outcome // 6**die % 6 + 1) for die in range(count))


def place_name(number: int) -> str:
    return f"the {PLACE_NAMES[number]}"


def monster_name(number: int) -> str:
    return f"the {MONSTER_NAMES[number]}"


def level_of(number: int) -> int:
    """Returns the level, 1 to 3, of a monster from its number, which counts from 0."""
    return number // int(MONSTERS_PER_LEVEL) + 1


def format_ep(ep: int, surplus: int) -> str:
    """Formats a player's EP: 10, or 10+2 with a surplus of 2 beyond the maximum."""
    return f"{ep}+{surplus}" if surplus else str(ep)


# Subjects.

IRREGULAR_VERBS = {"have": "has", "are": "is", "do": "does", "go": "goes"}


def third_person(verb: str) -> str:
    """Returns the third person singular of an English verb: drinks, carries, has."""
    first, space, rest = verb.partition(" ")
    if first in IRREGULAR_VERBS:
        first = IRREGULAR_VERBS[first]
    elif first.endswith(("s", "sh", "ch", "x")):
        first += "es"
    elif first.endswith("y") and first[-2] not in "aeiou":
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return f"{first}{space}{rest}"


def subject_verb(context: MatchContext, seat: int, viewer: int, verb: str) -> str:
    """Returns the start of a sentence for the viewer, player and verb: You drink, or Ann drinks."""
    return f"You {verb}" if seat == viewer else f"{context.names[seat]} {third_person(verb)}"


def object_name(context: MatchContext, seat: int, viewer: int) -> str:
    return "you" if seat == viewer else context.names[seat]


def possessive(context: MatchContext, seat: int, viewer: int) -> str:
    """Returns the possessive of a player for the viewer: your, or Ann's."""
    return "your" if seat == viewer else f"{context.names[seat]}'s"


def weapon_verb(context: MatchContext, seat: int, viewer: int, weapon: int, verb: str) -> str:
    """Starts a sentence about a player's weapon: Your Katana brings, or Ann's Gloves bring."""
    name = WEAPON_NAMES[weapon]
    return (
        f"{capitalize(possessive(context, seat, viewer))} {name} {verb if name.endswith('s') else third_person(verb)}"
    )


def capitalize(text: str) -> str:
    """Returns a text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]


# Printed texts.


def match_book(context: MatchContext) -> Book:
    return book_of(len(context.names), context.options)


def power_text(options: Options, weapon: int, power: int) -> str:
    """Returns the text of power 1, 2 or 3 of a weapon; that of ammunition depends on the option `ammo` (rule 9.3)."""
    row = table_in_play("weapons", options)[weapon]
    text, code, value = (row[f"power{power}_{part}"] for part in ("text", "code", "value"))
    if code != "ammo":
        return text
    if switch_value(options, "ammo") == "per_attack":
        return f"You may buy {plural(value)}; every attack uses one up, and without one you cannot attack."
    return f"You may buy {plural(value)}; every battle uses one up, and without one you cannot attack in it."


def item_text(options: Options, item: int) -> str:
    """Describes the effect of an item under these options (rule 8.2)."""
    if item == FAKE_BLOOD:
        worth = "2 extra points" if switch_value(options, "fake_blood") == "2" else "extra points equal to its level"
        return f"If the monster is defeated in this battle, gain {worth}."
    if item >= BULLET:
        moment = "attack" if switch_value(options, "ammo") == "per_attack" else "battle"
        return f"Used up by the {WEAPON_NAMES[2 if item == BULLET else 3]} (1 per {moment})."
    return table_in_play("items", options)[item]["effect_text"]


def effect_text(options: Options, number: int) -> str:
    """Returns the text of a monster's effect; empty if it has none or effects are off (section 18)."""
    row = table_in_play("monsters", options)[number]
    return (
        "" if switch_value(options, "monster_effects") == "off" or row["effect_code"] == "none" else row["effect_text"]
    )


def steps_text(number: int, pay: Sequence[int]) -> str:
    """Formats what a place of the board pays by number of tokens, each step once: $ 8/6/5/4; only the symbol for a
    place that pays nothing itself (rule 2.1)."""
    steps = [paid for at, paid in enumerate(pay) if at == 0 or paid != pay[at - 1]]
    return f"{PLACE_SYMBOLS[number]} {'/'.join(str(step) for step in steps)}" if any(steps) else PLACE_SYMBOLS[number]
