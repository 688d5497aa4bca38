"""What every field of a card pack may hold, and the one sentence that says what would be right."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, NamedTuple

from parlour.kernel.problem import Problem

LONGEST: Final = 60_000  # characters of a file


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


class Kind(NamedTuple):
    """One kind of effect: the colours that may have it, and its parameters."""

    colours: str
    needs: Mapping[str, Rule]


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
        found: dict[str, Any] = {}
        for name, value in pairs:
            if name in found:
                raise Problem(f"{file}: the field {shown(name)} stands twice in one object; give it once.")
            found[name] = value
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
        raise Problem(f"{file}: the file holds a number of thousands of digits; write a small whole number.") from None


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


def name_rule(most: int) -> Rule:
    right = f"a name has 1 to {most} printable characters, none of them a space at either end"
    return Rule(right, lambda value, _: is_text(value, most) and value != "" and value.strip() == value)


def text_rule(most: int) -> Rule:
    return Rule(f"a text has at most {most} printable characters", lambda value, _: is_text(value, most))


def is_text(value: Any, most: int) -> bool:
    return isinstance(value, str) and len(value) <= most and value.isprintable()


def matching(right: str, pattern: str) -> Rule:
    return Rule(right, lambda value, _: isinstance(value, str) and re.fullmatch(pattern, value) is not None)


def in_names(value: Any, names: Collection[str]) -> bool:
    return isinstance(value, str) and value in names


def maybe(rule: Rule) -> Rule:
    """A field that may be left out or null."""
    return Rule(rule.right, lambda value, known: value is None or rule.fits(value, known), needed=False)


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
