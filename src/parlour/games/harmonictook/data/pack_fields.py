"""The values allowed in every field, effect and condition of a card pack (sections 1.1 to 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from parlour.games.harmonictook.data.pack_checks import (
    EffectKind,
    FieldRule,
    KnownIds,
    is_name_in,
    list_of,
    name_rule,
    one_of,
    optional,
    pattern_rule,
    text_rule,
    whole_number,
    whole_number_or,
)

SCHEMA: Final = "harmonictook-cards/1"
MAX_ENTRIES: Final = {"cards": 25, "landmarks": 5, "categories": 25}  # entries of one pack
MAX_WARNINGS: Final = 20
COLOURS: Final = ("blue", "green", "red", "purple")


def is_emoji(value: Any, _: KnownIds) -> bool:
    """Returns whether a value from a card pack may serve as an emoji: any text of at most 10 printable characters
    without spaces, perhaps joined by U+200D."""
    if not isinstance(value, str) or len(value) > 10:
        return False
    seen = value.replace("\u200d", "")
    return seen != "" and seen.isprintable() and " " not in seen


def is_rising(value: Any, _: KnownIds) -> bool:
    if not isinstance(value, list) or not value or not all(type(one) is int and 1 <= one <= 14 for one in value):
        return False
    return all(low < high for low, high in pairwise(value))


OBJECT: Final = FieldRule("it must be an object, written in braces", lambda value, _: isinstance(value, dict))
LIST: Final = FieldRule("it must be a list, written in brackets", lambda value, _: isinstance(value, list))
NAME: Final = name_rule(40)
CODE: Final = pattern_rule("a code is two ASCII letters or digits", "[A-Za-z0-9]{2}")
EMOJI: Final = FieldRule("it must be one emoji, at most 10 characters", is_emoji)
TEXT: Final = text_rule(200)
ID: Final = pattern_rule(
    "an id has at most 40 lower-case letters, digits and underscores, a letter first", "[a-z][a-z0-9_]{0,39}"
)
BOOL: Final = one_of("it", True, False)
A_CATEGORY: Final = FieldRule(
    "the categories are {categories}", lambda value, known: is_name_in(value, known.categories)
)
ALT_NAMES: Final = list_of(
    "alt_names lists at most 10 different names of 1 to 40 printable characters", NAME.accepts, 0, 10
)
COST: Final = whole_number("a cost", 0, 99)


PACK: Final[Mapping[str, FieldRule]] = {
    "schema": FieldRule(f"it must be {SCHEMA!r}", lambda value, _: value == SCHEMA),
    "set": ID,
    "name": NAME,
    "requires": list_of("requires lists the ids of the sets that the pack needs", lambda *_: True, 0, 10),
    "players": OBJECT,
    "setup": OBJECT,
    "categories": OBJECT,
    "cards": LIST,
    "landmarks": LIST,
}
PLAYERS: Final[Mapping[str, FieldRule]] = {
    "min": whole_number("the smallest table", 2, 5),
    "max": whole_number("the largest table", 2, 5),
}
SETUP: Final[Mapping[str, FieldRule]] = {
    "starting_coins": optional(whole_number("the number of starting coins", 0, 50)),
    "market": optional(one_of("a market", "fixed", "variable", "hybrid")),
    "market_size": optional(whole_number_or("a market size", 5, 20, None)),
}
CATEGORY: Final[Mapping[str, FieldRule]] = {
    "legacy_number": optional(whole_number("a legacy number", 0, 99)),
    "label": NAME,
    "emoji": EMOJI,
    "code": CODE,
}
CARD: Final[Mapping[str, FieldRule]] = {
    "id": ID,
    "name": NAME,
    "alt_names": ALT_NAMES,
    "kind": one_of("the kind of a card in cards", "establishment"),
    "colour": one_of("a colour", *COLOURS),
    "category": A_CATEGORY,
    "cost": COST,
    "hits_on": FieldRule("hits_on lists at least one total from 1 to 14, each larger than the one before", is_rising),
    "effect": OBJECT,
    "condition": optional(OBJECT),
    "on_build": optional(OBJECT),
    "after": optional(OBJECT),
    "supply": whole_number_or("a supply", 1, 60, "per_player"),
    "max_per_player": whole_number_or("the most that a player may own", 1, 60, None),
    "starting": whole_number("the number of starting copies", 0, 6),
    "order": whole_number("an order", 0, 999),
    "emoji": EMOJI,
    "code": CODE,
    "text": TEXT,
    "alt_costs": optional(OBJECT),
    "optional_card": optional(BOOL),
}
LANDMARK: Final[Mapping[str, FieldRule]] = {
    "id": ID,
    "name": NAME,
    "alt_names": ALT_NAMES,
    "kind": one_of("the kind of a card in landmarks", "landmark"),
    "colour": one_of("the colour of a landmark", "orange"),
    "category": A_CATEGORY,
    "cost": COST,
    "hits_on": FieldRule("a landmark is hit by no total, so hits_on is an empty list", lambda value, _: value == []),
    "effect": OBJECT,
    "start_built": BOOL,
    "counts_for_win": BOOL,
    "counts_as_landmark": BOOL,
    "demolishable": BOOL,
    "emoji": EMOJI,
    "code": CODE,
    "text": TEXT,
    "alt_costs": optional(OBJECT),
}

AMOUNT: Final = whole_number("an amount", 0, 99)
REWARD: Final = whole_number("a reward", 0, 99)
CATEGORIES: Final = list_of(
    "categories lists one or more of {categories}", lambda value, known: value in known.categories, 1, 50
)
EXCLUDED: Final = list_of("exclude_colours lists colours of cards", lambda value, _: value in COLOURS, 0, 4)
NEVER_PURPLE: Final = FieldRule(
    "exclude_colours lists colours of cards, 'purple' among them",
    lambda value, known: EXCLUDED.accepts(value, known) and "purple" in value,
)
NOT_OPTIONAL: Final = one_of("optional", False)
ALL_OR_AMOUNT: Final = whole_number_or("an amount", 0, 99, "all")
A_CARD: Final = FieldRule(
    "it must be the id of a card of the sets in play", lambda value, known: is_name_in(value, known.cards)
)
A_LANDMARK: Final = FieldRule(
    "it must be the id of a landmark of the sets in play", lambda value, known: is_name_in(value, known.landmarks)
)

BANK: Final = "blue green purple"
EFFECTS: Final[Mapping[str, EffectKind]] = {
    "bank_income": EffectKind(BANK, {"amount": AMOUNT}),
    "bank_income_per_category": EffectKind(
        BANK, {"amount": AMOUNT, "category": A_CATEGORY, "scope": one_of("a scope", "owner", "all_players")}
    ),
    "bank_income_per_card": EffectKind(BANK, {"amount": AMOUNT, "card": A_CARD}),
    "bank_income_dice": EffectKind(
        BANK,
        {
            "dice": whole_number("the number of dice", 1, 2),
            "shared": one_of("shared", True),
            "roller": one_of("the roller", "active_player"),
        },
    ),
    "bank_payment": EffectKind("green", {"amount": AMOUNT}),
    "take_from_roller": EffectKind("red", {"amount": ALL_OR_AMOUNT}),
    "take_from_each": EffectKind("purple", {"amount": AMOUNT}),
    "take_from_one": EffectKind("purple", {"amount": AMOUNT}),
    "take_from_each_per_category": EffectKind("purple", {"amount": AMOUNT, "categories": CATEGORIES}),
    "take_half_from_each": EffectKind(
        "purple",
        {
            "threshold": whole_number("a threshold", 0, 99),
            "divisor": whole_number("a divisor", 1, 99),
            "rounding": one_of("the rounding of a part", "down"),
        },
    ),
    "take_from_each_investment": EffectKind(
        "purple", {"invest_per_turn": whole_number("the investment of a turn", 1, 99)}
    ),
    "swap_establishment": EffectKind("purple", {"exclude_colours": EXCLUDED, "optional": BOOL}),
    "give_establishment": EffectKind(
        "green", {"exclude_colours": NEVER_PURPLE, "reward": REWARD, "optional": NOT_OPTIONAL}
    ),
    "demolish_landmark": EffectKind("green", {"reward": REWARD, "optional": NOT_OPTIONAL}),
    "close_type": EffectKind("purple", {"exclude_colours": NEVER_PURPLE, "take_per_card": AMOUNT, "optional": BOOL}),
    "activate_other": EffectKind(
        "purple",
        {
            "exclude_colours": NEVER_PURPLE,
            "copies": one_of("copies", "all"),
            "return_self": BOOL,
            "optional": BOOL,
        },
    ),
    "redistribute_coins": EffectKind("purple", {"rounding": one_of("the rounding of shares", "up")}),
    "dice_choice": EffectKind("orange", {"max_dice": whole_number("max_dice", 2, 2)}),
    "category_bonus": EffectKind("orange", {"categories": CATEGORIES, "amount": AMOUNT}),
    "extra_turn_on_doubles": EffectKind("orange", {}),
    "reroll": EffectKind("orange", {"times": whole_number("the number of re-rolls", 1, 9)}),
    "add_to_roll": EffectKind(
        "orange", {"threshold": whole_number("a threshold", 1, 12), "amount": whole_number("an amount", 1, 8)}
    ),
    "income_if_broke": EffectKind(
        "orange",
        {"threshold": whole_number("a threshold", 0, 99), "amount": AMOUNT, "when": one_of("when", "before_build")},
    ),
    "income_if_no_build": EffectKind("orange", {"amount": AMOUNT}),
}
ON_BUILD: Final[Mapping[str, EffectKind]] = {"bank_income": EFFECTS["bank_income"]}
AFTER: Final[Mapping[str, EffectKind]] = {"close_self": EffectKind("blue green", {})}
COUNT: Final = whole_number("a count", 1, 12)
CONDITIONS: Final[Mapping[str, EffectKind]] = {
    "owner_has_landmark": EffectKind("", {"landmark": A_LANDMARK}),
    "owner_landmarks_below": EffectKind("", {"count": COUNT}),
    "roller_landmarks_at_least": EffectKind("", {"count": COUNT}),
}
