"""The checks of a custom card pack: rules for the values of its fields, and the sentences about mistakes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple

from parlour.kernel.problem import Problem

MAX_CHARACTERS: Final = 60_000  # characters of a file


class KnownIds(NamedTuple):
    """The ids that a custom card pack may refer to: those of the card sets in play and its own."""

    categories: Collection[str]
    cards: Collection[str]
    landmarks: Collection[str]


class FieldRule(NamedTuple):
    """A rule for one field of a card pack: a sentence on the values it may have, and a function that tests a value."""

    requirement: str
    accepts: Callable[[Any, KnownIds], bool]
    required: bool = True


class EffectKind(NamedTuple):
    """A kind of card effect or condition in a card pack: the colours of cards that may have it, and its parameters."""

    colours: str
    parameters: Mapping[str, FieldRule]


def quote_value(value: object, inside: bool = False) -> str:
    """Formats a wrong value from a card pack for a sentence about the mistake: short, printable, spelled as in JSON."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, (list, dict)) and (inside or isinstance(value, dict)):
        return "a list" if isinstance(value, list) else "an object"
    text = (
        "[" + ", ".join(quote_value(one, True) for one in value[:15]) + "]" if isinstance(value, list) else repr(value)
    )
    return text if len(text) <= 60 else text[:60] + "..."


def bad_value(spot: str, value: object, right: str) -> Problem:
    return Problem(f"{spot} has the wrong value {quote_value(value)}; {right}.")


def printable(text: str, longest: int = 60) -> str:
    """Returns a text from a card pack file with control characters replaced, cut to a length."""
    kept = "".join(c if c.isprintable() else "?" for c in text[:longest])
    return kept + "..." if len(text) > longest else kept


def parse_json(file: str, text: str) -> Any:
    """Parses the JSON of a card pack file; a Problem names the line and column of a mistake."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise Problem(
                    f"{file}: the field {quote_value(name)} occurs twice in one object of the card pack; give it once."
                )
            found[name] = value
        return found

    def strange(name: str) -> Any:
        raise Problem(f"{file}: the card pack has {name}, which is not a JSON number; write a whole number.")

    if len(text) > MAX_CHARACTERS:
        raise Problem(f"{file}: the card pack has {len(text)} characters; shorten it to at most {MAX_CHARACTERS}.")
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=once, parse_constant=strange)
    except Problem:
        raise
    except json.JSONDecodeError as error:
        reason = error.msg.removesuffix(" starting at").removesuffix(" at")
        spot = f"line {error.lineno}, column {error.colno}"
        raise Problem(
            f"{file}: the card pack is not valid JSON at {spot}: {reason[0].lower()}{reason[1:]}; correct it."
        ) from None
    except RecursionError:
        raise Problem(f"{file}: the card pack nests too deeply; use at most five levels.") from None
    except ValueError:
        raise Problem(
            f"{file}: the card pack has a number with thousands of digits; write a small whole number."
        ) from None


def whole_number(noun: str, least: int, most: int) -> FieldRule:
    right = f"{noun} is a whole number from {least} to {most}" if least < most else f"{noun} is always {least}"
    return FieldRule(right, lambda value, _: type(value) is int and least <= value <= most)


def whole_number_or(noun: str, least: int, most: int, word: str | None) -> FieldRule:
    right = f"{noun} is a whole number from {least} to {most}, or {quote_value(word)}"
    return FieldRule(right, lambda value, _: value == word or (type(value) is int and least <= value <= most))


def one_of(noun: str, *words: str | bool) -> FieldRule:
    listed = ", ".join(map(quote_value, words[:-1])) + " or " if len(words) > 1 else "always "
    right = f"{noun} is {listed}{quote_value(words[-1])}"
    return FieldRule(right, lambda value, _: any(type(value) is type(word) and value == word for word in words))


def list_of(right: str, fits: Callable[[Any, KnownIds], bool], least: int, most: int) -> FieldRule:
    """Returns a rule for a card pack field: a list of `least` to `most` texts that pass a test, without repeats."""

    def all_fit(value: Any, known: KnownIds) -> bool:
        if not isinstance(value, list) or not least <= len(value) <= most:
            return False
        return all(isinstance(one, str) and fits(one, known) for one in value) and len(set(value)) == len(value)

    return FieldRule(right, all_fit)


def name_rule(most: int) -> FieldRule:
    right = f"a name has 1 to {most} printable characters, none of them a space at either end"
    return FieldRule(right, lambda value, _: is_text(value, most) and value != "" and value.strip() == value)


def text_rule(most: int) -> FieldRule:
    return FieldRule(f"a text has at most {most} printable characters", lambda value, _: is_text(value, most))


def is_text(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def pattern_rule(right: str, pattern: str) -> FieldRule:
    return FieldRule(right, lambda value, _: isinstance(value, str) and re.fullmatch(pattern, value) is not None)


def is_name_in(value: Any, names: Collection[str]) -> bool:
    return isinstance(value, str) and value in names


def optional(rule: FieldRule) -> FieldRule:
    """Returns this rule for a card pack field, changed so that the field may be left out or null."""
    return FieldRule(rule.requirement, lambda value, known: value is None or rule.accepts(value, known), required=False)


def join_names(words: Collection[str]) -> str:
    names = list(words)
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def check_fields(
    spot: str, node: Any, rules: Mapping[str, FieldRule], known: KnownIds, warnings: list[str]
) -> dict[str, Any]:
    """Returns the fields of one object of a card pack, checked by their rules: None if left out, lists as tuples.
    Unknown fields are added to `warnings`; a Problem names a missing or wrong one."""
    dot = "" if spot.endswith(": ") else "."
    found: dict[str, Any] = {}
    for name, rule in rules.items():
        right = rule.requirement.replace("{categories}", join_names(known.categories))
        if name in node:
            if not rule.accepts(node[name], known):
                raise bad_value(f"{spot}{dot}{name}", node[name], right)
        elif rule.required:
            raise Problem(f"{spot}{dot}{name} is missing; add it: {right}.")
        value = node.get(name)
        found[name] = tuple(value) if isinstance(value, list) else value
    for name in node:
        if name not in rules:
            warnings.append(f"{spot}{dot}{printable(name, 40)} is not a field that the game knows; it is ignored.")
    return found


def check_kind(
    spot: str, node: Any, kinds: Mapping[str, EffectKind], what: str, known: KnownIds, warnings: list[str]
) -> dict[str, Any]:
    """Returns an effect or condition of a card in a card pack: its kind, and the checked parameters of that kind."""
    names = list(kinds)
    right = f"{what} is one of {join_names(names)}" if len(names) > 1 else f"{what} is always {names[0]}"
    if "kind" not in node:
        raise Problem(f"{spot}.kind is missing; add it: {right}.")
    if not is_name_in(node["kind"], kinds):
        raise bad_value(f"{spot}.kind", node["kind"], right)
    kind: str = node["kind"]
    rest = {name: value for name, value in node.items() if name != "kind"}
    return {"kind": kind, **check_fields(spot, rest, kinds[kind].parameters, known, warnings)}
