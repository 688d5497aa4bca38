"""The texts of Hunter & Apprentice: notation, random outcomes, facts on weapons, monsters, items and places."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.hunter.options import table_in_play
from parlour.games.hunter.rules import actions as a
from parlour.games.hunter.rules.book import (
    COLOUR_NAMES,
    ITEM_NAMES,
    LEVELS,
    MONSTERS_PER_LEVEL,
    PLACE_NAMES,
    RESOURCE_NAMES,
    WEAPON_NAMES,
)
from parlour.games.hunter.rules.rounds import Hunter
from parlour.games.hunter.rules.state import COLOUR, MONSTER, WEAPON
from parlour.games.hunter.text.captions import captions
from parlour.games.hunter.text.offer import offer
from parlour.games.hunter.text.pages import pages
from parlour.games.hunter.text.questions import label, question, why
from parlour.games.hunter.text.rulebook import rules
from parlour.games.hunter.text.story import EVENTS, sentence
from parlour.games.hunter.text.text_board import board
from parlour.games.hunter.text.wording import (
    MONSTER_NAMES,
    PLACE_SYMBOLS,
    effect_text,
    format_faces,
    item_text,
    power_text,
)
from parlour.kernel.options import Options
from parlour.kernel.problem import Problem
from parlour.kernel.state import State
from parlour.kernel.text import Text

RESOURCE_WORDS = ("money", "beer", "blood-bags", "exp")
KINDS = {
    "send": range(a.SEND, a.DRINK),
    "drink": range(a.DRINK, a.HEAL),
    "heal": range(a.HEAL, a.PUT_BEER),
    "put": range(a.PUT_BEER, a.RAISE_EP),
    "raise": range(a.RAISE_EP, a.TRADE),
    "trade": range(a.TRADE, a.ATTACK_DIE),
    "train": range(a.ATTACK_DIE, a.TAKE),
    "take": range(a.TAKE, a.BUY),
    "buy": range(a.BUY, a.FINISH),
    "finish": range(a.FINISH, a.DISCARD),
    "discard": range(a.DISCARD, a.BRING),
    "bring": range(a.BRING, a.HUNT),
    "hunt": range(a.HUNT, a.ACCEPT),
    "meet": range(a.ACCEPT, a.ATTACK),
    "attack": range(a.ATTACK, a.TAME),
    "tame": range(a.TAME, a.ARM),
    "arm": range(a.ARM, a.USE),
    "use": range(a.USE, a.ENDURE),
    "endure": range(a.ENDURE, a.AGAIN),
    "again": range(a.AGAIN, a.RECOVER_HP),
    "recover": range(a.RECOVER_HP, a.ACTIONS),
}


def slug(name: str) -> str:
    return name.lower().replace(" ", "-")


PLACE_WORDS = tuple(slug(name) for name in PLACE_NAMES)
ITEM_WORDS = tuple(slug(name) for name in ITEM_NAMES)
NOTATIONS = (
    *(f"hunter {hunter}, apprentice {other}" for hunter in PLACE_WORDS for other in PLACE_WORDS),
    *("drink", "heal", "put beer", "put blood-bag", "raise ep", "raise hp", "trade", "attack die", "defense die"),
    *(f"take {resource}" for resource in RESOURCE_WORDS),
    *(f"buy {item}" for item in ITEM_WORDS),
    "finish",
    *(f"discard {item}" for item in ITEM_WORDS),
    *(f"bring pet {level + 1}" for level in range(LEVELS)),
    *(f"hunt level {level + 1}" for level in range(LEVELS)),
    *("accept", "change", "attack", "tame", "arm"),
    *(f"use {item}" for item in ITEM_WORDS[2:6]),
    *("go on", "strike again", "recover hp", "recover ep"),
)


# Outcomes.


def outcome(state: State, number: int) -> str:
    """Formats a random outcome as text: a weapon or colour by name, a monster by printed number, dice by faces."""
    assert isinstance(state, Hunter)
    if state.deal_kind == WEAPON:
        return WEAPON_NAMES[number].lower()
    if state.deal_kind == COLOUR:
        return COLOUR_NAMES[number].lower()
    if state.deal_kind == MONSTER:
        return f"monster {(int(state.level) - 1) * int(MONSTERS_PER_LEVEL) + number + 1}"
    return format_faces(dice_in_outcome(state), number)


def dice_in_outcome(state: Hunter) -> int:
    """Returns how many dice the awaited roll has, worked out from its number of possible outcomes."""
    count = 0
    while 6**count < state.outcomes:
        count += 1
    return count


def read_outcome(state: State, text: str) -> int:
    assert isinstance(state, Hunter)
    wanted = " ".join(text.lower().split())
    if state.deal_kind in (WEAPON, COLOUR):
        names = [name.lower() for name in (WEAPON_NAMES if state.deal_kind == WEAPON else COLOUR_NAMES)]
        if wanted not in names:
            what = "weapon" if state.deal_kind == WEAPON else "colour"
            raise Problem(f"The dealer cannot deal the {what} {text!r}; write one of {', '.join(names)}.")
        return names.index(wanted)
    if state.deal_kind == MONSTER:
        return read_monster(int(state.level), wanted)
    faces = [int(word) - 1 for word in wanted.split(" ") if word.isdecimal()]
    if len(faces) != dice_in_outcome(state) or not all(0 <= face < 6 for face in faces):
        count = dice_in_outcome(state)
        raise Problem(f"{text!r} is not a roll of {count} dice; write their faces, as in {' '.join('1' * count)}.")
    return sum(face * 6**die for die, face in enumerate(faces))


def read_monster(level: int, wanted: str) -> int:
    number = wanted.removeprefix("monster ")
    first = (level - 1) * int(MONSTERS_PER_LEVEL)
    if not number.isdecimal() or not first < int(number) <= first + MONSTERS_PER_LEVEL:
        span = f"monster {first + 1} to monster {first + MONSTERS_PER_LEVEL}"
        raise Problem(
            f"The dealer cannot deal {wanted!r}, which is not a monster of level {level}; write one of {span}."
        )
    return int(number) - first - 1


# Facts.

Facts = Mapping[str, tuple[Mapping[str, object], ...]]


def facts(options: Options) -> Facts:
    weapons, monsters, items = (table_in_play(table, options) for table in ("weapons", "monsters", "items"))
    return {
        "weapon": tuple(weapon_facts(options, number, row) for number, row in enumerate(weapons)),
        "monster": tuple(monster_facts(options, number, row) for number, row in enumerate(monsters)),
        "item": tuple(item_facts(options, number, row) for number, row in enumerate(items)),
        "place": tuple({"id": slug(name), "gives": PLACE_SYMBOLS[number]} for number, name in enumerate(PLACE_NAMES)),
    }


def weapon_facts(options: Options, number: int, row: Mapping[str, str]) -> dict[str, object]:
    return {
        "id": slug(row["name"]),
        "priority": int(row["priority"]),
        "start_money": int(row["start_money"]),
        "capacity": int(row["capacity"]),
        "damage": [int(row[f"dmg_{face}"]) for face in range(1, 7)],
        "attack_cost": int(row["attack_exp_cost"]),
        "defense_cost": int(row["defense_exp_cost"]),
        "prefers": PLACE_NAMES.index(row["preferred_location"]),
        "ammunition": ITEM_NAMES.index(row["power1_value"]) if row["power1_code"] == "ammo" else -1,
        "powers": [power_text(options, number, level) for level in (1, 2, 3)],
        "codes": [row[f"power{level}_code"] for level in (1, 2, 3)],
    }


def monster_facts(options: Options, number: int, row: Mapping[str, str]) -> dict[str, object]:
    figures = ("level", "hp", "att", "money", "beer", "points")
    return {
        "id": number + 1,
        **{name: int(row[name]) for name in figures},
        "bags": int(row["blood_bags"]),
        "effect": effect_text(options, number),
    }


def item_facts(options: Options, number: int, row: Mapping[str, str]) -> dict[str, object]:
    return {
        "id": slug(row["name"]),
        "size": int(row["size"]),
        "price": int(row["price"]),
        "sold_to": -1 if row["sold_to"] == "all" else WEAPON_NAMES.index(row["sold_to"]),
        "most": int(row["max_held"] or 0),
        "text": item_text(options, number),
    }


def text_for(options: Options) -> Text:
    """Returns all texts of Hunter & Apprentice for a match's options: each year's tables have their own figures."""
    return Text(
        notation=NOTATIONS.__getitem__,
        kinds=KINDS,
        events=EVENTS,
        sentence=sentence,
        question=question,
        label=label,
        why=why,
        board=board,
        rules=rules,
        blurb="Every round you send a hunter and an apprentice in secret to two of seven places; crowds spoil the pay. "
        "Hunt monsters in the Forest with dice, explosives and pets; the most points win when a player has 50.",
        things={
            "place": PLACE_NAMES,
            "item": ITEM_NAMES,
            "weapon": WEAPON_NAMES,
            "monster": MONSTER_NAMES,
            "colour": COLOUR_NAMES,
            "resource": RESOURCE_NAMES,
        },
        offer=offer,
        outcome=outcome,
        read_outcome=read_outcome,
        pages=pages,
        captions=captions,
        facts=facts(options),
    )
