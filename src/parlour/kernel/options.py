"""What may be chosen before a match: named, typed, with a default and a sentence of help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.problem import Problem

Value = int | bool | str
Options = Mapping[str, Value]

YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")


class Option(NamedTuple):
    """A switch of a game."""

    name: str
    kind: str  # "bool", "int", "choice" or "text"
    default: Value
    help: str
    low: int = 0
    high: int = 0
    choices: tuple[str, ...] = ()


def describe(option: Option) -> dict[str, object]:
    """An option as the JSON documents show it."""
    row: dict[str, object] = {"name": option.name, "type": option.kind, "default": option.default}
    if option.kind == "choice":
        row["choices"] = list(option.choices)
    elif option.kind in ("int", "text"):
        row["range"] = [option.low, option.high]
    row["help"] = option.help
    return row


def settle(offered: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; what was given must fit, the rest takes its default."""
    known = {option.name: option for option in offered}
    for name in given:
        if name not in known:
            rest = f"it has {', '.join(known)}" if known else "it has none"
            raise Problem(f"There is no option {name!r} in this game; {rest}.")
    return {name: fitting(option, given[name]) if name in given else option.default for name, option in known.items()}


def fitting(option: Option, value: Value) -> Value:
    """The value in the option's own type, or a Problem that says what would be right."""
    if option.kind == "bool":
        return _truth(option, value)
    if option.kind == "int":
        return _number(option, value)
    text = str(value)
    if option.kind == "choice" and text not in option.choices:
        raise Problem(f"Option {option.name} is {text!r}; it can be {', '.join(option.choices)}.")
    if option.kind == "text":
        text = text.strip()
        if not option.low <= len(text) <= option.high or not text.isprintable():
            raise Problem(f"Option {option.name} takes {option.low} to {option.high} printable characters.")
    return text


def _truth(option: Option, value: Value) -> bool:
    word = str(value).lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Problem(f"Option {option.name} is {str(value)!r}; it can be yes or no.")


def _number(option: Option, value: Value) -> int:
    try:
        number = int(value)
    except ValueError:
        number = option.low - 1
    if isinstance(value, bool) or not option.low <= number <= option.high:
        raise Problem(
            f"Option {option.name} is {str(value)!r}; it takes a whole number from {option.low} to {option.high}."
        )
    return number


def given(pairs: Sequence[str]) -> dict[str, Value]:
    """`name=value` words as a mapping."""
    found: dict[str, Value] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise Problem(f"An option is written name=value, not {pair!r}.")
        found[name.strip()] = value
    return found
