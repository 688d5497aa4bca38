"""What every field of a card pack may hold, and the one sentence that says what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Any, Final, NamedTuple

from parlour.kernel.problem import Problem

SCHEMA: Final = "harmonictook-cards/1"
LONGEST: Final = 60_000  # characters of a file
CARDS_MOST, LANDMARKS_MOST = 25, 5  # of one pack
WARNINGS_MOST: Final = 20
COLOURS: Final = ("blue", "green", "red", "purple")


class Known(NamedTuple):
    """What a pack may refer to: the sets in play and the pack itself."""

    categories: Collection[str]
    cards: Collection[str]
    landmarks: Collection[str]


class Rule(NamedTuple):
    """What one field may hold: the sentence that says so, and the test."""

    right: str
    fits: Callable[[Any, Known], bool]
    needed: bool = True


def shown(value: object, inside: bool = False) -> str:
    """A value of the file as a sentence quotes it: short, printable, spelled as in JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, (list, dict)) and (inside or isinstance(value, dict)):
        return "a list" if isinstance(value, list) else "an object"
    text = "[" + ", ".join(shown(one, True) for one in value[:15]) + "]" if isinstance(value, list) else repr(value)
    return text if len(text) <= 60 else text[:60] + "..."


def wrong(spot: str, value: object, right: str) -> Problem:
    return Problem(f"{spot} is {shown(value)}; {right}.")


def plain(text: str, longest: int = 60) -> str:
    """A name from outside, fit for a sentence."""
    kept = "".join(c if c.isprintable() else "?" for c in text[:longest])
    return kept + "..." if len(text) > longest else kept


def parsed(file: str, text: str) -> Any:
    """The file as JSON, or where it stops being JSON."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise Problem(f"{file}: the field {shown(twice)} stands twice in one object; each field is given once.")
        return found

    def strange(name: str) -> Any:
        raise Problem(f"{file}: {name} is not a number of JSON; write a whole number.")

    if len(text) > LONGEST:
        raise Problem(f"{file}: the file has {len(text)} characters; a card pack has at most {LONGEST}.")
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=once, parse_constant=strange)
    except Problem:
        raise
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" starting at").removesuffix(" at")
        spot = f"line {error.lineno}, column {error.colno}"
        raise Problem(f"{file}: {spot} is not valid JSON: {reason[0].lower()}{reason[1:]}.") from None
    except RecursionError:
        raise Problem(f"{file}: the file nests too deeply; a card pack has at most five levels.") from None
    except ValueError:
        raise Problem(
            f"{file}: the file holds a number of thousands of digits; write a small whole number."
        ) from None


def whole(noun: str, least: int, most: int) -> Rule:
    right = f"{noun} is a whole number from {least} to {most}" if least < most else f"{noun} is always {least}"
    return Rule(right, lambda value, _: type(value) is int and least <= value <= most)


def whole_or(noun: str, least: int, most: int, word: str | None) -> Rule:
    right = f"{noun} is a whole number from {least} to {most}, or {shown(word)}"
    return Rule(right, lambda value, _: value == word or (type(value) is int and least <= value <= most))


def one_of(noun: str, *words: str | bool) -> Rule:
    listed = ", ".join(map(shown, words[:-1])) + " or " if len(words) > 1 else "always "
    right = f"{noun} is {listed}{shown(words[-1])}"
    return Rule(right, lambda value, _: any(type(value) is type(word) and value == word for word in words))


def several(right: str, fits: Callable[[Any, Known], bool], least: int, most: int) -> Rule:
    """A list of different things."""

    def all_fit(value: Any, known: Known) -> bool:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return False
        return all(isinstance(one, str) and fits(one, known) for one in value) and len(set(value)) == len(value)

    return Rule(right, all_fit)


def printable(noun: str, least: int, most: int) -> Rule:
    right = f"{noun} has {f'{least} to' if least else 'at most'} {most} printable characters"
    if least:
        right += ", none of them a space at either end"

    def fits(value: Any, _: Known) -> bool:
        return (
            isinstance(value, str) and least <= len(value) <= most and value.isprintable() and value.strip() == value
        )

    return Rule(right, fits if least else lambda value, _: text_fits(value, most))


def text_fits(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def matching(right: str, pattern: str) -> Rule:
    return Rule(right, lambda value, _: isinstance(value, str) and re.fullmatch(pattern, value) is not None)


def is_emoji(value: Any, _: Known) -> bool:
    """One emoji, which may be several characters joined by U+200D."""
    return isinstance(value, str) and 1 <= len(value) <= 10 and value.replace("\u200d", "").isprintable()


def is_rising(value: Any, _: Known) -> bool:
    if not isinstance(value, list) or not value or not all(type(one) is int and 1 <= one <= 14 for one in value):
        return False
    return all(low < high for low, high in pairwise(value))


OBJECT: Final = Rule("it must be an object, written in braces", lambda value, _: isinstance(value, dict))
LIST: Final = Rule("it must be a list, written in brackets", lambda value, _: isinstance(value, list))
NAME: Final = printable("a name", 1, 40)
CODE: Final = matching("a code is two ASCII letters or digits", "[A-Za-z0-9]{2}")
EMOJI: Final = Rule("it must be one emoji, at most 10 characters", is_emoji)
TEXT: Final = printable("a text", 0, 200)
ID: Final = matching(
    "an id has at most 40 lower-case letters, digits and underscores, a letter first", "[a-z][a-z0-9_]{0,39}"
)
BOOL: Final = one_of("it", True, False)
CATEGORY: Final = Rule("the categories are {categories}", lambda value, known: in_names(value, known.categories))
ALT_NAMES: Final = several(
    "alt_names lists at most 10 different names of 1 to 40 printable characters", NAME.fits, 0, 10
)
COST: Final = whole("a cost", 0, 99)


def in_names(value: Any, names: Collection[str]) -> bool:
    return isinstance(value, str) and value in names


def maybe(rule: Rule) -> Rule:
    """A field that may be left out or null."""
    return Rule(rule.right, lambda value, known: value is None or rule.fits(value, known), needed=False)


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
CATEGORY_FIELDS: Final[Mapping[str, Rule]] = {
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
    "category": CATEGORY,
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
    "category": CATEGORY,
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
ROUNDING: Final = one_of("rounding", "down", "up")
CATEGORIES: Final = several(
    "categories lists one or more of {categories}", lambda value, known: value in known.categories, 1, 50
)
EXCLUDED: Final = several("exclude_colours lists colours of cards", lambda value, _: value in COLOURS, 0, 4)
NEVER_PURPLE: Final = Rule(
    "exclude_colours lists colours of cards, 'purple' among them",
    lambda value, known: EXCLUDED.fits(value, known) and "purple" in value,
)
MAY: Final = one_of("optional", True)
MUST: Final = one_of("optional", False)
ALL_OR_AMOUNT: Final = whole_or("an amount", 0, 99, "all")
A_CARD: Final = Rule(
    "it must be the id of a card of the sets in play", lambda value, known: in_names(value, known.cards)
)
A_LANDMARK: Final = Rule(
    "it must be the id of a landmark of the sets in play", lambda value, known: in_names(value, known.landmarks)
)


class Kind(NamedTuple):
    """One kind of effect: the colours that may have it, and its parameters."""

    colours: str
    needs: Mapping[str, Rule]


BANK: Final = "blue green purple"
EFFECTS: Final[Mapping[str, Kind]] = {
    "bank_income": Kind(BANK, {"amount": AMOUNT}),
    "bank_income_per_category": Kind(
        BANK, {"amount": AMOUNT, "category": CATEGORY, "scope": one_of("a scope", "owner", "all_players")}
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
        {"threshold": whole("a threshold", 0, 99), "divisor": whole("a divisor", 1, 99), "rounding": ROUNDING},
    ),
    "take_from_each_investment": Kind("purple", {"invest_per_turn": whole("the investment of a turn", 1, 1)}),
    "swap_establishment": Kind("purple", {"exclude_colours": EXCLUDED, "optional": MAY}),
    "give_establishment": Kind("green", {"exclude_colours": EXCLUDED, "reward": REWARD, "optional": MUST}),
    "demolish_landmark": Kind("green", {"reward": REWARD, "optional": MUST}),
    "close_type": Kind("purple", {"exclude_colours": NEVER_PURPLE, "take_per_card": AMOUNT, "optional": MAY}),
    "activate_other": Kind(
        "purple",
        {
            "exclude_colours": NEVER_PURPLE,
            "copies": one_of("copies", "all"),
            "return_self": BOOL,
            "optional": MAY,
        },
    ),
    "redistribute_coins": Kind("purple", {"rounding": ROUNDING}),
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
AFTER: Final[Mapping[str, Kind]] = {"close_self": Kind("red blue green", {})}
COUNT: Final = whole("a count", 1, 12)
CONDITIONS: Final[Mapping[str, Kind]] = {
    "owner_has_landmark": Kind("", {"landmark": A_LANDMARK}),
    "owner_landmarks_below": Kind("", {"count": COUNT}),
    "roller_landmarks_at_least": Kind("", {"count": COUNT}),
}


def listed(words: Collection[str]) -> str:
    names = list(words)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def fields(spot: str, node: Any, rules: Mapping[str, Rule], known: Known, warnings: list[str]) -> dict[str, Any]:
    """The fields of one object, each fit for its rule; the others are named in the warnings and left out."""
    dot = "" if spot.endswith(": ") else "."
    found: dict[str, Any] = {}
    for name, rule in rules.items():
        right = rule.right.replace("{categories}", listed(known.categories))
        if name in node:
            if not rule.fits(node[name], known):
                raise wrong(f"{spot}{dot}{name}", node[name], right)
        elif rule.needed:
            raise Problem(f"{spot}{dot}{name} is missing; {right}.")
        value = node.get(name)
        found[name] = tuple(value) if isinstance(value, list) else value
    for name in node:
        if name not in rules:
            warnings.append(f"{spot}{dot}{plain(name, 40)} is not a field that the game knows; it is ignored.")
    return found


def kind_of(
    spot: str, node: Any, kinds: Mapping[str, Kind], what: str, known: Known, warnings: list[str]
) -> dict[str, Any]:
    """An effect or a condition: its kind and the parameters of that kind."""
    names = list(kinds)
    right = f"{what} is one of {listed(names)}" if len(names) > 1 else f"{what} is always {names[0]}"
    if "kind" not in node:
        raise Problem(f"{spot}.kind is missing; {right}.")
    if not in_names(node["kind"], kinds):
        raise wrong(f"{spot}.kind", node["kind"], right)
    kind: str = node["kind"]
    rest = {name: value for name, value in node.items() if name != "kind"}
    return {"kind": kind, **fields(spot, rest, kinds[kind].needs, known, warnings)}
