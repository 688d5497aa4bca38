"""What every field, effect and condition of a card pack may hold (sections 1.1 to 1.4)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final

from parlour.games.harmonictook.data.pack_checks import (
    Kind,
    Known,
    Rule,
    in_names,
    matching,
    maybe,
    name_rule,
    one_of,
    several,
    text_rule,
    whole,
    whole_or,
)

SCHEMA: Final = "harmonictook-cards/1"
MOST: Final = {"cards": 25, "landmarks": 5, "categories": 25}  # entries of one pack
WARNINGS_MOST: Final = 20
COLOURS: Final = ("blue", "green", "red", "purple")


def is_emoji(value: Any, _: Known) -> bool:
    """One emoji, which may be several characters joined by U+200D."""
    if not isinstance(value, str) or len(value) > 10:
        return False
    seen = value.replace("\u200d", "")
    return seen != "" and seen.isprintable() and " " not in seen


def is_rising(value: Any, _: Known) -> bool:
    if not isinstance(value, list) or not value or not all(type(one) is int and 1 <= one <= 14 for one in value):
        return False
    return all(low < high for low, high in pairwise(value))


OBJECT: Final = Rule("it must be an object, written in braces", lambda value, _: isinstance(value, dict))
LIST: Final = Rule("it must be a list, written in brackets", lambda value, _: isinstance(value, list))
NAME: Final = name_rule(40)
CODE: Final = matching("a code is two ASCII letters or digits", "[A-Za-z0-9]{2}")
EMOJI: Final = Rule("it must be one emoji, at most 10 characters", is_emoji)
TEXT: Final = text_rule(200)
ID: Final = matching(
    "an id has at most 40 lower-case letters, digits and underscores, a letter first", "[a-z][a-z0-9_]{0,39}"
)
BOOL: Final = one_of("it", True, False)
A_CATEGORY: Final = Rule("the categories are {categories}", lambda value, known: in_names(value, known.categories))
ALT_NAMES: Final = several(
    "alt_names lists at most 10 different names of 1 to 40 printable characters", NAME.fits, 0, 10
)
COST: Final = whole("a cost", 0, 99)


PACK: Final[Mapping[str, Rule]] = {
    "schema": Rule(f"it must be {SCHEMA!r}", lambda value, _: value == SCHEMA),
    "set": ID,
    "name": NAME,
    "requires": several("requires lists the ids of the sets that the pack needs", lambda *_: True, 0, 10),
    "players": OBJECT,
    "setup": OBJECT,
    "categories": OBJECT,
    "cards": LIST,
    "landmarks": LIST,
}
PLAYERS: Final[Mapping[str, Rule]] = {
    "min": whole("the smallest table", 2, 5),
    "max": whole("the largest table", 2, 5),
}
SETUP: Final[Mapping[str, Rule]] = {
    "starting_coins": maybe(whole("the number of starting coins", 0, 50)),
    "market": maybe(one_of("a market", "fixed", "variable", "hybrid")),
    "market_size": maybe(whole_or("a market size", 5, 20, None)),
}
CATEGORY: Final[Mapping[str, Rule]] = {
    "legacy_number": maybe(whole("a legacy number", 0, 99)),
    "label": NAME,
    "emoji": EMOJI,
    "code": CODE,
}
CARD: Final[Mapping[str, Rule]] = {
    "id": ID,
    "name": NAME,
    "alt_names": ALT_NAMES,
    "kind": one_of("the kind of a card in cards", "establishment"),
    "colour": one_of("a colour", *COLOURS),
    "category": A_CATEGORY,
    "cost": COST,
    "hits_on": Rule("hits_on lists at least one total from 1 to 14, each larger than the one before", is_rising),
    "effect": OBJECT,
    "condition": maybe(OBJECT),
    "on_build": maybe(OBJECT),
    "after": maybe(OBJECT),
    "supply": whole_or("a supply", 1, 60, "per_player"),
    "max_per_player": whole_or("the most that a player may own", 1, 60, None),
    "starting": whole("the number of starting copies", 0, 6),
    "order": whole("an order", 0, 999),
    "emoji": EMOJI,
    "code": CODE,
    "text": TEXT,
    "alt_costs": maybe(OBJECT),
    "optional_card": maybe(BOOL),
}
LANDMARK: Final[Mapping[str, Rule]] = {
    "id": ID,
    "name": NAME,
    "alt_names": ALT_NAMES,
    "kind": one_of("the kind of a card in landmarks", "landmark"),
    "colour": one_of("the colour of a landmark", "orange"),
    "category": A_CATEGORY,
    "cost": COST,
    "hits_on": Rule("a landmark is hit by no total, so hits_on is an empty list", lambda value, _: value == []),
    "effect": OBJECT,
    "start_built": BOOL,
    "counts_for_win": BOOL,
    "counts_as_landmark": BOOL,
    "demolishable": BOOL,
    "emoji": EMOJI,
    "code": CODE,
    "text": TEXT,
    "alt_costs": maybe(OBJECT),
}

AMOUNT: Final = whole("an amount", 0, 99)
REWARD: Final = whole("a reward", 0, 99)
CATEGORIES: Final = several(
    "categories lists one or more of {categories}", lambda value, known: value in known.categories, 1, 50
)
EXCLUDED: Final = several("exclude_colours lists colours of cards", lambda value, _: value in COLOURS, 0, 4)
NEVER_PURPLE: Final = Rule(
    "exclude_colours lists colours of cards, 'purple' among them",
    lambda value, known: EXCLUDED.fits(value, known) and "purple" in value,
)
MUST: Final = one_of("optional", False)
ALL_OR_AMOUNT: Final = whole_or("an amount", 0, 99, "all")
A_CARD: Final = Rule(
    "it must be the id of a card of the sets in play", lambda value, known: in_names(value, known.cards)
)
A_LANDMARK: Final = Rule(
    "it must be the id of a landmark of the sets in play", lambda value, known: in_names(value, known.landmarks)
)

BANK: Final = "blue green purple"
EFFECTS: Final[Mapping[str, Kind]] = {
    "bank_income": Kind(BANK, {"amount": AMOUNT}),
    "bank_income_per_category": Kind(
        BANK, {"amount": AMOUNT, "category": A_CATEGORY, "scope": one_of("a scope", "owner", "all_players")}
    ),
    "bank_income_per_card": Kind(BANK, {"amount": AMOUNT, "card": A_CARD}),
    "bank_income_dice": Kind(
        BANK,
        {
            "dice": whole("the number of dice", 1, 2),
            "shared": one_of("shared", True),
            "roller": one_of("the roller", "active_player"),
        },
    ),
    "bank_payment": Kind("green", {"amount": AMOUNT}),
    "take_from_roller": Kind("red", {"amount": ALL_OR_AMOUNT}),
    "take_from_each": Kind("purple", {"amount": AMOUNT}),
    "take_from_one": Kind("purple", {"amount": AMOUNT}),
    "take_from_each_per_category": Kind("purple", {"amount": AMOUNT, "categories": CATEGORIES}),
    "take_half_from_each": Kind(
        "purple",
        {
            "threshold": whole("a threshold", 0, 99),
            "divisor": whole("a divisor", 1, 99),
            "rounding": one_of("the rounding of a part", "down"),
        },
    ),
    "take_from_each_investment": Kind("purple", {"invest_per_turn": whole("the investment of a turn", 1, 99)}),
    "swap_establishment": Kind("purple", {"exclude_colours": EXCLUDED, "optional": BOOL}),
    "give_establishment": Kind("green", {"exclude_colours": NEVER_PURPLE, "reward": REWARD, "optional": MUST}),
    "demolish_landmark": Kind("green", {"reward": REWARD, "optional": MUST}),
    "close_type": Kind("purple", {"exclude_colours": NEVER_PURPLE, "take_per_card": AMOUNT, "optional": BOOL}),
    "activate_other": Kind(
        "purple",
        {
            "exclude_colours": NEVER_PURPLE,
            "copies": one_of("copies", "all"),
            "return_self": BOOL,
            "optional": BOOL,
        },
    ),
    "redistribute_coins": Kind("purple", {"rounding": one_of("the rounding of shares", "up")}),
    "dice_choice": Kind("orange", {"max_dice": whole("max_dice", 2, 2)}),
    "category_bonus": Kind("orange", {"categories": CATEGORIES, "amount": AMOUNT}),
    "extra_turn_on_doubles": Kind("orange", {}),
    "reroll": Kind("orange", {"times": whole("the number of re-rolls", 1, 9)}),
    "add_to_roll": Kind("orange", {"threshold": whole("a threshold", 1, 12), "amount": whole("an amount", 1, 8)}),
    "income_if_broke": Kind(
        "orange",
        {"threshold": whole("a threshold", 0, 99), "amount": AMOUNT, "when": one_of("when", "before_build")},
    ),
    "income_if_no_build": Kind("orange", {"amount": AMOUNT}),
}
ON_BUILD: Final[Mapping[str, Kind]] = {"bank_income": EFFECTS["bank_income"]}
AFTER: Final[Mapping[str, Kind]] = {"close_self": Kind("blue green", {})}
COUNT: Final = whole("a count", 1, 12)
CONDITIONS: Final[Mapping[str, Kind]] = {
    "owner_has_landmark": Kind("", {"landmark": A_LANDMARK}),
    "owner_landmarks_below": Kind("", {"count": COUNT}),
    "roller_landmarks_at_least": Kind("", {"count": COUNT}),
}
