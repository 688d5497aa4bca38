"""What may be chosen before a match: named, typed, with a default and a sentence of help."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parlour.kernel.problem import Problem

Value = int | bool | str
Options = Mapping[str, Value]

YES = ("yes", "true", "on", "1")
NO = ("no", "false", "off", "0")
MAX_FILE_LENGTH = 65_536  # characters of a file, its name included, where the option says nothing else
MAX_FILE_NAME_LENGTH = 80  # of a file


class Option(NamedTuple):
    """A switch of a game. The value of a file is its name, a line break and all it holds; empty: no file."""

    name: str
    kind: str  # "bool", "int", "choice", "text" or "file"
    default: Value
    help: str
    low: int = 0  # of a number, or of the length of a text or file
    high: int = 0
    choices: tuple[str, ...] = ()


def max_length(option: Option) -> int:
    """How many characters a text or a file may have."""
    return MAX_FILE_LENGTH if option.kind == "file" and option.high == 0 else option.high


def describe_option(option: Option) -> dict[str, object]:
    """An option as the JSON documents show it."""
    row: dict[str, object] = {"name": option.name, "type": option.kind, "default": option.default}
    if option.kind == "choice":
        row["choices"] = list(option.choices)
    elif option.kind in ("int", "text", "file"):
        row["range"] = [option.low, max_length(option)]
    row["help"] = option.help
    return row


def display_options(options: Options) -> dict[str, Value]:
    """Options as people read them: of a file its name alone. Nothing else holds a line break."""
    found = dict(options)
    for name, value in options.items():
        if isinstance(value, str):
            found[name] = value.partition("\n")[0]
    return found  # not one expression: compiled, it would make a number of a bool


def resolve_options(offered: Sequence[Option], given: Mapping[str, Value]) -> dict[str, Value]:
    """All options with their values; what was given must fit, the rest takes its default."""
    known = {option.name: option for option in offered}
    for name in given:
        if name not in known:
            rest = f"it has {', '.join(known)}" if known else "it has none"
            raise Problem(f"There is no option {name!r} in this game; {rest}.")
    return {
        name: parse_option_value(option, given[name]) if name in given else option.default
        for name, option in known.items()
    }


def parse_option_value(option: Option, value: Value) -> Value:
    """The value in the option's own type, or a Problem that says what would be right."""
    if option.kind == "bool":
        return _parse_bool(option, value)
    if option.kind == "int":
        return _parse_int(option, value)
    text = str(value)
    if option.kind == "file":
        return _parse_file(option, text)
    if option.kind == "choice" and text not in option.choices:
        raise Problem(f"Option {option.name} is {text!r}; it can be {', '.join(option.choices)}.")
    if option.kind == "text":
        text = text.strip()
        if not option.low <= len(text) <= option.high or not text.isprintable():
            raise Problem(f"Option {option.name} takes {option.low} to {option.high} printable characters.")
    return text


def _parse_bool(option: Option, value: Value) -> bool:
    word = str(value).lower()
    if word in YES:
        return True
    if word in NO:
        return False
    raise Problem(f"Option {option.name} is {str(value)!r}; it can be yes or no.")


def _parse_int(option: Option, value: Value) -> int:
    try:
        number = int(value)
    except ValueError:
        number = option.low - 1
    if isinstance(value, bool) or not option.low <= number <= option.high:
        raise Problem(
            f"Option {option.name} is {str(value)!r}; it takes a whole number from {option.low} to {option.high}."
        )
    return number


def _parse_file(option: Option, text: str) -> str:
    if not option.low <= len(text) <= max_length(option):
        raise Problem(f"Option {option.name} takes a file of {option.low} to {max_length(option)} characters.")
    name, line_break, _ = text.partition("\n")
    if text and not (line_break and _is_file_name(name)):
        raise Problem(f"Option {option.name} takes a file: its name, a line break, and all it holds.")
    if not _is_storable_text(text):
        raise Problem(f"Option {option.name} takes a file of text, and {name} holds something else.")
    return text


def _is_storable_text(text: str) -> bool:
    """What can be written as UTF-8, and be kept by any database."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def _is_file_name(name: str) -> bool:
    return 0 < len(name) <= MAX_FILE_NAME_LENGTH and name.isprintable() and "/" not in name and "\\" not in name


def parse_option_pairs(pairs: Sequence[str]) -> dict[str, Value]:
    """`name=value` words as a mapping."""
    found: dict[str, Value] = {}
    for pair in pairs:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise Problem(f"An option is written name=value, not {pair!r}.")
        found[name.strip()] = value
    return found
